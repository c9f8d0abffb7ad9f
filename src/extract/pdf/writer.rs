//! Passages to text: lines unwrapped, words put together again, paragraphs joined over page ends.

use std::collections::{HashMap, HashSet};

use super::super::{Limits, Refusal};
use super::normal::{self, SOFT_HYPHEN};
use super::passage::{Kind, Passage};
use crate::corpus::{Block, BlockKind};

/// Passages at the end of a page that a paragraph may be continued across: notes, captions, figures.
const LOOK_BACK: usize = 12;

/// The words of the document as it writes them within lines: what tells a hyphen that belongs to
/// its word from one that only ends a line.
pub(super) struct Words(HashSet<String>);

impl Words {
    /// Collects them.
    pub(super) fn of<'p>(passages: impl Iterator<Item = &'p Passage>) -> Self {
        let mut words = HashSet::new();
        for line in passages
            .filter(|it| it.kind != Kind::Code)
            .flat_map(|passage| &passage.lines)
        {
            let mut found = line.split_whitespace().peekable();
            while let Some(word) = found.next() {
                let is_last = found.peek().is_none();
                let word = bare(word);
                if !(is_last && word.ends_with(['-', SOFT_HYPHEN]))
                    && word.len() < 60
                    && !words.contains(word)
                {
                    words.insert(word.to_lowercase());
                }
            }
        }
        Self(words)
    }

    /// Two lines as one: a space between them, or none where a word was broken.
    fn join(&self, text: &mut String, next: &str) {
        let Some(last) = text.chars().next_back() else {
            text.push_str(next);
            return;
        };
        let first = next.chars().next().unwrap_or(' ');
        match last {
            SOFT_HYPHEN => {
                text.pop();
            }
            '-' if self.is_broken(text, next) => {
                text.pop();
            }
            '-' | '/'
                if first.is_alphanumeric() && !text.ends_with(" -") && !text.ends_with(" /") => {}
            _ if normal::is_spaceless(last) && normal::is_spaceless(first) => {}
            _ => text.push(' '),
        }
        text.push_str(next);
    }

    /// Whether a line's last hyphen stands only for its end.
    fn is_broken(&self, text: &str, next: &str) -> bool {
        let head =
            bare(text.rsplit(char::is_whitespace).next().unwrap_or_default()).trim_end_matches('-');
        let tail = bare(next.split(char::is_whitespace).next().unwrap_or_default());
        let may = head.chars().next_back().is_some_and(char::is_lowercase)
            && tail.chars().next().is_some_and(char::is_lowercase);
        let known = |word: String| self.0.contains(&word.to_lowercase());
        let is_one = known(format!("{head}{tail}"));
        // Two words that the document has both, but never as one: `mixed-` and `mode`.
        let is_two = PREFIXES.contains(&head.to_lowercase().as_str())
            || (head.len() > 2
                && tail.len() > 3
                && known(head.to_owned())
                && known(tail.to_owned()));
        !known(format!("{head}-{tail}")) && (is_one || (may && !is_two && !head.contains('-')))
    }
}

/// First parts that are mostly written with a hyphen.
const PREFIXES: &[&str] = &[
    "self", "non", "well", "high", "low", "long", "short", "real", "open", "user", "cross", "half",
    "two", "three", "one", "single", "multi", "state", "end", "all", "semi", "full", "object",
];

fn bare(word: &str) -> &str {
    word.trim_matches(|char: char| !char.is_alphanumeric() && char != '-' && char != SOFT_HYPHEN)
}

/// All passages in order, those that a page's or column's end broke in two put together.
pub(super) fn joined(regions: Vec<Vec<Passage>>) -> Vec<Passage> {
    let mut all: Vec<Passage> = Vec::new();
    for region in regions {
        let mut region = region.into_iter().peekable();
        if let Some(first) = region.peek() {
            let from = all.len().saturating_sub(LOOK_BACK);
            let before = all.get_mut(from..).unwrap_or_default();
            if let Some(open) = unfinished(before, first)
                && let Some(rest) = region.next()
            {
                open.lines.extend(rest.lines);
                open.tally = open.tally.plus(rest.tally);
                open.is_full = rest.is_full;
            }
        }
        all.extend(region);
    }
    all
}

