//! The configuration as it is written: any key may be absent, none may be unknown.

use super::keys::RawKeys;
use super::{
    AsciiUse, ChunkConfig, ClipboardConfig, ClipboardWay, Config, CorpusConfig, DocumentConfig,
    EditorConfig, EmbedConfig, GraphUse, SummaryConfig, SummaryServer, UiConfig, VectorConfig,
};
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use std::path::PathBuf;

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Raw {
    corpus: RawCorpus,
    document: RawDocument,
    chunk: RawChunk,
    embed: RawEmbed,
    vector: RawVector,
    summary: RawSummary,
    editor: RawEditor,
    clipboard: RawClipboard,
    ui: RawUi,
    pub(super) keys: RawKeys,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct RawCorpus {
    #[serde(deserialize_with = "at_least::<_, 1>")]
    index_limit: Option<u64>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct RawDocument {
    #[serde(deserialize_with = "at_least::<_, 1>")]
    size_limit: Option<u64>,
    #[serde(deserialize_with = "at_least::<_, 1>")]
    seconds: Option<u64>,
    #[serde(deserialize_with = "at_least::<_, 400_000_000>")]
    memory: Option<u64>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct RawChunk {
    #[serde(deserialize_with = "at_least::<_, 200>")]
    leaf_limit: Option<u64>,
    #[serde(deserialize_with = "at_least::<_, 1>")]
    parse_limit: Option<u64>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct RawEmbed {
    #[serde(deserialize_with = "not_empty")]
    model: Option<String>,
    #[serde(deserialize_with = "not_empty")]
    onnxruntime: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct RawVector {
    graph: Option<RawGraphUse>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum RawGraphUse {
    Auto,
    Always,
    Never,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct RawSummary {
    #[serde(deserialize_with = "not_empty")]
    url: Option<String>,
    #[serde(deserialize_with = "not_empty")]
    model: Option<String>,
    #[serde(deserialize_with = "not_empty")]
    key_env: Option<String>,
    #[serde(deserialize_with = "at_least::<_, 1>")]
    concurrency: Option<u64>,
    #[serde(deserialize_with = "at_least::<_, 1>")]
    seconds: Option<u64>,
    retries: Option<u32>,
    token_budget: Option<u64>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct RawEditor {
    #[serde(deserialize_with = "not_empty")]
    command: Option<String>,
    viewer: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct RawClipboard {
    way: Option<RawClipboardWay>,
    #[serde(deserialize_with = "not_empty")]
    command: Option<String>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum RawClipboardWay {
    Auto,
    Terminal,
    Program,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct RawUi {
    #[serde(deserialize_with = "not_empty")]
    theme: Option<String>,
    #[serde(deserialize_with = "not_empty")]
    light: Option<String>,
    #[serde(deserialize_with = "not_empty")]
    dark: Option<String>,
    ascii: Option<RawAsciiUse>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum RawAsciiUse {
    Auto,
    Always,
    Never,
}

fn at_least<'de, D: Deserializer<'de>, const LOWEST: u64>(
    value: D,
) -> Result<Option<u64>, D::Error> {
    let number = u64::deserialize(value)?;
    if number < LOWEST {
        return Err(D::Error::custom(format_args!(
            "{number} is too small, the lowest is {LOWEST}"
        )));
    }
    Ok(Some(number))
}

fn not_empty<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(value)?;
    if text.trim().is_empty() {
        return Err(D::Error::custom("an empty text; remove the key instead"));
    }
    Ok(Some(text))
}

impl Raw {
    /// This layer over a lower one.
    pub(super) fn over(self, lower: Self) -> Self {
        Self {
            corpus: RawCorpus {
                index_limit: self.corpus.index_limit.or(lower.corpus.index_limit),
            },
            document: RawDocument {
                size_limit: self.document.size_limit.or(lower.document.size_limit),
                seconds: self.document.seconds.or(lower.document.seconds),
                memory: self.document.memory.or(lower.document.memory),
            },
            chunk: RawChunk {
                leaf_limit: self.chunk.leaf_limit.or(lower.chunk.leaf_limit),
                parse_limit: self.chunk.parse_limit.or(lower.chunk.parse_limit),
            },
            embed: RawEmbed {
                model: self.embed.model.or(lower.embed.model),
                onnxruntime: self.embed.onnxruntime.or(lower.embed.onnxruntime),
            },
            vector: RawVector {
                graph: self.vector.graph.or(lower.vector.graph),
            },
            summary: self.summary.over(lower.summary),
            editor: RawEditor {
                command: self.editor.command.or(lower.editor.command),
                viewer: self.editor.viewer.or(lower.editor.viewer),
            },
            clipboard: RawClipboard {
                way: self.clipboard.way.or(lower.clipboard.way),
                command: self.clipboard.command.or(lower.clipboard.command),
            },
            ui: RawUi {
                theme: self.ui.theme.or(lower.ui.theme),
                light: self.ui.light.or(lower.ui.light),
                dark: self.ui.dark.or(lower.ui.dark),
                ascii: self.ui.ascii.or(lower.ui.ascii),
            },
            keys: self.keys,
        }
    }

    /// The table and key of what is set without something that it needs, and what that is.
    pub(super) fn incomplete(&self) -> Option<(&'static str, &'static str, &'static str)> {
        let summary = &self.summary;
        (summary.url.is_some() && summary.model.is_none()).then_some((
            "summary",
            "url",
            "a server needs the name of a model: set summary.model too",
        ))
    }

    /// Ready values, or the first key that must be set and is not.
    pub(super) fn lift(self) -> Result<Config, &'static str> {
        let graph = match self.vector.graph.ok_or("vector.graph")? {
            RawGraphUse::Auto => GraphUse::Auto,
            RawGraphUse::Always => GraphUse::Always,
            RawGraphUse::Never => GraphUse::Never,
        };
        let way = match self.clipboard.way.ok_or("clipboard.way")? {
            RawClipboardWay::Auto => ClipboardWay::Auto,
            RawClipboardWay::Terminal => ClipboardWay::Terminal,
            RawClipboardWay::Program => ClipboardWay::Program,
        };
        Ok(Config {
            corpus: CorpusConfig {
                index_limit: self.corpus.index_limit.ok_or("corpus.index_limit")?,
            },
            document: DocumentConfig {
                size_limit: self.document.size_limit.ok_or("document.size_limit")?,
                seconds: self.document.seconds.ok_or("document.seconds")?,
                memory: self.document.memory.ok_or("document.memory")?,
            },
            chunk: ChunkConfig {
                leaf_limit: bytes(self.chunk.leaf_limit.ok_or("chunk.leaf_limit")?),
                parse_limit: bytes(self.chunk.parse_limit.ok_or("chunk.parse_limit")?),
            },
            embed: EmbedConfig {
                model: self.embed.model.map(PathBuf::from),
                onnxruntime: self.embed.onnxruntime.map(PathBuf::from),
            },
            vector: VectorConfig { graph },
            summary: self.summary.lift()?,
            editor: EditorConfig {
                command: self.editor.command,
                viewer: self.editor.viewer,
            },
            clipboard: ClipboardConfig {
                way,
                command: self.clipboard.command,
            },
            ui: UiConfig {
                theme: self.ui.theme.ok_or("ui.theme")?,
                light: self.ui.light.ok_or("ui.light")?,
                dark: self.ui.dark.ok_or("ui.dark")?,
                ascii: match self.ui.ascii.ok_or("ui.ascii")? {
                    RawAsciiUse::Auto => AsciiUse::Auto,
                    RawAsciiUse::Always => AsciiUse::Always,
                    RawAsciiUse::Never => AsciiUse::Never,
                },
            },
            keys: self.keys.lift(),
        })
    }
}

impl RawSummary {
    fn over(self, lower: Self) -> Self {
        Self {
            url: self.url.or(lower.url),
            model: self.model.or(lower.model),
            key_env: self.key_env.or(lower.key_env),
            concurrency: self.concurrency.or(lower.concurrency),
            seconds: self.seconds.or(lower.seconds),
            retries: self.retries.or(lower.retries),
            token_budget: self.token_budget.or(lower.token_budget),
        }
    }

    fn lift(self) -> Result<SummaryConfig, &'static str> {
        let server = match self.url {
            Some(url) => Some(SummaryServer {
                url,
                model: self.model.ok_or("summary.model")?,
                key_env: self.key_env,
            }),
            None => None,
        };
        Ok(SummaryConfig {
            server,
            concurrency: bytes(self.concurrency.ok_or("summary.concurrency")?),
            seconds: self.seconds.ok_or("summary.seconds")?,
            retries: self.retries.ok_or("summary.retries")?,
            token_budget: self.token_budget.ok_or("summary.token_budget")?,
        })
    }
}

/// A limit beyond the address space is no limit.
fn bytes(limit: u64) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}
