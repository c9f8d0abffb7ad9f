//! The cursor within its line: movements by column, word and name, and the name under it. Methods of [`Code`].
//!
//! Invariant: [`Code::span`] is on the line of the cursor's row, if the row shows one.

use super::model::{Code, LineSpan};
use super::page::Page;
use super::rows::Row;
use crate::app::glyph::{Glyph, units};
use crate::chunk::{NamePosition, Symbol};
use crate::syntax::HighlightRole;
use std::ops::Range;

/// Maximum number of bytes of the unit next to the cursor.
const UNIT: usize = 256;

/// Words for the value or the type around a method, which some grammars call variables.
const RECEIVERS: [&str; 6] = ["self", "this", "super", "cls", "crate", "base"];

/// A step of the cursor from word to word, or from name to name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WordStep {
    /// To the next start.
    Next,
    /// To the start before.
    Previous,
    /// To the next last character.
    End,
}

impl Code {
    /// The document's bytes that a row shows, and its line; none for folds and gaps.
    fn row_bytes(&self, row: &Row) -> Option<(u32, Range<usize>)> {
        let page = self.page()?;
        match *row {
            Row::Line(line) | Row::Cells(line, _) => Some((line, page.bytes(line))),
            Row::Part(line, (from, to)) => {
                let start = page.bytes(line).start;
                Some((line, start + from as usize..start + to as usize))
            }
            Row::Fold(..) | Row::Parent(_) | Row::Gap | Row::Old(..) => None,
        }
    }

    /// Puts the cursor's column where it was in the row before, after the cursor has moved to another row.
    pub(super) fn settle(&mut self) {
        let Some(row) = self.rows.get(self.cursor) else {
            return;
        };
        let (Some((line, bytes)), Some(page)) = (self.row_bytes(row), self.page()) else {
            self.span = None;
            return;
        };
        let start = page.bytes(line).start;
        if let Some(LineSpan { from, .. }) = self.span_on(line)
            && (bytes.contains(&(start + from)) || bytes.is_empty() && from == 0)
        {
            return;
        }
        let text = page.document.tree.document.text.slice(bytes.clone());
        let marks = page.marks(bytes.clone());
        let (mut column, mut found) = (0, 0);
        for (at, unit) in units(&text) {
            let cells = match Page::mark_at(marks, bytes.start + at) {
                Some(instead) => crate::app::glyph::cells(instead),
                None => Glyph::of(unit).cells(column),
            };
            if column > self.column {
                break;
            }
            if cells > 0 {
                found = at;
            }
            column += cells;
        }
        let from = bytes.start - start + found;
        self.span = Some(self.unit_at(line, from));
    }

    /// Points at a match or a name. Its column is kept in other rows.
    pub(super) fn point_at(&mut self, span: Option<LineSpan>) {
        self.span = span;
        if let (Some(span), Some(page)) = (span, self.page()) {
            let start = page.bytes(span.line).start;
            self.column = page.cells(start..start + span.from);
        }
    }

    /// The match, name or character under the cursor, if it is on this line.
    pub(super) fn span_on(&self, line: u32) -> Option<LineSpan> {
        self.span.filter(|span| span.line == line)
    }

    /// Points at a byte of a line, puts the cursor on its row, and keeps the column within the row.
    fn point(&mut self, line: u32, from: usize) {
        self.point_at(Some(self.unit_at(line, from)));
        self.put_cursor(line);
        let row = self.rows.get(self.cursor);
        if let (Some(Row::Part(_, (first, _))), Some(page)) = (row, self.page()) {
            let start = page.bytes(line).start;
            self.column = page.cells(start + *first as usize..start + from);
        }
    }

    /// Points at the cell of a row of the pane, counted from the start of its text.
    pub(super) fn click_cell(&mut self, cell: usize) {
        let Some(row) = self.rows.get(self.cursor) else {
            return;
        };
        let shift = match row {
            Row::Line(line) => self.shift(*line),
            _ => 0,
        };
        (self.column, self.span) = (cell + shift, None);
        self.settle();
    }

    /// Points at a 1-based column in characters of the cursor's line.
    pub(crate) fn go_to_column(&mut self, column: u32) {
        let (Some(line), Some(page)) = (self.cursor_line(), self.page()) else {
            return;
        };
        let text = page.line(line);
        let nth = column.saturating_sub(1) as usize;
        if let Some((at, _)) = text.char_indices().nth(nth) {
            self.point(line, at);
            self.reveal();
        }
    }

    /// The 1-based line and column of the cursor, in characters.
    pub(crate) fn cursor_position(&self) -> Option<(u32, u32)> {
        let line = self.cursor_line()?;
        let (page, span) = (self.page()?, self.span_on(line));
        let from = span.map_or(0, |span| span.from);
        let start = page.bytes(line).start;
        let text = &page.document.tree.document.text;
        Some((
            line,
            text.slice(start..start + from).chars().count() as u32 + 1,
        ))
    }

