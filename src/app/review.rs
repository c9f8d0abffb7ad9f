//! Review of what changed since git's HEAD, or since the base of the query: from change to change over files, and
//! the old text. Methods of [`App`].
//!
//! Principal type: [`Review`]. Invariant: everything here is of one base, and is dropped when files may have changed.

use super::code::OldText;
use super::event::Effect;
use super::navigation::{NavigationTarget, RowPosition};
use super::popup::{Cell, PageRow, PageSubject};
use super::query::ResultsContent;
use super::state::App;
use super::status::Tone;
use super::text::{counted, sentence};
use crate::chunk::file_id;
use crate::corpus::SourcePath;
use crate::protocol::{
    ChangedFile, FileState, OldFile, Request, ReviewReply, ReviewRequest, Tickets,
};
use std::sync::Arc;

/// Files whose old text is kept.
const MAX_DIFFS: usize = 8;
/// Maximum number of lines of a deleted file in the popup.
const MAX_DELETED_LINES: u32 = 5_000;

/// The old text of a file; none while it is requested.
type Diff = Option<Result<Option<Arc<OldFile>>, String>>;

/// Changed files.
#[derive(Debug, Default)]
pub(crate) struct Review {
    /// Replies to earlier requests stay valid until files may have changed.
    pub(super) tickets: Tickets,
    /// The base of everything here.
    base: Option<String>,
    /// The changed files by path, or why they are not known.
    files: Option<Result<Arc<[ChangedFile]>, String>>,
    /// True if the files were requested.
    is_requested: bool,
    /// Old texts, the newest last.
    diffs: Vec<(SourcePath, Diff)>,
    /// Layout of the old text.
    shown: OldText,
    /// The steps that wait for a reply.
    pub(super) pending: Option<ChangeSearch>,
    /// The deleted file at which the review is.
    deleted: Option<SourcePath>,
}

impl Review {
    /// Drops everything, because files may have changed.
    pub(super) fn invalidate(&mut self) {
        self.tickets.revoke();
        self.diffs.clear();
        if let Some(pending) = &mut self.pending {
            (pending.from, pending.last) = (None, None);
        }
        self.is_requested = false;
    }

    /// Starts with another base.
    fn set_base(&mut self, base: Option<String>) {
        if self.base != base {
            self.invalidate();
            (self.base, self.files, self.deleted) = (base, None, None);
        }
    }

    fn diff(&self, path: &SourcePath) -> Option<&Diff> {
        let mut diffs = self.diffs.iter();
        Some(&diffs.find(|(known, _)| known == path)?.1)
    }

    fn set_diff(&mut self, path: SourcePath, diff: Diff) {
        self.diffs.retain(|(known, _)| *known != path);
        self.diffs.push((path, diff));
        if self.diffs.len() > MAX_DIFFS {
            self.diffs.remove(0);
        }
    }

    /// A request for the files, or for the old text of one, unless it is pending.
    fn request(&mut self, path: Option<&SourcePath>) -> Option<Effect> {
        match path {
            Some(path) if self.diff(path).is_some() => return None,
            Some(path) => self.set_diff(path.clone(), None),
            None if self.is_requested => return None,
            None => self.is_requested = true,
        }
        let request = ReviewRequest {
            base: self.base.clone(),
            path: path.cloned(),
        };
        Some(Effect::Send(self.tickets.issue(), Request::Review(request)))
    }

    /// The numbers of added and removed lines of a file.
    pub(crate) fn lines_of(&self, path: &SourcePath) -> Option<(usize, usize)> {
        let Some(Ok(files)) = &self.files else {
            return None;
        };
        let at = files.binary_search_by(|file| file.path.cmp(path)).ok()?;
        files[at].lines
    }

