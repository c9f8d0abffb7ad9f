//! The document that is written as the files are read.
//!
//! Principal type: [`ExportHeader`], which precedes the lists of entries and chunks.

use super::census::{Census, ExportStatistics};
use super::object::{ChunkObject, Exporter, descriptions};
use crate::app::counted;
use crate::chunk::{ChunkTree, embedded_text};
use crate::cli::embed::unit_vectors;
use crate::cli::json;
use crate::cli::output::{EXIT_OK, NOTHING, WRITING};
use crate::cli::selection::{report_skipped, select};
use crate::corpus::{Cancel, Root, head};
use crate::embed::Model;
use crate::pages::Style;
use crate::project::{Overrides, Project, Selection};
use crate::search::Mode;
use anyhow::{Context, Result, ensure};
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// Version of the document's fields.
pub(crate) const VERSION: &str = "2.0";

/// The fields that make the tree.
const HIERARCHY: [&str; 4] = ["id", "parent_id", "children_ids", "is_parent"];

#[derive(clap::Args, Debug)]
pub(crate) struct ChunksOptions {
    /// File or directory [default: current directory]
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    /// Print one JSON document instead of a table of files
    #[arg(long)]
    pub(crate) json: bool,
    /// Include the text of parents
    #[arg(long, requires = "json")]
    pub(crate) parents: bool,
    /// Include vectors
    #[arg(long, requires = "json")]
    pub(crate) vectors: bool,
    /// Print one JSON object per line instead: a header, entries, chunks; each with its record type and the commit
    #[arg(long, requires = "json")]
    pub(crate) lines: bool,
}

/// The document before its lists.
#[derive(Serialize, JsonSchema)]
pub(super) struct ExportHeader<'a> {
    version: &'static str,
    /// Name of the repository.
    repository: &'a str,
    /// The root of the repository.
    path: String,
    /// The commit of the working tree.
    commit: Option<String>,
    /// With --vectors the model of the vectors, else null.
    model: Option<&'a str>,
    total_chunks: usize,
    schema: ExportSchema,
    statistics: &'a ExportStatistics,
}

/// The fields that make the tree, and descriptions of all fields of a chunk.
#[derive(Serialize, JsonSchema)]
struct ExportSchema {
    parent_child_enabled: bool,
    hierarchy_fields: [&'static str; 4],
    fields: BTreeMap<String, String>,
}

impl<'a> ExportHeader<'a> {
    fn new(
        root: &Root,
        repository: &'a str,
        statistics: &'a ExportStatistics,
        model: Option<&'a Model>,
    ) -> Self {
        Self {
            model: model.map(|model| &*model.id().0),
            version: VERSION,
            repository,
            path: root.path().to_string_lossy().into_owned(),
            commit: head(root).commit,
            total_chunks: statistics.parents + statistics.leaves,
            schema: ExportSchema {
                parent_child_enabled: true,
                hierarchy_fields: HIERARCHY,
                fields: descriptions(),
            },
            statistics,
        }
    }
}

pub(crate) fn run(choices: &Overrides, options: &ChunksOptions, style: &Style) -> Result<u8> {
    let (project, selection) = select(choices, options.path.as_deref())?;
    project.expect_one("chunks")?;
    let mut out = BufWriter::new(io::stdout().lock());
    let files = if options.json {
        write_json(&mut out, &project, &selection, options)?
    } else {
        write_plain(&mut out, &project, &selection, style)?
    };
    out.flush().context(WRITING)?;
    Ok(if files > 0 { EXIT_OK } else { NOTHING })
}

/// Writes one document. The first pass counts, the second writes. Returns the number of files.
fn write_json(
    out: &mut impl Write,
    project: &Project,
    selection: &Selection,
    options: &ChunksOptions,
) -> Result<usize> {
    let mut sources = project.sources();
    let mut vectors = None;
    if options.vectors {
        let model = project.lazy_model();
        vectors = model.usable(Mode::Semantic, &Cancel::new())?.loaded;
    }
    let mut census = Census::default();
    let skipped = selection.each(&mut sources, |tree, _| {
        census.count(tree);
        census.describe(tree);
        Ok(())
    })?;
    census.statistics.skipped = skipped.len();
    let repository = project.root().name();
    let heading = ExportHeader::new(
        project.root(),
        &repository,
        &census.statistics,
        vectors.as_deref(),
    );
    let mut out = ExportWriter::begin(out, options.lines, &heading)?;
    let mut entries = census
        .described
        .entries(&selection.directory, &census.usages, &repository);
    if let Some(model) = &vectors {
        let texts: Vec<&str> = entries.iter().map(|entry| &*entry.embedded).collect();
        let vectors = unit_vectors(model, &texts)?;
        for (entry, vector) in entries.iter_mut().zip(vectors) {
            entry.vector = Some(vector);
        }
    }
    out.punctuation(",\"entries\":[")?;
    out.objects("entry", &entries)?;
    let changed = |file: usize| {
        let path = census.files.get(file).map(|(path, _)| path.as_str());
        let path = path.unwrap_or("a file");
        format!("{path} changed while it was read; try again")
    };
    let written = match project.config.summary.server() {
        Some(_) => project.snapshots().latest()?,
        None => None,
    };
    let mut files = 0;
    out.punctuation("\n],\"chunks\":[")?;
    selection.each(&mut sources, |tree, fingerprint| {
        ensure!(census.has(files, tree), changed(files));
        let exporter = Exporter {
            census: &census,
            tree,
            file: files,
            fingerprint,
            repository: &repository,
            with_parents: options.parents,
            written: written.as_deref(),
        };
        let chunks = 0..tree.chunks.len();
        let objects = chunks.map(|index| exporter.object(index));
        let mut objects = objects.collect::<Result<Vec<_>>>()?;
        if let Some(model) = &vectors {
            add_vectors(&mut objects, tree, model)?;
        }
        out.objects("chunk", &objects)?;
        files += 1;
        Ok(())
    })?;
    ensure!(files == census.files.len(), changed(files));
    out.punctuation("\n]}\n")?;
    Ok(files)
}

/// Adds the vectors of the leaves of a file.
fn add_vectors(objects: &mut [ChunkObject<'_>], tree: &ChunkTree, model: &Model) -> Result<()> {
    let indexed = tree.leaves().filter(|(_, leaf)| !leaf.silent);
    let (leaves, texts): (Vec<usize>, Vec<String>) = indexed
        .map(|(leaf, _)| (leaf, embedded_text(tree, leaf)))
        .unzip();
    for (leaf, vector) in leaves.into_iter().zip(unit_vectors(model, &texts)?) {
        objects[leaf].vector = Some(vector);
    }
    Ok(())
}

/// Writes the parts of an export: as lists in one document, or each object as a document on a separate line.
struct ExportWriter<'w, W> {
    out: &'w mut W,
    /// True for documents on lines.
    lines: bool,
    commit: Option<&'w str>,
    /// True until the list has an object.
    is_first: bool,
}

/// An object on a separate line.
#[derive(Serialize)]
struct Line<'a, T> {
    record: &'static str,
    /// Of entries and chunks: the header has its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<&'a str>,
    #[serde(flatten)]
    object: &'a T,
}

