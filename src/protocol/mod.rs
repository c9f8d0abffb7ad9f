//! Requests to the workers and their replies.
//!
//! Principal types: [`Request`], [`Reply`] and [`Ticket`], which is sent with a request and
//! returned with each of its replies. Invariant: a reply is stale by one rule,
//! [`Tickets::is_stale`], which workers do not know. Every `Err` contains a sentence for people.

mod browse;
mod index_state;
mod message;
mod relation;
mod review;
mod ticket;

pub use browse::{
    BrowseReply, BrowseRequest, EntrySummary, FileSource, MapPart, MapRow, RepositoryMap, TreeEntry,
};
pub use index_state::{Contents, Inspection, Stage, WatchMethod};
pub use message::{
    CheckedHit, ExportRequest, NarrowRequest, NarrowedList, RecorderReply, Reply, Request, Search,
};
pub use relation::{
    CallStep, CallSteps, Documentation, NamedTarget, QueryTarget, RelatedHits, RelationRequest,
    StepRequest, Walk, WalkRequest,
};
pub use review::{ChangedFile, FileState, OldFile, ReviewReply, ReviewRequest};
pub use ticket::{Ticket, Tickets};
