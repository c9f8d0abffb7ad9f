//! Summaries from an endpoint, over real sockets; only the waits between tries pass at once.

mod trouble;

use crate::server::{Received, Reply, Server};
use serde_json::json;
use smriti_tui::summary::endpoint::{
    Answer, AskError, Clock, End, Endpoint, EndpointConfig, Key, Outcome, Prompt, Request,
    estimated_tokens,
};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

const KEY: &str = "sk-test-5up3r5ecret";

/// A clock that goes on when somebody sleeps by it.
#[derive(Clone, Default)]
struct Hand(Arc<Mutex<Duration>>);

impl Clock for Hand {
    fn now(&self) -> Duration {
        *self.0.lock().unwrap()
    }

    fn sleep(&self, time: Duration) {
        *self.0.lock().unwrap() += time;
    }
}

fn config(url: &str) -> EndpointConfig {
    EndpointConfig {
        url: url.to_owned(),
        model: "small".to_owned(),
        key: Some(Key::new(KEY)),
        concurrency: 1,
        // No test waits for it, but those that say so.
        timeout: Duration::from_secs(3600),
        retries: 3,
        token_budget: 1_000_000,
        longest_answer: 300,
    }
}

fn requests(count: usize) -> impl Iterator<Item = Request<usize>> {
    (0..count).map(|of| Request {
        of,
        prompt: prompt(),
    })
}

fn prompt() -> Prompt {
    Prompt::for_file("src/merge.rs", "Rust", "pub fn merge()")
}

/// The body of a good completion.
fn said(text: &str) -> String {
    json!({
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "small",
        "choices": [{
            "index": 0,
            "message": { "role": "assistant", "content": text },
            "finish_reason": "stop",
        }],
        "usage": { "prompt_tokens": 40, "completion_tokens": 10, "total_tokens": 50 },
    })
    .to_string()
}

const GOOD: &str = "It merges the segments of an index.";

/// A run and what it gave out, in that order.
struct Asked {
    outcome: Outcome,
    results: Vec<(usize, Result<Answer, AskError>)>,
    waited: Duration,
}

impl Asked {
    /// Sent, answered, failed, left.
    fn counts(&self) -> [usize; 4] {
        let outcome = &self.outcome;
        [
            outcome.asked,
            outcome.answered,
            outcome.failed,
            outcome.left,
        ]
    }

    /// The message of the only result.
    fn error(&self) -> String {
        match self.results.as_slice() {
            [(_, Err(error))] => error.to_string(),
            other => panic!("{other:?}"),
        }
    }

    fn texts(&self) -> Vec<&str> {
        let answers = self.results.iter().map(|(_, result)| result);
        answers
            .map(|result| result.as_ref().unwrap().text.as_str())
            .collect()
    }
}

fn ask(config: EndpointConfig, count: usize) -> Asked {
    let clock = Hand::default();
    let endpoint = Endpoint::with_clock(config, clock.clone()).unwrap();
    let mut results = Vec::new();
    let outcome = endpoint.ask_all(requests(count), &|| false, |of, result| {
        results.push((of, result));
    });
    Asked {
        outcome,
        results,
        waited: clock.now(),
    }
}

#[test]
fn a_request_is_what_the_protocol_says() {
    let server = Server::start(|_, _| Reply::ok(said(GOOD)));
    let asked = ask(config(&server.url()), 1);
    assert_eq!(asked.counts(), [1, 1, 0, 0]);
    assert_eq!(asked.outcome.end, End::Done);
    assert_eq!(asked.outcome.tokens, 50);
    assert_eq!(asked.texts(), [GOOD]);

    let [received] = server.received().try_into().unwrap();
    assert_eq!(received.line, "POST /v1/chat/completions HTTP/1.1");
    let header = |name: &str| received.headers.get(name).map(String::as_str);
    assert_eq!(
        header("authorization"),
        Some(format!("Bearer {KEY}").as_str())
    );
    assert_eq!(header("content-type"), Some("application/json"));
    assert_eq!(header("host"), Some(server.place().as_str()));
    assert!(header("user-agent").is_some_and(|name| name.starts_with("smriti-tui/")));
    assert_eq!(
        received.body,
        json!({
            "model": "small",
            "messages": [
                { "role": "system", "content": prompt().system },
                { "role": "user", "content": prompt().user },
            ],
            "stream": false,
            "max_tokens": 300,
            "temperature": 0.1,
        })
    );
}

#[test]
fn without_a_key_none_is_sent() {
    let server = Server::start(|_, _| Reply::ok(said(GOOD)));
    let keyless = EndpointConfig {
        key: None,
        ..config(&server.url())
    };
    assert_eq!(ask(keyless, 1).texts(), [GOOD]);
    let [received] = server.received().try_into().unwrap();
    assert_eq!(received.headers.get("authorization"), None);
}

#[test]
fn a_chunked_answer_is_whole() {
    let server = Server::start(|_, _| {
        let body = said(GOOD);
        let (start, end) = body.split_at(70);
        Reply::Cut(
            format!(
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n\
                 {:x}\r\n{start}\r\n{:x};x=y\r\n{end}\r\n0\r\n\r\n",
                start.len(),
                end.len()
            )
            .into_bytes(),
        )
    });
    assert_eq!(ask(config(&server.url()), 1).texts(), [GOOD]);
}

