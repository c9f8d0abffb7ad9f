//! Summaries by a model behind an OpenAI-compatible `/v1/chat/completions`: OpenAI, ollama, llama.cpp, vLLM,
//! LM Studio and others.
//!
//! Principal type: [`Endpoint`]. Invariants: only the prompts of the caller are sent, only to the configured
//! host; no message contains the key; a cancelled run ends within 100 ms; an answer that is not a summary is
//! an error. Without the feature `summary-server` no endpoint can be created.
//!
//! The indexer collects the requests, stores the answers by [`cache_key()`], and is the only caller.

#[cfg(feature = "summary-server")]
mod answer;
#[cfg(feature = "summary-server")]
mod client;
#[cfg_attr(
    not(feature = "summary-server"),
    expect(dead_code, reason = "used only by the client")
)]
mod error;
mod prompt;
mod request;
#[cfg_attr(not(feature = "summary-server"), path = "unsupported.rs")]
mod run;
#[cfg(feature = "summary-server")]
mod wire;

pub use error::{EndpointError, Failure, RequestError};
pub use prompt::{MAX_EXTRACT_LEN, PROMPT_VERSION, SummaryPrompt, cache_key, estimated_tokens};
pub use request::{ANSWER_TOKENS, EndpointConfig, RunEnd, RunOutcome, SummaryRequest};
pub use run::Endpoint;
