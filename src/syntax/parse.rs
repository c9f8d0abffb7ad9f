//! Parses a text and walks the tree to its outline, with one parser per thread.
//!
//! [`outline()`] is the entry for `chunk`. Invariant: it returns for any text, because time, depth, ambiguous
//! steps and error nodes are limited.

use super::Language;
use super::embedded::{self, Embedded};
use super::grammar::Grammar;
use super::languages::joined;
use super::outline::Outline;
use super::repair::balance_brackets;
use super::repetition::{LOG_PERIOD, LOGGED, MAX_LOGGED_STEPS, is_repetitive};
use super::row::TextKind;
use super::shape::Walker;
use super::stack::on_large_stack;
use super::walk::Declarations;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tree_sitter::{InputEdit, LogType, Node, ParseOptions, ParseState, Parser, Point, Tree};

/// Time limit for all work on one text. Some grammars take quadratic time for deep nesting; limits of counts
/// stop most of them, this limit stops the rest.
pub const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Maximum number of children of an error node.
const MAX_ERROR_CHILDREN: u32 = 16_384;

/// Maximum number of times that the parser may read a text. It reads a part again for each alternative that
/// it tries; no file of 24 repositories was read more than 7.6 times.
const MAX_READINGS: usize = 64;

/// Size of the blocks that the parser reads, in bytes.
const BLOCK: usize = 4_096;

/// The beginning of a text that is too long to be parsed: whole lines, up to the language's limit or the
/// given one.
pub fn parsed_prefix(text: &str, language: Language, limit: usize) -> &str {
    let limit = Grammar::of(language).row.parse_limit.min(limit);
    let end = text.floor_char_boundary(limit);
    let begin = text.get(..end).unwrap_or_default();
    let lines = begin.rfind('\n').map_or(0, |last| last + 1);
    match end < text.len() {
        true => begin.get(..lines).unwrap_or_default(),
        false => text,
    }
}

/// Returns the declarations, imports and items of a text; none for a language without declarations, a text
/// that the grammar gives up on, or one that is not parsed before the deadline.
pub fn outline(text: &str, language: Language, deadline: Instant) -> Option<Outline> {
    let grammar = Grammar::of(language);
    if grammar.row.text_kind != TextKind::Code {
        return None;
    }
    let walker = Walker {
        grammar,
        text,
        deadline,
    };
    let read = |tree: Option<Tree>| {
        let tree = tree.filter(|tree| !has_too_many_errors(tree))?;
        let insets = embedded::find(&tree, &walker);
        let declarations = Declarations::of(&tree, &insets, &walker)?;
        Some(Reading {
            rank: (declarations.count(), !tree.root_node().has_error()),
            declarations,
            insets,
            tree,
        })
    };
    let mut readable = (grammar.row.preprocess)(text);
    let mut best = read(parse(&readable, grammar, &[], deadline))?;
    if !best.rank.1
        && let Some(joined) = joined(&readable)
        && let Some(better) = read(parse_again(&readable, &best.tree, &joined, &walker))
            .filter(|better| better.rank.0 > best.rank.0)
    {
        best = better;
        readable = Cow::Owned(joined);
    }
    if !best.rank.1
        && let Some(balanced) = balance_brackets(&readable, text, &best.tree)
        && let Some(better) = read(parse_again(&readable, &best.tree, &balanced, &walker))
            .filter(|better| better.rank > best.rank)
    {
        best = better;
    }
    Some(
        best.declarations
            .with_references(&best.tree, &best.insets, &walker),
    )
}

/// A parsed text.
struct Reading<'t> {
    /// Number of declarations, and true for a tree without errors.
    rank: (usize, bool),
    declarations: Declarations,
    insets: Vec<Embedded<'t>>,
    tree: Tree,
}

/// Parses a repaired text of the same length; parts of the tree of the text before are reused.
fn parse_again(before: &str, tree: &Tree, repaired: &str, walker: &Walker<'_>) -> Option<Tree> {
    // A scanner may read a text that differs from this one in more places.
    let is_same = walker.grammar.row.scanner_safe.is_none();
    let edited = is_same.then(|| edited(tree, before, repaired));
    let ends = |_: &ParseState| Instant::now() > walker.deadline;
    parse_until(repaired, walker.grammar, &[], edited.as_ref(), &ends)
}

