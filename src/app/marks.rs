//! Marks for export, and bookmarks: setting them, going to them, finding them again in changed files.

use super::code::Page;
use super::event::Effect;
use super::keymap::{Action, Step};
use super::navigation::{NavigationTarget, RowPosition};
use super::popup::ExportSource;
use super::results::{RowKind, TreeNode};
use super::state::App;
use super::status::Tone;
use super::text::{counted, qualified, sentence};
use crate::chunk::{Chunk, ChunkId, ChunkTree, Kind, file_id};
use crate::context::anchor;
use crate::corpus::Location;
use crate::export::{ExportFormat, ExportTarget, Exported};
use crate::protocol::{CheckedHit, ExportRequest, Request};
use crate::search::{DocumentOutline, Hit};
use crate::session::{Bookmark, Change, Mark};
use std::collections::HashSet;

/// A row with the hit that it shows, as a mark. `current` is the state of the hit in the working tree.
fn mark_of(node: &TreeNode, hit: &Hit, current: Option<&CheckedHit>) -> Mark {
    let checked = current.filter(|checked| checked.id == node.id);
    Mark {
        path: node.path.clone(),
        chunk: node.id.0,
        hash: checked.map_or_else(|| node.hash(hit), |checked| checked.hash),
        line: node.line_of_name(hit),
        at: checked.and_then(|checked| checked.at),
        kind: node.kind.name().to_owned(),
        names: node.names(hit).into_iter().skip(1).collect(),
        is_directory: node.what == RowKind::Directory,
        deleted: hit.deleted.clone(),
    }
}

impl App {
    /// Exports the marks, or all results.
    pub(super) fn export(
        &mut self,
        format: ExportFormat,
        source: ExportSource,
        file: Option<String>,
    ) {
        let (marks, query) = match source {
            // They may be from many queries.
            ExportSource::Marks => {
                let query = format!("marked in {}", self.options.root_name);
                (self.session.marks().to_vec(), query)
            }
            ExportSource::Results => {
                let mut marks = Vec::new();
                for hit in self.results.shown_hits() {
                    let node = TreeNode::hit(hit, 0);
                    marks.push(mark_of(&node, hit, self.staleness.checked(hit)));
                }
                (marks, self.describe_query())
            }
        };
        // The list shows one line of each of the first chunks.
        let is_list = matches!(format, ExportFormat::Quickfix | ExportFormat::Paths);
        let answer = self.answer();
        let exact = answer.filter(|answer| answer.totals.is_some());
        let lines_of = match exact {
            Some(answer) if is_list && source == ExportSource::Results => {
                Some(Box::new(answer.query.clone()))
            }
            _ => None,
        };
        let target = ExportTarget::Text {
            format,
            query,
            file,
        };
        self.send_export(ExportRequest {
            marks,
            lines_of,
            target,
        });
        self.screen.say("Exporting …");
    }

    /// Requests marks as the working tree has them.
    pub(super) fn request_export(&mut self, marks: Vec<Mark>, target: ExportTarget) {
        self.send_export(ExportRequest {
            marks,
            lines_of: None,
            target,
        });
    }

    fn send_export(&mut self, request: ExportRequest) {
        let ticket = self.exports.issue();
        let request = Request::Export(request);
        self.effects.push(Effect::Send(ticket, request));
    }

    /// Copies the exported text, reports the file that was written, or uses the locations.
    pub(super) fn exported(&mut self, outcome: Result<Exported, String>) {
        match outcome {
            Ok(Exported::Text(text, number)) => {
                let count = counted(number, "location", "locations");
                self.screen.notify(Tone::Good, format!("Copied {count}"));
                self.effects.push(Effect::Copy(text));
            }
            Ok(Exported::File(file, number)) => {
                let count = counted(number, "location", "locations");
                let message = format!("Wrote {count} to {file}");
                self.screen.notify(Tone::Good, message);
            }
            Ok(Exported::ForCommand(number, places)) => self.run_command_on(number, &places),
            Ok(Exported::ForCode(chunk, places)) => {
                for place in places {
                    self.visit(RowPosition {
                        id: ChunkId(chunk),
                        zoom: 0,
                        line: Some(place.line),
                        ..RowPosition::file(place.path)
                    });
                }
            }
            Err(why) => self.screen.notify(Tone::Error, sentence(&why)),
        }
    }

