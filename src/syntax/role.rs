//! What a piece of code is for a theme.

use std::ops::Range;

/// What a piece of code is for a theme. A closed list; the theme maps each to a style.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the names are the roles")]
pub enum HighlightRole {
    Attribute,
    Comment,
    Constant,
    Constructor,
    Escape,
    Function,
    Keyword,
    Label,
    Markup,
    Module,
    Number,
    Operator,
    Property,
    Punctuation,
    String,
    Tag,
    Type,
    Variable,
}

/// A highlighted byte range; spans are sorted and do not overlap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// Bytes of the text.
    pub bytes: Range<u32>,
    /// What it is.
    pub role: HighlightRole,
}

impl HighlightRole {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::Attribute,
        Self::Comment,
        Self::Constant,
        Self::Constructor,
        Self::Escape,
        Self::Function,
        Self::Keyword,
        Self::Label,
        Self::Markup,
        Self::Module,
        Self::Number,
        Self::Operator,
        Self::Property,
        Self::Punctuation,
        Self::String,
        Self::Tag,
        Self::Type,
        Self::Variable,
    ];

    /// What a capture of a highlight query is: the longest of the known names that is a dotted
    /// prefix of it tells.
    pub(super) fn of_capture(capture: &str) -> Option<Self> {
        CAPTURES
            .iter()
            .filter(|(name, _)| {
                capture
                    .strip_prefix(name)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
            .max_by_key(|(name, _)| name.len())
            .map(|(_, role)| *role)
    }
}

/// Capture names of highlight queries, and what they are for a theme.
const CAPTURES: &[(&str, HighlightRole)] = {
    use HighlightRole as Role;
    &[
        ("attribute", Role::Attribute),
        ("boolean", Role::Constant),
        ("character", Role::String),
        ("charset", Role::Keyword),
        ("comment", Role::Comment),
        ("conditional", Role::Keyword),
        ("constant", Role::Constant),
        ("constant.numeric", Role::Number),
        ("constructor", Role::Constructor),
        ("delimiter", Role::Punctuation),
        ("escape", Role::Escape),
        ("exception", Role::Keyword),
        ("field", Role::Property),
        ("float", Role::Number),
        ("function", Role::Function),
        ("function.macro", Role::Function),
        ("include", Role::Keyword),
        ("keyword", Role::Keyword),
        ("keyword.operator", Role::Operator),
        ("label", Role::Label),
        ("markup", Role::Markup),
        ("method", Role::Function),
        ("module", Role::Module),
        ("namespace", Role::Module),
        ("number", Role::Number),
        ("operator", Role::Operator),
        ("parameter", Role::Variable),
        ("preproc", Role::Keyword),
        ("property", Role::Property),
        ("punctuation", Role::Punctuation),
        ("punctuation.special", Role::Operator),
        ("repeat", Role::Keyword),
        ("storageclass", Role::Keyword),
        ("string", Role::String),
        ("string.escape", Role::Escape),
        ("string.special.key", Role::Property),
        ("tag", Role::Tag),
        ("text", Role::Markup),
        ("text.literal", Role::String),
        ("text.reference", Role::Label),
        ("text.title", Role::Markup),
        ("text.uri", Role::Label),
        ("type", Role::Type),
        ("variable", Role::Variable),
        ("variable.builtin", Role::Constant),
    ]
};
