//! The closed lists of what can be styled, with the names that themes use.

use crate::syntax::HighlightRole;

/// What a cell of the screen says, code aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::ui) enum Role {
    Text,
    Faint,
    Accent,
    Border,
    BorderFocused,
    Title,
    Cursor,
    Selection,
    SelectionUnfocused,
    File,
    Directory,
    Kind,
    Name,
    Hit,
    Count,
    Bar,
    BarRest,
    Chip,
    ChipNegated,
    LineNumber,
    LineNumberHit,
    CursorLine,
    Match,
    Fold,
    Good,
    Warning,
    Error,
    Key,
    Escaped,
}

/// Every role with its name and the role that is nearest to it, which stands in where a theme does
/// not say it; in the order of the list above.
pub(super) const UI: [(Role, &str, Option<Role>); 29] = [
    (Role::Text, "text", None),
    (Role::Faint, "faint", Some(Role::Text)),
    (Role::Accent, "accent", Some(Role::Title)),
    (Role::Border, "border", Some(Role::Faint)),
    (Role::BorderFocused, "border-focused", Some(Role::Accent)),
    (Role::Title, "title", Some(Role::Text)),
    (Role::Cursor, "cursor", Some(Role::Selection)),
    (Role::Selection, "selection", None),
    (
        Role::SelectionUnfocused,
        "selection-unfocused",
        Some(Role::Selection),
    ),
    (Role::File, "file", Some(Role::Title)),
    (Role::Directory, "directory", Some(Role::Faint)),
    (Role::Kind, "kind", Some(Role::Faint)),
    (Role::Name, "name", Some(Role::Text)),
    (Role::Hit, "hit", Some(Role::Accent)),
    (Role::Count, "count", Some(Role::Faint)),
    (Role::Bar, "bar", Some(Role::Accent)),
    (Role::BarRest, "bar-rest", Some(Role::Faint)),
    (Role::Chip, "chip", Some(Role::Selection)),
    (Role::ChipNegated, "chip-negated", Some(Role::Chip)),
    (Role::LineNumber, "line-number", Some(Role::Faint)),
    (Role::LineNumberHit, "line-number-hit", Some(Role::Hit)),
    (
        Role::CursorLine,
        "cursor-line",
        Some(Role::SelectionUnfocused),
    ),
    (Role::Match, "match", Some(Role::Hit)),
    (Role::Fold, "fold", Some(Role::Faint)),
    (Role::Good, "good", Some(Role::Text)),
    (Role::Warning, "warning", Some(Role::Accent)),
    (Role::Error, "error", Some(Role::Warning)),
    (Role::Key, "key", Some(Role::Title)),
    (Role::Escaped, "escaped", Some(Role::Error)),
];

/// Every role of code with its name and the nearest one.
pub(super) const CODE: [(HighlightRole, &str, Option<HighlightRole>); 18] = [
    (
        HighlightRole::Attribute,
        "attribute",
        Some(HighlightRole::Constant),
    ),
    (
        HighlightRole::Comment,
        "comment",
        Some(HighlightRole::Punctuation),
    ),
    (
        HighlightRole::Constant,
        "constant",
        Some(HighlightRole::Number),
    ),
    (
        HighlightRole::Constructor,
        "constructor",
        Some(HighlightRole::Type),
    ),
    (HighlightRole::Escape, "escape", Some(HighlightRole::String)),
    (
        HighlightRole::Function,
        "function",
        Some(HighlightRole::Property),
    ),
    (
        HighlightRole::Keyword,
        "keyword",
        Some(HighlightRole::Operator),
    ),
    (HighlightRole::Label, "label", Some(HighlightRole::Keyword)),
    (
        HighlightRole::Markup,
        "markup",
        Some(HighlightRole::Keyword),
    ),
    (HighlightRole::Module, "module", Some(HighlightRole::Type)),
    (
        HighlightRole::Number,
        "number",
        Some(HighlightRole::Variable),
    ),
    (
        HighlightRole::Operator,
        "operator",
        Some(HighlightRole::Punctuation),
    ),
    (
        HighlightRole::Property,
        "property",
        Some(HighlightRole::Variable),
    ),
    (
        HighlightRole::Punctuation,
        "punctuation",
        Some(HighlightRole::Variable),
    ),
    (
        HighlightRole::String,
        "string",
        Some(HighlightRole::Variable),
    ),
    (HighlightRole::Tag, "tag", Some(HighlightRole::Keyword)),
    (HighlightRole::Type, "type", Some(HighlightRole::Variable)),
    (HighlightRole::Variable, "variable", None),
];
