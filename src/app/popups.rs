//! Which popup is shown, and what comes of it.

use super::popup::{Choice, Help, Item, Picker, Popup, Reply, Sheet, Subject};
use super::status::Part;
use super::{App, Area, Effect, Tone, why};
use crate::search::words_in;
use crossterm::event::KeyEvent;

impl App {
    /// Lets the popup have a key; false when there is none, or it does not want it.
    pub(super) fn key_in_popup(&mut self, key: &KeyEvent, effects: &mut Vec<Effect>) -> bool {
        let reply = match &mut self.popup {
            Some(popup) => popup.key(key),
            None => return false,
        };
        self.replied(reply, effects)
    }

    /// Does what a popup said; false when it wants nothing.
    pub(super) fn replied(&mut self, reply: Reply, effects: &mut Vec<Effect>) -> bool {
        match reply {
            Reply::Taken => {}
            Reply::NotMine => return false,
            Reply::Perform(action) => self.perform(action, effects),
            Reply::Close => self.popup = None,
            Reply::Chosen(choice) => {
                self.popup = None;
                self.choose(choice, effects);
            }
        }
        true
    }

    fn choose(&mut self, choice: Choice, effects: &mut Vec<Effect>) {
        match choice {
            Choice::Action(action) => self.perform(action, effects),
            Choice::Theme(name) => self.keep_theme(name),
            Choice::Export(form, to) => self.export(form, to, effects),
            Choice::File(path) => self.visit_file(&path, effects),
            Choice::Query(asked) => self.ask_again(&asked, effects),
            Choice::Bookmark(chunk) => self.visit_bookmark(chunk, effects),
        }
    }

    pub(super) fn show_help(&mut self) {
        self.popup = Some(Popup::Help(Help::new(self.keymap(), self.popup_height())));
    }

    /// Shows a list to choose from.
    pub(super) fn pick(&mut self, title: &'static str, items: Vec<Item>) {
        self.popup = Some(Popup::Pick(Picker::new(title, items, self.popup_height())));
    }

    /// Shows a page.
    pub(super) fn show_sheet(&mut self, subject: Subject) {
        let sheet = Sheet::new(subject, self.popup_height());
        self.popup = Some(Popup::Sheet(sheet));
        self.write_sheet();
    }

    /// Has the page that is shown say what the model says now. A page that has nothing to say goes.
    pub(super) fn write_sheet(&mut self) {
        let Some(Popup::Sheet(sheet)) = &self.popup else {
            return;
        };
        let subject = sheet.subject();
        let said = match subject {
            Subject::Why => self.why_page(),
            Subject::Index => Some(self.index_page()),
        };
        match (said, &mut self.popup) {
            (Some((title, rows)), Some(Popup::Sheet(sheet))) => sheet.say(title, rows),
            _ => {
                self.popup = None;
                self.notify(Tone::Warning, "no result is selected");
            }
        }
    }

    /// What the page is about that is shown.
    pub(super) fn sheet(&self) -> Option<Subject> {
        match &self.popup {
            Some(Popup::Sheet(sheet)) => Some(sheet.subject()),
            _ => None,
        }
    }

    /// Why the selected hit stands where it does; none where no hit is selected.
    fn why_page(&self) -> Option<(String, Vec<Vec<Part>>)> {
        let (answer, hit) = (self.results.answer()?, self.results.selected_hit()?);
        if let Some(used) = self.use_in(hit) {
            let text = self.line_of(&used.path, used.at.0);
            return Some(why::page_of_use(answer, hit, used, &text));
        }
        let text = self.code.hit_text();
        let words = text.map(|text| words_in(&text, &answer.query));
        Some(why::page(answer, hit, words.as_deref()))
    }

    pub(super) fn popup_height(&self) -> usize {
        self.layout.popup().height.into()
    }

    /// The rows of the popup that is shown, inside its frame.
    pub(crate) fn popup_area(&self) -> Area {
        match &self.popup {
            Some(Popup::Pick(picker)) if picker.is_of_themes() => self.layout.popup_beside(),
            _ => self.layout.popup(),
        }
    }
}
