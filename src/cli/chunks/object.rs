//! The fields of a chunk in an export.
//!
//! Principal types: [`ChunkObject`] and [`Exporter`], which fills it. Its comments are the descriptions in
//! `docs/schema.json`.

use super::census::{Census, text_hash};
use super::entries::Usage;
use crate::chunk::{Chunk, ChunkTree, enriched_text};
use crate::cli::schema::{ChunkFields, ParentFields};
use crate::context::around::{docstring, members, subject};
use crate::corpus::Fingerprint;
use crate::index::Snapshot;
use crate::search::Hit;
use crate::summary;
use anyhow::{Context, Result};
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};

/// A chunk.
#[derive(Serialize, JsonSchema)]
pub(super) struct ChunkObject<'a> {
    #[serde(flatten)]
    chunk: ChunkFields,
    /// index among the chunks of its file, from 0
    chunk_index: usize,
    /// ids of the chunks that tile this one, in order; of a type also of the methods outside of it (Go, C++), which are
    /// not children of their file
    children_ids: Vec<String>,
    /// whether chunks tile it; leaves, joined, are the file byte for byte
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
    /// utf-8; bytes: invalid UTF-8, unchanged; utf-16le or utf-16be: transcoded, with offsets into the UTF-8; notebook:
    /// the text of its cells
    encoding: &'static str,
    /// imports that it contains, or whose names it uses: module as written, name taken from it (* for all, empty for
    /// the module itself), alias
    imports: Vec<ImportObject<'a>>,
    /// names of what it inherits, extends or implements
    inherits: &'a [String],
    /// name and lines (first, last) of the functions directly inside a parent; of a type also those outside of it, in
    /// its file or, with their path, in others of its directory
    methods: Vec<MethodObject<'a>>,
    /// qualified name and line of the fields, constants, properties and prototypes that it defines
    definitions: Vec<DefinitionObject>,
    /// its doc comment without comment markers; null if it has none
    docstring: Option<String>,
    /// path, line and text of the first call in tests or examples, if no other declaration has its name; else null
    usage: Option<&'a Usage>,
    /// its lines
    line_count: u32,
    /// summary of a declaration or a file, taken from its docs or written by a server; null for other chunks
    summary: Option<String>,
    /// the model that wrote the summary; null if it is taken from the docs
    summary_by: Option<String>,
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
    /// Path of another file.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
}

#[derive(Serialize, JsonSchema)]
struct DefinitionObject {
    name: String,
    qualified_name: String,
    line: u32,
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
    /// The index with the summaries that a server wrote; none without a server.
    pub(super) written: Option<&'a Snapshot>,
}

