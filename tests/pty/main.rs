//! Drives the built binary as a person and as a script do: in a real pseudo-terminal, and in pipes.
#![allow(clippy::expect_used, reason = "a test may panic")]

mod chunks;
mod commands;
mod explorer;
mod keys;
mod project;
mod remembered;
mod session;
mod similar;
