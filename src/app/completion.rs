//! Completion of the filter at the cursor: a list under the prompt, and counts for the filter chips.
//!
//! Principal type: [`FilterCompletion`]. Invariant: counts belong to the filters of the last request; an
//! incomplete filter narrows neither results nor counts.

use super::event::Effect;
use super::keymap::{Action, Step};
use super::viewport::Viewport;
use super::{App, grouped};
use crate::protocol::{Request, Tickets};
use crate::search::{Field, Filter, Offer, TypedFilter, UnknownValue};

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
    selected: usize,
    viewport: Viewport,
    /// True if the user selected a value, so that Enter chooses it.
    moved: bool,
    /// True after Esc, until another filter is typed.
    closed: bool,
    /// Number of leaves that match each filter and phrase of the prompt, by its text.
    chips: HashMap<String, usize>,
    /// The filters and phrases of the pending request.
    requested: Vec<String>,
}

impl FilterCompletion {
    /// Returns true if there is a choice: the typed text is not yet one of the values.
    fn has_offers(&self) -> bool {
        let Some(typing) = self.typing.as_ref().filter(|_| !self.closed) else {
            return false;
        };
        let typed = &typing.filter.value;
        match (typing.filter.field, self.offers.as_slice()) {
            (_, []) => false,
            (Field::Path, [only]) => only.value.trim_end_matches('/') != typed,
            (_, offers) => !offers.iter().any(|it| it.value.eq_ignore_ascii_case(typed)),
        }
    }

    /// The filter being typed, if its value is incomplete.
    fn partial_filter(&self) -> Option<&TypedFilter> {
        let typing = self.typing.as_ref().filter(|_| !self.closed)?;
        let is_begun = match typing.filter.field {
            Field::Symbol | Field::Heading => self.has_offers(),
            _ => typing.is_begun(),
        };
        (is_begun || typing.filter.value.is_empty()).then_some(typing)
    }

    /// The rows in view, each with whether it is selected.
    pub(crate) fn visible(&self) -> impl Iterator<Item = (&Offer, bool)> {
        let rows = self.viewport.range(self.offers.len());
        let offers = rows.filter_map(|row| Some((row, self.offers.get(row)?)));
        offers.map(|(row, offer)| (offer, self.moved && row == self.selected))
    }

    /// 1-based index of the selected value, 0 if none is, and the number of values.
    pub(crate) fn position(&self) -> (usize, usize) {
        let selected = if self.moved { self.selected + 1 } else { 0 };
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
        self.viewport.reveal(self.selected, self.offers.len());
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
        self.chips = std::mem::take(&mut self.requested)
            .into_iter()
            .zip(chips)
            .collect();
        let kept = self.offers.get(self.selected).filter(|_| self.moved);
        let kept = kept.map(|offer| offer.value.clone());
        self.offers = offers.filter(|_| self.typing.is_some()).unwrap_or_default();
        let index = kept.and_then(|kept| self.offers.iter().position(|it| it.value == kept));
        self.moved = index.is_some();
        self.selected = index.unwrap_or(0);
        self.viewport.reveal(self.selected, self.offers.len());
    }

    fn step(&mut self, by: isize) {
        let last = self.offers.len().saturating_sub(1);
        // The first step selects the first value.
        let by = if self.moved { by } else { 0 };
        self.selected = self.selected.saturating_add_signed(by).min(last);
        self.moved = true;
        self.viewport.reveal(self.selected, self.offers.len());
    }

    /// Returns true if the selected value is already typed.
    fn is_chosen(&self) -> bool {
        let chosen = self.chosen().zip(self.typing.as_ref());
        chosen.is_some_and(|((filter, _), typing)| filter == typing.filter)
    }

    /// The selected value as a filter, and the bytes that it replaces.
    fn chosen(&self) -> Option<(Filter, std::ops::Range<usize>)> {
        let (typing, offer) = (self.typing.as_ref()?, self.offers.get(self.selected)?);
        let filter = Filter {
            value: offer.value.clone(),
            ..typing.filter.clone()
        };
        Some((filter, typing.bytes.clone()))
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
        match !query.reads_text() || count == 0 {
            true => grouped(count),
            false => format!("≤ {}", grouped(count)),
        }
    }

