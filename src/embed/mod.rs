//! Embedding: texts to unit vectors, on this machine.
//!
//! Principal types: [`Model`] and [`Embedding`]. There are two kinds of models: the bundled table of token
//! vectors, and an ONNX session for a folder of the user. Invariant: this module knows nothing of the origin
//! of texts, and nothing depends on the bundled model's name or dimension. The indexer embeds chunks, search
//! embeds queries.

mod embedding;
mod error;
mod model;
mod onnx;
mod table;
#[cfg(test)]
mod tests;
mod tokenizer;
mod word_similarity;

pub use embedding::{Embedding, EmbeddingKey};
pub use error::EmbedError;
pub use model::{Model, ModelId, ModelSource};
pub use onnx::{NO_TELEMETRY, OnnxRuntime, is_telemetry_decided};
pub use word_similarity::WordSimilarity;
