//! Text to unit vector, locally: an `ort` session and a tokenizer.
//!
//! Principal type: [`Model`]. Invariant: nothing here knows where texts come from, and nothing
//! depends on the bundled model's name or dimension.

mod backend;
mod contract;
mod count;
mod embedding;
mod error;
mod external;
mod folder;
mod interrupt;
mod pool;
mod probe;
mod scanner;
mod tokens;
mod weights;

pub use backend::Backend;
pub use count::TokenCounter;
pub use embedding::{Embedding, EmbeddingKey};
pub use error::EmbedError;
pub use interrupt::Interrupt;

use backend::Runtime;
use contract::{Contract, Pooling};
use folder::Folder;
use ort::session::{RunOptions, Session};
use pool::{Graph, SessionPool};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokens::{Tokenizer, Tokens};
use twox_hash::XxHash3_64;
use weights::Weights;

const BUNDLED_NAME: &str = "smriti-static-code-256";
const BUNDLED_GRAPH: &[u8] = include_bytes!("../../assets/model/model.onnx");
const BUNDLED_TOKENIZER: &[u8] = include_bytes!("../../assets/model/tokenizer.json");

/// Texts whose tokens are held at a time; batches are formed among them.
const WINDOW: usize = 2048;

const UNDECLARED: &str = "on the pure-Rust backend it needs the config.json that it was exported \
     with (max_position_embeddings and vocab_size), for a longer text would end the program there; \
     or run it on ONNX Runtime: name its library in ORT_DYLIB_PATH, --model-backend or \
     embed.onnxruntime";

/// Names a model by what decides its vectors: name, dimension, file hash.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ModelId(pub String);

/// A loaded model. Shared between threads by reference: `embed` may be called from several.
pub struct Model {
    id: ModelId,
    name: String,
    dimension: usize,
    runner: Runner,
    embedded: AtomicUsize,
}

/// What turns texts into vectors.
struct Runner {
    contract: Contract,
    pooling: Pooling,
    tokenizer: Tokenizer,
    sessions: SessionPool,
}

impl Model {
    /// The bundled model on a backend. The backend is set once per process.
    pub fn bundled(backend: &Backend) -> Result<Self, EmbedError> {
        let runtime = Runtime::start(backend)?;
        let folder = Declared {
            name: BUNDLED_NAME.to_owned(),
            hash: bundled_hash(),
            tokenizer: BUNDLED_TOKENIZER,
            limit: None,
            vocabulary: None,
            pooling: Pooling::Mean,
        };
        Self::load(runtime, Graph::Bundled(BUNDLED_GRAPH), &folder)
    }

    /// Whether this names the bundled model, without loading it.
    pub fn is_bundled(id: &ModelId) -> bool {
        let mut parts = id.0.split('/');
        // The dimension between follows from the files.
        let (name, hash) = (parts.next(), parts.nth(1));
        name == Some(BUNDLED_NAME)
            && hash == Some(&format!("{:016x}", bundled_hash()))
            && parts.next().is_none()
    }

    /// A sentence-transformer folder on a backend: `model.onnx` (also below `onnx/`, with the files
    /// of weights that it names), `tokenizer.json`, and what tells the length it bears and how it pools
    /// (`sentence_bert_config.json`, `tokenizer_config.json`, `config.json`,
    /// `1_Pooling/config.json`), where it is there. Without, texts are cut at 512 tokens and the
    /// mean is taken; the pure-Rust backend needs `config.json`.
    ///
    /// # Errors
    /// A file is missing or broken, the graph wants other inputs or does not run here, or the
    /// tokenizer does not fit it.
    pub fn folder(folder: &Path, backend: &Backend) -> Result<Self, EmbedError> {
        let Folder {
            name,
            graph: path,
            tokenizer,
            limit,
            vocabulary,
            pooling,
        } = Folder::read(folder)?;
        let runtime = Runtime::start(backend)?;
        let weights = Weights::read(path)?;
        let declared = Declared {
            name,
            // The tokenizer decides vectors as much as the graph does.
            hash: XxHash3_64::oneshot_with_seed(weights.hash(), &tokenizer),
            tokenizer: &tokenizer,
            limit,
            vocabulary,
            pooling,
        };
        Self::load(runtime, Graph::File(weights), &declared)
    }

