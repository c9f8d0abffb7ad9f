//! Corrections of the Markdown that the converters of documents write.
//!
//! Running headers and page numbers are removed. Bold lines and numbered titles become headings, and levels
//! follow the document's outline or its section numbers. A form feed marks the end of a page. Both converters
//! call [`clean_up()`] in the child process.

use std::collections::{HashMap, HashSet};

/// Deepest heading level of Markdown.
pub(super) const MAX_LEVEL: u8 = 6;
/// Maximum length of a heading, in characters.
const MAX_TITLE_LEN: usize = 120;
/// Maximum length of a page number with its decoration, in bytes.
const MAX_NUMBER_LEN: usize = 12;
/// Number of blocks at the top and bottom of a page that may be running headers or page numbers.
const EDGE: usize = 2;
/// Minimum number of pages that repeat a running header.
const REPEATED: usize = 3;

/// A paragraph, heading, table or fenced code.
struct TextBlock<'m> {
    text: &'m str,
    page: u32,
    is_code: bool,
}

/// Evidence that a line is a heading.
#[derive(Clone, Copy)]
enum Cue {
    /// Number signs, with the level the converter wrote.
    Level(u8),
    /// The whole line is bold.
    Bold,
    /// No markup: only its section number or the outline.
    Plain,
}

/// Returns corrected Markdown. `outline` maps titles, as returned by [`comparable`], to levels.
pub(super) fn clean_up(markdown: &str, outline: &HashMap<String, u8>) -> String {
    let blocks = blocks(markdown);
    let furniture = headers_and_footers(&blocks, outline);
    let mut headings = Headings {
        outline,
        has_title: false,
        is_structured: !outline.is_empty(),
        known: HashMap::new(),
        open: Vec::new(),
    };
    let mut out = String::with_capacity(markdown.len());
    let mut page = 0;
    for (index, block) in blocks.iter().enumerate() {
        if furniture.contains(&index) {
            continue;
        }
        while page < block.page {
            out.push_str(if page > 0 { "\u{c}\n\n" } else { "" });
            page += 1;
        }
        match headings.read(block) {
            LineClass::Heading(level, title) => {
                out.extend(std::iter::repeat_n('#', usize::from(level)));
                out.push(' ');
                out.push_str(&unescaped(&title));
            }
            LineClass::Text if block.is_code || block.text.starts_with('|') => {
                out.push_str(block.text)
            }
            LineClass::Text => {
                out.push_str(&unescaped(block.text.trim_start_matches('#').trim_start()))
            }
            LineClass::Repeated => continue,
        }
        out.push_str("\n\n");
    }
    out
}

/// Normalizes a title for comparison: lower-case letters and digits, without the section number.
pub(super) fn comparable(title: &str) -> String {
    letters(numbered(title.trim()).1)
}

fn letters(title: &str) -> String {
    title
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

fn blocks(markdown: &str) -> Vec<TextBlock<'_>> {
    let mut blocks = Vec::new();
    let (mut page, mut is_code) = (0, false);
    let mut start: Option<usize> = None;
    let mut at = 0;
    for line in markdown.split_inclusive('\n') {
        let is_fence = line.starts_with("```");
        let is_blank = line.trim().is_empty();
        if (is_blank || is_fence)
            && !is_code
            && let Some(from) = start.take()
        {
            push(&mut blocks, markdown.get(from..at), &mut page, false);
        }
        if !is_blank || is_code {
            start.get_or_insert(at);
        }
        at += line.len();
        if is_fence {
            if is_code && let Some(from) = start.take() {
                push(&mut blocks, markdown.get(from..at), &mut page, true);
            }
            is_code = !is_code;
        }
    }
    if let Some(from) = start {
        push(&mut blocks, markdown.get(from..), &mut page, is_code);
    }
    blocks
}

