//! Roles of code for themes.

use std::ops::Range;

/// Role of code for a theme. A closed list; a theme maps each to a style.
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
    /// The role.
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

    /// The role of a capture of a highlight query: that of the longest known name that is a dotted
    /// prefix of it.
    pub(super) fn of_capture(capture: &str) -> Option<Self> {
        let is_prefix = |name: &&str| {
            let rest = capture.strip_prefix(*name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let known = CAPTURES.iter().flat_map(|(role, names)| {
            let names = names.split_whitespace().filter(is_prefix);
            names.map(move |name| (name.len(), *role))
        });
        known
            .max_by_key(|(length, _)| *length)
            .map(|(_, role)| role)
    }
}

/// Roles for a theme, and the capture names of highlight queries that have them.
const CAPTURES: &[(HighlightRole, &str)] = {
    use HighlightRole as Role;
    &[
        (Role::Attribute, "attribute"),
        (Role::Constant, "boolean constant variable.builtin"),
        (Role::String, "character string text.literal"),
        (
            Role::Keyword,
            "charset conditional exception include keyword preproc repeat storageclass",
        ),
        (Role::Comment, "comment"),
        (Role::Number, "constant.numeric float number"),
        (Role::Constructor, "constructor"),
        (Role::Punctuation, "delimiter punctuation"),
        (Role::Escape, "escape string.escape"),
        (Role::Property, "field property string.special.key"),
        (Role::Function, "function function.macro method"),
        (
            Role::Operator,
            "keyword.operator operator punctuation.special",
        ),
        (Role::Label, "label text.reference text.uri"),
        (Role::Markup, "markup text text.title"),
        (Role::Module, "module namespace"),
        (Role::Variable, "parameter variable"),
        (Role::Tag, "tag"),
        (Role::Type, "type"),
    ]
};
