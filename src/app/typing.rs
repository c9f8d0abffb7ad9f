//! The query while it is typed, with the filter at its cursor. Methods of [`App`].
//!
//! A prompt whose text changed is searched at once. [`App::follow_typing()`] is called when something else changes
//! which filter is being typed: the cursor, the focus, or the values that are offered.

use super::completion::FilterCompletion;
use super::keymap::{Action, Editing, Step};
use super::query::ResultsContent;
use super::state::App;
use crate::search::{Filter, Form, Mode, Pattern, Query, TypedFilter, UnknownValue, leading_flags};
use crossterm::event::KeyEvent;

impl App {
    pub(super) fn type_in(&mut self, text: &str) {
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

    /// Searches the text in the prompt as it stands: nothing in it is syntax until it changes.
    pub(super) fn search_as_text(&mut self) {
        let changed = self.prompt.read_as_text();
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
        if query.is_empty() {
            return ResultsContent::Browse;
        }
        ResultsContent::Query(query)
    }

    /// Toggles a switch of the regular expression by a flag at its start, after leading filters.
    pub(super) fn toggle_switch(&mut self, switch: PatternSwitch) {
        let mode = self.prompt.mode();
        if mode != Mode::Regex {
            let key = self.key_of(Action::RegexMode);
            let message = format!("{} only in regex mode ({key})", switch.subject());
            return self.screen.say(message);
        }
        let toggled = with_toggled(self.prompt.text(), &self.prompt.query, switch);
        self.prompt.replace(&toggled, mode);
        self.search();
    }

    /// Finds the filter at the cursor. Returns true if it changed.
    pub(super) fn follow_cursor(&mut self) -> bool {
        let mut typing = None;
        if !self.prompt.is_selected {
            let cursor = self.prompt.before_cursor().len();
            typing = TypedFilter::at(self.prompt.text(), cursor);
        }
        self.completion.follow(typing)
    }

    /// Finds the filter at the cursor, and requests counts or results if it changed. A filter that
    /// the cursor left counts as complete.
    pub(super) fn follow_typing(&mut self) {
        let changed = self.follow_cursor();
        let is_requested = self.search.content.has_target()
            || self.prompt.query.error.is_some()
            || self.search.text != self.prompt.text()
            || self.search.content == self.prompt_query();
        if !is_requested {
            self.search();
        } else if changed {
            self.count();
        }
    }

    /// Requests the number of leaves that match each filter and phrase.
    pub(super) fn count(&mut self) {
        let mut query = self.prompt.query.clone();
        // An incomplete filter narrows neither hits nor counts.
        if let Some(typing) = self.partial_filter() {
            query.filters.retain(|filter| *filter != typing.filter);
        }
        self.effects.extend(self.completion.request(query));
    }

    /// The filter being typed, if its value is incomplete.
    fn partial_filter(&self) -> Option<&TypedFilter> {
        if !self.screen.focus.is_prompt() {
            return None;
        }
        self.completion.partial_filter()
    }

    /// The completion list, if it is shown.
    pub(crate) fn completion(&self) -> Option<&FilterCompletion> {
        let is_open = self.screen.focus.is_prompt() && self.completion.has_offers();
        is_open.then_some(&self.completion)
    }

    /// Handles a key of the list. Returns false for other keys.
    pub(super) fn key_in_completion(&mut self, key: &KeyEvent) -> bool {
        if self.completion().is_none() || !self.screen.prefix.is_empty() {
            return false;
        }
        match self.action_on_top(key) {
            Some(Action::Results(Step::Next)) => self.completion.step(1),
            Some(Action::Results(Step::Previous)) => self.completion.step(-1),
            Some(Action::Escape) => {
                self.completion.closed = true;
                self.follow_typing();
            }
            Some(Action::Complete) if self.completion.is_chosen() => return false,
            Some(Action::Complete) => self.complete(),
            Some(Action::Choose) if self.completion.selected.is_some() => self.complete(),
            _ => return false,
        }
        true
    }

    /// Completes the filter by the value in a row of the screen. Returns false if there is none.
    pub(super) fn click_completion(&mut self, y: u16) -> bool {
        if let Some(row) = y.checked_sub(self.screen.layout.prompt.y + 1)
            && let Some(list) = self.completion()
            && let Some(offer) = list.row_at(row.into())
        {
            self.completion.selected = Some(offer);
            self.complete();
            return true;
        }
        false
    }

    /// Replaces the typed value by the selected one.
    pub(super) fn complete(&mut self) {
        if let Some((bytes, text)) = self.completion.choose() {
            self.prompt.put(bytes, &text);
            self.search();
        }
    }

    /// Error of a filter's value, unless more letters may make it valid, or it is searched as text. A possible
    /// extension is an error only if no file has it, which the count shows only without other filters.
    pub(crate) fn unknown(&self, filter: &Filter) -> Option<UnknownValue> {
        let unknown = UnknownValue::of(filter)?;
        if self.prompt.query.form == Form::LongText {
            return None;
        }
        let partial = self.partial_filter();
        if partial.is_some_and(|typing| typing.filter == *filter) {
            return None;
        }
        let is_alone = self.prompt.query.filters.len() == 1;
        if unknown.may_be_extension && (!is_alone || self.completion.count_of(filter) != Some(0)) {
            return None;
        }
        Some(unknown)
    }

    /// Hint about a word that looks like a filter and is none, unless more letters may make it one, or about a
    /// text.
    pub(crate) fn hint(&self) -> Option<&str> {
        if self.partial_filter().is_some() {
            return None;
        }
        let typed = &self.prompt.query;
        let read = match self.answer() {
            Some(answer) if answer.query.text == typed.text => &answer.query,
            _ => typed,
        };
        read.hint.as_deref()
    }
}

/// A switch of a regular expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PatternSwitch {
    /// Case matters, or does not. Without a flag, capitals make it matter.
    Case,
    /// A match has whole words.
    Words,
    /// A match may have several lines.
    Lines,
}

impl PatternSwitch {
    fn subject(self) -> &'static str {
        match self {
            Self::Case => "Case matters",
            Self::Words => "Whole words are searched",
            Self::Lines => "Matches have several lines",
        }
    }

    /// Its flags; the first one is set unless the pattern has capitals.
    fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Case => &["(?-i)", "(?i)"],
            Self::Words => &["(?w)"],
            Self::Lines => &["(?s)"],
        }
    }
}

/// The text of a regular expression with its flag of a switch toggled.
fn with_toggled(text: &str, query: &Query, switch: PatternSwitch) -> String {
    let (before, pattern) = text
        .split_at_checked(query.pattern_start)
        .unwrap_or_default();
    let (flags, rest) = leading_flags(pattern);
    if let Some(set) = flags.iter().position(|flag| switch.flags().contains(flag)) {
        let mut flags = flags;
        flags.remove(set);
        return format!("{before}{}{rest}", flags.concat());
    }
    let has_capitals = query.patterns.first().is_some_and(Pattern::has_capitals);
    let flag = switch.flags()[usize::from(has_capitals && switch == PatternSwitch::Case)];
    if pattern.is_empty() && !before.is_empty() {
        // The flag is not part of the filter before it, whose quote may be open.
        let spaced = format!("{before} {flag}");
        let is_open = Query::parse(&spaced, query.mode).pattern_start == spaced.len();
        let quote = if is_open { "\"" } else { "" };
        return format!("{before}{quote} {flag}");
    }
    format!("{before}{flag}{pattern}")
}
