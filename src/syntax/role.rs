//! Roles of code, which themes style.
//!
//! Principal types: [`HighlightRole`] and [`Span`]. A theme has a style for each role; captures of queries
//! that name none are not highlighted.

use super::named;
use std::ops::Range;

named! {
    /// Role of code in a theme, with the captures of highlight queries that have it, separated by spaces. A
    /// closed list; a theme maps each role to a style.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
    #[expect(missing_docs, reason = "the names are the roles")]
    pub enum HighlightRole {
        Attribute = "attribute",
        Comment = "comment",
        Constant = "boolean constant variable.builtin",
        Constructor = "constructor",
        Escape = "escape string.escape",
        Function = "function function.macro method",
        Keyword = "charset conditional exception include keyword preproc repeat storageclass",
        Label = "label text.reference text.uri",
        Markup = "markup text text.title",
        Module = "module namespace",
        Number = "constant.numeric float number",
        Operator = "keyword.operator operator punctuation.special",
        Property = "field property string.special.key",
        Punctuation = "delimiter punctuation",
        String = "character string text.literal",
        Tag = "tag",
        Type = "type",
        Variable = "parameter variable",
    }
}

/// A highlighted byte range; spans are sorted and do not overlap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// Bytes of the text.
    pub bytes: Range<u32>,
    /// The role.
    pub role: HighlightRole,
}

impl HighlightRole {
    /// The role of a capture of a highlight query: that of the longest known name that is a dotted prefix.
    pub(super) fn of_capture(capture: &str) -> Option<Self> {
        let is_prefix = |name: &&str| {
            let rest = capture.strip_prefix(*name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let known = Self::ALL.into_iter().flat_map(|role| {
            let names = role.name().split_whitespace().filter(is_prefix);
            names.map(move |name| (name.len(), role))
        });
        known
            .max_by_key(|(length, _)| *length)
            .map(|(_, role)| role)
    }
}
