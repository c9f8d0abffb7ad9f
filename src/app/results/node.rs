//! A row of the results pane, and what it is called.

use crate::chunk::{ChunkId, Kind, Role};
use crate::corpus::SourcePath;
use crate::search::{Ancestor, Hit, Member};
use std::sync::Arc;

/// Said of the head of a declaration, which is called what the whole is called.
pub(super) const HEAD: &str = " · head";

/// Kind of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// A directory, or a chain of them with nothing else in it.
    Directory,
    File,
    /// A declaration or a section: a hit, what holds hits, or a member of an outline.
    Declaration,
    /// The last row of an answer that was cut: there may be more.
    More,
}

/// Content of the code pane for a row.
#[derive(Clone, Debug)]
pub(super) enum Shows {
    /// The best hit that it is or holds.
    Best,
    /// This, which nobody searched for.
    Member(Arc<Hit>),
    /// The file or directory itself.
    Place,
    Nothing,
}

/// A row of the tree.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) id: ChunkId,
    pub(crate) what: What,
    pub(crate) kind: Kind,
    /// The file or directory that it is, or that it is in.
    pub(crate) path: SourcePath,
    /// Displayed name; for a file its path relative to the parent row.
    pub(crate) name: String,
    /// 1-based line of its name.
    pub(crate) line: u32,
    /// Levels above it.
    pub(crate) depth: usize,
    /// It is in a declaration, whose name goes without saying.
    pub(crate) is_nested: bool,
    /// It is called what the section is that it is in.
    pub(super) shares_name: bool,
    pub(crate) parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    /// Index of the hit that it is; none for what holds hits, and for what nobody searched for.
    pub(crate) hit: Option<usize>,
    /// Index of the best hit that it is or holds.
    pub(crate) best: Option<usize>,
    /// Hits that it is or holds; for a directory nobody searched for, files.
    pub(crate) count: usize,
    /// One-line summary of a file or directory; the first words of a part of a section; empty for
    /// everything else.
    pub(crate) lead: String,
    pub(crate) open: bool,
    /// There may be something in it that nobody has looked for yet.
    pub(super) unopened: bool,
    /// It stands beside hits and is none; shown when asked for.
    pub(super) hidden: bool,
    pub(super) shows: Shows,
}

impl Node {
    /// Returns true if the row has children or may have some.
    pub(crate) fn is_branch(&self) -> bool {
        self.unopened || !self.children.is_empty()
    }

    /// Returns the name and words behind it. The first words of a part of a section, and the signature
    /// of an `impl`, stand in place of the name.
    pub(crate) fn title(&self) -> (&str, &str) {
        let says_more = self.shares_name || self.kind == Kind::Impl;
        match says_more && !self.lead.is_empty() {
            true => (&self.lead, ""),
            false => (&self.name, &self.lead),
        }
    }

    /// Returns true if the row neither is nor contains a hit.
    pub(crate) fn is_beside(&self) -> bool {
        self.best.is_none()
    }

    /// The file that a hit is in, or a directory of hits.
    pub(super) fn holder(path: SourcePath, hit: &Hit, ancestor: &Ancestor, best: usize) -> Self {
        let what = match ancestor.kind {
            Kind::File => What::File,
            _ => What::Declaration,
        };
        Self {
            what,
            name: match what {
                What::File => path.as_str().to_owned(),
                _ => ancestor.name.clone(),
            },
            line: ancestor.line,
            best: Some(best),
            lead: ancestor.lead.clone(),
            shows: Shows::Best,
            ..Self::at(hit.record.path.clone(), ancestor.id, ancestor.kind)
        }
    }

    /// A hit.
    pub(super) fn hit(hit: &Hit, rank: usize) -> Self {
        let record = &hit.record;
        Self {
            what: match record.kind {
                _ if record.is_directory() => What::Directory,
                Kind::File => What::File,
                _ => What::Declaration,
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
            shows: Shows::Best,
            ..Self::at(record.path.clone(), record.id, record.kind)
        }
    }

    /// A member of an outline.
    pub(super) fn member(path: &SourcePath, member: &Member) -> Self {
        Self {
            name: member.name.clone(),
            line: member.line,
            lead: member.hit.record.line().to_owned(),
            shows: Shows::Member(Arc::clone(&member.hit)),
            ..Self::at(path.clone(), member.id, member.kind)
        }
    }

    /// A file or a directory that nobody searched for.
    pub(super) fn place(path: &SourcePath, name: &str, what: What) -> Self {
        let kind = match what {
            What::Directory => Kind::Module,
            _ => Kind::File,
        };
        Self {
            what,
            name: name.to_owned(),
            unopened: true,
            shows: Shows::Place,
            ..Self::at(path.clone(), id(path, what), kind)
        }
    }

    /// The last row of an answer that was cut.
    pub(super) fn more() -> Self {
        let nowhere = SourcePath::new("");
        Self {
            what: What::More,
            shows: Shows::Nothing,
            ..Self::at(nowhere, ChunkId(0), Kind::Lines)
        }
    }

    fn at(path: SourcePath, id: ChunkId, kind: Kind) -> Self {
        Self {
            id,
            what: What::Declaration,
            kind,
            path,
            name: String::new(),
            line: 1,
            depth: 0,
            is_nested: false,
            shares_name: false,
            parent: None,
            children: Vec::new(),
            hit: None,
            best: None,
            count: 0,
            lead: String::new(),
            open: false,
            unopened: false,
            hidden: false,
            shows: Shows::Nothing,
        }
    }
}

/// Identity of a file or directory.
pub(super) fn id(path: &SourcePath, what: What) -> ChunkId {
    match what {
        What::Directory => Hit::id_of_directory(path),
        _ => Hit::id_of_file(path),
    }
}

/// A file or a directory as the code pane takes it.
pub(super) fn place(path: &SourcePath, what: What) -> Hit {
    match what {
        What::Directory => Hit::of_directory(path),
        _ => Hit::of_file(path),
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
    // A piece of what has no name is called by its kind: `items#26`.
    let rest = record.name.strip_prefix(record.kind.name());
    let name = match rest.is_some_and(|rest| rest.starts_with('#')) {
        true => "",
        false => record.name.as_str(),
    };
    match (record.role, name) {
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
                Kind::Items => "constants",
                Kind::Code => "code",
                _ if record.role == Role::Header => "head",
                _ => "lines",
            };
            format!("{what} {}–{}", record.lines.0, record.lines.1)
        }
        (Role::Header, name) if record.kind != Kind::Section => format!("{name}{HEAD}"),
        (_, name) => name.to_owned(),
    }
}

/// Returns true if `inner` names a part of `whole`, its header or the piece `whole#2`, which takes
/// the place of the whole.
pub(super) fn is_part_of(inner: &str, whole: &str) -> bool {
    let whole = whole.strip_suffix(HEAD).unwrap_or(whole);
    let rest = inner.strip_prefix(whole).unwrap_or_default();
    let number = rest.strip_prefix('#').unwrap_or_default();
    rest == HEAD || !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
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
