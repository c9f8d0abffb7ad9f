//! The shape of a repository: where programs begin, and which directories and files use which.
//!
//! Principal type: [`MapObject`].

use crate::context::Codebase;
use crate::corpus::SourcePath;
use crate::corpus::file_class::{FileClass, is_documentation};
use crate::index::{ROOT, Record};
use crate::search::{Mode, Query, SearchContext, SearchError, for_each_line, passing_count};
use crate::syntax::Language;
use anyhow::{Result, ensure};
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Maximum number of types in a map.
const MAX_TYPES: usize = 20;

/// The shape of a directory. Names and meanings are stable.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MapObject {
    /// The root of the repository.
    pub(crate) root: String,
    /// The directory, from the root; empty for the whole repository.
    pub(crate) directory: String,
    /// Its summary.
    pub(crate) summary: String,
    /// Lines at which something enters the code: programs, routes, commands.
    pub(crate) entry_points: Vec<EntryPoint>,
    /// Types whose names are referenced by many chunks, the most referenced first.
    pub(crate) types: Vec<UsedType>,
    /// Number of leaves that are tests, and of public declarations.
    pub(crate) tests: usize,
    pub(crate) public: usize,
    /// Its directories and files, with their connections by imports.
    pub(crate) parts: Vec<PartObject>,
    /// Languages of files in it whose imports name no files, so that their connections are unknown.
    pub(crate) unconnected: Vec<String>,
}

/// A line at which something enters the code.
#[derive(Serialize, JsonSchema)]
pub(crate) struct EntryPoint {
    /// programs, routes or commands
    pub(crate) kind: &'static str,
    pub(crate) path: String,
    pub(crate) line: u32,
    /// The line.
    pub(crate) text: String,
}

/// A type, and how often it is referenced.
#[derive(Serialize, JsonSchema)]
pub(crate) struct UsedType {
    /// class, struct, enum, …
    pub(crate) kind: &'static str,
    pub(crate) name: String,
    pub(crate) path: String,
    pub(crate) line: u32,
    /// Number of chunks of the repository that reference its name.
    pub(crate) chunks: u64,
}

/// A directory or file, and those that it is connected with.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PartObject {
    /// A directory ends with `/`.
    pub(crate) path: String,
    /// Number of its files.
    pub(crate) files: usize,
    /// The directories and files that it uses, the most used first.
    pub(crate) uses: Vec<Connection>,
    /// Those that use it.
    pub(crate) used_by: Vec<Connection>,
}

/// The other end of a connection.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Connection {
    pub(crate) path: String,
    /// Number of pairs of files of which one imports the other.
    pub(crate) imports: usize,
}

/// Numbers of imports of parts, by the part at the other end.
type Connections = BTreeMap<String, BTreeMap<String, usize>>;

impl MapObject {
    /// Makes the map of a directory, whose name from the root is empty for the whole repository.
    ///
    /// # Errors
    /// If the index or a file cannot be read.
    pub(crate) fn of(
        codebase: &mut Codebase<'_>,
        context: &SearchContext<'_>,
        directory: &SourcePath,
    ) -> Result<Self> {
        let summaries = context.snapshot.all_summaries()?;
        let records = || summaries.iter().map(|(record, _)| record);
        let shown = match directory.as_str() {
            "" => ROOT,
            name => name,
        };
        let mut own = records().filter(|record| record.is_directory());
        let summary = own.find(|record| record.path.as_str() == shown);
        let summary = summary.map_or_else(String::new, |record| record.summary.clone());
        ensure!(
            !records().any(|record| !record.is_directory() && record.path == *directory),
            "{directory} is a file; name a directory, or use `outline` and `context` for a file"
        );
        let files: Vec<&Record> = records().filter(|record| !record.is_directory()).collect();
        let (parts, unconnected) = parts_of(codebase, &files, directory)?;
        Ok(Self {
            root: codebase.root(),
            directory: directory.as_str().to_owned(),
            summary,
            entry_points: entry_points(codebase, context, &files, directory)?,
            types: used_types(context, directory)?,
            tests: count(context, directory, "in:tests")?,
            public: count(context, directory, "in:api")?,
            parts,
            unconnected,
        })
    }

    /// The parts of a directory, without its entry points and types.
    ///
    /// # Errors
    /// If the index or a file cannot be read.
    pub(crate) fn parts(
        codebase: &mut Codebase<'_>,
        context: &SearchContext<'_>,
        directory: &SourcePath,
    ) -> Result<Vec<PartObject>> {
        let summaries = context.snapshot.all_summaries()?;
        let records = summaries.iter().map(|(record, _)| record);
        let files: Vec<&Record> = records.filter(|record| !record.is_directory()).collect();
        Ok(parts_of(codebase, &files, directory)?.0)
    }
}

