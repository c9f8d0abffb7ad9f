//! The state transition: an event in, effects out.
//!
//! [`App::update()`] is the only function that changes the app from outside. Contract: a reply with a stale
//! ticket is dropped here and nowhere else.

use super::documents::DocumentState;
use super::keymap::{Action, Editing, Key, KeyMatch, shown};
use super::navigation::NavigationTarget;
use super::popup::{ItemAction, KeyOutcome};
use super::{
    Activity, App, CodeContent, Effect, Event, Focus, IndexStatus, ModelState, Page, Popup,
    RowKind, Tone, sentence,
};
use crate::context::OpenDocument;
use crate::corpus::{Location, SourcePath};
use crate::protocol::{RecorderReply, Reply, Request, Ticket};
use crate::search::{Mode, Pattern, Query};
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use std::sync::Arc;

impl App {
    /// Handles an event and returns its effects.
    pub fn update(&mut self, event: Event) -> Vec<Effect> {
        let ticks = matches!(event, Event::Tick);
        match event {
            Event::Key(key) => self.key(&key),
            Event::Paste(text) => self.paste(&text),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::DoubleClick(column, row) => self.double_click(column, row),
            Event::Resize(width, height) => {
                self.screen.layout.screen = Rect::new(0, 0, width, height);
                self.lay_out();
            }
            Event::Tick => {
                self.screen.spinner = self.screen.spinner.wrapping_add(1);
                self.search.ticks = self.search.ticks.saturating_add(1);
            }
            Event::ContinueMatching => self.update_popup(Popup::continue_matching),
            Event::Reply(ticket, reply) => self.handle_reply(ticket, reply),
            Event::Recorded(RecorderReply::Loaded(session)) => self.restore_session(*session),
            Event::Index(status) => self.indexed(status),
            Event::EditorReturned(outcome) => {
                if let Err(why) = outcome {
                    self.screen.notify(Tone::Error, sentence(&why));
                }
                self.reload_documents();
            }
            Event::Copied(outcome) => self.copied(outcome),
            Event::Visit(Location { path, line, column }) => {
                self.session.touched = true;
                self.visit_file(path, Some((line, column)));
                self.focus_code();
            }
            Event::Theme(name) => self.options.theme = name,
            Event::Recorded(RecorderReply::Failed(why)) | Event::Warned(why) => {
                self.screen.notify(Tone::Warning, sentence(&why));
            }
            Event::Resumed => {
                self.screen.notice = None;
                self.reload_documents();
            }
            Event::Terminate => self.effects.push(Effect::Quit),
        }
        self.refresh();
        if !ticks {
            self.follow_typing();
            self.save_position();
        }
        std::mem::take(&mut self.effects)
    }

    /// Updates code pane, rows and popup, and requests their missing data.
    pub(super) fn refresh(&mut self) {
        self.arrive();
        self.show_selection();
        self.show_document();
        self.request_missing();
        self.request_inspection();
        self.rebuild_page();
    }

    fn key(&mut self, key: &KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        self.screen.notice = None;
        self.session.touched = true;
        self.results.keep_selection();
        // A key sequence that was started takes precedence over the popup.
        if self.screen.prefix.is_empty() && (self.key_in_popup(key) || self.key_in_completion(key))
        {
            return;
        }
        let mut pressed = std::mem::take(&mut self.screen.prefix);
        let escapes = !pressed.is_empty() && key.code == KeyCode::Esc;
        pressed.push(Key::from_event(key));
        match self.keymap().resolve(self.screen.focus, &pressed) {
            _ if escapes => {}
            KeyMatch::Action(Action::Escape) if self.screen.popup.is_some() => {
                self.update_popup(|_| KeyOutcome::Close);
            }
            KeyMatch::Action(action)
                if self.screen.popup.is_some() && !action.works_in_popups() => {}
            KeyMatch::Action(action) => {
                if !matches!(action, Action::Prompt(_)) {
                    self.prompt.is_selected = false;
                }
                self.perform(action);
            }
            KeyMatch::Prefix => self.screen.prefix = pressed,
            KeyMatch::Nothing if pressed.len() > 1 => {
                self.screen
                    .notify(Tone::Plain, format!("Not bound: {}", shown(&pressed)));
            }
            KeyMatch::Nothing if self.screen.popup.is_some() => {}
            KeyMatch::Nothing => {
                if let KeyCode::Char(c) = key.code
                    && self.screen.focus.is_prompt()
                    && (key.modifiers - KeyModifiers::SHIFT).is_empty()
                {
                    self.type_in(c.encode_utf8(&mut [0; 4]));
                } else if matches!(key.code, KeyCode::Char(_) | KeyCode::F(_)) {
                    let message = self.unbound_key_message(&pressed);
                    self.screen.notify(Tone::Plain, message);
                }
            }
        }
    }

