//! One run of the pipeline: files to keywords, directories to summaries, texts to vectors.

use super::changes::{self, Candidate, Changes};
use super::embedding::{self, Texts};
use super::reading::{Outcome, Reading};
use super::summarizing::{self, Touched};
use super::tracker::{Pace, Tracker};
use super::{Stage, UpdateError};
use crate::corpus::{SourcePath, Walk};
use crate::embed::Model;
use crate::index::{IndexWriter, SnapshotReader};
use std::collections::HashSet;
use std::time::Instant;

/// One run of the pipeline.
pub(super) struct Update<'a> {
    pub(super) writer: &'a mut IndexWriter,
    pub(super) snapshots: &'a mut SnapshotReader,
    pub(super) reading: Reading<'a>,
    pub(super) tracker: Tracker<'a>,
    pub(super) pace: Pace,
    pub(super) skipped: usize,
    /// Prompts that brought no summary: they are not sent again by this process.
    pub(super) failed: &'a mut HashSet<u64>,
    /// Whether an earlier run left summaries of directories undone.
    pub(super) summaries_were_due: bool,
}

impl<'a> Update<'a> {
    pub(super) fn new(
        writer: &'a mut IndexWriter,
        snapshots: &'a mut SnapshotReader,
        failed: &'a mut HashSet<u64>,
        reading: Reading<'a>,
        tracker: Tracker<'a>,
    ) -> Self {
        Self {
            summaries_were_due: writer.summaries_are_due(),
            writer,
            snapshots,
            failed,
            reading,
            tracker,
            pace: Pace::start(Instant::now()),
            skipped: 0,
        }
    }

    /// Indexes what changed by its keywords, and returns the texts that have to be embedded.
    pub(super) fn keywords(&mut self, found: Walk) -> Result<Texts, UpdateError> {
        let changes = Changes::between(found, self.writer.files()?);
        let mut texts = Texts::default();
        let total = changes.candidates.len();
        self.skipped += changes.refused;
        let skipped = self.skipped;
        self.tracker.enter(Stage::Reading);
        self.tracker.set(|progress| {
            progress.files = (0, total);
            progress.skipped = skipped;
        });
        let mut staged = !changes.removed.is_empty();
        let mut touched = Touched::default();
        for path in &changes.removed {
            self.writer.remove(path);
            touched.add(path);
        }
        let reading = self.reading;
        let read = reading.each(&changes.candidates, |news| {
            if let Some((candidate, outcome)) = news {
                staged |= self.take(candidate, outcome, &mut texts, &mut touched)?;
                let skipped = self.skipped;
                self.tracker.set(|progress| {
                    progress.files.0 += 1;
                    progress.skipped = skipped;
                });
            }
            if staged && self.pace.is_due(Instant::now()) {
                staged = false;
                self.commit()?;
            }
            Ok(())
        });
        match read {
            // Also where nothing is staged: states to remember, and the first commit of an empty
            // index. And where it was cancelled: a file that is staged and changes back before the
            // next run would look unchanged, and be published as it was in between.
            Ok(()) | Err(UpdateError::Cancelled(_)) => self.commit()?,
            Err(_) => {}
        }
        read?;
        if self.writer.summaries_are_due() {
            summarizing::run(self, touched)?;
        }
        Ok(texts)
    }

    /// Stages what a file came to; whether there is something to commit.
    fn take(
        &mut self,
        candidate: &Candidate,
        outcome: Outcome,
        texts: &mut Texts,
        touched: &mut Touched,
    ) -> Result<bool, UpdateError> {
        let path = &candidate.found.path;
        let changes = match outcome {
            Outcome::Same(fingerprint) => {
                self.writer.touch(path, fingerprint);
                return Ok(false);
            }
            Outcome::Cut(cut) => {
                self.writer
                    .replace(&cut.tree, cut.fingerprint, &cut.summary, &cut.keys)?;
                texts.keep(path, *cut);
                touched.add(path);
                return Ok(true);
            }
            Outcome::Skipped => {
                if candidate.indexed {
                    self.writer.remove(path);
                }
                candidate.indexed
            }
            Outcome::Refused(fingerprint) => {
                self.writer.refuse(path, fingerprint);
                candidate.indexed
            }
            Outcome::NotNow => false,
        };
        self.skipped += 1;
        if changes {
            touched.add(path);
        }
        Ok(changes)
    }

    /// Embeds what has no vector: texts kept from cutting, then whatever an earlier run left.
    pub(super) fn vectors(&mut self, model: &Model, mut texts: Texts) -> Result<(), UpdateError> {
        let Some(snapshot) = self.snapshots.latest()? else {
            return Ok(());
        };
        let left: Vec<SourcePath> = snapshot
            .files_without_vectors()?
            .into_iter()
            .filter(|path| !texts.covers(path))
            .collect();
        texts.add(snapshot.summaries_without_vectors()?);
        drop(snapshot);
        if left.is_empty() && texts.is_empty() {
            return Ok(());
        }
        self.tracker.enter(Stage::Embedding);
        self.pace = Pace::start(Instant::now());
        embedding::run(self, model, texts, &changes::again(&left))
    }

    /// Publishes what was staged.
    pub(super) fn commit(&mut self) -> Result<(), UpdateError> {
        self.writer.commit()?;
        self.pace.committed(Instant::now());
        self.observe()
    }

    /// Tells what the newest snapshot holds.
    pub(super) fn observe(&mut self) -> Result<(), UpdateError> {
        if let Some(snapshot) = self.snapshots.latest()? {
            self.tracker.set(|progress| progress.show(&snapshot));
            self.tracker.tell();
        }
        Ok(())
    }
}
