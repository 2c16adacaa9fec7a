//! `misere count`: the number |M_N| of games born by day N.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use num_bigint::BigUint;

use misere::answer::{
    CountDigits, CountProduct, CountQuantities, CountResidue, CountSize, CountSum, CountTable,
    CountValue, PowerSum, Quantity, Style,
};
use misere::census::{
    CensusError, Counts, DaySevenSum, Method, Term, decimal, residue, residue_by,
};
use misere::game::{Game, Universe};
use misere::notation::Notation;
use misere_figures::{aligned, exponents, wide_column, width};

use super::failure::Failure;
use super::session::{Session, name_of, replace_file};
use super::tex::{begin_table, end_table, table_row};
use super::{Answer, Format};

/// Compute |M_N|, the number of games born by day N
///
/// Without a flag the number is shown as it is best written: in decimal up to day 5, as a sum of
/// powers of two on days 6 and 7 (of day 7 the ends only), as a product formula on day 8.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere count 6\n  \
    misere count 6 --digits\n  \
    misere count 7 --symbolic | head -c 1000\n  \
    misere count 8 --mod 1000000007\n  \
    misere count 20 --mod 257 --format bfile\n  \
    misere count 9 --mod 998244353\n  \
    misere count 6 --table --format tex\n  \
    misere count 5 --quantities --of '2##'")]
#[expect(clippy::struct_excessive_bools, reason = "they are flags")]
pub(super) struct Count {
    /// The day
    #[arg(value_name = "N", allow_negative_numbers = true)]
    day: i64,

    /// The whole sum of powers of two (758 662 of them on day 7); on day 8 the product formula
    #[arg(long, group = "what")]
    symbolic: bool,

    /// All decimal digits, up to day 6
    #[arg(long, group = "what")]
    decimal: bool,

    /// How many decimal digits; from day 7 on, how large that number is
    #[arg(long, group = "what")]
    digits: bool,

    /// The residue modulo M
    #[arg(
        long = "mod",
        value_name = "M",
        group = "what",
        allow_negative_numbers = true
    )]
    modulus: Option<String>,

    /// The method for the residue, instead of the quickest one
    #[arg(long, value_enum, requires = "modulus")]
    method: Option<MethodName>,

    /// What each game takes away from 2^|M_(N-1)|, on days 5 and 6 (Figures 2 and 3 of the paper)
    #[arg(long, group = "what")]
    table: bool,

    /// |N_N|, |N_N^0|, and for each game G |S_N^G| and |R_N^G| (Theorem A.1 of the paper), up to day 6
    ///
    /// N_N are the N-positions born by day N, N_N^0 those with the option 0, S_N^G the games with the
    /// option G, and R_N^G the sets of games born by the day before that simplify to G.
    #[arg(long, group = "what")]
    quantities: bool,

    /// For this G only, born by day 5
    #[arg(long, value_name = "G", requires = "quantities")]
    of: Option<String>,

    /// Write the terms of the sum into this file, one a line
    #[arg(long, value_name = "FILE", group = "what")]
    terms: Option<PathBuf>,
}

/// [`Method`], as a flag.
#[derive(Clone, Copy, ValueEnum)]
enum MethodName {
    /// Term by term, up to day 7
    Terms,
    /// The product formula, days 5 to 8
    Products,
    /// Residue classes of exponents, days 8 and 9
    Classes,
    /// Closed forms, for moduli that divide 2^(2^k)-1
    Closed,
    /// The recursion for all days, for special primes
    Recursion,
}

impl From<MethodName> for Method {
    fn from(name: MethodName) -> Self {
        match name {
            MethodName::Terms => Self::Terms,
            MethodName::Products => Self::Products,
            MethodName::Classes => Self::Classes,
            MethodName::Closed => Self::ClosedForm,
            MethodName::Recursion => Self::Recursion,
        }
    }
}

