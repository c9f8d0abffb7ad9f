//! A text in a text: a part of a document that is in another language, such as a script of a page or the code of a
//! template, or that its own grammar leaves unparsed, such as the argument of a macro.
//!
//! Principal type: [`Embedded`]. The query for injections in a language's row finds them, with the captures that
//! other programs with tree-sitter use too: `@injection.content`, and its language as `@injection.language` or
//! `#set! injection.language`; code between marks is found before parsing, by the row's `code`. Highlighting applies
//! both; the walk adds the declarations, imports and references of each text to the scope around it. Invariant: offsets
//! are bytes of the whole text.

use super::error::count_errors;
use super::grammar::Grammar;
use super::language::Language;
use super::parser::{line_starts, parse, parse_valid, point};
use super::query::captures::matches_in;
use super::rewrite::Stage;
use super::row::Rule;
use super::template::{CodeForm, CodePart, only_code, with_values, without_code};
use super::walker::{Walker, children, named_children};
use std::ops::Range;
use tree_sitter::{Node, Tree};

/// A part of a text with its own tree, in bytes of the whole text.
pub(super) struct Embedded<'a> {
    /// Start of its node in the enclosing tree; [`NO_NODE`] for code that is all over it.
    pub(super) start: usize,
    pub(super) tree: Tree,
    pub(super) walker: Walker<'a>,
    /// The same bytes as tokens of the enclosing tree, if the text is in the language around it.
    pub(super) tokens: Option<Range<usize>>,
}

impl Embedded<'_> {
    /// Returns true for code between marks of a template.
    pub(super) fn is_between_marks(&self) -> bool {
        self.start == NO_NODE
    }
}

/// The start of no node.
const NO_NODE: usize = usize::MAX;
/// Maximum depth of texts in texts in other languages: code in markup in a string.
const MAX_TEXT_DEPTH: usize = 3;
/// Maximum number of texts between marks that are parsed apart.
const MAX_PARTS: usize = 2_048;
/// Maximum number of macros parsed per file; a file of tokio has 30.
const MAX_MACROS: usize = 256;
/// Maximum depth of nested macros: each level is parsed again.
const MAX_MACRO_DEPTH: usize = 4;
/// Maximum number of bytes of all macros parsed per file: their trees are in memory together.
const MAX_MACRO_BYTES: usize = 256 << 10;

/// The texts in a text, in order: those in other languages anywhere, and macros in a scope whose argument parses
/// as declarations, `cfg_rt! { fn a() {} }`, with the macros inside them.
pub(super) fn find<'a>(tree: &Tree, walker: &Walker<'a>) -> Vec<Embedded<'a>> {
    let parts = (walker.grammar.row.code)(walker.text);
    let known = with_values(walker.text, &parts);
    let mut found = coded(&parts, &known, walker);
    let mut level = foreign(tree, walker, &known);
    for _ in 1..MAX_TEXT_DEPTH {
        let inner = level.iter();
        let inner = inner.flat_map(|text| foreign(&text.tree, &text.walker, &known));
        let inner: Vec<_> = inner.collect();
        found.append(&mut level);
        level = inner;
    }
    found.append(&mut level);
    if walker.grammar.query.has(Rule::Macro) {
        found.extend(macros(tree, walker));
    }
    found.sort_by_key(|embedded| embedded.start);
    found
}

/// The texts in other languages in a tree; `known` is the text without the code of a template.
fn foreign<'a>(tree: &Tree, walker: &Walker<'a>, known: &str) -> Vec<Embedded<'a>> {
    if !walker.grammar.query.has(Rule::Embedded) {
        return Vec::new();
    }
    let texts = injections(tree.root_node(), None, walker).into_iter();
    let texts = texts.flat_map(|(content, language)| {
        let walker = language.walker(walker.text, walker.deadline);
        let parts = (walker.grammar.row.code)(walker.text_of(content)).into_iter();
        let parts: Vec<_> = parts
            .map(|part| part.moved_by(content.start_byte()))
            .collect();
        let mut found = coded(&parts, known, &walker);
        let tree = parsed_part(&without_code(known, &parts), &[content.range()], &walker);
        found.extend(tree.map(|tree| Embedded {
            start: content.start_byte(),
            tree,
            walker,
            tokens: None,
        }));
        found
    });
    texts.collect()
}

