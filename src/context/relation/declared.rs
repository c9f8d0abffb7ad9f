//! Declared types of variables, read from the line of the declaration.
//!
//! Contract of [`declared_types()`]: nothing is parsed; an unusual declaration has no type, which makes a
//! relation less certain, not wrong.

use crate::chunk::{Chunk, ChunkTree};
use crate::syntax::Language;
use std::collections::BTreeSet;

/// Returns the types with which a chunk declares a variable or field: `Store` for `store: &Store`,
/// `Store store`, `store = Store::new()`.
pub(super) fn declared_types(tree: &ChunkTree, chunk: &Chunk, variable: &str) -> Vec<String> {
    let text = tree.document.text.slice(chunk.bytes.clone());
    let sigil = tree.language.map_or("", Language::field_sigil);
    let mut types = BTreeSet::new();
    let mut stated = "";
    for line in text.lines() {
        for (at, _) in line.match_indices(variable) {
            let (before, after) = line.split_at(at);
            let after = after.strip_prefix(variable).unwrap_or_default();
            if !before.ends_with(is_word) && !after.starts_with(is_word) {
                types.extend(types_after(after.trim_start()));
                let before = before.strip_suffix(sigil).unwrap_or(before);
                types.extend(type_before(before));
                if tree.language.is_some_and(Language::has_prototypes) {
                    types.extend(c_type_before(before));
                }
                types.extend(stated_types(stated, variable));
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

/// Generic types whose values are used like those of their argument.
const WRAPPERS: [&str; 16] = [
    "Arc",
    "Rc",
    "Box",
    "Ref",
    "RefMut",
    "Cow",
    "Pin",
    "MutexGuard",
    "Option",
    "Optional",
    "Annotated",
    "Final",
    "ClassVar",
    "Readonly",
    "Union",
    "Partial",
];

/// Returns the types after a name: of an annotation, or of a constructed value.
fn types_after(line: &str) -> Vec<&str> {
    if let Some(value) = line.strip_prefix(":=").or_else(|| line.strip_prefix('=')) {
        return constructed_type(value).into_iter().collect();
    }
    let annotation = if let Some(annotation) = line.strip_prefix(':') {
        annotation
    } else if line.starts_with(|letter: char| letter == '*' || letter.is_uppercase()) {
        // Go: `store *Store`.
        line
    } else {
        return Vec::new();
    };
    let end = annotation.find([',', '=', ';', '{', '(', ')', ':']);
    let stated = &annotation[..end.unwrap_or(annotation.len())];
    // The elements of a container are not the value.
    let stated = stated.trim_start_matches(|letter: char| !is_word(letter) && letter != '[');
    let bracket = stated.find(['<', '[']);
    let outer = bracket.map_or(stated, |at| &stated[..at]);
    let container = outer
        .rsplit(|letter| !is_word(letter))
        .next()
        .unwrap_or_default();
    let is_array = bracket.is_some_and(|at| stated[at..].starts_with("[]"));
    let stated = match bracket {
        Some(_) if is_array || container.is_empty() => return vec!["Array"],
        Some(_) if !WRAPPERS.contains(&container) => outer,
        _ => stated,
    };
    let words = stated.split(|letter| !is_word(letter));
    words.filter(|word| is_type_name(word)).collect()
}

/// Returns the type before a name: `Store` for `Store store` and `Store<T> &store`.
fn type_before(before: &str) -> Option<&str> {
    let line = before.trim_end_matches(['*', '&']);
    let mut typed = line.strip_suffix(' ')?.trim_end();
    if typed.ends_with('>') {
        typed = &typed[..typed.find('<')?];
    } else {
        typed = typed.trim_end_matches(['*', '&']);
    }
    let name = typed.rsplit(|letter| !is_word(letter)).next()?;
    is_type_name(name).then_some(name)
}

/// Returns the type before a name of C, which may be in lower case: `store` for `struct store *`, `(store *`.
fn c_type_before(before: &str) -> Option<&str> {
    const QUALIFIERS: [&str; 8] = [
        "struct", "union", "enum", "const", "static", "extern", "volatile", "register",
    ];
    let typed = before.trim_end_matches(['*', '&', ' ']);
    let is_apart = typed.len() < before.len();
    let start = typed
        .rfind(|letter| !is_word(letter))
        .map_or(0, |at| at + 1);
    let (around, name) = typed.split_at(start);
    let around = around.trim_end();
    let is_first = around.is_empty() || around.ends_with(['(', ',', ';', '{']);
    let last = around.rsplit(|letter| !is_word(letter)).next()?;
    let is_word_of_c = matches!(name, "" | "return" | "else" | "case" | "goto" | "sizeof");
    (is_apart && !is_word_of_c && (is_first || QUALIFIERS.contains(&last))).then_some(name)
}

/// Returns the types after `@var` in the comment above a variable: `Store` for `?Store`, `\Kept\Store|null`.
fn stated_types<'d>(comment: &'d str, variable: &str) -> Vec<&'d str> {
    let is_of_other_variable = comment.contains('$') && !comment.contains(variable);
    if is_of_other_variable {
        return Vec::new();
    }
    let stated = comment.split_whitespace().next().unwrap_or_default();
    let paths = stated.split(['?', '|', '&', '<']);
    let names = paths.filter_map(|path| path.rsplit('\\').next());
    names.filter(|name| is_type_name(name)).collect()
}

/// Returns the type of a constructor call: `Store::new()`, `new Store(…)`, `Store(…)`, `Store { … }`.
fn constructed_type(value: &str) -> Option<&str> {
    let mut value = value.trim_start();
    for word in ["await ", "new ", "&mut ", "&"] {
        value = value.strip_prefix(word).unwrap_or(value);
    }
    let end = value.find(|letter| !is_word(letter) && !matches!(letter, ':' | '.' | '<' | '>'));
    let (path, rest) = value.split_at(end.unwrap_or(value.len()));
    let mut parts = path.split(|letter| !is_word(letter));
    let name = parts.rfind(|part| is_type_name(part))?;
    // `Store.new` of Ruby needs no parentheses.
    let is_called = rest.trim_start().starts_with(['(', '{']) || path.ends_with(".new");
    is_called.then_some(name)
}

/// Returns the type that a method of C# extends, by its signature: `Store` for `Load(this Store store)`.
pub(super) fn extended_type(signature: &str) -> Option<String> {
    let mut parts = signature.split('(').map(str::trim_start);
    let extended = parts.find_map(|part| part.strip_prefix("this "))?;
    let mut words = extended.split(|letter| !is_word(letter));
    words.next().map(str::to_owned)
}

/// Returns the package or namespace of a whole document, `a.b`; empty if it states none. Scala may state it in parts.
pub(super) fn declared_package(tree: &ChunkTree) -> String {
    let text = &tree.document.text;
    let text = text.slice(0..text.len());
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

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns true for `CamelCase`; constants have only capitals.
pub(super) fn is_type_name(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && word.chars().any(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, SourcePath, Text};

    fn check(line: &str, expected: &[&str]) {
        check_in("a.txt", line, expected);
    }

    fn check_in(path: &str, line: &str, expected: &[&str]) {
        let document = Document::new(SourcePath::new(path), Text::from(line));
        let tree = ChunkTree::of(document, &Limits::default());
        let found = declared_types(&tree, &tree.chunks[0], "store");
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn the_line_of_a_declaration_gives_its_types() {
        check("let store = Store::new();", &["Store"]);
        check("let store = store::Store::open(path)?;", &["Store"]);
        check("let store = Store::builder().build();", &["Store"]);
        check("let store = Store::open(path).unwrap();", &["Store"]);
        check("fn f(store: &mut Store, other: Other)", &["Store"]);
        check("stores: Vec<Other>, store: Arc<Store>,", &["Arc", "Store"]);
        check("store = Store(path)", &["Store"]);
        check("const store = new Store<A>(x);", &["Store"]);
        check("func (store *Store) Get() Other {", &["Store"]);
        check("final Store<Key> store;", &["Store"]);
        check("Store *store = open();", &["Store"]);
        check("return store.get(OTHER)", &[]);
        check("let store = open(Other::new());", &[]);
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
            &["Store"],
        );
        check("/** @var Store */\nprivate $other;\nprivate $store", &[]);
        check("/** @var Cache $other */\n$store = $other->get()", &[]);
    }
}
