//! The fields of a chunk in an export.
//!
//! Principal types: [`ChunkObject`] and [`Exporter`], which fills it. Its comments are the descriptions in
//! `docs/schema.json`.

use super::census::{Census, text_hash};
use super::usage::Usage;
use crate::chunk::{Chunk, ChunkTree, Kind, enriched_text};
use crate::cli::schema::ChunkFields;
use crate::context::around::{docstring, subject};
use crate::corpus::Fingerprint;
use crate::search::Hit;
use crate::summary;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A chunk.
#[derive(Serialize, JsonSchema)]
pub(super) struct ChunkObject<'a> {
    #[serde(flatten)]
    chunk: ChunkFields,
    /// index among the chunks of its file, from 0
    chunk_index: usize,
    /// ids of the chunks that tile this one, in order; empty for a leaf
    children_ids: Vec<String>,
    /// whether it has children; leaves, joined, are the file byte for byte
    is_parent: bool,
    /// structural: module, type, impl, block of imports or exports, or the first slice of one; content: everything
    /// else
    boundary: &'static str,
    /// the grammar's name for its node; null if it has no node or several kinds of nodes
    node_type: Option<&'static str>,
    /// first byte in the text, from 0
    start_byte: usize,
    /// byte after the last one
    end_byte: usize,
    /// xxh3-64 of the file's text, 16 hexadecimal digits
    file_hash: String,
    /// CRC-32 of the file on disk, 8 hexadecimal digits
    file_crc32: String,
    /// utf-8; bytes: invalid UTF-8, unchanged; utf-16le or utf-16be: transcoded, with offsets into the UTF-8
    encoding: &'static str,
    /// what it imports: module as written, name taken from it (* for all, empty for the module itself), alias
    imports: Vec<ImportObject<'a>>,
    /// names of what it inherits, extends or implements
    inherits: &'a [String],
    /// name and lines (first, last) of the functions directly inside a parent
    methods: Vec<MethodObject<'a>>,
    /// its doc comment without comment markers; null if it has none
    docstring: Option<String>,
    /// path, line and text of the first call in tests or examples, if no other declaration has its name; else null
    usage: Option<&'a Usage>,
    /// its lines
    line_count: u32,
    /// summary of a declaration or a file, taken from its docs; null for other chunks
    summary: Option<String>,
    /// text of a leaf, of a document as it was extracted; of a parent with --parents, else null
    content: Option<String>,
    /// a leaf's text with its context before it; without the line Lines: it is what is embedded; null for parents
    enriched: Option<String>,
    /// with --vectors the unit vector of a leaf, else null
    pub(super) vector: Option<Vec<f32>>,
}

#[derive(Serialize, JsonSchema)]
struct ImportObject<'a> {
    module: &'a str,
    name: &'a str,
    alias: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct MethodObject<'a> {
    name: &'a str,
    /// First and last.
    lines: (u32, u32),
}

/// A file whose chunks are written.
pub(super) struct Exporter<'a> {
    pub(super) census: &'a Census,
    pub(super) tree: &'a ChunkTree,
    /// Its index among the files of the census.
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
        let children = tree.children(chunk);
        let imports = tree.imports_of(chunk).iter().map(|import| ImportObject {
            module: &import.module,
            name: &import.name,
            alias: &import.alias,
        });
        let mut fields =
            ChunkFields::of(&Hit::of_chunk(tree, index)?, chunk.lines, self.repository);
        fields.locations = self.census.locations(chunk, self.file);
        let has_content = chunk.is_leaf() || self.with_parents;
        let text = || tree.document.text.slice(chunk.bytes.clone()).into_owned();
        Some(ChunkObject {
            chunk: fields,
            chunk_index: index,
            children_ids: children.map(|child| child.id.to_string()).collect(),
            is_parent: !chunk.is_leaf(),
            boundary: chunk.boundary.name(),
            node_type: Some(chunk.node_type).filter(|name| !name.is_empty()),
            start_byte: chunk.bytes.start,
            end_byte: chunk.bytes.end,
            file_hash: format!("{:016x}", text_hash(tree)),
            file_crc32: format!("{:08x}", self.fingerprint.crc32),
            encoding: tree.document.text.encoding().name(),
            imports: imports.collect(),
            inherits: &chunk.bases,
            methods: methods(tree, chunk),
            docstring: docstring(tree, chunk),
            usage: if tree.declares(index) {
                self.census.usages.of(&chunk.name)
            } else {
                None
            },
            line_count: chunk.lines.1 - chunk.lines.0 + 1,
            summary: Some(summary(tree, index)).filter(|text| !text.is_empty()),
            content: has_content.then(text),
            enriched: chunk.is_leaf().then(|| enriched_text(tree, index)),
            vector: None,
        })
    }
}

/// The functions directly inside a chunk.
fn methods<'a>(tree: &'a ChunkTree, chunk: &Chunk) -> Vec<MethodObject<'a>> {
    use Kind::{Accessor, Constructor, Function, Method};
    let mut methods = Vec::new();
    for &index in &chunk.children {
        let child = &tree.chunks[index];
        let is_function = matches!(child.kind, Function | Method | Constructor | Accessor);
        if is_function && tree.declares(index) {
            methods.push(MethodObject {
                name: &child.name,
                lines: child.lines,
            });
        }
    }
    methods
}

fn summary(tree: &ChunkTree, index: usize) -> String {
    match index {
        0 => summary::file(tree.path(), &summary::digest(tree)),
        _ => summary::symbol(tree, subject(tree, index)),
    }
}

/// Descriptions of the fields of a chunk: the comments of their types.
pub(super) fn descriptions() -> BTreeMap<String, String> {
    let schema = schemars::schema_for!(ChunkObject<'_>);
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut descriptions = BTreeMap::new();
    for (name, property) in properties.into_iter().flatten() {
        let description = property.get("description").and_then(Value::as_str);
        let description = description.unwrap_or_default().replace('\n', " ");
        descriptions.insert(name.clone(), description);
    }
    descriptions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::SourcePath;
    use crate::corpus::{Document, Text};
    use std::collections::BTreeSet;

    fn tree() -> ChunkTree {
        let document = Document::new(SourcePath::new("a.rs"), Text::from("fn a() {\n    1;\n}\n"));
        ChunkTree::of(document, &Limits::default())
    }

    #[test]
    fn descriptions_have_every_field_and_every_kind() {
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
        let about = descriptions();
        let schema: BTreeSet<&str> = about.keys().map(String::as_str).collect();
        assert_eq!(fields, schema);
        let page = include_str!("../../../docs/json.md");
        for field in fields {
            assert!(page.contains(&format!("`{field}`")), "{field}");
        }
        let kinds_page = include_str!("../../../docs/chunks.md");
        let listed: Vec<&str> = about["kind"].split([',', ';', ' ']).collect();
        // A repository is not a chunk.
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
    fn a_changed_file_is_detected() {
        let mut census = Census::default();
        census.count(&tree());
        assert!(census.has(0, &tree()));
        assert!(!census.has(1, &tree()));
        let document = Document::new(SourcePath::new("a.rs"), Text::from("fn b() {}\n"));
        assert!(!census.has(0, &ChunkTree::of(document, &Limits::default())));
    }
}
