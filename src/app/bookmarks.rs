//! Bookmarks: chunks to return to, found again after edits. Methods of [`App`].
//!
//! Contract: a bookmark follows its chunk automatically only if the chunk is certain. A visit shows the best
//! chunk.

use super::documents::DocumentState;
use super::keymap::Action;
use super::navigation::{NavigationTarget, Position, RowPosition};
use super::popup::{ItemAction, ListItem};
use super::{App, CodeContent, Page, ResultsContent, RowKind, Tone};
use crate::chunk::{Chunk, ChunkId, ChunkTree, file_id};
use crate::corpus::SourcePath;
use crate::search::DocumentOutline;
use crate::session::{Bookmark, Change};
use std::collections::HashSet;

/// Maximum length in characters of the note of a bookmark.
const MAX_NOTE_LEN: usize = 120;

impl App {
    /// Returns true if a chunk has a bookmark.
    pub(crate) fn is_bookmarked(&self, chunk: ChunkId) -> bool {
        self.session.stored.is_bookmarked(chunk.0)
    }

    /// Lines of the names of bookmarked chunks in a document.
    pub(crate) fn bookmarked_lines(&self, page: &Page) -> Vec<u32> {
        let path = page.document.tree.path();
        let marks = self.session.stored.bookmarks.iter();
        let here: Vec<u64> = marks
            .filter(|mark| mark.path == *path)
            .map(|mark| mark.chunk)
            .collect();
        let chunks = page.chunks().iter().filter(|_| !here.is_empty());
        let marked = chunks.filter(|chunk| here.contains(&chunk.id.0));
        marked.map(|chunk| chunk.name_at.0).collect()
    }

    /// Adds or removes the bookmark of the selected row.
    pub(super) fn toggle_bookmark(&mut self) {
        let Some(mark) = self.bookmark_of_selected() else {
            return self
                .screen
                .notify(Tone::Warning, "Select a file or a declaration first");
        };
        self.results.pin_selection();
        let name = label(&mark);
        if self.session.stored.is_bookmarked(mark.chunk) {
            self.apply_change(Change::BookmarkRemoved(mark.chunk));
            self.screen
                .notify(Tone::Plain, format!("Bookmark removed: {name}"));
        } else {
            self.apply_change(Change::BookmarkAdded(mark));
            let key = self.key_of(Action::Bookmarks);
            let message = format!("Bookmark set: {name}; {key} lists bookmarks");
            self.screen.notify(Tone::Good, message);
        }
    }

    fn bookmark_of_selected(&self) -> Option<Bookmark> {
        let node = self.results.selected()?;
        if matches!(node.what, RowKind::Directory | RowKind::More) {
            return None;
        }
        let hit = self.results.selected_hit()?;
        // The chunks of an open document are current.
        if let Some(page) = self.open_page(&node.path)
            && let Some(chunk) = page.chunks().iter().find(|it| it.id == node.id)
        {
            return Some(bookmark_of(page, chunk));
        }
        let line = node.line_of_name(hit);
        Some(Bookmark {
            path: node.path.clone(),
            chunk: node.id.0,
            names: node.names(hit),
            line,
            hash: node.hash(hit),
            body: 0,
            note: self.line_of(&node.path, line),
        })
    }

    /// An open document. None if it is not open.
    pub(super) fn open_page(&self, path: &SourcePath) -> Option<&Page> {
        match self.documents.peek(path)? {
            DocumentState::Read(page) => Some(page),
            DocumentState::Requested | DocumentState::Failed(_) => None,
        }
    }

    /// Moves the bookmarks of a document that was read with their chunks.
    pub(super) fn move_bookmarks(&mut self, page: &Page) {
        let tree = &page.document.tree;
        let marks = self.session.stored.bookmarks.iter();
        let here = marks.filter(|mark| mark.path == *tree.path());
        let now = here.filter_map(|mark| {
            let chunk = tree.chunks.get(recognize(tree, mark)?)?;
            let now = bookmark_of(page, chunk);
            (now != *mark).then(|| (mark.clone(), now))
        });
        let moved: Vec<_> = now.collect();
        if !moved.is_empty() {
            self.apply_change(Change::BookmarksMoved(moved));
        }
    }

