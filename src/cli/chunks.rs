//! `smriti-tui chunks`: every chunk of a file or a directory, as one document.

use super::args::ChunksOptions;
use super::schema::{ChunkFields, Location};
use super::selection::{Selection, mention};
use super::{DONE, NOTHING, plain};
use crate::chunk::{Chunk, ChunkTree, Kind, embedded_text, enriched_text};
use crate::context::around::{docstring, subject};
use crate::corpus::{Fingerprint, SourcePath};
use crate::embed::TokenCounter;
use crate::project::Choices;
use crate::summary;
use anyhow::{Context, ensure};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Display;
use std::io::{self, BufWriter, Write};

/// Names the meaning of the document's fields.
const VERSION: &str = "2.0";

/// More places with the same text are not listed.
const MOST_LOCATIONS: usize = 100;

/// What each field of a chunk is. The document carries this along.
const SCHEMA: &str = include_str!("chunks.json");

#[derive(Serialize)]
struct ChunkObject<'a> {
    #[serde(flatten)]
    chunk: ChunkFields<'a>,
    children_ids: Vec<String>,
    is_parent: bool,
    boundary: &'static str,
    start_byte: usize,
    end_byte: usize,
    file_crc32: String,
    encoding: &'static str,
    imports: Vec<ImportObject<'a>>,
    inherits: &'a [String],
    methods: Vec<&'a str>,
    docstring: Option<String>,
    line_count: u32,
    summary: Option<String>,
    enriched: Option<String>,
}

#[derive(Serialize)]
struct ImportObject<'a> {
    module: &'a str,
    name: &'a str,
    alias: &'a str,
}

/// Over all files; tokens of what is embedded, by the bundled model's tokenizer.
#[derive(Serialize, Default)]
struct Statistics {
    files: usize,
    parents: usize,
    leaves: usize,
    bytes: usize,
    tokens: usize,
    /// Leaves whose bytes another leaf before them has.
    duplicates: usize,
    skipped: usize,
}

pub(super) fn run(choices: &Choices, options: &ChunksOptions) -> anyhow::Result<u8> {
    let selection = Selection::of(choices, options.path.as_deref())?;
    let mut out = BufWriter::new(io::stdout().lock());
    let files = match options.json {
        true => write_json(&mut out, &selection)?,
        false => write_plain(&mut out, &selection)?,
    };
    out.flush().context(super::WRITING)?;
    Ok(if files > 0 { DONE } else { NOTHING })
}

/// One document. The first pass counts, the second writes: what is held meanwhile are hashes.
/// How many files there were.
fn write_json(out: &mut impl Write, selection: &Selection) -> anyhow::Result<usize> {
    let mut sources = selection.project.sources();
    let counter = TokenCounter::bundled()?;
    let mut census = Census::default();
    let skipped = selection.each(&mut sources, |tree, _| {
        census.count(tree, &counter).map(|_| ())
    })?;
    census.statistics.skipped = skipped.len();
    let Statistics {
        parents, leaves, ..
    } = census.statistics;
    let schema: Value = serde_json::from_str(SCHEMA)?;
    write!(
        out,
        "{{\"version\":\"{VERSION}\",\"repository\":{},\"total_chunks\":{},\"schema\":{},\
         \"statistics\":{},\"chunks\":[",
        serde_json::to_string(&selection.project.root().path().to_string_lossy())?,
        parents + leaves,
        serde_json::to_string(&schema)?,
        serde_json::to_string(&census.statistics)?,
    )
    .context(super::WRITING)?;
    let (mut files, repository) = (0, selection.project.root().name());
    selection.each(&mut sources, |tree, fingerprint| {
        ensure!(census.has(files, tree), CHANGED);
        for chunk in 0..tree.chunks.len() {
            let separator = if files + chunk == 0 { "\n" } else { ",\n" };
            let object = census.object(tree, chunk, files, fingerprint, &repository);
            let object = serde_json::to_string(&object)?;
            write!(out, "{separator}{object}").context(super::WRITING)?;
        }
        files += 1;
        Ok(())
    })?;
    ensure!(files == census.files.len(), CHANGED);
    writeln!(out, "\n]}}").context(super::WRITING)?;
    Ok(files)
}

