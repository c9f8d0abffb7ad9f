//! Receiver of a member: the names before its name.
//!
//! Principal type: [`Receiver`]. The resolver reads the qualifier of a reference through it.

use crate::chunk::ChunkTree;
use crate::syntax::{Binding, Reference};
use std::ops::Range;

/// Maximum number of names that are read.
const MAX_CHAIN_LEN: usize = 16;
/// Maximum length of the mark before a member, `::template `, in bytes.
const MAX_MARK: u32 = 11;
/// Maximum length of `super(…).`, in bytes.
const MAX_SUPER: u32 = 80;

/// Receiver of a member.
#[derive(Debug, Default)]
pub(super) struct Receiver {
    /// Names before the member: `this`, `ctx`, `logger`. They begin at the last call, which is an empty name.
    pub(super) chain: Vec<String>,
    /// True if `::` follows each name.
    pub(super) is_path: bool,
}

impl Receiver {
    /// The last name before the member; empty for a call.
    pub(super) fn word(&self) -> &str {
        self.chain.last().map_or("", String::as_str)
    }

    /// Returns true if that name is itself a member: a field.
    pub(super) fn is_field(&self) -> bool {
        self.chain.len() > 1
    }
}

/// Returns the receiver of a reference, empty if it is not a member. Each name is a reference with a qualifier.
pub(super) fn receiver(tree: &ChunkTree, reference: &Reference) -> Receiver {
    let mut chain = Vec::new();
    let mut is_path = true;
    let mut next = Some(reference);
    while let Some(member) = next
        && member.is_member
        && chain.len() < MAX_CHAIN_LEN
    {
        let start = member.bytes.start;
        let before = |length| tree.before(start, length);
        let mut name = tree.word(&member.qualifier).into_owned();
        // `Store::class` of Kotlin has the members of another type.
        let literal = tree.row().class_literal;
        if !literal.is_empty() && before(literal.len() as u32) == literal {
            name.clear();
        }
        // `Factory::template create<int>()` of C++
        let mark = before(MAX_MARK);
        let mark = mark.trim_end().trim_end_matches("template");
        is_path &= mark.ends_with("::") && !name.is_empty();
        next = None;
        if !name.is_empty() {
            let qualifiers = &tree.references;
            let found = qualifiers
                .binary_search_by_key(&member.qualifier.start, |qualifier| qualifier.bytes.start);
            next = found.ok().map(|index| &qualifiers[index]);
        }
        // `super(Leaf, self).save()` of Python
        let call = before(MAX_SUPER);
        let call = call
            .strip_suffix(").")
            .and_then(|it| it.rsplit_once("super("));
        let is_super = call.is_some_and(|(_, given)| !given.contains(['(', ')']));
        let name = if is_super { "super".to_owned() } else { name };
        // `$crate` in a macro is the crate of the macro.
        chain.push(
            name.strip_prefix("$")
                .filter(|word| *word == "crate")
                .unwrap_or(&name)
                .to_owned(),
        );
        // A keyword is no reference: `super::super::open()`.
        let mut start = member.qualifier.start;
        while next.is_none() && is_path && start > 7 && tree.word(&(start - 7..start)) == "super::"
        {
            chain.push("super".to_owned());
            start -= 7;
        }
    }
    chain.reverse();
    Receiver { chain, is_path }
}

/// Returns true if a name is a parameter or local variable where a reference is.
pub(super) fn is_local(tree: &ChunkTree, reference: &Reference, name: &str) -> bool {
    let at = reference.bytes.start;
    let mut bindings = tree.bindings.iter();
    bindings.any(|binding| binding.scope.contains(&at) && tree.word(&binding.name) == name)
}

/// Returns the scope of the parameter or local variable that a reference names; none if it names no variable.
pub(super) fn scope_of_variable<'t>(
    tree: &'t ChunkTree,
    reference: &Reference,
) -> Option<&'t Range<u32>> {
    let name = tree.word(&reference.bytes);
    visible_variable(tree, &name, reference.bytes.start).map(|binding| &binding.scope)
}

/// Returns the innermost parameter or local variable of a name that is visible at a byte.
pub(super) fn visible_variable<'t>(
    tree: &'t ChunkTree,
    name: &str,
    at: u32,
) -> Option<&'t Binding> {
    let bindings = tree.bindings.iter();
    let visible =
        bindings.filter(|binding| binding.scope.contains(&at) && tree.word(&binding.name) == name);
    visible.min_by_key(|binding| binding.scope.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, SourcePath, Text};

    /// Checks the receiver of `read`.
    #[track_caller]
    fn check(path: &str, text: &str, chain: &[&str]) -> Receiver {
        let document = Document::new(SourcePath::new(path), Text::from(text));
        let tree = ChunkTree::of(document, &Limits::default());
        let mut references = tree.references.iter();
        let read = references.find(|reference| tree.word(&reference.bytes) == "read");
        let found = receiver(&tree, read.expect("a reference"));
        assert_eq!(found.chain, chain, "{text}");
        found
    }

    #[test]
    fn chains_are_read_backwards() {
        check("a.py", "store.read()", &["store"]);
        let chain = ["this", "ctx", "logger"];
        check("a.ts", "x = this.ctx.logger.read()", &chain);
        check("a.py", "rows[0].read()", &[""]);
        check("a.py", "rows[0].first.read()", &["", "first"]);
        check("a.py", "(a + b).read()", &[""]);
        let builder = "fn f() { Builder::new(a, b)\n    .add(1)\n    .read() }";
        assert!(!check("a.rs", builder, &[""]).is_path);
    }

    #[test]
    fn the_end_of_a_sentence_is_no_member_mark() {
        check(
            "a.rs",
            "fn f() {\n    // Abort all.\n    map.read();\n}",
            &["map"],
        );
    }

    #[test]
    fn paths_and_super_are_recognized() {
        let check_path = |text, chain: &[&str]| assert!(check("a.rs", text, chain).is_path);
        check_path("fn f() { crate::store::read() }", &["crate", "store"]);
        check_path("fn f() { Store::<u8>::read() }", &["Store"]);
        check_path(
            "fn f() { super::super::a::read() }",
            &["super", "super", "a"],
        );
        check_path(
            "macro_rules! f { () => { $crate::a::read() } }",
            &["crate", "a"],
        );
        assert!(!check("a.py", "os.environ.read()", &["os", "environ"]).is_path);
        check("a.py", "super().read()", &["super"]);
        check("a.rs", "fn f() { open()?.read() }", &[""]);
    }
}
