//! Runs the built binary in a real pseudo-terminal and in pipes.
#![allow(clippy::expect_used, reason = "a test may panic")]

mod agents;
mod answers;
mod chunks;
mod commands;
mod doctor;
mod editors;
mod explorer;
mod export;
mod installed;
mod keys;
mod listed;
mod panics;
mod pick;
mod project;
mod remembered;
mod review;
mod roots;
mod runners;
mod schema;
mod session;
mod similar;
mod steps;
mod terminal;
mod workspaces;
