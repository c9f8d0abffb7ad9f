//! The chunk at a location in a query becomes the first result; the chunks at the locations in a long text are
//! [`frames()`], which its search raises.
//!
//! Invariant of [`put_first()`]: a query without a location in an indexed file is answered as if this module did
//! not exist.

use super::Conditions;
use crate::chunk::{file_id, whole_name};
use crate::corpus::SourcePath;
use crate::index::{EntrySet, Record, Snapshot};
use crate::search::context::{Result, SearchContext};
use crate::search::explanation::{Explanation, LOCATION};
use crate::search::query::{Form, Query, TypedLocation, is_trace, searched_text};
use crate::search::ranking::RankedRecord;
use regex::Regex;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Lead in score of the located chunk over the best other result.
const LOCATION_LEAD: f32 = 10.0;

/// Maximum number of frames.
const FRAMES: usize = 100;
/// Maximum number of locations that are looked up: a text with more is a log of warnings.
const LOCATIONS: usize = 1_000;

/// Files that state the name of the package in their directory.
const MANIFESTS: [&str; 5] = [
    "package.json",
    "Cargo.toml",
    "go.mod",
    "composer.json",
    "pyproject.toml",
];

/// A leaf, and the line and column of a location in it.
pub(crate) type LeafAt = (Record, (u32, u32));

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
fn find(context: &SearchContext<'_>) -> Result<Option<LeafAt>> {
    let query = context.query;
    if query.form != Form::Location {
        return Ok(None);
    }
    let text = searched_text(&query.text);
    let locations = TypedLocation::parse(&text);
    let files = Files::named(context, &locations)?;
    let mut second = None;
    for location in &locations {
        match files.closest(location)? {
            Some(file) if is_certain(context, location, &file) => {
                return files.leaf_at(location, location.function(&text), &file);
            }
            Some(file) => _ = second.get_or_insert((location, file)),
            None => {}
        }
    }
    match second {
        Some((location, file)) => files.leaf_at(location, None, &file),
        None => Ok(None),
    }
}

/// The frames of a stack trace or build log that are in files of the repository, innermost first, with scores above
/// the other results. Empty for a query that is not a trace.
pub(crate) fn trace(
    query: &Query,
    frames: Vec<LeafAt>,
    ranked: &[RankedRecord],
) -> Vec<RankedRecord> {
    let mut trace = Vec::new();
    if !is_trace(&query.text) {
        return trace;
    }
    let best = best_score(ranked);
    for (above, (record, at)) in frames.into_iter().rev().enumerate() {
        let score = best + LOCATION_LEAD + above as f32;
        trace.push(RankedRecord::new(
            record,
            Explanation::at(at, [(LOCATION, score)]),
        ));
    }
    trace.reverse();
    trace
}

/// The best score of the other results, at least 0.
fn best_score(ranked: &[RankedRecord]) -> f32 {
    let scores = ranked.iter().map(|other| other.explanation.total());
    scores.fold(0.0, f32::max)
}

