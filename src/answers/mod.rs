//! Answers to the questions that the explorer, the commands and the server for agents share.
//!
//! Principal types: [`Located`], a hit in the working tree, and [`CurrentChunk`], which has the rule for its
//! position. Invariant: every front end gets the same answer; nothing here prints, and failures are values.

mod located;
mod position;

pub use located::{Located, located};
pub use position::CurrentChunk;
