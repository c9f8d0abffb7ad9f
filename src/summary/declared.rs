//! The declarations of a file that tell most about it.

mod rank;

use super::passage::name;
use super::prose;
use crate::chunk::{Chunk, ChunkTree, Kind, Role};
use rank::{Exposure, FRAME, Rank, is_c};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Declarations that a digest has.
const MOST: usize = 8;
/// A declaration's name is cut at so many characters.
const LONGEST_NAME: usize = 60;
/// So is what its docs say.
const LONGEST_ABOUT: usize = 64;
/// The first stands for a file that says nothing of itself.
const LONGEST_FIRST: usize = 120;
/// Members that a digest has, of a file with one type or two.
const MOST_MEMBERS: usize = 6;

/// A declaration of a file, a section of a document, or a key of data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Declared {
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// The first sentence of its docs, shortened; empty where it has none.
    pub about: String,
    /// Names of its first members, where the file declares little else.
    pub members: Vec<String>,
}

/// The declarations of a file that tell most, most telling first, and how many more it has.
pub(super) fn declared(tree: &ChunkTree) -> (Vec<Declared>, u32) {
    let mut found = candidates(tree);
    if found.is_empty() {
        return names(tree);
    }
    // Beside the prototypes of a header, its macros are a means.
    let kind = |at: usize| tree.chunks.get(at).map(|chunk| chunk.kind);
    if is_c(tree) && found.iter().all(|(_, at)| kind(*at) == Some(Kind::Macro)) {
        let names = names(tree);
        if !names.0.is_empty() {
            return names;
        }
    }
    let has_public = found
        .iter()
        .any(|(rank, _)| rank.exposure == Exposure::Public);
    if has_public {
        for (rank, _) in &mut found {
            if rank.exposure == Exposure::Unsaid {
                rank.exposure = Exposure::Hidden;
            }
        }
    }
    found.sort_by_key(|(rank, _)| *rank);
    let more = found.len().saturating_sub(MOST);
    let is_small = found.len() <= 2;
    let chosen = most_telling(tree, &found)
        .into_iter()
        .enumerate()
        .map(|(place, at)| Declared {
            kind: tree.chunks.get(at).map_or(Kind::Items, |chunk| chunk.kind),
            name: own_name(tree, at),
            about: match place {
                0 => about(tree, at, LONGEST_FIRST),
                _ => about(tree, at, LONGEST_ABOUT),
            },
            members: match is_small {
                true => members(tree, at).take(MOST_MEMBERS).collect(),
                false => Vec::new(),
            },
        });
    (chosen.collect(), u32::try_from(more).unwrap_or(u32::MAX))
}

/// The first [`MOST`] of these, which are in order. Docs are only read until there are enough.
fn most_telling(tree: &ChunkTree, found: &[(Rank, usize)]) -> Vec<usize> {
    let is_alike = |(one, _): &(Rank, usize), (other, _): &(Rank, usize)| {
        (one.exposure, one.kind) == (other.exposure, other.kind)
    };
    let mut chosen = Vec::new();
    for alike in found.chunk_by(is_alike) {
        let mut others = Vec::new();
        for (_, at) in alike {
            if chosen.len() >= MOST {
                break;
            }
            match is_documented(tree, *at) {
                true => chosen.push(*at),
                false => others.push(*at),
            }
        }
        chosen.extend(others);
    }
    chosen.truncate(MOST);
    chosen
}

/// Whether a declaration's docs say something; a document says it all itself.
fn is_documented(tree: &ChunkTree, at: usize) -> bool {
    let chunk = tree.chunks.get(at);
    chunk.is_some_and(|chunk| {
        chunk.kind == Kind::Section
            || !docs(tree, chunk).is_empty() && !about(tree, at, LONGEST_ABOUT).is_empty()
    })
}

