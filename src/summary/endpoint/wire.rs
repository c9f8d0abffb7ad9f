//! The protocol: what is sent as JSON, and what comes back. Fields are looked for, not required:
//! servers that speak it leave out, add and rename.

use super::plain;
use super::prompt::Prompt;
use serde_json::{Value, json};

/// Low, not zero: some servers take zero for "unset".
const TEMPERATURE: f64 = 0.1;

/// How a server wants a request said. Learned from its refusals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Dialect {
    limit: LimitField,
    temperature: Temperature,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum LimitField {
    /// What every server but one takes.
    #[default]
    MaxTokens,
    /// What OpenAI's newer models want instead.
    MaxCompletionTokens,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Temperature {
    #[default]
    Ours,
    /// Some models refuse any other.
    TheModels,
}

impl Dialect {
    /// What to say instead after a refusal with this message, if that is known.
    pub(super) fn after(self, refusal: &Refusal) -> Self {
        let names = |field: &str| refusal.field == field || refusal.message.contains(field);
        let mut dialect = self;
        if names("max_completion_tokens") || refusal.field == "max_tokens" {
            dialect.limit = LimitField::MaxCompletionTokens;
        }
        if names("temperature") {
            dialect.temperature = Temperature::TheModels;
        }
        dialect
    }
}

/// The body of a request.
pub(super) fn request(
    model: &str,
    prompt: &Prompt,
    longest_answer: u32,
    dialect: Dialect,
) -> String {
    let mut body = json!({
        "model": model,
        "messages": [
            { "role": "system", "content": prompt.system },
            { "role": "user", "content": prompt.user },
        ],
        "stream": false,
    });
    let limit = match dialect.limit {
        LimitField::MaxTokens => "max_tokens",
        LimitField::MaxCompletionTokens => "max_completion_tokens",
    };
    if let Value::Object(fields) = &mut body {
        fields.insert(limit.to_owned(), longest_answer.into());
        if dialect.temperature == Temperature::Ours {
            fields.insert("temperature".to_owned(), TEMPERATURE.into());
        }
    }
    body.to_string()
}

/// Why a model stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Finish {
    /// It was done, or did not say.
    Stop,
    /// It ran into the limit of its answer.
    Length,
    /// It, or a filter behind it, would not answer.
    Refusal,
}

/// What a model said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Completion {
    /// Its words, as they came.
    pub(super) content: String,
    /// Why it stopped.
    pub(super) finish: Finish,
    /// Tokens of prompt and answer by the server's count, if it counts.
    pub(super) tokens: Option<u64>,
}

/// Reads the body of a successful response; the error says what it is instead.
pub(super) fn completion(body: &[u8]) -> Result<Completion, String> {
    let body: Value = serde_json::from_slice(body).map_err(|_| match is_page(body) {
        true => "a web page".to_owned(),
        false => "something that is no JSON".to_owned(),
    })?;
    let Some(choice) = body.pointer("/choices/0") else {
        let refusal = Refusal::of(&body);
        return Err(match refusal.message.as_str() {
            "" => "JSON without choices".to_owned(),
            message => format!("an error ({message})"),
        });
    };
    let message = &choice["message"];
    let finish = match choice["finish_reason"].as_str() {
        Some("length" | "max_tokens") => Finish::Length,
        Some("content_filter") => Finish::Refusal,
        _ if message["refusal"]
            .as_str()
            .is_some_and(|said| !said.is_empty()) =>
        {
            Finish::Refusal
        }
        _ => Finish::Stop,
    };
    Ok(Completion {
        content: content(&message["content"]),
        finish,
        tokens: tokens(&body["usage"]),
    })
}

/// A text, or a list of parts of which some are texts.
fn content(content: &Value) -> String {
    let part = |part: &Value| {
        let text = part["text"].as_str().or(part.as_str());
        let is_text = matches!(part["type"].as_str(), None | Some("text" | "output_text"));
        text.filter(|_| is_text).map(str::to_owned)
    };
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(part).collect::<Vec<_>>().join("\n"),
        _ => String::new(),
    }
}

/// Nothing counted is not counted.
fn tokens(usage: &Value) -> Option<u64> {
    let field = |name: &str| usage[name].as_u64().unwrap_or(0);
    let sum = field("prompt_tokens").saturating_add(field("completion_tokens"));
    Some(sum.max(field("total_tokens"))).filter(|tokens| *tokens > 0)
}

/// What a server says when it refuses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Refusal {
    /// Its words, not cleaned; empty if there are none.
    pub(super) message: String,
    /// Its name for the case; empty if there is none.
    pub(super) code: String,
    /// The field of the request it is about; empty if it does not say.
    pub(super) field: String,
}

impl Refusal {
    /// Reads the body of an unsuccessful response, which may be anything.
    pub(super) fn read(body: &[u8]) -> Self {
        if let Ok(body) = serde_json::from_slice::<Value>(body) {
            return Self::of(&body);
        }
        let text = String::from_utf8_lossy(body);
        let message = match is_page(text.as_bytes()) {
            true => String::new(),
            false => text.into_owned(),
        };
        Self {
            message,
            ..Self::default()
        }
    }

