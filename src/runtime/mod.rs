//! The one loop: wait, drain (input first), update, perform effects, draw once.
//!
//! Principal type: `Explorer`. Invariant: the first frame is drawn before index, model and input
//! are touched, nothing here waits for a worker, and an idle loop draws nothing.
//!
//! `cli` calls [`run()`].

mod editing;
mod explorer;
mod incoming;
mod options;
mod own_command;
mod run;
mod screen;
mod signals;
mod status;
mod themes;
mod throughput;
mod workers;

pub use options::Start;
pub use run::run;
pub use signals::{ExitReason, FatalSignal};
pub use themes::theme_warnings;

pub(crate) use throughput::Samples;
