//! The results pane: hits where they live, as a tree of file → class → method, or as a list by
//! rank; without a question the repository as a tree of directories → files → declarations. Which
//! row is selected and which branches are open survive a new answer and a new list of files.

mod listing;
mod lookups;
mod node;
mod refresh;
mod steps;
mod tree;

pub(crate) use listing::Listing;
pub(crate) use node::{Node, What, word};

use super::viewport::Viewport;
use crate::chunk::ChunkId;
use crate::search::{Answer, Hit};
use lookups::Lookups;
use node::Shows;
use refresh::Here;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tree::Tree;

/// Arrangement of the hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum View {
    /// In their files and scopes.
    #[default]
    Tree,
    /// By rank alone.
    Ranked,
}

/// Source of the rows.
#[derive(Debug, Default)]
enum Source {
    #[default]
    Nothing,
    /// An answer, and whether it was cut at the number of hits that was asked for.
    Answer(Arc<Answer>, bool),
    /// The files of the repository.
    Listing(Listing),
}

/// The rows, and how they are looked at.
#[derive(Debug, Default)]
pub(crate) struct Results {
    source: Source,
    tree: Tree,
    view: View,
    /// Branches the user opened or closed by hand, for as long as the question stays.
    chosen: HashMap<ChunkId, bool>,
    /// Files whose other members are shown beside the hits.
    revealed: HashSet<ChunkId>,
    /// Data loaded about files and directories.
    lookups: Lookups,
    /// Nodes that are rows now, top to bottom.
    rows: Vec<usize>,
    /// Index into `rows`.
    selected: usize,
    /// Somebody chose what is selected or looks at it, so it stays when the answer is refreshed.
    moved: bool,
    /// Better hits that came since, and were not in view yet.
    unseen: HashSet<ChunkId>,
    /// Selection that disappeared from the index.
    lost: Option<Here>,
    /// Content of the code pane for a selected file or directory.
    place: Option<Hit>,
    viewport: Viewport,
}

impl Results {
    pub(crate) fn answer(&self) -> Option<&Arc<Answer>> {
        match &self.source {
            Source::Answer(answer, _) => Some(answer),
            _ => None,
        }
    }

    /// Returns true if the answer was cut, so that there may be more hits.
    pub(crate) fn is_cut(&self) -> bool {
        matches!(self.source, Source::Answer(_, true))
    }

    /// The files of the repository, when there is no question.
    pub(crate) fn listing(&self) -> Option<&Listing> {
        match &self.source {
            Source::Listing(listing) => Some(listing),
            _ => None,
        }
    }

