//! Packing of an answer into a number of tokens.
//!
//! Principal type: [`Packed`]. Invariant: texts are whole or omitted, never cut, and omitted ones are listed.

use super::json::Brief;
use crate::answers::{PARTS, ShownHit, TokenBudget};
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;

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
