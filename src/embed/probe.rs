//! Test runs of a model: they verify the graph, determine the dimension, and check that graph and tokenizer
//! match.
//!
//! [`Model`](super::Model) runs them once when it is loaded, so that a wrong model fails at the start and not
//! after hours.

use super::Pipeline;
use super::error::Cause;
use super::tokens::{Tokenizer, Tokens};

/// Two texts of different lengths.
const TEXTS: [&str; 2] = ["main", "where is the list of open files"];

/// Embeds a text alone and two together, one of them padded; returns the dimension.
pub(super) fn dimension(runner: &Pipeline) -> Result<usize, Cause> {
    let mut texts = Vec::new();
    for text in TEXTS {
        let tokens = runner.tokenizer.tokens(text)?;
        if tokens.ids.is_empty() {
            return Err("its tokenizer.json yields no tokens for words".into());
        }
        texts.push(tokens);
    }
    let texts: Vec<&Tokens> = texts.iter().collect();
    let mut dimension = 0;
    runner.sessions.with(|session| {
        runner.batch(session, &texts[..1], |_, vector| dimension = vector.len())?;
        runner.batch(session, &texts, |_, _| {}).map_err(|error| {
            format!("its graph cannot embed two texts in one batch: {error}").into()
        })
    })?;
    Ok(dimension)
}

/// Refuses a tokenizer with ids beyond the graph's vocabulary, because rare ones would fail only after
/// hours. The size of the vocabulary is the declared one; otherwise the graph is run.
pub(super) fn vocabulary(runner: &Pipeline, declared: Option<usize>) -> Result<(), Cause> {
    let Tokenizer::Sequence(tokenizer) = &runner.tokenizer else {
        return Ok(());
    };
    let highest = tokenizer.get_vocab(true).into_values().max();
    let id = highest.map_or(0, i64::from);
    let unknown = |how: String| -> Cause {
        let what =
            "its tokenizer.json does not match its model.onnx, which does not know the token";
        format!("{what} {id}{how}").into()
    };
    match declared.map(i64::try_from) {
        Some(Ok(known)) if id >= known => {
            return Err(unknown(format!(": its config.json declares {known}")));
        }
        _ => {}
    }
    // An invalid input would end the process under tract.
    if !runner.sessions.runtime.returns_errors() {
        return Ok(());
    }
    let tokens = Tokens {
        ids: vec![id],
        weights: Vec::new(),
    };
    runner
        .sessions
        .with(|session| runner.batch(session, &[&tokens], |_, _| {}))
        .map_err(|error| unknown(format!(": {error}")))
}
