//! Data in view: what is missing is requested, what arrives is shown. Methods of [`App`].
//!
//! [`App::refresh()`] is called after every event. Invariant: summaries, outlines and documents are requested only
//! for what is in view.

use super::code::{CodeContent, DocumentState, Page};
use super::event::Effect;
use super::navigation::NavigationTarget;
use super::popup::{Content, ItemAction, PageSubject, Popup};
use super::results::RowKind;
use super::state::App;
use super::status::Tone;
use super::text::sentence;
use crate::context::OpenDocument;
use crate::corpus::SourcePath;
use crate::protocol::{BrowseReply, BrowseRequest, Request};
use crate::search::Query;
use std::sync::Arc;

impl App {
    /// Updates code pane, rows and popup, and requests their missing data.
    pub(super) fn refresh(&mut self) {
        self.arrive();
        self.show_selection();
        self.show_document();
        self.request_missing();
        self.request_calls();
        self.request_columns();
        self.request_map();
        self.show_old_text();
        self.request_review();
        self.request_inspection();
        self.rebuild_page();
    }

    /// Shows the selected row in the code pane.
    pub(super) fn show_selection(&mut self) {
        let selected = self.results.selected();
        let (Some(node), Some(hit)) = (selected, self.results.selected_hit()) else {
            let offers_more = selected.is_some_and(|node| node.what == RowKind::More);
            // The subject of a query about a row is shown until the answer arrives.
            let is_awaited = self.search.is_running() && self.search.content.has_target();
            if self.code.path().is_some() && !offers_more && !is_awaited {
                self.code.clear();
            }
            return;
        };
        let nothing = Query::default();
        let query = match self.results.answer() {
            Some(answer) => &answer.query,
            None => &nothing,
        };
        let called = selected.and_then(|node| node.call.as_ref());
        let relation = called
            .map(|call| &call.relation)
            .or_else(|| self.relation_of(hit));
        let name = relation.map(|relation| relation.name.to_lowercase());
        let goal = hit.explanation.located_at;
        self.code.show(hit, node.id, query, goal);
        if let Some(name) = name {
            self.code.highlighted = vec![name];
        }
    }

    /// Shows the document of the code pane, or requests it. Only one document is read at a time, so
    /// that a preview or a bookmark comes first.
    fn show_document(&mut self) {
        if let Some((path, near)) = self.previewed() {
            if !self.documents.contains(&path) {
                self.open(path, near);
            }
            return;
        }
        let (path, near) = match (&self.navigation.destination, self.code.path()) {
            (Some(NavigationTarget::Bookmark(bookmark)), _) => {
                (bookmark.path.clone(), bookmark.line)
            }
            (_, Some(path)) if !self.code.is_directory() && !self.code.is_deleted() => {
                (path.clone(), self.code.near())
            }
            _ => return,
        };
        if !self.documents.contains(&path) {
            return self.open(path, near);
        }
        if matches!(self.code.content, CodeContent::Opening)
            && self.code.path() == Some(&path)
            && let Some(document) = self.documents.peek(&path)
        {
            self.code.take(document);
            self.arrive();
            self.continue_find();
        }
    }

    /// Finds a text in a document that arrived after the search for it began.
    fn continue_find(&mut self) {
        let popup = self.screen.popup.as_ref();
        if popup.is_some_and(|popup| matches!(popup.content, Content::Find)) {
            self.code.begin_find();
            self.find_typed();
        }
    }

    /// Requests a document, starting at the line in view.
    pub(super) fn open(&mut self, path: SourcePath, near: u32) {
        let ticket = self.documents.request(&path);
        let request = Request::Open(path, near);
        self.effects.push(Effect::Send(ticket, request));
    }

    pub(super) fn opened(&mut self, path: SourcePath, document: Result<Arc<OpenDocument>, String>) {
        let document = match document {
            Ok(document) => DocumentState::Read(Page::new(document)),
            Err(why) => DocumentState::Failed(why),
        };
        if let DocumentState::Read(page) = &document
            && page.has_chunks()
        {
            self.move_bookmarks(page);
            self.move_marks(&page.document.tree);
        }
        if self.code.path() == Some(&path) {
            let was_opening = matches!(self.code.content, CodeContent::Opening);
            self.code.take(&document);
            if was_opening {
                self.continue_find();
            }
        }
        self.documents.insert(path, document);
    }

