//! A repository with its settings, shared by the commands and the explorer.
//!
//! Principal type: [`Project`]. Invariant: arguments, environment and configuration are combined
//! here and nowhere else.
//!
//! The explorer, the commands and the server for agents each open one.

mod choices;
mod repository;

pub use choices::Overrides;
pub use repository::Project;
