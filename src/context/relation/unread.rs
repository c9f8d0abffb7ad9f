//! Files that mention a name in code that is not read for references: templates, notebooks, prose.
//!
//! Principal type: [`UnreadFiles`].

use super::codebase::Codebase;
use super::relations::Lookup;
use crate::chunk::ChunkTree;
use crate::corpus::SourcePath;
use crate::index::{Clause, Condition};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Maximum number of files that are read for one request; others count by the words in the index.
const MAX_READ: usize = 200;
/// Maximum number of files that are listed for a format.
const MAX_EXAMPLES: usize = 3;

/// Formats with code that is not parsed: endings of file names, the mark before the code (empty if it may be
/// anywhere), and the name of one file. Those that run come first.
const FORMATS: &[(&[&str], &str, &str)] = &[
    (&[".vue"], "", "Vue component"),
    (&[".astro"], "", "Astro component"),
    (&[".heex", ".leex", ".eex"], "", "EEx template"),
    (&[".ex", ".exs"], "~H\"", "HEEx in Elixir file"),
    (&[".cshtml", ".vbhtml", ".razor"], "", "Razor template"),
    (&[".aspx", ".ascx"], "", "ASP.NET page"),
    (&[".blade.php"], "", "Blade template"),
    (&[".erb", ".rhtml"], "", "ERB template"),
    (&[".haml"], "", "Haml template"),
    (&[".slim"], "", "Slim template"),
    (&[".jinja", ".jinja2", ".j2"], "", "Jinja template"),
    (&[".twig"], "", "Twig template"),
    (&[".mako"], "", "Mako template"),
    (&[".liquid"], "", "Liquid template"),
    (&[".njk"], "", "Nunjucks template"),
    (
        &[".hbs", ".handlebars", ".mustache"],
        "",
        "Handlebars template",
    ),
    (&[".ejs"], "", "EJS template"),
    (&[".pug", ".jade"], "", "Pug template"),
    (&[".ftl", ".ftlh"], "", "FreeMarker template"),
    (&[".vm"], "", "Velocity template"),
    (&[".jsp", ".jspx", ".gsp"], "", "JSP page"),
    (&[".latte", ".phtml"], "", "PHP template"),
    (&[".tmpl", ".gotmpl", ".gohtml", ".tpl"], "", "template"),
    (&[".html", ".htm", ".xhtml"], "", "HTML file"),
    (&[".qml"], "", "QML file"),
    (&[".xaml", ".axaml"], "", "XAML file"),
    (&[".xml"], "", "XML file"),
    (&[".ipynb"], "", "notebook"),
    (
        &[".md", ".markdown", ".mdx", ".rmd", ".qmd"],
        "",
        "Markdown file",
    ),
    (&[".rst", ".adoc", ".org"], "", "text document"),
];

/// Files of a format that mention a name and were not read for references.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnreadFiles {
    /// Name of one file: `Blade template`.
    pub format: &'static str,
    /// Number of files.
    pub count: usize,
    /// The first of them, by path.
    pub examples: Vec<SourcePath>,
}

impl UnreadFiles {
    /// Describes them: `2 Blade templates (a.blade.php, b.blade.php)`.
    pub fn describe(&self) -> String {
        let plural = if self.count == 1 { "" } else { "s" };
        let mut paths: Vec<&str> = self.examples.iter().map(SourcePath::as_str).collect();
        if paths.len() < self.count {
            paths.push("…");
        }
        format!(
            "{} {}{plural} ({})",
            self.count,
            self.format,
            paths.join(", ")
        )
    }
}

impl Codebase<'_> {
    /// Returns the files that mention one of the names as a word in code that is not parsed, by format.
    pub(super) fn unread(&mut self, names: &BTreeSet<&str>) -> Lookup<Vec<UnreadFiles>> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let phrases = names
            .iter()
            .map(|name| Condition::Phrase((*name).to_owned()));
        let tiles = self
            .snapshot
            .passing_tiles(&[Clause::AnyOf(phrases.collect())])?;
        let mut paths = BTreeSet::new();
        for entry in tiles.iter() {
            if let Some(path) = self.snapshot.path(entry)?
                && let Some(format) = format_of(path)
            {
                paths.insert((format, path));
            }
        }
        let mut found: BTreeMap<usize, Vec<&SourcePath>> = BTreeMap::new();
        for (number, (format, path)) in paths.into_iter().enumerate() {
            let mark = FORMATS[format].1;
            if self.cancel.is_cancelled() {
                break;
            }
            if number >= MAX_READ
                || self
                    .tree(path)
                    .is_some_and(|tree| mentions(&tree, names, mark))
            {
                found.entry(format).or_default().push(path);
            }
        }
        let files = found.into_iter().map(|(format, paths)| UnreadFiles {
            format: FORMATS[format].2,
            count: paths.len(),
            examples: paths.into_iter().take(MAX_EXAMPLES).cloned().collect(),
        });
        Ok(files.collect())
    }
}

/// Returns the index of a file's format.
fn format_of(path: &SourcePath) -> Option<usize> {
    let name = path.file_name().to_lowercase();
    let mut formats = FORMATS.iter();
    formats.position(|(endings, ..)| endings.iter().any(|ending| name.ends_with(ending)))
}

/// Returns true if one of the names is a word of the code after the mark, and no reference.
fn mentions(tree: &ChunkTree, names: &BTreeSet<&str>, mark: &str) -> bool {
    let text = &tree.document.text;
    let text = text.slice(0..text.len());
    let references = tree.references.iter();
    let parsed: HashSet<usize> = references
        .map(|reference| reference.bytes.start as usize)
        .collect();
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mentions_in = |part: &str| {
        let start = part.as_ptr().addr() - text.as_ptr().addr();
        names.iter().any(|name| {
            part.match_indices(name).any(|(at, _)| {
                let rest = &part[at + name.len()..];
                let is_whole = !part[..at].ends_with(is_word) && !rest.starts_with(is_word);
                is_whole && !parsed.contains(&(start + at))
            })
        })
    };
    if mark.is_empty() {
        return mentions_in(&text);
    }
    text.split(mark).skip(1).any(|part| {
        let quote = if part.starts_with("\"\"") {
            "\"\"\""
        } else {
            "\""
        };
        let inner = part.strip_prefix("\"\"").unwrap_or(part);
        mentions_in(inner.split(quote).next().unwrap_or_default())
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
        let format = format_of(tree.path()).map(|format| FORMATS[format]);
        let found = format.filter(|(_, mark, _)| mentions(&tree, &names, mark));
        assert_eq!(found.map(|format| format.2), expected, "{path} {text}");
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
