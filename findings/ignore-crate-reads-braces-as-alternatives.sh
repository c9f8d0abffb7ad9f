#!/usr/bin/env bash
# The crate ignore reads `*.{json,yaml}` in a .gitignore as alternatives and `{{slug}}/` as `slug/`; to git braces are letters.
#
# Expected: rules of a .gitignore mean what they mean to git, as the crate says of its matcher.
# Seen on 2026-11-30 with ignore 0.4.35 (crates.io) and git; "ignored" by each:
#                                        git   crate ignore
#   rule `*.{json,yaml}`:  a.json         no    yes
#                          a.{json,yaml}  yes   no
#   rule `{{slug}}/`:      {{slug}}/x     yes   no
#                          slug/x         no    yes
#   rule `a{b`:            a{b            yes   no: the rule is an error
# Search tools that walk with it hide files that git lists, and list what a template repository (cookiecutter, copier) ignores.
# A backslash before each brace gives the meaning of git.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/rules/src" "$work/repository"
cat > "$work/rules/Cargo.toml" <<'TOML'
[package]
name = "rules"
version = "0.0.0"
edition = "2021"

[dependencies]
ignore = "=0.4.35"

[profile.dev]
debug = false
TOML
cat > "$work/rules/src/main.rs" <<'RUST'
use ignore::gitignore::GitignoreBuilder;
use std::process::Command;

fn by_crate(rule: &str, path: &str) -> bool {
    let mut builder = GitignoreBuilder::new("/r");
    // An error skips the rule.
    let _ = builder.add_line(None, rule);
    let rules = builder.build().unwrap();
    rules.matched_path_or_any_parents(format!("/r/{path}"), false).is_ignore()
}

fn by_git(repository: &str, rule: &str, path: &str) -> bool {
    std::fs::write(format!("{repository}/.gitignore"), format!("{rule}\n")).unwrap();
    let mut git = Command::new("git");
    git.args(["-C", repository, "check-ignore", "--quiet", path]);
    git.status().unwrap().success()
}

fn main() {
    let repository = std::env::args().nth(1).unwrap();
    for (rule, path, git, by_ignore) in [
        ("*.json", "a.json", true, true),
        ("*.{json,yaml}", "a.json", false, true),
        ("*.{json,yaml}", "a.{json,yaml}", true, false),
        ("{{slug}}/", "{{slug}}/x", true, false),
        ("{{slug}}/", "slug/x", false, true),
        ("a{b", "a{b", true, false),
        (r"*.\{json,yaml\}", "a.{json,yaml}", true, true),
    ] {
        let seen = (by_git(&repository, rule, path), by_crate(rule, path));
        println!("{rule}  {path}: git {}, crate {}", seen.0, seen.1);
        assert_eq!(seen, (git, by_ignore), "{rule} {path}");
    }
}
RUST
git -C "$work/repository" init --quiet
cd "$work/rules"
CARGO_TARGET_DIR="$work/target" cargo run --quiet -- "$work/repository"
