//! Corrections of the Markdown that the converter of PDF writes.
//!
//! Running headers and page numbers are removed. Bold lines and numbered titles become headings, and levels
//! follow the document's outline or its section numbers. A form feed marks the end of a page.

use super::block::{
    self, Cue, MAX_LEVEL, TextBlock, blocks, comparable, is_title, letters, marked, numbered,
    printed, without_emphasis,
};
use super::hyphens::LineJoiner;
use super::running::running_titles;
use std::collections::HashMap;

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
                out.push_str(&joined.text(&title));
            }
            LineClass::Text if block.is_code => {
                out.push_str(&printed(block.text).replace('\u{ad}', "-"));
            }
            LineClass::Text if block.text.starts_with('|') && block.text.contains("\n|") => {
                let rows = block.text.lines().filter(|row| {
                    !row.contains("---") || row.contains(|letter| !" |-:".contains(letter))
                });
                let rows = rows.map(|row| joined.text(row)).collect();
                // The converter knows no alignment.
                out.push_str(&block::table(rows, |_| false));
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
                out.push_str(&joined.text(without_emphasis(words)));
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
        if name.chars().count() < 2 || is_dotted || self.is_entry(&title) {
            return LineClass::Text;
        }
        let key = letters(&title);
        if self.is_open(&key) {
            return LineClass::Repeated;
        }
        match self.rank(mark, &name, &title) {
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
    fn rank(&mut self, mark: Cue, name: &str, title: &str) -> Option<HeadingRank> {
        let (parts, words) = numbered(title);
        let is_title = is_title(words);
        let is_numbered = match mark {
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
            "# Guide\n\n**Installing**\n\nUnpack it.\n\n**It is done.**",
            &[],
            "# Guide\n\n## Installing\n\nUnpack it.\n\nIt is done.",
        );
    }

    #[test]
    fn section_numbers_determine_levels() {
        check(
            "<!-- page 1 -->\n\n# Guide\n\n## 1 One\n\n1.1 Two\n\n2.5 litres of it.\n\n**1.1.1 Three**\n\n### Note\n\n# 2 Four",
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
    fn marks_in_text_and_cells_are_printed() {
        check(
            "<!-- page 1 -->\n\n# The `a_b` and *c* #\n\nx*y*z `d` [e](f) Vec<u8>\n\n\
             | a|b | c |\n| --- | ---: |\n| - | \u{a0}d |\n\n\\# no heading",
            &[],
            "# The `a_b` and *c* #\n\nx*y*z `d` [e](f) Vec<u8>\n\n\
             | a|b | c |\n| --- | --- | --- |\n| - | d |\n\n\\# no heading",
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
}
