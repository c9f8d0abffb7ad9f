//! Declared types of variables, read from the line of the declaration.

use crate::chunk::{Chunk, ChunkTree};

/// Maximum number of nested constructors: `Arc::new(Mutex::new(…))` has two.
const MAX_CONSTRUCTORS: usize = 4;
/// Maximum number of characters that are read after a name.
const MAX_DECLARATION_LEN: usize = 160;

/// Returns the types with which a leaf declares a variable or field: `Store` for `store: &Store`,
/// `Store store`, `store = Store::new()`.
pub(super) fn declared_types(tree: &ChunkTree, leaf: &Chunk, variable: &str) -> Vec<String> {
    let text = tree.text(leaf);
    let mut types = Vec::new();
    for (at, _) in text.match_indices(variable) {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + variable.len()..).unwrap_or_default();
        if before.ends_with(is_word) || after.starts_with(is_word) {
            continue;
        }
        let line = after.split('\n').next().unwrap_or_default();
        let cut = line.char_indices().nth(MAX_DECLARATION_LEN);
        let line = cut.map_or(line, |(end, _)| line.get(..end).unwrap_or_default());
        types.extend(types_after(line.trim_start()));
        types.extend(type_before(before));
    }
    types.sort_unstable();
    types.dedup();
    types
}

/// Returns the types after a name: of an annotation, or of a constructed value.
fn types_after(line: &str) -> Vec<String> {
    // `get store(): Store`, `def store() -> Store:`.
    let line = match line.strip_prefix("()") {
        Some(given) => match given.trim_start() {
            given if given.starts_with(':') || given.starts_with("->") => given,
            _ => return Vec::new(),
        },
        None => line,
    };
    if let Some(value) = line.strip_prefix(":=").or_else(|| line.strip_prefix('=')) {
        return constructed_types(value.trim_start());
    }
    if let Some(annotation) = line.strip_prefix("->").or_else(|| line.strip_prefix(':')) {
        let end = annotation
            .find(['=', ';', '{', ')', ':'])
            .filter(|end| *end > 0);
        let annotation = annotation.get(..end.unwrap_or(annotation.len()));
        // The next parameter has a type too.
        let mut depth = 0usize;
        let own = annotation.unwrap_or_default().split(|letter| {
            match letter {
                '<' | '[' | '(' => depth += 1,
                '>' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            letter == ',' && depth == 0
        });
        return type_names(own.take(1));
    }
    // Go: `store *Store`.
    let starts_type = line.starts_with(|letter: char| letter == '*' || letter.is_uppercase());
    match starts_type {
        true => type_names(line.split([',', ')', '=', ';', '{', '(']).take(1)),
        false => Vec::new(),
    }
}

/// Returns the type before a name: `Store` for `Store store` and `Store<T> &store`.
fn type_before(before: &str) -> Option<String> {
    let line = before.rsplit('\n').next()?;
    let line = line.trim_end_matches(['*', '&']);
    let typed = line.strip_suffix(' ')?.trim_end();
    let typed = match typed.ends_with('>') {
        true => typed.get(..typed.find('<')?)?,
        false => typed.trim_end_matches(['*', '&']),
    };
    let name = typed.rsplit(|letter| !is_word(letter)).next()?;
    is_type_name(name).then(|| name.to_owned())
}

/// Returns the types of a constructor call: `Store::new()`, `new Store(…)`, `Store(…)`, `Store { … }`;
/// both types for `Arc::new(Store::new())`.
fn constructed_types(mut value: &str) -> Vec<String> {
    // The result of another method may have any type.
    let chained = value.split(").").skip(1).any(|call| {
        let same = ["unwrap", "expect", "await"];
        !same.iter().any(|word| call.starts_with(word))
    });
    let mut types = Vec::new();
    while !chained && types.len() < MAX_CONSTRUCTORS {
        value = ["await ", "new ", "&mut ", "&"]
            .into_iter()
            .fold(value.trim_start(), |value, word| {
                value.strip_prefix(word).unwrap_or(value)
            });
        let end = value.find(|letter| !is_word(letter) && !matches!(letter, ':' | '.' | '<' | '>'));
        let (path, rest) = value.split_at(end.unwrap_or(value.len()));
        let mut parts = path
            .split(|letter| !is_word(letter))
            .filter(|part| !part.is_empty());
        let rest = rest.trim_start();
        match parts.rfind(|part| is_type_name(part)) {
            Some(name) if rest.starts_with(['(', '{']) => types.push(name.to_owned()),
            _ => break,
        }
        match rest.strip_prefix('(') {
            Some(given) => value = given,
            None => break,
        }
    }
    types
}

fn type_names<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    let words = texts.flat_map(|text| text.split(|letter| !is_word(letter)));
    words
        .filter(|word| is_type_name(word))
        .map(str::to_owned)
        .collect()
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
        let document = Document::new(SourcePath::new("a.txt"), Text::from(line));
        let tree = ChunkTree::of(document, &Limits::default());
        let (_, leaf) = tree.leaves().next().expect("a leaf");
        assert_eq!(declared_types(&tree, leaf, "store"), expected, "{line}");
    }

    #[test]
    fn the_line_of_a_declaration_gives_its_types() {
        check("let store = Store::new();", &["Store"]);
        check("let store = store::Store::open(path)?;", &["Store"]);
        check("let store = Store::builder().build();", &[]);
        check("let store = Store::open(path).unwrap();", &["Store"]);
        check("fn f(store: &mut Store, other: Other)", &["Store"]);
        check("stores: Vec<Other>, store: Arc<Store>,", &["Arc", "Store"]);
        check("store = Store(path)", &["Store"]);
        check("const store = new Store<A>(x);", &["Store"]);
        check("func (store *Store) Get() Other {", &["Store"]);
        check("final Store<Key> store;", &["Store"]);
        check("Store *store = open();", &["Store"]);
        check("let store = Arc::new(Store::new());", &["Arc", "Store"]);
        check("get store(): Store {", &["Store"]);
        check("def store() -> Store:", &["Store"]);
        check("return store.get(OTHER)", &[]);
        check("let store = open(Other::new());", &[]);
    }
}
