//! Tests as arguments of the usual runner of their language.

use crate::chunk::{Chunk, ChunkTree};
use crate::context::Declaration;
use std::iter::successors;

/// Form of an argument that names the file of a test.
const FILE: &str = "{path}";
/// Fixtures of pytest for the tests in its directory, and below.
const CONFTEST: &str = "conftest.py";

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
        if names.is_empty() && test.path.file_name() == CONFTEST {
            form = "{directory}";
        } else if names.is_empty() {
            form = FILE;
        }
    }
    let header = tree
        .document
        .text
        .slice(chunk.text_bytes().start..chunk.signature.end);
    if language.is_fixture(&header) {
        names = names.split_last().map_or(names, |(_, around)| around);
        // Without names everything in the directory is run.
        form = if names.is_empty() {
            form.split(' ').next().unwrap_or(form)
        } else {
            form
        };
    }
    let directory = match test.path.directory() {
        "" => ".",
        directory => directory,
    };
    let mut argument = form
        .replace(FILE, test.path.as_str())
        .replace("{directory}", directory)
        .replace("{line}", &test.line.to_string())
        .replace("{name}", names.last().map_or("", String::as_str))
        .replace("{macro}", &of_macro(names));
    if let Some((before, rest)) = argument.split_once("{names")
        && let Some((separator, after)) = rest.split_once('}')
    {
        argument = format!("{before}{}{after}", names.join(separator));
    }
    Some(argument)
}

/// The name of a test of GoogleTest by its macro, `TEST(Suite, Name)`: one with parameters or types has several. The tests
/// of a class without a macro.
fn of_macro(names: &[String]) -> String {
    let Some(last) = names.last() else {
        return String::new();
    };
    let defined = last.strip_suffix(')').and_then(|last| last.split_once('('));
    let Some((word, arguments)) = defined else {
        return format!("{last}.*");
    };
    match arguments.split_once(',') {
        Some((suite, name)) if word.starts_with("TYPED_") => {
            format!("*{}/*.{}", suite.trim(), name.trim())
        }
        Some((suite, name)) if word.ends_with("_P") => {
            format!("*{}.{}/*", suite.trim(), name.trim())
        }
        Some((suite, name)) => format!("{}.{}", suite.trim(), name.trim()),
        None => arguments.trim_matches('"').to_owned(),
    }
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
