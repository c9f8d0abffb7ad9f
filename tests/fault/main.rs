//! Faults on purpose: kills, damage, full disks, many processes, a week of edits, hostile input.
//!
//! `cargo test --test fault` runs a short version of each. The long one takes an hour or two, best with an
//! optimized binary:
//!
//! ```sh
//! SMRITI_FAULT_BINARY=target/release/smriti-tui cargo test --test fault -- --ignored --nocapture --test-threads 1
//! ```
//!
//! Every run prints its seed, and every failure the seed of its case: `SMRITI_FAULT_SEED=N` with
//! `SMRITI_FAULT_CASES=1` repeats it. `SMRITI_FAULT_CASES` is the number of cases.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a test may panic, and prints its seed"
)]

mod corruption;
mod full_disk;
mod fuzz;
mod ground;
mod kills;
mod network;
mod numbers;
mod processes;
mod repeated;
mod seen;
mod siblings;
mod week;
