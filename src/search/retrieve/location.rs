//! The chunk at a location in a query becomes the first result; the chunks at the locations in a long text are
//! [`frames()`], which its search raises.
//!
//! Invariant of [`put_first()`]: a query without a location in an indexed file is answered as if this module did
//! not exist.

use crate::chunk::file_id;
use crate::corpus::SourcePath;
use crate::index::{Record, Result, Snapshot};
use crate::search::context::SearchContext;
use crate::search::explanation::{Explanation, LOCATION};
use crate::search::query::{Form, TypedLocation, is_trace, searched_text};
use crate::search::ranking::RankedRecord;
use regex::Regex;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Lead in score of the located chunk over the best other result.
const LOCATION_LEAD: f32 = 10.0;

/// Maximum number of frames.
const FRAMES: usize = 100;

/// Files that state the name of the package in their directory.
const MANIFESTS: [&str; 5] = [
    "package.json",
    "Cargo.toml",
    "go.mod",
    "composer.json",
    "pyproject.toml",
];

/// A leaf, and the line and column of a location in it.
type LeafAt = (Record, (u32, u32));

/// None if nothing is indexed at a location.
type LocatedLeaf<T> = Result<Option<T>>;

/// Puts the chunk at the query's location before the other results.
pub(crate) fn put_first(context: &SearchContext<'_>, ranked: &mut Vec<RankedRecord>) -> Result<()> {
    let Some((leaf, at)) = find(context)? else {
        return Ok(());
    };
    ranked.retain(|other| other.record.id != leaf.id);
    let score = best_score(ranked) + LOCATION_LEAD;
    let first = RankedRecord::new(leaf, Explanation::at(at, [(LOCATION, score)]));
    ranked.insert(0, first);
    Ok(())
}

/// Returns the leaf, line and column of the first location in a file of the repository. Files that
/// merely have the same name as one in a trace come last.
fn find(context: &SearchContext<'_>) -> LocatedLeaf<LeafAt> {
    let (snapshot, query) = (context.snapshot, context.query);
    if query.form != Form::Location {
        return Ok(None);
    }
    let text = searched_text(&query.text);
    let locations = TypedLocation::parse(&text);
    let files = named_files(snapshot, &locations)?;
    let mut second = None;
    for location in &locations {
        match closest_file(snapshot, location, &files)? {
            Some(file) if is_certain(context, location, &file) => {
                return leaf_at(snapshot, location, &file);
            }
            Some(file) => _ = second.get_or_insert((location, file)),
            None => {}
        }
    }
    match second {
        Some((location, file)) => leaf_at(snapshot, location, &file),
        None => Ok(None),
    }
}

/// The frames of a stack trace or build log that are in files of the repository, innermost first, with scores above
/// the other results. Empty for a query that is not a trace.
pub(crate) fn trace(
    context: &SearchContext<'_>,
    ranked: &[RankedRecord],
) -> Result<Vec<RankedRecord>> {
    let query = context.query;
    let may_be = matches!(query.form, Form::Location | Form::LongText) && is_trace(&query.text);
    let frames = if may_be { frames(context)? } else { Vec::new() };
    let best = best_score(ranked);
    let mut trace = Vec::new();
    for (above, (record, at)) in frames.into_iter().rev().enumerate() {
        let score = best + LOCATION_LEAD + above as f32;
        trace.push(RankedRecord::new(
            record,
            Explanation::at(at, [(LOCATION, score)]),
        ));
    }
    trace.reverse();
    Ok(trace)
}

/// The best score of the other results, at least 0.
fn best_score(ranked: &[RankedRecord]) -> f32 {
    let scores = ranked.iter().map(|other| other.explanation.total());
    scores.fold(0.0, f32::max)
}

