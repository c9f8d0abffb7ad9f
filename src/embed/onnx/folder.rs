//! Model folders: the graph, the tokenizer, and the settings in their configuration files.
//!
//! Principal type: [`ModelFolder`]. Contract: a missing or absurd setting is none, an unreadable file is an
//! error.

use super::contract::Pooling;
use crate::embed::error::EmbedError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Locations of the graph in a folder, in order of preference.
const GRAPHS: [&str; 2] = ["model.onnx", "onnx/model.onnx"];
const TOKENIZER: &str = "tokenizer.json";

/// Maximum number of tokens per text, whatever the model supports: the memory of attention grows with
/// the square. Leaves are shorter.
const MAX_LIMIT: usize = 2_048;

/// Contents of a model folder except the graph.
pub(super) struct ModelFolder {
    /// Name of the folder after resolving links.
    pub(super) name: String,
    /// Contents of tokenizer.json.
    pub(super) tokenizer: Vec<u8>,
    /// Maximum number of tokens per text, if declared.
    pub(super) limit: Option<usize>,
    /// Reduction of token vectors to the vector of a text.
    pub(super) pooling: Pooling,
}

impl ModelFolder {
    /// Reads everything except the graph, and returns the path of the graph.
    ///
    /// # Errors
    /// A file is missing, unreadable or invalid.
    pub(super) fn read(folder: &Path) -> Result<(Self, PathBuf), EmbedError> {
        let path = fs::canonicalize(folder).map_err(|cause| unreadable(folder, cause))?;
        let missing = |file| EmbedError::Missing {
            folder: folder.to_path_buf(),
            file,
        };
        let graph = GRAPHS
            .iter()
            .map(|name| path.join(name))
            .find(|graph| graph.is_file())
            .ok_or_else(|| missing("model.onnx"))?;
        let tokenizer = existing(&path.join(TOKENIZER))?.ok_or_else(|| missing(TOKENIZER))?;
        let architecture: Option<DeclaredSizes> = json(&path.join("config.json"))?;
        let folder = Self {
            name: path
                .file_name()
                .unwrap_or(path.as_os_str())
                .to_string_lossy()
                .into_owned(),
            limit: limit(&path, architecture.as_ref())?,
            pooling: json::<Map<String, Value>>(&path.join("1_Pooling/config.json"))?
                .map_or(Pooling::Mean, pooling),
            tokenizer,
        };
        Ok((folder, graph))
    }
}

/// Sizes that the configuration files declare.
#[derive(Deserialize)]
struct DeclaredSizes {
    /// sentence_bert_config.json: the limit of sentence-transformers.
    max_seq_length: Option<f64>,
    /// tokenizer_config.json: the limit of transformers; an absurdly large number if unknown.
    model_max_length: Option<f64>,
    /// config.json, as are the following.
    max_position_embeddings: Option<f64>,
    model_type: Option<String>,
    pad_token_id: Option<f64>,
}

impl DeclaredSizes {
    /// Number of positions for tokens. RoBERTa and its relatives start after the padding id.
    fn positions(&self) -> Option<usize> {
        let positions = self.max_position_embeddings.and_then(tokens)?;
        let relatives = ["roberta", "mpnet", "camembert", "longformer"];
        let model_type = self.model_type.as_deref().unwrap_or_default();
        if !relatives.iter().any(|name| model_type.contains(name)) {
            return Some(positions);
        }
        let padding = self.pad_token_id.and_then(tokens).unwrap_or(1);
        Some(positions.saturating_sub(padding + 1))
    }
}

/// Converts a declared number of tokens; none for absurd values.
fn tokens(declared: f64) -> Option<usize> {
    (0.0..1e6).contains(&declared).then_some(declared as usize)
}

/// Maximum number of tokens per text: the limit of sentence-transformers, or else of transformers, and
/// at most the number of positions.
fn limit(folder: &Path, architecture: Option<&DeclaredSizes>) -> Result<Option<usize>, EmbedError> {
    let transformer = json::<DeclaredSizes>(&folder.join("sentence_bert_config.json"))?;
    let tokenizer = json::<DeclaredSizes>(&folder.join("tokenizer_config.json"))?;
    let cut = transformer
        .and_then(|sizes| tokens(sizes.max_seq_length?))
        .or_else(|| tokens(tokenizer?.model_max_length?));
    let positions = architecture.and_then(DeclaredSizes::positions);
    let limit = cut.into_iter().chain(positions).min();
    Ok(limit.map(|limit| limit.min(MAX_LIMIT)))
}

/// The reduction that 1_Pooling/config.json declares by one flag per mode.
fn pooling(settings: Map<String, Value>) -> Pooling {
    let modes: Vec<&str> = settings
        .iter()
        .filter(|(name, value)| name.starts_with("pooling_mode_") && value.as_bool() == Some(true))
        .map(|(name, _)| name.as_str())
        .collect();
    match modes.as_slice() {
        // A scaled mean equals the mean after scaling to unit length.
        ["pooling_mode_mean_tokens" | "pooling_mode_mean_sqrt_len_tokens"] => Pooling::Mean,
        ["pooling_mode_cls_token"] => Pooling::First,
        ["pooling_mode_lasttoken"] => Pooling::Last,
        // No mode, an unknown one, or the concatenation of several vectors.
        _ => Pooling::Unknown,
    }
}

