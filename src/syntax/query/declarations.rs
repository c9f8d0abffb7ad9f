//! Declarations by the query of a language: the shape of a node, its bases and the names it defines.
//!
//! Principal type: [`Matches`]. The walk calls [`shape()`] for nodes of [`Rule::Special`], and
//! [`declaration()`] for kinds with a rule.

use super::captures::{captured, matches_in, word};
use super::compiled::{definition, is_role};
use crate::syntax::kind::Kind;
use crate::syntax::name::{Name, shortened};
use crate::syntax::naming::base_type;
use crate::syntax::outline::ElementKind;
use crate::syntax::row::{Constructors, Rule, lists};
use crate::syntax::shape::{RawElement, Shape};
use crate::syntax::walker::Walker;
use tree_sitter::Node;

/// Maximum number of nodes around a declaration or a value.
const MAX_WRAPPERS: usize = 8;

/// The shape of a node by its language's query; if no pattern matches, an item with the names that the
/// row's targets lead to.
pub(in crate::syntax) fn shape<'t>(walker: &Walker<'_>, mut node: Node<'t>) -> Shape<'t> {
    let outer = node;
    let mut beside = Vec::new();
    for _ in 0..MAX_WRAPPERS {
        if node != outer && matches!(walker.grammar.rule(node), Rule::Declaration(_)) {
            let mut shape = walker.shape(node);
            if let Shape::Element(draft) = &mut shape {
                draft.definitions.extend(beside);
            }
            return shape;
        }
        let found = Matches::on(walker, node);
        let Some((role, at)) = found.role else { break };
        if role == "wraps" {
            beside.extend(found.defined(walker));
            node = at;
            continue;
        }
        if role == "binds" {
            let Some(name) = found.name(walker, || None) else {
                break;
            };
            let definition = (name.own.clone(), name.at);
            let declared = bound(walker, at, name, outer);
            let item = || RawElement::items(outer, vec![definition]);
            return Shape::Element(declared.unwrap_or_else(item));
        }
        return match found.shape(walker, role, node, at) {
            // Only a declaration overrides its wrappers.
            Shape::Element(draft) if node != outer && draft.kind == ElementKind::Items => {
                Shape::Element(RawElement::items(outer, draft.definitions))
            }
            shape => shape,
        };
    }
    walker.items(outer)
}

/// A declaration by the fields of its node, and by the patterns for its kind.
pub(in crate::syntax) fn declaration<'t>(
    walker: &Walker<'_>,
    kind: Kind,
    node: Node<'t>,
) -> RawElement<'t> {
    let found = Matches::refining(walker, node);
    let name = found.name(walker, || Some(walker.declarator(node)));
    let name = name.unwrap_or_default();
    let like_type = !matches!(walker.grammar.row.constructors, Constructors::Named(_));
    let kind = match (found.kind().unwrap_or(kind), name.path.last()) {
        (Kind::Function, Some(owner)) if like_type && *owner == name.own => Kind::Constructor,
        // A function bound in an object is a method of it.
        (Kind::Function, Some(_)) => Kind::Method,
        (kind, _) => kind,
    };
    found.draft(walker, kind, name, node)
}

/// The declaration of the name that a node binds to a value, if the value is a function or class.
pub(in crate::syntax) fn bound<'t>(
    walker: &Walker<'_>,
    mut value: Node<'t>,
    name: Name,
    node: Node<'t>,
) -> Option<RawElement<'t>> {
    for _ in 0..MAX_WRAPPERS {
        let found = Matches::on(walker, value);
        if let Some(inner) = found.first("bound") {
            value = inner;
            continue;
        }
        let (kind, body) = found.captures.iter().find_map(|(capture, body)| {
            let kind = Kind::named(capture.strip_prefix("bound.")?)?;
            Some((kind, *body))
        })?;
        // A function bound in an object is a method of it.
        let is_method = kind == Kind::Function && !name.path.is_empty();
        let kind = if is_method { Kind::Method } else { kind };
        return Some(RawElement {
            bases: found.bases(walker),
            ..RawElement::declaration(kind, name, node).with_body(Some(body))
        });
    }
    None
}

