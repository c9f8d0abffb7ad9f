//! References to names, and imports at any depth: one walk over all nodes.

use super::around_name::{calls, is_passed, last_word, module_in_list, owner};
use super::nested::nested;
use super::node_context::{NodeContext, narrow};
use crate::syntax::name::{MAX_NAME_LEN, is_word, unquoted};
use crate::syntax::outline::{Nested, Outline};
use crate::syntax::reference::Reference;
use crate::syntax::row::{Rule, lists};
use crate::syntax::walker::Walker;
use rustc_hash::FxHashSet;
use std::ops::Range;
use tree_sitter::{Node, Tree, TreeCursor};

/// Maximum number of letters between the start of a literal and a key of it.
const MAX_LITERAL_LEN: usize = 2_000;

/// Adds references and imports at any depth to an outline. `imported` are the byte ranges of nodes whose
/// imports are already in the outline, in order, `nodes` the ids of nodes that are elements.
pub(super) fn add_references(
    outline: &mut Outline,
    tree: &Tree,
    walker: &Walker<'_>,
    imported: &[(usize, usize)],
    nodes: &FxHashSet<usize>,
) {
    if !walker.grammar.has_references {
        return;
    }
    let mut search = ReferenceSearch {
        defined: defined(outline, walker.text),
        elements: outline
            .elements
            .iter()
            .map(|element| element.name_at)
            .collect(),
        outline,
        walker,
        imported,
        nodes,
        comment_end: 0,
    };
    let mut cursor = tree.walk();
    let mut around = Vec::new();
    let mut parent = NodeContext::default();
    loop {
        if let Some(here) = search.visit(&cursor, &parent)
            && cursor.goto_first_child()
        {
            around.push(std::mem::replace(&mut parent, here));
            continue;
        }
        let mut is_named = cursor.node().is_named();
        while !cursor.goto_next_sibling() {
            let (true, Some(outer)) = (cursor.goto_parent(), around.pop()) else {
                return;
            };
            parent = outer;
            is_named = cursor.node().is_named();
        }
        if is_named {
            parent.has_second = parent.has_first;
            parent.has_first = true;
        }
    }
}

/// The outline that references are added to, during the walk.
struct ReferenceSearch<'a> {
    outline: &'a mut Outline,
    walker: &'a Walker<'a>,
    imported: &'a [(usize, usize)],
    nodes: &'a FxHashSet<usize>,
    /// Ascending start offsets of the defined names.
    defined: Vec<usize>,
    /// Starts of the names of elements.
    elements: FxHashSet<usize>,
    /// End of the last comment.
    comment_end: usize,
}

