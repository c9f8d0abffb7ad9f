//! Text to unit vector, locally: an `ort` session and a tokenizer.
//!
//! Principal type: [`Model`]. Invariant: nothing here knows where texts come from, and nothing
//! depends on the bundled model's name or dimension.

mod backend;
mod contract;
mod count;
mod embedding;
mod error;
mod pool;
mod tokens;

pub use backend::Backend;
pub use count::TokenCounter;
pub use embedding::{Embedding, EmbeddingKey};
pub use error::EmbedError;

use backend::Runtime;
use contract::Contract;
use pool::{Graph, SessionPool};
use serde::{Deserialize, Serialize};
use std::path::Path;
use tokenizers::Tokenizer;
use tokens::Tokens;
use twox_hash::XxHash3_64;

const BUNDLED_NAME: &str = "smriti-static-code-256";
const BUNDLED_GRAPH: &[u8] = include_bytes!("../../assets/model/model.onnx");
const BUNDLED_TOKENIZER: &[u8] = include_bytes!("../../assets/model/tokenizer.json");

/// Texts whose tokens are held at a time; batches are formed among them.
const WINDOW: usize = 2048;

/// Tokens a batch holds, padding included: what the graph makes of them stays in the caches.
const BATCH_TOKENS: usize = 2048;

/// Names a model by what decides its vectors: name, dimension, file hash.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ModelId(pub String);

/// A loaded model. Shared between threads by reference: `embed` may be called from several.
pub struct Model {
    id: ModelId,
    name: String,
    dimension: usize,
    contract: Contract,
    tokenizer: Tokenizer,
    sessions: SessionPool,
}

impl Model {
    /// The bundled model on a backend. The backend is set once per process.
    pub fn bundled(backend: &Backend) -> Result<Self, EmbedError> {
        let runtime = Runtime::start(backend)?;
        let hash = model_hash(file_hash(BUNDLED_GRAPH), BUNDLED_TOKENIZER);
        let graph = Graph::Bundled(BUNDLED_GRAPH);
        Self::load(runtime, BUNDLED_NAME, hash, graph, BUNDLED_TOKENIZER)
    }

    /// A sentence-transformer folder (`model.onnx`, `tokenizer.json`) on a backend.
    pub fn folder(folder: &Path, backend: &Backend) -> Result<Self, EmbedError> {
        let read = |name| {
            let path = folder.join(name);
            match std::fs::read(&path) {
                Ok(bytes) => Ok((path, bytes)),
                Err(cause) => Err(EmbedError::Read { path, cause }),
            }
        };
        let (path, graph) = read("model.onnx")?;
        let (_, tokenizer) = read("tokenizer.json")?;
        let runtime = Runtime::start(backend)?;
        let name = folder
            .file_name()
            .unwrap_or(folder.as_os_str())
            .to_string_lossy();
        let hash = file_hash(&graph);
        drop(graph);
        let id_hash = model_hash(hash, &tokenizer);
        Self::load(
            runtime,
            &name,
            id_hash,
            Graph::File { path, hash },
            &tokenizer,
        )
    }

    fn load(
        runtime: Runtime,
        name: &str,
        hash: u64,
        graph: Graph,
        tokenizer: &[u8],
    ) -> Result<Self, EmbedError> {
        let refused = |cause: String| EmbedError::Load {
            model: name.to_owned(),
            cause,
        };
        let advice = runtime.advice();
        let graph_refused = |cause: String| refused(cause + advice);
        let mut tokenizer = tokens::load(tokenizer).map_err(refused)?;
        let sessions = SessionPool::new(runtime, graph).map_err(graph_refused)?;
        let contract = sessions
            .with(|session| {
                let inputs: Vec<&str> = session.inputs().iter().map(|it| it.name()).collect();
                Contract::of(&inputs)
            })
            .map_err(refused)?;
        if let Contract::Sequence { .. } = contract {
            tokens::limit_sequences(&mut tokenizer).map_err(refused)?;
        }
        let dimension = probe(&sessions, contract, &tokenizer).map_err(graph_refused)?;
        Ok(Self {
            id: ModelId(format!("{name}/{dimension}/{hash:016x}")),
            name: name.to_owned(),
            dimension,
            contract,
            tokenizer,
            sessions,
        })
    }

    /// Identity.
    pub fn id(&self) -> &ModelId {
        &self.id
    }

    /// Components of a vector.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// One vector a text, in order. Batches by length inside.
    pub fn embed<S: AsRef<str> + Sync>(&self, texts: &[S]) -> Result<Vec<Embedding>, EmbedError> {
        let nothing = Embedding(vec![0; self.dimension].into());
        let mut embeddings = vec![nothing; texts.len()];
        self.each_vector(texts, |text, vector| {
            embeddings[text] = Embedding::quantize(vector);
        })?;
        Ok(embeddings)
    }

    /// Gives `sink` the unit vector of each text that has tokens, by its index, in any order.
    fn each_vector<S: AsRef<str>>(
        &self,
        texts: &[S],
        mut sink: impl FnMut(usize, &[f32]),
    ) -> Result<(), EmbedError> {
        for (window, texts) in texts.chunks(WINDOW).enumerate() {
            self.embed_window(texts, |text, vector| sink(window * WINDOW + text, vector))
                .map_err(|cause| EmbedError::Run {
                    model: self.name.clone(),
                    cause,
                })?;
        }
        Ok(())
    }

    fn embed_window<S: AsRef<str>>(
        &self,
        texts: &[S],
        mut sink: impl FnMut(usize, &[f32]),
    ) -> Result<(), String> {
        let mut rows: Vec<(usize, Tokens)> = Vec::with_capacity(texts.len());
        for (index, text) in texts.iter().enumerate() {
            let tokens = tokens::tokenize(&self.tokenizer, self.contract, text.as_ref())?;
            if !tokens.ids.is_empty() {
                rows.push((index, tokens));
            }
        }
        // By length, so that rows of a batch need little padding; the sort keeps equals in order.
        rows.sort_by_key(|(_, tokens)| tokens.ids.len());
        self.sessions.with(|session| {
            let mut rest = rows.as_slice();
            while !rest.is_empty() {
                let (batch, after) = rest.split_at(batch_len(rest));
                let tokens: Vec<&Tokens> = batch.iter().map(|(_, tokens)| tokens).collect();
                self.contract
                    .run(session, &tokens, |row, vector| sink(batch[row].0, vector))?;
                rest = after;
            }
            Ok(())
        })
    }
}

/// How many of these rows, sorted by length, make a batch: at least one.
fn batch_len(rows: &[(usize, Tokens)]) -> usize {
    rows.iter()
        .enumerate()
        .take_while(|(before, (_, tokens))| (before + 1) * tokens.ids.len() <= BATCH_TOKENS)
        .count()
        .max(1)
}

/// Embeds a word: it shows that the graph runs, and how many components its vectors have.
fn probe(
    sessions: &SessionPool,
    contract: Contract,
    tokenizer: &Tokenizer,
) -> Result<usize, String> {
    let tokens = tokens::tokenize(tokenizer, contract, "main")?;
    if tokens.ids.is_empty() {
        return Err("its tokenizer.json gives no tokens for a word".to_owned());
    }
    let mut dimension = 0;
    sessions
        .with(|session| contract.run(session, &[&tokens], |_, vector| dimension = vector.len()))?;
    Ok(dimension)
}

fn file_hash(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

/// The tokenizer decides vectors as much as the graph does.
fn model_hash(graph: u64, tokenizer: &[u8]) -> u64 {
    XxHash3_64::oneshot_with_seed(graph, tokenizer)
}

#[cfg(test)]
mod tests;
