//! The outline of a text: parses it, repairs it if that gives more declarations, and walks the tree.
//!
//! [`outline()`] is the entry for `chunk`. Invariant: it returns for any text, because time, depth, ambiguous
//! steps and error nodes are limited.

use super::embedded::{self, Embedded};
use super::language::Language;
use super::languages::conditional::joined;
use super::outline::Outline;
use super::parser::{parse, parse_again};
use super::repair::balance_brackets;
use super::repetition::is_repetitive;
use super::row::TextKind;
use super::walk::declarations::Declarations;
use super::walker::Walker;
use std::borrow::Cow;
use std::time::{Duration, Instant};
use tree_sitter::{Node, Tree};

/// Time limit for all work on one text. Some grammars take quadratic time for deep nesting; limits of counts
/// stop most of them, this limit stops the rest.
pub const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Maximum number of children of an error node.
const MAX_ERROR_CHILDREN: u32 = 16_384;

/// The beginning of a text that is too long to be parsed: whole lines, up to the language's limit or the
/// given one.
pub fn parsed_prefix(text: &str, language: Language, limit: usize) -> &str {
    let limit = language.row().parse_limit.min(limit);
    if text.len() <= limit {
        return text;
    }
    let begin = text
        .get(..text.floor_char_boundary(limit))
        .unwrap_or_default();
    let lines = begin.rfind('\n').map_or(0, |last| last + 1);
    begin.get(..lines).unwrap_or_default()
}

/// Returns the declarations, imports and items of a text; none for a language without declarations, a text
/// that the grammar gives up on, or one that is not parsed before the deadline.
pub fn outline(text: &str, language: Language, deadline: Instant) -> Option<Outline> {
    let grammar = language.grammar();
    if grammar.row.text_kind != TextKind::Code {
        return None;
    }
    let walker = language.walker(text, deadline);
    let mut readable = (grammar.row.preprocess)(text);
    let mut best = Reading::of(parse(&readable, grammar, &[], deadline)?, &walker)?;
    if !best.is_clean
        && let Some(joined) = joined(&readable)
        && let Some(better) = best.again(&readable, &joined, &walker)
        && better.declared > best.declared
    {
        best = better;
        readable = Cow::Owned(joined);
    }
    if !best.is_clean
        && let Some(balanced) = balance_brackets(&readable, text, &best.tree)
        && let Some(better) = best.again(&readable, &balanced, &walker)
        && (better.declared, better.is_clean) > (best.declared, best.is_clean)
    {
        best = better;
    }
    let Reading {
        declarations,
        insets,
        tree,
        ..
    } = best;
    Some(declarations.with_references(&tree, &insets, &walker))
}

/// The declarations that a tree gives for a text, which may be a repaired one.
struct Reading<'t> {
    /// Number of declarations.
    declared: usize,
    /// True for a tree without errors.
    is_clean: bool,
    declarations: Declarations,
    insets: Vec<Embedded<'t>>,
    tree: Tree,
}

impl<'t> Reading<'t> {
    /// Walks a tree of the walker's text; none for too many errors, and after the deadline.
    fn of(tree: Tree, walker: &Walker<'t>) -> Option<Self> {
        if has_too_many_errors(&tree, MAX_ERROR_CHILDREN) {
            return None;
        }
        let insets = embedded::find(&tree, walker);
        let declarations = Declarations::of(&tree, &insets, walker)?;
        Some(Self {
            declared: declarations.count(),
            is_clean: !tree.root_node().has_error(),
            declarations,
            insets,
            tree,
        })
    }

    /// The reading of a repaired text of the same length.
    fn again(&self, before: &str, repaired: &str, walker: &Walker<'t>) -> Option<Self> {
        let (grammar, deadline) = (walker.grammar, walker.deadline);
        let tree = parse_again(before, &self.tree, repaired, grammar, deadline)?;
        Self::of(tree, walker)
    }
}

/// Returns true if the tree has an error node with more children than any code has. The walk over them takes
/// quadratic time.
fn has_too_many_errors(tree: &Tree, most: u32) -> bool {
    let root = tree.root_node();
    let has_too_many = |node: Node<'_>| node.is_error() && node.child_count() > most;
    root.has_error() && (has_too_many(root) || root.children(&mut root.walk()).any(has_too_many))
}

/// Returns false for a text that highlighting cannot handle. Text embedded in prose may be in any language,
/// so repetitive prose is not highlighted.
pub(super) fn is_safe(text: &str, language: Language, deadline: Instant) -> bool {
    let grammar = language.grammar();
    !is_repetitive(text) || !language.is_prose() && parse(text, grammar, &[], deadline).is_some()
}

/// Parses a text and discards the tree: the baseline of the benchmarks. Returns false without a tree.
pub fn parse_only(text: &str, language: Language) -> bool {
    let deadline = Instant::now() + TIME_LIMIT;
    parse(text, language.grammar(), &[], deadline).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_with_too_many_children_is_found() {
        let json = Language::named("json").expect("a language").grammar();
        let tree = parse("a, b, c, d, e", json, &[], Instant::now() + TIME_LIMIT).expect("a tree");
        assert!(!has_too_many_errors(&tree, MAX_ERROR_CHILDREN));
        assert!(has_too_many_errors(&tree, 3));
    }

    #[test]
    fn short_ambiguities_do_not_add_up() {
        let cpp = Language::named("cpp").expect("a language");
        let rows: String = (0..1_000)
            .map(|at| format!("  F(a * b{at}, c);\n"))
            .collect();
        let text = format!("void f() {{\n{rows}}}\n");
        assert!(is_repetitive(&text));
        let found = outline(&text, cpp, Instant::now() + TIME_LIMIT).expect("a tree");
        assert_eq!(found.elements.len(), 1);
    }

    #[test]
    fn repetitive_prose_is_not_highlighted() {
        let check = |language: &str, token: &str, expected: bool| {
            let language = Language::named(language).expect("a language");
            let deadline = Instant::now() + TIME_LIMIT;
            assert_eq!(is_safe(&token.repeat(500), language, deadline), expected);
        };
        check("markdown", "words and ", false);
        check("rust", "const A: u8 = 0;", true);
    }
}
