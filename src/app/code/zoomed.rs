//! How wide the code is shown, for those who come back to it.

use super::{Code, Showing};

impl Code {
    /// The level zoomed to, 0 for the hit.
    pub(crate) fn zoomed(&self) -> usize {
        self.level()
    }

    /// Zooms to a level, as far as there are levels; false while the document is not there.
    pub(crate) fn zoom_to(&mut self, level: usize) -> bool {
        match self.showing {
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
}