/// The declarations at the top of a file and in its modules; of a document the sections of its
/// highest level with more than one.
fn candidates(tree: &ChunkTree) -> Vec<(Rank, usize)> {
    let is_prose = tree.chunks.iter().any(|chunk| chunk.kind == Kind::Section);
    let mut seen = HashSet::new();
    let types: HashSet<&str> = tree
        .chunks
        .iter()
        .filter(|chunk| is_type(chunk.kind) || chunk.kind == Kind::Module)
        .map(|chunk| chunk.name.as_str())
        .collect();
    let mut found = Vec::new();
    for (at, chunk) in tree.chunks.iter().enumerate() {
        let is_wanted = match is_prose {
            true => is_section(tree, chunk),
            false => declares(tree, at) && is_at_top(tree, chunk) && !is_test(chunk),
        };
        // What belongs to a type of the file is not told apart from it.
        let owner = chunk.owner();
        let is_member = match chunk.kind {
            // `impl<R: Read> ReadExt for R` is for everything.
            Kind::Impl => types.contains(chunk.name.as_str()) || chunk.name.len() == 1,
            Kind::Method | Kind::Accessor | Kind::Constructor => types.contains(owner),
            _ => false,
        };
        if is_wanted
            && !is_member
            && !name(&chunk.name, LONGEST_NAME).is_empty()
            && seen.insert(chunk.names.as_slice())
        {
            found.push((Rank::of(tree, chunk, at), at));
        }
    }
    let names = |at: usize| tree.chunks.get(at).map_or(0, |chunk| chunk.names.len());
    let titles = found.iter().filter(|(_, at)| names(*at) == 2).count();
    if is_prose && titles == 1 && found.len() > 1 {
        // What is under the title, not the title.
        found.retain(|(_, at)| names(*at) > 2);
    }
    // What is implemented for types of other files, and what only holds others together, tells
    // less than anything declared here.
    let is_frame = |rank: &Rank, at: usize| {
        rank.kind == FRAME || tree.chunks.get(at).is_some_and(|it| it.kind == Kind::Impl)
    };
    if found.iter().any(|(rank, at)| !is_frame(rank, *at)) {
        found.retain(|(rank, at)| !is_frame(rank, *at));
    }
    found
}

/// Whether a chunk is a whole declaration.
pub(super) fn declares(tree: &ChunkTree, at: usize) -> bool {
    let Some(chunk) = tree.chunks.get(at) else {
        return false;
    };
    let parent = chunk.parent.and_then(|parent| tree.chunks.get(parent));
    // The header of a declaration that was split is a parent of its pieces.
    let is_header = parent.is_some_and(|parent| {
        parent.kind == chunk.kind
            && parent.names == chunk.names
            && parent.children.first() == Some(&at)
    });
    let is_declaration = !matches!(
        chunk.kind,
        Kind::File | Kind::Items | Kind::Imports | Kind::Section | Kind::Code | Kind::Lines
    );
    is_declaration && matches!(chunk.role, Role::Parent | Role::Body) && !is_header
}

fn is_type(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Class | Kind::Struct | Kind::Enum | Kind::Interface | Kind::Trait | Kind::Type
    )
}

fn is_at_top(tree: &ChunkTree, chunk: &Chunk) -> bool {
    let mut above = chunk.parent.and_then(|parent| tree.chunks.get(parent));
    while let Some(parent) = above {
        match parent.kind {
            Kind::File => return true,
            Kind::Module if !is_test(parent) => {
                above = parent.parent.and_then(|parent| tree.chunks.get(parent));
            }
            _ => return false,
        }
    }
    false
}

fn is_test(chunk: &Chunk) -> bool {
    chunk.kind == Kind::Module
        && matches!(chunk.name.as_str(), "test" | "tests" | "bench" | "benches")
}

/// A heading with what is under it, at the first level or below a title that stands alone.
fn is_section(tree: &ChunkTree, chunk: &Chunk) -> bool {
    if chunk.kind != Kind::Section || chunk.role != Role::Parent || chunk.name.is_empty() {
        return false;
    }
    let is_piece = |at: &usize| {
        tree.chunks
            .get(*at)
            .is_some_and(|it| it.role == Role::Piece)
    };
    if chunk.children.first().is_some_and(is_piece) {
        return false;
    }
    // Below the file and the title, no deeper.
    (2..=3).contains(&chunk.names.len())
}

