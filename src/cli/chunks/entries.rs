//! Entries of an export for files, directories and the repository: their summaries and facts, and the first use of each name.
//!
//! Principal type: [`Entry`]. Its comments are the descriptions in `docs/schema.json`.

use crate::chunk::{ChunkTree, Kind, directory_id, file_id};
use crate::cli::schema::{ParentFields, types};
use crate::corpus::file_class::FileClass;
use crate::corpus::{SourcePath, ancestors};
use crate::index::ROOT;
use crate::summary::{self, Digest};
use crate::workers::indexer::file_text;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Maximum number of declarations in the content of a file's entry.
const MAX_DECLARATIONS: usize = 20;

/// A file, a directory or the repository.
#[derive(Serialize, JsonSchema)]
pub(super) struct Entry {
    id: String,
    /// repo_summary, module_summary or file_index
    #[serde(rename = "type")]
    form: &'static str,
    kind: &'static str,
    path: String,
    name: String,
    #[serde(flatten)]
    parent: ParentFields,
    /// its summary
    content: String,
    /// facts about it, which depend on its type
    metadata: Value,
    /// with --vectors the unit vector of its summary, else null
    pub(super) vector: Option<Vec<f32>>,
    /// The text that is embedded.
    #[serde(skip)]
    pub(super) embedded: String,
}

/// Facts about a file, collected while it is chunked.
struct FileFacts {
    path: SourcePath,
    digest: Digest,
    /// The text that its vector covers.
    embedded: String,
    symbols: Vec<Symbol>,
    chunk_count: usize,
    imports: Vec<String>,
    /// Number of declarations, and number of documented declarations.
    documented: (usize, usize),
    dependencies: BTreeSet<&'static str>,
}

/// A declaration at the top of a file.
#[derive(Serialize)]
struct Symbol {
    name: String,
    #[serde(rename = "type")]
    kind: &'static str,
    lines: (u32, u32),
    #[serde(skip)]
    summary: String,
}

/// The files of an export, described while they are chunked.
#[derive(Default)]
pub(super) struct ExportedFiles(Vec<FileFacts>);

impl ExportedFiles {
    pub(super) fn add(&mut self, tree: &ChunkTree) {
        let path = tree.path().clone();
        let text = &tree.document.text;
        let mut seen = HashSet::new();
        let imports = tree.imports.iter().map(|import| &import.module);
        let imports = imports.filter(|module| seen.insert(*module)).cloned();
        let digest = summary::digest(tree);
        self.0.push(FileFacts {
            embedded: file_text(&summary::file(&path, &digest), text),
            digest,
            symbols: symbols(tree),
            chunk_count: tree.chunks.len(),
            documented: documented(tree),
            dependencies: summary::dependencies(path.file_name(), &text.slice(0..text.len())),
            imports: imports.collect(),
            path,
        });
    }

    /// The entries of the files, of the directories below `directory` (the root is empty), and, if
    /// that is the root, of the repository.
    pub(super) fn entries(&self, directory: &str, usages: &Usages, repository: &str) -> Vec<Entry> {
        let mut directories = self.directories(directory, repository);
        directories.extend(self.0.iter().map(|file| file.entry(usages, repository)));
        directories
    }

    /// The directories, deepest first: a summary is derived from the summaries below it.
    fn directories(&self, within: &str, repository: &str) -> Vec<Entry> {
        // The names and leads of the subdirectories, by depth and path of their directory.
        let mut below: BTreeMap<(usize, &str), Vec<(String, String)>> = BTreeMap::new();
        for file in &self.0 {
            for path in ancestors(file.path.directory()) {
                if !ancestors(path).any(|above| above == within) {
                    break;
                }
                below.entry((depth(path), path)).or_default();
            }
        }
        let mut entries = Vec::new();
        while let Some(((_, path), mut own)) = below.pop_last() {
            own.sort_unstable();
            let (entry, lead) = self.directory(path, &own, repository);
            if let Some(above) = ancestors(path).nth(1)
                && let Some(siblings) = below.get_mut(&(depth(above), above))
            {
                let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
                siblings.push((name.to_owned(), lead));
            }
            entries.push(entry);
        }
        entries.reverse();
        entries
    }

