//! Which declarations tell more: what others can see, then types, then what is written first.

use super::docs;
use crate::chunk::{Chunk, ChunkTree, Kind};

/// The rank of a module that has nothing but types in it.
pub(super) const FRAME: u8 = 4;

/// Whether others can see a declaration, as far as the language shows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exposure {
    Public,
    Unsaid,
    Hidden,
}

/// The order of declarations. Among those of one exposure and kind, documented ones come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    pub(super) exposure: Exposure,
    pub(super) kind: u8,
    /// Which of the document's chunks it is.
    place: usize,
}

impl Rank {
    /// Of the chunk at `place` of its document.
    pub(super) fn of(tree: &ChunkTree, chunk: &Chunk, place: usize) -> Self {
        Self {
            exposure: exposure(tree, chunk),
            kind: kind_rank(tree, chunk),
            place,
        }
    }
}

/// Whether the language of a document is C or C++.
pub(super) fn is_c(tree: &ChunkTree) -> bool {
    let language = tree.language.map_or("", |language| language.name());
    ["c", "cpp"].contains(&language)
}

fn kind_rank(tree: &ChunkTree, chunk: &Chunk) -> u8 {
    let children = chunk.children.iter();
    let mut children = children.filter_map(|child| tree.chunks.get(*child));
    let mut holds_code = || children.any(|child| has_code(child.kind));
    match chunk.kind {
        Kind::Class | Kind::Struct | Kind::Enum | Kind::Interface | Kind::Trait => 0,
        // A module of functions may be what the file is about; one of types holds these together.
        Kind::Module if holds_code() => match docs(tree, chunk).is_empty() {
            true => 2,
            false => 0,
        },
        Kind::Type | Kind::Section => 1,
        Kind::Function | Kind::Macro | Kind::Impl => 2,
        Kind::Module => FRAME,
        _ => 3,
    }
}

/// By the words before the name, and by the name itself.
fn exposure(tree: &ChunkTree, chunk: &Chunk) -> Exposure {
    let start = chunk.bytes.start;
    let from = match (start..chunk.signature.start).contains(&chunk.docs.start) {
        true => chunk.docs.end,
        false => start,
    };
    let signature = tree.document.text.slice(chunk.signature.clone());
    let before = before_word(&signature, &chunk.name);
    let length = before.map_or(0, str::len).min(300);
    let end = (chunk.signature.start + length).max(from);
    let text = tree
        .document
        .text
        .slice(from.max(end.saturating_sub(400))..end);
    let language = tree.language.map_or("", |language| language.name());
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let mut exposure = Exposure::Unsaid;
    for word in words {
        match word {
            "pub" | "public" | "export" | "open" => exposure = Exposure::Public,
            "def" | "defmacro" | "defmodule" if language == "elixir" => {
                exposure = Exposure::Public;
            }
            "private" | "fileprivate" | "internal" | "defp" | "local" => return Exposure::Hidden,
            "static" if is_c(tree) => return Exposure::Hidden,
            _ => {}
        }
    }
    let first = chunk.name.chars().next();
    match (language, exposure) {
        // `pub(crate)` is for the crate alone.
        ("rust", Exposure::Public) if text.contains("pub(") => Exposure::Unsaid,
        ("go", _) if first.is_some_and(char::is_uppercase) => Exposure::Public,
        ("go", _) => Exposure::Hidden,
        _ if first == Some('_') => Exposure::Hidden,
        (_, exposure) => exposure,
    }
}

/// What stands before a name; the `b` of `pub` is none.
fn before_word<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut found = text.match_indices(name).filter_map(|(at, _)| {
        let (before, rest) = text.split_at_checked(at)?;
        let after = rest.get(name.len()..)?;
        let is_word = !before.ends_with(is_letter) && !after.starts_with(is_letter);
        is_word.then_some(before)
    });
    found.next().filter(|_| !name.is_empty())
}

fn has_code(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Function | Kind::Method | Kind::Macro | Kind::Constructor | Kind::Accessor
    )
}
