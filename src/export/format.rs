//! Export formats, and exported locations.
//!
//! Principal types: [`ExportFormat`] and [`Excerpt`]. Contract: text of the repository cannot break out of a line of a
//! quickfix list or a fence of Markdown.

use crate::corpus::{EXPORT, SourcePath};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt::Write;

named! {
    /// The format of an export; the most common one first.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ExportFormat {
        /// Code in fences with its location, for a chat or a ticket.
        Markdown = "Markdown context pack",
        /// `path:line:column: text`, as quickfix lists of editors.
        Quickfix = "quickfix list",
        /// Unique paths, one per line.
        Paths = "paths",
        /// All fields.
        Json = "JSON",
    }
}

impl ExportFormat {
    /// Suggested file name.
    pub fn file_name(self) -> String {
        let extension = match self {
            Self::Markdown => "md",
            Self::Quickfix => "qf",
            Self::Paths => "txt",
            Self::Json => "json",
        };
        format!("{EXPORT}.{extension}")
    }

    /// Formats the excerpts. `query` is the query they answer.
    pub fn text(self, query: &str, excerpts: &[Excerpt]) -> String {
        match self {
            Self::Quickfix => excerpts.iter().map(quickfix).collect(),
            Self::Paths => paths(excerpts),
            Self::Markdown => markdown(query, excerpts),
            Self::Json => {
                let all = serde_json::json!({ "query": query, "locations": excerpts });
                format!("{all:#}\n")
            }
        }
    }
}

fn quickfix(excerpt: &Excerpt) -> String {
    let Excerpt {
        path,
        line,
        byte_column: column,
        title,
        ..
    } = excerpt;
    let mark = if excerpt.deleted { "[deleted] " } else { "" };
    without_breaks(&format!("{path}:{line}:{column}: {mark}{title}")) + "\n"
}

/// Escapes line breaks, which names of files may have.
fn without_breaks(text: &str) -> String {
    text.replace('\n', "\\u{a}").replace('\r', "\\u{d}")
}

fn paths(excerpts: &[Excerpt]) -> String {
    let mut seen = HashSet::new();
    let mut text = String::new();
    for Excerpt { path, .. } in excerpts {
        if seen.insert(path) {
            text.push_str(&format!("{path}\n"));
        }
    }
    text
}

/// Fenced code, each under a heading with path, lines and enclosing scope.
fn markdown(query: &str, excerpts: &[Excerpt]) -> String {
    let mut text = format!("# {}\n", one_line(query));
    for excerpt in excerpts {
        let (first, last) = excerpt.lines;
        let names: String = excerpt
            .names
            .iter()
            .filter(|name| !name.is_empty())
            .map(|name| format!(" › {}", one_line(name)))
            .collect();
        let mark = if excerpt.deleted { " (deleted)" } else { "" };
        let heading = match &excerpt.code {
            Some(_) => format!("{}:{first}-{last}{names}{mark}", excerpt.path),
            None => format!("{}{names}", excerpt.path),
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "\n## {}\n", without_breaks(&heading));
        if let Some(code) = &excerpt.code {
            let fence = fence(code);
            let language = excerpt.language.as_deref().unwrap_or_default();
            let code = code.trim_end();
            let _ = write!(text, "\n{fence}{language}\n{code}\n{fence}\n");
        }
    }
    text
}

/// A fence longer than every run of backticks in the code.
fn fence(code: &str) -> String {
    let runs = code.split(|letter| letter != '`').map(str::len);
    "`".repeat(runs.max().unwrap_or(0).max(2) + 1)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A marked location in the current working tree.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Excerpt {
    /// The file or directory.
    pub path: SourcePath,
    /// 1-based line of the match, or else of the name.
    pub line: u32,
    /// 1-based column in this line, in characters.
    pub column: u32,
    /// 1-based column in this line in bytes, as quickfix lists expect.
    #[serde(skip)]
    pub byte_column: u32,
    /// 1-based first and last line, inclusive.
    pub lines: (u32, u32),
    /// Kind, as in `kind:` filters.
    pub kind: String,
    /// Qualified name in the file, outermost scope first.
    pub names: Vec<String>,
    /// Language name.
    pub language: Option<String>,
    /// Text. None for a directory and for code that is not found.
    pub code: Option<String>,
    /// True for code that was deleted: the line and the text are those of git's HEAD or a base.
    pub deleted: bool,
    /// The text of this line, trimmed.
    #[serde(skip)]
    pub title: String,
}

/// Purpose of an export.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExportTarget {
    /// A text.
    Text {
        /// Its format.
        format: ExportFormat,
        /// Query that the locations answer.
        query: String,
        /// Name of the new file, relative to the working directory. None returns the text itself.
        file: Option<String>,
    },
    /// A command of the user, by its number.
    Command(usize),
    /// The code pane, which goes to the only location, a chunk with this id.
    Code(u64),
}

