//! References to names, and imports at any depth: one walk over all nodes.

use super::grammar::{Callee, NodeRules};
use super::kind::Kind;
use super::outline::Outline;
use super::row::{Rule, lists};
use super::shape::Walker;
use std::ops::Range;
use tree_sitter::{Node, Tree, TreeCursor};

/// A reference to a name. Its ranges are bytes of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    /// The name.
    pub bytes: Range<u32>,
    /// The name directly before it: `Foo` of `Foo::new`, `self` of `self.len`. Empty if there is none, or a
    /// longer expression, like `open()` of `open().read`.
    pub qualifier: Range<u32>,
    /// True for a member of the expression before it: `a.f`, `A::f`, `open().f`.
    pub is_member: bool,
    /// True for a call: `f(…)`, `a.f(…)`, `f!(…)`.
    pub is_called: bool,
}

/// A parameter or local variable, and the part of the text in which it is visible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    /// The name.
    pub name: Range<u32>,
    /// The function, loop or other node with a body around it.
    pub scope: Range<u32>,
}

/// Adds references and imports at any depth to an outline. `imported` are the byte ranges of nodes whose
/// imports are already in the outline, in order.
pub(super) fn add_references(
    outline: &mut Outline,
    tree: &Tree,
    walker: &Walker<'_>,
    imported: &[(usize, usize)],
) {
    let defined = defined(outline, walker.text);
    let mut cursor = tree.walk();
    let mut around = Vec::new();
    let mut place = Parent::default();
    let mut comment_end = 0;
    loop {
        let node = cursor.node();
        let bytes = node.byte_range();
        let kind = node.kind_id();
        let (rule, part) = (walker.grammar.rule_of(kind), walker.grammar.part(kind));
        let may_import = rule == Rule::Import
            || part.is_some_and(|part| part.is_importing)
            || calls_importer(walker, node);
        let mut is_import =
            imported.binary_search(&(bytes.start, bytes.end)).is_ok() && node.is_named();
        if may_import && !is_import {
            let imports = (walker.grammar.row.hooks.imports)(walker, node);
            is_import = rule == Rule::Import || !imports.is_empty();
            outline.imports.extend(imports);
        }
        match rule {
            Rule::Comment => comment_end = bytes.end,
            Rule::Wrapper | Rule::Special => {
                let exports = (walker.grammar.row.hooks.exports)(walker, node);
                outline.exports.extend(exports);
            }
            _ => {}
        }
        let enters = !is_import && rule != Rule::Comment;
        let here = place.of_child(walker, &cursor);
        if enters
            && part.is_some_and(|part| part.is_name)
            && defined.binary_search(&bytes.start).is_err()
        {
            match here.is_bound {
                true => outline.bindings.extend(binding(walker, &cursor)),
                false => {
                    let found = reference(walker, walker.name_bytes(node), &here, comment_end);
                    outline.references.extend(found);
                }
            }
        }
        if enters && cursor.goto_first_child() {
            let calls = part.is_some_and(|part| part.call != Callee::None);
            let outer = std::mem::take(&mut place);
            place = Parent {
                part,
                declares: declares(walker, node),
                binds_list: here.binds_list,
                called_end: (here.is_called && !calls && outer.gives_arguments)
                    .then(|| end_of_path(node))
                    .flatten(),
                gives_arguments: match calls {
                    true => {
                        part.is_some_and(|part| part.has_intrinsics) || node.named_child_count() > 1
                    }
                    false => outer.gives_arguments,
                },
                is_uncalled: here.is_uncalled,
                is_first: true,
            };
            around.push(outer);
            continue;
        }
        while !cursor.goto_next_sibling() {
            let (true, Some(outer)) = (cursor.goto_parent(), around.pop()) else {
                return;
            };
            place = outer;
        }
        place.is_first = false;
    }
}