/// The passage that `next`, the first of its region, goes on with.
fn unfinished<'p>(before: &'p mut [Passage], next: &Passage) -> Option<&'p mut Passage> {
    if next.kind != Kind::Prose || next.is_aside {
        return None;
    }
    let is_like = |it: &Passage| {
        (it.size - next.size).abs() < 0.06 * next.size && it.tally.is_bold() == next.tally.is_bold()
    };
    let candidate = before
        .iter_mut()
        .rev()
        .take_while(|it| it.page + 1 >= next.page)
        .find(|it| {
            !it.is_aside
                && (is_like(it) || it.size > next.size * 1.06)
                && it.kind != Kind::Row
                && it.kind != Kind::Code
                && !is_label(it.head())
        })?;
    let is_open = is_like(candidate) && goes_on(candidate, next);
    is_open.then_some(candidate)
}

fn goes_on(passage: &Passage, next: &Passage) -> bool {
    let tail = passage.tail().trim_end_matches(['"', '”', '’', ')', ']']);
    let begins_lower = next
        .head()
        .chars()
        .next()
        .is_some_and(|char| char.is_lowercase());
    match tail.chars().next_back() {
        Some('-' | SOFT_HYPHEN) => begins_lower,
        Some('.' | '!' | '?' | ':' | ';' | '。') => false,
        Some(',') => passage.is_full,
        _ => {
            begins_lower && (passage.is_full || passage.lines.len() > 1)
                || (passage.is_full && passage.lines.len() > 2)
        }
    }
}

fn is_label(text: &str) -> bool {
    ["Figure ", "Fig. ", "Table ", "Listing "]
        .iter()
        .any(|label| text.starts_with(label))
}

/// Writes the text: a line a paragraph, an empty line between two.
///
/// # Errors
/// [`Refusal::TooLong`].
pub(super) fn write(
    passages: &[Passage],
    levels: &HashMap<usize, u8>,
    words: &Words,
    limits: &Limits,
) -> Result<(String, Vec<Block>), Refusal> {
    let too_long = || Refusal::TooLong {
        limit: limits.text as u64,
    };
    let mut text = String::new();
    let mut blocks: Vec<Block> = Vec::new();
    for (at, passage) in passages.iter().enumerate() {
        let kind = kind(passage, levels.get(&at));
        let written = written(passage, words);
        if written.is_empty() {
            continue;
        }
        let is_loose = blocks.last().is_some_and(|last| {
            last.kind != kind
                || kind == BlockKind::Paragraph
                || matches!(kind, BlockKind::Heading(_))
        });
        if is_loose {
            text.push('\n');
        }
        let start = u32::try_from(text.len()).map_err(|_| too_long())?;
        blocks.push(Block {
            start,
            kind,
            page: passage.page,
        });
        text.push_str(&written);
        text.push('\n');
        if text.len() > limits.text {
            return Err(too_long());
        }
    }
    Ok((text, blocks))
}

fn kind(passage: &Passage, level: Option<&u8>) -> BlockKind {
    match (level, passage.kind) {
        (Some(level), _) => BlockKind::Heading(*level),
        (None, Kind::Item) => BlockKind::Item,
        (None, Kind::Row) => BlockKind::Row,
        (None, Kind::Prose | Kind::Code) => BlockKind::Paragraph,
    }
}

fn written(passage: &Passage, words: &Words) -> String {
    let text = match passage.kind {
        Kind::Code => passage.lines.join("\n"),
        _ => {
            let mut text = String::new();
            for line in &passage.lines {
                words.join(&mut text, line);
            }
            text
        }
    };
    let text = text.replace(SOFT_HYPHEN, "");
    without_leaders(text.trim_end())
        .trim_start_matches('\n')
        .to_owned()
}

/// Dots that lead to a page number, as one sign.
fn without_leaders(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(dot) = rest.find('.') {
        let (before, from) = rest.split_at(dot);
        let end = from
            .find(|char| char != '.' && char != ' ')
            .unwrap_or(from.len());
        let (run, after) = from.split_at(end);
        written.push_str(before);
        match run.matches('.').count() > 4 {
            true => {
                let trimmed = written.trim_end().len();
                written.truncate(trimmed);
                written.push_str(" … ");
            }
            false => written.push_str(run),
        }
        rest = after;
    }
    written.push_str(rest);
    written.trim_end().to_owned()
}
