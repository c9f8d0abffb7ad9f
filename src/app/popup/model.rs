//! The model of a popup, and its lists that are still loading or matching.
//!
//! Principal type: [`Popup`]. Contract: the item that the user selected stays selected while others arrive.

use super::content::{Content, FileItems, ItemAction};
use super::page::{PageRow, PageSubject};
use super::ranking::FuzzyRanking;
use crate::app::keymap::{Action, Context, Key};
use crate::app::prompt::InputLine;
use crate::app::results::Listing;
use crate::app::viewport::Viewport;
use crate::corpus::SourcePath;
use crate::search::Passing;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Number of items matched per frame: a few milliseconds, even in a debug build.
pub(super) const MATCHED_AT_ONCE: usize = 8_192;

/// The open popup.
#[derive(Debug, Default)]
pub(crate) struct Popup {
    pub(crate) title: String,
    pub(crate) content: Content,
    /// The input line.
    pub(crate) line: InputLine,
    /// Items that pass the filters in the input line. None for all.
    passing: Option<Passing>,
    /// The items that match the input line.
    pub(super) ranking: FuzzyRanking,
    pub(super) selected: usize,
    /// Indices of the matching characters of each row in view.
    pub(super) matched_chars: Vec<Vec<u32>>,
    /// True after Enter while items are still being matched: then the best match is chosen at the end.
    pub(super) chooses_best: bool,
    pub(super) viewport: Viewport,
    /// The cell at which the menu of the mouse is. None for all other popups.
    pub(crate) menu_at: Option<(u16, u16)>,
}

/// Result of a key in a popup.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum KeyOutcome {
    /// The popup handled it.
    Taken,
    /// Not bound in the popup.
    NotMine,
    /// The popup stays, and this action runs.
    Perform(Action),
    /// The popup closes.
    Close,
    /// The popup closes, and this item is chosen.
    Chosen(ItemAction),
}

/// A row of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListRow<'a> {
    /// Text that is matched and shown.
    pub(crate) text: &'a str,
    /// Note at the end of the row.
    pub(crate) note: &'a str,
    /// Indices of the text's characters that match, ascending.
    pub(crate) matched_chars: &'a [u32],
    pub(crate) is_selected: bool,
}

impl Popup {
    pub(crate) fn new(title: &str, content: Content) -> Self {
        let mut popup = Self {
            title: title.to_owned(),
            content,
            ..Self::default()
        };
        if let Content::Name(format, _) = &popup.content {
            popup.line.insert(&format.file_name());
        }
        popup.start_matching();
        popup
    }

    /// Subject of a page; none for lists and input lines.
    pub(crate) fn kind(&self) -> Option<PageSubject> {
        match self.content {
            Content::Page(kind, _) => Some(kind),
            _ => None,
        }
    }

    /// Replaces title and rows of a page and keeps the scroll position.
    pub(crate) fn write(&mut self, title: String, rows: Vec<PageRow>) {
        if let Content::Page(_, old) = &mut self.content {
            (self.title, *old) = (title, rows);
            self.scroll(0);
        }
    }

    /// Number of rows that can be scrolled.
    fn len(&self) -> usize {
        match &self.content {
            Content::Page(_, rows) => rows.len(),
            _ => self.ranking.len(),
        }
    }

    /// Number of rows needed to show everything, with the input line.
    pub(crate) fn rows(&self) -> usize {
        match &self.content {
            Content::Page(_, rows) => rows.len(),
            Content::Items(_) | Content::Name(..) => self.content.len().max(1) + 1,
            Content::Files(_) => usize::MAX,
            Content::Find | Content::Filter => 1,
        }
    }

