//! The one way the app moves on: an event in, effects out.

use super::documents::Opening;
use super::event::Asker;
use super::keymap::{Action, Key, Meaning, shown};
use super::{
    App, Effect, Event, Focus, IndexStatus, ModelState, Notice, Page, Request, Stage, Tone, What,
};
use crate::context::{OpenDocument, Progress};
use crate::corpus::SourcePath;
use crate::search::{Query, Revision};
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
                self.size = (width, height);
                self.lay_out();
            }
            Event::Tick => {
                self.spinner = self.spinner.wrapping_add(1);
                self.asking.ticks = self.asking.ticks.saturating_add(1);
            }
            event if self.is_stale(&event) => {}
            Event::Answered { answer, .. } => {
                self.answered(answer, &mut effects);
                self.catch_up(&mut effects);
            }
            Event::Opened {
                request,
                path,
                document,
            } => self.opened(request, path, document, &mut effects),
            Event::Counted { offers, chips, .. } => self.counted(offers, chips),
            Event::Remembered(session) => self.remember(*session, &mut effects),
            Event::Trouble(sentence) => self.notify(Tone::Warning, sentence),
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
            Event::Listed { told, .. } => self.told(told),
            Event::Exported(outcome) => self.written(outcome, &mut effects),
            Event::Index(status) => self.indexed(status, &mut effects),
            Event::EditorReturned(outcome) => {
                if let Err(why) = outcome {
                    self.notify(Tone::Error, why);
                }
                self.read_again(&mut effects);
            }
            Event::Copied(outcome) => self.copied(outcome),
            Event::Themed { name, said } => self.themed(name, said),
            Event::Inspected { inspection, .. } => self.panel.take(inspection),
            Event::Checked { fates, .. } => self.freshness.take(fates),
            Event::Resumed => {
                self.notice = None;
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
        self.zoom_again();
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
        self.notice = None;
        self.remembered.touch();
        // Keys that were begun are finished, whatever the popup would make of the last one.
        if self.prefix.is_empty()
            && (self.key_in_popup(key, effects) || self.key_in_completion(key, effects))
        {
            return;
        }
        let mut pressed = std::mem::take(&mut self.prefix);
        let escapes = !pressed.is_empty() && key.code == KeyCode::Esc;
        pressed.push(Key::pressed(key));
        match self.keymap().meaning(self.focus, &pressed) {
            _ if escapes => {}
            Meaning::Action(Action::Climb) if self.popup.is_some() => self.popup = None,
            Meaning::Action(action) if self.popup.is_some() && !action.is_seen_anywhere() => {}
            Meaning::Action(action) => {
                if !matches!(action, Action::Prompt(_)) {
                    self.prompt.deselect();
                }
                self.perform(action, effects);
            }
            Meaning::Prefix => self.prefix = pressed,
            Meaning::Nothing if pressed.len() > 1 => {
                let says = format!("{}: no action has these keys", shown(&pressed));
                self.notify(Tone::Plain, says);
            }
            Meaning::Nothing if self.popup.is_some() => {}
            Meaning::Nothing => {
                if let (Focus::Prompt, KeyCode::Char(c)) = (self.focus, key.code)
                    && (key.modifiers - KeyModifiers::SHIFT).is_empty()
                {
                    self.type_in(c.encode_utf8(&mut [0; 4]), effects);
                }
            }
        }
    }

    fn paste(&mut self, text: &str, effects: &mut Vec<Effect>) {
        self.notice = None;
        self.prefix.clear();
        self.remembered.touch();
        if self.popup.as_mut().is_some_and(|popup| popup.paste(text)) {
            return;
        }
        self.popup = None;
        self.focus_on(Focus::Prompt);
        self.type_in(text, effects);
    }

    fn type_in(&mut self, text: &str, effects: &mut Vec<Effect>) {
        if self.prompt.insert(text) {
            self.ask(false, effects);
        }
    }

    /// The one place that says which answers are dropped: those to a question that was typed over,
    /// and documents that may have been read before their file changed.
    fn is_stale(&self, event: &Event) -> bool {
        match event {
            Event::Answered { revision, .. } => {
                *revision != self.asking.revision || !self.asking.pending
            }
            Event::Opened { request, .. } => self.documents.is_stale(*request),
            Event::Counted { request, .. } => self.completion.is_stale(*request),
            Event::Related {
                request,
                asker: Asker::Code,
                ..
            } => self.code.is_stale(*request),
            Event::Related {
                request,
                asker: Asker::Results,
                ..
            } => Revision(request.0) != self.asking.revision || !self.asking.pending,
            Event::Listed { request, .. } => self.is_told_late(*request),
            Event::Inspected { request, .. } => self.panel.is_stale(*request),
            Event::Checked { request, .. } => self.freshness.is_stale(*request),
            _ => false,
        }
    }

    fn opened(
        &mut self,
        request: Request,
        path: SourcePath,
        document: Result<Arc<OpenDocument>, String>,
        effects: &mut Vec<Effect>,
    ) {
        match &document {
            Ok(document) if document.progress > Progress::Read => {
                self.arrive(request, &path, Ok(&document.tree), effects)
            }
            // Nothing is found in it before it is cut.
            Ok(_) => {}
            Err(why) => self.arrive(request, &path, Err(why), effects),
        }
        // More of it is to come, unless something else is asked for before.
        let is_whole = match &document {
            Ok(document) => document.progress == Progress::Whole,
            Err(_) => true,
        };
        let opening = match document {
            Ok(document) => Opening::Open(Arc::new(Page::new(document))),
            Err(why) => Opening::Failed(why),
        };
        if self.code.path() == Some(&path) {
            self.code.take(&opening);
        }
        if is_whole {
            self.documents.put(path, opening);
        }
    }

    fn indexed(&mut self, status: IndexStatus, effects: &mut Vec<Effect>) {
        if status.stage != self.index.stage {
            // What was said in passing must not hide what happens now.
            self.notice.take_if(|notice| notice.tone == Tone::Plain);
        }
        if let Some(notice) = &status.notice
            && self.index.notice.as_ref() != Some(notice)
        {
            self.notify(Tone::Warning, notice.clone());
        }
        if let Some(head) = &status.head {
            self.options.head.clone_from(head);
        }
        let newer = status.generation != self.index.generation;
        let model_came = status.model == ModelState::Ready
            && self.index.model != ModelState::Ready
            && self.prompt.mode().asks_meaning();
        let settled = status.stage == Stage::Fresh && status.generation != self.read_at;
        self.index = status;
        if !self.is_indexing() {
            self.stopped = false;
        }
        if newer {
            self.outdate();
        }
        if newer || model_came {
            self.overtake(effects);
        }
        if settled {
            self.read_at = self.index.generation;
            self.read_again(effects);
        }
    }

    /// The files may have changed: what was opened is read again. What is shown stays until then,
    /// and what is on its way is dropped when it comes, so it is asked for again here.
    fn read_again(&mut self, effects: &mut Vec<Effect>) {
        self.documents.clear();
        self.code.relate_again();
        self.outdate();
        self.check_hits(effects);
        self.visit_again(effects);
    }

    /// Has a document opened, from the line that is looked at.
    pub(super) fn open(
        &mut self,
        path: SourcePath,
        near: u32,
        effects: &mut Vec<Effect>,
    ) -> Request {
        let request = self.documents.ask(&path);
        effects.push(Effect::Open {
            request,
            path,
            near,
        });
        request
    }

    /// Has the document opened that the code pane shows, unless it is there or on its way: another
    /// one may have been asked for since, and the files may have changed. One at a time is read,
    /// so a bookmark's comes first.
    pub(super) fn await_shown(&mut self, effects: &mut Vec<Effect>) {
        if self.visiting.is_some() || self.code.is_directory() {
            return;
        }
        if let Some(path) = self.code.path().cloned()
            && !self.documents.knows(&path)
        {
            self.open(path, self.code.near(), effects);
        }
    }

    /// The code pane shows what is selected.
    fn show_selection(&mut self) {
        let (Some(node), Some(hit)) = (self.results.selected(), self.results.selected_hit()) else {
            let says_more = self
                .results
                .selected()
                .is_some_and(|it| it.what == What::More);
            if self.code.path().is_some() && !says_more {
                self.code.clear();
            }
            return;
        };
        let nothing = Query::default();
        let query = self
            .results
            .answer()
            .map_or(&nothing, |answer| &answer.query);
        let path = &hit.record.path;
        let is_other = self.code.show(hit, node.id, query);
        let goal = self.uses.of(&self.results, hit).map(|it| it.at);
        self.code.aim(goal);
        if !is_other || hit.record.is_directory() {
            return;
        }
        if let Some(opening) = self.documents.get(path) {
            self.code.take(&opening.clone());
        }
    }

    pub(super) fn notify(&mut self, tone: Tone, text: impl Into<String>) {
        self.notice = Some(Notice {
            tone,
            text: text.into(),
        });
    }

    pub(super) fn prompt_action(&mut self, action: Action, effects: &mut Vec<Effect>) {
        let changed = match action {
            Action::Prompt(editing) => self.prompt.edit(editing),
            Action::NextMode => {
                self.prompt.next_mode();
                true
            }
            _ => false,
        };
        if changed {
            self.ask(false, effects);
        }
    }
}
