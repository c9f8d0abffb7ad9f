//! The outline of a text: parses it, rewrites or repairs it if that gives more declarations, and walks the tree.
//!
//! [`outline()`] is the entry for `chunk`. Invariant: it returns for any text, because time, depth, ambiguous
//! steps and error nodes are limited.

use super::embedded::{self, Embedded};
use super::error::{ParseError, count_errors, errors};
use super::language::Language;
use super::languages::conditional::joined;
use super::name::is_word;
use super::outline::{Nested, Outline};
use super::parser::{parse, parse_again, parse_valid};
use super::reference::Reference;
use super::repair::balance_brackets;
use super::repetition::is_repetitive;
use super::rewrite::Stage;
use super::row::TextKind;
use super::template::{CodePart, without_code};
use super::walk::declarations::Declarations;
use super::walk::{narrow, sort_references};
use super::walker::Walker;
use crate::corpus::Deadline;
use regex::Regex;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::LazyLock;
use std::time::Duration;
use tree_sitter::{Node, Tree};

/// Processor time for all work on one text. Some grammars take quadratic time for deep nesting; limits of counts
/// stop most of them, this limit stops the rest.
pub const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Maximum number of children of an error node.
const MAX_ERROR_CHILDREN: u32 = 16_384;

/// The beginning of a text that is too long to be parsed: whole lines, up to the language's limit or the
/// given one.
pub fn parsed_prefix(text: &str, language: Language, limit: usize) -> &str {
    let limit = language.parse_limit.min(limit);
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
pub fn outline(text: &str, language: Language, deadline: Deadline) -> Option<Outline> {
    if language.text_kind != TextKind::Code {
        return None;
    }
    let mut best = ParsedText::of(text, language, deadline)?;
    if !best.reading.is_clean()
        && let Some(superset) = Language::named(language.superset)
        && let Some(other) = ParsedText::of(text, superset, deadline)
        && other.reading.is_better_than(&best.reading)
    {
        best = other;
    }
    let Reading {
        declarations,
        insets,
        tree,
        ..
    } = best.reading;
    let mut outline = declarations.with_references(&tree, &insets, &best.walker);
    outline.add_nested(best.others);
    outline.errors.extend(best.hidden);
    outline.errors.sort_by_key(|error| error.bytes.start);
    for element in &mut outline.elements {
        element.bytes.start = with_hidden(element.bytes.start, text, &best.parsed);
        element.declared_at = with_hidden(element.declared_at, text, &best.parsed);
        element.bytes.end = with_hidden_tail(element.bytes.end, text, &best.parsed);
        let signature = best
            .parsed
            .get(element.signature.clone())
            .unwrap_or_default();
        element.signature.start += signature.len() - signature.trim_start().len();
    }
    let references = &mut outline.references;
    references.retain(|found| {
        is_code(&found.bytes, &best.code) || is_written(&found.bytes, text, &best.parsed)
    });
    let (mark, words) = language.value_mark;
    if !mark.is_empty() {
        for reference in references.iter_mut() {
            let named = text.get(reference.bytes.start as usize..reference.bytes.end as usize);
            if let Some(name) = named.and_then(|named| named.strip_prefix(mark))
                && name.starts_with(is_word)
                && !name.starts_with(mark)
                && !words.contains(&name)
            {
                reference.bytes.start += mark.len() as u32;
            }
        }
    }
    if best.walker.grammar.row.needs_body {
        references.extend(hidden_macros(text, &best.parsed));
        sort_references(references);
    }
    Some(outline)
}

/// The macros that were rewritten to spaces: `PRINTF(1, 2)`.
fn hidden_macros(text: &str, parsed: &str) -> Vec<Reference> {
    /// Words of compilers, which are no macros.
    const ATTRIBUTES: [&str; 2] = ["__attribute__", "__declspec"];
    static MACRO: LazyLock<Regex> = regex!(r"\b[A-Za-z_]\w{3,}\(|\b[A-Z_][A-Z0-9_]{3,}\b");
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        if parsed.get(at..start) == Some(line) {
            continue;
        }
        for name in MACRO.find_iter(line) {
            let before = &line[..name.start()];
            let is_comment = before.contains("//") || before.contains("/*") || before.contains('"');
            let hidden = parsed.get(at + name.start()..at + name.end());
            if is_comment || !hidden.is_some_and(|hidden| hidden.trim().is_empty()) {
                continue;
            }
            let is_called = name.as_str().ends_with('(');
            let end = at + name.end() - usize::from(is_called);
            let own = at + name.start();
            if ATTRIBUTES.contains(&&text[own..end]) {
                continue;
            }
            found.extend(narrow(own..end).map(|bytes| Reference {
                bytes,
                qualifier: 0..0,
                is_member: false,
                is_called,
                is_key: false,
            }));
        }
    }
    found
}

