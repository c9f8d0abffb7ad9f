//! Opening a document for the code pane: of a long one first the text, then the highlights of the visible
//! part, then all of them.
//!
//! [`open()`] is called by the loader. Invariant: each step shows the same text, and later steps only add to
//! it.

use super::open_document::{OpenDocument, OpenStep};
use crate::chunk::{Chunk, ChunkTree, Kind, Limits, Role, decode_same_length, markup};
use crate::corpus::{Cancel, Document};
use crate::syntax::{self, HighlightRole, Language, Span};
use std::ops::Range;
use std::sync::Arc;

/// Minimum length in bytes of a text that is shown in steps, because it takes long to cut and highlight.
const LONG_TEXT: usize = 60_000;

/// Cuts and highlights a document. Calls `shown` after each step, at least once unless cancelled. Of a
/// long document, the part around the 1-based line `near` is highlighted first.
pub fn open(
    document: Document,
    near: u32,
    limits: &Limits,
    cancel: &Cancel,
    shown: &mut dyn FnMut(OpenDocument),
) {
    let is_long = document.text.len() > LONG_TEXT;
    // Prose is wrapped, and is recognized only after cutting.
    let is_code = Language::of(&document.path, "").is_some_and(|language| !language.is_prose());
    let uncut = ChunkTree {
        document: document.clone(),
        ..ChunkTree::default()
    };
    let uncut = OpenDocument::new(Arc::new(uncut), OpenStep::Read);
    if is_long && is_code {
        shown(uncut.clone());
    }
    let tree = ChunkTree::of(document, limits);
    let mut open = OpenDocument {
        markup: markup(&tree),
        tree: Arc::new(tree),
        progress: OpenStep::Cut,
        ..uncut
    };
    if cancel.is_cancelled() {
        return;
    }
    if is_long {
        open.spans = part_highlights(&open.tree, near, limits, cancel);
        shown(open.clone());
    }
    open.spans = highlights(&open.tree, limits, cancel);
    open.progress = OpenStep::Whole;
    if !cancel.is_cancelled() {
        shown(open);
    }
}

/// Returns the highlights of a document; without a grammar, only of its headings; none if it is too
/// long to parse.
fn highlights(tree: &ChunkTree, limits: &Limits, cancel: &Cancel) -> Vec<Span> {
    let text = &tree.document.text;
    if text.len() > limits.parse || cancel.is_cancelled() {
        return Vec::new();
    }
    let language = if tree.is_markdown() {
        Language::named("markdown")
    } else {
        tree.language
    };
    match language {
        Some(language) => syntax::highlight(&decode_same_length(text.bytes()), language, cancel),
        None => headings(tree),
    }
}

/// Returns the highlights of the declaration on a line, parsed on its own.
fn part_highlights(tree: &ChunkTree, near: u32, limits: &Limits, cancel: &Cancel) -> Vec<Span> {
    let (Some(language), Some(part)) = (tree.language, part_at(tree, near)) else {
        return Vec::new();
    };
    let Ok(start) = u32::try_from(part.start) else {
        return Vec::new();
    };
    if tree.format.is_some() || tree.document.text.len() > limits.parse {
        return Vec::new();
    }
    let bytes = tree.document.text.bytes();
    let text = decode_same_length(bytes.get(part).unwrap_or_default());
    let mut spans = syntax::highlight(&text, language, cancel);
    for span in &mut spans {
        span.bytes = span.bytes.start.saturating_add(start)..span.bytes.end.saturating_add(start);
    }
    spans
}

/// Returns the bytes of the outermost declaration on a line, up to a length of [`LONG_TEXT`].
fn part_at(tree: &ChunkTree, line: u32) -> Option<Range<usize>> {
    let leaf = tree.chunks.get(tree.leaf_at_line(line)?)?;
    let mut part = None;
    for chunk in std::iter::once(leaf).chain(tree.ancestors(leaf)) {
        if chunk.bytes.len() > LONG_TEXT || chunk.parent.is_none() {
            break;
        }
        part = Some(chunk.bytes.clone());
    }
    part
}

