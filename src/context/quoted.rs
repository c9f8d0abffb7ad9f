//! Code in the text of a document, highlighted in its own language.

use crate::chunk::Quoted;
use crate::corpus::{Cancel, Text};
use crate::syntax::{self, Span};
use std::ops::Range;

/// The highlights of a text, `spans`, with those of the code in it. Both are in order; where they
/// overlap, the code's hold. Stops with what there is when cancelled.
pub(super) fn with_code(
    mut spans: Vec<Span>,
    text: &Text,
    quoted: &[Quoted],
    cancel: &Cancel,
) -> Vec<Span> {
    let mut coloured = Vec::new();
    for code in quoted {
        if cancel.is_cancelled() {
            break;
        }
        coloured.extend(highlights(text, code, cancel));
    }
    spans.append(&mut coloured);
    // Spans of words come first of those that begin together.
    spans.sort_by_key(|span| span.bytes.start);
    let mut end = 0;
    spans.retain(|span| {
        let is_free = span.bytes.start >= end;
        end = end.max(span.bytes.end);
        is_free
    });
    spans
}

/// The highlights of code, on the document's bytes.
fn highlights(text: &Text, code: &Quoted, cancel: &Cancel) -> Vec<Span> {
    let mut joined = String::new();
    // Where each line begins in the code, and where it stands in the document.
    let mut lines: Vec<(usize, Range<usize>)> = Vec::new();
    for line in &code.lines {
        lines.push((joined.len(), line.clone()));
        joined.push_str(&text.slice(line.clone()));
        joined.push('\n');
    }
    let spans = syntax::highlight(&joined, code.language, cancel);
    let placed = spans.iter().flat_map(|span| place(span, &lines));
    placed.collect()
}

/// The parts of a span on the lines it is on, where these stand in the document.
fn place<'a>(
    span: &'a Span,
    lines: &'a [(usize, Range<usize>)],
) -> impl Iterator<Item = Span> + 'a {
    let (start, end) = (span.bytes.start as usize, span.bytes.end as usize);
    let first = lines
        .partition_point(|(at, _)| *at <= start)
        .saturating_sub(1);
    let touched = lines
        .iter()
        .skip(first)
        .take_while(move |(at, _)| *at < end);
    touched.filter_map(move |(at, line)| {
        let moved = |byte: usize| (line.start + byte.saturating_sub(*at)).min(line.end);
        let from = u32::try_from(moved(start)).ok()?;
        let to = u32::try_from(moved(end)).ok()?;
        (from < to).then_some(Span {
            bytes: from..to,
            role: span.role,
        })
    })
}
