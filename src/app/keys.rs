//! Keys and pasted text: for the popup, the completion list, the prompt, or an action. Methods of [`App`].
//!
//! [`App::key()`] and [`App::paste()`] are the entries. A prompt whose text changed is searched at once.

use super::keymap::{Action, Editing, Key, KeyMatch, shown};
use super::layout::Focus;
use super::popup::{KeyOutcome, PageSubject};
use super::query::ResultsContent;
use super::state::App;
use super::status::Tone;
use crate::search::{Mode, Pattern, Query};
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

impl App {
    pub(super) fn key(&mut self, key: &KeyEvent) {
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
        if !pressed.is_empty() && key.code == KeyCode::Esc {
            return;
        }
        pressed.push(Key::from_event(key));
        let has_popup = self.screen.popup.is_some();
        match self.options.keys.resolve(self.screen.focus, &pressed) {
            KeyMatch::Action(Action::Escape) if has_popup => {
                self.update_popup(|_| KeyOutcome::Close);
            }
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
                let message = format!("Not bound: {}", shown(&pressed));
                self.screen.notify(Tone::Plain, message);
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
            let message = self.unbound_key_message(pressed);
            self.screen.notify(Tone::Plain, message);
        }
    }

    /// Message for a key that is not bound here: the pane in which it is bound, if any.
    fn unbound_key_message(&self, pressed: &[Key]) -> String {
        let (keys, key) = (&self.options.keys, shown(pressed));
        let focus = self.screen.focus;
        let mut panes = Focus::PANES.into_iter();
        let pane = panes.find(|pane| keys.resolve(*pane, pressed) != KeyMatch::Nothing);
        if let Some(pane) = pane
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
        let pressed = Key::from_event(key);
        let outside = self.options.keys.resolve(Focus::Results, &[pressed]);
        let Some(popup) = &mut self.screen.popup else {
            return false;
        };
        let is_unsearched_help =
            popup.kind() == Some(PageSubject::Keys) && popup.line.text().is_empty();
        let outcome = match outside {
            KeyMatch::Action(Action::Help) if is_unsearched_help => KeyOutcome::Close,
            _ => popup.key(key, action),
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

    fn type_in(&mut self, text: &str) {
        let changed = self.prompt.insert(text);
        self.after_edit(changed);
    }

    pub(super) fn edit_prompt(&mut self, editing: Editing) {
        let changed = self.prompt.edit(editing);
        self.after_edit(changed);
    }

    pub(super) fn set_mode(&mut self, mode: Mode) {
        let changed = self.prompt.set_mode(mode);
        self.after_edit(changed);
    }

    /// Runs a changed query. Another position of the cursor may complete a filter.
    fn after_edit(&mut self, changed: bool) {
        if changed {
            self.search();
        } else {
            self.follow_typing();
        }
    }

    /// The prompt's query, without a filter whose value is incomplete.
    pub(super) fn prompt_query(&self) -> ResultsContent {
        let mut query = self.prompt.query.clone();
        if let Some(typing) = self.partial_filter() {
            query.filters.retain(|filter| *filter != typing.filter);
            if self.prompt.text().get(typing.bytes.clone()) == Some(query.words.as_str()) {
                query.words.clear();
            }
        }
        ResultsContent::of(query)
    }

    /// Toggles case sensitivity of the regular expression by a flag at its start, after leading
    /// filters. Without a flag, capitals make it sensitive.
    pub(super) fn toggle_case(&mut self) {
        let mode = self.prompt.mode();
        if mode != Mode::Regex {
            let key = self.key_of(Action::RegexMode);
            let message = format!("Case matters only in regex mode ({key})");
            return self.screen.notify(Tone::Plain, message);
        }
        let toggled = with_case_toggled(self.prompt.text(), &self.prompt.query);
        self.prompt.replace(&toggled, mode);
        self.search();
    }
}

/// The text of a regular expression with its flag of case sensitivity toggled.
fn with_case_toggled(text: &str, query: &Query) -> String {
    const FLAGS: [&str; 2] = ["(?i)", "(?-i)"];
    let (before, pattern) = text
        .split_at_checked(query.pattern_start)
        .unwrap_or_default();
    if let Some(plain) = FLAGS.iter().find_map(|flag| pattern.strip_prefix(flag)) {
        return format!("{before}{plain}");
    }
    let has_capitals = query.patterns.first().is_some_and(Pattern::has_capitals);
    let flag = if has_capitals { FLAGS[0] } else { FLAGS[1] };
    if pattern.is_empty() && !before.is_empty() {
        // The flag is not part of the filter before it, whose quote may be open.
        let spaced = format!("{before} {flag}");
        let is_open = Query::parse(&spaced, query.mode).pattern_start == spaced.len();
        let quote = if is_open { "\"" } else { "" };
        return format!("{before}{quote} {flag}");
    }
    format!("{before}{flag}{pattern}")
}
