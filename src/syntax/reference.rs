//! References to names, and imports at any depth: one walk over all nodes.
//!
//! Principal types: [`Reference`] and [`Binding`]. Invariant: a reference is a name in the text, not a
//! resolved declaration: `context::relation` resolves it.

use super::grammar::NodeRules;
use super::kind::Kind;
use super::naming::{MAX_NAME_LEN, unquoted};
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
    if !walker.grammar.has_references {
        return;
    }
    let mut search = ReferenceSearch {
        defined: defined(outline, walker.text),
        outline,
        walker,
        imported,
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
        while !cursor.goto_next_sibling() {
            let (true, Some(outer)) = (cursor.goto_parent(), around.pop()) else {
                return;
            };
            parent = outer;
        }
        parent.has_first = true;
    }
}

/// The outline that references are added to, during the walk.
struct ReferenceSearch<'a> {
    outline: &'a mut Outline,
    walker: &'a Walker<'a>,
    imported: &'a [(usize, usize)],
    /// Ascending start offsets of the defined names.
    defined: Vec<usize>,
    /// End of the last comment.
    comment_end: usize,
}

impl ReferenceSearch<'_> {
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
        let here = parent.child(walker, cursor, node, part);
        let may_import = rule == Rule::Import
            || here.has(|part| part.is_importing)
            || calls_importer(walker, node);
        let range = (bytes.start, bytes.end);
        let mut is_import = self.imported.binary_search(&range).is_ok() && node.is_named();
        if may_import && !is_import {
            let imports = (walker.grammar.row.hooks.imports)(walker, node);
            is_import = rule == Rule::Import || !imports.is_empty();
            self.outline.imports.extend(imports);
        }
        match rule {
            Rule::Comment => self.comment_end = bytes.end,
            Rule::Wrapper | Rule::Special => {
                let exports = (walker.grammar.row.hooks.exports)(walker, node);
                self.outline.exports.extend(exports);
            }
            _ => {}
        }
        if is_import || rule == Rule::Comment {
            return None;
        }
        let is_name = here.has(|part| part.is_name);
        if is_name && self.defined.binary_search(&bytes.start).is_err() {
            let name = walker.name_bytes(node);
            let hooks = &walker.grammar.row.hooks;
            if here.has(|part| part.has_words) {
                for word in (hooks.words)(walker, cursor) {
                    let found = reference(walker, word, &here, self.comment_end);
                    self.outline.references.extend(found);
                }
            } else if here.is_bound && (parent.scope.is_none() || (hooks.is_local)(cursor)) {
                self.outline.bindings.extend(parent.binding(name));
            } else {
                let found = reference(walker, name, &here, self.comment_end);
                self.outline.references.extend(found);
            }
        }
        (!is_leaf).then(|| NodeContext {
            scope: parent.scope_of_child(walker, node, rule),
            ..here
        })
    }
}

/// Sorts references, and removes those that contain others: `"$(a)"` in a shell.
pub(super) fn sort_references(references: &mut Vec<Reference>) {
    references.sort_by_key(|reference| reference.bytes.start);
    let mut kept: Vec<Reference> = Vec::with_capacity(references.len());
    for reference in references.drain(..) {
        let new = &reference.bytes;
        let holds = |last: &mut Reference| last.bytes != *new && new.end <= last.bytes.end;
        while kept.pop_if(holds).is_some() {}
        if kept.last().is_none_or(|last| last.bytes.end <= new.start) {
            kept.push(reference);
        }
    }
    *references = kept;
}

/// Returns true if a node calls the language's import function.
fn calls_importer(walker: &Walker<'_>, node: Node<'_>) -> bool {
    let importers = walker.grammar.row.references.importers;
    let callee = || match walker.grammar.part(node.kind_id())?.call.first()? {
        None => node.child(0),
        Some(field) => node.child_by_field_id(field.get()),
    };
    let name = || walker.text.get(callee()?.byte_range());
    !importers.is_empty() && name().is_some_and(|name| lists(importers, name))
}

