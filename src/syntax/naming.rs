//! Names of declarations, of bases, and of what an item defines, as methods of [`Walker`].
//!
//! Invariant: every chain and depth is bounded, because the input may be hostile.

use super::name::{MAX_NAME_LEN, Name, is_word, shortened, unquoted};
use super::row::{LanguageRow, Rule, lists};
use super::walker::{Walker, named_children};
use tree_sitter::Node;

/// Maximum length of a chain of declarators or types.
const MAX_CHAIN_LEN: usize = 64;
/// Names with a path in the field `scope` or with arguments.
const SCOPED: &str = "qualified_identifier template_type template_function template_method";
/// Maximum depth of a name below its item.
const MAX_DEFINITION_DEPTH: u8 = 8;

impl<'t> Walker<'_> {
    /// The name at the end of a chain of declarators, as in C, or else in the field `name`.
    pub(super) fn declarator(&self, node: Node<'t>) -> Name {
        if let Some(declarator) = node.child_by_field_name("declarator") {
            return self.declared(node, declarator);
        }
        let name = node.child_by_field_name("name");
        name.map(|name| self.scoped(name)).unwrap_or_default()
    }

    /// A name that is one node, without quotes.
    pub(super) fn simple(&self, node: Node<'_>) -> Name {
        Name::new(unquoted(&self.words(node)).to_owned(), node.start_byte())
    }

    /// A name that may be a path: `a::b`, `A.B`, `A<T>::b`.
    pub(super) fn scoped(&self, mut node: Node<'t>) -> Name {
        let mut path = Vec::new();
        for _ in 0..MAX_CHAIN_LEN {
            let name = match node.kind() {
                "nested_namespace_specifier" | "nested_identifier" => return self.split(node),
                kind if lists(SCOPED, kind) => node.child_by_field_name("name"),
                // `int A::*b`
                "pointer_type_declarator" => node.child_by_field_name("declarator"),
                _ => None,
            };
            let Some(name) = name else { break };
            if let Some(scope) = node.child_by_field_name("scope") {
                match self.scope(scope, name) {
                    Some(scope) => path.push(scope),
                    // The names so far belong to its type.
                    None => path.clear(),
                }
            }
            node = name;
        }
        if node.kind() == "operator_cast" {
            // `operator bool` of `operator bool() const`.
            let own = shortened(&format!("operator {}", self.field_words(node, "type")));
            let at = node.start_byte();
            return Name { path, own, at };
        }
        Name {
            path,
            ..self.simple(node)
        }
    }

    /// The scope before `::name`. If there is a word between the node and the `::`, the node is a macro, and the
    /// scope is that word. None if the text has no `::`, which some grammars insert to repair an error.
    fn scope(&self, scope: Node<'_>, name: Node<'_>) -> Option<String> {
        let between = self.text.get(scope.end_byte()..name.start_byte())?;
        Some(match between.trim().strip_suffix("::")?.trim() {
            "" => self.words(base_type(scope)),
            beside => shortened(beside),
        })
    }

    /// The parts of a path, each without words before it: `a::inline b`.
    pub(super) fn split(&self, node: Node<'_>) -> Name {
        let mut path = Vec::new();
        for part in self.words(node).split([':', '.']) {
            let part = part.split_whitespace().last().unwrap_or_default();
            if !part.is_empty() && path.len() < MAX_CHAIN_LEN {
                path.push(part.to_owned());
            }
        }
        let own = path.pop().unwrap_or_default();
        let at = node.end_byte().saturating_sub(own.len());
        Name { path, own, at }
    }

    /// The name at the end of a chain of declarators; none for a statement that parses as a declaration.
    pub(super) fn declared(&self, node: Node<'t>, outermost: Node<'t>) -> Name {
        let text = self.text.get(node.byte_range()).unwrap_or_default();
        let end = text.find(|letter| !is_word(letter)).unwrap_or(text.len());
        if self.is_keyword(text.get(..end).unwrap_or_default(), 0) {
            return Name::default();
        }
        let declarator = innermost(outermost, |outer| match outer.kind() {
            "operator_cast" => None,
            "reference_declarator" | "parenthesized_declarator" | "attributed_declarator" => {
                (outer.child_by_field_name("declarator")).or_else(|| outer.named_child(0))
            }
            _ => outer.child_by_field_name("declarator"),
        });
        if let Some(name) = (self.hooks.name)(self, node, outermost) {
            return name;
        }
        let name = self.scoped(declarator);
        if self.is_keyword(&name.own, 0) {
            return Name::default();
        }
        name
    }

    /// The names that an item defines, with their start offsets.
    pub(super) fn definitions(&self, node: Node<'t>) -> Vec<(String, usize)> {
        self.defined(node, MAX_DEFINITION_DEPTH)
    }