/// What was counted is not what is there any more.
const CHANGED: &str = "a file changed while it was read; try again";

/// A row for each file, and the sums. How many files there were.
fn write_plain(out: &mut impl Write, selection: &Selection) -> anyhow::Result<usize> {
    let colour = plain::coloured();
    let head = row(["parents", "leaves", "bytes", "tokens"], "file");
    writeln!(out, "{}", plain::paint(colour, "2", &head)).context(super::WRITING)?;
    let counter = TokenCounter::bundled()?;
    let mut census = Census::default();
    let skipped = selection.each(&mut selection.project.sources(), |tree, _| {
        let file = census.count(tree, &counter)?;
        let path = plain::path(tree.path().as_str());
        writeln!(out, "{}", file.row(&path)).context(super::WRITING)
    })?;
    let sums = &census.statistics;
    let all = format!("{} files, {} duplicates", sums.files, sums.duplicates);
    writeln!(out, "{}", plain::paint(colour, "1", &sums.row(&all))).context(super::WRITING)?;
    mention(&skipped);
    Ok(census.files.len())
}

fn row([parents, leaves, bytes, tokens]: [impl Display; 4], what: &str) -> String {
    format!("{parents:>8} {leaves:>8} {bytes:>10} {tokens:>10}  {what}")
}

impl Statistics {
    fn row(&self, what: &str) -> String {
        row([self.parents, self.leaves, self.bytes, self.tokens], what)
    }
}

/// What has to be known of all files before the first chunk can be written.
#[derive(Default)]
struct Census {
    statistics: Statistics,
    /// With the hash of each one's text.
    files: Vec<(SourcePath, u64)>,
    /// Where leaves are, by the hash of their bytes: index of the file, first line.
    places: HashMap<u64, Vec<(usize, u32)>>,
}

impl Census {
    /// Counts a file in; gives its own numbers.
    fn count(&mut self, tree: &ChunkTree, counter: &TokenCounter) -> anyhow::Result<Statistics> {
        let mut file = Statistics {
            files: 1,
            bytes: tree.document.text.len(),
            ..Statistics::default()
        };
        for (index, chunk) in tree.chunks.iter().enumerate() {
            if !chunk.is_leaf() {
                file.parents += 1;
                continue;
            }
            file.leaves += 1;
            if chunk.silent {
                continue;
            }
            file.tokens += counter.count(&embedded_text(tree, index))?;
            let places = self.places.entry(chunk.hash).or_default();
            file.duplicates += usize::from(!places.is_empty());
            places.push((self.files.len(), chunk.lines.0));
        }
        self.files.push((tree.path().clone(), text_hash(tree)));
        let sums = &mut self.statistics;
        sums.files += file.files;
        sums.parents += file.parents;
        sums.leaves += file.leaves;
        sums.bytes += file.bytes;
        sums.tokens += file.tokens;
        sums.duplicates += file.duplicates;
        Ok(file)
    }

    /// Whether this is the file that was counted at this place.
    fn has(&self, file: usize, tree: &ChunkTree) -> bool {
        let counted = self.files.get(file);
        counted.is_some_and(|(path, hash)| path == tree.path() && *hash == text_hash(tree))
    }

