//! Text to token ids, in the form that the graph's contract asks for.

use super::contract::Contract;
use tokenizers::{Tokenizer, TruncationParams};

/// Padding and unknown: the ids that say nothing.
const SILENT_IDS: [u32; 2] = [0, 1];

/// Tokens of a text that count: those after it are not looked at. Position tables of common
/// transformers end here too, so it is also their limit where the tokenizer declares none.
const TOKEN_LIMIT: usize = 512;

/// A shorter declared limit leaves no room for a text beside the special tokens.
const SHORTEST_LIMIT: usize = 16;

/// What the graph is fed for one text. Empty for a text without tokens.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Tokens {
    /// Distinct ids of a bag, or the ids of a sequence in order.
    pub(super) ids: Vec<i64>,
    /// Weight of each id of a bag; empty for a sequence.
    pub(super) weights: Vec<f32>,
}

/// Reads a tokenizer and makes it give each text alone: batches are padded here, by length.
pub(super) fn load(json: &[u8]) -> Result<Tokenizer, String> {
    let mut tokenizer = Tokenizer::from_bytes(json)
        .map_err(|error| format!("cannot read its tokenizer.json: {error}"))?;
    tokenizer.with_padding(None);
    Ok(tokenizer)
}

/// Prepares a tokenizer for sequences and gives the length they are cut at: the one that is
/// declared beside it, else its own, else what graphs commonly take.
pub(super) fn limit_sequences(
    tokenizer: &mut Tokenizer,
    declared: Option<usize>,
) -> Result<usize, String> {
    let own = tokenizer.get_truncation().map(|it| it.max_length);
    let max_length = declared.or(own).unwrap_or(TOKEN_LIMIT);
    if max_length < SHORTEST_LIMIT {
        return Err(format!(
            "it cuts texts at {max_length} tokens, which is too few to embed"
        ));
    }
    let truncation = TruncationParams {
        max_length,
        ..TruncationParams::default()
    };
    tokenizer
        .with_truncation(Some(truncation))
        .map_err(|error| error.to_string())?;
    Ok(max_length)
}

/// The highest id that a tokenizer may give.
pub(super) fn highest_id(tokenizer: &Tokenizer) -> i64 {
    let ids = tokenizer.get_vocab(true).into_values();
    ids.max().map_or(0, i64::from)
}

/// The tokens of a text under a contract.
pub(super) fn tokenize(
    tokenizer: &Tokenizer,
    contract: Contract,
    text: &str,
) -> Result<Tokens, String> {
    if text.trim().is_empty() {
        return Ok(Tokens::default());
    }
    let special = match contract {
        Contract::Bag => false,
        Contract::Sequence { .. } => true,
    };
    let encoding = tokenizer
        .encode_fast(text, special)
        .map_err(|error| error.to_string())?;
    Ok(match contract {
        Contract::Bag => bag(encoding.get_ids()),
        Contract::Sequence { .. } => Tokens {
            ids: encoding.get_ids().iter().map(|id| i64::from(*id)).collect(),
            weights: Vec::new(),
        },
    })
}

/// Each distinct id once, weighted by ln(1 + occurrences).
fn bag(ids: &[u32]) -> Tokens {
    let mut ids: Vec<u32> = ids
        .iter()
        .copied()
        .filter(|id| !SILENT_IDS.contains(id))
        .take(TOKEN_LIMIT)
        .collect();
    ids.sort_unstable();
    let mut tokens = Tokens::default();
    for equal in ids.chunk_by(|a, b| a == b) {
        tokens.ids.push(i64::from(equal[0]));
        tokens.weights.push((equal.len() as f32).ln_1p());
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(ids: &[u32], expected: &[(i64, f32)]) {
        let tokens = bag(ids);
        let found: Vec<(i64, f32)> = tokens.ids.into_iter().zip(tokens.weights).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_bag_counts_each_id_once() {
        check(&[], &[]);
        check(&[0, 1, 1], &[]);
        check(&[7, 5, 7, 1, 7], &[(5, 1f32.ln_1p()), (7, 3f32.ln_1p())]);
    }

    #[test]
    fn a_bag_looks_at_the_first_tokens_only() {
        // Silent ids do not use the limit up.
        let ids: Vec<u32> = [0; 600].into_iter().chain(2..1000).collect();
        let tokens = bag(&ids);
        assert_eq!(tokens.ids.len(), TOKEN_LIMIT);
        assert_eq!(tokens.ids.last(), Some(&(TOKEN_LIMIT as i64 + 1)));
    }
}