    /// Toggles the mark of the selected row, and goes to the next one.
    pub(super) fn mark(&mut self) {
        let (Some(node), Some(hit)) = (self.results.selected(), self.results.selected_hit()) else {
            return self.screen.warn("Nothing to mark: no row is selected");
        };
        let id = node.id.0;
        if self.options.picks {
            self.picked.retain(|(chunk, _)| *chunk != id);
            if !self.session.is_marked(node.id) {
                let name = Location {
                    path: node.path.clone(),
                    line: node.line_of_name(hit),
                    column: 1,
                };
                self.picked.push((id, self.location().unwrap_or(name)));
            }
        }
        let change = if self.session.is_marked(node.id) {
            Change::MarkRemoved(node.id.0)
        } else {
            Change::MarkAdded(mark_of(node, hit, self.staleness.checked(hit)))
        };
        self.apply_change(change);
        self.step(Step::Next);
    }

    /// Goes to a marked row of the repository.
    pub(super) fn visit_mark(&mut self, chunk: u64) {
        let mut marks = self.session.marks().iter();
        if let Some(mark) = marks.find(|mark| mark.chunk == chunk).cloned() {
            self.request_export(vec![mark], ExportTarget::Code(chunk));
        }
    }

    /// The marked locations, in the order of their marks; without marks, the selected one.
    pub(super) fn chosen_locations(&self, selected: Location) -> Vec<Location> {
        if self.picked.is_empty() {
            return vec![selected];
        }
        let marked = self.picked.iter();
        marked.map(|(_, location)| location.clone()).collect()
    }

    /// Removes all marks.
    pub(super) fn clear_marks(&mut self) {
        self.picked.clear();
        let marks = self.session.marks().iter();
        let marked: Vec<u64> = marks.map(|mark| mark.chunk).collect();
        let count = counted(marked.len(), "mark", "marks");
        self.screen.say(format!("Removed {count}"));
        for chunk in marked {
            self.apply_change(Change::MarkRemoved(chunk));
        }
    }
}

impl App {
    /// Adds or removes the bookmark of the selected row.
    pub(super) fn toggle_bookmark(&mut self) {
        let Some(mark) = self.bookmark_of_selected() else {
            return self.screen.warn("Select a file or a declaration first");
        };
        self.results.pin_selection();
        let name = label(&mark);
        if self.session.stored.is_bookmarked(mark.chunk) {
            self.apply_change(Change::BookmarkRemoved(mark.chunk));
            self.screen.say(format!("Bookmark removed: {name}"));
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
        if let Some(page) = self.documents.page(&node.path)
            && let Some(chunk) = page.chunks().iter().find(|chunk| chunk.id == node.id)
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
            note: self.code.note(&node.path, line),
        })
    }

    /// Moves the bookmarks of a document that was read with their chunks.
    pub(super) fn move_bookmarks(&mut self, page: &Page) {
        let tree = &page.document.tree;
        let mut moved = Vec::new();
        for bookmark in &self.session.stored.bookmarks {
            if bookmark.path == *tree.path()
                && let Some(chunk) = recognize(tree, bookmark)
            {
                let now = bookmark_of(page, &tree.chunks[chunk]);
                if now != *bookmark {
                    moved.push((bookmark.clone(), now));
                }
            }
        }
        if !moved.is_empty() {
            self.apply_change(Change::BookmarksMoved(moved));
        }
    }

    /// Updates the lines of the marks in a document that was read with their chunks. The line of a name within a chunk stays.
    pub(super) fn move_marks(&mut self, tree: &ChunkTree) {
        let mut marks = self.session.marks().to_vec();
        for mark in &mut marks {
            if mark.path == *tree.path()
                && mark.deleted.is_none()
                && mark.kind != Kind::Items.name()
                && let Some(chunk) = anchor(tree, ChunkId(mark.chunk), mark.hash)
            {
                mark.line = tree.chunks[chunk].name_at.0;
            }
        }
        if marks != self.session.marks() {
            // Each goes to the end, so they keep their order.
            for mark in marks {
                self.apply_change(Change::MarkAdded(mark));
            }
        }
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
        let Some(index) = find(tree, &mark) else {
            self.screen.warn(format!(
                "{} is no longer in {path}; bookmark kept",
                label(&mark)
            ));
            return self.visit(RowPosition {
                line: Some(mark.line),
                ..RowPosition::file(path)
            });
        };
        let chunk = &tree.chunks[index];
        let now = bookmark_of(&page, chunk);
        if now.names != mark.names {
            self.screen
                .say(format!("Renamed: {} is now {}", label(&mark), label(&now)));
        }
        if now != mark {
            self.apply_change(Change::BookmarksMoved(vec![(mark, now)]));
        }
        let row = row_of(tree, index);
        self.visit(RowPosition {
            id: row,
            zoom: 0,
            // The row of a piece is its declaration.
            line: (row != chunk.id).then_some(chunk.name_at.0),
            ..RowPosition::file(path)
        });
    }
}