fn push<'m>(blocks: &mut Vec<TextBlock<'m>>, text: Option<&'m str>, page: &mut u32, is_code: bool) {
    let text = text.unwrap_or_default().trim_end();
    let marker = text
        .strip_prefix("<!-- page ")
        .and_then(|rest| rest.strip_suffix(" -->"));
    if let Some(Ok(number)) = marker.map(str::parse) {
        *page = number;
        return;
    }
    blocks.push(TextBlock {
        text,
        page: *page,
        is_code,
    });
}

/// Indices of running headers, footers and page numbers.
fn headers_and_footers(blocks: &[TextBlock<'_>], outline: &HashMap<String, u8>) -> HashSet<usize> {
    let mut candidates: Vec<(usize, String)> = Vec::new();
    let mut start = 0;
    for page in blocks.chunk_by(|a, b| a.page == b.page) {
        for (at, block) in page.iter().enumerate() {
            let is_at_edge = at < EDGE || at + EDGE >= page.len();
            if is_at_edge && let Some(letters) = furniture_letters(block, outline) {
                candidates.push((start + at, letters));
            }
        }
        start += page.len();
    }
    let mut pages: HashMap<&str, usize> = HashMap::new();
    for (_, letters) in &candidates {
        *pages.entry(letters).or_default() += 1;
    }
    candidates
        .iter()
        .filter(|(_, letters)| letters.is_empty() || pages[letters.as_str()] >= REPEATED)
        .map(|(index, _)| *index)
        .collect()
}

/// Letters of a block that may be repeated on every page; empty for a page number.
fn furniture_letters(block: &TextBlock<'_>, outline: &HashMap<String, u8>) -> Option<String> {
    if block.page == 0 {
        return None;
    }
    let letters: String = block.text.chars().filter(|c| c.is_alphabetic()).collect();
    if letters.is_empty() && block.text.len() < MAX_NUMBER_LEN {
        return Some(letters);
    }
    let (mark, title) = marked(block)?;
    let is_known = numbered(&title).0 > 0 || outline.contains_key(&comparable(&title));
    (!matches!(mark, Cue::Level(_)) || !is_known).then_some(letters)
}

enum LineClass {
    Heading(u8, String),
    /// The title of an open section is a running header.
    Repeated,
    Text,
}

/// Position of a heading in the hierarchy.
enum HeadingRank {
    /// Opens a section of this level.
    Section(u8),
    /// Subsection of the open section; the next heading of its kind is its sibling.
    Aside,
}

/// Headings seen so far.
struct Headings<'o> {
    outline: &'o HashMap<String, u8>,
    /// True if the first heading is the document title, so that all others are one level lower.
    has_title: bool,
    /// True if the outline or section numbers determine levels.
    is_structured: bool,
    /// Levels of numbered headings, by the level the converter wrote.
    known: HashMap<u8, u8>,
    /// Open sections by level, with their numbered titles as returned by [`letters`].
    open: Vec<(u8, String)>,
}

