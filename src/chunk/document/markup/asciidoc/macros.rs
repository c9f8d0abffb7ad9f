//! Macros of AsciiDoc within a paragraph: a name, what it is about, and words in brackets.

use super::super::phrase::Paragraph;
use super::AsciiDocReader;
use super::phrases::Closing;
use crate::syntax::HighlightRole;

/// What a macro is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Macro {
    /// Its words lead elsewhere.
    Link,
    Picture,
    Footnote,
    /// Its words are read as they are.
    Literal,
    Menu,
    /// Nothing of it is read.
    Silent,
}

/// How macros begin.
const MACROS: [(&str, Macro); 23] = [
    ("http://", Macro::Link),
    ("https://", Macro::Link),
    ("ftp://", Macro::Link),
    ("irc://", Macro::Link),
    ("link:", Macro::Link),
    ("mailto:", Macro::Link),
    ("xref:", Macro::Link),
    ("image:", Macro::Picture),
    ("video:", Macro::Picture),
    ("audio:", Macro::Picture),
    ("icon:", Macro::Picture),
    ("footnote:", Macro::Footnote),
    ("footnoteref:", Macro::Footnote),
    ("kbd:", Macro::Literal),
    ("btn:", Macro::Literal),
    ("stem:", Macro::Literal),
    ("latexmath:", Macro::Literal),
    ("asciimath:", Macro::Literal),
    ("pass:", Macro::Literal),
    ("indexterm2:", Macro::Literal),
    ("menu:", Macro::Menu),
    ("anchor:", Macro::Silent),
    ("indexterm:", Macro::Silent),
];

/// What stands before the bracket of a macro has no more bytes.
const LONGEST_TARGET: usize = 300;

/// A macro, by the bytes where its parts stand.
struct Call {
    start: usize,
    /// Behind its name.
    target: usize,
    open: usize,
    close: usize,
}

