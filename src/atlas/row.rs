//! A row of the atlas.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::heaps::Code;
use crate::nim::Theorem;

/// What is known of a quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "quotient_status"))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The quotient of all heaps is known.
    Solved,
    /// It is proved to be infinite.
    Infinite,
    /// Known up to some heap only.
    Open,
}

impl Status {
    /// Returns the word in the files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Infinite => "infinite",
            Self::Open => "open",
        }
    }
}

/// What is known of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "atlas_row"))]
#[non_exhaustive]
pub struct Row {
    /// The game.
    pub game: String,
    /// The code that was computed in the place of this one: the same game but for the sizes of heaps.
    pub same_as: Option<String>,
    /// The kind of regularity of the nim values, `formula` where a theorem states them, or `unknown`.
    pub kind: String,
    /// The period of the nim values.
    pub period: Option<u64>,
    /// What is added to the values after each period.
    pub saltus: Option<u64>,
    /// The number of values before the period.
    pub preperiod: Option<u64>,
    /// The theorem that proves the nim values for all heaps; null if they are only observed.
    pub theorem: Option<String>,
    /// The last heap whose nim value was computed.
    pub values_to: Option<u64>,
    /// What is known of the misère quotient; null if it was not computed.
    pub quotient: Option<Status>,
    /// The order of the quotient of all heaps, or of those up to `max_heap`.
    pub order: Option<u64>,
    /// The number of values of P-positions.
    pub p_order: Option<u64>,
    /// Whether the quotient is tame.
    pub tame: Option<bool>,
    /// The period of the values of heaps in the quotient.
    pub quotient_period: Option<u64>,
    /// The number of heaps before it.
    pub quotient_preperiod: Option<u64>,
    /// The last heap of the quotient of this order.
    pub max_heap: Option<u64>,
    /// The smallest heap with which the quotient is infinite: the wall.
    pub infinite_from: Option<u64>,
    /// The nim values in the OEIS, where the project has compared them.
    pub oeis: Option<String>,
    /// The limits of the computation.
    pub limits: String,
    /// The version that computed it.
    pub version: String,
}

/// A row, and the commands that prove it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "atlas_entry"))]
pub struct Entry {
    /// What is known.
    #[serde(flatten)]
    pub row: Row,
    /// The commands that prove it.
    pub commands: Vec<String>,
}

impl From<&Row> for Entry {
    fn from(row: &Row) -> Self {
        Self {
            row: row.clone(),
            commands: row.commands(),
        }
    }
}

impl Row {
    /// The first line of a file.
    pub const HEAD: &str = "game\tsame_as\tkind\tperiod\tsaltus\tpreperiod\ttheorem\tvalues_to\t\
                            quotient\torder\tp_order\ttame\tquotient_period\tquotient_preperiod\t\
                            max_heap\tinfinite_from\toeis\tlimits\tversion";

    /// Returns a row that says nothing yet.
    pub fn new(game: &str, version: &str) -> Self {
        Self {
            game: game.into(),
            same_as: None,
            kind: "unknown".into(),
            period: None,
            saltus: None,
            preperiod: None,
            theorem: None,
            values_to: None,
            quotient: None,
            order: None,
            p_order: None,
            tame: None,
            quotient_period: None,
            quotient_preperiod: None,
            max_heap: None,
            infinite_from: None,
            oeis: None,
            limits: String::new(),
            version: version.into(),
        }
    }

    /// Returns the game as a code, if it is one.
    pub fn code(&self) -> Option<Code> {
        let is_code = self.game.as_bytes().get(1) == Some(&b'.');
        is_code.then(|| self.game.parse().ok()).flatten()
    }

    /// Returns the theorem by which the period is proved.
    pub fn proved_by(&self) -> Option<Theorem> {
        let label = self.theorem.as_deref()?;
        Theorem::ALL
            .into_iter()
            .find(|theorem| theorem.label() == label)
    }

    /// Returns the row of a code that is the same game but for the sizes of heaps; none if this is not
    /// such a code.
    pub fn of_equal_code(&self, code: &Code) -> Option<Self> {
        let (form, steps) = code.standard_form()?;
        let (own, there) = self.code()?.standard_form()?;
        let shift = i64::try_from(steps).ok()? - i64::try_from(there).ok()?;
        (form == own).then(|| self.of_equal_game(code.to_string(), shift))
    }

    /// Returns the row of an equal code, whose heaps are larger by `shift` tokens. A preperiod that
    /// the row does not tell is left out.
    fn of_equal_game(&self, game: String, shift: i64) -> Self {
        let heap = |heap: Option<u64>| heap?.checked_add_signed(shift);
        let preperiod = |before: Option<u64>| match before? {
            0 if shift > 0 => None,
            before => Some(before.checked_add_signed(shift).unwrap_or(0)),
        };
        Self {
            game,
            same_as: Some(self.same_as.clone().unwrap_or_else(|| self.game.clone())),
            preperiod: preperiod(self.preperiod),
            values_to: heap(self.values_to),
            quotient_preperiod: preperiod(self.quotient_preperiod),
            max_heap: heap(self.max_heap),
            infinite_from: heap(self.infinite_from),
            ..self.clone()
        }
    }