fn sum_of_day(session: &Session, counts: &Counts, n: u32) -> Result<PowerSum, Failure> {
    let long = n == 7;
    let _progress = long.then(|| session.pieces("adding up day 7"));
    Ok(PowerSum::new(counts, n, session.universe.budget())?)
}

impl Count {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        let others = self.digits || self.terms.is_some();
        // Later numbers are too long for a b-file, which has a message of its own.
        let has_bfile = self.day <= 5 || self.modulus.is_some() || session.format == Format::Bfile;
        let (command, formats): (_, &[Format]) = if self.table || self.quantities {
            (
                "count",
                &[Format::Text, Format::Json, Format::Csv, Format::Tex],
            )
        } else if self.symbolic {
            (
                "count --symbolic",
                &[Format::Text, Format::Json, Format::Tex],
            )
        } else if others {
            ("count --digits or --terms", &[Format::Text, Format::Json])
        } else if has_bfile {
            (
                "count without --table and --quantities",
                &[Format::Text, Format::Json, Format::Tex, Format::Bfile],
            )
        } else {
            (
                "count without --table and --quantities",
                &[Format::Text, Format::Json, Format::Tex],
            )
        };
        session.require_format(command, formats)?;
        let day = u64::try_from(self.day)
            .map_err(|_| Failure::input("days are counted from 0", Some("try misere count 6")))?;
        if let Some(modulus) = &self.modulus {
            self.modular(session, day, modulus)?;
            return Ok(Answer::Yes);
        }
        let n = u32::try_from(day).map_err(|_| {
            let message = format!("day {day} is too far out to be described");
            Failure::input(&message, Some("--mod M gives residues for some M"))
        })?;
        let counts = Counts::new();
        if session.format == Format::Bfile {
            print_bfile(session, &counts, n)?;
        } else if self.decimal {
            let progress = session.pieces("converting to decimal");
            let value = decimal(&counts, n, session.universe.budget())?;
            drop(progress);
            print_value(session, n, value)?;
        } else if self.digits {
            print_digits(session, &counts, n)?;
        } else if self.table {
            print_table(session, &counts, n)?;
        } else if self.quantities {
            let of = match &self.of {
                Some(of) => Some(session.evaluate(of)?),
                None => None,
            };
            print_quantities(session, &counts, n, of)?;
        } else if let Some(path) = &self.terms {
            let sum = sum_of_day(session, &counts, n)?;
            replace_file(path, |file| write_terms(file, &sum))?;
            session.note(&format!("{}: one term a line", path.display()));
        } else if n == 8 {
            print_product(session, &counts)?;
        } else if self.symbolic || (6..8).contains(&n) {
            self.print_sum(session, &counts, n)?;
        } else {
            let value =
                decimal(&counts, n, session.universe.budget()).map_err(|_| not_written(n))?;
            print_value(session, n, value)?;
        }
        Ok(Answer::Yes)
    }

    fn modular(&self, session: &mut Session, n: u64, modulus: &str) -> Result<(), Failure> {
        let m: BigUint = modulus.parse().map_err(|_| {
            let message = format!("`{modulus}` is not a modulus");
            Failure::input(
                &message,
                Some("a modulus is a whole number from 1 on, as in 97"),
            )
        })?;
        let found = |session: &Session, n| match self.method {
            Some(method) => residue_by(method.into(), n, &m, session.universe.budget()),
            None => residue(n, &m, session.universe.budget()),
        };
        let progress = session.pieces("computing the residue");
        if session.format == Format::Bfile {
            for day in 0..=n {
                let residue = found(session, day)?;
                session.line(&format!("{day} {residue}"))?;
            }
            return Ok(());
        }
        let found = CountResidue {
            residue: found(session, n)?.to_string(),
            modulus: m.to_string(),
            n,
        };
        drop(progress);
        match session.format {
            Format::Json => session.json(&found),
            Format::Tex => session.line(&format!("${}$", found.residue)),
            _ => session.line(&found.residue),
        }
    }

    fn print_sum(&self, session: &mut Session, counts: &Counts, n: u32) -> Result<(), Failure> {
        let sum = sum_of_day(session, counts, n)?;
        match (session.format, sum) {
            (Format::Json, sum) => session.json(&CountSum { n, sum }),
            (Format::Tex, PowerSum::Short(tower)) => session.line(&format!("${}$", tower.to_tex())),
            (Format::Tex, PowerSum::Long(_)) if self.symbolic => {
                let message = "the sum of day 7 is too long to be typeset";
                let hint = "misere count 7 --format tex has both of its ends";
                Err(Failure::input(message, Some(hint)))
            }
            (Format::Tex, PowerSum::Long(sum)) => tex_ends(session, &sum),
            (_, PowerSum::Short(tower)) => session.line(&tower.to_string()),
            (_, PowerSum::Long(sum)) if self.symbolic => session.displayed(&sum),
            (_, PowerSum::Long(sum)) => print_ends(session, &sum),
        }
    }
}

