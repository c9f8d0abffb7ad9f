//! `smriti-tui signals`: what the ranking sees of each file, before it is weighed.

use super::DONE;
use super::args::SignalsOptions;
use super::freshness::Upkeep;
use super::search::usable;
use crate::corpus::Cancel;
use crate::project::Project;
use crate::search::{Query, file_signals};
use anyhow::Context;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufWriter, Write};

/// One line of output.
#[derive(Serialize)]
struct Line<'q> {
    query: &'q str,
    /// By path, then by the signal's name.
    files: BTreeMap<String, BTreeMap<&'static str, f32>>,
}

pub(super) fn run(project: &Project, options: &SignalsOptions) -> anyhow::Result<u8> {
    let load = project.model(Box::new(|_| {}))?;
    let mut upkeep = Upkeep::of(project, load.clone(), project.config.vector.graph);
    upkeep.refresh(project)?;
    let mode = options.mode.into();
    let model = usable(&load, mode)?;
    let snapshot = upkeep.snapshot()?;
    let snapshot = snapshot.context("there is no index yet; `smriti-tui index` makes it")?;
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let text = line.context("cannot read standard input")?;
        let query = Query::parse(&text, mode);
        let (reader, go) = (&project.reader, Cancel::new());
        let signals = file_signals(&snapshot, model.as_deref(), reader, &query, &go)?;
        let files = signals.into_iter().flatten();
        let line = Line {
            query: &text,
            files: files
                .map(|(path, signals)| (path.to_string(), signals.into_iter().collect()))
                .collect(),
        };
        serde_json::to_writer(&mut out, &line)?;
        writeln!(out).context(super::WRITING)?;
    }
    out.flush().context(super::WRITING)?;
    Ok(DONE)
}