    /// Message for a key that is not bound here: the pane in which it is bound, if any.
    fn unbound_key_message(&self, pressed: &[Key]) -> String {
        let key = shown(pressed);
        let focus = self.screen.focus;
        let mut panes = Focus::PANES.into_iter();
        let pane = panes.find(|pane| self.keymap().resolve(*pane, pressed) != KeyMatch::Nothing);
        match pane.filter(|_| !focus.is_prompt()) {
            Some(pane) => {
                let step = if pane > focus {
                    Action::FocusNext
                } else {
                    Action::FocusPrevious
                };
                format!(
                    "{key} works in the {} pane ({})",
                    pane.name(),
                    self.key_of(step)
                )
            }
            None => {
                let help = self.key_of(Action::Help);
                format!("Not bound: {key}; {help} lists all keys")
            }
        }
    }

    fn paste(&mut self, text: &str) {
        self.screen.notice = None;
        self.screen.prefix.clear();
        self.session.touched = true;
        if self
            .screen
            .popup
            .as_mut()
            .is_some_and(|popup| popup.paste(text))
        {
            return self.find_typed();
        }
        self.screen.popup = None;
        self.focus_prompt();
        self.type_in(text);
    }

    fn type_in(&mut self, text: &str) {
        if self.prompt.insert(text) {
            self.search();
        }
    }

    /// Handles a reply unless its ticket is stale for the part of the app that sent the request: the only
    /// place where replies are dropped. Replies to an export are never stale.
    fn handle_reply(&mut self, ticket: Ticket, reply: Reply) {
        let asker = match &reply {
            Reply::Answered(_) | Reply::Related(_) => &self.search.tickets,
            Reply::Opened(..) => &self.documents.tickets,
            Reply::Counted(..) => &self.completion.tickets,
            Reply::Listed(_) => &self.browsing.tickets,
            Reply::Inspected(_) => &self.panel.tickets,
            Reply::Checked(_) => &self.staleness.tickets,
            Reply::Exported(_) => &self.exports,
        };
        if asker.is_stale(ticket) && !self.is_correction(ticket, &reply) {
            return;
        }
        match reply {
            Reply::Answered(answer) => {
                self.take_reply(ticket, answer);
                self.rerun_if_outdated();
            }
            Reply::Related(related) => {
                self.related(related);
                self.rerun_if_outdated();
            }
            Reply::Opened(path, document) => self.opened(path, document),
            Reply::Counted(offers, chips) => self.completion.set_counts(offers, chips),
            Reply::Listed(answer) => self.take_browse_reply(answer),
            Reply::Inspected(inspection) => self.panel.set_inspection(inspection),
            Reply::Checked(checked) => {
                self.staleness.checked = checked.into_iter().map(|it| (it.id, it)).collect();
            }
            Reply::Exported(outcome) => self.exported(outcome),
        }
    }

    fn opened(&mut self, path: SourcePath, document: Result<Arc<OpenDocument>, String>) {
        let document = match document {
            Ok(document) => DocumentState::Read(Page::new(document)),
            Err(why) => DocumentState::Failed(why),
        };
        if let DocumentState::Read(page) = &document
            && page.has_chunks()
        {
            self.move_bookmarks(page);
        }
        if self.code.path() == Some(&path) {
            self.code.take(&document);
        }
        self.documents.insert(path, document);
    }

    fn indexed(&mut self, status: IndexStatus) {
        let settled = |stage: &Activity| matches!(stage, Activity::UpToDate | Activity::Changed);
        // A saved file is indexed within a moment.
        let is_same = status.stage == self.index.stage
            || settled(&status.stage) && settled(&self.index.stage);
        if !is_same || matches!(status.stage, Activity::Failed(_)) {
            // A notice must not hide a new state, or a repeated failure.
            self.screen
                .notice
                .take_if(|notice| notice.tone == Tone::Plain);
        }
        if let Some(notice) = &status.notice
            && self.index.notice.as_ref() != Some(notice)
        {
            self.screen.notify(Tone::Warning, sentence(notice));
        }
        if let Some(head) = &status.head
            && self.options.head != *head
        {
            self.options.head.clone_from(head);
            // Files are compared with another commit.
            self.browsing.changed_at = None;
        }
        let newer = status.generation != self.index.generation;
        let model_came = status.model == ModelState::Ready
            && self.index.model != ModelState::Ready
            && self.prompt.mode().uses_vectors();
        // A follower gets no report when the other process finishes.
        let is_told = matches!(status.stage, Activity::UpToDate | Activity::Following);
        let became_fresh = is_told && status.generation != self.documents.read_at;
        self.index = status;
        if !self.is_indexing() {
            self.panel.stopped = false;
        }
        if newer {
            self.invalidate();
        }
        if newer || model_came {
            self.refresh_search();
        }
        if became_fresh {
            self.documents.read_at = self.index.generation;
            self.reload_documents();
        } else if newer {
            // Embedding may take long; a changed file is shown in the meantime.
            self.documents.clear();
        }
    }

