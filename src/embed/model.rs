//! Models: the bundled table, or a folder of the user.
//!
//! Principal type: [`Model`].

use super::embedding::Embedding;
use super::error::EmbedError;
use super::onnx::{OnnxModel, OnnxRuntime};
use super::table::{self, TokenTable};
use super::word_similarity::WordSimilarity;
use crate::corpus::Cancel;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Number of texts that the table embeds between two calls of a sink.
pub(super) const TABLE_BATCH: usize = 256;

/// Identity of a model by everything that determines its vectors: name, dimension, file hash.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ModelId(pub String);

/// Choice of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelSource {
    /// The bundled one.
    Bundled,
    /// A sentence-transformer exported to ONNX.
    Folder {
        /// Folder with `model.onnx` and `tokenizer.json`.
        folder: PathBuf,
        /// Library that runs it.
        runtime: OnnxRuntime,
    },
}

impl ModelSource {
    /// Backend that runs the model: `pure-rust`, the path of a library, or `ONNX Runtime` if that is searched
    /// for when the model loads.
    pub fn backend(&self) -> String {
        let runtime = match self {
            Self::Folder { runtime, .. } => runtime,
            Self::Bundled => &OnnxRuntime::Disabled,
        };
        match runtime {
            OnnxRuntime::Library(path) => path.to_string_lossy().into_owned(),
            OnnxRuntime::Search { .. } => "ONNX Runtime".to_owned(),
            OnnxRuntime::Disabled => "pure-rust".to_owned(),
        }
    }
}

/// A loaded model. Threads share it by reference and may call `embed` concurrently.
pub struct Model {
    id: ModelId,
    name: String,
    kind: Kind,
    embedded: AtomicUsize,
}

enum Kind {
    Table(Box<TokenTable>),
    Onnx(Box<OnnxModel>),
}

impl Model {
    /// Loads a model.
    ///
    /// # Errors
    /// A file of the folder is missing or invalid, or no ONNX Runtime is found that runs it.
    pub fn load(source: &ModelSource) -> Result<Self, EmbedError> {
        match source {
            ModelSource::Bundled => Self::bundled(),
            ModelSource::Folder { folder, runtime } => {
                let (model, name, hash) = OnnxModel::load(folder, runtime)?;
                Ok(Self::new(Kind::Onnx(Box::new(model)), name, hash))
            }
        }
    }

    /// Loads the bundled model.
    ///
    /// # Errors
    /// The files of this build are invalid.
    pub fn bundled() -> Result<Self, EmbedError> {
        let table = Kind::Table(Box::new(TokenTable::bundled()?));
        Ok(Self::new(table, table::NAME.to_owned(), table::hash()))
    }

    fn new(kind: Kind, name: String, hash: u64) -> Self {
        let dimension = kind.dimension();
        Self {
            id: ModelId(format!("{name}/{dimension}/{hash:016x}")),
            name,
            kind,
            embedded: AtomicUsize::new(0),
        }
    }

    /// Returns name and hash of the bundled model, without loading it.
    pub fn bundled_name() -> String {
        format!("{}/{:016x}", table::NAME, table::hash())
    }

    /// Returns true if the id identifies the bundled model, without loading the model.
    pub fn is_bundled(id: &ModelId) -> bool {
        // The dimension in between follows from the files.
        id.0.starts_with(&format!("{}/", table::NAME))
            && id.0.ends_with(&format!("/{:016x}", table::hash()))
    }

    /// Identity of the model.
    pub fn id(&self) -> &ModelId {
        &self.id
    }

    /// Number of components of a vector.
    pub fn dimension(&self) -> usize {
        self.kind.dimension()
    }

    /// Path of the ONNX Runtime library that runs the model; none for the bundled one.
    pub fn library(&self) -> Option<&Path> {
        match &self.kind {
            Kind::Table(_) => None,
            Kind::Onnx(model) => Some(model.library()),
        }
    }

    /// Number of texts embedded since the model was loaded, including queries.
    pub fn embedded(&self) -> usize {
        self.embedded.load(Ordering::Relaxed)
    }

    /// Recommended number of texts per call: enough to batch texts of similar length, few enough to
    /// return soon.
    pub fn batch_size(&self) -> usize {
        match &self.kind {
            Kind::Table(_) => TABLE_BATCH,
            Kind::Onnx(_) => 32,
        }
    }

    /// Returns the vector of a query. The bundled model has rows for queries, and gives each of the `words` the factor
    /// beside it; another model embeds a query as any text.
    pub fn embed_query(&self, query: &str, words: &[(&str, f32)]) -> Result<Embedding, EmbedError> {
        match &self.kind {
            Kind::Table(table) => {
                self.embedded.fetch_add(1, Ordering::Relaxed);
                Ok(table.embed_query(query, words))
            }
            Kind::Onnx(_) => {
                let vector = self.embed(&[query])?.pop();
                Ok(vector.unwrap_or_else(|| Embedding::zero(self.dimension())))
            }
        }
    }

    /// Returns one vector per text that is searched, in order.
    pub fn embed<S: AsRef<str>>(&self, texts: &[S]) -> Result<Vec<Embedding>, EmbedError> {
        let mut embeddings = vec![Embedding::zero(self.dimension()); texts.len()];
        self.embed_until(&Cancel::new(), texts, |batch| {
            for (text, vector) in batch {
                embeddings[text] = vector;
            }
        })?;
        Ok(embeddings)
    }

    /// Returns the vector of a query that the bundled model knows; none of another model, and without known words.
    pub fn bundled_vector(&self, query: &str) -> Option<Embedding> {
        let Kind::Table(table) = &self.kind else {
            return None;
        };
        let vector = table.embed_query(query, &[]);
        vector
            .0
            .iter()
            .any(|&component| component != 0)
            .then_some(vector)
    }

    /// Compares words with names; none of a model that has no vectors of single words.
    pub fn word_similarity(&self, words: &[&str]) -> Option<WordSimilarity<'_>> {
        match &self.kind {
            Kind::Table(table) => Some(WordSimilarity::new(table, words)),
            Kind::Onnx(_) => None,
        }
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
        match &self.kind {
            Kind::Table(table) => {
                for (batch, texts) in texts.chunks(TABLE_BATCH).enumerate() {
                    if cancel.is_cancelled() {
                        break;
                    }
                    let vectors = texts.iter().map(|text| table.embed(text.as_ref()));
                    sink((batch * TABLE_BATCH..).zip(vectors).collect());
                }
                Ok(())
            }
            Kind::Onnx(model) => {
                model
                    .embed_until(cancel, texts, sink)
                    .map_err(|cause| EmbedError::Run {
                        model: self.name.clone(),
                        cause,
                    })
            }
        }
    }
}

impl Kind {
    fn dimension(&self) -> usize {
        match self {
            Self::Table(table) => table.dimension(),
            Self::Onnx(model) => model.dimension(),
        }
    }
}