    /// Handles a key of the list. Returns false for other keys.
    pub(super) fn key_in_completion(&mut self, key: &KeyEvent) -> bool {
        if self.completion().is_none() || !self.screen.prefix.is_empty() {
            return false;
        }
        match self.action_on_top(key) {
            Some(Action::Results(Step::Next)) => self.completion.step(1),
            Some(Action::Results(Step::Previous)) => self.completion.step(-1),
            Some(Action::Escape) => self.completion.closed = true,
            Some(Action::Complete) if self.completion.is_chosen() => return false,
            Some(Action::Complete) => self.complete(),
            Some(Action::Choose) if self.completion.moved => self.complete(),
            _ => return false,
        }
        true
    }

    /// Completes the filter by the value in a row of the screen. Returns false if there is none.
    pub(super) fn click_completion(&mut self, y: u16) -> bool {
        let row = y.checked_sub(self.screen.layout.prompt.y + 1);
        let list = self.completion().zip(row);
        let offer = list.and_then(|(it, row)| it.viewport.row_at(row.into(), it.offers.len()));
        if let Some(offer) = offer {
            self.completion.selected = offer;
            self.complete();
        }
        offer.is_some()
    }

    /// Replaces the typed value by the selected one. No space follows a directory, whose path may
    /// continue.
    pub(super) fn complete(&mut self) {
        let Some((filter, bytes)) = self.completion.chosen() else {
            return;
        };
        let end = match filter.value.ends_with('/') {
            true => "",
            false => " ",
        };
        self.completion.moved = false;
        self.prompt
            .put(bytes, &format!("{}{end}", filter.written()));
        self.search();
    }

    /// Error of a filter's value, unless more letters may make it valid. A possible extension is an error only
    /// if no file has it, which the count shows only without other filters.
    pub(crate) fn unknown(&self, filter: &Filter) -> Option<UnknownValue> {
        let is_begun = self
            .partial_filter()
            .is_some_and(|typing| typing.filter == *filter);
        let unknown = UnknownValue::of(filter).filter(|_| !is_begun)?;
        let is_alone = self.prompt.query.filters.len() == 1;
        let is_none = is_alone && self.completion.count_of(filter) == Some(0);
        let is_none = !unknown.may_be_extension || is_none;
        is_none.then_some(unknown)
    }

    /// The filter being typed, if its value is incomplete.
    pub(super) fn partial_filter(&self) -> Option<&TypedFilter> {
        let begun = self.completion.partial_filter();
        begun.filter(|_| self.screen.focus.is_prompt())
    }

    /// Hint about a word that looks like a filter and is none, unless more letters may make it one.
    pub(crate) fn hint(&self) -> Option<&str> {
        let hint = self.prompt.query.hint.as_deref();
        hint.filter(|_| self.partial_filter().is_none())
    }

    /// Finds the filter at the cursor. Returns true if it changed.
    pub(super) fn follow_cursor(&mut self) -> bool {
        let (text, cursor) = (self.prompt.text(), self.prompt.before_cursor().len());
        let typing = TypedFilter::at(text, cursor).filter(|_| !self.prompt.is_selected);
        self.completion.follow(typing)
    }

    /// Finds the filter at the cursor, and requests counts or results if it changed. A filter that
    /// the cursor left counts as complete.
    pub(super) fn follow_typing(&mut self) {
        let changed = self.follow_cursor();
        let is_asked = self.has_target()
            || self.prompt.query.error.is_some()
            || self.search.text != self.prompt.text()
            || self.search.content == self.prompt_query();
        match is_asked {
            true if changed => self.count(),
            true => {}
            false => self.search(),
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
        let begun = self.partial_filter().map(|typing| &typing.filter);
        let filters = self.prompt.query.filters.iter();
        filters
            .filter(|filter| Some(*filter) != begun)
            .cloned()
            .collect()
    }
}

#[cfg(test)]
mod tests;
