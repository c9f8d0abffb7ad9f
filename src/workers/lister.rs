//! Lists the data for browsing without a query: files, their summaries and declarations, changed files.
//!
//! Contract of [`lister()`]: replies arrive piece by piece; unavailable data is sent as empty, so that it is
//! not requested again.

use super::resources::Resources;
use super::threads::JobResult;
use super::worker::{Backlog, Job, Replies, StartResult, Worker};
use crate::chunk::{ChunkTree, file_id};
use crate::corpus::{Cancel, ChangedFiles, SourcePath};
use crate::protocol::{BrowseReply, BrowseRequest, EntrySummary, FileSource, Reply, TreeEntry};
use crate::search::DocumentOutline;
use std::sync::Arc;

/// Starts the thread. A request lists everything that is missing, and replaces the one before it.
pub fn lister(resources: Resources, replies: Replies) -> StartResult<BrowseRequest> {
    let list = move |request, job: &Job<'_>| _ = resources.list(request, job);
    Worker::start_replying("lister", Backlog::Newest, replies, list)
}

impl Resources {
    /// Replies piece by piece; none when cancelled.
    fn list(&self, request: BrowseRequest, job: &Job<'_>) -> Option<()> {
        let cancel = job.cancel;
        let send = |answer| job.reply(Reply::Listed(answer));
        if let Some(files) = request.files {
            let files = job.run("listing the files", || self.files(files, cancel))?;
            send(BrowseReply::Files(files));
        }
        for path in request.outlines {
            let outline = job.run("chunking the file", || self.outline(&path, cancel))?;
            send(BrowseReply::Outline(path, outline.ok()));
        }
        for path in request.lines {
            let lines = job.run("counting lines", || self.lines(&path, cancel))?;
            send(BrowseReply::Lines(path, lines.unwrap_or_default()));
        }
        // Unavailable data is sent as empty, so that it is not requested again.
        for entry in request.about {
            let about = job.run("looking up a file", || self.about(&entry))?;
            send(BrowseReply::About(entry, about.unwrap_or_default()));
        }
        if request.changed {
            let changed = job.run("comparing with git", || self.changed_files(None, cancel))?;
            send(BrowseReply::Changed(changed.unwrap_or(Ok(Arc::default()))));
        }
        Some(())
    }

    fn lines(&self, path: &SourcePath, cancel: &Cancel) -> JobResult<u32> {
        let (document, _) = self.reader.read(path, cancel)?;
        let bytes = document.text.bytes();
        let lines = bytes.split_inclusive(|byte| *byte == b'\n').count();
        Ok(u32::try_from(lines).unwrap_or(u32::MAX))
    }

    fn files(&self, files: FileSource, cancel: &Cancel) -> JobResult<Arc<[SourcePath]>> {
        let snapshot = match files {
            FileSource::Walked => None,
            FileSource::Indexed => self.snapshots.latest()?,
        };
        let Some(snapshot) = snapshot else {
            let found = self.reader.walk(cancel).files;
            return Ok(found.into_iter().map(|file| file.path).collect());
        };
        Ok(snapshot.paths()?.clone())
    }

    /// The files of the index that differ from git's HEAD, or from a base.
    pub(super) fn changed_files(
        &self,
        base: Option<&str>,
        cancel: &Cancel,
    ) -> JobResult<ChangedFiles> {
        let Some(snapshot) = self.snapshots.latest()? else {
            return Ok(Ok(Arc::default()));
        };
        let (generation, paths) = (snapshot.generation().0, snapshot.paths()?);
        Ok(self.reader.changed_files(base, generation, paths, cancel))
    }

    fn outline(&self, path: &SourcePath, cancel: &Cancel) -> JobResult<Arc<DocumentOutline>> {
        let (document, _) = self.reader.read(path, cancel)?;
        let tree = ChunkTree::of(document, &self.limits);
        Ok(Arc::new(DocumentOutline::of(&tree)))
    }

    fn about(&self, entry: &TreeEntry) -> JobResult<EntrySummary> {
        let record = match self.snapshots.latest()? {
            Some(snapshot) if entry.is_directory => snapshot.directory(&entry.path)?,
            Some(snapshot) => snapshot.find(file_id(&entry.path))?,
            None => None,
        };
        Ok(match record {
            Some(record) => EntrySummary {
                lead: record.line().to_owned(),
                summary: record.summary,
            },
            None => EntrySummary::default(),
        })
    }
}
