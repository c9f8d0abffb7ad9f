//! One run of the pipeline: files to keywords, directories to summaries, texts to vectors.
//!
//! Principal type: [`PipelineRun`]. Invariant: after an error of the index there is no writer, so an
//! incomplete update is never committed.

use super::index_diff::PendingFile;
use super::progress::{CommitPacer, Progress, ProgressTracker, UpdateSummary};
use super::reading::ReadContext;
use super::report::UpdateError;
use crate::corpus::{Cancel, Scope, SkipReason, Skipped, SourcePath};
use crate::index::{IndexError, IndexReader, IndexWriter, ROOT};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Instant;

/// Cancellation and reports of a run.
#[derive(Clone, Copy)]
pub(super) struct RunControl<'a> {
    pub(super) cancel: &'a Cancel,
    pub(super) progress: &'a dyn Fn(Progress),
}

/// One run of the pipeline.
pub(super) struct PipelineRun<'a> {
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
    /// Skipped files of the scanned scopes, with the reason.
    pub(super) skipped: BTreeMap<SourcePath, SkipReason>,
    /// Directories that wait for their summaries.
    pub(super) touched: OutdatedDirectories,
    /// Id of the index that has all files. The folder may contain another one by now.
    pub(super) whole: Option<u64>,
}

/// Directories whose summaries are out of date.
#[derive(Clone, Debug, Default)]
pub(super) struct OutdatedDirectories {
    pub(super) directories: BTreeSet<SourcePath>,
    /// True if any directory may be out of date: an earlier run ended between its files and their directories.
    pub(super) all: bool,
}

impl OutdatedDirectories {
    /// Adds the directories above a changed file.
    pub(super) fn add(&mut self, file: &SourcePath) {
        let mut next = file.clone();
        while next.as_str() != ROOT {
            next = next.parent();
            if !self.directories.insert(next.clone()) {
                break;
            }
        }
    }

    /// The directories, deepest first: a summary is derived from the summaries below it.
    pub(super) fn in_order(self) -> Vec<SourcePath> {
        let mut directories: Vec<SourcePath> = self.directories.into_iter().collect();
        directories.sort_by_key(|path| Reverse((path.as_str() != ROOT, path.depth())));
        directories
    }
}

impl RetainedState {
    /// Adds skipped files.
    pub(super) fn skip(&mut self, files: Vec<Skipped>) {
        let files = files.into_iter().map(|file| (file.path, file.reason));
        self.skipped.extend(files);
    }
}

impl PipelineRun<'_> {
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

    /// Removes the chunks of a file, if it has any.
    pub(super) fn remove(&mut self, file: &PendingFile) -> Result<(), IndexError> {
        if file.indexed {
            self.writer()?.remove(&file.found.path);
        }
        Ok(())
    }

    /// Returns true if the index is complete once `scope` is updated.
    pub(super) fn completes(&mut self, scope: &Scope) -> Result<bool, IndexError> {
        let index = self.writer()?.index_id();
        Ok(*scope == Scope::Everything || self.retained.whole == Some(index))
    }

    /// Commits the staged changes, unless that would be too early.
    pub(super) fn commit_if_due(&mut self) -> Result<(), UpdateError> {
        if self.pacer.is_due(Instant::now()) {
            self.commit_staged()?;
        }
        Ok(())
    }

    /// Commits if there are staged changes.
    pub(super) fn commit_staged(&mut self) -> Result<(), UpdateError> {
        if self.staged {
            self.commit()?;
        }
        Ok(())
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

    /// Publishes the skipped files of the repository.
    pub(super) fn publish_skipped(&self) {
        let files = self.retained.skipped.iter();
        let skipped = files.map(|(path, reason)| Skipped {
            path: path.clone(),
            reason: reason.clone(),
        });
        self.snapshots.publish_skipped(skipped.collect());
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
