//! One run over many requests. All decisions are made here, on the caller's thread: whom to send,
//! when to try again, when to stop. Time is the clock's, so that back-off can be tested at once.

use super::answer::{self, Answer};
use super::backoff;
use super::budget::Budget;
use super::clock::Clock;
use super::error::AskError;
use super::flight::{Flights, Reply, Ticket};
use super::health::Health;
use super::http::Failure;
use super::prompt::{Prompt, estimated_tokens, tokens_of};
use super::wire::{self, Completion, Dialect};
use super::{End, EndpointConfig, Outcome, Request};
use std::collections::BTreeMap;
use std::time::Duration;

/// How long a run is deaf to its being cancelled, at most.
const LOOK: Duration = Duration::from_millis(50);

/// The most requests at once, whatever was configured: each takes a thread.
const MOST_AT_ONCE: usize = 64;

/// A run under way.
pub(super) struct Run<'a, T, F> {
    config: &'a EndpointConfig,
    clock: &'a dyn Clock,
    flights: Flights,
    each: F,
    sent: BTreeMap<Ticket, Open<T>>,
    waiting: Vec<Open<T>>,
    budget: Budget,
    health: Health,
    dialect: Dialect,
    /// Nothing is sent before this: a server asked to be left alone.
    quiet_until: Duration,
    /// Why nothing new is sent, once that is so.
    end: Option<End>,
    outcome: Outcome,
}

/// A request that was taken and has not come to its end.
struct Open<T> {
    ticket: Ticket,
    of: T,
    prompt: Prompt,
    /// Times that it failed and was to be tried again.
    failures: u32,
    /// How it was said when it was last sent.
    dialect: Dialect,
    /// Tokens set aside while it is under way.
    aside: u64,
    /// When it is to be sent again.
    due: Duration,
}

impl<'a, T, F: FnMut(T, Result<Answer, AskError>)> Run<'a, T, F> {
    /// A run in which nothing was sent yet.
    pub(super) fn new(
        config: &'a EndpointConfig,
        clock: &'a dyn Clock,
        flights: Flights,
        each: F,
    ) -> Self {
        Self {
            config,
            clock,
            flights,
            each,
            sent: BTreeMap::new(),
            waiting: Vec::new(),
            budget: Budget::new(config.token_budget),
            health: Health::default(),
            dialect: Dialect::default(),
            quiet_until: Duration::ZERO,
            end: None,
            outcome: Outcome::nothing(),
        }
    }

    /// Goes on until every request came to its end, or the run to its.
    pub(super) fn over(
        mut self,
        requests: impl Iterator<Item = Request<T>>,
        cancel: &dyn Fn() -> bool,
    ) -> Outcome {
        let mut requests = requests.fuse().peekable();
        loop {
            if cancel() {
                self.land_what_is_there();
                self.end = Some(End::Cancelled);
                break;
            }
            let now = self.clock.now();
            self.send_again(now);
            while self.may_take(now)
                && let Some(request) = requests.next_if(|next| self.fits(&next.prompt))
            {
                self.take(request);
            }
            if self.is_idle() && (self.end.is_some() || requests.peek().is_none()) {
                break;
            }
            if self.is_idle() && !self.is_quiet(now) {
                self.end = Some(End::BudgetSpent);
                break;
            }
            self.wait(now);
        }
        self.leave(requests.size_hint().0)
    }

    fn leave(mut self, untouched: usize) -> Outcome {
        self.outcome.left += self.sent.len() + self.waiting.len() + untouched;
        self.outcome.tokens = self.budget.spent();
        self.outcome.end = self.end.unwrap_or(End::Done);
        self.outcome
    }

    fn is_idle(&self) -> bool {
        self.sent.is_empty() && self.waiting.is_empty()
    }

    fn is_quiet(&self, now: Duration) -> bool {
        now < self.quiet_until
    }

    fn may_take(&self, now: Duration) -> bool {
        let open = self.sent.len() + self.waiting.len();
        let at_once = self.config.concurrency.clamp(1, MOST_AT_ONCE);
        self.end.is_none() && !self.is_quiet(now) && open < at_once
    }

    fn cost(&self, prompt: &Prompt) -> u64 {
        estimated_tokens(prompt) + u64::from(self.config.longest_answer)
    }

    fn fits(&self, prompt: &Prompt) -> bool {
        self.budget.fits(self.cost(prompt))
    }

