//! `smriti-tui status`: contents and location of the index.
//!
//! Principal type: [`StatusObject`]. It changes no index and sends nothing.

use super::args::StatusOptions;
use super::context::NOT_INDEXED;
use super::selection::SkippedObject;
use super::{EXIT_OK, plain};
use crate::corpus::{ByteSize, Cancel, Skipped, SourcePath, head};
use crate::index::Snapshot;
use crate::project::Project;
use crate::summary::endpoint::estimated_tokens;
use crate::workers::indexer::{SUMMARIZED_DECLARATIONS, author_of, unwritten};
use crate::workers::skipped;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::fmt::Write;

/// Average bytes of text per token of the bundled tokenizer: 3.9 in flask, 4.3 in redux.
const BYTES_PER_TOKEN: u64 = 4;

#[derive(Serialize, JsonSchema)]
pub(super) struct StatusObject {
    /// The root of the repository.
    root: String,
    /// The directory of the index.
    index: String,
    /// Generation of the index; 0 before the first commit.
    generation: u64,
    /// The commit of the working tree.
    commit: Option<String>,
    model: Option<String>,
    backend: String,
    files: usize,
    leaves: usize,
    /// Chunks that are not embedded because their leaves are.
    parents: usize,
    /// Leaves and parents of a file on average.
    chunks_per_file: f64,
    vectors: usize,
    /// Estimated additional tokens if every class, function and method were embedded whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens_saved: Option<u64>,
    graph: GraphObject,
    bytes: BytesObject,
    /// True if a process is indexing this repository; null if unknown.
    writer: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<Vec<SkippedObject>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summaries: Option<SummariesObject>,
}

/// Requests that a summary server would receive.
#[derive(Serialize, JsonSchema)]
struct SummariesObject {
    /// URL of the server; null if none is configured.
    url: Option<String>,
    /// The model that would be used.
    model: Option<String>,
    /// Estimated tokens of all requests, without answers.
    tokens: u64,
    unwritten: Vec<UnwrittenObject>,
}

#[derive(Serialize, JsonSchema)]
struct UnwrittenObject {
    path: String,
    kind: &'static str,
    tokens: u64,
    /// Exactly what would be sent.
    system: &'static str,
    user: String,
}

#[derive(Serialize, JsonSchema)]
struct GraphObject {
    /// `vector.graph` of the configuration.
    setting: &'static str,
    /// True if searches use a graph.
    in_use: bool,
}

/// On disk.
#[derive(Serialize, JsonSchema)]
struct BytesObject {
    tantivy: u64,
    vectors: u64,
    graph: u64,
    sled: u64,
    /// Extracted texts.
    texts: u64,
}

pub(super) fn run(project: &Project, options: &StatusOptions) -> anyhow::Result<u8> {
    let snapshot = project.snapshots().latest()?;
    let is_read = |path: &SourcePath| match &snapshot {
        Some(snapshot) => Ok(!snapshot.contains_file(path)?),
        None => Ok(true),
    };
    let mut list = None;
    if options.skipped {
        let cancel = &Cancel::new();
        list = Some(skipped(&project.reader, &project.index, is_read, cancel)?);
    }
    let mut status = status(project, snapshot.as_deref(), list);
    if let Some(snapshot) = &snapshot
        && options.json
    {
        status.tokens_saved = Some(snapshot.repeated_bytes()? / BYTES_PER_TOKEN);
    }
    match (options.summaries, snapshot.as_deref()) {
        (true, Some(snapshot)) => status.summaries = Some(summaries(project, snapshot)?),
        (true, None) => super::print_error(NOT_INDEXED),
        (false, _) => {}
    }
    super::print_object(&status, options.json, page).map(|()| EXIT_OK)
}

/// The page of `status`.
pub(super) fn text(project: &Project) -> anyhow::Result<String> {
    let snapshot = project.snapshots().latest()?;
    Ok(page(&status(project, snapshot.as_deref(), None)))
}

