//! JSON of requests and responses. Servers omit, add and rename fields of responses.
//!
//! Principal type: [`ChatCompletion`]. Contract: a request has only fields that every server accepts; a
//! response may lack every field except the answer.

use super::prompt::SummaryPrompt;
use serde_json::{Value, json};

/// Body of a request, with the fields that every server accepts. OpenAI's newer models refuse `temperature`
/// and `max_tokens`.
pub(super) fn request(model: &str, prompt: &SummaryPrompt) -> String {
    json!({
        "model": model,
        "messages": [
            { "role": "system", "content": prompt.system },
            { "role": "user", "content": prompt.user },
        ],
        "stream": false,
    })
    .to_string()
}

/// Reasons that a model stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FinishReason {
    /// The answer is complete.
    Stop,
    /// It ran out of tokens.
    Length,
    /// The model, or a filter after it, refused.
    Refusal,
}

/// Answer of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ChatCompletion {
    /// The unmodified text.
    pub(super) content: String,
    /// Reason that it stopped.
    pub(super) finish: FinishReason,
    /// Number of tokens of prompt and answer, if the server reports it.
    pub(super) tokens: Option<u64>,
}

/// Parses the body of a successful response. `Err` describes a body that is not a completion.
pub(super) fn completion(body: &[u8]) -> Result<ChatCompletion, String> {
    let body: Value =
        serde_json::from_slice(body).map_err(|_| "a response that is not JSON".to_owned())?;
    let Some(choice) = body.pointer("/choices/0") else {
        return Err(match message_of(&body) {
            "" => "JSON without choices".to_owned(),
            message => format!("an error ({message})"),
        });
    };
    let message = &choice["message"];
    let is_refused = !message["refusal"].as_str().unwrap_or_default().is_empty();
    Ok(ChatCompletion {
        content: content(&message["content"]),
        finish: match choice["finish_reason"].as_str() {
            Some("length" | "max_tokens") => FinishReason::Length,
            Some("content_filter") => FinishReason::Refusal,
            _ if is_refused => FinishReason::Refusal,
            _ => FinishReason::Stop,
        },
        tokens: body["usage"]["total_tokens"].as_u64(),
    })
}

/// A text, or the texts in a list of parts.
fn content(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts: Vec<&str> = parts
                .iter()
                .filter(|part| matches!(part["type"].as_str(), None | Some("text" | "output_text")))
                .filter_map(|part| part["text"].as_str())
                .collect();
            texts.join("\n")
        }
        _ => String::new(),
    }
}

/// The message in the body of an unsuccessful response, in any format except a web page.
pub(super) fn refusal(body: &[u8]) -> String {
    match serde_json::from_slice::<Value>(body) {
        Ok(body) => message_of(&body).to_owned(),
        Err(_) if body.trim_ascii_start().starts_with(b"<") => String::new(),
        Err(_) => String::from_utf8_lossy(body).into_owned(),
    }
}

/// OpenAI: `error.message`; ollama: `error`; vLLM: `message`; FastAPI: `detail`, possibly a list.
fn message_of(body: &Value) -> &str {
    let paths = [
        "/error/message",
        "/error",
        "/message",
        "/detail",
        "/detail/0/msg",
    ];
    let found = paths.iter().find_map(|path| body.pointer(path)?.as_str());
    found.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &str, expected: Result<(&str, FinishReason, Option<u64>), &str>) {
        let completion = completion(body.as_bytes());
        let error = completion.as_ref().map_err(ToString::to_string);
        let parts = error.map(|it| (it.content.as_str(), it.finish, it.tokens));
        let expected = expected.map_err(str::to_owned);
        assert_eq!(parts, expected, "{body}");
    }

    #[test]
    fn completions_are_read() {
        check(
            r#"{"choices":[{"message":{"content":"A."},"finish_reason":"stop"}],"usage":{"total_tokens":9}}"#,
            Ok(("A.", FinishReason::Stop, Some(9))),
        );
        check(
            r#"{"choices":[{"message":{"content":[{"type":"reasoning","text":"hm"},{"type":"text","text":"A"}]}}]}"#,
            Ok(("A", FinishReason::Stop, None)),
        );
        check(
            r#"{"choices":[{"message":{"content":null},"finish_reason":"length"}]}"#,
            Ok(("", FinishReason::Length, None)),
        );
        check(
            r#"{"choices":[{"message":{"content":null,"refusal":"I will not."}}]}"#,
            Ok(("", FinishReason::Refusal, None)),
        );
    }

    #[test]
    fn other_responses_are_described() {
        check("\n <!doctype html>", Err("a response that is not JSON"));
        check("{\"choices\":[{\"mess", Err("a response that is not JSON"));
        check(r#"{"choices":[]}"#, Err("JSON without choices"));
        check(
            r#"{"error":{"message":"no credits"}}"#,
            Err("an error (no credits)"),
        );
        check(&"[".repeat(100_000), Err("a response that is not JSON"));
    }

    #[test]
    fn refusals_are_found_where_servers_put_them() {
        let check = |body: &str, expected: &str| assert_eq!(refusal(body.as_bytes()), expected);
        check(r#"{"error":{"message":"a"}}"#, "a");
        check(r#"{"error":"a"}"#, "a");
        check(r#"{"object":"error","message":"a"}"#, "a");
        check(r#"{"detail":[{"msg":"a"}]}"#, "a");
        check("plain", "plain");
        check(" <html>", "");
        check("{}", "");
    }
}
