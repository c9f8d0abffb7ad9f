//! `smriti-tui embed`: vectors of queries, for engines that hold the vectors of `chunks --json --vectors`.

use super::json;
use super::output::{EXIT_OK, WRITING};
use super::search_input::{MAX_LINE, next_line};
use crate::corpus::Cancel;
use crate::embed::{Embedding, Model};
use crate::project::Project;
use crate::search::Mode;
use anyhow::{Context, Result, ensure};
use std::io::{self, Write};

/// Prints the vector of each line of standard input as a JSON array. A line without words has no direction, so it
/// is an error.
pub(super) fn run(project: &Project) -> Result<u8> {
    let model = project
        .lazy_model()
        .usable(Mode::Semantic, &Cancel::new())?;
    let model = model.loaded.context("no embedding model is loaded")?;
    let mut out = io::stdout().lock();
    let mut input = io::stdin().lock();
    let mut number = 0;
    while let Some(line) = next_line(&mut input)? {
        number += 1;
        let line = line.trim_end_matches(['\r', '\n']);
        ensure!(
            line.len() as u64 <= MAX_LINE,
            "line {number} of standard input exceeds 1 MB"
        );
        let vector = query_vector(&model, line)?;
        ensure!(
            vector.iter().any(|part| *part != 0.0),
            "line {number} of standard input has no words, so it has no vector; remove it"
        );
        writeln!(out, "{}", json::to_text(&vector)?).context(WRITING)?;
    }
    Ok(EXIT_OK)
}

/// The unit vector of a query.
pub(super) fn query_vector(model: &Model, query: &str) -> Result<Vec<f32>> {
    Ok(unit(&model.embed_query(query, &[])?))
}

/// Unit vectors of texts that are searched.
pub(super) fn unit_vectors<S: AsRef<str>>(model: &Model, texts: &[S]) -> Result<Vec<Vec<f32>>> {
    Ok(model.embed(texts)?.iter().map(unit).collect())
}

fn unit(Embedding(parts): &Embedding) -> Vec<f32> {
    let scale = Embedding::scale(parts.len());
    parts.iter().map(|part| f32::from(*part) / scale).collect()
}