    /// Number of matching items, and of all items.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.ranking.len(), self.content.len())
    }

    /// The rows of a list in view.
    pub(crate) fn visible(&self) -> impl Iterator<Item = ListRow<'_>> {
        let rows = self
            .viewport
            .range(self.ranking.len())
            .zip(&self.matched_chars);
        rows.filter_map(|(row, matched)| {
            let (text, note) = self.content.text(self.ranking.at(row)?);
            Some(ListRow {
                text,
                note,
                matched_chars: matched,
                is_selected: row == self.selected,
            })
        })
    }

    /// The rows of a page in view.
    pub(crate) fn visible_rows(&self) -> &[PageRow] {
        match &self.content {
            Content::Page(_, rows) => &rows[self.viewport.range(rows.len())],
            _ => &[],
        }
    }

    /// Returns whether there are rows above the view, and below it.
    pub(crate) fn overflow(&self) -> (bool, bool) {
        let range = self.viewport.range(self.len());
        (range.start > 0, range.end < self.len())
    }

    /// Effect of Enter in a list.
    pub(crate) fn selected(&self) -> Option<ItemAction> {
        let item = self.ranking.at(self.selected)?;
        self.content.choice(item, self.line.text())
    }

    /// Selects the item with an index, if it matches.
    pub(crate) fn select(&mut self, item: usize) {
        self.selected = self.ranking.row_of(item).unwrap_or(self.selected);
        self.reveal();
    }

    /// Context of the popup in the keymap.
    pub(crate) fn context(&self) -> Context {
        match self.kind() {
            Some(_) => Context::Page,
            None => Context::List,
        }
    }

    /// Sets the height, which includes the input line of a list.
    pub(crate) fn set_height(&mut self, height: usize) {
        let line = usize::from(self.kind().is_none());
        self.viewport.resize(height.saturating_sub(line));
        self.reveal();
    }

    /// Scrolls the view.
    pub(crate) fn scroll(&mut self, rows: isize) {
        self.viewport.scroll(rows, self.len());
        self.mark_matches();
    }

    /// Handles a click on a row: selects it, or chooses it if it is selected or in a menu.
    pub(crate) fn click(&mut self, row: usize) -> KeyOutcome {
        let row = row.checked_sub(1);
        match row.and_then(|row| self.viewport.row_at(row, self.ranking.len())) {
            Some(row) if row == self.selected || self.menu_at.is_some() => {
                self.selected = row;
                return self.choose();
            }
            Some(row) => self.selected = row,
            None => {}
        }
        KeyOutcome::Taken
    }

    /// Inserts text in the input line. Returns false for a page without one.
    pub(crate) fn paste(&mut self, text: &str) -> bool {
        if self.context() == Context::Page {
            return false;
        }
        if self.line.insert(text) {
            self.start_matching();
        }
        true
    }

    /// Handles a key and the action bound to it in this context.
    pub(crate) fn key(&mut self, event: &KeyEvent, action: Option<Action>) -> KeyOutcome {
        let reply = match (event.code, action) {
            (KeyCode::Char(c), _)
                if Key::from_event(event).is_printable() && self.context() == Context::List =>
            {
                self.paste(c.encode_utf8(&mut [0; 4]));
                KeyOutcome::Taken
            }
            (_, Some(action)) => self.act(action),
            (_, None) => KeyOutcome::NotMine,
        };
        match (reply, event.code) {
            // Esc closes a popup in every keymap.
            (KeyOutcome::NotMine, KeyCode::Esc) => KeyOutcome::Close,
            // Keys without Ctrl are for the popup alone.
            (KeyOutcome::NotMine, _) if !event.modifiers.contains(KeyModifiers::CONTROL) => {
                KeyOutcome::Taken
            }
            (reply, _) => reply,
        }
    }

    /// Performs an action. The action that opened a page closes it; the index page passes its own actions on.
    pub(crate) fn act(&mut self, action: Action) -> KeyOutcome {
        self.chooses_best = false;
        if let (Content::Filter, Action::Results(_)) = (&self.content, action) {
            return KeyOutcome::Perform(action);
        }
        if let Action::Results(step) = action
            && let Some(rows) = step.rows(self.viewport.page())
        {
            self.go(rows);
            return KeyOutcome::Taken;
        }
        match (self.kind(), action) {
            (_, Action::Escape)
            | (Some(PageSubject::Explanation), Action::Explain)
            | (Some(PageSubject::Index), Action::Index) => return KeyOutcome::Close,
            (
                Some(PageSubject::Index),
                Action::Reindex | Action::CancelIndexing | Action::Rebuild,
            ) => return KeyOutcome::Perform(action),
            (None, Action::Choose) => return self.choose(),
            (None, Action::Prompt(editing)) => {
                if self.line.edit(editing) {
                    self.start_matching();
                }
            }
            _ => return KeyOutcome::NotMine,
        }
        KeyOutcome::Taken
    }

    /// Moves the selection of a list, or scrolls a page.
    pub(super) fn go(&mut self, rows: isize) {
        if self.kind().is_some() {
            return self.scroll(rows);
        }
        let last = self.ranking.len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(rows).min(last);
        self.reveal();
    }

    /// Handles Enter: chooses the typed text or the selected item. If the user selected no item, the best match is
    /// chosen once it is known.
    pub(super) fn choose(&mut self) -> KeyOutcome {
        let typed = self.line.text();
        let choice = match &self.content {
            Content::Name(..) if typed.trim().is_empty() => None,
            Content::Name(format, source) => {
                let name = typed.trim().to_owned();
                Some(ItemAction::Export(*format, *source, Some(name)))
            }
            Content::Find => Some(ItemAction::Find(typed.to_owned())),
            Content::Filter => Some(ItemAction::Filter),
            Content::Files(_) if self.selected == 0 && self.is_waiting() => {
                self.chooses_best = true;
                None
            }
            _ => self.selected(),
        };
        choice.map_or(KeyOutcome::Taken, KeyOutcome::Chosen)
    }

    /// Shows only the items that pass the filters in the input line.
    pub(crate) fn set_passing(&mut self, passing: Option<Passing>) -> KeyOutcome {
        if self.passing != passing {
            self.passing = passing;
            self.start_matching();
        }
        KeyOutcome::Taken
    }

    /// Starts matching the input line.
    fn start_matching(&mut self) {
        self.rank();
        self.selected = 0;
        self.chooses_best = false;
        self.scroll(isize::MIN);
    }

    /// Ranks the items that contain the words of the input line; those that match only letter by letter are noise beside
    /// them, and are listed if there are no others. A path is typed by some of its letters.
    pub(super) fn rank(&mut self) {
        let pattern = self.content.pattern(self.line.text());
        if matches!(self.content, Content::Items(_)) {
            self.ranking.start(&contained(&pattern), self.content.len());
            self.continue_ranking();
            if self.is_matching() || self.ranking.len() > 0 {
                return;
            }
        }
        self.ranking.start(&pattern, self.content.len());
        self.continue_ranking();
    }

    pub(super) fn continue_ranking(&mut self) {
        let (content, typed) = (&self.content, self.line.text());
        let passing = self.passing.as_ref();
        let preference = |at| {
            let passes = passing.is_none_or(|passing| content.passes(at, passing));
            passes.then(|| content.preference(at, typed))
        };
        let text = |at| content.text(at).0;
        self.ranking.advance(MATCHED_AT_ONCE, text, preference);
    }

    /// Scrolls the selection into view.
    fn reveal(&mut self) {
        if self.kind().is_none() {
            self.viewport.reveal(self.selected, self.ranking.len());
        }
        self.scroll(0);
    }

    /// Finds the matching characters of the rows in view.
    fn mark_matches(&mut self) {
        self.matched_chars.clear();
        for row in self.viewport.range(self.ranking.len()) {
            let item = self.ranking.at(row);
            let text = item.map_or("", |item| self.content.text(item).0);
            self.matched_chars.push(self.ranking.match_indices(text));
        }
    }
}

