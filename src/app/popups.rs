//! The popup: its pages, its area, and the outcome of its keys. Methods of [`App`].
//!
//! [`App::open_popup()`] and [`App::pick()`] open it, [`App::update_popup()`] changes it.

use super::explanation;
use super::keymap::Action;
use super::layout::{Focus, columns, rows};
use super::list_filter::ListFilter;
use super::lists;
use super::popup::{Content, FileItems, KeyOutcome, ListItem, PageRow, PageSubject, Popup};
use super::state::App;
use crate::search::words_in;
use ratatui::layout::Rect;

/// Below this width, a list of files has no preview.
const WITH_PREVIEW: u16 = 84;

impl App {
    pub(super) fn open_popup(&mut self, popup: Popup) {
        self.popup_filter = ListFilter::default();
        self.screen.popup = Some(popup);
        self.fit_popup();
    }

    /// Shows a list to choose from, or a notice if it is empty.
    pub(super) fn pick(&mut self, title: &str, items: Vec<ListItem>, if_empty: &str) {
        if items.is_empty() {
            self.screen.say(if_empty);
        } else {
            self.open_popup(Popup::new(title, Content::Items(items)));
        }
    }

    /// Shows the list of an action.
    pub(super) fn show_list(&mut self, action: Action) {
        let (title, items, if_empty) = match action {
            Action::Copies => {
                let items = lists::copies(self.results.selected_hit());
                let none = "The selected result has no copies";
                ("copies", items, none)
            }
            Action::Marks => {
                let none = self.session.notice_of_none("Nothing is marked");
                ("marks", lists::marks(self.session.marks()), none)
            }
            Action::Export => {
                let (marks, results) = (self.session.marks(), self.results.shown_hits().count());
                let none = "Nothing to export: mark rows or search first";
                ("export", lists::formats(marks.len(), results), none)
            }
            Action::History => {
                let items = lists::history(&self.session.stored.history);
                let none = "No search history for this repository";
                ("search history", items, self.session.notice_of_none(none))
            }
            Action::Bookmarks => {
                let items = lists::bookmarks(&self.session.stored.bookmarks);
                let none = self.session.notice_of_none("No bookmarks");
                ("bookmarks", items, none)
            }
            _ => {
                let items = lists::actions(&self.options.keys, self.screen.focus);
                (lists::HELP, items, "")
            }
        };
        self.pick(title, items, if_empty);
    }

    /// Lists the files of the repository; files that are still being listed are added as they arrive.
    pub(super) fn show_files(&mut self) {
        let hidden = &self.browsing.hidden_results;
        let known = (self.results.whole_listing()).or_else(|| hidden.whole_listing());
        let listing = known.cloned().unwrap_or_default();
        let recent = self.browsing.recent_files(&self.session.stored.recent);
        let files = Content::Files(FileItems::new(listing, &recent));
        self.open_popup(Popup::new("files", files));
    }

    /// Shows a page.
    pub(super) fn show_page(&mut self, subject: PageSubject) {
        self.open_popup(Popup::new("", Content::Page(subject, Vec::new())));
        self.rebuild_page();
    }

    /// Rebuilds the open page from the current state. A page without a subject closes.
    pub(super) fn rebuild_page(&mut self) {
        let page = match self.screen.page_subject() {
            None | Some(PageSubject::Output) => return,
            Some(PageSubject::Explanation) => self.explanation_page(),
            Some(PageSubject::Index) => Some(self.index_page()),
            Some(PageSubject::Docs) => Some(self.docs_page()),
            Some(PageSubject::Deleted) => self.review.deleted_page(),
        };
        match (page, &mut self.screen.popup) {
            (Some((title, rows)), Some(popup)) => {
                popup.write(title, rows);
                self.fit_popup();
            }
            _ => {
                self.screen.popup = None;
                self.screen.warn("No result is selected");
            }
        }
    }

    pub(super) fn index_page(&self) -> (String, Vec<PageRow>) {
        let width = self.screen.layout.popup().width.into();
        let (settings, state) = (&self.options.index, self.status_line());
        let key_of = |action| self.key_of(action);
        self.panel.page(&self.index, settings, state, key_of, width)
    }

