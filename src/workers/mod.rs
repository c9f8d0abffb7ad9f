//! The named threads: indexer, searcher, counter, loader, lister, relater, documenter, checker, inspector, exporter,
//! recorder, and the one that loads the model; and the watcher, which reports changes to the indexer.
//!
//! Principal types: [`Worker`], the one kind of thread for requests, and [`WorkerThreads`], which sends each
//! [`Request`](crate::protocol::Request) to its worker. Invariant: no worker knows its receiver; each sends
//! to a [`Sink`].

mod checker;
mod exporter;
mod filters;
pub mod indexer;
mod inspector;
mod lister;
mod loader;
mod mapper;
mod model;
mod recorder;
mod relater;
mod resources;
mod reviewer;
mod searcher;
mod threads;
mod typing;
mod walker;
mod watcher;
mod worker;
mod worker_threads;

pub use inspector::skipped;
pub use lister::lister;
pub use model::SharedModel;
pub use recorder::Recorder;
pub use relater::{documenter, relater};
pub use resources::Resources;
pub use searcher::searcher;
pub use threads::Sink;
pub use typing::TypingFlag;
pub use walker::{Steps, walker};
pub use worker::{Replies, StartResult, Worker};
pub use worker_threads::WorkerThreads;