    /// The page of a deleted file.
    pub(super) fn deleted_page(&self) -> Option<(String, Vec<PageRow>)> {
        let path = self.deleted.as_ref()?;
        let line = |tone, text: String| vec![Cell::text(tone, text)];
        let rows = match self.diff(path) {
            Some(Some(Ok(Some(old)))) => {
                let diff = &old.diff;
                let text = &diff.before;
                let all = u32::try_from(diff.counts().1).unwrap_or(u32::MAX);
                let rows = (1..=all.min(MAX_DELETED_LINES)).map(|number| {
                    let bytes = text.lines(number, number);
                    let removed = text.slice(bytes).trim_end().to_owned();
                    line(Tone::Error, format!("- {removed}"))
                });
                rows.collect()
            }
            Some(Some(Err(why))) => vec![line(Tone::Error, sentence(why))],
            Some(Some(Ok(None))) => vec![line(Tone::Plain, "It is there again".to_owned())],
            _ => vec![line(Tone::Faint, "Reading …".to_owned())],
        };
        Some((format!("deleted: {path}"), rows))
    }
}

/// A change: the number of its file, its number among all of the file, and its first line.
#[derive(Debug)]
struct ChangePosition {
    file: usize,
    nth: usize,
    all: usize,
    line: u32,
}

/// The number of a changed file, if there is one, and a line in it.
type ReviewPlace = (Option<usize>, Option<u32>);

/// Steps from change to change, which go on where they waited: fewer old texts are kept than files may be passed.
#[derive(Debug)]
pub(super) struct ChangeSearch {
    forward: bool,
    /// Number of steps that are left.
    times: usize,
    /// The place that was reached; none before the first step.
    from: Option<ReviewPlace>,
    /// The last change that was passed.
    last: Option<ChangePosition>,
}

/// Notice while git's files are read.
const COMPARING: &str = "Comparing with git …";

/// The changes of the file at this place are still read.
struct IsAwaited(ReviewPlace);

impl App {
    /// Returns true if the results depend on a commit in git, which may move while no file changes.
    pub(super) fn lists_changes(&self) -> bool {
        matches!(&self.search.content, ResultsContent::Query(query) if query.changed_base().is_some())
    }

    /// The base of the current query.
    fn base(&self) -> Option<String> {
        match &self.search.content {
            ResultsContent::Query(query) => query.changed_base().flatten(),
            // The base stays for lists that lead on from its results.
            ResultsContent::Browse
            | ResultsContent::Similar(_)
            | ResultsContent::Related(..)
            | ResultsContent::Walked(..) => self.review.base.clone(),
        }
    }

    /// Sets the old text of the shown file.
    pub(super) fn show_old_text(&mut self) {
        let diff = match self.code.path().map(|path| self.review.diff(path)) {
            Some(Some(Some(Ok(diff)))) => diff.as_ref(),
            _ => None,
        };
        self.code.set_old(diff, self.review.shown);
    }

    /// Requests the changed files once git's HEAD was compared, and the old text that is shown.
    pub(super) fn request_review(&mut self) {
        let base = self.base();
        self.review.set_base(base);
        let is_of_base = self.review.base.is_some();
        let was_requested = self.review.files.is_some() || self.review.pending.is_some();
        if is_of_base || was_requested || self.browsing.has_changes() {
            let request = self.review.request(None);
            self.effects.extend(request);
        }
        let is_needed = self.review.shown != OldText::Hidden || is_of_base;
        let is_open = self.code.page().is_some_and(|page| page.has_chunks());
        if is_needed
            && is_open
            && let Some(path) = self.code.path()
            && (is_of_base || self.browsing.is_changed(path))
        {
            let request = self.review.request(Some(&path.clone()));
            self.effects.extend(request);
        }
    }

    pub(super) fn reviewed(&mut self, reply: ReviewReply) {
        match reply {
            ReviewReply::Files(files) => self.review.files = Some(files),
            ReviewReply::File(path, diff) => self.review.set_diff(path, Some(diff)),
        }
        if let Some(search) = self.review.pending.take() {
            self.continue_to_change(search);
        }
    }

