//! Tests as arguments of the usual runner of their language.

use crate::chunk::{Chunk, ChunkTree};
use crate::context::Declaration;
use std::iter::successors;

/// Form of an argument that names the file of a test.
const FILE: &str = "{path}";

/// The argument by which the usual runner of a language runs a test; none for a helper of tests, unless the runner
/// takes files.
pub(super) fn test_argument(
    tree: &ChunkTree,
    chunk: &Chunk,
    test: &Declaration,
    is_test: bool,
) -> Option<String> {
    let language = tree.language?;
    let mut form = language.test_argument;
    let by_name = language.collects_by_name;
    let is_named = by_name && chunk.is_collected();
    if !is_test && !is_named && form != FILE {
        return None;
    }
    let mut names = test.names.get(1..).unwrap_or_default();
    if by_name {
        names = &names[..collected(tree, chunk).min(names.len())];
        if names.is_empty() {
            form = FILE;
        }
    }
    let directory = match test.path.directory() {
        "" => ".",
        directory => directory,
    };
    let mut argument = form
        .replace(FILE, test.path.as_str())
        .replace("{directory}", directory)
        .replace("{line}", &test.line.to_string())
        .replace("{name}", names.last().map_or("", String::as_str));
    if let Some((before, rest)) = argument.split_once("{names")
        && let Some((separator, after)) = rest.split_once('}')
    {
        argument = format!("{before}{}{after}", names.join(separator));
    }
    Some(argument)
}

/// Number of the declarations around and including a test, from the outermost, that the runner collects by their names.
fn collected(tree: &ChunkTree, chunk: &Chunk) -> usize {
    let mut around: Vec<&Chunk> = successors(Some(chunk), |chunk| tree.parent(chunk))
        .filter(|chunk| chunk.parent.is_some())
        .collect();
    around.reverse();
    let collected = around.iter().take_while(|chunk| chunk.is_collected());
    collected.count()
}
