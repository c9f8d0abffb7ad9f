//! How wide the code is shown, for those who come back to it.

use super::levels::foldable;
use super::{Code, Showing};

impl Code {
    /// The level zoomed to, 0 for the hit.
    pub(crate) fn zoomed(&self) -> usize {
        self.level()
    }

    /// Zooms to a level, as far as there are levels; false while the document is not there and cut.
    pub(crate) fn zoom_to(&mut self, level: usize) -> bool {
        match &self.showing {
            Showing::Page(page, _) if !page.is_cut() => false,
            Showing::Page(..) => {
                if level != self.level() {
                    self.width.level = level;
                    self.rebuild();
                    self.reveal();
                }
                true
            }
            Showing::Directory | Showing::Failed(_) => true,
            Showing::Nothing | Showing::Opening => false,
        }
    }

    /// Puts the cursor on a 1-based line, in what has to be unfolded for it.
    pub(crate) fn go_to_line(&mut self, line: u32) {
        self.put_cursor(line);
        if self.cursor_line() != Some(line) {
            self.unfold(line);
            self.put_cursor(line);
        }
        self.scroll_to_cursor();
        self.reveal();
    }

    fn unfold(&mut self, line: u32) {
        let Showing::Page(page, _) = &self.showing else {
            return;
        };
        let around = page.chunks().iter().filter(|chunk| {
            let (first, last) = chunk.lines;
            foldable(chunk) && first <= line && line <= last
        });
        let open = around.map(|chunk| (chunk.id, false));
        self.width.folds.extend(open);
        self.rebuild();
    }
}
