//! Languages whose declarations a query of ours tells, `queries/LANGUAGE.scm`.
//!
//! A pattern begins with the node that it is about. A kind alone, or `[(a) (b)]`, has a rule of the
//! walk: `comment`, `preamble`, `attribute`, `closing`, `import`, `wrapper`, `cross` (its children
//! belong to the scope around it), `conditional` (crossed if it holds declarations), `silent`,
//! `embedded`, `macro` (its argument may be declarations), `items`, `definition.KIND`, `body` (the type that has a declaration's members),
//! `special` (a hook of the row decides). It may also be a `reference`, the name at the end of a path
//! as `reference.path`; a `call`, of its first child or of that in the field `call.FIELD`; bind the
//! names in a field, or in none, `binding.FIELD`; call nothing there, `uncalled.FIELD`; have names of
//! the language's own, `intrinsic`; or import something whatever its rule, `importing`.
//!
//! Other patterns are tried on the nodes of their kind in a scope. The first that matches
//! with a role decides. Roles are the rules above and
//!
//! - `definition.KIND`: a declaration with its `name`, to be shown as `(#set! name "…")` says, or `qualified` name, behind its `path`, or the
//!   `type` that names it; its `body`, if that is not its field `body`; the `head` that its signature
//!   ends with; its `docstring`; the `parameters` whose number tells clauses of functions apart;
//!   `until` what its node has of the scope around it;
//! - `section`: a module that reaches to the next one;
//! - `docs`: an attribute that documents what follows;
//! - `wraps`: the node that is what this one declares.
//!
//! Names of `base` types and names that it `defines` come from all matches of the deciding pattern
//! and of those without a role; with `(#set! reach deep)` from any depth. Of an import, each match has the
//! `module`, the `imported` name, `(#set! imported "*")` for all, and an `alias`. Parts of a module are
//! joined by a point, or by the `separator` that is set; then the last part of the module is the
//! imported name if there is no other. Of an export, each match has the `local` name and the `exported`
//! one, or sets them.

use super::import::{Export, Import};
use super::naming::{Name, shortened, unquoted};
use super::outline::{DeclarationKind, ElementKind};
use super::row::{Row, Rule, lists};
use super::shape::{Draft, Reader, Shape};
use std::cell::RefCell;
use tree_sitter::{Node, Query, QueryCursor, StreamingIterator};

