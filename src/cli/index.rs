//! `smriti-tui index`: indexes everything in the foreground.
//!
//! [`run()`] is the command, [`complete()`] the same before `search --wait`. Contract: if another process
//! indexes, they show its progress and wait for its end.

use super::output::{EXIT_OK, print, print_error};
use super::packs::{PackOptions, PackTarget, start_from_pack};
use crate::answers::ModelStatus;
use crate::app::{StagePace, counted, eta};
use crate::config::GraphMode;
use crate::corpus::{Cancel, Place};
use crate::index::{IndexError, Merging};
use crate::project::{Project, TreeCoverage, nothing_indexed};
use crate::runtime::Samples;
use crate::workers::TypingFlag;
use crate::workers::indexer::{Pipeline, Progress, Stage, UpdateError, UpdateSummary};
use anyhow::{Context, Result, bail, ensure};
use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Poll interval for the other writer.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// Time without a commit after which another writer is considered stuck.
const STUCK_AFTER: Duration = Duration::from_secs(20);

/// Note for an index whose graph is not complete when the command returns.
const GRAPH_INCOMPLETE: &str = "all vectors are searchable; the graph, which makes large searches faster, is built by the \
     explorer in the background, or by `smriti-tui index --wait-graph`";

#[derive(clap::Args, Debug)]
pub(super) struct IndexOptions {
    /// Any directory of the repository; several directories, a directory of clones or a workspace for several
    /// [default: current directory]
    #[arg(value_name = "DIR")]
    pub(super) directories: Vec<PathBuf>,
    /// Also wait for the vector graph of a large index
    #[arg(long)]
    wait_graph: bool,
    #[command(flatten)]
    packs: PackOptions,
}

pub(super) fn run(project: &Project, options: &IndexOptions) -> Result<u8> {
    if options.packs.is_any() {
        project.expect_one("a pack")?;
    }
    for (place, project) in project.repositories() {
        let page = index(project, options, &place).with_context(|| place.as_str().to_owned())?;
        print(&place.about(&page))?;
    }
    Ok(EXIT_OK)
}

/// Indexes a repository. Returns what it did, for people.
fn index(project: &Project, options: &IndexOptions, place: &Place) -> Result<String> {
    let started = Instant::now();
    // An unusable path is refused before the update.
    let target = PackTarget::of(project, &options.packs)?;
    let model = project.load_model(Box::new(|_| {}))?;
    let mut indexing = project.indexing(model.clone(), TypingFlag::default(), GraphMode::Never);
    let meter = ProgressLine::new(place);
    let pack = start_from_pack(project, &mut indexing, &options.packs, |line| {
        meter.print(line)
    })?;
    drop(meter);
    if let Some(pack) = pack {
        print_error(&format!("started from {pack}"));
    }
    let summary = update(project, &mut indexing, options.wait_graph, place)?;
    if let ModelStatus::Failed(cause) = model.now() {
        bail!("{cause}; keywords are indexed, vectors are not");
    }
    let nothing = summary.ignored.as_ref().map(nothing_indexed);
    for notice in summary.notice.iter().chain(&nothing) {
        print_error(&place.about(notice));
    }
    if indexing.counters().linked().is_some() {
        print_error(&place.about(GRAPH_INCOMPLETE));
    }
    let mut page = done(&summary, &indexing, started.elapsed())?;
    if let Some(target) = target {
        page += &target.write(project, &mut indexing)?;
    }
    Ok(page)
}

/// The contents of the index, and the time of the update.
fn done(summary: &UpdateSummary, indexing: &Pipeline, took: Duration) -> Result<String> {
    let snapshot = indexing.snapshots().refresh()?;
    let parents = snapshot.map_or(0, |snapshot| snapshot.parents());
    let leaves = counted(summary.leaves, "leaf", "leaves");
    Ok(format!(
        "{}, {leaves}, {} in {:.2} s, {} skipped; embedding {leaves}, skipping {}\n",
        counted(summary.files, "file", "files"),
        counted(summary.vectors, "vector", "vectors"),
        took.as_secs_f64(),
        counted(summary.skipped, "file", "files"),
        counted(parents, "parent", "parents")
    ))
}

/// Indexes everything before a search, with progress on standard error.
pub(super) fn complete(project: &Project, place: &Place) -> Result<()> {
    let model = project.load_model(Box::new(|_| {}))?;
    let mut indexing = project.indexing(model, TypingFlag::default(), GraphMode::Never);
    let updated = update(project, &mut indexing, false, place);
    updated
        .map(|_| ())
        .with_context(|| place.as_str().to_owned())
}

