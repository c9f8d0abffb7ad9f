//! Declared types of variables, read from the line of the declaration.
//!
//! Contract of [`stated_types()`]: nothing is parsed; an unusual declaration has no type, which makes a
//! relation less certain, not wrong.

use super::receiver::visible_variable;
use super::type_text::{
    AWAITED, end_of_brackets, is_in_path, is_type_name, is_word, is_wrapper, last_part,
    name_of_type, paths, split_element, split_generics, type_in_path, until, value_types,
};
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::corpus::Document;
use crate::syntax::Packages;
use std::collections::{BTreeSet, HashSet};

/// Returns the words that may be the type with which a chunk declares a variable or field, each with its
/// qualifier: `Store` for `store: &Store` and `Store store`, `kept.Store` for `store = kept.Store()`. Declarations
/// whose scope ends before `from`, or begins after it, are of other variables.
pub(super) fn stated_types(
    tree: &ChunkTree,
    chunk: &Chunk,
    variable: &str,
    from: Option<u32>,
) -> Vec<String> {
    let others = match from {
        Some(from) => other_variables(tree, variable, from),
        None => variables_of_methods(tree, variable),
    };
    // A type in the type may have a field of the name.
    let own = tree.whole(chunk);
    let is_nested = |at: usize| {
        let whole = tree.leaf_at(at).map(|leaf| tree.whole(leaf));
        let outer = whole.into_iter().flat_map(|leaf| tree.ancestors(leaf));
        let around = whole.into_iter().chain(outer);
        let mut inner = around.take_while(|it| it.bytes != own.bytes);
        from.is_none() && own.kind.is_type() && inner.any(|it| it.kind.is_type())
    };
    let text = tree.document.text.slice(chunk.bytes.clone());
    let sigil = tree.row().field_sigil;
    let mut types = BTreeSet::new();
    let mut stated = "";
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let rest = &text[start..];
        let line_at = chunk.bytes.start + start;
        start += line.len();
        for (at, _) in line.match_indices(variable) {
            if others.contains(&(line_at + at)) {
                continue;
            }
            let (before, after) = line.split_at(at);
            let after = after.strip_prefix(variable).unwrap_or_default();
            let is_name = !before.ends_with(is_word) && !after.starts_with(is_word);
            if !is_name || is_nested(line_at + at) {
                continue;
            }
            let stem = before.strip_suffix(sigil).unwrap_or(before);
            // `@param Store[] $store` of PHP
            if !sigil.is_empty() && before.contains("* @param ") {
                types.extend(types_before(stem));
            } else if !is_prose(tree, before, line_at + at) {
                // A chain of calls may continue on the next lines.
                let after = rest[at + variable.len()..].trim_start();
                types.extend(types_after(after, tree.row().needs_new));
                types.extend(types_before(stem));
                if tree.row().needs_body {
                    types.extend(c_type_before(before));
                }
                types.extend(documented_types(stated, variable));
            }
        }
        stated = match line.split_once("@var ") {
            Some((_, stated)) => stated,
            None if line.trim_start().starts_with('*') => stated,
            None => "",
        };
    }
    types.into_iter().map(str::to_owned).collect()
}

/// Returns the type that a line of the document states for a variable: `@inject Store Name` of Razor.
pub(super) fn type_of_line(tree: &ChunkTree, variable: &str) -> Option<String> {
    let marks = tree.row().typed_lines;
    let text = &tree.document.text;
    let text = text.slice(0..if marks.is_empty() { 0 } else { text.len() });
    let mut lines = text.lines();
    lines.find_map(|line| {
        let mut stated = marks
            .iter()
            .filter_map(|(mark, name)| Some(format!("{} {name}", line.strip_prefix(mark)?.trim())));
        stated.find_map(|stated| {
            let path = stated
                .trim_end()
                .strip_suffix(variable)?
                .strip_suffix(' ')?;
            Some(path.trim_end().to_owned())
        })
    })
}

