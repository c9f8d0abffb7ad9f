//! Summaries from an endpoint, over real sockets; only the delays between retries are simulated.

mod failures;

use crate::server::{Reply, Server};
use serde_json::json;
use smriti_tui::http::ApiKey;
use smriti_tui::summary::endpoint::{
    ANSWER_TOKENS, Endpoint, EndpointConfig, RequestError, RunEnd, RunOutcome, SummaryPrompt,
    SummaryRequest, estimated_tokens,
};
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

const KEY: &str = "sk-test-5up3r5ecret";

/// The simulated delay between retries.
#[derive(Clone, Default)]
struct Waited(Arc<Mutex<Duration>>);

impl Waited {
    fn time(&self) -> Duration {
        *self.0.lock().unwrap()
    }

    fn endpoint(&self, config: EndpointConfig) -> Endpoint {
        let waited = Arc::clone(&self.0);
        Endpoint::with_sleep(config, move |time| *waited.lock().unwrap() += time).unwrap()
    }
}

fn config(url: &str) -> EndpointConfig {
    EndpointConfig {
        url: url.to_owned(),
        model: "small".to_owned(),
        key: Some(ApiKey::new(KEY)),
        concurrency: 1,
        // Long, because only the tests of time limits wait for it.
        timeout: Duration::from_secs(3600),
        retries: 3,
        token_budget: 1_000_000,
    }
}

fn requests(count: usize) -> impl Iterator<Item = SummaryRequest<usize>> {
    (0..count).map(|of| SummaryRequest {
        of,
        prompt: prompt(),
    })
}

fn prompt() -> SummaryPrompt {
    SummaryPrompt::for_file("src/merge.rs", "Rust", "pub fn merge()")
}

/// The body of a valid completion.
fn completion(text: &str) -> String {
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

/// A run, and its results in order.
struct EndpointRun {
    outcome: RunOutcome,
    results: Vec<(usize, Result<String, RequestError>)>,
    waited: Duration,
}

impl EndpointRun {
    /// Sent, answered, failed.
    fn counts(&self) -> [usize; 3] {
        let outcome = &self.outcome;
        [outcome.sent, outcome.answered, outcome.failed]
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
            .map(|result| result.as_ref().unwrap().as_str())
            .collect()
    }
}

fn run(config: EndpointConfig, count: usize) -> EndpointRun {
    let waited = Waited::default();
    let endpoint = waited.endpoint(config);
    let mut results = Vec::new();
    let outcome = endpoint.send_all(requests(count), &|| false, |of, result| {
        results.push((of, result));
    });
    EndpointRun {
        outcome,
        results,
        waited: waited.time(),
    }
}

#[test]
fn request_follows_the_protocol() {
    let server = Server::start(|_, _| Reply::ok(completion(GOOD)));
    let sent = run(config(&server.url()), 1);
    assert_eq!(sent.counts(), [1, 1, 0]);
    assert_eq!(sent.outcome.end, RunEnd::Done);
    assert_eq!(sent.texts(), [GOOD]);

    let [received] = server.received().try_into().unwrap();
    assert_eq!(received.line, "POST /v1/chat/completions HTTP/1.1");
    let header = |name: &str| received.headers.get(name).map(String::as_str);
    assert_eq!(
        header("authorization"),
        Some(format!("Bearer {KEY}").as_str())
    );
    assert_eq!(header("content-type"), Some("application/json"));
    assert_eq!(header("host"), Some(server.host().as_str()));
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
        })
    );
}

#[test]
fn no_authorization_is_sent_without_a_key() {
    let server = Server::start(|_, _| Reply::ok(completion(GOOD)));
    let keyless = EndpointConfig {
        key: None,
        ..config(&server.url())
    };
    assert_eq!(run(keyless, 1).texts(), [GOOD]);
    let [received] = server.received().try_into().unwrap();
    assert_eq!(received.headers.get("authorization"), None);
}

