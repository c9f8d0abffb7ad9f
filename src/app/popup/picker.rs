//! A list to choose from: what is typed is matched fuzzily against every item, the best first.

use super::ranking::{Preference, Ranking};
use super::{Handled, rows};
use crate::app::Line;
use crate::app::keymap::Action;
use crate::app::results::Listing;
use crate::app::viewport::Viewport;
use crate::corpus::SourcePath;
use crate::export::Format;
use crate::session::Asked;
use std::collections::HashMap;

/// Texts that are looked at before the next frame: a few milliseconds, even where nothing is
/// optimised.
const LOOKED_AT_ONCE: usize = 8_192;

/// Files whose numbers of lines are compared with the line that was typed.
const COMPARED: usize = 20;

/// Effect of choosing an item.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Choice {
    Action(Action),
    /// The theme of this name.
    Theme(String),
    /// Of a new file of this name, or else of the clipboard.
    Export(Format, Option<String>),
    /// Ask for the name of the file to write in this format.
    Name(Format),
    /// Find this text in the file.
    Find(String),
    /// Show this file, at a 1-based line and column where one was typed.
    File(SourcePath, Option<(u32, u32)>),
    /// Ask this again.
    Query(Asked),
    /// Go to the bookmark of this chunk.
    Bookmark(u64),
}

/// One of the list.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Item {
    /// Text that is matched and shown.
    pub(crate) text: String,
    /// Note at the end of the row.
    pub(crate) note: String,
    pub(crate) choice: Choice,
}

/// Items to choose from.
#[derive(Clone, Debug)]
enum Items {
    Listed(Vec<Item>),
    /// The files of the repository, of which there may be very many.
    Files(Files),
    /// None: a name is typed for a file of this format.
    Name(Format),
    /// None: a text is typed that is found in the open file.
    Find,
}

/// The files of a repository.
#[derive(Clone, Debug, Default)]
struct Files {
    listing: Listing,
    /// Recently opened files, the latest one last.
    recent: Vec<SourcePath>,
    /// Position of each recent file, 0 for the latest one, by its number in the list.
    ranks: HashMap<usize, u32>,
    /// Number of lines of the files that it was requested of.
    lines: HashMap<SourcePath, u32>,
}

impl Files {
    fn new(listing: Listing, recent: Vec<SourcePath>) -> Self {
        let latest = recent.iter().rev().enumerate();
        let ranks = latest.filter_map(|(rank, path)| {
            let file = listing.position(path)?;
            Some((file, u32::try_from(rank).unwrap_or(u32::MAX)))
        });
        Self {
            ranks: ranks.collect(),
            listing,
            recent,
            lines: HashMap::new(),
        }
    }

    /// Files without the line that was typed come last.
    fn lacks(&self, file: usize, typed: &str) -> bool {
        let lines = self.listing.get(file).and_then(|path| self.lines.get(path));
        let line = placed(typed).1.map(|(line, _)| line);
        lines.zip(line).is_some_and(|(lines, line)| line > *lines)
    }
}

impl Items {
    /// Place of an item among those that match equally well.
    fn preference(&self, at: usize, typed: &str) -> Preference {
        match self {
            Self::Listed(_) | Self::Name(_) | Self::Find => Preference::default(),
            Self::Files(files) => Preference {
                is_last: files.lacks(at, typed),
                rank: files.ranks.get(&at).copied().unwrap_or(u32::MAX),
            },
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Listed(items) => items.len(),
            Self::Files(files) => files.listing.len(),
            Self::Name(_) | Self::Find => 0,
        }
    }

    fn text(&self, at: usize) -> &str {
        match self {
            Self::Listed(items) => items.get(at).map_or("", |item| item.text.as_str()),
            Self::Files(files) => files.listing.get(at).map_or("", SourcePath::as_str),
            Self::Name(_) | Self::Find => "",
        }
    }

