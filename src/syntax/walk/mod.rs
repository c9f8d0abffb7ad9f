//! The walk over a tree: scope by scope, siblings in order, never into the code of a function; then one walk over
//! all nodes for the references.
//!
//! Principal type: [`Declarations`](declarations::Declarations). Invariant: elements are in the order of the text
//! and do not overlap, and the depth of scopes is limited, so it never recurses on the depth of the input.

mod around_name;
mod comments;
pub(super) mod declarations;
mod elements;
mod nested;
mod node_context;
mod references;
mod scope;

#[cfg(feature = "all-languages")]
pub(in crate::syntax) use around_name::last_word;
pub(in crate::syntax) use node_context::narrow;
pub(in crate::syntax) use references::{member, sort_references};