impl AsciiDocReader<'_> {
    /// `https://a.b[words]`, `[.role]#words#`, `[[anchor]]`; where its words begin, or where it ends
    /// if nothing in it is a mark.
    pub(super) fn bracket(
        &mut self,
        paragraph: &mut Paragraph<'_>,
        at: usize,
        closing: &mut Closing,
    ) -> usize {
        if paragraph.from(at).starts_with("[[") {
            return self.anchor(paragraph, at);
        }
        let Some(end) = paragraph.find(at, "]") else {
            return at + 1;
        };
        if paragraph.from(end + 1).starts_with(['#', '*', '_', '`'])
            && paragraph.from(at + 1).starts_with(['.', '#'])
        {
            self.found.hide(at..end + 1);
            return end + 1;
        }
        let Some((of, length, name)) = called(paragraph.up_to(at)) else {
            return at + 1;
        };
        let call = Call {
            start: at - length,
            target: at - length + name,
            open: at,
            close: end,
        };
        match of {
            Macro::Link => self.link(&call, closing),
            Macro::Picture => self.picture(&call),
            Macro::Footnote => self.footnote(paragraph, &call),
            Macro::Literal => {
                self.found.hide(call.start..at + 1);
                self.found.hide(end..end + 1);
                self.found.paint(at + 1..end, HighlightRole::String);
                end + 1
            }
            Macro::Menu => self.menu(&call),
            Macro::Silent => {
                self.found.hide(call.start..end + 1);
                end + 1
            }
        }
    }

    /// `[[id]]`, and `[[[id]]]` of what is listed in a bibliography; where it ends.
    fn anchor(&mut self, paragraph: &mut Paragraph<'_>, at: usize) -> usize {
        let is_listed = paragraph.from(at).starts_with("[[[");
        let open = at + 2 + usize::from(is_listed);
        let Some(end) = paragraph.find(at, "]]") else {
            return at + 1;
        };
        let inner = self.found.slice(open..end);
        let id = inner.split(',').next().unwrap_or_default();
        let is_id = id.starts_with(|first: char| first.is_alphabetic() || "_:".contains(first))
            && id
                .chars()
                .all(|it| it.is_alphanumeric() || "_:.-".contains(it));
        match is_listed {
            _ if !is_id => return at + 1,
            false => self.found.hide(at..end + 2),
            true => {
                self.found.hide(at..at + 2);
                self.found.hide(end + 1..end + paragraph.run(end).min(3));
            }
        }
        end + 2
    }

    /// Where the words of a link begin.
    fn link(&mut self, call: &Call, closing: &mut Closing) -> usize {
        let Call { open, close, .. } = *call;
        let inner = self.found.slice(open + 1..close);
        self.found
            .paint(call.start..close + 1, HighlightRole::Label);
        // Behind the words stand attributes, and `^` asks for another window.
        let words = match inner
            .split_once(",window=")
            .or_else(|| inner.split_once(",role="))
        {
            Some((words, _)) => words,
            None => inner,
        };
        let words = words.strip_suffix('^').unwrap_or(words);
        if words.trim().is_empty() {
            // The address is what is read.
            if !self.found.slice(call.start..call.target).ends_with('/') {
                self.found.hide(call.start..call.target);
            }
            self.found.hide(open..close + 1);
            return close + 1;
        }
        let end = open + 1 + words.len();
        self.found.hide(call.start..open + 1);
        self.found.hide(end..close + 1);
        closing.push(end, close + 1 - end);
        open + 1
    }

    /// What an image shows, or where it is.
    fn picture(&mut self, call: &Call) -> usize {
        let Call { open, close, .. } = *call;
        let inner = self.found.slice(open + 1..close);
        self.found
            .paint(call.start..close + 1, HighlightRole::Label);
        // By itself in its paragraph, it is called what it is.
        let is_block = self.found.slice(call.target..open).starts_with(':');
        let path = call.target + usize::from(is_block);
        if is_block {
            self.found.put(call.target - 1..path, ": ");
        } else {
            self.found.hide(call.start..call.target);
        }
        let (words, quote) = match inner.strip_prefix('"') {
            Some(quoted) => (quoted.split('"').next().unwrap_or_default(), 1),
            None => (inner.split(',').next().unwrap_or_default(), 0),
        };
        let is_named = quote == 0 && words.contains('=');
        if words.trim().is_empty() || is_named {
            self.found.hide(open..close + 1);
        } else {
            let words_at = open + 1 + quote;
            self.found.hide(path..words_at);
            self.found.hide(words_at + words.len()..close + 1);
        }
        close + 1
    }

    /// The text of a footnote stands in its brackets, and without one its name; where that begins.
    fn footnote(&mut self, paragraph: &Paragraph<'_>, call: &Call) -> usize {
        let is_named = call.close == call.open + 1 && call.target < call.open;
        let before = paragraph.before(call.start);
        let is_apart = before.is_none_or(char::is_whitespace);
        match is_named {
            true => {
                let open = if is_apart { "[" } else { " [" };
                self.found.put(call.start..call.target, open);
                self.found.hide(call.open..call.open + 1);
            }
            false => {
                let gap = if is_apart { "" } else { " " };
                self.found.put(call.start..call.open, gap);
            }
        }
        call.open + 1
    }

    /// `menu:File[Save]`: one leads to the other.
    fn menu(&mut self, call: &Call) -> usize {
        self.found
            .paint(call.target..call.close, HighlightRole::String);
        self.found.hide(call.start..call.target);
        let is_alone = call.close == call.open + 1;
        let leads = if is_alone { "" } else { " > " };
        self.found.put(call.open..call.open + 1, leads);
        self.found.hide(call.close..call.close + 1);
        call.close + 1
    }
}

/// The macro whose bracket follows on a text, how many bytes there are of it, and of its name.
fn called(before: &str) -> Option<(Macro, usize, usize)> {
    let from = before.ceil_char_boundary(before.len().saturating_sub(LONGEST_TARGET));
    let near = before.get(from..)?;
    let is_apart = |letter: char| letter.is_whitespace() || "[]<>".contains(letter);
    let word = near.rsplit(is_apart).next()?;
    if !word.contains(':') {
        return None;
    }
    let begins = MACROS.iter().filter_map(|(name, of)| {
        let at = word.find(name)?;
        let is_within = word.get(..at)?.ends_with(char::is_alphanumeric);
        // A footnote stands right behind a word.
        let is_whole = !is_within || *of == Macro::Footnote;
        is_whole.then_some((at, *of, name.len()))
    });
    let (at, of, name) = begins.min_by_key(|(at, ..)| *at)?;
    Some((of, word.len() - at, name))
}