    fn load(runtime: Runtime, graph: Graph, declared: &Declared<'_>) -> Result<Self, EmbedError> {
        let refused = |cause: String| EmbedError::Load {
            model: declared.name.clone(),
            cause,
        };
        let advice = runtime.advice();
        let graph_refused = |cause: String| refused(cause + advice);
        let sessions = SessionPool::new(runtime, graph).map_err(graph_refused)?;
        let contract = sessions
            .with(|session| {
                let inputs: Vec<&str> = session.inputs().iter().map(|it| it.name()).collect();
                Contract::of(&inputs)
            })
            .map_err(refused)?;
        let (tokenizer, hash) = match contract {
            Contract::Bag => {
                let tokenizer = Tokenizer::of_bags(declared.tokenizer).map_err(refused)?;
                (tokenizer, declared.hash)
            }
            Contract::Sequence { .. } => {
                let declares = declared.limit.and(declared.vocabulary).is_some();
                if !declares && !sessions.runtime().returns_faults() {
                    return Err(refused(UNDECLARED.to_owned()));
                }
                let (tokenizer, limit) =
                    Tokenizer::of_sequences(declared.tokenizer, declared.limit).map_err(refused)?;
                let how = format!("{limit} {:?}", declared.pooling);
                let hash = XxHash3_64::oneshot_with_seed(declared.hash, how.as_bytes());
                (tokenizer, hash)
            }
        };
        let runner = Runner {
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

    /// Identity.
    pub fn id(&self) -> &ModelId {
        &self.id
    }

    /// Components of a vector.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// How many texts it gave vectors since it was loaded, questions included.
    pub fn embedded(&self) -> usize {
        self.embedded.load(Ordering::Relaxed)
    }

    /// How many texts are best given at once: enough that those of a batch are about equally long,
    /// few enough that they come back soon.
    pub fn texts_at_once(&self) -> usize {
        match self.runner.contract {
            Contract::Bag => 256,
            Contract::Sequence { .. } => 32,
        }
    }

    /// One vector a text, in order. Batches by length inside.
    pub fn embed<S: AsRef<str>>(&self, texts: &[S]) -> Result<Vec<Embedding>, EmbedError> {
        let mut embeddings = vec![self.nothing(); texts.len()];
        self.each_batch(texts, None, |batch| {
            for (text, vector) in batch {
                embeddings[text] = vector;
            }
        })?;
        Ok(embeddings)
    }

    /// The same, giving `sink` the vectors of each batch as soon as they are there, with the
    /// indices of their texts. Ends early, without an error, when `interrupt` asks for it.
    pub fn embed_until<S: AsRef<str>>(
        &self,
        interrupt: &Interrupt,
        texts: &[S],
        sink: impl FnMut(Vec<(usize, Embedding)>),
    ) -> Result<(), EmbedError> {
        match self.each_batch(texts, Some(interrupt), sink) {
            // What an interrupted run says of itself is no failure.
            Err(_) if interrupt.is_asked() => Ok(()),
            result => result,
        }
    }

    /// The vector of a text without tokens, which is near nothing.
    fn nothing(&self) -> Embedding {
        Embedding(vec![0; self.dimension].into())
    }

    fn each_batch<S: AsRef<str>>(
        &self,
        texts: &[S],
        interrupt: Option<&Interrupt>,
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
                let nothing = |text: usize| (first + text, self.nothing());
                sink(empty.into_iter().map(nothing).collect());
            }
            self.runner
                .run(&rows, interrupt, |batch| {
                    let place = |(text, vector)| (first + text, vector);
                    sink(batch.into_iter().map(place).collect());
                })
                .map_err(failed)?;
        }
        Ok(())
    }
}

/// Of all that the bundled model's vectors follow from.
fn bundled_hash() -> u64 {
    let hash = XxHash3_64::oneshot(BUNDLED_GRAPH);
    XxHash3_64::oneshot_with_seed(hash, BUNDLED_TOKENIZER)
}

/// A model as its files declare it, before its graph is loaded.
struct Declared<'a> {
    name: String,
    /// Of graph and tokenizer.
    hash: u64,
    tokenizer: &'a [u8],
    /// Tokens that it bears.
    limit: Option<usize>,
    /// Tokens that it knows.
    vocabulary: Option<usize>,
    pooling: Pooling,
}

/// The tokens of a text, with the text's index.
type Row = (usize, Tokens);

impl Runner {
    /// The tokens of texts, the shortest first, and which texts have none.
    fn tokens<S: AsRef<str>>(&self, texts: &[S]) -> Result<(Vec<Row>, Vec<usize>), String> {
        let (mut rows, mut empty) = (Vec::with_capacity(texts.len()), Vec::new());
        for (index, text) in texts.iter().enumerate() {
            let tokens = self.tokenizer.tokens(text.as_ref())?;
            match tokens.ids.is_empty() {
                true => empty.push(index),
                false => rows.push((index, tokens)),
            }
        }
        // By length, so that rows of a batch need little padding; the sort keeps equals in order.
        rows.sort_by_key(|(_, tokens)| tokens.ids.len());
        Ok((rows, empty))
    }

    /// Runs rows that are sorted by length, batch after batch.
    fn run(
        &self,
        rows: &[Row],
        interrupt: Option<&Interrupt>,
        mut sink: impl FnMut(Vec<(usize, Embedding)>),
    ) -> Result<(), String> {
        let options = match interrupt {
            Some(interrupt) => {
                let options = self.sessions.runtime().options()?;
                options.iter().for_each(|it| interrupt.watch(it));
                options
            }
            None => None,
        };
        self.sessions.with(|session| {
            let mut rest = rows;
            while !rest.is_empty() && !interrupt.is_some_and(Interrupt::is_asked) {
                let (batch, after) = rest.split_at(batch_len(rest, self.contract.batch_tokens()));
                let tokens: Vec<&Tokens> = batch.iter().map(|(_, tokens)| tokens).collect();
                let mut vectors = Vec::with_capacity(batch.len());
                self.batch(session, options.as_deref(), &tokens, |row, vector| {
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
        options: Option<&RunOptions>,
        batch: &[&Tokens],
        sink: impl FnMut(usize, &[f32]),
    ) -> Result<(), String> {
        self.contract
            .run(session, options, self.pooling, batch, sink)
    }
}

/// How many of these rows, sorted by length, make a batch of so many tokens: at least one.
fn batch_len(rows: &[Row], most: usize) -> usize {
    rows.iter()
        .enumerate()
        .take_while(|(before, (_, tokens))| (before + 1) * tokens.ids.len() <= most)
        .count()
        .max(1)
}

#[cfg(test)]
mod tests;
