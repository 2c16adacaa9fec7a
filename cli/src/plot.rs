//! `misere plot`: nim values as a picture.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use misere::answer::{NimBoard, Number};
use misere::genus::GenusSequence;
use misere::heaps::Ruleset;
use misere::nim::{NimValue, NimValues, methods};
use misere_picture::{Axis, Chart, HeatMap, Scale, Series, Theme};

use super::failure::Failure;
use super::nim_tables::board_range;
use super::progress::Progress;
use super::session::{Session, replace_file};
use super::{Answer, Format};

/// Draw the nim values of rulesets
///
/// An SVG document with a point for each heap, on standard output or in a file; for a ruleset whose
/// positions are pairs, a board with darker cells for larger values. It follows the reader's preference for light or dark colours unless --theme is given. On a logarithmic axis 0 has
/// a strip of its own.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere plot saliquant --output saliquant.svg\n  \
    misere plot divide-and-residue --to 20000 > picture.svg\n  \
    misere plot divide-throw-residue residue-throw-divisor --to 5000 --log-x\n  \
    misere plot josephus --to 60 --output josephus.svg")]
pub(super) struct Plot {
    /// The rulesets, each in a colour of its own
    #[arg(value_name = "RULESET", required = true)]
    rulesets: Vec<String>,

    /// The first heap; the smallest unless set
    #[arg(long, value_name = "A")]
    from: Option<u64>,

    /// The last heap, 1000 unless set; of pairs the largest coordinate, 30 unless set
    #[arg(long, value_name = "N")]
    to: Option<u64>,

    /// Misère nim values
    #[arg(long)]
    misere: bool,

    /// Spread the heaps by their logarithms
    #[arg(long)]
    log_x: bool,

    /// Spread the values by their logarithms
    #[arg(long)]
    log_y: bool,

    /// The title, instead of the names of the rulesets
    #[arg(long, value_name = "T")]
    title: Option<String>,

    /// Light or dark colours
    #[arg(long, value_enum, default_value_t)]
    theme: ThemeName,

    /// Write into this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// [`Theme`], as a flag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ThemeName {
    /// As the reader prefers
    #[default]
    Auto,
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Auto => Self::Either,
            ThemeName::Light => Self::Light,
            ThemeName::Dark => Self::Dark,
        }
    }
}

