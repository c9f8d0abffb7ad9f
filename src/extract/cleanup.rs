//! Corrections of the Markdown that the converters of documents write.
//!
//! Running headers and page numbers are removed. Bold lines and numbered titles become headings, and levels
//! follow the document's outline or its section numbers. A form feed marks the end of a page. Both converters
//! call [`clean_up()`] in the child process.

use super::block::{Cue, MAX_LEVEL, TextBlock, blocks, comparable, letters, marked, numbered};
use super::hyphens::LineJoiner;
use super::running::running_titles;
use regex::Regex;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Returns corrected Markdown. `outline` maps titles, as returned by [`comparable`], to levels.
pub(super) fn clean_up(markdown: &str, outline: &HashMap<String, u8>) -> String {
    let blocks = blocks(markdown);
    let joined = LineJoiner::new(&blocks);
    let furniture = running_titles(&blocks, outline);
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
                out.push_str(&unescaped(&joined.text(&plain(&title)), MARKS_IN_HEADINGS));
            }
            LineClass::Text if block.is_code => {
                out.push_str(&joined.code(block.text));
            }
            LineClass::Text if block.text.starts_with('|') => {
                out.push_str(&unescaped(&joined.text(&plain(block.text)), MARKS));
            }
            LineClass::Text => {
                let words = block.text.trim_start_matches('#');
                if words.is_empty() {
                    // A heading without words.
                    continue;
                }
                let is_marked = words.starts_with(' ');
                let words = if is_marked {
                    words.trim_start()
                } else {
                    block.text
                };
                out.push_str(&unescaped(&joined.text(&plain(words)), MARKS));
            }
            LineClass::Repeated => continue,
        }
        out.push_str("\n\n");
    }
    out
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
        // The styles of a document without pages are certain.
        let least = if block.page > 0 { 2 } else { 1 };
        if name.chars().count() < least || is_dotted || self.is_entry(&title) {
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

/// Returns true if a line that is only numbered or bold reads like a title.
fn is_title(words: &str) -> bool {
    words.starts_with(|first: char| first.is_alphanumeric() && !first.is_lowercase())
        && words.chars().any(char::is_alphabetic)
        && !words.ends_with(['.', ',', ';', ':'])
}

/// The text without the marks of emphasis, which would divide a phrase. Asterisks of the document have a backslash.
fn plain(text: &str) -> String {
    static EMPHASIS: LazyLock<Regex> = regex!(
        r"(^|[^\\*])(?:\*{1,3}([^\s*\\](?:[^*\n]*[^\s*\\])?)\*{1,3}|~~([^\s~](?:[^~\n]*[^\s~])?)~~)"
    );
    // Emphasis may be in another one.
    let outer = EMPHASIS.replace_all(text, "$1$2$3");
    EMPHASIS.replace_all(&outer, "$1$2$3").into_owned()
}

/// Marks that need no backslash within a line.
const MARKS: &str = "\\_*[](){}#+-.!~$<>&";
/// The same within a heading, whose name would lose `<T>` as a tag.
const MARKS_IN_HEADINGS: &str = "\\_*[](){}#+-.!~$>&";

/// Removes the backslashes of escapes, so that text is searchable as written. Those at the start of a line keep it from
/// being a heading, a list or HTML.
fn unescaped(text: &str, marks: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_first = out.is_empty() || out.ends_with('\n');
        let is_escape = letter == '\\' && !is_first;
        let escaped = letters.next_if(|next| is_escape && marks.contains(*next));
        out.push(escaped.unwrap_or(letter));
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
            "# Guide\n\n## Installing\n\nUnpack it.\n\nIt is done.\n\nA and b",
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

    /// Pages, each with the blocks of a template in which `@` is its number.
    fn pages(template: &str) -> String {
        let page = |number: usize| {
            let words = "x".repeat(number);
            let blocks = template
                .replace('@', &number.to_string())
                .replace("words", &words);
            format!("<!-- page {number} -->\n\n{blocks}\n\n")
        };
        (1..=3).map(page).collect()
    }

    #[test]
    fn running_headers_and_page_numbers_are_removed() {
        let expected = "# 1 Part\n\nA line: x.\n\n\u{c}\n\n# 2 Part\n\nA line: xx.\n\n\u{c}\n\n# 3 Part\n\nA line: xxx.";
        for (header, footer) in [
            ("### My Book, page @", "- @ -"),
            ("My Book", "@ / 3"),
            ("**My Book**", "Page @ of 3"),
        ] {
            let template = format!("{header}\n\n# @ Part\n\nA line: words.\n\n{footer}");
            check(&pages(&template), &[], expected);
        }
    }

    #[test]
    fn lines_that_differ_by_digits_are_no_running_headers() {
        for template in [
            "# Chapter @\n\nWords of it.",
            "**Lesson @**\n\nWords of it.",
            "labelword@ is the first\n\nMore words",
            "Page @ begins here.\n\nMore words",
            "Words.\n\nItem 1@0 costs much",
        ] {
            let cleaned = clean_up(&pages(template), &HashMap::new());
            let lines = template.split("\n\n").filter(|line| !line.contains("ords"));
            for line in lines.map(|line| line.trim_matches(['#', '*', ' '])) {
                for number in ["1", "2", "3"] {
                    let line = line.replace('@', number);
                    assert!(cleaned.contains(&line), "{line} in {cleaned}");
                }
            }
        }
        check("<!-- page 1 -->\n\n1,250\n\nWords.", &[], "1,250\n\nWords.");
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
            "a_b [1] <c>\n\n\\# d\n\n| e\\|f |\n\n```\ng\\_h\n\ni\n```",
        );
    }

    #[test]
    fn signs_are_kept_unless_they_are_markup() {
        let kept = |text: &str, expected: &str| check(text, &[], expected);
        kept(
            "#include \\<graphviz/cgraph.h>",
            "#include <graphviz/cgraph.h>",
        );
        kept("if a \\< b \\> c", "if a < b > c");
        kept(
            "return \"\\<tag>\" \\</a> \\<br/> \\<!-- x -->",
            "return \"<tag>\" </a> <br/> <!-- x -->",
        );
        kept("C:\\\\dir\\\\new \\& Vec\\<u8>", "C:\\dir\\new & Vec<u8>");
        kept("# A \\<T\\> b\\_c", "# A \\<T> b_c");
        kept("#1 of 2\n\n#!/bin/sh", "#1 of 2\n\n#!/bin/sh");
        kept("# Use \\`a|b\\` and `c`", "# Use \\`a|b\\` and c");
    }

    #[test]
    fn headings_by_style_may_be_short_or_long() {
        let long = "word ".repeat(40);
        let text = format!("# C\n\n## {long}\n\nText.");
        check(&text, &[], &format!("# C\n\n## {}\n\nText.", long.trim()));
    }
}