/// Returns the leaves at the locations in a text that are certainly files of the repository, each with its line and
/// column: frames of a stack trace, innermost first. A location that occurs again is listed once.
pub(crate) fn frames(context: &SearchContext<'_>) -> Result<Vec<LeafAt>> {
    let snapshot = context.snapshot;
    let locations = TypedLocation::innermost_first(&context.query.text);
    let files = named_files(snapshot, &locations)?;
    let mut frames: Vec<LeafAt> = Vec::new();
    for location in &locations {
        if frames.len() == FRAMES {
            break;
        }
        if let Some(file) = closest_file(snapshot, location, &files)?
            && is_certain(context, location, &file)
            && let Some((leaf, at)) = leaf_at(snapshot, location, &file)?
            && !frames
                .iter()
                .any(|(known, (line, _))| known.id == leaf.id && *line == at.0)
        {
            frames.push((leaf, at));
        }
    }
    Ok(frames)
}

/// Returns true if a location is certainly in a file.
fn is_certain(context: &SearchContext<'_>, location: &TypedLocation<'_>, file: &Record) -> bool {
    location.is_certainly(&file.path, &|folder, name| {
        is_package(context, folder, name)
    })
}

/// Returns true if a manifest in a directory, which is empty or ends with a slash, states the name of a package.
fn is_package(context: &SearchContext<'_>, folder: &str, name: &str) -> bool {
    static NAMES: LazyLock<Regex> =
        regex!(r#"(?m)^[\s{]*(?:"name"\s*:|name\s*=|module\s)\s*["']?([^\s"',]+)"#);
    let manifest = |file: &str| {
        let path = SourcePath::new(&format!("{folder}{file}"));
        let (document, _) = context.reader.read(&path, context.cancel).ok()?;
        Some(document.text.slice(0..document.text.len()).into_owned())
    };
    let mut manifests = MANIFESTS.iter().filter_map(|file| manifest(file));
    manifests.any(|text| {
        let mut names = NAMES.captures_iter(&text).filter_map(|found| found.get(1));
        names.any(|found| found.as_str() == name)
    }) || manifest(&format!("{name}.gemspec")).is_some()
}

/// The files that these locations may name.
fn named_files<'s>(
    snapshot: &'s Snapshot,
    locations: &[TypedLocation<'_>],
) -> Result<Vec<&'s SourcePath>> {
    let mut files = Vec::new();
    if !locations.is_empty() {
        let names = locations
            .iter()
            .map(|location| location.file_name().to_ascii_lowercase());
        let names: HashSet<String> = names.collect();
        for path in snapshot.paths()?.iter() {
            if names.contains(&path.file_name().to_ascii_lowercase()) {
                files.push(path);
            }
        }
    }
    Ok(files)
}

/// Returns the record of the closest of these files: among equally close ones, the first with the line.
fn closest_file(
    snapshot: &Snapshot,
    location: &TypedLocation<'_>,
    files: &[&SourcePath],
) -> LocatedLeaf<Record> {
    let mut close = Vec::new();
    for path in files {
        if let Some(closeness) = location.closeness(path) {
            close.push((Reverse(closeness), path.depth(), path));
        }
    }
    close.sort_unstable();
    let mut closest = None;
    for (closeness, _, path) in close {
        if closest.as_ref().is_some_and(|(best, _)| *best < closeness) {
            break;
        }
        // Deleted files are among the paths of a snapshot.
        let Some(file) = snapshot.find(file_id(path))? else {
            continue;
        };
        if location.line <= file.lines.1 {
            return Ok(Some(file));
        }
        closest.get_or_insert((closeness, file));
    }
    Ok(closest.map(|(_, file)| file))
}

/// Returns the leaf of a file at the location's line, and the line and column; the end of the file if it is
/// shorter.
fn leaf_at(
    snapshot: &Snapshot,
    location: &TypedLocation<'_>,
    file: &Record,
) -> LocatedLeaf<LeafAt> {
    let mut leaves = snapshot.chunks_of(&file.path)?;
    leaves.retain(Record::is_leaf);
    leaves.sort_unstable_by_key(|leaf| leaf.bytes);
    let at_line = leaves.iter().position(|leaf| location.line <= leaf.lines.1);
    let Some(index) = at_line else {
        return Ok(leaves.pop().map(|last| (last, (file.lines.1, 1))));
    };
    let column = location.column.unwrap_or(1).max(1);
    Ok(Some((leaves.swap_remove(index), (location.line, column))))
}
