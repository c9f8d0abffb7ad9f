//! All user-visible texts by module, for review: the literals with a space in the shipped code, and the help
//! of the command line. After a change: `INSTA_UPDATE=always cargo test --test it strings`.

use super::rust_source::{RustSource, shipped_sources};
use std::collections::{BTreeMap, BTreeSet};

/// Modules whose literals are patterns and word lists of languages, and tools for developers.
const EXEMPT: [&str; 2] = ["syntax", "chunk"];

/// The table of filters, whose texts are in `docs/query.md`.
const FILTERS: &str = "search/query/field.rs";

/// What the types have whose doc comments are the help of the command line.
const HELP: [&str; 4] = ["#[arg(", "#[command(", "Subcommand", "ValueEnum)]"];

/// The text on one line; none for a single word and for a pattern.
fn user_text(literal: &str) -> Option<String> {
    let literal = literal.replace("\\\"", "\"").replace("\\\n", " ");
    let text = literal.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_pattern = ["(?", "\\w", "\\b"].iter().any(|mark| text.contains(mark));
    let is_sentence = text.contains(' ') && text.contains(char::is_alphabetic);
    (is_sentence && !is_pattern).then_some(text)
}

#[test]
fn all_user_visible_strings() {
    let mut modules: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, text) in shipped_sources() {
        let file = file.to_string_lossy();
        let module = file.split(['/', '.']).next().unwrap_or_default();
        if EXEMPT.contains(&module) || file == FILTERS {
            continue;
        }
        let source = RustSource::parse(&text);
        let texts = modules.entry(module.to_owned()).or_default();
        texts.extend(source.literals.iter().copied().filter_map(user_text));
        for item in text.split("\n\n") {
            if HELP.iter().any(|attribute| item.contains(attribute)) {
                let docs = RustSource::parse(item).docs;
                texts.extend(docs.iter().copied().filter_map(user_text));
            }
        }
    }
    modules.retain(|_, texts| !texts.is_empty());
    let mut page = String::new();
    for (module, texts) in modules {
        page += &format!("\n## {module}\n\n");
        for text in texts {
            page += &format!("{text}\n");
        }
    }
    insta::assert_snapshot!(page);
}

#[test]
fn texts_are_joined_and_patterns_skipped() {
    assert_eq!(user_text("five \\\n    six"), Some("five six".to_owned()));
    assert_eq!(user_text(r#"one \"two\""#), Some("one \"two\"".to_owned()));
    assert_eq!(user_text("single"), None);
    assert_eq!(user_text(r"(?i) \w+"), None);
}
