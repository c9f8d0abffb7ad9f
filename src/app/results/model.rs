//! The rows of the results pane and their selection.
//!
//! Principal type: [`Results`]. Steps, refreshes and missing data are methods in files of their own.

use super::calls::OpenedCalls;
use super::listing::Listing;
use super::node::{PreviewTarget, RowKind, TreeNode};
use super::tree::Tree;
use crate::app::viewport::Viewport;
use crate::chunk::{ChunkId, Symbol};
use crate::corpus::SourcePath;
use crate::protocol::{EntrySummary, TreeEntry};
use crate::search::{Answer, DocumentOutline, Hit};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

named! {
    /// Arrangement of the hits.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub(crate) enum ResultsView {
        /// In their files and scopes.
        #[default]
        Tree = "tree",
        /// By rank alone.
        Ranked = "ranked",
    }
}

/// Source of the rows.
#[derive(Debug, Default)]
pub(super) enum RowSource {
    #[default]
    Nothing,
    /// An answer, and true if it was cut at the number of requested hits.
    Answer(Arc<Answer>, bool),
    /// The files of the repository.
    Listing(Listing),
}

/// The rows that are shown of a narrowed list.
#[derive(Debug, PartialEq)]
pub(crate) enum Narrowing {
    /// For each hit of the answer, true if it is shown.
    Hits(Vec<bool>),
    /// These files of the repository.
    Files(Listing),
}

/// The received summaries and outlines.
#[derive(Debug, Default)]
pub(super) struct BrowseCache {
    pub(super) summaries: HashMap<TreeEntry, EntrySummary>,
    /// None if the file cannot be read or chunked.
    pub(super) outlines: HashMap<SourcePath, Option<Arc<DocumentOutline>>>,
    /// Entries whose summary, and files whose outline, is up to date. Stale ones are shown until they are
    /// replaced.
    pub(super) current_summaries: HashSet<TreeEntry>,
    pub(super) current_outlines: HashSet<SourcePath>,
}

impl BrowseCache {
    pub(super) fn outline(&self, path: &SourcePath) -> Option<&DocumentOutline> {
        self.outlines.get(path)?.as_deref()
    }

    pub(super) fn summary(&self, node: &TreeNode) -> Option<&EntrySummary> {
        self.summaries.get(&entry(node)?)
    }
}

pub(super) fn entry(node: &TreeNode) -> Option<TreeEntry> {
    Some(TreeEntry {
        path: node.path.clone(),
        is_directory: match node.what {
            RowKind::Directory => true,
            RowKind::File => false,
            RowKind::Declaration | RowKind::More => return None,
        },
    })
}

/// Selection and scroll position by identity, because indices change with a refresh.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Anchor {
    /// The selected row.
    pub(super) selected: ChunkId,
    /// True if the user selected it.
    pub(super) is_pinned: bool,
    /// The row that stays at its height: the selected one, or the first in view if that is out of view.
    pub(super) steady: ChunkId,
    pub(super) height: usize,
}

/// Maximum number of directories opened at once: a directory may contain a whole repository.
const MAX_OPENED: usize = 500;

/// The rows and their selection.
#[derive(Debug, Default)]
pub(crate) struct Results {
    pub(super) source: RowSource,
    /// The rows that a filter shows. None for all.
    pub(super) narrowing: Option<Narrowing>,
    pub(super) tree: Tree,
    /// Arrangement of the hits.
    pub(crate) view: ResultsView,
    /// Branches that the user opened or closed, until the query changes.
    pub(super) chosen: HashMap<ChunkId, bool>,
    /// Files whose other members are shown, too.
    pub(super) expanded_files: HashSet<ChunkId>,
    /// Directories, files and declarations of the repository that are open with everything below them.
    pub(super) opened_below: HashSet<ChunkId>,
    /// Calls that open below the rows.
    pub(super) calls: OpenedCalls,
    /// True if the rows are grouped by file, also if there is room for all, because many are doubtful.
    pub(crate) groups_by_file: bool,
    /// Data loaded about files and directories.
    pub(super) cache: BrowseCache,
    /// Nodes of the rows, top to bottom.
    pub(super) rows: Vec<usize>,
    /// Index into `rows`.
    pub(super) selected: usize,
    /// True if the user selected the row or looked at it, so that it stays selected.
    pub(in crate::app) is_pinned: bool,
    /// Selection that disappeared from the index.
    pub(super) lost: Option<Anchor>,
    pub(super) viewport: Viewport,
}