    /// Shows the old text, or hides it again.
    pub(super) fn toggle_old_text(&mut self, shown: OldText) {
        if self.review.shown == shown {
            self.review.shown = OldText::Hidden;
            return self.screen.say("Old text hidden");
        }
        if shown == OldText::Beside && !self.code.fits_beside() {
            let key = self.key_of(super::keymap::Action::Peek);
            return self.screen.say(format!(
                "Two texts need a code pane of 80 columns; {key} gives it the full width"
            ));
        }
        self.review.shown = shown;
        let is_changed = self.code.is_deleted()
            || self.review.base.is_some()
            || self
                .code
                .path()
                .is_some_and(|path| self.browsing.is_changed(path));
        let message = match self.browsing.git_unavailable() {
            Some(why) if !is_changed => return self.screen.warn(why.to_string()),
            None if !is_changed => "This file is unchanged since HEAD",
            _ if shown == OldText::Beside => "Before and after shown",
            _ => "Removed lines shown",
        };
        self.screen.say(message);
    }

    /// Goes to the next change, or to the previous one, a number of times over all changed files in the order of their
    /// paths.
    pub(super) fn go_to_change(&mut self, forward: bool, times: usize) {
        match self.screen.page_subject() {
            Some(PageSubject::Deleted) => self.screen.popup = None,
            _ if self.screen.popup.is_some() => return,
            _ => {}
        }
        self.continue_to_change(ChangeSearch {
            forward,
            times,
            from: None,
            last: None,
        });
    }

    fn continue_to_change(&mut self, mut search: ChangeSearch) {
        let base = self.base();
        self.review.set_base(base);
        let files = match &self.review.files {
            Some(Ok(files)) => Arc::clone(files),
            Some(Err(why)) => return self.screen.warn(sentence(why)),
            None => {
                let request = self.review.request(None);
                self.effects.extend(request);
                return self.wait_for_git(search);
            }
        };
        if files.is_empty() {
            let since = self.review.base.as_deref().unwrap_or("HEAD");
            return self
                .screen
                .say(format!("No file has changed since {since}"));
        }
        let forward = search.forward;
        let mut from = match search.from {
            Some(from) => from,
            None => self.place_of_review(&files, forward),
        };
        while search.times > 0 {
            match self.next_change(&files, from, forward) {
                Ok(Some(next)) => {
                    from = (Some(next.file), Some(next.line));
                    search.last = Some(next);
                    search.times -= 1;
                }
                Ok(None) => break,
                Err(IsAwaited(place)) => {
                    search.from = Some(place);
                    return self.wait_for_git(search);
                }
            }
        }
        match search.last {
            Some(change) => self.show_change(&files, change),
            None if forward => self.screen.say("This was the last change"),
            None => self.screen.say("This was the first change"),
        }
    }

    /// The number of the file at which a step begins, if there is one, and the line in it, if that is where one reads.
    fn place_of_review(&self, files: &[ChangedFile], forward: bool) -> ReviewPlace {
        let (here, line) = match (&self.review.deleted, &self.navigation.destination) {
            (Some(path), _) => (Some(path), Some(1)),
            // The code of the last step has not arrived yet.
            (None, Some(NavigationTarget::Row(row))) => (Some(&row.path), row.target_line()),
            _ => (self.code.path(), self.code.cursor_line()),
        };
        let found = here.map(|path| files.binary_search_by(|file| file.path.cmp(path)));
        match found {
            Some(Ok(at)) => (Some(at), line),
            Some(Err(after)) if forward => (Some(after), None),
            Some(Err(after)) => (after.checked_sub(1), None),
            None if forward => (Some(0), None),
            None => (files.len().checked_sub(1), None),
        }
    }

    fn wait_for_git(&mut self, search: ChangeSearch) {
        self.review.pending = Some(search);
        self.screen.say(COMPARING);
    }

