//! One walk over a tree: scope by scope, siblings in order, never into a function's code.

use super::embedded::{Embedded, Inset};
use super::grammar::{Constructors, Grammar, Rule};
use super::import::Import;
use super::outline::{self, DeclarationKind, Element, ElementKind, Outline};
use super::reference::{in_order, refer};
use super::shape::{Draft, Reader, Shape};
use std::collections::VecDeque;
use std::ops::Range;
use tree_sitter::{Node, Tree, TreeCursor};

/// Scopes that lie deeper in one another are not opened: their declarations are one element.
const DEEPEST_SCOPE: usize = 32;
/// Wrappers around a scope's elements that lie deeper in one another are not crossed.
const DEEPEST_CROSSING: usize = 32;

/// The outline of a parsed text, and of what is embedded in it.
pub(super) fn walk(tree: &Tree, embedded: &[Embedded], text: &str, grammar: &Grammar) -> Outline {
    let reader = Reader { grammar, text };
    let insets: Vec<Inset<'_>> = embedded
        .iter()
        .map(|embedded| Inset::new(embedded, text))
        .collect();
    let mut outline = Outline::default();
    let mut imported = Vec::new();
    let mut scopes = VecDeque::from([Scope::of_file(tree, &reader)]);
    // Breadth first: the elements of one scope lie side by side.
    while let Some(scope) = scopes.pop_front() {
        let first = outline.elements.len();
        let mut members = Members::new(&scope, &insets, first);
        members.read();
        let Members {
            found,
            inner,
            imports,
            bases,
            ..
        } = members;
        outline.elements.extend(found);
        for (bytes, imports) in imports {
            imported.push((bytes.start, bytes.end));
            outline.imports.extend(imports);
        }
        let range = first..outline.elements.len();
        match scope
            .element
            .and_then(|element| outline.elements.get_mut(element))
        {
            Some(element) => {
                element.members = range;
                element.bases.extend(bases);
            }
            None => outline.roots = range,
        }
        scopes.extend(inner);
    }
    imported.sort_unstable();
    refer(&mut outline, tree, &reader, &imported);
    for inset in &insets {
        refer(&mut outline, inset.tree, &inset.reader, &imported);
    }
    // What is missing in a broken text names nothing.
    let named = |import: &Import| !import.module.is_empty() || !import.name.is_empty();
    outline.imports.retain(named);
    outline.imports.sort_by_key(|import| import.at);
    in_order(&mut outline.references);
    outline
}

/// A node whose children are elements.
struct Scope<'t> {
    reader: &'t Reader<'t>,
    node: Node<'t>,
    /// Comments before its first element that the grammar left outside.
    comments: Vec<Node<'t>>,
    element: Option<usize>,
    kind: Option<DeclarationKind>,
    name: String,
    /// Comments behind it are part of what is around it, whatever the tree says.
    end: usize,
    depth: usize,
}

impl<'t> Scope<'t> {
    fn of_file(tree: &'t Tree, reader: &'t Reader<'t>) -> Self {
        Self {
            reader,
            node: tree.root_node(),
            comments: Vec::new(),
            end: reader.text.len(),
            element: None,
            kind: None,
            name: String::new(),
            depth: 0,
        }
    }
}

