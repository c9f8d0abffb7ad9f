//! Plain text: headings are underlined, numbered or in capitals, with nothing beside them.

use super::super::source::Source;
use super::HeadingParser;
use super::block::{Block, Content, beginning};
use super::line::{Levels, Line, Nesting, adornment, is_item, is_underline, lines};
use super::numbering::{Number, is_capitalised, is_title, number};
use super::prose::is_prose;

/// A heading has no more characters.
const LONGEST_HEADING: usize = 90;
/// Nor fewer letters, where capitals make it one.
const FEWEST_CAPITALS: usize = 3;

/// A heading that nothing but its place makes one has no more words.
const FEW_WORDS: usize = 6;
/// Neighbours are looked for in so many lines.
const NEAR: usize = 4;
/// A page's header is so many lines below the footer of the one before.
const BETWEEN_PAGES: usize = 6;

/// Plain text.
pub(super) struct Plain;

impl HeadingParser for Plain {
    fn blocks(&self, source: &Source<'_>) -> Vec<Block> {
        let lines = lines(source);
        match is_prose(&lines) {
            true => Reader::new(&lines).blocks(),
            false => Vec::new(),
        }
    }
}

/// Evidence for a heading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Underline(char),
    Capitals,
    Number(Number),
}

/// Marks of one family; those that are numbered lie in one another by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Family {
    Underline(char),
    Capitals,
    Chapter,
    Roman,
    Parts,
}

struct Reader<'a> {
    lines: &'a [Line<'a>],
    blocks: Vec<Block>,
    nesting: Nesting,
    families: Levels<Family>,
    /// True if all text but the headings is indented.
    is_indented: bool,
}

