//! Rows of the index page.
//!
//! Pure functions from [`IndexStatus`] and [`Inspection`] to rows.

use crate::app::popup::{Cell, PageRow, labeled};
use crate::app::status::{self, Tone, counted, duration, grouped};
use crate::app::{Activity, GraphBuild, IndexSettings, IndexStatus, ModelState, Stage};
use crate::corpus::{ByteSize, Skipped};
use crate::index::Sizes;
use crate::protocol::{Inspection, WatchMethod};
use std::collections::BTreeMap;

/// Maximum number of files listed for a reason.
pub(super) const MAX_LISTED: usize = 200;

/// A step that is complete or runs.
fn stage_row(is_done: bool, name: &str, count: String, message: String) -> PageRow {
    let sign = match is_done {
        true => Cell::text(Tone::Good, "✓ "),
        false => Cell::text(Tone::Plain, "▸ "),
    };
    vec![
        sign,
        Cell::Label(Tone::Plain, name.to_owned()),
        Cell::Field(Tone::Plain, count),
        Cell::text(Tone::Faint, message),
    ]
}

/// Outcome of each stage of the last run; stages that did not run are omitted.
pub(super) fn stages(index: &IndexStatus) -> Vec<PageRow> {
    let rows = index.works.iter().map(|work| {
        let (name, unit) = labels(work.stage);
        let count = match work.stage {
            Stage::Walking if index.walked > 0 => counted(index.walked, "file", "files"),
            _ if work.all == 0 => String::new(),
            _ => format!("{}/{} {unit}", grouped(work.done), grouped(work.all)),
        };
        let message = match &work.pace {
            Some(pace) => status::eta(pace),
            None => duration(work.seconds),
        };
        stage_row(!work.is_running, name, count, message)
    });
    let rows: Vec<_> = rows.collect();
    // The last run may have indexed a single file.
    let message = match index.works.iter().any(|work| work.is_running) {
        _ if rows.is_empty() => "no work since the start",
        true => "this run",
        false => "last run",
    };
    let mut all = vec![vec![Cell::text(Tone::Faint, message)]];
    all.extend(rows);
    all
}

/// Progress of the graph being built.
pub(super) fn graph_row(graph: &GraphBuild) -> PageRow {
    let rows = format!("{}/{} rows", grouped(graph.linked), grouped(graph.rows));
    let eta = graph.pace.as_ref().map(status::eta);
    stage_row(false, "graph", rows, eta.unwrap_or_default())
}

fn labels(stage: Stage) -> (&'static str, &'static str) {
    match stage {
        Stage::Walking => ("scanned", ""),
        Stage::Reading => ("keywords", "files"),
        Stage::Embedding => ("vectors", "leaves"),
        Stage::Maintenance => ("cleanup", ""),
        Stage::Summarizing => ("summaries", "done"),
    }
}