/// The parts of a directory, and the languages none of whose imports lead to a file.
fn parts_of(
    codebase: &mut Codebase<'_>,
    files: &[&Record],
    directory: &SourcePath,
) -> Result<(Vec<PartObject>, Vec<String>)> {
    let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
    let (mut uses, mut used_by) = (Connections::new(), Connections::new());
    let mut found: BTreeMap<&str, bool> = BTreeMap::new();
    for file in files {
        if codebase.is_cancelled() {
            return Err(SearchError::Cancelled.into());
        }
        let own = part(&file.path, directory);
        if let Some(own) = &own {
            *sizes.entry(own.clone()).or_default() += 1;
        }
        let used = codebase.imported_files(file)?;
        if let Some(language) = file.language.as_deref()
            && own.is_some()
            && !file.imports.is_empty()
        {
            *found.entry(language).or_default() |= !used.is_empty();
        }
        for other in used.into_keys() {
            let inside = part(&other, directory);
            if own.is_none() && inside.is_none() {
                continue;
            }
            let from = own.clone().unwrap_or_else(|| outside(&file.path));
            let to = inside.unwrap_or_else(|| outside(&other));
            if from != to {
                let of_user = uses.entry(from.clone()).or_default();
                *of_user.entry(to.clone()).or_default() += 1;
                *used_by.entry(to).or_default().entry(from).or_default() += 1;
            }
        }
    }
    found.retain(|_, is_found| !*is_found);
    let mut parts = Vec::with_capacity(sizes.len());
    for (path, files) in sizes {
        parts.push(PartObject {
            uses: sorted(uses.remove(&path)),
            used_by: sorted(used_by.remove(&path)),
            path,
            files,
        });
    }
    Ok((parts, found.into_keys().map(str::to_owned).collect()))
}

/// The types of a directory whose names more than two chunks of the repository reference.
fn used_types(context: &SearchContext<'_>, directory: &SourcePath) -> Result<Vec<UsedType>> {
    let mut used = Vec::new();
    for (record, chunks) in context.snapshot.referenced_types()? {
        if chunks > 2 && record.path.is_below(directory) && used.len() < MAX_TYPES {
            used.push(UsedType {
                kind: record.kind.name(),
                name: record.name,
                path: record.path.to_string(),
                line: record.name_at.0,
                chunks,
            });
        }
    }
    Ok(used)
}

fn sorted(connections: Option<BTreeMap<String, usize>>) -> Vec<Connection> {
    let connections = connections.into_iter().flatten();
    let connections = connections.map(|(path, imports)| Connection { path, imports });
    let mut connections: Vec<Connection> = connections.collect();
    // They are in the order of their paths.
    connections.sort_by_key(|connection| Reverse(connection.imports));
    connections
}

/// The child of a directory that is or contains a file; above several repositories, the repository; none for a file
/// elsewhere.
fn part(file: &SourcePath, directory: &SourcePath) -> Option<String> {
    if directory.as_str().is_empty() && !file.repository().is_empty() {
        return Some(directory_name(file.repository()));
    }
    let prefix = match directory.as_str() {
        "" => String::new(),
        name => directory_name(name),
    };
    let below = file.as_str().strip_prefix(&prefix)?;
    Some(match below.split_once('/') {
        Some((child, _)) => prefix + &directory_name(child),
        None => file.to_string(),
    })
}

/// The directory of a file elsewhere, or the file if it is in the root.
fn outside(file: &SourcePath) -> String {
    match file.directory() {
        "" => file.to_string(),
        directory => directory_name(directory),
    }
}

fn directory_name(path: &str) -> String {
    format!("{path}/")
}

/// A query of filters that a directory narrows.
fn narrowed(filters: &str, directory: &SourcePath, mode: Mode) -> Query {
    let path = match directory.as_str() {
        "" => String::new(),
        path => format!("path:\"{path}/**\" "),
    };
    Query::parse(&format!("{path}{filters}"), mode)
}

fn count(context: &SearchContext<'_>, directory: &SourcePath, filters: &str) -> Result<usize> {
    let query = narrowed(filters, directory, Mode::Keywords);
    Ok(passing_count(&context.with(&query))?)
}

/// The lines at which something enters the code of a directory, programs first: in the project's own code, without
/// examples in comments and docs.
fn entry_points(
    codebase: &mut Codebase<'_>,
    context: &SearchContext<'_>,
    files: &[&Record],
    directory: &SourcePath,
) -> Result<Vec<EntryPoint>> {
    let languages: BTreeSet<&str> = files
        .iter()
        .filter_map(|file| file.language.as_deref())
        .collect();
    let mut found = Vec::new();
    for language in languages.into_iter().filter_map(Language::named) {
        for (order, (kind, pattern)) in language.entry_patterns().into_iter().enumerate() {
            if pattern.is_empty() {
                continue;
            }
            let filters = format!("lang:{} -in:tests ^[ \t]*(?:{pattern})", language.name());
            let query = narrowed(&filters, directory, Mode::Regex);
            for_each_line(&context.with(&query), |path, lines| {
                if FileClass::of_file(path) == FileClass::Code && !is_documentation(path) {
                    found.extend(lines.into_iter().map(|line| {
                        let entry = EntryPoint {
                            kind,
                            path: path.to_string(),
                            line: line.at.0,
                            text: line.text.trim().to_owned(),
                        };
                        (order, path.clone(), entry)
                    }));
                }
                ControlFlow::Continue(())
            })?;
        }
    }
    found.sort_by_key(|(order, ..)| *order);
    found.retain(|(_, path, entry)| {
        let tree = codebase.tree(path);
        tree.is_none_or(|tree| !tree.is_comment_at(entry.line))
    });
    Ok(found.into_iter().map(|(.., entry)| entry).collect())
}
