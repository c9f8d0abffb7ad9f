//! Embedded text that is parsed separately: scripts and styles of a page, and declarations in the argument of
//! a macro.
//!
//! Principal type: [`Embedded`]. Invariant: offsets are bytes of the whole text. The walk adds the elements
//! of each to the scope around it.

use super::grammar::Grammar;
use super::language::Language;
use super::parse::{parse, parse_valid};
use super::query::matches_in;
use super::row::Rule;
use super::shape::{Walker, children, named_children};
use std::ops::Range;
use tree_sitter::{Node, Tree};

/// A part of a text with its own tree, in bytes of the whole text.
pub(super) struct Embedded<'a> {
    /// Start of its node in the enclosing tree.
    pub(super) start: usize,
    pub(super) tree: Tree,
    pub(super) walker: Walker<'a>,
    /// The same bytes as tokens of the enclosing tree, if it is the argument of a macro.
    pub(super) tokens: Option<Range<usize>>,
}

/// Scripts, styles, and macros whose argument is declarations, in order. Embedded text in a script is
/// ignored.
pub(super) fn find<'a>(tree: &Tree, walker: &Walker<'a>) -> Vec<Embedded<'a>> {
    let mut found = injections(tree, walker);
    found.extend(macros(tree, walker));
    found.sort_by_key(|embedded| embedded.start);
    found
}

fn injections<'a>(tree: &Tree, walker: &Walker<'a>) -> Vec<Embedded<'a>> {
    let mut found = Vec::new();
    let query = walker.grammar.injections.as_ref();
    for matched in matches_in(query, tree.root_node(), None, walker) {
        let language = matched
            .setting("injection.language")
            .and_then(Language::named);
        let content = matched.all("injection.content").next();
        if let (Some(language), Some(node)) = (language, content) {
            let grammar = Grammar::of(language);
            let tree = parse(walker.text, grammar, &[node.range()], walker.deadline);
            found.extend(tree.map(|tree| Embedded {
                start: node.start_byte(),
                tree,
                walker: Walker { grammar, ..*walker },
                tokens: None,
            }));
        }
    }
    found
}

/// Maximum number of macros parsed per file; a file of tokio has 30.
const MAX_MACROS: usize = 256;
/// Maximum depth of nested macros: each level is parsed again.
const MAX_MACRO_DEPTH: usize = 4;
/// Maximum number of bytes of all macros parsed per file: their trees are in memory together.
const MAX_MACRO_BYTES: usize = 256 << 10;

/// The macros in a scope whose argument parses as declarations, `cfg_rt! { fn a() {} }`, and the macros
/// inside them.
fn macros<'a>(tree: &Tree, walker: &Walker<'a>) -> Vec<Embedded<'a>> {
    let grammar = walker.grammar;
    if !grammar.query.has(Rule::Macro) {
        return Vec::new();
    }
    let mut bytes_left = MAX_MACRO_BYTES;
    let mut parsed = |node: Node<'_>| {
        let left = bytes_left.checked_sub(node.byte_range().len())?;
        let found = declarations(node, walker)?;
        bytes_left = left;
        Some(found)
    };
    let outermost = called(tree.root_node(), grammar).into_iter();
    let outermost = outermost.take(MAX_MACROS).filter_map(&mut parsed);
    let mut found: Vec<Embedded<'a>> = outermost.collect();
    let mut begin = 0;
    for _ in 1..MAX_MACRO_DEPTH {
        let outer = found.get(begin..).unwrap_or_default().iter();
        let nodes = outer.flat_map(|outer| called(outer.tree.root_node(), grammar));
        let room = MAX_MACROS.saturating_sub(found.len());
        let inner: Vec<Embedded<'a>> = nodes.take(room).filter_map(&mut parsed).collect();
        begin = found.len();
        found.extend(inner);
    }
    found
}

/// The macro calls in the scopes of a tree.
fn called<'t>(root: Node<'t>, grammar: &Grammar) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    let mut scopes = vec![root];
    while let Some(scope) = scopes.pop() {
        for child in named_children(scope) {
            match grammar.rule(child) {
                Rule::Macro => found.push(child),
                Rule::Transparent => scopes.push(child),
                Rule::Declaration(kind) if kind.has_members() => scopes.push(child),
                Rule::Statement => {
                    let call = child.named_child(0);
                    found.extend(call.filter(|call| grammar.rule(*call) == Rule::Macro));
                }
                _ => {}
            }
        }
    }
    found.sort_by_key(Node::start_byte);
    found
}

/// The argument of a macro as declarations: all of it, or all blocks in it, as in
/// `cfg_if! { if #[cfg(unix)] { mod a; } else { mod b; } }`.
fn declarations<'a>(call: Node<'_>, walker: &Walker<'a>) -> Option<Embedded<'a>> {
    let argument = named_children(call).last()?;
    let blocks = named_children(argument).filter(|child| {
        let text = walker.text.get(child.byte_range()).unwrap_or_default();
        text.starts_with('{') && child.kind_id() == argument.kind_id()
    });
    let parsed = |nodes: Vec<Node<'_>>| {
        let may_declare = nodes.iter().any(|tokens| may_declare(*tokens, walker));
        let ranges: Vec<_> = nodes.into_iter().filter_map(inside).collect();
        (may_declare && !ranges.is_empty()).then(|| parse_valid(walker, &ranges))?
    };
    let is_declared = |tree: &Tree| declares(tree.root_node(), walker.grammar);
    let tree = parsed(vec![argument]).filter(is_declared);
    let tree = tree.or_else(|| parsed(blocks.collect()).filter(is_declared))?;
    Some(Embedded {
        start: call.start_byte(),
        tree,
        walker: *walker,
        tokens: Some(argument.byte_range()),
    })
}

/// Returns true if tokens may be declarations or macros: they, or a block in them, contain a keyword or an
/// exclamation mark.
fn may_declare(tokens: Node<'_>, walker: &Walker<'_>) -> bool {
    let is_mark = |token: Node<'_>| {
        let text = walker.text.as_bytes().get(token.start_byte());
        !token.is_named() && text.is_some_and(|byte| *byte == b'!' || byte.is_ascii_alphabetic())
    };
    let has_mark = |token: Node<'_>| token.child_count() > 0 && children(token).any(is_mark);
    children(tokens).any(|token| is_mark(token) || has_mark(token))
}

/// Range between the brackets of an argument.
fn inside(argument: Node<'_>) -> Option<tree_sitter::Range> {
    let last = argument.child_count().checked_sub(1)?;
    let (open, close) = (argument.child(0)?, argument.child(last)?);
    (open.end_byte() < close.start_byte()).then(|| tree_sitter::Range {
        start_byte: open.end_byte(),
        start_point: open.end_position(),
        end_byte: close.start_byte(),
        end_point: close.start_position(),
    })
}

/// Returns true for a tree of declarations, items or macros.
fn declares(root: Node<'_>, grammar: &Grammar) -> bool {
    let mut has_declarations = false;
    let is_known = named_children(root).all(|child| {
        let rule = grammar.rule(child);
        has_declarations |= matches!(
            rule,
            Rule::Declaration(_) | Rule::Import | Rule::Items | Rule::Transparent | Rule::Macro
        );
        rule != Rule::Statement
    });
    is_known && has_declarations
}