/// A bookmark of a chunk.
pub(super) fn bookmark_of(page: &Page, chunk: &Chunk) -> Bookmark {
    let tree = &page.document.tree;
    let line = chunk.name_at.0;
    Bookmark {
        path: tree.path().clone(),
        chunk: chunk.id.0,
        names: chunk.names.clone(),
        line,
        hash: if chunk.is_leaf() { chunk.hash } else { 0 },
        body: tree.nameless_hash(chunk),
        note: page.note(line),
    }
}

/// The qualified name of a bookmark, or the path of a file.
fn label(mark: &Bookmark) -> String {
    qualified(&mark.names, &mark.path)
}

/// The row of a chunk. A header, piece or paragraph has the row of its declaration or section.
pub(super) fn row_of(tree: &ChunkTree, chunk: usize) -> ChunkId {
    let members = DocumentOutline::of(tree).members;
    let rows: HashSet<ChunkId> = members.iter().map(|member| member.id).collect();
    let mut around = tree.chunks.get(chunk);
    while let Some(chunk) = around {
        if rows.contains(&chunk.id) {
            return chunk.id;
        }
        around = tree.parent(chunk);
    }
    file_id(tree.path())
}

/// The bookmark's chunk, if it is certain: the only namesake with its text if the chunk with its id has
/// another text, else the chunk with its id, else the only chunk with its text.
pub(super) fn recognize(tree: &ChunkTree, mark: &Bookmark) -> Option<usize> {
    let is_same = |chunk: &Chunk| match mark.hash {
        0 => has_body(tree, chunk, mark),
        hash => chunk.hash == hash,
    };
    let chunks = &tree.chunks;
    let Some(by_id) = chunks.iter().position(|chunk| chunk.id.0 == mark.chunk) else {
        return only(tree, |chunk| has_text(chunk, mark));
    };
    if !is_same(&chunks[by_id]) {
        // Ids number equal names, so a new namesake above takes over the id: `area(int)`, `area(double)`.
        let namesake = only(tree, |chunk| chunk.names == mark.names && is_same(chunk));
        return namesake.or(Some(by_id));
    }
    Some(by_id)
}

/// The best chunk for a bookmark: its own, else the first one with its text, else a renamed one
/// with its body, else the nearest namesake.
pub(super) fn find(tree: &ChunkTree, mark: &Bookmark) -> Option<usize> {
    recognize(tree, mark)
        .or_else(|| tree.chunks.iter().position(|chunk| has_text(chunk, mark)))
        .or_else(|| only(tree, |chunk| is_renamed(tree, chunk, mark)))
        .or_else(|| nearest_namesake(tree, mark))
}

/// The chunk with the last name of a bookmark that is nearest to its line.
fn nearest_namesake(tree: &ChunkTree, mark: &Bookmark) -> Option<usize> {
    let name = mark.names.last().filter(|name| !name.is_empty())?;
    let chunks = tree.chunks.iter().enumerate();
    let namesakes = chunks.filter(|(_, chunk)| chunk.name == *name);
    let nearest = namesakes.min_by_key(|(_, chunk)| chunk.name_at.0.abs_diff(mark.line))?;
    Some(nearest.0)
}

/// Returns true if a chunk has the text of the bookmark's leaf.
fn has_text(chunk: &Chunk, mark: &Bookmark) -> bool {
    mark.hash != 0 && chunk.hash == mark.hash
}

fn has_body(tree: &ChunkTree, chunk: &Chunk, mark: &Bookmark) -> bool {
    mark.body != 0 && tree.nameless_hash(chunk) == mark.body
}

/// Returns true if a chunk has the parents and the body that the bookmark's chunk had.
fn is_renamed(tree: &ChunkTree, chunk: &Chunk, mark: &Bookmark) -> bool {
    match (chunk.names.split_last(), mark.names.split_last()) {
        (Some((_, above)), Some((_, of_mark))) => {
            above == of_mark && !above.is_empty() && has_body(tree, chunk, mark)
        }
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
