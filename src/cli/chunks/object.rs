//! The fields of a chunk in an export.

use super::census::{Census, text_hash};
use super::usage::Usage;
use crate::chunk::{Chunk, ChunkTree, Kind, enriched_text};
use crate::cli::schema::ChunkFields;
use crate::context::around::{docstring, rebuilt, subject};
use crate::corpus::Fingerprint;
use crate::summary;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct ChunkObject<'a> {
    #[serde(flatten)]
    chunk: ChunkFields<'a>,
    chunk_index: usize,
    children_ids: Vec<String>,
    is_parent: bool,
    boundary: &'static str,
    node_type: Option<&'static str>,
    start_byte: usize,
    end_byte: usize,
    file_hash: String,
    file_crc32: String,
    encoding: &'static str,
    imports: Vec<ImportObject<'a>>,
    inherits: &'a [String],
    methods: Vec<MethodObject<'a>>,
    docstring: Option<String>,
    usage: Option<&'a Usage>,
    line_count: u32,
    summary: Option<String>,
    content: Option<String>,
    enriched: Option<String>,
    pub(super) vector: Option<Vec<f32>>,
}

#[derive(Serialize)]
struct ImportObject<'a> {
    module: &'a str,
    name: &'a str,
    alias: &'a str,
}

#[derive(Serialize)]
struct MethodObject<'a> {
    name: &'a str,
    /// First and last.
    lines: (u32, u32),
}

/// A file whose chunks are written.
pub(super) struct Exporter<'a> {
    pub(super) census: &'a Census,
    pub(super) tree: &'a ChunkTree,
    /// Its place among the files of the census.
    pub(super) file: usize,
    pub(super) fingerprint: Fingerprint,
    pub(super) repository: &'a str,
    /// Parents have their content too.
    pub(super) with_parents: bool,
}

impl<'a> Exporter<'a> {
    pub(super) fn object(&self, index: usize) -> Option<ChunkObject<'a>> {
        let tree = self.tree;
        let chunk = tree.chunks.get(index)?;
        let children = chunk.children.iter().filter_map(|at| tree.chunks.get(*at));
        let imports = tree.imports_of(chunk).iter().map(|import| ImportObject {
            module: &import.module,
            name: &import.name,
            alias: &import.alias,
        });
        let locations = self.census.locations(chunk, self.file);
        let has_content = chunk.is_leaf() || self.with_parents;
        let text = || String::from_utf8_lossy(&rebuilt(tree, index)).into_owned();
        Some(ChunkObject {
            chunk: ChunkFields::of_chunk(tree, chunk, self.repository, locations),
            chunk_index: index,
            children_ids: children.map(|child| child.id.to_string()).collect(),
            is_parent: !chunk.is_leaf(),
            boundary: chunk.boundary.name(),
            node_type: Some(chunk.node_type).filter(|name| !name.is_empty()),
            start_byte: chunk.bytes.start,
            end_byte: chunk.bytes.end,
            file_hash: format!("{:016x}", text_hash(tree)),
            file_crc32: format!("{:08x}", self.fingerprint.crc32),
            encoding: tree.encoding().name(),
            imports: imports.collect(),
            inherits: &chunk.bases,
            methods: methods(tree, chunk),
            docstring: docstring(tree, chunk),
            usage: match tree.declares(index) {
                true => self.census.usages.of(&chunk.name),
                false => None,
            },
            line_count: chunk.lines.1 - chunk.lines.0 + 1,
            summary: Some(summary(tree, index)).filter(|text| !text.is_empty()),
            content: has_content.then(text),
            enriched: chunk.is_leaf().then(|| enriched_text(tree, index)),
            vector: None,
        })
    }
}

/// The functions right in a chunk.
fn methods<'a>(tree: &'a ChunkTree, chunk: &Chunk) -> Vec<MethodObject<'a>> {
    let declared = chunk.children.iter().filter(|at| tree.declares(**at));
    let functions = declared.filter_map(|at| tree.chunks.get(*at)).filter(|it| {
        use Kind::{Accessor, Constructor, Function, Method};
        matches!(it.kind, Function | Method | Constructor | Accessor)
    });
    let method = |chunk: &'a Chunk| MethodObject {
        name: &chunk.name,
        lines: chunk.lines,
    };
    functions.map(method).collect()
}

fn summary(tree: &ChunkTree, index: usize) -> String {
    match index {
        0 => summary::file(tree.path(), &summary::digest(tree)),
        _ => summary::symbol(tree, subject(tree, index)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::SCHEMA;
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::SourcePath;
    use crate::corpus::{Document, Text};
    use crate::embed::TokenCounter;
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
        let exporter = Exporter {
            census: &Census::default(),
            tree: &tree,
            file: 0,
            fingerprint,
            repository: "shop",
            with_parents: false,
        };
        let object = serde_json::to_value(exporter.object(0)).expect("it can be written");
        let fields: BTreeSet<&str> = object
            .as_object()
            .expect("an object")
            .keys()
            .map(String::as_str)
            .collect();
        let about: BTreeMap<&str, &str> = serde_json::from_str(SCHEMA).expect("JSON");
        let schema: BTreeSet<&str> = about.keys().copied().collect();
        assert_eq!(fields, schema);
        let page = include_str!("../../../docs/json.md");
        for field in fields {
            assert!(page.contains(&format!("`{field}`")), "{field}");
        }
        let kinds_page = include_str!("../../../docs/chunks.md");
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
