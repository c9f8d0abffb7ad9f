//! Text in one language inside a text in another: scripts and styles of a page.

use super::grammar::Grammar;
use super::language::Language;
use super::parse::parse;
use super::query::each_match;
use super::shape::Reader;
use tree_sitter::Tree;

/// A part of a text in another language. Its tree is in bytes of the whole text.
pub(super) struct Embedded<'a> {
    pub(super) start: usize,
    pub(super) tree: Tree,
    pub(super) reader: Reader<'a>,
}

/// The scripts and styles in a text, in order, by the query for injections. What is embedded in that
/// again is not looked for.
pub(super) fn find<'a>(tree: &Tree, reader: &Reader<'a>) -> Vec<Embedded<'a>> {
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
                let tree = parse(reader.text, grammar, &[node.range()]);
                found.extend(tree.map(|tree| Embedded {
                    start: node.start_byte(),
                    tree,
                    reader: Reader {
                        grammar,
                        text: reader.text,
                    },
                }));
            }
        },
    );
    found.sort_by_key(|embedded| embedded.start);
    found
}
