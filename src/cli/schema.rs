//! The fields of a chunk that `chunks --json` and the answers of `search` and `similar` share.
//!
//! Principal type: [`ChunkFields`]. Its comments are the descriptions that `chunks --json` and
//! `docs/schema.json` carry. Names and meanings are stable.

use crate::chunk::{ChunkId, Kind, directory_id, qualified_name};
use crate::corpus::SourcePath;
use crate::corpus::file_class::{FileClass, is_documentation, is_settings};
use crate::index::ROOT;
use crate::search::Hit;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;

/// Fields of a chunk. Names and meanings are stable.
#[derive(Serialize, JsonSchema)]
pub(super) struct ChunkFields {
    /// 16 hexadecimal digits; a hash of path, names, kind and ordinal among equals, so that it survives edits elsewhere
    id: String,
    /// the file, from the repository's root, with /
    path: String,
    #[serde(flatten)]
    pub(super) parent: ParentFields,
    /// file, module, class, struct, enum, interface, trait, impl, type, function, method, constructor, accessor,
    /// macro, items, imports, section, code or lines; of entries also repository
    kind: &'static str,
    /// parent, header (a declaration up to its first member), body (a whole declaration), gap (between two members)
    /// or piece (of an over-long leaf)
    role: &'static str,
    /// its own name; empty if it has none
    name: String,
    /// names from the file down, its own last
    names: Vec<String>,
    /// names after the file's: Cache.insert, of headings Guide > Install; empty for a file
    qualified_name: String,
    /// number of its names: 1 for a file
    level: usize,
    /// code, docs or config; also test, example, vendored or generated
    types: Vec<&'static str>,
    /// language of its text; null if it is none of the supported ones
    language: Option<String>,
    /// first line, from 1
    start_line: u32,
    /// last line of its own text, inclusive; blank lines and closing brackets of enclosing scopes after it
    /// are in end_byte
    end_line: u32,
    /// xxh3-64 of its own text, 16 hexadecimal digits
    hash: String,
    /// headings above a part of a document: H1: Guide > H2: Install; null for code
    heading_context: Option<String>,
    /// the page it begins on, in formats with pages; else null
    pub(super) page: Option<u32>,
    /// path and line of other leaves with the same bytes, at most 100; empty for parents and chunks that are not
    /// searched
    pub(super) locations: Vec<LocationFields>,
}

/// Another location of the same text.
#[derive(Serialize, JsonSchema)]
pub(super) struct LocationFields {
    pub(super) path: String,
    pub(super) line: u32,
}

/// The parent of a chunk: a chunk, a directory or the repository.
#[derive(Serialize, JsonSchema, Default, PartialEq, Eq, Debug)]
pub(super) struct ParentFields {
    /// id of the chunk that this one is in; of a file, its directory; in chunks --json the type of a method outside of
    /// it
    parent_id: Option<String>,
    /// kind of the parent
    parent_type: Option<&'static str>,
    /// name of the parent
    parent_name: Option<String>,
}

impl ParentFields {
    pub(super) fn new(id: ChunkId, kind: Kind, name: &str) -> Self {
        Self {
            parent_id: Some(id.to_string()),
            parent_type: Some(kind.name()),
            parent_name: Some(name.to_owned()),
        }
    }

    /// The parent directory of a file or a directory; empty for the repository.
    pub(super) fn directory_of(path: &SourcePath, repository: &str) -> Self {
        if path.as_str() == ROOT {
            return Self::default();
        }
        let directory = path.parent();
        let (kind, name) = match directory.as_str() {
            ROOT => (Kind::Repository, repository),
            _ => (Kind::Module, directory.file_name()),
        };
        Self::new(directory_id(&directory), kind, name)
    }
}

impl ChunkFields {
    /// The fields of a hit, at its current lines.
    pub(super) fn of(hit: &Hit, (start_line, end_line): (u32, u32), repository: &str) -> Self {
        let record = &hit.record;
        let parent = match hit.ancestors.last() {
            Some(above) if !record.is_summary() => {
                ParentFields::new(above.id, above.kind, &above.name)
            }
            _ => ParentFields::directory_of(&record.path, repository),
        };
        let mut locations = Vec::new();
        for (path, line) in &hit.locations {
            let (path, line) = (path.to_string(), *line);
            locations.push(LocationFields { path, line });
        }
        Self {
            id: record.id.to_string(),
            path: record.path.to_string(),
            parent,
            kind: record.kind.name(),
            role: record.role.name(),
            name: record.name.clone(),
            names: record.names.clone(),
            qualified_name: qualified_name(&record.names, record.kind),
            level: record.names.len(),
            types: types(&record.path, &record.names),
            language: record.language.clone(),
            start_line,
            end_line,
            hash: format!("{:016x}", record.hash),
            heading_context: Some(record.heading_context()).filter(|text| !text.is_empty()),
            page: Some(record.page).filter(|page| *page > 0),
            locations,
        }
    }
}

/// The purpose of a file's text: `code`, `docs` or `config`, and `test`, `example`, `vendored` or
/// `generated` if its path or a module of tests shows that.
pub(super) fn types(path: &SourcePath, names: &[String]) -> Vec<&'static str> {
    let text = match () {
        () if is_documentation(path) => "docs",
        () if is_settings(path) => "config",
        () => "code",
    };
    let class = match FileClass::of(path, names) {
        FileClass::Code => None,
        FileClass::Tests => Some("test"),
        FileClass::Examples => Some("example"),
        FileClass::Vendored => Some("vendored"),
        FileClass::Generated => Some("generated"),
    };
    std::iter::once(text).chain(class).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_follow_from_the_path() {
        let check = |path: &str, expected: &[&str]| {
            assert_eq!(types(&SourcePath::new(path), &[]), expected, "{path}");
        };
        check("src/a.rs", &["code"]);
        check("tests/a.rs", &["code", "test"]);
        check("docs/index.md", &["docs"]);
        check("examples/README.md", &["docs", "example"]);
        check("config/app.yaml", &["config"]);
        check("vendor/x.c", &["code", "vendored"]);
    }

    #[test]
    fn parents_lead_to_the_repository() {
        let check = |path: &str, kind: Option<&str>, name: Option<&str>| {
            let parent = ParentFields::directory_of(&SourcePath::new(path), "shop");
            let found = (parent.parent_type, parent.parent_name.as_deref());
            assert_eq!(found, (kind, name), "{path}");
        };
        check("src/deep/a.rs", Some("module"), Some("deep"));
        check("src/deep", Some("module"), Some("src"));
        check("src", Some("repository"), Some("shop"));
        check(ROOT, None, None);
    }
}
