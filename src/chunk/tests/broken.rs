//! Declarations around a broken one.

use super::corpus::files;
use super::{ChunkTree, Limits, check, document, tree};
use crate::chunk::{Chunk, Kind, Role};
use crate::syntax::Language;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

/// Number of files of the measurement.
const FILES: usize = 500;

/// Deletes one line of each of 500 files and counts which of the other declarations keep name and line:
/// `SMRITI_CORPUS=DIR cargo test --lib deleted_line -- --ignored --nocapture`.
#[test]
#[ignore = "reads a directory that is not part of the repository"]
fn a_deleted_line_costs_few_other_declarations() {
    let root = std::env::var("SMRITI_CORPUS").expect("SMRITI_CORPUS names a directory");
    let texts: Vec<(String, String)> = files(Path::new(&root))
        .iter()
        .filter_map(|path| {
            let text = std::fs::read_to_string(path).ok()?;
            let name = path.to_string_lossy().into_owned();
            let is_code = Language::of(&document(&name, text.as_str()).path, &text)
                .is_some_and(|language| !language.is_prose());
            (is_code && (2_000..60_000).contains(&text.len())).then_some((name, text))
        })
        .collect();
    let step = texts.len().div_ceil(FILES).max(1);
    let mut sums: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (number, (name, text)) in texts.iter().step_by(step).enumerate() {
        let language = super::tree(name, text).language.map_or("", Language::name);
        let (kept, others) = kept(name, text, number);
        for key in [language, "all"] {
            let sum = sums.entry(key).or_default();
            *sum = (sum.0 + kept, sum.1 + others);
        }
    }
    for (language, (kept, others)) in &sums {
        eprintln!(
            "{language:12} {kept:6} of {others:6} {:.4}",
            share(*kept, *others)
        );
    }
    let (kept, others) = sums["all"];
    assert!(share(kept, others) > 0.9, "{kept} of {others}");
}

fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

fn declarations(tree: &ChunkTree) -> impl Iterator<Item = &Chunk> {
    let chunks = tree.chunks.iter();
    chunks.filter(|it| {
        let is_whole = matches!(it.role, Role::Parent | Role::Body);
        let is_other = matches!(
            it.kind,
            Kind::File | Kind::Items | Kind::Imports | Kind::Section | Kind::Code | Kind::Lines
        );
        is_whole && !is_other && !it.name.is_empty()
    })
}

/// Number of declarations outside the deleted line that are still found, and their total number.
fn kept(name: &str, text: &str, number: usize) -> (usize, usize) {
    let whole = tree(name, text);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let spoken: Vec<usize> = (0..lines.len())
        .filter(|at| lines[*at].bytes().any(|it| it.is_ascii_graphic()))
        .collect();
    let deleted = spoken[number * 7919 % spoken.len()];
    let line = deleted as u32 + 1;
    let rest = [&lines[..deleted], &lines[deleted + 1..]].concat().concat();
    let broken = ChunkTree::of(document(name, rest), &Limits::default());
    let found: HashSet<(&str, u32)> = declarations(&broken)
        .map(|it| (it.name.as_str(), it.name_at.0))
        .collect();
    let around = declarations(&whole).filter(|it| (it.lines.0..=it.lines.1).contains(&line));
    let innermost = around.last().map(|it| it.id);
    let others: Vec<&Chunk> = declarations(&whole)
        .filter(|it| Some(it.id) != innermost && it.name_at.0 != line)
        .collect();
    let is_found = |it: &&&Chunk| {
        let moved = it.name_at.0 - u32::from(it.name_at.0 > line);
        found.contains(&(it.name.as_str(), moved))
    };
    (others.iter().filter(is_found).count(), others.len())
}

#[test]
fn a_class_after_a_broken_method_is_found() {
    check(
        "a.ts",
        "class A {\n  b() {\n    if (c) {\n      d();\n  }\n\n  e() {\n  }\n}\n\nclass F {\n  g() {}\n}\n",
        "\
parent class A 1-10
  header class A 1-1
  body method A.b 2-6
  body method A.e 7-10
parent class F 11-13
  header class F 11-11
  body method F.g 12-13
",
    );
}

#[test]
fn unmatched_closing_bracket_ends_no_scope() {
    check(
        "a.java",
        "class A {\n    void b() {\n            c();\n        }\n    }\n\n    void d() {\n    }\n}\n",
        "\
parent class A 1-9
  header class A 1-1
  body method A.b 2-6
  body method A.d 7-9
",
    );
}

#[test]
fn a_method_after_an_if_that_cuts_through_another_is_found() {
    check(
        "server.swift",
        "\
final class Server: Base {
    func bind() {
        #if os(Windows)
        if let c = open() {
        #else
        if let c = accept() {
        #endif
            run(c)
        }
    }

    func close() {
        run()
    }
}
",
        "\
parent class Server 1-15
  header class Server 1-1
  body method Server.bind 2-11
  body method Server.close 12-15
",
    );
}

#[test]
fn at_most_a_hundred_errors_are_listed() {
    let count = |path, text: &str| tree(path, text).errors.len();
    let line = "a = 1\n$\n";
    assert_eq!(count("a.py", &line.repeat(99)), 99);
    assert_eq!(count("a.py", &line.repeat(150)), 100);
    let cell = format!("# Title\n\n```{{python}}\n{}```\n\n", line.repeat(60));
    assert_eq!(count("a.qmd", &cell.repeat(2)), 100);
}
