//! `misere plot`: sequences of numbers as a picture.

use clap::{Args, ValueEnum};

use misere::answer::{CountDigits, NimBoard, Number};
use misere::census::Counts;
use misere::genus::GenusSequence;
use misere::heaps::Ruleset;
use misere::nim::{NimValue, NimValues, methods};
use misere::quotient::QuotientBuilder;
use misere_picture::{Axis, Chart, HeatMap, Scale, Series};

use super::failure::Failure;
use super::figure::{Figure, Language, Picture};
use super::nim_tables::board_range;
use super::session::Session;
use super::{Answer, Format};

/// Draw nim values and other sequences
///
/// A picture with a point for each heap, on standard output or in a file, whose ending decides: .svg,
/// .pdf, .png or .tikz (a picture for LaTeX, as with --format tex). For a ruleset whose positions are
/// pairs it is a board with darker cells for larger values. --values chooses other sequences than nim
/// values. An SVG picture follows the reader's preference for light or dark colours unless --theme is
/// given. On a logarithmic axis 0 has a strip of its own.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere plot saliquant --output saliquant.svg\n  \
    misere plot divide-and-residue --to 20000 > picture.svg\n  \
    misere plot divide-throw-residue residue-throw-divisor --to 5000 --log-x\n  \
    misere plot kayles --to 200 --bare --output kayles.tikz\n  \
    misere plot kayles --values genus --to 40\n  \
    misere plot kayles dawsons-kayles --values orders --to 14 --log-y\n  \
    misere plot --values digits --log-y\n  \
    misere plot josephus --to 60 --output josephus.svg")]
pub(super) struct Plot {
    /// The rulesets, each in a colour of its own
    #[arg(value_name = "RULESET")]
    rulesets: Vec<String>,

    /// The first heap; the smallest unless set
    #[arg(long, value_name = "A")]
    from: Option<u64>,

    /// The last heap, 1000 unless set; of pairs the largest coordinate, 30 unless set; of orders 12
    #[arg(long, value_name = "N")]
    to: Option<u64>,

    /// The sequence
    #[arg(long, value_enum, default_value_t)]
    values: Sequence,

    /// Misère nim values, as --values misere
    #[arg(long, conflicts_with = "values")]
    misere: bool,

    /// Spread the heaps by their logarithms
    #[arg(long)]
    log_x: bool,

    /// Spread the values by their logarithms
    #[arg(long)]
    log_y: bool,

    #[command(flatten)]
    figure: Figure,
}

/// What is drawn of each heap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Sequence {
    /// Nim values
    #[default]
    Nim,
    /// Misère nim values
    Misere,
    /// Genera, each in a row of its own
    Genus,
    /// The order of the misère quotient of the heaps up to n
    Orders,
    /// The number of P-values of the misère quotient of the heaps up to n
    POrders,
    /// Without a ruleset: how many decimal digits |M_n| has, for n up to 6
    Digits,
}

impl Sequence {
    /// The name of the vertical axis.
    fn label(self) -> &'static str {
        match self {
            Self::Nim => "nim value",
            Self::Misere => "misère nim value",
            Self::Genus => "genus",
            Self::Orders => "order of the quotient to heap n",
            Self::POrders => "P-values of the quotient to heap n",
            Self::Digits => "decimal digits of the number of games",
        }
    }

    /// The last heap unless --to is given.
    fn usual_end(self) -> u64 {
        match self {
            Self::Nim | Self::Misere => 1000,
            Self::Genus => 100,
            Self::Orders | Self::POrders => 12,
            Self::Digits => LAST_DAY,
        }
    }
}

/// |M_7| has more digits than any axis shows.
const LAST_DAY: u64 = 6;

impl Plot {
    pub(super) fn run(mut self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("plot", &[Format::Text, Format::Tex])?;
        let language = self.figure.language(session, false, false)?;
        if self.misere {
            self.values = Sequence::Misere;
        }
        let is_count = self.values == Sequence::Digits;
        if is_count != self.rulesets.is_empty() {
            let (message, hint) = if is_count {
                (
                    "--values digits counts games, of no ruleset",
                    "misere plot --values digits",
                )
            } else {
                (
                    "expected a ruleset",
                    "misere plot kayles; `misere rules` lists the rulesets",
                )
            };
            return Err(Failure::input(message, Some(hint)));
        }
        if self.rulesets.len() > Chart::COLOURS {
            let most = Chart::COLOURS;
            let message = format!("more than {most} rulesets cannot be told apart by colour");
            return Err(Failure::input(&message, None));
        }
        if let [text] = &self.rulesets[..] {
            let game = session.ruleset(text)?;
            if game.arity() == 2 && self.values == Sequence::Nim {
                return self.board(session, &*game, language);
            }
        }
        if self.values == Sequence::Genus && self.log_y {
            let message = "genera are no numbers: they have no logarithms";
            return Err(Failure::input(message, None));
        }
        let heap = if is_count { "day n" } else { "heap" };
        let mut chart = Chart::new(
            axis(heap, self.log_x),
            axis(self.values.label(), self.log_y),
        );
        let title = if is_count {
            "Games born by day n".into()
        } else {
            self.rulesets.join(", ")
        };
        chart.title = self.figure.title(&title);
        let mut games = Vec::new();
        for text in &self.rulesets {
            games.push(session.ruleset(text)?);
        }
        if is_count {
            chart.series.push(self.digits(&chart)?);
        }
        let mut stopped = None;
        for (game, name) in games.iter().zip(&self.rulesets) {
            self.check_range(&**game)?;
            let progress = session.heaps(self.values.label(), self.last());
            let (points, result) = self.points(session, &**game, &mut chart);
            drop(progress);
            let end = result.err();
            if points.is_empty() {
                return Err(end.unwrap_or_else(|| too_large(&**game)));
            }
            chart.series.push(Series {
                name: name.trim().into(),
                points,
            });
            if end.is_some() {
                stopped = end;
                break;
            }
        }
        if stopped.is_some() {
            session.extend_deadline();
        }
        self.figure
            .write(session, Picture::Chart(chart), language)?;
        // After a limit was reached, the points known so far are still drawn.
        match stopped {
            Some(failure) => Err(failure),
            None => Ok(Answer::Yes),
        }
    }