impl ReferenceSearch<'_> {
    /// Adds a nested declaration, or joins it with the previous one if both are clauses of one function.
    fn add_nested(&mut self, nested: Nested) {
        let (text, clauses) = (self.walker.text, self.walker.grammar.row.clauses);
        if clauses
            && let Some(last) = self.outline.nested.last_mut()
            && (last.kind, &last.name) == (nested.kind, &nested.name)
            && let Some(between) = text.get(last.bytes.end..nested.bytes.start)
            && between.trim().is_empty()
        {
            last.bytes.end = nested.bytes.end;
            return;
        }
        self.outline.nested.push(nested);
    }

    /// Adds the references and imports of the cursor's node. Returns the context of its children; none if
    /// they are not visited.
    fn visit(&mut self, cursor: &TreeCursor<'_>, parent: &NodeContext) -> Option<NodeContext> {
        let (walker, node) = (self.walker, cursor.node());
        let kind = node.kind_id();
        let part = walker.grammar.part(kind);
        let is_leaf = node.child_count() == 0;
        if is_leaf && part.is_some_and(|part| part.is_inert) {
            return None;
        }
        let bytes = node.byte_range();
        let rule = walker.grammar.rule_of(kind);
        let mut here = parent.child(walker, cursor, node, part);
        let may_import = rule == Rule::Import
            || here.has(|part| part.is_importing)
            || calls_importer(walker, node);
        let range = (bytes.start, bytes.end);
        let mut is_import = self.imported.binary_search(&range).is_ok() && node.is_named();
        if may_import && !is_import {
            let imports = (walker.hooks.imports)(walker, node);
            is_import = rule == Rule::Import || !imports.is_empty();
            self.outline.imports.extend(imports);
        }
        if here.has(|part| part.is_local) && node.child_by_field_name("name").is_none() {
            self.outline.local_scopes.push(bytes.clone());
        }
        if let Some(part) = part
            && !self.nodes.contains(&node.id())
            && let Some(nested) = nested(walker, cursor, rule, part)
            && !self.elements.contains(&nested.name_at)
            && self.defined.binary_search(&nested.name_at).is_err()
        {
            self.add_nested(nested);
        }
        match rule {
            Rule::Comment => self.comment_end = bytes.end,
            Rule::Wrapper | Rule::Special => {
                let exports = (walker.hooks.exports)(walker, node);
                self.outline.exports.extend(exports);
                let delegate = (walker.hooks.delegate)(walker, node);
                self.outline.references.extend(delegate);
            }
            _ => {}
        }
        if is_import || matches!(rule, Rule::Comment | Rule::Closing) {
            return None;
        }
        let is_name = here.has(|part| part.is_name);
        let name = walker.name_bytes(node);
        // `{ weight }` of JavaScript takes a member.
        if is_name && is_leaf && node.kind() == "shorthand_property_identifier_pattern" {
            let taken = key(walker, name.clone(), &here);
            self.outline.references.extend(taken);
        }
        let is_defined = |start| self.defined.binary_search(&start).is_ok();
        if is_name && !is_defined(bytes.start) && !is_defined(name.start) {
            if here.has(|part| part.has_words) {
                here.receiver_end = None;
                for word in (walker.hooks.words)(walker, cursor) {
                    let found = match walker.grammar.row.key_marks {
                        [] => None,
                        marks => key_of_value(walker, word.clone(), marks),
                    };
                    let found = found.or_else(|| reference(walker, word, &here, self.comment_end));
                    self.outline.references.extend(found);
                }
            } else if let Some(declared) = parent.declared(&here, name.clone()) {
                self.outline.bindings.push(declared);
            } else if here.is_key {
                // `Crate { weight }` also binds a variable.
                if here.is_bound && node.kind().starts_with("shorthand") {
                    self.outline
                        .bindings
                        .extend(parent.binding(walker, name.clone(), 0));
                }
                self.outline.references.extend(key(walker, name, &here));
            } else if let Some(from) = visible_from(walker, cursor, parent, &here, &name) {
                if (walker.hooks.is_injected)(walker, cursor) {
                    let found = reference(walker, name.clone(), &here, self.comment_end);
                    self.outline.references.extend(found);
                }
                self.outline
                    .bindings
                    .extend(parent.binding(walker, name, from));
            } else {
                let found = reference(walker, name, &here, self.comment_end);
                self.outline.references.extend(found);
            }
        }
        if is_leaf {
            return None;
        }
        here.scope = parent.scope_of_child(walker, node, part, rule);
        here.note_function(rule);
        if here.opens_scope(node) {
            here.statement_end = None;
        }
        Some(here)
    }
}

/// The byte after which a variable is visible; none if the cursor's name is not that of a variable. In a pattern, it may
/// be that of a constructor or a constant.
fn visible_from(
    walker: &Walker<'_>,
    cursor: &TreeCursor<'_>,
    parent: &NodeContext,
    here: &NodeContext,
    name: &Range<usize>,
) -> Option<usize> {
    let is_upper = |name: &str| name.starts_with(char::is_uppercase);
    let may_be_constant =
        walker.grammar.row.lower_variables && walker.text.get(name.clone()).is_some_and(is_upper);
    // A parameter of a type is declared by its name.
    if !here.is_bound || (may_be_constant && cursor.field_name() != Some("name")) {
        return None;
    }
    // `case Circle c` of Java
    let node = cursor.node();
    let is_in_pattern = || {
        node.parent()
            .is_some_and(|it| it.kind().contains("pattern"))
    };
    if node.kind() == "type_identifier" && is_in_pattern() {
        return None;
    }
    if parent.scope.is_none() {
        return Some(0);
    }
    (walker.hooks.visible_from)(walker, cursor)
}

