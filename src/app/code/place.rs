//! Locations in the code pane for the editor and the clipboard, and the text that is shown.

use super::{Code, Page, Row};
use crate::chunk::{Chunk, ChunkId};
use crate::context::around;
use crate::corpus::Location;

impl Code {
    /// Location that Enter opens for the selected hit: the matched line, else the line of its name.
    pub(crate) fn hit_location(&self) -> Option<Location> {
        let host = self.subject.as_ref().filter(|it| !it.is_directory)?;
        let (line, column) = self.home();
        Some(Location {
            path: host.path.clone(),
            line,
            column,
        })
    }

    /// The present text of the hit. None before its document is read, and if it changed.
    pub(crate) fn hit_text(&self) -> Option<String> {
        let (page, hit) = self.hit()?;
        Some(page.document().tree.text(hit).into_owned())
    }

    /// Returns true for prose, which is read rather than called.
    pub(crate) fn is_prose(&self) -> bool {
        self.page().is_some_and(|page| page.is_prose())
    }

    /// The chunk of the selected row: the hit, or one around it.
    pub(super) fn about(&self) -> Option<(&Page, usize)> {
        let (page, leaf) = self.leaf()?;
        Some((page, self.subject.as_ref()?.focus(page, leaf)))
    }

    /// The declaration at the cursor: the selected one, or, zoomed out, the innermost one.
    pub(crate) fn at_cursor(&self) -> Option<&Chunk> {
        let (page, about) = self.about()?;
        let line = self.cursor_line()?;
        let holds = |chunk: &Chunk| {
            let (first, last) = page.own_lines(chunk);
            first <= line && line <= last
        };
        let about = page.chunks().get(about)?;
        if self.level() == 0 {
            return Some(about);
        }
        let innermost = page.chunks().iter().rposition(holds)?;
        page.chunks()
            .get(around::subject(&page.document().tree, innermost))
    }

    /// The text of the cursor's line.
    pub(crate) fn cursor_text(&self) -> Option<String> {
        Some(self.page()?.line(self.cursor_line()?).into_owned())
    }

    /// Returns the location for the editor from the code pane: the line of the cursor.
    pub(crate) fn cursor_location(&self) -> Option<Location> {
        let subject = self.subject.as_ref().filter(|it| !it.is_directory)?;
        let home = self.home();
        let line = self.cursor_line().unwrap_or(home.0);
        Some(Location {
            path: subject.path.clone(),
            line,
            column: if line == home.0 { home.1 } else { 1 },
        })
    }

    /// Location that Enter opens for a declaration that contains hits: the current line of its
    /// name.
    pub(crate) fn node_location(&self, node: ChunkId) -> Option<Location> {
        let (page, leaf) = self.leaf()?;
        let chain = page.chain(leaf);
        let mut chunks = chain.iter().filter_map(|index| page.chunks().get(*index));
        let chunk = chunks.find(|chunk| chunk.id == node)?;
        Some(Location {
            path: self.subject.as_ref()?.path.clone(),
            line: chunk.name_at.0,
            column: chunk.name_at.1,
        })
    }

    /// The text of the zoom level, with nothing folded.
    pub(crate) fn text(&self) -> Option<String> {
        if self.is_directory() {
            return Some(self.subject.as_ref()?.summary.clone());
        }
        let page = self.page()?;
        let text = match self.leaf().and_then(|_| self.levels.get(self.level())) {
            Some(level) => {
                let texts = level.lines.iter().map(|lines| page.text(*lines));
                texts.collect::<Vec<_>>().join("\n")
            }
            None => {
                let rows = self.rows.iter().filter(|row| row.starts());
                let lines = rows.filter_map(|row| match row {
                    Row::Line(line) | Row::Part(line, _) => Some(page.line(*line)),
                    _ => None,
                });
                lines.collect::<Vec<_>>().join("\n")
            }
        };
        Some(text)
    }

    /// The line of the cursor, or before the document is read, of the hit.
    pub(crate) fn near(&self) -> u32 {
        self.cursor_line().unwrap_or(self.home().0)
    }

    /// 1-based line and column of the cursor at first.
    pub(super) fn home(&self) -> (u32, u32) {
        let subject = self.subject.as_ref();
        let named = match self.leaf() {
            Some(_) => self.hit().map(|(_, hit)| hit.name_at),
            None => subject.map(|subject| subject.goal.unwrap_or(subject.name_at)),
        };
        self.matched.or(named).unwrap_or((1, 1))
    }
}
