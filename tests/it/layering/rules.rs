//! The rules, and their violations.

use super::scan::{NamedPath, paths};
use std::path::Path;

/// A module under `src/`: a folder, or a file at the top.
pub(super) struct Module {
    pub(super) name: &'static str,
    pub(super) layer: u8,
    pub(super) imports: &'static [Import],
}

/// A module that may be imported, and the permitted names.
pub(super) struct Import(pub(super) &'static str, pub(super) What);

#[derive(Clone, Copy)]
pub(super) enum What {
    All,
    /// Only these names.
    Only(&'static [&'static str]),
}

use What::{All, Only};

/// Values about documents, but not finding and reading them.
const CORPUS_VALUES: Import = Import(
    "corpus",
    Only(&[
        "ByteSize",
        "Extraction",
        "Head",
        "Location",
        "Skipped",
        "SourcePath",
        "LineChange",
        "ChangedFiles",
        "GitUnavailable",
        "is_invisible",
    ]),
);
const SYNTAX_VALUES: Import = Import("syntax", Only(&["HighlightRole", "Language", "Span"]));
const CHUNK_VALUES: Import = Import(
    "chunk",
    Only(&[
        "Chunk",
        "ChunkId",
        "ChunkTree",
        "Kind",
        "HiddenRange",
        "Table",
        "TableColumn",
        "TableRow",
        "Role",
        "directory_id",
        "file_id",
    ]),
);
/// Values of a session, but not reading and writing it.
const SESSION_VALUES: Import = Import(
    "session",
    Only(&[
        "HistoryEntry",
        "Bookmark",
        "Change",
        "LastPosition",
        "Mark",
        "Session",
    ]),
);
/// Queries, answers and pure functions of both, but not searching.
const SEARCH_VALUES: Import = Import(
    "search",
    Only(&[
        "Ancestor",
        "Answer",
        "Field",
        "Filter",
        "Hit",
        "Member",
        "Mode",
        "Offer",
        "DocumentOutline",
        "Pattern",
        "Query",
        "Explanation",
        "Signal",
        "TypedFilter",
        "UnknownValue",
        "VectorSearch",
        "highlighted_words",
        "match_position",
        "words_in",
    ]),
);
/// Open documents and pure functions that find the context of their chunks, but not reading.
const CONTEXT_VALUES: Import = Import(
    "context",
    Only(&[
        "Certainty",
        "RelationKind",
        "OpenDocument",
        "OpenStep",
        "Relation",
        "Relations",
        "Staleness",
        "around",
    ]),
);

/// Values that describe an index; not reading it.
const INDEX_VALUES: Import = Import("index", Only(&["Sizes"]));

/// Lower layers first. A module imports lower layers only.
pub(super) const MODULES: &[Module] = &[
    Module {
        name: "corpus",
        layer: 0,
        imports: &[],
    },
    Module {
        name: "config",
        layer: 0,
        imports: &[],
    },
    Module {
        name: "syntax",
        layer: 1,
        imports: &[Import("corpus", All)],
    },
    Module {
        name: "embed",
        layer: 1,
        imports: &[Import("corpus", Only(&["Cancel", "locked"]))],
    },
    Module {
        name: "extract",
        layer: 1,
        imports: &[Import("corpus", All), Import("config", Only(&["Config"]))],
    },
    Module {
        name: "session",
        layer: 1,
        imports: &[
            Import("config", Only(&["read_text"])),
            Import(
                "corpus",
                Only(&[
                    "SourcePath",
                    "create_private_folder",
                    "private_file",
                    "replace_file",
                ]),
            ),
        ],
    },
    Module {
        name: "chunk",
        layer: 2,
        imports: &[Import("corpus", All), Import("syntax", All)],
    },
    Module {
        name: "export",
        layer: 3,
        imports: &[Import("corpus", Only(&["EXPORT", "SourcePath"]))],
    },
    Module {
        name: "summary",
        layer: 3,
        imports: &[
            Import("corpus", All),
            Import("syntax", All),
            Import("chunk", All),
        ],
    },
    Module {
        name: "index",
        layer: 3,
        imports: &[
            Import("corpus", All),
            Import("config", Only(&["GraphMode"])),
            Import("syntax", Only(&["Language"])),
            Import("embed", Only(&["Embedding", "EmbeddingKey", "ModelId"])),
            Import("chunk", All),
        ],
    },
    Module {
        name: "search",
        layer: 4,
        imports: &[
            Import("corpus", All),
            Import("config", Only(&["nearest_names"])),
            Import("extract", Only(&["DocumentReader"])),
            Import("syntax", Only(&["Language"])),
            Import("embed", All),
            Import("chunk", All),
            Import("index", All),
        ],
    },
    Module {
        name: "context",
        layer: 4,
        imports: &[
            Import("corpus", All),
            Import("extract", Only(&["DocumentReader"])),
            Import("syntax", All),
            Import("chunk", All),
            Import("index", All),
        ],
    },
    Module {
        name: "protocol",
        layer: 5,
        imports: &[
            SESSION_VALUES,
            CORPUS_VALUES,
            CHUNK_VALUES,
            SEARCH_VALUES,
            CONTEXT_VALUES,
            INDEX_VALUES,
            Import("export", All),
        ],
    },
    Module {
        name: "workers",
        layer: 6,
        imports: &[
            Import("corpus", All),
            Import("extract", Only(&["EXTRACTOR_VERSION", "DocumentReader"])),
            Import("config", All),
            Import("syntax", All),
            Import("embed", All),
            Import("chunk", All),
            Import("summary", All),
            Import("index", All),
            Import("search", All),
            Import("context", All),
            Import("session", All),
            Import("export", All),
            Import("protocol", All),
        ],
    },
    Module {
        name: "app",
        layer: 6,
        imports: &[
            SESSION_VALUES,
            CORPUS_VALUES,
            Import("config", All),
            SYNTAX_VALUES,
            CHUNK_VALUES,
            SEARCH_VALUES,
            CONTEXT_VALUES,
            INDEX_VALUES,
            Import("export", All),
            Import("protocol", All),
        ],
    },
    Module {
        name: "ui",
        layer: 7,
        imports: &[
            SESSION_VALUES,
            CORPUS_VALUES,
            Import("config", All),
            SYNTAX_VALUES,
            CHUNK_VALUES,
            SEARCH_VALUES,
            CONTEXT_VALUES,
            Import("app", All),
        ],
    },
    Module {
        name: "terminal",
        layer: 7,
        imports: &[
            Import("corpus", Only(&["Extraction", "Location", "is_contained"])),
            Import("config", All),
        ],
    },
    Module {
        name: "project",
        layer: 7,
        imports: &[
            Import("corpus", All),
            Import("extract", All),
            Import("config", All),
            Import("embed", All),
            Import("chunk", All),
            Import("index", All),
            Import("context", Only(&["Sources"])),
            Import("workers", All),
            Import("session", Only(&["SessionFile"])),
        ],
    },
];