    /// OpenAI: `error.message`; ollama: `error`; vLLM: `message`; FastAPI: `detail`, perhaps a list.
    fn of(body: &Value) -> Self {
        let text = |pointer: &str| body.pointer(pointer).and_then(Value::as_str);
        let first = |pointers: &[&str]| {
            let found = pointers.iter().find_map(|pointer| text(pointer));
            found.unwrap_or_default().to_owned()
        };
        Self {
            message: first(&[
                "/error/message",
                "/error",
                "/message",
                "/detail",
                "/detail/0/msg",
                "/0/error/message",
            ]),
            code: first(&["/error/code", "/error/type", "/code"]),
            field: first(&["/error/param", "/param"]),
        }
    }
}

fn is_page(body: &[u8]) -> bool {
    let start = String::from_utf8_lossy(body.get(..200).unwrap_or(body)).into_owned();
    plain::one_line(&start).starts_with('<')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn prompt() -> Prompt {
        Prompt {
            system: "s",
            user: "u".to_owned(),
        }
    }

    #[test]
    fn a_request_is_what_the_protocol_says() {
        assert_eq!(
            request("m", &prompt(), 300, Dialect::default()),
            r#"{"max_tokens":300,"messages":[{"content":"s","role":"system"},{"content":"u","role":"user"}],"model":"m","stream":false,"temperature":0.1}"#
        );
    }

    #[test]
    fn a_dialect_is_learned_from_refusals() {
        let check = |refusal: &str, has: &[&str], has_not: &[&str]| {
            let dialect = Dialect::default().after(&Refusal::read(refusal.as_bytes()));
            let body = request("m", &prompt(), 300, dialect);
            assert!(has.iter().all(|field| body.contains(field)), "{body}");
            assert!(!has_not.iter().any(|field| body.contains(field)), "{body}");
        };
        check(
            r#"{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens","code":"unsupported_parameter"}}"#,
            &["max_completion_tokens", "temperature"],
            &["max_tokens"],
        );
        check(
            r#"{"error":{"message":"Unsupported value: 'temperature' does not support 0.1","param":"temperature"}}"#,
            &["max_tokens"],
            &["temperature"],
        );
        check(
            r#"{"error":"context too long"}"#,
            &["max_tokens", "temperature"],
            &[],
        );
    }

    fn read(body: &str, expected: Result<(&str, Finish, Option<u64>), &str>) {
        let completion = completion(body.as_bytes());
        let parts = completion.as_ref().map(|completion| {
            (
                completion.content.as_str(),
                completion.finish,
                completion.tokens,
            )
        });
        assert_eq!(parts.map_err(String::as_str), expected, "{body}");
    }

    #[test]
    fn what_completions_look_like() {
        read(
            r#"{"choices":[{"message":{"content":"A."},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9}}"#,
            Ok(("A.", Finish::Stop, Some(9))),
        );
        read(
            r#"{"choices":[{"message":{"content":[{"type":"reasoning","text":"hm"},{"type":"text","text":"A"},"B"]}}],"usage":{"total_tokens":4}}"#,
            Ok(("A\nB", Finish::Stop, Some(4))),
        );
        read(
            r#"{"choices":[{"message":{"content":null,"reasoning_content":"hm"},"finish_reason":"length"}],"usage":{"prompt_tokens":0}}"#,
            Ok(("", Finish::Length, None)),
        );
        read(
            r#"{"choices":[{"message":{"content":null,"refusal":"I will not."}}],"usage":{"prompt_tokens":18446744073709551615,"completion_tokens":1}}"#,
            Ok(("", Finish::Refusal, Some(u64::MAX))),
        );
        read(r#"{"choices":[7]}"#, Ok(("", Finish::Stop, None)));
    }

    #[test]
    fn what_is_no_completion_is_named() {
        read("", Err("something that is no JSON"));
        read("{\"choices\":[{\"mess", Err("something that is no JSON"));
        read("\n <!doctype html>", Err("a web page"));
        read("[]", Err("JSON without choices"));
        read(r#"{"choices":[]}"#, Err("JSON without choices"));
        read(
            r#"{"error":{"message":"no credits"}}"#,
            Err("an error (no credits)"),
        );
        read(&"[".repeat(100_000), Err("something that is no JSON"));
    }

    #[test]
    fn refusals_are_found_where_servers_put_them() {
        let check = |body: &str, expected: &str| {
            assert_eq!(Refusal::read(body.as_bytes()).message, expected, "{body}");
        };
        check(r#"{"error":{"message":"a"}}"#, "a");
        check(r#"{"error":"a"}"#, "a");
        check(r#"{"object":"error","message":"a"}"#, "a");
        check(r#"{"detail":"a"}"#, "a");
        check(r#"{"detail":[{"msg":"a"}]}"#, "a");
        check("plain", "plain");
        check("<html>", "");
        check("{}", "");
        check("", "");
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(body in any::<Vec<u8>>()) {
            let _ = completion(&body);
            let _ = Refusal::read(&body);
        }
    }
}