/// A text as a grammar reads it.
struct ParsedText<'t> {
    walker: Walker<'t>,
    /// The text that was parsed, which may be a repaired one.
    parsed: Cow<'t, str>,
    /// The strings and comments of a text with errors.
    opaque: Vec<Range<usize>>,
    /// The parts of a template that are code, which is parsed apart.
    code: Vec<CodePart>,
    reading: Reading<'t>,
    /// The errors before code was hidden.
    hidden: Vec<ParseError>,
    /// Declarations with a header in a branch for the preprocessor that was not parsed.
    others: Vec<Nested>,
}

impl<'t> ParsedText<'t> {
    /// Parses a text, and again with repairs while the tree has errors.
    fn of(text: &'t str, language: Language, deadline: Deadline) -> Option<Self> {
        let walker = language.walker(text, deadline);
        let (row, rewrites) = (walker.grammar.row, walker.grammar.rewrites());
        let code = (row.code)(text);
        let around = without_code(text, &code);
        let known = rewrites.rewritten(&around, Stage::Always);
        let parsed = match known.map_or(around, Cow::Owned) {
            Cow::Borrowed(known) => (row.preprocess)(known),
            Cow::Owned(known) => Cow::Owned((row.preprocess)(&known).into_owned()),
        };
        let tree = parse(&parsed, walker.grammar, &[], deadline)?;
        let mut best = Self {
            reading: Reading::of(tree, &walker)?,
            opaque: Vec::new(),
            parsed,
            code,
            walker,
            hidden: Vec::new(),
            others: Vec::new(),
        };
        if !best.reading.is_clean() {
            best.opaque = rewrites.opaque_parts(&best.parsed);
            best.reading.count_outside(&best.opaque);
        }
        let rewritten = |best: &Self, stage| rewrites.rewritten(&best.parsed, stage);
        best.repair(
            |best| rewritten(best, Stage::Unknown),
            // As good is enough: the branches that are joined below may need it.
            |new, old| new.is_clean() || !old.is_better_than(new),
        );
        // Before code is hidden: a branch that cuts through a function may be all that is unknown in a text.
        best.join_branches();
        if !best.reading.is_clean() {
            let unparsed = errors(&best.reading.tree, &best.walker);
            let grammar = best.walker.grammar;
            let parses = |part: &str| parse_valid(part, grammar, &[], deadline).is_some();
            let count = |it: &Reading<'t>| (it.declared, it.names);
            let statements = rewrites.by_statement(&best.parsed, parses);
            let is_better =
                |new: &Reading<'t>, old: &Reading<'t>| new.is_clean() || count(new) > count(old);
            if let Some((known, hidden)) = statements
                && best.repair(|_| Some(known.clone()), is_better)
            {
                let is_hidden =
                    |error: &ParseError| hidden.iter().any(|it| it.contains(&error.bytes.start));
                best.hidden = unparsed.into_iter().filter(is_hidden).collect();
            } else if best.repair(
                |best| rewritten(best, Stage::Fallback),
                |new, old| count(new) > count(old),
            ) {
                best.hidden = unparsed;
            }
        }
        let balanced = |best: &Self| balance_brackets(&best.parsed, text, &best.reading.tree);
        best.repair(balanced, |new, old| {
            (new.declared, new.is_clean()) > (old.declared, old.is_clean())
        });
        Some(best)
    }

    /// The reading of a repaired text of the same length.
    fn again(&self, repaired: &str) -> Option<Reading<'t>> {
        let (grammar, deadline) = (self.walker.grammar, self.walker.deadline);
        let (before, tree) = (&self.parsed, &self.reading.tree);
        let tree = parse_again(before, tree, repaired, grammar, deadline)?;
        let mut reading = Reading::of(tree, &self.walker)?;
        reading.count_outside(&self.opaque);
        Some(reading)
    }

    /// Parses the first branch of each `#if` that cuts through code, and keeps it if it is better, with the names that
    /// the second branch declares.
    fn join_branches(&mut self) {
        if self.reading.is_clean() {
            return;
        }
        let read = |branch| {
            let (text, bytes) = joined(&self.parsed, branch)?;
            let reading = self.again(&text)?;
            Some((text, bytes, reading))
        };
        let Some((text, _, first)) = read(0) else {
            return;
        };
        let others = read(1).map_or_else(Vec::new, |(_, branches, second)| {
            second.declarations.named_in(&branches)
        });
        let (declared, old) = (first.declared + others.len(), self.reading.declared);
        if declared > old || declared == old && first.is_clean() {
            self.reading = first;
            self.parsed = Cow::Owned(text);
            self.others = others;
        }
    }

    /// Parses a repaired text of the same length if the tree has errors, and keeps it if it is better: then true.
    fn repair(
        &mut self,
        repaired: impl Fn(&Self) -> Option<String>,
        is_better: impl Fn(&Reading<'t>, &Reading<'t>) -> bool,
    ) -> bool {
        if !self.reading.is_clean()
            && let Some(text) = repaired(self)
            && let Some(reading) = self.again(&text)
            && is_better(&reading, &self.reading)
        {
            self.reading = reading;
            self.parsed = Cow::Owned(text);
            return true;
        }
        false
    }
}

