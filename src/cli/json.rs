//! Answers as JSON: one object per query, on one line.
//!
//! Principal type: [`AnswerObject`]. Invariant: names and meanings of fields are stable, and no character of a repository can control a terminal.

use super::packing::{Brief, Packed};
use super::schema::ChunkFields;
use crate::answers::ShownHit;
use crate::pages::is_unsafe;
use crate::project::{Freshness, Project};
use crate::search::{Answer, Signal};
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The answer to a query.
#[derive(Serialize, JsonSchema)]
pub(super) struct AnswerObject<'a> {
    #[serde(flatten)]
    heading: &'a AnswerHeader<'a>,
    /// Generation of the index; 0 before the first commit.
    generation: u64,
    /// Share of leaves with vectors; less than 1 while summaries are due.
    complete: f32,
    /// Milliseconds from query to hits.
    took_ms: f64,
    /// True if none of the first hits likely answers the query.
    weak: bool,
    /// Names that are searched in place of typos.
    also: &'a [String],
    /// All matches of phrases and patterns, however many results there are; null for other queries.
    total: Option<TotalsObject>,
    #[serde(flatten)]
    packed: Option<&'a Packed>,
    hits: Vec<HitObject<'a>>,
}

/// Numbers of matches.
#[derive(Serialize, JsonSchema)]
struct TotalsObject {
    lines: usize,
    chunks: usize,
    files: usize,
}

/// A result.
#[derive(Serialize, JsonSchema)]
struct HitObject<'a> {
    #[serde(flatten)]
    chunk: ChunkFields,
    /// The repository: its path from the root of several, or the name of its directory.
    repository: String,
    /// Line of the match, from 1.
    line: u32,
    /// Column of the match in characters, from 1.
    column: u32,
    /// The lines that phrases and patterns of the query match, from 1; empty without any.
    matching_lines: Vec<u32>,
    /// The name in it that the query means, if it defines several; else null.
    found_as: Option<&'a str>,
    score: f32,
    /// Probability that it answers the query, 0 to 1.
    confidence: f32,
    why: ExplanationObject,
    /// The summary of a file, a directory or the repository, or the one that a server wrote of a declaration; else null.
    summary: Option<&'a str>,
    /// The model that wrote the summary; null for one taken from the documents' own words.
    summary_by: Option<&'a str>,
    /// Text in the working tree, of a file its first 100 lines, of a function that is too long for one chunk its best
    /// part; null if it is gone or did not fit, and for a directory.
    text: Option<&'a str>,
    /// First line of the text, from 1; null without one.
    text_line: Option<u32>,
    /// True if the text differs from the index.
    changed: bool,
    /// True if git's HEAD has it and the working tree no longer; lines and text are those of HEAD.
    deleted: bool,
    /// The requested context, by the names of `context --json`.
    #[serde(flatten)]
    around: BTreeMap<&'static str, Brief<'a>>,
}

/// Explanation of a score.
#[derive(Serialize, JsonSchema)]
struct ExplanationObject {
    keyword_rank: Option<u32>,
    keyword_score: Option<f32>,
    vector_rank: Option<u32>,
    vector_score: Option<f32>,
    /// True if the hit has exactly the text of the requested chunk.
    same_text: bool,
    /// They add up to the score.
    signals: BTreeMap<&'static str, f64>,
    /// They add up to the score of the file; `file score` is a share of it.
    file_signals: BTreeMap<&'static str, f64>,
}

/// Query and repository of an answer.
#[derive(Serialize, JsonSchema)]
pub(super) struct AnswerHeader<'a> {
    pub(super) query: &'a str,
    /// hybrid, keywords, semantic, symbol, regex or similar
    pub(super) mode: &'static str,
    /// The root of the repository.
    pub(super) root: String,
    /// What the query was read as: a `name`, `words`, a `location` or a `text`; null for `similar`.
    pub(super) read_as: Option<&'static str>,
    /// The commit of the working tree.
    pub(super) commit: Option<String>,
    #[serde(flatten)]
    pub(super) freshness: Freshness,
    /// Share of the files that were searched, while others are not read yet; else null.
    pub(super) partial: Option<f32>,
    /// Warnings about likely mistakes in the query.
    pub(super) warnings: Vec<&'a str>,
    /// Reason why the query cannot be answered; null if it can.
    pub(super) error: Option<&'a str>,
}