/// Sorts references, and removes those that contain others: `"$(a)"` in a shell.
pub(in crate::syntax) fn sort_references(references: &mut Vec<Reference>) {
    references.sort_by_key(|reference| reference.bytes.start);
    let mut kept: Vec<Reference> = Vec::with_capacity(references.len());
    for reference in references.drain(..) {
        let new = &reference.bytes;
        while let Some(last) = kept.last()
            && last.bytes != *new
            && new.end <= last.bytes.end
        {
            kept.pop();
        }
        if kept.last().is_none_or(|last| last.bytes.end <= new.start) {
            kept.push(reference);
        }
    }
    *references = kept;
}

/// Returns true if a node calls the language's import function.
fn calls_importer(walker: &Walker<'_>, node: Node<'_>) -> bool {
    let importers = walker.grammar.row.importers;
    if importers.is_empty() {
        return false;
    }
    let part = walker.grammar.part(node.kind_id());
    let callee = match part.and_then(|part| part.call.first()) {
        Some(Some(field)) => node.child_by_field_id(field.get()),
        Some(None) => node.child(0),
        None => None,
    };
    callee.is_some_and(|callee| lists(importers, walker.text_of(callee)))
}

/// Ascending start offsets of the defined names.
fn defined(outline: &Outline, text: &str) -> Vec<usize> {
    let mut defined = Vec::new();
    for element in &outline.elements {
        let own = text.get(element.name_at..).unwrap_or_default();
        // `export default …` has a name that is not in the text, `extend-protocol` of Clojure that of what it implements.
        let is_base = element.bases.contains(&element.name);
        if !element.name.is_empty() && own.starts_with(&element.name) && !is_base {
            defined.push(element.name_at);
        }
        // `Store.LIMIT = 3` of a class of JavaScript is a use, too.
        let is_of_class = |at: &usize| {
            let outer = text.get(..*at).and_then(|text| text.strip_suffix('.'));
            outer.is_some_and(|outer| outer[last_word(outer)].starts_with(char::is_uppercase))
        };
        let defined_at = element.definitions.iter().map(|(_, at)| *at);
        defined.extend(defined_at.filter(|at| !is_of_class(at)));
    }
    defined.sort_unstable();
    defined
}

/// A key of a literal.
fn key(walker: &Walker<'_>, bytes: Range<usize>, here: &NodeContext) -> Option<Reference> {
    let has_length = (1..=MAX_NAME_LEN).contains(&bytes.len());
    if !has_length || walker.is_keyword(walker.text.get(bytes.clone())?, bytes.start) {
        return None;
    }
    member(bytes, here.type_of_literal(), false)
}

/// A member of what a qualifier names: a call of it, or a key.
pub(in crate::syntax) fn member(
    bytes: Range<usize>,
    qualifier: Range<usize>,
    is_called: bool,
) -> Option<Reference> {
    Some(Reference {
        bytes: narrow(bytes)?,
        qualifier: narrow(qualifier)?,
        is_member: true,
        is_called,
        is_key: !is_called,
    })
}

/// A string that is a key of the value before it.
fn key_of_value(walker: &Walker<'_>, bytes: Range<usize>, marks: &[&str]) -> Option<Reference> {
    let before = walker.text.get(..bytes.start)?;
    let before = before.strip_suffix(['"', '\''])?;
    let value = marks.iter().find_map(|mark| before.strip_suffix(mark))?;
    let name = walker.text.get(bytes.clone())?;
    name.starts_with(char::is_lowercase).then_some(())?;
    member(bytes, last_word(value), false)
}

