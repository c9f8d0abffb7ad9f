//! Ignore rules of Mercurial: `.hgignore` at the root of a repository.
//!
//! Principal type: [`HgIgnore`]. Contract: an invalid line, or one with a pattern that needs look-around, is skipped
//! alone. Files that Mercurial tracks although a rule ignores them are not known.

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use regex::bytes::{RegexSet, RegexSetBuilder};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// Kinds of patterns, as `syntax: NAME` and `NAME:PATTERN`.
const SYNTAXES: [(&str, Syntax); 4] = [
    ("regexp", Syntax::Regexp),
    ("re", Syntax::Regexp),
    ("glob", Syntax::Glob),
    ("rootglob", Syntax::RootGlob),
];

#[derive(Clone, Copy)]
enum Syntax {
    Regexp,
    Glob,
    RootGlob,
}

/// The patterns of a `.hgignore`.
pub(super) struct HgIgnore {
    directory: PathBuf,
    globs: Gitignore,
    regexps: RegexSet,
    /// Lines of the regular expressions, from 1.
    lines: Vec<usize>,
}

impl HgIgnore {
    pub(super) fn new(directory: &Path, text: &str) -> Self {
        let mut globs = GitignoreBuilder::new(directory);
        let (mut regexps, mut lines) = (Vec::new(), Vec::new());
        let mut syntax = Syntax::Regexp;
        for (number, line) in (1..).zip(text.lines()) {
            let line = without_comment(line);
            if let Some(name) = line.strip_prefix("syntax:") {
                let named = SYNTAXES.iter().find(|(known, _)| *known == name.trim());
                syntax = named.map_or(syntax, |(_, syntax)| *syntax);
                continue;
            }
            let prefixed = SYNTAXES.iter().find_map(|(name, syntax)| {
                let pattern = line.strip_prefix(name)?.strip_prefix(':')?;
                Some((*syntax, pattern))
            });
            let (syntax, pattern) = prefixed.unwrap_or((syntax, &line));
            let origin = || Some(PathBuf::from(number.to_string()));
            // An error skips the line alone.
            let _ = match syntax {
                _ if pattern.is_empty() => continue,
                Syntax::Glob => globs.add_line(origin(), &format!("**/{pattern}")),
                Syntax::RootGlob => globs.add_line(origin(), &format!("/{pattern}")),
                Syntax::Regexp => {
                    if RegexSet::new([pattern]).is_ok() {
                        regexps.push(pattern.to_owned());
                        lines.push(number);
                    }
                    continue;
                }
            };
        }
        let regexps = RegexSetBuilder::new(regexps).build();
        Self {
            directory: directory.to_owned(),
            globs: globs.build().unwrap_or_else(|_| Gitignore::empty()),
            regexps: regexps.unwrap_or_else(|_| RegexSet::empty()),
            lines,
        }
    }

    /// Returns the line that ignores an entry, from 1.
    pub(super) fn line(&self, path: &Path, is_directory: bool) -> Option<usize> {
        if let ignore::Match::Ignore(glob) = self.globs.matched(path, is_directory) {
            return glob.from()?.to_str()?.parse().ok();
        }
        let below = path.strip_prefix(&self.directory).ok()?.to_string_lossy();
        let below = below.replace(MAIN_SEPARATOR, "/");
        let first = self.regexps.matches(below.as_bytes()).into_iter().next()?;
        self.lines.get(first).copied()
    }
}

/// Returns a line without its comment and the white space at its end; `\#` is a number sign.
fn without_comment(line: &str) -> String {
    let mut text = String::new();
    for letter in line.chars() {
        match letter {
            '#' if text.ends_with('\\') => _ = text.pop(),
            '#' => break,
            _ => {}
        }
        text.push(letter);
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the lines that ignore paths; directories end in a slash.
    fn check(text: &str, expected: &[(&str, Option<usize>)]) {
        let rules = HgIgnore::new(Path::new("/r"), text);
        for (path, line) in expected {
            let (name, is_directory) = match path.strip_suffix('/') {
                Some(name) => (name, true),
                None => (*path, false),
            };
            let found = rules.line(&Path::new("/r").join(name), is_directory);
            assert_eq!(found, *line, "{text:?}: {path}");
        }
    }

    #[test]
    fn regular_expressions_are_the_default_and_match_anywhere() {
        check(
            "\\.orig$\n^gen/\n",
            &[
                ("src/a.orig", Some(1)),
                ("a.original", None),
                ("gen/x.txt", Some(2)),
                ("src/gen/x.txt", None),
            ],
        );
    }

    #[test]
    fn globs_match_at_any_depth_and_root_globs_at_the_root() {
        check(
            "syntax: glob\n*.o\nbuild/out\nsyntax: rootglob\n/x\ndist\nsyntax: regexp\n^a.z$",
            &[
                ("deep/a.o", Some(2)),
                ("build/out/", Some(3)),
                ("lib/build/out/", Some(3)),
                ("dist/", Some(6)),
                ("lib/dist/", None),
                ("abz", Some(8)),
            ],
        );
        check(
            "syntax: glob\n*.{a,b}\n[!x].c",
            &[("1.b", Some(2)), ("x.c", None), ("y.c", Some(3))],
        );
    }

    #[test]
    fn a_line_may_name_its_syntax() {
        check(
            "glob:*.log\nre:^tmp$\nregexp:\\.bak$\nrootglob:out\n",
            &[
                ("a/b.log", Some(1)),
                ("tmp", Some(2)),
                ("a/tmp", None),
                ("a.bak", Some(3)),
                ("out", Some(4)),
                ("a/out", None),
            ],
        );
    }

    #[test]
    fn comments_and_invalid_lines_are_skipped() {
        check(
            "# all\nsyntax: unknown\n(\n(?!a)b\n\n\\.tmp$ # temporary\nsyntax: glob\n\\#*\\#\n",
            &[
                ("a", None),
                ("b", None),
                ("a.tmp", Some(6)),
                ("#a#", Some(8)),
            ],
        );
    }
}