    fn object<'a>(
        &'a self,
        tree: &'a ChunkTree,
        index: usize,
        file: usize,
        fingerprint: Fingerprint,
        repository: &str,
    ) -> Option<ChunkObject<'a>> {
        let chunk = tree.chunks.get(index)?;
        let children = || chunk.children.iter().filter_map(|at| tree.chunks.get(*at));
        let imports = tree.imports_of(chunk).iter().map(|import| ImportObject {
            module: &import.module,
            name: &import.name,
            alias: &import.alias,
        });
        Some(ChunkObject {
            chunk: ChunkFields::of_chunk(tree, chunk, repository, self.locations(chunk, file)),
            children_ids: children().map(|child| child.id.to_string()).collect(),
            is_parent: !chunk.is_leaf(),
            boundary: chunk.boundary.name(),
            start_byte: chunk.bytes.start,
            end_byte: chunk.bytes.end,
            file_crc32: format!("{:08x}", fingerprint.crc32),
            encoding: tree.encoding().name(),
            imports: imports.collect(),
            inherits: &chunk.bases,
            methods: methods(tree, chunk),
            docstring: docstring(tree, chunk),
            line_count: chunk.lines.1 - chunk.lines.0 + 1,
            summary: Some(summary(tree, index)).filter(|text| !text.is_empty()),
            enriched: chunk.is_leaf().then(|| enriched_text(tree, index)),
        })
    }

    /// Other leaves with the same bytes.
    fn locations(&self, chunk: &Chunk, file: usize) -> Vec<Location<'_>> {
        if !chunk.is_leaf() || chunk.silent {
            return Vec::new();
        }
        let places = self.places.get(&chunk.hash).into_iter().flatten();
        let others = places.filter(|place| **place != (file, chunk.lines.0));
        let location = |(file, line): &(usize, u32)| {
            let path = self.files.get(*file)?.0.as_str();
            Some(Location { path, line: *line })
        };
        others.filter_map(location).take(MOST_LOCATIONS).collect()
    }
}

fn text_hash(tree: &ChunkTree) -> u64 {
    tree.chunks.first().map_or(0, |file| file.hash)
}

/// Names of the functions right in a chunk.
fn methods<'a>(tree: &'a ChunkTree, chunk: &Chunk) -> Vec<&'a str> {
    let declared = chunk.children.iter().filter(|at| tree.declares(**at));
    let functions = declared.filter_map(|at| tree.chunks.get(*at)).filter(|it| {
        use Kind::{Accessor, Constructor, Function, Method};
        matches!(it.kind, Function | Method | Constructor | Accessor)
    });
    functions.map(|it| it.name.as_str()).collect()
}

fn summary(tree: &ChunkTree, index: usize) -> String {
    match index {
        0 => summary::file(tree.path(), &summary::digest(tree)),
        _ => summary::symbol(tree, subject(tree, index)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, Text};
    use std::collections::{BTreeMap, BTreeSet};

    fn tree() -> ChunkTree {
        let document = Document::new(SourcePath::new("a.rs"), Text::from("fn a() {\n    1;\n}\n"));
        ChunkTree::of(document, &Limits::default())
    }

    #[test]
    fn the_schema_has_every_field_and_every_kind() {
        let fingerprint = Fingerprint {
            length: 1,
            mtime_ns: 1,
            crc32: 1,
        };
        let tree = tree();
        let object =
            serde_json::to_value(Census::default().object(&tree, 0, 0, fingerprint, "shop"));
        let object = object.expect("it can be written");
        let fields: BTreeSet<&str> = object
            .as_object()
            .expect("an object")
            .keys()
            .map(String::as_str)
            .collect();
        let about: BTreeMap<&str, &str> = serde_json::from_str(SCHEMA).expect("JSON");
        let schema: BTreeSet<&str> = about.keys().copied().collect();
        assert_eq!(fields, schema);
        let page = include_str!("../../docs/json.md");
        for field in fields {
            assert!(page.contains(&format!("`{field}`")), "{field}");
        }
        let kinds_page = include_str!("../../docs/chunks.md");
        let listed: Vec<&str> = about["kind"].split([',', ' ']).collect();
        // A repository is no chunk.
        let kinds = Kind::ALL.into_iter();
        for kind in kinds.filter(|kind| *kind != Kind::Repository) {
            assert!(listed.contains(&kind.name()), "{kind:?}");
            assert!(
                kinds_page.contains(&format!("`{}`", kind.name())),
                "{kind:?}"
            );
        }
    }

    #[test]
    fn a_file_that_changed_is_noticed() {
        let mut census = Census::default();
        let counter = TokenCounter::bundled().expect("a tokenizer");
        census.count(&tree(), &counter).expect("counted");
        assert!(census.has(0, &tree()));
        assert!(!census.has(1, &tree()));
        let document = Document::new(SourcePath::new("a.rs"), Text::from("fn b() {}\n"));
        assert!(!census.has(0, &ChunkTree::of(document, &Limits::default())));
    }
}
