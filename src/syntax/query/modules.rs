//! Imports and exports by the query of a language.
//!
//! [`imports()`] and [`exports()`] are hooks of rows; languages whose imports a query cannot express have
//! functions of their own.

use super::{each_match, setting, word};
use crate::syntax::import::{Export, Import};
use crate::syntax::shape::Walker;
use tree_sitter::Node;

/// Imports of a node, by the query of its language.
pub(in crate::syntax) fn imports(walker: &Walker<'_>, node: Node<'_>) -> Vec<Import> {
    let Some(query) = &walker.grammar.query.query else {
        return Vec::new();
    };
    let at = node.start_byte();
    let mut imports = Vec::new();
    each_match(query, node, Some(0), walker, |pattern, captures| {
        let setting = |key: &str| setting(query, pattern, key);
        let separator = setting("separator");
        let words = |wanted: &str| {
            let nodes = captures.iter().filter(|(name, _)| *name == wanted);
            let words: Vec<String> = nodes.map(|(_, node)| module_word(walker, *node)).collect();
            words.join(separator.unwrap_or("."))
        };
        let module = words("module");
        // The text before an expansion is unknown: `$(dirname "$0")/a.sh`.
        let module = module
            .trim_start_matches(['/', '\\'])
            .trim_matches(['<', '>']);
        let module = module.strip_prefix("global::").unwrap_or(module);
        let module = module.split('<').next().unwrap_or_default();
        let name = words("imported") + setting("imported").unwrap_or_default();
        let alias = words("alias");
        let start = |of_module: bool| {
            let named = captures
                .iter()
                .filter(|(name, _)| (*name == "module") == of_module);
            named.map(|(_, node)| node.start_byte()).max()
        };
        if !module.is_empty() {
            let import = match separator {
                Some(separator) if name.is_empty() => Import::of_path(module, separator, "", at),
                _ => Import::new(module, &name, "", at),
            };
            let import = match alias.as_str() {
                "" => import,
                alias => import.called(alias),
            };
            imports.push((start(false).or(start(true)), import));
        }
    });
    // Matches are ordered by pattern.
    imports.sort_by_key(|(start, _)| *start);
    imports.into_iter().map(|(_, import)| import).collect()
}

/// Names that a statement exports.
pub(in crate::syntax) fn exports(walker: &Walker<'_>, node: Node<'_>) -> Vec<Export> {
    let Some(query) = &walker.grammar.query.query else {
        return Vec::new();
    };
    let mut exports = Vec::new();
    each_match(query, node, Some(0), walker, |pattern, captures| {
        let captured = |wanted: &str| {
            let mut captures = captures.iter().filter(|(name, _)| *name == wanted);
            captures.next().map(|(_, node)| word(walker, *node))
        };
        let set = |key: &str| setting(query, pattern, key).map(str::to_owned);
        if let Some((local, at)) = captured("local") {
            let exported = captured("exported").map(|(name, _)| name);
            exports.push(Export {
                name: exported.or(set("exported")).unwrap_or(local.clone()),
                local: set("local").unwrap_or(local),
                at,
            });
        }
    });
    exports.sort_by_key(|export: &Export| export.at);
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
