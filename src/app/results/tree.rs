//! The hits and what they are in, as an arena of nodes.

use crate::chunk::{ChunkId, Kind, Role};
use crate::search::{Ancestor, Hit};
use std::collections::HashMap;

/// A row of the tree: a file, a declaration or heading that holds hits, or a hit.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) id: ChunkId,
    pub(crate) kind: Kind,
    /// What it is called; a file's whole path.
    pub(crate) name: String,
    /// 1-based line of its name.
    pub(crate) line: u32,
    /// Levels above it.
    pub(crate) depth: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    /// Index of the hit this leaf is; none for what holds hits.
    pub(crate) hit: Option<usize>,
    /// Index of the best hit that it is or holds.
    pub(crate) best: usize,
    /// Hits that it is or holds.
    pub(crate) hits: usize,
    /// What a file or a directory is about, in one line; empty for everything else.
    pub(crate) lead: String,
    pub(crate) open: bool,
}

impl Node {
    /// Whether there is something in it.
    pub(crate) fn is_branch(&self) -> bool {
        !self.children.is_empty()
    }
}

/// Nodes in the order in which the hits brought them; files by their best hit, what is in a file
/// in the order of its lines.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) roots: Vec<usize>,
    /// Node of each hit.
    leaves: Vec<usize>,
    by_id: HashMap<ChunkId, usize>,
}

impl Tree {
    pub(super) fn of(hits: &[Hit]) -> Self {
        let mut tree = Self::default();
        for (rank, hit) in hits.iter().enumerate() {
            let mut parent = None;
            for ancestor in &hit.ancestors {
                let node = tree.holder(ancestor, hit, rank, parent);
                tree.nodes[node].hits += 1;
                parent = Some(node);
            }
            let record = &hit.record;
            let leaf = tree.push(
                record.id,
                Node {
                    id: record.id,
                    kind: record.kind,
                    name: leaf_name(hit),
                    line: record.lines.0,
                    depth: 0,
                    parent,
                    children: Vec::new(),
                    hit: Some(rank),
                    best: rank,
                    hits: 1,
                    lead: record.line().to_owned(),
                    open: false,
                },
            );
            tree.leaves.push(leaf);
        }
        tree.sort();
        tree
    }

    /// The node of an ancestor, made when it is seen first.
    fn holder(
        &mut self,
        ancestor: &Ancestor,
        hit: &Hit,
        rank: usize,
        parent: Option<usize>,
    ) -> usize {
        if let Some(node) = self.by_id.get(&ancestor.id) {
            return *node;
        }
        let name = match parent {
            None => hit.record.path.as_str().to_owned(),
            Some(_) => ancestor.name.clone(),
        };
        self.push(
            ancestor.id,
            Node {
                id: ancestor.id,
                kind: ancestor.kind,
                name,
                line: ancestor.line,
                depth: 0,
                parent,
                children: Vec::new(),
                hit: None,
                best: rank,
                hits: 0,
                lead: ancestor.lead.clone(),
                open: false,
            },
        )
    }

    fn push(&mut self, id: ChunkId, mut node: Node) -> usize {
        let index = self.nodes.len();
        match node.parent {
            Some(parent) => {
                node.depth = self.nodes[parent].depth + 1;
                self.nodes[parent].children.push(index);
            }
            None => self.roots.push(index),
        }
        self.nodes.push(node);
        self.by_id.insert(id, index);
        index
    }

    fn sort(&mut self) {
        let lines: Vec<u32> = self.nodes.iter().map(|node| node.line).collect();
        for node in &mut self.nodes {
            node.children.sort_by_key(|child| lines[*child]);
        }
    }

    pub(super) fn find(&self, id: ChunkId) -> Option<usize> {
        self.by_id.get(&id).copied()
    }

    pub(super) fn leaf_of(&self, hit: usize) -> Option<usize> {
        self.leaves.get(hit).copied()
    }

    /// Opens the best file, and further ones for as long as everything still fits in `height`
    /// rows: room is not left empty while something is hidden.
    pub(super) fn open_best(&mut self, height: usize) {
        let mut rows = self.roots.len();
        for (rank, root) in self.roots.clone().into_iter().enumerate() {
            let within = self.within(root);
            rows += within.len() - 1;
            if rank > 0 && rows > height {
                break;
            }
            for node in within {
                self.nodes[node].open = true;
            }
        }
    }

    pub(super) fn open_above(&mut self, node: usize) {
        let mut above = self.nodes[node].parent;
        while let Some(parent) = above {
            self.nodes[parent].open = true;
            above = self.nodes[parent].parent;
        }
    }

    /// A node and everything in it, top to bottom.
    pub(super) fn within(&self, node: usize) -> Vec<usize> {
        self.walk(vec![node], |_| true)
    }

    /// Every node, top to bottom.
    pub(super) fn all(&self) -> Vec<usize> {
        self.walk(self.roots.iter().rev().copied().collect(), |_| true)
    }

    /// The nodes that open branches show, top to bottom.
    pub(super) fn open_rows(&self) -> Vec<usize> {
        self.walk(self.roots.iter().rev().copied().collect(), |node| node.open)
    }

    fn walk(&self, mut stack: Vec<usize>, enters: impl Fn(&Node) -> bool) -> Vec<usize> {
        let mut order = Vec::new();
        while let Some(index) = stack.pop() {
            order.push(index);
            let node = &self.nodes[index];
            if enters(node) {
                stack.extend(node.children.iter().rev());
            }
        }
        order
    }
}

/// What a hit is called: its name, what it defines, or what it is.
fn leaf_name(hit: &Hit) -> String {
    let record = &hit.record;
    if record.is_directory() {
        return match record.kind {
            Kind::Repository => record.name.clone(),
            _ => format!("{}/", record.path),
        };
    }
    if record.kind == Kind::File {
        return record.path.to_string();
    }
    match (record.role, record.name.as_str()) {
        (_, "") if !record.definitions.is_empty() => {
            let names: Vec<&str> = record
                .definitions
                .iter()
                .take(4)
                .map(|definition| definition.name.as_str())
                .collect();
            let more = if record.definitions.len() > names.len() {
                ", …"
            } else {
                ""
            };
            format!("{}{more}", names.join(", "))
        }
        (_, "") => {
            let what = match record.kind {
                Kind::Imports => "imports",
                Kind::Code => "code",
                _ if record.role == Role::Header => "head",
                _ => "lines",
            };
            format!("{what} {}–{}", record.lines.0, record.lines.1)
        }
        (Role::Header, name) if record.kind != Kind::Section => format!("{name} · head"),
        (_, name) => name.to_owned(),
    }
}

/// The word before a name, as one says it; methods and functions need none inside their parent.
pub(crate) fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Module => "mod",
        Kind::Class => "class",
        Kind::Struct => "struct",
        Kind::Enum => "enum",
        Kind::Interface => "interface",
        Kind::Trait => "trait",
        Kind::Impl => "impl",
        Kind::Type => "type",
        Kind::Function => "fn",
        Kind::Macro => "macro",
        Kind::Section => "§",
        Kind::Repository => "repository",
        Kind::File
        | Kind::Method
        | Kind::Constructor
        | Kind::Accessor
        | Kind::Items
        | Kind::Imports
        | Kind::Code
        | Kind::Lines => "",
    }
}
