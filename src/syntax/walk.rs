//! One walk over a tree: scope by scope, siblings in order, never into a function's code.

use super::grammar::{Grammar, Naming, Rule};
use super::outline::{DeclarationKind, Element, ElementKind, Outline};
use super::shape::{Draft, Reader, Shape};
use std::collections::VecDeque;
use std::ops::Range;
use tree_sitter::{Node, Tree, TreeCursor};

/// Scopes that lie deeper in one another are not opened: their declarations are one element.
const DEEPEST_SCOPE: usize = 32;
/// Wrappers around a scope's elements that lie deeper in one another are not crossed.
const DEEPEST_CROSSING: usize = 32;

/// The outline of a parsed text.
pub(super) fn walk(tree: &Tree, text: &str, grammar: &Grammar) -> Outline {
    let reader = Reader { grammar, text };
    let mut outline = Outline::default();
    let mut scopes = VecDeque::from([Scope {
        node: tree.root_node(),
        element: None,
        kind: None,
        name: String::new(),
        depth: 0,
    }]);
    // Breadth first: the elements of one scope lie side by side.
    while let Some(scope) = scopes.pop_front() {
        let first = outline.elements.len();
        let mut members = Members::new(&reader, &scope, first);
        members.read();
        let Members { found, inner, .. } = members;
        outline.elements.extend(found);
        let range = first..outline.elements.len();
        match scope
            .element
            .and_then(|element| outline.elements.get_mut(element))
        {
            Some(element) => element.members = range,
            None => outline.roots = range,
        }
        scopes.extend(inner);
    }
    outline
}

/// A node whose children are elements.
struct Scope<'t> {
    node: Node<'t>,
    element: Option<usize>,
    kind: Option<DeclarationKind>,
    name: String,
    depth: usize,
}

/// The elements of one scope, while they are read.
struct Members<'a, 't> {
    reader: &'a Reader<'a>,
    scope: &'a Scope<'t>,
    first: usize,
    found: Vec<Element>,
    inner: Vec<Scope<'t>>,
    lead: Lead,
}

/// What was read and belongs to the element that follows, if it touches that.
#[derive(Default)]
struct Lead {
    /// The start of attributes and of what was crossed: they belong to what follows in any case.
    start: Option<usize>,
    /// Comments without a blank line between them.
    comments: Vec<Range<usize>>,
}

/// A node whose children are being read.
struct Level<'t> {
    node: Node<'t>,
    cursor: TreeCursor<'t>,
    entered: bool,
}

impl<'t> Level<'t> {
    fn new(node: Node<'t>) -> Self {
        Self {
            node,
            cursor: node.walk(),
            entered: false,
        }
    }

    fn advance(&mut self) -> bool {
        if self.entered {
            return self.cursor.goto_next_sibling();
        }
        self.entered = true;
        self.cursor.goto_first_child()
    }
}

impl<'a, 't> Members<'a, 't> {
    fn new(reader: &'a Reader<'a>, scope: &'a Scope<'t>, first: usize) -> Self {
        Self {
            reader,
            scope,
            first,
            found: Vec::new(),
            inner: Vec::new(),
            lead: Lead::default(),
        }
    }

    fn read(&mut self) {
        let mut levels = vec![Level::new(self.scope.node)];
        while let Some(level) = levels.last_mut() {
            if !level.advance() {
                // What was crossed is behind; only what did not parse may be the beginning of
                // what follows.
                if !level.node.is_error() {
                    self.lead.start = None;
                }
                levels.pop();
                continue;
            }
            let node = level.cursor.node();
            if !node.is_named() && !node.is_error() {
                continue;
            }
            let in_field = level.cursor.field_id().is_some();
            let within = level.node;
            if let Some(crossed) = self.visit(node, within, in_field) {
                match levels.len() < DEEPEST_CROSSING {
                    true => levels.push(Level::new(crossed)),
                    false => self.push(node, Draft::items(node, Vec::new())),
                }
            }
        }
        self.part_with_comments();
    }