    fn take(&mut self, request: Request<T>) {
        let open = Open {
            ticket: self.outcome.asked as Ticket,
            of: request.of,
            prompt: request.prompt,
            failures: 0,
            dialect: self.dialect,
            aside: 0,
            due: Duration::ZERO,
        };
        self.outcome.asked += 1;
        self.send(open);
    }

    fn send(&mut self, mut open: Open<T>) {
        open.dialect = self.dialect;
        open.aside = self.cost(&open.prompt);
        self.budget.set_aside(open.aside);
        let config = self.config;
        let body = wire::request(
            &config.model,
            &open.prompt,
            config.longest_answer,
            open.dialect,
        );
        self.flights.start(open.ticket, body);
        self.sent.insert(open.ticket, open);
    }

    /// Sends what has waited long enough, as far as the budget goes.
    fn send_again(&mut self, now: Duration) {
        if self.is_quiet(now) {
            return;
        }
        for open in std::mem::take(&mut self.waiting) {
            if open.due > now {
                self.waiting.push(open);
            } else if self.fits(&open.prompt) {
                self.send(open);
            } else if self.sent.is_empty() {
                // Nothing under way could cost less than was set aside for it.
                self.outcome.left += 1;
                self.end = Some(End::BudgetSpent);
            } else {
                self.waiting.push(open);
            }
        }
    }

    /// Waits for a reply, or for the next moment at which something can be sent.
    fn wait(&mut self, now: Duration) {
        let due = self.waiting.iter().map(|open| open.due).min();
        let next = due.unwrap_or_default().max(self.quiet_until);
        let pause = match next.saturating_sub(now) {
            Duration::ZERO => LOOK,
            pause => pause.min(LOOK),
        };
        if self.sent.is_empty() {
            self.clock.sleep(pause);
        } else if let Some(reply) = self.flights.reply_within(pause) {
            self.land(reply);
        }
    }

    fn land_what_is_there(&mut self) {
        while let Some(reply) = self.flights.reply() {
            self.land(reply);
        }
    }

    fn land(&mut self, reply: Reply) {
        let Some(open) = self.sent.remove(&reply.ticket) else {
            return;
        };
        match reply.result {
            Ok(completion) => self.answered(open, completion),
            Err(failure) => self.failed(open, *failure),
        }
    }

    fn answered(&mut self, open: Open<T>, completion: Completion) {
        let estimate = || estimated_tokens(&open.prompt) + tokens_of(&completion.content);
        let tokens = completion.tokens.unwrap_or_else(estimate);
        self.budget.settle(open.aside, tokens);
        match answer::summary(&completion.content, completion.finish, &open.prompt) {
            Ok(text) => {
                self.health.answered();
                self.outcome.answered += 1;
                (self.each)(open.of, Ok(Answer { text, tokens }));
            }
            Err(nonsense) => self.give_up(open, AskError::Nonsense(nonsense)),
        }
    }

    fn failed(&mut self, open: Open<T>, failure: Failure) {
        let spent = match failure.error.may_have_cost() {
            true => estimated_tokens(&open.prompt),
            false => 0,
        };
        self.budget.settle(open.aside, spent);
        if let AskError::Refused {
            status: 400 | 422, ..
        } = failure.error
        {
            self.dialect = self.dialect.after(&failure.refusal);
            if open.dialect != self.dialect {
                return self.put_off(open, Duration::ZERO);
            }
        }
        let is_passing = failure.error.is_passing();
        if is_passing && let Some(asked) = failure.retry_after {
            let until = self.clock.now() + backoff::wait(1, Some(asked));
            self.quiet_until = self.quiet_until.max(until);
        }
        if is_passing && open.failures < self.config.retries {
            let failures = open.failures + 1;
            let pause = backoff::wait(failures, failure.retry_after);
            return self.put_off(Open { failures, ..open }, pause);
        }
        self.give_up(open, failure.error);
    }

    /// Keeps a request for later, unless there is no later.
    fn put_off(&mut self, mut open: Open<T>, pause: Duration) {
        if let Some(End::Down(_)) = self.end {
            self.outcome.left += 1;
            return;
        }
        open.due = self.clock.now() + pause;
        self.waiting.push(open);
    }

    fn give_up(&mut self, open: Open<T>, error: AskError) {
        self.outcome.failed += 1;
        if let Some(sentence) = self.health.failed(&error) {
            self.outcome.left += self.waiting.len();
            self.waiting.clear();
            self.end = Some(End::Down(sentence));
        }
        (self.each)(open.of, Err(error));
    }
}
