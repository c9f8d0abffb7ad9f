//! Hooks for SQL: the members of a package, whose text the grammar does not parse.

use crate::syntax::kind::Kind;
use crate::syntax::outline::ElementKind;
use crate::syntax::query;
use crate::syntax::query::declarations::shape;
use crate::syntax::shape::Shape;
use crate::syntax::walker::{Hooks, Walker};
use regex::Regex;
use std::sync::LazyLock;
use tree_sitter::Node;

pub(super) const HOOKS: Hooks = Hooks {
    special,
    ..query::hooks::HOOKS
};

/// Beginning of a function or procedure on a line.
static MEMBER: LazyLock<Regex> = regex!(
    r"(?im)^[ \t]*(?:(?:static|member|overriding|constructor|map|order)[ \t]+)*(?:function|procedure)[ \t]+(\w+)"
);

/// Shape of a node by the query; a package defines its functions and procedures.
fn special<'t>(walker: &Walker<'_>, node: Node<'t>) -> Shape<'t> {
    let mut found = shape(walker, node);
    if let Shape::Element(package) = &mut found
        && package.kind == ElementKind::Declaration(Kind::Module)
    {
        let members = MEMBER.captures_iter(walker.text_of(node));
        let names = members.filter_map(|member| member.get(1));
        package
            .definitions
            .extend(names.map(|name| (name.as_str().to_owned(), node.start_byte() + name.start())));
    }
    found
}