#[test]
fn a_server_with_another_dialect_is_understood_once() {
    let server = Server::start(|_, received: &Received| {
        let refusal = |field: &str, message: &str| {
            let body = json!({ "error": { "message": message, "param": field } });
            Reply::status(400, body.to_string())
        };
        if received.body.get("max_tokens").is_some() {
            refusal(
                "max_tokens",
                "Unsupported parameter: use 'max_completion_tokens' instead.",
            )
        } else if received.body.get("temperature").is_some() {
            refusal("temperature", "Only the default (1) value is supported.")
        } else {
            Reply::ok(said(GOOD))
        }
    });
    let asked = ask(config(&server.url()), 3);
    assert_eq!(asked.counts(), [3, 3, 0, 0]);
    assert_eq!(asked.waited, Duration::ZERO);
    assert_eq!(server.received().len(), 5);
}

#[test]
fn answers_are_given_out_as_they_come() {
    let given = Arc::new((Mutex::new(false), Condvar::new()));
    let server = Server::start({
        let given = Arc::clone(&given);
        move |before, _| {
            if before == 1 {
                let (flag, changed) = &*given;
                drop(
                    changed
                        .wait_while(flag.lock().unwrap(), |given| !*given)
                        .unwrap(),
                );
            }
            Reply::ok(said(GOOD))
        }
    });
    let two_at_once = EndpointConfig {
        concurrency: 2,
        ..config(&server.url())
    };
    let endpoint = Endpoint::new(two_at_once).unwrap();
    let outcome = endpoint.ask_all(requests(2), &|| false, |_, _| {
        *given.0.lock().unwrap() = true;
        given.1.notify_all();
    });
    assert_eq!(outcome.answered, 2);
}

#[test]
fn as_many_at_once_as_chosen_and_never_more() {
    const AT_ONCE: usize = 3;
    // How many came, how many are in the script now, the most that ever were.
    let seen = Arc::new((Mutex::new((0_usize, 0_usize, 0_usize)), Condvar::new()));
    let server = Server::start({
        let seen = Arc::clone(&seen);
        move |_, _| {
            let (counts, changed) = &*seen;
            let mut now = counts.lock().unwrap();
            now.0 += 1;
            now.1 += 1;
            now.2 = now.1.max(now.2);
            changed.notify_all();
            // Each waits for the others of its round.
            let round = now.0.div_ceil(AT_ONCE) * AT_ONCE;
            let mut now = changed.wait_while(now, |now| now.0 < round).unwrap();
            now.1 -= 1;
            Reply::ok(said(GOOD))
        }
    });
    let some_at_once = EndpointConfig {
        concurrency: AT_ONCE,
        ..config(&server.url())
    };
    assert_eq!(ask(some_at_once, 4 * AT_ONCE).counts(), [12, 12, 0, 0]);
    assert_eq!(*seen.0.lock().unwrap(), (12, 0, AT_ONCE));
}

#[test]
fn the_budget_is_kept_by_what_the_server_counts() {
    let server = Server::start(|_, _| Reply::ok(said(GOOD)));
    let estimate = estimated_tokens(&prompt()) + 300;
    assert!(estimate > 50);
    // Four answers of 50 tokens each leave room to set aside for a fifth, but not for a sixth.
    let frugal = EndpointConfig {
        token_budget: 4 * 50 + estimate,
        concurrency: 2,
        ..config(&server.url())
    };
    let asked = ask(frugal, 9);
    assert_eq!(asked.counts(), [5, 5, 0, 4]);
    assert_eq!(asked.outcome.end, End::BudgetSpent);
    assert_eq!(asked.outcome.tokens, 250);
    assert_eq!(server.received().len(), 5);
}

#[test]
fn a_budget_that_just_fits_is_no_end() {
    let server = Server::start(|_, _| Reply::ok(said(GOOD)));
    let estimate = estimated_tokens(&prompt()) + 300;
    let just = EndpointConfig {
        token_budget: estimate + 50,
        ..config(&server.url())
    };
    assert_eq!(ask(just.clone(), 2).outcome.end, End::Done);
    assert_eq!(ask(just, 3).outcome.end, End::BudgetSpent);
    let nothing = EndpointConfig {
        token_budget: estimate - 1,
        ..config(&server.url())
    };
    assert_eq!(ask(nothing, 2).counts(), [0, 0, 0, 2]);
}

#[test]
fn a_cancelled_run_ends_though_the_server_never_answers() {
    let server = Server::start(|_, _| Reply::Held(Vec::new()));
    let endpoint = Endpoint::new(config(&server.url())).unwrap();
    let is_asked = || !server.received().is_empty();
    let outcome = endpoint.ask_all(requests(3), &is_asked, |_, _| {
        panic!("nothing was answered");
    });
    assert_eq!((outcome.asked, outcome.left), (1, 3));
    assert_eq!(outcome.end, End::Cancelled);
    // The time-out is an hour away: the connection was closed by the run.
    server.wait_for_an_end();
}

#[test]
fn a_cancelled_run_ends_within_a_back_off() {
    let server = Server::start(|_, _| Reply::status(503, "").with("retry-after", "60"));
    let clock = Hand::default();
    let endpoint = Endpoint::with_clock(config(&server.url()), clock.clone()).unwrap();
    let ten_seconds = Duration::from_secs(10);
    let cancel = || clock.now() >= ten_seconds;
    let outcome = endpoint.ask_all(requests(3), &cancel, |_, _| panic!("nothing was answered"));
    assert_eq!((outcome.asked, outcome.left), (1, 3));
    assert_eq!(outcome.end, End::Cancelled);
    assert!(clock.now() <= ten_seconds + Duration::from_millis(100));
}

#[test]
fn a_run_that_is_cancelled_at_once_sends_nothing() {
    let server = Server::start(|_, _| Reply::ok(said(GOOD)));
    let endpoint = Endpoint::new(config(&server.url())).unwrap();
    let outcome = endpoint.ask_all(requests(3), &|| true, |_, _| panic!("nothing was asked"));
    assert_eq!((outcome.asked, outcome.left), (0, 3));
    assert!(server.received().is_empty());
}
