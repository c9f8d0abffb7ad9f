//! Errors of models, as sentences for the person who chose the model.
//!
//! Principal type: [`EmbedError`]. Invariant: each message names the model or the file, the cause and, where
//! there is one, the fix.

use std::error::Error;
use std::path::PathBuf;

/// Reason why something fails; its text is the end of a sentence.
pub(super) type Cause = Box<dyn Error + Send + Sync>;

/// Reason why a model cannot run.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    /// No library of ONNX Runtime is found, or those that are found do not load.
    #[error(
        "model {model}: it needs ONNX Runtime 1.24 or newer ({cause}); install it (pip install onnxruntime), \
         or name its library in ORT_DYLIB_PATH, --model-backend or embed.onnxruntime"
    )]
    Library {
        /// Name of the model.
        model: String,
        /// Every path that was tried, with the reason.
        cause: Box<dyn Error + Send + Sync>,
    },
    /// The process uses one library, and another was requested.
    #[error(
        "model: this process already uses ONNX Runtime from {}; restart smriti-tui to change it",
        running.display()
    )]
    LibraryChosen {
        /// The library in use.
        running: PathBuf,
    },
    /// A file of a model folder cannot be read.
    #[error("model: cannot read {}: {cause}", path.display())]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// Error of the file system.
        cause: std::io::Error,
    },
    /// A model folder lacks a required file.
    #[error(
        "model: {} has no {file}; a model folder contains model.onnx (or onnx/model.onnx) and \
         tokenizer.json, as sentence-transformers are exported to ONNX",
        folder.display()
    )]
    Missing {
        /// The folder.
        folder: PathBuf,
        /// Name of the file.
        file: &'static str,
    },
    /// The graph, the tokenizer or their declarations cannot be used.
    #[error("model {model}: {cause}")]
    Load {
        /// Name of the model.
        model: String,
        /// Defect and requirement, as the end of a sentence.
        cause: Box<dyn Error + Send + Sync>,
    },
    /// The model ran and failed.
    #[error("model {model}: cannot embed: {cause}")]
    Run {
        /// Name of the model.
        model: String,
        /// Message of ONNX Runtime or the tokenizer.
        cause: Box<dyn Error + Send + Sync>,
    },
}
