//! Models from folders: sentence-transformers exported to ONNX, run by ONNX Runtime.
//!
//! Principal type: [`OnnxModel`]. Contract: a wrong folder, graph, tokenizer or library fails when it is
//! loaded, with the reason, and not after hours.

mod contract;
mod external;
mod folder;
mod library;
mod model;
mod runtime;
#[cfg(test)]
mod tests;
mod tokens;
mod weights;

pub use library::OnnxRuntime;
pub use runtime::{NO_TELEMETRY, is_telemetry_decided};

pub(crate) use model::OnnxModel;
