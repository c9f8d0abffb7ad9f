//! `smriti-tui outline`: the declarations of a file, or of all files of a directory.
//!
//! Principal types: [`OutlineObject`] and [`OutlineNode`]. It reads the working tree and needs no index.

use super::args::OutlineOptions;
use super::plain::{location, paint, safe};
use super::selection::{Selection, SkippedObject, report_skipped};
use super::{EXIT_OK, NOTHING, json};
use crate::app::counted;
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::context::around::signature_line;
use crate::project::Overrides;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

/// The declarations of files.
#[derive(Serialize, JsonSchema)]
pub(super) struct OutlineObject {
    /// The root of the repository.
    root: String,
    files: Vec<FileObject>,
    skipped: Vec<SkippedObject>,
}

/// A file and its declarations.
#[derive(Serialize, JsonSchema)]
struct FileObject {
    path: String,
    language: Option<&'static str>,
    line_count: u32,
    /// The first line that was not parsed, of a file that is too long or takes too long; else null.
    unparsed_from: Option<u32>,
    children: Vec<OutlineNode>,
}

/// A declaration, a section, or a name that a run of items or a header defines.
#[derive(Serialize, JsonSchema)]
struct OutlineNode {
    /// Id of the chunk; names of one run have it in common.
    id: String,
    kind: &'static str,
    name: String,
    /// On one line; null without a signature.
    signature: Option<String>,
    start_line: u32,
    end_line: u32,
    children: Vec<OutlineNode>,
}

pub(super) fn run(choices: &Overrides, options: &OutlineOptions) -> anyhow::Result<u8> {
    let selection = Selection::of(choices, options.path.as_deref())?;
    let root = selection.project.root().path();
    let (mut files, mut count) = (Vec::new(), 0);
    let skipped = each(&selection, |file| {
        count += 1;
        match options.json {
            true => files.push(file),
            false => super::print(&page(root, &file))?,
        }
        Ok(())
    })?;
    match options.json {
        true => {
            let root = root.to_string_lossy().into_owned();
            let object = OutlineObject {
                root,
                files,
                skipped,
            };
            super::print(&(json::to_text(&object)? + "\n"))?;
        }
        false => report_skipped(&skipped),
    }
    Ok(if count > 0 { EXIT_OK } else { NOTHING })
}

/// The page of `outline`; no more files once it `is_enough`.
pub(super) fn text(
    selection: &Selection,
    is_enough: impl Fn(&str) -> bool,
) -> anyhow::Result<String> {
    let (root, mut text) = (selection.project.root().path(), String::new());
    let skipped = each(selection, |file| {
        text.push_str(&page(root, &file));
        if is_enough(&text) {
            selection.cancel.cancel();
        }
        Ok(())
    })?;
    for file in skipped {
        let _ = writeln!(
            text,
            "{}: skipped: {}",
            safe(&file.path),
            safe(&file.reason)
        );
    }
    Ok(text)
}

/// Visits the files, each with its declarations. Returns the skipped files.
fn each(
    selection: &Selection,
    mut visit: impl FnMut(FileObject) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<SkippedObject>> {
    selection.each(&mut selection.project.sources(), |tree, _| {
        let whole = tree.chunks.first();
        visit(FileObject {
            path: tree.path().to_string(),
            language: whole.and_then(|file| tree.language_of(file)),
            line_count: whole.map_or(0, |file| file.lines.1),
            unparsed_from: tree.unparsed_from,
            children: whole.map_or_else(Vec::new, |file| nodes(tree, file)),
        })
    })
}

/// Declarations directly inside a chunk. Nesting of scopes is bounded, so the recursion is too.
fn nodes(tree: &ChunkTree, parent: &Chunk) -> Vec<OutlineNode> {
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
        nodes.push(OutlineNode {
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
fn names(tree: &ChunkTree, chunk: &Chunk) -> Vec<OutlineNode> {
    let line = chunk.name_at.0;
    let own = (chunk.kind == Kind::Items && !chunk.name.is_empty())
        .then(|| node(chunk, &chunk.name, (line, line)));
    let pieces = tree.children(chunk);
    let defined = std::iter::once(chunk).chain(pieces).flat_map(|leaf| {
        let definitions = leaf.definitions.iter();
        definitions.map(move |definition| OutlineNode {
            kind: Kind::Items.name(),
            ..node(leaf, &definition.name, (definition.line, definition.line))
        })
    });
    own.into_iter().chain(defined).collect()
}

fn node(chunk: &Chunk, name: &str, lines: (u32, u32)) -> OutlineNode {
    OutlineNode {
        id: chunk.id.to_string(),
        kind: chunk.kind.name(),
        name: name.to_owned(),
        signature: None,
        start_line: lines.0,
        end_line: lines.1,
        children: Vec::new(),
    }
}

fn page(root: &Path, file: &FileObject) -> String {
    let language = file.language.map_or(String::new(), |it| format!("{it}, "));
    let lines = counted(file.line_count as usize, "line", "lines");
    let mut about = format!("  {language}{lines}");
    if let Some(line) = file.unparsed_from {
        let _ = write!(
            about,
            ", not parsed from line {line}: too long, or takes too long"
        );
    }
    let mut page = location(root, &file.path, "") + &paint("2", &about) + "\n";
    rows(&file.children, 1, &mut page);
    page
}

/// `   12-30     method fn merge(&self)`, indented by the depth of the declaration.
fn rows(nodes: &[OutlineNode], depth: usize, page: &mut String) {
    for node in nodes {
        let lines = match node.start_line == node.end_line {
            true => node.start_line.to_string(),
            false => format!("{}-{}", node.start_line, node.end_line),
        };
        let text = node.signature.as_deref().unwrap_or(&node.name);
        let kind = match has_kind(text, node) {
            true => String::new(),
            false => paint("2", node.kind) + " ",
        };
        let _ = writeln!(
            page,
            "{} {:indent$}{kind}{}",
            paint("2", &format!("{lines:>11}")),
            "",
            paint("1", &safe(text)),
            indent = depth * 2,
        );
        rows(&node.children, depth + 1, page);
    }
}

/// Returns true if the signature contains the kind before the name, as `pub struct Cache` does.
fn has_kind(text: &str, node: &OutlineNode) -> bool {
    let before = text.find(&node.name).and_then(|at| text.get(..at));
    let mut words = before
        .unwrap_or_default()
        .split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| word == node.kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: &'static str, name: &str, signature: Option<&str>, expected: &str) {
        let node = OutlineNode {
            id: String::new(),
            kind,
            name: name.to_owned(),
            signature: signature.map(str::to_owned),
            start_line: 3,
            end_line: 7,
            children: Vec::new(),
        };
        let mut page = String::new();
        rows(&[node], 0, &mut page);
        assert_eq!(page.trim(), format!("3-7 {expected}"));
    }

    #[test]
    fn a_kind_in_the_signature_is_shown_once() {
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
