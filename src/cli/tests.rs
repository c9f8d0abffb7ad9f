//! Tests of the command line as a whole, and `docs/schema.json`: the JSON Schemas of all commands with `--json`,
//! generated from their types. After a change: `UPDATE_DOCS=1 cargo test --lib schemas`.

use super::args::{Args, Command, definition};
use super::search_input::{each_query, read_query, typed};
use super::search_options::SearchOptions;
use super::{chunks, doctor, json, outline};
use crate::answers::{ContextObject, ImpactObject, MapObject, PathObject};
use crate::pages::{StatusObject, WorkspaceStatus};
use crate::search::{Field, Mode, Query};
use clap::FromArgMatches;
use rmcp::schemars::generate::SchemaSettings;
use rmcp::schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};
use std::path::Path;

fn define<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}

#[test]
fn schemas_are_those_of_the_types() {
    let mut generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    let generator = &mut generator;
    let search = define::<json::AnswerObject<'_>>(generator);
    let commands = [
        ("search", search.clone()),
        ("similar", search),
        ("context", define::<ContextObject>(generator)),
        ("path", define::<PathObject>(generator)),
        ("impact", define::<ImpactObject>(generator)),
        ("map", define::<MapObject>(generator)),
        ("chunks", define::<chunks::tests::Document<'_>>(generator)),
        ("outline", define::<outline::OutlineObject>(generator)),
        ("status", define::<StatusObject>(generator)),
        ("status-of-several", define::<WorkspaceStatus>(generator)),
        ("doctor", define::<doctor::Diagnosis>(generator)),
        ("doctor-parse", define::<doctor::ParsedFile>(generator)),
    ];
    let mut definitions: Map<String, Value> = generator.take_definitions(true);
    definitions.extend(commands.map(|(name, schema)| (name.to_owned(), schema)));
    let page = serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The objects that smriti-tui COMMAND --json prints: COMMAND is a name below $defs",
        "$defs": definitions,
    });
    let page = format!("{page:#}\n");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema.json");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, &page).unwrap();
    }
    assert!(
        std::fs::read_to_string(&file).unwrap_or_default() == page,
        "docs/schema.json is out of date: run UPDATE_DOCS=1 cargo test --lib schemas"
    );
}

#[test]
fn help_of_search_lists_every_filter() {
    let found = definition().try_get_matches_from(["smriti-tui", "search", "--help"]);
    let help = found.unwrap_err().to_string();
    for typed in Field::examples() {
        assert!(help.contains(&format!("`{typed}`")), "{typed}: {help}");
    }
}

/// The options of `search` with these arguments.
fn search_options(arguments: &[&str]) -> SearchOptions {
    let words = ["smriti-tui", "search"].iter().chain(arguments);
    let matches = definition().try_get_matches_from(words).unwrap();
    match Args::from_arg_matches(&matches).unwrap().command {
        Some(Command::Search(search)) => search,
        other => panic!("{other:?}"),
    }
}

#[test]
fn switches_that_match_nothing_are_named() {
    let check = |arguments: &[&str], expected: bool| {
        let options = search_options(arguments);
        let hint = read_query(&options, &typed(&options)).hint;
        let is_warned = hint.is_some_and(|hint| hint.contains("-w and -U apply to phrases"));
        assert_eq!(is_warned, expected, "{arguments:?}");
    };
    check(&["-w", "router"], true);
    check(&["-s", "Router", "lang:go"], true);
    check(&["-w", "\"router\""], false);
    check(&["-w", "router", "\u{1}-\"x\""], false);
    check(&["-i", "--mode", "regex", "router"], false);
    check(&["-w", "-F", "router"], false);
    check(&["-S", "router"], false);
    check(&["router"], false);
}

#[test]
fn queries_are_not_both_words_and_lines() {
    let check = |arguments: &[&str], expected: Result<&str, &str>| {
        let mut read = String::new();
        let answer = |query: &str| {
            read = query.to_owned();
            Ok(())
        };
        let result = each_query(&search_options(arguments), answer);
        let found = result
            .map(|()| read.as_str())
            .map_err(|error| error.to_string());
        assert_eq!(found, expected.map_err(str::to_owned), "{arguments:?}");
    };
    let why = "`-` reads queries from standard input, and takes no other words";
    check(&["-", "lang:go"], Err(why));
    check(&["-F", "-", "lang:go"], Ok("- lang:go"));
    check(&["a - b"], Ok("a - b"));
}

#[test]
fn matches_of_a_pattern_are_counted_completely() {
    let check = |options: &[&str], query: &str, expected: usize| {
        let search = search_options(&[&["x"], options].concat());
        let query = Query::parse(query, Mode::Hybrid);
        assert_eq!(search.limit_of(&query), expected, "{options:?} {query:?}");
    };
    check(&["--count"], "/fn a/", usize::MAX);
    check(&["-l"], "\"a b\"", usize::MAX);
    check(&["-l"], "lang:rust", usize::MAX);
    check(&["-l", "-n", "3"], "lang:rust", 3);
    check(&["-l"], "merge segments", 10);
    check(&[], "/fn a/", 10);
    check(&["-n", "0"], "/fn a/", usize::MAX);
    check(&["-n", "0"], "merge segments", 1_000);
}