impl<'a> Exporter<'a> {
    /// A chunk of the file.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(super) fn object(&self, index: usize) -> Result<ChunkObject<'a>> {
        let tree = self.tree;
        let chunk = &tree.chunks[index];
        let hit = Hit::of_chunk(tree, index).context("no such chunk")?;
        let mut fields = ChunkFields::of(&hit, chunk.lines, self.repository);
        if let Some(owner) = self.census.owners.type_of(tree, index) {
            fields.parent = ParentFields::new(owner.id, owner.kind, &owner.name);
        }
        fields.locations = self.census.locations(chunk, self.file);
        let (summary, summary_by) = match self.written_summary(index)? {
            Some((text, by)) => (text, Some(by)),
            None => (summary(tree, index), None),
        };
        let has_content = chunk.is_leaf() || self.with_parents;
        let text = || tree.document.text.slice(chunk.bytes.clone()).into_owned();
        Ok(ChunkObject {
            chunk: fields,
            chunk_index: index,
            children_ids: self.children(index, chunk),
            is_parent: !chunk.is_leaf(),
            boundary: chunk.boundary.name(),
            node_type: Some(chunk.node_type).filter(|name| !name.is_empty()),
            start_byte: chunk.bytes.start,
            end_byte: chunk.bytes.end,
            file_hash: format!("{:016x}", text_hash(tree)),
            file_crc32: format!("{:08x}", self.fingerprint.crc32),
            encoding: tree.document.text.encoding().name(),
            imports: imports(tree, chunk),
            inherits: &chunk.bases,
            methods: self.methods(index, chunk),
            definitions: definitions(tree, chunk),
            docstring: docstring(tree, chunk),
            usage: if tree.declares(index) {
                self.census.usages.of(&chunk.name)
            } else {
                None
            },
            line_count: chunk.lines.1 - chunk.lines.0 + 1,
            summary: Some(summary).filter(|text| !text.is_empty()),
            summary_by,
            content: has_content.then(text),
            enriched: chunk.is_leaf().then(|| enriched_text(tree, index)),
            vector: None,
        })
    }

    /// The chunks that tile a chunk, except for methods outside of their type, which are children of that.
    fn children(&self, index: usize, chunk: &Chunk) -> Vec<String> {
        let (tree, owners) = (self.tree, &self.census.owners);
        let inside = chunk.children.iter();
        let inside = inside.filter(|child| owners.type_of(tree, **child).is_none());
        let mut ids: Vec<String> = inside
            .map(|child| tree.chunks[*child].id.to_string())
            .collect();
        if chunk.kind.is_type() && tree.declares(index) {
            let methods = owners.methods(tree, &chunk.names);
            ids.extend(methods.map(|method| method.id.to_string()));
        }
        ids
    }

    /// The summary of a declaration or a file that a server wrote, and the server's model; none without one.
    fn written_summary(&self, index: usize) -> Result<Option<(String, String)>> {
        let record = match self.written {
            Some(snapshot) if index == 0 || self.tree.declares(index) => {
                snapshot.find(self.tree.chunks[index].id)?
            }
            _ => None,
        };
        let record = record.filter(|record| !record.written_by.is_empty());
        Ok(record.map(|record| {
            let is_summary = record.is_summary();
            let text = if is_summary {
                record.summary
            } else {
                record.lead
            };
            (text, record.written_by)
        }))
    }

    /// The functions directly inside a chunk; of a type, all its methods.
    fn methods(&self, index: usize, chunk: &'a Chunk) -> Vec<MethodObject<'a>> {
        let tree = self.tree;
        let is_type = chunk.kind.is_type() && tree.declares(index);
        let inside = if is_type {
            members(tree, index)
        } else {
            chunk.children.clone()
        };
        let mut methods = Vec::new();
        for index in inside {
            let child = &tree.chunks[index];
            if child.kind.has_code() && tree.declares(index) {
                methods.push(MethodObject {
                    name: &child.name,
                    lines: child.lines,
                    path: None,
                });
            }
        }
        if is_type {
            let elsewhere = self.census.owners.methods(tree, &chunk.names);
            let elsewhere = elsewhere.filter(|method| method.path != *tree.path());
            methods.extend(elsewhere.map(|method| MethodObject {
                name: &method.name,
                lines: method.lines,
                path: Some(method.path.as_str()),
            }));
        }
        methods
    }
}

/// The imports that a chunk contains, and those that bring a name into scope to which it refers.
fn imports<'a>(tree: &'a ChunkTree, chunk: &Chunk) -> Vec<ImportObject<'a>> {
    let mut used = HashSet::new();
    for reference in tree.references_of(chunk) {
        let qualifier = tree.word(&reference.qualifier).into_owned();
        let outer = qualifier.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        used.extend(outer.map(str::to_owned));
        used.insert(tree.word(&reference.bytes).into_owned());
        used.insert(qualifier);
    }
    used.remove("");
    let imports = tree
        .imports
        .iter()
        .filter(|import| chunk.bytes.contains(&import.at) || used.contains(import.local_name()));
    let imports = imports.map(|import| ImportObject {
        module: &import.module,
        name: &import.name,
        alias: &import.alias,
    });
    imports.collect()
}

/// The names that a chunk defines other than its own.
fn definitions(tree: &ChunkTree, chunk: &Chunk) -> Vec<DefinitionObject> {
    let defined = tree.names_defined(chunk).into_iter();
    let defined = defined.map(|(name, line)| DefinitionObject {
        name: name.to_owned(),
        qualified_name: tree.qualified(chunk, name),
        line,
    });
    defined.collect()
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
    use crate::chunk::{Kind, Limits};
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
            written: None,
        };
        let object = exporter.object(0).expect("a chunk");
        let object = serde_json::to_value(object).expect("it can be written");
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
