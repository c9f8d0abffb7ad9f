//! The role of a node in its parent: whether it is called, and which names it binds.
//!
//! Principal type: [`NodeContext`].

use crate::syntax::grammar::NodeRules;
use crate::syntax::kind::Kind;
use crate::syntax::reference::Binding;
use crate::syntax::row::Rule;
use crate::syntax::walker::Walker;
use std::num::NonZeroU16;
use std::ops::Range;
use tree_sitter::{Node, TreeCursor};

/// Maximum depth of a bound name below its scope.
const MAX_BINDING_DEPTH: usize = 24;

/// The rules of a node's kind; none for an error node.
pub(super) type Rules = Option<&'static NodeRules>;

/// A node: its role in its parent, and rules for its children.
#[derive(Default)]
pub(super) struct NodeContext {
    part: Rules,
    /// True for a declaration with its name in the field `name`.
    declares: bool,
    pub(super) is_bound: bool,
    /// True for a list of bound names, like Go's `a, b := …`.
    binds_list: bool,
    pub(super) is_called: bool,
    /// End of the last name of a called path: `a.b` of `a.b[T](c)`.
    called_end: Option<usize>,
    /// True for a call with arguments, or a part of one: `a.b x` calls `b`; `a.b` alone may not.
    gives_arguments: bool,
    /// True if it contains no calls.
    pub(super) is_uncalled: bool,
    /// True after its first child.
    pub(super) has_first: bool,
    /// The scope of names that it binds; none at the top of a file and directly in a type.
    pub(super) scope: Option<BindingScope>,
}

/// The node in which variables are visible.
#[derive(Clone, Copy)]
pub(super) struct BindingScope {
    start: usize,
    end: usize,
    /// Maximum depth of names below here.
    depth: usize,
}

impl NodeContext {
    pub(super) fn has(&self, property: impl Fn(&NodeRules) -> bool) -> bool {
        self.part.is_some_and(property)
    }

    /// The cursor's node, a child of this one.
    pub(super) fn child(
        &self,
        walker: &Walker<'_>,
        cursor: &TreeCursor<'_>,
        node: Node<'_>,
        part: Rules,
    ) -> Self {
        // In a long list, which is deeply nested without visible nodes, each lookup takes as long as the list.
        let field = || cursor.field_id();
        let is_call = part.is_some_and(|part| !part.call.is_empty());
        let is_name_field =
            |field: Option<NonZeroU16>| field.is_some() && field == walker.grammar.name_field;
        let binds = self.has(|part| !part.binds.is_empty() && part.binds.contains(&field()));
        let is_called = match self.part.and_then(|part| part.call.first()) {
            Some(None) => !self.has_first,
            Some(called) => field() == *called,
            None => self.called_end.is_some_and(|end| end == node.end_byte()),
        };
        Self {
            part,
            declares: part.is_some_and(|part| declares(walker, part, node)),
            is_bound: binds
                || (self.binds_list && field().is_none())
                || (self.declares && is_name_field(field()))
                || (self.has(|part| part.has_intrinsics)
                    && walker.text_of(node).starts_with(char::is_lowercase)),
            // In Swift, the type of a parameter has the field of the name, too.
            binds_list: binds && field().is_some() && !node.kind().ends_with("_type"),
            is_called,
            called_end: if is_called && !is_call && self.gives_arguments {
                end_of_path(node)
            } else {
                None
            },
            gives_arguments: if is_call {
                part.is_some_and(|part| part.has_intrinsics) || node.named_child_count() > 1
            } else {
                self.gives_arguments
            },
            is_uncalled: self.is_uncalled
                || self.has(|part| !part.uncalled.is_empty() && part.uncalled.contains(&field())),
            has_first: false,
            scope: None,
        }
    }

    /// The scope of names that a child of this node binds.
    pub(super) fn scope_of_child(
        &self,
        walker: &Walker<'_>,
        node: Node<'_>,
        rule: Rule,
    ) -> Option<BindingScope> {
        let has_body = || {
            let body = walker.grammar.body_field;
            body.is_some_and(|body| node.child_by_field_id(body.get()).is_some())
        };
        let opens = match rule {
            Rule::Declaration(kind) if kind.has_members() => return None,
            Rule::Declaration(kind) => kind.has_code() || has_body(),
            _ => has_body(),
        };
        if opens {
            return Some(BindingScope {
                start: node.start_byte(),
                end: node.end_byte(),
                depth: MAX_BINDING_DEPTH,
            });
        }
        let outer = self.scope?;
        let depth = outer.depth.checked_sub(1)?;
        (depth > 0).then_some(BindingScope { depth, ..outer })
    }

    /// The variable that a name in this node binds.
    pub(super) fn binding(&self, name: Range<usize>) -> Option<Binding> {
        if !self.has(|part| part.is_binder) {
            return None;
        }
        let scope = self.scope?;
        Some(Binding {
            name: narrow(name)?,
            scope: narrow(scope.start..scope.end)?,
        })
    }
}

/// End of the last name of a called path, before its type arguments.
fn end_of_path(path: Node<'_>) -> Option<usize> {
    let last = path.child_count().checked_sub(1)?;
    let is_generic = matches!(
        path.child(last)?.kind(),
        "type_arguments" | "template_argument_list"
    );
    let last = last.checked_sub(u32::from(is_generic))?;
    Some(path.child(last)?.end_byte())
}

/// Returns true if a node declares the name in its field `name`. `struct a *b` only uses it.
fn declares(walker: &Walker<'_>, part: &NodeRules, node: Node<'_>) -> bool {
    let needs_body = walker.grammar.row.needs_body;
    match part.rule {
        Rule::Declaration(Kind::Type | Kind::Macro) => true,
        Rule::Declaration(_) => !needs_body || walker.body(node).is_some(),
        _ => false,
    }
}

/// A range of bytes, as references store it.
pub(super) fn narrow(bytes: Range<usize>) -> Option<Range<u32>> {
    Some(u32::try_from(bytes.start).ok()?..u32::try_from(bytes.end).ok()?)
}
