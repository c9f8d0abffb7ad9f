//! Bookmarks: chunks to come back to, found again after edits.

use super::documents::Opening;
use super::navigation::{Destination, Place};
use super::popup::{Choice, Item};
use super::{App, Page, Question, Showing, Tone, What};
use crate::chunk::{Chunk, ChunkId, ChunkTree};
use crate::corpus::SourcePath;
use crate::search::{Ancestor, Hit, Outline};
use crate::session::{Bookmark, Change};
use std::collections::HashSet;
use std::sync::Arc;

/// Characters of the line that reminds of a chunk.
const NOTE: usize = 120;

impl App {
    /// Returns true if a chunk has a bookmark.
    pub(crate) fn is_bookmarked(&self, chunk: ChunkId) -> bool {
        self.remembered.session.is_marked(chunk.0)
    }

    /// The lines of a document on which the names of chunks with bookmarks stand.
    pub(crate) fn bookmarked_lines(&self, page: &Page) -> Vec<u32> {
        let path = page.document().tree.path();
        let marks = self.remembered.session.bookmarks.iter();
        let here: Vec<u64> = marks
            .filter(|mark| mark.path == *path)
            .map(|mark| mark.chunk)
            .collect();
        let chunks = page.chunks().iter().filter(|_| !here.is_empty());
        let marked = chunks.filter(|chunk| here.contains(&chunk.id.0));
        marked.map(|chunk| chunk.name_at.0).collect()
    }

    /// Marks what is selected, or takes its mark away.
    pub(super) fn toggle_bookmark(&mut self) {
        let Some(mark) = self.bookmark_of_selected() else {
            return self.notify(Tone::Warning, "select a file or a declaration first");
        };
        self.results.hold();
        let name = called(&mark);
        if self.remembered.session.is_marked(mark.chunk) {
            self.change(Change::Unmarked(mark.chunk));
            self.notify_kept(Tone::Plain, format!("bookmark removed: {name}"));
        } else {
            self.change(Change::Marked(mark));
            let key = self
                .keymap()
                .key_for(self.screen.focus, super::keymap::Action::Bookmarks);
            let lists = key.map_or(String::new(), |key| format!("; {key} lists bookmarks"));
            self.notify_kept(Tone::Good, format!("bookmark set: {name}{lists}"));
        }
    }

    /// Says what was done, and where that is so why it is undone with the end of this run.
    fn notify_kept(&mut self, tone: Tone, says: String) {
        match self
            .unkept()
            .map(|why| format!("{says} (in this run only: {why})"))
        {
            Some(says) => self.notify(Tone::Warning, says),
            None => self.notify(tone, says),
        }
    }

    fn bookmark_of_selected(&self) -> Option<Bookmark> {
        let node = self.results.selected()?;
        if matches!(node.what, What::Directory | What::More) {
            return None;
        }
        let hit = self.results.selected_hit()?;
        // As it is now, where that is known.
        if let Some(page) = self.page_of(&node.path)
            && let Some(chunk) = page.chunks().iter().find(|it| it.id == node.id)
        {
            return Some(mark_of(page, chunk));
        }
        let is_hit = hit.record.id == node.id;
        let names = match is_hit {
            true => hit.record.names.clone(),
            false => above(hit, node.id).unwrap_or_else(|| vec![node.name.clone()]),
        };
        let line = match is_hit {
            true => hit.record.name_at.0,
            false => node.line,
        };
        Some(Bookmark {
            path: node.path.clone(),
            chunk: node.id.0,
            names,
            line,
            hash: if is_hit { hit.record.hash } else { 0 },
            body: 0,
            note: self.line_of(&node.path, line),
        })
    }

    /// A document as it is now; none where it is not open.
    fn page_of(&self, path: &SourcePath) -> Option<&Page> {
        let is_shown = self.code.path() == Some(path);
        match (self.documents.peek(path), self.code.showing()) {
            (Some(Opening::Open(page)), _) => Some(page),
            (_, Showing::Page(page, _)) if is_shown && page.is_cut() => Some(page),
            _ => None,
        }
    }

    /// Has the bookmarks of a document go with their chunks: it was read, and may be another.
    pub(super) fn move_bookmarks(&mut self, page: &Page) {
        let tree = &page.document().tree;
        let marks = self.remembered.session.bookmarks.iter();
        let here = marks.filter(|mark| mark.path == *tree.path());
        let now = here.filter_map(|mark| {
            let chunk = tree.chunks.get(recognize(tree, mark)?)?;
            let now = mark_of(page, chunk);
            (now != *mark).then(|| (mark.clone(), now))
        });
        let moved: Vec<_> = now.collect();
        if !moved.is_empty() {
            self.change(Change::Remarked(moved));
        }
    }

