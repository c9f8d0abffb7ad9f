//! Test runs of a model: they verify the graph, determine the dimension, and check that graph and tokenizer
//! match.
//!
//! [`OnnxModel`] runs them once when it is loaded, so that a wrong model fails at the start
//! and not after hours.

use super::{Cause, OnnxModel};

/// Two texts of different lengths.
const TEXTS: [&str; 2] = ["main", "where is the list of open files"];

/// Embeds a text alone and two together, one of them padded; returns the dimension.
pub(super) fn dimension(model: &OnnxModel) -> Result<usize, Cause> {
    let mut texts = Vec::new();
    for text in TEXTS {
        let ids = model.tokenizer.ids(text)?;
        if ids.is_empty() {
            return Err("its tokenizer.json yields no tokens for words".into());
        }
        texts.push(ids);
    }
    let texts: Vec<&[i64]> = texts.iter().map(Vec::as_slice).collect();
    let mut dimension = 0;
    model.sessions.with(|session| {
        model.batch(session, &texts[..1], |_, vector| dimension = vector.len())?;
        model.batch(session, &texts, |_, _| {}).map_err(|error| {
            format!("its graph cannot embed two texts in one batch: {error}").into()
        })
    })?;
    Ok(dimension)
}

/// Refuses a tokenizer with ids beyond the graph's vocabulary, because rare ones would fail only after
/// hours.
pub(super) fn vocabulary(model: &OnnxModel) -> Result<(), Cause> {
    let Some(id) = model.tokenizer.highest_id() else {
        return Ok(());
    };
    model
        .sessions
        .with(|session| model.batch(session, &[&[id]], |_, _| {}))
        .map_err(|error| {
            let what = "its tokenizer.json does not match its model.onnx, which does not know the \
                        token";
            format!("{what} {id}: {error}").into()
        })
}
