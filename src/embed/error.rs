//! Why a model cannot run, as sentences for the person who chose it.

use std::path::PathBuf;

/// Why a model cannot run.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    /// The shared library of the backend is missing, unloadable or too old.
    #[error("model: cannot use the ONNX Runtime library {}: {cause}", path.display())]
    Library {
        /// The library that was named.
        path: PathBuf,
        /// What the loader said.
        cause: String,
    },
    /// The process runs one backend and was asked for another.
    #[error(
        "model: this process already runs {running} and cannot change to {wanted}; \
         start smriti-tui again to change the backend"
    )]
    BackendChosen {
        /// What the process runs.
        running: String,
        /// What was asked for.
        wanted: String,
    },
    /// A file of a model folder cannot be read.
    #[error("model: cannot read {}: {cause}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the file system said.
        cause: std::io::Error,
    },
    /// A model folder lacks a file that every one has.
    #[error(
        "model: {} has no {file}; a model folder holds model.onnx (or onnx/model.onnx) and \
         tokenizer.json, as sentence-transformers are exported to ONNX",
        folder.display()
    )]
    Missing {
        /// The folder.
        folder: PathBuf,
        /// The file.
        file: &'static str,
    },
    /// The graph, the tokenizer or what they declare cannot be used.
    #[error("model {model}: {cause}")]
    Load {
        /// The model's name.
        model: String,
        /// What is wrong with it, and what is needed.
        cause: String,
    },
    /// The model ran and failed.
    #[error("model {model}: cannot embed: {cause}")]
    Run {
        /// The model's name.
        model: String,
        /// What the backend said.
        cause: String,
    },
}