fn not_written(n: u32) -> Failure {
    let message = format!("|M_{n}| cannot be written down");
    let hint = "--digits tells how large it is, --mod M gives residues for many M";
    Failure::input(&message, Some(hint))
}

/// Prints the numbers of all days up to this one, as the OEIS wants them.
fn print_bfile(session: &mut Session, counts: &Counts, n: u32) -> Result<(), Failure> {
    if n > 5 {
        let message = "b-files have numbers of up to 1000 digits, and |M_6| is longer";
        let hint = "--mod M gives residues for many M; the numbers end with count 5";
        return Err(Failure::input(message, Some(hint)));
    }
    for day in 0..=n {
        let value = decimal(counts, day, session.universe.budget())?;
        session.line(&format!("{day} {value}"))?;
    }
    Ok(())
}

fn print_value(session: &mut Session, n: u32, value: String) -> Result<(), Failure> {
    if session.format == Format::Json {
        return session.json(&CountValue { n, value });
    }
    if session.format == Format::Tex {
        return session.line(&format!("${value}$"));
    }
    session.line(&value)
}

fn print_product(session: &mut Session, counts: &Counts) -> Result<(), Failure> {
    let found = CountProduct::new(counts)?;
    match session.format {
        Format::Json => session.json(&found),
        Format::Tex => session.line(&aligned(&found.tex)),
        _ => session.line(&found.expression),
    }
}

/// Prints the first and the last terms of day 7, as in Figure 4 of the paper.
fn print_ends(session: &mut Session, sum: &DaySevenSum) -> Result<(), Failure> {
    const ENDS: usize = 4;
    let total = sum.terms().count();
    for (i, term) in sum.terms().enumerate() {
        if i == ENDS {
            session.line(&format!(
                "… {} more terms: --symbolic has them all …",
                total - 2 * ENDS
            ))?;
        }
        if i < ENDS || i >= total - ENDS {
            let term = signed(&term);
            let (sign, power) = term.split_at(2);
            session.paragraph(sign, power)?;
        }
    }
    session.line(&format!("+ {}", sum.constant()))
}

/// The same as a display.
fn tex_ends(session: &mut Session, sum: &DaySevenSum) -> Result<(), Failure> {
    const ENDS: usize = 4;
    /// A longer exponent has a letter, and a line of its own below, where it breaks.
    const LINE: f64 = 290.0;
    let total = sum.terms().count();
    let (mut rows, mut below) = (Vec::new(), Vec::new());
    for (i, term) in sum.terms().enumerate() {
        if i == ENDS {
            let left_out = total - 2 * ENDS;
            rows.push(format!(r"&\cdots\quad\mbox{{({left_out} more terms)}}"));
        }
        if i < ENDS || i >= total - ENDS {
            let sign = if term.is_negative() { '-' } else { '+' };
            let exponent = term.exponent().to_tex();
            if width(&exponent) <= LINE {
                rows.push(format!(r"&{sign} 2^{{{exponent}}}"));
                continue;
            }
            let letter = format!("e_{{{}}}", below.len() + 1);
            rows.push(format!(r"&{sign} 2^{{{letter}}}"));
            below.push(format!("{letter} &= {exponent}"));
        }
    }
    rows.push(format!("&+ {}", sum.constant()));
    rows.append(&mut below);
    session.line(&aligned(&rows.join(" \\\\\n")))
}

