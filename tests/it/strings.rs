//! All user-visible texts by module, for review: the literals with a space in the shipped code, and the help
//! of the command line. After a change: `INSTA_UPDATE=always cargo test --test it strings`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Modules whose literals are patterns and word lists of languages, and tools for developers.
const EXEMPT: [&str; 2] = ["syntax", "chunk"];

/// Files whose doc comments are the help of the command line.
const HELP: [&str; 3] = ["cli/args.rs", "cli/config.rs", "project/choices.rs"];

#[derive(Default)]
struct Texts {
    found: BTreeSet<String>,
}

impl Texts {
    fn add(&mut self, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_pattern = text.contains("(?") || text.contains("\\w") || text.contains("\\b");
        if text.contains(' ') && text.contains(char::is_alphabetic) && !is_pattern {
            self.found.insert(text);
        }
    }

    /// Adds the literals of a source file, and its doc comments if they are help.
    fn scan(&mut self, source: &str, is_help: bool) {
        let shipped = source
            .split("#[cfg(test)]\nmod ")
            .next()
            .unwrap_or_default();
        let mut rest = shipped;
        while let Some(at) = rest.find(['"', '\'', '/']) {
            let (before, here) = rest.split_at(at);
            rest = match here.as_bytes() {
                [b'/', b'/', ..] => {
                    let (comment, after) = here.split_once('\n').unwrap_or((here, ""));
                    if let Some(help) = comment.strip_prefix("///").filter(|_| is_help) {
                        self.add(help);
                    }
                    after
                }
                [b'\'', ..] => after_quote(here),
                [b'"', ..] if before.ends_with(['r', '#']) => {
                    let hashes = before.len() - before.trim_end_matches('#').len();
                    let end = format!("\"{}", "#".repeat(hashes));
                    let (text, after) = here[1..].split_once(&end).unwrap_or(("", ""));
                    self.add(text);
                    after
                }
                [b'"', ..] => {
                    let end = end_of_literal(here);
                    self.add(&here[1..end].replace("\\\"", "\"").replace("\\\n", " "));
                    &here[end + 1..]
                }
                _ => &here[1..],
            };
        }
    }
}

/// The source after a character literal, or after the quote of a lifetime.
fn after_quote(source: &str) -> &str {
    let mut characters = source.char_indices().skip(1);
    let (escaped, closing) = match characters.next() {
        Some((_, '\\')) => (true, source[3..].find('\'').map(|at| at + 3)),
        _ => (
            false,
            characters
                .next()
                .filter(|(_, c)| *c == '\'')
                .map(|(at, _)| at),
        ),
    };
    match closing {
        Some(at) if escaped || source[at..].starts_with('\'') => &source[at + 1..],
        _ => &source[1..],
    }
}

/// Position of the closing quote of a literal that begins at 0.
fn end_of_literal(source: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in source.char_indices().skip(1) {
        match c {
            '"' if !is_escaped => return at,
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    panic!("unterminated literal: {}", &source[..source.len().min(80)])
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .flat_map(|entry| match entry.unwrap().path() {
            path if path.is_dir() => files(&path),
            path => vec![path],
        })
        .collect()
}

#[test]
fn all_user_visible_strings() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut modules: BTreeMap<String, Texts> = BTreeMap::new();
    for file in files(&top) {
        let name = file
            .strip_prefix(&top)
            .unwrap()
            .to_string_lossy()
            .into_owned();
        let module = name.split(['/', '.']).next().unwrap_or_default();
        let is_test = name.contains("/tests/") || name.ends_with("/tests.rs");
        if !is_test && name.ends_with(".rs") && !EXEMPT.contains(&module) {
            let source = fs::read_to_string(&file).unwrap();
            let texts = modules.entry(module.to_owned()).or_default();
            texts.scan(&source, HELP.contains(&&*name));
        }
    }
    let mut page = String::new();
    for (module, texts) in modules.iter().filter(|(_, texts)| !texts.found.is_empty()) {
        page += &format!("\n## {module}\n\n");
        texts
            .found
            .iter()
            .for_each(|text| page += &format!("{text}\n"));
    }
    insta::assert_snapshot!(page);
}

#[test]
fn only_string_literals_are_collected() {
    let mut texts = Texts::default();
    let source = r##"
        /// Not help.
        fn f<'a>(c: char) { if c == '"' || c == '\'' { g("one \"two\"", r#"three "four""#) } }
        // "not this one"
        let path = "single"; let wrapped = "five \
            six";
        #[cfg(test)]
mod tests { "not in tests" }"##;
    texts.scan(source, false);
    let found: Vec<&str> = texts.found.iter().map(String::as_str).collect();
    assert_eq!(found, ["five six", "one \"two\"", "three \"four\""]);
}
