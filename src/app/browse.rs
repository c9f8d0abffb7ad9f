//! The repository's tree, shown without a query, and the requests for its data.
//!
//! Principal type: [`Browsing`]. Invariant: summaries and outlines are requested only for rows in view, and
//! nothing is requested twice while a request is pending.

use super::event::Effect;
use super::index_status::Activity;
use super::results::Listing;
use super::{App, Popup, Results, Stage, Tone, sentence};
use crate::corpus::{ChangedFiles, GitUnavailable, SourcePath};
use crate::protocol::{BrowseReply, BrowseRequest, FileSource, Request, Tickets};
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
pub(super) struct Browsing {
    /// The tree that is not shown: the repository, or an answer.
    pub(super) hidden_results: Results,
    /// True while an answer is shown.
    pub(super) shows_answer: bool,
    list_state: ListState,
    /// Error of the file list. It is requested again after a change, or by the user.
    pub(super) list_error: Option<String>,
    /// The last request.
    requested: BrowseRequest,
    /// Replies to earlier requests stay valid until files may have changed.
    pub(super) tickets: Tickets,
    /// Files that differ from git's HEAD.
    changed: Option<ChangedFiles>,
    /// Generation of the index at which the changed files were requested.
    pub(super) changed_at: Option<u64>,
}

impl App {
    /// Shows an answer, or the repository, unless it is shown already.
    pub(super) fn show(&mut self, answering: bool) {
        if self.browsing.shows_answer == answering {
            return;
        }
        if !answering {
            self.results.clear();
            self.forget_staleness();
        }
        self.browsing.shows_answer = answering;
        std::mem::swap(&mut self.results, &mut self.browsing.hidden_results);
        self.fit_results();
        // Replies go to the tree that is shown; pending ones were requested by the other.
        self.browsing.requested.about.clear();
        self.browsing.requested.outlines.clear();
    }

    /// Requests missing data of the rows in view, unless it is pending.
    pub(super) fn request_missing(&mut self) {
        let is_settled = matches!(self.index.stage, Activity::UpToDate | Activity::Following);
        let request = BrowseRequest {
            files: self.next_source(),
            about: self.results.missing_summaries(),
            outlines: self.results.missing_outlines(),
            lines: self
                .screen
                .popup
                .as_ref()
                .map_or_else(Vec::new, Popup::wanted_lines),
            changed: is_settled && self.browsing.changed_at != Some(self.index.generation),
        };
        if request.is_within(&self.browsing.requested) {
            return;
        }
        let browsing = &mut self.browsing;
        browsing.requested = request.clone();
        let ticket = browsing.tickets.issue();
        self.effects
            .push(Effect::Send(ticket, Request::List(request)));
    }

    /// The source of a better list of files than the current one. None if there is none.
    fn next_source(&self) -> Option<FileSource> {
        if self.browsing.list_error.is_some() {
            return None;
        }
        let (listed, stage) = (self.browsing.list_state, &self.index.stage);
        let indexed = ListState::Indexed(self.index.generation);
        // An index that was complete is complete again in a moment.
        let was_complete = matches!(listed, ListState::Indexed(_));
        let (is_wanted, source) = match stage {
            Activity::Starting | Activity::Running(Stage::Walking) if !was_complete => {
                (listed == ListState::None, FileSource::Indexed)
            }
            Activity::Running(Stage::Reading) | Activity::Cancelled | Activity::Failed(_)
                if !was_complete =>
            {
                (listed != ListState::Walked, FileSource::Walked)
            }
            _ => (listed != indexed, FileSource::Indexed),
        };
        is_wanted.then_some(source)
    }

    /// Returns true if a file differs from git's HEAD.
    pub(crate) fn is_file_changed(&self, path: &SourcePath) -> bool {
        let changed = &self.browsing.changed;
        matches!(changed, Some(Ok(changed)) if changed.contains(path))
    }

    /// The files to list first, in reverse: opened files, then files that differ from git's HEAD.
    pub(super) fn recent_files(&self) -> Vec<SourcePath> {
        let changed = self.browsing.changed.iter().flatten();
        let mut files: Vec<SourcePath> = changed.flat_map(|it| it.iter().cloned()).collect();
        files.sort_unstable_by(|one, other| other.cmp(one));
        let opened = &self.session.stored.recent;
        files.retain(|it| !opened.contains(it));
        files.extend_from_slice(opened);
        files
    }

    /// The reason why the changes of a repository with a commit, or of the shown file, are not known.
    pub(super) fn git_unavailable(&self) -> Option<GitUnavailable> {
        let of_files = self
            .browsing
            .changed
            .as_ref()
            .and_then(|it| it.as_ref().err());
        let why = of_files.or_else(|| self.code.page()?.document.hunks.as_ref().err());
        why.copied().filter(|it| *it != GitUnavailable::NoCommit)
    }

