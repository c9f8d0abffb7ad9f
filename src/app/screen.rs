//! Layout, focus, popup and notice.
//!
//! Principal type: [`Screen`].

use super::keymap::Key;
use super::labels::Labels;
use super::layout::{Focus, Layout, PaneShare};
use super::popup::{Content, ItemAction, PageSubject, Popup};
use super::status::{Item, Tone};
use ratatui::layout::Rect;

/// The state of the screen besides the contents of the panes.
#[derive(Debug, Default)]
pub(crate) struct Screen {
    pub(crate) layout: Layout,
    /// Share of the first pane, once the user changed it.
    share: Option<PaneShare>,
    /// True while the line after the first pane is dragged.
    pub(super) is_dragging: bool,
    pub(crate) focus: Focus,
    /// True if callers and callees belong beside the code.
    pub(super) columns: bool,
    /// The focus before a pane covered the others; none if none does.
    peeking: Option<Focus>,
    /// Keys pressed so far of a key sequence.
    pub(crate) prefix: Vec<Key>,
    /// A number that was typed before a key: the times that its action is repeated.
    pub(super) count: Option<usize>,
    /// Labels of names or rows, while they are shown.
    pub(crate) labels: Option<Labels>,
    pub(crate) popup: Option<Popup>,
    /// A sentence in the status line, until the next key.
    pub(crate) notice: Option<Item>,
    pub(crate) spinner: usize,
}

impl Screen {
    /// Shows a message.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notify(Tone::Plain, text);
    }

    pub(super) fn warn(&mut self, text: impl Into<String>) {
        self.notify(Tone::Warning, text);
    }

    pub(super) fn notify(&mut self, tone: Tone, text: impl Into<String>) {
        self.notice = Some(Item::new(tone, text));
    }

    /// Sets the areas of all parts for the size and the focus.
    pub(super) fn lay_out(&mut self) {
        let Rect { width, height, .. } = self.layout.screen;
        let layout = Layout::for_screen(width, height, self.focus, self.share);
        self.layout = match self.peeking {
            Some(_) => layout.covered_by(Focus::Code),
            None if self.columns && self.focus.is_code() => layout.with_columns(),
            None => layout,
        };
        if self.focus.is_beside_code() && self.layout.area(self.focus).is_empty() {
            self.focus = Focus::Code;
        }
    }

    /// Sets the share of the first pane. Returns false if nothing can be shared.
    pub(super) fn split(&mut self, share: Option<PaneShare>) -> bool {
        self.share = share.or(self.share);
        share.is_some()
    }

    /// Moves the focus. The code covers the results only while it has the focus.
    pub(super) fn focus_on(&mut self, focus: Focus) {
        self.focus = focus;
        if !focus.is_code() {
            self.peeking = None;
        }
    }

    /// Starts covering the other panes, or ends it and returns the focus before.
    pub(super) fn toggle_peek(&mut self) -> Option<Focus> {
        let before = self.peeking.take();
        if before.is_none() {
            self.peeking = Some(self.focus);
        }
        before
    }

    /// Drops keys that were typed before others: a sequence, a number, a label.
    pub(super) fn cancel_keys(&mut self) {
        self.prefix.clear();
        (self.count, self.labels) = (None, None);
    }

    /// Subject of the open page.
    pub(super) fn page_subject(&self) -> Option<PageSubject> {
        self.popup.as_ref()?.kind()
    }

    /// Returns true while a text is typed that changes the pane below: one to find in the open file, or a filter.
    pub(crate) fn is_finding(&self) -> bool {
        let popup = self.popup.as_ref();
        popup.is_some_and(|popup| matches!(popup.content, Content::Find | Content::Filter))
    }

    /// Name of the theme that is selected in the list of themes.
    pub(super) fn previewed_theme(&self) -> Option<String> {
        match self.popup.as_ref()?.selected()? {
            ItemAction::Theme(name) => Some(name),
            _ => None,
        }
    }

    /// Returns true if characters go to the prompt.
    pub(crate) fn is_typed_into(&self) -> bool {
        self.focus.is_prompt() && self.popup.is_none()
    }
}
