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
/// Maximum indentation of a numbered heading, in columns.
const MAX_NUMBER_INDENT: usize = 4;
/// Maximum number of words of a heading without an underline or number.
const MAX_HEADING_WORDS: usize = 6;
/// A title of fewer words is compared with the line below as if it had this many.
const MIN_COMPARED_WORDS: usize = 4;
/// Number of lines in which neighbors are searched.
const NEIGHBOR_LINES: usize = 4;

/// The blocks of plain text; none if it is data.
pub(super) fn blocks(source: &Source<'_>) -> Option<Vec<Block>> {
    let lines = lines(source);
    if !is_prose(&lines) {
        return None;
    }
    let mut reader = PlainReader {
        lines: &lines,
        ..PlainReader::default()
    };
    each_block(&lines, |index, line| reader.block(index, &line));
    Some(reader.blocks)
}

/// A line that is a heading, with its underline and overline.
struct HeadingStyle {
    family: Family,
    /// Number of components of its number; 1 without one.
    depth: usize,
    /// Number of its lines.
    lines: usize,
}

impl HeadingStyle {
    fn new(family: Family, depth: usize, lines: usize) -> Self {
        Self {
            family,
            depth,
            lines,
        }
    }
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
        if let Some(style) = self.heading_style(index) {
            // A family that appears after another is nested in it; numbers are also nested in each other.
            let level = level(&mut self.families, style.family) + style.depth - 1;
            let mut titles = self.lines.iter().skip(index).take(style.lines);
            if let Some(title) = titles.find(|line| adornment(line.words()).is_none()) {
                self.nesting.clear();
                let (name, at) = (beginning(title.words()), title.word_at());
                self.blocks
                    .push(Block::heading(line.start, level, name, at));
            }
            return style.lines;
        }
        let depth = self.nesting.depth_of(line);
        self.blocks
            .push(Block::new(line.start, depth, BlockKind::Text));
        // Man pages have text directly below a heading, and lists have items.
        paragraph(self.lines, index)
    }

    /// The style of the heading that begins on a line; none if no heading does.
    fn heading_style(&self, index: usize) -> Option<HeadingStyle> {
        let line = self.lines.get(index)?;
        if index > 0 && !self.lines[index - 1].is_blank() {
            return None;
        }
        let next = self.lines.get(index + 1);
        if is_underline(line.words()) {
            let letter = adornment(line.words())?;
            let under = self.lines.get(index + 2)?;
            let is_over = adornment(under.words()) == Some(letter) && next.is_some_and(is_short);
            return is_over.then_some(HeadingStyle::new(Family::Underline(letter), 1, 3));
        }
        if !is_short(line) {
            return None;
        }
        if let Some(under) = next
            && is_underline(under.words())
        {
            let letter = adornment(under.words())?;
            let is_long = under.words().len() * 2 >= line.words().len();
            return is_long.then_some(HeadingStyle::new(Family::Underline(letter), 1, 2));
        }
        let is_apart = next.is_none_or(Line::is_blank);
        let words = line.words();
        if is_apart
            && line.indent <= MAX_NUMBER_INDENT
            && let Some((family, depth)) = number(words)
            && !self.is_in_list(index, (family, depth))
        {
            return Some(HeadingStyle::new(family, depth, 1));
        }
        if is_capitals(words) && !next.is_some_and(|next| is_capitals(next.words())) {
            return Some(HeadingStyle::new(Family::Capitals, 1, 1));
        }
        let is_title = self.is_title_above_prose(index, line);
        is_title.then_some(HeadingStyle::new(Family::Parts, 1, 1))
    }

    /// Returns true if a line is a title above prose: a few words without a full stop, above a line of at
    /// least twice the length. With a blank line in between, long words must be capitalized.
    fn is_title_above_prose(&self, index: usize, line: &Line<'_>) -> bool {
        let mut below = self.lines.iter().skip(index + 1).take(2);
        let is_apart = below.clone().next().is_some_and(Line::is_blank);
        let Some(prose) = below.find(|line| !line.is_blank()) else {
            return false;
        };
        let title = line.words();
        let count = title.split_whitespace().count();
        count <= MAX_HEADING_WORDS
            && title
                .chars()
                .all(|letter| letter.is_alphanumeric() || " -'".contains(letter))
            && is_title(title)
            && (!is_apart || is_capitalized(title))
            && prose.words().split_whitespace().count() > 2 * count.max(MIN_COMPARED_WORDS)
            && prose.indent >= line.indent
            && prose.words().starts_with(char::is_uppercase)
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
        && words.bytes().filter(u8::is_ascii_digit).count() < capitals
        && !words.contains("   ")
        && !words.ends_with(['.', '!', ','])
        && is_title(words)
}
