//! Summaries by a model behind an OpenAI-compatible `/v1/chat/completions`: OpenAI, ollama,
//! llama.cpp, vLLM, LM Studio and others.
//!
//! Principal type: [`Endpoint`]. Invariants: only the prompts of the caller are sent, only to the
//! configured host; no message contains the key; a cancelled run ends within 100 ms; an answer that is
//! not a summary is an error. Without the feature `summary-server` no endpoint can be made.

#[cfg(feature = "summary-server")]
mod answer;
#[cfg(feature = "summary-server")]
mod client;
#[cfg_attr(
    not(feature = "summary-server"),
    expect(dead_code, reason = "used only by the client")
)]
mod error;
#[cfg_attr(
    not(feature = "summary-server"),
    expect(dead_code, reason = "used only by the client")
)]
mod key;
mod prompt;
#[cfg_attr(not(feature = "summary-server"), path = "unsupported.rs")]
mod run;
#[cfg(feature = "summary-server")]
mod wire;

pub use error::{EndpointError, Failure, RequestError};
pub use key::ApiKey;
pub use prompt::{LONGEST_EXTRACT, PROMPT_VERSION, SummaryPrompt, cache_key, estimated_tokens};
pub use run::Endpoint;

use std::time::Duration;

/// The estimated number of tokens of an answer.
pub const ANSWER_TOKENS: u64 = 500;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct EndpointConfig {
    /// Its base, such as `http://localhost:11434/v1`; `/chat/completions` at its end is fine too.
    pub url: String,
    /// The model's name.
    pub model: String,
    /// The key to send, if it wants one.
    pub key: Option<ApiKey>,
    /// Requests at once, 1 to 64.
    pub concurrency: usize,
    /// The time for one try of a request, from resolving the host to the last byte.
    pub timeout: Duration,
    /// The number of retries after failures that may pass.
    pub retries: u32,
    /// Tokens for one run, prompts and answers: estimated before a request, corrected by the server's
    /// count.
    pub token_budget: u64,
}

/// A prompt, and its subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SummaryRequest<T> {
    /// The caller's name for it.
    pub of: T,
    /// The prompt.
    pub prompt: SummaryPrompt,
}

/// The counts of a run, and its end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RunOutcome {
    /// Requests that were sent.
    pub sent: usize,
    /// Requests that brought a summary.
    pub answered: usize,
    /// Requests that failed.
    pub failed: usize,
    /// Reason that the run ended.
    pub end: RunEnd,
}

/// Reasons that a run ends.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum RunEnd {
    /// Every request was answered or failed.
    #[default]
    Done,
    /// The caller canceled it.
    Cancelled,
    /// The next request would have exceeded the budget.
    BudgetSpent,
    /// The server is down, of no use, or wrongly configured; the sentence says which.
    Down(String),
}
