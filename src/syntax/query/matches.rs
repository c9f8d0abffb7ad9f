//! Declarations by the patterns of a language: the shape of a node, its bases and the names it defines.

use super::{DEFINITIONS, each_match, is_role, named, setting, word};
use crate::syntax::naming::{Name, shortened};
use crate::syntax::outline::ElementKind;
use crate::syntax::row::Rule;
use crate::syntax::shape::{Draft, Reader, Shape};
use tree_sitter::Node;

/// No declaration that people write has more around it.
const MOST_WRAPPERS: usize = 8;

/// The shape of a node by its language's query; if no pattern matches, an item with the names that the
/// row's targets lead to.
pub(in crate::syntax) fn shape<'t>(reader: &Reader<'_>, mut node: Node<'t>) -> Shape<'t> {
    let outer = node;
    for _ in 0..MOST_WRAPPERS {
        if node != outer && matches!(reader.grammar.rule(node), Rule::Declaration(_)) {
            return reader.shape(node);
        }
        let found = Matches::on(reader, node);
        let Some((role, at)) = found.role else { break };
        if role == "wraps" {
            node = at;
            continue;
        }
        let shape = found.shape(reader, role, node, at);
        return match shape {
            // Only a declaration is one in spite of what is around it.
            Shape::Element(draft) if node != outer && draft.kind == ElementKind::Items => {
                Shape::Element(Draft::items(outer, draft.definitions))
            }
            shape => shape,
        };
    }
    reader.items(outer)
}

/// Names that the header of a declaration defines.
pub(in crate::syntax) fn fields(reader: &Reader<'_>, node: Node<'_>) -> Vec<(String, usize)> {
    let defined = captured(reader, node, "defines").into_iter();
    defined.map(|name| word(reader, name)).collect()
}

/// Bases of a declaration.
pub(in crate::syntax) fn bases(reader: &Reader<'_>, node: Node<'_>) -> Vec<String> {
    let bases = captured(reader, node, "base").into_iter();
    bases.flat_map(|base| reader.base_names(base)).collect()
}

/// The nodes in a declaration with a capture, in patterns without a role.
fn captured<'t>(reader: &Reader<'_>, node: Node<'t>, wanted: &str) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    if let Some(query) = &reader.grammar.query.query {
        each_match(query, node, Some(0), reader, |_, captures| {
            let has_role = captures.iter().any(|(name, _)| is_role(name));
            let wanted = captures
                .iter()
                .filter(|(name, _)| *name == wanted && !has_role);
            found.extend(wanted.map(|(_, node)| *node));
        });
    }
    found
}

/// Matches of the patterns for one node.
struct Matches<'q, 't> {
    /// The role that decides, and the node that has it.
    role: Option<(&'q str, Node<'t>)>,
    /// Name that the deciding pattern sets.
    set_name: Option<&'q str>,
    /// Captures of the deciding pattern and of those without a role.
    captures: Vec<(&'q str, Node<'t>)>,
}

impl<'q, 't> Matches<'q, 't> {
    fn on(reader: &Reader<'q>, node: Node<'t>) -> Self {
        let mut found = Self {
            role: None,
            set_name: None,
            captures: Vec::new(),
        };
        let Some(query) = &reader.grammar.query.query else {
            return found;
        };
        let mut matches: Vec<(usize, Vec<(&'q str, Node<'t>)>)> = Vec::new();
        each_match(query, node, Some(0), reader, |pattern, captures| {
            matches.push((pattern, captures.to_vec()));
        });
        matches.sort_by_key(|(pattern, _)| *pattern);
        let (mut deciding, mut is_undecided) = (None, true);
        for (pattern, captures) in matches {
            let role = captures.iter().find(|(name, _)| is_role(name));
            if deciding.is_none()
                && let Some(role) = role
            {
                deciding = Some(pattern);
                found.role = Some(*role);
            }
            // One match tells the name and the body; lists are of all.
            let is_first = role.is_none() || std::mem::take(&mut is_undecided);
            if role.is_none() || deciding == Some(pattern) {
                let listed = |name: &str| is_first || matches!(name, "base" | "defines");
                found.add(captures.into_iter().filter(|(name, _)| listed(name)));
            }
        }
        let Some(deciding) = deciding else {
            return found;
        };
        found.set_name = setting(query, deciding, "name");
        if setting(query, deciding, "reach") == Some("deep") {
            each_match(query, node, None, reader, |_, captures| {
                let defined = captures.iter().filter(|(name, _)| *name == "defines");
                found.add(defined.copied());
            });
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
        let captures = self.captures.iter();
        captures
            .filter(move |(name, _)| *name == wanted)
            .map(|(_, node)| *node)
    }

    fn first(&self, wanted: &str) -> Option<Node<'t>> {
        self.all(wanted).next()
    }

