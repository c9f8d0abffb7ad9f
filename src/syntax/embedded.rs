//! Text in one language inside a text in another: scripts and styles of a page.

use super::grammar::Grammar;
use super::language::Language;
use super::parse::parse;
use super::query::each_match;
use super::shape::Reader;
use std::ops::Range;
use tree_sitter::Tree;

/// A part of a text in another language. Its tree is in bytes of the whole text.
pub(super) struct Embedded {
    pub(super) bytes: Range<usize>,
    pub(super) tree: Tree,
    pub(super) grammar: &'static Grammar,
}

/// Embedded text with what reads it.
pub(super) struct Inset<'t> {
    pub(super) start: usize,
    pub(super) tree: &'t Tree,
    pub(super) reader: Reader<'t>,
}

impl<'t> Inset<'t> {
    pub(super) fn new(embedded: &'t Embedded, text: &'t str) -> Self {
        Self {
            start: embedded.bytes.start,
            tree: &embedded.tree,
            reader: Reader {
                grammar: embedded.grammar,
                text,
            },
        }
    }
}

/// The scripts and styles in a text, in order, by the query for injections. What is embedded in that
/// again is not looked for.
pub(super) fn find(tree: &Tree, reader: &Reader<'_>) -> Vec<Embedded> {
    let mut found = Vec::new();
    let Some(query) = &reader.grammar.injections else {
        return found;
    };
    each_match(
        query,
        tree.root_node(),
        None,
        reader,
        |pattern, captures| {
            let said = query.property_settings(pattern).iter();
            let mut said = said.filter(|said| &*said.key == "injection.language");
            let language = said.find_map(|said| Language::named(said.value.as_deref()?));
            let content = captures
                .iter()
                .find(|(name, _)| *name == "injection.content");
            if let (Some(language), Some((_, node))) = (language, content) {
                let grammar = Grammar::of(language);
                found.extend(
                    parse(reader.text, grammar, &[node.range()]).map(|tree| Embedded {
                        bytes: node.byte_range(),
                        tree,
                        grammar,
                    }),
                );
            }
        },
    );
    found
}
