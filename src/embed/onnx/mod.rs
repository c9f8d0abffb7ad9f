//! Models from folders: sentence-transformers exported to ONNX, run by ONNX Runtime.
//!
//! Principal type: [`OnnxModel`]. Contract: a wrong folder, graph, tokenizer or library fails when it is
//! loaded, with the reason, and not after hours.

mod contract;
mod external;
mod folder;
mod library;
mod pool;
mod probe;
mod runtime;
mod tokens;
mod weights;

pub use library::OnnxRuntime;
pub use runtime::{NO_TELEMETRY, is_telemetry_decided};

use super::error::Cause;
use super::{EmbedError, Embedding};
use crate::corpus::Cancel;
use contract::{ModelInputs, Pooling};
use folder::ModelFolder;
use ort::session::Session;
use pool::SessionPool;
use runtime::Runtime;
use std::path::Path;
use tokens::SequenceTokenizer;
use twox_hash::XxHash3_64;
use weights::Weights;

/// Maximum number of texts whose tokens are in memory; batches are formed among them.
const WINDOW: usize = 2048;

/// A loaded model: pipeline from texts to vectors.
pub(super) struct OnnxModel {
    inputs: ModelInputs,
    pooling: Pooling,
    tokenizer: SequenceTokenizer,
    sessions: SessionPool,
    dimension: usize,
}

/// Index and token ids of a text.
type TokenizedText = (usize, Vec<i64>);

impl OnnxModel {
    /// Loads a folder; returns the model with its name and the hash of everything that determines its
    /// vectors. The folder contains `model.onnx` (or `onnx/model.onnx`, with the external weights it names),
    /// `tokenizer.json`, and, if present, the files that declare length and pooling
    /// (`sentence_bert_config.json`, `tokenizer_config.json`, `config.json`, `1_Pooling/config.json`).
    /// Without these, texts are cut at 512 tokens and pooled by the mean.
    ///
    /// # Errors
    /// A file is missing or invalid, no library is found, the graph takes other inputs or does not run, or
    /// the tokenizer does not match it.
    pub(super) fn load(
        folder: &Path,
        choice: &OnnxRuntime,
    ) -> Result<(Self, String, u64), EmbedError> {
        let (declared, graph) = ModelFolder::read(folder)?;
        let runtime = Runtime::start(choice, &declared.name)?;
        let weights = Weights::read(graph)?;
        let refused = |cause: Cause| EmbedError::Load {
            model: declared.name.clone(),
            cause,
        };
        let (tokenizer, limit) =
            SequenceTokenizer::parse(&declared.tokenizer, declared.limit).map_err(refused)?;
        // The tokenizer determines vectors as much as the graph does.
        let hash = XxHash3_64::oneshot_with_seed(weights.hash, &declared.tokenizer);
        let how = format!("{limit} {:?}", declared.pooling);
        let hash = XxHash3_64::oneshot_with_seed(hash, how.as_bytes());
        let sessions = SessionPool::new(runtime, weights).map_err(refused)?;
        let inputs = sessions
            .with(|session| {
                let inputs: Vec<&str> = session.inputs().iter().map(|it| it.name()).collect();
                ModelInputs::of(&inputs)
            })
            .map_err(refused)?;
        let mut model = Self {
            inputs,
            pooling: declared.pooling,
            tokenizer,
            sessions,
            dimension: 0,
        };
        model.dimension = probe::dimension(&model).map_err(refused)?;
        probe::vocabulary(&model).map_err(refused)?;
        Ok((model, declared.name, hash))
    }

    pub(super) fn dimension(&self) -> usize {
        self.dimension
    }

    /// Path of the library that runs the model.
    pub(super) fn library(&self) -> &Path {
        self.sessions.runtime.library()
    }

    /// Passes the vectors of each batch to `sink` as soon as they are computed, with the indices of their
    /// texts. Ends early, without an error, when cancelled.
    pub(super) fn embed_until<S: AsRef<str>>(
        &self,
        cancel: &Cancel,
        texts: &[S],
        mut sink: impl FnMut(Vec<(usize, Embedding)>),
    ) -> Result<(), Cause> {
        for (window, texts) in texts.chunks(WINDOW).enumerate() {
            let first = window * WINDOW;
            let (rows, empty) = self.tokens(texts)?;
            if !empty.is_empty() {
                let zero = |text: usize| (first + text, Embedding::zero(self.dimension));
                sink(empty.into_iter().map(zero).collect());
            }
            self.run(&rows, cancel, |batch| {
                let indexed = |(text, vector)| (first + text, vector);
                sink(batch.into_iter().map(indexed).collect());
            })?;
        }
        Ok(())
    }

    /// Tokenizes texts; returns rows in order of length, and the indices of texts without tokens.
    fn tokens<S: AsRef<str>>(
        &self,
        texts: &[S],
    ) -> Result<(Vec<TokenizedText>, Vec<usize>), Cause> {
        let (mut rows, mut empty) = (Vec::with_capacity(texts.len()), Vec::new());
        for (index, text) in texts.iter().enumerate() {
            let ids = self.tokenizer.ids(text.as_ref())?;
            match ids.is_empty() {
                true => empty.push(index),
                false => rows.push((index, ids)),
            }
        }
        // Rows of similar length need little padding; the stable sort keeps the order of equal ones.
        rows.sort_by_key(|(_, ids)| ids.len());
        Ok((rows, empty))
    }

    /// Runs rows in order of length, batch by batch.
    fn run(
        &self,
        rows: &[TokenizedText],
        cancel: &Cancel,
        mut sink: impl FnMut(Vec<(usize, Embedding)>),
    ) -> Result<(), Cause> {
        self.sessions.with(|session| {
            let mut rest = rows;
            while !rest.is_empty() && !cancel.is_cancelled() {
                let (batch, after) = rest.split_at(batch_len(rest));
                let ids: Vec<&[i64]> = batch.iter().map(|(_, ids)| ids.as_slice()).collect();
                let mut vectors = Vec::with_capacity(batch.len());
                self.batch(session, &ids, |row, vector| {
                    vectors.push((batch[row].0, Embedding::quantize(vector)));
                })?;
                sink(vectors);
                rest = after;
            }
            Ok(())
        })
    }

    /// Runs the graph once.
    fn batch(
        &self,
        session: &mut Session,
        batch: &[&[i64]],
        sink: impl FnMut(usize, &[f32]),
    ) -> Result<(), Cause> {
        self.inputs.run(session, self.pooling, batch, sink)
    }
}

/// Maximum number of tokens per run of the graph, padding included. More are not faster (all-MiniLM-L6-v2 on
/// one thread: 37 texts of 15 tokens per second one by one, 73 from this limit on; no difference with 80
/// tokens per text), and a run cannot be interrupted.
const BATCH_TOKENS: usize = 256;

/// Returns the number of rows, in order of length, that form a batch; at least 1.
fn batch_len(rows: &[TokenizedText]) -> usize {
    rows.iter()
        .enumerate()
        .take_while(|(before, (_, ids))| (before + 1) * ids.len() <= BATCH_TOKENS)
        .count()
        .max(1)
}

#[cfg(test)]
mod tests;