/// The code between marks: the pieces of each language together, and each text of its own.
fn coded<'a>(parts: &[CodePart], known: &str, walker: &Walker<'a>) -> Vec<Embedded<'a>> {
    let mut languages: Vec<&str> = parts.iter().filter_map(|part| part.language).collect();
    languages.sort_unstable();
    languages.dedup();
    let mut found = Vec::new();
    for name in languages {
        let Some(language) = Language::named(name) else {
            continue;
        };
        let inner = language.walker(walker.text, walker.deadline);
        let own = || parts.iter().filter(|part| part.language == Some(name));
        let is_apart = |part: &&CodePart| matches!(part.form, CodeForm::Apart | CodeForm::Block);
        let mut pieces = own().filter(|part| !is_apart(part)).peekable();
        if pieces.peek().is_some() {
            let code = only_code(walker.text, pieces);
            let tree = parsed_part(&code, &[], &inner);
            found.extend(tree.map(|tree| (NO_NODE, tree, inner)));
        }
        let lines = line_starts(walker.text.as_bytes());
        for part in own().filter(is_apart).take(MAX_PARTS) {
            let Range { start, end } = part.code;
            let ranges = [tree_sitter::Range {
                start_byte: start,
                start_point: point(&lines, start),
                end_byte: end,
                end_point: point(&lines, end),
            }];
            let (text, start) = match part.form {
                CodeForm::Block => (known, part.outer.start),
                _ => (walker.text, NO_NODE),
            };
            let tree = parsed_part(text, &ranges, &inner);
            found.extend(tree.map(|tree| (start, tree, inner)));
        }
    }
    let texts = found.into_iter().map(|(start, tree, walker)| Embedded {
        start,
        tree,
        walker,
        tokens: None,
    });
    texts.collect()
}

/// The contents of a node that are texts of their own, up to a depth, and their languages.
fn injections<'t>(
    node: Node<'t>,
    depth: Option<u32>,
    walker: &Walker<'_>,
) -> Vec<(Node<'t>, Language)> {
    let mut found = Vec::new();
    for matched in matches_in(walker.grammar.injections.as_ref(), node, depth, walker) {
        let name = match matched.all("injection.language").next() {
            Some(captured) => Some(walker.text_of(captured)),
            None => matched.setting("injection.language"),
        };
        let content = matched.all("injection.content").next();
        found.extend(content.zip(name.and_then(Language::named)));
    }
    found
}

/// The macros in the scopes of a tree, and inside them.
fn macros<'a>(tree: &Tree, walker: &Walker<'a>) -> Vec<Embedded<'a>> {
    let grammar = walker.grammar;
    let mut bytes_left = MAX_MACRO_BYTES;
    let mut found = Vec::new();
    let calls = calls_in(tree.root_node(), grammar);
    let mut level = parsed(calls, MAX_MACROS, walker, &mut bytes_left);
    for _ in 1..MAX_MACRO_DEPTH {
        let mut calls = Vec::new();
        for outer in &level {
            calls.extend(calls_in(outer.tree.root_node(), grammar));
        }
        let room = MAX_MACROS.saturating_sub(found.len() + level.len());
        let inner = parsed(calls, room, walker, &mut bytes_left);
        found.append(&mut level);
        level = inner;
    }
    found.append(&mut level);
    found
}

/// The macro calls in the scopes of a tree.
fn calls_in<'t>(root: Node<'t>, grammar: &Grammar) -> Vec<Node<'t>> {
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

/// The first `limit` macro calls whose argument is declarations, within the remaining bytes.
fn parsed<'a>(
    calls: Vec<Node<'_>>,
    limit: usize,
    walker: &Walker<'a>,
    bytes_left: &mut usize,
) -> Vec<Embedded<'a>> {
    let mut found = Vec::new();
    for call in calls.into_iter().take(limit) {
        if let Some(left) = bytes_left.checked_sub(call.byte_range().len())
            && let Some((argument, _)) = injections(call, Some(0), walker).into_iter().next()
            && let Some(tree) = declarations(argument, walker)
        {
            *bytes_left = left;
            found.push(Embedded {
                start: call.start_byte(),
                tree,
                walker: *walker,
                tokens: Some(argument.byte_range()),
            });
        }
    }
    found
}

/// The argument of a macro as declarations: all of it, or all blocks in it, as in
/// `cfg_if! { if #[cfg(unix)] { mod a; } else { mod b; } }`.
fn declarations(argument: Node<'_>, walker: &Walker<'_>) -> Option<Tree> {
    if let Some(tree) = valid_declarations(&[argument], walker) {
        return Some(tree);
    }
    let mut blocks = Vec::new();
    for child in named_children(argument) {
        if child.kind_id() == argument.kind_id() && walker.text_of(child).starts_with('{') {
            blocks.push(child);
        }
    }
    valid_declarations(&blocks, walker)
}