/// Reads a JSON file; none if it does not exist.
fn json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, EmbedError> {
    let Some(bytes) = existing(path)? else {
        return Ok(None);
    };
    match serde_json::from_slice(&bytes) {
        Ok(value) => Ok(Some(value)),
        Err(error) => Err(unreadable(path, error.into())),
    }
}

fn existing(path: &Path) -> Result<Option<Vec<u8>>, EmbedError> {
    // Reading a pipe would block until someone writes to it.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        let odd = io::Error::new(io::ErrorKind::InvalidInput, "not a regular file");
        return Err(unreadable(path, odd));
    }
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(unreadable(path, cause)),
    }
}

pub(super) fn unreadable(path: &Path, cause: io::Error) -> EmbedError {
    EmbedError::Read {
        path: path.to_path_buf(),
        cause,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a folder with these files and the required ones.
    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("1_Pooling")).unwrap();
        for (name, text) in [("model.onnx", "g"), ("tokenizer.json", "{}")]
            .iter()
            .chain(files)
        {
            fs::write(folder.path().join(name), text).unwrap();
        }
        folder
    }

    #[track_caller]
    fn check_limit(files: &[(&str, &str)], expected: Option<usize>) {
        let folder = folder(files);
        assert_eq!(ModelFolder::read(folder.path()).unwrap().0.limit, expected);
    }

    #[test]
    fn the_limit_is_the_smallest_declared_one() {
        let trained = ("sentence_bert_config.json", r#"{"max_seq_length": 256}"#);
        let cut = ("tokenizer_config.json", r#"{"model_max_length": 512}"#);
        let bert = ("config.json", r#"{"max_position_embeddings": 128}"#);
        check_limit(&[], None);
        check_limit(&[cut], Some(512));
        check_limit(&[trained, cut], Some(256));
        check_limit(&[trained, cut, bert], Some(128));
        check_limit(&[bert], Some(128));
        let unknown = r#"{"model_max_length": 1000000000000000019884624838656}"#;
        check_limit(&[("tokenizer_config.json", unknown)], None);
        check_limit(
            &[("tokenizer_config.json", r#"{"model_max_length": null}"#)],
            None,
        );
        check_limit(
            &[("tokenizer_config.json", r#"{"model_max_length": 8192}"#)],
            Some(2_048),
        );
        let mpnet = r#"{"max_position_embeddings": 514, "model_type": "mpnet", "pad_token_id": 1}"#;
        check_limit(&[("config.json", mpnet)], Some(512));
    }

    #[track_caller]
    fn check_pooling(flags: &str, expected: Pooling) {
        let folder = folder(&[("1_Pooling/config.json", flags)]);
        assert_eq!(
            ModelFolder::read(folder.path()).unwrap().0.pooling,
            expected
        );
    }

    #[test]
    fn the_declared_pooling_is_used() {
        assert_eq!(
            ModelFolder::read(folder(&[]).path()).unwrap().0.pooling,
            Pooling::Mean
        );
        check_pooling(r#"{"pooling_mode_mean_tokens": true}"#, Pooling::Mean);
        check_pooling(
            r#"{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}"#,
            Pooling::First,
        );
        check_pooling(r#"{"pooling_mode_lasttoken": true}"#, Pooling::Last);
        check_pooling(r#"{"pooling_mode_max_tokens": true}"#, Pooling::Unknown);
        check_pooling(
            r#"{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": true}"#,
            Pooling::Unknown,
        );
        check_pooling("{}", Pooling::Unknown);
    }

    #[test]
    fn an_invalid_file_is_named_in_the_error() {
        let folder = folder(&[("sentence_bert_config.json", "{\"max_seq_length\": ")]);
        let error = ModelFolder::read(folder.path()).err().unwrap().to_string();
        assert!(error.contains("sentence_bert_config.json"), "{error}");
    }

    #[test]
    fn the_graph_may_be_in_a_subfolder() {
        let folder = folder(&[]);
        fs::create_dir(folder.path().join("onnx")).unwrap();
        let moved = folder.path().join("onnx/model.onnx");
        fs::rename(folder.path().join("model.onnx"), &moved).unwrap();
        let (_, graph) = ModelFolder::read(folder.path()).unwrap();
        assert_eq!(graph, fs::canonicalize(moved).unwrap());
    }

    #[test]
    #[cfg(unix)]
    fn a_pipe_is_refused_without_reading_it() {
        let folder = folder(&[]);
        for name in ["tokenizer.json", "model.onnx"] {
            let path = folder.path().join(name);
            fs::remove_file(&path).unwrap();
            nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRWXU).unwrap();
            assert!(ModelFolder::read(folder.path()).is_err(), "{name}");
        }
    }
}