/// A row's query, compiled.
pub(super) struct OutlineQuery {
    /// Nothing where the query does not fit its grammar, which a test excludes.
    query: Option<Query>,
    /// Kinds that patterns begin with, separated by spaces, and their rules.
    rules: Vec<(String, Rule)>,
    /// The same, and what else a capture says of them.
    marks: Vec<(String, &'static str)>,
}

/// Maximum number of matches of one node, more than lists written by hand have.
const MOST_MATCHES: usize = 1024;
/// Matches in progress, each of which is tried on each node that follows.
const MOST_STATES: u32 = 256;
/// No declaration that people write has more around it.
const MOST_WRAPPERS: usize = 8;

impl OutlineQuery {
    pub(super) fn of(row: &Row, language: &tree_sitter::Language) -> Self {
        let mut found = Self {
            query: Query::new(language, row.query).ok(),
            rules: Vec::new(),
            marks: Vec::new(),
        };
        let Some(query) = &found.query else {
            return found;
        };
        for index in 0..query.pattern_count() {
            let bytes = query.start_byte_for_pattern(index)..query.end_byte_for_pattern(index);
            let pattern = row.query.get(bytes).unwrap_or_default();
            let pattern = pattern.split("\n;").next().unwrap_or_default().trim();
            let (kinds, capture) = head(pattern);
            match capture.strip_prefix('@') {
                Some(capture) if rule_of(capture).is_some() => {
                    found
                        .rules
                        .extend(rule_of(capture).map(|rule| (kinds, rule)));
                }
                Some(mark) if is_mark(mark) => found.marks.push((kinds, mark)),
                _ if has_role(pattern) => {
                    if pattern.contains("@module") && row.uses.importers.is_empty() {
                        found.marks.push((kinds.clone(), "importing"));
                    }
                    // Kinds that are imports alone stay that.
                    if found.rule(|listed| lists(listed, &kinds)) != Some(Rule::Import) {
                        found.rules.insert(0, (kinds, Rule::Special));
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// The rule of the kind that `lists` finds.
    pub(super) fn rule(&self, lists: impl Fn(&str) -> bool) -> Option<Rule> {
        let mut rules = self.rules.iter();
        rules.find_map(|(kinds, rule)| lists(kinds).then_some(*rule))
    }

    /// Marks of the kind that `lists` finds.
    pub(super) fn marks(&self, lists: impl Fn(&str) -> bool) -> impl Iterator<Item = &'static str> {
        let marks = self.marks.iter();
        marks.filter_map(move |(kinds, mark)| lists(kinds).then_some(*mark))
    }

    /// Returns true if a kind has this rule.
    pub(super) fn has(&self, rule: Rule) -> bool {
        self.rules.iter().any(|(_, known)| *known == rule)
    }

    /// Returns true if a declaration contains everything that follows in its scope, up to the next
    /// one.
    pub(super) fn has_sections(&self) -> bool {
        let query = self.query.as_ref();
        query.is_some_and(|query| query.capture_names().contains(&"section"))
    }
}

/// The kinds that a pattern begins with, as a list, and the text after them.
fn head(pattern: &str) -> (String, &str) {
    let end = match pattern.starts_with('[') {
        true => pattern.find(']'),
        false => pattern.find([' ', ')', '\n']),
    };
    let (kinds, rest) = pattern.split_at(end.unwrap_or(pattern.len()));
    let kinds = kinds.replace('"', "'").replace(['(', ')', '['], "");
    (kinds, rest.trim_start_matches([')', ']']).trim())
}

/// Returns true if a capture marks all nodes of a kind, in addition to their rule.
pub(super) fn is_mark(capture: &str) -> bool {
    let (name, _) = capture.split_once('.').unwrap_or((capture, ""));
    matches!(
        name,
        "reference" | "call" | "binding" | "uncalled" | "intrinsic" | "importing"
    )
}

/// Rules that patterns give to kinds.
const RULES: &[(&str, Rule)] = &[
    ("comment", Rule::Comment),
    ("preamble", Rule::Preamble),
    ("attribute", Rule::Attribute),
    ("closing", Rule::Closing),
    ("import", Rule::Import),
    ("wrapper", Rule::Wrapper),
    ("cross", Rule::Transparent),
    ("conditional", Rule::Conditional),
    ("silent", Rule::Silent),
    ("embedded", Rule::Embedded),
    ("macro", Rule::Macro),
    ("body", Rule::Body),
    ("items", Rule::Items),
    ("special", Rule::Special),
];
/// Kinds of declarations, by the names that patterns have for them.
const DEFINITIONS: &[(&str, DeclarationKind)] = {
    use DeclarationKind as Kind;
    &[
        ("definition.module", Kind::Module),
        ("definition.class", Kind::Class),
        ("definition.struct", Kind::Struct),
        ("definition.enum", Kind::Enum),
        ("definition.interface", Kind::Interface),
        ("definition.trait", Kind::Trait),
        ("definition.impl", Kind::Impl),
        ("definition.type", Kind::Type),
        ("definition.function", Kind::Function),
        ("definition.method", Kind::Method),
        ("definition.constructor", Kind::Constructor),
        ("definition.accessor", Kind::Accessor),
        ("definition.macro", Kind::Macro),
        ("section", Kind::Module),
    ]
};

fn named<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    let mut table = table.iter();
    table.find_map(|(known, meaning)| (*known == name).then_some(*meaning))
}

/// Returns true if a capture names the role of its pattern's node.
pub(super) fn is_role(capture: &str) -> bool {
    let is_part = matches!(capture, "body" | "special");
    matches!(capture, "docs" | "wraps") || (!is_part && rule_of(capture).is_some())
}

/// The rule of kinds that a capture alone is of.
pub(super) fn rule_of(capture: &str) -> Option<Rule> {
    named(RULES, capture).or_else(|| named(DEFINITIONS, capture).map(Rule::Declaration))
}

fn has_role(pattern: &str) -> bool {
    let captures = pattern.split('@').skip(1);
    let ends = |letter: char| !(letter.is_alphanumeric() || matches!(letter, '.' | '_'));
    captures
        .into_iter()
        .any(|capture| is_role(capture.split(ends).next().unwrap_or_default()))
}

/// The shape of a node by its language's query; if no pattern matches, an item with the names that the
/// row's targets lead to.
pub(super) fn shape<'t>(reader: &Reader<'_>, mut node: Node<'t>) -> Shape<'t> {
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
pub(super) fn fields(reader: &Reader<'_>, node: Node<'_>) -> Vec<(String, usize)> {
    let defined = captured(reader, node, "defines").into_iter();
    defined.map(|name| word(reader, name)).collect()
}

/// Bases of a declaration.
pub(super) fn bases(reader: &Reader<'_>, node: Node<'_>) -> Vec<String> {
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

/// Imports of a node, by the query of its language.
pub(super) fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Import> {
    let Some(query) = &reader.grammar.query.query else {
        return Vec::new();
    };
    let at = node.start_byte();
    let mut imports = Vec::new();
    each_match(query, node, Some(0), reader, |pattern, captures| {
        let setting = |key: &str| setting(query, pattern, key);
        let separator = setting("separator");
        let words = |wanted: &str| {
            let nodes = captures.iter().filter(|(name, _)| *name == wanted);
            let words: Vec<String> = nodes.map(|(_, node)| module_word(reader, *node)).collect();
            words.join(separator.unwrap_or("."))
        };
        let module = words("module");
        // The text before an expansion is unknown: `$(dirname "$0")/a.sh`.
        let module = module
            .trim_start_matches(['/', '\\'])
            .trim_matches(['<', '>']);
        let module = module.strip_prefix("global::").unwrap_or(module);
        let module = module.split('<').next().unwrap_or_default();
        let name = words("imported") + setting("imported").unwrap_or_default();
        let alias = words("alias");
        let place = |of_module: bool| {
            let named = captures
                .iter()
                .filter(|(name, _)| (*name == "module") == of_module);
            named.map(|(_, node)| node.start_byte()).max()
        };
        if !module.is_empty() {
            let import = match separator {
                Some(separator) if name.is_empty() => Import::of_path(module, separator, "", at),
                _ => Import::new(module, &name, "", at),
            };
            let import = match alias.as_str() {
                "" => import,
                alias => import.called(alias),
            };
            imports.push((place(false).or(place(true)), import));
        }
    });
    // Matches come pattern by pattern.
    imports.sort_by_key(|(place, _)| *place);
    imports.into_iter().map(|(_, import)| import).collect()
}

/// The value that a pattern sets.
fn setting<'q>(query: &'q Query, pattern: usize, key: &str) -> Option<&'q str> {
    let mut settings = query.property_settings(pattern).iter();
    settings.find(|it| &*it.key == key)?.value.as_deref()
}

/// Names that a statement exports.
pub(super) fn exports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Export> {
    let Some(query) = &reader.grammar.query.query else {
        return Vec::new();
    };
    let mut exports = Vec::new();
    each_match(query, node, Some(0), reader, |pattern, captures| {
        let captured = |wanted: &str| {
            let mut captures = captures.iter().filter(|(name, _)| *name == wanted);
            captures.next().map(|(_, node)| word(reader, *node))
        };
        let set = |key: &str| setting(query, pattern, key).map(str::to_owned);
        if let Some((local, at)) = captured("local") {
            let exported = captured("exported").map(|(name, _)| name);
            exports.push(Export {
                name: exported.or(set("exported")).unwrap_or(local.clone()),
                local: set("local").unwrap_or(local),
                at,
            });
        }
    });
    exports.sort_by_key(|export: &Export| export.at);
    exports
}

/// The text of a module's name: of a path without white space, of a string without its quotes.
fn module_word(reader: &Reader<'_>, node: Node<'_>) -> String {
    let (word, _) = word(reader, node);
    let is_path = word.starts_with(|first: char| first.is_alphanumeric() || "._\\".contains(first));
    match is_path && !node.kind().contains("string") {
        true => word.split_whitespace().collect(),
        false => word,
    }
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

/// Calls `found` with the pattern and the captures of each match in a node.
pub(super) fn each_match<'q, 't>(
    query: &'q Query,
    node: Node<'t>,
    depth: Option<u32>,
    reader: &Reader<'_>,
    mut found: impl FnMut(usize, &[(&'q str, Node<'t>)]),
) {
    thread_local! {
        static CURSOR: RefCell<QueryCursor> = RefCell::new(QueryCursor::new());
    }
    CURSOR.with_borrow_mut(|cursor| {
        cursor.set_max_start_depth(depth);
        cursor.set_match_limit(MOST_STATES);
        let mut matches = cursor.matches(query, node, reader.text.as_bytes());
        let mut count = 0;
        while let Some(matched) = matches.next().filter(|_| count < MOST_MATCHES) {
            count += 1;
            let names = query.capture_names();
            let captures: Vec<(&str, Node<'t>)> = matched
                .captures()
                .iter()
                .filter_map(|capture| Some((*names.get(capture.index as usize)?, capture.node)))
                .collect();
            found(matched.pattern_index, &captures);
        }
    });
}

/// The name that a node says, without quotes, brackets and the colons of symbols, and where it
/// begins.
fn word(reader: &Reader<'_>, node: Node<'_>) -> (String, usize) {
    const AROUND: [(&str, &str); 4] = [("[[", "]]"), ("[", "]"), ("(", ")"), ("@", "")];
    let text = reader.words(node);
    let mut name = unquoted(&text);
    if name == text {
        let inside = AROUND
            .iter()
            .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
        name = inside.unwrap_or(name).trim();
        let bare = name.trim_matches([':', '=']);
        if bare.starts_with(|first: char| first.is_alphanumeric() || first == '_') {
            name = bare;
        }
    }
    let at = node.start_byte() + text.find(name).unwrap_or_default();
    (name.to_owned(), at)
}
