//! The marks of reStructuredText within a paragraph.

use super::super::phrase::Paragraph;
use super::RstReader;
use crate::syntax::HighlightRole;
use std::ops::Range;

/// The name of what a reference leads to has no more bytes.
const LONGEST_REFERENCE: usize = 200;

/// Roles of what is called by a number, and what is said before that.
const SERIES: [(&str, &str); 2] = [(":pep:", "PEP "), (":rfc:", "RFC ")];

impl RstReader<'_> {
    /// The marks within a paragraph.
    pub(super) fn phrases(&mut self, bytes: Range<usize>) {
        let mut paragraph = Paragraph::new(self.found.text, &bytes);
        let mut at = bytes.start;
        while let Some(mark) = paragraph.next(at, b"\\`*_|") {
            let byte = paragraph.from(mark).as_bytes().first();
            let end = match byte {
                Some(b'\\') => escaped(&paragraph, mark),
                Some(b'`') => self.quoted(&mut paragraph, mark),
                Some(b'*') => self.stars(&mut paragraph, mark),
                Some(b'|') => self.substituted(&mut paragraph, mark),
                _ => self.reference(&mut paragraph, mark),
            };
            at = end.max(mark + 1);
        }
    }

    /// `` ``code`` ``, `` `words`_ ``, `` :role:`words` ``; where it ends.
    fn quoted(&mut self, paragraph: &mut Paragraph<'_>, at: usize) -> usize {
        let run = paragraph.run(at);
        if run >= 2 {
            let Some(end) = paragraph.close(at + 2, "``", char::is_alphanumeric) else {
                return at + run;
            };
            // Of more back quotes at the end, the first belong to the code.
            let end = end + paragraph.run(end) - 2;
            self.found.hide_around(&(at..end + 2), 2);
            self.found.paint(at..end + 2, HighlightRole::String);
            return end + 2;
        }
        let Some(end) = paragraph.close(at + 1, "`", char::is_alphanumeric) else {
            return at + 1;
        };
        let role = role(paragraph.up_to(at));
        let underscores = match paragraph.from(end + 1).starts_with('_') {
            true => paragraph.run(end + 1).min(2),
            false => 0,
        };
        let start = at - role;
        let after = end + 1 + underscores;
        let inner = paragraph
            .from(at + 1)
            .get(..end - at - 1)
            .unwrap_or_default();
        let (words, is_named) = words_of(inner);
        let shown = match is_named {
            true => at + 1..at + 1 + words.len(),
            false => end - words.len()..end,
        };
        match SERIES
            .iter()
            .find(|(name, _)| *name == self.found.slice(start..at))
        {
            Some((_, series)) => self.found.put(start..shown.start, series),
            None => self.found.hide(start..shown.start),
        }
        self.found.hide(shown.end..after);
        let is_link = role > 0 || underscores > 0;
        self.found.paint(
            shown,
            match is_link {
                true => HighlightRole::Label,
                false => HighlightRole::String,
            },
        );
        after
    }

    /// `*word*` and `**word**`; where it ends.
    fn stars(&mut self, paragraph: &mut Paragraph<'_>, at: usize) -> usize {
        let run = paragraph.run(at);
        let inner = at + run.min(2);
        let opens = run <= 2
            && paragraph.after(inner).is_some_and(|it| !it.is_whitespace())
            && paragraph.before(at).is_none_or(may_open)
            && !is_within_quotes(paragraph, at, inner);
        let mark = if run == 2 { "**" } else { "*" };
        let end = match opens {
            true => paragraph.close(inner, mark, char::is_alphanumeric),
            false => None,
        };
        let Some(end) = end else {
            return at + run;
        };
        let end = end + mark.len();
        self.found.hide_around(&(at..end), mark.len());
        self.found.paint(at..end, HighlightRole::Markup);
        end
    }

    /// `|name|`, which stands for something else; where it ends.
    fn substituted(&mut self, paragraph: &mut Paragraph<'_>, at: usize) -> usize {
        let inner = at + paragraph.run(at);
        let opens = inner == at + 1
            && paragraph.after(inner).is_some_and(|it| !it.is_whitespace())
            && paragraph.before(at).is_none_or(may_open)
            && !is_within_quotes(paragraph, at, inner);
        let end = match opens {
            true => paragraph.close(inner, "|", char::is_alphanumeric),
            false => None,
        };
        let Some(end) = end else {
            return inner;
        };
        let marks = match paragraph.from(end + 1).starts_with('_') {
            true => paragraph.run(end + 1).min(2),
            false => 0,
        };
        let after = end + 1 + marks;
        self.found.hide(at..inner);
        self.found.hide(end..after);
        self.found.paint(at..after, HighlightRole::Label);
        after
    }

    /// `word_` and `[1]_`, which lead elsewhere; where it ends.
    fn reference(&mut self, paragraph: &mut Paragraph<'_>, at: usize) -> usize {
        let run = paragraph.run(at);
        let end = at + run;
        if run > 2 || goes_on(paragraph, end) {
            return end;
        }
        let before = paragraph.up_to(at);
        let before = before
            .get(before.ceil_char_boundary(before.len().saturating_sub(LONGEST_REFERENCE))..)
            .unwrap_or_default();
        let text = match before.ends_with(']') {
            true => before.rfind('[').and_then(|open| before.get(..open)),
            false => Some(before.trim_end_matches(is_of_word)),
        };
        let name = text.and_then(|text| before.get(text.len()..));
        let is_apart = text.is_some_and(|text| text.chars().next_back().is_none_or(may_open));
        // `__init__` is a name.
        let is_name = |name: &&str| !name.is_empty() && !name.starts_with('_');
        if let Some(name) = name.filter(is_name)
            && is_apart
        {
            self.found.hide(at..end);
            self.found.paint(at - name.len()..end, HighlightRole::Label);
        }
        end
    }
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || "-._".contains(letter)
}