/// Updates the index, or waits for the process that does.
fn update(
    project: &Project,
    indexing: &mut Pipeline,
    wait_graph: bool,
    place: &Place,
) -> Result<UpdateSummary> {
    let (meter, cancel) = (ProgressLine::new(place), &Cancel::new());
    let show = |progress: Progress| meter.show(&progress);
    let mut coverage = TreeCoverage::default();
    let mut seen = (None, Instant::now());
    let mut is_waiting = false;
    loop {
        // A walk at each turn would slow the process that is waited for.
        let updated = if is_waiting && indexing.is_locked_out(cancel) {
            Err(IndexError::Locked.into())
        } else {
            indexing.update(cancel, &show)
        };
        is_waiting = true;
        match updated {
            Ok(mut summary) => {
                meter.print("maintenance");
                let merging = if wait_graph {
                    Merging::All
                } else {
                    Merging::Small
                };
                indexing.maintain(&mut summary, merging, cancel)?;
                indexing.write_summaries(&mut summary, cancel, &show)?;
                if wait_graph {
                    meter.print("building the graph");
                    indexing.finish_graph()?;
                }
                return Ok(summary);
            }
            Err(UpdateError::Index(IndexError::Locked)) => {}
            Err(error) => return Err(error.into()),
        }
        meter.print("another process is indexing this repository; waiting for it");
        // The other process is seen through its snapshots.
        let snapshot = indexing.snapshots().refresh()?;
        let generation = snapshot.as_ref().map(|snapshot| snapshot.generation());
        if seen.0 != generation {
            seen = (generation, Instant::now());
        }
        ensure!(
            seen.1.elapsed() <= STUCK_AFTER,
            "another smriti-tui process has locked the index and makes no progress; quit it and try again"
        );
        if let Some(snapshot) = snapshot
            && snapshot.vectors() >= snapshot.leaves()
            && let Some(skipped) = coverage.scan(project, cancel)
            && coverage.is_in(&snapshot)?
        {
            return Ok(UpdateSummary::complete(&snapshot, skipped.len()));
        }
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// A line of progress that replaces itself, on a terminal.
struct ProgressLine<'p> {
    /// The repository, if there are several.
    place: &'p Place,
    is_shown: bool,
    vectors: RefCell<Samples>,
}

/// `embedding: 70 of 700 leaves, 35/s, 18 s left`; without a pace before one is known.
fn embedding_line(vectors: usize, leaves: usize, pace: Option<StagePace>) -> String {
    let line = format!("embedding: {vectors} of {leaves} leaves");
    pace.map_or(line.clone(), |pace| format!("{line}, {}", eta(&pace)))
}

impl<'p> ProgressLine<'p> {
    fn new(place: &'p Place) -> Self {
        Self {
            place,
            is_shown: io::stderr().is_terminal(),
            vectors: RefCell::default(),
        }
    }

    fn show(&self, progress: &Progress) {
        let (done, all) = progress.files;
        self.print(&match progress.stage {
            Stage::Walking => "scanning for changes".to_owned(),
            Stage::Reading => format!("reading {done} of {all} files"),
            Stage::Embedding => {
                let (mut samples, now) = (self.vectors.borrow_mut(), Instant::now());
                let (vectors, leaves) = (progress.vectors, progress.leaves);
                samples.record(vectors, now);
                embedding_line(vectors, leaves, samples.pace(leaves, now))
            }
            Stage::Maintenance => "maintenance".to_owned(),
            Stage::Summarizing => format!("summaries: {done} of {all} done"),
        });
    }

    fn print(&self, line: &str) {
        self.replace(&self.place.about(line));
    }

    fn replace(&self, line: &str) {
        if self.is_shown {
            let mut err = io::stderr().lock();
            // Failure to show progress does not stop indexing.
            let _ = write!(err, "\r{line}\x1b[K").and_then(|()| err.flush());
        }
    }
}

impl Drop for ProgressLine<'_> {
    fn drop(&mut self) {
        self.replace("\r");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remaining_time_has_a_fitting_unit() {
        let check = |pace: Option<(u64, u64)>, expected: &str| {
            let pace = pace.map(|(per_minute, seconds_left)| StagePace {
                per_minute,
                seconds_left,
            });
            assert_eq!(embedding_line(70, 700, pace), expected);
        };
        check(None, "embedding: 70 of 700 leaves");
        let fast = "embedding: 70 of 700 leaves, 35/s, 18 s left";
        check(Some((2_100, 18)), fast);
        let slow = "embedding: 70 of 700 leaves, 30/min, 21 min left";
        check(Some((30, 1_260)), slow);
    }
}
