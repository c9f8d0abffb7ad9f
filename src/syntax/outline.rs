//! Outline of a text, the result of the walk: plain declarations with byte ranges.
//!
//! Principal types: [`Outline`] and [`Element`]. Invariant: the elements of one scope are adjacent, in the
//! order of the text, and do not overlap; no tree-sitter type is part of them. `chunk::code` converts them to
//! chunks.

use super::error::ParseError;
use super::import::{Export, Import};
use super::kind::Kind;
use super::reference::{Binding, Reference};
use std::ops::Range;

/// Kind of an element of a scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ElementKind {
    /// Opens a named scope or contains code.
    Declaration(Kind),
    /// An import.
    Import,
    /// A constant, variable, field or statement, with the names that it defines.
    Items,
    /// A comment that is not adjacent to a declaration.
    #[default]
    Comment,
}

/// One element of a scope. Its ranges are bytes of the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Element {
    /// Kind of the element.
    pub kind: ElementKind,
    /// The grammar's name for its node, without wrappers.
    pub node_type: &'static str,
    /// The whole element, with adjacent docs, attributes and wrappers.
    pub bytes: Range<usize>,
    /// Its start without labels, conditions and blocks around it: `public:`, `#if`, `extern "C" {`.
    pub declared_at: usize,
    /// Names before its own: `A` of `void A::b()`.
    pub path: Vec<String>,
    /// Its own name; empty if there is none.
    pub name: String,
    /// Start of the name.
    pub name_at: usize,
    /// Its doc comments; empty if there are none.
    pub docs: Range<usize>,
    /// Its signature, without docs and body; for an item its whole node; empty for a comment.
    pub signature: Range<usize>,
    /// Names of the types it inherits, extends or implements, without generic arguments.
    pub bases: Vec<String>,
    /// Names that it defines, with their start offsets. For a declaration: names other than its own and its
    /// members', and its name in further clauses.
    pub definitions: Vec<(String, usize)>,
    /// Its own elements, as indices of [`Outline::elements`].
    pub members: Range<usize>,
    /// True if the text before it is in another language, so that it is not a continuation.
    pub apart: bool,
    /// True if the line before it opens a macro with it: `cfg_rt! {`.
    pub is_opened: bool,
}

impl Element {
    /// A standalone comment.
    pub(super) fn comment(bytes: Range<usize>) -> Self {
        Self {
            node_type: "comment",
            name_at: bytes.start,
            declared_at: bytes.start,
            bytes,
            ..Self::default()
        }
    }

    /// Returns true if it is another clause of the function before it.
    pub(super) fn is_clause_of(&self, before: &Self) -> bool {
        use Kind::{Function, Macro, Method};
        matches!(
            self.kind,
            ElementKind::Declaration(Function | Macro | Method)
        ) && (self.kind, &self.path, &self.name) == (before.kind, &before.path, &before.name)
    }

    /// Appends comments.
    pub(super) fn document(&mut self, comments: Range<usize>) {
        self.bytes.end = self.bytes.end.max(comments.end);
        if self.docs.is_empty() {
            self.docs = comments;
        }
    }

    fn is_declaration(&self) -> bool {
        matches!(self.kind, ElementKind::Declaration(_))
    }
}

/// A named function, method or type in the code or in a value of another declaration: a local function, a handler, a
/// method of an anonymous object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nested {
    /// Kind of the declaration.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// Start of the name.
    pub name_at: usize,
    /// The declaration, with the statement that binds its name.
    pub bytes: Range<usize>,
}

/// Returns true for a node that only re-exports.
pub fn is_export(node_type: &str) -> bool {
    matches!(node_type, "export_statement" | "export_declaration")
}

/// The elements of a scope, with the code between declarations as part of the declaration before it.
pub(super) fn sections(elements: Vec<Element>) -> Vec<Element> {
    let mut sections: Vec<Element> = Vec::with_capacity(elements.len());
    for element in elements {
        match sections.last_mut() {
            Some(section) if section.is_declaration() && !element.is_declaration() => {
                section.bytes.end = element.bytes.end;
                section.definitions.extend(element.definitions);
            }
            _ => sections.push(element),
        }
    }
    sections
}