impl<'w, W: Write> ExportWriter<'w, W> {
    /// Writes the heading; the lists follow.
    fn begin(out: &'w mut W, lines: bool, heading: &'w ExportHeader<'_>) -> Result<Self> {
        let mut writer = Self {
            out,
            lines,
            commit: None,
            is_first: true,
        };
        if lines {
            writer.objects("header", std::slice::from_ref(heading))?;
            writer.commit = heading.commit.as_deref();
        } else {
            let heading = json::to_text(heading)?;
            writer.punctuation(heading.strip_suffix('}').unwrap_or(&heading))?;
        }
        Ok(writer)
    }

    /// Writes objects, one per line.
    fn objects<T: Serialize>(&mut self, record: &'static str, objects: &[T]) -> Result<()> {
        for object in objects {
            if self.lines {
                let line = json::to_text(&Line {
                    record,
                    commit: self.commit,
                    object,
                })?;
                writeln!(self.out, "{line}").context(WRITING)?;
            } else {
                let comma = if self.is_first { "" } else { "," };
                self.is_first = false;
                write!(self.out, "{comma}\n{}", json::to_text(object)?).context(WRITING)?;
            }
        }
        Ok(())
    }

    /// Writes what is around the lists of one document.
    fn punctuation(&mut self, text: &str) -> Result<()> {
        self.is_first = true;
        if !self.lines {
            write!(self.out, "{text}").context(WRITING)?;
        }
        Ok(())
    }
}

/// Writes a row for each file, and the sums. Returns the number of files.
fn write_plain(
    out: &mut impl Write,
    project: &Project,
    selection: &Selection,
    style: &Style,
) -> Result<usize> {
    let head = row(["parents", "leaves", "bytes", "tokens"], "file");
    writeln!(out, "{}", style.paint("2", &head)).context(WRITING)?;
    let root = project.root().path();
    let mut census = Census::default();
    let skipped = selection.each(&mut project.sources(), |tree, _| {
        let file = census.count(tree);
        let path = style.location(root, tree.path().as_str(), "");
        writeln!(out, "{}", row(file, &path)).context(WRITING)
    })?;
    let sums = &census.statistics;
    let all = format!(
        "{}, {}; embedding {}, skipping {}",
        counted(sums.files, "file", "files"),
        counted(sums.duplicates, "duplicate", "duplicates"),
        counted(sums.embedded, "leaf", "leaves"),
        counted(sums.skipped_parents, "parent", "parents")
    );
    writeln!(out, "{}", style.paint("1", &row(sums.numbers(), &all))).context(WRITING)?;
    report_skipped(&skipped);
    Ok(census.files.len())
}

fn row([parents, leaves, bytes, tokens]: [impl Display; 4], what: &str) -> String {
    format!("{parents:>8} {leaves:>8} {bytes:>10} {tokens:>10}  {what}")
}