/// The tree of a text with its differences from a text of the same length marked as edits.
fn edited(tree: &Tree, before: &str, after: &str) -> Tree {
    let mut tree = tree.clone();
    let (before, after) = (before.as_bytes(), after.as_bytes());
    let differs = |at: &usize| before.get(*at) != after.get(*at);
    let changed: Vec<usize> = (0..before.len()).filter(differs).collect();
    let (lines, new_lines) = (line_starts(before), line_starts(after));
    // From the last one, so that the positions before each one are those of the tree.
    for run in changed.chunk_by(|a, b| a + 1 == *b).rev() {
        let (Some(start), Some(last)) = (run.first(), run.last()) else {
            continue;
        };
        let end = last + 1;
        tree.edit(&InputEdit {
            start_byte: *start,
            old_end_byte: end,
            new_end_byte: end,
            start_position: point(&lines, *start),
            old_end_position: point(&lines, end),
            new_end_position: point(&new_lines, end),
        });
    }
    tree
}

/// Offsets of the lines after the first one.
fn line_starts(text: &[u8]) -> Vec<usize> {
    let breaks = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    breaks.map(|(at, _)| at + 1).collect()
}

/// Row and column of a byte.
fn point(lines: &[usize], at: usize) -> Point {
    let row = lines.partition_point(|start| *start <= at);
    let start = row.checked_sub(1).and_then(|row| lines.get(row));
    Point::new(row, at - start.copied().unwrap_or_default())
}

/// Returns true if the tree has an error node with more children than any code has. The walk over them takes
/// quadratic time.
fn has_too_many_errors(tree: &Tree) -> bool {
    let root = tree.root_node();
    let is_unread = |node: Node<'_>| node.is_error() && node.child_count() > MAX_ERROR_CHILDREN;
    root.has_error() && (is_unread(root) || root.children(&mut root.walk()).any(is_unread))
}

/// Parses the given ranges of a text, or all of it without ranges. None if the grammar cannot handle it or
/// needs longer than the deadline.
pub(super) fn parse(
    text: &str,
    grammar: &Grammar,
    ranges: &[tree_sitter::Range],
    deadline: Instant,
) -> Option<Tree> {
    parse_until(text, grammar, ranges, None, &|_| Instant::now() > deadline)
}

/// Parses ranges of a walker's text; none also if there is an error. The parser ends at the first one:
/// recovering from errors takes longer than parsing.
pub(super) fn parse_valid(walker: &Walker<'_>, ranges: &[tree_sitter::Range]) -> Option<Tree> {
    let ends = |state: &ParseState| state.has_error() || Instant::now() > walker.deadline;
    let tree = parse_until(walker.text, walker.grammar, ranges, None, &ends);
    tree.filter(|tree| !tree.root_node().has_error())
}

/// Parses until `ends` returns true, with the parts of an edited tree that still fit.
fn parse_until(
    text: &str,
    grammar: &Grammar,
    ranges: &[tree_sitter::Range],
    edited: Option<&Tree>,
    ends: &(impl Fn(&ParseState) -> bool + Sync),
) -> Option<Tree> {
    thread_local! {
        static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
    }
    let text = match grammar.row.scanner_safe {
        Some(scanner_safe) => scanner_safe(text),
        None => Cow::Borrowed(text),
    };
    let extent = ranges.first().zip(ranges.last());
    let parsed = extent.and_then(|(first, last)| text.get(first.start_byte..last.end_byte));
    let parsed = parsed.unwrap_or(&text);
    let is_logged = is_repetitive(parsed);
    on_large_stack(parsed, || {
        PARSER.with_borrow_mut(|parser| {
            parser.set_language(&grammar.language).ok()?;
            parser.set_included_ranges(ranges).ok()?;
            bounded(parser, &text, is_logged, edited, ends)
        })
    })?
}

