//! `smriti-tui embed`: vectors of queries, for engines that hold the vectors of `chunks --json --vectors`.

use super::exit::EXIT_OK;
use super::json;
use super::output::WRITING;
use crate::corpus::Cancel;
use crate::embed::{Embedding, Model};
use crate::project::Project;
use crate::search::Mode;
use anyhow::Context;
use std::io::{self, BufRead, Write};

/// Prints the vector of each line of standard input as a JSON array.
pub(super) fn run(project: &Project) -> anyhow::Result<u8> {
    let model = project
        .lazy_model()
        .usable(Mode::Semantic, &Cancel::new())?;
    let model = model.loaded.context("no embedding model is loaded")?;
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line.context("cannot read standard input")?;
        for vector in unit_vectors(&model, &[line])? {
            writeln!(out, "{}", json::to_text(&vector)?).context(WRITING)?;
        }
    }
    Ok(EXIT_OK)
}

/// Unit vectors of texts.
pub(super) fn unit_vectors<S: AsRef<str>>(
    model: &Model,
    texts: &[S],
) -> anyhow::Result<Vec<Vec<f32>>> {
    let scale = Embedding::scale(model.dimension());
    let mut vectors = Vec::new();
    for Embedding(parts) in model.embed(texts)? {
        vectors.push(parts.iter().map(|part| f32::from(*part) / scale).collect());
    }
    Ok(vectors)
}