    /// Stores a reply of the lister.
    pub(super) fn take_browse_reply(&mut self, answer: BrowseReply) {
        match answer {
            BrowseReply::Files(files) => self.take_files(files),
            BrowseReply::About(entry, about) => self.results.add_summary(entry, about),
            // The code pane shows why a file cannot be read.
            BrowseReply::Outline(path, outline) => {
                self.results.add_outline(path, outline);
            }
            BrowseReply::Lines(path, lines) => {
                // The next list of files requests it again.
                self.browsing.requested.lines.retain(|it| *it != path);
                self.update_popup(|popup| popup.set_line_count(path, lines));
            }
            BrowseReply::Changed(files) => {
                self.browsing.requested.changed = false;
                self.browsing.changed = Some(files);
                self.browsing.changed_at = Some(self.index.generation);
            }
        }
    }

    fn take_files(&mut self, files: Result<Arc<[SourcePath]>, String>) {
        let source = self.browsing.requested.files.take();
        let files = match files {
            Ok(files) => files,
            Err(why) => {
                self.screen.notify(Tone::Error, sentence(&why));
                self.browsing.list_error = Some(why);
                return;
            }
        };
        self.browsing.list_state = match (source, &self.index.stage) {
            (Some(FileSource::Walked), _) => ListState::Walked,
            (_, Activity::Starting | Activity::Running(Stage::Walking | Stage::Reading))
                if !matches!(self.browsing.list_state, ListState::Indexed(_)) =>
            {
                ListState::Early
            }
            _ => ListState::Indexed(self.index.generation),
        };
        let listing = Listing::from_sorted(files);
        let tree = match self.browsing.shows_answer {
            true => &mut self.browsing.hidden_results,
            false => &mut self.results,
        };
        tree.set_listing(listing.clone());
        let recent = self.recent_files();
        self.update_popup(|popup| popup.set_files(&listing, &recent));
    }

    /// Error of the file list.
    pub(crate) fn listing_error(&self) -> Option<&str> {
        self.browsing.list_error.as_deref()
    }

    /// Files may have changed: requests the data in view again.
    pub(super) fn invalidate(&mut self) {
        self.browsing.tickets.revoke();
        self.browsing.requested = BrowseRequest::default();
        self.browsing.list_error = None;
        self.results.invalidate();
        self.browsing.hidden_results.invalidate();
    }
}

#[cfg(test)]
mod tests {
    use crate::app::fixture::{blank, drive, fresh, listing, run_until_idle};
    use crate::app::{App, Effect, Event, IndexStatus, Stage};
    use crate::corpus::SourcePath;
    use crate::protocol::{BrowseReply, FileSource, Reply, Request, Ticket};
    use std::sync::Arc;

    /// Ticket of the last request for the files; none if they were not requested.
    fn list_request(effects: &[Effect]) -> Option<Ticket> {
        effects.iter().rev().find_map(|effect| match effect {
            Effect::Send(ticket, Request::List(request)) => request.files.map(|_| *ticket),
            _ => None,
        })
    }

    fn reply(app: &mut App, ticket: Ticket, files: Result<Arc<[SourcePath]>, String>) {
        let answer = BrowseReply::Files(files);
        let effects = app.update(Event::Reply(ticket, Reply::Listed(answer)));
        assert_eq!(list_request(&effects), None, "not at once");
    }

    /// An app whose files could not be listed.
    fn failed() -> App {
        let mut app = blank();
        let effects = app.update(Event::Index(fresh()));
        let ticket = list_request(&effects).expect("a listing");
        reply(&mut app, ticket, Err("src: permission denied".into()));
        assert_eq!(app.listing_error(), Some("src: permission denied"));
        app
    }

    #[test]
    fn failed_listing_is_retried_by_a_rescan() {
        let mut app = failed();
        let effects = drive(&mut app, "<down>");
        assert_eq!(list_request(&effects), None);
        app.perform(crate::app::Action::Reindex);
        app.refresh();
        let effects = std::mem::take(&mut app.effects);
        run_until_idle(&mut app, effects);
        assert_eq!(app.listing_error(), None);
        let files = app.results.listing().map(|listing| listing.len());
        assert_eq!(files, Some(listing().len()));
    }

    #[test]
    fn failed_listing_is_retried_with_a_new_index() {
        let mut app = failed();
        let effects = app.update(Event::Index(IndexStatus {
            generation: 4,
            ..fresh()
        }));
        assert!(list_request(&effects).is_some());
    }

    #[test]
    fn failed_walk_is_not_a_listing() {
        let mut app = blank();
        let reading = IndexStatus {
            stage: crate::app::Activity::Running(Stage::Reading),
            ..fresh()
        };
        let effects = app.update(Event::Index(reading));
        let ticket = list_request(&effects).expect("a listing");
        reply(&mut app, ticket, Err("no".into()));
        app.browsing.list_error = None;
        assert_eq!(app.next_source(), Some(FileSource::Walked));
    }
}
