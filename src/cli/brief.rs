//! A chunk's context in the reply to a search: texts in place of objects.
//!
//! Principal type: [`Brief`].

use crate::answers::{Around, Passage, RelationObject};
use crate::chunk::Kind;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::fmt::Write;

/// The same chunks in the reply to a search.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Brief<'a> {
    Text(String),
    File { full_code: &'a str },
    Near { before: &'a str, after: &'a str },
    Relations(&'a [RelationObject]),
}

impl<'a> Brief<'a> {
    /// The part in this field in the form of `search --json`.
    pub(super) fn of(part: &'a Around, field: &str) -> Self {
        match part {
            Around::Passage(passage) if field == "file_context" => Self::File {
                full_code: &passage.text,
            },
            Around::Passage(passage) => Self::Text(passage.text.clone()),
            Around::Signatures(passages) => Self::Text(listing(passages)),
            Around::Passages(passages) => {
                let texts: Vec<&str> = passages
                    .iter()
                    .map(|passage| passage.text.as_str())
                    .collect();
                Self::Text(texts.join("\n"))
            }
            Around::Near { before, after } => Self::Near {
                before: before.as_ref().map_or("", |side| &side.text),
                after: after.as_ref().map_or("", |side| &side.text),
            },
            Around::Relations(relations) => Self::Relations(&relations.found),
        }
    }

    /// The text that counts in a token budget.
    pub(super) fn text(&self) -> serde_json::Result<String> {
        match self {
            Self::Text(text) => Ok(text.clone()),
            other => serde_json::to_string(other),
        }
    }
}

/// `Class methods:`, then a line for each: `  - Cache.insert: def insert(self, key)`.
fn listing(passages: &[Passage]) -> String {
    let owner = passages.first().and_then(|first| first.owner);
    let title = match owner {
        Some(kind) if kind.is_type() || kind == Kind::Impl => format!("{} methods", kind.name()),
        Some(kind) => format!("{} declarations", kind.name()),
        None => "declarations".to_owned(),
    };
    let mut text = title.get(..1).unwrap_or_default().to_uppercase();
    text.push_str(title.get(1..).unwrap_or_default());
    text.push(':');
    for passage in passages {
        // A signature of Python ends with a colon. Writing to a string does not fail.
        let signature = passage.text.trim_end_matches(':');
        let _ = write!(text, "\n  - {}: {signature}", passage.qualified_name);
    }
    text
}
