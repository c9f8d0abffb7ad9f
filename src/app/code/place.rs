//! Where the pane leads: places for the editor and the clipboard, and the text that is shown.

use super::{Code, Row, Showing};
use crate::chunk::ChunkId;
use crate::corpus::Location;

impl Code {
    /// Where Enter goes from the hit: the matched line, else the line of its name.
    pub(crate) fn hit_location(&self) -> Option<Location> {
        let subject = self.subject.as_ref().filter(|it| !it.is_directory)?;
        let (line, column) = self.home();
        Some(Location {
            path: subject.path.clone(),
            line,
            column,
        })
    }

    /// Where Enter goes from the pane: the cursor's line.
    pub(crate) fn cursor_location(&self) -> Option<Location> {
        let home = self.hit_location()?;
        let line = self.cursor_line().unwrap_or(home.line);
        if line == home.line {
            return Some(home);
        }
        Some(Location {
            line,
            column: 1,
            ..home
        })
    }

    /// Where Enter goes from a node that holds hits: the line of its name now.
    pub(crate) fn node_location(&self, node: ChunkId) -> Option<Location> {
        let Showing::Page(page, Some(leaf)) = &self.showing else {
            return None;
        };
        let chunk = page
            .chain(*leaf)
            .into_iter()
            .map(|index| &page.chunks()[index])
            .find(|chunk| chunk.id == node)?;
        Some(Location {
            path: self.subject.as_ref()?.path.clone(),
            line: chunk.name_at.0,
            column: chunk.name_at.1,
        })
    }

    /// The text of what is shown: the hit, or what holds it at the level zoomed to.
    pub(crate) fn text(&self) -> Option<String> {
        if self.is_directory() {
            return Some(self.subject.as_ref()?.summary.clone());
        }
        let Showing::Page(page, anchor) = &self.showing else {
            return None;
        };
        let tree = &page.document().tree;
        let Some(leaf) = anchor else {
            let lines: Vec<_> = self
                .rows
                .iter()
                .filter(|row| super::starts(row))
                .filter_map(|row| match row {
                    Row::Line(line) | Row::Part { line, .. } => Some(page.line(*line)),
                    _ => None,
                })
                .collect();
            return Some(lines.join("\n"));
        };
        let chain = page.chain(*leaf);
        let shown = chain.get(self.level()).unwrap_or(leaf);
        Some(tree.text(&page.chunks()[*shown]).into_owned())
    }

    /// Where the hit is read first: 1-based line and column.
    pub(super) fn home(&self) -> (u32, u32) {
        let name_at = match (&self.showing, &self.subject) {
            (Showing::Page(page, Some(leaf)), _) => page.chunks()[*leaf].name_at,
            (_, Some(subject)) => subject.name_at,
            _ => (1, 1),
        };
        self.matched.unwrap_or(name_at)
    }

    pub(super) fn home_line(&self) -> u32 {
        self.home().0
    }
}
