//! `smriti-tui index`: indexes everything in the foreground.

use super::DONE;
use super::args::IndexOptions;
use super::freshness::Coverage;
use crate::corpus::{ByteSize, Cancel};
use crate::index::{IndexError, Snapshots};
use crate::project::Project;
use crate::workers::indexer::{Indexing, Progress, Stage, Summary, UpdateError};
use crate::workers::{ModelLoad, Typing};
use anyhow::bail;
use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Poll interval for the other writer.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// Time without a commit after which another writer is considered stuck.
const PATIENCE: Duration = Duration::from_secs(20);

/// Note for an index whose graph is not complete when the command returns.
const GRAPH_FOLLOWS: &str = "all vectors are searchable; the graph, which makes large searches faster, is built by the \
     explorer in the background, or by `smriti-tui index --wait-graph`";

pub(super) fn run(project: &Project, options: &IndexOptions) -> anyhow::Result<u8> {
    let started = Instant::now();
    let model = project.model(Box::new(|_| {}))?;
    let mut indexing = project.indexing(model.clone(), Typing::default());
    if let Some(pack) = &options.from {
        indexing.unpack(pack, &Cancel::new())?;
    }
    let summary = update(project, &mut indexing, options.wait_graph)?;
    if let ModelLoad::Failed(cause) = model.now() {
        bail!("{cause}; keywords are indexed, vectors are not");
    }
    let follows = indexing.gauges().linked().map(|_| GRAPH_FOLLOWS.to_owned());
    let notes = summary.notice.iter().chain(&follows);
    notes.for_each(|note| super::complain(note));
    let snapshot = project.snapshots().latest()?;
    let parents = snapshot.map_or(Ok(0), |it| it.parents())?;
    let Summary {
        files,
        leaves,
        vectors,
        skipped,
        ..
    } = summary;
    let took = started.elapsed().as_secs_f64();
    let mut page = format!(
        "{files} files, {leaves} leaves, {vectors} vectors in {took:.2} s, {skipped} skipped; embedding {leaves} \
         leaves, skipping {parents} parents\n"
    );
    if let Some(pack) = &options.pack {
        let size = ByteSize(indexing.pack(pack)?);
        page += &format!("{}: {size}\n", pack.display());
    }
    super::print(page.as_bytes()).map(|()| DONE)
}

/// Indexes everything before a search, with progress on standard error.
pub(super) fn complete(project: &Project) -> anyhow::Result<()> {
    let model = project.model(Box::new(|_| {}))?;
    let mut indexing = project.indexing(model, Typing::default());
    update(project, &mut indexing, false).map(|_| ())
}

