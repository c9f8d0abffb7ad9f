//! Pipeline from texts to the vectors of a graph.
//!
//! Principal type: [`OnnxModel`]. A few runs when it is loaded verify the graph and its tokenizer, so that a wrong
//! model fails at the start and not after hours.

use super::contract::{ModelInputs, Pooling};
use super::folder::ModelFolder;
use super::library::OnnxRuntime;
use super::runtime::{Runtime, SessionPool};
use super::tokens::SequenceTokenizer;
use super::weights::Weights;
use crate::corpus::Cancel;
use crate::embed::embedding::Embedding;
use crate::embed::error::{Cause, EmbedError};
use ort::session::Session;
use std::path::Path;
use twox_hash::XxHash3_64;

/// Two texts of different lengths, embedded when a model is loaded.
const PROBES: [&str; 2] = ["main", "where is the list of open files"];

/// Maximum number of texts whose tokens are in memory; batches are formed among them.
const WINDOW: usize = 2048;

/// A loaded model: pipeline from texts to vectors.
pub(crate) struct OnnxModel {
    inputs: ModelInputs,
    pooling: Pooling,
    tokenizer: SequenceTokenizer,
    pub(super) sessions: SessionPool,
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
    pub(crate) fn load(
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
        let of_files = XxHash3_64::oneshot_with_seed(weights.hash, &declared.tokenizer);
        let settings = format!("{limit} {:?}", declared.pooling);
        let hash = XxHash3_64::oneshot_with_seed(of_files, settings.as_bytes());
        let sessions = SessionPool::new(runtime, weights).map_err(refused)?;
        let inputs = sessions
            .with(|session| {
                let names: Vec<&str> = session.inputs().iter().map(|input| input.name()).collect();
                ModelInputs::of(&names)
            })
            .map_err(refused)?;
        let mut model = Self {
            inputs,
            pooling: declared.pooling,
            tokenizer,
            sessions,
            dimension: 0,
        };
        model.dimension = model.probe_dimension().map_err(refused)?;
        model.probe_vocabulary().map_err(refused)?;
        Ok((model, declared.name, hash))
    }

    /// Embeds a text alone and two together, one of them padded; returns the dimension.
    fn probe_dimension(&self) -> Result<usize, Cause> {
        let mut texts = Vec::new();
        for text in PROBES {
            let ids = self.tokenizer.ids(text)?;
            if ids.is_empty() {
                return Err("its tokenizer.json yields no tokens for words".into());
            }
            texts.push(ids);
        }
        let texts: Vec<&[i64]> = texts.iter().map(Vec::as_slice).collect();
        let mut dimension = 0;
        self.sessions.with(|session| {
            self.batch(session, &texts[..1], |_, vector| dimension = vector.len())?;
            self.batch(session, &texts, |_, _| {}).map_err(|error| {
                format!("its graph cannot embed two texts in one batch: {error}").into()
            })
        })?;
        Ok(dimension)
    }

    /// Refuses a tokenizer with ids beyond the graph's vocabulary, because rare ones would fail only after hours.
    fn probe_vocabulary(&self) -> Result<(), Cause> {
        let Some(id) = self.tokenizer.highest_id() else {
            return Ok(());
        };
        self.sessions
            .with(|session| self.batch(session, &[&[id]], |_, _| {}))
            .map_err(|error| {
                format!(
                    "its tokenizer.json does not match its model.onnx, which does not know the token {id}: {error}"
                )
                .into()
            })
    }

    pub(crate) fn dimension(&self) -> usize {
        self.dimension
    }

    /// Path of the library that runs the model.
    pub(crate) fn library(&self) -> &Path {
        self.sessions.runtime.library()
    }

    /// Passes the vectors of each batch to `sink` as soon as they are computed, with the indices of their
    /// texts. Ends early, without an error, when cancelled.
    pub(crate) fn embed_until<S: AsRef<str>>(
        &self,
        cancel: &Cancel,
        texts: &[S],
        mut sink: impl FnMut(Vec<(usize, Embedding)>),
    ) -> Result<(), Cause> {
        for (window, texts) in texts.chunks(WINDOW).enumerate() {
            let first = window * WINDOW;
            let (rows, empty) = self.tokens(texts)?;
            if !empty.is_empty() {
                sink(
                    empty
                        .into_iter()
                        .map(|text| (first + text, Embedding::zero(self.dimension)))
                        .collect(),
                );
            }
            self.run(&rows, cancel, |mut batch| {
                for (text, _) in &mut batch {
                    *text += first;
                }
                sink(batch);
            })?;
        }
        Ok(())
    }

    /// Tokenizes texts; returns rows in order of length, and the indices of texts without tokens.
    pub(super) fn tokens<S: AsRef<str>>(
        &self,
        texts: &[S],
    ) -> Result<(Vec<TokenizedText>, Vec<usize>), Cause> {
        let (mut rows, mut empty) = (Vec::with_capacity(texts.len()), Vec::new());
        for (index, text) in texts.iter().enumerate() {
            let ids = self.tokenizer.ids(text.as_ref())?;
            if ids.is_empty() {
                empty.push(index);
            } else {
                rows.push((index, ids));
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
    pub(super) fn batch(
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
