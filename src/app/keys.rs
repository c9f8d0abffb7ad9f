//! Keys and pasted text: for the popup, the completion list, the prompt, or an action. Methods of [`App`].
//!
//! [`App::key()`] and [`App::paste()`] are the entries.

use super::keymap::{Action, Key, KeyMatch, shown};
use super::lists::HELP;
use super::popup::{KeyOutcome, PageSubject};
use super::state::App;
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

impl App {
    pub(super) fn key(&mut self, key: &KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        self.screen.notice = None;
        let was_waiting = self.search.waiting.take().is_some();
        self.session.touched = true;
        self.results.keep_selection();
        self.review.pending = None;
        // A key sequence that was started takes precedence over the popup.
        if self.screen.prefix.is_empty() && (self.key_in_popup(key) || self.key_in_completion(key))
        {
            return;
        }
        let mut pressed = std::mem::take(&mut self.screen.prefix);
        if !pressed.is_empty() && key.code == KeyCode::Esc {
            return;
        }
        pressed.push(Key::from_event(key));
        let has_popup = self.screen.popup.is_some();
        match self.options.keys.resolve(self.screen.focus, &pressed) {
            KeyMatch::Action(Action::Escape) if has_popup => {
                self.update_popup(|_| KeyOutcome::Close);
            }
            KeyMatch::Action(Action::Escape) if was_waiting => self.screen.say("Canceled"),
            KeyMatch::Action(action) if has_popup && !action.works_in_popups() => {}
            KeyMatch::Action(action @ Action::Prompt(_)) => self.perform(action),
            KeyMatch::Action(action) => {
                let was_selected = std::mem::take(&mut self.prompt.is_selected);
                self.perform(action);
                if was_selected {
                    self.follow_typing();
                }
            }
            KeyMatch::Prefix => self.screen.prefix = pressed,
            KeyMatch::Nothing if pressed.len() > 1 => {
                self.screen.say(format!("Not bound: {}", shown(&pressed)));
            }
            KeyMatch::Nothing if has_popup => {}
            KeyMatch::Nothing => self.unbound_key(key, &pressed),
        }
    }

    /// Types a character into the prompt, or reports that the key is not bound.
    fn unbound_key(&mut self, key: &KeyEvent, pressed: &[Key]) {
        if let KeyCode::Char(c) = key.code
            && self.screen.focus.is_prompt()
            && (key.modifiers - KeyModifiers::SHIFT).is_empty()
        {
            self.type_in(c.encode_utf8(&mut [0; 4]));
        } else if matches!(key.code, KeyCode::Char(_) | KeyCode::F(_)) {
            self.screen.say(self.unbound_key_message(pressed));
        }
    }

    /// Message for a key that is not bound here: the pane in which it is bound, if any.
    fn unbound_key_message(&self, pressed: &[Key]) -> String {
        let (key, focus) = (shown(pressed), self.screen.focus);
        if let Some(pane) = self.options.keys.pane_of(pressed)
            && !focus.is_prompt()
        {
            let step = if pane > focus {
                Action::FocusNext
            } else {
                Action::FocusPrevious
            };
            let there = self.key_of(step);
            return format!("{key} works in the {} pane ({there})", pane.name());
        }
        let help = self.key_of(Action::Help);
        format!("Not bound: {key}; {help} lists all keys")
    }

    /// Lets the popup handle a key. Returns false if there is no popup, or if the key is not bound in
    /// it.
    fn key_in_popup(&mut self, key: &KeyEvent) -> bool {
        let action = self.action_on_top(key);
        let pressed = [Key::from_event(key)];
        let is_prefix = self.options.keys.resolve(self.screen.focus, &pressed) == KeyMatch::Prefix;
        let Some(popup) = &mut self.screen.popup else {
            return false;
        };
        // A review goes on from a deleted file.
        if is_prefix && popup.kind() == Some(PageSubject::Deleted) {
            return false;
        }
        let is_unsearched_help = popup.title == HELP && popup.line.text().is_empty();
        let outcome = if is_unsearched_help && self.options.keys.opens_help(Key::from_event(key)) {
            KeyOutcome::Close
        } else {
            popup.key(key, action)
        };
        self.handle_outcome(outcome)
    }

    /// Action of a key in the open popup or the completion list, which takes precedence.
    pub(super) fn action_on_top(&self, key: &KeyEvent) -> Option<Action> {
        let context = self.context_on_top()?;
        self.options.keys.on_top(context, Key::from_event(key))
    }

    pub(super) fn paste(&mut self, text: &str) {
        self.screen.notice = None;
        self.screen.prefix.clear();
        self.session.touched = true;
        if let Some(popup) = &mut self.screen.popup
            && popup.paste(text)
        {
            return self.find_typed();
        }
        self.screen.popup = None;
        self.enter_prompt();
        self.type_in(text);
    }
}
