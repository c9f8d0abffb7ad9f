//! Blocks of a DOCX as Markdown whose lines have the text as it is printed.
//!
//! Principal type: [`MarkdownWriter`]. Emphasis and links are not marked, because marks would divide phrases. A backslash
//! stands only where a line of text would begin a block.

use super::block::{self, literal, printed};
use super::package::LINE_BREAK;
use regex::{Captures, Regex};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;
use undoc::model::{Block, ListType, Paragraph, RevisionType, Table, TextAlignment, TextRun};

/// Writes the blocks of a document.
#[derive(Default)]
pub(super) struct MarkdownWriter {
    pub(super) text: String,
    /// Level of the last heading by its style.
    level: u8,
}

impl MarkdownWriter {
    /// Writes blocks that are all code, or none of which is.
    pub(super) fn blocks(&mut self, blocks: &[Block]) {
        if blocks.first().is_some_and(is_code) {
            return self.code(blocks);
        }
        for block in blocks {
            match block {
                Block::Paragraph(paragraph) => self.paragraph(paragraph),
                Block::Table(table) => self.table(table),
                Block::Note { label, content } => {
                    let lines: Vec<String> = content.iter().map(text_of).collect();
                    let note = lines.join("\n");
                    self.push(&format!("[^{label}]: {}", literal(note.trim())));
                }
                _ => {}
            }
        }
    }

    /// Writes a block, a blank line below the one before it.
    fn push(&mut self, block: &str) {
        if self.text.ends_with('\n') && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
        self.text.push_str(block);
        self.text.push_str("\n\n");
    }

    fn paragraph(&mut self, paragraph: &Paragraph) {
        let text = text_of(paragraph);
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if let Some(item) = &paragraph.list_info {
            let mark = match item.list_type {
                ListType::Bullet => "- ".to_owned(),
                ListType::Numbered => format!("{}. ", item.number.unwrap_or(1)),
                ListType::None => String::new(),
            };
            let indent = "  ".repeat(item.level.into());
            self.text
                .push_str(&format!("{indent}{mark}{}\n", literal(text)));
            return;
        }
        let level = match paragraph.heading.level() {
            0 if is_bold(paragraph) && block::is_short_title(text) => self.level + 1,
            level => level,
        };
        if paragraph.heading.is_heading() {
            self.level = level;
        }
        if level > 0 && text.contains(char::is_alphanumeric) {
            let signs = "#".repeat(level.min(block::MAX_LEVEL).into());
            self.push(&format!("{signs} {}", text.replace('\n', " ")));
        } else {
            self.push(&literal(text));
        }
    }

    /// Writes a table, and below it the tables in its cells. A cell stands in the first of its columns.
    fn table(&mut self, table: &Table) {
        let mut lines = Vec::new();
        // True for a column whose cells below the header are all right-aligned.
        let mut is_right = HashMap::new();
        for (row, columns) in table.rows.iter().zip(table.cell_columns()) {
            let mut line = "|".to_owned();
            let mut at = 0;
            for (cell, column) in row.cells.iter().zip(columns) {
                line.push_str(&"  |".repeat(column.saturating_sub(at)));
                let paragraphs: Vec<String> = cell.content.iter().map(text_of).collect();
                let text = paragraphs.join("\n");
                let words = text.lines().filter(|line| !line.trim().is_empty());
                let text = words.collect::<Vec<_>>().join("<br>");
                line.push_str(&format!(" {text} |"));
                if !lines.is_empty() && !text.is_empty() {
                    let mut alignments = cell.content.iter().map(|own| own.alignment);
                    *is_right.entry(column).or_insert(true) &=
                        alignments.all(|own| own == TextAlignment::Right);
                }
                at = column + 1;
            }
            lines.push(line);
        }
        self.push(&block::table(lines, |column| {
            is_right.get(&column) == Some(&true)
        }));
        let cells = table.rows.iter().flat_map(|row| &row.cells);
        for nested in cells.flat_map(|cell| &cell.nested_tables) {
            self.table(nested);
        }
    }

    /// Writes paragraphs of code as one block.
    fn code(&mut self, blocks: &[Block]) {
        let paragraphs = blocks.iter().filter_map(|block| match block {
            Block::Paragraph(paragraph) => Some(code_of(paragraph)),
            _ => None,
        });
        let code = paragraphs.collect::<Vec<_>>().join("\n");
        let mut fence = "```".to_owned();
        while code.contains(&fence) {
            fence.push('`');
        }
        if !code.trim().is_empty() {
            self.push(&format!("{fence}\n{}\n{fence}", code.trim_end()));
        }
    }
}

/// Returns true for a paragraph of code: by its style, or by the font of all its words.
pub(super) fn is_code(block: &Block) -> bool {
    static STYLE: LazyLock<Regex> = regex!(
        "(?i)^(?:(?:source )?code|(?:html )?preformatted text|html preformatted|plain text)$"
    );
    static FONT: LazyLock<Regex> = regex!("(?i)mono|courier|consolas|menlo|monaco|lucida console");
    let Block::Paragraph(paragraph) = block else {
        return false;
    };
    if paragraph.heading.is_heading() || paragraph.list_info.is_some() {
        return false;
    }
    let is_mono = |run: &TextRun| {
        let font = run.style.font.as_deref().unwrap_or_default();
        run.style.code || FONT.is_match(font)
    };
    let runs = paragraph.runs.iter();
    let mut words = runs.filter(|run| !run.text.trim().is_empty());
    let style = paragraph.style_name.as_deref().unwrap_or_default();
    STYLE.is_match(style) || words.next().is_some_and(is_mono) && words.all(is_mono)
}

/// The text of a paragraph as it is printed, with a space for a tab.
fn text_of(paragraph: &Paragraph) -> String {
    code_of(paragraph).replace('\t', " ")
}

fn code_of(paragraph: &Paragraph) -> String {
    let shown = paragraph.runs.iter();
    let shown = shown.filter(|run| run.revision != RevisionType::Deleted);
    let text: String = shown.map(run_text).collect();
    printed(&with_notes_at_ends(&text))
        .replace('\u{ad}', "")
        .replace(LINE_BREAK, "\n")
}

fn run_text(run: &TextRun) -> String {
    match &run.note {
        Some(label) => format!("[^{label}]"),
        None => run.text.clone(),
    }
}

/// A text with the marks of notes at the ends of its sentences, where they divide no phrase.
fn with_notes_at_ends(text: &str) -> Cow<'_, str> {
    static SENTENCE: LazyLock<Regex> =
        regex!(r#"(?s).+?(?:[.!?]["'”’)]*(?:\[\^e?\d+\])*(?:\s|$)|\x{2028}|$)"#);
    static MARK: LazyLock<Regex> = regex!(r"\[\^e?\d+\]");
    SENTENCE.replace_all(text, |sentence: &Captures<'_>| {
        let marks = MARK.find_iter(&sentence[0]).map(|mark| mark.as_str());
        let marks: String = marks.collect();
        let words = MARK.replace_all(&sentence[0], "");
        let (end, space) = words.split_at(words.trim_end().len());
        format!("{end}{marks}{space}")
    })
}

/// Returns true if all words of a paragraph are bold.
fn is_bold(paragraph: &Paragraph) -> bool {
    let mut runs = paragraph.runs.iter();
    runs.all(|run| run.style.bold || !run.text.contains(char::is_alphanumeric))
}
