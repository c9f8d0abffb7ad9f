//! The roles that can be styled, with their names in themes.

use crate::syntax::HighlightRole as Code;

/// Rows `Role "name" near Other;`: the nearest role is used if a theme has no style for one.
macro_rules! roles {
    ($($role:ident $name:literal $(near $near:ident)?;)+) => {
        /// Role of a cell outside of code.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(in crate::ui) enum Role {
            $($role),+
        }

        /// Every role with its name and the nearest role, in the order of the enum.
        pub(super) const UI: [(Role, &str, Option<Role>); [$($name),+].len()] =
            [$((Role::$role, $name, [$(Some(Role::$near),)? None][0])),+];
    };
}

roles! {
    Text "text";
    Faint "faint" near Text;
    Accent "accent" near Title;
    Border "border" near Faint;
    BorderFocused "border-focused" near Accent;
    PaneTitle "pane-title" near Faint;
    PaneTitleFocused "pane-title-focused" near Accent;
    Title "title" near Text;
    Cursor "cursor" near Selection;
    Selection "selection";
    SelectionUnfocused "selection-unfocused" near Selection;
    File "file" near Title;
    Directory "directory" near Faint;
    Kind "kind" near Faint;
    Name "name" near Text;
    Hit "hit" near Accent;
    Count "count" near Faint;
    Bar "bar" near Accent;
    BarRest "bar-rest" near Faint;
    Chip "chip" near Selection;
    ChipNegated "chip-negated" near Chip;
    LineNumber "line-number" near Faint;
    LineNumberHit "line-number-hit" near Hit;
    CursorLine "cursor-line" near SelectionUnfocused;
    Match "match" near Hit;
    Fold "fold" near Faint;
    Good "good" near Text;
    Warning "warning" near Accent;
    Error "error" near Warning;
    Key "key" near Title;
    Escaped "escaped" near Error;
}

/// Every role of code with its name and the nearest one.
pub(super) const CODE: [(Code, &str, Option<Code>); 18] = [
    (Code::Attribute, "attribute", Some(Code::Constant)),
    (Code::Comment, "comment", Some(Code::Punctuation)),
    (Code::Constant, "constant", Some(Code::Number)),
    (Code::Constructor, "constructor", Some(Code::Type)),
    (Code::Escape, "escape", Some(Code::String)),
    (Code::Function, "function", Some(Code::Property)),
    (Code::Keyword, "keyword", Some(Code::Operator)),
    (Code::Label, "label", Some(Code::Keyword)),
    (Code::Markup, "markup", Some(Code::Keyword)),
    (Code::Module, "module", Some(Code::Type)),
    (Code::Number, "number", Some(Code::Variable)),
    (Code::Operator, "operator", Some(Code::Punctuation)),
    (Code::Property, "property", Some(Code::Variable)),
    (Code::Punctuation, "punctuation", Some(Code::Variable)),
    (Code::String, "string", Some(Code::Variable)),
    (Code::Tag, "tag", Some(Code::Keyword)),
    (Code::Type, "type", Some(Code::Variable)),
    (Code::Variable, "variable", None),
];
