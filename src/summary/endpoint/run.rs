//! A run of many requests: sends them within the limits of concurrency and budget, and stops when the server
//! fails.
//!
//! Principal type: [`Endpoint`]. Invariant: the caller's thread alone starts requests and receives replies,
//! so limits and counts need no lock.

use super::answer;
use super::client::{Client, EndpointUrl, POLL_INTERVAL, SleepFn, SummaryReply};
use super::error::{EndpointError, Failure, RequestError};
use super::prompt::{SummaryPrompt, estimated_tokens, tokens_of};
use super::request::{ANSWER_TOKENS, EndpointConfig, RunEnd, RunOutcome, SummaryRequest};
use super::wire;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

/// A server that accepts requests.
pub struct Endpoint {
    config: EndpointConfig,
    address: EndpointUrl,
    sleep: SleepFn,
}

impl Endpoint {
    /// Checks the configuration. Nothing is sent.
    pub fn new(config: EndpointConfig) -> Result<Self, EndpointError> {
        Self::with_sleep(config, std::thread::sleep)
    }

    /// As [`Self::new`], with a function that sleeps between retries.
    pub fn with_sleep(
        config: EndpointConfig,
        sleep: impl Fn(Duration) + Send + Sync + 'static,
    ) -> Result<Self, EndpointError> {
        if config.key.as_ref().is_some_and(|key| !key.is_sendable()) {
            return Err(EndpointError::Key);
        }
        Ok(Self {
            address: EndpointUrl::parse(&config.url)?,
            sleep: Arc::new(sleep),
            config,
        })
    }

    /// Sends all requests and passes each result to `each`, on this thread and in the order of arrival.
    /// Checks `cancel` every 50 ms; cancelling closes open connections.
    pub fn send_all<T>(
        &self,
        requests: impl Iterator<Item = SummaryRequest<T>>,
        cancel: &dyn Fn() -> bool,
        mut each: impl FnMut(T, Result<String, RequestError>),
    ) -> RunOutcome {
        let client = Arc::new(Client::new(&self.address, &self.config, &self.sleep));
        let (sender, replies) = channel();
        let mut requests = requests.fuse().peekable();
        let mut run = SummaryRun::new(&self.config);
        let end = loop {
            if cancel() {
                break RunEnd::Cancelled;
            }
            while run.may_send()
                && let Some(request) = requests.next_if(|next| run.fits(&next.prompt))
            {
                let body = wire::request(&self.config.model, &request.prompt);
                client.start(run.send(request), body, &sender);
            }
            if run.open.is_empty() {
                break match (run.stop_reason.take(), requests.peek()) {
                    (Some(why), _) => RunEnd::Down(why),
                    (None, Some(_)) => RunEnd::BudgetSpent,
                    (None, None) => RunEnd::Done,
                };
            }
            if let Ok(reply) = replies.recv_timeout(POLL_INTERVAL)
                && let Some((of, result)) = run.accept(reply)
            {
                each(of, result);
            }
        };
        client.stop();
        RunOutcome { end, ..run.outcome }
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Endpoint")
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}

/// State of a run.
struct SummaryRun<'a, T> {
    config: &'a EndpointConfig,
    /// Pending requests by ticket.
    open: BTreeMap<usize, SummaryRequest<T>>,
    /// Tokens used so far.
    spent: u64,
    /// Number of consecutive failures.
    failures: u32,
    /// Reason that no further request is sent.
    stop_reason: Option<String>,
    outcome: RunOutcome,
}

impl<'a, T> SummaryRun<'a, T> {
    fn new(config: &'a EndpointConfig) -> Self {
        Self {
            config,
            open: BTreeMap::new(),
            spent: 0,
            failures: 0,
            stop_reason: None,
            outcome: RunOutcome::default(),
        }
    }

    fn may_send(&self) -> bool {
        self.stop_reason.is_none() && self.open.len() < self.config.concurrency
    }

    /// Returns true if the budget suffices for a request in addition to the pending ones.
    fn fits(&self, prompt: &SummaryPrompt) -> bool {
        let mut tokens = self.spent;
        for prompt in self.open.values().map(|open| &open.prompt).chain([prompt]) {
            tokens = tokens.saturating_add(estimated_tokens(prompt) + ANSWER_TOKENS);
        }
        tokens <= self.config.token_budget
    }

    fn send(&mut self, request: SummaryRequest<T>) -> usize {
        let ticket = self.outcome.sent;
        self.open.insert(ticket, request);
        self.outcome.sent += 1;
        ticket
    }

    fn accept(&mut self, reply: SummaryReply) -> Option<(T, Result<String, RequestError>)> {
        let SummaryRequest { of, prompt } = self.open.remove(&reply.ticket)?;
        let estimate = estimated_tokens(&prompt);
        let result = reply.result.and_then(|completion| {
            let tokens = match completion.tokens {
                Some(counted) if counted > 0 => counted,
                _ => estimate + tokens_of(&completion.content),
            };
            self.spent = self.spent.saturating_add(tokens);
            answer::summary(&completion)
                .map_err(|why| RequestError::new(Failure::NotSummary, "", why))
        });
        // The server may have used tokens for attempts that timed out.
        self.spent = self
            .spent
            .saturating_add(reply.timed_out.saturating_mul(estimate));
        match &result {
            Ok(_) => {
                self.outcome.answered += 1;
                self.failures = 0;
            }
            Err(error) => {
                self.outcome.failed += 1;
                self.failed(error);
            }
        }
        Some((of, result))
    }

    fn failed(&mut self, error: &RequestError) {
        self.failures += 1;
        let (failures, allowed_failures) = (self.failures, error.allowed_failures());
        if self.stop_reason.is_none() && failures >= allowed_failures {
            self.stop_reason = Some(match allowed_failures {
                1 => error.to_string(),
                _ => format!("{failures} requests in a row failed: {error}"),
            });
        }
    }
}