    /// Effect of choosing an item after this text was typed.
    fn choice(&self, at: usize, typed: &str) -> Option<Choice> {
        match self {
            Self::Listed(items) => items.get(at).map(|item| item.choice.clone()),
            Self::Files(files) => {
                let path = files.listing.get(at).cloned()?;
                Some(Choice::File(path, placed(typed).1))
            }
            Self::Name(_) | Self::Find => None,
        }
    }
}

/// Action to run when matching is complete.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Then {
    #[default]
    Nothing,
    /// The best one is chosen: somebody did not wait to see it.
    Choose,
    /// This file is selected again.
    Select(SourcePath),
}

/// A row of the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown<'a> {
    /// Text that is matched and shown.
    pub(crate) text: &'a str,
    /// Note at the end of the row.
    pub(crate) note: &'a str,
    /// Indices of the text's characters that match, ascending.
    pub(crate) lit: &'a [u32],
    pub(crate) is_selected: bool,
}

/// The list with what is typed.
#[derive(Clone, Debug)]
pub(crate) struct Picker {
    title: &'static str,
    line: Line,
    items: Items,
    ranking: Ranking,
    then: Then,
    /// Characters that match, of each row in view.
    lit: Vec<Vec<u32>>,
    selected: usize,
    viewport: Viewport,
}

impl Picker {
    pub(crate) fn new(title: &'static str, items: Vec<Item>) -> Self {
        Self::of(title, Items::Listed(items))
    }

    /// A list of the files of the repository, which may still be on their way; recently opened ones,
    /// the latest last, come first.
    pub(crate) fn of_files(files: Listing, recent: Vec<SourcePath>) -> Self {
        Self::of("files", Items::Files(Files::new(files, recent)))
    }

    /// The name of a file that is to be written, typed over the one that is offered.
    pub(crate) fn of_name(format: Format) -> Self {
        let mut picker = Self::of("write to", Items::Name(format));
        picker.line.insert(&format.file_name());
        picker
    }

    /// A text to find in the open file.
    pub(crate) fn of_find() -> Self {
        Self::of("find in file", Items::Find)
    }

    /// Returns true if a text to find in the open file is being typed.
    pub(crate) fn is_of_find(&self) -> bool {
        matches!(self.items, Items::Find)
    }

    /// Returns true if files of the repository are listed.
    pub(crate) fn is_of_files(&self) -> bool {
        matches!(self.items, Items::Files(_))
    }

    /// Returns true if a name is being typed.
    pub(crate) fn is_of_name(&self) -> bool {
        matches!(self.items, Items::Name(_))
    }

    fn of(title: &'static str, items: Items) -> Self {
        let mut picker = Self {
            title,
            line: Line::default(),
            items,
            ranking: Ranking::default(),
            then: Then::Nothing,
            lit: Vec::new(),
            selected: 0,
            viewport: Viewport::default(),
        };
        picker.find();
        picker
    }

    /// The files of the repository are these now: where files are chosen from, they are among them,
    /// and the one that is selected stays it.
    pub(crate) fn take_files(&mut self, files: &Listing) -> Handled {
        let Items::Files(known) = &self.items else {
            return Handled::Taken;
        };
        let at = self.ranking.at(self.selected).filter(|_| self.selected > 0);
        let path = at.and_then(|at| known.listing.get(at)).cloned();
        let recent = known.recent.clone();
        let then = match (path, std::mem::take(&mut self.then)) {
            (Some(path), _) => Then::Select(path),
            (None, then) => then,
        };
        self.items = Items::Files(Files::new(files.clone(), recent));
        self.ranking = Ranking::default();
        self.find();
        self.then = then;
        self.come_to_an_end()
    }

    /// The best files whose number of lines is not known, if a line was typed.
    pub(crate) fn wanted_lines(&self) -> Vec<SourcePath> {
        let Items::Files(files) = &self.items else {
            return Vec::new();
        };
        if self.is_matching() || placed(self.line.text()).1.is_none() {
            return Vec::new();
        }
        let best = (0..COMPARED).filter_map(|row| files.listing.get(self.ranking.at(row)?));
        let unknown = best.filter(|path| !files.lines.contains_key(*path));
        unknown.cloned().collect()
    }