/// The kind that a pattern for a wrapper gives to the declaration in it.
pub(in crate::syntax) fn wrapped_kind(walker: &Walker<'_>, node: Node<'_>) -> Option<ElementKind> {
    let kind = Matches::refining(walker, node).kind();
    kind.map(ElementKind::Declaration)
}

/// Matches of the patterns for one node.
#[derive(Default)]
struct Matches<'q, 't> {
    /// The deciding role, and the node that has it.
    role: Option<(&'q str, Node<'t>)>,
    /// Name that the deciding pattern sets.
    set_name: Option<&'q str>,
    /// Text between the parts of the name.
    join: Option<&'q str>,
    /// Captures of the deciding pattern and of those without a role.
    captures: Vec<(&'q str, Node<'t>)>,
}

impl<'q, 't> Matches<'q, 't> {
    /// Matches that refine the rule of a node's kind; none if no pattern does.
    fn refining(walker: &Walker<'q>, node: Node<'t>) -> Self {
        let part = walker.grammar.part(node.kind_id());
        if part.is_some_and(|part| part.is_refined) {
            Self::on(walker, node)
        } else {
            Self::default()
        }
    }

    fn on(walker: &Walker<'q>, node: Node<'t>) -> Self {
        let query = walker.grammar.query.query.as_ref();
        let mut matched = matches_in(query, node, Some(0), walker);
        matched.sort_by_key(|found| found.pattern);
        let mut found = Self::default();
        let (mut deciding, mut is_deep) = (None, false);
        for matched in matched {
            let role = matched.captures.iter().find(|(name, _)| is_role(name));
            let mut is_first = role.is_none();
            if deciding.is_none()
                && let Some(role) = role
            {
                deciding = Some(matched.pattern);
                is_first = true;
                found.role = Some(*role);
                found.set_name = matched.setting("name");
                found.join = matched.setting("join");
                is_deep = matched.setting("reach") == Some("deep");
            }
            if role.is_none() || deciding == Some(matched.pattern) {
                // Name and body come from the first match, lists from all matches.
                let listed = |name: &str| is_first || matches!(name, "base" | "defines");
                let captures = matched.captures.into_iter();
                found.add(captures.filter(|(name, _)| listed(name)));
            }
        }
        if is_deep {
            for matched in matches_in(query, node, None, walker) {
                let captures = matched.captures.into_iter();
                found.add(captures.filter(|(name, _)| *name == "defines"));
            }
        }
        found
    }

    fn add(&mut self, captures: impl IntoIterator<Item = (&'q str, Node<'t>)>) {
        for capture in captures {
            if !self.captures.contains(&capture) {
                self.captures.push(capture);
            }
        }
    }

