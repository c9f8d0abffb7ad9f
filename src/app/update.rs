//! The one way the app moves on: an event in, effects out.

use super::documents::Opening;
use super::event::Asker;
use super::keymap::{Action, Key, Meaning, shown};
use super::{App, Effect, Event, Focus, IndexStatus, ModelState, Notice, Page, Stage, Tone, What};
use crate::context::{OpenDocument, Progress};
use crate::corpus::SourcePath;
use crate::search::Query;
use crate::ticket::Ticket;
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::sync::Arc;

impl App {
    /// Takes in what happened; says what is to be done.
    pub fn update(&mut self, event: Event) -> Vec<Effect> {
        let mut effects = Vec::new();
        let ticks = matches!(event, Event::Tick);
        match event {
            Event::Key(key) => self.key(&key, &mut effects),
            Event::Paste(text) => self.paste(&text, &mut effects),
            Event::Mouse(mouse) => self.mouse(mouse, &mut effects),
            Event::DoubleClick { column, row } => self.double_click(column, row, &mut effects),
            Event::Resize { width, height } => {
                self.screen.size = (width, height);
                self.lay_out();
            }
            Event::Tick => {
                self.screen.spinner = self.screen.spinner.wrapping_add(1);
                self.inquiry.asking.ticks = self.inquiry.asking.ticks.saturating_add(1);
                self.read_on(&mut effects);
            }
            Event::GoOn => self.match_on(&mut effects),
            event if self.is_stale(&event) => {}
            Event::Answered { ticket, answer } => {
                self.answered(ticket, answer, &mut effects);
                self.catch_up(&mut effects);
            }
            Event::Opened {
                ticket,
                path,
                document,
            } => self.opened(ticket, path, document, &mut effects),
            Event::Counted { offers, chips, .. } => self.counted(offers, chips),
            Event::Remembered(session) => self.remember(*session, &mut effects),
            Event::Trouble(sentence) => self.notify(Tone::Warning, sentence),
            Event::Kept(kept) => self.kept(kept),
            Event::Related {
                asker: Asker::Results,
                relations,
                hits,
                ..
            } => {
                self.touched(relations, hits, &mut effects);
                self.catch_up(&mut effects);
            }
            Event::Related {
                connection,
                relations,
                ..
            } => self.related(connection, relations),
            Event::Listed { answer, .. } => self.listed(answer, &mut effects),
            Event::Exported(outcome) => self.exported(outcome, &mut effects),
            Event::Index(status) => self.indexed(status, &mut effects),
            Event::EditorReturned(outcome) => {
                if let Err(why) = outcome {
                    self.notify(Tone::Error, why);
                }
                self.read_again(&mut effects);
            }
            Event::Copied(outcome) => self.copied(outcome),
            Event::Themed { name, said } => self.themed(name, said),
            Event::Inspected { inspection, .. } => self.indexing.panel.take(inspection),
            Event::Checked { stale, .. } => self.reading.freshness.take(stale),
            Event::Resumed => {
                self.screen.notice = None;
                self.read_again(&mut effects);
            }
            Event::Terminate => effects.push(Effect::Quit),
        }
        self.follow(&mut effects);
        if !ticks {
            self.follow_typing(&mut effects);
            self.note(&mut effects);
        }
        effects
    }

    /// Has what is shown follow what happened, and asks for what it needs by now.
    pub(super) fn follow(&mut self, effects: &mut Vec<Effect>) {
        self.show_selection();
        self.restore_zoom();
        self.follow_code(effects);
        self.look_around(effects);
        self.look_index_over(effects);
        self.write_sheet();
        self.follow_theme(effects);
    }