    /// A line of the document that is shown; empty where it is not.
    pub(super) fn line_of(&self, path: &SourcePath, line: u32) -> String {
        match self.code.showing() {
            Showing::Page(page, _) if self.code.path() == Some(path) => note(page, line),
            _ => String::new(),
        }
    }

    /// Lists the bookmarks, the newest first.
    pub(super) fn show_bookmarks(&mut self) {
        let marks = self.remembered.session.bookmarks.iter().rev();
        let items: Vec<Item> = marks
            .map(|mark| Item {
                text: match mark.note.is_empty() {
                    true => called(mark),
                    false => format!("{}  {}", called(mark), mark.note),
                },
                note: self.place_of(mark),
                choice: Choice::Bookmark(mark.chunk),
            })
            .collect();
        match items.is_empty() {
            true => self.notify(Tone::Plain, "no bookmarks"),
            false => self.pick("bookmarks", items),
        }
    }

    /// The path of a bookmark, and its line where that is known: what is not open may have changed.
    fn place_of(&self, mark: &Bookmark) -> String {
        let page = self.page_of(&mark.path);
        let mut chunks = page.into_iter().flat_map(Page::chunks);
        match chunks.find(|chunk| chunk.id.0 == mark.chunk) {
            Some(chunk) => format!("{}:{}", mark.path, chunk.name_at.0),
            None => mark.path.to_string(),
        }
    }

    /// Goes to a bookmark, as soon as its document is read: it may have changed.
    pub(super) fn visit_bookmark(&mut self, chunk: u64) {
        let mut marks = self.remembered.session.bookmarks.iter();
        if let Some(mark) = marks.find(|mark| mark.chunk == chunk).cloned() {
            self.open(mark.path.clone(), mark.line);
            self.navigation.destination = Some(Destination::Bookmark(mark));
        }
    }

    /// The document of a bookmark that somebody goes to was read.
    pub(super) fn finish_visit(&mut self, mark: Bookmark, page: Result<Arc<Page>, String>) {
        let page = match page {
            Ok(page) => page,
            Err(why) => return self.notify(Tone::Error, format!("bookmark: {why}")),
        };
        let path = mark.path.clone();
        let tree = &page.document().tree;
        let place = find(tree, &mark);
        let Some((place, chunk)) = place.and_then(|at| Some((at, tree.chunks.get(at)?))) else {
            let says = format!("{} is gone from {path}; its bookmark stays", called(&mark));
            self.notify(Tone::Warning, says);
            let file = Hit::id_of_file(&path);
            return self.visit(file, path, usize::MAX, Some(mark.line));
        };
        let (id, line) = (chunk.id, chunk.name_at.0);
        let now = mark_of(&page, chunk);
        if now.names != mark.names {
            let says = format!("{} is {} now", called(&mark), called(&now));
            self.notify(Tone::Plain, says);
        }
        if now != mark {
            self.change(Change::Remarked(vec![(mark, now)]));
        }
        let row = row_of(&page.document().tree, place);
        // A part has no row of its own.
        let line = (row != id).then_some(line);
        self.visit(row, path, 0, line);
    }

    /// Shows a file among the others, all of it, at a 1-based line and column where they are known.
    pub(super) fn visit_file(&mut self, path: SourcePath, at: Option<(u32, u32)>) {
        self.visit(Hit::id_of_file(&path), path, usize::MAX, None);
        if let Some(Destination::Row(row)) = &mut self.navigation.destination {
            row.goal = at;
        }
    }

    fn visit(&mut self, id: ChunkId, path: SourcePath, zoom: usize, line: Option<u32>) {
        self.push_history();
        self.go_to(Place {
            question: Question::Browse,
            text: String::new(),
            mode: self.prompt.mode(),
            only: None,
            selected: Some((id, path)),
            zoom,
            line,
            focus: self.screen.focus,
        });
    }
}