/// Updates the index, or waits for the process that does.
fn update(project: &Project, indexing: &mut Indexing, wait_graph: bool) -> anyhow::Result<Summary> {
    let (meter, cancel) = (Meter::new(), &Cancel::new());
    let show = |progress: Progress| meter.show(&progress);
    let mut other = OtherWriter::new(project);
    loop {
        match indexing.update(cancel, &show) {
            Ok(mut summary) => {
                meter.say("tidying");
                indexing.tidy(&mut summary, cancel)?;
                indexing.write_summaries(&mut summary, cancel, &show)?;
                if wait_graph {
                    meter.say("building the graph");
                    indexing.finish_graph()?;
                }
                return Ok(summary);
            }
            Err(UpdateError::Index(IndexError::Locked)) => {
                meter.say("another process is indexing this repository; waiting for it");
                if let Some(summary) = other.covers()? {
                    return Ok(summary);
                }
                std::thread::sleep(LOOK_EVERY);
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// Another process that writes the index, seen through its snapshots.
struct OtherWriter<'a> {
    project: &'a Project,
    coverage: Coverage,
    snapshots: Snapshots,
    seen: Option<u64>,
    since: Instant,
}

impl<'a> OtherWriter<'a> {
    fn new(project: &'a Project) -> Self {
        Self {
            project,
            coverage: Coverage::default(),
            snapshots: project.snapshots(),
            seen: None,
            since: Instant::now(),
        }
    }

    /// Summary of the other writer's snapshot, once it covers the working tree with all vectors.
    fn covers(&mut self) -> anyhow::Result<Option<Summary>> {
        let snapshot = self.snapshots.refresh()?;
        let generation = snapshot.as_ref().map(|snapshot| snapshot.generation().0);
        if self.seen != generation {
            self.seen = generation;
            self.since = Instant::now();
        } else if self.since.elapsed() > PATIENCE {
            bail!(
                "another smriti-tui process holds the index without progress; quit it and try again"
            );
        }
        let Some(snapshot) = snapshot else {
            return Ok(None);
        };
        if snapshot.vectors() < snapshot.leaves() {
            return Ok(None);
        }
        let Some(skipped) = self.coverage.scan(self.project, &Cancel::new()) else {
            return Ok(None);
        };
        Ok(self.coverage.is_in(&snapshot)?.then(|| Summary {
            files: snapshot.files(),
            leaves: snapshot.leaves(),
            vectors: snapshot.vectors(),
            generation: snapshot.generation().0,
            skipped,
            ..Summary::default()
        }))
    }
}

/// A line of progress that replaces itself, on a terminal.
struct Meter {
    watched: bool,
    pace: Cell<Pace>,
}

/// Embedding speed.
#[derive(Clone, Copy, Default)]
struct Pace {
    /// The last count that was seen.
    seen: Option<usize>,
    /// The first time it grew: earlier vectors were reused, not computed.
    since: Option<(Instant, usize)>,
}

impl Pace {
    /// Adds a count. Returns vectors per second, once they are known.
    fn see(&mut self, vectors: usize, now: Instant) -> Option<f64> {
        let before = self.seen.replace(vectors)?;
        if self.since.is_none() && vectors > before {
            self.since = Some((now, vectors));
        }
        let (since, first) = self.since?;
        let seconds = now.saturating_duration_since(since).as_secs_f64();
        let computed = vectors.saturating_sub(first);
        (seconds >= 1.0 && computed > 0).then(|| computed as f64 / seconds)
    }
}

/// `embedding: 70 of 700 leaves, 35/s, 18 s left`; without a rate where none shows yet.
fn embedding_line(vectors: usize, leaves: usize, rate: Option<f64>) -> String {
    let line = format!("embedding: {vectors} of {leaves} leaves");
    let Some(rate) = rate else {
        return line;
    };
    let left = (leaves.saturating_sub(vectors) as f64 / rate).round();
    let left = match left {
        0.0..100.0 => format!("{left:.0} s"),
        _ => format!("{:.0} min", left / 60.0),
    };
    let shown = match rate {
        0.0..10.0 => format!("{rate:.1}"),
        _ => format!("{rate:.0}"),
    };
    format!("{line}, {shown}/s, {left} left")
}

impl Meter {
    fn new() -> Self {
        Self {
            watched: io::stderr().is_terminal(),
            pace: Cell::default(),
        }
    }

    fn show(&self, progress: &Progress) {
        let (done, all) = progress.files;
        self.say(&match progress.stage {
            Stage::Walking => "scanning for changes".to_owned(),
            Stage::Reading => format!("reading {done} of {all} files"),
            Stage::Embedding => {
                let mut pace = self.pace.get();
                let rate = pace.see(progress.vectors, Instant::now());
                self.pace.set(pace);
                embedding_line(progress.vectors, progress.leaves, rate)
            }
            Stage::Tidying => "tidying".to_owned(),
            Stage::Summarizing => format!("summaries: {done} of {all} written"),
        });
    }

    fn say(&self, line: &str) {
        if self.watched {
            let mut err = io::stderr().lock();
            // Progress that cannot be shown is no reason to stop.
            let _ = write!(err, "\r{line}\x1b[K").and_then(|()| err.flush());
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.say("\r");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_counts_from_the_first_commit() {
        let (start, mut pace) = (Instant::now(), Pace::default());
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(pace.see(0, at(0)), None);
        // Reused vectors come all at once.
        assert_eq!(pace.see(5_000, at(1)), None);
        assert_eq!(pace.see(5_000, at(3)), None);
        assert_eq!(pace.see(5_070, at(3)), Some(35.0));
        assert_eq!(pace.see(5_140, at(5)), Some(35.0));
    }

    #[test]
    fn remaining_time_has_a_fitting_unit() {
        let check = |vectors, leaves, rate, expected: &str| {
            assert_eq!(embedding_line(vectors, leaves, rate), expected);
        };
        check(70, 700, None, "embedding: 70 of 700 leaves");
        check(
            70,
            700,
            Some(35.0),
            "embedding: 70 of 700 leaves, 35/s, 18 s left",
        );
        check(
            0,
            21_000,
            Some(35.2),
            "embedding: 0 of 21000 leaves, 35/s, 10 min left",
        );
        check(
            0,
            9,
            Some(0.5),
            "embedding: 0 of 9 leaves, 0.5/s, 18 s left",
        );
    }
}
