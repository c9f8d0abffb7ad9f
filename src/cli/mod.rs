//! The command line. One file for each command.
//!
//! Principal entry: [`run()`]. Invariant: this is the only module that prints, and it ends with an exit status; only
//! an explorer that was ended by a signal ends by that signal.
//!
//! `main` calls it; commands open a [`Project`](crate::project::Project) and call the layers below.

mod agents;
mod args;
mod chunks;
mod clean;
mod color;
mod config;
mod context;
mod doctor;
mod embed;
mod engine;
mod formats;
mod index;
mod json;
mod keys;
mod lines;
mod outline;
mod output;
mod packing;
mod packs;
mod plain;
mod reach;
mod run;
mod schema;
mod search;
mod search_input;
mod search_options;
mod selection;
mod shell;
mod similar;
mod status;
mod suggestions;
#[cfg(test)]
mod tests;
mod version;

pub use run::run;