    fn shape(&self, reader: &Reader<'_>, role: &str, node: Node<'t>, at: Node<'t>) -> Shape<'t> {
        let bases = || {
            self.all("base")
                .flat_map(|base| reader.base_names(base))
                .collect()
        };
        let defined = || self.defined(reader);
        match role {
            "items" => Shape::Element(Draft {
                bases: bases(),
                ..Draft::items(node, defined())
            }),
            "import" => Shape::Element(Draft {
                bases: bases(),
                ..Draft::import(node)
            }),
            "cross" => Shape::Cross(at),
            "docs" => Shape::Docs,
            "attribute" => Shape::Attribute,
            "preamble" => Shape::Preamble,
            "closing" => Shape::Closing,
            "silent" => Shape::Nothing,
            role => match (named(DEFINITIONS, role), self.name(reader)) {
                (Some(kind), Some(name)) => {
                    let draft = Draft {
                        docs: self.first("docstring"),
                        arity: self
                            .first("parameters")
                            .map_or(0, |list| list.named_child_count()),
                        body: self.first("body").or_else(|| reader.body(node)),
                        head: self.first("head"),
                        bases: bases(),
                        definitions: defined(),
                        ..Draft::declaration(kind, name, node)
                    };
                    match self
                        .first("until")
                        .and_then(|end| Some((end, end.parent()?)))
                    {
                        Some((end, rest)) => Shape::Until(draft, end.start_byte(), rest),
                        None => Shape::Element(draft),
                    }
                }
                _ => Shape::Element(Draft::items(node, defined())),
            },
        }
    }

    /// The names that it defines, each once.
    fn defined(&self, reader: &Reader<'_>) -> Vec<(String, usize)> {
        let mut found: Vec<(String, usize)> = Vec::new();
        for (name, at) in self.all("defines").map(|name| word(reader, name)) {
            let name = self.set_name.map_or(name, str::to_owned);
            if !name.is_empty() && found.iter().all(|(known, _)| *known != name) {
                found.push((name, at));
            }
        }
        found
    }

    /// The name of a declaration; several words are all between them, `operator +`.
    fn name(&self, reader: &Reader<'_>) -> Option<Name> {
        let mut name = match (self.first("qualified"), self.first("name")) {
            (Some(path), _) => reader.split(path),
            (None, Some(first)) => {
                let last = self.all("name").last().unwrap_or(first);
                let (own, at) = match first == last {
                    true => word(reader, first),
                    false => {
                        let bytes = first.start_byte()..last.end_byte();
                        let text = reader.text.get(bytes).unwrap_or_default();
                        (shortened(text), first.start_byte())
                    }
                };
                Name::new(own, at)
            }
            (None, None) => {
                let of = self.first("type")?;
                let own = reader.base_names(of).into_iter().next()?;
                let text = reader.text.get(of.byte_range()).unwrap_or_default();
                let at = of.start_byte() + text.find(&own).unwrap_or_default();
                Name::new(own, at)
            }
        };
        if let Some(set) = self.set_name {
            set.clone_into(&mut name.own);
        }
        let path = self.all("path").map(|part| word(reader, part).0);
        name.path.splice(0..0, path);
        (!name.own.is_empty()).then_some(name)
    }
}
