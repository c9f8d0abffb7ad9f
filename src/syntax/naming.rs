//! Names of declarations, their locations, and the names that an item defines.

use super::row::{Rule, lists};
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
const MAX_NAME_LEN: usize = 200;
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
            match node.kind() {
                "qualified_identifier" => {
                    let Some(name) = node.child_by_field_name("name") else {
                        break;
                    };
                    if let Some(scope) = node.child_by_field_name("scope") {
                        path.extend(self.scope(scope, name));
                    }
                    node = name;
                }
                "template_type" | "template_function" | "template_method" => {
                    let Some(name) = node.child_by_field_name("name") else {
                        break;
                    };
                    node = name;
                }
                "nested_namespace_specifier" | "nested_identifier" => {
                    return self.split(node);
                }
                _ => break,
            }
        }
        Name {
            path,
            ..self.simple(node)
        }
    }

    /// The scope before `::name`. If the grammar took a macro for it, the scope is the word next to the `::`;
    /// if the `::` is a guess of the grammar, there is none.
    fn scope(&self, scope: Node<'_>, name: Node<'_>) -> Option<String> {
        let between = self.text.get(scope.end_byte()..name.start_byte())?;
        match between.trim().strip_suffix("::")?.trim() {
            "" => Some(self.words(base_type(scope))),
            beside => Some(shortened(beside)),
        }
    }

    pub(super) fn split(&self, node: Node<'_>) -> Name {
        let text = self.words(node);
        let mut path: Vec<String> = text
            .split([':', '.'])
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .take(MAX_CHAIN_LEN)
            .map(str::to_owned)
            .collect();
        let own = path.pop().unwrap_or_default();
        let at = node.end_byte().saturating_sub(own.len());
        Name { path, own, at }
    }

    /// The name at the end of a chain of declarators.
    pub(super) fn declared(&self, node: Node<'t>, mut declarator: Node<'t>) -> Name {
        let mut parameters = None;
        let outermost = declarator;
        for _ in 0..MAX_CHAIN_LEN {
            if declarator.kind() == "operator_cast" {
                return self.conversion(declarator);
            }
            if declarator.kind() == "function_declarator" {
                parameters = declarator.child_by_field_name("parameters");
            }
            let next =
                declarator
                    .child_by_field_name("declarator")
                    .or_else(|| match declarator.kind() {
                        "reference_declarator"
                        | "parenthesized_declarator"
                        | "attributed_declarator" => declarator.named_child(0),
                        _ => None,
                    });
            match next {
                Some(inner) => declarator = inner,
                None => break,
            }
        }
        let mut name = self.scoped(declarator);
        if outermost.kind() == "parenthesized_declarator"
            && let Some(of) = node.child_by_field_name("type")
            && node.kind() == "function_definition"
            && is_upper_case(&self.words(of))
        {
            // The grammar gives `TEST(Case) { … }` a type.
            name.own = shortened(&format!("{}{}", self.words(of), self.words(outermost)));
            name.at = of.start_byte();
        }
        // To the grammar, `TEST(Suite, Case) { … }` is a function without a type; the parentheses distinguish
        // the tests.
        let is_macro = node.kind() == "function_definition"
            && node.child_by_field_name("type").is_none()
            && name.path.is_empty()
            && is_upper_case(&name.own);
        if let Some(parameters) = parameters.filter(|_| is_macro) {
            name.own = shortened(&format!("{}{}", name.own, self.words(parameters)));
        }
        name
    }

    /// `operator bool` of `operator bool() const`.
    fn conversion(&self, node: Node<'t>) -> Name {
        let of = self.field_words(node, "type");
        Name::new(shortened(&format!("operator {of}")), node.start_byte())
    }

    /// The names that an item defines, with their start offsets.
    pub(super) fn definitions(&self, node: Node<'t>) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        self.collect(node, MAX_DEFINITION_DEPTH, &mut found);
        found
    }

    /// `depth` limits the recursion, whatever the input.
    fn collect(&self, node: Node<'t>, depth: u8, found: &mut Vec<(String, usize)>) {
        if depth == 0 {
            return;
        }
        let part = self.grammar.part(node.kind_id());
        if node.kind() == "string" || part.is_some_and(|part| part.is_name) {
            let name = self.simple(node);
            if !matches!(name.own.as_str(), "" | "_") {
                found.push((name.own, name.at));
            }
            return;
        }
        let mut cursor = node.walk();
        for field in self.grammar.row.declarations.targets {
            let mut named: Vec<Node<'t>> =
                node.children_by_field_name(field, &mut cursor).collect();
            if named.is_empty() {
                let children = node.named_children(&mut cursor);
                named.extend(children.filter(|child| child.kind() == *field));
            }
            if named.is_empty() {
                continue;
            }
            for child in named {
                match *field {
                    "declarator" if child.kind() != "variable_declarator" => {
                        let name = self.declared(node, child);
                        if !name.own.is_empty() {
                            found.push((name.own, name.at));
                        }
                    }
                    _ => self.collect(child, depth - 1, found),
                }
            }
            return;
        }
        if part.is_some_and(|part| part.is_pattern) {
            let children: Vec<Node<'t>> = node.named_children(&mut cursor).collect();
            for child in children {
                self.collect(child, depth - 1, found);
            }
        }
    }

    /// The text of a list without its comments.
    fn uncommented(&self, list: Node<'t>) -> String {
        let mut text = String::new();
        let mut copied = list.start_byte();
        for child in named_children(list) {
            if self.grammar.rule(child) == Rule::Comment {
                text.push_str(
                    self.text
                        .get(copied..child.start_byte())
                        .unwrap_or_default(),
                );
                copied = child.end_byte();
            }
        }
        text.push_str(self.text.get(copied..list.end_byte()).unwrap_or_default());
        text
    }

    /// The names in a list of bases.
    pub(super) fn base_names(&self, list: Node<'t>) -> Vec<String> {
        let mut found = Vec::new();
        base_names(&self.uncommented(list), &mut found);
        found
    }

    /// The text of a path without white space, cut if it is too long for one.
    pub(super) fn path(&self, node: Node<'_>) -> String {
        let text = self.text.get(node.byte_range()).unwrap_or_default();
        let letters = text.chars().take(MAX_NAME_LEN);
        letters.filter(|letter| !letter.is_whitespace()).collect()
    }

    /// The text of a node without its quotes, cut if it is too long for a name.
    pub(super) fn unquoted(&self, node: Node<'_>) -> String {
        let text = self.text.get(node.byte_range()).unwrap_or_default();
        shortened(text.trim_matches(['"', '\'', '`', '<', '>']))
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

/// The name in a type, without references, generics and its path.
pub(super) fn base_type(mut node: Node<'_>) -> Node<'_> {
    for _ in 0..MAX_CHAIN_LEN {
        let next = match node.kind() {
            "generic_type" | "reference_type" | "pointer_type" | "parenthesized_type" => node
                .child_by_field_name("type")
                .or_else(|| node.named_child(0)),
            "scoped_type_identifier" | "template_type" | "qualified_type" => {
                node.child_by_field_name("name")
            }
            "dynamic_type" => node.child_by_field_name("trait"),
            _ => None,
        };
        match next {
            Some(inner) => node = inner,
            None => break,
        }
    }
    node
}

/// Words of a list of bases that are not bases.
const BASE_KEYWORDS: &str = "extends implements with public private protected virtual inherit on mut dyn const for \
    and";

/// The names in a list of bases: of each, the last part of its first path.
fn base_names(list: &str, found: &mut Vec<String>) {
    let mut depth = 0usize;
    let list = list.trim().trim_start_matches(['(', ':', '<']);
    let mut part = String::new();
    for letter in list.chars().chain([',']) {
        match letter {
            '<' | '[' | '(' | '{' => depth += 1,
            '>' | ']' | ')' | '}' => depth = depth.saturating_sub(1),
            ',' | '&' | '+' | '|' if depth == 0 => base_name(&std::mem::take(&mut part), found),
            _ if depth == 0 => part.push(letter),
            _ => {}
        }
    }
}

fn base_name(part: &str, found: &mut Vec<String>) {
    // `metaclass=M`, `*bases`, `'static` and `?Sized` are not bases.
    if part.contains('=') || part.trim_start().starts_with(['*', '\'', '?']) {
        return;
    }
    // `A by b`: the delegate is not a base.
    let part = part.split(" by ").next().unwrap_or_default();
    let is_word = |letter: char| {
        letter.is_alphanumeric() || matches!(letter, '_' | '$' | '\\' | '.' | ':' | '@')
    };
    for path in part.split(|letter| !is_word(letter)) {
        // `T...` of C++, or an annotation.
        let path = path.trim_end_matches('.');
        if path.starts_with('@') {
            continue;
        }
        let name = path.rsplit([':', '.', '\\']).next().unwrap_or_default();
        if !name.is_empty() && !lists(BASE_KEYWORDS, name) {
            found.push(shortened(name));
            // `A with B`: another base follows the keyword.
            if !BASE_KEYWORDS
                .split_whitespace()
                .any(|word| part.contains(&format!(" {word} ")))
            {
                return;
            }
        }
    }
}

fn is_upper_case(name: &str) -> bool {
    name.chars().any(char::is_alphabetic) && !name.chars().any(char::is_lowercase)
}

pub(super) fn unquoted(name: &str) -> &str {
    ['"', '\'', '`']
        .into_iter()
        .find_map(|quote| name.strip_prefix(quote)?.strip_suffix(quote))
        .unwrap_or(name)
}

pub(super) fn shortened(text: &str) -> String {
    let mut name = String::new();
    for word in text.split_whitespace() {
        if !name.is_empty() {
            name.push(' ');
        }
        for letter in word.chars() {
            if name.len() >= MAX_NAME_LEN {
                return name;
            }
            name.push(letter);
        }
    }
    name
}