    /// Returns the commands that prove the row.
    pub fn commands(&self) -> Vec<String> {
        let game = match self
            .game
            .strip_prefix("cut{")
            .and_then(|rest| rest.strip_suffix('}'))
        {
            Some(numbers) => format!("cut:{numbers}"),
            None => self.game.clone(),
        };
        let mut commands = Vec::new();
        match (self.kind.as_str(), &self.theorem) {
            ("formula", _) => commands.push(format!("misere nim {game} --check")),
            (_, Some(_)) => commands.push(format!("misere period {game}")),
            (_, None) => {}
        }
        match (self.quotient, self.max_heap, self.infinite_from) {
            (Some(Status::Solved), ..) => commands.push(format!("misere quotient {game} --solve")),
            (Some(_), _, Some(heap)) | (Some(_), Some(heap), None) => {
                commands.push(format!("misere quotient {game} --to {heap}"));
            }
            _ => {}
        }
        commands
    }

    /// Says in one line what is known.
    pub fn summary(&self) -> String {
        let mut told = Vec::new();
        if self.kind == "formula" {
            told.push("nim values by a theorem".into());
        } else if let (Some(period), Some(_)) = (self.period, &self.theorem) {
            told.push(format!("nim values of period {period}"));
        }
        let kind = match self.tame {
            Some(true) => "tame",
            _ => "wild",
        };
        match (self.quotient, self.infinite_from, self.order) {
            (Some(Status::Solved), Some(_), _) => {
                told.push("infinite misère quotient of all heaps".into());
            }
            (Some(Status::Solved), None, Some(order)) => {
                told.push(format!("{kind} misère quotient of order {order}"));
            }
            (Some(Status::Infinite), Some(heap), _) => {
                told.push(format!("misère quotient infinite from heap {heap} on"));
            }
            (Some(Status::Open), ..) => {
                let heap = self.max_heap.unwrap_or_default();
                told.push(format!("misère quotient known up to heap {heap} only"));
            }
            _ => {}
        }
        if told.is_empty() {
            told.push("nothing is proved".into());
        }
        told.join(", ")
    }
}

impl fmt::Display for Row {
    /// Writes the line of the file, with a dash for what is not known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |n: Option<u64>| n.map_or("-".into(), |n| n.to_string());
        let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".into());
        let tame = match self.tame {
            Some(true) => "tame",
            Some(false) => "wild",
            None => "-",
        };
        let cells = [
            self.game.clone(),
            text(&self.same_as),
            self.kind.clone(),
            number(self.period),
            number(self.saltus),
            number(self.preperiod),
            text(&self.theorem),
            number(self.values_to),
            self.quotient.map_or("-", Status::name).into(),
            number(self.order),
            number(self.p_order),
            tame.into(),
            number(self.quotient_period),
            number(self.quotient_preperiod),
            number(self.max_heap),
            number(self.infinite_from),
            text(&self.oeis),
            self.limits.clone(),
            self.version.clone(),
        ];
        f.write_str(&cells.join("\t"))
    }
}

impl FromStr for Row {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let cells: Vec<&str> = line.split('\t').collect();
        let &[
            game,
            same_as,
            kind,
            period,
            saltus,
            preperiod,
            theorem,
            values_to,
            quotient,
            order,
            p_order,
            tame,
            quotient_period,
            quotient_preperiod,
            max_heap,
            infinite_from,
            oeis,
            limits,
            version,
        ] = &cells[..]
        else {
            return Err(format!("{} columns", cells.len()));
        };
        let text = |cell: &str| (cell != "-").then(|| cell.to_owned());
        let number = |cell: &str| match cell {
            "-" => Ok(None),
            _ => cell
                .parse()
                .map(Some)
                .map_err(|_| format!("`{cell}` is no number")),
        };
        let kinds = [
            "periodic",
            "arithmetic-periodic",
            "sapp",
            "ruler",
            "unknown",
            "formula",
        ];
        if game.is_empty() || !kinds.contains(&kind) {
            return Err(format!("`{kind}` is no kind of regularity"));
        }
        Ok(Self {
            game: game.into(),
            same_as: text(same_as),
            kind: kind.into(),
            period: number(period)?,
            saltus: number(saltus)?,
            preperiod: number(preperiod)?,
            theorem: text(theorem),
            values_to: number(values_to)?,
            quotient: match quotient {
                "-" => None,
                "solved" => Some(Status::Solved),
                "infinite" => Some(Status::Infinite),
                "open" => Some(Status::Open),
                _ => return Err(format!("`{quotient}` is no state of a quotient")),
            },
            order: number(order)?,
            p_order: number(p_order)?,
            tame: match tame {
                "-" => None,
                "tame" => Some(true),
                "wild" => Some(false),
                _ => return Err(format!("`{tame}` is neither tame nor wild")),
            },
            quotient_period: number(quotient_period)?,
            quotient_preperiod: number(quotient_preperiod)?,
            max_heap: number(max_heap)?,
            infinite_from: number(infinite_from)?,
            oeis: text(oeis),
            limits: limits.into(),
            version: version.into(),
        })
    }
}
