//! Contents and location of the index.
//!
//! Principal type: [`StatusObject`]; [`status()`] is its page.

use super::text::{path, safe};
use crate::answers::NOT_INDEXED;
use crate::app::counted;
use crate::corpus::{ByteSize, HeadCommit, Skipped, explain_ignored, head};
use crate::index::Snapshot;
use crate::project::{Project, SkippedObject};
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Ignore files of other version controls.
const UNREAD: [&str; 2] = [".hgignore", ".bzrignore"];

#[derive(Serialize, JsonSchema)]
pub(crate) struct StatusObject {
    /// The root of the repository.
    root: String,
    /// The directory of the index.
    index: String,
    /// The index or pack that this index started from; null if it was made from nothing.
    origin: Option<String>,
    /// Generation of the index; 0 before the first commit.
    generation: u64,
    /// The commit of the working tree.
    commit: Option<String>,
    /// Reason why the changes since that commit are not known; null if they are.
    git: Option<String>,
    model: Option<String>,
    backend: String,
    files: usize,
    /// Numbers of files that their grammar could not parse as a whole, by language.
    unparsed: BTreeMap<String, usize>,
    /// Ignore file of the version control that is not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    unread: Option<&'static str>,
    /// Rule that ignores every file, if there are none for that reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    ignored: Option<String>,
    leaves: usize,
    /// Chunks that are not embedded because their leaves are.
    parents: usize,
    /// Leaves and parents of a file on average.
    chunks_per_file: f64,
    vectors: usize,
    /// Estimated additional tokens if every class, function and method were embedded whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tokens_saved: Option<u64>,
    graph: GraphObject,
    bytes: BytesObject,
    /// True if a process is indexing this repository; null if unknown.
    writer: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<Vec<SkippedObject>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) summaries: Option<SummariesObject>,
}

/// Requests that a summary server would receive.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SummariesObject {
    /// URL of the server; null if none is configured.
    pub(crate) url: Option<String>,
    /// The model that would be used.
    pub(crate) model: Option<String>,
    /// Estimated tokens of all requests, without answers.
    pub(crate) tokens: u64,
    pub(crate) unwritten: Vec<UnwrittenObject>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct UnwrittenObject {
    pub(crate) path: String,
    pub(crate) kind: &'static str,
    pub(crate) tokens: u64,
    /// Exactly what would be sent.
    pub(crate) system: &'static str,
    pub(crate) user: String,
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
    /// Those of them that another index has, too.
    shared: u64,
}

impl StatusObject {
    /// Describes an index; its list of skipped files is optional.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(crate) fn new(
        project: &Project,
        snapshot: Option<&Snapshot>,
        skipped: Option<Vec<Skipped>>,
    ) -> anyhow::Result<Self> {
        let sizes = project.index.sizes();
        let parents = snapshot.map_or(0, Snapshot::parents);
        let (files, leaves) = snapshot.map_or((0, 0), |index| (index.files(), index.leaves()));
        let per_file = (leaves + parents) as f64 / files.max(1) as f64;
        Ok(Self {
            unparsed: match snapshot {
                Some(snapshot) => snapshot.unparsed_files()?,
                None => BTreeMap::new(),
            },
            root: project.root().path().to_string_lossy().into_owned(),
            index: project.index.path().to_string_lossy().into_owned(),
            origin: project.index.origin(),
            generation: snapshot.map_or(0, |snapshot| snapshot.generation().0),
            model: snapshot.map(|snapshot| snapshot.identity().model.0.clone()),
            backend: project.model.backend(),
            commit: head(project.root()).commit,
            git: HeadCommit::open(project.root())
                .err()
                .map(|why| why.to_string()),
            unread: UNREAD
                .into_iter()
                .find(|file| project.root().path().join(file).exists()),
            ignored: (files == 0)
                .then(|| explain_ignored(project.root(), project.reader.limits()))
                .flatten(),
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
                shared: sizes.shared,
            },
            summaries: None,
            writer: project.index.is_being_written(),
            skipped: skipped.map(SkippedObject::all),
        })
    }
}

/// The indexes of several repositories.
#[derive(Serialize, JsonSchema)]
pub(crate) struct WorkspaceStatus {
    /// The deepest directory that contains all.
    root: String,
    repositories: Vec<StatusObject>,
}

impl WorkspaceStatus {
    pub(crate) fn of(project: &Project, repositories: Vec<StatusObject>) -> Self {
        let root = project.root().path().to_string_lossy().into_owned();
        Self { root, repositories }
    }
}