#[test]
fn a_chunked_answer_is_whole() {
    let server = Server::start(|_, _| {
        let body = completion(GOOD);
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
    assert_eq!(run(config(&server.url()), 1).texts(), [GOOD]);
}

#[test]
fn answers_arrive_one_by_one() {
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
            Reply::ok(completion(GOOD))
        }
    });
    let two_at_once = EndpointConfig {
        concurrency: 2,
        ..config(&server.url())
    };
    let endpoint = Endpoint::new(two_at_once).unwrap();
    let outcome = endpoint.send_all(requests(2), &|| false, |_, _| {
        *given.0.lock().unwrap() = true;
        given.1.notify_all();
    });
    assert_eq!(outcome.answered, 2);
}

#[test]
fn parallel_requests_are_limited() {
    const AT_ONCE: usize = 3;
    // Total requests, current requests, and maximum number of current ones.
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
            Reply::ok(completion(GOOD))
        }
    });
    let some_at_once = EndpointConfig {
        concurrency: AT_ONCE,
        ..config(&server.url())
    };
    assert_eq!(run(some_at_once, 4 * AT_ONCE).counts(), [12, 12, 0]);
    assert_eq!(*seen.0.lock().unwrap(), (12, 0, AT_ONCE));
}

#[test]
fn budget_follows_the_usage_reported_by_the_server() {
    let server = Server::start(|_, _| Reply::ok(completion(GOOD)));
    let estimate = estimated_tokens(&prompt()) + ANSWER_TOKENS;
    // Four answers of 50 tokens each leave room to reserve a fifth, but not a sixth.
    let limited = EndpointConfig {
        token_budget: 4 * 50 + estimate,
        concurrency: 2,
        ..config(&server.url())
    };
    let sent = run(limited, 9);
    assert_eq!(sent.counts(), [5, 5, 0]);
    assert_eq!(sent.outcome.end, RunEnd::BudgetSpent);
    assert_eq!(server.received().len(), 5);
}

#[test]
fn budget_that_fits_exactly_completes() {
    let server = Server::start(|_, _| Reply::ok(completion(GOOD)));
    let estimate = estimated_tokens(&prompt()) + ANSWER_TOKENS;
    let just = EndpointConfig {
        token_budget: estimate + 50,
        ..config(&server.url())
    };
    assert_eq!(run(just.clone(), 2).outcome.end, RunEnd::Done);
    assert_eq!(run(just, 3).outcome.end, RunEnd::BudgetSpent);
    let nothing = EndpointConfig {
        token_budget: estimate - 1,
        ..config(&server.url())
    };
    assert_eq!(run(nothing, 2).counts(), [0, 0, 0]);
}

#[test]
fn cancelled_run_ends_without_an_answer() {
    let server = Server::start(|_, _| Reply::Held(Vec::new()));
    let endpoint = Endpoint::new(config(&server.url())).unwrap();
    let is_asked = || !server.received().is_empty();
    let outcome = endpoint.send_all(requests(3), &is_asked, |_, _| {
        panic!("nothing was answered");
    });
    assert_eq!(outcome.sent, 1);
    assert_eq!(outcome.end, RunEnd::Cancelled);
    // The time limit is an hour: the run closed the connection.
    server.wait_for_an_end();
}

#[test]
fn cancelled_run_ends_during_a_pause() {
    let server = Server::start(|_, _| Reply::status(503, "").with("retry-after", "60"));
    let (sender, pauses) = channel();
    // The delay lasts until the test ends.
    let (_end, ended) = channel::<()>();
    let ended = Mutex::new(ended);
    let sleep = move |_| {
        sender.send(()).unwrap();
        _ = ended.lock().unwrap().recv();
    };
    let endpoint = Endpoint::with_sleep(config(&server.url()), sleep).unwrap();
    let is_paused = || pauses.try_recv().is_ok();
    let outcome = endpoint.send_all(requests(3), &is_paused, |_, _| {
        panic!("nothing was answered")
    });
    assert_eq!((outcome.sent, outcome.end), (1, RunEnd::Cancelled));
}

#[test]
fn a_run_that_is_cancelled_at_once_sends_nothing() {
    let server = Server::start(|_, _| Reply::ok(completion(GOOD)));
    let endpoint = Endpoint::new(config(&server.url())).unwrap();
    let outcome = endpoint.send_all(requests(3), &|| true, |_, _| panic!("nothing was sent"));
    assert_eq!(outcome.sent, 0);
    assert!(server.received().is_empty());
}