/// The pattern of texts that contain the words of a pattern; a word with a mark of its own stays as it is.
fn contained(pattern: &str) -> String {
    let words = pattern.split_whitespace().map(|word| {
        if word.starts_with(['\'', '^', '!']) || word.ends_with('$') {
            word.to_owned()
        } else {
            format!("'{word}")
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Files whose numbers of lines are compared with the line that was typed.
const MAX_COMPARED: usize = 20;

impl Popup {
    /// Returns true while not every item was matched.
    pub(crate) fn is_matching(&self) -> bool {
        !self.ranking.is_done()
    }

    /// Returns true while the best item is not known.
    pub(super) fn is_waiting(&self) -> bool {
        self.is_matching() || !self.wanted_lines().is_empty() || self.content.len() == 0
    }

    /// Matches some more items.
    pub(crate) fn continue_matching(&mut self) -> KeyOutcome {
        let selected = self.ranking.at(self.selected);
        self.continue_ranking();
        self.keep_selection(selected)
    }

    /// Replaces the files of a list of files; the selected one stays selected.
    pub(crate) fn set_files(&mut self, listing: &Listing, recent: &[SourcePath]) -> KeyOutcome {
        let Content::Files(files) = &mut self.content else {
            return KeyOutcome::Taken;
        };
        let selected = self.ranking.at(self.selected);
        let path = selected.and_then(|at| files.listing.get(at)).cloned();
        *files = FileItems::new(listing.clone(), recent);
        let item = path.and_then(|path| listing.position(&path));
        self.rank();
        while self.selected > 0 && self.is_matching() {
            self.continue_ranking();
        }
        self.keep_selection(item)
    }

    /// The best files whose number of lines is not known, if a line was typed.
    pub(crate) fn wanted_lines(&self) -> Vec<SourcePath> {
        match &self.content {
            Content::Files(files) if !self.is_matching() => {
                let best = (0..MAX_COMPARED).filter_map(|row| self.ranking.at(row));
                files.missing_lines(best, self.line.text())
            }
            _ => Vec::new(),
        }
    }

    /// Stores the number of lines of a file. A file with fewer lines than the typed line number comes last.
    pub(crate) fn set_line_count(&mut self, path: SourcePath, lines: u32) -> KeyOutcome {
        let selected = self.ranking.at(self.selected);
        if let Content::Files(files) = &mut self.content
            && let Some(file) = files.listing.position(&path)
        {
            files.lines.insert(path, lines);
            if files.lacks_line(file, self.line.text()) {
                self.ranking.put_last(file);
            }
        }
        self.keep_selection(selected)
    }

    /// Selects an item again unless the best one was selected, and completes an Enter that waited for matching.
    fn keep_selection(&mut self, item: Option<usize>) -> KeyOutcome {
        if let Some(item) = item
            && self.selected > 0
        {
            self.selected = self.ranking.row_of(item).unwrap_or(self.selected);
        }
        self.go(0);
        if self.chooses_best && !self.is_waiting() {
            self.choose()
        } else {
            KeyOutcome::Taken
        }
    }
}