/// Sorts references, and removes those that contain others: `"$(a)"` in a shell.
pub(super) fn sort_references(references: &mut Vec<Reference>) {
    references.sort_by_key(|reference| reference.bytes.start);
    let mut kept: Vec<Reference> = Vec::with_capacity(references.len());
    for reference in references.drain(..) {
        while kept
            .pop_if(|last| contains(&last.bytes, &reference.bytes))
            .is_some()
        {}
        let is_apart = kept
            .last()
            .is_none_or(|last| last.bytes.end <= reference.bytes.start);
        if is_apart {
            kept.push(reference);
        }
    }
    *references = kept;
}

fn contains(outer: &Range<u32>, inner: &Range<u32>) -> bool {
    outer != inner && outer.start <= inner.start && inner.end <= outer.end
}

/// Returns true if a node calls the language's import function.
fn calls_importer(walker: &Walker<'_>, node: Node<'_>) -> bool {
    let importers = walker.grammar.row.references.importers;
    if importers.is_empty() {
        return false;
    }
    let callee = match walker.grammar.part(node.kind_id()).map(|part| part.call) {
        Some(Callee::First) => node.child(0),
        Some(Callee::Field(field)) => node.child_by_field_id(field.get()),
        Some(Callee::None) | None => None,
    };
    let name = callee.and_then(|callee| walker.text.get(callee.byte_range()));
    name.is_some_and(|name| lists(importers, name))
}

/// A node as the parent of the current one: the rules for its children.
#[derive(Default)]
struct Parent<'a> {
    part: Option<&'a NodeRules>,
    /// True for a declaration with its name in the field `name`.
    declares: bool,
    /// True for a list of bound names, like Go's `a, b := …`.
    binds_list: bool,
    /// End of the last name of a called path: `a.b` of `a.b[T](c)`.
    called_end: Option<usize>,
    /// True for a call with arguments, or a part of one: `a.b x` calls `b`; `a.b` alone may not.
    gives_arguments: bool,
    /// True if it contains no calls.
    is_uncalled: bool,
    /// True for the first child.
    is_first: bool,
}

/// Role of a child in its parent.
#[derive(Default)]
struct Child {
    is_bound: bool,
    /// True if names listed in it are bound.
    binds_list: bool,
    is_called: bool,
    is_uncalled: bool,
}

impl Parent<'_> {
    /// Role of the cursor's node, a child of this one.
    fn of_child(&self, walker: &Walker<'_>, cursor: &TreeCursor<'_>) -> Child {
        let Some(part) = self.part else {
            return Child {
                is_uncalled: self.is_uncalled,
                ..Child::default()
            };
        };
        let field = match part.has_places || self.binds_list {
            true => cursor.field_id(),
            false => None,
        };
        let binds = part.binds.contains(&field);
        let is_intrinsic = part.has_intrinsics && is_lower_case(walker.text, cursor.node());
        Child {
            binds_list: binds && field.is_some(),
            is_bound: binds
                || is_intrinsic
                || (self.binds_list && field.is_none())
                || (self.declares && cursor.field_name() == Some("name")),
            is_called: match part.call {
                Callee::First => self.is_first,
                Callee::Field(called) => field == Some(called),
                Callee::None => self.called_end == Some(cursor.node().end_byte()),
            },
            is_uncalled: self.is_uncalled || part.uncalled.contains(&field),
        }
    }
}

/// End of the last name of a called path, before its type arguments.
fn end_of_path(path: Node<'_>) -> Option<usize> {
    let last = path.child_count().checked_sub(1)?;
    match path.child(last)?.kind() {
        "type_arguments" | "template_argument_list" => {
            Some(path.child(last.checked_sub(1)?)?.end_byte())
        }
        _ => Some(path.end_byte()),
    }
}

fn is_lower_case(text: &str, node: Node<'_>) -> bool {
    let name = text.get(node.byte_range()).unwrap_or_default();
    name.starts_with(|first: char| first.is_lowercase())
}

/// Returns true if a node declares the name in its field `name`. `struct a *b` only uses it.
fn declares(walker: &Walker<'_>, node: Node<'_>) -> bool {
    match walker.grammar.rule(node) {
        Rule::Declaration(Kind::Type | Kind::Macro) => true,
        Rule::Declaration(_) => {
            !walker.grammar.row.declarations.needs_body || walker.body(node).is_some()
        }
        _ => false,
    }
}

