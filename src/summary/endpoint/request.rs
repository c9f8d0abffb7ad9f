//! The configuration of a server, a request to it, and the outcome of a run of requests.

use super::prompt::SummaryPrompt;
use crate::http::ApiKey;
use std::time::Duration;

/// Estimated number of tokens of an answer.
pub const ANSWER_TOKENS: u64 = 500;

/// Configuration of a server.
#[derive(Clone, Debug)]
pub struct EndpointConfig {
    /// Base URL, such as `http://localhost:11434/v1`; may end with `/chat/completions`.
    pub url: String,
    /// Name of the model.
    pub model: String,
    /// API key, if the server needs one.
    pub key: Option<ApiKey>,
    /// Number of concurrent requests, at least 1: each has a thread.
    pub concurrency: usize,
    /// Time limit of one attempt, from resolving the host to the last byte.
    pub timeout: Duration,
    /// Number of retries after temporary failures.
    pub retries: u32,
    /// Maximum number of tokens of a run, prompts and answers: estimated before a request, then corrected by
    /// the server's count.
    pub token_budget: u64,
}

/// A prompt with its subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SummaryRequest<T> {
    /// The caller's identification of the subject.
    pub of: T,
    /// The prompt.
    pub prompt: SummaryPrompt,
}

/// Counts and end of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RunOutcome {
    /// Requests that were sent.
    pub sent: usize,
    /// Requests that returned a summary.
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
    /// The caller cancelled it.
    Cancelled,
    /// The next request would have exceeded the budget.
    BudgetSpent,
    /// The server is down, unusable or wrongly configured; the sentence says which.
    Down(String),
}
