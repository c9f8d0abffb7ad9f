//! What the walk yields: plain declarations with byte ranges.

use std::ops::Range;

/// What a declaration is. A closed list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names are the kinds")]
pub enum DeclarationKind {
    Module,
    Class,
    Struct,
    Enum,
    Interface,
    Trait,
    Impl,
    Type,
    Function,
    Method,
    Constructor,
    Accessor,
    Macro,
}

impl DeclarationKind {
    /// Whether functions in it are methods.
    pub fn has_methods(self) -> bool {
        matches!(
            self,
            Self::Class
                | Self::Struct
                | Self::Enum
                | Self::Interface
                | Self::Trait
                | Self::Impl
                | Self::Type
        )
    }

    /// Whether it opens a scope whose members are declarations of their own.
    pub fn has_members(self) -> bool {
        self.has_methods() || self == Self::Module
    }
}

/// What an element of a scope is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ElementKind {
    /// Opens a named scope or holds executable code.
    Declaration(DeclarationKind),
    /// Brings names in.
    Import,
    /// A constant, variable, field or statement, with the names that it defines.
    Items,
    /// A comment that touches no declaration.
    Comment,
}

/// One element of a scope. Its ranges are bytes of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// What it is.
    pub kind: ElementKind,
    /// All of it, with the docs, attributes and wrappers that touch it.
    pub bytes: Range<usize>,
    /// Names that stand before its own: `A` of `void A::b()`.
    pub path: Vec<String>,
    /// Its own name; empty when it has none.
    pub name: String,
    /// Where its name begins.
    pub name_at: usize,
    /// Its doc comments; empty where there are none.
    pub docs: Range<usize>,
    /// Its signature, without docs and body; empty where there is none.
    pub signature: Range<usize>,
    /// Names that it defines, with where they begin, when it is no declaration.
    pub definitions: Vec<(String, usize)>,
    /// Its own elements, as indexes of [`Outline::elements`].
    pub members: Range<usize>,
}

/// The elements of a text. Those of one scope lie side by side, in order, and do not overlap.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outline {
    /// All elements, scope by scope.
    pub elements: Vec<Element>,
    /// Those that lie in no other.
    pub roots: Range<usize>,
}

impl Outline {
    /// The elements of a scope.
    pub fn scope(&self, members: &Range<usize>) -> &[Element] {
        self.elements.get(members.clone()).unwrap_or_default()
    }
}
