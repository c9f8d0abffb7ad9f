//! The Rust sources of this repository as tokens, paths and string literals, read with tree-sitter. Comments,
//! and items under `#[cfg(test)]`, are skipped.

use std::fs;
use std::path::{Path, PathBuf};
use tree_sitter::Node;

/// A path in the source, from its first name on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NamedPath {
    /// 1-based.
    pub(crate) line: usize,
    /// `["crate", "corpus", "SourcePath"]`.
    pub(crate) segments: Vec<String>,
}

/// The parts of a source file that its tests are about.
#[derive(Default)]
pub(crate) struct RustSource<'a> {
    tokens: Vec<Token<'a>>,
    /// Contents of the string literals as written, without quotes.
    pub(crate) literals: Vec<&'a str>,
    /// Lines of doc comments, without the slashes.
    pub(crate) docs: Vec<&'a str>,
}

struct Token<'a> {
    line: usize,
    text: &'a str,
}

/// Files of a folder with their text, sorted by path; paths are relative to the folder.
pub(crate) fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut folders = vec![top.clone()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                sources.push((path.strip_prefix(&top).unwrap().to_owned(), text));
            }
        }
    }
    sources.sort();
    assert!(!sources.is_empty(), "{folder}");
    sources
}

/// The files below `src` that are part of the program.
pub(crate) fn shipped_sources() -> Vec<(PathBuf, String)> {
    let mut sources = sources("src");
    sources.retain(|(file, _)| {
        !file
            .iter()
            .any(|part| part == "tests" || part == "tests.rs")
    });
    sources
}

impl<'a> RustSource<'a> {
    pub(crate) fn parse(source: &'a str) -> Self {
        let mut parser = tree_sitter::Parser::new();
        parser
            .set_language(&tree_sitter_rust::LANGUAGE.into())
            .unwrap();
        let tree = parser.parse(source, None).unwrap();
        let mut parts = Self::default();
        parts.visit(tree.root_node(), source);
        parts
    }

    fn visit(&mut self, node: Node<'_>, source: &'a str) {
        let text = &source[node.byte_range()];
        match node.kind() {
            "line_comment" => self.docs.extend(text.trim_end().strip_prefix("///")),
            "string_literal" | "raw_string_literal" => {
                let quoted = text.trim_matches(|letter| letter != '"');
                self.literals.extend(quoted.get(1..quoted.len() - 1));
            }
            "block_comment" | "char_literal" | "lifetime" | "label" => {}
            _ if node.child_count() == 0 => self.tokens.push(Token {
                line: node.start_position().row + 1,
                text,
            }),
            _ => {
                let mut is_test = false;
                for child in node.children(&mut node.walk()) {
                    match child.kind() {
                        "attribute_item" if source[child.byte_range()] == *"#[cfg(test)]" => {
                            is_test = true;
                        }
                        "attribute_item" | "line_comment" if is_test => {}
                        _ if is_test => is_test = false,
                        _ => self.visit(child, source),
                    }
                }
            }
        }
    }

    /// The paths of `use` declarations, with groups (`a::{b, c::d}`) expanded, and other paths of at least
    /// two names.
    pub(crate) fn paths(&self) -> Vec<NamedPath> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            if self.text(at) == "use" {
                at = self.path(at + 1, true, &mut Vec::new(), &mut found);
            } else {
                let first = found.len();
                at = self
                    .path(at, false, &mut Vec::new(), &mut found)
                    .max(at + 1);
                if found.last().is_some_and(|path| path.segments.len() == 1) {
                    found.truncate(first);
                }
            }
        }
        found
    }

    fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    /// Reads one path, or in a `use` declaration a tree of paths. Returns the position after it. `prefix` is
    /// the path before the braces around it.
    fn path(
        &self,
        mut at: usize,
        is_use: bool,
        prefix: &mut Vec<String>,
        found: &mut Vec<NamedPath>,
    ) -> usize {
        let outer = prefix.len();
        let line = self.tokens.get(at).map_or(0, |token| token.line);
        if self.text(at) == "::" {
            at += 1;
        }
        loop {
            let name = self.text(at);
            if is_use && name == "{" {
                at = self.group(at + 1, prefix, found);
                prefix.truncate(outer);
                return at;
            }
            let is_name = name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
            let is_part = is_name || is_use && name == "*";
            if !is_part {
                break;
            }
            prefix.push(name.to_owned());
            at += 1;
            if self.text(at) != "::" {
                break;
            }
            at += 1;
        }
        if prefix.len() > outer {
            let segments = prefix.clone();
            found.push(NamedPath { line, segments });
        }
        prefix.truncate(outer);
        at
    }

    /// Reads the trees between braces, from the one after the opening brace. Returns the position after the
    /// closing one.
    fn group(&self, mut at: usize, prefix: &mut Vec<String>, found: &mut Vec<NamedPath>) -> usize {
        while at < self.tokens.len() && self.text(at) != "}" {
            at = self.path(at, true, prefix, found);
            // `as NAME`.
            while !matches!(self.text(at), "," | "}" | "") {
                at += 1;
            }
            if self.text(at) == "," {
                at += 1;
            }
        }
        at + 1
    }
}

