//! Answers over several steps of references: paths between declarations, the impact of a change, and the shape of a
//! repository.
//!
//! Principal types: [`PathObject`], [`ImpactObject`] and [`MapObject`]. Invariant: each step is judged in the working tree, by the
//! lookup that lists callers and callees; there is no stored graph that could be stale.

mod declaration;
mod directory;
mod impact;
mod map;
mod path;
mod runner;
mod tree;

pub(crate) use declaration::DeclarationObject;
pub(crate) use directory::{DirectoryUses, FileUses};
pub(crate) use impact::{AffectedObject, ImpactObject, find_impact};
pub(crate) use map::{Connection, MapObject, PartObject};
pub(crate) use path::{PathObject, PathSteps, find_path};
pub(crate) use tree::{CallTree, one_step, relation_to};