impl Results {
    pub(crate) fn answer(&self) -> Option<&Arc<Answer>> {
        match &self.source {
            RowSource::Answer(answer, _) => Some(answer),
            _ => None,
        }
    }

    /// Returns true if the answer was cut, so that there may be more hits.
    pub(crate) fn has_more(&self) -> bool {
        matches!(self.source, RowSource::Answer(_, true))
    }

    /// The listed files of the repository. None while an answer is shown.
    pub(crate) fn listing(&self) -> Option<&Listing> {
        match (&self.source, &self.narrowing) {
            (RowSource::Listing(_), Some(Narrowing::Files(listing))) => Some(listing),
            _ => self.whole_listing(),
        }
    }

    /// All files of the repository, also while the list is narrowed. None while an answer is shown.
    pub(crate) fn whole_listing(&self) -> Option<&Listing> {
        match &self.source {
            RowSource::Listing(listing) => Some(listing),
            _ => None,
        }
    }

    pub(crate) fn hits(&self) -> &[Hit] {
        self.answer().map_or(&[], |answer| &answer.hits)
    }

    /// The hits that are shown, by rank.
    pub(crate) fn shown_hits(&self) -> impl Iterator<Item = &Hit> {
        let hits = self.hits().iter().enumerate();
        hits.filter(|(rank, _)| self.shows_hit(*rank))
            .map(|(_, hit)| hit)
    }

    fn shows_hit(&self, rank: usize) -> bool {
        match &self.narrowing {
            Some(Narrowing::Hits(shown)) => shown.get(rank).copied().unwrap_or_default(),
            _ => true,
        }
    }

