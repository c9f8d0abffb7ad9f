//! The signals of the candidates of each query on standard input, one JSON object per line: the data that
//! `ranking/train.py` and `ranking/confidence.py` fit the ranking on. The directory must be indexed.
//!
//! `cargo bench -q --bench signals -- DIR < queries`

use anyhow::{Context, Result, bail};
use clap::Parser;
use serde::Serialize;
use smriti_tui::answers::ModelStatus;
use smriti_tui::corpus::Cancel;
use smriti_tui::index::Snapshot;
use smriti_tui::project::{Overrides, Project};
use smriti_tui::search::{Mode, Query, SearchContext, Signals, signals};
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufWriter, Write};
use std::path::PathBuf;

#[derive(Parser)]
struct Options {
    /// Directory in the repository
    directory: PathBuf,
    /// Search mode
    #[arg(long, value_enum, default_value_t)]
    mode: Mode,
    #[command(flatten)]
    choices: Overrides,
    /// Given by `cargo bench`
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let project = Project::open(&options.choices, Some(&options.directory))?;
    let model = match project.lazy_model().wait(&Cancel::new()) {
        ModelStatus::Ready(model) => model,
        ModelStatus::Failed(cause) => bail!(cause),
        ModelStatus::Loading => bail!("the model is not loaded"),
    };
    let snapshot = project.snapshots().latest()?;
    let snapshot = snapshot.context("nothing is indexed yet")?;
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let text = line?;
        let query = Query::parse(&text, options.mode);
        let context = SearchContext {
            snapshot: &snapshot,
            reader: &project.reader,
            query: &query,
            limit: 0,
            cancel: &Cancel::new(),
        };
        let model = options.mode.uses_vectors().then_some(&*model);
        let found = signals(&context, model)?;
        serde_json::to_writer(&mut out, &line_of(&text, &found, &snapshot)?)?;
        writeln!(out)?;
    }
    Ok(out.flush()?)
}

/// One line of output.
#[derive(Serialize)]
struct Line<'q> {
    query: &'q str,
    /// Names of the signals of a file, and of a chunk, in the order of the values.
    file_signals: Vec<&'static str>,
    chunk_signals: Vec<&'static str>,
    /// Properties of the query's text; empty for a name.
    property_names: Vec<&'static str>,
    properties: Vec<f32>,
    /// The query's vector as int8 components; empty if the bundled model knows none of its words.
    vector: &'q [i8],
    /// Values by path.
    files: BTreeMap<&'q str, Vec<f32>>,
    chunks: Vec<Chunk<'q>>,
}

#[derive(Serialize)]
struct Chunk<'q> {
    path: &'q str,
    start_line: u32,
    end_line: u32,
    /// The function that it is a piece of, which is one result, and its first and last line.
    function: Option<(String, u32, u32)>,
    /// Equal for chunks with the same text.
    content_hash: String,
    signals: Vec<f32>,
    /// Values of the confidence: cosine, share of covered words, share of known words, logarithm of the
    /// number of words, and likelihood that the query is its name.
    evidence: (Option<f32>, f32, f32, f32, f32),
}

fn line_of<'q>(query: &'q str, found: &'q Signals, snapshot: &Snapshot) -> Result<Line<'q>> {
    let names = |signals: &[(&'static str, f32)]| signals.iter().map(|(name, _)| *name).collect();
    let values = |signals: &[(&str, f32)]| signals.iter().map(|(_, value)| *value).collect();
    let first_file = found.files.values().next();
    let first_chunk = found.chunks.first();
    let files = found.files.iter();
    let mut chunks = Vec::with_capacity(found.chunks.len());
    for (record, signals, it) in &found.chunks {
        let whole = match record.function_in_pieces() {
            Some(function) => snapshot.find(function)?,
            None => None,
        };
        let function = whole.map(|whole| (whole.id.to_string(), whole.lines.0, whole.lines.1));
        chunks.push(Chunk {
            path: record.path.as_str(),
            start_line: record.lines.0,
            end_line: record.lines.1,
            function,
            content_hash: record.hash.to_string(),
            signals: values(signals),
            evidence: (it.cosine, it.covered, it.known, it.words, it.named),
        });
    }
    Ok(Line {
        query,
        file_signals: first_file.map_or_else(Vec::new, |signals| names(signals)),
        chunk_signals: first_chunk.map_or_else(Vec::new, |(_, signals, _)| names(signals)),
        property_names: names(&found.properties),
        properties: values(&found.properties),
        vector: found.vector.as_ref().map_or(&[], |vector| &vector.0),
        files: files
            .map(|(path, signals)| (path.as_str(), values(signals)))
            .collect(),
        chunks,
    })
}
