//! `in:changed`: declarations that differ from git's HEAD, and deleted ones.

use crate::fixture::Repository;
use smriti_tui::corpus::Cancel;
use smriti_tui::search::{Hit, Mode, Query, SearchContext, search};
use std::process::Command;

/// Runs git in a repository, without any configuration of the user.
#[track_caller]
pub(crate) fn git(repository: &Repository, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.current_dir(repository.path("")).args(arguments);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null");
    for name in ["GIT_AUTHOR", "GIT_COMMITTER"] {
        command.env(format!("{name}_NAME"), "a");
        command.env(format!("{name}_EMAIL"), "a@b");
    }
    let output = command.output().expect("git");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}

/// A repository with these files committed.
pub(crate) fn committed(files: &[(&str, &str)]) -> Repository {
    let repository = Repository::of(files);
    git(&repository, &["init", "-q"]);
    git(&repository, &["add", "."]);
    git(&repository, &["commit", "-qm", "first"]);
    repository
}

/// The results as `path:line name`, deleted ones with a minus before them.
fn results(repository: &Repository, query: &str) -> Vec<String> {
    repository.index();
    let answer = repository.search(query, Mode::Keywords);
    let shown = |hit: &Hit| {
        let record = &hit.record;
        let sign = if hit.deleted.is_some() { "-" } else { "" };
        format!("{sign}{}:{} {}", record.path, record.name_at.0, record.name)
    };
    let mut ranked: Vec<String> = answer.hits.iter().map(shown).collect();
    let deleted = ranked
        .iter()
        .position(|it| it.starts_with('-'))
        .unwrap_or(ranked.len());
    assert!(
        ranked[deleted..].iter().all(|it| it.starts_with('-')),
        "{ranked:?}"
    );
    ranked[..deleted].sort_unstable();
    ranked
}

/// Changes a committed file `a.rs` and compares the results of `in:changed`.
#[track_caller]
fn check(before: &str, after: &str, expected: &[&str]) {
    let repository = committed(&[("a.rs", before), ("same.rs", "fn same() {}\n")]);
    repository.write("a.rs", after);
    assert_eq!(
        results(&repository, "in:changed"),
        expected,
        "{before:?} → {after:?}"
    );
}

const FILE: &str = "\
use std::fs;

/// One.
fn one() {
    let a = 1;
    a + 1
}

/// Two.
fn two() {
    let b = 2;
    b + 2
}

struct Three;