    /// Requests everything again that was read from files, because files may have changed.
    pub(super) fn reload_documents(&mut self) {
        self.invalidate();
        self.check_hits();
        self.documents.clear();
    }

    /// Requests a document, starting at the line in view.
    pub(super) fn open(&mut self, path: SourcePath, near: u32) {
        let ticket = self.documents.request(&path);
        let request = Request::Open(path, near);
        self.effects.push(Effect::Send(ticket, request));
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
            (Some(NavigationTarget::Bookmark(mark)), _) => (mark.path.clone(), mark.line),
            (_, Some(path)) if !self.code.is_directory() => (path.clone(), self.code.near()),
            _ => return,
        };
        if !self.documents.contains(&path) {
            return self.open(path, near);
        }
        if matches!(self.code.content, CodeContent::Opening)
            && self.code.path() == Some(&path)
            && let Some(document) = self.documents.peek(&path)
        {
            self.code.take(&document.clone());
            self.arrive();
        }
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
        Some((self.open_page(&path)?, line))
    }

    /// Shows the selected row in the code pane.
    pub(super) fn show_selection(&mut self) {
        let selected = self.results.selected();
        let (Some(node), Some(hit)) = (selected, self.results.selected_hit()) else {
            let says_more = selected.is_some_and(|it| it.what == RowKind::More);
            // The subject of a query about a row is shown until the answer arrives.
            let awaits = self.is_searching() && self.has_target();
            if self.code.path().is_some() && !says_more && !awaits {
                self.code.clear();
            }
            return;
        };
        let nothing = Query::default();
        let answer = self.results.answer();
        let query = answer.map_or(&nothing, |answer| &answer.query);
        let used = self.relation_of(hit);
        let name = used.map(|it| it.name.to_lowercase());
        self.code
            .show(hit, node.id, query, hit.explanation.located_at);
        if let Some(name) = name {
            self.code.highlighted = vec![name];
        }
    }

    /// Toggles case sensitivity of the regular expression by a flag at its start, after leading
    /// filters. Without a flag, capitals make it sensitive.
    pub(super) fn toggle_case(&mut self) {
        const FLAGS: [&str; 2] = ["(?i)", "(?-i)"];
        let (text, mode) = (self.prompt.text(), self.prompt.mode());
        if mode != Mode::Regex {
            let key = self.key_of(Action::RegexMode);
            let message = format!("Case matters only in regex mode ({key})");
            return self.screen.notify(Tone::Plain, message);
        }
        let pattern = self.prompt.query.patterns.first();
        let has_capitals = pattern.is_some_and(Pattern::has_capitals);
        let flag = FLAGS[usize::from(!has_capitals)];
        let start = self.prompt.query.pattern_start;
        let (before, text) = text.split_at_checked(start).unwrap_or_default();
        let toggled = match FLAGS.iter().find_map(|flag| text.strip_prefix(flag)) {
            Some(plain) => format!("{before}{plain}"),
            // The flag is not part of the filter before it, whose quote may be open.
            None if text.is_empty() && !before.is_empty() => {
                let spaced = format!("{before} {flag}");
                let is_open = Query::parse(&spaced, mode).pattern_start == spaced.len();
                let quote = if is_open { "\"" } else { "" };
                format!("{before}{quote} {flag}")
            }
            None => format!("{before}{flag}{text}"),
        };
        self.prompt.replace(&toggled, mode);
        self.search();
    }

    pub(super) fn set_mode(&mut self, mode: Mode) {
        if self.prompt.set_mode(mode) {
            self.search();
        }
    }

    pub(super) fn edit_prompt(&mut self, editing: Editing) {
        if self.prompt.edit(editing) {
            self.search();
        }
    }
}
