//! Files that mention a name in code that is not read for references: templates, prose.
//!
//! The formats are in `unread.txt`, a line each: the name of one file, and the endings of file names. Those that run
//! come first.

use super::codebase::Codebase;
use super::relations::Lookup;
use crate::chunk::ChunkTree;
use crate::corpus::SourcePath;
use crate::index::{Clause, Condition};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of files that are read for one request; others count by the words in the index.
const MAX_READ: usize = 200;
/// Maximum number of files that are listed for a format.
const MAX_EXAMPLES: usize = 3;

const FORMATS: &str = include_str!("unread.txt");
/// The format of files in which only the text of sigils with this mark is not parsed.
const HEEX: (&str, &str) = ("HEEx in Elixir file", "~H\"");

impl Codebase<'_> {
    /// Returns the files that mention one of the names as a word in code that is not parsed, by format: `2 Blade
    /// templates (a.blade.php, b.blade.php)`.
    pub(super) fn unread(&mut self, names: &BTreeSet<&str>) -> Lookup<Vec<String>> {
        let phrase = |name: &&str| Condition::Phrase((*name).to_owned());
        let mentions_name = Clause::AnyOf(names.iter().map(phrase).collect());
        let mut paths = BTreeSet::new();
        for entry in self.snapshot.passing_tiles(&[mentions_name])?.iter() {
            paths.extend(self.snapshot.path(entry)?);
        }
        let formats = paths
            .into_iter()
            .filter_map(|path| Some((format_of(path)?, path)));
        let paths: BTreeSet<_> = formats.collect();
        let mut found: BTreeMap<(usize, &str), Vec<&str>> = BTreeMap::new();
        for (number, (format, path)) in paths.into_iter().enumerate() {
            if self.cancel.is_cancelled() {
                break;
            }
            if number >= MAX_READ
                || self
                    .tree(path)
                    .is_some_and(|tree| mentions(&tree, names, format.1))
            {
                found.entry(format).or_default().push(path.as_str());
            }
        }
        let described = found.into_iter().map(|((_, format), mut paths)| {
            let count = paths.len();
            let plural = if count == 1 { "" } else { "s" };
            if count > MAX_EXAMPLES {
                paths.splice(MAX_EXAMPLES.., ["…"]);
            }
            format!("{count} {format}{plural} ({})", paths.join(", "))
        });
        Ok(described.collect())
    }
}

/// Returns the rank and the name of a file's format.
fn format_of(path: &SourcePath) -> Option<(usize, &'static str)> {
    let name = path.file_name().to_lowercase();
    FORMATS.lines().enumerate().find_map(|(rank, line)| {
        let (format, endings) = line.split_once(": ")?;
        let mut endings = endings.split(' ');
        let is_listed = endings.any(|ending| name.ends_with(ending));
        is_listed.then_some((rank, format))
    })
}

/// Returns true if one of the names is a word of the code that is not parsed, and no reference.
fn mentions(tree: &ChunkTree, names: &BTreeSet<&str>, format: &str) -> bool {
    let text = &tree.document.text;
    let text = text.slice(0..text.len());
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mentions_in = |part: &str, start: usize| {
        names.iter().any(|name| {
            part.match_indices(name).any(|(at, _)| {
                let is_whole =
                    !part[..at].ends_with(is_word) && !part[at + name.len()..].starts_with(is_word);
                let at = start + at;
                is_whole && tree.references_in(&(at..at + 1)).is_empty()
            })
        })
    };
    if format != HEEX.0 {
        return mentions_in(&text, 0);
    }
    text.match_indices(HEEX.1).any(|(at, mark)| {
        let start = at + mark.len();
        let quoted = &text[start..];
        let quote = if quoted.starts_with("\"\"") {
            "\"\"\""
        } else {
            "\""
        };
        let inner = quoted.trim_start_matches('"');
        let start = start + quoted.len() - inner.len();
        mentions_in(inner.split(quote).next().unwrap_or_default(), start)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, Text};

    #[track_caller]
    fn check(path: &str, text: &str, expected: Option<&str>) {
        let document = Document::new(SourcePath::new(path), Text::from(text));
        let tree = ChunkTree::of(document, &Limits::default());
        let names = BTreeSet::from(["weigh"]);
        let found = format_of(tree.path()).filter(|format| mentions(&tree, &names, format.1));
        assert_eq!(found.map(|format| format.1), expected, "{path} {text}");
    }

    #[test]
    fn a_name_in_code_that_is_not_parsed_is_noted() {
        check("a.vue", "<p>{{ weigh(1) }}</p>", Some("Vue component"));
        check("a.vue", "<p>{{ weight(1) }}</p>", None);
        check("a.html.erb", "<%= weigh %>", Some("ERB template"));
        check("a.blade.php", "{{ weigh() }}", Some("Blade template"));
        check("a.html", "<b (click)=\"weigh()\">", Some("HTML file"));
        check("a.php", "<?php weigh();", None);
        check("a.rs", "// weigh", None);
    }

    #[test]
    fn code_in_a_string_is_not_parsed() {
        let heex = Some("HEEx in Elixir file");
        let block = "def a do\n  ~H\"\"\"\n  <.weigh />\n  \"\"\"\nend\n";
        check("a.ex", block, heex);
        check("a.ex", "def a, do: ~H\"<.weigh />\"\n", heex);
        check("a.ex", "def a, do: weigh(~H\"\")\n", None);
        check("a.ex", &block.replace("weigh", "other"), None);
    }
}
