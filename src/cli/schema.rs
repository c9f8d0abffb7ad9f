//! The fields of a chunk that exports and answers have in common.

use crate::chunk::{Chunk, ChunkId, ChunkTree, Kind, Role, qualified_name};
use crate::corpus::SourcePath;
use crate::corpus::place::{Place, is_documentation, is_settings};
use crate::index::{ROOT, Record};
use crate::search::Hit;
use serde::Serialize;

/// Names and meanings are stable.
#[derive(Serialize)]
pub(super) struct ChunkFields<'a> {
    id: String,
    path: &'a str,
    parent_id: Option<String>,
    parent_type: Option<&'static str>,
    parent_name: Option<String>,
    kind: &'static str,
    role: &'static str,
    name: &'a str,
    names: &'a [String],
    qualified_name: String,
    /// The number of its names: 1 for a file.
    level: usize,
    types: Vec<&'static str>,
    language: Option<&'a str>,
    start_line: u32,
    end_line: u32,
    hash: String,
    heading_context: Option<String>,
    page: Option<u32>,
    /// Other locations of the same text.
    locations: Vec<Location<'a>>,
}

/// Another location of the same text.
#[derive(Serialize)]
pub(super) struct Location<'a> {
    pub(super) path: &'a str,
    pub(super) line: u32,
}

/// The parent of a chunk: a chunk, a directory or the repository.
pub(super) struct Parent {
    pub(super) id: ChunkId,
    pub(super) kind: Kind,
    pub(super) name: String,
}

impl Parent {
    /// The directory of a file or a directory; none for the repository.
    pub(super) fn directory_of(path: &SourcePath, repository: &str) -> Option<Self> {
        let (kind, directory) = match path.directory() {
            _ if path.as_str() == ROOT => return None,
            "" => (Kind::Repository, SourcePath::new(ROOT)),
            directory => (Kind::Module, SourcePath::new(directory)),
        };
        Some(Self {
            id: Record::id_of_directory(&directory),
            kind,
            name: match kind {
                Kind::Repository => repository.to_owned(),
                _ => directory.file_name().to_owned(),
            },
        })
    }
}

impl<'a> ChunkFields<'a> {
    /// The fields of a chunk of a tree, with the other locations of its text.
    pub(super) fn of_chunk(
        tree: &'a ChunkTree,
        chunk: &'a Chunk,
        repository: &str,
        locations: Vec<Location<'a>>,
    ) -> Self {
        let parent = chunk.parent.and_then(|parent| tree.chunks.get(parent));
        let parent = parent.map(|parent| Parent {
            id: parent.id,
            kind: parent.kind,
            name: parent.name.clone(),
        });
        let parent = parent.or_else(|| Parent::directory_of(tree.path(), repository));
        Self {
            start_line: chunk.lines.0,
            end_line: chunk.lines.1,
            hash: hash(chunk.hash),
            heading_context: not_empty(chunk.heading_context()),
            page: page(chunk.page),
            language: tree.language_of(chunk),
            locations,
            ..Self::named(
                (chunk.id, chunk.kind, chunk.role),
                tree.path(),
                (&chunk.name, &chunk.names),
                parent,
            )
        }
    }

    /// The fields of a hit, at the lines where it is now.
    pub(super) fn of_hit(hit: &'a Hit, (start_line, end_line): (u32, u32), root: &str) -> Self {
        let record = &hit.record;
        let above = hit.ancestors.last().filter(|_| !record.is_summary());
        let parent = above.map(|above| Parent {
            id: above.id,
            kind: above.kind,
            name: above.name.clone(),
        });
        let parent = parent.or_else(|| Parent::directory_of(&record.path, root));
        let locations = hit.locations.iter().map(|(path, line)| Location {
            path: path.as_str(),
            line: *line,
        });
        Self {
            start_line,
            end_line,
            hash: hash(record.hash),
            heading_context: not_empty(record.heading_context()),
            page: page(record.page),
            language: record.language.as_deref(),
            locations: locations.collect(),
            ..Self::named(
                (record.id, record.kind, record.role),
                &record.path,
                (&record.name, &record.names),
                parent,
            )
        }
    }

    fn named(
        (id, kind, role): (ChunkId, Kind, Role),
        path: &'a SourcePath,
        (name, names): (&'a str, &'a [String]),
        parent: Option<Parent>,
    ) -> Self {
        Self {
            id: id.to_string(),
            path: path.as_str(),
            parent_id: parent.as_ref().map(|parent| parent.id.to_string()),
            parent_type: parent.as_ref().map(|parent| parent.kind.name()),
            parent_name: parent.map(|parent| parent.name),
            kind: kind.name(),
            role: role.name(),
            name,
            names,
            qualified_name: qualified_name(names, kind),
            level: names.len(),
            types: types(path, names),
            language: None,
            start_line: 0,
            end_line: 0,
            hash: String::new(),
            heading_context: None,
            page: None,
            locations: Vec::new(),
        }
    }
}

/// The purpose of a file's text: `code`, `docs` or `config`, and `test`, `example`, `vendored` or
/// `generated` where its path or a module of tests says so.
pub(super) fn types(path: &SourcePath, names: &[String]) -> Vec<&'static str> {
    let text = match () {
        () if is_documentation(path) => "docs",
        () if is_settings(path) => "config",
        () => "code",
    };
    let place = match Place::of(path, names) {
        Place::Code => None,
        Place::Tests => Some("test"),
        Place::Examples => Some("example"),
        Place::Vendored => Some("vendored"),
        Place::Generated => Some("generated"),
    };
    std::iter::once(text).chain(place).collect()
}

fn hash(hash: u64) -> String {
    format!("{hash:016x}")
}

fn not_empty(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

fn page(page: u32) -> Option<u32> {
    Some(page).filter(|page| *page > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_those_of_the_path() {
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
        let check = |path: &str, expected: Option<(Kind, &str)>| {
            let parent = Parent::directory_of(&SourcePath::new(path), "shop");
            let parent = parent.as_ref().map(|it| (it.kind, it.name.as_str()));
            assert_eq!(parent, expected, "{path}");
        };
        check("src/deep/a.rs", Some((Kind::Module, "deep")));
        check("src/deep", Some((Kind::Module, "src")));
        check("src", Some((Kind::Repository, "shop")));
        check(ROOT, None);
    }
}
