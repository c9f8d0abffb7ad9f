//! A run over many requests: which to send, and when to stop.

use super::client::{Client, EndpointUrl};
use super::error::Failure;
use super::prompt::{estimated_tokens, tokens_of};
use super::wire::{self, ChatCompletion};
use super::{
    ANSWER_TOKENS, EndpointConfig, EndpointError, RequestError, RunEnd, RunOutcome, SummaryPrompt,
    SummaryRequest, answer,
};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

/// The interval at which cancellation is checked.
pub(super) const LOOK: Duration = Duration::from_millis(50);
/// The maximum number of requests at once: each takes a thread.
const MOST_AT_ONCE: usize = 64;

/// A wait between tries; tests replace it.
pub(super) type SleepFn = Arc<dyn Fn(Duration) + Send + Sync>;

/// A server that accepts requests.
pub struct Endpoint {
    config: EndpointConfig,
    address: EndpointUrl,
    sleep: SleepFn,
}

/// The reply to a request.
pub(super) struct SummaryReply {
    pub(super) ticket: usize,
    pub(super) result: Result<ChatCompletion, RequestError>,
    /// Tries that timed out.
    pub(super) timed_out: u64,
}

impl Endpoint {
    /// Checks the configuration. Nothing is sent.
    pub fn new(config: EndpointConfig) -> Result<Self, EndpointError> {
        Self::with_sleep(config, std::thread::sleep)
    }

    /// The same, with a function that waits between tries.
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

    /// Sends all requests and passes each result to `each` on this thread as it comes, in no order.
    /// `cancel` is checked every 50 ms; connections in use are closed then.
    pub fn ask_all<T>(
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
                break match (run.down.take(), requests.peek()) {
                    (Some(why), _) => RunEnd::Down(why),
                    (None, Some(_)) => RunEnd::BudgetSpent,
                    (None, None) => RunEnd::Done,
                };
            }
            if let Ok(reply) = replies.recv_timeout(LOOK)
                && let Some((of, result)) = run.receive(reply)
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

/// The state of a run.
struct SummaryRun<'a, T> {
    config: &'a EndpointConfig,
    /// Requests under way, by their tickets.
    open: BTreeMap<usize, SummaryRequest<T>>,
    /// Tokens that were used.
    spent: u64,
    /// Failures in a row.
    failures: u32,
    /// Reason that no further request is sent.
    down: Option<String>,
    outcome: RunOutcome,
}

impl<'a, T> SummaryRun<'a, T> {
    fn new(config: &'a EndpointConfig) -> Self {
        Self {
            config,
            open: BTreeMap::new(),
            spent: 0,
            failures: 0,
            down: None,
            outcome: RunOutcome::default(),
        }
    }

    fn may_send(&self) -> bool {
        self.down.is_none() && self.open.len() < self.config.concurrency.clamp(1, MOST_AT_ONCE)
    }

    /// Returns true if the budget suffices for a request besides those under way.
    fn fits(&self, prompt: &SummaryPrompt) -> bool {
        let open = self.open.values().map(|open| &open.prompt);
        let costs = open
            .chain([prompt])
            .map(|it| estimated_tokens(it) + ANSWER_TOKENS);
        self.spent.saturating_add(costs.sum()) <= self.config.token_budget
    }

    fn send(&mut self, request: SummaryRequest<T>) -> usize {
        let ticket = self.outcome.asked;
        self.open.insert(ticket, request);
        self.outcome.asked += 1;
        ticket
    }

    fn receive(&mut self, reply: SummaryReply) -> Option<(T, Result<String, RequestError>)> {
        let SummaryRequest { of, prompt } = self.open.remove(&reply.ticket)?;
        let estimate = estimated_tokens(&prompt);
        let result = reply.result.and_then(|completion| {
            let counted = completion.tokens.filter(|tokens| *tokens > 0);
            let tokens = counted.unwrap_or(estimate + tokens_of(&completion.content));
            self.spent = self.spent.saturating_add(tokens);
            let why = |why: &str| RequestError::new(Failure::Nonsense, "", why);
            answer::summary(&completion).map_err(why)
        });
        // The server may have worked on what it did not answer in time.
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
        let (failures, patience) = (self.failures, error.patience());
        if self.down.is_none() && failures >= patience {
            self.down = Some(match patience {
                1 => error.to_string(),
                _ => format!("{failures} requests in a row failed: {error}"),
            });
        }
    }
}