    /// The entry and the lead of a directory; `below` has the names and leads of its subdirectories.
    fn directory(
        &self,
        path: &str,
        below: &[(String, String)],
        repository: &str,
    ) -> (Entry, String) {
        let described = |file: &FileFacts| (file.path.clone(), file.digest.clone());
        let own = self.0.iter().filter(|file| file.path.directory() == path);
        let own: Vec<(SourcePath, Digest)> = own.map(described).collect();
        let names: Vec<&str> = own.iter().map(|(path, _)| path.file_name()).collect();
        let modules: Vec<&str> = below.iter().map(|(name, _)| name.as_str()).collect();
        let mut facts = String::new();
        let (kind, named, metadata) = match path {
            "" => {
                let all: Vec<(SourcePath, Digest)> = self.0.iter().map(described).collect();
                facts = summary::technologies(&all);
                let mut stack = summary::languages(&all);
                let depended = self.0.iter().flat_map(|file| &file.dependencies);
                stack.extend(depended.collect::<BTreeSet<_>>());
                let metadata = json!({
                    "tech_stack": stack,
                    "total_files": self.0.len(),
                    "modules": modules,
                    "files": names,
                });
                (Kind::Repository, ROOT, metadata)
            }
            _ => {
                let metadata = json!({
                    "files": names,
                    "modules": modules,
                    "is_django_app": self.is_django_app(path),
                });
                (Kind::Module, path, metadata)
            }
        };
        let (content, lead) = summary::directory(path, &own, below, &facts);
        let path = SourcePath::new(named);
        let entry = Entry::new(&path, kind, repository, content, metadata);
        (entry, lead)
    }

    /// Returns true for a directory with the models or the configuration of a Django application.
    fn is_django_app(&self, directory: &str) -> bool {
        self.0.iter().any(|file| {
            file.path.directory() == directory
                && matches!(file.path.file_name(), "apps.py" | "models.py" | "admin.py")
                && (file.imports.iter())
                    .any(|module| module == "django" || module.starts_with("django."))
        })
    }
}

impl FileFacts {
    fn entry(&self, usages: &Usages, repository: &str) -> Entry {
        let mut symbols = self.symbols.iter();
        let used = symbols.find_map(|symbol| usages.of(&symbol.name));
        let (all, documented) = self.documented;
        let quality = (all > 0).then(|| (documented * 100 / all) as f64 / 100.0);
        let metadata = json!({
            "line_count": self.digest.lines,
            "chunk_count": self.chunk_count,
            "language": self.digest.language,
            "types": types(&self.path, &[]),
            "symbols": self.symbols,
            "imports": self.imports,
            "usage": used,
            "quality_score": quality,
        });
        let content = self.content(used);
        let mut entry = Entry::new(&self.path, Kind::File, repository, content, metadata);
        entry.embedded.clone_from(&self.embedded);
        entry
    }

    /// Its summary, its main declarations with the first sentence of their docs, and the first use of one.
    fn content(&self, used: Option<&Usage>) -> String {
        let mut text = summary::file(&self.path, &self.digest);
        let declared: String = (self.symbols.iter().take(MAX_DECLARATIONS))
            .map(|symbol| match symbol.summary.as_str() {
                "" => format!("\n- {} {}", symbol.kind, symbol.name),
                about => format!("\n- {} {}: {about}", symbol.kind, symbol.name),
            })
            .collect();
        if !declared.is_empty() {
            text += &format!("\n\nDeclarations:{declared}");
        }
        if let Some(Usage {
            path,
            line,
            text: used,
        }) = used
        {
            text += &format!("\n\nUsage ({path}:{line}):\n{used}");
        }
        text
    }
}

impl Entry {
    fn new(
        path: &SourcePath,
        kind: Kind,
        repository: &str,
        content: String,
        metadata: Value,
    ) -> Self {
        let directory = directory_id(path);
        let (form, id, name) = match kind {
            Kind::File => ("file_index", file_id(path), path.file_name()),
            Kind::Module => ("module_summary", directory, path.file_name()),
            _ => ("repo_summary", directory, repository),
        };
        Self {
            id: id.to_string(),
            form,
            kind: kind.name(),
            path: path.to_string(),
            name: name.to_owned(),
            parent: ParentFields::directory_of(path, repository),
            embedded: content.clone(),
            content,
            metadata,
            vector: None,
        }
    }
}

/// A call of a declaration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(super) struct Usage {
    pub(super) path: String,
    pub(super) line: u32,
    /// The line, trimmed.
    pub(super) text: String,
}