/// Ascending start offsets of the defined names.
fn defined(outline: &Outline, text: &str) -> Vec<usize> {
    let mut defined = Vec::new();
    for element in &outline.elements {
        let own = text.get(element.name_at..).unwrap_or_default();
        // `export default …` has a name that is not in the text.
        if !element.name.is_empty() && own.starts_with(&element.name) {
            defined.push(element.name_at);
        }
        defined.extend(element.definitions.iter().map(|(_, at)| *at));
    }
    defined.sort_unstable();
    defined
}

/// Maximum depth of a bound name below its binding.
const MAX_BINDING_DEPTH: usize = 24;
/// Parts of the kinds of nodes that bind variables. Names in other nodes, such as keyword arguments and keys,
/// are not references.
const BINDERS: &[&str] = &[
    "param",
    "declarator",
    "pattern",
    "lambda",
    "arrow",
    "assignment",
    "let_",
    "for_",
    "catch",
    "var_declaration",
    "expression_list",
    "named_expression",
];

/// The variable that a name binds; none at the top level of a file or type.
fn binding(walker: &Walker<'_>, name: &TreeCursor<'_>) -> Option<Binding> {
    let mut around = name.clone();
    for depth in 0..MAX_BINDING_DEPTH {
        if !around.goto_parent() {
            return None;
        }
        let node = around.node();
        let binds = |binder: &&str| node.kind().contains(*binder);
        if depth == 0 && !BINDERS.iter().any(binds) {
            return None;
        }
        match walker.grammar.rule(node) {
            Rule::Declaration(kind) if kind.has_members() => return None,
            _ if node.child_by_field_name("body").is_some() => {
                return Some(Binding {
                    name: narrow(walker.name_bytes(name.node()))?,
                    scope: narrow(node.byte_range())?,
                });
            }
            _ => {}
        }
    }
    None
}

/// A reference by name. The last comment before it ends at `comment_end`.
fn reference(
    walker: &Walker<'_>,
    bytes: Range<usize>,
    here: &Child,
    comment_end: usize,
) -> Option<Reference> {
    let text = walker.text;
    let after = text.get(bytes.end..)?;
    let bytes = unquoted(text, bytes)?;
    let name = text.get(bytes.clone())?;
    let is_name = !name.is_empty() && name != "_" && name.len() <= MAX_NAME_LEN;
    if !is_name || walker.is_keyword(name, bytes.start) {
        return None;
    }
    let row = walker.grammar.row;
    // `// As above.`: that point ends a sentence.
    let owner = owner(text.get(..bytes.start)?, row.references.member_marks)
        .filter(|owner| owner.len() >= comment_end);
    let qualifier = owner.map_or(0..0, last_word);
    Some(Reference {
        bytes: narrow(bytes)?,
        qualifier: narrow(qualifier)?,
        is_member: owner.is_some(),
        is_called: !here.is_uncalled
            && (here.is_called
                || row
                    .references
                    .call_marks
                    .iter()
                    .any(|mark| calls(after, mark))),
    })
}

/// A name without the quotes that some languages allow.
fn unquoted(text: &str, bytes: Range<usize>) -> Option<Range<usize>> {
    let name = text.get(bytes.clone())?;
    let is_quoted = ['"', '`']
        .iter()
        .any(|quote| name.len() > 2 && name.starts_with(*quote) && name.ends_with(*quote));
    Some(match is_quoted {
        true => bytes.start + 1..bytes.end - 1,
        false => bytes,
    })
}

/// Maximum length of a name.
const MAX_NAME_LEN: usize = 200;
/// Maximum length of generic arguments.
const MAX_GENERICS_LEN: usize = 120;

