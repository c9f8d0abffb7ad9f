//! Completion of the filter at the cursor: a list under the prompt, and counts for the filter chips.
//!
//! Principal type: [`FilterCompletion`]. Invariant: counts belong to the filters of the last request; an
//! incomplete filter narrows neither results nor counts.

use super::event::Effect;
use super::keymap::{Action, Step};
use super::state::App;
use super::text::grouped;
use super::viewport::Viewport;
use crate::protocol::{Request, Tickets};
use crate::search::{Filter, Offer, TypedFilter, UnknownValue};
use crossterm::event::KeyEvent;
use std::collections::HashMap;

/// Rows of the list at most.
pub(super) const ROWS: usize = 8;

/// The filter being typed, and the counts.
#[derive(Debug, Default)]
pub(crate) struct FilterCompletion {
    /// Tickets of the counter.
    pub(super) tickets: Tickets,
    typing: Option<TypedFilter>,
    offers: Vec<Offer>,
    /// Index of the value that the user selected, which Enter chooses.
    selected: Option<usize>,
    viewport: Viewport,
    /// True after Esc, until another filter is typed.
    closed: bool,
    /// Number of leaves that match each filter and phrase of the prompt, by its text.
    chips: HashMap<String, usize>,
    /// The filters and phrases of the pending request.
    requested: Vec<String>,
}

impl FilterCompletion {
    /// The filter being typed, unless the user closed the list.
    fn open_filter(&self) -> Option<&TypedFilter> {
        if self.closed {
            return None;
        }
        self.typing.as_ref()
    }

    /// Returns true if there is a choice: the typed text is not yet one of the values.
    fn has_offers(&self) -> bool {
        self.open_filter()
            .is_some_and(|typing| typing.has_choice(&self.offers))
    }

    /// The filter being typed, if its value is incomplete.
    fn partial_filter(&self) -> Option<&TypedFilter> {
        let typing = self.open_filter()?;
        typing.is_incomplete(&self.offers).then_some(typing)
    }

    /// The rows in view, each with whether it is selected.
    pub(crate) fn visible(&self) -> impl Iterator<Item = (&Offer, bool)> {
        let rows = self.viewport.range(self.offers.len());
        rows.filter_map(|row| Some((self.offers.get(row)?, self.selected == Some(row))))
    }

    /// 1-based index of the selected value, 0 if none is, and the number of values.
    pub(crate) fn position(&self) -> (usize, usize) {
        let selected = self.selected.map_or(0, |row| row + 1);
        (selected, self.offers.len())
    }

    /// The first byte of the filter in the prompt's text.
    pub(crate) fn start(&self) -> usize {
        let typing = self.typing.as_ref();
        typing.map_or(0, |typing| typing.bytes.start)
    }

    /// Number of leaves that match a filter. None if not counted.
    pub(crate) fn count_of(&self, filter: &Filter) -> Option<usize> {
        self.chips.get(&filter.written()).copied()
    }

    /// Maximum number of leaves that contain a phrase. None if not counted.
    pub(crate) fn count_of_phrase(&self, phrase: &str) -> Option<usize> {
        self.chips.get(&quoted(phrase)).copied()
    }

    pub(super) fn set_height(&mut self, height: usize) {
        self.viewport.resize(height.min(ROWS));
        self.reveal();
    }

    /// Scrolls to the selected value, or to the first one.
    fn reveal(&mut self) {
        let row = self.selected.unwrap_or(0);
        self.viewport.reveal(row, self.offers.len());
    }

    /// Sets the filter at the cursor. Returns true if it changed.
    fn follow(&mut self, typing: Option<TypedFilter>) -> bool {
        let identity = |typing: &TypedFilter| (typing.bytes.start, typing.filter.field);
        let is_same = self.typing.as_ref().map(identity) == typing.as_ref().map(identity);
        if !is_same {
            self.offers.clear();
            self.closed = false;
        }
        let changed = self.typing != typing;
        self.typing = typing;
        changed
    }

    /// Stores counts. A selection that the user moved stays on its value.
    pub(super) fn set_counts(&mut self, offers: Option<Vec<Offer>>, chips: Vec<usize>) {
        let requested = std::mem::take(&mut self.requested);
        self.chips = requested.into_iter().zip(chips).collect();
        let mut new = Vec::new();
        if self.typing.is_some() {
            new = offers.unwrap_or_default();
        }
        let before = std::mem::replace(&mut self.offers, new);
        if let Some(kept) = self.selected.and_then(|row| before.get(row)) {
            let mut values = self.offers.iter();
            self.selected = values.position(|offer| offer.value == kept.value);
        } else {
            self.selected = None;
        }
        self.reveal();
    }

