//! Parsing within limits of time, depth and ambiguity, with one parser per thread.
//!
//! Invariant: each function returns for any text.

use super::grammar::Grammar;
use super::repetition::{LOG_PERIOD, LOGGED, MAX_LOGGED_STEPS, is_repetitive};
use super::stack::on_large_stack;
use crate::corpus::Deadline;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tree_sitter::{InputEdit, LogType, ParseOptions, ParseState, Parser, Point, Tree};

/// Maximum number of times that the parser may read a text. It reads a part again for each alternative that
/// it tries; no file of 24 repositories was read more than 7.6 times.
const MAX_READINGS: usize = 64;

/// Limits of the work on one text.
#[derive(Clone, Copy)]
struct ParserLimits {
    /// Number of times that the parser may read the text.
    readings: usize,
    /// Number of consecutive logged steps in which it may follow several alternatives.
    steps: usize,
}

const LIMITS: ParserLimits = ParserLimits {
    readings: MAX_READINGS,
    steps: MAX_LOGGED_STEPS,
};

/// Size of the blocks that the parser reads, in bytes.
const BLOCK: usize = 4_096;

/// Parses the given ranges of a text, or all of it without ranges. None if the grammar cannot handle it or
/// needs longer than the deadline.
pub(super) fn parse(
    text: &str,
    grammar: &Grammar,
    ranges: &[tree_sitter::Range],
    deadline: Deadline,
) -> Option<Tree> {
    parse_until(text, grammar, ranges, None, &|_| deadline.has_passed())
}

/// As [`parse`], but none also if there is an error. The parser ends at the first one: recovering from errors
/// takes longer than parsing.
pub(super) fn parse_valid(
    text: &str,
    grammar: &Grammar,
    ranges: &[tree_sitter::Range],
    deadline: Deadline,
) -> Option<Tree> {
    let tree = parse_until(text, grammar, ranges, None, &|state| {
        state.has_error() || deadline.has_passed()
    })?;
    (!tree.root_node().has_error()).then_some(tree)
}

/// Parses a text of the same length as the one that a tree was parsed from; unchanged parts of the tree are
/// reused.
pub(super) fn parse_again(
    before: &str,
    tree: &Tree,
    after: &str,
    grammar: &Grammar,
    deadline: Deadline,
) -> Option<Tree> {
    // A scanner may read a text that differs from this one in more places.
    let is_same = grammar.row.scanner_safe.is_none();
    let edited = is_same.then(|| edited(tree, before, after));
    parse_until(after, grammar, &[], edited.as_ref(), &|_| {
        deadline.has_passed()
    })
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
    let parsed: &str = match ranges {
        [first, .., last] => text.get(first.start_byte..last.end_byte).unwrap_or(&text),
        [only] => text.get(only.start_byte..only.end_byte).unwrap_or(&text),
        [] => &text,
    };
    let is_logged = is_repetitive(parsed);
    on_large_stack(parsed, || {
        PARSER.with_borrow_mut(|parser| {
            parser.set_language(&grammar.language).ok()?;
            parser.set_included_ranges(ranges).ok()?;
            bounded(parser, &text, is_logged, edited, ends, LIMITS)
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
    limits: ParserLimits,
) -> Option<Tree> {
    let left = Cell::new(text.len().max(BLOCK).saturating_mul(limits.readings));
    let steps = Arc::new(AtomicUsize::new(0));
    let (reports, pauses) = (Cell::new(0), Cell::new(false));
    let mut progress = |state: &ParseState| {
        let steps = steps.load(Ordering::Relaxed);
        reports.set(reports.get() + 1);
        let ends = left.get() == 0 || steps > limits.steps || ends(state);
        // The log can be switched only while the parser pauses.
        pauses.set(!ends && is_logged && matches!(reports.get() % LOG_PERIOD, 0 | LOGGED));
        if ends || pauses.get() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
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
            break tree;
        }
    };
    parser.set_logger(None);
    if tree.is_none() || left.get() == 0 {
        // Otherwise the parser would continue this text with the next one.
        parser.reset();
        return None;
    }
    tree
}

/// Counts the steps since the parser last followed a single alternative.
fn ambiguity_counter(steps: &Arc<AtomicUsize>) -> impl FnMut(LogType, &str) + Send + 'static {
    let steps = steps.clone();
    move |_, message| {
        if message.starts_with("process version:") {
            if message.contains(" version_count:1,") {
                steps.store(0, Ordering::Relaxed);
            } else {
                steps.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

/// The tree of a text with its differences from a text of the same length marked as edits.
fn edited(tree: &Tree, before: &str, after: &str) -> Tree {
    let mut tree = tree.clone();
    let (before, after) = (before.as_bytes(), after.as_bytes());
    let pairs = before.iter().zip(after).enumerate();
    let changed: Vec<usize> = pairs
        .filter(|(_, (old, new))| old != new)
        .map(|(at, _)| at)
        .collect();
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
pub(super) fn line_starts(text: &[u8]) -> Vec<usize> {
    let breaks = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    breaks.map(|(at, _)| at + 1).collect()
}

/// Row and column of a byte.
pub(super) fn point(lines: &[usize], at: usize) -> Point {
    let row = lines.partition_point(|start| *start <= at);
    let start = row.checked_sub(1).and_then(|row| lines.get(row));
    Point::new(row, at - start.copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Language;

    #[test]
    fn a_text_beyond_a_limit_of_the_parser_has_no_tree() {
        let row = "  F(a * b, c);\n".repeat(1_000);
        let text = format!("void f() {{\n{row}}}\n");
        let cpp = Language::named("cpp").expect("a language").grammar();
        let check = |readings, steps, parses: bool| {
            let mut parser = Parser::new();
            parser.set_language(&cpp.language).unwrap();
            let limits = ParserLimits { readings, steps };
            let tree = bounded(&mut parser, &text, true, None, &|_| false, limits);
            assert_eq!(tree.is_some(), parses, "{readings} {steps}");
        };
        check(MAX_READINGS, MAX_LOGGED_STEPS, true);
        check(MAX_READINGS, 0, false);
        check(1, MAX_LOGGED_STEPS, false);
    }
}