impl<'a> AnswerHeader<'a> {
    /// The heading of an answer without warnings and errors.
    pub(super) fn new(
        project: &Project,
        mode: &'static str,
        query: &'a str,
        freshness: Freshness,
    ) -> Self {
        Self {
            query,
            mode,
            root: project.root().path().to_string_lossy().into_owned(),
            read_as: None,
            commit: project.commit(),
            freshness,
            partial: None,
            warnings: Vec::new(),
            error: None,
        }
    }
}

/// The object of an answer, which is none before the first snapshot and after an error.
pub(super) fn answer(
    heading: &AnswerHeader<'_>,
    answer: Option<&Answer>,
    shown: &[ShownHit<'_>],
    packed: Option<&Packed>,
) -> serde_json::Result<String> {
    let root = Path::new(&heading.root).file_name();
    let root = root.map_or_else(|| "/".into(), |name| name.to_string_lossy());
    let took = answer.map_or(0.0, |answer| answer.took.as_secs_f64());
    let object = AnswerObject {
        heading,
        generation: answer.map_or(0, |answer| answer.generation.0),
        complete: answer.map_or(0.0, |answer| answer.complete),
        took_ms: (took * 1e6).round() / 1e3,
        weak: answer.is_some_and(Answer::is_weak),
        also: answer.map_or(&[], |answer| &answer.also),
        total: answer
            .and_then(|answer| answer.totals)
            .map(|totals| TotalsObject {
                lines: totals.lines,
                chunks: totals.chunks,
                files: totals.files,
            }),
        packed,
        hits: shown.iter().map(|shown| hit(shown, &root)).collect(),
    };
    Ok(to_text(&object)? + "\n")
}

/// The value as JSON. Characters that could control a terminal are escaped.
pub(super) fn to_text(value: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string(value)?;
    if text.bytes().all(|byte| byte < 0x7f) {
        return Ok(text);
    }
    // Outside of strings all characters are visible.
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if !is_unsafe(letter) {
            escaped.push(letter);
            continue;
        }
        let units = letter.encode_utf16(&mut [0; 2]).to_vec();
        escaped.extend(units.iter().map(|unit| format!("\\u{unit:04x}")));
    }
    Ok(escaped)
}

fn hit<'a>(shown: &'a ShownHit<'_>, root: &str) -> HitObject<'a> {
    let (summary, explanation) = (shown.hit.summary(), &shown.hit.explanation);
    let mut around = BTreeMap::new();
    for (field, part) in &shown.around {
        around.insert(*field, Brief::of(part, field));
    }
    let mut chunk = ChunkFields::of(&shown.hit, shown.lines, root);
    chunk.page = Some(shown.page).filter(|page| *page > 0);
    let repository = match shown.hit.record.path.repository() {
        "" => root,
        repository => repository,
    };
    HitObject {
        chunk,
        repository: repository.to_owned(),
        line: shown.at.0,
        column: shown.at.1,
        matching_lines: shown.matches.iter().map(|(line, ..)| *line).collect(),
        found_as: explanation.found_as.as_deref(),
        score: shown.hit.score(),
        confidence: explanation.certainty(),
        why: ExplanationObject {
            keyword_rank: explanation.keyword_rank,
            keyword_score: explanation.keyword_score,
            vector_rank: explanation.vector_rank,
            vector_score: explanation.vector_score,
            same_text: explanation.same_text,
            signals: sums(&explanation.signals),
            file_signals: sums(&explanation.file_signals),
        },
        summary: summary.map(|(text, _)| text),
        summary_by: summary.map(|(_, by)| by).filter(|by| !by.is_empty()),
        text: shown.text.as_deref(),
        text_line: shown.text.as_ref().map(|_| shown.text_lines.0),
        changed: shown.changed,
        deleted: shown.hit.deleted.is_some(),
        around,
    }
}

fn sums(signals: &[Signal]) -> BTreeMap<&'static str, f64> {
    let mut sums = BTreeMap::new();
    for signal in signals {
        *sums.entry(signal.name).or_default() += f64::from(signal.value);
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_escapes_control_characters() {
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