    /// Takes a node; gives back what to cross.
    fn visit(&mut self, node: Node<'t>, within: Node<'t>, in_field: bool) -> Option<Node<'t>> {
        match self.reader.grammar.rule(node) {
            Rule::Comment => self.comment(node),
            Rule::Preamble => self.preamble(node),
            Rule::Attribute => self.attribute(node),
            Rule::Silent | Rule::Body => {}
            // A name, a condition, a base class: part of what is crossed.
            Rule::Statement if in_field => {}
            _ if self.reader.is_include_guard(node, within) => {}
            Rule::Binding if self.opens_scope() && self.reader.is_string_statement(node) => {
                self.preamble(node);
            }
            _ => match self.reader.shape(node) {
                Shape::Nothing => {}
                Shape::Element(draft) => self.push(node, draft),
                Shape::Cross(crossed) => {
                    self.part_with_distant_docs(node.start_byte());
                    self.lead.start = Some(self.start_of(node));
                    return Some(crossed);
                }
            },
        }
        None
    }

    fn comment(&mut self, node: Node<'t>) {
        let bytes = self.trimmed(node);
        let text = self.reader.text.get(bytes.clone()).unwrap_or_default();
        if ["//!", "/*!"].iter().any(|mark| text.starts_with(mark))
            && self.reader.grammar.row.naming == Naming::Rust
        {
            return self.preamble(node);
        }
        // A comment behind code is part of what that belongs to: `}  // namespace`.
        let before = self.reader.text.get(..bytes.start).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        if !line.trim().is_empty() && self.lead.comments.is_empty() {
            match self.found.last_mut() {
                _ if self.lead.start.is_some() => return,
                Some(last) => {
                    last.bytes.end = last.bytes.end.max(bytes.end);
                    return;
                }
                None => {}
            }
        }
        self.part_with_distant_comments(bytes.start);
        self.lead.comments.push(bytes);
    }

    /// A comment that is never part of the next declaration.
    fn preamble(&mut self, node: Node<'t>) {
        self.part_with_comments();
        let bytes = self.trimmed(node);
        self.found.push(comment(bytes));
    }

    fn attribute(&mut self, node: Node<'t>) {
        self.part_with_distant_docs(node.start_byte());
        self.lead.start = Some(self.start_of(node));
    }

    /// Where an element begins whose own node is `node`.
    fn start_of(&self, node: Node<'t>) -> usize {
        let comments = self.lead.comments.first().map(|first| first.start);
        let start = self.lead.start.into_iter().chain(comments).min();
        start.unwrap_or(node.start_byte()).min(node.start_byte())
    }

    /// Comments with a blank line behind them stand for themselves, unless attributes or
    /// something crossed come before them.
    fn part_with_distant_comments(&mut self, next: usize) {
        if self.lead.start.is_none() && self.line_breaks_before(next) > 1 {
            self.part_with_comments();
        }
    }

    /// As above, before what comments can be about: `/** … */` reaches over one blank line,
    /// except from the top of a file, where it speaks for that.
    fn part_with_distant_docs(&mut self, next: usize) {
        let first = self.lead.comments.first().cloned();
        let text = first.and_then(|first| self.reader.text.get(first));
        let is_docs = text.is_some_and(|text| text.starts_with("/**"));
        let at_top = self.scope.element.is_none() && self.found.is_empty();
        if !is_docs || at_top || self.line_breaks_before(next) > 2 {
            self.part_with_distant_comments(next);
        }
    }

    fn line_breaks_before(&self, next: usize) -> usize {
        let last = self.lead.comments.last().map_or(next, |last| last.end);
        let between = self.reader.text.get(last..next).unwrap_or_default();
        between.bytes().filter(|byte| *byte == b'\n').count()
    }

    /// Whether nothing but comments came so far.
    fn opens_scope(&self) -> bool {
        let mut found = self.found.iter();
        found.all(|element| element.kind == ElementKind::Comment)
    }

    fn part_with_comments(&mut self) {
        self.lead.start = None;
        let comments = std::mem::take(&mut self.lead.comments);
        if let (Some(first), Some(last)) = (comments.first(), comments.last()) {
            self.found.push(comment(first.start..last.end));
        }
    }

    fn push(&mut self, node: Node<'t>, draft: Draft<'t>) {
        self.part_with_distant_docs(node.start_byte());
        let Draft {
            kind,
            mut name,
            inner,
            body,
            mut definitions,
        } = draft;
        let kind = self.placed(kind, &name.own);
        let opens = matches!(kind, ElementKind::Declaration(kind) if kind.has_members());
        if kind == ElementKind::Items && !name.own.is_empty() {
            definitions.push((std::mem::take(&mut name.own), name.at));
        }
        let docs = match body.and_then(|body| self.reader.docstring(body)) {
            Some(docstring) => docstring.byte_range(),
            None => self.docs(),
        };
        let element = Element {
            kind,
            bytes: self.start_of(node)..self.trimmed(node).end,
            path: name.path,
            name: name.own,
            name_at: name.at,
            docs,
            signature: match kind {
                ElementKind::Declaration(_) => self.signature(node, inner, body),
                _ => 0..0,
            },
            definitions,
            members: 0..0,
        };
        self.lead = Lead::default();
        if let Some(body) = body.filter(|_| opens && self.scope.depth < DEEPEST_SCOPE) {
            self.inner.push(Scope {
                node: body,
                element: Some(self.first + self.found.len()),
                kind: match element.kind {
                    ElementKind::Declaration(kind) => Some(kind),
                    _ => None,
                },
                name: element.name.clone(),
                depth: self.scope.depth + 1,
            });
        }
        self.found.push(element);
    }

    /// What an element is because of where it stands.
    fn placed(&self, kind: ElementKind, name: &str) -> ElementKind {
        let Some(around) = self.scope.kind.filter(|around| around.has_methods()) else {
            return kind;
        };
        match kind {
            // `type Output = X;` of an `impl`.
            ElementKind::Declaration(DeclarationKind::Type)
                if matches!(around, DeclarationKind::Impl | DeclarationKind::Trait) =>
            {
                ElementKind::Items
            }
            ElementKind::Declaration(DeclarationKind::Function) => {
                let constructs = name == "__init__"
                    || (self.reader.grammar.row.naming == Naming::Declarator
                        && name == self.scope.name);
                ElementKind::Declaration(match constructs {
                    true => DeclarationKind::Constructor,
                    false => DeclarationKind::Method,
                })
            }
            _ => kind,
        }
    }

    fn docs(&self) -> Range<usize> {
        match (self.lead.comments.first(), self.lead.comments.last()) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => 0..0,
        }
    }

    /// From the wrappers to the body, without decorators.
    fn signature(&self, node: Node<'t>, inner: Node<'t>, body: Option<Node<'t>>) -> Range<usize> {
        let mut cursor = node.walk();
        let start = node
            .named_children(&mut cursor)
            .take_while(|child| child.start_byte() < inner.end_byte())
            .filter(|child| self.reader.grammar.rule(*child) == Rule::Attribute)
            .map(|attribute| attribute.end_byte())
            .max()
            .unwrap_or(node.start_byte());
        let mut end = body.map_or(node.end_byte(), |body| body.start_byte());
        if let Some(body) = body.filter(|body| self.reader.grammar.rule(*body) == Rule::Body) {
            let text = self.reader.text.get(body.byte_range()).unwrap_or_default();
            end += text.find('{').unwrap_or(0);
        }
        let text = self.reader.text.get(start..end).unwrap_or_default();
        let start = end - text.trim_start().len().min(end);
        let end = start + text.trim().len();
        start..end
    }

    /// A node's bytes without the line break that some grammars count as part of a comment.
    fn trimmed(&self, node: Node<'t>) -> Range<usize> {
        let bytes = node.byte_range();
        let text = self.reader.text.get(bytes.clone()).unwrap_or_default();
        bytes.start..bytes.start + text.trim_end().len()
    }
}

fn comment(bytes: Range<usize>) -> Element {
    Element {
        kind: ElementKind::Comment,
        name_at: bytes.start,
        bytes,
        path: Vec::new(),
        name: String::new(),
        docs: 0..0,
        signature: 0..0,
        definitions: Vec::new(),
        members: 0..0,
    }
}