/// The text up to the end of a member's owner, given the text before the member's name.
fn owner<'a>(before: &'a str, marks: &[&str]) -> Option<&'a str> {
    let marked = before.trim_end();
    // `Parser.<T>parse(…)` of Java.
    let marked = match marked.ends_with('>') {
        true => before_generics(marked).unwrap_or(marked),
        false => marked,
    };
    let mark = marks.iter().find(|mark| marked.ends_with(**mark))?;
    let owner = marked.strip_suffix(mark)?;
    let is_apart = |gap: &str| !gap.is_empty() && !gap.contains('\n');
    let behind = before.get(before.trim_end().len()..)?;
    match *mark {
        // `0..rest`, `...rest`, and `f . g`, which composes or joins.
        "." if owner.ends_with('.') || is_apart(behind) => None,
        // `x -> x + 1`, `fn f() -> T`.
        "->" if !behind.is_empty() || is_apart(owner.get(owner.trim_end().len()..)?) => None,
        // `\x -> x` is a function.
        "\\" if !owner.ends_with(|last: char| last.is_alphanumeric() || last == '_') => None,
        _ => Some(owner),
    }
}

/// The bytes of the word at the end of a text, without generic arguments: `Vec` of `Vec::<u8>`.
fn last_word(text: &str) -> Range<usize> {
    let mut word = text.trim_end();
    let ends_line = text.get(word.len()..).is_some_and(|gap| gap.contains('\n'));
    if ends_line && ends_with_comment(word) {
        return 0..0;
    }
    if word.ends_with('>') {
        let Some(before) = before_generics(word) else {
            return 0..0;
        };
        word = before.strip_suffix("::").unwrap_or(before);
    }
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    let start = word
        .char_indices()
        .rev()
        .take(MAX_NAME_LEN)
        .take_while(|(_, letter)| is_part(*letter))
        .last()
        .map_or(word.len(), |(at, _)| at);
    start..word.len()
}

/// Returns true if the last line of a text ends with a comment, as between the calls of a chain.
fn ends_with_comment(text: &str) -> bool {
    let length = text.bytes().rev().take(MAX_NAME_LEN);
    let line = length.take_while(|byte| *byte != b'\n').count();
    let line = text.as_bytes().get(text.len() - line..).unwrap_or_default();
    [&b"// "[..], b"# ", b"-- ", b"*/"]
        .iter()
        .any(|mark| line.windows(mark.len()).any(|part| part == *mark))
}

/// Text before the `<` of the generic arguments that end a text.
fn before_generics(text: &str) -> Option<&str> {
    text.get(..matching_bracket(text.char_indices().rev(), '>')?)
}

/// Text after the `>` of the generic arguments that a text begins with.
fn after_generics(text: &str) -> Option<&str> {
    text.get(matching_bracket(text.char_indices(), '<')? + 1..)
}

/// Offset of the bracket that pairs with the first letter, `open`.
fn matching_bracket(letters: impl Iterator<Item = (usize, char)>, open: char) -> Option<usize> {
    let mut depth = 0usize;
    for (at, letter) in letters.take(MAX_GENERICS_LEN) {
        match letter {
            letter if letter == open => depth += 1,
            '<' | '>' => depth = depth.checked_sub(1)?,
            letter if is_generic(letter) => {}
            _ => return None,
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Returns true if the text after a name calls it: `(`, possibly after generic arguments, or a macro's `!(`.
fn calls(after: &str, mark: &str) -> bool {
    if mark != "(" {
        return after.starts_with(mark);
    }
    let generic = after.strip_prefix("::").unwrap_or(after);
    let after = match generic.starts_with('<') {
        true => after_generics(generic).unwrap_or_default(),
        false => after.strip_prefix("?.").unwrap_or(after),
    };
    after.trim_start_matches([' ', '\t']).starts_with('(')
}

/// Returns true for characters of types other than `<` and `>`.
fn is_generic(letter: char) -> bool {
    letter.is_alphanumeric()
        || matches!(
            letter,
            ' ' | ',' | '.' | ':' | '[' | ']' | '&' | '\'' | '?' | '_' | '*' | '|'
        )
}

fn narrow(bytes: Range<usize>) -> Option<Range<u32>> {
    Some(u32::try_from(bytes.start).ok()?..u32::try_from(bytes.end).ok()?)
}
