//! `misere graph`: a game and its followers as a picture.

use clap::Args;

use misere::expr::{HeapTerm, summands};
use misere_figures::{LONGEST_DETAIL, PositionsError, Summand, followers, positions};
use misere_picture::Diagram;

use super::drawing::Drawing;
use super::failure::Failure;
use super::session::Session;
use super::{Answer, Format};

/// Draw a game and its followers, or positions as they are played
///
/// A picture on standard output or in a file, whose ending decides: .svg, .pdf, .png, .tikz (a picture
/// for LaTeX, as with --format tex) or .dot (for Graphviz, as with --dot). Every follower is drawn
/// once, in the row of its birthday, and lines lead down to its options; lines to the same option join
/// on their way. P-positions are filled blocks, N-positions outlines with round ends. A follower whose
/// form is long is named by its birthday and a letter.
///
/// With --positions a sum of heaps of rulesets is drawn as it is played, without canonical forms: each
/// position that play can reach once, in the row of its longest play, with its misère outcome, or with
/// --normal its nim value.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere graph '(4+2)#' --output graph.svg\n  \
    misere graph 'kayles(9)' --theme dark > kayles.svg\n  \
    misere graph '2##' --bare --output graph.tikz\n  \
    misere graph 'kayles(5)' --positions\n  \
    misere graph 'cram(2x3)' --positions --normal --output cram.pdf\n  \
    misere graph '2##' --dot > graph.dot")]
pub(super) struct Graph {
    /// The game
    #[arg(value_name = "EXPR")]
    expression: String,

    /// Positions as they are played, instead of canonical forms
    #[arg(long)]
    positions: bool,

    /// With --positions: nim values, and the outcomes of normal play
    #[arg(long, requires = "positions")]
    normal: bool,

    /// In the DOT language instead of SVG
    #[arg(long)]
    dot: bool,

    #[command(flatten)]
    drawing: Drawing,
}

impl Graph {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("graph", &[Format::Text, Format::Tex])?;
        let language = self.drawing.language(session, self.dot)?;
        let title = self.drawing.title(self.expression.trim());
        if self.positions {
            let diagram = self.played(session, &title)?;
            self.drawing
                .write(session, diagram, language, "positions")?;
            return Ok(Answer::Yes);
        }
        let g = session.evaluate(&self.expression)?;
        let u = &session.universe;
        let games = u.followers(g)?;
        let options = games.iter().map(|&h| u.option_count(h)).sum();
        let instead = "`misere show --dag --format json` lists the followers";
        let nodes = games.len();
        let _memory = self.drawing.check_size(session, nodes, options, instead)?;
        drop(games);
        let order = session.universe.structural_order([g])?;
        let forms = session.short_names(order.games(), LONGEST_DETAIL)?;
        let diagram = followers(&session.universe, &order, &forms, &title)?;
        self.drawing.write(session, diagram, language, "game")?;
        Ok(Answer::Yes)
    }

    /// The positions that play can reach.
    fn played(&self, session: &mut Session, title: &str) -> Result<Diagram, Failure> {
        let input = &self.expression;
        let syntax = session.read_one(input)?;
        let mut terms = summands(&syntax);
        if terms.is_empty() {
            terms.push((1, syntax.root()));
        }
        let mut start = Vec::new();
        for (copies, id) in terms.into_iter().filter(|&(copies, _)| copies > 0) {
            let term = HeapTerm::at(&syntax, id);
            let term = term.map_err(|diagnostic| Failure::Input(diagnostic.render(input)))?;
            let position = term.as_ref().and_then(HeapTerm::position);
            let (Some(term), Some(position)) = (term, position) else {
                let message = format!("`{}` is no sum of positions of rulesets", input.trim());
                let hint =
                    "--positions draws heaps and boards, as in 'kayles(5) + kayles(2)' or 'nim(3)'";
                return Err(Failure::input(&message, Some(hint)));
            };
            start.push(Summand {
                ruleset: term.ruleset,
                position,
                copies,
            });
        }
        let most = self.drawing.most();
        let _busy = session.busy("positions");
        positions(&start, self.normal, most, title, session.budget()).map_err(|error| match error {
            PositionsError::TooMany { nodes, edges } => Failure::OutOfReach(format!(
                "play reaches more than {nodes} positions or {edges} moves, which nobody can read\n  \
                 hint: --max-graph N draws more of them"
            )),
            PositionsError::Nim(error) => error.into(),
            _ => Failure::OutOfReach("these positions cannot be drawn".into()),
        })
    }
}