    /// `depth` limits the recursion, whatever the input.
    fn defined(&self, node: Node<'t>, depth: u8) -> Vec<(String, usize)> {
        if depth == 0 {
            return Vec::new();
        }
        let part = self.grammar.part(node.kind_id());
        if node.kind() == "string" || part.is_some_and(|part| part.is_name) {
            return definition(self.simple(node));
        }
        for target in self.grammar.row.targets.split(' ') {
            let mut defined = Vec::new();
            let children = targets(node, target);
            for child in &children {
                if target == "declarator" && child.kind() != "variable_declarator" {
                    defined.extend(definition(self.declared(node, *child)));
                } else {
                    defined.extend(self.defined(*child, depth - 1));
                }
            }
            if !children.is_empty() {
                return defined;
            }
        }
        if part.is_some_and(|part| part.is_pattern) {
            let children = named_children(node);
            return children
                .flat_map(|child| self.defined(child, depth - 1))
                .collect();
        }
        Vec::new()
    }

    /// The names in a list of bases, without the comments in it.
    pub(super) fn base_names(&self, list: Node<'t>) -> Vec<String> {
        let mut code = String::new();
        let mut start = list.start_byte();
        for child in named_children(list) {
            if self.grammar.rule(child) == Rule::Comment {
                code.extend(self.text.get(start..child.start_byte()));
                start = child.end_byte();
            }
        }
        code.extend(self.text.get(start..list.end_byte()));
        let bases =
            code.trim_start_matches(|mark: char| mark.is_whitespace() || "(:<".contains(mark));
        let mut outer = String::new();
        let mut depth = 0usize;
        for letter in bases.chars() {
            match letter {
                '<' | '[' | '(' | '{' => depth += 1,
                '>' | ']' | ')' | '}' => depth = depth.saturating_sub(1),
                letter if depth == 0 => outer.push(letter),
                _ => {}
            }
        }
        let bases = outer.split([',', '&', '+', '|']);
        bases
            .flat_map(|base| base_names(base, self.grammar.row))
            .collect()
    }

    /// The text of a path without white space, cut if it is too long for one.
    pub(super) fn path(&self, node: Node<'_>) -> String {
        let text = self.text.get(node.byte_range()).unwrap_or_default();
        let letters = text.chars().take(MAX_NAME_LEN);
        letters.filter(|letter| !letter.is_whitespace()).collect()
    }

    /// The words of the child in a field; empty without one.
    pub(super) fn field_words(&self, node: Node<'_>, field: &str) -> String {
        let child = node.child_by_field_name(field);
        child.map(|child| self.words(child)).unwrap_or_default()
    }

    /// The text of a node on one line, cut if it is too long for a name.
    pub(super) fn words(&self, node: Node<'_>) -> String {
        shortened(self.text.get(node.byte_range()).unwrap_or_default())
    }
}

/// A name with its start; none for an anonymous variable.
fn definition(name: Name) -> Vec<(String, usize)> {
    match name.own.as_str() {
        // `...A` of Flow is read as a property: see rewrites/script.txt.
        "" | "_" | "." => Vec::new(),
        _ => vec![(name.own, name.at)],
    }
}

/// The children in a field, or else of a kind.
fn targets<'t>(node: Node<'t>, target: &str) -> Vec<Node<'t>> {
    let in_field: Vec<Node<'t>> = node
        .children_by_field_name(target, &mut node.walk())
        .collect();
    if !in_field.is_empty() {
        return in_field;
    }
    named_children(node)
        .filter(|child| child.kind() == target)
        .collect()
}

/// Follows a chain of nodes to its end.
fn innermost<'t>(outer: Node<'t>, next: impl Fn(Node<'t>) -> Option<Node<'t>>) -> Node<'t> {
    let chain = std::iter::successors(Some(outer), |node| next(*node));
    chain.take(MAX_CHAIN_LEN).last().unwrap_or(outer)
}

/// Types around the name of a type.
const TYPES: &str = "generic_type reference_type pointer_type parenthesized_type scoped_type_identifier \
    template_type qualified_type dynamic_type";

/// The name in a type, without references, generics and its path.
pub(super) fn base_type(node: Node<'_>) -> Node<'_> {
    innermost(node, |outer| {
        if !lists(TYPES, outer.kind()) {
            return None;
        }
        let mut fields = ["type", "name", "trait"].into_iter();
        let inner = fields.find_map(|field| outer.child_by_field_name(field));
        inner.or_else(|| outer.named_child(0))
    })
}

/// The names in one of the bases in a list: the last part of its first path, and of each path after a keyword.
fn base_names(base: &str, row: &LanguageRow) -> Vec<String> {
    if base.contains(|mark| row.non_bases.contains(mark)) {
        return Vec::new();
    }
    let base = match row.delegation.and_then(|word| base.split_once(word)) {
        Some((base, _)) => base,
        None => base,
    };
    let mut names = Vec::new();
    for path in base.split(|letter| !is_word(letter) && !r"$\.:@".contains(letter)) {
        // `T...` of C++.
        let path = path.trim_end_matches('.');
        let name = path.rsplit([':', '.', '\\']).next().unwrap_or_default();
        let is_annotation = path.starts_with('@');
        if !name.is_empty() && !is_annotation && !lists(row.base_keywords, name) {
            names.push(shortened(name));
        }
    }
    let mut keywords = row.base_keywords.split_whitespace();
    if !keywords.any(|word| base.contains(&format!(" {word} "))) {
        names.truncate(1);
    }
    names
}
