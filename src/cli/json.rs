//! Answers as JSON: one object a query, on one line. Names and meanings are stable.

use super::freshness::Freshness;
use super::packing::Packed;
use super::plain;
use super::schema::ChunkFields;
use super::search::Shown;
use crate::search::{Answer, Explanation, Signal};
use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

#[derive(Serialize)]
struct AnswerObject<'a> {
    #[serde(flatten)]
    heading: &'a Heading<'a>,
    generation: u64,
    /// Share of leaves with vectors; less than 1 while summaries are due.
    complete: f32,
    took_ms: f64,
    /// True if none of the first hits likely answers the query.
    weak: bool,
    /// Names that are searched in place of typos.
    also: &'a [String],
    /// Of `--max-tokens`.
    #[serde(flatten)]
    packed: Option<&'a Packed>,
    hits: Vec<HitObject<'a>>,
}

#[derive(Serialize)]
struct HitObject<'a> {
    #[serde(flatten)]
    chunk: ChunkFields<'a>,
    line: u32,
    column: u32,
    /// The name in it that the query means, where it defines several; null otherwise.
    found_as: Option<&'a str>,
    score: f32,
    /// Probability that it answers the query, 0 to 1.
    confidence: f32,
    why: Why,
    /// The summary of a file, a directory or the repository; null for everything else.
    summary: Option<&'a str>,
    /// The model that wrote that; null for one taken from the documents' own words.
    summary_by: Option<&'a str>,
    /// As the working tree has it now, of a file its first 100 lines; null when it is not there any
    /// more or did not fit, and for a directory.
    text: Option<&'a str>,
    /// True if the text differs from the index.
    changed: bool,
    /// The requested context.
    #[serde(flatten)]
    around: Map<String, Value>,
}

#[derive(Serialize)]
struct Why {
    keyword_rank: Option<u32>,
    keyword_score: Option<f32>,
    vector_rank: Option<u32>,
    vector_score: Option<f32>,
    /// True if the hit has exactly the text of the requested chunk.
    same_text: bool,
    /// They add up to the score.
    signals: Map<String, Value>,
    /// They add up to the score of the file, of which `file score` is a share.
    file_signals: Map<String, Value>,
}

/// Query and repository of an answer.
#[derive(Serialize)]
pub(super) struct Heading<'a> {
    pub(super) query: &'a str,
    pub(super) mode: &'static str,
    pub(super) root: Cow<'a, str>,
    /// Of the working tree.
    pub(super) commit: Option<String>,
    #[serde(flatten)]
    pub(super) freshness: Freshness,
    /// Warnings about likely mistakes in the query, as sentences.
    pub(super) warnings: Vec<&'a str>,
    /// Why the query cannot be answered; null where it can.
    pub(super) error: Option<&'a str>,
}

/// Writes one line. Without an answer there is no snapshot yet, or an error.
pub(super) fn write(
    out: &mut impl Write,
    heading: &Heading<'_>,
    answer: Option<&Answer>,
    shown: &[Shown<'_>],
    packed: Option<&Packed>,
) -> anyhow::Result<()> {
    let root = Path::new(&*heading.root).file_name();
    let root = root.map_or_else(|| "/".into(), |name| name.to_string_lossy());
    let object = AnswerObject {
        heading,
        generation: answer.map_or(0, |answer| answer.generation.0),
        complete: answer.map_or(0.0, |answer| answer.complete),
        took_ms: answer.map_or(0.0, |answer| {
            (answer.took.as_secs_f64() * 1e6).round() / 1e3
        }),
        weak: answer.is_some_and(Answer::is_weak),
        also: answer.map_or(&[], |answer| &answer.also),
        packed,
        hits: shown.iter().map(|it| hit(it, &root)).collect(),
    };
    writeln!(out, "{}", to_text(&object)?)?;
    Ok(())
}

/// The value as JSON, in which characters that could steer a terminal are escaped.
pub(super) fn to_text(value: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string(value)?;
    if text.bytes().all(|byte| byte < 0x7f) {
        return Ok(text);
    }
    // Outside of strings all characters are visible.
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match plain::steers(letter) {
            true => {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    // Writing to a string does not fail.
                    let _ = write!(escaped, "\\u{unit:04x}");
                }
            }
            false => escaped.push(letter),
        }
    }
    Ok(escaped)
}

fn hit<'a>(shown: &'a Shown<'_>, root: &str) -> HitObject<'a> {
    let record = &shown.hit.record;
    let around = shown.around.iter();
    HitObject {
        chunk: ChunkFields::of_hit(shown.hit, shown.lines, root),
        line: shown.at.0,
        column: shown.at.1,
        found_as: shown.hit.explanation.found_as.as_deref(),
        score: shown.hit.score,
        confidence: shown.hit.explanation.sureness(),
        why: why(&shown.hit.explanation),
        summary: record.is_summary().then_some(&record.summary),
        summary_by: Some(&*record.written_by).filter(|by| !by.is_empty()),
        text: shown.text.as_deref(),
        changed: shown.changed,
        around: around
            .map(|(field, part)| ((*field).to_owned(), part.brief(field)))
            .collect(),
    }
}

fn sums(signals: &[Signal]) -> Map<String, Value> {
    let mut sums = Map::new();
    for signal in signals {
        let sum = sums.get(signal.name).and_then(Value::as_f64);
        let value = sum.unwrap_or(0.0) + f64::from(signal.value);
        sums.insert(signal.name.to_owned(), Value::from(value));
    }
    sums
}

fn why(explanation: &Explanation) -> Why {
    Why {
        keyword_rank: explanation.keyword_rank,
        keyword_score: explanation.keyword_score,
        vector_rank: explanation.vector_rank,
        vector_score: explanation.vector_score,
        same_text: explanation.same_text,
        signals: sums(&explanation.signals),
        file_signals: sums(&explanation.file_signals),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_steer_a_terminal_is_escaped() {
        let check = |text: &str, expected: &str| {
            let written = to_text(&text).expect("JSON");
            assert_eq!(written, expected);
            let read: String = serde_json::from_str(&written).expect("JSON");
            assert_eq!(read, text);
        };
        check("naïve \"漢字\"", "\"naïve \\\"漢字\\\"\"");
        check("a\u{9d}b\u{7f}", "\"a\\u009db\\u007f\"");
        check("a\u{202e}b\u{e0041}", "\"a\\u202eb\\udb40\\udc41\"");
        check("\u{1b}[31m", "\"\\u001b[31m\"");
    }
}