/// Returns true if a name at a byte is in a comment or a string, by the text of its line before it.
fn is_prose(tree: &ChunkTree, before: &str, at: usize) -> bool {
    let Some(language) = tree.language else {
        return false;
    };
    // `'a` is a lifetime of Rust.
    let has_lifetimes = matches!(language.packages(), Packages::Rooted(_));
    let quotes: &[char] = if has_lifetimes { &['"'] } else { &['"', '\''] };
    let is_quoted = |quote: &char| before.matches(*quote).count() % 2 == 1;
    let is_comment = |mark: &&str| {
        let mut found = before.match_indices(*mark).map(|(at, _)| &before[..at]);
        found.any(|code| code.is_empty() || code.ends_with(char::is_whitespace))
    };
    let is_in_docs = |leaf: &Chunk| {
        let mut around = std::iter::once(leaf).chain(tree.ancestors(leaf));
        around.any(|chunk| chunk.docs.contains(&at))
    };
    before.trim_start().starts_with("* ")
        || quotes.iter().any(is_quoted)
        || language.line_comments.iter().any(is_comment)
        || tree.leaf_at(at).is_some_and(is_in_docs)
}

/// Returns the starts of parameters and local variables of a name, which are no fields. A field often has the name of
/// the parameter of a constructor.
fn variables_of_methods(tree: &ChunkTree, variable: &str) -> HashSet<usize> {
    let mut starts = HashSet::new();
    for binding in &tree.bindings {
        if tree.word(&binding.name) != variable {
            continue;
        }
        let at = binding.name.start as usize;
        let leaf = tree.leaf_at(at);
        if leaf.is_none_or(|leaf| tree.whole(leaf).kind != Kind::Constructor) {
            starts.insert(at);
        }
    }
    starts
}

/// Returns the starts of variables of a name that are not visible at a byte, or hidden there by one in an inner scope.
pub(super) fn other_variables(tree: &ChunkTree, variable: &str, at: u32) -> HashSet<usize> {
    let visible = visible_variable(tree, variable, at).map(|visible| visible.scope.len());
    let others = tree.bindings.iter().filter(|binding| {
        let scope = &binding.scope;
        (!scope.contains(&at) || Some(scope.len()) > visible)
            && tree.word(&binding.name) == variable
    });
    others.map(|binding| binding.name.start as usize).collect()
}

/// Returns the types after a name: of an annotation, or of a constructed value.
fn types_after(line: &str, needs_new: bool) -> Vec<&str> {
    // `store?: Store` of TypeScript
    let marked = line.strip_prefix(['?', '!']);
    let line = marked.filter(|rest| rest.starts_with(':')).unwrap_or(line);
    if let Some(value) = line.strip_prefix(":=").or_else(|| line.strip_prefix('=')) {
        let types = asserted_type(value).or_else(|| constructed_type(value, needs_new));
        return types.into_iter().collect();
    }
    // `store, ok := value.(*Store)`
    if line.starts_with(',')
        && let Some((_, value)) = line.lines().next().unwrap_or_default().split_once(":=")
    {
        return asserted_type(value).into_iter().collect();
    }
    let annotation = match line.strip_prefix(':') {
        Some(annotation) if !annotation.starts_with(':') => annotation,
        // Go: `store *Store`, `store kept.Store`.
        None if is_type_after_name(line) => line,
        _ => return Vec::new(),
    };
    // A pointer of Go is to no interface.
    if let Some(pointer) = line.strip_prefix('*') {
        let end = pointer.find(|letter| !is_in_path(letter));
        return vec![&line[..end.unwrap_or(pointer.len()) + "*".len()]];
    }
    let stated = until(annotation, &['\n', ',', '=', ';', '{', '(', ')', '`', '"']);
    let mut types = value_types(stated);
    // `store: kept::open(…)` of a struct in Rust.
    types.retain(|path| !path.contains("::") || is_type_name(name_of_type(split_element(path).0)));
    types
}