/// Contents of the index and its settings: search methods, source files, and the indexing process.
pub(super) fn contents(
    index: &IndexStatus,
    options: &IndexSettings,
    seen: Option<&Inspection>,
) -> Vec<PageRow> {
    let plain = |label, text: String| labeled(label, Tone::Plain, text);
    let changes = match &index.watching {
        WatchMethod::Live => labeled("changes", Tone::Good, "watching for changes (native)"),
        WatchMethod::Off => labeled("changes", Tone::Plain, "not watching yet"),
        WatchMethod::Polling(why) => {
            let message = format!("polling every few seconds: {why}");
            labeled("changes", Tone::Warning, message)
        }
    };
    let head = vec![plain("generation", index.generation.to_string()), changes];
    let Some(seen) = seen else {
        return head;
    };
    let contents = seen.contents.as_ref();
    let counts = [
        counted(contents.map_or(0, |it| it.files), "file", "files"),
        counted(index.leaves, "leaf", "leaves"),
        counted(index.vectors, "vector", "vectors"),
    ];
    let answers = match contents.is_some_and(|contents| contents.has_graph) {
        true => "HNSW graph",
        false => "exact scan",
    };
    let graph = options.graph.name();
    let model = contents.map_or("none yet", |contents| contents.model.as_str());
    let model = match &index.model {
        ModelState::Failed(why) => labeled("model", Tone::Error, why.clone()),
        ModelState::Loading => plain("model", format!("{model} (loading)")),
        ModelState::Ready => plain("model", format!("{model} on {}", options.backend)),
    };
    let (tone, writer) = match (&index.stage, seen.is_being_written) {
        (Activity::Following, _) => (Tone::Plain, "another smriti-tui process; this one follows"),
        (_, Some(true)) => (Tone::Plain, "this process"),
        (Activity::Failed(_), Some(false)) => (Tone::Warning, "none: indexing failed"),
        (_, Some(false)) => (Tone::Plain, "none: nothing changed recently"),
        (_, None) => (Tone::Plain, "unknown on this file system"),
    };
    let parents = counted(contents.map_or(0, |it| it.parents), "parent", "parents");
    let leaves = counted(index.leaves, "leaf", "leaves");
    let embedded = format!("embedding {leaves}, skipping {parents}");
    let mut rows = vec![
        plain("contents", counts.join(" · ")),
        plain("embedded", embedded),
    ];
    rows.extend(head);
    rows.extend([
        plain("semantic", format!("{answers} (vector.graph = {graph})")),
        model,
        plain("on disk", disk_sizes(&seen.sizes)),
        plain("folder", options.folder.clone()),
        plain("config", options.config.clone()),
        labeled("writer", tone, writer),
    ]);
    rows
}

/// Sizes of the parts of the index.
fn disk_sizes(sizes: &Sizes) -> String {
    let parts = [
        ("keyword index", sizes.lexical),
        ("vectors", sizes.vectors),
        ("graph", sizes.graph),
        ("file states", sizes.store),
        ("extracted texts", sizes.texts),
    ];
    let parts = parts.iter().filter(|(_, bytes)| *bytes > 0);
    let parts: Vec<String> = parts
        .map(|(name, bytes)| format!("{name} {}", ByteSize(*bytes)))
        .collect();
    parts.join(" · ")
}

/// Skipped files by reason.
pub(super) fn skipped(skipped: &[Skipped]) -> Vec<PageRow> {
    let mut groups: BTreeMap<&str, Vec<&Skipped>> = BTreeMap::new();
    for file in skipped {
        groups.entry(file.reason.group()).or_default().push(file);
    }
    let all = match skipped.len() {
        0 => "none: every file is indexed".to_owned(),
        count => grouped(count),
    };
    let mut rows = vec![labeled("skipped", Tone::Plain, all)];
    for (group, files) in groups {
        // A common reason is stated once.
        let shared = files.first().map(|first| &first.reason);
        let shared = shared.filter(|shared| files.iter().all(|it| it.reason == **shared));
        let heading = match shared {
            Some(reason) => reason.to_string(),
            None => group.to_owned(),
        };
        rows.push(vec![
            Cell::space(2),
            Cell::text(Tone::Plain, heading),
            Cell::text(Tone::Faint, format!("  {}", grouped(files.len()))),
        ]);
        for file in files.iter().take(MAX_LISTED) {
            let path = Cell::text(Tone::Plain, file.path.to_string());
            let mut row = vec![Cell::space(4), path];
            if shared.is_none() {
                row.push(Cell::text(Tone::Faint, format!("  {}", file.reason)));
            }
            rows.push(row);
        }
        if files.len() > MAX_LISTED {
            let more = grouped(files.len() - MAX_LISTED);
            let message = format!("and {more} more: smriti-tui status --skipped");
            rows.push(vec![Cell::space(4), Cell::text(Tone::Faint, message)]);
        }
    }
    rows
}
