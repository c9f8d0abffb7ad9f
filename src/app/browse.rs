//! Requests for the data of the repository's tree, which is shown without a query.
//!
//! Principal type: [`Browsing`]. Invariant: nothing is requested twice while a request is pending.

use super::event::Effect;
use super::index_status::{Activity, IndexStatus};
use super::results::{Listing, Results};
use crate::corpus::{ChangedFiles, GitUnavailable, SourcePath};
use crate::protocol::{BrowseRequest, FileSource, Request, Stage, Tickets};
use std::sync::Arc;

/// Source of the listed files, which may still be loading.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum ListState {
    #[default]
    None,
    /// From an index that may not have been complete.
    Early,
    /// From a walk.
    Walked,
    /// From the index of this generation, which covers the repository.
    Indexed(u64),
}

/// State of the requests to the lister.
#[derive(Debug, Default)]
pub(crate) struct Browsing {
    /// The tree that is not shown: the repository, or an answer.
    pub(super) hidden_results: Results,
    /// True while an answer is shown.
    pub(super) shows_answer: bool,
    list_state: ListState,
    /// Error of the file list. It is requested again after a change, or by the user.
    pub(crate) list_error: Option<String>,
    /// The last request.
    requested: BrowseRequest,
    /// Replies to earlier requests stay valid until files may have changed.
    pub(super) tickets: Tickets,
    /// Files that differ from git's HEAD.
    changed: Option<ChangedFiles>,
    /// Generation of the index at which the changed files were requested.
    changed_at: Option<u64>,
}

impl Browsing {
    /// The request for missing data; none if it is pending.
    pub(super) fn request(&mut self, missing: BrowseRequest) -> Option<Effect> {
        if missing.is_within(&self.requested) {
            return None;
        }
        self.requested.clone_from(&missing);
        Some(Effect::Send(self.tickets.issue(), Request::List(missing)))
    }

    /// Forgets which rows were requested, because the other tree is shown. Replies go to the tree that is shown.
    pub(super) fn forget_rows(&mut self) {
        self.requested.about.clear();
        self.requested.outlines.clear();
    }

    /// Files may have changed: everything is requested again.
    pub(super) fn invalidate(&mut self) {
        self.tickets.revoke();
        self.requested = BrowseRequest::default();
        self.list_error = None;
        self.hidden_results.invalidate();
    }

    /// The source of a better list of files than the current one. None if there is none.
    pub(super) fn next_source(&self, index: &IndexStatus) -> Option<FileSource> {
        if self.list_error.is_some() {
            return None;
        }
        let listed = self.list_state;
        // An index that was complete is complete again in a moment.
        let was_complete = matches!(listed, ListState::Indexed(_));
        let (is_wanted, source) = match index.stage {
            Activity::Starting | Activity::Running(Stage::Walking) if !was_complete => {
                (listed == ListState::None, FileSource::Indexed)
            }
            Activity::Running(Stage::Reading) | Activity::Cancelled | Activity::Failed(_)
                if !was_complete =>
            {
                (listed != ListState::Walked, FileSource::Walked)
            }
            _ => {
                let current = ListState::Indexed(index.generation);
                (listed != current, FileSource::Indexed)
            }
        };
        is_wanted.then_some(source)
    }

    /// Stores the list of files, or the reason why there is none.
    pub(super) fn set_files(
        &mut self,
        files: Result<Arc<[SourcePath]>, String>,
        index: &IndexStatus,
    ) -> Result<Listing, String> {
        let source = self.requested.files.take();
        let files = files.inspect_err(|why| self.list_error = Some(why.clone()))?;
        let was_complete = matches!(self.list_state, ListState::Indexed(_));
        self.list_state = match (source, &index.stage) {
            (Some(FileSource::Walked), _) => ListState::Walked,
            (_, Activity::Starting | Activity::Running(Stage::Walking | Stage::Reading))
                if !was_complete =>
            {
                ListState::Early
            }
            _ => ListState::Indexed(index.generation),
        };
        Ok(Listing::from_sorted(files))
    }

    /// Notes that the number of lines of a file arrived. The next list of files requests it again.
    pub(super) fn forget_lines(&mut self, path: &SourcePath) {
        self.requested.lines.retain(|requested| requested != path);
    }

    /// Returns true if the changed files are not known for this index.
    pub(super) fn misses_changes(&self, index: &IndexStatus) -> bool {
        index.is_settled() && self.changed_at != Some(index.generation)
    }

    /// Forgets when the changed files were requested, because they are compared with another commit.
    pub(super) fn forget_changes(&mut self) {
        self.changed_at = None;
    }

    pub(super) fn set_changed(&mut self, files: ChangedFiles, index: &IndexStatus) {
        self.requested.changed = false;
        self.changed = Some(files);
        self.changed_at = Some(index.generation);
    }

    /// Returns true if a file differs from git's HEAD.
    pub(crate) fn is_changed(&self, path: &SourcePath) -> bool {
        matches!(&self.changed, Some(Ok(changed)) if changed.files.contains_key(path))
    }

    /// Returns true if files are known to differ from git's HEAD.
    pub(super) fn has_changes(&self) -> bool {
        matches!(&self.changed, Some(Ok(changed)) if !changed.files.is_empty() || !changed.deleted.is_empty())
    }

    /// The reason why the changed files, or those of one of several repositories, are not known.
    pub(super) fn git_unavailable(&self) -> Option<GitUnavailable> {
        match self.changed.as_ref()? {
            Ok(changed) => changed.left_out.clone(),
            Err(why) => Some(why.clone()),
        }
    }

    /// The files to list first, in reverse: opened files, then files that differ from git's HEAD.
    pub(super) fn recent_files(&self, opened: &[SourcePath]) -> Vec<SourcePath> {
        let mut files = Vec::new();
        if let Some(Ok(changed)) = &self.changed {
            files.extend(changed.files.keys().cloned());
        }
        files.sort_unstable_by(|one, other| other.cmp(one));
        files.retain(|file| !opened.contains(file));
        files.extend_from_slice(opened);
        files
    }
}
