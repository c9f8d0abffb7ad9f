//! Plain text, with headings that are underlined, numbered or in capitals, alone on their lines.
//!
//! Principal type: [`PlainReader`]. Contract of [`blocks()`]: text that is not prose has none, so it is cut
//! by lines.

use super::super::source::Source;
use super::block::{Block, BlockKind, beginning};
use super::line::{Line, Nesting, adornment, each_block, is_underline, level, lines, paragraph};
use super::numbering::{Family, is_capitalized, is_title, number};
use super::prose::is_prose;

/// Maximum length of a heading in characters.
const MAX_HEADING_LEN: usize = 90;
/// Minimum number of letters of a heading in capitals.
const MIN_CAPITALS: usize = 3;

/// Maximum number of words of a heading without an underline or number.
const MAX_HEADING_WORDS: usize = 6;
/// Number of lines in which neighbors are searched.
const NEIGHBOR_LINES: usize = 4;

/// The blocks of plain text; none if it is data.
pub(super) fn blocks(source: &Source<'_>) -> Vec<Block> {
    let lines = lines(source);
    if !is_prose(&lines) {
        return Vec::new();
    }
    let mut reader = PlainReader {
        lines: &lines,
        ..PlainReader::default()
    };
    each_block(&lines, |index, line| reader.block(index, &line));
    reader.blocks
}

#[derive(Default)]
struct PlainReader<'a> {
    lines: &'a [Line<'a>],
    blocks: Vec<Block>,
    nesting: Nesting,
    /// Families in the order of appearance.
    families: Vec<Family>,
}

impl PlainReader<'_> {
    /// Reads the block that begins on a line, and returns its number of lines.
    fn block(&mut self, index: usize, line: &Line<'_>) -> usize {
        if let Some((family, depth, taken)) = self.mark(index) {
            // A family that appears after another is nested in it; numbers are also nested in each other.
            let level = level(&mut self.families, family) + depth - 1;
            let mut titles = self.lines.iter().skip(index).take(taken);
            if let Some(title) = titles.find(|line| adornment(line.words()).is_none()) {
                self.nesting.clear();
                let (name, at) = (beginning(title.words()), title.word_at());
                self.blocks
                    .push(Block::heading(line.start, level, name, at));
            }
            return taken;
        }
        let depth = self.nesting.depth_of(line);
        self.blocks
            .push(Block::new(line.start, depth, BlockKind::Text));
        // Man pages have text directly below a heading, and lists have items.
        paragraph(self.lines, index)
    }

    /// The family of a heading, its depth in the family, and its number of lines.
    fn mark(&self, index: usize) -> Option<(Family, usize, usize)> {
        let line = self.lines.get(index)?;
        let before = index
            .checked_sub(1)
            .and_then(|before| self.lines.get(before));
        if before.is_some_and(|before| !before.is_blank()) {
            return None;
        }
        let next = self.lines.get(index + 1);
        if is_underline(line.words()) {
            let letter = adornment(line.words())?;
            let under = self.lines.get(index + 2)?;
            let is_over = adornment(under.words()) == Some(letter) && next.is_some_and(is_short);
            return is_over.then_some((Family::Underline(letter), 1, 3));
        }
        if !is_short(line) {
            return None;
        }
        if let Some(under) = next.filter(|next| is_underline(next.words())) {
            let letter = adornment(under.words())?;
            let is_long = under.words().len() * 2 >= line.words().len();
            return is_long.then_some((Family::Underline(letter), 1, 2));
        }
        let is_apart = next.is_none_or(Line::is_blank);
        let words = line.words();
        match number(words).filter(|_| is_apart && line.indent <= 4) {
            Some(number) if !self.is_in_list(index, number) => Some((number.0, number.1, 1)),
            _ if is_capitals(words) && !next.is_some_and(|next| is_capitals(next.words())) => {
                Some((Family::Capitals, 1, 1))
            }
            _ if self.is_title_above_prose(index, line) => Some((Family::Parts, 1, 1)),
            _ => None,
        }
    }

    /// Returns true if a line is a title above prose: a few words without a full stop, above a line of at
    /// least twice the length. With a blank line in between, long words must be capitalized.
    fn is_title_above_prose(&self, index: usize, line: &Line<'_>) -> bool {
        let count = |line: &Line<'_>| line.words().split_whitespace().count();
        let mut below = self.lines.iter().skip(index + 1).take(2);
        let is_apart = below.clone().next().is_some_and(Line::is_blank);
        let words = line.words();
        let is_prose = |next: &Line<'_>| {
            count(next) > 2 * MAX_HEADING_WORDS.min(count(line).max(4))
                && next.indent >= line.indent
                && next.words().starts_with(char::is_uppercase)
        };
        let is_plain = |letter: char| letter.is_alphanumeric() || " -'".contains(letter);
        count(line) <= MAX_HEADING_WORDS
            && words.chars().all(is_plain)
            && is_title(words)
            && (!is_apart || is_capitalized(words))
            && below.find(|line| !line.is_blank()).is_some_and(is_prose)
    }

    /// Returns true if adjacent lines have similar numbers, as in a list.
    fn is_in_list(&self, index: usize, mine: (Family, usize)) -> bool {
        let indent = self.lines.get(index).map_or(0, |line| line.indent);
        let is_alike = |line: Option<&Line<'_>>| {
            line.is_some_and(|line| line.indent == indent && number(line.words()) == Some(mine))
        };
        let mut before = self.lines.iter().take(index).rev().take(NEIGHBOR_LINES);
        let mut after = self.lines.iter().skip(index + 1).take(NEIGHBOR_LINES);
        is_alike(before.find(|line| !line.is_blank()))
            || is_alike(after.find(|line| !line.is_blank()))
    }
}

fn is_short(line: &Line<'_>) -> bool {
    !line.is_blank()
        && line.words().len() <= MAX_HEADING_LEN * 4
        && line.words().chars().count() <= MAX_HEADING_LEN
}

/// Returns true if a line is a title in capitals, rather than data, columns or the end of a sentence.
fn is_capitals(words: &str) -> bool {
    let capitals = words.chars().filter(|letter| letter.is_uppercase()).count();
    capitals >= MIN_CAPITALS
        && !words.chars().any(char::is_lowercase)
        && words
            .chars()
            .all(|letter| letter.is_alphanumeric() || " -–—/&,'\"().!?+".contains(letter))
        && words
            .chars()
            .filter(|letter| letter.is_ascii_digit())
            .count()
            < capitals
        && !words.contains("   ")
        && !words.ends_with(['.', '!', ','])
        && is_title(words)
}
