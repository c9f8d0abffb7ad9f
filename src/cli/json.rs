//! Answers as JSON: one object a query, on one line. Names and meanings are stable.

use super::freshness::Freshness;
use super::search::Shown;
use crate::search::{Answer, Receipt, Signal};
use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::io::Write;

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
    hits: Vec<HitObject<'a>>,
}

#[derive(Serialize)]
struct HitObject<'a> {
    id: String,
    path: &'a str,
    start_line: u32,
    end_line: u32,
    line: u32,
    column: u32,
    name: &'a str,
    /// The name in it that the query means, where it defines several; null otherwise.
    found_as: Option<&'a str>,
    kind: &'static str,
    language: Option<&'a str>,
    names: &'a [String],
    /// For documents that have pages.
    page: Option<u32>,
    /// The headings above a part of a document.
    heading_context: Option<String>,
    /// Other places with the same text.
    locations: Vec<Place<'a>>,
    score: f32,
    /// Probability that it answers the query, 0 to 1.
    confidence: f32,
    why: Why,
    /// What a file, a directory or the repository is about; null for everything else.
    summary: Option<&'a str>,
    /// The model that wrote that; null for one taken from the documents' own words.
    summary_by: Option<&'a str>,
    /// As the working tree has it now; null when it is not there any more, and for a summary.
    text: Option<&'a str>,
    /// Whether that differs from what was indexed.
    changed: bool,
}

/// Another place with the same text.
#[derive(Serialize)]
pub(super) struct Place<'a> {
    pub(super) path: &'a str,
    pub(super) line: u32,
}

#[derive(Serialize)]
struct Why {
    keyword_rank: Option<u32>,
    keyword_score: Option<f32>,
    vector_rank: Option<u32>,
    vector_score: Option<f32>,
    /// Whether what was asked about has exactly this text.
    same_text: bool,
    /// They add up to the score.
    signals: Map<String, Value>,
    /// They add up to the score of the file, of which `file score` is a share.
    file_signals: Map<String, Value>,
}

/// What was asked, and of what.
#[derive(Serialize)]
pub(super) struct Heading<'a> {
    pub(super) query: &'a str,
    pub(super) mode: &'static str,
    pub(super) root: Cow<'a, str>,
    /// Of the working tree.
    pub(super) commit: Option<String>,
    #[serde(flatten)]
    pub(super) freshness: Freshness,
    /// What was likely not meant as it was understood, in sentences for people.
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
) -> anyhow::Result<()> {
    let object = AnswerObject {
        heading,
        generation: answer.map_or(0, |answer| answer.generation.0),
        complete: answer.map_or(0.0, |answer| answer.complete),
        took_ms: answer.map_or(0.0, |answer| {
            (answer.took.as_secs_f64() * 1e6).round() / 1e3
        }),
        weak: answer.is_some_and(Answer::is_weak),
        also: answer.map_or(&[], |answer| &answer.also),
        hits: shown.iter().map(hit).collect(),
    };
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)?;
    Ok(())
}

fn hit<'a>(shown: &'a Shown<'_>) -> HitObject<'a> {
    let record = &shown.hit.record;
    HitObject {
        id: record.id.to_string(),
        path: record.path.as_str(),
        start_line: shown.lines.0,
        end_line: shown.lines.1,
        line: shown.at.0,
        column: shown.at.1,
        name: &record.name,
        found_as: shown.hit.receipt.found_as.as_deref(),
        kind: record.kind.name(),
        language: record.language.as_deref(),
        names: &record.names,
        page: Some(record.page).filter(|page| *page > 0),
        heading_context: Some(record.heading_context()).filter(|text| !text.is_empty()),
        locations: shown
            .hit
            .locations
            .iter()
            .map(|(path, line)| Place {
                path: path.as_str(),
                line: *line,
            })
            .collect(),
        score: shown.hit.score,
        confidence: shown.hit.receipt.sureness(),
        why: why(&shown.hit.receipt),
        summary: record.is_summary().then_some(&record.summary),
        summary_by: Some(&*record.written_by).filter(|by| !by.is_empty()),
        text: shown.text.as_deref(),
        changed: shown.changed,
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

fn why(receipt: &Receipt) -> Why {
    Why {
        keyword_rank: receipt.keyword_rank,
        keyword_score: receipt.keyword_score,
        vector_rank: receipt.vector_rank,
        vector_score: receipt.vector_score,
        same_text: receipt.same_text,
        signals: sums(&receipt.signals),
        file_signals: sums(&receipt.file_signals),
    }
}
