//! `smriti-tui index`: everything, in the foreground.

use super::DONE;
use super::coverage::Coverage;
use crate::corpus::Cancel;
use crate::index::{IndexError, SnapshotReader};
use crate::project::Project;
use crate::workers::indexer::{Progress, Stage, Summary, UpdateError};
use crate::workers::{ModelLoad, Typing};
use anyhow::{Context, bail};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often it looks whether the other writer is done or gone.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// How long another writer may publish nothing before waiting for it makes no sense.
const PATIENCE: Duration = Duration::from_secs(20);

pub(super) fn run(project: &Project) -> anyhow::Result<u8> {
    let started = Instant::now();
    let cancel = Cancel::new();
    let model = project.model(Box::new(|_| {}))?;
    let mut indexing = project.indexing(model.clone(), Typing::default());
    let meter = Meter::new();
    let mut other = OtherWriter::new(project);
    let summary = loop {
        match indexing.update(&cancel, &|progress| meter.show(&progress)) {
            Ok(mut summary) => {
                meter.say("tidying");
                indexing.tidy(&mut summary, &cancel)?;
                indexing.write_summaries(&mut summary, &cancel, &|progress| {
                    meter.show(&progress);
                })?;
                break summary;
            }
            Err(UpdateError::Index(IndexError::Locked)) => {
                meter.say("another process is indexing this repository; waiting for it");
                if let Some(summary) = other.covers()? {
                    break summary;
                }
                std::thread::sleep(LOOK_EVERY);
            }
            Err(error) => {
                meter.clear();
                return Err(error.into());
            }
        }
    };
    meter.clear();
    if let ModelLoad::Failed(cause) = model.now() {
        bail!("{cause}; keywords are indexed, vectors are not");
    }
    let mut out = io::stdout().lock();
    if let Some(notice) = &summary.notice {
        super::complain(notice);
    }
    writeln!(out, "{}", closing_line(&summary, started.elapsed())).context(super::WRITING)?;
    Ok(DONE)
}

fn closing_line(summary: &Summary, took: Duration) -> String {
    format!(
        "{} files, {} leaves, {} vectors in {:.2} s, {} skipped",
        summary.files,
        summary.leaves,
        summary.vectors,
        took.as_secs_f64(),
        summary.skipped,
    )
}

/// The process that writes meanwhile, by what it publishes.
struct OtherWriter<'a> {
    project: &'a Project,
    coverage: Coverage,
    snapshots: SnapshotReader,
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

    /// What its snapshot holds, once that is the whole working tree with all vectors.
    fn covers(&mut self) -> anyhow::Result<Option<Summary>> {
        let snapshot = self.snapshots.latest()?;
        let generation = snapshot.as_ref().map(|snapshot| snapshot.generation().0);
        if self.seen != generation {
            self.seen = generation;
            self.since = Instant::now();
        } else if self.since.elapsed() > PATIENCE {
            bail!(
                "another smriti-tui writes this index and does not go on; \
                 let it look for changes, or quit it, and try again"
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
}

impl Meter {
    fn new() -> Self {
        Self {
            watched: io::stderr().is_terminal(),
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
            Stage::Embedding => self.say(&format!("embedding: {vectors} of {leaves} leaves")),
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