/// Outcome of an export, with the number of excerpts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exported {
    /// The text.
    Text(String, usize),
    /// Name of the new file.
    File(String, usize),
    /// The locations as the working tree has them, for a command.
    ForCommand(usize, Vec<Excerpt>),
    /// The location of a chunk, for the code pane.
    ForCode(u64, Vec<Excerpt>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::SourcePath;
    use proptest::prelude::*;

    fn excerpt(path: &str, code: Option<&str>) -> Excerpt {
        Excerpt {
            path: SourcePath::new(path),
            line: 3,
            column: 8,
            byte_column: 9,
            lines: (2, 4),
            kind: "method".to_owned(),
            names: vec!["Merger".into(), "write".into()],
            language: code.map(|_| "rust".into()),
            code: code.map(str::to_owned),
            deleted: false,
            title: "pub fn write(&self) {".into(),
        }
    }

    fn check(format: ExportFormat, expected: &str) {
        let excerpts = [
            excerpt("src/a.rs", Some("fn write() {}\n")),
            excerpt("src/a.rs", Some("// ```` in it")),
            excerpt("src", None),
        ];
        assert_eq!(format.text("merge\nsegments", &excerpts), expected);
    }

    #[test]
    fn quickfix_list_has_one_line_per_location() {
        let line = ":3:9: pub fn write(&self) {\n";
        check(
            ExportFormat::Quickfix,
            &format!("src/a.rs{line}src/a.rs{line}src{line}"),
        );
    }

    #[test]
    fn a_line_break_in_a_path_is_escaped() {
        let excerpts = [excerpt("a\nb:1:1: c", None)];
        let check = |format: ExportFormat, expected: &str| {
            assert_eq!(format.text("q", &excerpts), expected);
        };
        let quickfix = "a\\u{a}b:1:1: c:3:9: pub fn write(&self) {\n";
        check(ExportFormat::Quickfix, quickfix);
        let markdown = "# q\n\n## a\\u{a}b:1:1: c › Merger › write\n";
        check(ExportFormat::Markdown, markdown);
    }

    #[test]
    fn paths_are_unique() {
        check(ExportFormat::Paths, "src/a.rs\nsrc\n");
    }

    #[test]
    fn context_pack_fences_are_longer_than_those_of_the_code() {
        check(
            ExportFormat::Markdown,
            "# merge segments\n\n## src/a.rs:2-4 › Merger › write\n\n```rust\nfn write() {}\n```\n\n## src/a.rs:2-4 › Merger › write\n\n`````rust\n// ```` in it\n`````\n\n## src › Merger › write\n",
        );
    }

    #[test]
    fn json_round_trips() {
        let text = ExportFormat::Json.text("q", &[excerpt("src/a.rs", Some("x"))]);
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["query"], "q");
        assert_eq!(read["locations"][0]["path"], "src/a.rs");
        assert_eq!(read["locations"][0]["names"][1], "write");
        assert_eq!(read["locations"][0]["code"], "x");
    }

    proptest! {
        /// Only the closing fence ends a code block, whatever it contains.
        #[test]
        fn no_code_ends_its_fence(code in "[`a \\n]{0,40}") {
            let text = ExportFormat::Markdown.text("q", &[excerpt("a", Some(&code))]);
            let fence = fence(&code);
            let closing = text.lines().filter(|line| line.trim() == fence).count();
            prop_assert_eq!(closing, 1);
        }
    }
}
