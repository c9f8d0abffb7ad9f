//! Ruby, where much of what declares is a call: `attr_reader`, `Struct.new`, `describe`, `task`.

use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{self, Accessor, Constructor, Method};
use crate::syntax::row::{Declarations, Docs, Hooks, Linking, Reach, Row, Uses};
use crate::syntax::shape::Reader;
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "ruby",
    aliases: &["rb"],
    extensions: "rb rake gemspec ru jbuilder podspec",
    file_names: "Gemfile Rakefile Guardfile Capfile Vagrantfile Podfile Fastfile Brewfile",
    shebangs: "ruby jruby rake",
    grammar: || tree_sitter_ruby::LANGUAGE.into(),
    query: include_str!("../queries/ruby.scm"),
    declarations: Declarations {
        bases: &["superclass"],
        patterns: "left_assignment_list destructured_left_assignment",
        ..Declarations::CODE
    },
    uses: Uses {
        keywords: "private protected public module_function attr_accessor attr_reader attr_writer \
               raise lambda proc",
        importers: "require require_relative load autoload",
        ..Uses::CODE
    },
    docs: Docs {
        inner: &[
            "#!",
            "# frozen_string_literal:",
            "# encoding:",
            "# -*-",
            "# typed:",
        ],
        ..Docs::CODE
    },
    linking: Linking::of(Reach::Program).with_implicit_self(),
    hooks: Hooks {
        name,
        refine,
        ..Hooks::CODE
    },
    highlights: &[tree_sitter_ruby::HIGHLIGHTS_QUERY],
    more_highlights: include_str!("../queries/highlights/ruby.scm"),
    ..Row::CODE
};

/// `A::B` has the path `A`; `def A.b` is in `A`.
fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    let Some(name) = node.child_by_field_name("name") else {
        return Name::default();
    };
    let mut found = match name.kind() {
        "scope_resolution" => reader.split(name),
        _ => reader.simple(name),
    };
    if let Some(object) = node.child_by_field_name("object")
        && object.kind() == "constant"
    {
        found.path.push(reader.words(object));
    }
    found
}

/// Ruby has no functions: what no type is around is a method, too.
fn refine(_: &Reader<'_>, kind: DeclarationKind, node: Node<'_>, name: &Name) -> DeclarationKind {
    let is_setter = || {
        node.child_by_field_name("name")
            .is_some_and(|name| name.kind() == "setter")
    };
    match kind {
        Method if name.own == "initialize" => Constructor,
        Method if is_setter() => Accessor,
        _ => kind,
    }
}