    pub(crate) fn hits(&self) -> &[Hit] {
        self.answer().map_or(&[], |answer| &answer.hits)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(crate) fn view(&self) -> View {
        self.view
    }

    /// Lists the next hits so.
    pub(crate) fn set_view(&mut self, view: View) {
        self.view = view;
    }

    /// The rows in the viewport, each with whether it is selected.
    pub(crate) fn visible(&self) -> impl Iterator<Item = (&Node, bool)> {
        let touched = !self.is_untouched();
        self.viewport.range(self.rows.len()).map(move |row| {
            let node = &self.tree.nodes[self.rows[row]];
            (node, touched && row == self.selected)
        })
    }

    /// Rows above the viewport, rows in all: where a scroll bar would stand.
    pub(crate) fn position(&self) -> (usize, usize) {
        (self.viewport.top(), self.rows.len())
    }

    pub(crate) fn selected(&self) -> Option<&Node> {
        let row = self.rows.get(self.selected);
        row.filter(|_| !self.is_untouched())
            .map(|row| &self.tree.nodes[*row])
    }

    /// The selected hit: the leaf, or the best one inside what is selected; for what nobody
    /// searched for, what shows it.
    pub(crate) fn selected_hit(&self) -> Option<&Hit> {
        let node = self.selected()?;
        match &node.shows {
            Shows::Best => self.hits().get(node.best?),
            Shows::Member(hit) => Some(hit),
            Shows::Place => self.place.as_ref(),
            Shows::Nothing => None,
        }
    }

    pub(crate) fn set_height(&mut self, height: usize) {
        self.viewport.fit(height, self.selected, self.rows.len());
        self.see();
        self.show_place();
    }

    /// Nothing is there any more. What was looked up is of the repository and not of what was shown
    /// of it: it stays, since nobody asks for it twice.
    pub(crate) fn clear(&mut self) {
        *self = Self {
            lookups: std::mem::take(&mut self.lookups),
            view: self.view,
            viewport: Viewport::new(self.viewport.height()),
            ..Self::default()
        };
    }

    /// Takes a new answer in; `cut` where there may be more hits than it has. `same_question`: only
    /// the index moved on, or more hits were asked for, so nothing that somebody chose or looks at
    /// may jump. Otherwise the question changed, and what was chosen for the old one is forgotten.
    pub(crate) fn take(&mut self, answer: Arc<Answer>, same_question: bool, cut: bool) {
        let kept = self.kept().filter(|_| same_question && self.moved);
        let here = kept.as_ref().and_then(|_| self.here());
        let known: HashSet<ChunkId> = self.hits().iter().map(|hit| hit.record.id).collect();
        if !same_question {
            self.chosen.clear();
            self.revealed.clear();
            self.lost = None;
        }
        self.source = Source::Answer(answer, cut);
        self.grow();
        let chosen = match same_question {
            true => self.follow(here),
            false => None,
        };
        self.moved = chosen.is_some();
        let node = chosen.map(|(node, _)| node);
        if let Some(node) = node.or_else(|| self.tree.leaf_of(0)) {
            self.tree.open_above(node);
            self.list();
            self.select(node);
        } else {
            self.list();
        }
        match (chosen, kept) {
            (Some(_), Some(kept)) => {
                self.note_better(&known);
                self.put_back(&kept);
            }
            (Some((_, height)), None) => {
                self.viewport.place(self.selected, height);
                self.reveal();
            }
            (None, _) => {
                self.unseen.clear();
                self.viewport.place(0, 0);
                self.reveal();
            }
        }
        self.show_place();
    }

    /// Takes a new list of files in: there is no question. What is open stays open.
    pub(crate) fn take_listing(&mut self, listing: Listing) {
        if self.listing().is_some_and(|known| *known == listing) {
            return;
        }
        self.source = Source::Listing(listing);
        self.grow_again();
    }

    /// Makes the tree anew from the same; nothing that is looked at jumps. Where the selected row is
    /// gone, what it was in is selected.
    fn grow_again(&mut self) {
        let here = self.here();
        let trail = self.tree.trail(self.rows.get(self.selected).copied());
        let offset = self.viewport.offset(self.selected);
        self.grow();
        let followed = self.follow(here);
        self.list();
        let mut trail = trail.into_iter();
        let around = || Some((trail.find_map(|id| self.tree.find(id))?, offset));
        if let Some((node, offset)) = followed.or_else(around) {
            self.select(node);
            self.viewport.place(self.selected, offset);
        }
        self.reveal();
    }

    /// The tree of what there is, with its branches as they were left.
    fn grow(&mut self) {
        match &self.source {
            Source::Nothing => self.tree = Tree::default(),
            Source::Answer(answer, cut) => {
                self.tree = Tree::of_hits(&answer.hits, *cut);
                self.tree.open_best(self.viewport.height());
                for root in self.tree.all() {
                    let node = &self.tree.nodes[root];
                    if node.what == What::File
                        && let Some(outline) = self.lookups.outline(&node.path)
                    {
                        let hidden = !self.revealed.contains(&node.id);
                        self.tree.add_outline(root, outline, hidden);
                    }
                }
                for node in &mut self.tree.nodes {
                    if let Some(open) = self.chosen.get(&node.id) {
                        node.open = *open;
                    }
                }
            }
            Source::Listing(listing) => {
                self.tree = Tree::of_listing(listing);
                if let [only] = *self.tree.roots {
                    // A closed door alone is no view.
                    let id = self.tree.nodes[only].id;
                    self.chosen.entry(id).or_insert(true);
                }
                self.open_chosen(0);
            }
        }
        for node in &mut self.tree.nodes {
            if let Some(about) = self.lookups.about(node) {
                node.lead.clone_from(&about.lead);
            }
        }
    }

    /// Opens the nodes from one on that were opened by hand.
    fn open_chosen(&mut self, from: usize) {
        let mut at = from;
        // What is opened is added at the end, and looked at in its turn.
        while at < self.tree.nodes.len() {
            if self.chosen.get(&self.tree.nodes[at].id) == Some(&true) {
                self.tree.nodes[at].open = true;
                self.look_into(at);
            }
            at += 1;
        }
    }

    /// Adds what a file declares, now that it is known. The rest of the tree stays as it is, and
    /// nothing that is looked at jumps.
    fn graft(&mut self, file: usize) {
        let selected = self.rows.get(self.selected).copied();
        let offset = self.viewport.offset(self.selected);
        let from = self.tree.nodes.len();
        let node = &self.tree.nodes[file];
        match &self.source {
            Source::Nothing => return,
            Source::Listing(_) if !node.open => return,
            Source::Listing(_) => {
                self.look_into(file);
                self.open_chosen(from);
            }
            Source::Answer(..) => {
                let hidden = !self.revealed.contains(&node.id);
                if let Some(outline) = self.lookups.outline(&node.path) {
                    self.tree.add_outline(file, outline, hidden);
                }
                for node in self.tree.nodes.iter_mut().skip(from) {
                    node.open = self.chosen.get(&node.id) == Some(&true);
                }
            }
        }
        let lost = self.find_lost();
        self.list();
        if let Some((node, offset)) = lost.or(selected.map(|selected| (selected, offset))) {
            self.select(node);
            self.viewport.place(self.selected, offset);
        }
        self.reveal();
    }

    /// Adds what is in a directory or a file, as far as that is known.
    fn look_into(&mut self, node: usize) {
        if let Source::Listing(listing) = &self.source {
            self.tree.enter(node, listing);
            let file = &self.tree.nodes[node];
            if file.what != What::File || !file.unopened {
                return;
            }
            if let Some(outline) = self.lookups.outline(&file.path) {
                self.tree.add_outline(node, outline, false);
            } else if self.lookups.has_no_outline(&file.path) {
                self.tree.nodes[node].unopened = false;
            }
        }
    }

    fn go(&mut self, row: usize) {
        self.selected = row.min(self.rows.len().saturating_sub(1));
    }

    fn select(&mut self, node: usize) {
        if let Some(row) = self.row_of(node) {
            self.selected = row;
        }
    }

    fn list(&mut self) {
        self.rows = match self.view {
            View::Ranked if self.answer().is_some() => {
                let hits = 0..self.hits().len();
                let leaves = hits.filter_map(|hit| self.tree.leaf_of(hit));
                leaves.chain(self.tree.more()).collect()
            }
            _ => self.tree.open_rows(),
        };
        self.go(self.selected);
    }

    /// Has the selection in view, and ready for the code pane.
    fn reveal(&mut self) {
        self.viewport.reveal(self.selected, self.rows.len());
        self.see();
        self.show_place();
    }

    /// Makes what the code pane shows of a selected file or directory.
    fn show_place(&mut self) {
        self.place = match self.selected() {
            Some(node) if matches!(node.shows, Shows::Place) => {
                let mut place = node::place(&node.path, node.what);
                if let Some(about) = self.lookups.about(node) {
                    place.record.summary.clone_from(&about.summary);
                    place.record.lead.clone_from(&about.lead);
                }
                Some(place)
            }
            _ => None,
        };
    }

    /// Returns true if the user has not browsed yet: nothing is selected, and the code pane shows
    /// the welcome text.
    fn is_untouched(&self) -> bool {
        !self.moved && matches!(self.source, Source::Listing(_))
    }
}

#[cfg(test)]
mod tests;
