//! A row of the results pane, and its label.
//!
//! Principal types: [`TreeNode`] and [`RowKind`].

use crate::app::text::unnumbered;
use crate::chunk::{ChunkId, Kind, Role, whole_name};
use crate::context::Relation;
use crate::corpus::SourcePath;
use crate::protocol::{CallStep, EntrySummary};
use crate::search::{Ancestor, Hit, Member};
use crate::syntax::Language;
use std::sync::Arc;

/// Suffix of the header of a declaration, which has the name of the declaration.
pub(super) const HEAD: &str = " · header";

/// Kind of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum RowKind {
    /// A directory, or a chain of them with nothing else in it.
    Directory,
    File,
    /// A declaration or section: a hit, a parent of hits, or another member of a file.
    #[default]
    Declaration,
    /// The last row of an answer that was cut.
    More,
}

/// Content of the code pane for a row.
#[derive(Clone, Debug, Default)]
pub(super) enum PreviewTarget {
    /// The best hit of the row.
    Best,
    /// This declaration, file or directory, which is not a hit.
    Own(Arc<Hit>),
    #[default]
    Nothing,
}

/// A row of the tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct TreeNode {
    pub(crate) id: ChunkId,
    /// Identity of the row: its id, unless its chunk has several rows.
    pub(crate) key: ChunkId,
    pub(crate) what: RowKind,
    pub(crate) kind: Kind,
    /// Path of its file or directory.
    pub(crate) path: SourcePath,
    /// Displayed name; for a file its path relative to the parent row.
    pub(crate) name: String,
    /// 1-based line of its name.
    pub(crate) line: u32,
    /// Levels above it.
    pub(crate) depth: usize,
    /// True inside a declaration, whose name is not repeated.
    pub(crate) is_nested: bool,
    /// True if it has the name of the enclosing section.
    pub(super) shares_name: bool,
    pub(crate) parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    /// Index of its hit. None if the row is not a hit.
    pub(crate) hit: Option<usize>,
    /// Index of the best hit that it is or contains.
    pub(crate) best: Option<usize>,
    /// Number of hits that it is or contains; for a directory of the repository, number of files.
    pub(crate) count: usize,
    /// One-line summary of a file or directory; the first words of a part of a section; empty for
    /// everything else.
    pub(crate) lead: String,
    pub(crate) open: bool,
    /// True if its contents are not known yet.
    pub(super) unopened: bool,
    /// True for another member of a file, hidden until requested.
    pub(super) hidden: bool,
    pub(super) shows: PreviewTarget,
    /// The call that a row of a call tree is. None for all others.
    pub(crate) call: Option<Box<Call>>,
    /// True if the calls one step further open below it.
    pub(super) opens_calls: bool,
}

/// A row of a call tree.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// The call.
    pub(crate) relation: Relation,
    /// True if its declaration is above itself, so that it does not open.
    pub(crate) is_cycle: bool,
    /// Number of steps from the row of the list.
    pub(crate) steps: usize,
}

impl TreeNode {
    /// Returns true if the row has children or may have some.
    pub(crate) fn is_branch(&self) -> bool {
        self.unopened || !self.children.is_empty()
    }

    /// The last part of the qualified name of a call.
    pub(crate) fn own_name(&self) -> &str {
        let last = self
            .call
            .as_ref()
            .and_then(|call| call.relation.names.last());
        last.map_or(&self.name, |last| unnumbered(last))
    }

    /// Returns true if calls open below it, or may.
    pub(crate) fn opens_calls(&self) -> bool {
        self.opens_calls && self.is_branch()
    }

    /// Returns the name and the text after it. The first words of a part of a section, and the signature of
    /// an `impl`, replace the name.
    pub(crate) fn title(&self) -> (&str, &str) {
        let says_more = self.shares_name || self.kind == Kind::Impl;
        if says_more && !self.lead.is_empty() {
            (&self.lead, "")
        } else {
            (&self.name, &self.lead)
        }
    }

    /// Returns true if the row neither is nor contains a hit.
    pub(crate) fn is_other_member(&self) -> bool {
        self.best.is_none() && self.call.is_none()
    }

