//! Surroundings of a chunk, read from the working tree: the open document, parents, siblings, header,
//! references.
//!
//! Principal types: [`OpenDocument`], [`Sources`] and [`RelationKind`]. Invariant: text comes from the
//! current file; a chunk that is gone is reported as changed, never guessed.
//!
//! Workers and commands call it; each has its own [`Sources`].

mod anchor;
pub mod around;
mod leaf;
mod open;
mod open_document;
mod relation;
mod sources;

pub use anchor::anchor;
pub use leaf::{CurrentLeaf, Staleness};
pub use open::open;
pub use open_document::{OpenDocument, OpenStep};
pub use relation::{
    Certainty, Codebase, Declaration, DeclarationKey, Direction, EarlierDocuments, Relation,
    RelationKind, Relations, Step,
};
pub use sources::Sources;