/// Layer 8 may import everything, but the loop does not know the command line that starts it.
pub(super) const SHELL: &[&str] = &["cli", "runtime", "main", "lib"];

/// Modules that may use a crate, or a module of one. A name without a row is refused everywhere.
pub(super) const OWNED: &[(&str, &[&str])] = &[
    (
        "anyhow",
        &["config", "session", "terminal", "project", "cli", "runtime"],
    ),
    ("arc_swap", &["index"]),
    ("base64", &["terminal"]),
    ("clap", &["project", "cli"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("crc32fast", &["corpus", "extract", "index"]),
    ("crossterm", &["terminal", "runtime", "cli"]),
    ("crossterm::event", &["app"]),
    ("directories", &["config"]),
    ("flate2", &["index"]),
    ("gix_hash", &["corpus"]),
    ("gix_index", &["corpus"]),
    ("gix_object", &["corpus"]),
    ("gix_odb", &["corpus"]),
    ("hnsw_rs", &["index"]),
    ("ignore", &["corpus"]),
    ("imara_diff", &["corpus"]),
    ("lru", &["extract", "index", "context", "app"]),
    ("lz4_flex", &["workers"]),
    ("mimalloc", &["lib"]),
    ("multiversion", &["embed", "index"]),
    ("nix", &["corpus", "extract", "terminal", "runtime"]),
    ("notify", &["workers"]),
    ("nucleo_matcher", &["search", "app"]),
    ("ort", &["embed"]),
    ("postcard", &["extract", "index", "workers"]),
    ("pulldown_cmark", &["chunk", "summary"]),
    ("ratatui", &["ui", "runtime"]),
    ("ratatui::layout", &["app"]),
    (
        "regex",
        &["chunk", "context", "index", "search", "summary", "syntax"],
    ),
    ("regex_syntax", &["search"]),
    ("rustc_hash", &["embed", "syntax"]),
    ("rustls", &["summary"]),
    ("shell_words", &["terminal"]),
    ("signal_hook", &["terminal", "runtime"]),
    ("rmcp", &["cli"]),
    ("sled", &["index"]),
    ("strsim", &["config", "search"]),
    ("tantivy", &["index"]),
    ("tar", &["index"]),
    ("tokenizers", &["embed"]),
    ("tokio", &["workers", "runtime", "cli", "main"]),
    ("toml", &["config", "context", "summary", "ui"]),
    ("tree_sitter", &["syntax"]),
    ("undoc", &["extract"]),
    ("unicode_segmentation", &["app", "chunk"]),
    ("unicode_width", &["app", "chunk", "ui"]),
    ("unpdf", &["extract"]),
    ("ureq", &["summary"]),
];

/// Crates of no module: derives, errors, a hash.
pub(super) const SHARED: &[&str] = &["serde", "serde_json", "thiserror", "twox_hash"];

/// Access to files, environment and processes.
const OUTSIDE: &[&str] = &["fs", "env", "process"];

/// Modules without such access.
const PURE: &[&str] = &[
    "app", "ui", "search", "chunk", "summary", "export", "protocol",
];

/// The rule that a path in a file breaks, if any. `depth` is the number of `super` from the file to the
/// crate's root.
fn broken_rule(module: &str, depth: usize, path: &[String]) -> Option<String> {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let path = path.strip_prefix(&["self"]).unwrap_or(&path);
    let up = path.iter().take_while(|part| **part == "super").count();
    match path {
        ["crate", rest @ ..] => broken_edge(module, rest),
        ["super", ..] if up > 0 && up == depth => broken_edge(module, &path[up..]),
        ["std", area, ..] if PURE.contains(&module) && OUTSIDE.contains(area) => Some(format!(
            "{module} has no side effects: no std::{}",
            OUTSIDE.join(", std::")
        )),
        ["std", "self" | "*", ..] | ["std"] => Some("std is named module by module".to_owned()),
        [name, ..] => broken_ownership(module, name, path),
        [] => None,
    }
}

fn broken_edge(module: &str, path: &[&str]) -> Option<String> {
    let Some((target, rest)) = path.split_first() else {
        return Some("the crate itself is not to be renamed".to_owned());
    };
    if (module, *target) == ("runtime", "cli") {
        return Some("runtime never imports cli: what both need is in project".to_owned());
    }
    if SHELL.contains(&module) || *target == module {
        return None;
    }
    let row = MODULES.iter().find(|row| row.name == module);
    let imports = row.map_or(&[][..], |row| row.imports);
    let Some(Import(_, what)) = imports.iter().find(|import| import.0 == *target) else {
        let allowed: Vec<&str> = imports.iter().map(|import| import.0).collect();
        let never = match (module, *target) {
            ("app", "workers") | ("workers", "app") => "; workers and app never meet",
            _ => "",
        };
        return Some(format!(
            "{module} does not import {target}, only [{}]{never}",
            allowed.join(", ")
        ));
    };
    match (what, rest.first()) {
        (Only(names), Some(name)) if !names.contains(name) => Some(format!(
            "{module} imports only the values [{}] of {target}",
            names.join(", ")
        )),
        (Only(_), None) => Some(format!(
            "{module} imports values of {target}, not the module"
        )),
        _ => None,
    }
}

/// The name that the table has for a crate: one for all grammars.
pub(super) fn family(krate: &str) -> &str {
    match krate.starts_with("tree_sitter") {
        true => "tree_sitter",
        false => krate,
    }
}

/// Returns true if a crate is named outside its modules. Other names are not checked.
fn broken_ownership(module: &str, name: &str, path: &[&str]) -> Option<String> {
    let rows = || {
        OWNED
            .iter()
            .filter(|(krate, _)| krate.split("::").next() == Some(family(name)))
    };
    let covered = |krate: &str| {
        krate.split("::").zip(path).all(|(a, b)| a == family(b))
            && krate.split("::").count() <= path.len()
    };
    if rows().next().is_none()
        || rows().any(|(krate, modules)| covered(krate) && modules.contains(&module))
    {
        return None;
    }
    let owners: Vec<String> = rows()
        .map(|(krate, modules)| format!("{krate} belongs to [{}]", modules.join(", ")))
        .collect();
    Some(owners.join("; "))
}

/// The module of a file, and the number of `super` from it to the crate's root. The path is relative to
/// `src/`.
pub(super) fn place(file: &Path) -> (String, usize) {
    let parts: Vec<String> = file
        .with_extension("")
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    let depth = match parts.last().map(String::as_str) {
        Some("mod") => parts.len() - 1,
        _ => parts.len(),
    };
    (parts[0].clone(), depth)
}

/// Names of other modules that a file of `src/` uses: the file's module, the other one, and the name.
pub(super) fn imports(file: &Path, source: &str) -> Vec<(String, String, String)> {
    let (module, depth) = place(file);
    let imported = |path: NamedPath| {
        let up = path
            .segments
            .iter()
            .take_while(|part| *part == "super")
            .count();
        let is_absolute = path.segments.first().is_some_and(|first| first == "crate");
        let skipped = if is_absolute { 1 } else { up };
        let rest = path
            .segments
            .get(skipped..)
            .filter(|_| is_absolute || up > 0 && up == depth)?;
        let (target, name) = (rest.first()?.clone(), rest.get(1)?.clone());
        (target != module).then(|| (module.clone(), target, name))
    };
    paths(source).into_iter().filter_map(imported).collect()
}

/// Rules that a file of `src/` breaks, one `file:line: rule` each.
pub(super) fn violations(file: &Path, source: &str) -> Vec<String> {
    let (module, depth) = place(file);
    paths(source)
        .iter()
        .filter_map(|path| {
            let rule = broken_rule(&module, depth, &path.segments)?;
            let named = path.segments.join("::");
            Some(format!(
                "src/{}:{}: `{named}`: {rule}",
                file.display(),
                path.line
            ))
        })
        .collect()
}

mod tests;