fn signed(term: &Term) -> String {
    let sign = if term.is_negative() { '-' } else { '+' };
    format!("{sign} 2^({})", term.exponent())
}

fn write_terms(file: &mut dyn Write, sum: &PowerSum) -> std::io::Result<()> {
    for term in sum.terms() {
        writeln!(file, "{}", signed(&term))?;
    }
    writeln!(file, "+ {}", sum.constant())
}

/// The maximum number of powers of ten that are written out.
const HIGHEST_TOWER: u32 = 12;

fn print_digits(session: &mut Session, counts: &Counts, n: u32) -> Result<(), Failure> {
    if n <= 6 {
        let found = CountDigits::new(counts, n)?;
        if session.format == Format::Json {
            return session.json(&found);
        }
        return session.line(&found.digits.to_string());
    }
    let found = CountSize::new(counts, n)?;
    if session.format == Format::Json {
        return session.json(&found);
    }
    let digits_of_log = found
        .log10_leading_digits
        .zip(found.log10_digits_before_point);
    if let Some((leading, before_point)) = digits_of_log {
        let (first, rest) = leading.split_at(1);
        let exponent = before_point - 1;
        session.line(&format!("about {first}.{rest}·10^{exponent} digits"))?;
    }
    let size = found.size;
    let (height, exponent) = (size.height, size.exponent);
    if height > HIGHEST_TOWER {
        let tower = format!("10^(10^(…(10^{exponent}…)…))");
        return session.line(&format!("|M_{n}| = {tower} with {height} powers of ten"));
    }
    let powers = height as usize - 1;
    let (tower, close) = ("10^(".repeat(powers), ")".repeat(powers));
    session.line(&format!("|M_{n}| = {tower}10^{exponent}…{close}"))
}

/// How games are written in tables, as in the figures of the paper.
fn paper_style(session: &Session) -> Style {
    let style = session.style();
    match style.notation {
        Notation::Conway => Style {
            notation: Notation::Paper,
            ..style
        },
        _ => style,
    }
}

/// Prints Figure 2 or 3 of the paper.
fn print_table(session: &mut Session, counts: &Counts, n: u32) -> Result<(), Failure> {
    let style = paper_style(session);
    let name = |u: &mut Universe, g| name_of(u, g, style).map_err(Failure::from);
    let found = CountTable::new(&mut session.universe, counts, n, name)?;
    if session.format == Format::Json {
        return session.json(&found);
    }
    let rows = found.rows.into_iter().map(|row| {
        // The exponents of day 5 are small, and the one of the proviso is not printed.
        let exponent = match (n, &*row.game) {
            (5, "(proviso)") => String::new(),
            (5, _) => row.exponent.clone(),
            _ => row.expansion,
        };
        let (sign, constant) = match &*row.game {
            "(proviso)" => ("+", "- 1"),
            _ => ("-", "+ 1"),
        };
        let adjustment = format!("{sign}2^{} {constant}", row.exponent);
        [row.game, exponent, adjustment]
    });
    let before = n - 1;
    if session.format == Format::Tex {
        let sizes = format!(r"$|\mathcal{{S}}_{before}^G|$");
        begin_table(session, "lll", &["$G$", &sizes, "Adjustment"])?;
        for [game, exponent, adjustment] in rows {
            let game = match &*game {
                "(proviso)" => "(Proviso)".into(),
                game => format!("${}$", sharps(game)),
            };
            let cells = [exponent, adjustment].map(|cell| format!("${}$", exponents(&cell)));
            let [exponent, adjustment] = cells;
            table_row(session, &[game, exponent.replace("$$", ""), adjustment])?;
        }
        end_table(session)?;
        let total =
            exponents(&found.total).replace(&format!("|M_{n}|"), &format!(r"|\mathcal{{M}}_{n}|"));
        return session.line(&format!("${total}$"));
    }
    if session.format == Format::Csv {
        session.csv(&["game", "size", "adjustment"])?;
        for [game, exponent, adjustment] in rows {
            session.csv(&[&game, &exponent, &adjustment])?;
        }
        return Ok(());
    }
    let head = ["G".into(), format!("|S_{before}^G|"), "adjustment".into()];
    for [game, exponent, adjustment] in std::iter::once(head).chain(rows) {
        let line = format!("{game:<10} {exponent:<36} {adjustment}");
        session.line(line.trim_end())?;
    }
    session.line(&found.total)
}

