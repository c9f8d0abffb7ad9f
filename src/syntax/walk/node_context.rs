//! The role of a node in its parent: whether it is called, and which names it binds.
//!
//! Principal type: [`NodeContext`].

use super::around_name::last_word;
use crate::syntax::grammar::NodeRules;
use crate::syntax::kind::Kind;
use crate::syntax::reference::Binding;
use crate::syntax::row::{Rule, lists};
use crate::syntax::walker::{Walker, named_children};
use std::num::NonZeroU16;
use std::ops::Range;
use tree_sitter::{Node, TreeCursor};

/// Maximum depth of a bound name below its scope.
const MAX_BINDING_DEPTH: usize = 24;

/// Parts of the kinds of nodes that are lists of names.
const LISTS: [&str; 5] = ["list", "pattern", "tuple", "declarator", "param"];

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
    /// End of the receiver of a message with this name.
    pub(super) receiver_end: Option<usize>,
    /// True if it contains no calls.
    pub(super) is_uncalled: bool,
    /// True for the name of the declaration around it.
    pub(super) is_declared: bool,
    /// True for a key of a literal, or a part of one.
    pub(super) is_key: bool,
    /// The literal around it.
    literal: Literal,
    /// The id of the child that states the type of this literal, and the type.
    stated: Option<(usize, Literal)>,
    /// True after its first named child.
    pub(super) has_first: bool,
    /// True after its second one.
    pub(super) has_second: bool,
    /// The scope of names that it binds; none at the top of a file and directly in a type.
    pub(super) scope: Option<BindingScope>,
    /// The scope of the function around its children; none outside of functions.
    function: Option<BindingScope>,
    /// The scope around a nested declaration, in which its name is visible.
    outer_scope: Option<BindingScope>,
    /// End of the statement after which the variables in it are visible, if it is in their scope.
    pub(super) statement_end: Option<usize>,
}

