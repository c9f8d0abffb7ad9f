//! The visible content of an index (answers, chunks and status), and the comparison of two indexes.

use super::ground::{Ground, QUERIES};
use serde_json::Value;
use std::path::Path;

/// Maximum difference of equal scores: they depend on which deleted entries were merged away.
const NEAR: f64 = 0.06;

/// Maximum number of searches until an index must be up to date.
const SEARCHES: usize = 5;

#[derive(Debug)]
pub(crate) struct Seen {
    answers: Vec<Answer>,
    chunks: Value,
    status: Vec<Value>,
}

#[derive(Debug)]
pub(crate) struct Answer {
    query: String,
    /// True if the answer claims to cover all changes.
    pub(crate) fresh: bool,
    /// All other properties that must be equal.
    rest: [Value; 4],
    hits: Vec<(Value, f64)>,
}

/// Answers to all queries; none if the search failed with a message.
pub(crate) fn answers(ground: &Ground, home: &Path) -> Result<Option<Vec<Answer>>, String> {
    let arguments = ["search", "--json", "--limit", "10", "-"];
    let ran = ground.run_with(home, &arguments, &QUERIES.join("\n"));
    let ran = ran.sound("search")?;
    if !matches!(ran.code, Some(0 | 1)) {
        return if ran.err.trim().is_empty() {
            Err("search fails without a message".to_owned())
        } else {
            Ok(None)
        };
    }
    let answers: Result<Vec<Answer>, String> = ran.out.lines().map(answer).collect();
    let answers = answers?;
    if answers.len() == QUERIES.len() {
        Ok(Some(answers))
    } else {
        Err(format!("{} answers", answers.len()))
    }
}

/// The answers once they cover all changes. A search waits at most two seconds for changes, which may be too
/// short on a busy machine; it reports that, and the next search continues.
fn fresh_answers(ground: &Ground, home: &Path) -> Result<Vec<Answer>, String> {
    let mut stale = String::new();
    for _ in 0..SEARCHES {
        let answers = answers(ground, home)?.ok_or("search fails")?;
        match answers.iter().find(|answer| !answer.fresh) {
            None => return Ok(answers),
            Some(answer) => stale = format!("{}: {:?}", answer.query, answer.rest),
        }
    }
    Err(format!(
        "not fresh after indexing and {SEARCHES} searches: {stale}"
    ))
}

fn answer(line: &str) -> Result<Answer, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| format!("{error}: {line}"))?;
    let hits = value["hits"].as_array().ok_or("no hits")?;
    let hit = |hit: &Value| {
        let parts = [
            "id",
            "path",
            "start_line",
            "end_line",
            "kind",
            "name",
            "text",
            "changed",
        ];
        let parts = parts.map(|part| hit[part].clone());
        (
            Value::from(parts.to_vec()),
            hit["score"].as_f64().unwrap_or_default(),
        )
    };
    Ok(Answer {
        query: value["query"].as_str().unwrap_or_default().to_owned(),
        fresh: value["fresh"] == true && value["complete"] == 1.0,
        rest: ["error", "warnings", "pending", "complete"].map(|part| value[part].clone()),
        hits: hits.iter().map(hit).collect(),
    })
}

/// Differences between the answers and the expected ones.
pub(crate) fn differences(seen: &[Answer], expected: &[Answer]) -> Vec<String> {
    let pairs = seen.iter().zip(expected);
    pairs
        .filter_map(|(seen, expected)| difference(seen, expected))
        .collect()
}

fn difference(seen: &Answer, expected: &Answer) -> Option<String> {
    let query = &seen.query;
    if (seen.fresh, &seen.rest) != (expected.fresh, &expected.rest) {
        return Some(format!("{query}: {:?}, not {:?}", seen.rest, expected.rest));
    }
    let least = seen
        .hits
        .iter()
        .chain(&expected.hits)
        .map(|(_, score)| *score);
    let least = least.fold(f64::INFINITY, f64::min);
    let only = |these: &[(Value, f64)], those: &[(Value, f64)]| {
        let is_new = |it: &&(Value, f64)| {
            let other = those.iter().find(|that| that.0 == it.0);
            // Any hit with about the lowest score may be cut off.
            other.map_or(it.1 > least + NEAR, |other| (other.1 - it.1).abs() > NEAR)
        };
        these
            .iter()
            .filter(is_new)
            .map(|it| format!("{} {}", it.0, it.1))
            .next()
    };
    let new = only(&seen.hits, &expected.hits).map(|it| format!("{query}: unexpected {it}"));
    let lost = only(&expected.hits, &seen.hits).map(|it| format!("{query}: lost {it}"));
    let count = (seen.hits.len() != expected.hits.len()).then(|| {
        format!(
            "{query}: {} hits, not {}",
            seen.hits.len(),
            expected.hits.len()
        )
    });
    new.or(lost).or(count)
}

impl Seen {
    /// Reads everything from an index that must be complete.
    pub(crate) fn of(ground: &Ground, home: &Path) -> Result<Self, String> {
        let answers = fresh_answers(ground, home)?;
        let json = |arguments: &[&str]| {
            let ran = ground.run(home, arguments).fine(arguments[0])?;
            serde_json::from_str::<Value>(&ran.out).map_err(|error| error.to_string())
        };
        let status = json(&["status", "--json"])?;
        let parts = [
            "files", "leaves", "parents", "vectors", "model", "graph", "writer",
        ];
        Ok(Self {
            answers,
            chunks: json(&["chunks", "--json"])?,
            status: parts.map(|part| status[part].clone()).to_vec(),
        })
    }

    pub(crate) fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// Fails unless two indexes have the same visible content.
    pub(crate) fn must_be(&self, expected: &Self) -> Result<(), String> {
        self.must_be_but_for_the_graph(expected)?;
        if self.status == expected.status {
            Ok(())
        } else {
            Err(format!(
                "status {:?}, not {:?}",
                self.status, expected.status
            ))
        }
    }

    /// Fails unless two indexes are equal except that only one may have a graph.
    pub(crate) fn must_be_but_for_the_graph(&self, expected: &Self) -> Result<(), String> {
        let differences = differences(&self.answers, &expected.answers);
        if !differences.is_empty() {
            return Err(differences.join("; "));
        }
        if self.chunks != expected.chunks {
            return Err("other chunks".to_owned());
        }
        if self.status[..5] == expected.status[..5] {
            Ok(())
        } else {
            Err(format!(
                "status {:?}, not {:?}",
                self.status, expected.status
            ))
        }
    }

    pub(crate) fn has_graph(&self) -> bool {
        self.status[5]["in_use"] == true
    }
}
