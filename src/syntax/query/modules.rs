//! Imports and exports by the query of a language.
//!
//! [`imports()`] and [`exports()`] are hooks of rows; languages whose imports a query cannot express have
//! functions of their own.

use super::{QueryMatch, matches_in, word};
use crate::syntax::import::{Export, Import};
use crate::syntax::shape::Walker;
use tree_sitter::Node;

/// Imports of a node, by the query of its language.
pub(in crate::syntax) fn imports(walker: &Walker<'_>, node: Node<'_>) -> Vec<Import> {
    let matches = matches_in(walker.grammar.query.query.as_ref(), node, Some(0), walker);
    let imports = matches.iter().filter_map(|it| import(walker, it, node));
    let mut imports: Vec<(usize, Import)> = imports.collect();
    // Matches are ordered by pattern.
    imports.sort_by_key(|(start, _)| *start);
    imports.into_iter().map(|(_, import)| import).collect()
}

/// The import that a match captures, and the start of its name, or else of its module.
fn import(
    walker: &Walker<'_>,
    matched: &QueryMatch<'_, '_>,
    node: Node<'_>,
) -> Option<(usize, Import)> {
    let separator = matched.setting("separator");
    let words = |wanted: &str| {
        let words = matched.all(wanted).map(|node| module_word(walker, node));
        words.collect::<Vec<_>>().join(separator.unwrap_or("."))
    };
    let module = words("module");
    // The text before an expansion is unknown: `$(dirname "$0")/a.sh`.
    let module = module
        .trim_start_matches(['/', '\\'])
        .trim_matches(['<', '>']);
    let module = module.strip_prefix("global::").unwrap_or(module);
    let module = module.split('<').next().filter(|it| !it.is_empty())?;
    let name = words("imported") + matched.setting("imported").unwrap_or_default();
    let at = node.start_byte();
    let import = match separator {
        Some(separator) if name.is_empty() => Import::of_path(module, separator, at),
        _ => Import::new(module, &name, at),
    };
    let captures = matched.captures.iter();
    let starts = captures.map(|(name, node)| (*name != "module", node.start_byte()));
    Some((starts.max()?.1, import.called(&words("alias"))))
}

/// Names that a statement exports.
pub(in crate::syntax) fn exports(walker: &Walker<'_>, node: Node<'_>) -> Vec<Export> {
    let export = |matched: &QueryMatch<'_, '_>| {
        let captured = |wanted: &str| Some(word(walker, matched.all(wanted).next()?));
        let set = |key: &str| matched.setting(key).map(str::to_owned);
        let (local, at) = captured("local")?;
        let exported = captured("exported").map(|(name, _)| name);
        Some(Export {
            name: exported.or(set("exported")).unwrap_or(local.clone()),
            local: set("local").unwrap_or(local),
            at,
        })
    };
    let matches = matches_in(walker.grammar.query.query.as_ref(), node, Some(0), walker);
    let mut exports: Vec<Export> = matches.iter().filter_map(export).collect();
    exports.sort_by_key(|export| export.at);
    exports
}

/// The name of a module: a path without white space, or a string without quotes.
fn module_word(walker: &Walker<'_>, node: Node<'_>) -> String {
    let (word, _) = word(walker, node);
    let is_path = word.starts_with(|first: char| first.is_alphanumeric() || "._\\".contains(first));
    match is_path && !node.kind().contains("string") {
        true => word.split_whitespace().collect(),
        false => word,
    }
}