    /// File and line of the preview in the list of files, if it is shown.
    fn previewed(&self) -> Option<(SourcePath, u32)> {
        self.preview_area()?;
        match self.screen.popup.as_ref()?.selected()? {
            ItemAction::File(path, position) => Some((path, position.map_or(1, |(line, _)| line))),
            _ => None,
        }
    }

    /// Page and first line of the preview, once it is read.
    pub(crate) fn preview(&self) -> Option<(&Page, u32)> {
        let (path, line) = self.previewed()?;
        Some((self.documents.page(&path)?, line))
    }

    /// Shows an answer, or the repository, unless it is shown already.
    pub(super) fn show(&mut self, answering: bool) {
        if self.browsing.shows_answer == answering {
            return;
        }
        if !answering {
            self.results.clear();
            self.staleness.clear();
        }
        self.browsing.shows_answer = answering;
        std::mem::swap(&mut self.results, &mut self.browsing.hidden_results);
        self.browsing.forget_rows();
        self.fit_results();
    }

    /// Requests missing data of the rows in view, unless it is pending.
    fn request_missing(&mut self) {
        let popup = self.screen.popup.as_ref();
        let missing = BrowseRequest {
            files: self.browsing.next_source(&self.index),
            about: self.results.missing_summaries(),
            outlines: self.results.missing_outlines(),
            lines: popup.map_or_else(Vec::new, Popup::wanted_lines),
            changed: self.browsing.misses_changes(&self.index),
        };
        self.effects.extend(self.browsing.request(missing));
    }

    /// Stores a reply of the lister.
    pub(super) fn listed(&mut self, reply: BrowseReply) {
        match reply {
            BrowseReply::Files(files) => self.set_files(files),
            BrowseReply::About(entry, about) => self.results.add_summary(entry, about),
            // The code pane shows why a file cannot be read.
            BrowseReply::Outline(path, outline) => self.results.add_outline(path, outline),
            BrowseReply::Lines(path, lines) => {
                self.browsing.forget_lines(&path);
                self.update_popup(|popup| popup.set_line_count(path, lines));
            }
            BrowseReply::Changed(files) => self.browsing.set_changed(files, &self.index),
        }
    }

    fn set_files(&mut self, files: Result<Arc<[SourcePath]>, String>) {
        let listing = match self.browsing.set_files(files, &self.index) {
            Ok(listing) => listing,
            Err(why) => return self.screen.notify(Tone::Error, sentence(&why)),
        };
        let repository = if self.browsing.shows_answer {
            &mut self.browsing.hidden_results
        } else {
            &mut self.results
        };
        repository.set_listing(listing.clone());
        if self.filter.is_active() && !self.browsing.shows_answer {
            self.filter.forget();
            self.apply_filter();
        }
        let recent = self.browsing.recent_files(&self.session.stored.recent);
        self.update_popup(|popup| popup.set_files(&listing, &recent));
    }

    /// Requests a comparison of the hits with the working tree.
    pub(super) fn check_hits(&mut self) {
        let request = self.staleness.request(self.results.answer());
        self.effects.extend(request);
    }

    /// Requests an inspection while the index page is shown.
    fn request_inspection(&mut self) {
        if self.screen.page_subject() == Some(PageSubject::Index) {
            self.effects.extend(self.panel.request(&self.index));
        }
    }

    /// Files may have changed: requests the data in view again.
    pub(super) fn invalidate(&mut self) {
        self.browsing.invalidate();
        self.review.invalidate();
        self.results.invalidate();
        self.columns.invalidate();
    }

    /// Requests everything again that was read from files, because files may have changed.
    pub(super) fn reload_documents(&mut self) {
        self.invalidate();
        self.check_hits();
        self.documents.clear();
    }
}
