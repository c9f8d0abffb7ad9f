//! Tests of the command line as a whole, and `docs/schema.json`: the JSON Schemas of all commands with `--json`,
//! generated from their types. After a change: `UPDATE_DOCS=1 cargo test --lib schemas`.

use super::*;
use crate::search::{Field, Mode, Query};
use rmcp::schemars::generate::SchemaSettings;
use rmcp::schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

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
        ("context", define::<context::ContextObject>(generator)),
        ("chunks", define::<chunks::tests::Document<'_>>(generator)),
        ("outline", define::<outline::OutlineObject>(generator)),
        ("status", define::<status::StatusObject>(generator)),
        ("doctor", define::<doctor::Diagnosis>(generator)),
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
fn a_file_may_have_a_line() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a.rs");
    std::fs::write(&file, "").unwrap();
    let check = |argument: &str, expected: Option<(PathBuf, u32)>| {
        let argument = directory.path().join(argument);
        assert_eq!(file_and_line(&argument), expected);
    };
    check("a.rs", Some((file.clone(), 1)));
    check("a.rs:12", Some((file, 12)));
    check("b.rs:12", None);
    check(".", None);
}

#[test]
fn a_repeated_cause_is_omitted() {
    let cause = || io::Error::other("disk full");
    let repeated = anyhow::Error::new(cause()).context("cannot write x: disk full");
    assert_eq!(sentence(&repeated), "cannot write x: disk full");
    let error = Err::<(), _>(cause()).context("cannot write x");
    assert_eq!(sentence(&error.unwrap_err()), "cannot write x: disk full");
}

#[test]
fn help_of_search_lists_every_filter() {
    let found = definition().try_get_matches_from(["smriti-tui", "search", "--help"]);
    let help = found.unwrap_err().to_string();
    for typed in Field::examples() {
        assert!(help.contains(&format!("`{typed}`")), "{typed}: {help}");
    }
}

#[test]
fn matches_of_a_pattern_are_counted_completely() {
    let check = |options: &[&str], query: &str, expected: usize| {
        let words = ["smriti-tui", "search", "x"].iter().chain(options);
        let matches = definition().try_get_matches_from(words).unwrap();
        let args = Args::from_arg_matches(&matches).unwrap();
        let Some(Command::Search(search)) = args.command else {
            panic!("{options:?}");
        };
        let query = Query::parse(query, Mode::Hybrid);
        assert_eq!(search.limit_of(&query), expected, "{options:?} {query:?}");
    };
    check(&["--count"], "/fn a/", 1_000);
    check(&["-l"], "\"a b\"", 1_000);
    check(&["-l"], "lang:rust", 1_000);
    check(&["-l", "-n", "3"], "lang:rust", 3);
    check(&["-l"], "merge segments", 10);
    check(&[], "/fn a/", 10);
}
