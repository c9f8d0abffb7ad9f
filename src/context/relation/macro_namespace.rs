//! Namespaces of C++ that macros open: `LIB_BEGIN_NAMESPACE` for `namespace lib {`.

use super::codebase::Codebase;
use super::declared::is_word;
use super::relations::Lookup;
use crate::chunk::ChunkTree;
use std::sync::Arc;

/// Maximum number of macros that are looked up for a document.
const MAX_MACROS: usize = 8;
/// Minimum length of the name of a macro that opens a namespace.
const MIN_NAME: usize = 4;

impl Codebase<'_> {
    /// Returns the namespaces, `a.b`, that a macro opens around the declarations of a document; empty without one.
    pub(super) fn macro_namespace(&mut self, tree: &ChunkTree) -> Lookup<Arc<str>> {
        if let Some(known) = self.packages.get(tree.path()) {
            return Ok(known.clone());
        }
        // A macro that opens a namespace may be used in the document that defines it.
        self.packages.insert(tree.path().clone(), Arc::default());
        let mut found: Arc<str> = Arc::default();
        for name in macros_alone(tree) {
            found = self.namespaces_in_macro(&name)?.into();
            if !found.is_empty() {
                break;
            }
        }
        self.packages.insert(tree.path().clone(), found.clone());
        Ok(found)
    }

    fn namespaces_in_macro(&mut self, name: &str) -> Lookup<String> {
        for record in self.named(name)?.iter() {
            let Some(view) = self.view(&record.path)? else {
                continue;
            };
            let mut definitions = record.definitions.iter();
            let definition = definitions.find(|definition| definition.name == name);
            let line = definition.map_or(record.name_at.0, |definition| definition.line);
            let text = &view.tree.document.text;
            let defined = text.slice(text.lines(line, u32::MAX));
            let namespaces = opened_namespaces(&defined, name);
            if !namespaces.is_empty() {
                return Ok(namespaces.join("."));
            }
        }
        Ok(String::new())
    }
}

/// Names in capitals that are alone on a line, each once.
fn macros_alone(tree: &ChunkTree) -> Vec<String> {
    let text = &tree.document.text;
    let text = text.slice(0..text.len());
    let is_macro_letter =
        |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
    let mut found: Vec<String> = Vec::new();
    for line in text.lines() {
        let name = line.trim_end().trim_end_matches(';');
        let is_macro = name.len() >= MIN_NAME && name.chars().all(is_macro_letter);
        if is_macro && !found.iter().any(|known| known == name) {
            found.push(name.to_owned());
        }
        if found.len() == MAX_MACROS {
            break;
        }
    }
    found
}

/// The namespaces that the definition of a macro opens, without inline ones, whose names are left out in uses.
fn opened_namespaces(definition: &str, name: &str) -> Vec<String> {
    let mut body = String::new();
    for line in definition.lines() {
        let line = line.trim_end();
        body.push_str(line.trim_end_matches('\\'));
        if !line.ends_with('\\') {
            break;
        }
        body.push(' ');
    }
    let Some((before, value)) = body.split_once(name) else {
        return Vec::new();
    };
    if !before.contains("define") {
        return Vec::new();
    }
    let mut opened = Vec::new();
    let mut is_inline = false;
    let mut words = value.split(|letter| !is_word(letter) && letter != ':');
    while let Some(word) = words.next() {
        if word == "namespace" && !is_inline {
            let name = words.find(|word| !word.is_empty()).unwrap_or_default();
            opened.extend(name.split("::").map(str::to_owned));
        }
        if !word.is_empty() {
            is_inline = word == "inline";
        }
    }
    opened
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_macro_opens_the_namespaces_of_its_definition() {
        let check = |definition: &str, expected: &[&str]| {
            assert_eq!(opened_namespaces(definition, "BEGIN"), expected);
        };
        check("#define BEGIN namespace depot {\nint a;", &["depot"]);
        check(
            "# define BEGIN \\\n  namespace depot { \\\n  inline namespace v2 {\nnamespace other {",
            &["depot"],
        );
        check(
            "#define BEGIN namespace a::b { namespace c {",
            &["a", "b", "c"],
        );
        check("#define BEGIN inline namespace v2 {", &[]);
        check("#define BEGIN", &[]);
    }
}
