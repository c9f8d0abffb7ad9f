//! Lines, for the formats that are parsed line by line.
//!
//! Principal types: [`Line`] and [`Nesting`]. [`each_block()`] drives such a parser.

use super::super::source::Source;

/// Characters of adornments.
const ADORNMENTS: &str = "=-~^\"'`#*+_:.<>!$%&(),/;?@[]\\{}|";
/// Markers of list items.
const BULLETS: [&str; 6] = ["-", "*", "+", "•", "‣", "–"];
/// Maximum number of digits of an item's number.
const MAX_NUMBER_LEN: usize = 3;

/// A line and its start offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) start: usize,
    /// Without trailing white space.
    pub(super) text: &'a str,
    /// Width of the leading white space in columns, with tab stops of eight.
    pub(super) indent: usize,
}

impl<'a> Line<'a> {
    pub(super) fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// Without leading and trailing white space.
    pub(super) fn words(&self) -> &'a str {
        self.text.trim_start()
    }

    /// Offset of the first word.
    pub(super) fn word_at(&self) -> usize {
        self.start + (self.text.len() - self.words().len())
    }
}

/// The lines of a text. A byte order mark is not part of any line.
pub(super) fn lines<'a>(source: &'a Source<'_>) -> Vec<Line<'a>> {
    source
        .lines()
        .map(|bytes| {
            let mut text = source.slice(&bytes);
            if bytes.start == 0 {
                text = text.trim_start_matches('\u{FEFF}');
            }
            Line {
                start: bytes.end - text.len(),
                text: text.trim_end(),
                indent: indent(text.trim_end()),
            }
        })
        .collect()
}

fn indent(text: &str) -> usize {
    let mut column = 0;
    for letter in text.chars() {
        match letter {
            '\t' => column = (column / 8 + 1) * 8,
            _ if letter.is_whitespace() => column += 1,
            _ => break,
        }
    }
    column
}

/// The name and the rest of a line `:name: value`.
pub(super) fn attribute(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix(':')?.split_once(':')
}

/// The character that a line repeats, if it is one for adornments and alone on the line.
pub(super) fn adornment(line: &str) -> Option<char> {
    let mut letters = line.chars();
    let first = letters.next()?;
    let is_adornment = ADORNMENTS.contains(first) && letters.all(|letter| letter == first);
    is_adornment.then_some(first)
}

/// Returns true if a line underlines the previous one.
pub(super) fn is_underline(line: &str) -> bool {
    line.len() >= 3 && adornment(line).is_some_and(|mark| "=-~^".contains(mark))
}

/// Returns true if a line begins a list item: a bullet, a number, a letter.
pub(super) fn is_item(line: &str) -> bool {
    let words = line.trim_start();
    let Some((mark, rest)) = words.split_once([' ', '\t']) else {
        return false;
    };
    if rest.trim().is_empty() {
        return false;
    }
    if BULLETS.contains(&mark) {
        return true;
    }
    let open = mark.strip_prefix('(').unwrap_or(mark);
    match open.strip_suffix(['.', ')']).map(str::as_bytes) {
        Some([b'#'] | [b'a'..=b'z']) => true,
        Some(number) => {
            (1..=MAX_NUMBER_LEN).contains(&number.len()) && number.iter().all(u8::is_ascii_digit)
        }
        None => false,
    }
}

/// Open list items by indentation: text that is indented further belongs to them.
#[derive(Default)]
pub(super) struct Nesting {
    open: Vec<usize>,
}

impl Nesting {
    /// Depth of text with this indentation.
    pub(super) fn depth(&mut self, indent: usize) -> usize {
        while self.open.pop_if(|open| *open >= indent).is_some() {}
        self.open.len()
    }

    /// Depth of an item. Following text that is indented further belongs to it.
    pub(super) fn open(&mut self, indent: usize) -> usize {
        let depth = self.depth(indent);
        self.open.push(indent);
        depth
    }

    /// Depth of a line of text, which may begin an item.
    pub(super) fn depth_of(&mut self, line: &Line<'_>) -> usize {
        if is_item(line.text) {
            self.open(line.indent)
        } else {
            self.depth(line.indent)
        }
    }

    /// Closes all items, as a heading does.
    pub(super) fn clear(&mut self) {
        self.open.clear();
    }
}

/// Number of lines from one up to the next blank one or the next item.
pub(super) fn paragraph(lines: &[Line<'_>], index: usize) -> usize {
    let rest = lines.iter().skip(index + 1);
    let same = rest.take_while(|next| !next.is_blank() && !is_item(next.text));
    1 + same.count()
}

/// The level of a heading by the order in which the kinds of headings appear: 1 for the first kind.
pub(super) fn level<K: PartialEq>(seen: &mut Vec<K>, kind: K) -> usize {
    if let Some(index) = seen.iter().position(|seen| *seen == kind) {
        return index + 1;
    }
    seen.push(kind);
    seen.len()
}

/// Calls `block` with the first line of each block; it returns the number of lines of the block.
pub(super) fn each_block<'t>(lines: &[Line<'t>], mut block: impl FnMut(usize, Line<'t>) -> usize) {
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        index += if line.is_blank() {
            1
        } else {
            block(index, *line).max(1)
        };
    }
}
