//! Lines of AsciiDoc that say something of the document or of a block, and are no text of it.

use super::super::Line;
use super::{ADMONITIONS, AsciiDocReader};
use crate::syntax::HighlightRole;
use std::ops::Range;

/// What is shown in place of a directive's name and colons.
const DIRECTIVES: [(&str, &str); 6] = [
    ("ifdef::", "if "),
    ("ifndef::", "if not "),
    ("ifeval::", "if "),
    ("endif::", "end if "),
    ("include::", "include "),
    ("toc::", "toc "),
];

impl AsciiDocReader<'_> {
    /// `.Title` or `[source,rust]`, before the block that it is about.
    pub(super) fn attribute(&mut self, line: &Line<'_>) {
        if line.text.starts_with('.') {
            self.found.hide(line.start..line.start + 1);
            self.found.paint(line.words(), HighlightRole::Markup);
            return self.phrases(line.start + 1..line.end());
        }
        let list = line.start + 1..line.end().saturating_sub(1);
        let text = self.found.slice(list.clone());
        let (said, role) = said(text);
        let said = list.start + said.start..list.start + said.end;
        self.found.hide(line.start..said.start);
        self.found.hide(said.end..line.end());
        self.found.paint(said, role);
    }

    /// `:name: value`, `include::file[]`, `ifdef::name[]`, or a comment, which stays one.
    pub(super) fn directive(&mut self, line: &Line<'_>) {
        self.found.paint(line.words(), HighlightRole::Comment);
        if let Some(attribute) = line.text.strip_prefix(':') {
            self.found.hide(line.start..line.start + 1);
            if let Some(name) = attribute.strip_suffix(':') {
                let colon = line.start + 1 + name.len();
                self.found.hide(colon..colon + 1);
            }
            return;
        }
        let named = DIRECTIVES
            .iter()
            .find(|(name, _)| line.text.starts_with(name));
        let Some((name, shown)) = named else {
            return;
        };
        self.found.put(line.start..line.start + name.len(), shown);
        let Some(open) = line.text.find('[').map(|open| line.start + open) else {
            return;
        };
        let inner = open + 1..line.end().saturating_sub(1);
        match name.starts_with("if") && !self.found.slice(inner.clone()).is_empty() {
            true => {
                let is_apart = open > line.start + name.len();
                let opened = if is_apart { ": " } else { "" };
                self.found.put(open..inner.start, opened);
                self.found.hide(inner.end..line.end());
            }
            false => self.found.hide(open..line.end()),
        }
    }
}

/// What of a list of attributes is read: an admonition, the language of code, whom a quote is from.
fn said(list: &str) -> (Range<usize>, HighlightRole) {
    let (style, rest) = list.split_once(',').unwrap_or((list, ""));
    let style = style.split(['#', '.', '%']).next().unwrap_or_default();
    let rest = rest.trim();
    let from = list.trim_end().len() - rest.len();
    match style {
        name if ADMONITIONS.contains(&name) => (0..name.len(), HighlightRole::Keyword),
        "quote" | "verse" => (from..from + rest.len(), HighlightRole::Label),
        "" | "source" => {
            let first = rest.split(',').next().unwrap_or_default();
            let is_named = first.contains('=');
            let language = if is_named { "" } else { first.trim_end() };
            (from..from + language.len(), HighlightRole::Attribute)
        }
        _ => (0..0, HighlightRole::Attribute),
    }
}
