//! `smriti-tui outline`: what is declared in a file, or in all files of a directory.

use super::args::OutlineOptions;
use super::selection::{Selection, mention};
use super::{DONE, NOTHING, json, plain};
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::context::around::signature_line;
use crate::project::Choices;
use anyhow::Context;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};

/// A file and what is declared in it.
#[derive(Serialize)]
struct FileObject<'a> {
    path: &'a str,
    language: Option<&'static str>,
    line_count: u32,
    /// The first line that was not parsed, of a file that is too long; null elsewhere.
    unparsed_from: Option<u32>,
    children: Vec<Node<'a>>,
}

/// A declaration, a section, or a name that a run of items or a header defines.
#[derive(Serialize)]
struct Node<'a> {
    /// Of the chunk; names of one run have it in common.
    id: String,
    kind: &'static str,
    name: &'a str,
    /// On one line; null where there is none.
    signature: Option<String>,
    start_line: u32,
    end_line: u32,
    children: Vec<Node<'a>>,
}

pub(super) fn run(choices: &Choices, options: &OutlineOptions) -> anyhow::Result<u8> {
    let selection = Selection::of(choices, options.path.as_deref())?;
    let mut out = BufWriter::new(io::stdout().lock());
    let outlined = match options.json {
        true => write_json(&mut out, &selection)?,
        false => write_plain(&mut out, &selection)?,
    };
    out.flush().context(super::WRITING)?;
    Ok(if outlined > 0 { DONE } else { NOTHING })
}

/// One object, written file by file. How many files there were.
fn write_json(out: &mut impl Write, selection: &Selection) -> anyhow::Result<usize> {
    let root = selection.project.root().path().to_string_lossy();
    let root = json::to_text(&root)?;
    write!(out, "{{\"root\":{root},\"files\":[").context(super::WRITING)?;
    let mut outlined = 0;
    let skipped = selection.each(&mut selection.project.sources(), |tree, _| {
        let separator = if outlined == 0 { "\n" } else { ",\n" };
        outlined += 1;
        let file = json::to_text(&file(tree))?;
        write!(out, "{separator}{file}").context(super::WRITING)
    })?;
    let skipped = json::to_text(&skipped)?;
    writeln!(out, "\n],\"skipped\":{skipped}}}").context(super::WRITING)?;
    Ok(outlined)
}

/// For people. How many files there were.
pub(super) fn write_plain(out: &mut impl Write, selection: &Selection) -> anyhow::Result<usize> {
    let colour = plain::coloured();
    let mut outlined = 0;
    let skipped = selection.each(&mut selection.project.sources(), |tree, _| {
        outlined += 1;
        let page = page(&file(tree), colour);
        out.write_all(page.as_bytes()).context(super::WRITING)
    })?;
    mention(&skipped);
    Ok(outlined)
}

fn file(tree: &ChunkTree) -> FileObject<'_> {
    let whole = tree.chunks.first();
    FileObject {
        path: tree.path().as_str(),
        language: tree.language.map(|language| language.name()),
        line_count: whole.map_or(0, |file| file.lines.1),
        unparsed_from: tree.unparsed_from,
        children: whole.map_or_else(Vec::new, |file| nodes(tree, file)),
    }
}

/// Declarations directly inside a chunk. Nesting of scopes is bounded, so the recursion is too.
fn nodes<'a>(tree: &'a ChunkTree, parent: &'a Chunk) -> Vec<Node<'a>> {
    let mut nodes = Vec::new();
    for index in &parent.children {
        let Some(chunk) = tree.chunks.get(*index) else {
            continue;
        };
        if !tree.declares(*index) {
            nodes.extend(names(tree, chunk));
            continue;
        }
        let is_whole = chunk.children.is_empty() || tree.is_split(chunk);
        nodes.push(Node {
            signature: (!chunk.signature.is_empty()).then(|| signature_line(tree, chunk)),
            children: match is_whole {
                true => names(tree, chunk),
                false => self::nodes(tree, chunk),
            },
            ..node(chunk, &chunk.name, chunk.lines)
        });
    }
    nodes
}