    /// A line of the document in the code pane; empty for other documents.
    pub(super) fn line_of(&self, path: &SourcePath, line: u32) -> String {
        match &self.code.content {
            CodeContent::Page(page, _) if self.code.path() == Some(path) => note(page, line),
            _ => String::new(),
        }
    }

    /// Lists the bookmarks, the newest first.
    pub(super) fn show_bookmarks(&mut self) {
        let marks = self.session.stored.bookmarks.iter().rev();
        let items = marks
            .map(|mark| {
                let text = format!("{}  {}", label(mark), mark.note);
                let location = format!("{}:{}", mark.path, mark.line);
                ListItem::new(text.trim_end(), location, ItemAction::Bookmark(mark.chunk))
            })
            .collect();
        self.pick("bookmarks", items, "No bookmarks");
    }

    /// Goes to a bookmark once its document is read.
    pub(super) fn visit_bookmark(&mut self, chunk: u64) {
        let mut marks = self.session.stored.bookmarks.iter();
        if let Some(mark) = marks.find(|mark| mark.chunk == chunk).cloned() {
            self.open(mark.path.clone(), mark.line);
            self.navigation.destination = Some(NavigationTarget::Bookmark(mark));
        }
    }

    /// Continues to a bookmark whose document was read.
    pub(super) fn finish_visit(&mut self, mark: Bookmark, page: Result<Page, String>) {
        let page = match page {
            Ok(page) => page,
            Err(why) => return self.screen.notify(Tone::Error, format!("Bookmark: {why}")),
        };
        let path = mark.path.clone();
        let tree = &page.document.tree;
        let found = find(tree, &mark);
        let Some((index, chunk)) = found.and_then(|at| Some((at, tree.chunks.get(at)?))) else {
            let message = format!("{} is no longer in {path}; bookmark kept", label(&mark));
            self.screen.notify(Tone::Warning, message);
            return self.visit(RowPosition {
                line: Some(mark.line),
                ..RowPosition::file(path)
            });
        };
        let (id, line) = (chunk.id, chunk.name_at.0);
        let now = bookmark_of(&page, chunk);
        if now.names != mark.names {
            let message = format!("Renamed: {} is now {}", label(&mark), label(&now));
            self.screen.notify(Tone::Plain, message);
        }
        if now != mark {
            self.apply_change(Change::BookmarksMoved(vec![(mark, now)]));
        }
        let row = row_of(&page.document.tree, index);
        self.visit(RowPosition {
            id: row,
            zoom: 0,
            // Pieces have no rows.
            line: (row != id).then_some(line),
            ..RowPosition::file(path)
        });
    }

    /// Shows a whole file in the repository's tree, at a 1-based line and column if they are given.
    pub(super) fn visit_file(&mut self, path: SourcePath, goal: Option<(u32, u32)>) {
        self.visit(RowPosition {
            goal,
            ..RowPosition::file(path)
        });
    }

    fn visit(&mut self, row: RowPosition) {
        self.push_history();
        self.go_to(Position {
            content: ResultsContent::Browse,
            text: String::new(),
            mode: self.prompt.mode(),
            only: None,
            row: Some(row),
            focus: self.screen.focus,
        });
    }
}

/// A bookmark of a chunk.
fn bookmark_of(page: &Page, chunk: &Chunk) -> Bookmark {
    let tree = &page.document.tree;
    let line = chunk.name_at.0;
    Bookmark {
        path: tree.path().clone(),
        chunk: chunk.id.0,
        names: chunk.names.clone(),
        line,
        hash: if chunk.is_leaf() { chunk.hash } else { 0 },
        body: tree.nameless_hash(chunk),
        note: note(page, line),
    }
}

/// Note for a bookmark: the text of its line.
fn note(page: &Page, line: u32) -> String {
    page.line(line).trim().chars().take(MAX_NOTE_LEN).collect()
}

