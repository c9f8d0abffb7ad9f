//! What is found of a document's markup, on the way.

use super::{Mark, Markup, Quoted};
use crate::syntax::{HighlightRole, Language, Span};
use std::cmp::Reverse;
use std::ops::Range;

/// What was found of a text's markup so far, in any order.
pub(super) struct Found<'t> {
    pub(super) text: &'t str,
    marks: Vec<Mark>,
    spans: Vec<Span>,
    quoted: Vec<Quoted>,
}

impl<'t> Found<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            marks: Vec::new(),
            spans: Vec::new(),
            quoted: Vec::new(),
        }
    }

    /// A part of the text; empty where the range is none.
    pub(super) fn slice(&self, bytes: Range<usize>) -> &'t str {
        self.text.get(bytes).unwrap_or_default()
    }

    /// Has something else shown in place of a mark that stands on one line.
    pub(super) fn put(&mut self, bytes: Range<usize>, shown: &'static str) {
        let text = self.text.get(bytes.clone());
        // A mark never goes on to the next line: lines keep their numbers.
        if text.is_some_and(|text| !text.is_empty() && !text.contains('\n'))
            && let (Ok(start), Ok(end)) = (u32::try_from(bytes.start), u32::try_from(bytes.end))
        {
            let bytes = start..end;
            self.marks.push(Mark { bytes, shown });
        }
    }

    /// Leaves a mark out, on each line that it stands on.
    pub(super) fn hide(&mut self, bytes: Range<usize>) {
        let mut start = bytes.start;
        for line in self.slice(bytes).split_inclusive('\n') {
            self.put(start..start + line.trim_end_matches('\n').len(), "");
            start += line.len();
        }
    }

    pub(super) fn hide_around(&mut self, range: &Range<usize>, bytes: usize) {
        if range.len() > bytes * 2 {
            self.hide(range.start..range.start + bytes);
            self.hide(range.end - bytes..range.end);
        }
    }

    /// Says what words are. Of two, one lies in the other or behind it; the inner one holds.
    pub(super) fn paint(&mut self, bytes: Range<usize>, role: HighlightRole) {
        if let (Ok(start), Ok(end)) = (u32::try_from(bytes.start), u32::try_from(bytes.end))
            && start < end
        {
            let bytes = start..end;
            self.spans.push(Span { bytes, role });
        }
    }

    /// Says that lines are code; of an unknown language, they are a text of their own.
    pub(super) fn quote(&mut self, lines: Vec<Range<usize>>, language: Option<Language>) {
        match language {
            Some(language) if !lines.is_empty() => self.quoted.push(Quoted { lines, language }),
            Some(_) => {}
            None => {
                for line in lines {
                    self.paint(line, HighlightRole::String);
                }
            }
        }
    }

    pub(super) fn in_order(mut self) -> Markup {
        self.marks.sort_by_key(|mark| mark.bytes.start);
        let mut end = 0;
        self.marks.retain(|mark| {
            let is_free = mark.bytes.start >= end;
            end = end.max(mark.bytes.end);
            is_free
        });
        Markup {
            marks: self.marks,
            spans: flat(self.spans),
            quoted: self.quoted,
        }
    }
}

/// Spans that lie in one another as spans beside one another: what is in one holds there.
fn flat(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by_key(|span| (span.bytes.start, Reverse(span.bytes.end)));
    let mut flat = Flat::default();
    for span in spans {
        flat.open(span);
    }
    flat.close(u32::MAX);
    flat.done
}

#[derive(Default)]
struct Flat {
    done: Vec<Span>,
    /// The spans around, the innermost last.
    open: Vec<Span>,
    /// Up to here it is said what the text is.
    at: u32,
}

impl Flat {
    fn open(&mut self, mut span: Span) {
        self.close(span.bytes.start);
        if let Some(around) = self.open.last() {
            let (role, end) = (around.role, around.bytes.end);
            self.push(span.bytes.start, role);
            span.bytes.end = span.bytes.end.min(end);
        }
        self.at = self.at.max(span.bytes.start);
        self.open.push(span);
    }

    /// Ends all that ends up to here.
    fn close(&mut self, limit: u32) {
        while let Some(span) = self.open.pop_if(|span| span.bytes.end <= limit) {
            self.push(span.bytes.end, span.role);
        }
    }

    fn push(&mut self, end: u32, role: HighlightRole) {
        if self.at < end {
            let bytes = self.at..end;
            self.done.push(Span { bytes, role });
            self.at = end;
        }
    }
}