/// The page of `status` for several repositories: a line for each.
pub(crate) fn workspace_status(status: &WorkspaceStatus) -> String {
    let mut page = format!("below {}\n", path(&status.root));
    let numbers = |files, leaves, vectors| {
        let files = counted(files, "file", "files");
        let leaves = counted(leaves, "leaf", "leaves");
        format!(
            "{files}, {leaves}, {}",
            counted(vectors, "vector", "vectors")
        )
    };
    let (mut files, mut leaves, mut vectors) = (0, 0, 0);
    for one in &status.repositories {
        let place = one.root.strip_prefix(&*status.root).unwrap_or(&one.root);
        let contents = match one.generation {
            0 => NOT_INDEXED.to_owned(),
            _ => numbers(one.files, one.leaves, one.vectors),
        };
        let _ = writeln!(
            page,
            "  {}: {contents}",
            path(place.trim_start_matches('/'))
        );
        files += one.files;
        leaves += one.leaves;
        vectors += one.vectors;
    }
    let _ = writeln!(
        page,
        "{} repositories: {}",
        status.repositories.len(),
        numbers(files, leaves, vectors)
    );
    page
}

/// The page of `status`.
pub(crate) fn status(status: &StatusObject) -> String {
    let mut page = Rows::default();
    origin(status, &mut page);
    contents(status, &mut page);
    storage(status, &mut page);
    if let Some(skipped) = &status.skipped {
        page.row("skipped", &skipped.len().to_string());
        for file in skipped {
            let _ = writeln!(page.0, "  {}: {}", path(&file.path), safe(&file.reason));
        }
    }
    if let Some(summaries) = &status.summaries {
        list(summaries, &mut page.0);
    }
    page.0
}

/// Rows of a name and a value.
#[derive(Default)]
struct Rows(String);

impl Rows {
    fn row(&mut self, name: &str, value: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "{name:<11} {}", path(value));
    }
}

/// The repository, and the state that its index is of.
fn origin(status: &StatusObject, page: &mut Rows) {
    page.row("repository", &status.root);
    page.row("index", &status.index);
    match status.generation {
        0 => page.row("generation", &format!("0 ({NOT_INDEXED})")),
        generation => page.row("generation", &generation.to_string()),
    }
    if let Some(origin) = &status.origin {
        page.row("started", &format!("from {origin}"));
    }
    if let Some(why) = &status.git {
        page.row("git", why);
    }
    page.row("model", status.model.as_deref().unwrap_or("none yet"));
    page.row("backend", &status.backend);
}

/// The files and chunks of the index.
fn contents(status: &StatusObject, page: &mut Rows) {
    page.row("files", &status.files.to_string());
    if !status.unparsed.is_empty() {
        let numbers = status
            .unparsed
            .iter()
            .map(|(language, files)| format!("{language} {files}"));
        let numbers = numbers.collect::<Vec<_>>().join(", ");
        page.row(
            "not parsed",
            &format!("parts of files: {numbers} (in:unparsed lists them)"),
        );
    }
    if let Some(file) = status.unread {
        page.row(
            "not read",
            &format!("{file}: copy its rules to .smritiignore"),
        );
    }
    if let Some(why) = &status.ignored {
        page.row("ignored", why);
    }
    let (leaves, parents, vectors) = (status.leaves, status.parents, status.vectors);
    let per_file = status.chunks_per_file;
    let chunks =
        format!("embedding {leaves} leaves, skipping {parents} parents; {per_file} per file");
    page.row("chunks", &chunks);
    let share = vectors * 100 / leaves.max(1);
    page.row("vectors", &format!("{vectors} ({share}%)"));
}

/// The graph, the sizes on disk and the writer.
fn storage(status: &StatusObject, page: &mut Rows) {
    let StatusObject { graph, bytes, .. } = status;
    let in_use = if graph.in_use {
        "in use"
    } else {
        "not in use: exact scan"
    };
    let setting = graph.setting;
    page.row("graph", &format!("{in_use} (vector.graph = {setting})"));
    let on_disk = [
        ("keyword index", bytes.tantivy),
        ("vectors", bytes.vectors),
        ("graph", bytes.graph),
        ("file states", bytes.sled),
        ("texts", bytes.texts),
    ];
    let on_disk = on_disk.map(|(name, bytes)| format!("{name} {}", ByteSize(bytes)));
    let mut on_disk = on_disk.join(", ");
    if bytes.shared > 0 {
        let shared = ByteSize(bytes.shared);
        _ = write!(on_disk, "; {shared} of it shared with other indexes");
    }
    page.row("on disk", &on_disk);
    let writer = match status.writer {
        Some(true) => "active",
        Some(false) => "none",
        None => "unknown",
    };
    page.row("writer", writer);
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
        safe(&to)
    );
    for summary in &summaries.unwritten {
        let (tokens, kind) = (summary.tokens, summary.kind);
        let _ = writeln!(
            page,
            "  {tokens:>6} tokens  {kind:<10} {}",
            path(&summary.path)
        );
    }
}
