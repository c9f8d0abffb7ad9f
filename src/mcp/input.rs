//! Messages of a client, one on each line, as far as the library reads them.
//!
//! [`forward()`] passes them on. Contract: what the library would ignore, or answer without the id of the request, is
//! repaired or answered here.

use anyhow::Result;
use rmcp::ErrorData;
use rmcp::transport::async_rw::DEFAULT_MAX_LINE_LENGTH as MAX_MESSAGE;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream};

/// Length of an escaped code unit, `\ud83d`.
const ESCAPE: usize = 6;

/// Passes the messages of standard input on.
pub(super) async fn forward(mut messages: DuplexStream) -> Result<()> {
    let mut input = BufReader::new(tokio::io::stdin());
    let (mut line, mut is_rest) = (Vec::new(), false);
    loop {
        line.clear();
        let mut limited = (&mut input).take(MAX_MESSAGE as u64);
        if limited.read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        let is_cut = line.len() == MAX_MESSAGE && !line.ends_with(b"\n");
        let message = match &line {
            _ if std::mem::replace(&mut is_rest, is_cut) => continue,
            _ if is_cut => Err(reply(
                Value::Null,
                ErrorData::parse_error("the message exceeds 16 MB", None),
            )),
            line => read(&String::from_utf8_lossy(line)),
        };
        match message {
            Ok(message) => messages.write_all((message + "\n").as_bytes()).await?,
            Err(reply) => {
                let mut output = tokio::io::stdout();
                output.write_all(format!("{reply}\n").as_bytes()).await?;
                output.flush().await?;
            }
        }
    }
}

/// Reads a message; an error is the reply to it. Half of a surrogate pair, which a cut text has, becomes U+FFFD, and
/// arguments that are written as a text are read.
fn read(line: &str) -> Result<String, Value> {
    let text = line.strip_prefix('\u{feff}').unwrap_or(line).trim();
    if text.is_empty() {
        return Ok(String::new());
    }
    let parsed = serde_json::from_str::<Value>(text);
    let is_whole = parsed.is_ok();
    let parsed = parsed.or_else(|error| {
        serde_json::from_str(&without_half_pairs(text)).map_err(|_| error.to_string())
    });
    let mut message =
        parsed.map_err(|error| reply(Value::Null, ErrorData::parse_error(error, None)))?;
    let written = match &message["params"]["arguments"] {
        Value::String(written) => serde_json::from_str::<Value>(written).ok(),
        _ => None,
    };
    let is_written = written.is_some();
    if let Some(arguments) = written {
        message["params"]["arguments"] = arguments;
    }
    let is_object =
        |value: Option<&Value>| value.is_none_or(|value| value.is_object() || value.is_null());
    let arguments = message["params"].get("arguments");
    if let Some(id) = message.get("id")
        && (!is_object(message.get("params")) || !is_object(arguments))
    {
        let error = ErrorData::invalid_params("params and arguments must be objects", None);
        return Err(reply(id.clone(), error));
    }
    Ok(if is_whole && !is_written {
        text.to_owned()
    } else {
        message.to_string()
    })
}

fn reply(id: Value, error: ErrorData) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": error})
}

/// Replaces escaped surrogates without their other half.
fn without_half_pairs(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        whole.push_str(before);
        let next = escape.get(ESCAPE..).and_then(surrogate);
        let (kept, len) = match (surrogate(escape), next) {
            (Some(0xd800..0xdc00), Some(0xdc00..)) => (escape.get(..2 * ESCAPE), 2 * ESCAPE),
            (Some(_), _) => (Some("\\ufffd"), ESCAPE),
            (None, _) => (escape.get(..2), 2),
        };
        whole.push_str(kept.unwrap_or_default());
        rest = escape.get(len..).unwrap_or_default();
    }
    whole + rest
}

/// The surrogate that an escape at the start of a text is.
fn surrogate(text: &str) -> Option<u16> {
    let digits = text.get(..ESCAPE)?.strip_prefix("\\u")?;
    let unit = u16::from_str_radix(digits, 16).ok()?;
    (0xd800..0xe000).contains(&unit).then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        assert_eq!(read(line).as_deref(), Ok(expected), "{line}");
    }

    #[test]
    fn messages_pass_as_they_are() {
        let ping = r#"{"jsonrpc":"2.0","id":6,"method":"ping"}"#;
        check(ping, ping);
        check(&format!("\u{feff}{ping}\r\n"), ping);
        check("\n", "");
        let null = r#"{"id":1,"params":{"arguments":null}}"#;
        check(null, null);
        let pair = r#"{"id":1,"params":{"arguments":{"query":"\ud83d\ude00 \\ud83d"}}}"#;
        check(pair, pair);
    }

    #[test]
    fn half_pairs_and_written_arguments_are_read() {
        check(
            r#"{"id":1,"params":{"arguments":{"query":"\ud83d a \\ud83d \ude00"}}}"#,
            "{\"id\":1,\"params\":{\"arguments\":{\"query\":\"\u{fffd} a \\\\ud83d \u{fffd}\"}}}",
        );
        check(
            r#"{"id":1,"params":{"arguments":"{\"query\":\"a\"}"}}"#,
            r#"{"id":1,"params":{"arguments":{"query":"a"}}}"#,
        );
    }

    #[test]
    fn an_error_has_the_id_of_its_request() {
        let check = |line: &str, id: Value, code: i32| {
            let reply = read(line).expect_err(line);
            assert_eq!((&reply["id"], &reply["error"]["code"]), (&id, &json!(code)));
        };
        check("{", Value::Null, -32700);
        check(r#"{"id":6,"method":"ping","params":[]}"#, json!(6), -32602);
        check(
            r#"{"id":"a","params":{"arguments":"x"}}"#,
            json!("a"),
            -32602,
        );
        check(r#"{"id":7,"params":{"arguments":"[1]"}}"#, json!(7), -32602);
    }
}
