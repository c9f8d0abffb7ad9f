//! The marks of AsciiDoc within a paragraph.

use super::super::phrase::Paragraph;
use super::AsciiDocReader;
use crate::syntax::HighlightRole;
use std::ops::Range;

impl AsciiDocReader<'_> {
    /// The marks within a paragraph.
    pub(super) fn phrases(&mut self, bytes: Range<usize>) {
        let mut paragraph = Paragraph::new(self.found.text, &bytes);
        let mut closing = Closing::default();
        let mut at = bytes.start;
        while let Some(mark) = paragraph.next(at, b"\\`*_#+<[](") {
            if let Some(bytes) = closing.at(mark) {
                at = mark + bytes;
                continue;
            }
            let end = match paragraph.from(mark).as_bytes().first() {
                Some(b'\\') => mark + 1 + paragraph.after(mark + 1).map_or(0, char::len_utf8),
                Some(b'<') => self.reference(&mut paragraph, mark, &mut closing),
                Some(b'[') => self.bracket(&mut paragraph, mark, &mut closing),
                Some(b'(') => self.index_term(&mut paragraph, mark, &mut closing),
                Some(b']') => mark + 1,
                _ => self.phrase(&mut paragraph, mark, &mut closing),
            };
            at = end.max(mark + 1);
        }
    }

    /// `*bold*`, `**b**old`, `_slanted_`, `` `code` ``, `#lit#`, `+as it is+`; where its words begin,
    /// or where it ends if nothing in it is a mark.
    fn phrase(&mut self, paragraph: &mut Paragraph<'_>, at: usize, closing: &mut Closing) -> usize {
        let run = paragraph.run(at);
        let mark = paragraph.from(at).get(..run.min(2)).unwrap_or_default();
        let inner = at + run;
        let is_within = paragraph.before(at).is_some_and(is_of_word);
        // `C++14` is a name.
        let is_free = run == 2 && mark != "++" || !is_within;
        let opens =
            run <= 2 && is_free && paragraph.after(inner).is_some_and(|it| !it.is_whitespace());
        let goes_on: fn(char) -> bool = match run {
            1 => is_of_word,
            _ => |_| false,
        };
        let end = match opens {
            true => paragraph.close(inner, mark, goes_on),
            false => None,
        };
        // `__init__` is a name, too.
        let is_name = |end: usize| {
            mark == "__" && !is_within && !paragraph.after(end + run).is_some_and(is_of_word)
        };
        let Some(end) = end.filter(|end| !is_name(*end)) else {
            return inner;
        };
        let whole = at..end + run;
        self.found.hide_around(&whole, run);
        let is_literal = mark.starts_with(['`', '+']);
        match is_literal {
            true => self.found.paint(whole.clone(), HighlightRole::String),
            false => self.found.paint(whole.clone(), HighlightRole::Markup),
        }
        if is_literal {
            return whole.end;
        }
        closing.push(end, run);
        inner
    }

    /// `<<id,words>>`; where its words begin.
    fn reference(
        &mut self,
        paragraph: &mut Paragraph<'_>,
        at: usize,
        closing: &mut Closing,
    ) -> usize {
        let is_reference = paragraph.from(at).starts_with("<<");
        let Some(end) = paragraph.find(at + 1, ">>").filter(|_| is_reference) else {
            return at + 1;
        };
        let inner = paragraph
            .from(at + 2)
            .get(..end - at - 2)
            .unwrap_or_default();
        let words = match inner.split_once(',') {
            Some((_, words)) if !words.trim().is_empty() => words.trim_start(),
            _ => inner.trim_start_matches('#'),
        };
        if words.trim().is_empty() {
            return at + 1;
        }
        let from = end - words.len();
        self.found.hide(at..from);
        self.found.hide(end..end + 2);
        self.found.paint(from..end, HighlightRole::Label);
        closing.push(end, 2);
        from
    }

    /// `((words))`, which are in the index, too, and `(((words)))`, which are only there; where its
    /// words begin, or where it ends.
    fn index_term(
        &mut self,
        paragraph: &mut Paragraph<'_>,
        at: usize,
        closing: &mut Closing,
    ) -> usize {
        let run = paragraph.run(at);
        let inner = at + run;
        let mark = if run == 3 { ")))" } else { "))" };
        let opens =
            run == mark.len() && paragraph.after(inner).is_some_and(|it| !it.is_whitespace());
        let end = match opens {
            true => paragraph.find(inner, mark),
            false => None,
        };
        match end {
            None => inner,
            Some(end) if run == 3 => {
                self.found.hide(at..end + run);
                end + run
            }
            Some(end) => {
                self.found.hide_around(&(at..end + run), run);
                closing.push(end, run);
                inner
            }
        }
    }
}

/// Where phrases end that are open, the innermost last.
#[derive(Default)]
pub(super) struct Closing {
    ends: Vec<(usize, usize)>,
}

impl Closing {
    pub(super) fn push(&mut self, at: usize, bytes: usize) {
        self.ends.push((at, bytes));
    }

    /// Bytes of the mark that ends one here.
    fn at(&mut self, at: usize) -> Option<usize> {
        while self.ends.pop_if(|(end, _)| *end < at).is_some() {}
        let ends = self.ends.iter().rev();
        let mut ends = ends.take_while(|(end, _)| *end == at);
        ends.next().map(|(_, bytes)| *bytes)
    }
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}
