//! Imports and exports by the query of a language.
//!
//! [`imports()`] and [`exports()`] are hooks; languages whose imports a query cannot express have functions of
//! their own.

use super::captures::{QueryMatch, matches_in, word};
use crate::syntax::import::{Export, Import};
use crate::syntax::walker::Walker;
use tree_sitter::Node;

/// Imports of a node, by the query of its language.
pub(in crate::syntax) fn imports(walker: &Walker<'_>, node: Node<'_>) -> Vec<Import> {
    let matches = matches_in(walker.grammar.query.query.as_ref(), node, Some(0), walker);
    let imports = matches
        .iter()
        .filter_map(|matched| Some((start(matched)?, import(walker, matched, node)?)));
    let mut imports: Vec<(usize, Import)> = imports.collect();
    // Matches are ordered by pattern.
    imports.sort_by_key(|(start, _)| *start);
    imports.into_iter().map(|(_, import)| import).collect()
}

/// Start of the name that a match captures, or else of its module.
fn start(matched: &QueryMatch<'_, '_>) -> Option<usize> {
    let captures = matched.captures.iter();
    let starts = captures.map(|(name, node)| (*name != "module", node.start_byte()));
    Some(starts.max()?.1)
}

/// The import that a match captures.
fn import(walker: &Walker<'_>, matched: &QueryMatch<'_, '_>, node: Node<'_>) -> Option<Import> {
    let separator = matched.setting("separator");
    let path = joined(walker, matched, "module", separator);
    let module = module(&path)?;
    let name = joined(walker, matched, "imported", separator)
        + matched.setting("imported").unwrap_or_default();
    let at = node.start_byte();
    let import = match separator {
        Some(separator) if name.is_empty() => Import::of_path(module, separator, at),
        _ => Import::new(module, &name, at),
    };
    Some(import.called(&joined(walker, matched, "alias", separator)))
}

/// The parts of a captured path.
fn joined(
    walker: &Walker<'_>,
    matched: &QueryMatch<'_, '_>,
    capture: &str,
    separator: Option<&str>,
) -> String {
    let words = matched.all(capture).map(|node| path_word(walker, node));
    words.collect::<Vec<_>>().join(separator.unwrap_or("."))
}

/// The module of a path as written: `stdio.h` of `<stdio.h>`, `A` of `global::A<B>`. The text before an
/// expansion is unknown: `a.sh` of `$(dirname "$0")/a.sh`.
fn module(path: &str) -> Option<&str> {
    let written = path
        .trim_start_matches(['/', '\\'])
        .trim_matches(['<', '>']);
    let relative = written.strip_prefix("global::").unwrap_or(written);
    let module = relative.split('<').next()?;
    (!module.is_empty()).then_some(module)
}

/// Names that a statement exports.
pub(in crate::syntax) fn exports(walker: &Walker<'_>, node: Node<'_>) -> Vec<Export> {
    let matches = matches_in(walker.grammar.query.query.as_ref(), node, Some(0), walker);
    let exports = matches.iter().filter_map(|matched| export(walker, matched));
    let mut exports: Vec<Export> = exports.collect();
    exports.sort_by_key(|export| export.at);
    exports
}

/// The export that a match captures.
fn export(walker: &Walker<'_>, matched: &QueryMatch<'_, '_>) -> Option<Export> {
    let (local, at) = word(walker, matched.all("local").next()?);
    let exported = match matched.all("exported").next() {
        Some(node) => word(walker, node).0,
        None => matched.setting("exported").unwrap_or(&local).to_owned(),
    };
    Some(Export {
        name: exported,
        local: matched.setting("local").map_or(local, str::to_owned),
        at,
    })
}

/// A part of a path without white space, or a string without quotes.
fn path_word(walker: &Walker<'_>, node: Node<'_>) -> String {
    let (word, _) = word(walker, node);
    let is_path = word.starts_with(|first: char| first.is_alphanumeric() || "._\\".contains(first));
    if is_path && !node.kind().contains("string") {
        return word.split_whitespace().collect();
    }
    word
}