/// The paths as `LINE a::b`.
#[track_caller]
fn check_paths(source: &str, expected: &[&str]) {
    let found: Vec<String> = RustSource::parse(source)
        .paths()
        .iter()
        .map(|path| format!("{} {}", path.line, path.segments.join("::")))
        .collect();
    assert_eq!(found, expected, "{source}");
}

#[test]
fn paths_of_declarations_are_expanded() {
    check_paths("use a::b;", &["1 a::b"]);
    check_paths("use a;", &["1 a"]);
    check_paths("use a as b;", &["1 a"]);
    check_paths("use ::a::b;", &["1 a::b"]);
    check_paths("pub(crate) use a::*;", &["1 a::*"]);
    check_paths(
        "use crate::{a::{self, B}, c as d,\n  e::F,};\nuse g::h;",
        &[
            "1 crate::a::self",
            "1 crate::a::B",
            "1 crate::c",
            "2 crate::e::F",
            "3 g::h",
        ],
    );
    check_paths("use {a::b, c};", &["1 a::b", "1 c"]);
}

#[test]
fn paths_in_code_types_macros_and_attributes_are_found() {
    check_paths(
        "fn f(x: &crate::a::B) -> Vec<c::D> {\n    crate::e::g::<h::I>(x.j)\n}",
        &["1 crate::a::B", "1 c::D", "2 crate::e::g", "2 h::I"],
    );
    check_paths("#[a::b]\nstruct C;", &["1 a::b"]);
    check_paths("fn f() { g!(a::b, c) }", &["1 a::b"]);
    check_paths("fn f() { super::super::a::B }", &["1 super::super::a::B"]);
}

#[test]
fn comments_literals_lifetimes_and_tests_have_no_paths() {
    check_paths("// a::b\n/* c::d /* e::f */ g::h */ use i::j;", &["2 i::j"]);
    check_paths("//! [`a::b`]\n/// a::b\nuse c::d;", &["3 c::d"]);
    check_paths("fn f() { g(r#\"a::b \" c::d\"#, 'x', e::f) }", &["1 e::f"]);
    check_paths("fn f<'a>(x: &'a b::C) {}", &["1 b::C"]);
    check_paths(
        "use a::b;\n#[cfg(test)]\nmod tests {\n    use c::d;\n}\nuse g::h;",
        &["1 a::b", "6 g::h"],
    );
    check_paths("#[cfg(test)]\nuse a::b;\nuse c::d;", &["3 c::d"]);
    check_paths("#[cfg(unix)]\nuse a::b;", &["2 a::b"]);
}

#[test]
fn literals_and_docs_are_collected() {
    let source = RustSource::parse(
        r##"
        /// Help.
        fn f<'a>(c: char) { if c == '"' { g("one \"two\"", r#"three "four""#, b"five") } }
        // "not this one"
        #[cfg(test)]
        mod tests { const A: &str = "not in tests"; }"##,
    );
    assert_eq!(
        source.literals,
        [r#"one \"two\""#, r#"three "four""#, "five"]
    );
    assert_eq!(source.docs, [" Help."]);
}