/// Returns true for the type after a name in Go.
fn is_type_after_name(line: &str) -> bool {
    let is_upper = |text: &str| text.starts_with(char::is_uppercase);
    let container = ["[]", "map[", "chan ", "<-chan ", "..."];
    let element = container.iter().find_map(|mark| line.strip_prefix(mark));
    if element.is_some_and(|rest| rest.starts_with(|next| is_word(next) || next == '*')) {
        return true;
    }
    let package = line.find(|letter| !is_word(letter)).unwrap_or(line.len());
    let member = line[package..].strip_prefix('.');
    line.starts_with('*') || is_upper(line) || (package > 0 && member.is_some_and(is_upper))
}

/// Returns the types before a name: `Store` for `Store store` and `Store<T> &store`, `Store` for
/// `std::unique_ptr<Store> store`.
pub(super) fn types_before(before: &str) -> Vec<&str> {
    let line = before.trim_end_matches(['*', '&']);
    let Some(typed) = line.strip_suffix(' ') else {
        return Vec::new();
    };
    let typed = typed.trim_end().trim_end_matches(['*', '&']);
    let (outer, arguments) = split_generics(typed.strip_suffix("[]").unwrap_or(typed));
    let path = last_part(outer, is_in_path);
    // The label of an argument.
    if path.ends_with(':') {
        return Vec::new();
    }
    // Several types of PHP: `Store&Mock $store`, `Store|null $store`.
    let stated = outer.rsplit([' ', '(', ',']).next().unwrap_or_default();
    if stated.contains(['&', '|']) {
        return paths(stated);
    }
    let name = name_of_type(path);
    let is_opened =
        name.to_lowercase().ends_with("ptr") || AWAITED.split(' ').any(|awaited| awaited == name);
    if is_opened && !arguments.is_empty() {
        return paths(arguments);
    }
    if outer.len() < typed.len() && !path.is_empty() {
        return vec![&typed[outer.len() - path.len()..]];
    }
    paths(path)
}

/// Returns the type before a name of C, which may be in lower case: `store` for `struct store *`, `(store *`.
fn c_type_before(before: &str) -> Option<&str> {
    const QUALIFIERS: [&str; 8] = [
        "struct", "union", "enum", "const", "static", "extern", "volatile", "register",
    ];
    let typed = before.trim_end_matches(['*', '&', ' ']);
    let is_apart = typed.len() < before.len();
    let name = last_part(typed, is_word);
    let around = typed.strip_suffix(name)?;
    let around = around.trim_end();
    let is_first = around.is_empty() || around.ends_with(['(', ',', ';', '{']);
    let last = around.rsplit(|letter| !is_word(letter)).next()?;
    let is_word_of_c = matches!(name, "" | "return" | "else" | "case" | "goto" | "sizeof");
    (is_apart && !is_word_of_c && (is_first || QUALIFIERS.contains(&last))).then_some(name)
}

/// Returns the types after `@var` in the comment above a variable: `Store` for `?Store`, `\Kept\Store|null`.
fn documented_types<'d>(comment: &'d str, variable: &str) -> Vec<&'d str> {
    let is_of_other_variable = comment.contains('$') && !comment.contains(variable);
    if is_of_other_variable {
        return Vec::new();
    }
    let stated = comment.split_whitespace().next().unwrap_or_default();
    if stated.contains(['[', '<']) {
        return vec![stated];
    }
    paths(stated)
}

/// Returns the type that the end of a line asserts: `value.(*Store)`, `value as Store`.
fn asserted_type(value: &str) -> Option<&str> {
    let line = value.lines().next()?.trim_end().trim_end_matches(';');
    let asserted = match line.rsplit_once(".(") {
        Some((_, asserted)) => asserted.strip_suffix(')')?,
        None => line.rsplit_once(" as ")?.1,
    };
    let asserted = asserted.trim_start_matches('*');
    asserted
        .chars()
        .all(is_in_path)
        .then(|| type_in_path(asserted))?
}