impl Headings<'_> {
    fn read(&mut self, block: &TextBlock<'_>) -> LineClass {
        let Some((mark, title)) = marked(block) else {
            return LineClass::Text;
        };
        let is_dotted = title.contains(". . .") || title.contains("....");
        let name = comparable(&title);
        if name.chars().nth(1).is_none() || is_dotted || self.is_entry(&title) {
            return LineClass::Text;
        }
        let key = letters(&title);
        if block.page > 0 && self.is_open(&key) {
            return LineClass::Repeated;
        }
        match self.rank(mark, &name, &title, block.page > 0) {
            Some(HeadingRank::Section(level)) => {
                let level = level.clamp(1, MAX_LEVEL);
                while self.open.pop_if(|(open, _)| *open >= level).is_some() {}
                self.open.push((level, key));
                LineClass::Heading(level, title)
            }
            Some(HeadingRank::Aside) => {
                let around = self.open.last().map_or(0, |(level, _)| *level);
                LineClass::Heading((around + 1).min(MAX_LEVEL), title)
            }
            None => LineClass::Text,
        }
    }

    /// Returns true if a title, as returned by [`letters`], is that of an open section, with or without its number.
    fn is_open(&self, title: &str) -> bool {
        self.open.iter().any(|(_, open)| {
            open == title || open.trim_start_matches(|first: char| first.is_ascii_digit()) == title
        })
    }

    /// Position of a heading. None if the line is not a heading.
    fn rank(&mut self, mark: Cue, name: &str, title: &str, has_pages: bool) -> Option<HeadingRank> {
        let (parts, words) = numbered(title);
        let is_title = is_title(words);
        let is_numbered = has_pages
            && match mark {
                Cue::Level(_) => parts > 0,
                Cue::Bold => parts > 0 && is_title,
                Cue::Plain => parts > 1 && is_title,
            };
        let outlined = self.outline.get(name).copied();
        if let Some(level) = outlined.or(is_numbered.then_some(parts)) {
            return Some(HeadingRank::Section(self.structured(level, mark)));
        }
        match mark {
            Cue::Level(level) if !self.is_structured => Some(HeadingRank::Section(level)),
            Cue::Level(level) if self.open.is_empty() => {
                self.has_title |= level == 1;
                Some(HeadingRank::Section(level))
            }
            Cue::Level(level) if self.outline.is_empty() => {
                let known = self.known.get(&level).copied();
                Some(known.map_or(HeadingRank::Aside, HeadingRank::Section))
            }
            Cue::Level(_) => Some(HeadingRank::Aside),
            Cue::Bold => is_title.then_some(HeadingRank::Aside),
            Cue::Plain => None,
        }
    }

    /// Level of a heading according to the outline or its section number.
    fn structured(&mut self, level: u8, mark: Cue) -> u8 {
        if !self.is_structured {
            self.is_structured = true;
            self.has_title = self.open.len() == 1;
        }
        let level = level + u8::from(self.has_title);
        if let Cue::Level(given) = mark {
            self.known.entry(given).or_insert(level);
        }
        level
    }

    /// Returns true for an entry of a table of contents: an outline title followed by a page
    /// number.
    fn is_entry(&self, title: &str) -> bool {
        let words = title.trim_end_matches(|last: char| last.is_ascii_digit());
        words.len() < title.len()
            && !self.outline.contains_key(&comparable(title))
            && self.outline.contains_key(&comparable(words))
    }
}

/// Text of a block that may be a heading, and its evidence.
fn marked(block: &TextBlock<'_>) -> Option<(Cue, String)> {
    let text = block.text;
    let is_line = !block.is_code && !text.contains('\n') && !text.starts_with(['|', '-', '>']);
    if !is_line || text.chars().count() > MAX_TITLE_LEN {
        return None;
    }
    let words = text.trim_start_matches('#');
    let level = u8::try_from(text.len() - words.len()).unwrap_or(MAX_LEVEL);
    let plain = words.replace("**", "").replace('`', "");
    let is_bold = words.starts_with("**")
        && words.ends_with("**")
        && words
            .split("**")
            .step_by(2)
            .all(|between| !between.contains(char::is_alphanumeric));
    let mark = match (level, is_bold) {
        (1.., _) if words.starts_with(' ') => Cue::Level(level),
        (0, true) => Cue::Bold,
        _ => Cue::Plain,
    };
    Some((mark, plain.trim().trim_matches('*').to_owned()))
}

