//! Embedding: texts to unit vectors, on this machine, by an `ort` session and a tokenizer.
//!
//! Principal types: [`Model`] and [`Embedding`]. Invariant: this module knows nothing of the origin of
//! texts, and nothing depends on the bundled model's name or dimension. The indexer embeds chunks,
//! search embeds queries.

mod backend;
mod contract;
mod embedding;
mod error;
mod external;
mod folder;
mod pool;
mod probe;
mod scanner;
mod tokens;
mod weights;

pub use backend::Backend;
pub use embedding::{Embedding, EmbeddingKey};
pub use error::EmbedError;
pub use tokens::TokenCounter;

use crate::corpus::Cancel;
use backend::Runtime;
use contract::{ModelInputs, Pooling};
use error::Cause;
use folder::ModelFolder;
use ort::session::Session;
use pool::{GraphSource, SessionPool};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokens::{Tokenizer, Tokens};
use twox_hash::XxHash3_64;
use weights::Weights;

const BUNDLED_NAME: &str = "smriti-static-code-256";
static BUNDLED_GRAPH: &[u8] = include_bytes!("../../assets/model/model.onnx");
static BUNDLED_TOKENIZER: &[u8] = include_bytes!("../../assets/model/tokenizer.json");

/// Maximum number of texts whose tokens are in memory; batches are formed among them.
const WINDOW: usize = 2048;

const UNDECLARED: &str = "the pure-Rust backend needs its config.json with \
     max_position_embeddings and vocab_size, because a longer text would end the program; \
     or use ONNX Runtime: name its library in ORT_DYLIB_PATH, --model-backend or \
     embed.onnxruntime";

/// Identity of a model by everything that determines its vectors: name, dimension, file hash.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ModelId(pub String);

/// A loaded model. Threads share it by reference and may call `embed` concurrently.
pub struct Model {
    id: ModelId,
    name: String,
    dimension: usize,
    runner: Pipeline,
    embedded: AtomicUsize,
}

/// Pipeline from texts to vectors.
struct Pipeline {
    contract: ModelInputs,
    pooling: Pooling,
    tokenizer: Tokenizer,
    sessions: SessionPool,
}

impl Model {
    /// Loads the bundled model on a backend, which is chosen once per process.
    pub fn bundled(backend: &Backend) -> Result<Self, EmbedError> {
        let runtime = Runtime::start(backend)?;
        let folder = ModelFolder {
            name: BUNDLED_NAME.to_owned(),
            tokenizer: BUNDLED_TOKENIZER.into(),
            limit: None,
            vocabulary: None,
            pooling: Pooling::Mean,
        };
        Self::load(runtime, GraphSource::Bundled(BUNDLED_GRAPH), &folder)
    }

    /// Returns name and hash of the bundled model, without loading it.
    pub fn bundled_name() -> String {
        format!("{BUNDLED_NAME}/{:016x}", bundled_hash())
    }

    /// Returns true if the id identifies the bundled model, without loading the model.
    pub fn is_bundled(id: &ModelId) -> bool {
        // The dimension in between follows from the files.
        let (name, hash) = (format!("{BUNDLED_NAME}/"), bundled_hash());
        id.0.starts_with(&name) && id.0.ends_with(&format!("/{hash:016x}"))
    }

    /// Loads a sentence-transformer folder on a backend: `model.onnx` (or `onnx/model.onnx`, with the
    /// external weights it names), `tokenizer.json`, and, if present, the files that declare length and
    /// pooling (`sentence_bert_config.json`, `tokenizer_config.json`, `config.json`,
    /// `1_Pooling/config.json`). Without these, texts are cut at 512 tokens and pooled by the mean; the
    /// pure-Rust backend requires `config.json`.
    ///
    /// # Errors
    /// A file is missing or invalid, the graph takes other inputs or does not run on the backend, or
    /// the tokenizer does not match it.
    pub fn folder(folder: &Path, backend: &Backend) -> Result<Self, EmbedError> {
        let (folder, graph) = ModelFolder::read(folder)?;
        let runtime = Runtime::start(backend)?;
        Self::load(runtime, GraphSource::File(Weights::read(graph)?), &folder)
    }

    fn load(
        runtime: Runtime,
        graph: GraphSource,
        declared: &ModelFolder,
    ) -> Result<Self, EmbedError> {
        let refused = |cause: Cause| EmbedError::Load {
            model: declared.name.clone(),
            cause,
        };
        let advice = runtime.advice();
        let graph_refused = |cause: Cause| refused(format!("{cause}{advice}").into());
        // The tokenizer determines vectors as much as the graph does.
        let hash = XxHash3_64::oneshot_with_seed(graph.hash(), &declared.tokenizer);
        let sessions = SessionPool::new(runtime, graph).map_err(graph_refused)?;
        let contract = sessions
            .with(|session| {
                let inputs: Vec<&str> = session.inputs().iter().map(|it| it.name()).collect();
                ModelInputs::of(&inputs)
            })
            .map_err(refused)?;
        let (tokenizer, hash) = match contract {
            ModelInputs::Bag => {
                let tokenizer = Tokenizer::for_bags(&declared.tokenizer).map_err(refused)?;
                (tokenizer, hash)
            }
            ModelInputs::Sequence { .. } => {
                let declares = declared.limit.and(declared.vocabulary).is_some();
                if !declares && !sessions.runtime.returns_errors() {
                    return Err(refused(UNDECLARED.into()));
                }
                let (tokenizer, limit) =
                    Tokenizer::for_sequences(&declared.tokenizer, declared.limit)
                        .map_err(refused)?;
                let how = format!("{limit} {:?}", declared.pooling);
                let hash = XxHash3_64::oneshot_with_seed(hash, how.as_bytes());
                (tokenizer, hash)
            }
        };
        let runner = Pipeline {
            contract,
            pooling: declared.pooling,
            tokenizer,
            sessions,
        };
        let dimension = probe::dimension(&runner).map_err(graph_refused)?;
        probe::vocabulary(&runner, declared.vocabulary).map_err(refused)?;
        Ok(Self {
            id: ModelId(format!("{}/{dimension}/{hash:016x}", declared.name)),
            name: declared.name.clone(),
            dimension,
            runner,
            embedded: AtomicUsize::new(0),
        })
    }

