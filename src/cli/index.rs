//! `smriti-tui index`: everything, in the foreground.

use super::DONE;
use super::args::IndexOptions;
use super::coverage::Coverage;
use crate::corpus::{ByteSize, Cancel};
use crate::index::{IndexError, Snapshots};
use crate::project::Project;
use crate::workers::indexer::{Indexing, Progress, Stage, Summary, UpdateError};
use crate::workers::{ModelLoad, Typing};
use anyhow::{Context, bail};
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
    let cancel = Cancel::new();
    let model = project.model(Box::new(|_| {}))?;
    let mut indexing = project.indexing(model.clone(), Typing::default());
    let meter = Meter::new();
    if let Some(pack) = &options.from {
        indexing.unpack(pack, &cancel)?;
    }
    let summary = update(project, &mut indexing, &meter, &cancel, options.wait_graph)?;
    meter.clear();
    if let ModelLoad::Failed(cause) = model.now() {
        bail!("{cause}; keywords are indexed, vectors are not");
    }
    let mut out = io::stdout().lock();
    if let Some(notice) = &summary.notice {
        super::complain(notice);
    }
    if indexing.gauges().linked().is_some() {
        super::complain(GRAPH_FOLLOWS);
    }
    let snapshot = project.snapshots().latest()?;
    let parents = snapshot.map_or(Ok(0), |it| it.parents())?;
    let line = closing_line(&summary, parents, started.elapsed());
    writeln!(out, "{line}").context(super::WRITING)?;
    if let Some(pack) = &options.pack {
        let size = ByteSize(indexing.pack(pack)?);
        writeln!(out, "{}: {size}", pack.display()).context(super::WRITING)?;
    }
    Ok(DONE)
}

/// Indexes everything before a search, with progress on standard error.
pub(super) fn complete(project: &Project) -> anyhow::Result<()> {
    let mut indexing = project.indexing(project.model(Box::new(|_| {}))?, Typing::default());
    let meter = Meter::new();
    update(project, &mut indexing, &meter, &Cancel::new(), false)?;
    meter.clear();
    Ok(())
}

/// Updates the index, or waits for the process that does.
fn update(
    project: &Project,
    indexing: &mut Indexing,
    meter: &Meter,
    cancel: &Cancel,
    wait_graph: bool,
) -> anyhow::Result<Summary> {
    let mut other = OtherWriter::new(project);
    loop {
        match indexing.update(cancel, &|progress| meter.show(&progress)) {
            Ok(mut summary) => {
                meter.say("tidying");
                indexing.tidy(&mut summary, cancel)?;
                indexing.write_summaries(&mut summary, cancel, &|progress| {
                    meter.show(&progress);
                })?;
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
            Err(error) => {
                meter.clear();
                return Err(error.into());
            }
        }
    }
}

fn closing_line(summary: &Summary, parents: usize, took: Duration) -> String {
    format!(
        "{} files, {} leaves, {} vectors in {:.2} s, {} skipped; embedding {} leaves, skipping \
         {parents} parents",
        summary.files,
        summary.leaves,
        summary.vectors,
        took.as_secs_f64(),
        summary.skipped,
        summary.leaves,
    )
}

/// The process that writes meanwhile, by what it publishes.
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
        let Some(skipped) = self.coverage.look(self.project, &Cancel::new()) else {
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

/// One line of progress that replaces itself, where someone watches.
struct Meter {
    watched: bool,
    pace: Cell<Pace>,
}

/// Embedding speed.
#[derive(Clone, Copy, Default)]
struct Pace {
    /// The last count that was seen.
    seen: Option<usize>,
    /// The first time it grew: what came before was not computed but remembered.
    since: Option<(Instant, usize)>,
}

impl Pace {
    /// Takes in a count; vectors a second, once that shows.
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
        let Progress {
            files: (done, all),
            leaves,
            vectors,
            ..
        } = *progress;
        match progress.stage {
            Stage::Walking => self.say("looking for changes"),
            Stage::Reading => self.say(&format!("reading {done} of {all} files")),
            Stage::Embedding => {
                let mut pace = self.pace.get();
                let rate = pace.see(vectors, Instant::now());
                self.pace.set(pace);
                self.say(&embedding_line(vectors, leaves, rate));
            }
            Stage::Tidying => self.say("tidying"),
            Stage::Summarizing => self.say(&format!("summaries: {done} of {all} written")),
        }
    }

    fn say(&self, what: &str) {
        self.write(&format!("\r{what}\x1b[K"));
    }

    fn clear(&self) {
        self.write("\r\x1b[K");
    }

    fn write(&self, line: &str) {
        if self.watched {
            let mut err = io::stderr().lock();
            // Progress that cannot be shown is no reason to stop.
            let _ = err.write_all(line.as_bytes()).and_then(|()| err.flush());
        }
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
        // Remembered ones come all at once.
        assert_eq!(pace.see(5_000, at(1)), None);
        assert_eq!(pace.see(5_000, at(3)), None);
        assert_eq!(pace.see(5_070, at(3)), Some(35.0));
        assert_eq!(pace.see(5_140, at(5)), Some(35.0));
    }

    #[test]
    fn what_is_left_is_told_in_fitting_units() {
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