/// Whether what stands at a byte is still of the word before it, or calls it.
fn goes_on(paragraph: &Paragraph<'_>, at: usize) -> bool {
    let rest = paragraph.from(at);
    let rest = rest.strip_prefix('.').unwrap_or(rest);
    rest.starts_with(|it: char| it.is_alphanumeric() || "`(".contains(it))
}

/// What is read between back quotes, and whether its beginning names it: a target follows then, in
/// angle brackets.
fn words_of(inner: &str) -> (&str, bool) {
    let named = inner.strip_suffix('>').and_then(|it| it.rsplit_once('<'));
    match named {
        Some((words, _)) if !words.trim().is_empty() => (words.trim_end(), true),
        // `~` asks for the last name only.
        _ => match inner.strip_prefix('~') {
            Some(path) => (path.rsplit('.').next().unwrap_or(path), false),
            None => (inner.strip_prefix('!').unwrap_or(inner), false),
        },
    }
}

/// Where what follows a backslash ends: it marks nothing.
fn escaped(paragraph: &Paragraph<'_>, at: usize) -> usize {
    at + 1 + paragraph.after(at + 1).map_or(0, char::len_utf8)
}

/// Bytes of the role at the end of a text: `:class:`.
fn role(before: &str) -> usize {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-_+.:".contains(letter);
    let text = before.trim_end_matches(is_name);
    let role = before.get(text.len()..).unwrap_or_default();
    let is_role = role.len() > 2 && role.starts_with(':') && role.ends_with(':');
    if is_role { role.len() } else { 0 }
}

/// What may stand before a phrase.
fn may_open(letter: char) -> bool {
    letter.is_whitespace()
        || "'\"([{<-/:".contains(letter)
        || (!letter.is_ascii() && !letter.is_alphanumeric())
}

/// Whether a mark stands for itself: `'*'`, `(*)`.
fn is_within_quotes(paragraph: &Paragraph<'_>, at: usize, inner: usize) -> bool {
    let closes = |open: char| match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '<' => '>',
        same => same,
    };
    let before = paragraph.before(at).filter(|it| !it.is_whitespace());
    before.is_some_and(|open| paragraph.after(inner) == Some(closes(open)))
}
