//! Packing of an answer into a number of tokens.
//!
//! Principal types: [`Packed`], and [`Brief`], a chunk's context as text in place of objects. Invariant: texts are whole or omitted, never cut, and omitted ones are listed.

use crate::answers::{Around, PARTS, Passage, RelationObject, ShownHit, TokenBudget};
use crate::chunk::Kind;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::fmt::Write;

/// Outcome of packing: what was used, and what did not fit.
#[derive(Serialize, JsonSchema)]
pub(super) struct Packed {
    /// The limit of `--max-tokens`.
    max_tokens: usize,
    /// Tokens of all texts in the answer.
    tokens: usize,
    /// The texts that did not fit.
    left_out: Vec<OmittedText>,
}

/// A text that did not fit. Its hit is listed without it.
#[derive(Serialize, JsonSchema)]
struct OmittedText {
    id: String,
    path: String,
    /// `text`, or a field of its context.
    field: &'static str,
    tokens: usize,
}

impl Packed {
    /// Keeps the texts that fit into the maximum: first the texts of the hits, then their context, best hits first.
    pub(super) fn pack(hits: &mut [ShownHit<'_>], max_tokens: usize) -> anyhow::Result<Self> {
        let mut budget = TokenBudget::new(max_tokens);
        let mut packed = Self {
            max_tokens,
            tokens: 0,
            left_out: Vec::new(),
        };
        for shown in hits.iter_mut() {
            if let Some(text) = &shown.text
                && !packed.fits(shown, "text", budget.take(text))
            {
                shown.text = None;
            }
        }
        for shown in hits.iter_mut() {
            for (_, _, field) in PARTS {
                if let Some(part) = shown.around.get(field) {
                    let text = Brief::of(part, field).text()?;
                    if !packed.fits(shown, field, budget.take(&text)) {
                        shown.around.remove(field);
                    }
                }
            }
        }
        Ok(packed)
    }

    /// Adds a text to the tokens if it was taken, else to the omitted ones.
    fn fits(
        &mut self,
        shown: &ShownHit<'_>,
        field: &'static str,
        taken: Result<usize, usize>,
    ) -> bool {
        match taken {
            Ok(tokens) => self.tokens += tokens,
            Err(tokens) => self.left_out.push(OmittedText {
                id: shown.hit.record.id.to_string(),
                path: shown.hit.record.path.to_string(),
                field,
                tokens,
            }),
        }
        taken.is_ok()
    }
}

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
