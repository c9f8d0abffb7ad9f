//! Locations in the code pane for the editor and the clipboard, and the text that is shown. Methods of
//! [`Code`].

use super::model::Code;
use super::page::Page;
use crate::app::text::target_name;
use crate::chunk::{Chunk, ChunkId, Kind, Symbol};
use crate::context::around;
use crate::corpus::{Location, SourcePath};
use crate::protocol::{NamedTarget, QueryTarget};
use std::collections::HashMap;

impl Code {
    /// Location that Enter opens for the selected hit: the matched line, else the line of its name.
    pub(crate) fn hit_location(&self) -> Option<Location> {
        self.location_at(self.home())
    }

    /// A 1-based line and column of the document.
    fn location_at(&self, (line, column): (u32, u32)) -> Option<Location> {
        let record = &self.subject.as_ref()?.hit.record;
        if record.is_directory() {
            return None;
        }
        Some(Location {
            path: record.path.clone(),
            line,
            column,
        })
    }

    /// The current text of the hit. None before its document is read, and if it changed.
    pub(crate) fn hit_text(&self) -> Option<String> {
        let (page, hit) = self.hit()?;
        Some(page.document.tree.text(hit).into_owned())
    }

    /// The chunk of the selected row: the hit, or an enclosing chunk.
    pub(super) fn about(&self) -> Option<(&Page, usize)> {
        let (page, leaf) = self.leaf()?;
        Some((page, self.subject.as_ref()?.focus(page, leaf)))
    }

    /// The declaration at the cursor: the selected one, or, zoomed out, the innermost one.
    pub(crate) fn at_cursor(&self) -> Option<&Chunk> {
        let (page, about) = self.about()?;
        let line = self.cursor_line()?;
        if self.level() == 0 {
            return page.chunks().get(about);
        }
        innermost(page, line)
    }

    /// The declaration around the cursor, whose callers and callees are shown beside it.
    pub(crate) fn declaration_at_cursor(&self) -> Option<NamedTarget> {
        let (page, line) = (self.page()?, self.cursor_line()?);
        let chunk = innermost(page, line)?;
        let is_declaration =
            chunk.kind.has_code() || chunk.kind.is_type() || chunk.kind == Kind::Items;
        let target = QueryTarget {
            path: page.document.tree.path().clone(),
            id: chunk.id,
            hash: chunk.hash,
            name: chunk.name.clone(),
            deleted_in: None,
        };
        let symbol = (chunk.kind == Kind::Items).then_some(Symbol::OnLine(line));
        is_declaration.then_some((target, symbol))
    }

    /// Distances from the top of the pane to the first rows of the lines in view.
    pub(crate) fn heights(&self) -> HashMap<u32, usize> {
        let mut heights = HashMap::new();
        for (y, (row, _)) in self.visible().enumerate() {
            if let Some(line) = self.line_of(&row) {
                heights.entry(line).or_insert(self.summary.len() + y);
            }
        }
        heights
    }

    /// The chunk at the cursor as the target of a query, with the names that it defines on the line.
    pub(crate) fn target_at_cursor(&self) -> Option<QueryTarget> {
        let chunk = self.at_cursor()?;
        let path = self.path()?.clone();
        let mut names = chunk.names.clone();
        if let (Some(page), Some(line)) = (self.page(), self.cursor_line()) {
            let tree = &page.document.tree;
            let defined = Symbol::OnLine(line).select(tree, chunk);
            if !defined.is_empty() {
                let scope = tree.scope_of_definitions(chunk).or(tree.chunks.first());
                names = scope.map_or_else(Vec::new, |scope| scope.names.clone());
                let defined: Vec<&str> = defined.into_iter().map(|(name, _)| name).collect();
                names.push(defined.join(", "));
            }
        }
        Some(QueryTarget {
            id: chunk.id,
            hash: chunk.hash,
            name: target_name(&names, &path, chunk.kind, chunk.lines.0),
            path,
            deleted_in: None,
        })
    }

    /// The text of a line of the document, for a note; empty for other documents.
    pub(crate) fn note(&self, path: &SourcePath, line: u32) -> String {
        match self.page() {
            Some(page) if self.path() == Some(path) => page.note(line),
            _ => String::new(),
        }
    }

    /// Returns the location for the editor from the code pane: that of the cursor.
    pub(crate) fn cursor_location(&self) -> Option<Location> {
        self.location_at(self.cursor_position().unwrap_or(self.home()))
    }

    /// Location that Enter opens for a declaration that contains hits: the current line of its
    /// name, or before the document is read, the indexed one.
    pub(crate) fn node_location(&self, node: ChunkId, indexed: u32) -> Option<Location> {
        let chunk = self.leaf().and_then(|(page, leaf)| {
            let chain = page.chain(leaf).into_iter();
            let mut chunks = chain.filter_map(|index| page.chunks().get(index));
            chunks.find(|chunk| chunk.id == node)
        });
        self.location_at(chunk.map_or((indexed, 1), |chunk| chunk.name_at))
    }

    /// The text of the zoom level, with nothing folded.
    pub(crate) fn text(&self) -> Option<String> {
        if self.is_directory() {
            return Some(self.subject.as_ref()?.summary().to_owned());
        }
        let page = self.page()?;
        let level = self.levels.get(self.level())?;
        let texts = level.lines.iter().map(|lines| page.text(*lines));
        Some(texts.collect::<Vec<_>>().join("\n"))
    }

    /// The line of the cursor, or before the document is read, of the hit.
    pub(crate) fn near(&self) -> u32 {
        self.cursor_line().unwrap_or(self.home().0)
    }

    /// Initial 1-based line and column of the cursor.
    pub(super) fn home(&self) -> (u32, u32) {
        let subject = self.subject.as_ref();
        let named = match self.leaf() {
            Some(_) => self.hit().map(|(_, hit)| hit.name_at),
            None => subject.map(|subject| subject.goal.unwrap_or(subject.hit.record.name_at)),
        };
        self.matched.or(named).unwrap_or((1, 1))
    }
}

/// The innermost declaration on a line.
fn innermost(page: &Page, line: u32) -> Option<&Chunk> {
    let innermost = page.chunks().iter().rposition(|chunk| {
        let (first, last) = page.own_lines(chunk);
        (first..=last).contains(&line)
    })?;
    let target = around::target(&page.document.tree, innermost);
    page.chunks().get(target)
}
