//! Failures of servers and networks.

use super::*;
use smriti_tui::summary::endpoint::Failure;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

/// Sends one request without retries to a server with this reply, and checks the error, in which `HOST`
/// replaces the server's host.
fn check(reply: impl Fn() -> Reply + Send + Sync + 'static, expected: &str) {
    let server = Server::start(move |_, _| reply());
    let once = EndpointConfig {
        retries: 0,
        ..config(&server.url())
    };
    let sent = run(once, 1);
    assert_eq!(sent.error().replace(&server.host(), "HOST"), expected);
    assert_eq!(sent.counts(), [1, 0, 1]);
}

fn short_timeout(url: &str) -> EndpointConfig {
    EndpointConfig {
        timeout: Duration::from_millis(60),
        retries: 0,
        ..config(url)
    }
}

#[test]
fn a_server_that_never_answers_times_out() {
    for start in [
        "",
        "HTTP/1.1 200",
        "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{\"ch",
    ] {
        let server = Server::start(move |_, _| Reply::Held(start.into()));
        let sent = run(short_timeout(&server.url()), 1);
        let expected = format!(
            "{} did not answer within 0.06 s; check its load, or set summary.model to a faster model",
            server.host()
        );
        assert_eq!(sent.error(), expected);
        server.wait_for_an_end();
    }
}

#[test]
fn timed_out_request_is_retried() {
    let server = Server::start(|before, _| match before {
        0 => Reply::Held(Vec::new()),
        _ => Reply::ok(completion(GOOD)),
    });
    let retrying = EndpointConfig {
        // On a busy machine a valid answer may also be too late.
        retries: 20,
        timeout: Duration::from_millis(400),
        ..config(&server.url())
    };
    let sent = run(retrying, 1);
    assert_eq!(sent.texts(), [GOOD]);
}

#[test]
fn timed_out_requests_count_against_the_budget() {
    let server = Server::start(|before, _| match before {
        0 | 1 => Reply::Held(Vec::new()),
        _ => Reply::ok(completion(GOOD)),
    });
    let estimate = estimated_tokens(&prompt());
    let limited = EndpointConfig {
        retries: 1,
        // Enough for both attempts of the first request, but not for the second.
        token_budget: 2 * estimate + ANSWER_TOKENS,
        ..short_timeout(&server.url())
    };
    let sent = run(limited, 2);
    assert_eq!(sent.counts(), [1, 0, 1]);
    assert_eq!(sent.outcome.end, RunEnd::BudgetSpent);
}

/// Checks the total delay, in milliseconds, if a server gives this reply twice and then a valid one.
fn waits(reply: impl Fn() -> Reply + Send + Sync + 'static, expected: u128) {
    let server = Server::start(move |before, _| match before {
        0 | 1 => reply(),
        _ => Reply::ok(completion(GOOD)),
    });
    let sent = run(config(&server.url()), 1);
    assert_eq!(sent.texts(), [GOOD]);
    assert_eq!(sent.waited.as_millis(), expected);
    assert_eq!(server.received().len(), 3);
}