/// The rules of a node's kind; none for an error node.
type Rules = Option<&'static NodeRules>;

/// A node: its role in its parent, and rules for its children.
#[derive(Default)]
struct NodeContext {
    part: Rules,
    /// True for a declaration with its name in the field `name`.
    declares: bool,
    is_bound: bool,
    /// True for a list of bound names, like Go's `a, b := …`.
    binds_list: bool,
    is_called: bool,
    /// End of the last name of a called path: `a.b` of `a.b[T](c)`.
    called_end: Option<usize>,
    /// True for a call with arguments, or a part of one: `a.b x` calls `b`; `a.b` alone may not.
    gives_arguments: bool,
    /// True if it contains no calls.
    is_uncalled: bool,
    /// True after its first child.
    has_first: bool,
    /// The scope of names that it binds; none at the top of a file and directly in a type.
    scope: Option<BindingScope>,
}

/// The node in which variables are visible.
#[derive(Clone, Copy)]
struct BindingScope {
    start: usize,
    end: usize,
    /// Maximum depth of names below here.
    depth: usize,
}

impl NodeContext {
    fn has(&self, property: impl Fn(&NodeRules) -> bool) -> bool {
        self.part.is_some_and(property)
    }

    /// The cursor's node, a child of this one.
    fn child(
        &self,
        walker: &Walker<'_>,
        cursor: &TreeCursor<'_>,
        node: Node<'_>,
        part: Rules,
    ) -> Self {
        // In a long list, which is deeply nested without visible nodes, each lookup takes as long as the list.
        let field = || cursor.field_id();
        let is_call = part.is_some_and(|part| !part.call.is_empty());
        let is_intrinsic = || {
            let name = walker.text.get(node.byte_range());
            name.is_some_and(|name| name.starts_with(char::is_lowercase))
        };
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
                || (self.declares
                    && field().is_some_and(|it| Some(it) == walker.grammar.name_field))
                || (self.has(|part| part.has_intrinsics) && is_intrinsic()),
            // In Swift, the type of a parameter has the field of the name, too.
            binds_list: binds && field().is_some() && !node.kind().ends_with("_type"),
            is_called,
            called_end: (is_called && !is_call && self.gives_arguments)
                .then(|| end_of_path(node))
                .flatten(),
            gives_arguments: match is_call {
                true => part.is_some_and(|it| it.has_intrinsics) || node.named_child_count() > 1,
                false => self.gives_arguments,
            },
            is_uncalled: self.is_uncalled
                || self.has(|part| !part.uncalled.is_empty() && part.uncalled.contains(&field())),
            has_first: false,
            scope: None,
        }
    }

    /// The scope of names that a child of this node binds.
    fn scope_of_child(
        &self,
        walker: &Walker<'_>,
        node: Node<'_>,
        rule: Rule,
    ) -> Option<BindingScope> {
        let body = walker.grammar.body_field;
        match rule {
            Rule::Declaration(kind) if kind.has_members() => None,
            _ if matches!(rule, Rule::Declaration(kind) if kind.has_code())
                || body.is_some_and(|body| node.child_by_field_id(body.get()).is_some()) =>
            {
                Some(BindingScope {
                    start: node.start_byte(),
                    end: node.end_byte(),
                    depth: MAX_BINDING_DEPTH,
                })
            }
            _ => {
                let outer = self.scope.filter(|outer| outer.depth > 1)?;
                let depth = outer.depth - 1;
                Some(BindingScope { depth, ..outer })
            }
        }
    }

    /// The variable that a name in this node binds.
    fn binding(&self, name: Range<usize>) -> Option<Binding> {
        let scope = self.scope.filter(|_| self.has(|part| part.is_binder))?;
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
    let needs_body = walker.grammar.row.declarations.needs_body;
    match part.rule {
        Rule::Declaration(Kind::Type | Kind::Macro) => true,
        Rule::Declaration(_) => !needs_body || walker.body(node).is_some(),
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

/// Maximum depth of a bound name below its scope.
const MAX_BINDING_DEPTH: usize = 24;

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
    let name = unquoted(quoted);
    let start = bytes.start + (quoted.len() - name.len()) / 2;
    let is_name = !name.is_empty() && name != "_" && name.len() <= MAX_NAME_LEN;
    if !is_name || walker.is_keyword(name, start) {
        return None;
    }
    let rules = &walker.grammar.row.references;
    // `// As above.`: this period ends a sentence.
    let owner = owner(text.get(..start)?, rules.member_marks);
    let owner = owner.filter(|owner| owner.len() >= comment_end);
    // A comment may separate the calls of a chain.
    let named = owner.filter(|owner| owner.trim_end().len() > comment_end);
    let is_marked = || rules.call_marks.iter().any(|mark| calls(after, mark));
    Some(Reference {
        bytes: narrow(start..start + name.len())?,
        qualifier: narrow(named.map_or(0..0, last_word))?,
        is_member: owner.is_some(),
        is_called: !here.is_uncalled && (here.is_called || is_marked()),
    })
}

/// Maximum length of generic arguments.
const MAX_GENERICS_LEN: usize = 120;

/// The text up to the end of a member's owner, given the text before the member's name.
fn owner<'a>(before: &'a str, marks: &[&str]) -> Option<&'a str> {
    let marked = before.trim_end();
    // `Parser.<T>parse(…)` of Java.
    let marked = before_generics(marked).unwrap_or(marked);
    let mark = marks.iter().find(|mark| marked.ends_with(**mark))?;
    let owner = marked.strip_suffix(mark)?;
    let is_apart = |gap: &str| !gap.is_empty() && !gap.contains('\n');
    let space = before.get(before.trim_end().len()..)?;
    match *mark {
        // `0..rest`, `...rest`, and `f . g`, which composes or joins.
        "." if owner.ends_with('.') || is_apart(space) => None,
        // `x -> x + 1`, `fn f() -> T`.
        "->" if !space.is_empty() || is_apart(owner.get(owner.trim_end().len()..)?) => None,
        // `\x -> x` is a function.
        "\\" if !owner.ends_with(is_part_of_name) => None,
        _ => Some(owner),
    }
}

