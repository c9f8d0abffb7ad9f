//! Lists what can be browsed without a query: files, their summaries and declarations, changed files.

use super::worker::{Job, Waiting, Worker};
use super::{Replies, Started, Tools, Work};
use crate::chunk::ChunkTree;
use crate::corpus::{Cancel, Committed, SourcePath, head, walk};
use crate::protocol::{About, BrowseAnswer, BrowseRequest, FileSource, Reply, TreeEntry};
use crate::search::Outline;
use std::collections::HashSet;
use std::sync::Arc;

/// Starts the thread. A request lists everything that is missing, and replaces the one before it.
pub fn lister(tools: Tools, replies: Replies) -> Started<BrowseRequest> {
    let list = move |request, job: &Job<'_>| _ = tools.list(request, job);
    Worker::replying("lister", Waiting::Newest, replies, list)
}

impl Tools {
    /// Replies piece by piece; none when cancelled.
    fn list(&self, request: BrowseRequest, job: &Job<'_>) -> Option<()> {
        let cancel = job.cancel;
        let send = |answer| job.reply(Reply::Listed(answer));
        if let Some(files) = request.files {
            let files = job.run("listing the files", || self.files(files, cancel))?;
            send(BrowseAnswer::Files(
                files.map_err(|error| error.to_string()),
            ));
        }
        for path in request.outlines {
            let outline = job.run("chunking the file", || self.outline(&path, cancel))?;
            let outline = outline.map_err(|error| error.to_string());
            send(BrowseAnswer::Outline(path, outline));
        }
        for path in request.lines {
            let lines = job.run("counting lines", || self.lines(&path, cancel))?;
            send(BrowseAnswer::Lines(path, lines.unwrap_or_default()));
        }
        // What cannot be found out is sent empty: it need not be requested again.
        for entry in request.about {
            let about = job.run("looking up a file", || self.about(&entry))?;
            send(BrowseAnswer::About(entry, about.unwrap_or_default()));
        }
        if request.changed {
            let changed = job.run("comparing with git", || self.changed(cancel))?;
            let changed = changed.unwrap_or(Some(Arc::default()));
            send(BrowseAnswer::Changed(changed));
        }
        Some(())
    }

    fn lines(&self, path: &SourcePath, cancel: &Cancel) -> Work<u32> {
        let (document, _) = self.reader.read(path, cancel)?;
        let bytes = document.text.bytes();
        let lines = bytes.split_inclusive(|byte| *byte == b'\n').count();
        Ok(u32::try_from(lines).unwrap_or(u32::MAX))
    }

    fn files(&self, files: FileSource, cancel: &Cancel) -> Work<Arc<[SourcePath]>> {
        let snapshot = match files {
            FileSource::Walked => None,
            FileSource::Indexed => self.snapshots.latest()?,
        };
        let Some(snapshot) = snapshot else {
            let found = walk(self.reader.root(), self.reader.limits(), cancel).files;
            return Ok(found.into_iter().map(|file| file.path).collect());
        };
        Ok(snapshot.paths()?.clone())
    }

    /// The files of the index that differ from git's HEAD. None if there is a commit that cannot be
    /// read.
    fn changed(&self, cancel: &Cancel) -> Work<Option<Arc<HashSet<SourcePath>>>> {
        let Some(snapshot) = self.snapshots.latest()? else {
            return Ok(Some(Arc::default()));
        };
        let root = self.reader.root();
        if head(root).commit.is_some() && Committed::open(root).is_none() {
            return Ok(None);
        }
        let (generation, paths) = (snapshot.generation().0, snapshot.paths()?);
        Ok(Some(self.reader.changed_files(generation, paths, cancel)))
    }

    fn outline(&self, path: &SourcePath, cancel: &Cancel) -> Work<Arc<Outline>> {
        let (document, _) = self.reader.read(path, cancel)?;
        let tree = ChunkTree::of(document, &self.limits);
        Ok(Arc::new(Outline::of(&tree)))
    }

    fn about(&self, entry: &TreeEntry) -> Work<About> {
        let record = match self.snapshots.latest()? {
            Some(snapshot) => snapshot.about(&entry.path, entry.is_directory)?,
            None => None,
        };
        Ok(record.map_or_else(About::default, |record| About {
            lead: record.line().to_owned(),
            summary: record.summary,
        }))
    }
}
