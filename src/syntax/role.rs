//! Roles of code, which themes style.
//!
//! Principal types: [`HighlightRole`] and [`Span`]. A theme has a style for each role; captures of queries
//! that name none are not highlighted.

use std::ops::Range;

named! {
    /// Role of code in a theme, with the captures of highlight queries that have it, separated by spaces. A
    /// closed list; a theme maps each role, named by its first capture, to a style.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
    #[expect(missing_docs, reason = "the names are the roles")]
    pub enum HighlightRole {
        Attribute = "attribute",
        Comment = "comment",
        Constant = "constant boolean variable.builtin",
        Constructor = "constructor",
        Escape = "escape string.escape",
        Function = "function function.macro method",
        Keyword = "keyword charset conditional exception include preproc repeat storageclass",
        Label = "label text.reference text.uri",
        Markup = "markup text text.title",
        Module = "module namespace",
        Number = "number constant.numeric float",
        Operator = "operator keyword.operator punctuation.special",
        Property = "property field string.special.key",
        Punctuation = "punctuation delimiter",
        String = "string character text.literal",
        Tag = "tag",
        Type = "type",
        Variable = "variable parameter",
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
    /// The role of a capture of a highlight query: the role with the longest name that is a dotted prefix.
    pub(super) fn of_capture(capture: &str) -> Option<Self> {
        let mut longest = (0, None);
        for role in Self::ALL {
            for name in role.name().split_whitespace() {
                let rest = capture.strip_prefix(name);
                let is_prefix = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
                if is_prefix && name.len() >= longest.0 {
                    longest = (name.len(), Some(role));
                }
            }
        }
        longest.1
    }
}