    /// The rest of the name at a byte of a line, or the character there.
    fn unit_at(&self, line: u32, from: usize) -> LineSpan {
        let text = self.page().map(|page| page.line(line)).unwrap_or_default();
        let rest = text.get(from..).unwrap_or_default();
        let word = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        let unit = units(rest).next().map_or(1, |(_, unit)| unit.len());
        let to = from + if word > 0 { word } else { unit };
        LineSpan { line, from, to }
    }

    /// Moves by a character within the line.
    pub(super) fn move_column(&mut self, forward: bool) {
        self.settle();
        let (Some(LineSpan { line, from, .. }), Some(page)) = (self.span, self.page()) else {
            return;
        };
        let text = page.line(line);
        let start = page.bytes(line).start;
        let marks = page.marks(page.bytes(line));
        let is_shown = |at: usize, unit: &str| match Page::mark_at(marks, start + at) {
            Some(instead) => !instead.is_empty(),
            None => Glyph::of(unit) != Glyph::Hidden,
        };
        let to = if forward {
            let rest = text.get(from..).unwrap_or_default();
            let mut next = units(rest).skip(1).map(|(at, unit)| (from + at, unit));
            next.find(|(at, unit)| is_shown(*at, unit))
        } else {
            // A minified line is not read from its start.
            let near = (from.saturating_sub(UNIT)..=from).find(|at| text.is_char_boundary(*at));
            let near = near.unwrap_or(from);
            let before = text.get(near..from).unwrap_or_default();
            let mut before = units(before).rev().map(|(at, unit)| (near + at, unit));
            before.find(|(at, unit)| is_shown(*at, unit))
        };
        if let Some((to, _)) = to {
            self.point(line, to);
        }
    }

    /// Moves to the first character of the line, or to the last one.
    pub(super) fn move_to_end(&mut self, forward: bool) {
        let (Some(line), Some(page)) = (self.cursor_line(), self.page()) else {
            return;
        };
        let text = page.line(line);
        let last = units(&text).next_back().map_or(0, |(at, _)| at);
        self.point(line, if forward { last } else { 0 });
    }