/// Names defined by a leaf or its pieces.
fn names<'a>(tree: &'a ChunkTree, chunk: &'a Chunk) -> Vec<Node<'a>> {
    let line = chunk.name_at.0;
    let own = (chunk.kind == Kind::Items && !chunk.name.is_empty())
        .then(|| node(chunk, &chunk.name, (line, line)));
    let pieces = chunk.children.iter();
    let pieces = pieces.filter_map(|piece| tree.chunks.get(*piece));
    let defined = std::iter::once(chunk).chain(pieces).flat_map(|leaf| {
        let definitions = leaf.definitions.iter();
        definitions.map(move |definition| Node {
            kind: Kind::Items.name(),
            ..node(leaf, &definition.name, (definition.line, definition.line))
        })
    });
    own.into_iter().chain(defined).collect()
}

fn node<'a>(chunk: &Chunk, name: &'a str, lines: (u32, u32)) -> Node<'a> {
    Node {
        id: chunk.id.to_string(),
        kind: chunk.kind.name(),
        name,
        signature: None,
        start_line: lines.0,
        end_line: lines.1,
        children: Vec::new(),
    }
}

fn page(file: &FileObject<'_>, colour: bool) -> String {
    let mut page = plain::paint(colour, "36", &plain::path(file.path));
    let language = file.language.unwrap_or("lines");
    let mut about = format!("  {language}, {} lines", file.line_count);
    if let Some(line) = file.unparsed_from {
        let _ = write!(about, ", not parsed from line {line}: too long");
    }
    let _ = writeln!(page, "{}", plain::paint(colour, "2", &about));
    rows(&file.children, 1, colour, &mut page);
    page
}

/// `   12-30     method fn merge(&self)`, indented; as deep as declarations lie in one another.
fn rows(nodes: &[Node<'_>], depth: usize, colour: bool, page: &mut String) {
    for node in nodes {
        let lines = match node.start_line == node.end_line {
            true => node.start_line.to_string(),
            false => format!("{}-{}", node.start_line, node.end_line),
        };
        let said = node.signature.as_deref().unwrap_or(node.name);
        let kind = match says_kind(said, node) {
            true => String::new(),
            false => plain::paint(colour, "2", node.kind) + " ",
        };
        let _ = writeln!(
            page,
            "{} {:indent$}{kind}{}",
            plain::paint(colour, "2", &format!("{lines:>11}")),
            "",
            plain::paint(colour, "1", &plain::safe(said)),
            indent = depth * 2,
        );
        rows(&node.children, depth + 1, colour, page);
    }
}

/// Returns true if the signature contains the kind before the name, as `pub struct Cache` does.
fn says_kind(said: &str, node: &Node<'_>) -> bool {
    let before = said.find(node.name).and_then(|at| said.get(..at));
    let mut words = before
        .unwrap_or_default()
        .split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| word == node.kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: &'static str, name: &str, signature: Option<&str>, expected: &str) {
        let node = Node {
            id: String::new(),
            kind,
            name,
            signature: signature.map(str::to_owned),
            start_line: 3,
            end_line: 7,
            children: Vec::new(),
        };
        let mut page = String::new();
        rows(&[node], 0, false, &mut page);
        assert_eq!(page.trim(), format!("3-7 {expected}"));
    }

    #[test]
    fn a_kind_that_the_signature_says_is_said_once() {
        check("class", "Cache", Some("class Cache"), "class Cache");
        let shared = "pub(crate) struct Cache<'a>";
        check("struct", "Cache", Some(shared), shared);
        check(
            "impl",
            "Cache",
            Some("impl Drop for Cache"),
            "impl Drop for Cache",
        );
        check(
            "method",
            "drop",
            Some("fn drop(&mut self)"),
            "method fn drop(&mut self)",
        );
        check(
            "function",
            "class",
            Some("int class(int x)"),
            "function int class(int x)",
        );
        check("function", "f", Some("f(class x)"), "function f(class x)");
        check("section", "Caching", None, "section Caching");
        check(
            "class",
            "Classes",
            Some("subclass Classes"),
            "class subclass Classes",
        );
    }
}