impl Three {
    fn four(&self) {
        println!(\"4\");
    }

    fn five(&self) {
        println!(\"5\");
    }
}
";

#[test]
fn only_declarations_with_changed_lines_are_listed() {
    let edited = |from: &str, to: &str| FILE.replace(from, to);
    check(FILE, &edited("a + 1", "a + 3"), &["a.rs:4 one"]);
    check(FILE, &edited("/// Two.\n", ""), &["a.rs:9 two"]);
    check(FILE, &edited("/// Two.\n", "/// Two!\n"), &["a.rs:10 two"]);
    check(FILE, &edited("    a + 1\n", ""), &["a.rs:4 one"]);
    check(FILE, &edited("\"5\"", "\"6\""), &["a.rs:22 five"]);
    let added = edited(
        "/// Two.",
        "/// Extra.\nfn extra() {\n    let c = 3;\n}\n\n/// Two.",
    );
    check(FILE, &added, &["a.rs:10 extra"]);
    check(
        FILE,
        &format!("{FILE}\nfn last() {{}}\n"),
        &["a.rs:27 last"],
    );
}

#[test]
fn deleted_declarations_follow_the_ranked_ones() {
    let two = "/// Two.\nfn two() {\n    let b = 2;\n    b + 2\n}\n\n";
    check(FILE, &FILE.replace(two, ""), &["-a.rs:10 two"]);
    let five = "\n    fn five(&self) {\n        println!(\"5\");\n    }\n";
    let both = FILE.replace(five, "").replace("a + 1", "a + 3");
    check(FILE, &both, &["a.rs:4 one", "-a.rs:22 five"]);
    let renamed = FILE.replace("fn two", "fn deux");
    check(FILE, &renamed, &["a.rs:10 deux", "-a.rs:10 two"]);
}

#[test]
fn a_constant_of_a_run_can_be_deleted() {
    let run = "const A: u32 = 1;\nconst B: u32 = 2;\nconst C: u32 = 3;\n";
    let repository = committed(&[("a.rs", run)]);
    repository.write("a.rs", run.replace("const B: u32 = 2;\n", ""));
    // The others have no line that differs.
    assert_eq!(results(&repository, "in:changed"), ["-a.rs:2 B"]);
}

#[test]
fn every_changed_file_is_listed() {
    // Blank lines, line ends, a license, and nothing that is a declaration.
    check(
        FILE,
        &FILE.replace("}\n\n/// Two", "}\n\n\n/// Two"),
        &["a.rs:11 two"],
    );
    check(
        "fn a() {}\nfn b() {}\n",
        "fn a() {}\nfn b() {}",
        &["a.rs:2 b"],
    );
    let license = "// Copyright 2024 Somebody. All rights reserved.\n// Licensed under the MIT license.\n\nfn a() {}\n";
    check(license, &license.replace("2024", "2025"), &["a.rs:4 a"]);
}

#[test]
fn files_of_which_only_the_ends_of_lines_differ_are_named() {
    let check = |after: &str, expected: Option<&str>| {
        let repository = committed(&[("a.rs", "fn a() {\n    1;\n}\n")]);
        repository.write("a.rs", after);
        repository.index();
        let answer = repository.search("in:changed", Mode::Keywords);
        assert_eq!(answer.query.hint.as_deref(), expected, "{after:?}");
    };
    let ends = Some("a.rs differs in the ends of lines only");
    check("fn a() {\r\n    1;\r\n}\r\n", ends);
    check("fn a() {\n    1;\n}", ends);
    check("fn a() {\r\n    2;\r\n}\r\n", None);
}

#[test]
fn a_new_file_without_text_is_listed() {
    let repository = committed(&[("a.rs", "fn a() {}\n"), ("old.txt", "")]);
    repository.write("new.txt", "");
    assert_eq!(
        results(&repository, "in:changed path:*.txt"),
        ["new.txt:1 new.txt"]
    );
    assert_eq!(
        results(&repository, "path:*.txt"),
        ["new.txt:1 new.txt", "old.txt:1 old.txt"]
    );
}

#[test]
fn moved_declarations_are_not_deleted() {
    let (one, two) = (
        "fn one() {\n    1;\n}\n",
        "fn two() {\n    2;\n    22;\n}\n",
    );
    let repository = committed(&[("a.rs", &format!("{one}\n{two}"))]);
    repository.write("a.rs", format!("{two}\n{one}"));
    let found = results(&repository, "in:changed");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(!found[0].starts_with('-'), "{found:?}");
}

#[test]
fn a_moved_declaration_is_listed_instead_of_its_neighbors() {
    let (one, rest) = (
        "fn one() {\n    1;\n}\n",
        "fn two() {\n    2;\n}\n\nfn three() {\n    3;\n}\n",
    );
    let before = format!("{one}\n{rest}");
    check(&before, &format!("{rest}\n{one}"), &["a.rs:9 one"]);
    let edited = rest.replace("3;", "33;");
    check(
        &before,
        &format!("{edited}\n{one}"),
        &["a.rs:5 three", "a.rs:9 one"],
    );
}

#[test]
fn every_copy_of_a_changed_declaration_is_listed() {
    let text = "fn same() {\n    1;\n}\n";
    let repository = committed(&[("a.rs", text), ("b.rs", text), ("c.rs", text)]);
    for file in ["a.rs", "b.rs"] {
        repository.write(file, text.replace('1', "2"));
    }
    assert_eq!(
        results(&repository, "in:changed"),
        ["a.rs:1 same", "b.rs:1 same"]
    );
}

#[test]
fn an_overload_can_be_deleted() {
    let overloads = "class A {\n    void f(int a) {\n        g(1);\n    }\n\n    void f(String b) {\n        h(2);\n    }\n}\n";
    let repository = committed(&[("A.java", overloads)]);
    repository.write(
        "A.java",
        overloads.replace("    void f(int a) {\n        g(1);\n    }\n\n", ""),
    );
    assert_eq!(results(&repository, "in:changed"), ["-A.java:2 f"]);
}

#[test]
fn a_long_function_is_deleted_as_a_whole() {
    let line =
        |at: usize| format!("    let value_{at} = compute_something_long({at}, \"text\");\n");
    let body: String = (0..120).map(line).collect();
    let repository = committed(&[(
        "a.rs",
        &format!("fn long() {{\n{body}}}\n\nfn short() {{}}\n"),
    )]);
    repository.write("a.rs", "fn short() {}\n");
    assert_eq!(results(&repository, "in:changed"), ["-a.rs:1 long"]);
    let last = "in:changed \"value_119\"";
    let answer = repository.search(last, Mode::Keywords);
    let text = answer.hits[0].deleted.as_deref().expect("a deleted hit");
    assert!(text.starts_with("fn long() {") && text.contains("value_119"));
}

#[test]
fn deleted_files_pass_the_other_filters() {
    let repository = committed(&[
        ("src/a.rs", "fn gone() {\n    parse();\n}\n\nfn lost() {}\n"),
        ("b.py", "def away():\n    pass\n"),
        ("keep.rs", "fn keep() {}\n"),
        (".env", "KEY=secret\n"),
        ("key.txt", "-----BEGIN RSA PRIVATE KEY-----\nx\n"),
    ]);
    for path in ["src/a.rs", "b.py", ".env", "key.txt"] {
        repository.remove(path);
    }
    repository.write("new.rs", "fn fresh() {}\n");
    let check = |query: &str, expected: &[&str]| {
        assert_eq!(results(&repository, query), expected, "{query}");
    };
    let (gone, lost, away) = ("-src/a.rs:1 gone", "-src/a.rs:5 lost", "-b.py:1 away");
    check("in:changed", &["new.rs:1 fresh", away, gone, lost]);
    check("in:changed lang:rust", &["new.rs:1 fresh", gone, lost]);
    check("in:changed path:src", &[gone, lost]);
    check("in:changed -path:*.rs", &[away]);
    check("in:changed kind:class", &[]);
    check("in:changed sym:lost", &[lost]);
    check("in:changed \"parse()\"", &[gone]);
    check("in:changed /pa.se/", &[gone]);
    check("in:changed parse", &[gone]);
    check(
        "in:changed in:code -parse lang:rust",
        &["keep.rs:1 keep", "new.rs:1 fresh", lost],
    );
    check("-in:changed", &["keep.rs:1 keep"]);
}

#[cfg(unix)]
#[test]
fn git_is_read_after_the_current_directory_was_deleted() {
    let repository = committed(&[("a.rs", "fn a() {}\n")]);
    repository.write("a.rs", "fn b() {}\n");
    let home = tempfile::tempdir().unwrap();
    let script = "mkdir gone && cd gone && rmdir ../gone && exec \"$@\"";
    let output = Command::new("sh")
        .args([
            "-c",
            script,
            "sh",
            env!("CARGO_BIN_EXE_smriti-tui"),
            "--root",
        ])
        .arg(repository.path(""))
        .args(["search", "--mode", "keywords", "in:changed"])
        .current_dir(&home)
        .env("HOME", home.path())
        .env("XDG_CACHE_HOME", home.path())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("a.rs:1: function b"), "{output:?}");
}

#[cfg(unix)]
#[test]
fn the_hash_of_a_repository_is_its_own_setting() {
    let repository = Repository::of(&[("a.rs", "fn a() {}\n"), (".gitignore", "a.rs\n")]);
    git(&repository, &["init", "-q"]);
    git(&repository, &["add", "--force", "."]);
    let home = tempfile::tempdir().unwrap();
    let settings = "[extensions]\n\tobjectFormat = sha256\n";
    std::fs::write(home.path().join(".gitconfig"), settings).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_smriti-tui"))
        .arg("--root")
        .arg(repository.path(""))
        .args(["outline", "--json"])
        .arg(repository.path(""))
        .env("HOME", home.path())
        .env("XDG_CACHE_HOME", home.path())
        .env_remove("XDG_CONFIG_HOME")
        .output()
        .unwrap();
    // Git tracks the file, so it is listed although it is ignored.
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("a.rs"), "{output:?}");
}