impl Plot {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("plot", &[Format::Text])?;
        if self.rulesets.len() > Chart::COLOURS {
            let most = Chart::COLOURS;
            let message = format!("more than {most} rulesets cannot be told apart by colour");
            return Err(Failure::input(&message, None));
        }
        if let [text] = &self.rulesets[..] {
            let game = session.ruleset(text)?;
            if game.arity() == 2 && !self.misere {
                return self.board(session, &*game);
            }
        }
        let mut chart = Chart::new(
            axis("heap", self.log_x),
            axis(
                if self.misere {
                    "misère nim value"
                } else {
                    "nim value"
                },
                self.log_y,
            ),
        );
        chart.theme = self.theme.into();
        chart.title = self
            .title
            .clone()
            .unwrap_or_else(|| self.rulesets.join(", "));
        let mut games = Vec::new();
        for text in &self.rulesets {
            games.push(session.ruleset(text)?);
        }
        let mut stopped = None;
        for game in &games {
            self.check_range(&**game)?;
            let progress = Progress::start("nim values", None, session.quiet());
            let (points, result) = self.points(session, &**game, &chart);
            drop(progress);
            let end = result.err();
            if points.is_empty() {
                return Err(end.unwrap_or_else(|| too_large(&**game)));
            }
            chart.series.push(Series {
                name: game.name(),
                points,
            });
            if end.is_some() {
                stopped = end;
                break;
            }
        }
        self.write(session, &chart.to_string())?;
        // After a limit was reached, the points known so far are still drawn.
        match stopped {
            Some(failure) => Err(failure),
            None => Ok(Answer::Yes),
        }
    }

    fn write(&self, session: &mut Session, svg: &str) -> Result<(), Failure> {
        match &self.output {
            Some(path) => replace_file(path, |file| file.write_all(svg.as_bytes())),
            None => session.text(svg),
        }
    }

    /// Draws the values of positions with two coordinates.
    fn board(&self, session: &mut Session, game: &dyn Ruleset) -> Result<Answer, Failure> {
        /// Larger boards have cells that cannot be told apart.
        const WIDEST: u64 = 400;
        let to = self.to.unwrap_or(30);
        let range = board_range(game, self.from, Some(to))?;
        if range.end() - range.start() >= WIDEST {
            let message = format!("a picture shows boards of at most {WIDEST} columns");
            return Err(Failure::input(
                &message,
                Some("--from and --to set the range"),
            ));
        }
        let progress = Progress::start("nim values", None, session.quiet());
        let found = NimBoard::new(game, range, session.budget())?;
        drop(progress);
        let number = |value: &Number| match value {
            #[expect(clippy::cast_precision_loss, reason = "finer than any picture")]
            Number::Small(value) => *value as f64,
            Number::Large(text) => text.parse().unwrap_or(f64::INFINITY),
        };
        let rows = found.rows.iter().map(|row| {
            let cells = row.iter().map(|cell| cell.as_ref().map(number));
            cells.collect()
        });
        let mut map = HeatMap::new(found.first, rows.collect());
        map.title = self.title.clone().unwrap_or(found.ruleset);
        map.theme = self.theme.into();
        self.write(session, &map.to_string())?;
        Ok(Answer::Yes)
    }

    /// The last heap.
    fn last(&self) -> u64 {
        self.to.unwrap_or(1000)
    }

    fn check_range(&self, game: &dyn Ruleset) -> Result<(), Failure> {
        /// The maximum number of heaps in a picture.
        const MOST: u64 = 5_000_000;
        let name = game.name();
        if game.arity() != 1 {
            let message = format!("the positions of `{name}` are not heaps in a row");
            return Err(Failure::input(&message, None));
        }
        let from = self.first(game);
        if self.last() < from {
            let message = match self.from {
                Some(_) => format!("the range is backwards: from {from} to {}", self.last()),
                None => format!("the smallest heap of `{name}` is {from}"),
            };
            return Err(Failure::input(&message, None));
        }
        if self.last() - from >= MOST {
            let message = format!("a picture shows at most {MOST} heaps");
            return Err(Failure::input(
                &message,
                Some("--from and --to set the range"),
            ));
        }
        Ok(())
    }

    fn first(&self, game: &dyn Ruleset) -> u64 {
        self.from.unwrap_or(0).max(game.smallest())
    }

    /// Computes the points of a ruleset; if a limit is reached, those found so far.
    fn points(
        &self,
        session: &mut Session,
        game: &dyn Ruleset,
        chart: &Chart,
    ) -> (Vec<(f64, f64)>, Result<(), Failure>) {
        /// Up to this heap all heaps from the smallest on are computed.
        const DENSE: u64 = 50_000_000;
        let mut points = Vec::new();
        let mut push = |heap: u64, value: &NimValue| {
            let x = coordinate(&NimValue::from(heap), chart.x.scale);
            let y = coordinate(value, chart.y.scale);
            if y.is_finite() || chart.y.scale == Scale::Logarithmic {
                points.push((x, y));
                return Ok(());
            }
            Err(too_large(game))
        };
        let range = self.first(game)..=self.last();
        let compute = || -> Result<(), Failure> {
            if self.misere {
                let mut genera = GenusSequence::new(game)?;
                let result = genera.extend(&mut session.universe, self.last());
                for (heap, entry) in genera.iter().filter(|(heap, _)| range.contains(heap)) {
                    let value = u64::from(entry.genus.misere_nim_value());
                    push(heap, &NimValue::from(value))?;
                }
                return Ok(result?);
            }
            let budget = session.budget();
            if self.last() <= DENSE {
                let mut evaluator = methods(game).best(game)?;
                let result = evaluator.extend(self.last(), budget);
                for heap in range {
                    let Some(value) = evaluator.values().get(heap) else {
                        break;
                    };
                    push(heap, &value)?;
                }
                return Ok(result?);
            }
            let mut values = NimValues::new(game)?;
            for heap in range {
                push(heap, &values.value_at(&[heap.into()], budget)?)?;
            }
            Ok(())
        };
        let result = compute();
        (points, result)
    }
}

fn too_large(game: &dyn Ruleset) -> Failure {
    let message = format!("values of `{}` are too large for this axis", game.name());
    Failure::input(&message, Some("--log-y spreads them by their logarithms"))
}

fn axis(label: &str, logarithmic: bool) -> Axis {
    if logarithmic {
        Axis::logarithmic(label)
    } else {
        Axis::linear(label)
    }
}

/// Returns the coordinate of a number on an axis.
fn coordinate(number: &NimValue, scale: Scale) -> f64 {
    match scale {
        Scale::Logarithmic => number.log2() * std::f64::consts::LOG10_2,
        Scale::Linear => match number.to_u64() {
            #[expect(clippy::cast_precision_loss, reason = "finer than any picture")]
            Some(number) => number as f64,
            None => number.log2().exp2(),
        },
    }
}