    fn key(&mut self, key: &KeyEvent, effects: &mut Vec<Effect>) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        self.screen.notice = None;
        self.kept.remembered.touch();
        self.trees.results.accept();
        // Keys that were begun are finished, whatever the popup would make of the last one.
        if self.screen.prefix.is_empty()
            && (self.key_in_popup(key, effects) || self.key_in_completion(key, effects))
        {
            return;
        }
        let mut pressed = std::mem::take(&mut self.screen.prefix);
        let escapes = !pressed.is_empty() && key.code == KeyCode::Esc;
        pressed.push(Key::pressed(key));
        match self.keymap().meaning(self.screen.focus, &pressed) {
            _ if escapes => {}
            Meaning::Action(Action::Climb) if self.screen.popup.is_some() => {
                self.screen.popup = None
            }
            Meaning::Action(action)
                if self.screen.popup.is_some() && !action.is_seen_anywhere() => {}
            Meaning::Action(action) => {
                if !matches!(action, Action::Prompt(_)) {
                    self.inquiry.prompt.deselect();
                }
                self.perform(action, effects);
            }
            Meaning::Prefix => self.screen.prefix = pressed,
            Meaning::Nothing if pressed.len() > 1 => {
                let says = format!("{}: no action has these keys", shown(&pressed));
                self.notify(Tone::Plain, says);
            }
            Meaning::Nothing if self.screen.popup.is_some() => {}
            Meaning::Nothing => {
                if let (Focus::Prompt, KeyCode::Char(c)) = (self.screen.focus, key.code)
                    && (key.modifiers - KeyModifiers::SHIFT).is_empty()
                {
                    self.type_in(c.encode_utf8(&mut [0; 4]), effects);
                } else if matches!(key.code, KeyCode::Char(_) | KeyCode::F(_)) {
                    let says = self.meaningless(&pressed);
                    self.notify(Tone::Plain, says);
                }
            }
        }
    }

    /// What to say of a key that means nothing here: where it means something.
    fn meaningless(&self, pressed: &[Key]) -> String {
        let key = shown(pressed);
        let (other, place, there) = match self.screen.focus {
            Focus::Results => (Focus::Code, "code", Action::FocusNext),
            Focus::Code => (Focus::Results, "results", Action::FocusPrevious),
            Focus::Prompt => (Focus::Prompt, "", Action::Help),
        };
        let there = self.key_of(there);
        match self.keymap().meaning(other, pressed) {
            Meaning::Nothing => {
                let help = self.key_of(Action::Help);
                format!("{key}: no action has this key; {help} lists them all")
            }
            Meaning::Action(_) | Meaning::Prefix => {
                format!("{key} is a key of the {place}; {there} goes there")
            }
        }
    }

    fn paste(&mut self, text: &str, effects: &mut Vec<Effect>) {
        self.screen.notice = None;
        self.screen.prefix.clear();
        self.kept.remembered.touch();
        if self
            .screen
            .popup
            .as_mut()
            .is_some_and(|popup| popup.paste(text))
        {
            return;
        }
        self.screen.popup = None;
        self.focus_on(Focus::Prompt);
        self.type_in(text, effects);
    }

    fn type_in(&mut self, text: &str, effects: &mut Vec<Effect>) {
        if self.inquiry.prompt.insert(text) {
            self.ask(false, effects);
        }
    }

    /// The one place that says which answers are dropped: those whose ticket does not count any
    /// more with the part of the app that asked. Answers to an export, and what nobody asked for,
    /// always count.
    fn is_stale(&self, event: &Event) -> bool {
        let (asker, ticket) = match event {
            Event::Answered { ticket, .. }
            | Event::Related {
                ticket,
                asker: Asker::Results,
                ..
            } => (&self.inquiry.asking.tickets, ticket),
            Event::Related {
                ticket,
                asker: Asker::Code,
                ..
            } => (self.reading.code.tickets(), ticket),
            Event::Opened { ticket, .. } => (self.reading.documents.tickets(), ticket),
            Event::Counted { ticket, .. } => (self.inquiry.completion.tickets(), ticket),
            Event::Listed { ticket, .. } => (self.trees.browsing.tickets(), ticket),
            Event::Inspected { ticket, .. } => (self.indexing.panel.tickets(), ticket),
            Event::Checked { ticket, .. } => (self.reading.freshness.tickets(), ticket),
            _ => return false,
        };
        asker.is_stale(*ticket) && !self.is_correction(event)
    }

    fn opened(
        &mut self,
        ticket: Ticket,
        path: SourcePath,
        document: Result<Arc<OpenDocument>, String>,
        effects: &mut Vec<Effect>,
    ) {
        // More of it is to come, unless something else is asked for before.
        let is_whole = match &document {
            Ok(document) => document.progress == Progress::Whole,
            Err(_) => true,
        };
        let opening = match document {
            Ok(document) => Opening::Open(Arc::new(Page::new(document))),
            Err(why) => Opening::Failed(why),
        };
        match &opening {
            Opening::Open(page) if page.is_cut() => {
                self.finish_visit(ticket, &path, Ok(page), effects);
                self.move_bookmarks(page, effects);
            }
            // Nothing is found in it before it is cut.
            Opening::Open(_) | Opening::Asked => {}
            Opening::Failed(why) => self.finish_visit(ticket, &path, Err(why), effects),
        }
        if self.reading.code.path() == Some(&path) {
            self.reading.code.take(&opening);
        }
        if is_whole {
            self.reading.documents.put(path, opening);
        }
    }

    fn indexed(&mut self, status: IndexStatus, effects: &mut Vec<Effect>) {
        let settled = |stage: &Stage| matches!(stage, Stage::Fresh | Stage::Changed);
        // A save comes and goes in a moment.
        let is_same = status.stage == self.indexing.index.stage
            || settled(&status.stage) && settled(&self.indexing.index.stage);
        if !is_same || matches!(status.stage, Stage::Failed(_)) {
            // What was said in passing must not hide what happens now, or fails again.
            self.screen
                .notice
                .take_if(|notice| notice.tone == Tone::Plain);
        }
        if let Some(notice) = &status.notice
            && self.indexing.index.notice.as_ref() != Some(notice)
        {
            self.notify(Tone::Warning, notice.clone());
        }
        if let Some(head) = &status.head {
            self.options.head.clone_from(head);
        }
        let newer = status.generation != self.indexing.index.generation;
        let model_came = status.model == ModelState::Ready
            && self.indexing.index.model != ModelState::Ready
            && self.inquiry.prompt.mode().asks_meaning();
        // Nobody tells a follower when the other is done: what it has now may be all that comes.
        let is_told = matches!(status.stage, Stage::Fresh | Stage::Following);
        let became_fresh = is_told && status.generation != self.reading.read_at;
        self.indexing.index = status;
        if !self.is_indexing() {
            self.indexing.stopped = false;
        }
        if newer {
            self.outdate();
        }
        if newer || model_came {
            self.overtake(effects);
        }
        if became_fresh {
            self.reading.read_at = self.indexing.index.generation;
            self.read_again(effects);
        } else if newer {
            // Vectors may be made for long; a file that changed meanwhile is shown as it is.
            self.reopen(effects);
        }
    }

    /// The files may have changed: what was opened is read again, and what was found out by them is
    /// asked for again.
    pub(super) fn read_again(&mut self, effects: &mut Vec<Effect>) {
        self.reading.code.relate_again();
        self.outdate();
        self.check_hits(effects);
        self.reopen(effects);
    }

    /// Has what was opened read again. What is shown stays until then, and what is on its way is
    /// dropped when it comes, so it is asked for again here.
    fn reopen(&mut self, effects: &mut Vec<Effect>) {
        self.reading.documents.clear();
        self.retry_visit(effects);
    }

    /// Has a document opened, from the line that is looked at.
    pub(super) fn open(
        &mut self,
        path: SourcePath,
        near: u32,
        effects: &mut Vec<Effect>,
    ) -> Ticket {
        let ticket = self.reading.documents.ask(&path);
        effects.push(Effect::Open { ticket, path, near });
        ticket
    }

    /// Has the document opened that the code pane shows, unless it is there or on its way: another
    /// one may have been asked for since, and the files may have changed. One at a time is read,
    /// so a bookmark's comes first.
    pub(super) fn await_shown(&mut self, effects: &mut Vec<Effect>) {
        if self.navigation.pending_visit.is_some() || self.reading.code.is_directory() {
            return;
        }
        if let Some(path) = self.reading.code.path().cloned()
            && !self.reading.documents.knows(&path)
        {
            self.open(path, self.reading.code.near(), effects);
        }
    }

    /// The code pane shows what is selected.
    fn show_selection(&mut self) {
        let (Some(node), Some(hit)) = (
            self.trees.results.selected(),
            self.trees.results.selected_hit(),
        ) else {
            let says_more = self
                .trees
                .results
                .selected()
                .is_some_and(|it| it.what == What::More);
            // What is asked about is looked at until there is an answer.
            let awaits = self.is_asking() && self.is_about_a_row();
            if self.reading.code.path().is_some() && !says_more && !awaits {
                self.reading.code.clear();
            }
            return;
        };
        let nothing = Query::default();
        let query = self
            .trees
            .results
            .answer()
            .map_or(&nothing, |answer| &answer.query);
        let path = &hit.record.path;
        let is_other = self.reading.code.show(hit, node.id, query);
        let used = self.trees.uses.of(&self.trees.results, hit);
        // Who goes elsewhere does not find the place again that was typed for the file.
        self.navigation
            .goal
            .take_if(|(of, _)| node.what != What::File || *of != *path);
        let typed = self.navigation.goal.as_ref().map(|(_, place)| *place);
        let goal = used.map(|it| it.at).or(typed).or(hit.receipt.located_at);
        self.reading.code.aim(goal);
        if !is_other || hit.record.is_directory() {
            return;
        }
        if let Some(opening) = self.reading.documents.get(path) {
            self.reading.code.take(&opening.clone());
        }
    }

    pub(super) fn notify(&mut self, tone: Tone, text: impl Into<String>) {
        self.screen.notice = Some(Notice {
            tone,
            text: text.into(),
        });
    }

    pub(super) fn prompt_action(&mut self, action: Action, effects: &mut Vec<Effect>) {
        let changed = match action {
            Action::Prompt(editing) => self.inquiry.prompt.edit(editing),
            Action::NextMode => {
                self.inquiry.prompt.next_mode();
                true
            }
            _ => false,
        };
        if changed {
            self.ask(false, effects);
        }
    }
}