/// The tree of bracketed tokens that parse as declarations.
fn valid_declarations(nodes: &[Node<'_>], walker: &Walker<'_>) -> Option<Tree> {
    if !nodes.iter().any(|tokens| may_declare(*tokens, walker)) {
        return None;
    }
    let ranges: Vec<_> = nodes.iter().filter_map(|tokens| inside(*tokens)).collect();
    if ranges.is_empty() {
        return None;
    }
    let valid = |text: &str| parse_valid(text, walker.grammar, &ranges, walker.deadline);
    let tree = valid(walker.text).or_else(|| valid(&rewritten(walker.text, &ranges, walker)?))?;
    declares(tree.root_node(), walker.grammar).then_some(tree)
}

/// The tree of some ranges of a text, or of all of it without ranges; with constructs rewritten that the grammar does
/// not know, if that leaves fewer errors.
fn parsed_part(text: &str, ranges: &[tree_sitter::Range], walker: &Walker<'_>) -> Option<Tree> {
    let tree = parse(text, walker.grammar, ranges, walker.deadline)?;
    if tree.root_node().has_error()
        && let Some(known) = rewritten(text, ranges, walker)
        && let Some(other) = parse(&known, walker.grammar, ranges, walker.deadline)
        && count_errors(&other) < count_errors(&tree)
    {
        return Some(other);
    }
    Some(tree)
}

/// A text with the constructs in some ranges, or in all of it, that a grammar does not know rewritten.
fn rewritten(text: &str, ranges: &[tree_sitter::Range], walker: &Walker<'_>) -> Option<String> {
    let start = ranges.first().map_or(0, |first| first.start_byte);
    let end = ranges.last().map_or(text.len(), |last| last.end_byte);
    let (before, after) = (text.get(..start)?, text.get(end..)?);
    let known = walker
        .grammar
        .rewrites()
        .rewritten(text.get(start..end)?, Stage::Unknown)?;
    Some([before, &known, after].concat())
}

/// Returns true if tokens may be declarations or macros: they, or a block in them, contain a keyword or an
/// exclamation mark.
fn may_declare(tokens: Node<'_>, walker: &Walker<'_>) -> bool {
    let is_mark = |token: Node<'_>| {
        let first = walker.text.as_bytes().get(token.start_byte());
        !token.is_named() && first.is_some_and(|byte| *byte == b'!' || byte.is_ascii_alphabetic())
    };
    children(tokens).any(|token| is_mark(token) || children(token).any(is_mark))
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
    for child in named_children(root) {
        match grammar.rule(child) {
            Rule::Declaration(_) | Rule::Import | Rule::Items | Rule::Transparent | Rule::Macro => {
                has_declarations = true
            }
            Rule::Statement => {
                let call = child.named_child(0);
                if !call.is_some_and(|call| grammar.rule(call) == Rule::Macro) {
                    return false;
                }
            }
            _ => {}
        }
    }
    has_declarations
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Deadline;
    use crate::syntax::parse::TIME_LIMIT;
    use crate::syntax::row::LanguageRow;

    /// Checks the languages of the texts that a query finds in a page.
    fn check(injections: &'static str, page: &str, expected: &[&str]) {
        let Some(html) = Language::tested("html") else {
            return;
        };
        let row = Box::leak(Box::new(LanguageRow {
            injections,
            ..*html
        }));
        let walker = Walker {
            grammar: Box::leak(Box::new(Grammar::new(row))),
            ..html.walker(page, Deadline::after(TIME_LIMIT))
        };
        let tree = parse(page, walker.grammar, &[], walker.deadline).expect("a tree");
        let found = find(&tree, &walker);
        let names: Vec<&str> = found
            .iter()
            .map(|embedded| embedded.walker.grammar.row.name)
            .collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn a_query_captures_or_sets_the_language_of_embedded_text() {
        let page = "<script lang=\"ts\">let a: b;</script>\n<script lang=\"klingon\">x</script>\n\
            <style>a {}</style>\n";
        check(
            "(script_element
               (start_tag (attribute (quoted_attribute_value (attribute_value) @injection.language)))
               (raw_text) @injection.content)
             ((style_element (raw_text) @injection.content) (#set! injection.language \"css\"))",
            page,
            &["typescript", "css"],
        );
    }
}
