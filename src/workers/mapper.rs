//! Makes the map that the explorer shows first: entry points, types, and directories with what they use.
//!
//! [`mapper()`] fills the first screen.

use super::resources::Resources;
use super::threads::JobResult;
use super::worker::{Backlog, Replies, StartResult, Worker};
use crate::answers::{Connection, MapObject, PartObject};
use crate::context::Codebase;
use crate::corpus::{Cancel, SourcePath};
use crate::index::ROOT;
use crate::protocol::{MapPart, MapRow, Reply, RepositoryMap};
use crate::search::Query;
use std::time::{Duration, Instant};

/// Maximum number of entry points and of types, half of that of directories, and of directories that a row names.
const MAX_ROWS: usize = 10;
const MAX_CONNECTIONS: usize = 3;

/// Time of a map above which it does not follow every change of the index.
const SLOW: Duration = Duration::from_secs(1);

/// Starts the thread.
pub(super) fn mapper(resources: Resources, replies: Replies) -> StartResult<()> {
    Worker::start_replying("mapper", Backlog::Newest, replies, move |(), job| {
        job.answer(
            "making the map",
            || {
                let started = Instant::now();
                let mut map = map(&resources, job.cancel)?;
                map.is_slow = started.elapsed() > SLOW;
                Ok(map)
            },
            Reply::Mapped,
        );
    })
}

fn map(resources: &Resources, cancel: &Cancel) -> JobResult<RepositoryMap> {
    let Some(snapshot) = resources.snapshots.latest()? else {
        return Ok(RepositoryMap::default());
    };
    let mut sources = resources.sources();
    let query = Query::default();
    let context = resources.context(&snapshot, &query, cancel);
    let mut codebase = Codebase::new(&snapshot, &mut sources, cancel);
    // Rows open in the tree by ids, which depend on the repository.
    let placed = |path: &str| snapshot.placed(&SourcePath::new(path));
    let row = |part: &PartObject| row(part, placed(part.path.trim_end_matches('/')));
    let summary = snapshot.directory(&SourcePath::new(ROOT))?;
    let root = MapObject::of(&mut codebase, &context, &SourcePath::default())?;
    let is_directory = |part: &&PartObject| part.path.ends_with('/');
    let mut directories: Vec<MapRow> = root.parts.iter().filter(is_directory).map(row).collect();
    // Where most files are in one directory, its parts say more.
    let files: usize = root.parts.iter().map(|part| part.files).sum();
    let mut parts = root.parts.iter().filter(is_directory);
    if let Some(main) = parts.find(|part| part.files * 2 > files) {
        let directory = placed(main.path.trim_end_matches('/'));
        let inner = MapObject::parts(&mut codebase, &context, &directory)?;
        directories.extend(inner.iter().filter(is_directory).map(row));
    }
    let entries = root.entry_points.iter().map(|entry| MapRow {
        name: entry.text.clone(),
        note: format!("{}:{}", entry.path, entry.line),
        path: placed(&entry.path),
        line: Some(entry.line),
    });
    let types = root.types.iter().map(|used| MapRow {
        name: format!("{} {}", used.kind, used.name),
        note: format!("{}:{}  {} chunks", used.path, used.line, used.chunks),
        path: placed(&used.path),
        line: Some(used.line),
    });
    Ok(RepositoryMap {
        is_slow: false,
        summary: summary.map_or_else(String::new, |record| record.lead),
        parts: [
            part("Entry points", entries, MAX_ROWS),
            part("Most referenced types", types.take(MAX_ROWS), MAX_ROWS),
            part("Directories", directories.into_iter(), 2 * MAX_ROWS),
        ]
        .into_iter()
        .filter(|part| !part.rows.is_empty())
        .collect(),
    })
}

/// A part with a maximum number of rows, and a title that says how many there are if some are left out.
fn part(title: &str, rows: impl Iterator<Item = MapRow>, limit: usize) -> MapPart {
    let mut rows: Vec<MapRow> = rows.collect();
    let all = rows.len();
    rows.truncate(limit);
    let title = if all > limit {
        format!("{title} ({limit} of {all})")
    } else {
        title.to_owned()
    };
    MapPart { title, rows }
}

/// The row of a directory, with what it uses.
fn row(part: &PartObject, path: SourcePath) -> MapRow {
    let mut note = match part.files {
        1 => "1 file".to_owned(),
        files => format!("{files} files"),
    };
    for (verb, connections) in [("uses", &part.uses), ("used by", &part.used_by)] {
        if !connections.is_empty() {
            note.push_str(&format!("  {verb} {}", listed(connections)));
        }
    }
    MapRow {
        name: part.path.clone(),
        note,
        path,
        line: None,
    }
}

fn listed(connections: &[Connection]) -> String {
    let first = connections.iter().take(MAX_CONNECTIONS);
    let paths: Vec<&str> = first.map(|connection| connection.path.as_str()).collect();
    let mut listed = paths.join(", ");
    if let Some(more @ 1..) = connections.len().checked_sub(MAX_CONNECTIONS) {
        listed.push_str(&format!(" and {more} more"));
    }
    listed
}