/// A declaration's name; with its owner's, where that is declared elsewhere.
fn own_name(tree: &ChunkTree, at: usize) -> String {
    let Some(chunk) = tree.chunks.get(at) else {
        return String::new();
    };
    let is_member = matches!(
        chunk.kind,
        Kind::Method | Kind::Accessor | Kind::Constructor
    );
    match (is_member, chunk.owner()) {
        (true, owner) if !owner.is_empty() => {
            name(&format!("{owner}.{}", chunk.name), LONGEST_NAME)
        }
        _ => name(&chunk.name, LONGEST_NAME),
    }
}

/// The first sentence of a chunk's docs; of an impl or a split declaration those of its header.
pub(super) fn about(tree: &ChunkTree, at: usize, longest: usize) -> String {
    let Some(chunk) = tree.chunks.get(at) else {
        return String::new();
    };
    let docs = tree.document.text.slice(docs(tree, chunk));
    prose::first_sentence(&docs, longest)
}

fn docs(tree: &ChunkTree, chunk: &Chunk) -> std::ops::Range<usize> {
    let first = chunk
        .children
        .first()
        .and_then(|first| tree.chunks.get(*first));
    let header = first.filter(|first| first.role != Role::Body && first.kind == chunk.kind);
    match (chunk.docs.is_empty(), header) {
        (true, Some(header)) => header.docs.clone(),
        _ => chunk.docs.clone(),
    }
}

/// How many chunks behind a declaration may hold members of it.
const FARTHEST: usize = 2_000;

/// The names of a declaration's members: its fields, then its methods, those of its `impl`s and
/// receivers included.
pub(super) fn members(tree: &ChunkTree, at: usize) -> impl Iterator<Item = String> + '_ {
    let chunk = tree.chunks.get(at);
    let names = chunk.map_or(&[][..], |chunk| chunk.names.as_slice());
    let holds = chunk.is_some_and(|chunk| {
        is_type(chunk.kind) || matches!(chunk.kind, Kind::Impl | Kind::Module)
    });
    let behind = tree
        .chunks
        .iter()
        .enumerate()
        .skip(at)
        .take(if holds { FARTHEST } else { 0 });
    let mut seen = HashSet::new();
    behind
        .flat_map(move |(place, member)| {
            let is_own = place == at || member.role == Role::Header && member.names == names;
            let above = member.names.split_last().map(|(_, above)| above);
            let is_member = above == Some(names) && declares(tree, place);
            let is_items = above == Some(names) && member.kind == Kind::Items;
            let defined = member.definitions.iter().map(|it| it.name.as_str());
            let defined: Vec<&str> = match is_own || is_items {
                true => defined.collect(),
                false => Vec::new(),
            };
            let own = (is_member || is_items).then_some(member.name.as_str());
            own.into_iter().chain(defined)
        })
        .filter(move |member| !member.is_empty() && !member.contains('#') && seen.insert(*member))
        .map(|member| name(member, LONGEST_NAME))
        .filter(|member| !member.is_empty())
}

/// The first names that a file without declarations defines: prototypes, constants, settings, keys.
fn names(tree: &ChunkTree) -> (Vec<Declared>, u32) {
    // `mod merger;` is listed as an import.
    let imported = tree.imports.iter().map(|import| import.local_name());
    let mut seen: HashSet<&str> = imported.collect();
    let mut names = Vec::new();
    let items = tree.chunks.iter().filter(|chunk| chunk.kind == Kind::Items);
    let own = items.flat_map(|chunk| {
        let is_named = chunk.role != Role::Piece && chunk.role != Role::Gap;
        let own = is_named.then_some(chunk.name.as_str());
        let defined = chunk.definitions.iter().map(|it| it.name.as_str());
        own.into_iter().chain(defined)
    });
    for defined in own.filter(|defined| !name(defined, LONGEST_NAME).is_empty()) {
        if seen.insert(defined) {
            names.push(defined);
        }
    }
    let more = names.len().saturating_sub(MOST);
    let listed = names.into_iter().take(MOST).map(|defined| Declared {
        kind: Kind::Items,
        name: name(defined, LONGEST_NAME),
        about: String::new(),
        members: Vec::new(),
    });
    (listed.collect(), u32::try_from(more).unwrap_or(u32::MAX))
}