    /// How many digits the numbers of games born by the first days have.
    fn digits(&self, chart: &Chart) -> Result<Series, Failure> {
        let (from, to) = (self.from.unwrap_or(0), self.last());
        if from > to || to > LAST_DAY {
            let message = format!("expected days from 0 to {LAST_DAY}");
            return Err(Failure::input(
                &message,
                Some("misere count 7 --digits tells how large |M_7| is"),
            ));
        }
        let counts = Counts::new();
        let mut points = Vec::new();
        for day in from..=to {
            let n = u32::try_from(day).unwrap_or(u32::MAX);
            let digits = CountDigits::new(&counts, n)?.digits;
            let x = coordinate(&NimValue::from(day), chart.x.scale);
            points.push((x, coordinate(&NimValue::from(digits), chart.y.scale)));
        }
        Ok(Series {
            name: "games born by day n".into(),
            points,
        })
    }

    /// Draws the values of positions with two coordinates.
    fn board(
        &self,
        session: &mut Session,
        game: &dyn Ruleset,
        language: Language,
    ) -> Result<Answer, Failure> {
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
        let progress = session.busy("nim values");
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
        map.title = self.figure.title(&found.ruleset);
        self.figure.write(session, Picture::Map(map), language)?;
        Ok(Answer::Yes)
    }

    /// The last heap.
    fn last(&self) -> u64 {
        self.to.unwrap_or(self.values.usual_end())
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
        chart: &mut Chart,
    ) -> (Vec<(f64, f64)>, Result<(), Failure>) {
        /// Up to this heap all heaps from the smallest on are computed.
        const DENSE: u64 = 50_000_000;
        if self.values == Sequence::Genus {
            return self.genera(session, game, chart);
        }
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
            if self.values == Sequence::Misere {
                let mut genera = GenusSequence::new(game)?;
                let result = genera.extend(&mut session.universe, self.last());
                for (heap, entry) in genera.iter().filter(|(heap, _)| range.contains(heap)) {
                    let value = u64::from(entry.genus.misere_nim_value());
                    push(heap, &NimValue::from(value))?;
                }
                return Ok(result?);
            }
            let budget = session.budget();
            if matches!(self.values, Sequence::Orders | Sequence::POrders) {
                let mut builder = QuotientBuilder::new(game)?;
                for heap in range {
                    builder.extend_to(heap, budget)?;
                    if builder.infinite_from().is_some() {
                        let message =
                            format!("the quotient of {} to heap {heap} is infinite", game.name());
                        return Err(Failure::OutOfReach(message));
                    }
                    let order = match self.values {
                        Sequence::Orders => builder.order(),
                        _ => builder.quotient().p_order(),
                    };
                    push(heap, &NimValue::from(order as u64))?;
                }
                return Ok(());
            }
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

impl Plot {
    /// The points of the genera. The rows are the genera that occur, in the order in which they do.
    fn genera(
        &self,
        session: &mut Session,
        game: &dyn Ruleset,
        chart: &mut Chart,
    ) -> (Vec<(f64, f64)>, Result<(), Failure>) {
        let mut sequence = match GenusSequence::new(game) {
            Ok(sequence) => sequence,
            Err(error) => return (Vec::new(), Err(error.into())),
        };
        let result = sequence.extend(&mut session.universe, self.last());
        let range = self.first(game)..=self.last();
        let mut points = Vec::new();
        for (heap, entry) in sequence.iter().filter(|(heap, _)| range.contains(heap)) {
            let genus = entry.genus.to_string();
            let rows = &mut chart.y.rows;
            let row = rows.iter().position(|row| *row == genus);
            let row = row.unwrap_or_else(|| {
                rows.push(genus);
                rows.len() - 1
            });
            let x = coordinate(&NimValue::from(heap), chart.x.scale);
            points.push((x, coordinate(&NimValue::from(row as u64), Scale::Linear)));
        }
        (points, result.map_err(Failure::from))
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
