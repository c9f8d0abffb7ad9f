//! Answers to the questions that the explorer, the commands and the server for agents share.
//!
//! Principal types: [`Located`], a hit in the working tree, [`CurrentChunk`], which has the rule for its position,
//! `ShownHit`, a hit with its text and context, and `Subject`, a chunk that is named. Invariant: every front
//! end gets the same answer; nothing here prints, and failures and warnings are values.

mod declarations;
mod expansion;
mod graph;
mod hits;
mod located;
mod missing;
mod outline;
mod parts;
mod passage;
mod position;
mod ready;
mod relations;
mod similar;
mod subject;
mod target;
mod tokens;

pub(crate) use declarations::{
    DeclarationTarget, FoundDeclarations, declared_name, hits_named, location_and_name,
};
pub(crate) use expansion::{Expansion, PARTS};
pub(crate) use graph::{
    AffectedObject, Connection, DeclarationObject, DirectoryUses, FileUses, ImpactObject,
    MapObject, PartObject, PathObject, PathSteps, find_impact, find_path, one_step, relation_to,
};
pub(crate) use hits::{
    ShownHit, best_answer, complete_query, hit_name, not_searched, skipped_matches,
};
pub use located::{Located, located};
pub(crate) use missing::{NOT_INDEXED, NotFound};
pub(crate) use outline::{FileObject, OutlineNode};
pub(crate) use parts::{Around, Expander, MAX_RELATIONS, Surroundings};
pub(crate) use passage::Passage;
pub use position::CurrentChunk;
pub use ready::{ModelMissing, ModelStatus, UsableModel};
pub(crate) use relations::{RelationObject, RelationsObject};
pub(crate) use similar::{only_filters, similar_chunks};
pub(crate) use subject::{ContextObject, Subject, need_index, record_with_id};
pub(crate) use target::ChunkTarget;
pub(crate) use tokens::TokenBudget;
pub use tokens::token_count;