    /// Moves from word to word, or from name to name, over the rows that are shown.
    pub(super) fn move_word(&mut self, step: WordStep, names: bool) -> Option<&'static str> {
        self.settle();
        let from = self.span.map(|span| span.from);
        let is_forward = step != WordStep::Previous;
        let mut row = self.cursor;
        let mut line = self.cursor_line();
        let mut here = from;
        loop {
            if let Some(line) = line {
                let mut found = self.stops(line, step, names);
                match here {
                    Some(from) if is_forward => found.retain(|at| *at > from),
                    Some(from) => found.retain(|at| *at < from),
                    None => {}
                }
                let stop = if is_forward {
                    found.first()
                } else {
                    found.last()
                };
                if let Some(at) = stop {
                    self.point(line, *at);
                    return None;
                }
            }
            // The next row of another line.
            let before = line;
            loop {
                let next = row.checked_add_signed(if is_forward { 1 } else { -1 });
                let Some(next) = next.filter(|next| *next < self.rows.len()) else {
                    return Some(match (is_forward, names) {
                        (true, true) => "No name after this one is shown",
                        (false, true) => "No name before this one is shown",
                        (true, false) => "No word after this one is shown",
                        (false, false) => "No word before this one is shown",
                    });
                };
                row = next;
                let shown = self.row_bytes(&self.rows[row]).map(|(line, _)| line);
                if shown.is_some() && shown != before {
                    (line, here) = (shown, None);
                    break;
                }
            }
        }
    }

    /// Bytes of a line at which a step may stop, in order.
    fn stops(&self, line: u32, step: WordStep, names: bool) -> Vec<usize> {
        let Some(page) = self.page() else {
            return Vec::new();
        };
        let text = page.line(line);
        let words: Vec<Range<usize>> = if names {
            let names = self.names_in(line).into_iter();
            names.map(|(at, name)| at..at + name.len()).collect()
        } else {
            words(&text)
        };
        let words = words.into_iter();
        if step != WordStep::End {
            return words.map(|word| word.start).collect();
        }
        words
            .map(|word| {
                let last = units(&text[word.clone()]).next_back();
                word.start + last.map_or(0, |(at, _)| at)
            })
            .collect()
    }

    /// The names of a line with their bytes: words that are no keyword, comment, number or string.
    pub(super) fn names_in(&self, line: u32) -> Vec<(usize, String)> {
        let Some(page) = self.page() else {
            return Vec::new();
        };
        let (bytes, text) = (page.bytes(line), page.line(line));
        let spans = page.spans(bytes.clone());
        let words = words(&text).into_iter();
        let names = words.filter(|word| {
            text[word.clone()].starts_with(|c: char| c.is_alphabetic() || c == '_')
                && !RECEIVERS.contains(&&text[word.clone()])
                && !Page::role_at(spans, bytes.start + word.start).is_some_and(is_no_name)
        });
        names
            .map(|word| (word.start, text[word].to_owned()))
            .collect()
    }

    /// The lines and bytes of the names in view that are long enough for a label, those near the cursor first.
    pub(crate) fn visible_names(&self) -> Vec<(u32, usize)> {
        let cursor = self.cursor_line().unwrap_or_default();
        let mut rows = Vec::new();
        for (row, _) in self.visible() {
            if let Some((line, bytes)) = self.row_bytes(&row) {
                rows.push((line, row, bytes));
            }
        }
        rows.sort_by_key(|(line, ..)| line.abs_diff(cursor));
        let mut found = Vec::new();
        for (line, row, bytes) in rows {
            for (from, name) in self.names_in(line) {
                if name.chars().nth(1).is_some()
                    && self.shows(row, line, &bytes, from)
                    && !found.contains(&(line, from))
                {
                    found.push((line, from));
                }
            }
        }
        found
    }

    /// Returns true if the first two cells of the text at a byte of a line are in view in a row with some of its bytes.
    fn shows(&self, row: Row, line: u32, bytes: &Range<usize>, from: usize) -> bool {
        let Some(page) = self.page() else {
            return false;
        };
        let whole = page.bytes(line);
        if !bytes.contains(&(whole.start + from)) {
            return false;
        }
        if !matches!(row, Row::Line(_)) {
            return true;
        }
        let (cell, shift) = (
            page.cells(whole.start..whole.start + from),
            self.shift(line),
        );
        // An ellipsis takes the first or last cell if there is more.
        let first = if shift > 0 { shift + 1 } else { 0 };
        let mut end = shift + self.cells(page);
        if page.cells(whole) > end {
            end = end.saturating_sub(1);
        }
        first <= cell && cell + 2 <= end
    }

    /// Goes to the name at a byte of a line, if it is still there.
    pub(crate) fn go_to_name(&mut self, line: u32, from: usize) {
        if self.names_in(line).iter().any(|(at, _)| *at == from) {
            self.point(line, from);
            self.reveal();
        }
    }

    /// The name under the cursor, with its bytes in the cursor's line.
    pub(crate) fn name_under_cursor(&self) -> Option<(String, Range<usize>)> {
        let LineSpan { line, from, .. } = self.span?;
        if self.cursor_line() != Some(line) {
            return None;
        }
        let names = self.names_in(line).into_iter();
        let mut ranges = names.map(|(at, name)| (at..at + name.len(), name));
        let (range, name) = ranges.find(|(range, _)| range.contains(&from))?;
        Some((name, range))
    }

    /// The path under the cursor as written, with a line after it if there is one.
    pub(crate) fn path_under_cursor(&self) -> Option<String> {
        let LineSpan { line, from, .. } = self.span?;
        let text = self.page()?.line(line);
        let is_apart = |c: char| !(c.is_alphanumeric() || "_-./\\@+~:".contains(c));
        let start = text.get(..from)?.rfind(is_apart).map_or(0, |at| {
            at + text[at..].chars().next().map_or(1, char::len_utf8)
        });
        let rest = &text[start..];
        let path = &rest[..rest.find(is_apart).unwrap_or(rest.len())];
        let path = path.trim_end_matches(['.', ':']).trim_start_matches('/');
        (path.contains(|c: char| c.is_alphanumeric())).then(|| path.to_owned())
    }

    /// The names that a request from the code pane is about: the one under the cursor, or those of its line.
    pub(crate) fn symbol(&self) -> Option<Symbol> {
        let line = self.cursor_line()?;
        let Some((name, range)) = self.name_under_cursor() else {
            return Some(Symbol::OnLine(line));
        };
        let before = self.page()?.line(line);
        let column = before[..range.start].chars().count() as u32 + 1;
        Some(Symbol::At(NamePosition { name, line, column }))
    }

    /// The cursor in its line: the bytes of the character, and of the name around it.
    pub(crate) fn cursor_bytes(&self) -> Option<(u32, usize, Range<usize>)> {
        let LineSpan { line, from, .. } = self.span?;
        let name = self.name_under_cursor().map(|(_, range)| range);
        let start = self.page()?.bytes(line).start;
        let name = name.map_or(0..0, |name| start + name.start..start + name.end);
        Some((line, start + from, name))
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Words of a line: runs of letters, digits and underscores, and runs of other visible characters.
fn words(text: &str) -> Vec<Range<usize>> {
    let class = |c: char| match c {
        _ if c.is_whitespace() => 0,
        _ if is_of_name(c) => 1,
        _ => 2,
    };
    let mut words: Vec<(u8, Range<usize>)> = Vec::new();
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        match words.last_mut() {
            Some((last, word)) if *last == class(c) && word.end == at => word.end = end,
            _ => words.push((class(c), at..end)),
        }
    }
    words.retain(|(class, _)| *class > 0);
    words.into_iter().map(|(_, word)| word).collect()
}

fn is_no_name(role: HighlightRole) -> bool {
    use HighlightRole::{Comment, Keyword, Number, String};
    matches!(role, Comment | Keyword | Number | String)
}