#[test]
fn a_base_compares_with_a_branch_or_a_commit() {
    let repository = committed(&[("a.rs", FILE)]);
    git(&repository, &["branch", "-m", "main"]);
    git(&repository, &["checkout", "-qb", "topic"]);
    repository.write("a.rs", FILE.replace("let a = 1;", "let a = 9;"));
    repository.write("b.rs", "fn added() {}\n");
    git(&repository, &["add", "."]);
    git(&repository, &["commit", "-qm", "second"]);
    assert_eq!(results(&repository, "in:changed"), [""; 0]);
    let expected = ["a.rs:4 one", "b.rs:1 added"];
    for query in [
        "in:changed:main",
        "in:changed:HEAD~1",
        "in:changed:main kind:function",
    ] {
        assert_eq!(results(&repository, query), expected, "{query}");
    }
    let without = results(&repository, "-in:changed:main kind:function");
    assert!(!without.is_empty() && without.iter().all(|name| !expected.contains(&&**name)));
    repository.remove("a.rs");
    let gone = results(&repository, "in:changed:main");
    assert!(gone.contains(&"-a.rs:4 one".to_owned()), "{gone:?}");
    let query = Query::parse("in:changed:nowhere", Mode::Keywords);
    let context = SearchContext {
        snapshot: &repository.snapshot(),
        reader: &repository.reader(),
        query: &query,
        limit: 10,
        cancel: &Cancel::new(),
    };
    let error = search(&context, None)
        .expect_err("an unknown base")
        .to_string();
    let expected = "no branch, tag or commit is called \"nowhere\"";
    assert!(error.ends_with(expected), "{error}");
}
