//! The JSON Schema of all answers.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::count::shape;
use super::{
    Check, Compare, CompareDifferences, CountDigits, CountProduct, CountQuantities, CountResidue,
    CountSize, CountTable, CountValue, DayComposite, DayCompositeCount, DayCount, DayStatistics,
    DayUnique, Elimination, Failed, Genus, GenusSequence, HeapOptions, InfiniteQuotient,
    Isomorphism, Josephus, JosephusSet, LoopyMoves, Mate, MethodsCheck, Minus, MiserePeriod, Moves,
    NimBoard, NimSequence, NimSets, OneEvenGame, OptionsTable, Parts, Period, PeriodTest, Primes,
    Quotient, RuleExplained, RuleListed, Show, ShowUnreached, Survivor, SweepPeriod, SweepQuotient,
    WrittenForm,
};

/// Describes an answer.
pub type Describe = fn(&mut SchemaGenerator) -> Schema;

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    T::json_schema(generator)
}

/// The answers: a name, the question, and the types that answer it.
const ANSWERS: &[(&str, &str, &[Describe])] = &[
    (
        "show",
        "misere show: one object for each expression",
        &[of::<Show>, of::<ShowUnreached>],
    ),
    ("form", "misere show --form", &[of::<WrittenForm>]),
    ("parts", "misere parts", &[of::<Parts>]),
    (
        "primes",
        "misere primes: one object for each expression",
        &[of::<Primes>],
    ),
    ("minus", "misere minus", &[of::<Minus>]),
    ("mate", "misere mate", &[of::<Mate>]),
    (
        "compare",
        "misere compare",
        &[of::<Compare>, of::<CompareDifferences>],
    ),
    ("moves", "misere moves", &[of::<Moves>, of::<LoopyMoves>]),
    ("day", "misere day", &[of::<DayCount>]),
    (
        "day_game",
        "misere day --list: one object for each game",
        &[of::<Show>],
    ),
    (
        "day_composite",
        "misere day --composites: one object for each game, or the count of day 6",
        &[of::<DayComposite>, of::<DayCompositeCount>],
    ),
    (
        "day_statistics",
        "misere day --stats",
        &[of::<DayStatistics>],
    ),
    ("day_unique", "misere day 6 --unique", &[of::<DayUnique>]),
    (
        "count",
        "misere count",
        &[
            of::<CountValue>,
            of::<shape::CountSum>,
            of::<CountProduct>,
            of::<CountDigits>,
            of::<CountSize>,
            of::<CountResidue>,
            of::<CountTable>,
            of::<CountQuantities>,
        ],
    ),
    (
        "rules",
        "misere rules: one object for each ruleset",
        &[of::<RuleListed>],
    ),
    ("rule", "misere rules NAME", &[of::<RuleExplained>]),
    ("nim", "misere nim", &[of::<NimSequence>, of::<NimBoard>]),
    (
        "nim_options",
        "misere nim --options",
        &[of::<HeapOptions>, of::<OptionsTable>],
    ),
    ("nim_check", "misere nim --check", &[of::<MethodsCheck>]),
    ("period", "misere period", &[of::<Period>]),
    ("period_test", "misere period --ap", &[of::<PeriodTest>]),
    ("nimsets", "misere nimsets", &[of::<NimSets>]),
    (
        "nimsets_structure",
        "misere nimsets --structure",
        &[of::<OneEvenGame>],
    ),
    ("josephus", "misere josephus X Y", &[of::<Josephus>]),
    ("survivor", "misere josephus --survivor", &[of::<Survivor>]),
    (
        "elimination",
        "misere josephus --order",
        &[of::<Elimination>],
    ),
    (
        "josephus_set",
        "misere josephus --set",
        &[of::<JosephusSet>],
    ),
    ("genus", "misere genus RULESET", &[of::<GenusSequence>]),
    ("genus_of", "misere genus EXPR", &[of::<Genus>]),
    (
        "quotient",
        "misere quotient",
        &[of::<Quotient>, of::<InfiniteQuotient>],
    ),
    (
        "isomorphic",
        "misere quotient --isomorphic-to",
        &[of::<Isomorphism>],
    ),
    (
        "sweep",
        "misere sweep: one object for each game",
        &[of::<SweepPeriod>],
    ),
    (
        "sweep_quotient",
        "misere sweep --quotient: one object for each game",
        &[of::<SweepQuotient>],
    ),
    (
        "misere_period",
        "misere period --misere",
        &[of::<MiserePeriod>],
    ),
    ("check", "misere check", &[of::<Check>]),
    (
        "failed",
        "misere shell --keep-going: in the place of an answer",
        &[of::<Failed>],
    ),
];

/// Returns the schema of all answers of the library. Each entry of `$defs` that is named after a
/// question describes the answer to it.
pub fn schema() -> Schema {
    schema_with(&[])
}

/// Returns the schema of all answers, with those of other crates added: a name, the question, and
/// the schema of the answer.
pub fn schema_with(others: &[(&str, &str, Describe)]) -> Schema {
    let mut generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .with_transform(ClosedObjects)
        .into_generator();
    let own = ANSWERS
        .iter()
        .map(|&(name, question, types)| (name, question, Cow::from(types)));
    let others = others
        .iter()
        .map(|&(name, question, describe)| (name, question, Cow::from(vec![describe])));
    let mut definitions = serde_json::Map::new();
    for (name, question, types) in own.chain(others) {
        let mut choices: Vec<Schema> = types.iter().map(|of| of(&mut generator)).collect();
        let mut schema = match &choices[..] {
            [_] => choices.remove(0),
            _ => json_schema!({ "anyOf": choices }),
        };
        let about = schema.remove("description");
        let about = about.as_ref().and_then(|about| about.as_str());
        let description = match about {
            Some(about) => format!("{question}. {about}"),
            None => format!("{question}."),
        };
        schema.insert("description".into(), description.into());
        ClosedObjects.transform(&mut schema);
        definitions.insert(name.into(), schema.to_value());
    }
    definitions.extend(generator.take_definitions(true));
    json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What misere writes with --format json",
        "description": "One object, or one on each line. An entry of $defs that is named after a \
                        command describes its answer.",
        "$defs": definitions,
    })
}

/// Lets objects have no other keys than those described, and cuts descriptions after their first
/// paragraph.
#[derive(Clone, Debug)]
struct ClosedObjects;

impl Transform for ClosedObjects {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        if schema.get("properties").is_some() {
            schema.insert("additionalProperties".into(), false.into());
        }
        let description = schema.get("description").and_then(|text| text.as_str());
        if let Some((first, _)) = description.and_then(|text| text.split_once("\n\n")) {
            let first = first.to_owned();
            schema.insert("description".into(), first.into());
        }
    }
}
