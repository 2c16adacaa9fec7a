//! The library behind a page: a question goes in as JSON, an answer comes out as JSON.
//!
//! Answers are the types of [`misere::answer`] and `misere-claims`, the same as the program prints with
//! `--format json`, so a number in the page is a number of the program. Beside an answer may stand a
//! picture, a fragment of TeX and, if a limit was reached, the reason. What goes wrong is data as well:
//! [`Failure`] has the place in the input.
//!
//! ```
//! let reply = misere_web::ask(r#"{"ask": "show", "expr": "2+2"}"#, &|_| {});
//! let reply: serde_json::Value = serde_json::from_str(&reply).unwrap();
//! assert_eq!(reply["answer"]["form"], "32");
//!
//! let reply = misere_web::ask(r#"{"ask": "show", "expr": "2+"}"#, &|_| {});
//! let reply: serde_json::Value = serde_json::from_str(&reply).unwrap();
//! assert_eq!(reply["failure"]["place"]["start"], 2);
//! ```
//!
//! In a browser `page.rs` exports [`ask`]; everything else is the same on any target, and so are the
//! tests.

mod desk;
mod failure;
mod games;
#[cfg(target_family = "wasm")]
pub mod page;
mod papers;
mod playing;
mod question;
mod quotients;
mod rulesets;

use serde::Serialize;

use desk::Desk;
pub use failure::{Failure, Kind, Place};
use question::{Asked, Question};

/// The longest question, in bytes.
const LONGEST: usize = 1 << 20;

/// Answers a question. `report` is told how far the work has come, where that is known.
pub fn ask(question: &str, report: &dyn Fn(&str)) -> String {
    #[derive(Serialize)]
    struct Failed {
        failure: Failure,
    }
    let reply = if question.len() > LONGEST {
        Err(Failure::input("the question is too long", None))
    } else {
        serde_json::from_str(question)
            .map_err(|error| Failure::input(format!("not a question: {error}"), None))
            .and_then(|asked| answer(asked, report))
    };
    reply.unwrap_or_else(|failure| {
        // Texts and numbers can always be written.
        serde_json::to_string(&Failed { failure }).unwrap_or_default()
    })
}

fn answer(asked: Asked, report: &dyn Fn(&str)) -> Result<String, Failure> {
    let mut desk = Desk::new(&asked, report);
    let desk = &mut desk;
    match asked.question {
        Question::Read { expr } => games::read(desk, &expr),
        Question::Show { expr } => games::show(desk, &expr),
        Question::Options { expr } => games::options(desk, &expr),
        Question::Parts { expr } => games::parts(desk, &expr),
        Question::Primes { expr } => games::primes(desk, &expr),
        Question::Mate { expr } => games::mate(desk, &expr),
        Question::Compare { expr, other } => games::compare(desk, &expr, &other),
        Question::Graph { expr } => games::graph(desk, &expr),
        Question::Lattice { expr } => games::lattice(desk, &expr),
        Question::Moves { expr, normal } => playing::moves(desk, &expr, normal),
        Question::Outcomes {
            exprs,
            normal,
            until_p,
        } => playing::outcomes(desk, &exprs, normal, until_p),
        Question::Rules {} => rulesets::list(),
        Question::Rule { ruleset } => rulesets::explain(desk, &ruleset),
        Question::Nim { ruleset, from, to } => rulesets::nim(desk, &ruleset, from, to),
        Question::Plot { ruleset, from, to } => rulesets::plot(desk, &ruleset, from, to),
        Question::Period { ruleset, to } => rulesets::period(desk, &ruleset, to),
        Question::Genus { ruleset, to } => rulesets::genus(desk, &ruleset, to),
        Question::Quotient {
            ruleset,
            to,
            table,
            structure,
            picture,
            pairs,
        } => {
            let wanted = quotients::Wanted {
                table,
                structure,
                picture,
                pairs,
            };
            quotients::quotient(desk, &ruleset, to, &wanted)
        }
        Question::Claims {} => papers::list(),
        Question::Verify { claims } => papers::verify(desk, &claims),
    }
}