/// The type of a literal or pattern, whose fields its keys name.
#[derive(Clone, Copy, Default)]
enum Literal {
    /// No type is stated.
    #[default]
    Untyped,
    /// Start and end of the type's name.
    Typed(usize, usize),
    /// A map, whose keys are values.
    Map,
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
        let is_field_key = self.has_key(walker, node, field);
        let literal = self.literal_of_child(node);
        let is_declared = self.declares && is_name_field(field());
        let receiver_end = self.receiver_of(walker, node, field);
        let binds = self.has(|part| !part.binds.is_empty() && part.binds.contains(&field()));
        let is_called = match self.part.and_then(|part| part.call.first()) {
            Some(None) => !self.has_first,
            Some(called) => field() == *called,
            None if self.has(|part| part.receiver.contains(&None)) => receiver_end.is_some(),
            None => self.called_end.is_some_and(|end| end == node.end_byte()),
        };
        Self {
            part,
            declares: part.is_some_and(|part| declares(walker, part, node)),
            is_bound: binds
                || (self.binds_list && field().is_none())
                || is_declared
                || (self.has(|part| part.has_intrinsics)
                    && walker.text_of(node).starts_with(char::is_lowercase)),
            // In Swift, the type of a parameter has the field of the name, too.
            binds_list: (binds && field().is_some() || self.binds_list && field().is_none())
                && LISTS.iter().any(|list| node.kind().contains(list)),
            is_called,
            called_end: if is_called && !is_call && self.gives_arguments {
                end_of_path(node)
            } else {
                None
            },
            gives_arguments: if is_call {
                part.is_some_and(|part| part.has_intrinsics || part.call.contains(&None))
                    || node.named_child_count() > 1
            } else {
                self.gives_arguments
            },
            receiver_end,
            is_uncalled: self.is_uncalled
                || self.has(|part| !part.uncalled.is_empty() && part.uncalled.contains(&field())),
            is_declared,
            // The name in `[PORT]: 80` is that of a value.
            is_key: is_field_key
                || (self.is_key
                    && node.child_count() == 0
                    && !walker.text_before(node).ends_with('[')),
            literal: if let Some(value) = copied(walker, node) {
                Literal::Typed(value.start, value.end)
            } else if is_field_key || self.has(|part| part.keys.is_empty()) {
                literal
            } else {
                // The value of a key is of another type.
                Literal::Untyped
            },
            stated: part.and_then(|part| stated_type(walker, part, node)),
            has_first: false,
            has_second: false,
            scope: None,
            function: self.function,
            outer_scope: self.scope,
            statement_end: self.statement_end.or_else(|| {
                let is_statement = part.is_some_and(|part| part.ends_before_variables);
                is_statement.then(|| node.end_byte())
            }),
        }
    }

    /// End of the receiver of a child that is the name of a method.
    fn receiver_of(
        &self,
        walker: &Walker<'_>,
        child: Node<'_>,
        field: impl Fn() -> Option<NonZeroU16>,
    ) -> Option<usize> {
        match self.part?.receiver.first()? {
            Some(receiver) if field() == Some(*receiver) => None,
            Some(receiver) => {
                let receiver = child.parent()?.child_by_field_id(receiver.get());
                receiver.map(|receiver| receiver.end_byte())
            }
            // Between two values: `a plus b`.
            None if self.has_first && !self.has_second => {
                Some(walker.text_before(child).trim_end().len())
            }
            None => None,
        }
    }

    /// Returns true if a child is a key.
    fn has_key(
        &self,
        walker: &Walker<'_>,
        child: Node<'_>,
        field: impl Fn() -> Option<NonZeroU16>,
    ) -> bool {
        let Some(part) = self.part.filter(|part| !part.keys.is_empty()) else {
            return false;
        };
        let field = field();
        if !part.keys.contains(&field) {
            return false;
        }
        let after = walker.text.get(child.end_byte()..).unwrap_or_default();
        let after = after.trim_start();
        let is_given = after.starts_with(['=', ':']) && !after.starts_with("==");
        if part.keys_are_given {
            return is_given;
        }
        match self.literal {
            Literal::Map => false,
            Literal::Typed(..) => field.is_some() || is_given || !part.keys_need_type,
            Literal::Untyped => !part.keys_need_type,
        }
    }

    /// The literal around a child of this node.
    fn literal_of_child(&self, child: Node<'_>) -> Literal {
        if !self.has(|part| !part.literal.is_empty()) {
            return self.literal;
        }
        match self.stated {
            Some((stated, literal)) if stated != child.id() => literal,
            _ => Literal::Untyped,
        }
    }

    /// The name of the type that a literal around this states; empty if there is none.
    pub(super) fn type_of_literal(&self) -> Range<usize> {
        match self.literal {
            Literal::Typed(start, end) => start..end,
            Literal::Untyped | Literal::Map => 0..0,
        }
    }

    /// The name of this nested declaration, in the scope around it. `name` is at the child.
    pub(super) fn declared(&self, child: &Self, name: Range<usize>) -> Option<Binding> {
        let is_lexical = self.has(|part| part.rule != Rule::Declaration(Kind::Method));
        if !is_lexical || !child.is_declared {
            return None;
        }
        let scope = self.outer_scope?;
        Some(Binding {
            name: narrow(name)?,
            scope: narrow(scope.start..scope.end)?,
        })
    }

    /// The scope of names that a child of this node binds.
    pub(super) fn scope_of_child(
        &self,
        walker: &Walker<'_>,
        node: Node<'_>,
        part: Rules,
        rule: Rule,
    ) -> Option<BindingScope> {
        let has_body = || {
            let body = walker.grammar.body_field;
            body.is_some_and(|body| node.child_by_field_id(body.get()).is_some())
        };
        let has_variables = part.is_some_and(|part| part.has_variables);
        let opens = match rule {
            Rule::Declaration(kind) if kind.has_members() => return None,
            Rule::Declaration(kind) => (kind.has_code() && !has_variables) || has_body(),
            _ => part.is_some_and(|part| part.is_scope) || has_body(),
        };
        if part.is_some_and(|part| part.is_hoisted) && self.function.is_some() {
            return self.function;
        }
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

    /// Notes that the scope of this node is that of a function, if it is one.
    pub(super) fn note_function(&mut self, rule: Rule) {
        let is_function = match rule {
            Rule::Declaration(kind) => kind.has_code(),
            _ => self.has(|part| part.is_function_value),
        };
        if is_function {
            self.function = self.scope;
        }
    }

    /// Returns true if the scope of this node is its own.
    pub(super) fn opens_scope(&self, node: Node<'_>) -> bool {
        self.scope
            .is_some_and(|scope| (scope.start, scope.end) == (node.start_byte(), node.end_byte()))
    }

    /// The variable that a name in this node binds, which is visible from a byte.
    pub(super) fn binding(
        &self,
        walker: &Walker<'_>,
        name: Range<usize>,
        from: usize,
    ) -> Option<Binding> {
        if !self.has(|part| part.is_binder) {
            return None;
        }
        let scope = self.scope?;
        // Swift's `if let config = config() {` has no statement for the variable alone.
        let is_condition =
            walker.grammar.row.variables_after && self.has(|part| part.has_variables);
        let block = if is_condition {
            let after = walker.text.get(name.end..scope.end)?;
            after.find('{').map(|brace| name.end + brace)
        } else {
            None
        };
        let start = self.statement_end.or(block).unwrap_or(scope.start);
        let start = start.max(from).min(scope.end);
        Some(Binding {
            name: narrow(name)?,
            scope: narrow(start..scope.end)?,
        })
    }
}

