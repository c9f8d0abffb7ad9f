//! The results pane: hits in their files, classes and methods, or as a ranked list; without a query the
//! repository's directories, files and declarations.
//!
//! Principal type: [`Results`]. Invariant: the selected row and the open branches survive a new answer and a
//! new list of files.

mod browse_cache;
mod calls;
mod listing;
mod model;
mod node;
mod refresh;
mod steps;
#[cfg(test)]
mod tests;
mod tree;

pub(crate) use listing::Listing;
pub(crate) use model::{Narrowing, Results, ResultsView};
pub(crate) use node::{Call, RowKind, TreeNode, word};
