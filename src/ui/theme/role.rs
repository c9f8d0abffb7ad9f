//! The roles that can be styled, with their names in themes.
//!
//! Principal type: [`Role`]. The tables [`UI`] and [`CODE`] are in the order of the styles of a theme.

use crate::syntax::HighlightRole as Code;

/// Rows `Role "name";`.
macro_rules! roles {
    ($($role:ident $name:literal;)+) => {
        /// Role of a cell outside of code.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(in crate::ui) enum Role {
            $($role),+
        }

        /// Every role with its name, in the order of the enum.
        pub(super) const UI: [(Role, &str); [$($name),+].len()] = [$((Role::$role, $name)),+];
    };
}

roles! {
    Text "text";
    Faint "faint";
    Accent "accent";
    Border "border";
    BorderFocused "border-focused";
    PaneTitle "pane-title";
    PaneTitleFocused "pane-title-focused";
    Title "title";
    Cursor "cursor";
    Selection "selection";
    SelectionUnfocused "selection-unfocused";
    File "file";
    Directory "directory";
    Kind "kind";
    Name "name";
    Hit "hit";
    Count "count";
    Bar "bar";
    BarRest "bar-rest";
    Chip "chip";
    ChipNegated "chip-negated";
    LineNumber "line-number";
    LineNumberHit "line-number-hit";
    CursorLine "cursor-line";
    Match "match";
    Fold "fold";
    Good "good";
    Warning "warning";
    Error "error";
    Key "key";
    Escaped "escaped";
}

/// Every role of code with its name.
pub(super) const CODE: [(Code, &str); 18] = [
    (Code::Attribute, "attribute"),
    (Code::Comment, "comment"),
    (Code::Constant, "constant"),
    (Code::Constructor, "constructor"),
    (Code::Escape, "escape"),
    (Code::Function, "function"),
    (Code::Keyword, "keyword"),
    (Code::Label, "label"),
    (Code::Markup, "markup"),
    (Code::Module, "module"),
    (Code::Number, "number"),
    (Code::Operator, "operator"),
    (Code::Property, "property"),
    (Code::Punctuation, "punctuation"),
    (Code::String, "string"),
    (Code::Tag, "tag"),
    (Code::Type, "type"),
    (Code::Variable, "variable"),
];