/// The qualified name of a bookmark, or the path of a file.
fn label(mark: &Bookmark) -> String {
    qualified(&mark.names, &mark.path)
}

/// The qualified name `IndexMerger › write`; for a file or directory its path.
pub(super) fn qualified(names: &[String], path: &SourcePath) -> String {
    let names = names.iter().skip(1).map(String::as_str);
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    match names.is_empty() {
        true => path.to_string(),
        false => names.join(" › "),
    }
}

/// The row of a chunk. A header, piece or paragraph has the row of its declaration or section.
fn row_of(tree: &ChunkTree, chunk: usize) -> ChunkId {
    let members = DocumentOutline::of(tree).members;
    let rows: HashSet<ChunkId> = members.iter().map(|member| member.id).collect();
    let around = std::iter::successors(tree.chunks.get(chunk), |it| tree.parent(it));
    let row = around.map(|it| it.id).find(|id| rows.contains(id));
    row.unwrap_or_else(|| file_id(tree.path()))
}

/// The bookmark's chunk, if it is certain: the only namesake with its text if the chunk with its id has
/// another text, else the chunk with its id, else the only chunk with its text.
fn recognize(tree: &ChunkTree, mark: &Bookmark) -> Option<usize> {
    let by_id = tree.chunks.iter().position(|it| it.id.0 == mark.chunk);
    let is_same = |chunk: &Chunk| match mark.hash {
        0 => has_body(tree, chunk, mark),
        hash => chunk.hash == hash,
    };
    // Ids number equal names, so a new namesake above takes over the id: `area(int)`, `area(double)`.
    let is_equal = |chunk: &Chunk| chunk.names == mark.names && is_same(chunk);
    let is_other = by_id
        .and_then(|at| tree.chunks.get(at))
        .is_some_and(|it| !is_same(it));
    let equal = || is_other.then(|| only(tree, is_equal)).flatten();
    let by_text = || only(tree, |chunk| mark.hash != 0 && chunk.hash == mark.hash);
    equal().or(by_id).or_else(by_text)
}

/// The best chunk for a bookmark: its own, else the first one with its text, else a renamed one
/// with its body, else the nearest namesake.
fn find(tree: &ChunkTree, mark: &Bookmark) -> Option<usize> {
    let chunks = || tree.chunks.iter();
    let by_text = || chunks().position(|chunk| mark.hash != 0 && chunk.hash == mark.hash);
    let name = mark.names.last().filter(|name| !name.is_empty());
    let is_called = |chunk: &Chunk| name == Some(&chunk.name);
    let by_body = || {
        only(tree, |chunk| {
            has_same_parents(chunk, mark) && has_body(tree, chunk, mark)
        })
    };
    let by_name = || {
        let namesakes = chunks().enumerate().filter(|(_, chunk)| is_called(chunk));
        let nearest = namesakes.min_by_key(|(_, chunk)| chunk.name_at.0.abs_diff(mark.line));
        nearest.map(|(at, _)| at)
    };
    recognize(tree, mark)
        .or_else(by_text)
        .or_else(by_body)
        .or_else(by_name)
}

fn has_body(tree: &ChunkTree, chunk: &Chunk, mark: &Bookmark) -> bool {
    mark.body != 0 && tree.nameless_hash(chunk) == mark.body
}

/// Returns true if a chunk has the same parents as the bookmark's chunk had.
fn has_same_parents(chunk: &Chunk, mark: &Bookmark) -> bool {
    match (chunk.names.split_last(), mark.names.split_last()) {
        (Some((_, above)), Some((_, of_mark))) => above == of_mark && !above.is_empty(),
        _ => false,
    }
}

/// The only chunk that meets a condition.
fn only(tree: &ChunkTree, is_so: impl Fn(&Chunk) -> bool) -> Option<usize> {
    let mut found = (0..).zip(&tree.chunks).filter(|(_, chunk)| is_so(chunk));
    match (found.next(), found.next()) {
        (Some((at, _)), None) => Some(at),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
