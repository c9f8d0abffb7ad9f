//! Lines of reStructuredText that two full stops begin, and the options below them.

use super::super::super::rst_markup::{Explicit, explicit, option};
use super::super::Line;
use super::RstReader;
use crate::syntax::HighlightRole;
use std::ops::Range;

/// Directives whose argument declares something rather than says it.
const DECLARING: &[&str] = &[
    "attribute",
    "autoclass",
    "autofunction",
    "automodule",
    "class",
    "classmethod",
    "cmdoption",
    "confval",
    "data",
    "decorator",
    "describe",
    "directive",
    "exception",
    "figure",
    "function",
    "image",
    "include",
    "literalinclude",
    "macro",
    "member",
    "method",
    "module",
    "option",
    "property",
    "staticmethod",
    "struct",
    "type",
    "var",
];

impl RstReader<'_> {
    /// The line of a directive and those of its options; how many these are.
    pub(super) fn directive(
        &mut self,
        lines: &[Line<'_>],
        option: fn(&mut Self, &Line<'_>),
    ) -> usize {
        let Some(line) = lines.first() else {
            return 0;
        };
        let said = self.explicit(line);
        if let Some(said) = said {
            self.phrases(said);
        }
        1 + self.options(lines.get(1..).unwrap_or_default(), option)
    }

    pub(super) fn options(&mut self, lines: &[Line<'_>], each: fn(&mut Self, &Line<'_>)) -> usize {
        let options = lines.iter().take_while(|line| {
            let words = line.text.trim_start();
            line.word_at() > line.start && option(words)
        });
        let mut taken = 0;
        for line in options {
            each(self, line);
            taken += 1;
        }
        taken
    }

    /// `:name: value` without its first mark, and a flag without both.
    pub(super) fn option(&mut self, line: &Line<'_>) {
        self.found.paint(line.words(), HighlightRole::Attribute);
        self.found.hide(line.word_at()..line.word_at() + 1);
        if line.text.ends_with(':') {
            self.found.hide(line.end() - 1..line.end());
        }
    }

    /// Options of code say how it is to look; of them, a caption is read.
    pub(super) fn of_code(&mut self, line: &Line<'_>) {
        let words = line.text.trim_start();
        let caption = words.strip_prefix(":caption:").unwrap_or_default();
        let caption = line.end() - caption.trim_start().len()..line.end();
        self.found.hide(line.word_at()..caption.start);
        self.found.paint(caption.clone(), HighlightRole::Markup);
        self.phrases(caption);
    }

    /// The marks of a line that two full stops begin, and which part of it is said.
    pub(super) fn explicit(&mut self, line: &Line<'_>) -> Option<Range<usize>> {
        let words = line.text.trim_start();
        let rest = words.strip_prefix("..").map(str::trim_start)?;
        let at = line.end() - rest.len();
        let Some(name) = directive_name(words) else {
            return match rest.chars().next() {
                Some('[') => self.footnote(line, at),
                Some('_') => self.target(line, at),
                Some('|') => self.substitution(line, at),
                _ => None,
            };
        };
        let colons = at + name.len()..at + name.len() + 2;
        let argument = self.found.slice(colons.end..line.end());
        self.found.hide(line.word_at()..at);
        if let Some(Explicit::Code(language)) = explicit(words)
            && language == argument.trim()
        {
            // Code is seen to be code, and its language to be one.
            let language = line.end() - language.len()..line.end();
            self.found.hide(at..language.start);
            self.found.paint(language, HighlightRole::Attribute);
            return None;
        }
        self.found.paint(at..colons.start, HighlightRole::Keyword);
        let shown = if argument.trim().is_empty() { "" } else { ":" };
        self.found.put(colons.clone(), shown);
        let kind = name.rsplit(':').next().unwrap_or(name);
        let is_said = !DECLARING.contains(&kind);
        let argument = line.end() - argument.trim_start().len()..line.end();
        match explicit(words) {
            Some(Explicit::Prose) if is_said => Some(argument),
            _ => {
                self.found.paint(argument, HighlightRole::Label);
                None
            }
        }
    }

    /// `.. [1] Words`: it is called by its number.
    fn footnote(&mut self, line: &Line<'_>, at: usize) -> Option<Range<usize>> {
        let rest = self.found.slice(at..line.end());
        let end = at + rest.find(']')? + 1;
        self.found.hide(line.word_at()..at);
        self.found.paint(at..end, HighlightRole::Label);
        Some(end..line.end())
    }

    /// `.. _name: https://a.b`; nothing to read where it only says that others may lead here.
    fn target(&mut self, line: &Line<'_>, at: usize) -> Option<Range<usize>> {
        self.found.paint(line.words(), HighlightRole::Comment);
        if line.text.ends_with(':') {
            self.found.hide(line.words());
            return None;
        }
        let name = self.found.slice(at + 1..line.end());
        let (from, end) = match name.strip_prefix('`') {
            Some(quoted) => (at + 2, at + 2 + quoted.find("`: ")?),
            // Without a name, the address is all there is.
            None if name.starts_with("_: ") => (at + 4, at + 4),
            None => (at + 1, at + 1 + name.find(": ")?),
        };
        self.found.hide(line.word_at()..from);
        if self.found.slice(end..line.end()).starts_with('`') {
            self.found.hide(end..end + 1);
        }
        None
    }

    /// `.. |name| replace:: words`.
    fn substitution(&mut self, line: &Line<'_>, at: usize) -> Option<Range<usize>> {
        self.found.paint(line.words(), HighlightRole::Comment);
        let rest = self.found.slice(at + 1..line.end());
        let (name, directive) = rest.split_once("| ")?;
        let (kind, _) = directive.split_once("::")?;
        let end = at + 1 + name.len();
        let kind_at = line.end() - directive.len();
        let colons = kind_at + kind.len()..kind_at + kind.len() + 2;
        self.found.hide(line.word_at()..at + 1);
        self.found.put(end..end + 1, ":");
        match kind.trim() {
            // The blank behind it stays.
            "replace" => self.found.hide(end + 1..colons.end),
            _ => self.found.put(colons, ":"),
        }
        None
    }
}

/// Whether two full stops begin neither a directive nor anything that is led to.
pub(super) fn is_comment(words: &str) -> bool {
    let rest = words.strip_prefix("..").map(str::trim_start);
    let is_named = rest.is_some_and(|rest| rest.starts_with(['_', '|', '[']));
    !is_named && directive_name(words).is_none()
}

/// The name of a directive that a line begins: `note` of `.. note::`.
fn directive_name(words: &str) -> Option<&str> {
    let rest = words.strip_prefix("..")?.trim_start();
    let (name, _) = rest.split_once("::")?;
    let is_part = |letter: char| letter.is_alphanumeric() || "-_+:.".contains(letter);
    (!name.is_empty() && name.chars().all(is_part)).then_some(name)
}
