//! Completion of the filter at the cursor: a list under the prompt, and counts for the filter chips.
//!
//! Principal type: [`FilterCompletion`]. Invariant: counts belong to the filters of the last request; an
//! incomplete filter narrows neither results nor counts.

use super::event::Effect;
use super::viewport::Viewport;
use crate::protocol::{Request, Tickets};
use crate::search::{Filter, Offer, Query, TypedFilter};
use std::collections::HashMap;
use std::ops::Range;

/// Rows of the list at most.
pub(super) const ROWS: usize = 8;

/// The filter being typed, and the counts.
#[derive(Debug, Default)]
pub(crate) struct FilterCompletion {
    /// Tickets of the counter.
    pub(super) tickets: Tickets,
    pub(super) typing: Option<TypedFilter>,
    offers: Vec<Offer>,
    /// Index of the value that the user selected, which Enter chooses.
    pub(super) selected: Option<usize>,
    viewport: Viewport,
    /// True after Esc, until another filter is typed.
    pub(super) closed: bool,
    /// Number of leaves that match each filter and phrase of the prompt, by its text.
    pub(super) chips: HashMap<String, usize>,
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
    pub(super) fn has_offers(&self) -> bool {
        self.open_filter()
            .is_some_and(|typing| typing.has_choice(&self.offers))
    }

    /// The filter being typed, if its value is incomplete.
    pub(super) fn partial_filter(&self) -> Option<&TypedFilter> {
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
    pub(super) fn follow(&mut self, typing: Option<TypedFilter>) -> bool {
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
        let before = std::mem::take(&mut self.offers);
        if self.typing.is_some() {
            self.offers = offers.unwrap_or_default();
        }
        let kept = self.selected.and_then(|row| before.get(row));
        self.selected = kept.and_then(|kept| {
            self.offers
                .iter()
                .position(|offer| offer.value == kept.value)
        });
        self.reveal();
    }

    pub(super) fn step(&mut self, by: isize) {
        let last = self.offers.len().saturating_sub(1);
        // The first step selects the first value.
        let row = self.selected.map_or(0, |row| row.saturating_add_signed(by));
        self.selected = Some(row.min(last));
        self.reveal();
    }

    /// Returns true if the value to choose is already typed.
    pub(super) fn is_chosen(&self) -> bool {
        match (&self.typing, self.choice()) {
            (Some(typing), Some(offer)) => typing.filter.value == offer.value,
            _ => false,
        }
    }

    /// The value to choose: the selected one, or the first.
    fn choice(&self) -> Option<&Offer> {
        self.offers.get(self.selected.unwrap_or(0))
    }

    /// The value in a row of the screen.
    pub(super) fn row_at(&self, y: usize) -> Option<usize> {
        self.viewport.row_at(y, self.offers.len())
    }

    /// Chooses a value: the bytes of the prompt to replace, and the new text. No space follows a directory,
    /// whose path may continue.
    pub(super) fn choose(&mut self) -> Option<(Range<usize>, String)> {
        let (typing, offer) = (self.typing.as_ref()?, self.choice()?);
        let end = if offer.value.ends_with('/') { "" } else { " " };
        let filter = Filter {
            value: offer.value.clone(),
            ..typing.filter.clone()
        };
        let bytes = typing.bytes.clone();
        self.selected = None;
        Some((bytes, format!("{}{end}", filter.written())))
    }

    /// The request for the number of leaves that match each filter and phrase of a query; none if there is
    /// nothing to count.
    pub(super) fn request(&mut self, query: Query) -> Option<Effect> {
        let filters = query.filters.iter().map(Filter::written);
        let phrases = query.phrases.iter().map(|phrase| quoted(phrase.source()));
        self.requested = filters.chain(phrases).collect();
        if self.requested.is_empty() && self.typing.is_none() {
            self.tickets.revoke();
            self.chips.clear();
            return None;
        }
        let request = Request::Count(query, self.typing.clone());
        Some(Effect::Send(self.tickets.supersede(), request))
    }
}

/// A phrase in quotes.
fn quoted(phrase: &str) -> String {
    format!("\"{phrase}\"")
}