/// A reference by name. The last comment before it ends at `comment_end`.
fn reference(
    walker: &Walker<'_>,
    bytes: Range<usize>,
    here: &NodeContext,
    comment_end: usize,
) -> Option<Reference> {
    let text = walker.text;
    let after = text.get(bytes.end..)?;
    let quoted = text.get(bytes.clone())?;
    // `[a]` of T-SQL
    let inside = quoted
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let name = unquoted(inside.unwrap_or(quoted));
    // `@a` of Ruby
    let name = name.trim_start_matches(walker.grammar.row.field_sigil);
    let name = constructed(name, walker.grammar.row.constructor_affixes);
    let start = bytes.start + quoted.find(name)?;
    let is_too_long = name.len() > MAX_NAME_LEN;
    if matches!(name, "" | "_") || is_too_long || walker.is_keyword(name, start) {
        return None;
    }
    let row = walker.grammar.row;
    // `A::$b`: a sigil may stand between.
    let before = text.get(..start)?;
    let sigil = before.strip_suffix(row.field_sigil).unwrap_or(before);
    let before = if sigil.ends_with("::") { sigil } else { before };
    if here.has(|part| part.is_symbol) {
        let outside = before.trim_end_matches(|letter| is_word(letter) || "\\@".contains(letter));
        // `'App\helper'`, `'OrderController@show'` of PHP.
        let is_path = before.ends_with(['\\', '@']) && outside.ends_with(['"', '\'']);
        if !((is_path || is_passed(before, after)) && is_method(name)) {
            return None;
        }
    }
    // `// As above.`: a period at the end of a comment is no mark of a member.
    let receiver = here.receiver_end.and_then(|end| text.get(..end));
    let mut owner = receiver.or_else(|| owner(before, row.member_marks));
    if owner.is_none() && row.lists_calls {
        owner = module_in_list(before, after);
    }
    let owner = owner.filter(|owner| owner.len() >= comment_end);
    let mut qualifier = match owner {
        // Otherwise a comment separates the calls of a chain.
        Some(owner) if owner.trim_end().len() > comment_end => last_word(owner),
        _ => 0..0,
    };
    // `?MODULE:f()` of Erlang
    let marked = qualifier.start.saturating_sub(1)..qualifier.end;
    if (text.get(marked.clone())).is_some_and(|word| lists(row.own_types, word)) {
        qualifier = marked;
    }
    let is_called = !here.is_uncalled
        && (here.is_called
            || (row.calls_inside && is_after_bracket(before, row.constructor_affixes))
            || row.call_marks.iter().any(|mark| calls(after, mark)));
    // `this.x`, `super.f()`
    let calls_constructor = lists(row.constructor_calls, name);
    let is_bare = name == "super" && row.bare_super;
    if calls_constructor && owner.is_none() && !is_called && !is_bare {
        return None;
    }
    let has_tokens = !row.macro_mark.is_empty() && name.starts_with(char::is_lowercase);
    let literal = has_tokens.then(|| literal_around(before, after)).flatten();
    let is_key = literal.is_some();
    Some(Reference {
        bytes: narrow(start..start + name.len())?,
        qualifier: narrow(literal.unwrap_or(qualifier))?,
        is_member: owner.is_some() || is_key,
        is_called: is_called && !is_key,
        is_key,
    })
}

/// Returns the type of the literal whose key is between two texts, among the tokens of a macro:
/// `vec![Crate { weight: 1 }]`.
fn literal_around(before: &str, after: &str) -> Option<Range<usize>> {
    let is_item = before.trim_end().ends_with(['{', ',']);
    if !is_item || !after.starts_with(':') || after.starts_with("::") {
        return None;
    }
    let mut depth = 0usize;
    let mut letters = before.char_indices().rev().take(MAX_LITERAL_LEN);
    let open = letters.find_map(|(at, letter)| {
        match letter {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth == 0 => return Some(at),
            '(' | '[' | '{' => depth -= 1,
            _ => {}
        }
        None
    })?;
    let typed = before.get(..open)?;
    let stated = last_word(typed.trim_end());
    let is_type = (typed.get(stated.clone())?).starts_with(char::is_uppercase);
    (is_type && before[open..].starts_with('{')).then_some(stated)
}

/// Returns true after an opening bracket, and a mark that constructs a value after it: `(->` of Clojure.
fn is_after_bracket(before: &str, affixes: &[(&str, &str)]) -> bool {
    let mut outside = affixes
        .iter()
        .filter_map(|(mark, _)| before.strip_suffix(mark));
    before.ends_with('(') || outside.any(|before| before.ends_with('('))
}

/// Returns the type that a name constructs, without the marks around it: `Store` of `->Store` and `Store.` of Clojure.
fn constructed<'n>(name: &'n str, affixes: &[(&str, &str)]) -> &'n str {
    let mut types = affixes.iter().filter_map(|(before, after)| {
        let inner = name.strip_prefix(before)?.strip_suffix(after)?;
        inner.starts_with(char::is_uppercase).then_some(inner)
    });
    types.next().unwrap_or(name)
}

/// Returns true for the name of a method in a symbol or string: `save`, `save!`.
fn is_method(name: &str) -> bool {
    let word = name.strip_suffix(['?', '!']).unwrap_or(name);
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && word.chars().all(is_word)
}