    /// Explanation of the selected hit. None if no hit is selected.
    fn explanation_page(&self) -> Option<(String, Vec<PageRow>)> {
        let (answer, hit) = (self.results.answer()?, self.results.selected_hit()?);
        let has_more = self.results.has_more();
        if let Some(relation) = self.relation_of(hit) {
            let text = self.code.note(&relation.path, relation.at.0);
            return Some(explanation::page_of_use(
                answer, hit, relation, has_more, &text,
            ));
        }
        let words = match self.code.hit_text() {
            Some(text) => words_in(&text, &answer.query),
            None => Vec::new(),
        };
        // The line that Enter opens, once it is known.
        let line = match self.code.hit_location() {
            Some(location) if location.path == hit.record.path => location.line,
            _ => hit.record.name_at.0,
        };
        Some(explanation::page(answer, hit, line, has_more, &words))
    }

    /// Applies `update` to the open popup and handles the outcome.
    pub(super) fn update_popup(&mut self, update: impl FnOnce(&mut Popup) -> KeyOutcome) {
        if let Some(popup) = &mut self.screen.popup {
            let outcome = update(popup);
            self.handle_outcome(outcome);
        }
    }

    /// Handles the outcome of a key in a popup. Returns false if the key is not bound in it.
    pub(super) fn handle_outcome(&mut self, outcome: KeyOutcome) -> bool {
        match outcome {
            KeyOutcome::Taken => self.find_typed(),
            KeyOutcome::NotMine => return false,
            KeyOutcome::Perform(action) => self.perform(action),
            KeyOutcome::Close => {
                let closed = self.screen.popup.take().map(|popup| popup.content);
                match closed {
                    Some(Content::Find) => self.code.cancel_find(),
                    Some(Content::Filter) => _ = self.clear_filter(),
                    _ => {}
                }
            }
            KeyOutcome::Chosen(choice) => {
                self.screen.popup = None;
                self.choose(choice);
            }
        }
        true
    }

    /// Moves the code to the first match of the text to find, or narrows the list by the filter.
    pub(super) fn find_typed(&mut self) {
        let Some(popup) = &self.screen.popup else {
            return;
        };
        match popup.content {
            Content::Find => _ = self.code.find(popup.line.text()),
            Content::Filter => {
                let text = popup.line.text().to_owned();
                self.filter_results(&text);
            }
            _ => self.filter_popup(),
        }
    }

    /// Sets the height of the popup.
    pub(super) fn fit_popup(&mut self) {
        let height = self.popup_area().height.into();
        if let Some(popup) = &mut self.screen.popup {
            popup.set_height(height);
        }
    }

    /// The area of the open popup, inside its frame: as high as its content, if there is room.
    pub(crate) fn popup_area(&self) -> Rect {
        let layout = &self.screen.layout;
        let Some(popup) = &self.screen.popup else {
            return layout.popup();
        };
        let area = match &popup.content {
            // Over the last rows of the code, or over the first ones if a match is in the last ones.
            Content::Find => {
                let code = layout.area(Focus::Code);
                let y = if self.code.cursor_y() + 3 < code.height.into() {
                    code.y + code.height.saturating_sub(2)
                } else {
                    code.y + 1
                };
                Rect::new(code.x + 2, y, code.width.saturating_sub(4), 1)
            }
            Content::Filter => self.filter_area(),
            Content::Items(_) if self.screen.previewed_theme().is_some() => layout.popup_beside(),
            Content::Files(_) | Content::Page(PageSubject::Output | PageSubject::Deleted, _) => {
                layout.popup_wide()
            }
            Content::Items(_) if popup.menu_at.is_some() => {
                let rows = u16::try_from(popup.rows()).unwrap_or(u16::MAX);
                return layout.menu(popup.menu_at.unwrap_or_default(), rows);
            }
            _ => layout.popup(),
        };
        let shown = u16::try_from(popup.rows()).unwrap_or(u16::MAX);
        rows(area, 0, area.height.min(shown))
    }

    /// The part of a list of files that previews the selected one, if there is room for it.
    pub(crate) fn preview_area(&self) -> Option<Rect> {
        let popup = self.screen.popup.as_ref()?;
        let area = self.popup_area();
        if !matches!(popup.content, Content::Files(_)) || area.width <= WITH_PREVIEW {
            return None;
        }
        let list = area.width / 2;
        Some(columns(area, list, area.width - list))
    }

    /// Returns true while the open list is still matching: the runtime then sends
    /// [`Event::ContinueMatching`](super::Event::ContinueMatching)s between other events.
    pub fn is_matching(&self) -> bool {
        let popup = self.screen.popup.as_ref();
        popup.is_some_and(Popup::is_matching)
    }

    /// Name of the theme to draw in: the one selected in the list of themes, else the chosen one.
    pub fn theme(&self) -> String {
        let previewed = self.screen.previewed_theme();
        previewed.unwrap_or_else(|| self.options.theme.clone())
    }
}
