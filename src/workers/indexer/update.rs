//! One run of the pipeline: files to keywords, directories to summaries, texts to vectors.
//!
//! Principal type: [`Update`]. Invariant: after an error of the index there is no writer, so an
//! incomplete update is never committed.

use super::directory_summaries::{self, OutdatedDirectories};
use super::embedding::{self, PendingTexts};
use super::index_diff::{self, IndexDiff, PendingFile};
use super::progress::{CommitPacer, ProgressTracker};
use super::reading::{ReadContext, ReadOutcome};
use super::{Stage, UpdateError, UpdateSummary};
use crate::corpus::{Scope, SourcePath, Walk};
use crate::embed::{EmbeddingKey, Model};
use crate::index::{IndexError, IndexReader, IndexWriter};
use std::collections::{BTreeSet, HashSet};
use std::time::Instant;

/// One run of the pipeline.
pub(super) struct Update<'a> {
    /// None after an error of the index.
    pub(super) writer: &'a mut Option<IndexWriter>,
    pub(super) snapshots: &'a IndexReader,
    pub(super) reading: ReadContext<'a>,
    pub(super) tracker: ProgressTracker<'a>,
    pub(super) pacer: CommitPacer,
    pub(super) retained: &'a mut RetainedState,
    /// Number of texts that were embedded.
    pub(super) embedded: usize,
    /// True if there are changes that are not committed.
    pub(super) staged: bool,
}

/// State kept between runs.
#[derive(Default)]
pub(super) struct RetainedState {
    /// Prompts without a usable answer, which this process does not send again.
    pub(super) failed: HashSet<u64>,
    /// Skipped files of the scanned scopes.
    pub(super) skipped: BTreeSet<SourcePath>,
    /// Directories that wait for their summaries.
    pub(super) touched: OutdatedDirectories,
    /// Id of the index that has all files. The folder may contain another one by now.
    whole: Option<u64>,
}