/// `2##3` in TeX, for games that are written with digits and sharps.
fn sharps(game: &str) -> String {
    let mut out = String::new();
    let mut rest = game;
    while let Some(at) = rest.find('#') {
        let after = rest[at..].trim_start_matches('#');
        let sharps = rest.len() - at - after.len();
        out.push_str(&rest[..at]);
        out.push_str("_{");
        out.push_str(&r"\#".repeat(sharps));
        out.push('}');
        rest = after;
    }
    out + rest
}

fn print_quantities(
    session: &mut Session,
    counts: &Counts,
    n: u32,
    of: Option<Game>,
) -> Result<(), Failure> {
    let tex = session.format == Format::Tex;
    let style = if tex {
        Style {
            notation: Notation::Tex,
            ..session.style()
        }
    } else {
        paper_style(session)
    };
    let name = |u: &mut Universe, g| name_of(u, g, style).map_err(Failure::from);
    let found = CountQuantities::new(&mut session.universe, counts, n, of, name)?;
    if session.format == Format::Json {
        return session.json(&found);
    }
    if tex {
        begin_table(
            session,
            &format!("l{}", wide_column(0.78)),
            &["quantity", "value"],
        )?;
    }
    if session.format == Format::Csv {
        session.csv(&["quantity", "value"])?;
    }
    for Quantity {
        set,
        game,
        value,
        tex: formula,
    } in found.quantities
    {
        let (letter, exponent) = set.split_once('^').unwrap_or((set, ""));
        let game = game.as_deref().unwrap_or(exponent);
        if tex {
            let name = match game {
                "" => format!(r"$|\mathcal{{{letter}}}_{n}|$"),
                _ => format!(r"$|\mathcal{{{letter}}}_{n}^{{{game}}}|$"),
            };
            table_row(session, &[name, format!("${formula}$")])?;
        } else {
            let name = match game {
                "" => format!("|{letter}_{n}|"),
                _ => format!("|{letter}_{n}^{game}|"),
            };
            match session.format {
                Format::Csv => session.csv(&[&name, &value])?,
                _ => session.line(&format!("{name:<14} {value}"))?,
            }
        }
    }
    if tex {
        return end_table(session);
    }
    Ok(())
}

impl From<CensusError> for Failure {
    fn from(error: CensusError) -> Self {
        match error {
            CensusError::Stopped(reason) => Self::Interrupted(reason),
            CensusError::NotFactored { .. }
            | CensusError::OrderTooLong { .. }
            | CensusError::OutOfReach { .. } => Self::OutOfReach(error.to_string()),
            CensusError::ZeroModulus => Self::input(&error.to_string(), Some("try --mod 97")),
            CensusError::NotListed { .. } => {
                let hint = "misere count counts the games of later days";
                Self::input(&error.to_string(), Some(hint))
            }
            CensusError::NotDecimal { .. } | CensusError::NotSymbolic { .. } => {
                let hint = "--digits tells how large it is, --mod M gives residues for many M";
                Self::input(&error.to_string(), Some(hint))
            }
            _ => Self::input(&error.to_string(), None),
        }
    }
}