/// Returns the type of a constructor call, `new Store(…)`, `Store(…)`, `Store { … }`, or the path of a call of its
/// function, which may return another type: `Store::open()`.
fn constructed_type(value: &str, needs_new: bool) -> Option<&str> {
    let mut value = value.trim_start();
    let mut is_new = !needs_new;
    for word in ["await ", "new ", "&mut ", "&"] {
        is_new |= word == "new " && value.starts_with(word);
        value = value.strip_prefix(word).unwrap_or(value);
    }
    // `Map<string, Store>(…)`
    let mut depth = 0usize;
    let end = value.find(|letter| {
        match letter {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && letter != '>' && !is_in_path(letter)
    });
    let (path, rest) = value.split_at(end.unwrap_or(value.len()));
    let rest = rest.trim_start();
    // `Store.new` of Ruby needs no parentheses.
    let is_called = rest.starts_with(['(', '{']) || path.ends_with(".new");
    if !is_called || (rest.starts_with(['(', '{']) && calls_another(rest)) {
        return None;
    }
    let (outer, arguments) = path.split_at(path.find('<').unwrap_or(path.len()));
    // `Arc::new(Store::open())` has the members of its argument, which may be a value: `Arc::new(Store)`.
    let is_wrapped = match name_of_type(type_in_path(outer).unwrap_or_default()) {
        "Some" | "Ok" | "Optional" => true,
        name => outer.ends_with("::new") && is_wrapper(name),
    };
    if is_wrapped {
        let inner = rest.get(1..).unwrap_or_default();
        let unit = inner
            .split(')')
            .next()
            .filter(|name| is_type_name(name_of_type(name)));
        return constructed_type(inner, needs_new).or(unit);
    }
    // A called name in capitals is a type and not a constant: `URL()`.
    let is_type =
        type_in_path(outer).is_some() || last_part(outer, is_word).starts_with(char::is_uppercase);
    if is_type {
        is_new.then_some(if path.ends_with('>') { path } else { outer })
    } else {
        type_in_path(arguments)
    }
}

/// Before a field, code that names its object.
const OWN: [&str; 5] = ["self.", "this.", "$this->", "this->", "@"];

/// Returns the function whose call is the only value that a type gives a field, and true for a method of the type:
/// `self.config = self.make_config(1)`.
pub(super) fn called_value(tree: &ChunkTree, chunk: &Chunk, field: &str) -> Option<(String, bool)> {
    let text = tree.text(chunk);
    let variables = variables_of_methods(tree, field);
    let mut found: Option<(String, bool)> = None;
    let mut start = chunk.bytes.start;
    for line in text.split_inclusive('\n') {
        let line_start = start;
        start += line.len();
        let Some((target, value)) = line.split_once('=') else {
            continue;
        };
        let target = target.trim_end().trim_end_matches(':').trim_end();
        let Some(before) = target.strip_suffix(field) else {
            continue;
        };
        let is_own = OWN.iter().any(|own| before.ends_with(own));
        let is_declared = before
            .trim()
            .chars()
            .all(|letter| is_word(letter) || letter == ' ')
            && before.ends_with(char::is_whitespace)
            && !variables.contains(&(line_start + before.len()));
        if !is_own && !is_declared || value.starts_with(['=', '>', '~']) {
            continue;
        }
        let value = value.trim_start();
        let value = value.strip_prefix("await ").unwrap_or(value);
        let own = OWN.iter().find_map(|own| value.strip_prefix(own));
        let call = own.unwrap_or(value);
        let (name, rest) = call.split_at(call.find(|letter| !is_word(letter))?);
        let called = (name.to_owned(), own.is_some());
        let is_call = !name.is_empty() && rest.starts_with('(') && !calls_another(rest);
        if !is_call || found.is_some_and(|known| known != called) {
            return None;
        }
        found = Some(called);
    }
    found
}

/// Returns true if a method follows the arguments at the start of a text, whose value may have any type.
fn calls_another(arguments: &str) -> bool {
    const KEEPING: [&str; 5] = ["?", ".await", ".clone()", ".expect(", ".unwrap()"];
    let mut after = arguments[end_of_brackets(arguments)..].trim_start();
    while let Some(rest) = KEEPING.iter().find_map(|kept| after.strip_prefix(kept)) {
        after = rest.trim_start();
    }
    after.starts_with('.') || after.starts_with("?.")
}

/// Returns true for a type in a chunk that stands for any other one: `Any`, and a type parameter.
pub(super) fn is_any_type(tree: &ChunkTree, chunk: &Chunk, name: &str) -> bool {
    tree.language
        .is_some_and(|language| language.is_any_type(name))
        || is_type_parameter(tree, chunk, name)
}

/// Returns true if a chunk, or one around it, has a type parameter of a name: `TItem` of `Store<TItem>` and of
/// `<TItem> TItem get()`.
pub(super) fn is_type_parameter(tree: &ChunkTree, chunk: &Chunk, name: &str) -> bool {
    let mut around = std::iter::once(chunk).chain(tree.ancestors(chunk));
    around.any(|chunk| {
        let signature = tree.document.text.slice(chunk.signature.clone());
        signature.match_indices(['<', '[']).any(|(at, open)| {
            let before = &signature[..at];
            let is_of_name = !chunk.name.is_empty() && before.ends_with(&*chunk.name);
            let is_template = before.ends_with(char::is_whitespace) || before.ends_with("template");
            let is_list = is_of_name || (open == "<" && is_template);
            is_list && type_parameters(&signature[at + 1..]).any(|parameter| parameter == name)
        })
    })
}

/// Returns the names in a list of type parameters, whose opening bracket is before the text.
fn type_parameters(text: &str) -> impl Iterator<Item = &str> {
    const MODIFIERS: [&str; 6] = ["in", "out", "const", "reified", "class", "typename"];
    let mut depth = 1usize;
    let end = text.find(|letter| {
        match letter {
            '<' | '[' => depth += 1,
            '>' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    let list = &text[..end.unwrap_or(0)];
    list.split(',').filter_map(|part| {
        let mut words = part.split(|letter| !is_word(letter));
        words.find(|word| !word.is_empty() && !MODIFIERS.contains(word))
    })
}

/// Returns the type that a method extends, by its signature and the mark of its language: `Store` for
/// `Load(this Store store)` of C#.
pub(super) fn extended_type(signature: &str, mark: &str) -> Option<String> {
    let mut parts = signature.split('(').map(str::trim_start);
    let extended = parts.find_map(|part| part.strip_prefix(mark)?.strip_prefix(' '))?;
    let mut words = extended.split(|letter| !is_word(letter));
    words.next().map(str::to_owned)
}

/// Returns the type that the members of a class extend, by its signature and the word before such a class: `String` for
/// `implicit class RichText(val text: String)` of Scala.
pub(super) fn type_extended_by_class(signature: &str, mark: &str) -> Option<String> {
    let (before, class) = signature.split_once("class ")?;
    let (_, extended) = class.split_once('(')?.1.split_once(':')?;
    let is_marked = before.split_whitespace().any(|word| word == mark);
    let name = extended
        .trim_start()
        .split(|letter| !is_word(letter))
        .next();
    name.filter(|name| is_marked && !name.is_empty())
        .map(str::to_owned)
}

/// Returns the package or namespace of a whole document, `a.b`; empty if it states none. Scala may state it in parts.
pub(super) fn declared_package(document: &Document) -> String {
    let text = document.text.slice(0..document.text.len());
    let mut parts = Vec::new();
    for line in text.lines() {
        // `namespace A { … }` is a declaration with members.
        let namespace = line
            .strip_prefix("namespace ")
            .filter(|_| line.trim_end().ends_with(';'));
        match line.strip_prefix("package ").or(namespace) {
            Some(part) => parts.push(part.trim().trim_end_matches(';')),
            None if parts.is_empty() => {}
            None => break,
        }
    }
    parts.join(".")
}

/// Returns true for the signature of a constant of Haskell: `limit :: Int`.
pub(super) fn is_constant(signature: &str) -> bool {
    signature.contains(" :: ") && !signature.contains("->")
}

#[cfg(test)]
mod tests {
    use super::super::type_text::is_stated;
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, SourcePath, Text};

    fn check(line: &str, expected: &[&str]) {
        check_in("a.txt", line, expected);
    }

    fn check_in(path: &str, line: &str, expected: &[&str]) {
        let document = Document::new(SourcePath::new(path), Text::from(line));
        let tree = ChunkTree::of(document, &Limits::default());
        let mut found = stated_types(&tree, &tree.chunks[0], "store", None);
        found.retain(|path| is_stated(split_element(path.trim_start_matches('*')).0));
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn the_line_of_a_declaration_gives_its_types() {
        check("let store = Store::new();", &["Store::new"]);
        check(
            "let store = store::Store::open(path)?;",
            &["store::Store::open"],
        );
        check("let store = Store::builder().build();", &[]);
        check("let store = Store::new()\n    .limit(1);", &[]);
        check("store, ok := it.(*Store)", &["Store"]);
        check("const store = it as Store;", &["Store"]);
        check("let store = Store::open(path).unwrap();", &["Store::open"]);
        check("fn f(store: &mut Store, other: Other)", &["Store"]);
        check("stores: Vec<Other>, store: Arc<Store>,", &["Arc", "Store"]);
        check("store = Store(path)", &["Store"]);
        check("let store = Arc::new(Store::open(1));", &["Store::open"]);
        check("let store = Box::new(Store);", &["Store"]);
        check("let store = Arc::new(open());", &[]);
        check("run(store?: Store)", &["Store"]);
        check("const store = new Store<A>(x);", &["Store<A>"]);
        check("func (store *Store) Get() Other {", &["*Store"]);
        check("final Store<Key> store;", &["Store<Key>"]);
        check("Store *store = open();", &["Store"]);
        check("//  └── store", &[]);
        check("─*store ─store = ─open();", &[]);
        check("std::unique_ptr<Store> store;", &["Store"]);
        check("return store.get(OTHER)", &[]);
        check("let store = open(Other::new());", &[]);
    }

    #[test]
    fn a_type_keeps_its_qualifier() {
        check("db sql.DB, store *sql.DB", &["*sql.DB"]);
        check("store kept.Store", &["kept.Store"]);
        check(
            "std::map<int, std::vector<Other>> &store",
            &["std::map<int, std::vector<Other>>"],
        );
        check("const std::string& store,", &["std::string"]);
        check("def f(store: sqlite3.Connection):", &["sqlite3.Connection"]);
        check("store: reqwest::Client,", &["reqwest::Client"]);
        check("store: Size.LARGE, other", &["Size"]);
        check("store: kept::open(path),", &[]);
        check_in("a.php", "<?php\nfunction f(\\PDO $store) {}\n", &["\\PDO"]);
    }

    #[test]
    fn a_field_of_php_has_the_type_before_its_name_or_in_the_comment_above() {
        let check = |field: &str, expected| {
            check_in(
                "a.php",
                &format!("<?php\nclass A {{\n{field};\n}}\n"),
                expected,
            );
        };
        check("private ?Store $store", &["Store"]);
        check(
            "function f(Cache $other, private Store $store) {}",
            &["Store"],
        );
        check("/** @var Store|null */\nprivate $store", &["Store"]);
        check(
            "/**\n * @var ?\\Kept\\Store Text\n */\nprivate $store",
            &["\\Kept\\Store"],
        );
        check("/** @var Store */\nprivate $other;\nprivate $store", &[]);
        check("/** @var Cache $other */\n$store = $other->get()", &[]);
    }
}