fn status(
    project: &Project,
    snapshot: Option<&Snapshot>,
    skipped: Option<Vec<Skipped>>,
) -> StatusObject {
    let sizes = project.index.sizes();
    let parents = snapshot.map_or(0, Snapshot::parents);
    let files = snapshot.map_or(0, Snapshot::files);
    let leaves = snapshot.map_or(0, Snapshot::leaves);
    let per_file = (leaves + parents) as f64 / files.max(1) as f64;
    StatusObject {
        root: project.root().path().to_string_lossy().into_owned(),
        index: project.index.path().to_string_lossy().into_owned(),
        generation: snapshot.map_or(0, |snapshot| snapshot.generation().0),
        model: snapshot.map(|snapshot| snapshot.identity().model.0.clone()),
        backend: project.model.backend(),
        commit: head(project.root()).commit,
        files,
        leaves,
        parents,
        chunks_per_file: (per_file * 10.0).round() / 10.0,
        tokens_saved: None,
        vectors: snapshot.map_or(0, Snapshot::vectors),
        graph: GraphObject {
            setting: project.config.vector.graph.name(),
            in_use: snapshot.is_some_and(Snapshot::has_graph),
        },
        bytes: BytesObject {
            tantivy: sizes.lexical,
            vectors: sizes.vectors,
            graph: sizes.graph,
            sled: sizes.store,
            texts: sizes.texts,
        },
        summaries: None,
        writer: project.index.is_being_written(),
        skipped: skipped.map(SkippedObject::all),
    }
}

/// Requests that the server would receive.
fn summaries(project: &Project, snapshot: &Snapshot) -> anyhow::Result<SummariesObject> {
    let server = project.config.summary.server();
    let mut object = SummariesObject {
        url: server.map(|(url, _)| url.to_owned()),
        model: server.map(|(_, model)| model.to_owned()),
        tokens: 0,
        unwritten: Vec::new(),
    };
    let author = server.map(|(_, model)| author_of(model));
    for summary in unwritten(snapshot, author.as_deref(), SUMMARIZED_DECLARATIONS)? {
        let prompt =
            summary.prompt(snapshot, &project.reader, &project.limits(), &Cancel::new())?;
        let Some(prompt) = prompt else {
            continue;
        };
        let tokens = estimated_tokens(&prompt);
        object.tokens += tokens;
        object.unwritten.push(UnwrittenObject {
            path: summary.record.path.to_string(),
            kind: summary.record.kind.name(),
            tokens,
            system: prompt.system,
            user: prompt.user,
        });
    }
    Ok(object)
}

fn page(status: &StatusObject) -> String {
    let StatusObject { graph, bytes, .. } = status;
    let mut page = String::new();
    // Writing to a string does not fail.
    let mut row = |name: &str, value: &str| _ = writeln!(page, "{name:<11} {}", plain::path(value));
    row("repository", &status.root);
    row("index", &status.index);
    match status.generation {
        0 => row("generation", &format!("0 ({NOT_INDEXED})")),
        generation => row("generation", &generation.to_string()),
    }
    row("model", status.model.as_deref().unwrap_or("none yet"));
    row("backend", &status.backend);
    row("files", &status.files.to_string());
    let (leaves, parents, vectors) = (status.leaves, status.parents, status.vectors);
    let per_file = status.chunks_per_file;
    let chunks =
        format!("embedding {leaves} leaves, skipping {parents} parents; {per_file} per file");
    row("chunks", &chunks);
    let share = vectors * 100 / leaves.max(1);
    row("vectors", &format!("{vectors} ({share}%)"));
    let in_use = match graph.in_use {
        true => "in use",
        false => "not in use: exact scan",
    };
    let setting = graph.setting;
    row("graph", &format!("{in_use} (vector.graph = {setting})"));
    let on_disk = [
        ("keyword index", bytes.tantivy),
        ("vectors", bytes.vectors),
        ("graph", bytes.graph),
        ("file states", bytes.sled),
        ("texts", bytes.texts),
    ];
    let on_disk = on_disk.map(|(name, bytes)| format!("{name} {}", ByteSize(bytes)));
    row("on disk", &on_disk.join(", "));
    let writer = match status.writer {
        Some(true) => "active",
        Some(false) => "none",
        None => "unknown",
    };
    row("writer", writer);
    if let Some(skipped) = &status.skipped {
        row("skipped", &skipped.len().to_string());
        for file in skipped {
            let (path, reason) = (plain::path(&file.path), plain::safe(&file.reason));
            let _ = writeln!(page, "  {path}: {reason}");
        }
    }
    if let Some(summaries) = &status.summaries {
        list(summaries, &mut page);
    }
    page
}

fn list(summaries: &SummariesObject, page: &mut String) {
    let to = match (&summaries.url, &summaries.model) {
        (Some(url), Some(model)) => format!("would be sent to {url}, for {model}"),
        _ => "nothing is sent: summary.url is not set; with a server it would be sent".to_owned(),
    };
    let _ = writeln!(
        page,
        "{:<11} {} to write, about {} tokens (--json shows the text); {}",
        "summaries",
        summaries.unwritten.len(),
        summaries.tokens,
        plain::safe(&to)
    );
    for summary in &summaries.unwritten {
        let (tokens, kind, path) = (summary.tokens, summary.kind, plain::path(&summary.path));
        let _ = writeln!(page, "  {tokens:>6} tokens  {kind:<10} {path}");
    }
}
