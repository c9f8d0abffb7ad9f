//! Rows of the index page.
//!
//! Pure functions from [`IndexStatus`] and [`Inspection`] to rows.

use crate::app::index_status::{Activity, GraphBuild, IndexStatus, ModelState};
use crate::app::popup::{Cell, PageRow, labeled};
use crate::app::settings::IndexSettings;
use crate::app::status::Tone;
use crate::app::text::{counted, duration, eta, grouped};
use crate::corpus::{ByteSize, Skipped};
use crate::index::Sizes;
use crate::protocol::{Inspection, Stage, WatchMethod};
use std::collections::BTreeMap;

/// Maximum number of files listed for a reason.
pub(super) const MAX_LISTED: usize = 200;

/// A step that is complete or runs.
fn stage_row(is_done: bool, name: &str, count: String, message: String) -> PageRow {
    let sign = if is_done {
        Cell::text(Tone::Good, "✓ ")
    } else {
        Cell::text(Tone::Plain, "▸ ")
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
    let is_running = index.works.iter().any(|work| work.is_running);
    // The last run may have indexed a single file.
    let heading = match index.works.as_slice() {
        [] => "no work since the start",
        _ if is_running => "this run",
        _ => "last run",
    };
    let mut rows = vec![vec![Cell::text(Tone::Faint, heading)]];
    for work in &index.works {
        let (name, unit) = labels(work.stage);
        let count = match work.stage {
            Stage::Walking if index.walked > 0 => counted(index.walked, "file", "files"),
            _ if work.all == 0 => String::new(),
            _ => format!("{}/{} {unit}", grouped(work.done), grouped(work.all)),
        };
        let time = match &work.pace {
            Some(pace) => eta(pace),
            None => duration(work.seconds),
        };
        rows.push(stage_row(!work.is_running, name, count, time));
    }
    rows
}

/// Progress of the graph being built.
pub(super) fn graph_row(graph: &GraphBuild) -> PageRow {
    let rows = format!("{}/{} rows", grouped(graph.linked), grouped(graph.rows));
    let time = graph.pace.as_ref().map(eta).unwrap_or_default();
    stage_row(false, "graph", rows, time)
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
    settings: &IndexSettings,
    inspection: Option<&Inspection>,
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
    let Some(inspection) = inspection else {
        return head;
    };
    let (files, parents, has_graph, model) = match &inspection.contents {
        Some(contents) => (
            contents.files,
            contents.parents,
            contents.has_graph,
            contents.model.as_str(),
        ),
        None => (0, 0, false, "none yet"),
    };
    let leaves = counted(index.leaves, "leaf", "leaves");
    let counts = [
        counted(files, "file", "files"),
        leaves.clone(),
        counted(index.vectors, "vector", "vectors"),
    ];
    let method = if has_graph {
        "HNSW graph"
    } else {
        "exact scan"
    };
    let model = match &index.model {
        ModelState::Failed(why) => labeled("model", Tone::Error, why.clone()),
        ModelState::Loading => plain("model", format!("{model} (loading)")),
        ModelState::Ready => plain("model", format!("{model} on {}", settings.backend)),
    };
    let (tone, writer) = match (&index.stage, inspection.is_being_written) {
        (Activity::Following, _) => (Tone::Plain, "another smriti-tui process; this one follows"),
        (_, Some(true)) => (Tone::Plain, "this process"),
        (Activity::Failed(_), Some(false)) => (Tone::Warning, "none: indexing failed"),
        (_, Some(false)) => (Tone::Plain, "none: nothing changed recently"),
        (_, None) => (Tone::Plain, "unknown on this file system"),
    };
    let parents = counted(parents, "parent", "parents");
    let embedded = format!("embedding {leaves}, skipping {parents}");
    let graph = settings.graph.name();
    let mut rows = vec![
        plain("contents", counts.join(" · ")),
        plain("embedded", embedded),
    ];
    rows.extend(head);
    rows.extend([
        plain("semantic", format!("{method} (vector.graph = {graph})")),
        model,
        plain("on disk", disk_sizes(&inspection.sizes)),
        plain("folder", settings.folder.clone()),
        plain("config", settings.config.clone()),
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
    let mut texts = Vec::new();
    for (name, bytes) in parts {
        if bytes > 0 {
            texts.push(format!("{name} {}", ByteSize(bytes)));
        }
    }
    texts.join(" · ")
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
        let reason = &files[0].reason;
        let is_shared = files.iter().all(|file| file.reason == *reason);
        let heading = if is_shared {
            reason.to_string()
        } else {
            group.to_owned()
        };
        rows.push(vec![
            Cell::space(2),
            Cell::text(Tone::Plain, heading),
            Cell::text(Tone::Faint, format!("  {}", grouped(files.len()))),
        ]);
        for file in files.iter().take(MAX_LISTED) {
            let path = Cell::text(Tone::Plain, file.path.to_string());
            let mut row = vec![Cell::space(4), path];
            if !is_shared {
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