/// The start of a declaration with the words before it on its line that were rewritten to spaces, `export` in C++, and
/// with such annotations above it.
fn with_hidden(start: usize, text: &str, parsed: &str) -> usize {
    let before = parsed.get(..start).unwrap_or_default();
    let above = text.get(before.trim_end().len()..start).unwrap_or_default();
    let adjacent = above.rsplit("\n\n").next().unwrap_or_default().trim_start();
    if adjacent.starts_with('@') {
        return start - adjacent.len();
    }
    let begin = before.trim_end_matches([' ', '\t']).len();
    let hidden = text.get(begin..start).unwrap_or_default();
    start - hidden.trim_start().len()
}

/// The end of a statement after the words before its mark that were rewritten to spaces: options of a table in SQL.
fn with_hidden_tail(end: usize, text: &str, parsed: &str) -> usize {
    let after = parsed.get(end..).unwrap_or_default();
    let mark = end + after.len() - after.trim_start().len();
    let hidden = text.get(end..mark).unwrap_or_default();
    let is_ended = parsed[mark..].starts_with(';') && !hidden.trim().is_empty();
    if is_ended { mark + 1 } else { end }
}

/// Returns true for bytes in one of the parts, which are in order.
fn is_code(bytes: &Range<u32>, parts: &[CodePart]) -> bool {
    let at = bytes.start as usize;
    let part = parts.partition_point(|part| part.code.end <= at);
    parts.get(part).is_some_and(|part| part.code.contains(&at))
}

/// Returns true for a name of the original text: the parsed one has others where it was rewritten.
fn is_written(bytes: &Range<u32>, text: &str, parsed: &str) -> bool {
    let bytes = bytes.start as usize..bytes.end as usize;
    // A rewritten name may begin or end within a letter.
    let parts = (
        text.get(..bytes.start),
        text.get(bytes.clone()),
        text.get(bytes.end..),
    );
    let (Some(before), Some(name), Some(after)) = parts else {
        return false;
    };
    let is_apart = !before.ends_with(is_word) && !after.starts_with(is_word);
    parsed.get(bytes) == Some(name) || is_apart && name.chars().all(is_word)
}

/// The declarations that a tree gives for a text, which may be a repaired one.
struct Reading<'t> {
    /// Number of declarations.
    declared: usize,
    /// Number of names that they and items define.
    names: usize,
    /// Bytes in error nodes, and missing tokens.
    errors: usize,
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
            names: declarations.names(),
            errors: count_errors(&tree),
            declarations,
            insets,
            tree,
        })
    }

    /// Returns true for a tree without errors.
    fn is_clean(&self) -> bool {
        self.errors == 0
    }

    /// Returns true for a tree without errors; otherwise more declarations are better, then fewer errors.
    fn is_better_than(&self, other: &Self) -> bool {
        let rank = |it: &Self| (it.declared, Reverse(it.errors));
        self.is_clean() || rank(self) > rank(other)
    }

    /// Counts the declarations outside of strings and comments, which a broken tree may take for code.
    fn count_outside(&mut self, opaque: &[Range<usize>]) {
        self.declared = self.declarations.count_outside(opaque);
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
pub(super) fn is_safe(text: &str, language: Language, deadline: Deadline) -> bool {
    let grammar = language.grammar();
    !is_repetitive(text) || !language.is_prose() && parse(text, grammar, &[], deadline).is_some()
}

/// Parses a text and discards the tree: the baseline of the benchmarks. Returns false without a tree.
pub fn parse_only(text: &str, language: Language) -> bool {
    let deadline = Deadline::after(TIME_LIMIT);
    parse(text, language.grammar(), &[], deadline).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_with_too_many_children_is_found() {
        let json = Language::named("json").expect("a language").grammar();
        let tree = parse("a, b, c, d, e", json, &[], Deadline::after(TIME_LIMIT)).expect("a tree");
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
        let found = outline(&text, cpp, Deadline::after(TIME_LIMIT)).expect("a tree");
        assert_eq!(found.elements.len(), 1);
    }

    #[test]
    fn repetitive_prose_is_not_highlighted() {
        let check = |language: &str, token: &str, expected: bool| {
            let language = Language::named(language).expect("a language");
            let deadline = Deadline::after(TIME_LIMIT);
            assert_eq!(is_safe(&token.repeat(500), language, deadline), expected);
        };
        check("markdown", "words and ", false);
        check("rust", "const A: u8 = 0;", true);
    }
}