/// The elements of one scope, while they are read.
struct Members<'a, 't> {
    reader: &'t Reader<'t>,
    scope: &'a Scope<'t>,
    /// What is embedded in the whole text, in order.
    insets: &'t [Inset<'t>],
    first: usize,
    found: Vec<Element>,
    /// How many of the first of them are known to be comments.
    comments: usize,
    inner: Vec<Scope<'t>>,
    /// The bytes of each import, and what it brings in.
    imports: Vec<(Range<usize>, Vec<Import>)>,
    /// What its items add to what the scope's declaration inherits.
    bases: Vec<String>,
    /// The parameters that the last function takes.
    arity: usize,
    lead: Lead,
    /// Whether the text changes its language before the next element.
    apart: bool,
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
    fn new(scope: &'a Scope<'t>, insets: &'t [Inset<'t>], first: usize) -> Self {
        Self {
            reader: scope.reader,
            scope,
            insets,
            first,
            found: Vec::new(),
            comments: 0,
            inner: Vec::new(),
            imports: Vec::new(),
            bases: Vec::new(),
            arity: 0,
            lead: Lead::default(),
            apart: false,
        }
    }

    fn read(&mut self) {
        for comment in &self.scope.comments {
            self.comment(*comment);
        }
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
            let rule = self.reader.grammar.rule(node);
            if !node.is_named() && rule == Rule::Silent {
                continue;
            }
            // What it depends on is part of what is crossed.
            if level.cursor.field_name() == Some("condition") {
                continue;
            }
            let in_field = level.cursor.field_id().is_some();
            if let Some(crossed) = self.visit(node, in_field) {
                match levels.len() < DEEPEST_CROSSING {
                    true => levels.push(Level::new(crossed)),
                    false => self.push(node, Draft::items(node, Vec::new())),
                }
            }
        }
        self.part_with_comments();
        if self.reader.grammar.row.sections {
            self.found = outline::sections(std::mem::take(&mut self.found));
        }
    }

    /// The elements of embedded text are this scope's. The first begins where what is around the
    /// text does.
    fn inset(&mut self, node: Node<'t>) {
        let Ok(place) = self
            .insets
            .binary_search_by_key(&node.start_byte(), |inset| inset.start)
        else {
            return;
        };
        let Some(inset) = self.insets.get(place) else {
            return;
        };
        let scope = Scope {
            depth: self.scope.depth,
            ..Scope::of_file(inset.tree, &inset.reader)
        };
        let mut members = Members::new(&scope, &[], self.first + self.found.len());
        members.lead.start = Some(self.start_of(node));
        members.apart = true;
        members.read();
        self.lead = Lead::default();
        self.apart |= !members.found.is_empty();
        self.found.extend(members.found);
        self.inner.extend(members.inner);
        self.imports.extend(members.imports);
    }

    /// Takes a node; gives back what to cross.
    fn visit(&mut self, node: Node<'t>, in_field: bool) -> Option<Node<'t>> {
        match self.reader.grammar.rule(node) {
            Rule::Comment if node.start_byte() >= self.scope.end => {}
            Rule::Comment => self.comment(node),
            Rule::Preamble => self.preamble(node),
            Rule::Attribute => self.attribute(node),
            Rule::Embedded => self.inset(node),
            Rule::Closing => self.part_with_comments(),
            Rule::Silent | Rule::Body => {}
            // A name, a condition, a base class: part of what is crossed.
            Rule::Statement if in_field => {}
            _ if self.reader.is_include_guard(node) => {}
            _ => match self.reader.shape(node) {
                Shape::Nothing => {}
                Shape::Closing => self.part_with_comments(),
                Shape::Preamble if self.opens_scope() => self.preamble(node),
                Shape::Preamble => self.push(node, Draft::items(node, Vec::new())),
                Shape::Attribute => self.attribute(node),
                Shape::Docs => {
                    self.attribute(node);
                    self.lead
                        .comments
                        .push(self.reader.trimmed(node.byte_range()));
                }
                Shape::Element(draft) => self.push(node, draft),
                Shape::Until(draft, end, rest) => {
                    self.push(node, draft);
                    self.end_last_at(end);
                    return Some(rest);
                }
                Shape::Cross(crossed) => {
                    self.part_with_distant_docs(node.start_byte());
                    // `} else {` stays with what it ends, `;(function () {` does not.
                    if !self.reader.is_behind_code(node) {
                        self.lead.start = Some(self.start_of(node));
                    }
                    return Some(crossed);
                }
            },
        }
        None
    }

    fn comment(&mut self, node: Node<'t>) {
        let bytes = self.reader.trimmed(node.byte_range());
        let text = self.reader.text.get(bytes.clone()).unwrap_or_default();
        let inner_docs = self.reader.grammar.row.inner_docs;
        if inner_docs.iter().any(|mark| text.starts_with(mark)) {
            return self.preamble(node);
        }
        let trailing_docs = self.reader.grammar.row.trailing_docs;
        if trailing_docs.iter().any(|mark| text.starts_with(mark))
            && self.lead.comments.is_empty()
            && let Some(last) = self.found.last_mut()
        {
            return last.document(bytes);
        }
        // A comment behind code is part of what that belongs to: `}  // namespace`.
        if !self.reader.begins_line(node) && self.lead.comments.is_empty() {
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
        let bytes = self.reader.trimmed(node.byte_range());
        self.found.push(Element::comment(bytes));
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

    /// As above, before what comments can be about: docs (`/** … */`) reach over one blank line,
    /// except from the top of a file, where it speaks for that.
    fn part_with_distant_docs(&mut self, next: usize) {
        let first = self.lead.comments.first().cloned();
        let text = first.and_then(|first| self.reader.text.get(first));
        let docs = self.reader.grammar.row.docs.iter();
        let is_docs = text.is_some_and(|text| docs.clone().any(|mark| text.starts_with(mark)));
        let at_top = self.scope.element.is_none() && self.found.is_empty();
        if !is_docs || at_top || self.documents_last() || self.line_breaks_before(next) > 2 {
            self.part_with_distant_comments(next);
        }
    }

    fn line_breaks_before(&self, next: usize) -> usize {
        let last = self.lead.comments.last().map_or(next, |last| last.end);
        let between = self.reader.text.get(last..next).unwrap_or_default();
        between.bytes().filter(|byte| *byte == b'\n').count()
    }

    /// Whether nothing but comments came so far.
    fn opens_scope(&mut self) -> bool {
        let known = self.comments.min(self.found.len());
        let others = self.found.get(known..).unwrap_or_default().iter();
        let more = others.take_while(|element| element.kind == ElementKind::Comment);
        self.comments = known + more.count();
        self.comments == self.found.len()
    }

    fn part_with_comments(&mut self) {
        let documents_last = self.lead.start.is_none() && self.documents_last();
        self.lead.start = None;
        let comments = std::mem::take(&mut self.lead.comments);
        let (Some(first), Some(last)) = (comments.first(), comments.last()) else {
            return;
        };
        let bytes = first.start..last.end;
        match self.found.last_mut() {
            Some(element) if documents_last => element.document(bytes),
            _ => self.found.push(Element::comment(bytes)),
        }
    }

    /// Whether comments are about the element before them, where they are not about what follows.
    fn documents_last(&self) -> bool {
        let marks = self.reader.grammar.row.touching_docs;
        let (Some(last), Some(first)) = (self.found.last(), self.lead.comments.first()) else {
            return false;
        };
        let text = self.reader.text;
        let docs = text.get(first.clone()).unwrap_or_default();
        let between = text.get(last.bytes.end..first.start).unwrap_or_default();
        last.kind != ElementKind::Comment
            && marks.iter().any(|mark| docs.starts_with(mark))
            && between.matches('\n').count() <= 1
    }

    fn push(&mut self, node: Node<'t>, draft: Draft<'t>) {
        self.part_with_distant_docs(node.start_byte());
        let Draft {
            kind,
            mut name,
            inner,
            head,
            body,
            mut definitions,
            mut bases,
        } = draft;
        let kind = self.placed(kind, &name.own);
        let opens = matches!(kind, ElementKind::Declaration(kind) if kind.has_members());
        if kind == ElementKind::Items && !name.own.is_empty() {
            definitions.push((std::mem::take(&mut name.own), name.at));
        }
        let grammar = self.reader.grammar;
        match kind {
            ElementKind::Declaration(_) => {
                definitions.extend((grammar.row.fields)(self.reader, inner));
                bases.splice(0..0, (grammar.row.bases_of)(self.reader, inner));
            }
            _ => self.bases.append(&mut bases),
        }
        if kind == ElementKind::Import {
            let imports = (grammar.row.imports)(self.reader, inner);
            // What stands around imports, like `try:`, is looked through for them later.
            if grammar.rule(inner) == Rule::Import || !imports.is_empty() {
                self.imports.push((inner.byte_range(), imports));
            }
        }
        let docs = match body.and_then(|body| (grammar.row.docstring)(self.reader, body)) {
            Some(docstring) => docstring.byte_range(),
            None => self.docs(inner),
        };
        let behind = self.reader.comments_behind(node);
        let end = behind.first().map(|comment| comment.start_byte());
        let end = self
            .reader
            .trimmed(node.start_byte()..end.unwrap_or(node.end_byte()))
            .end;
        let element = Element {
            kind,
            bytes: self.start_of(node)..end,
            path: name.path,
            name: name.own,
            name_at: name.at,
            signature: match kind {
                ElementKind::Declaration(_) => {
                    self.reader.signature(node, inner, head, body, &docs)
                }
                _ => 0..0,
            },
            docs,
            bases,
            definitions,
            members: 0..0,
            apart: std::mem::take(&mut self.apart),
        };
        self.lead = Lead::default();
        if let Some(body) = body.filter(|_| opens && self.scope.depth < DEEPEST_SCOPE) {
            self.inner.push(Scope {
                reader: self.reader,
                node: body,
                comments: self.reader.comments_before(body, inner),
                element: Some(self.first + self.found.len()),
                kind: match element.kind {
                    ElementKind::Declaration(kind) => Some(kind),
                    _ => None,
                },
                name: element.name.clone(),
                end,
                depth: self.scope.depth + 1,
            });
        }
        self.add(element, inner);
        for comment in behind {
            if comment.start_byte() < self.scope.end {
                self.comment(comment);
            }
        }
    }

    /// Adds an element, or joins it with the one before when both are clauses of one function.
    fn add(&mut self, element: Element, inner: Node<'t>) {
        let Some(arity) = self.reader.grammar.row.clauses else {
            return self.found.push(element);
        };
        let before = std::mem::replace(&mut self.arity, arity(self.reader, inner));
        match self.found.last_mut() {
            Some(last) if before == self.arity && element.is_clause_of(last) => {
                last.bytes.end = element.bytes.end;
                last.definitions.push((element.name, element.name_at));
            }
            _ => self.found.push(element),
        }
    }

    /// Ends the last element before the end of its node.
    fn end_last_at(&mut self, end: usize) {
        if let Some(last) = self.found.last_mut() {
            let text = self.reader.text.get(last.bytes.start..end);
            let length = text.map_or(0, |text| text.trim_end().len());
            last.bytes.end = last.bytes.start + length;
        }
    }

    /// What an element is because of where it stands.
    fn placed(&self, kind: ElementKind, name: &str) -> ElementKind {
        let Some(around) = self.scope.kind.filter(|around| around.has_methods()) else {
            return kind;
        };
        let row = self.reader.grammar.row;
        match kind {
            // `type Output = X;` of an `impl`.
            ElementKind::Declaration(DeclarationKind::Type)
                if matches!(around, DeclarationKind::Impl | DeclarationKind::Trait) =>
            {
                ElementKind::Items
            }
            ElementKind::Declaration(DeclarationKind::Method)
                if around == DeclarationKind::Interface && row.flat_interfaces =>
            {
                ElementKind::Items
            }
            ElementKind::Declaration(DeclarationKind::Function) => {
                let constructs = match row.constructors {
                    Constructors::Named(names) => names.contains(&name),
                    Constructors::LikeType => name == self.scope.name,
                };
                ElementKind::Declaration(match constructs {
                    true => DeclarationKind::Constructor,
                    false => DeclarationKind::Method,
                })
            }
            _ => kind,
        }
    }

    /// The comments before a declaration, or the one that it begins with.
    fn docs(&self, inner: Node<'t>) -> Range<usize> {
        match (self.lead.comments.first(), self.lead.comments.last()) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => inner
                .named_child(0)
                .filter(|child| self.reader.grammar.rule(*child) == Rule::Comment)
                .filter(|child| child.start_byte() == inner.start_byte())
                .map_or(0..0, |child| child.byte_range()),
        }
    }
}