/// Returns the highlights of the lines with the names of sections.
fn headings(tree: &ChunkTree) -> Vec<Span> {
    let mut spans = Vec::new();
    for chunk in &tree.chunks {
        if chunk.kind == Kind::Section && chunk.role == Role::Parent {
            spans.extend(heading(tree, chunk));
        }
    }
    spans
}

fn heading(tree: &ChunkTree, section: &Chunk) -> Option<Span> {
    let text = tree.document.text.slice(section.bytes.clone());
    let lines_before = (section.name_at.0 - section.lines.0) as usize;
    let before: usize = text
        .split_inclusive('\n')
        .take(lines_before)
        .map(str::len)
        .sum();
    let line = text.get(before..)?.lines().next()?;
    let start = u32::try_from(section.bytes.start + before).ok()?;
    let end = start + u32::try_from(line.len()).ok()?;
    Some(Span {
        bytes: start..end,
        role: HighlightRole::Markup,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{SourcePath, Text};

    /// Returns the steps in which a text is shown.
    fn steps(path: &str, raw: &[u8], near: u32) -> Vec<OpenDocument> {
        let document = Document::new(SourcePath::new(path), Text::decode(raw.to_vec()));
        let mut steps = Vec::new();
        let mut shown = |open| steps.push(open);
        let limits = Limits::default();
        open(document, near, &limits, &Cancel::new(), &mut shown);
        steps
    }

    fn keywords(open: &OpenDocument) -> Vec<Range<u32>> {
        let spans = open.spans.iter();
        let keywords = spans.filter(|span| span.role == HighlightRole::Keyword);
        keywords.map(|span| span.bytes.clone()).collect()
    }

    #[test]
    fn bytes_that_are_not_utf8_keep_every_offset() {
        let raw = b"// caf\xe9\nfn one() {}\n";
        let steps = steps("src/lib.rs", raw, 1);
        let [open] = steps.as_slice() else {
            panic!("a short one is shown once");
        };
        assert_eq!(keywords(open).first(), Some(&(8..10)));
        assert_eq!(
            decode_same_length(open.tree.document.text.bytes()).len(),
            raw.len()
        );
    }

    #[test]
    fn headings_of_documents_without_a_grammar_are_highlighted() {
        for (path, text) in [
            ("a.rst", "Über\n====\n\nWords.\n\nTwo\n---\n"),
            ("a.adoc", "= Über\n\nWords.\n\n== Two\n"),
        ] {
            let steps = steps(path, text.as_bytes(), 1);
            let [open] = steps.as_slice() else {
                panic!("a short one is shown once");
            };
            let words = open.spans.iter().map(|span| {
                let bytes = span.bytes.start as usize..span.bytes.end as usize;
                open.tree
                    .document
                    .text
                    .slice(bytes)
                    .replace('=', "")
                    .trim()
                    .to_owned()
            });
            assert_eq!(words.collect::<Vec<_>>(), ["Über", "Two"], "{path}");
        }
    }

    #[test]
    fn visible_part_of_a_long_text_is_highlighted_first() {
        let function = "fn name() {\n    let café = 1;\n}\n\n";
        let text = function.repeat(LONG_TEXT / function.len() + 2);
        let steps = steps("src/lib.rs", text.as_bytes(), 4 * 100 + 2);
        let [text, part, whole] = steps.as_slice() else {
            panic!("in three steps");
        };
        assert!(text.spans.is_empty() && text.tree.chunks.is_empty());
        let progress = [text, part, whole].map(|open| open.progress);
        assert_eq!(progress, [OpenStep::Read, OpenStep::Cut, OpenStep::Whole]);
        let at = u32::try_from(function.len() * 100).unwrap();
        let first = keywords(part);
        assert_eq!(first.first(), Some(&(at..at + 2)));
        assert!(first.len() < 10);
        let all = keywords(whole);
        assert!(all.len() > 1_000);
        assert!(first.iter().all(|keyword| all.contains(keyword)));
    }

    #[test]
    fn cancelled_document_is_not_shown() {
        let cancel = Cancel::new();
        cancel.cancel();
        let document = Document::new(SourcePath::new("a.rs"), Text::from("fn a() {}"));
        let mut shown = |_: OpenDocument| panic!("shown");
        open(document, 1, &Limits::default(), &cancel, &mut shown);
    }
}
