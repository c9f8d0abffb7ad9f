//! The repository's tree, shown without a query, and the requests for its data.

use super::event::Effect;
use super::index_status::Activity;
use super::results::Listing;
use super::{App, Popup, Results, Stage, Tone};
use crate::corpus::SourcePath;
use crate::protocol::{BrowseReply, BrowseRequest, FileSource, Request, Tickets};
use std::collections::HashSet;
use std::sync::Arc;

/// Source of the listed files, which may still be loading.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum ListState {
    #[default]
    Not,
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
    pub(super) shelf: Results,
    /// True while an answer is shown.
    pub(super) answering: bool,
    listed: ListState,
    /// Error of the file list. It is requested again after a change, or by the user.
    pub(super) failed: Option<String>,
    /// The last request.
    asked: BrowseRequest,
    /// Replies to earlier requests stay valid until files may have changed.
    pub(super) tickets: Tickets,
    /// Files that differ from git's HEAD. None if git's objects cannot be read.
    changed: Option<Arc<HashSet<SourcePath>>>,
    /// Generation of the index at which they were requested.
    pub(super) changed_at: Option<u64>,
}

impl App {
    /// Shows an answer, or the repository, unless it is shown already.
    pub(super) fn show(&mut self, answering: bool) {
        if self.browsing.answering == answering {
            return;
        }
        if !answering {
            self.results.clear();
            self.forget_staleness();
        }
        self.browsing.answering = answering;
        std::mem::swap(&mut self.results, &mut self.browsing.shelf);
        self.results
            .set_height(self.screen.layout.results.height.into());
        // Replies go to the tree that is shown; pending ones were requested by the other.
        self.browsing.asked.about.clear();
        self.browsing.asked.outlines.clear();
    }

    /// Requests missing data of the rows in view, unless it is pending.
    pub(super) fn look_around(&mut self) {
        let is_settled = matches!(self.index.stage, Activity::Fresh | Activity::Following);
        let request = BrowseRequest {
            files: self.wanted_files(),
            about: self.results.wanted_about(),
            outlines: self.results.wanted_outlines(),
            lines: self.popup().map_or(Vec::new(), Popup::wanted_lines),
            changed: is_settled && self.browsing.changed_at != Some(self.index.generation),
        };
        if request.is_within(&self.browsing.asked) {
            return;
        }
        let browsing = &mut self.browsing;
        browsing.asked = request.clone();
        let ticket = browsing.tickets.issue();
        self.effects
            .push(Effect::Ask(ticket, Request::List(request)));
    }

