//! Facets of code: public declarations and signatures of interfaces, for readers of an API, and code that was not
//! parsed.
//!
//! They are values of `in:` filters, [`API`], [`SIGNATURE`] and [`UNPARSED`]; the index stores them with each leaf.

use super::node::Chunk;
use super::tree::ChunkTree;
use crate::syntax::{Kind, ParseError};

/// Facet of a public declaration.
pub const API: &str = "api";
/// Facet of an interface, a trait, or a member of one.
pub const SIGNATURE: &str = "signature";
/// Facet of code that its grammar could not parse as a whole.
pub const UNPARSED: &str = "unparsed";

impl ChunkTree {
    /// The facets of a leaf's declaration.
    pub fn facets(&self, leaf: &Chunk) -> impl Iterator<Item = &'static str> {
        let declaration = self.whole(leaf);
        let is_interface = |chunk: &Chunk| matches!(chunk.kind, Kind::Interface | Kind::Trait);
        let is_signature =
            is_interface(declaration) || self.parent(declaration).is_some_and(is_interface);
        let api = self.is_api(declaration).then_some(API);
        api.into_iter().chain(is_signature.then_some(SIGNATURE))
    }

    /// Returns true if the grammar could not parse a part of a leaf.
    pub fn has_errors(&self, leaf: &Chunk) -> bool {
        let start = |error: &ParseError| error.bytes.start;
        let before = |end: usize| self.errors.partition_point(|error| start(error) < end);
        before(leaf.bytes.start) < before(leaf.bytes.end)
    }

    /// Returns true if a declaration and all enclosing scopes are public.
    fn is_api(&self, chunk: &Chunk) -> bool {
        use Kind::{Code, File, Impl, Imports, Interface, Items, Lines, Section, Trait};
        let Some(parent) = self.parent(chunk) else {
            return false;
        };
        let is_itself_public = match (chunk.kind, parent.kind) {
            (File | Imports | Section | Code | Lines, _) => false,
            (Items, _) if chunk.name.is_empty() => false,
            (_, Interface | Trait) | (Impl, _) => chunk.language.is_some(),
            _ => self.is_public(chunk, parent.kind.is_type()),
        };
        is_itself_public && (matches!(parent.kind, File | Impl | Items) || self.is_api(parent))
    }

    /// Returns true if a declaration is exported, or public by its signature, or else by its first line.
    fn is_public(&self, chunk: &Chunk, is_member: bool) -> bool {
        let Some(language) = chunk.language else {
            return false;
        };
        if self.exports.iter().any(|export| export.local == chunk.name) {
            return true;
        }
        if chunk.signature.is_empty() {
            let text = self.text(chunk);
            let line = text.lines().next().unwrap_or_default();
            return language.is_public(&chunk.name, line, is_member);
        }
        let signature = self.document.text.slice(chunk.signature.clone());
        language.is_public(&chunk.name, &signature, is_member)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, SourcePath, Text};

    /// Checks the names of the leaves with a facet.
    #[track_caller]
    fn check(path: &str, text: &str, facet: &str, expected: &[&str]) {
        let document = Document::new(SourcePath::new(path), Text::from(text));
        let tree = ChunkTree::of(document, &Limits::default());
        let mut names = Vec::new();
        for (_, leaf) in tree.leaves() {
            if tree.facets(leaf).any(|known| known == facet) {
                names.push(leaf.name.as_str());
            }
        }
        assert_eq!(names, expected, "{path} {facet}");
    }

    #[test]
    fn public_declarations_are_the_api() {
        let rust = "pub trait T { fn a(&self); }\npub(crate) fn c() {}\npub fn d() {}\nfn e() {}\n\
            impl S { pub fn new() {} fn f() {} }\nmod m { pub fn g() {} }\npub const X: u8 = 1;\n";
        check("a.rs", rust, API, &["T", "a", "d", "S", "new", "X"]);
        let script = "export class K { private p() {} q() {} }\nclass L { q() {} }\n\
            function h() {}\nfunction i() {}\nexport { h };\n";
        check("a.ts", script, API, &["K", "q", "h"]);
        let python = "class A:\n    def f(self): pass\n    def _g(self): pass\n\ndef _h(): pass\n";
        check("a.py", python, API, &["A", "f"]);
        let java = "public class A {\n    public void f() {}\n    void g() {}\n}\n";
        check("A.java", java, API, &["A", "f"]);
        let csharp = "namespace N\n{\n    public class A\n    {\n        public void F() {}\n        \
            void G() {}\n    }\n    class B { public void F() {} }\n}\n";
        check("A.cs", csharp, API, &["N", "A", "F"]);
        check(
            "a.go",
            "package a\n\nfunc F() {}\n\nfunc g() {}\n",
            API,
            &["F"],
        );
        check("a.md", "# A\n\nText.\n", API, &[]);
        check("Makefile", "all: a\n\techo a\n\na:\n\techo b\n", API, &[]);
    }

    #[test]
    fn interfaces_and_their_members_are_signatures() {
        let text = "trait T { fn a(&self); }\nstruct S;\nimpl T for S { fn a(&self) {} }\n";
        check("a.rs", text, SIGNATURE, &["T", "a"]);
        let text = "interface B {\n    void q();\n}\n\nclass C {\n    void r() {}\n}\n";
        check("B.java", text, SIGNATURE, &["B", "q"]);
    }
}