    /// Takes in the number of lines of a file; one without the line that was typed comes last.
    pub(crate) fn take_lines(&mut self, path: SourcePath, lines: u32) -> Handled {
        if let Items::Files(files) = &mut self.items
            && let Some(file) = files.listing.position(&path)
        {
            files.lines.insert(path, lines);
            if files.lacks(file, self.line.text()) {
                let selected = self.ranking.at(self.selected);
                self.ranking.put_last(file);
                self.stay_on(selected);
            }
        }
        self.come_to_an_end()
    }

    /// Returns true while not every item was matched.
    pub(crate) fn is_matching(&self) -> bool {
        !self.ranking.is_done()
    }

    /// Looks at some more of what may match.
    pub(crate) fn match_on(&mut self) -> Handled {
        let selected = self.ranking.at(self.selected);
        self.rank_on();
        self.stay_on(selected);
        self.come_to_an_end()
    }

    fn rank_on(&mut self) {
        let (items, typed) = (&self.items, self.line.text());
        let preference = |at| items.preference(at, typed);
        self.ranking
            .go_on(LOOKED_AT_ONCE, |at| items.text(at), preference);
    }

    /// Selects an item again, unless it was the best one.
    fn stay_on(&mut self, item: Option<usize>) {
        if let Some(item) = item.filter(|_| self.selected > 0) {
            self.selected = self.ranking.row_of(item).unwrap_or(self.selected);
        }
        self.reveal();
    }

    /// Does what waited for all to be looked at.
    fn come_to_an_end(&mut self) -> Handled {
        if self.is_matching() || !self.wanted_lines().is_empty() {
            return Handled::Taken;
        }
        match (std::mem::take(&mut self.then), &self.items) {
            (Then::Choose, _) => return self.chosen(),
            (Then::Select(path), Items::Files(files)) => {
                if let Some(item) = files.listing.position(&path) {
                    self.select(item);
                }
            }
            _ => {}
        }
        Handled::Taken
    }