/// The elements of a text. The elements of one scope are adjacent, in order, and do not overlap.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outline {
    /// All elements, scope by scope.
    pub elements: Vec<Element>,
    /// Elements that are in no other element.
    pub roots: Range<usize>,
    /// Declarations within the code or the value of an element, which are no elements, in order.
    pub nested: Vec<Nested>,
    /// Imports at any depth, in order.
    pub imports: Vec<Import>,
    /// Names that it exports separately from their declarations.
    pub exports: Vec<Export>,
    /// References to names, in order.
    pub references: Vec<Reference>,
    /// Parameters and local variables.
    pub bindings: Vec<Binding>,
    /// Scopes whose declarations are hidden from other files, in order.
    pub local_scopes: Vec<Range<usize>>,
    /// The parts that the grammar could not parse, in order; at most 100 of the text and of each embedded one.
    pub errors: Vec<ParseError>,
}

/// Returns true for an object, list or table of a data file.
pub fn is_object(node_type: &str) -> bool {
    matches!(
        node_type,
        "pair" | "block_mapping_pair" | "table" | "table_array_element"
    )
}

impl Outline {
    /// Turns objects into items: in generated files they are not chunks.
    pub fn flatten_objects(&mut self) {
        for element in &mut self.elements {
            if element.is_declaration() && is_object(element.node_type) {
                let name = std::mem::take(&mut element.name);
                element.definitions.insert(0, (name, element.name_at));
                element.kind = ElementKind::Items;
                element.members = 0..0;
            }
        }
    }

    /// Adds declarations within the code of others.
    pub(super) fn add_nested(&mut self, others: Vec<Nested>) {
        self.nested.extend(others);
        self.nested.sort_by_key(|nested| nested.name_at);
        self.nested.dedup_by_key(|nested| nested.name_at);
    }

    /// Number of declarations.
    pub fn declared(&self) -> usize {
        let elements = self.elements.iter();
        elements.filter(|element| element.is_declaration()).count()
    }

    /// Removes the last root element, which may be incomplete, and its members. Returns its start offset.
    pub fn drop_last(&mut self) -> usize {
        let last = self.elements.get(self.roots.clone());
        let start = last
            .and_then(<[Element]>::last)
            .map_or(0, |last| last.bytes.start);
        self.roots.end = self.roots.end.saturating_sub(1).max(self.roots.start);
        self.imports.retain(|import| import.at < start);
        self.exports.retain(|export| export.at < start);
        self.nested.retain(|nested| nested.name_at < start);
        self.errors.retain(|error| error.bytes.start < start);
        self.bindings
            .retain(|binding| (binding.name.start as usize) < start);
        self.references
            .retain(|reference| (reference.bytes.start as usize) < start);
        start
    }

    /// The outline in a document in which the text begins at a byte.
    pub fn moved_by(mut self, by: usize) -> Self {
        let short = u32::try_from(by).unwrap_or(u32::MAX);
        let moved = |at: &mut usize| *at += by;
        let moved_bytes = |bytes: &mut Range<usize>| *bytes = bytes.start + by..bytes.end + by;
        let moved_short = |bytes: &mut Range<u32>| {
            *bytes = bytes.start.saturating_add(short)..bytes.end.saturating_add(short);
        };
        for element in &mut self.elements {
            moved(&mut element.name_at);
            moved(&mut element.declared_at);
            let ranges = [
                &mut element.bytes,
                &mut element.docs,
                &mut element.signature,
            ];
            ranges.into_iter().for_each(moved_bytes);
            element.definitions.iter_mut().for_each(|(_, at)| moved(at));
        }
        for nested in &mut self.nested {
            moved(&mut nested.name_at);
            moved_bytes(&mut nested.bytes);
        }
        for reference in &mut self.references {
            moved_short(&mut reference.bytes);
            moved_short(&mut reference.qualifier);
        }
        for binding in &mut self.bindings {
            moved_short(&mut binding.name);
            moved_short(&mut binding.scope);
        }
        self.imports
            .iter_mut()
            .for_each(|import| moved(&mut import.at));
        self.exports
            .iter_mut()
            .for_each(|export| moved(&mut export.at));
        self.local_scopes.iter_mut().for_each(moved_bytes);
        self.errors
            .iter_mut()
            .for_each(|error| moved_bytes(&mut error.bytes));
        self
    }

    /// Adds all but the elements of a later part of the document.
    pub fn take_names(&mut self, later: Self) {
        self.nested.extend(later.nested);
        self.imports.extend(later.imports);
        self.exports.extend(later.exports);
        self.references.extend(later.references);
        self.bindings.extend(later.bindings);
        self.local_scopes.extend(later.local_scopes);
        self.errors.extend(later.errors);
    }

    /// The elements of a scope.
    pub fn scope(&self, members: &Range<usize>) -> &[Element] {
        self.elements.get(members.clone()).unwrap_or_default()
    }
}
