//! `smriti-tui doctor --parse FILE`: the lines that the grammar of a file could not parse, and why.
//!
//! Principal type: [`ParsedFile`].

use crate::chunk::ChunkTree;
use crate::cli::output::{EXIT_OK, print_object};
use crate::cli::selection;
use crate::corpus::Cancel;
use crate::pages::{Style, safe};
use crate::project::Overrides;
use crate::syntax::ParseError;
use anyhow::Result;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

/// Maximum length of a quoted line, in characters.
const MAX_LINE_LEN: usize = 80;

/// A file and its parse errors.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ParsedFile {
    path: String,
    /// The grammar; null if there is none for the file, which is cut by headings or lines.
    language: Option<&'static str>,
    line_count: u32,
    /// The first line that was not parsed, of a file that is too long or takes too long; else null.
    unparsed_from: Option<u32>,
    /// At most 100.
    errors: Vec<ErrorObject>,
}

/// A part that the grammar could not parse.
#[derive(Serialize, JsonSchema)]
struct ErrorObject {
    start_line: u32,
    end_line: u32,
    /// Column of its start in characters, from 1.
    column: u32,
    /// Its first line.
    text: String,
    /// The grammar's name for the node around it.
    within: &'static str,
    /// The grammar's names for what could stand there; empty if that is much.
    expected: Vec<String>,
}

pub(crate) fn run(choices: &Overrides, file: &Path, json: bool, style: &Style) -> Result<u8> {
    let (project, path) = selection::file(choices, file)?;
    let tree = project.sources().tree(&path, &Cancel::new())?;
    let parsed = ParsedFile::of(&tree);
    let root = project.root().path();
    print_object(&parsed, json, |parsed| page(parsed, root, style))?;
    Ok(EXIT_OK)
}

impl ParsedFile {
    fn of(tree: &ChunkTree) -> Self {
        let errors = tree.errors.iter().map(|error| ErrorObject::of(tree, error));
        Self {
            path: tree.path().to_string(),
            language: tree.language.map(|language| language.name()),
            line_count: tree.chunks.first().map_or(0, |file| file.lines.1),
            unparsed_from: tree.unparsed_from,
            errors: errors.collect(),
        }
    }
}

impl ErrorObject {
    fn of(tree: &ChunkTree, error: &ParseError) -> Self {
        let (start, end) = (error.bytes.start, error.bytes.end);
        let (start_line, column) = tree.position(start);
        let text = &tree.document.text;
        let line = text.slice(start..text.lines(start_line, start_line).end.max(start));
        Self {
            start_line,
            end_line: text.line_at(end.saturating_sub(1).max(start)),
            column,
            text: line.trim_end().chars().take(MAX_LINE_LEN).collect(),
            within: error.within,
            expected: error.expected.clone(),
        }
    }
}

/// `src/a.kt:12:5  if x.big -> …`, with what surrounds it and what was expected below.
fn page(file: &ParsedFile, root: &Path, style: &Style) -> String {
    let language = file
        .language
        .unwrap_or("no grammar: cut by headings or lines");
    let mut page = format!(
        "{}: {language}, {} lines\n",
        safe(&file.path),
        file.line_count
    );
    if let Some(line) = file.unparsed_from {
        let _ = writeln!(
            page,
            "not parsed from line {line}: too long, or takes too long"
        );
    }
    for error in &file.errors {
        let at = format!(":{}:{}", error.start_line, error.column);
        let _ = writeln!(
            page,
            "{}  {}",
            style.location(root, &file.path, &at),
            safe(&error.text)
        );
        let last = match error.end_line {
            last if last == error.start_line => String::new(),
            last => format!("up to line {last}, "),
        };
        let expected = match error.expected.as_slice() {
            [] => String::new(),
            expected => format!("; expected: {}", expected.join(" ")),
        };
        let _ = writeln!(page, "    {last}within {}{}", error.within, safe(&expected));
    }
    if file.errors.is_empty() && file.unparsed_from.is_none() && file.language.is_some() {
        page.push_str("every line was parsed\n");
    }
    page
}
