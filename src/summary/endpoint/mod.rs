//! Summaries from a model behind an OpenAI-compatible `/v1/chat/completions` endpoint: OpenAI,
//! ollama, llama.cpp, vLLM, LM Studio and what else speaks it.
//!
//! Principal type: [`Endpoint`]. Invariants: nothing is sent but the prompts the caller made, and
//! to no host but the configured one; the key stands in no message; a run ends within the time-out
//! of a request, and within 100 ms when it is cancelled; an answer that is no summary never comes
//! out as one. What is not answered is the caller's to do without.

mod address;
mod answer;
mod backoff;
mod budget;
mod clock;
mod error;
mod flight;
mod health;
mod http;
mod key;
mod plain;
mod prompt;
mod prose;
mod run;
mod wire;

pub use answer::{Answer, Nonsense};
pub use clock::{Clock, SystemClock};
pub use error::{AskError, EndpointError};
pub use key::Key;
pub use prompt::{LONGEST_EXTRACT, PROMPT_VERSION, Prompt, cache_key, estimated_tokens};

use address::Address;
use flight::Flights;
use http::Client;
use run::Run;
use std::fmt;
use std::time::Duration;

/// What was chosen about the endpoint.
#[derive(Clone, Debug)]
pub struct EndpointConfig {
    /// Its base, such as `http://localhost:11434/v1`; `/chat/completions` at its end is fine too.
    pub url: String,
    /// The model to ask for.
    pub model: String,
    /// The key to send, if it wants one.
    pub key: Option<Key>,
    /// Requests at once, 1 to 64.
    pub concurrency: usize,
    /// What one try of a request may take, from looking the host up to the last byte.
    pub timeout: Duration,
    /// How often a request is tried again after a failure that may pass.
    pub retries: u32,
    /// Tokens that one run may take, prompts and answers. Estimated before a request, and
    /// corrected by what the server counts.
    pub token_budget: u64,
    /// The longest answer that is asked for, in tokens; what the model thinks is part of it.
    pub longest_answer: u32,
}

/// A question, and what it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request<T> {
    /// What the caller knows it by.
    pub of: T,
    /// What is asked.
    pub prompt: Prompt,
}

/// What became of a run. Every request is answered, failed or left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Requests that were sent.
    pub asked: usize,
    /// Requests that brought a summary.
    pub answered: usize,
    /// Requests that were given up.
    pub failed: usize,
    /// Requests that did not come to their end, as far as the iterator knows how many it has.
    pub left: usize,
    /// Tokens taken.
    pub tokens: u64,
    /// Why the run ended.
    pub end: End,
}

impl Outcome {
    fn nothing() -> Self {
        Self {
            asked: 0,
            answered: 0,
            failed: 0,
            left: 0,
            tokens: 0,
            end: End::Done,
        }
    }
}

/// Why a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// Every request came to its end.
    Done,
    /// The caller did not want more.
    Cancelled,
    /// The next request would have taken more tokens than are left.
    BudgetSpent,
    /// The endpoint is down, of no use, or wrongly configured; the sentence says which.
    Down(String),
}

/// An endpoint that can be asked.
pub struct Endpoint {
    config: EndpointConfig,
    address: Address,
    clock: Box<dyn Clock>,
}

impl Endpoint {
    /// An endpoint by what was chosen. Nothing is sent yet.
    pub fn new(config: EndpointConfig) -> Result<Self, EndpointError> {
        Self::with_clock(config, SystemClock::start())
    }

    /// The same, with a clock to wait by between tries.
    pub fn with_clock(
        config: EndpointConfig,
        clock: impl Clock + 'static,
    ) -> Result<Self, EndpointError> {
        if config.key.as_ref().is_some_and(|key| !key.is_sendable()) {
            return Err(EndpointError::Key);
        }
        if config.model.trim().is_empty() {
            return Err(EndpointError::NoModel);
        }
        Ok(Self {
            address: Address::of(&config.url)?,
            clock: Box::new(clock),
            config,
        })
    }

    /// Asks everything, and gives each answer out on this thread as it comes, in no order. A request
    /// that fails has had its retries. What is left at the end was not given out. `cancel` is looked
    /// at every 50 ms; connections in use are closed then.
    pub fn ask_all<T>(
        &self,
        requests: impl Iterator<Item = Request<T>>,
        cancel: &dyn Fn() -> bool,
        each: impl FnMut(T, Result<Answer, AskError>),
    ) -> Outcome {
        let config = &self.config;
        let client = Client::new(self.address.clone(), config.key.clone(), config.timeout);
        Run::new(config, &*self.clock, Flights::over(client), each).over(requests, cancel)
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Endpoint")
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}