    /// The next change after a line of a file, or the first one of a file without a line; those of the files that
    /// follow, if it has none.
    fn next_change(
        &mut self,
        files: &[ChangedFile],
        (mut at, mut line): ReviewPlace,
        forward: bool,
    ) -> Result<Option<ChangePosition>, IsAwaited> {
        while let Some(number) = at
            && let Some(file) = files.get(number)
        {
            let Some(old) = self.changes_of(&file.path) else {
                return Err(IsAwaited((at, line)));
            };
            let hunks = old.iter().flat_map(|old| &old.diff.hunks);
            let mut starts: Vec<u32> = hunks.map(|hunk| hunk.lines.start).collect();
            if file.state == FileState::Deleted {
                starts = vec![1];
            }
            let is_next = |start: &u32| match line {
                Some(line) if forward => *start > line,
                Some(line) => *start < line,
                None => true,
            };
            let found = if forward {
                starts.iter().position(is_next)
            } else {
                starts.iter().rposition(is_next)
            };
            if let Some(nth) = found {
                return Ok(Some(ChangePosition {
                    file: number,
                    nth,
                    all: starts.len(),
                    line: starts[nth],
                }));
            }
            at = if forward {
                Some(number + 1)
            } else {
                number.checked_sub(1)
            };
            line = None;
        }
        Ok(None)
    }

    /// The changes of a file, without any if they cannot be read; none while they are read.
    fn changes_of(&mut self, path: &SourcePath) -> Option<Option<Arc<OldFile>>> {
        match self.review.diff(path) {
            Some(Some(Ok(diff))) => Some(diff.clone()),
            Some(Some(Err(_))) => Some(None),
            _ => {
                let request = self.review.request(Some(path));
                self.effects.extend(request);
                None
            }
        }
    }

    /// Shows a change: in the result around it, else in its file; a deleted file in a popup.
    fn show_change(&mut self, files: &[ChangedFile], change: ChangePosition) {
        let ChangePosition {
            file,
            nth,
            all,
            line,
        } = change;
        let file = &files[file];
        self.review.deleted = None;
        if file.state == FileState::Deleted {
            self.review.deleted = Some(file.path.clone());
            self.screen.say(place_among(files, file));
            return self.show_page(PageSubject::Deleted);
        }
        let path = &file.path;
        let is_here = self.code.path() == Some(path);
        let mut hits = self.results.shown_hits();
        let around = hits.find(|hit| {
            let (first, last) = hit.record.lines;
            hit.record.path == *path && hit.deleted.is_none() && (first..=last).contains(&line)
        });
        let around = around.map(|hit| hit.record.id);
        drop(hits);
        // A change outside of all results is in the row of its file.
        let is_listed = !self.results.is_ranked()
            && (self.results.shown_hits()).any(|hit| hit.record.path == *path);
        let row = match around {
            _ if self.is_browsing() => None,
            None if !is_here && is_listed => Some(file_id(path)),
            around => around,
        };
        let selected = self.results.selected().map(|node| node.id);
        match row {
            Some(id) if selected != Some(id) => {
                if !is_here {
                    self.push_history();
                }
                self.navigation.destination = Some(NavigationTarget::Row(RowPosition {
                    id,
                    zoom: 0,
                    line: Some(line),
                    ..RowPosition::file(path.clone())
                }));
            }
            _ if is_here => {
                self.mark_visited();
                self.code.show_change(line);
            }
            _ => self.visit_file(path.clone(), Some((line, 1))),
        }
        let change = format!(
            "Change {} of {all} in {}",
            nth + 1,
            place_among(files, file)
        );
        self.screen.say(change);
    }
}

/// `src/a.rs · file 2 of 5`, and for a deleted file its number of lines.
fn place_among(files: &[ChangedFile], file: &ChangedFile) -> String {
    let at = files.iter().position(|other| other.path == file.path);
    let (at, all) = (at.map_or(0, |at| at + 1), files.len());
    let path = &file.path;
    match (file.state, file.lines) {
        (FileState::Deleted, Some((_, removed))) => {
            let lines = counted(removed, "line", "lines");
            format!("{path} was deleted ({lines}) · file {at} of {all}")
        }
        (FileState::Deleted, None) => format!("{path} was deleted · file {at} of {all}"),
        _ => format!("{path} · file {at} of {all}"),
    }
}
