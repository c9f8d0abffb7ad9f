//! Reads what changed since git's HEAD, or since the base that a query names: the files, and the old text of one.
//!
//! [`reviewer()`] serves the review in the code pane and the numbers of changed lines in the tree.

use super::resources::Resources;
use super::threads::JobResult;
use super::worker::{Backlog, Job, Replies, StartResult, Worker};
use crate::chunk::decode_same_length;
use crate::corpus::{Cancel, Extraction, FileChange, HeadCommit, SourcePath};
use crate::protocol::{ChangedFile, FileState, OldFile, Reply, ReviewReply, ReviewRequest};
use crate::syntax::{Language, highlight};
use std::sync::Arc;

/// Maximum number of files whose lines are counted.
const MAX_COUNTED: usize = 2_000;

/// Starts the thread. All requests are processed.
pub(super) fn reviewer(resources: Resources, replies: Replies) -> StartResult<ReviewRequest> {
    let review = move |request: ReviewRequest, job: &Job<'_>| _ = resources.review(request, job);
    Worker::start_replying("reviewer", Backlog::All, replies, review)
}

impl Resources {
    /// Replies to a request; nothing when cancelled. The files are replied before their lines are counted.
    fn review(&self, request: ReviewRequest, job: &Job<'_>) -> Option<()> {
        let send = |reply| job.reply(Reply::Reviewed(reply));
        let ReviewRequest { base, path } = request;
        let base = base.as_deref();
        if let Some(path) = path {
            let diff = job.run("comparing with git", || {
                self.old_file(base, &path, job.cancel)
            })?;
            send(ReviewReply::File(path, diff.map(|diff| diff.map(Arc::new))));
            return Some(());
        }
        let files = job.run("comparing with git", || self.changes(base, job.cancel))?;
        let mut files = match files {
            Ok(files) => files,
            Err(why) => {
                send(ReviewReply::Files(Err(why)));
                return Some(());
            }
        };
        send(ReviewReply::Files(Ok(files.clone().into())));
        if files.is_empty() {
            return Some(());
        }
        job.run("counting changed lines", || {
            let mut opened: Option<(String, HeadCommit)> = None;
            for file in files.iter_mut().take(MAX_COUNTED) {
                if job.cancel.is_cancelled() {
                    break;
                }
                let path = &file.path;
                let Some((_, reader, inner)) = self.reader.repository_of(path) else {
                    continue;
                };
                let commit = match &opened {
                    Some((place, commit)) if *place == path.repository() => commit,
                    _ => {
                        let commit = HeadCommit::open_base(reader.root(), base)?;
                        &opened.insert((path.repository().to_owned(), commit)).1
                    }
                };
                if Extraction::of(path).is_none() {
                    let diff = commit.diff(&inner).ok().flatten();
                    file.lines = diff.map(|diff| diff.counts());
                }
            }
            Ok(())
        })?
        .ok()?;
        send(ReviewReply::Files(Ok(files.into())));
        Some(())
    }

    /// The files that differ, by path.
    fn changes(&self, base: Option<&str>, cancel: &Cancel) -> JobResult<Vec<ChangedFile>> {
        let changes = self.changed_files(base, cancel)??;
        let file = |path: &SourcePath, state| ChangedFile {
            path: path.clone(),
            state,
            lines: None,
        };
        let here = changes.files.iter().map(|(path, change)| match change {
            FileChange::New => file(path, FileState::New),
            FileChange::Modified => file(path, FileState::Modified),
        });
        let gone = changes.deleted.iter();
        let gone = gone.map(|path| file(path, FileState::Deleted));
        let mut files: Vec<ChangedFile> = here.chain(gone).collect();
        files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        Ok(files)
    }

    /// The old text of a file; none if it is unchanged, or converted from another format.
    fn old_file(
        &self,
        base: Option<&str>,
        path: &SourcePath,
        cancel: &Cancel,
    ) -> JobResult<Option<OldFile>> {
        if Extraction::of(path).is_some() {
            return Ok(None);
        }
        let (commit, inner) = self.reader.commit_of(path, base)?;
        let Some(diff) = commit.diff(&inner)? else {
            return Ok(None);
        };
        let text = decode_same_length(diff.before.bytes());
        let spans = match Language::of(path, &text) {
            Some(language) if text.len() <= self.limits.parse => highlight(&text, language, cancel),
            _ => Vec::new(),
        };
        Ok(Some(OldFile { diff, spans }))
    }
}