    /// Identity of the model.
    pub fn id(&self) -> &ModelId {
        &self.id
    }

    /// Number of components of a vector.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// Number of texts embedded since the model was loaded, including queries.
    pub fn embedded(&self) -> usize {
        self.embedded.load(Ordering::Relaxed)
    }

    /// Recommended number of texts per call: enough to batch texts of similar length, few enough to
    /// return soon.
    pub fn batch_size(&self) -> usize {
        match self.runner.contract {
            ModelInputs::Bag => 256,
            ModelInputs::Sequence { .. } => 32,
        }
    }

    /// Returns one vector per text, in order.
    pub fn embed<S: AsRef<str>>(&self, texts: &[S]) -> Result<Vec<Embedding>, EmbedError> {
        let mut embeddings = vec![self.zero_vector(); texts.len()];
        self.embed_until(&Cancel::new(), texts, |batch| {
            for (text, vector) in batch {
                embeddings[text] = vector;
            }
        })?;
        Ok(embeddings)
    }

    /// Passes the vectors of each batch to `sink` as soon as they are computed, with the indices of their
    /// texts. Ends early, without an error, when cancelled.
    pub fn embed_until<S: AsRef<str>>(
        &self,
        cancel: &Cancel,
        texts: &[S],
        mut sink: impl FnMut(Vec<(usize, Embedding)>),
    ) -> Result<(), EmbedError> {
        let mut sink = |batch: Vec<(usize, Embedding)>| {
            self.embedded.fetch_add(batch.len(), Ordering::Relaxed);
            sink(batch);
        };
        let failed = |cause| EmbedError::Run {
            model: self.name.clone(),
            cause,
        };
        for (window, texts) in texts.chunks(WINDOW).enumerate() {
            let first = window * WINDOW;
            let (rows, empty) = self.runner.tokens(texts).map_err(failed)?;
            if !empty.is_empty() {
                let nothing = |text: usize| (first + text, self.zero_vector());
                sink(empty.into_iter().map(nothing).collect());
            }
            self.runner
                .run(&rows, cancel, |batch| {
                    let indexed = |(text, vector)| (first + text, vector);
                    sink(batch.into_iter().map(indexed).collect());
                })
                .map_err(failed)?;
        }
        Ok(())
    }

    /// The zero vector, for a text without tokens: its cosine with every vector is 0.
    fn zero_vector(&self) -> Embedding {
        Embedding(vec![0; self.dimension].into())
    }
}

/// Hash of the files that determine the bundled model's vectors.
fn bundled_hash() -> u64 {
    XxHash3_64::oneshot_with_seed(
        GraphSource::Bundled(BUNDLED_GRAPH).hash(),
        BUNDLED_TOKENIZER,
    )
}

/// Index and tokens of a text.
type TokenizedText = (usize, Tokens);

impl Pipeline {
    /// Tokenizes texts; returns rows in order of length, and the indices of texts without tokens.
    fn tokens<S: AsRef<str>>(
        &self,
        texts: &[S],
    ) -> Result<(Vec<TokenizedText>, Vec<usize>), Cause> {
        let (mut rows, mut empty) = (Vec::with_capacity(texts.len()), Vec::new());
        for (index, text) in texts.iter().enumerate() {
            let tokens = self.tokenizer.tokens(text.as_ref())?;
            match tokens.ids.is_empty() {
                true => empty.push(index),
                false => rows.push((index, tokens)),
            }
        }
        // Rows of similar length need little padding; the stable sort keeps the order of equal ones.
        rows.sort_by_key(|(_, tokens)| tokens.ids.len());
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
                let (batch, after) = rest.split_at(batch_len(rest, self.contract.batch_tokens()));
                let tokens: Vec<&Tokens> = batch.iter().map(|(_, tokens)| tokens).collect();
                let mut vectors = Vec::with_capacity(batch.len());
                self.batch(session, &tokens, |row, vector| {
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
        batch: &[&Tokens],
        sink: impl FnMut(usize, &[f32]),
    ) -> Result<(), Cause> {
        self.contract.run(session, self.pooling, batch, sink)
    }
}

/// Returns the number of rows, in order of length, that form a batch of up to `limit` tokens; at least 1.
fn batch_len(rows: &[TokenizedText], limit: usize) -> usize {
    rows.iter()
        .enumerate()
        .take_while(|(before, (_, tokens))| (before + 1) * tokens.ids.len() <= limit)
        .count()
        .max(1)
}

#[cfg(test)]
mod tests;