    /// The source of a better list of files than the present one. None if there is none.
    fn wanted_files(&self) -> Option<FileSource> {
        if self.browsing.failed.is_some() {
            return None;
        }
        let (listed, stage) = (self.browsing.listed, &self.index.stage);
        let indexed = ListState::Indexed(self.index.generation);
        // An index that was complete is complete again in a moment.
        let was_complete = matches!(listed, ListState::Indexed(_));
        let (is_wanted, source) = match stage {
            Activity::Starting | Activity::Running(Stage::Walking) if !was_complete => {
                (listed == ListState::Not, FileSource::Indexed)
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
        let changed = self.browsing.changed.as_ref();
        changed.is_some_and(|changed| changed.contains(path))
    }

    /// Returns true if it is known that git's objects cannot be read.
    pub(super) fn is_git_unreadable(&self) -> bool {
        self.browsing.changed_at.is_some() && self.browsing.changed.is_none()
    }

    /// Takes in a reply of the lister.
    pub(super) fn listed(&mut self, answer: BrowseReply) {
        match answer {
            BrowseReply::Files(files) => self.take_files(files),
            BrowseReply::About(entry, about) => self.results.take_about(entry, about),
            // The code pane shows why a file cannot be read.
            BrowseReply::Outline(path, outline) => {
                self.results.take_outline(path, outline.ok());
            }
            BrowseReply::Lines(path, lines) => {
                self.tell_popup(|popup| popup.take_lines(path, lines));
            }
            BrowseReply::Changed(files) => {
                self.browsing.asked.changed = false;
                self.browsing.changed = files;
                self.browsing.changed_at = Some(self.index.generation);
            }
        }
    }

    fn take_files(&mut self, files: Result<Arc<[SourcePath]>, String>) {
        let asked = self.browsing.asked.files.take();
        let files = match files {
            Ok(files) => files,
            Err(why) => {
                self.notify(Tone::Error, why.clone());
                self.browsing.failed = Some(why);
                return;
            }
        };
        self.browsing.listed = match (asked, &self.index.stage) {
            (Some(FileSource::Walked), _) => ListState::Walked,
            (_, Activity::Starting | Activity::Running(Stage::Walking | Stage::Reading))
                if !matches!(self.browsing.listed, ListState::Indexed(_)) =>
            {
                ListState::Early
            }
            _ => ListState::Indexed(self.index.generation),
        };
        let listing = Listing::of(files);
        let tree = match self.browsing.answering {
            true => &mut self.browsing.shelf,
            false => &mut self.results,
        };
        tree.take_listing(listing.clone());
        let recent = self.remembered.session.recent.clone();
        self.tell_popup(|popup| popup.take_files(&listing, &recent));
    }

    /// Error of the file list.
    pub(crate) fn listing_error(&self) -> Option<&str> {
        self.browsing.failed.as_deref()
    }

    /// Files may have changed: requests the data in view again.
    pub(super) fn outdate(&mut self) {
        self.browsing.tickets.revoke();
        self.browsing.asked = BrowseRequest::default();
        self.browsing.failed = None;
        self.results.outdate();
        self.browsing.shelf.outdate();
    }
}

#[cfg(test)]
mod tests {
    use crate::app::fixture::{blank, drive, fresh, listing, run_until_idle};
    use crate::app::{App, Effect, Event, IndexStatus, Stage};
    use crate::corpus::SourcePath;
    use crate::protocol::{BrowseReply, FileSource, Reply, Request, Ticket};
    use std::sync::Arc;

    /// The last question for the files, if they were asked for.
    fn asked(effects: &[Effect]) -> Option<Ticket> {
        effects.iter().rev().find_map(|effect| match effect {
            Effect::Ask(ticket, Request::List(request)) => request.files.map(|_| *ticket),
            _ => None,
        })
    }

    fn told(app: &mut App, ticket: Ticket, files: Result<Arc<[SourcePath]>, String>) {
        let answer = BrowseReply::Files(files);
        let effects = app.update(Event::Reply(ticket, Reply::Listed(answer)));
        assert_eq!(asked(&effects), None, "not at once");
    }

    /// An app whose files could not be listed.
    fn failed() -> App {
        let mut app = blank();
        let effects = app.update(Event::Index(fresh()));
        let ticket = asked(&effects).expect("a listing");
        told(&mut app, ticket, Err("src: permission denied".into()));
        assert_eq!(app.listing_error(), Some("src: permission denied"));
        app
    }

    #[test]
    fn files_that_could_not_be_listed_are_listed_again_when_somebody_looks_for_changes() {
        let mut app = failed();
        let effects = drive(&mut app, "<down>");
        assert_eq!(asked(&effects), None);
        app.perform(crate::app::Action::Reindex);
        app.follow();
        let effects = std::mem::take(&mut app.effects);
        run_until_idle(&mut app, effects);
        assert_eq!(app.listing_error(), None);
        let files = app.results.listing().map(|listing| listing.len());
        assert_eq!(files, Some(listing().len()));
    }

    #[test]
    fn files_that_could_not_be_listed_are_listed_again_with_a_new_index() {
        let mut app = failed();
        let effects = app.update(Event::Index(IndexStatus {
            generation: 4,
            ..fresh()
        }));
        assert!(asked(&effects).is_some());
    }

    #[test]
    fn a_walk_that_failed_is_no_walk() {
        let mut app = blank();
        let reading = IndexStatus {
            stage: crate::app::Activity::Running(Stage::Reading),
            ..fresh()
        };
        let effects = app.update(Event::Index(reading));
        let ticket = asked(&effects).expect("a listing");
        told(&mut app, ticket, Err("no".into()));
        app.browsing.failed = None;
        assert_eq!(app.wanted_files(), Some(FileSource::Walked));
    }
}