    pub(crate) fn title(&self) -> &'static str {
        self.title
    }

    /// Returns true if a choice changes the panes, which must stay visible.
    pub(crate) fn is_of_themes(&self) -> bool {
        matches!(self.items.choice(0, ""), Some(Choice::Theme(_)))
    }

    /// Message for an empty list.
    pub(crate) fn nothing(&self) -> &'static str {
        match (&self.items, self.items.len()) {
            (Items::Files(_), 0) => "no files are listed yet",
            (Items::Name(_), _) => "an existing file is kept; the new one gets a number",
            _ => "nothing matches",
        }
    }

    /// Rows of all items, or of the reason why there are none, and of the line that is typed in.
    pub(crate) fn rows(&self) -> usize {
        match &self.items {
            Items::Files(_) => usize::MAX,
            Items::Listed(_) | Items::Name(_) => self.items.len().max(1) + 1,
            Items::Find => 1,
        }
    }

    pub(crate) fn line(&self) -> &Line {
        &self.line
    }

    /// Items that match, and all there are.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.ranking.len(), self.items.len())
    }

    /// The rows in view.
    pub(crate) fn visible(&self) -> impl Iterator<Item = Shown<'_>> {
        let rows = self.viewport.range(self.ranking.len()).zip(&self.lit);
        rows.filter_map(|(row, lit)| {
            let item = self.ranking.at(row)?;
            Some(Shown {
                text: self.items.text(item),
                note: match &self.items {
                    Items::Listed(items) => items.get(item).map_or("", |item| item.note.as_str()),
                    Items::Files(_) | Items::Name(_) | Items::Find => "",
                },
                lit,
                is_selected: row == self.selected,
            })
        })
    }

    /// Effect of Enter.
    pub(crate) fn selected(&self) -> Option<Choice> {
        self.items
            .choice(self.ranking.at(self.selected)?, self.line.text())
    }

    /// Selects an item, counted from 0 in the order given, where it is among those that match.
    pub(crate) fn select(&mut self, item: usize) {
        self.selected = self.ranking.row_of(item).unwrap_or(self.selected);
        self.reveal();
    }

    /// `height` holds the line that is typed in, too.
    pub(super) fn set_height(&mut self, height: usize) {
        self.viewport.resize(height.saturating_sub(1));
        self.reveal();
    }

    pub(super) fn scroll(&mut self, rows: isize) {
        self.viewport.scroll(rows, self.ranking.len());
        self.light();
    }

    pub(super) fn click(&mut self, row: usize) -> Handled {
        let row = row.checked_sub(1);
        match row.and_then(|row| self.viewport.row_at(row, self.ranking.len())) {
            Some(row) if row == self.selected => {
                self.selected().map_or(Handled::Taken, Handled::Chosen)
            }
            Some(row) => {
                self.selected = row;
                Handled::Taken
            }
            None => Handled::Taken,
        }
    }

    pub(super) fn paste(&mut self, text: &str) {
        if self.line.insert(text) {
            self.find();
        }
    }

    pub(super) fn act(&mut self, action: Action) -> Handled {
        self.then = Then::Nothing;
        if let Some(step) = rows(action, self.viewport.page()) {
            let last = self.ranking.len().saturating_sub(1);
            self.selected = self.selected.saturating_add_signed(step).min(last);
            self.reveal();
            return Handled::Taken;
        }
        match action {
            Action::Choose => return self.chosen(),
            Action::Prompt(editing) => {
                if self.line.edit(editing) {
                    self.find();
                }
            }
            _ => return Handled::NotMine,
        }
        Handled::Taken
    }

    /// The row that is selected; where nobody went to one, the best of all, as soon as they are there.
    fn chosen(&mut self) -> Handled {
        if let Items::Name(format) = self.items {
            // Nothing is written without a name.
            return match self.line.text().trim() {
                "" => Handled::Taken,
                name => Handled::Chosen(Choice::Export(format, Some(name.to_owned()))),
            };
        }
        if self.is_of_find() {
            return Handled::Chosen(Choice::Find(self.line.text().to_owned()));
        }
        let is_listed = !matches!(self.items, Items::Files(_)) || self.items.len() > 0;
        let is_waiting = self.is_matching() || !self.wanted_lines().is_empty();
        if self.selected == 0 && (is_waiting || !is_listed) {
            self.then = Then::Choose;
            return Handled::Taken;
        }
        self.selected().map_or(Handled::Taken, Handled::Chosen)
    }

    fn find(&mut self) {
        let typed = match &self.items {
            Items::Listed(_) | Items::Name(_) | Items::Find => self.line.text(),
            Items::Files(_) => placed(self.line.text()).0,
        };
        let (items, whole) = (&self.items, self.line.text());
        let preference = |at| items.preference(at, whole);
        self.ranking.find(typed, items.len(), preference);
        self.selected = 0;
        self.then = Then::Nothing;
        self.rank_on();
        self.reveal();
    }

    fn reveal(&mut self) {
        self.viewport.reveal(self.selected, self.ranking.len());
        self.light();
    }

    /// Finds what matches in the rows in view: of the others nobody sees it.
    fn light(&mut self) {
        let rows = self.viewport.range(self.ranking.len());
        self.lit.clear();
        for row in rows {
            let text = self.ranking.at(row).map_or("", |at| self.items.text(at));
            self.lit.push(self.ranking.lit(text));
        }
    }
}

/// A path, and the 1-based line and column behind it, as compilers and stack traces have them:
/// `path:line`, `path:line:column`.
fn placed(typed: &str) -> (&str, Option<(u32, u32)>) {
    let typed = typed.trim_end().trim_end_matches(':');
    match numbered(typed) {
        None => (typed, None),
        Some((rest, last)) => match numbered(rest) {
            Some((path, line)) => (path, Some((line, last))),
            None => (rest, Some((last, 1))),
        },
    }
}

/// Splits `NAME:NUMBER`.
fn numbered(text: &str) -> Option<(&str, u32)> {
    let (before, digits) = text.rsplit_once(':')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    // No file has as many lines as do not fit.
    is_number.then(|| (before, digits.parse().unwrap_or(u32::MAX).max(1)))
}

#[cfg(test)]
mod tests;