    fn step(&mut self, by: isize) {
        let last = self.offers.len().saturating_sub(1);
        // The first step selects the first value.
        let row = self.selected.map_or(0, |row| row.saturating_add_signed(by));
        self.selected = Some(row.min(last));
        self.reveal();
    }

    /// Returns true if the value to choose is already typed.
    fn is_chosen(&self) -> bool {
        match (&self.typing, self.choice()) {
            (Some(typing), Some(offer)) => typing.filter.value == offer.value,
            _ => false,
        }
    }

    /// The value to choose: the selected one, or the first.
    fn choice(&self) -> Option<&Offer> {
        self.offers.get(self.selected.unwrap_or(0))
    }
}

/// A phrase in quotes.
fn quoted(phrase: &str) -> String {
    format!("\"{phrase}\"")
}

impl App {
    /// The completion list, if it is shown.
    pub(crate) fn completion(&self) -> Option<&FilterCompletion> {
        let is_open = self.screen.focus.is_prompt() && self.completion.has_offers();
        is_open.then_some(&self.completion)
    }

    /// A count in words. With a phrase or a pattern it is an upper bound, because the text itself
    /// is not counted.
    pub(crate) fn counted_words(&self, count: usize) -> String {
        let query = &self.prompt.query;
        if query.reads_text() && count > 0 {
            return format!("≤ {}", grouped(count));
        }
        grouped(count)
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
        let Some(row) = y.checked_sub(self.screen.layout.prompt.y + 1) else {
            return false;
        };
        let Some(list) = self.completion() else {
            return false;
        };
        let Some(offer) = list.viewport.row_at(row.into(), list.offers.len()) else {
            return false;
        };
        self.completion.selected = Some(offer);
        self.complete();
        true
    }

    /// Replaces the typed value by the selected one. No space follows a directory, whose path may
    /// continue.
    pub(super) fn complete(&mut self) {
        let completion = &self.completion;
        let (Some(typing), Some(offer)) = (&completion.typing, completion.choice()) else {
            return;
        };
        let filter = Filter {
            value: offer.value.clone(),
            ..typing.filter.clone()
        };
        let bytes = typing.bytes.clone();
        let end = if filter.value.ends_with('/') { "" } else { " " };
        self.completion.selected = None;
        self.prompt
            .put(bytes, &format!("{}{end}", filter.written()));
        self.search();
    }

    /// Error of a filter's value, unless more letters may make it valid. A possible extension is an error only
    /// if no file has it, which the count shows only without other filters.
    pub(crate) fn unknown(&self, filter: &Filter) -> Option<UnknownValue> {
        let unknown = UnknownValue::of(filter)?;
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

    /// The filter being typed, if its value is incomplete.
    pub(super) fn partial_filter(&self) -> Option<&TypedFilter> {
        if !self.screen.focus.is_prompt() {
            return None;
        }
        self.completion.partial_filter()
    }

    /// Hint about a word that looks like a filter and is none, unless more letters may make it one.
    pub(crate) fn hint(&self) -> Option<&str> {
        if self.partial_filter().is_some() {
            return None;
        }
        self.prompt.query.hint.as_deref()
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
        query.filters = self.counted_filters();
        let completion = &mut self.completion;
        let filters = query.filters.iter().map(Filter::written);
        let phrases = query.phrases.iter().map(|phrase| quoted(phrase));
        completion.requested = filters.chain(phrases).collect();
        if completion.requested.is_empty() && completion.typing.is_none() {
            completion.tickets.revoke();
            completion.chips.clear();
            return;
        }
        let request = Request::Count(query, completion.typing.clone());
        let ticket = completion.tickets.supersede();
        self.effects.push(Effect::Send(ticket, request));
    }

    /// The filters in effect: an incomplete one narrows neither hits nor counts.
    fn counted_filters(&self) -> Vec<Filter> {
        let mut filters = self.prompt.query.filters.clone();
        if let Some(typing) = self.partial_filter() {
            filters.retain(|filter| *filter != typing.filter);
        }
        filters
    }
}

#[cfg(test)]
mod tests;
