//! `misere graph`: a game and its followers as a picture.

use clap::Args;
use rustc_hash::FxHashMap;

use misere::game::{Game, Outcome, StructuralOrder};
use misere_picture::{Ascent, Diagram, Edge, Kind, Node, Shape};

use super::drawing::{Drawing, Language, letters, shortened};
use super::failure::Failure;
use super::session::Session;
use super::{Answer, Format};

/// Draw a game and its followers
///
/// An SVG document on standard output or in a file, or with --dot the same graph in the DOT
/// language. Every follower is drawn once, in the row of its birthday, and lines lead down to its
/// options; lines to the same option join on their way. P-positions are filled blocks, N-positions
/// outlines with round ends. A follower whose form is long is named by its birthday and a letter.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere graph '(4+2)#' --output graph.svg\n  \
    misere graph 'kayles(9)' --theme dark > kayles.svg\n  \
    misere graph '2##' --dot > graph.dot")]
pub(super) struct Graph {
    /// The game
    #[arg(value_name = "EXPR")]
    expression: String,

    /// In the DOT language instead of SVG
    #[arg(long)]
    dot: bool,

    #[command(flatten)]
    drawing: Drawing,
}

/// A node with a longer form is named by its birthday and a letter.
const LONGEST_LABEL: usize = 12;
/// The maximum number of names that the legend explains.
const MOST_NAMES: usize = 30;
/// The maximum number of characters of an explanation in the legend.
const LONGEST_MEANING: usize = 72;
/// The maximum number of characters of the description of a node.
const LONGEST_DETAIL: usize = 300;

impl Graph {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("graph", &[Format::Text])?;
        let g = session.evaluate(&self.expression)?;
        let u = &session.universe;
        let followers = u.followers(g)?;
        let options = followers.iter().map(|&h| u.option_count(h)).sum();
        let instead = "`misere show --dag --format json` lists the followers";
        let nodes = followers.len();
        let _memory = self.drawing.check_size(session, nodes, options, instead)?;
        drop(followers);
        let order = session.universe.structural_order([g])?;
        let title = self.drawing.title(self.expression.trim());
        let diagram = diagram(session, g, &order, options, &title)?;
        let language = Language::of(self.dot);
        self.drawing.write(session, diagram, language, "game")?;
        Ok(Answer::Yes)
    }
}

fn diagram(
    session: &mut Session,
    g: Game,
    order: &StructuralOrder,
    edges: usize,
    title: &str,
) -> Result<Diagram, Failure> {
    let games = order.games();
    let forms = session.short_names(games, LONGEST_DETAIL)?;
    let u = &session.universe;
    let numbers: FxHashMap<Game, usize> = (games.iter().copied()).zip(0..).collect();
    let mut labels = Vec::with_capacity(games.len());
    let (mut day, mut on_day) = (0, 0);
    for (&h, form) in games.iter().zip(&forms) {
        let born = u.birthday(h);
        on_day = if born == day { on_day } else { 0 };
        day = born;
        labels.push(match form {
            Some(form) if form.chars().count() <= LONGEST_LABEL => form.clone(),
            _ => format!("{day}{}", letters(on_day)),
        });
        on_day += 1;
    }
    let mut diagram = Diagram::new(title);
    diagram
        .reserve(games.len(), edges, u.budget())
        .map_err(Failure::Interrupted)?;
    diagram.ascent = Ascent::Up;
    diagram.ranks = "birthday".into();
    diagram.joined = true;
    diagram.kinds = vec![
        Kind::new("N-position: the next player wins", Some('N'), Shape::Pill),
        Kind::new(
            "P-position: the previous player wins",
            Some('P'),
            Shape::Block,
        ),
    ];
    for (number, &h) in games.iter().enumerate() {
        u.check_deadline()?;
        let mut options: Vec<usize> = u.options(h).map(|o| numbers[&o]).collect();
        options.sort_unstable();
        // No more is ever shown: a label has a character at least.
        let listed = options.iter().rev().take(LONGEST_DETAIL);
        let listed: Vec<&str> = listed.map(|&o| labels[o].as_str()).collect();
        let set = format!("{{{}}}", listed.join(", "));
        let label = labels[number].clone();
        let outcome = u.outcome(h);
        let meaning = match &forms[number] {
            Some(form) if *form != label => format!("{label} = {form} = {set}"),
            _ => format!("{label} = {set}"),
        };
        if forms[number].as_ref() != Some(&label) {
            let meaning = match &forms[number] {
                Some(form) if form.chars().count() <= LONGEST_MEANING => form,
                _ => &set,
            };
            let meaning = format!("= {}", shortened(meaning, LONGEST_MEANING));
            diagram.names.push((label.clone(), meaning));
        }
        diagram.nodes.push(Node {
            label,
            detail: format!("{}, {outcome}", shortened(&meaning, LONGEST_DETAIL)),
            kind: usize::from(outcome == Outcome::P),
            rank: usize::try_from(u.birthday(h)).unwrap_or(usize::MAX),
        });
        let edges = options.into_iter().rev().map(|to| Edge {
            from: number,
            to,
            line: 0,
        });
        diagram.edges.extend(edges);
    }
    let (positions, moves) = (diagram.nodes.len(), diagram.edges.len());
    diagram.subtitle = format!(
        "{}, {}, birthday {}, {}-position",
        counted(positions, "position"),
        counted(moves, "move"),
        u.birthday(g),
        u.outcome(g)
    );
    if moves > 0 {
        let read = "Lines lead down from a game to its options; lines to the same option join.";
        diagram.remarks.push(read.into());
    }
    if diagram.names.len() > MOST_NAMES {
        diagram.names.clear();
        let names =
            "A long form is named by its birthday and a letter; point at it to see its options.";
        diagram.remarks.push(names.into());
    }
    Ok(diagram)
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}