    /// Shows only some of the rows, or all again. The selected row stays selected; if it is gone, the best one is.
    pub(crate) fn narrow(&mut self, narrowing: Option<Narrowing>) {
        if self.narrowing == narrowing {
            return;
        }
        let selected = self.selected().map(|node| node.key);
        self.narrowing = narrowing;
        self.rebuild();
        self.lost = None;
        let is_gone = selected.is_some_and(|key| self.tree.find(key).is_none());
        let best = (0..self.hits().len()).find_map(|hit| self.tree.leaf_of(hit));
        if is_gone && best.is_some() {
            self.update_rows_at(best);
            self.reveal();
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows in the viewport, each with whether it is selected.
    pub(crate) fn visible(&self) -> impl Iterator<Item = (&TreeNode, bool)> {
        let touched = !self.is_untouched();
        self.viewport.range(self.rows.len()).map(move |row| {
            let node = &self.tree.nodes[self.rows[row]];
            (node, touched && row == self.selected)
        })
    }

    /// Number of rows above the viewport, and of all rows.
    pub(crate) fn position(&self) -> (usize, usize) {
        (self.viewport.top(), self.rows.len())
    }

    pub(crate) fn selected(&self) -> Option<&TreeNode> {
        if self.is_untouched() {
            return None;
        }
        Some(&self.tree.nodes[*self.rows.get(self.selected)?])
    }

    /// The hit that the selected row shows: its best hit, or its own declaration, file or directory.
    pub(crate) fn selected_hit(&self) -> Option<&Hit> {
        let node = self.selected()?;
        match &node.shows {
            PreviewTarget::Best => self.hits().get(node.best?),
            PreviewTarget::Own(hit) => Some(hit),
            PreviewTarget::Nothing => None,
        }
    }

    /// The line of the name that the selected row was found by, if the chunk defines several.
    pub(crate) fn found_at(&self) -> Option<u32> {
        let (node, hit) = (self.selected()?, self.selected_hit()?);
        let explanation = &hit.explanation;
        if node.id != hit.record.id || explanation.found_as.is_none() {
            return None;
        }
        Some(explanation.located_at?.0)
    }

    /// The name that the selected row means, if its chunk defines several.
    pub(crate) fn symbol(&self) -> Option<Symbol> {
        let (node, hit) = (self.selected()?, self.selected_hit()?);
        if node.id == hit.record.id {
            hit.symbol()
        } else {
            None
        }
    }

    pub(crate) fn set_height(&mut self, height: usize) {
        self.viewport.resize(height);
        self.reveal();
    }

    /// Removes all rows. Summaries and declarations stay: they describe the repository.
    pub(crate) fn clear(&mut self) {
        *self = Self {
            cache: std::mem::take(&mut self.cache),
            view: self.view,
            viewport: Viewport::new(self.viewport.height()),
            ..Self::default()
        };
    }

    /// Shows a new answer; `cut` if there may be more hits than it has. With `same_query` only the index
    /// changed, or more hits were requested: the selection and its place on the screen stay. Otherwise the
    /// selection and the open branches of the old query are dropped.
    pub(crate) fn set_answer(&mut self, answer: Arc<Answer>, same_query: bool, cut: bool) {
        let anchor = self.anchor().filter(|anchor| anchor.is_pinned);
        if !same_query {
            self.chosen.clear();
            self.opened_below.clear();
            self.expanded_files.clear();
            self.calls.clear();
            self.lost = None;
        }
        self.source = RowSource::Answer(answer, cut);
        self.narrowing = None;
        self.build_tree();
        let chosen = if same_query {
            self.restore_selection(anchor)
        } else {
            None
        };
        self.is_pinned = chosen.is_some();
        let node = chosen.map(|(node, _)| node);
        self.update_rows_at(node.or_else(|| self.tree.leaf_of(0)));
        match chosen {
            Some((_, anchor)) => self.restore_scroll(&anchor),
            None => {
                self.viewport.place(0, 0);
                self.reveal();
            }
        }
    }

    /// Shows a new list of files. Open branches stay open.
    pub(crate) fn set_listing(&mut self, listing: Listing) {
        if self.whole_listing().is_some_and(|known| *known == listing) {
            return;
        }
        self.source = RowSource::Listing(listing);
        self.narrowing = None;
        self.rebuild();
    }

    /// Rebuilds the tree from the same source; nothing on the screen moves. If the selected row is
    /// gone, its innermost remaining parent is selected.
    pub(super) fn rebuild(&mut self) {
        let anchor = self.anchor();
        let trail = self.tree.trail(self.rows.get(self.selected).copied());
        self.build_tree();
        let node = match self.restore_selection(anchor) {
            Some((node, _)) => Some(node),
            None => trail.iter().find_map(|id| self.tree.find(*id)),
        };
        self.update_rows_at(node);
        match anchor {
            Some(anchor) => self.restore_scroll(&anchor),
            None => self.reveal(),
        }
    }

    /// Builds the tree; its branches stay open or closed.
    pub(super) fn build_tree(&mut self) {
        match &self.source {
            RowSource::Nothing => self.tree = Tree::default(),
            RowSource::Answer(answer, cut) => {
                self.tree = Tree::of_hits(&answer.hits, *cut, |rank| self.shows_hit(rank));
                let height = if self.groups_by_file {
                    0
                } else {
                    self.viewport.height()
                };
                self.tree.open_best(height);
                for root in self.tree.all() {
                    let node = &self.tree.nodes[root];
                    if node.what == RowKind::File
                        && let Some(outline) = self.cache.outline(&node.path)
                    {
                        let hidden = !self.expanded_files.contains(&node.id);
                        self.tree.add_outline(root, outline, hidden);
                    }
                }
                for node in &mut self.tree.nodes {
                    if let Some(open) = self.chosen.get(&node.key) {
                        node.open = *open;
                    }
                }
                self.add_calls();
            }
            RowSource::Listing(listing) => {
                let listing = self.listing().unwrap_or(listing).clone();
                self.tree = Tree::default();
                self.tree.push_entries(listing.entries(""), None);
                if let [only] = *self.tree.roots {
                    // A single root is expanded.
                    let key = self.tree.nodes[only].key;
                    self.chosen.entry(key).or_insert(true);
                }
                self.open_chosen();
            }
        }
        if self.narrowing.is_some() && self.whole_listing().is_some() {
            self.open_narrowed();
        }
        for node in &mut self.tree.nodes {
            if let Some(about) = self.cache.summary(node) {
                node.set_summary(about);
            }
        }
    }

    /// Opens the nodes that the user opened, one by one or with everything below.
    pub(super) fn open_chosen(&mut self) {
        let mut directories = 0;
        // For each node, true if everything below it is open.
        let mut opens_all = Vec::with_capacity(self.tree.nodes.len());
        // Nodes inside an opened one are added at the end.
        while let Some(node) = self.tree.nodes.get(opens_all.len()) {
            let at = opens_all.len();
            let is_below = node.parent.is_some_and(|parent| opens_all[parent]);
            opens_all.push(is_below || self.opened_below.contains(&node.id));
            let opens = match self.chosen.get(&node.key) {
                Some(choice) => *choice,
                None if node.what == RowKind::Directory => {
                    directories += usize::from(is_below);
                    is_below && directories <= MAX_OPENED
                }
                None => is_below && node.is_branch(),
            };
            if opens {
                self.tree.nodes[at].open = true;
                self.load_children(at);
            }
        }
    }

    /// Opens the directories of a narrowed list, up to a number of rows.
    fn open_narrowed(&mut self) {
        let mut at = 0;
        // Nodes inside an opened one are added at the end.
        while at < self.tree.nodes.len().min(MAX_OPENED) {
            if self.tree.nodes[at].what == RowKind::Directory {
                self.tree.nodes[at].open = true;
                self.load_children(at);
            }
            at += 1;
        }
    }

    /// Adds the contents of a directory or file, if they are known.
    pub(super) fn load_children(&mut self, node: usize) {
        if let Some(listing) = self.listing().cloned() {
            self.tree.enter(node, &listing);
            let file = &self.tree.nodes[node];
            if file.what != RowKind::File || !file.unopened {
                return;
            }
            match self.cache.outlines.get(&file.path) {
                Some(Some(outline)) => self.tree.add_outline(node, outline, false),
                Some(None) => self.tree.nodes[node].unopened = false,
                None => {}
            }
        }
    }

    pub(super) fn go(&mut self, row: usize) {
        self.selected = row.min(self.rows.len().saturating_sub(1));
    }

    pub(super) fn select(&mut self, node: usize) {
        if let Some(row) = self.row_of(node) {
            self.selected = row;
        }
    }

    pub(super) fn update_rows(&mut self) {
        self.rows = if self.is_ranked() {
            let hits = self.hit_nodes().into_iter();
            let mut rows: Vec<usize> = hits.flat_map(|hit| self.with_calls(hit)).collect();
            rows.extend(self.tree.more_row());
            rows
        } else {
            self.tree.open_rows()
        };
        self.go(self.selected);
    }

    /// Lists the rows with a node selected and the branches around it open.
    pub(super) fn update_rows_at(&mut self, node: Option<usize>) {
        if let Some(node) = node {
            self.tree.open_above(node);
        }
        self.update_rows();
        if let Some(node) = node {
            self.select(node);
        }
    }

    /// Returns true if the rows are a ranked list.
    pub(crate) fn is_ranked(&self) -> bool {
        self.answer().is_some_and(|answer| {
            answer.ordered > 0 || self.view == ResultsView::Ranked && !self.groups_by_file
        })
    }

    /// Scrolls to the selection. Its file takes the first row if it is above the view.
    pub(super) fn reveal(&mut self) {
        self.viewport.reveal(self.selected, self.rows.len());
        let is_first = self.viewport.top() == self.selected;
        if is_first && self.viewport.height() > 1 && self.file_above_view().is_some() {
            self.viewport.place(self.selected, 1);
        }
    }

    /// The file of the selected row, if its own row is above the view.
    fn file_above_view(&self) -> Option<usize> {
        let row = *self.rows.get(self.selected)?;
        if self.is_ranked() || self.is_untouched() {
            return None;
        }
        let file = self.tree.file_of(row)?;
        (self.row_of(file)? < self.viewport.top()).then_some(file)
    }

    /// The file that is shown in place of the first row in view, because the selected row is in it and its own row is
    /// above the view.
    pub(crate) fn sticky_file(&self) -> Option<&TreeNode> {
        let view = self.viewport.range(self.rows.len());
        if !view.contains(&self.selected) || self.selected == view.start {
            return None;
        }
        Some(&self.tree.nodes[self.file_above_view()?])
    }

    /// Returns true if the user has not browsed yet: nothing is selected, and the code pane shows
    /// the welcome text.
    pub(super) fn is_untouched(&self) -> bool {
        !self.is_pinned && matches!(self.source, RowSource::Listing(_))
    }
}
