//! Keys and pasted text: for the popup, the completion list, the prompt, or an action. Methods of [`App`].
//!
//! [`App::key()`] and [`App::paste()`] are the entries.

use super::keymap::{Action, CodeAction, Key, KeyMatch, Step, shown};
use super::lists::HELP;
use super::popup::{KeyOutcome, PageSubject};
use super::prompt::MAX_BYTES;
use super::state::App;
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// Maximum number before an action.
const MAX_COUNT: usize = 9_999;

impl App {
    /// Handles a key. One that does not have to wait itself cancels what waits for results.
    pub(super) fn key(&mut self, key: &KeyEvent) {
        if key.kind == KeyEventKind::Release || self.wait_for_place(key) {
            return;
        }
        let waiting = self.search.waiting.len();
        self.press(key);
        let is_prefix = !self.screen.prefix.is_empty() || self.screen.count.is_some();
        if self.search.waiting.len() == waiting && !is_prefix {
            self.search.waiting.clear();
        }
    }

    /// Handles a key that does not wait.
    pub(super) fn press(&mut self, key: &KeyEvent) {
        self.screen.notice = None;
        let was_waiting = !self.search.waiting.is_empty();
        self.session.touched = true;
        self.results.keep_selection();
        self.review.pending = None;
        if self.key_in_labels(key) {
            return;
        }
        // A key sequence that was started takes precedence over the popup.
        if self.screen.prefix.is_empty() && (self.key_in_popup(key) || self.key_in_completion(key))
        {
            return;
        }
        let mut pressed = std::mem::take(&mut self.screen.prefix);
        let count = self.screen.count.take();
        if key.code == KeyCode::Esc && (!pressed.is_empty() || count.is_some()) {
            return;
        }
        pressed.push(Key::from_event(key));
        if self.counts(&pressed, count) {
            return;
        }
        let has_popup = self.screen.popup.is_some();
        let found = self.options.keys.resolve(self.screen.focus, &pressed);
        match found {
            KeyMatch::Action(Action::Escape) if has_popup => {
                self.update_popup(|_| KeyOutcome::Close);
            }
            KeyMatch::Action(Action::Escape) if was_waiting => self.screen.say("Canceled"),
            KeyMatch::Action(action) if has_popup && !action.works_in_popups() => {}
            KeyMatch::Action(action @ Action::Prompt(_)) => self.perform(action),
            KeyMatch::Action(action) => {
                let was_selected = std::mem::take(&mut self.prompt.is_selected);
                self.perform_times(action, count);
                if was_selected {
                    self.follow_typing();
                }
            }
            KeyMatch::Prefix => {
                self.screen.prefix = pressed;
                self.screen.count = count;
            }
            KeyMatch::Nothing if pressed.len() > 1 => {
                self.screen.say(format!("Not bound: {}", shown(&pressed)));
            }
            KeyMatch::Nothing if has_popup => {}
            KeyMatch::Nothing => self.unbound_key(key, &pressed),
        }
    }

    /// Adds a digit to the number before an action. Returns false for other keys, and for digits that are bound.
    fn counts(&mut self, pressed: &[Key], count: Option<usize>) -> bool {
        let [key] = pressed else {
            return false;
        };
        let Some(digit) = key.digit() else {
            return false;
        };
        let is_bound = self.options.keys.resolve(self.screen.focus, pressed) != KeyMatch::Nothing;
        if self.screen.popup.is_some()
            || self.screen.focus.is_prompt()
            || self.screen.is_typed_into()
            || count.is_none() && (is_bound || digit == 0)
        {
            return false;
        }
        let count = (count.unwrap_or_default() * 10 + digit).min(MAX_COUNT);
        self.screen.count = Some(count);
        self.screen.say(format!(
            "{count} times: type the key of a movement; Esc cancels"
        ));
        true
    }

    /// Performs an action as often as a number before it says; the first or last row or line is the one with the number.
    fn perform_times(&mut self, action: Action, count: Option<usize>) {
        match (action, count) {
            (Action::Results(Step::First | Step::Last), Some(number))
                if !self.screen.focus.is_beside_code() =>
            {
                self.results.go_to_number(number);
                self.mark_visited();
            }
            (Action::Code(CodeAction::First | CodeAction::Last), Some(number))
                if self.code.page().is_some() =>
            {
                self.mark_visited();
                self.code
                    .go_to_line(u32::try_from(number).unwrap_or(u32::MAX));
            }
            (Action::NextChange, Some(times)) => self.go_to_change(true, times),
            (Action::PreviousChange, Some(times)) => self.go_to_change(false, times),
            (_, Some(times)) if action.repeats() => {
                for _ in 0..times {
                    let before = self.place();
                    self.perform(action);
                    if self.place() == before && self.search.waiting.is_empty() {
                        break;
                    }
                }
            }
            _ => self.perform(action),
        }
    }

    /// The values that a movement changes.
    fn place(&self) -> impl PartialEq + use<> {
        let row = self.results.selected().map(|node| node.key);
        let code = (self.code.cursor_position(), self.code.scrolled());
        let shown = (
            self.results.position(),
            self.code.position(),
            self.code.level(),
        );
        (
            row,
            code,
            shown,
            self.map.selected(),
            self.columns.selected(),
        )
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
            } else if self.has_columns() {
                Action::Escape
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
        self.screen.cancel_keys();
        self.session.touched = true;
        if let Some(popup) = &mut self.screen.popup
            && popup.paste(text)
        {
            return self.find_typed();
        }
        self.screen.popup = None;
        self.enter_prompt();
        self.type_in(text);
        if self.prompt.is_full() {
            let most = MAX_BYTES / 1_024;
            self.screen.say(format!(
                "Only the first {most} KiB of the text are searched"
            ));
        }
    }
}
