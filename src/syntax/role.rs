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
    pub const ALL: [Self; CAPTURES.len()] = {
        let mut all = [Self::Attribute; CAPTURES.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = CAPTURES[index].0;
            index += 1;
        }
        all
    };

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

/// All roles in their order, and the capture names of highlight queries that have them.
const CAPTURES: &[(HighlightRole, &str)] = {
    use HighlightRole as Role;
    &[
        (Role::Attribute, "attribute"),
        (Role::Comment, "comment"),
        (Role::Constant, "boolean constant variable.builtin"),
        (Role::Constructor, "constructor"),
        (Role::Escape, "escape string.escape"),
        (Role::Function, "function function.macro method"),
        (
            Role::Keyword,
            "charset conditional exception include keyword preproc repeat storageclass",
        ),
        (Role::Label, "label text.reference text.uri"),
        (Role::Markup, "markup text text.title"),
        (Role::Module, "module namespace"),
        (Role::Number, "constant.numeric float number"),
        (
            Role::Operator,
            "keyword.operator operator punctuation.special",
        ),
        (Role::Property, "field property string.special.key"),
        (Role::Punctuation, "delimiter punctuation"),
        (Role::String, "character string text.literal"),
        (Role::Tag, "tag"),
        (Role::Type, "type"),
        (Role::Variable, "parameter variable"),
    ]
};
