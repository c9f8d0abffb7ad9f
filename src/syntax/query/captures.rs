//! Matches of a query, and the text of their captures.
//!
//! Principal type: [`QueryMatch`].

use crate::syntax::name::unquoted;
use crate::syntax::walker::Walker;
use std::cell::RefCell;
use tree_sitter::{Node, Query, QueryCursor, StreamingIterator};

/// Maximum number of matches of one node; lists written by hand have fewer.
const MAX_MATCHES: usize = 1024;
/// Maximum number of matches in progress: each is tried on each following node.
const MAX_STATES: u32 = 256;

/// A match of a pattern.
pub(in crate::syntax) struct QueryMatch<'q, 't> {
    query: &'q Query,
    pub(super) pattern: usize,
    pub(super) captures: Vec<(&'q str, Node<'t>)>,
}

impl<'q, 't> QueryMatch<'q, 't> {
    /// The value that the pattern sets.
    pub(in crate::syntax) fn setting(&self, key: &str) -> Option<&'q str> {
        let mut settings = self.query.property_settings(self.pattern).iter();
        settings
            .find(|setting| &*setting.key == key)?
            .value
            .as_deref()
    }

    /// The nodes of a capture.
    pub(in crate::syntax) fn all(&self, wanted: &str) -> impl Iterator<Item = Node<'t>> {
        captured(&self.captures, wanted)
    }
}

/// The nodes of a capture.
pub(super) fn captured<'t>(
    captures: &[(&str, Node<'t>)],
    wanted: &str,
) -> impl Iterator<Item = Node<'t>> {
    let captures = captures.iter().filter(move |(name, _)| *name == wanted);
    captures.map(|(_, node)| *node)
}

/// Matches of a query in a node, up to a depth.
pub(in crate::syntax) fn matches_in<'q, 't>(
    query: Option<&'q Query>,
    node: Node<'t>,
    depth: Option<u32>,
    walker: &Walker<'_>,
) -> Vec<QueryMatch<'q, 't>> {
    thread_local! {
        static CURSOR: RefCell<QueryCursor> = RefCell::new(QueryCursor::new());
    }
    let mut found = Vec::new();
    let Some(query) = query else { return found };
    CURSOR.with_borrow_mut(|cursor| {
        cursor.set_max_start_depth(depth);
        cursor.set_match_limit(MAX_STATES);
        let mut matches = cursor.matches(query, node, walker.text.as_bytes());
        let names = query.capture_names();
        while found.len() < MAX_MATCHES
            && let Some(matched) = matches.next()
        {
            let mut captures = Vec::with_capacity(matched.captures().len());
            for capture in matched.captures() {
                if let Some(name) = names.get(capture.index as usize) {
                    captures.push((*name, capture.node));
                }
            }
            found.push(QueryMatch {
                query,
                pattern: matched.pattern_index,
                captures,
            });
        }
    });
    found
}

/// The name in a node, without quotes, brackets and the colons of symbols, and its start offset.
pub(super) fn word(walker: &Walker<'_>, node: Node<'_>) -> (String, usize) {
    const AROUND: [(&str, &str); 4] = [("[[", "]]"), ("[", "]"), ("(", ")"), ("@", "")];
    let text = walker.words(node);
    let mut name = unquoted(&text);
    if name == text {
        let inside = AROUND
            .iter()
            .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
        name = unquoted(inside.unwrap_or(name).trim());
        let bare = name.trim_matches([':', '=']);
        if bare.starts_with(|first: char| first.is_alphanumeric() || first == '_') {
            name = bare;
        }
    }
    let at = node.start_byte() + text.find(name).unwrap_or_default();
    (name.to_owned(), at)
}