/// The bytes of the word at the end of a text, without generic arguments: `Vec` of `Vec::<u8>`.
fn last_word(text: &str) -> Range<usize> {
    let word = before_generics(text.trim_end()).unwrap_or_default();
    let word = word.strip_suffix("::").unwrap_or(word);
    let letters = word.char_indices().rev().take(MAX_NAME_LEN + 1);
    let name = letters.take_while(|(_, letter)| is_part_of_name(*letter));
    name.last().map_or(word.len(), |(start, _)| start)..word.len()
}

fn is_part_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '$')
}

/// The text before the generic arguments that end a text; without them, the whole text.
fn before_generics(text: &str) -> Option<&str> {
    match text.ends_with('>') {
        true => text.get(..matching_bracket(text.char_indices().rev(), '>')?),
        false => Some(text),
    }
}

/// Offset of the bracket that pairs with the first letter, `open`.
fn matching_bracket(letters: impl Iterator<Item = (usize, char)>, open: char) -> Option<usize> {
    let mut depth = 0usize;
    for (at, letter) in letters.take(MAX_GENERICS_LEN) {
        match letter {
            letter if letter == open => depth += 1,
            '<' | '>' => depth = depth.checked_sub(1)?,
            letter if letter.is_alphanumeric() || " ,.:[]&'?_*|".contains(letter) => {}
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
    let generic = after.strip_prefix("::").unwrap_or(after);
    let after = match generic.starts_with('<') {
        _ if mark != "(" => after,
        true => matching_bracket(generic.char_indices(), '<')
            .and_then(|end| generic.get(end + 1..))
            .unwrap_or_default(),
        false => after.strip_prefix("?.").unwrap_or(after),
    };
    after.trim_start_matches([' ', '\t']).starts_with(mark)
}

fn narrow(bytes: Range<usize>) -> Option<Range<u32>> {
    Some(u32::try_from(bytes.start).ok()?..u32::try_from(bytes.end).ok()?)
}
