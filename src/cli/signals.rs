//! `smriti-tui signals`: the data that the weights of the ranking are fitted on.

use super::DONE;
use super::context::NOT_INDEXED;
use super::freshness::IndexHandle;
use super::search::usable;
use crate::corpus::Cancel;
use crate::project::Project;
use crate::search::{Mode, Query, SearchContext, Signals, signals};
use anyhow::Context;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufWriter, Write};

/// One line of output.
#[derive(Serialize)]
struct Line<'q> {
    query: &'q str,
    /// Names of the signals of a file, and of a chunk, in the order of the values.
    file_signals: Vec<&'static str>,
    chunk_signals: Vec<&'static str>,
    /// Values by path.
    files: BTreeMap<&'q str, Vec<f32>>,
    chunks: Vec<Chunk<'q>>,
}

#[derive(Serialize)]
struct Chunk<'q> {
    path: &'q str,
    start_line: u32,
    end_line: u32,
    /// Equal for chunks with the same text.
    content_hash: String,
    signals: Vec<f32>,
    /// Values of the confidence: cosine, share of words covered, of words known, logarithm of the number of
    /// words, and how surely the query is its name.
    evidence: (Option<f32>, f32, f32, f32, f32),
}

pub(super) fn run(project: &Project, mode: Mode) -> anyhow::Result<u8> {
    let load = project.model(Box::new(|_| {}))?;
    let mut index = IndexHandle::own(project, load.clone(), project.config.vector.graph);
    index.refresh(project)?;
    let model = usable(&load, mode)?;
    let snapshot = index.snapshot()?;
    let snapshot = snapshot.context(NOT_INDEXED)?;
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let text = line.context("cannot read standard input")?;
        let query = Query::parse(&text, mode);
        let context = SearchContext {
            snapshot: &snapshot,
            reader: &project.reader,
            query: &query,
            limit: 0,
            cancel: &Cancel::new(),
        };
        let found = signals(&context, model.as_deref())?;
        serde_json::to_writer(&mut out, &line_of(&text, &found))?;
        writeln!(out).context(super::WRITING)?;
    }
    out.flush().context(super::WRITING)?;
    Ok(DONE)
}

fn line_of<'q>(query: &'q str, found: &'q Signals) -> Line<'q> {
    let names = |signals: &[(&'static str, f32)]| signals.iter().map(|(name, _)| *name).collect();
    let values = |signals: &[(&str, f32)]| signals.iter().map(|(_, value)| *value).collect();
    let first_file = found.files.values().next();
    let first_chunk = found.chunks.first();
    let files = found.files.iter();
    let chunks = found.chunks.iter();
    Line {
        query,
        file_signals: first_file.map_or_else(Vec::new, |signals| names(signals)),
        chunk_signals: first_chunk.map_or_else(Vec::new, |(_, signals, _)| names(signals)),
        files: files
            .map(|(path, signals)| (path.as_str(), values(signals)))
            .collect(),
        chunks: chunks
            .map(|(record, signals, it)| Chunk {
                path: record.path.as_str(),
                start_line: record.lines.0,
                end_line: record.lines.1,
                content_hash: record.hash.to_string(),
                signals: values(signals),
                evidence: (it.cosine, it.covered, it.known, it.words, it.named),
            })
            .collect(),
    }
}