/// Returns the leaves at the locations in a text that are certainly files of the repository and pass, each with its line
/// and column: frames of a stack trace, innermost first. A location that occurs again is listed once. Empty for a query
/// of words.
pub(crate) fn frames(context: &SearchContext<'_>) -> Result<Vec<LeafAt>> {
    let mut frames: Vec<LeafAt> = Vec::new();
    if !matches!(context.query.form, Form::Location | Form::LongText) {
        return Ok(frames);
    }
    let mut locations = TypedLocation::innermost_first(&context.query.text);
    locations.truncate(LOCATIONS);
    let files = Files::named(context, &locations)?;
    for location in &locations {
        if frames.len() == FRAMES {
            break;
        }
        context.check_cancelled()?;
        if let Some(file) = files.closest(location)?
            && is_certain(context, location, &file)
            && let Some((leaf, at)) =
                files.leaf_at(location, location.function(&context.query.text), &file)?
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

/// The files that locations may name.
struct Files<'s> {
    snapshot: &'s Snapshot,
    /// By file name, in lower case.
    by_name: HashMap<String, Vec<&'s SourcePath>>,
    /// The leaves that pass; none if the query excludes nothing.
    passing: Option<EntrySet>,
}

impl<'s> Files<'s> {
    fn named(context: &SearchContext<'s>, locations: &[TypedLocation<'_>]) -> Result<Self> {
        let (snapshot, query) = (context.snapshot, context.query);
        let mut by_name: HashMap<String, Vec<&SourcePath>> = HashMap::new();
        for location in locations {
            by_name.insert(location.file_name().to_ascii_lowercase(), Vec::new());
        }
        let mut passing = None;
        if !by_name.is_empty() {
            for path in snapshot.paths()?.iter() {
                if let Some(files) = by_name.get_mut(&path.file_name().to_ascii_lowercase()) {
                    files.push(path);
                }
            }
            if query.is_restricted() {
                passing = Some(super::passing(context, Conditions::All)?);
            }
        }
        Ok(Self {
            snapshot,
            by_name,
            passing,
        })
    }

    /// Returns the record of the closest file with a leaf that passes: among equally close ones, the first with the
    /// line.
    fn closest(&self, location: &TypedLocation<'_>) -> Result<Option<Record>> {
        let name = location.file_name().to_ascii_lowercase();
        let mut close = Vec::new();
        for path in self.by_name.get(&name).into_iter().flatten() {
            if let Some(closeness) = location.closeness(path) {
                close.push((Reverse(closeness), path.depth(), *path));
            }
        }
        close.sort_unstable();
        let mut closest = None;
        for (closeness, _, path) in close {
            if closest.as_ref().is_some_and(|(best, _)| *best < closeness) {
                break;
            }
            // Deleted files are among the paths of a snapshot.
            let Some(file) = self.snapshot.find(file_id(path))? else {
                continue;
            };
            if !self.has_passing(path)? {
                continue;
            }
            if location.line <= file.lines.1 {
                return Ok(Some(file));
            }
            closest.get_or_insert((closeness, file));
        }
        Ok(closest.map(|(_, file)| file))
    }

    /// Returns true if a leaf of a file passes.
    fn has_passing(&self, file: &SourcePath) -> Result<bool> {
        let Some(passing) = &self.passing else {
            return Ok(true);
        };
        let leaves = self.snapshot.leaves_of(file)?;
        Ok(leaves.into_iter().any(|leaf| passing.contains(leaf)))
    }

    /// Returns the leaf of a file at the location's line, and the line and column; the end of the file if it is
    /// shorter. If that leaf does not declare `function` and others do, the nearest of these. None if the leaf does not
    /// pass.
    fn leaf_at(
        &self,
        location: &TypedLocation<'_>,
        function: Option<&str>,
        file: &Record,
    ) -> Result<Option<LeafAt>> {
        let mut leaves = self.snapshot.chunks_of(&file.path)?;
        leaves.retain(Record::is_leaf);
        leaves.sort_unstable_by_key(|leaf| leaf.bytes);
        let at_line = leaves.iter().position(|leaf| location.line <= leaf.lines.1);
        let declared = function.and_then(|name| {
            let is_at_line = at_line.is_some_and(|at| line_declaring(&leaves[at], name).is_some());
            let lines = leaves.iter().enumerate();
            let lines = lines.filter_map(|(at, leaf)| Some((at, line_declaring(leaf, name)?)));
            let nearest = lines.min_by_key(|(_, line)| line.abs_diff(location.line));
            nearest.filter(|_| !is_at_line)
        });
        if let Some((at, line)) = declared {
            return Ok(self.passing_leaf(leaves.swap_remove(at), (line, 1)));
        }
        let (leaf, line, column) = match at_line {
            Some(index) => (leaves.swap_remove(index), location.line, location.column),
            None => match leaves.pop() {
                Some(last) => (last, file.lines.1, None),
                None => return Ok(None),
            },
        };
        Ok(self.passing_leaf(leaf, (line, column.unwrap_or(1).max(1))))
    }

    fn passing_leaf(&self, leaf: Record, at: (u32, u32)) -> Option<LeafAt> {
        if let Some(passing) = &self.passing {
            let entry = self.snapshot.tile_of(leaf.id)?;
            return passing.contains(entry).then_some((leaf, at));
        }
        Some((leaf, at))
    }
}

/// The line of a name that a leaf declares.
fn line_declaring(leaf: &Record, name: &str) -> Option<u32> {
    if whole_name(&leaf.name, leaf.role) == name {
        return Some(leaf.name_at.0);
    }
    leaf.line_of(name)
}