    /// A file or declaration that contains a hit.
    pub(super) fn ancestor(hit: &Hit, ancestor: &Ancestor, best: usize) -> Self {
        let path = &hit.record.path;
        let what = match ancestor.kind {
            Kind::File => RowKind::File,
            _ => RowKind::Declaration,
        };
        Self {
            what,
            name: match what {
                RowKind::File => path.as_str().to_owned(),
                _ if ancestor.name.is_empty() => unnamed(ancestor.kind).to_owned(),
                _ => ancestor.name.clone(),
            },
            line: ancestor.line,
            best: Some(best),
            lead: ancestor.lead.clone(),
            shows: PreviewTarget::Best,
            ..Self::at(path.clone(), ancestor.id, ancestor.kind)
        }
    }

    /// A hit.
    pub(crate) fn hit(hit: &Hit, rank: usize) -> Self {
        let record = &hit.record;
        Self {
            what: match record.kind {
                _ if record.is_directory() => RowKind::Directory,
                Kind::File => RowKind::File,
                _ => RowKind::Declaration,
            },
            name: leaf_name(hit),
            line: match record.role {
                Role::Header => record.name_at.0,
                _ => record.lines.0,
            },
            hit: Some(rank),
            best: Some(rank),
            count: 1,
            lead: record.line().to_owned(),
            shows: PreviewTarget::Best,
            ..Self::at(record.path.clone(), record.id, record.kind)
        }
    }

    /// A call below this row.
    pub(super) fn called(&self, step: &CallStep) -> Self {
        let CallStep { hit, relation, .. } = step;
        let record = &hit.record;
        let language = record.language.as_deref().and_then(Language::named);
        let separator = language.map_or(".", |language| language.separator);
        let names = relation.names.get(1..).unwrap_or_default().join(separator);
        let name = if names.is_empty() {
            record.path.file_name()
        } else {
            unnumbered(&names)
        };
        let at = Self::at(record.path.clone(), record.id, relation.kind);
        Self {
            key: at.another_key(self.key.0.rotate_left(1) ^ u64::from(relation.at.0)),
            name: name.to_owned(),
            line: relation.at.0,
            lead: step.line.clone(),
            unopened: !step.is_cycle,
            opens_calls: !step.is_cycle,
            shows: PreviewTarget::Own(Arc::new(hit.clone())),
            call: Some(Box::new(Call {
                relation: relation.clone(),
                is_cycle: step.is_cycle,
                steps: self.call.as_ref().map_or(1, |call| call.steps + 1),
            })),
            ..at
        }
    }

    /// A call beside the code of a declaration.
    pub(crate) fn call(step: &CallStep) -> Self {
        let mut node = Self::default().called(step);
        (node.unopened, node.opens_calls) = (false, false);
        if let Some(call) = &mut node.call {
            call.steps = 0;
        }
        node
    }

    /// A member of an outline.
    pub(super) fn member(path: &SourcePath, member: &Member) -> Self {
        Self {
            name: member.name.clone(),
            line: member.line,
            lead: member.hit.record.line().to_owned(),
            shows: PreviewTarget::Own(Arc::clone(&member.hit)),
            ..Self::at(path.clone(), member.id, member.kind)
        }
    }

    /// A file or directory without hits.
    pub(super) fn without_hit(path: &SourcePath, name: &str, what: RowKind) -> Self {
        let hit = match what {
            RowKind::Directory => Hit::of_directory(path),
            _ => Hit::of_file(path),
        };
        let at = Self::at(path.clone(), hit.record.id, hit.record.kind);
        Self {
            what,
            name: name.to_owned(),
            unopened: true,
            shows: PreviewTarget::Own(Arc::new(hit)),
            ..at
        }
    }

