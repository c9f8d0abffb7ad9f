//! Which popup is shown, and what comes of it.

use super::keymap::{self, Action, Context, Key};
use super::popup::{Basis, Choice, Help, Item, Naming, Picker, Popup, Reply, Row, Sheet, Subject};
use super::{App, Area, Effect, Focus, Tone, why};
use crate::search::words_in;
use crossterm::event::KeyEvent;
use std::sync::Arc;

impl App {
    /// Lets the popup have a key; false when there is none, or it does not want it.
    pub(super) fn key_in_popup(&mut self, key: &KeyEvent, effects: &mut Vec<Effect>) -> bool {
        let asked = self.asked_on_top(key);
        let Some(popup) = &mut self.screen.popup else {
            return false;
        };
        let reply = popup.key(key, asked);
        self.replied(reply, effects)
    }

    /// What a key asks for in what lies on top, where keys go first.
    pub(super) fn asked_on_top(&self, key: &KeyEvent) -> Option<Action> {
        self.keymap().on_top(self.on_top()?, Key::pressed(key))
    }

    /// The key that asks for an action in what lies on top, or else its name.
    pub(crate) fn key_on_top(&self, action: Action) -> String {
        let context = self.on_top();
        let key = context.and_then(|it| self.keymap().key_on_top(it, action));
        key.unwrap_or_else(|| keymap::name_of(action).to_owned())
    }

    fn on_top(&self) -> Option<Context> {
        let popup = self.screen.popup.as_ref().map(Popup::context);
        popup.or_else(|| self.completion().map(|_| Context::Completion))
    }

    /// Takes what is selected in the list that is shown, or what is offered for a filter.
    pub(super) fn choose_selected(&mut self, effects: &mut Vec<Effect>) {
        match &mut self.screen.popup {
            Some(popup) => {
                let reply = popup.act(Action::Choose);
                self.replied(reply, effects);
            }
            None => self.complete(effects),
        }
    }

    /// Does what a popup said; false when it wants nothing.
    pub(super) fn replied(&mut self, reply: Reply, effects: &mut Vec<Effect>) -> bool {
        match reply {
            Reply::Taken => {}
            Reply::NotMine => return false,
            Reply::Perform(action) => self.perform(action, effects),
            Reply::Close => self.screen.popup = None,
            Reply::Chosen(choice) => {
                self.screen.popup = None;
                self.choose(choice, effects);
            }
        }
        true
    }

    fn choose(&mut self, choice: Choice, effects: &mut Vec<Effect>) {
        match choice {
            Choice::Action(action) => self.perform(action, effects),
            Choice::Theme(name) => self.keep_theme(name),
            Choice::Export(format, to) => self.export(format, to, effects),
            Choice::Name(format) => {
                self.screen.popup = Some(Popup::Name(Naming::new(format)));
            }
            Choice::File(path, place) => {
                self.visit_file(&path, effects);
                if place.is_some() {
                    self.focus_on(Focus::Code);
                }
                self.navigation.goal = place.map(|place| (path, place));
            }
            Choice::Query(asked) => self.ask_again(&asked, effects),
            Choice::Bookmark(chunk) => self.visit_bookmark(chunk, effects),
        }
    }

    pub(super) fn show_help(&mut self) {
        self.screen.popup = Some(Popup::Help(Help::new(self.keymap(), self.popup_height())));
    }

    /// Shows a list to choose from.
    pub(super) fn pick(&mut self, title: &'static str, items: Vec<Item>) {
        let picker = Picker::new(title, items, self.popup_height());
        self.screen.popup = Some(Popup::Pick(Box::new(picker)));
    }

    /// Shows a page.
    pub(super) fn show_sheet(&mut self, subject: Subject) {
        let sheet = Sheet::new(subject, self.popup_height());
        self.screen.popup = Some(Popup::Sheet(sheet));
        self.write_sheet();
    }

    /// Has the page that is shown say what the model says now. A page that has nothing to say goes.
    pub(super) fn write_sheet(&mut self) {
        let Some(Popup::Sheet(sheet)) = &self.screen.popup else {
            return;
        };
        let Some(basis) = self.basis(sheet.subject()) else {
            return self.say_nothing();
        };
        // Most of what happens while a page is read changes nothing of it.
        if sheet.is_of(&basis) {
            return;
        }
        let said = match sheet.subject() {
            Subject::Why => self.why_page(),
            Subject::Index => Some(self.index_page()),
        };
        match (said, &mut self.screen.popup) {
            (Some((title, rows)), Some(Popup::Sheet(sheet))) => sheet.say(basis, title, rows),
            _ => self.say_nothing(),
        }
    }

