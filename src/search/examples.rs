//! Example values for filters, taken from the repository at hand.

use super::Outline;
use crate::chunk::Kind;
use crate::corpus::SourcePath;
use crate::corpus::place::{Place, is_not_code};
use crate::syntax::Language;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Lengths of an example in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=19;
/// Maximum number of files that are searched for a symbol.
const MAX_FILES: usize = 8;
/// Example values for filters; none where nothing fits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Examples {
    /// The language of most code files.
    pub language: Option<&'static str>,
    /// The path, or its end, of the directory with most of them.
    pub directory: Option<String>,
    /// Name and kind of a declaration in that directory.
    pub symbol: Option<(String, Kind)>,
}

impl Examples {
    /// Chooses examples from these files; `outline` returns the declarations of a file.
    pub fn of(
        files: &[SourcePath],
        mut outline: impl FnMut(&SourcePath) -> Option<Arc<Outline>>,
    ) -> Self {
        let languages = languages(files);
        let of = |path: &SourcePath| Some(languages.get(path.extension()?)?.name());
        let code = files.iter().filter(|path| !is_not_code(path));
        let Some(main) = most(code.clone().filter_map(of)) else {
            return Self::default();
        };
        let own = code.filter(|path| of(path) == Some(main));
        let is_aside = |path: &&SourcePath| Place::of(path, &[]) != Place::Code;
        let (aside, own): (Vec<&SourcePath>, Vec<&SourcePath>) = own.partition(is_aside);
        let own = if own.is_empty() { aside } else { own };
        let directory = most(own.iter().map(|path| path.directory())).unwrap_or_default();
        let within = own.iter().filter(|path| path.directory() == directory);
        let outlines = within.take(MAX_FILES).filter_map(|path| outline(path));
        let symbols = outlines.filter_map(|outline| symbol(&outline));
        Self {
            language: Some(main),
            directory: shortened(directory),
            symbol: symbols.min_by_key(|(_, kind)| !kind.is_type()),
        }
    }
}

/// Maps file extensions to programming languages.
fn languages(files: &[SourcePath]) -> HashMap<&str, Language> {
    let mut seen: HashMap<&str, Option<Language>> = HashMap::new();
    for path in files {
        if let Some(extension) = path.extension() {
            let language = || Language::of(path, "").filter(|it| !it.is_prose());
            seen.entry(extension).or_insert_with(language);
        }
    }
    let known = seen.into_iter();
    let known = known.filter_map(|(extension, language)| Some((extension, language?)));
    known.collect()
}

/// Returns the most frequent value, the first among equals.
fn most<'v>(values: impl Iterator<Item = &'v str>) -> Option<&'v str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    let most = counts
        .into_iter()
        .max_by_key(|(value, count)| (*count, Reverse(*value)));
    most.map(|(value, _)| value)
}

/// Returns the longest end of a path that is short and needs no quotes.
fn shortened(directory: &str) -> Option<String> {
    let starts = directory.match_indices('/').map(|(at, _)| at + 1);
    let mut ends = [0]
        .into_iter()
        .chain(starts)
        .filter_map(|at| directory.get(at..));
    let fits = |end: &&str| {
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '_' | '-' | '.');
        LENGTHS.contains(&end.chars().count()) && end.chars().all(is_plain)
    };
    ends.find(fits).map(str::to_owned)
}

/// Returns the name of a type, or else of a function.
fn symbol(outline: &Outline) -> Option<(String, Kind)> {
    let members = outline.members.iter().filter(|member| {
        let is_code = member.kind.is_type() || matches!(member.kind, Kind::Function | Kind::Method);
        let is_plain = |c: char| c.is_alphanumeric() || c == '_';
        is_code
            && LENGTHS.contains(&member.name.chars().count())
            && member.name.chars().all(is_plain)
    });
    let first = members.min_by_key(|member| !member.kind.is_type())?;
    Some((first.name.clone(), first.kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::{ChunkTree, Limits};
    use crate::corpus::{Document, Text};

    /// Checks the examples of a repository whose files all have this text.
    fn check(paths: &[&str], text: &str, expected: (&str, &str, &str)) {
        let mut files: Vec<SourcePath> = paths.iter().map(|path| SourcePath::new(path)).collect();
        files.sort();
        let examples = Examples::of(&files, |path| {
            let document = Document::new(path.clone(), Text::from(text));
            let tree = ChunkTree::of(document, &Limits::default());
            Some(Arc::new(Outline::of(&tree)))
        });
        let symbol = examples
            .symbol
            .map(|(name, kind)| format!("{} {name}", kind.name()));
        let found = (
            examples.language.unwrap_or_default(),
            examples.directory.unwrap_or_default(),
            symbol.unwrap_or_default(),
        );
        let (language, directory, symbol) = expected;
        assert_eq!(found, (language, directory.to_owned(), symbol.to_owned()));
    }

    #[test]
    fn examples_are_in_the_main_language() {
        let text = "fn go() {}\n\nfn merge() {}\n\nstruct Merger {\n    a: u8,\n}\n";
        check(
            &[
                "a.json",
                "b.json",
                "c.json",
                "build.py",
                "src/index/a.rs",
                "src/index/b.rs",
                "src/main.rs",
                "tests/a.rs",
                "tests/b.rs",
                "tests/c.rs",
            ],
            text,
            ("rust", "src/index", "struct Merger"),
        );
        check(
            &["main.go"],
            "package main\n\nfunc f() {\n}\n\nfunc serve() {\n}\n",
            ("go", "", "function serve"),
        );
        check(&["tests/a.rs"], "fn go() {}\n", ("rust", "tests", ""));
        check(&["README.md", "LICENSE"], "# A\n", ("", "", ""));
        check(&[], "", ("", "", ""));
    }

    #[test]
    fn a_directory_is_a_short_end_of_a_path_without_quotes() {
        for (directory, expected) in [
            ("src/index", Some("src/index")),
            ("src/main/java/org/example/app", Some("org/example/app")),
            ("a very long/name with spaces", None),
            ("src", Some("src")),
            ("", None),
        ] {
            assert_eq!(shortened(directory).as_deref(), expected);
        }
    }
}