    /// The identity of another row of its chunk.
    pub(super) fn another_key(&self, which: u64) -> ChunkId {
        ChunkId((self.id.0 ^ which).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Content hash of the row; 0 if `hit` is another chunk, because then it is unknown.
    pub(crate) fn hash(&self, hit: &Hit) -> u64 {
        if hit.record.id == self.id {
            hit.record.hash
        } else {
            0
        }
    }

    /// 1-based line of its name, from `hit` if that is the row itself.
    pub(crate) fn line_of_name(&self, hit: &Hit) -> u32 {
        if hit.record.id == self.id {
            hit.record.name_at.0
        } else {
            self.line
        }
    }

    /// Names from the file down, from `hit` if the row is the hit or one of its ancestors.
    pub(crate) fn names(&self, hit: &Hit) -> Vec<String> {
        if hit.record.id == self.id && !hit.record.names.is_empty() {
            return hit.record.names.clone();
        }
        let mut names = Vec::new();
        let mut ancestors = hit.ancestors.iter();
        if let Some(at) = ancestors.position(|ancestor| ancestor.id == self.id) {
            let mut chain: Vec<&Ancestor> = hit.ancestors[..=at].iter().collect();
            // The header of a declaration that was split has the name of the declaration.
            chain.dedup_by(|inner, outer| (&inner.name, inner.line) == (&outer.name, outer.line));
            names.extend(chain.iter().map(|ancestor| ancestor.name.clone()));
        } else {
            if self.what == RowKind::Declaration {
                names.push(self.path.file_name().to_owned());
            }
            names.push(self.name.clone());
        }
        names.retain(|name| !name.is_empty());
        names
    }

    /// Adds the summary of a file or directory.
    pub(super) fn set_summary(&mut self, about: &EntrySummary) {
        self.lead.clone_from(&about.lead);
        if let PreviewTarget::Own(hit) = &mut self.shows {
            let record = &mut Arc::make_mut(hit).record;
            record.summary.clone_from(&about.summary);
            record.lead.clone_from(&about.lead);
        }
    }

    /// The last row of an answer that was cut.
    pub(super) fn more() -> Self {
        Self {
            what: RowKind::More,
            line: 1,
            ..Self::default()
        }
    }

    fn at(path: SourcePath, id: ChunkId, kind: Kind) -> Self {
        Self {
            id,
            key: id,
            kind,
            path,
            line: 1,
            ..Self::default()
        }
    }
}

/// Label of a hit: its name, the names it defines, or its kind.
fn leaf_name(hit: &Hit) -> String {
    let record = &hit.record;
    if record.is_directory() {
        return match record.kind {
            Kind::Repository => record.name.clone(),
            _ => record.path.to_string(),
        };
    }
    if record.kind == Kind::File && record.role == Role::Parent {
        return record.path.to_string();
    }
    if let Some(name) = &hit.explanation.found_as {
        return name.clone();
    }
    let name = whole_name(&record.name, record.role);
    if hit.whole.is_some() {
        return name.to_owned();
    }
    let is_piece = record.role == Role::Piece;
    // The pieces of an unnamed chunk are named after its kind: `items#26`.
    let is_unnamed = name.is_empty() || is_piece && name == record.kind.name();
    let lines = match record.lines {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}–{last}"),
    };
    let is_in_code = is_piece && record.kind.has_code();
    match (is_unnamed, record.definitions.is_empty()) {
        (false, _) if !is_piece => {
            let is_header = record.role == Role::Header && record.kind != Kind::Section;
            return format!("{name}{}", if is_header { HEAD } else { "" });
        }
        (false, is_alone) if is_alone || is_in_code => return format!("{name} {lines}"),
        (true, true) => {
            let what = match (record.role, unnamed(record.kind)) {
                (Role::Header, LINES) => "header",
                (_, what) => what,
            };
            return format!("{what} {lines}");
        }
        _ => {}
    }
    let definitions = record.definitions.iter().take(4);
    let names: Vec<&str> = definitions
        .map(|definition| definition.name.as_str())
        .collect();
    let has_more = record.definitions.len() > names.len();
    format!("{}{}", names.join(", "), if has_more { ", …" } else { "" })
}

/// Label of windows of lines.
const LINES: &str = "lines";

/// Label of a chunk without a name.
fn unnamed(kind: Kind) -> &'static str {
    match kind {
        Kind::Imports => "imports",
        Kind::Items => "constants",
        Kind::Code => "code",
        _ => LINES,
    }
}

/// The word before a name. Methods and functions need none inside their parent.
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
        _ => "",
    }
}