/// The first call of each name in tests and examples, for names that are declared once elsewhere.
#[derive(Default)]
pub(super) struct Usages {
    declared: HashMap<String, u32>,
    first: HashMap<String, Usage>,
}

impl Usages {
    /// Adds the declarations of a file, or its calls if it is a test or an example.
    pub(super) fn add(&mut self, tree: &ChunkTree) {
        match FileClass::of(tree.path(), &[]) {
            FileClass::Code => {
                for (index, chunk) in tree.chunks.iter().enumerate() {
                    if !chunk.name.is_empty() && tree.declares(index) {
                        *self.declared.entry(chunk.name.clone()).or_default() += 1;
                    }
                }
            }
            FileClass::Tests | FileClass::Examples => self.add_calls(tree),
            FileClass::Vendored | FileClass::Generated => {}
        }
    }

    fn add_calls(&mut self, tree: &ChunkTree) {
        let text = &tree.document.text;
        for call in tree.references.iter().filter(|call| call.is_called) {
            // `Cache.insert(…)` shows the use of both.
            for name in [&call.bytes, &call.qualifier].map(|bytes| tree.word(bytes)) {
                if name.is_empty() || self.first.contains_key(&*name) {
                    continue;
                }
                let line = text.line_at(call.bytes.start as usize);
                let usage = Usage {
                    path: tree.path().to_string(),
                    line,
                    text: text.slice(text.lines(line, line)).trim().to_owned(),
                };
                self.first.insert(name.into_owned(), usage);
            }
        }
    }

    /// The first call of a declaration; none if several have its name.
    pub(super) fn of(&self, name: &str) -> Option<&Usage> {
        if self.declared.get(name) == Some(&1) {
            self.first.get(name)
        } else {
            None
        }
    }
}

fn symbols(tree: &ChunkTree) -> Vec<Symbol> {
    let top = tree.chunks.first().map_or(&[][..], |file| &file.children);
    let mut symbols = Vec::new();
    for &index in top.iter().filter(|index| tree.declares(**index)) {
        let chunk = &tree.chunks[index];
        symbols.push(Symbol {
            name: chunk.name.clone(),
            kind: chunk.kind.name(),
            lines: chunk.lines,
            summary: summary::symbol(tree, index),
        });
    }
    symbols
}

/// Number of types and functions, and number of documented ones.
fn documented(tree: &ChunkTree) -> (usize, usize) {
    use Kind::{Constructor, Function, Macro, Method};
    let (mut all, mut documented) = (0, 0);
    for (index, chunk) in tree.chunks.iter().enumerate() {
        let is_callable = matches!(chunk.kind, Function | Method | Constructor | Macro);
        if (is_callable || chunk.kind.is_type()) && tree.declares(index) {
            all += 1;
            documented += usize::from(!summary::symbol(tree, index).is_empty());
        }
    }
    (all, documented)
}

fn depth(path: &str) -> usize {
    ancestors(path).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, SourcePath, Text};

    fn usages(files: &[(&str, &str)]) -> Usages {
        let mut usages = Usages::default();
        for (path, text) in files {
            let document = Document::new(SourcePath::new(path), Text::from(*text));
            usages.add(&ChunkTree::of(document, &Limits::default()));
        }
        usages
    }

    #[test]
    fn the_first_call_in_tests_shows_the_use_of_a_declaration() {
        let code = "class Till:\n    def ring(self):\n        pass\n\n\ndef shut():\n    ring()\n";
        let test = "def test_till():\n    till = Till()\n    till.ring()\n    till.ring()\n";
        let usages = usages(&[("shop.py", code), ("tests/test_shop.py", test)]);
        let expected = |line, text: &str| Usage {
            path: "tests/test_shop.py".to_owned(),
            line,
            text: text.to_owned(),
        };
        assert_eq!(usages.of("Till"), Some(&expected(2, "till = Till()")));
        assert_eq!(usages.of("ring"), Some(&expected(3, "till.ring()")));
        assert_eq!(usages.of("shut"), None, "it is called nowhere");
        assert_eq!(usages.of("test_till"), None, "it is a test itself");
    }

    #[test]
    fn ambiguous_names_have_no_usage() {
        let code = "def get():\n    pass\n";
        let test = "def test_get():\n    get()\n";
        let usages = usages(&[("a.py", code), ("b.py", code), ("tests/test_a.py", test)]);
        assert_eq!(usages.of("get"), None);
    }
}