/// The names of what a hit is in, from the file down. They are its own there: among those of the
/// hit a piece's stands in the place of the whole's.
fn above(hit: &Hit, node: ChunkId) -> Option<Vec<String>> {
    let at = hit.ancestors.iter().position(|it| it.id == node)?;
    let mut above: Vec<&Ancestor> = hit.ancestors.get(..=at)?.iter().collect();
    // A head that was cut is called what it is the head of.
    above.dedup_by(|inner, outer| (&inner.name, inner.line) == (&outer.name, outer.line));
    let names = above.into_iter().map(|above| above.name.clone());
    Some(names.filter(|name| !name.is_empty()).collect())
}

/// A bookmark of a chunk.
fn mark_of(page: &Page, chunk: &Chunk) -> Bookmark {
    let tree = &page.document().tree;
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
    page.line(line).trim().chars().take(NOTE).collect()
}

/// Its names below the file, or the file's.
fn called(mark: &Bookmark) -> String {
    match mark.names.get(1..) {
        Some(names) if !names.is_empty() => names.join(" › "),
        _ => mark.path.to_string(),
    }
}

/// The row that a chunk is, or is in: heads, parts and paragraphs have none of their own.
fn row_of(tree: &ChunkTree, chunk: usize) -> ChunkId {
    let members = Outline::of(tree).members;
    let rows: HashSet<ChunkId> = members.iter().map(|member| member.id).collect();
    let mut at = tree.chunks.get(chunk);
    while let Some(chunk) = at {
        if rows.contains(&chunk.id) {
            return chunk.id;
        }
        at = chunk.parent.and_then(|parent| tree.chunks.get(parent));
    }
    Hit::id_of_file(tree.path())
}

/// The bookmark's chunk, if it is certain: the chunk with its id, unless the text is now that of a
/// namesake, else the only chunk with its text.
fn recognize(tree: &ChunkTree, mark: &Bookmark) -> Option<usize> {
    let by_id = tree.chunks.iter().position(|it| it.id.0 == mark.chunk);
    let is_same = |chunk: &Chunk| match mark.hash {
        0 => has_body(tree, chunk, mark),
        hash => chunk.hash == hash,
    };
    // Equals are numbered, so one more above takes the id: `area(int)` and `area(double)`.
    let is_equal = |chunk: &Chunk| chunk.names == mark.names && is_same(chunk);
    let is_other = by_id
        .and_then(|at| tree.chunks.get(at))
        .is_some_and(|it| !is_same(it));
    let equal = || is_other.then(|| only(tree, is_equal)).flatten();
    let by_text = || only(tree, |chunk| mark.hash != 0 && chunk.hash == mark.hash);
    equal().or(by_id).or_else(by_text)
}

/// The best location for a bookmark: its chunk, else the first chunk with its text, else a namesake
/// on its line, a renamed chunk with the same body, or any namesake.
fn find(tree: &ChunkTree, mark: &Bookmark) -> Option<usize> {
    let chunks = || tree.chunks.iter();
    let by_text = || chunks().position(|chunk| mark.hash != 0 && chunk.hash == mark.hash);
    let name = mark.names.last().filter(|name| !name.is_empty());
    let is_called = |chunk: &Chunk| name == Some(&chunk.name);
    let by_line = || {
        chunks().rposition(|chunk| {
            let (first, last) = chunk.lines;
            is_called(chunk) && first <= mark.line && mark.line <= last
        })
    };
    let by_body = || {
        only(tree, |chunk| {
            is_beside(chunk, mark) && has_body(tree, chunk, mark)
        })
    };
    let by_name = || chunks().position(is_called);
    recognize(tree, mark)
        .or_else(by_text)
        .or_else(by_line)
        .or_else(by_body)
        .or_else(by_name)
}

fn has_body(tree: &ChunkTree, chunk: &Chunk, mark: &Bookmark) -> bool {
    mark.body != 0 && tree.nameless_hash(chunk) == mark.body
}

/// Returns true if a chunk has the same parents as the bookmark's chunk had.
fn is_beside(chunk: &Chunk, mark: &Bookmark) -> bool {
    match (chunk.names.split_last(), mark.names.split_last()) {
        (Some((_, above)), Some((_, of_mark))) => above == of_mark && !above.is_empty(),
        _ => false,
    }
}

/// The chunk that is so, where there is but one.
fn only(tree: &ChunkTree, is_so: impl Fn(&Chunk) -> bool) -> Option<usize> {
    let mut found = (0..).zip(&tree.chunks).filter(|(_, chunk)| is_so(chunk));
    match (found.next(), found.next()) {
        (Some((at, _)), None) => Some(at),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
