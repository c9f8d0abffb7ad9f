//! Names of declarations, their locations, and the names that an item defines.
//!
//! Principal type: [`Name`]. Invariant: every chain and depth is bounded, and names are cut at a maximum
//! length, because the input may be hostile.

use super::row::{BaseRules, Rule, lists};
use super::shape::{Walker, named_children};
use tree_sitter::Node;

/// A declaration's name.
#[derive(Default)]
pub(super) struct Name {
    /// Names before its own: `A` of `A::b`.
    pub(super) path: Vec<String>,
    /// Its own name; empty if there is none.
    pub(super) own: String,
    /// Start of its own name, in bytes.
    pub(super) at: usize,
}

impl Name {
    /// A name without a path.
    pub(super) fn new(own: String, at: usize) -> Self {
        Self {
            path: Vec::new(),
            own,
            at,
        }
    }
}

/// Maximum length of a chain of declarators or types.
const MAX_CHAIN_LEN: usize = 64;
/// Maximum length of a name in bytes; longer ones are cut.
pub(super) const MAX_NAME_LEN: usize = 200;
/// Names with a path in the field `scope` or with arguments.
const SCOPED: &str = "qualified_identifier template_type template_function template_method";
/// Maximum depth of a name below its item.
const MAX_DEFINITION_DEPTH: u8 = 6;

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
        let name = match node.kind() {
            // `operator bool` of `operator bool() const`.
            "operator_cast" => {
                let name = format!("operator {}", self.field_words(node, "type"));
                Name::new(shortened(&name), node.start_byte())
            }
            _ => self.simple(node),
        };
        Name { path, ..name }
    }

    /// The scope before `::name`. If the grammar took a macro for it, the scope is the word next to the `::`;
    /// if the `::` is a guess of the grammar, there is none.
    fn scope(&self, scope: Node<'_>, name: Node<'_>) -> Option<String> {
        let between = self.text.get(scope.end_byte()..name.start_byte())?;
        Some(match between.trim().strip_suffix("::")?.trim() {
            "" => self.words(base_type(scope)),
            beside => shortened(beside),
        })
    }

    pub(super) fn split(&self, node: Node<'_>) -> Name {
        let text = self.words(node);
        let parts = text.split([':', '.']).map(str::trim);
        let parts = parts.filter(|part| !part.is_empty()).take(MAX_CHAIN_LEN);
        let mut path: Vec<String> = parts.map(str::to_owned).collect();
        let own = path.pop().unwrap_or_default();
        let at = node.end_byte().saturating_sub(own.len());
        Name { path, own, at }
    }

    /// The name at the end of a chain of declarators; none for a statement that parses as a declaration.
    pub(super) fn declared(&self, node: Node<'t>, outermost: Node<'t>) -> Name {
        let text = self.text.get(node.byte_range()).unwrap_or_default();
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let end = text.find(|letter| !is_part(letter)).unwrap_or(text.len());
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
        if let Some(name) = (self.grammar.row.hooks.name)(self, node, outermost) {
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
        let part = self.grammar.part(node.kind_id());
        let named = |name: Name| match name.own.as_str() {
            "" | "_" => Vec::new(),
            _ => vec![(name.own, name.at)],
        };
        if depth == 0 {
            return Vec::new();
        }
        if node.kind() == "string" || part.is_some_and(|part| part.is_name) {
            return named(self.simple(node));
        }
        let mut cursor = node.walk();
        let children_in = |field: &&'static str| {
            let children = node.children_by_field_name(field, &mut cursor);
            let mut children: Vec<Node<'t>> = children.collect();
            if children.is_empty() {
                children.extend(named_children(node).filter(|child| child.kind() == *field));
            }
            (!children.is_empty()).then_some((*field, children))
        };
        let mut targets = self.grammar.row.declarations.targets.iter();
        let (field, children) = match targets.find_map(children_in) {
            Some(found) => found,
            None if part.is_some_and(|part| part.is_pattern) => {
                ("", named_children(node).collect())
            }
            None => return Vec::new(),
        };
        let defined = children.into_iter().flat_map(|child| match field {
            "declarator" if child.kind() != "variable_declarator" => {
                named(self.declared(node, child))
            }
            _ => self.defined(child, depth - 1),
        });
        defined.collect()
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
        let rules = &self.grammar.row.declarations.bases;
        let bases = outer.split([',', '&', '+', '|']);
        bases.flat_map(|base| base_names(base, rules)).collect()
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
        let outer = Some(outer).filter(|it| lists(TYPES, it.kind()))?;
        let mut fields = ["type", "name", "trait"].into_iter();
        let inner = fields.find_map(|field| outer.child_by_field_name(field));
        inner.or_else(|| outer.named_child(0))
    })
}

/// The names in one of the bases in a list: the last part of its first path, and of each path after a keyword.
fn base_names(base: &str, rules: &BaseRules) -> Vec<String> {
    if base.contains(|mark| rules.others.contains(mark)) {
        return Vec::new();
    }
    let base = match rules.delegation.and_then(|word| base.split_once(word)) {
        Some((base, _)) => base,
        None => base,
    };
    let is_part = |letter: char| letter.is_alphanumeric() || r"_$\.:@".contains(letter);
    let mut names = Vec::new();
    for path in base.split(|letter| !is_part(letter)) {
        // `T...` of C++.
        let path = path.trim_end_matches('.');
        let name = path.rsplit([':', '.', '\\']).next().unwrap_or_default();
        let is_annotation = path.starts_with('@');
        if !name.is_empty() && !is_annotation && !lists(rules.keywords, name) {
            names.push(shortened(name));
        }
    }
    let mut keywords = rules.keywords.split_whitespace();
    if !keywords.any(|word| base.contains(&format!(" {word} "))) {
        names.truncate(1);
    }
    names
}

pub(super) fn unquoted(name: &str) -> &str {
    ['"', '\'', '`']
        .into_iter()
        .find_map(|quote| name.strip_prefix(quote)?.strip_suffix(quote))
        .unwrap_or(name)
}

pub(super) fn shortened(text: &str) -> String {
    let words = text.split_whitespace().flat_map(|word| [" ", word]).skip(1);
    words.flat_map(str::chars).take(MAX_NAME_LEN).collect()
}
