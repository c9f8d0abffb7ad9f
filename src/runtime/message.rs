//! Messages of the workers to the loop.

use crate::answers::ModelStatus;
use crate::app::Event;
use crate::workers::indexer::Report;

/// A message of the workers.
pub(super) enum Message {
    /// From the indexer.
    Index(Report),
    /// From the thread that loads the model.
    Model(ModelStatus),
    /// From any other worker, or from a program that ended.
    Event(Event),
}
