//! Packer: joins consecutive units to leaves of a suitable length.
//!
//! Principal type: [`LeafPacker`]. Invariant: only consecutive units are joined, and a heading stays with the
//! text after it.

use super::super::node::Role;
use super::super::part::{Draft, Label};
use super::super::source::{Source, has_word};
use super::block::BlockKind;
use super::split::fits;
use super::unit::Unit;
use crate::syntax::Kind;
use std::ops::Range;

/// Target length of packs in characters: a pack grows as long as that brings it nearer.
const TARGET_LEN: usize = 400;
/// Packs shorter than this, in characters, join the previous one.
const MIN_LEN: usize = 100;
/// Maximum length of unindexed text in a pack of text, in characters.
const MAX_UNINDEXED_LEN: usize = 200;

/// Packs the units of a section.
pub(super) struct LeafPacker {
    /// Maximum length of a leaf in bytes.
    limit: usize,
    packs: Vec<DraftLeaf>,
}

/// A leaf under construction.
struct DraftLeaf {
    bytes: Range<usize>,
    chars: usize,
    role: Role,
    name_at: Option<usize>,
    /// Header rows of the table in which it begins.
    head: Range<usize>,
    silent: bool,
    /// True if the pack is closed.
    ends: bool,
    /// True if it contains only a heading.
    bare: bool,
}

impl LeafPacker {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            packs: Vec::new(),
        }
    }

    /// Starts a section with its heading.
    pub(super) fn begin(&mut self, name_at: usize, unit: &Unit) {
        let is_heading = matches!(unit.content, BlockKind::Heading(_));
        self.packs.push(DraftLeaf {
            role: Role::Header,
            name_at: Some(name_at),
            bare: is_heading,
            ends: !is_heading,
            ..DraftLeaf::of(unit)
        });
    }

    /// Adds a unit to the last pack, or to a new one.
    pub(super) fn add(&mut self, source: &Source<'_>, unit: &Unit) {
        let mut next = DraftLeaf::of(unit);
        next.silent |= !has_word(source.slice(&unit.bytes));
        match self.packs.last_mut() {
            Some(last) if last.takes(&next, self.limit) => last.grow(next),
            _ => self.packs.push(next),
        }
    }

    /// The leaves so far. A tiny one joins the previous one.
    pub(super) fn take(&mut self) -> Vec<Draft> {
        let mut packs: Vec<DraftLeaf> = Vec::new();
        for pack in std::mem::take(&mut self.packs) {
            match packs.last_mut() {
                Some(last) if pack.chars < MIN_LEN && last.holds(&pack, self.limit) => {
                    last.grow(pack);
                }
                _ => packs.push(pack),
            }
        }
        packs.into_iter().map(DraftLeaf::part).collect()
    }
}

impl DraftLeaf {
    fn of(unit: &Unit) -> Self {
        let head = match &unit.content {
            BlockKind::Row { head } => head.clone(),
            _ => 0..0,
        };
        Self {
            silent: unit.content == BlockKind::Silent,
            ends: matches!(unit.content, BlockKind::FrontMatter(_)),
            bytes: unit.bytes.clone(),
            chars: unit.chars,
            role: Role::Body,
            name_at: None,
            head,
            bare: false,
        }
    }

    /// Returns true if a unit joins the pack.
    fn takes(&self, next: &Self, limit: usize) -> bool {
        // Text that is too long for a leaf is split anyway, so its heading begins the first piece.
        if self.bare && !next.silent && !fits(next.chars, next.bytes.len(), limit) {
            return true;
        }
        let is_nearer =
            (self.chars + next.chars).abs_diff(TARGET_LEN) < self.chars.abs_diff(TARGET_LEN);
        (self.bare || next.silent || is_nearer) && self.holds(next, limit)
    }

    /// Returns true if another unit fits, and both are indexed text or one of them is short.
    fn holds(&self, next: &Self, limit: usize) -> bool {
        let unindexed = match (self.silent, next.silent) {
            (true, false) => self.chars,
            (false, true) => next.chars,
            _ => 0,
        };
        let bytes = next.bytes.end - self.bytes.start;
        !self.ends
            && !next.ends
            && unindexed <= MAX_UNINDEXED_LEN
            && fits(self.chars + next.chars, bytes, limit)
    }

    fn grow(&mut self, next: Self) {
        self.bytes.end = next.bytes.end;
        self.chars += next.chars;
        self.silent &= next.silent;
        self.bare &= next.silent;
    }

    fn part(self) -> Draft {
        Draft {
            name_at: self.name_at,
            signature: self.head,
            silent: self.silent,
            ..Draft::leaf(Kind::Section, self.role, Label::Parents, self.bytes)
        }
    }
}
