use super::*;

/// Message of the first broken rule of a file; none if it breaks none.
fn check(file: &str, source: &str, expected: Option<&str>) {
    let violations = violations(Path::new(file), source);
    match expected {
        Some(rule) => assert!(
            violations.first().is_some_and(|first| first.contains(rule)),
            "{file}: {source}: {violations:?}"
        ),
        None => assert!(violations.is_empty(), "{file}: {source}: {violations:?}"),
    }
}

#[test]
fn listed_dependencies_pass() {
    check("chunk/tree.rs", "use crate::corpus::SourcePath;", None);
    check(
        "index/mod.rs",
        "use crate::embed::{Embedding, ModelId};",
        None,
    );
    check(
        "ui/code.rs",
        "use crate::app::App; use super::theme::Theme;",
        None,
    );
    check(
        "runtime.rs",
        "use crate::{app::App, workers::Loader};",
        None,
    );
    check("app/tree.rs", "crate::app::other::f()", None);
}

#[test]
fn violation_names_file_line_and_rule() {
    check(
        "corpus/walk.rs",
        "\nuse crate::{corpus::Root, index::Snapshot};",
        Some("src/corpus/walk.rs:2: `crate::index::Snapshot`: corpus does not import index"),
    );
    check(
        "search/mod.rs",
        "let x = crate::ui::draw;",
        Some("does not import ui"),
    );
    check(
        "index/mod.rs",
        "use crate::embed::Model;",
        Some("only the values"),
    );
    check("app/mod.rs", "use crate::corpus;", Some("not the module"));
    check(
        "app/mod.rs",
        "use crate::corpus::*;",
        Some("only the values"),
    );
    check("app/mod.rs", "use crate::*;", Some("does not import *"));
    check(
        "app/mod.rs",
        "use crate as root;",
        Some("not to be renamed"),
    );
}

#[test]
fn workers_and_app_never_meet() {
    check(
        "workers/mod.rs",
        "use crate::app::Event;",
        Some("never meet"),
    );
    check(
        "app/mod.rs",
        "use crate::workers::Loader;",
        Some("never meet"),
    );
}

#[test]
fn runtime_does_not_use_cli() {
    check("runtime.rs", "use crate::cli::Args;", Some("never imports"));
    check("cli/mod.rs", "crate::runtime::run(project)", None);
    check("runtime/screen.rs", "use crate::project::Project;", None);
}

#[test]
fn paths_with_super_are_resolved() {
    check(
        "app/mod.rs",
        "use super::workers::Loader;",
        Some("never meet"),
    );
    check(
        "app/panes/tree.rs",
        "super::super::super::ui::draw()",
        Some("import ui"),
    );
    check("app/panes/tree.rs", "super::super::ui::draw()", None);
    check(
        "app/mod.rs",
        "use self::super::{ui::draw};",
        Some("import ui"),
    );
}

#[test]
fn crates_are_used_in_their_modules_alone() {
    check("index/lexical.rs", "use tantivy::Index;", None);
    check(
        "search/mod.rs",
        "fn f() -> tantivy::Result<()> {}",
        Some("belongs to [index]"),
    );
    check("ui/mod.rs", "use ratatui as r;", None);
    check("app/mod.rs", "use ratatui as r;", Some("belongs to [ui"));
    check("app/keymap.rs", "use crossterm::event::KeyCode;", None);
    check(
        "app/keymap.rs",
        "use crossterm::{event::KeyCode, terminal};",
        Some("crossterm"),
    );
    check("app/keymap.rs", "use crossterm;", Some("crossterm"));
    check("app/mod.rs", "let ignore = 1; ignore(ignore)", None);
}

#[test]
fn pure_modules_have_no_side_effects() {
    for module in PURE {
        let file = format!("{module}/mod.rs");
        check(&file, "use std::{fmt, fs};", Some("has no side effects"));
        check(
            &file,
            "std::env::var(\"HOME\")",
            Some("has no side effects"),
        );
        check(
            &file,
            "use std::process::Command;",
            Some("has no side effects"),
        );
        check(&file, "use std::fmt;", None);
    }
    check("corpus/read.rs", "use std::fs::File;", None);
    check(
        "app/mod.rs",
        "use std::{self as s};",
        Some("module by module"),
    );
}
