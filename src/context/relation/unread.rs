//! Files that mention a name in code that is not read for references: files that are indexed by lines, templates, prose.
//!
//! The formats are in `unread.txt`, a line each: the name of one file, and the endings of file names. Those that run
//! come first.

use super::callers::MAX_LEAVES;
use super::codebase::Codebase;
use super::relations::Lookup;
use super::target::{Target, is_usable_from};
use crate::chunk::{ChunkTree, Kind};
use crate::corpus::SourcePath;
use crate::index::{Clause, Column, Condition};
use crate::syntax::Language;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of files that are read for one request; others count by the words in the index.
const MAX_READ: usize = 200;
/// Maximum number of files that are listed for a format.
const MAX_EXAMPLES: usize = 3;

const FORMATS: &str = include_str!("unread.txt");
/// Code that is too long to be parsed, or took too long: the rest is indexed by lines, without references.
const PARTLY_PARSED: (usize, &str) = (0, "partly parsed file");

impl<'a> Codebase<'a> {
    /// Returns the files that mention one of the names as a word in code that is not parsed, and that is not in the
    /// language of the declarations, by format: `2 Blade templates (a.blade.php, b.blade.php)`.
    pub(super) fn unread(
        &mut self,
        names: &BTreeSet<&str>,
        own: Option<Language>,
    ) -> Lookup<Vec<String>> {
        let names_alone = names.iter().map(|name| (*name).to_owned());
        let mentions_name = Clause::AnyOf(names_alone.map(Condition::Phrase).collect());
        let by_lines = Condition::Value(Column::Kind, Kind::Lines.name().to_owned()).into();
        let mut paths = BTreeSet::new();
        for path in self.paths_with(&[mentions_name.clone(), by_lines])? {
            if Language::of(path, "").is_some_and(Language::has_references) {
                paths.insert((PARTLY_PARSED, path));
            }
        }
        for path in self.paths_with(&[mentions_name])? {
            if own.is_none() || Language::of(path, "") != own {
                paths.extend(format_of(path).map(|format| (format, path)));
            }
        }
        let read: Vec<_> = paths.iter().take(MAX_READ).map(|(_, path)| *path).collect();
        self.prepare(&read, &[]);
        let mut found: BTreeMap<(usize, &str), Vec<&str>> = BTreeMap::new();
        for (number, (format, path)) in paths.into_iter().enumerate() {
            if self.cancel.is_cancelled() {
                break;
            }
            let is_unread = |tree: &ChunkTree| match format {
                PARTLY_PARSED => match tree.unparsed_from {
                    Some(first) => {
                        has_word(tree, names, |at| tree.document.text.line_at(at) >= first)
                    }
                    // Parsed now, but not when it was indexed.
                    None => {
                        let mut leaves = tree.leaves();
                        leaves.all(|(_, leaf)| leaf.kind != Kind::Lines)
                            && has_word(tree, names, |_| true)
                    }
                },
                _ => mentions(tree, names),
            };
            if number >= MAX_READ || self.tree(path).is_some_and(|tree| is_unread(&tree)) {
                found.entry(format).or_default().push(path.as_str());
            }
        }
        let described = found
            .into_iter()
            .filter_map(|((_, format), paths)| counted([format, &format!("{format}s")], paths));
        Ok(described.collect())
    }

    /// Describes the files with code that names a target and cannot mean it by the rules of its language. It may call it
    /// all the same, as a function of C.
    pub(super) fn in_other_languages(&self, targets: &[Target]) -> Lookup<Option<String>> {
        let mut paths = BTreeSet::new();
        for target in targets {
            let mut records = self.snapshot.referring(None, &target.name, MAX_LEAVES)?;
            // Resolvers of GraphQL have the names of fields.
            if target.row().selects_fields {
                records.extend(self.snapshot.named(&target.name)?);
            }
            for record in records {
                let language = record.language.as_deref().and_then(Language::named);
                if target.row().is_style || !is_usable_from(language, target) {
                    paths.insert(record.path);
                }
            }
        }
        let paths = paths.iter().map(SourcePath::as_str).collect();
        Ok(counted(
            ["file in another language", "files in other languages"],
            paths,
        ))
    }

    /// Returns the files of the leaves that meet all clauses.
    pub(super) fn paths_with(&self, clauses: &[Clause]) -> Lookup<BTreeSet<&'a SourcePath>> {
        let mut paths = BTreeSet::new();
        for entry in self.snapshot.passing_tiles(clauses)?.iter() {
            paths.extend(self.snapshot.path(entry)?);
        }
        Ok(paths)
    }
}

/// Describes files of a format, with its name for one and for several: `2 Blade templates (a.blade.php, b.blade.php)`;
/// none without files.
fn counted([one, several]: [&str; 2], mut paths: Vec<&str>) -> Option<String> {
    let count = paths.len();
    if count > MAX_EXAMPLES {
        paths.splice(MAX_EXAMPLES.., ["…"]);
    }
    let format = if count == 1 { one } else { several };
    (count > 0).then(|| format!("{count} {format} ({})", paths.join(", ")))
}

/// Returns the rank and the name of a file's format.
fn format_of(path: &SourcePath) -> Option<(usize, &'static str)> {
    let name = path.file_name().to_lowercase();
    (1..).zip(FORMATS.lines()).find_map(|(rank, line)| {
        let (format, endings) = line.split_once(": ")?;
        let mut endings = endings.split(' ');
        let is_listed = endings.any(|ending| name.ends_with(ending));
        is_listed.then_some((rank, format))
    })
}

/// Returns true if one of the names is a word of the text, and no reference. A page that is a template by its content is
/// read.
fn mentions(tree: &ChunkTree, names: &BTreeSet<&str>) -> bool {
    tree.language == Language::of(tree.path(), "")
        && has_word(tree, names, |at| {
            tree.references_in(&(at..at + 1)).is_empty()
        })
}

/// Returns true if one of the names is a word of the text at a byte that `is_meant` accepts.
fn has_word(tree: &ChunkTree, names: &BTreeSet<&str>, is_meant: impl Fn(usize) -> bool) -> bool {
    let text = &tree.document.text;
    let text = text.slice(0..text.len());
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    names.iter().any(|name| {
        text.match_indices(name).any(|(at, _)| {
            let is_whole =
                !text[..at].ends_with(is_word) && !text[at + name.len()..].starts_with(is_word);
            is_whole && is_meant(at)
        })
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
        let found = format_of(tree.path()).filter(|_| mentions(&tree, &names));
        assert_eq!(found.map(|format| format.1), expected, "{path} {text}");
    }

    #[test]
    fn a_name_in_code_that_is_not_parsed_is_noted() {
        check("a.haml", "%p= weigh(1)", Some("Haml template"));
        check("a.haml", "%p= weight(1)", None);
        check("a.jsp", "<%= weigh %>", Some("JSP page"));
        check("a.html", "<b data-run=\"weigh()\">", Some("HTML file"));
        check("a.php", "<?php weigh();", None);
        check("a.rs", "// weigh", None);
    }

    #[test]
    fn templates_that_are_read_are_not_noted() {
        check("a.vue", "<p>weigh {{ weigh(1) }}</p>", None);
        check("a.html.erb", "weigh", None);
        check("a.blade.php", "weigh", None);
        check("a.html", "{% if a %}weigh{% endif %}", None);
    }
}