/// The tree, unless the parser reads the text too often, follows several alternatives for too many logged
/// steps, or `ends` returns true.
fn bounded(
    parser: &mut Parser,
    text: &str,
    is_logged: bool,
    edited: Option<&Tree>,
    ends: &impl Fn(&ParseState) -> bool,
) -> Option<Tree> {
    let left = Cell::new(text.len().max(BLOCK).saturating_mul(MAX_READINGS));
    let steps = Arc::new(AtomicUsize::new(0));
    let (reports, pauses) = (Cell::new(0), Cell::new(false));
    let mut progress = |state: &ParseState| {
        let steps = steps.load(Ordering::Relaxed);
        reports.set(reports.get() + 1);
        let ends = left.get() == 0 || steps > MAX_LOGGED_STEPS || ends(state);
        // The log can be switched only while the parser pauses.
        pauses.set(!ends && is_logged && matches!(reports.get() % LOG_PERIOD, 0 | LOGGED));
        match ends || pauses.get() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let mut block = |at: usize, _| {
        let end = text.len().min(at.saturating_add(BLOCK));
        let block = text.as_bytes().get(at..end).unwrap_or_default();
        left.set(left.get().saturating_sub(block.len()));
        if left.get() == 0 {
            // An early end of the text stops a scanner that never checks whether to continue.
            return &[][..];
        }
        block
    };
    let tree = loop {
        let logs = is_logged && reports.get() % LOG_PERIOD < LOGGED;
        parser.set_logger(logs.then(|| Box::new(ambiguity_counter(&steps)) as _));
        pauses.set(false);
        let options = ParseOptions::new().progress_callback(&mut progress);
        let tree = parser.parse_with_options(&mut block, edited, Some(options));
        if tree.is_some() || !pauses.get() {
            break tree.filter(|_| left.get() > 0);
        }
    };
    parser.set_logger(None);
    if tree.is_none() {
        // Otherwise the parser would continue this text with the next one.
        parser.reset();
    }
    tree
}

/// Counts the steps since the parser last followed a single alternative.
fn ambiguity_counter(steps: &Arc<AtomicUsize>) -> impl FnMut(LogType, &str) + Send + 'static {
    let steps = steps.clone();
    move |_, message| {
        if message.starts_with("process version:") {
            match message.contains(" version_count:1,") {
                true => steps.store(0, Ordering::Relaxed),
                false => _ = steps.fetch_add(1, Ordering::Relaxed),
            }
        }
    }
}

/// Returns false for a text that highlighting cannot handle. Text embedded in prose may be in any language,
/// so repetitive prose is not highlighted.
pub(super) fn is_safe(text: &str, language: Language, deadline: Instant) -> bool {
    let grammar = Grammar::of(language);
    !is_repetitive(text) || !language.is_prose() && parse(text, grammar, &[], deadline).is_some()
}

/// Parses a text and discards the tree: the baseline of the benchmarks. Returns false without a tree.
pub fn parse_only(text: &str, language: Language) -> bool {
    let deadline = Instant::now() + TIME_LIMIT;
    parse(text, Grammar::of(language), &[], deadline).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_with_too_many_unparsed_parts_has_no_outline() {
        let script = Language::named("javascript").expect("a language");
        let outline = |text: &str| outline(text, script, Instant::now() + TIME_LIMIT);
        let broken = |times| outline(&"&#".repeat(times));
        assert!(broken(100).is_some());
        assert!(broken(MAX_ERROR_CHILDREN as usize).is_none());
    }

    #[test]
    fn broken_text_that_is_parsed_repeatedly_has_no_outline() {
        let svelte = Language::named("svelte").expect("a language");
        // The limit is one of counts, so the deadline is far.
        let deadline = Instant::now() + TIME_LIMIT * 360;
        let broken = |times| outline(&"</div>".repeat(times), svelte, deadline);
        assert!(broken(10).is_some());
        assert!(broken(30_000).is_none());
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
    fn ambiguity_that_multiplies_in_a_repeated_token_ends_the_parsing() {
        let deadline = Instant::now() + TIME_LIMIT * 360;
        let check = |language: &str, token: &str, parses: bool| {
            let language = Language::named(language).expect("a language");
            let text = token.repeat(200_000 / token.len());
            let parsed = parse(&text, Grammar::of(language), &[], deadline);
            assert_eq!(parsed.is_some(), parses);
            assert_eq!(is_safe(&text, language, deadline), parses);
        };
        check("c", "x => ", false);
        check("java", "x => ", false);
        check("csharp", "a<", false);
        // One step of the scanner reads the rest of the text for each of its characters.
        check("ruby", "\\ ", false);
        check("javascript", "x => ", true);
        check("rust", "const A: u8 = 0;", true);
    }
}
