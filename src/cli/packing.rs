//! Packing of an answer into a number of tokens.
//!
//! Principal types: [`TokenBudget`] and [`Packed`]. Invariant: texts are whole or omitted, never cut, and
//! omitted ones are listed.

use super::context::PARTS;
use super::search::ShownHit;
use crate::embed::TokenCounter;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;

/// Token limit of an answer, counted by the bundled tokenizer.
pub(super) struct TokenBudget {
    tokens: usize,
    counter: TokenCounter,
}

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

impl TokenBudget {
    pub(super) fn new(tokens: usize) -> anyhow::Result<Self> {
        let counter = TokenCounter::bundled()?;
        Ok(Self { tokens, counter })
    }

    /// Keeps the texts that fit: first the texts of the hits, then their context, best hits first.
    pub(super) fn pack(&self, hits: &mut [ShownHit<'_>]) -> anyhow::Result<Packed> {
        let mut packed = Packed {
            max_tokens: self.tokens,
            tokens: 0,
            left_out: Vec::new(),
        };
        for shown in hits.iter_mut() {
            if let Some(text) = &shown.text
                && !packed.fits(shown, "text", self.counter.count(text))
            {
                shown.text = None;
            }
        }
        for shown in hits.iter_mut() {
            for (_, _, field) in PARTS {
                let Some(part) = shown.around.get(field) else {
                    continue;
                };
                let tokens = self.counter.count(&part.brief(field).text()?);
                if !packed.fits(shown, field, tokens) {
                    shown.around.remove(field);
                }
            }
        }
        Ok(packed)
    }
}

impl Packed {
    /// Adds a text to the tokens if it fits, else to the omitted ones.
    fn fits(&mut self, shown: &ShownHit<'_>, field: &'static str, tokens: usize) -> bool {
        let fits = self.tokens + tokens <= self.max_tokens;
        if fits {
            self.tokens += tokens;
        } else {
            self.left_out.push(OmittedText {
                id: shown.hit.record.id.to_string(),
                path: shown.hit.record.path.to_string(),
                field,
                tokens,
            });
        }
        fits
    }
}
