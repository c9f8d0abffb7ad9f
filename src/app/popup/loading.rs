//! Lists that are still loading or matching. Methods of [`Popup`].
//!
//! Contract: the item that the user selected stays selected while others arrive.

use super::content::{Content, FileItems};
use super::model::{KeyOutcome, Popup};
use crate::app::results::Listing;
use crate::corpus::SourcePath;

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