#[test]
fn temporary_errors_are_retried_with_back_off() {
    for status in [429, 500, 502, 503, 504] {
        waits(move || Reply::status(status, "{}"), 500 + 1000);
    }
    waits(|| Reply::Cut(Vec::new()), 500 + 1000);
    waits(
        || Reply::Cut(b"HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{\"choices".into()),
        1500,
    );
    let chunk = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{\"cho";
    waits(|| Reply::Cut(chunk.into()), 1500);
}

#[test]
fn retry_after_header_is_respected() {
    waits(|| Reply::status(429, "").with("retry-after", "7"), 14_000);
    waits(
        || Reply::status(429, "").with("retry-after", "86400"),
        120_000,
    );
    waits(|| Reply::status(429, "").with("retry-after", "soon"), 1_500);
}

#[test]
fn retries_are_limited() {
    let server = Server::start(|_, _| Reply::status(500, r#"{"error":"out of memory"}"#));
    let sent = run(config(&server.url()), 1);
    assert_eq!(server.received().len(), 4);
    assert_eq!(sent.waited.as_millis(), 500 + 1000 + 2000);
    let host = server.host();
    assert_eq!(
        sent.error(),
        format!("{host} answered 500: out of memory; check the server's log")
    );
}

#[test]
fn permanent_errors_are_not_retried() {
    for status in [301, 308, 400, 401, 403, 404, 413, 422, 501] {
        let server = Server::start(move |_, _| Reply::status(status, "no"));
        let sent = run(config(&server.url()), 1);
        assert_eq!(sent.counts(), [1, 0, 1], "{status}");
        assert_eq!(server.received().len(), 1, "{status}");
    }
}

#[test]
fn server_error_is_quoted_with_advice() {
    check(
        || {
            Reply::status(
                401,
                r#"{"error":{"message":"Wrong\u001b[31m key\n\u202egiven."}}"#,
            )
        },
        "HOST answered 401: Wrong[31m key given; check summary.key_env",
    );
    check(
        || Reply::status(404, r#"{"error":"model 'small' not found"}"#),
        "HOST answered 404: model 'small' not found; check summary.url, which usually ends in /v1, and summary.model",
    );
    check(
        || Reply::status(502, "<html><h1>Bad gateway</h1></html>"),
        "HOST answered 502; check the server's log",
    );
    let long = format!(
        "HOST answered 400: {}…; the server does not accept this request: check summary.model",
        "é".repeat(199)
    );
    check(|| Reply::status(400, "é".repeat(9000)), &long);
}

#[test]
fn malformed_completion_is_reported() {
    let foreign = |what: &str| {
        format!(
            "HOST sent {what} instead of a chat completion; check summary.url, which usually ends in /v1"
        )
    };
    check(
        || Reply::ok("\0\u{1}\u{2}"),
        &foreign("a response that is not JSON"),
    );
    check(
        || Reply::ok(r#"{"models":[]}"#),
        &foreign("JSON without choices"),
    );
    check(
        || Reply::ok(r#"{"error":{"message":"no such model"}}"#),
        &foreign("an error (no such model)"),
    );
    check(|| Reply::Endless, &foreign("more than 1 MB"));
    check(
        || Reply::Cut(b"\x16\x03\x01 not HTTP\r\n\r\n".into()),
        &foreign("a response that is not HTTP"),
    );
}

#[test]
fn unusable_completion_gives_no_summary() {
    let nonsense = |why: &str| {
        format!("the model's answer is not a summary: {why}; try another summary.model")
    };
    check(|| Reply::ok(completion("")), &nonsense("it is empty"));
    check(
        || Reply::ok(completion("I'm sorry, I can't.")),
        &nonsense("it is a refusal"),
    );
}

#[test]
fn redirects_do_not_receive_key_or_code() {
    let elsewhere = Server::start(|_, _| Reply::ok(completion(GOOD)));
    for status in [301, 302, 303, 307, 308] {
        let target = elsewhere.url() + "/chat?token=1";
        check(
            move || Reply::status(status, "").with("location", target.clone()),
            &format!("HOST answered {status}; set summary.url to the address that it redirects to"),
        );
    }
    assert!(elsewhere.received().is_empty());
}

#[test]
fn refused_connection_counts_as_down() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = listener.local_addr().unwrap();
    drop(listener);
    let sent = run(config(&format!("http://{host}/v1")), 100);
    assert_eq!(sent.counts(), [3, 0, 3]);
    assert_eq!(sent.waited.as_millis(), 3 * 3500);
    assert_eq!(
        sent.outcome.end,
        RunEnd::Down(format!(
            "3 requests in a row failed: {host} cannot be reached: connection refused; \
             check that the server runs and summary.url names it"
        ))
    );
}

#[test]
fn wrong_key_is_sent_once() {
    let server = Server::start(|_, _| {
        let message = format!("Incorrect API key provided: {KEY}.");
        Reply::status(401, json!({ "error": { "message": message } }).to_string())
    });
    let sent = run(config(&server.url()), 5);
    assert_eq!(sent.counts(), [1, 0, 1]);
    let sentence = format!(
        "{} answered 401: Incorrect API key provided: (key); check summary.key_env",
        server.host()
    );
    assert_eq!(sent.outcome.end, RunEnd::Down(sentence));
}

#[test]
fn one_failed_request_does_not_stop_the_others() {
    let server = Server::start(|before, _| match before % 2 {
        0 => Reply::status(422, "too long"),
        _ => Reply::ok(completion(GOOD)),
    });
    let sent = run(config(&server.url()), 20);
    assert_eq!(sent.counts(), [20, 10, 10]);
    assert_eq!(sent.outcome.end, RunEnd::Done);
}

#[test]
fn run_stops_when_every_answer_is_unusable() {
    let server = Server::start(|_, _| Reply::ok(completion("!!!")));
    let sent = run(config(&server.url()), 20);
    assert_eq!(sent.counts(), [8, 0, 8]);
    assert_eq!(
        sent.outcome.end,
        RunEnd::Down(
            "8 requests in a row failed: the model's answer is not a summary: \
             it is empty; try another summary.model"
                .to_owned()
        )
    );
}

/// Reply of a server without TLS to a TLS handshake.
fn refuse_tls(listener: &TcpListener) {
    let (mut client, _) = listener.accept().unwrap();
    client.read_exact(&mut [0; 5]).unwrap();
    client
        .write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n")
        .unwrap();
    client.read_to_end(&mut Vec::new()).ok();
}

#[test]
fn failed_tls_handshake_is_not_retried() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = listener.local_addr().unwrap();
    let server = thread::spawn(move || refuse_tls(&listener));
    let sent = run(config(&format!("https://{host}/v1")), 5);
    server.join().unwrap();
    assert_eq!(sent.counts(), [1, 0, 1]);
    let failures: Vec<_> = sent
        .results
        .iter()
        .map(|(_, it)| it.as_ref().map_err(|it| it.failure))
        .collect();
    assert_eq!(failures, [Err(Failure::Insecure)]);
}

#[test]
fn key_is_never_printed() {
    let echo = format!("{KEY} {}{KEY}", "x".repeat(180));
    let bodies = [
        echo.clone(),
        json!({ "error": echo }).to_string(),
        json!({ "error": { "message": echo, "code": echo, "param": echo } }).to_string(),
        json!({ "error": { "message": echo, "code": "insufficient_quota" } }).to_string(),
    ];
    for status in [200, 302, 400, 401, 429, 500] {
        for body in bodies.clone() {
            let target = format!("http://elsewhere/{KEY}?key={KEY}");
            let server = Server::start(move |_, _| {
                Reply::status(status, body.clone()).with("location", target.clone())
            });
            let config = config(&server.url());
            let endpoint = Waited::default().endpoint(config.clone());
            let mut shown = format!("{config:?} {endpoint:?}");
            let outcome = endpoint.send_all(requests(4), &|| false, |_, result| {
                let error = result.unwrap_err();
                shown += &format!("{error} {error:?}");
            });
            shown += &format!("{outcome:?}");
            assert!(!shown.contains(KEY), "{status}: {shown}");
        }
    }
}

#[test]
fn invalid_address_is_refused_before_sending() {
    let check = |change: &dyn Fn(&mut EndpointConfig), expected: &str| {
        let mut config = config("http://localhost:1/v1");
        change(&mut config);
        assert_eq!(Endpoint::new(config).unwrap_err().to_string(), expected);
    };
    check(
        &|config| config.url = "localhost:11434".to_owned(),
        "summary.url is not an http or https address; write it like http://localhost:11434/v1",
    );
    check(
        &|config| config.key = Some(ApiKey::new("\n")),
        "the key for summaries is empty or has invalid characters; check summary.key_env",
    );
}