impl<'a> Reader<'a> {
    fn new(lines: &'a [Line<'a>]) -> Self {
        Self {
            lines,
            blocks: Vec::new(),
            nesting: Nesting::default(),
            families: Levels::new(),
            is_indented: is_indented(lines),
        }
    }

    fn blocks(mut self) -> Vec<Block> {
        let mut index = 0;
        while let Some(line) = self.lines.get(index) {
            index += match line.is_blank() {
                true => 1,
                false => self.block(index, line).max(1),
            };
        }
        self.blocks
    }

    /// Reads the block that begins on a line, and says how many lines it takes.
    fn block(&mut self, index: usize, line: &Line<'_>) -> usize {
        let breaks = self.page_break(index);
        if breaks > 0 {
            self.push(line, Content::Silent);
            return breaks;
        }
        if let Some((mark, taken)) = self.mark(index) {
            self.heading(index, mark, taken);
            return taken;
        }
        let item = is_item(line.text);
        let depth = match item {
            true => self.nesting.open(line.indent),
            false => self.nesting.depth(line.indent),
        };
        self.blocks
            .push(Block::new(line.start, depth, Content::Text));
        let rest = self.lines.iter().skip(index + 1);
        // Man pages have text right below a heading, and lists have items.
        let same =
            rest.take_while(|next| !next.is_blank() && !is_item(next.text) && !is_feed(next));
        1 + same.count()
    }

    fn heading(&mut self, index: usize, mark: Mark, taken: usize) {
        let level = self.level(mark);
        let title = self.lines.iter().skip(index).take(taken);
        let title = title.clone().find(|line| adornment(line.words()).is_none());
        let (Some(line), Some(title)) = (self.lines.get(index), title) else {
            return;
        };
        self.nesting.clear();
        let name = beginning(title.words());
        self.blocks
            .push(Block::heading(line.start, level, name, title.word_at()));
    }

    fn push(&mut self, line: &Line<'_>, content: Content) {
        self.blocks.push(Block::new(line.start, 0, content));
    }

    /// A family that appears after another lies in that; numbers lie in one another, too.
    fn level(&mut self, mark: Mark) -> usize {
        let (family, depth) = match mark {
            Mark::Underline(letter) => (Family::Underline(letter), 1),
            Mark::Capitals => (Family::Capitals, 1),
            Mark::Number(Number::Chapter) => (Family::Chapter, 1),
            Mark::Number(Number::Roman) => (Family::Roman, 1),
            Mark::Number(Number::Parts(parts)) => (Family::Parts, parts),
        };
        self.families.level(family) + depth - 1
    }

    /// Evidence that a line is a heading, and its number of lines.
    fn mark(&self, index: usize) -> Option<(Mark, usize)> {
        let line = self.lines.get(index)?;
        let before = index
            .checked_sub(1)
            .and_then(|before| self.lines.get(before));
        if before.is_some_and(|before| !before.is_blank() && !is_feed(before)) {
            return None;
        }
        let next = self.lines.get(index + 1);
        if is_underline(line.words()) {
            let letter = adornment(line.words())?;
            let under = self.lines.get(index + 2)?;
            let is_over = adornment(under.words()) == Some(letter) && next.is_some_and(is_short);
            return is_over.then_some((Mark::Underline(letter), 3));
        }
        if !is_short(line) || is_feed(line) {
            return None;
        }
        if let Some(under) = next.filter(|next| is_underline(next.words())) {
            let letter = adornment(under.words())?;
            let is_long = under.words().len() * 2 >= line.words().len();
            return is_long.then_some((Mark::Underline(letter), 2));
        }
        // A man page's text is right below, further in.
        let is_apart = next.is_none_or(Line::is_blank);
        let is_above = next.is_some_and(|next| line.indent == 0 && next.indent > 0);
        let words = line.words();
        match number(words).filter(|_| is_apart && line.indent <= 4) {
            Some(number) if !self.is_in_list(index, number) => Some((Mark::Number(number), 1)),
            _ if is_capitals(words) && !next.is_some_and(|next| is_capitals(next.words())) => {
                Some((Mark::Capitals, 1))
            }
            _ if self.is_title_above_prose(index, line) => {
                Some((Mark::Number(Number::Parts(1)), 1))
            }
            _ if !is_apart && !is_above => None,
            _ => self
                .stands_out(index, line)
                .then_some((Mark::Number(Number::Parts(1)), 1)),
        }
    }

    /// Returns true if a line is a title above prose: a few words without a full stop, above a line of
    /// at least twice the length. With a blank line between, its long words are capitalized.
    fn is_title_above_prose(&self, index: usize, line: &Line<'_>) -> bool {
        let count = |line: &Line<'_>| line.words().split_whitespace().count();
        let mut below = self.lines.iter().skip(index + 1).take(2);
        let is_apart = below.clone().next().is_some_and(Line::is_blank);
        let words = line.words();
        let is_prose = |next: &Line<'_>| {
            count(next) > 2 * FEW_WORDS.min(count(line).max(4))
                && next.indent == line.indent
                && next.words().starts_with(char::is_uppercase)
        };
        let is_plain = |letter: char| letter.is_alphanumeric() || " -'".contains(letter);
        count(line) <= FEW_WORDS
            && words.chars().all(is_plain)
            && is_title(words)
            && (!is_apart || is_capitalised(words))
            && below.find(|line| !line.is_blank()).is_some_and(is_prose)
    }

    /// Returns true if adjacent lines are numbered alike: a list.
    fn is_in_list(&self, index: usize, mine: Number) -> bool {
        let indent = self.lines.get(index).map_or(0, |line| line.indent);
        let is_alike = |line: Option<&Line<'_>>| {
            line.is_some_and(|line| line.indent == indent && number(line.words()) == Some(mine))
        };
        let mut before = self.lines.iter().take(index).rev().take(NEAR);
        let mut after = self.lines.iter().skip(index + 1).take(NEAR);
        is_alike(before.find(|line| !line.is_blank()))
            || is_alike(after.find(|line| !line.is_blank()))
    }

    /// Returns true if a line stands out of indented text: `Abstract`, in an RFC.
    fn stands_out(&self, index: usize, line: &Line<'_>) -> bool {
        let is_further_in = |line: Option<&Line<'_>>| line.is_none_or(|line| line.indent > 0);
        let words = line.words();
        let mut after = self.lines.iter().skip(index + 1).take(NEAR);
        self.is_indented
            && line.indent == 0
            && words.split_whitespace().count() <= FEW_WORDS
            && !words.contains("  ")
            && !words.ends_with(['.', ']', '?', '!'])
            && is_title(words)
            && is_further_in(after.find(|line| !line.is_blank()))
    }

    /// Number of lines of a page break: a footer, a form feed, a header.
    fn page_break(&self, index: usize) -> usize {
        let Some(first) = self.lines.get(index) else {
            return 0;
        };
        if is_feed(first) {
            return 1;
        }
        if !is_footer(first.words()) {
            return 0;
        }
        let mut after = self.lines.iter().skip(index + 1).take(BETWEEN_PAGES);
        let header = after.position(|line| !line.is_blank());
        let is_header = |line: &Line<'_>| is_feed(line) || line.words().contains("   ");
        let header = header.filter(|at| self.lines.get(index + 1 + at).is_some_and(is_header));
        header.map_or(1, |at| at + 2)
    }
}

/// Returns true if hardly any line begins at the margin, as in an RFC or a man page.
fn is_indented(lines: &[Line<'_>]) -> bool {
    let spoken = lines.iter().filter(|line| !line.is_blank());
    let (all, at_margin) = spoken.fold((0, 0), |(all, at_margin), line| {
        (all + 1, at_margin + usize::from(line.indent == 0))
    });
    at_margin * 3 <= all
}

fn is_short(line: &Line<'_>) -> bool {
    !line.is_blank()
        && line.words().len() <= LONGEST_HEADING * 4
        && line.words().chars().count() <= LONGEST_HEADING
}

fn is_feed(line: &Line<'_>) -> bool {
    line.text.starts_with('\u{c}')
}

/// `Fielding  Standards Track  [Page 7]`.
pub(super) fn is_footer(words: &str) -> bool {
    let page = words
        .strip_suffix(']')
        .and_then(|words| words.rsplit_once("[Page "));
    page.is_some_and(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns true if a line is a title in capitals: no data, no columns, no end of a sentence.
fn is_capitals(words: &str) -> bool {
    let capitals = words.chars().filter(|letter| letter.is_uppercase()).count();
    capitals >= FEWEST_CAPITALS
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