    fn say_nothing(&mut self) {
        self.screen.popup = None;
        self.notify(Tone::Warning, "no result is selected");
    }

    /// What a page is written from; none where it has nothing to say.
    fn basis(&self, subject: Subject) -> Option<Basis> {
        Some(match subject {
            Subject::Why => {
                let answer = Arc::clone(self.trees.results.answer()?);
                let id = self.trees.results.selected_hit()?.record.id;
                let shown = self.reading.code.shown();
                Basis::Why(answer, id, shown.map(|(page, at)| (Arc::clone(page), at)))
            }
            Subject::Index => self.index_basis(),
        })
    }

    /// What the page is about that is shown.
    pub(super) fn sheet(&self) -> Option<Subject> {
        match &self.screen.popup {
            Some(Popup::Sheet(sheet)) => Some(sheet.subject()),
            _ => None,
        }
    }

    /// Why the selected hit stands where it does; none where no hit is selected.
    fn why_page(&self) -> Option<(String, Vec<Row>)> {
        let (answer, hit) = (
            self.trees.results.answer()?,
            self.trees.results.selected_hit()?,
        );
        if let Some(used) = self.use_in(hit) {
            let text = self.line_of(&used.path, used.at.0);
            let is_cut = self.trees.results.is_cut();
            return Some(why::page_of_use(answer, hit, used, is_cut, &text));
        }
        let text = self.reading.code.hit_text();
        let words = text.map(|text| words_in(&text, &answer.query));
        // The line that Enter and copying mean, which is what matched, as soon as that is known.
        let place = self.reading.code.hit_location();
        let place = place.filter(|place| place.path == hit.record.path);
        let seen = why::Seen {
            line: place.map_or(hit.record.name_at.0, |place| place.line),
            is_cut: self.trees.results.is_cut(),
            words: words.as_deref(),
        };
        Some(why::page(answer, hit, &seen))
    }

    /// Whether not all is looked at yet that may match what is typed in a list: while it is not, the
    /// runtime sends [`Event::GoOn`](super::Event::GoOn)s between other events.
    pub fn is_matching(&self) -> bool {
        matches!(&self.screen.popup, Some(Popup::Pick(picker)) if picker.is_matching())
    }

    pub(super) fn match_on(&mut self, effects: &mut Vec<Effect>) {
        if let Some(Popup::Pick(picker)) = &mut self.screen.popup {
            let reply = picker.match_on();
            self.replied(reply, effects);
        }
    }

    pub(super) fn popup_height(&self) -> usize {
        self.screen.layout.popup().height.into()
    }

    /// The rows of the popup that is shown, inside its frame.
    pub(crate) fn popup_area(&self) -> Area {
        match &self.screen.popup {
            Some(Popup::Pick(picker)) if picker.is_of_themes() => self.screen.layout.popup_beside(),
            // The line that is typed in, and what is said of it.
            Some(Popup::Name(_)) => {
                let area = self.screen.layout.popup();
                Area {
                    height: area.height.min(2),
                    ..area
                }
            }
            _ => self.screen.layout.popup(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture::{self, drive};
    use crate::app::keymap::Step;
    use crate::app::{Event, IndexStatus};

    /// Where the page's rows are kept: elsewhere when it was written anew.
    fn written(app: &App) -> *const Row {
        let Some(Popup::Sheet(sheet)) = app.popup() else {
            panic!("a page is shown");
        };
        sheet.visible().as_ptr()
    }

    /// A page is written once, and again after an event that changes something of it.
    fn check(keys: &str, changes: impl Fn(&mut App)) {
        let mut app = fixture::app(120, 30);
        drive(&mut app, keys);
        let before = written(&app);
        app.update(Event::Tick);
        drive(&mut app, "x");
        app.update(Event::Index(app.index().clone()));
        assert_eq!(written(&app), before, "{keys}");
        changes(&mut app);
        assert_ne!(written(&app), before, "{keys}");
    }

    #[test]
    fn pages_are_written_when_what_they_say_changed() {
        let moved = |app: &mut App| {
            let leaves = app.index().leaves + 1;
            app.update(Event::Index(IndexStatus {
                leaves,
                ..app.index().clone()
            }));
        };
        check("<tab>I", moved);
        check("merge<tab>w", |app| {
            app.trees.results.step(Step::Next);
            app.update(Event::Tick);
        });
    }
}