/// Number of parts of the section number (2 for `2.3 Title`, 0 without a number), and the rest of
/// the title.
fn numbered(title: &str) -> (u8, &str) {
    let Some((number, words)) = title.split_once(' ') else {
        return (0, title);
    };
    let parts: Vec<&str> = number.trim_end_matches('.').split('.').collect();
    for (at, part) in parts.iter().enumerate() {
        let is_number = (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        // `A.1` and `A.`, but not the word `A`.
        let is_letter = at == 0
            && matches!(part.as_bytes(), [b'A'..=b'Z'])
            && (parts.len() > 1 || number.ends_with('.'));
        if !is_number && !is_letter {
            return (0, title);
        }
    }
    let parts = u8::try_from(parts.len()).unwrap_or(MAX_LEVEL);
    (parts, words.trim_start())
}

/// Returns true if a line that is only numbered or bold reads like a title.
fn is_title(words: &str) -> bool {
    words.starts_with(|first: char| first.is_alphanumeric() && !first.is_lowercase())
        && words.chars().any(char::is_alphabetic)
        && !words.ends_with(['.', ',', ';', ':'])
}

/// Removes backslashes that Markdown does not need, so that names are searchable as written.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_first = out.is_empty() || out.ends_with('\n');
        let is_needed = is_first
            || !letters
                .peek()
                .is_some_and(|next| "_*[](){}#+-.!~$".contains(*next));
        if letter != '\\' || is_needed {
            out.push(letter);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(markdown: &str, outline: &[(&str, u8)], expected: &str) {
        let outline = outline
            .iter()
            .map(|(title, level)| (comparable(title), *level));
        assert_eq!(clean_up(markdown, &outline.collect()).trim_end(), expected);
    }

    #[test]
    fn bold_lines_are_headings_and_bold_words_are_not() {
        check(
            "# Guide\n\n**Installing**\n\n**Unpack** it.\n\n**It is done.**\n\n**A** and **b**",
            &[],
            "# Guide\n\n## Installing\n\n**Unpack** it.\n\n**It is done.**\n\n**A** and **b**",
        );
    }

    #[test]
    fn section_numbers_determine_levels() {
        check(
            "<!-- page 1 -->\n\n# Guide\n\n## 1 One\n\n1.1 Two\n\n2.5 litres of it.\n\n**1.1.1** **Three**\n\n### Note\n\n# 2 Four",
            &[],
            "# Guide\n\n## 1 One\n\n### 1.1 Two\n\n2.5 litres of it.\n\n#### 1.1.1 Three\n\n##### Note\n\n## 2 Four",
        );
    }

    #[test]
    fn outline_determines_headings_and_levels() {
        check(
            "<!-- page 1 -->\n\n# 1 One 3\n\nThe second . . . . 4\n\n## One\n\nThe second\n\nWords.",
            &[("1 One", 1), ("The second", 2)],
            "1 One 3\n\nThe second . . . . 4\n\n# One\n\n## The second\n\nWords.",
        );
    }

    #[test]
    fn running_headers_and_page_numbers_are_removed() {
        let page = |number: usize| {
            let words = "x".repeat(number);
            format!(
                "<!-- page {number} -->\n\n### My Book, page {number}\n\n# {number} Part\n\nA line: {words}.\n\n- {number} -\n\n"
            )
        };
        check(
            &(1..=3).map(page).collect::<String>(),
            &[],
            "# 1 Part\n\nA line: x.\n\n\u{c}\n\n# 2 Part\n\nA line: xx.\n\n\u{c}\n\n# 3 Part\n\nA line: xxx.",
        );
    }

    #[test]
    fn title_of_an_open_section_is_not_repeated() {
        check(
            "<!-- page 1 -->\n\n# 1 One\n\nA.\n\n<!-- page 3 -->\n\n### 1. One\n\nB.",
            &[],
            "# 1 One\n\nA.\n\n\u{c}\n\n\u{c}\n\nB.",
        );
    }

    #[test]
    fn names_keep_no_backslashes() {
        check(
            "a\\_b \\[1\\] \\<c\\>\n\n\\# d\n\n| e\\|f |\n\n```\ng\\_h\n\ni\n```",
            &[],
            "a_b [1] \\<c\\>\n\n\\# d\n\n| e\\|f |\n\n```\ng\\_h\n\ni\n```",
        );
    }
}