    fn all(&self, wanted: &str) -> impl Iterator<Item = Node<'t>> {
        captured(&self.captures, wanted)
    }

    fn first(&self, wanted: &str) -> Option<Node<'t>> {
        self.all(wanted).next()
    }

    /// The kind of the declaration.
    fn kind(&self) -> Option<Kind> {
        self.role.and_then(|(role, _)| definition(role))
    }

    fn draft(&self, walker: &Walker<'_>, kind: Kind, name: Name, node: Node<'t>) -> RawElement<'t> {
        let parameters = self.first("parameters");
        RawElement {
            docs: self.first("docstring"),
            arity: parameters.map_or(0, |list| list.named_child_count()),
            body: self.first("body").or_else(|| walker.body(node)),
            head: self.first("head"),
            bases: self.bases(walker),
            definitions: self.defined(walker),
            ..RawElement::declaration(kind, name, node)
        }
    }

    fn shape(&self, walker: &Walker<'_>, role: &str, node: Node<'t>, at: Node<'t>) -> Shape<'t> {
        match role {
            "items" => Shape::Element(RawElement {
                bases: self.bases(walker),
                ..RawElement::items(node, self.defined(walker))
            }),
            "import" => Shape::Element(RawElement {
                bases: self.bases(walker),
                ..RawElement::import(node)
            }),
            "cross" => Shape::Cross(at),
            "docs" => Shape::Docs,
            "attribute" => Shape::Part(Rule::Attribute),
            "preamble" => Shape::Part(Rule::Preamble),
            "closing" => Shape::Part(Rule::Closing),
            "silent" => Shape::Part(Rule::Silent),
            _ => match (self.kind(), self.name(walker, || None)) {
                (Some(kind), Some(name)) => {
                    let draft = self.draft(walker, kind, name, node);
                    let end = self.first("until");
                    match end.and_then(|end| Some((end, end.parent()?))) {
                        Some((end, rest)) => Shape::Until(draft, end.start_byte(), rest),
                        None => Shape::Element(draft),
                    }
                }
                _ => Shape::Element(RawElement::items(node, self.defined(walker))),
            },
        }
    }

    /// The names of the types it inherits, extends or implements.
    fn bases(&self, walker: &Walker<'_>) -> Vec<String> {
        let bases = self.all("base");
        bases.flat_map(|base| walker.base_names(base)).collect()
    }

    /// The defined names, each once.
    fn defined(&self, walker: &Walker<'_>) -> Vec<(String, usize)> {
        let mut found: Vec<(String, usize)> = Vec::new();
        for (name, at) in self.all("defines").map(|name| word(walker, name)) {
            let name = self.set_name.map_or(name, str::to_owned);
            if !name.is_empty() && found.iter().all(|(known, _)| *known != name) {
                found.push((name, at));
            }
        }
        found
    }

    /// The name of a declaration; without one in the query, `other` decides.
    fn name(&self, walker: &Walker<'_>, other: impl FnOnce() -> Option<Name>) -> Option<Name> {
        let mut name = if let Some(path) = self.first("qualified") {
            walker.split(path)
        } else if let Some(last) = self.all("part").last() {
            let parts = self.all("part").take_while(|part| *part != last);
            Name {
                path: parts.map(|part| walker.words(part)).collect(),
                ..walker.simple(last)
            }
        } else if let Some(first) = self.first("name") {
            self.joined_name(walker, first)
        } else if let Some(of) = self.first("of") {
            walker.simple(base_type(of))
        } else if let Some(of) = self.first("type") {
            let own = walker.base_names(of).into_iter().next()?;
            let at = of.start_byte() + walker.text_of(of).find(&own).unwrap_or_default();
            Name::new(own, at)
        } else {
            other()?
        };
        if let Some(set) = self.set_name {
            set.clone_into(&mut name.own);
        }
        let unnamed = walker.grammar.row.unnamed;
        name.path.retain(|part| !lists(unnamed, part));
        let path = self.all("path");
        let path = path.map(|part| word(walker, base_type(part)).0);
        name.path.splice(0..0, path);
        (!name.own.is_empty()).then_some(name)
    }

    /// The name of all captured names: of several, the text from the first to the last, `operator +`, or their
    /// words with the text between them that the pattern sets.
    fn joined_name(&self, walker: &Walker<'_>, first: Node<'t>) -> Name {
        let words: Vec<Node<'t>> = self.all("name").collect();
        if words.len() == 1 {
            let (own, at) = word(walker, first);
            return Name::new(own, at);
        }
        let own = if let Some(join) = self.join {
            let words: Vec<String> = words.into_iter().map(|part| walker.words(part)).collect();
            words.join(join)
        } else {
            let end = words.last().unwrap_or(&first).end_byte();
            let text = walker.text.get(first.start_byte()..end);
            shortened(text.unwrap_or_default())
        };
        Name::new(own, first.start_byte())
    }
}