/// The id of the child of a literal that states its type, and the type. A child does not look for its parent: that takes as
/// long as the tree is deep.
fn stated_type(walker: &Walker<'_>, part: &NodeRules, node: Node<'_>) -> Option<(usize, Literal)> {
    let stated = match part.literal.first()? {
        Some(field) => node.child_by_field_id(field.get()),
        None => node.child(0),
    }?;
    // A function may be called like a type.
    let is_call = !part.call.is_empty();
    if stated.kind() == "map_type" {
        return Some((stated.id(), Literal::Map));
    }
    let name = walker.text.get(..stated.end_byte()).map(last_word);
    let name = name.filter(|name| {
        let word = walker.text.get(name.clone()).unwrap_or_default();
        let is_type = !is_call
            || word.starts_with(char::is_uppercase)
            || lists(walker.grammar.row.copiers, word);
        name.start >= stated.start_byte() && !name.is_empty() && is_type
    });
    let literal = name.map_or(Literal::Untyped, |name| {
        Literal::Typed(name.start, name.end)
    });
    Some((stated.id(), literal))
}

/// The first value that an object of TypeScript copies: `conf` of `{ ...conf, port: 4 }`.
fn copied(walker: &Walker<'_>, node: Node<'_>) -> Option<Range<usize>> {
    if !lists(walker.grammar.row.copiers, "...") || node.kind() != "object" {
        return None;
    }
    let first = named_children(node).find(|child| child.kind() == "spread_element")?;
    let value = last_word(walker.text.get(..first.end_byte())?);
    (!value.is_empty()).then_some(value)
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
        _ if part.declares => true,
        Rule::Declaration(Kind::Type | Kind::Macro) => true,
        Rule::Declaration(_) => !needs_body || walker.body(node).is_some(),
        _ => false,
    }
}

/// A range of bytes, as references store it.
pub(in crate::syntax) fn narrow(bytes: Range<usize>) -> Option<Range<u32>> {
    Some(u32::try_from(bytes.start).ok()?..u32::try_from(bytes.end).ok()?)
}
