//! What a file builds on, by the names people call it.

use super::passage::name;
use crate::chunk::ChunkTree;
use crate::syntax::Import;

/// Imported modules that a digest has.
const MOST: usize = 8;
/// A module's name is cut at so many characters.
const LONGEST: usize = 40;
/// What every file of a language may import.
const STANDARD: &[&str] = &["std", "core", "alloc", "__future__", "typing", "prelude"];

/// The modules that a file imports, without repetition: those of the project first, those of the
/// standard library last.
pub(super) fn imported(tree: &ChunkTree) -> Vec<String> {
    let mut names: Vec<(u8, String)> = Vec::new();
    for import in &tree.imports {
        let (rank, module) = module(import);
        let module = name(&module, LONGEST);
        // Enough to choose from.
        if names.len() >= MOST * 8 {
            break;
        }
        if module.chars().any(char::is_alphanumeric)
            && !names.iter().any(|(_, known)| *known == module)
        {
            names.push((rank, module));
        }
    }
    names.sort_by_key(|(rank, _)| *rank);
    names.into_iter().take(MOST).map(|(_, name)| name).collect()
}

/// A module's name and its rank: 0 of the project, 1 of others, 2 of the standard library.
fn module(import: &Import) -> (u8, String) {
    let module = import.module.as_str();
    for root in ["crate", "super", "self"] {
        if let Some(rest) = module.strip_prefix(root) {
            let inside = rest.trim_start_matches("::super").trim_start_matches("::");
            let first = inside.split("::").next().unwrap_or_default();
            if rest.is_empty() || rest.starts_with("::") {
                return (0, named(first, import));
            }
        }
    }
    if module.starts_with("./") || module.starts_with("../") {
        return (0, file(module));
    }
    if module.starts_with('.') {
        let inside = module.trim_start_matches('.');
        return (0, named(inside, import));
    }
    let first = module.split("::").next().unwrap_or_default();
    let is_standard = STANDARD.contains(&first);
    let shown = match module.contains("::") {
        true => first,
        false => module,
    };
    (if is_standard { 2 } else { 1 }, shown.to_owned())
}

/// The module, or the name taken from the directory itself.
fn named(module: &str, import: &Import) -> String {
    match module {
        "" if import.name != "*" => import.name.clone(),
        module => module.to_owned(),
    }
}

/// `store` of `../store.js` and `layers` of `./layers/index.js`.
fn file(module: &str) -> String {
    let parts = module
        .split('/')
        .filter(|part| !part.is_empty() && !part.starts_with('.'));
    let mut parts: Vec<&str> = parts.collect();
    let stem = |part: &str| match part.split_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem.to_owned(),
        _ => part.to_owned(),
    };
    match parts.pop().map(stem) {
        Some(last) if last == "index" => parts.pop().map_or(last, str::to_owned),
        Some(last) => last,
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, SourcePath, Text};

    fn check(path: &str, text: &str, expected: &[&str]) {
        let document = Document::new(SourcePath::new(path), Text::from(text));
        let tree = ChunkTree::of(document, &Limits::default());
        assert_eq!(imported(&tree), expected, "{text}");
    }

    #[test]
    fn modules_of_the_project_come_first() {
        check(
            "a.rs",
            "use std::fmt;\nuse serde::Serialize;\nuse crate::index::Merger;\nuse super::store;\n\
             mod part;\nuse super::*;\n",
            &["index", "store", "part", "serde", "std"],
        );
        check(
            "a.py",
            "from __future__ import annotations\nimport os\nfrom . import samples\n\
             from ..store.base import Store\n",
            &["samples", "store.base", "os", "__future__"],
        );
        check(
            "a.js",
            "import x from 'react';\nimport y from './layers/index.js';\nconst z = require('../utils.js');\n",
            &["layers", "utils", "react"],
        );
        check(
            "a.go",
            "package a\n\nimport (\n\t\"net/http\"\n)\n",
            &["net/http"],
        );
    }
}
