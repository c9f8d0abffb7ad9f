//! Tests as arguments of the usual runner of their language.
//!
//! Principal type: [`Runners`].

use super::declaration::MAX_DOCUMENTS;
use crate::chunk::{Chunk, ChunkTree};
use crate::context::{Certainty, Codebase, Declaration, DeclarationKey, RelationKind};
use crate::corpus::SourcePath;
use crate::index::{Result, is_marked_test};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::iter::successors;

/// For each type with tests, the types that inherit it and the functions that run it as a suite.
pub(super) type Runners = HashMap<DeclarationKey, Vec<Declaration>>;

/// Form of an argument that names the file of a test.
const FILE: &str = "{path}";
/// Fixtures of pytest for the tests in its directory, and below.
const CONFTEST: &str = "conftest.py";

/// The argument by which the usual runner of a language runs a test; none for a helper of tests, unless the runner
/// takes files, and for a method of a suite.
pub(super) fn test_argument(
    codebase: &mut Codebase<'_>,
    tree: &ChunkTree,
    chunk: &Chunk,
    test: &Declaration,
) -> Result<Option<String>> {
    let Some(language) = tree.language else {
        return Ok(None);
    };
    let mut form = language.test_argument;
    let by_name = language.collects_by_name;
    let is_of_suite = !language.suite.0.is_empty() && !chunk.owner().is_empty();
    if !is_test(tree, chunk) && form != FILE || is_of_suite {
        return Ok(None);
    }
    let mut names = test.names.get(1..).unwrap_or_default();
    if by_name {
        names = &names[..collected(codebase, tree, chunk)?.min(names.len())];
        if names.is_empty() && test.path.file_name() == CONFTEST {
            form = "{directory}";
        } else if names.is_empty() {
            form = FILE;
        }
    }
    if is_fixture(tree, chunk) {
        names = names.split_last().map_or(names, |(_, around)| around);
        // Without names everything in the directory is run.
        form = if names.is_empty() {
            form.split(' ').next().unwrap_or(form)
        } else {
            form
        };
    }
    Ok(Some(argument(form, &test.path, test.line, names)))
}

/// Fills the form of an argument.
fn argument(form: &str, path: &SourcePath, line: u32, names: &[String]) -> String {
    let directory = match path.directory() {
        "" => ".",
        directory => directory,
    };
    let mut argument = form
        .replace(FILE, path.as_str())
        .replace("{directory}", directory)
        .replace("{line}", &line.to_string())
        .replace("{name}", names.last().map_or("", String::as_str))
        .replace("{macro}", &of_macro(names));
    if let Some((before, rest)) = argument.split_once("{names")
        && let Some((separator, after)) = rest.split_once('}')
    {
        argument = format!("{before}{}{after}", names.join(separator));
    }
    argument
}

fn is_fixture(tree: &ChunkTree, chunk: &Chunk) -> bool {
    let header = chunk.text_bytes().start..chunk.signature.end;
    let header = tree.document.text.slice(header);
    tree.language
        .is_some_and(|language| language.is_fixture(&header))
}

fn is_test(tree: &ChunkTree, chunk: &Chunk) -> bool {
    let by_name = tree
        .language
        .is_some_and(|language| language.collects_by_name);
    is_marked_test(tree, chunk) || by_name && chunk.is_collected()
}

/// Returns the arguments by which other types than its own and suites run a test, each with the file of these. Those of a
/// fixture run the tests around it.
pub(super) fn inherited(
    codebase: &mut Codebase<'_>,
    tree: &ChunkTree,
    test: usize,
    known: &mut Runners,
) -> Result<BTreeMap<String, String>> {
    let chunk = &tree.chunks[test];
    let is_fixture = is_fixture(tree, chunk);
    let mut arguments = BTreeMap::new();
    let parent = chunk
        .parent
        .filter(|parent| tree.chunks[*parent].kind.is_type());
    let (Some(language), true) = (tree.language, is_fixture || is_test(tree, chunk)) else {
        return Ok(arguments);
    };
    let owner = match parent {
        Some(parent) => Declaration::of(tree, parent, None),
        None => {
            let owners =
                RelationKind::Owner.find_growing(codebase, tree, test, 1, &mut |_, _| ())?;
            owners.found.first().map(Declaration::of_relation)
        }
    };
    let Some(owner) = owner else {
        return Ok(arguments);
    };
    let runners = match known.entry(owner.key()) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(new) => new.insert(runners(codebase, &owner, language.suite.0)?),
    };
    // Without the name of a fixture or a helper, all tests around it are run.
    let is_named = !is_fixture && (!language.collects_by_name || chunk.is_collected());
    for runner in runners.iter() {
        let mut names = runner.names.clone();
        names.extend(is_named.then(|| chunk.name.clone()));
        let other = codebase.tree(&runner.path);
        let mut declared = other.iter().flat_map(|tree| &tree.chunks);
        if is_named && declared.any(|declared| declared.names == names) {
            continue;
        }
        let mut form = language.suite.1;
        if runner.kind.is_type() {
            form = language.test_argument;
        }
        let argument = argument(form, &runner.path, runner.line, &names[1..]);
        arguments.insert(argument, runner.path.to_string());
    }
    Ok(arguments)
}

/// Returns the types that inherit from a type, in any number of steps, and are run, and the functions that run one of all
/// as a suite.
fn runners(codebase: &mut Codebase<'_>, of: &Declaration, suite: &str) -> Result<Vec<Declaration>> {
    let mut found = Vec::new();
    let (mut seen, mut pending) = (HashSet::from([of.key()]), vec![of.clone()]);
    while let Some(of) = pending.pop()
        && codebase.documents_read() < MAX_DOCUMENTS
    {
        let (mut steps, _) = codebase.users(&of, &mut |_, _| ())?;
        steps.retain(|step| step.by.certainty != Certainty::Possible);
        for user in steps.into_iter().map(|step| step.user) {
            let Some(tree) = codebase.tree(&user.path) else {
                continue;
            };
            let Some(chunk) = user.chunk(&tree) else {
                continue;
            };
            let inherits = chunk.bases.iter().any(|base| of.names.last() == Some(base));
            let is_heir = chunk.kind.is_type() && inherits;
            let is_runner = match (suite, tree.language) {
                ("", Some(language)) if is_heir && language.collects_by_name => {
                    collected(codebase, &tree, chunk)? + 1 == user.names.len()
                }
                ("", _) => is_heir,
                _ => !chunk.kind.is_type() && tree.text(chunk).contains(suite),
            };
            if (is_heir || is_runner) && seen.insert(user.key()) {
                if is_heir {
                    pending.push(user.clone());
                }
                if is_runner {
                    found.push(user);
                }
            }
        }
    }
    Ok(found)
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
fn collected(codebase: &mut Codebase<'_>, tree: &ChunkTree, chunk: &Chunk) -> Result<usize> {
    let mut around: Vec<&Chunk> = successors(Some(chunk), |chunk| tree.parent(chunk))
        .filter(|chunk| chunk.parent.is_some())
        .collect();
    around.reverse();
    for (count, chunk) in around.iter().enumerate() {
        // A base class in another file may be the test case.
        let mut is_collected = chunk.is_collected();
        if !is_collected && chunk.kind.is_type() {
            let bases = codebase.lineage(&chunk.name)?;
            is_collected = bases.iter().any(|base| base.ends_with("TestCase"));
        }
        if !is_collected {
            return Ok(count);
        }
    }
    Ok(around.len())
}