impl Update<'_> {
    /// The writer, for operations that cannot fail halfway.
    pub(super) fn writer(&mut self) -> Result<&mut IndexWriter, IndexError> {
        self.writer.as_mut().ok_or(IndexError::Closed)
    }

    /// Runs an operation of the writer; after an error there is no writer.
    pub(super) fn write(
        &mut self,
        work: impl FnOnce(IndexWriter) -> Result<IndexWriter, IndexError>,
    ) -> Result<(), IndexError> {
        let writer = self.writer.take().ok_or(IndexError::Closed)?;
        *self.writer = Some(work(writer)?);
        Ok(())
    }

    /// Returns true if the index is complete once `scope` is updated.
    pub(super) fn completes(&mut self, scope: &Scope) -> Result<bool, IndexError> {
        let index = self.writer()?.index_id();
        Ok(*scope == Scope::Everything || self.retained.whole == Some(index))
    }

    /// Indexes the keywords of changed files in `scope`, and returns the texts to embed. A fast `model` embeds
    /// them before the last commit, while tantivy writes, and earlier if the buffer is full. Summaries of
    /// directories are written if the scope is everything, and deferred otherwise.
    pub(super) fn keywords(
        &mut self,
        scope: &Scope,
        found: Walk,
        model: Option<&Model>,
    ) -> Result<PendingTexts, UpdateError> {
        let is_part = *scope != Scope::Everything;
        let walked = found.files.len() + found.skipped.len();
        let indexed = self.writer()?.files_in(scope, &found.files)?;
        let skipped = found.skipped.iter().map(|skipped| skipped.path.clone());
        self.retained.skipped.extend(skipped);
        let changes = IndexDiff::between(scope, found.files, indexed);
        self.retained.skipped.extend(changes.refused);
        let (total, skipped) = (changes.candidates.len(), self.retained.skipped.len());
        self.tracker.enter(Stage::Reading);
        self.tracker.set(|progress| {
            progress.walked = walked;
            progress.files = (0, total);
            progress.skipped = skipped;
        });
        let mut texts = PendingTexts::for_model(model);
        self.staged |= !changes.removed.is_empty();
        for path in &changes.removed {
            self.writer()?.remove(path);
            self.retained.touched.add(path);
        }
        let lengths = changes.candidates.iter().map(|it| it.found.length);
        self.pacer.left = lengths.sum();
        let reading = self.reading;
        let read = reading.each(&changes.candidates, |news| {
            if let Some((candidate, outcome)) = news {
                self.pacer.read(candidate.found.length);
                self.staged |= self.take(candidate, outcome, &mut texts)?;
                if let Some(model) = model {
                    match embedding::run_early(self, model, &mut texts, false) {
                        // Keywords do not need the model; `vectors` tries again, and reports the failure.
                        Err(UpdateError::Embed(_)) => {}
                        done => done?,
                    }
                }
                let skipped = self.retained.skipped.len();
                self.tracker.set(|progress| {
                    progress.files.0 += 1;
                    progress.skipped = skipped;
                });
            }
            self.commit_if_due()
        });
        let ended = read.and_then(|()| match model {
            Some(model) => embedding::run_early(self, model, &mut texts, true),
            None => Ok(()),
        });
        // Also if nothing is staged: for fingerprints, and for the first commit of an empty index. Also
        // after a cancellation: a staged file that changes back before the next run would count as
        // unchanged. Also if the model failed: keywords do not need it.
        let committed = self.commit();
        ended.and(committed)?;
        if !is_part {
            self.retained.whole = Some(self.writer()?.index_id());
            if self.writer()?.summaries_are_due() {
                directory_summaries::run(self)?;
            }
        }
        Ok(texts)
    }

    /// Stages the outcome of a file; true if there is something to commit.
    fn take(
        &mut self,
        candidate: &PendingFile,
        outcome: ReadOutcome,
        texts: &mut PendingTexts,
    ) -> Result<bool, UpdateError> {
        let path = &candidate.found.path;
        let is_there = !matches!(outcome, ReadOutcome::Gone);
        let changes = match outcome {
            ReadOutcome::Same(fingerprint) => {
                self.writer()?.touch(path, fingerprint);
                return Ok(false);
            }
            ReadOutcome::Cut(cut) => {
                self.write(|it| it.replace(&cut.tree, cut.fingerprint, &cut.summary, &cut.keys))?;
                texts.keep(path, *cut);
                self.retained.touched.add(path);
                return Ok(true);
            }
            ReadOutcome::Gone | ReadOutcome::Skipped => {
                if candidate.indexed {
                    self.writer()?.remove(path);
                }
                candidate.indexed
            }
            ReadOutcome::Refused(fingerprint) => {
                self.writer()?.refuse(path, fingerprint);
                candidate.indexed
            }
            ReadOutcome::NotNow => false,
        };
        if is_there {
            self.retained.skipped.insert(path.clone());
        }
        if changes {
            self.retained.touched.add(path);
        }
        Ok(changes)
    }

    /// Embeds texts without a vector: texts of this run, then texts that an earlier run left in `scope`; if
    /// the scope is everything, also summaries.
    pub(super) fn vectors(
        &mut self,
        model: &Model,
        mut texts: PendingTexts,
        scope: &Scope,
    ) -> Result<(), UpdateError> {
        let Some(snapshot) = self.snapshots.refresh()? else {
            return Ok(());
        };
        let left: Vec<SourcePath> = snapshot
            .files_without_vectors()?
            .into_iter()
            .filter(|path| scope.covers(path) && !texts.files.contains(path))
            .collect();
        if *scope == Scope::Everything {
            for record in snapshot.summaries_without_vectors()? {
                if texts.files.contains(&record.path) {
                    continue;
                }
                let (summary, reading) = (&record.summary, &self.reading);
                let text = directory_summaries::embedded_text(&record, summary, reading);
                // A file that changed in the meantime is indexed first.
                let same = text.filter(|text| record.key == Some(EmbeddingKey::of(text)));
                if let Some((key, text)) = record.key.zip(same) {
                    texts.push(key, text);
                }
            }
        }
        drop(snapshot);
        if left.is_empty() && texts.is_empty() {
            return Ok(());
        }
        self.tracker.enter(Stage::Embedding);
        self.pacer = CommitPacer::start(Instant::now());
        let embedded = embedding::run(self, model, texts, &index_diff::to_embed(&left));
        let committed = self.commit_staged();
        embedded.and(committed)
    }

    /// Commits the staged changes, unless that would be too early.
    pub(super) fn commit_if_due(&mut self) -> Result<(), UpdateError> {
        match self.pacer.is_due(Instant::now()) {
            true => self.commit_staged(),
            false => Ok(()),
        }
    }

    /// Commits if there are staged changes.
    pub(super) fn commit_staged(&mut self) -> Result<(), UpdateError> {
        match self.staged {
            true => self.commit(),
            false => Ok(()),
        }
    }

    /// Commits and publishes the staged changes.
    pub(super) fn commit(&mut self) -> Result<(), UpdateError> {
        let began = Instant::now();
        self.staged = false;
        self.write(IndexWriter::commit)?;
        let observed = self.observe();
        self.pacer.committed(began, Instant::now());
        observed
    }

    /// Publishes the newest snapshot and reports its counts.
    pub(super) fn observe(&mut self) -> Result<(), UpdateError> {
        if let Some(snapshot) = self.snapshots.refresh()? {
            self.tracker.show(&snapshot);
        }
        Ok(())
    }

    /// Adds the result of this run.
    pub(super) fn sum_up(self, summary: &mut UpdateSummary) -> Result<(), UpdateError> {
        summary.embedded += self.embedded;
        if let Some(snapshot) = self.snapshots.refresh()? {
            summary.show(&snapshot);
        }
        Ok(())
    }
}
