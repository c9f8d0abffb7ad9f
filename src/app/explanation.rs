//! The explanation of a hit in words.
//!
//! [`page()`] and [`page_of_use()`] make the rows of the page. Contract: every signal of the score is listed.

use super::glyph::bar;
use super::popup::{Cell, PageRow, labeled};
use super::status::Tone;
use super::text::{counted, unnumbered};
use crate::context::{Certainty, Relation};
use crate::search::{Answer, Explanation, Hit, Signal, VectorSearch};

/// Cells of the longest bar.
const BAR: usize = 10;

/// The page's title and rows, with the 1-based `line` that Enter opens, and the query words with their
/// number of occurrences in the hit's text, if it was read. `has_more` if more hits can be requested.
pub(super) fn page(
    answer: &Answer,
    hit: &Hit,
    line: u32,
    has_more: bool,
    words: &[(String, usize)],
) -> (String, Vec<PageRow>) {
    let explanation = &hit.explanation;
    let mut rows = vec![rank_row(answer, hit, has_more), Vec::new()];
    rows.extend(ranks(explanation, answer.vectors));
    if explanation.same_text {
        rows.push(labeled("text", Tone::Good, "identical text: ranked first"));
    }
    for (at, (path, line)) in hit.locations.iter().enumerate() {
        let label = if at == 0 { "copies" } else { "" };
        rows.push(labeled(label, Tone::Plain, format!("{path}:{line}")));
    }
    if !words.is_empty() {
        rows.push(word_counts(words));
    }
    rows.extend(group("Chunk score", &explanation.signals));
    if !explanation.file_signals.is_empty() {
        rows.push(labeled("", Tone::Faint, "+1.0 = 2.7 times more likely"));
    }
    rows.extend(group("File score", &explanation.file_signals));
    (format!("why {}:{line}", hit.record.path), rows)
}

/// The page of a reference: its certainty and its line.
pub(super) fn page_of_use(
    answer: &Answer,
    hit: &Hit,
    used: &Relation,
    has_more: bool,
    text: &str,
) -> (String, Vec<PageRow>) {
    let because = match used.certainty {
        Certainty::Certain => "proven by scope, import or type",
        Certainty::Likely => "no other visible declaration has this name",
        Certainty::Possible => "same name only",
    };
    let line = used.at.0;
    let rows = vec![
        rank_row(answer, hit, has_more),
        Vec::new(),
        labeled("uses", Tone::Plain, &used.name),
        labeled(used.certainty.name(), Tone::Plain, because),
        labeled(&format!("line {line}"), Tone::Plain, text),
    ];
    (format!("why {}:{line}", used.path), rows)
}

/// The rank among the hits, which may be only the first ones.
fn rank_row(answer: &Answer, hit: &Hit, has_more: bool) -> PageRow {
    let record = &hit.record;
    let first = if has_more { "the first " } else { "" };
    let results = counted(answer.hits.len(), "result", "results");
    let mut hits = answer.hits.iter();
    let rank = match hits.position(|other| other.record.id == record.id) {
        Some(index) => format!("  {} of {first}{results}", index + 1),
        None => "  ".to_owned(),
    };
    let (kind, name) = (record.kind.name(), unnumbered(&record.name));
    let title = match hit.explanation.found_as.as_deref().unwrap_or(name) {
        "" => kind.to_owned(),
        name => format!("{kind} {name}"),
    };
    vec![
        Cell::text(Tone::Plain, title),
        Cell::text(Tone::Faint, rank),
    ]
}

/// The ranks of both retrievers.
fn ranks(explanation: &Explanation, by: VectorSearch) -> [PageRow; 2] {
    let (how, if_missing) = match by {
        VectorSearch::Exact => (", exact scan", "not among the best semantic matches"),
        VectorSearch::Graph => (", graph", "not among the best semantic matches"),
        VectorSearch::None => ("", "not searched, or no vectors yet"),
    };
    let (keyword_score, vector_score) = (explanation.keyword_score, explanation.vector_score);
    let bm25 = keyword_score.map(|score| format!(" (BM25 {score:.2})"));
    let cosine = vector_score.map(|score| format!(" (cosine {score:.2}{how})"));
    let row = |name: &str, rank: Option<u32>, score: Option<String>, if_missing: &str| {
        let Some(rank) = rank else {
            return labeled(name, Tone::Faint, if_missing);
        };
        let message = format!("rank {rank}{}", score.unwrap_or_default());
        labeled(name, Tone::Plain, message)
    };
    let no_keyword = "not among the best keyword matches";
    [
        row("keywords", explanation.keyword_rank, bm25, no_keyword),
        row("semantic", explanation.vector_rank, cosine, if_missing),
    ]
}

/// Number of occurrences of each query word.
fn word_counts(words: &[(String, usize)]) -> PageRow {
    let words = words.iter().flat_map(|(word, count)| {
        let text = match count {
            0 => Cell::text(Tone::Faint, format!("{word} not in the text")),
            count => Cell::text(Tone::Good, format!("{word} ×{count}")),
        };
        [Cell::text(Tone::Faint, ", "), text]
    });
    let label = std::iter::once(Cell::label("words"));
    label.chain(words.skip(1)).collect()
}

/// A score with its parts, the strongest first.
fn group(title: &str, signals: &[Signal]) -> Vec<PageRow> {
    if signals.is_empty() {
        return Vec::new();
    }
    let mut signals: Vec<&Signal> = signals.iter().collect();
    signals.sort_by(|left, right| right.value.abs().total_cmp(&left.value.abs()));
    let sum: f32 = signals.iter().map(|signal| signal.value).sum();
    let most = signals.first().map_or(1.0, |signal| signal.value.abs());
    let mut rows = vec![
        Vec::new(),
        vec![Cell::text(Tone::Good, format!("{title} {sum:.1} ="))],
    ];
    rows.extend(signals.into_iter().map(|signal| row(signal, most)));
    rows
}

fn row(signal: &Signal, most: f32) -> PageRow {
    let tone = if signal.value < 0.0 {
        Tone::Warning
    } else {
        Tone::Good
    };
    let mut row = vec![
        Cell::text(tone, format!("{:>+8.3}  ", signal.value)),
        Cell::text(
            tone,
            format!("{:<BAR$} ", bar(signal.value.abs() / most, BAR)),
        ),
        Cell::Field(Tone::Plain, description(signal.name).to_owned()),
    ];
    if let Some(weight) = signal.weight {
        let value = signal.value / weight;
        row.push(Cell::text(Tone::Faint, format!("{value:.2} × {weight}")));
    }
    row
}

/// The description of a signal; its name if that is enough.
fn description(signal: &'static str) -> &'static str {
    match signal {
        "file score" => "file score relative to the best file",
        "file rank" => "rank of the file (logarithm)",
        "keywords" => "keyword score (BM25)",
        "semantic" => "semantic score relative to the best chunk of the file",
        "words" => "query words in text, path or names",
        "relative words" => "query words relative to the best chunk of the file",
        "lines" => "length of the chunk (logarithm)",
        "function" => "function or method",
        "declares" => "declares the name in the query",
        "name prefix" => "name starts with the query",
        "repeated file" => "better results in the same file",
        "header" => "declaration header matches",
        "file keywords" => "three best keyword scores in the file",
        "file semantic" => "best semantic match in the file",
        "file words" => "query words in the file",
        "definition" => "defines a name in the query",
        "file name" => "file name covered by the query",
        "tests" => "test, or example",
        "not source" => "documentation, settings, data, generated or vendored",
        "candidates" => "share of the candidates that are in the file",
        "exact" => "exact name",
        "code" => "code rather than a document that quotes it",
        "relative match" => "score relative to the best match of the file",
        "decay" => "better results in the same file",
        "location" => "location in the query",
        "named file" => "the text has the path of the file",
        "verbatim" => "contains the query as typed",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture;
    use crate::app::fixture::plain;
    use crate::search::{Mode, Query};

    /// Name, value and weight.
    const CHUNK: [(&str, f32, Option<f32>); 3] = [
        ("keywords", 0.85, Some(2.0)),
        ("file score", -0.5, Some(0.25)),
        ("repeated file", -3.0, None),
    ];
    const FILE: [(&str, f32, Option<f32>); 2] =
        [("tests", -2.5, Some(-2.5)), ("file words", 1.5, Some(3.0))];

    fn signals(signals: &[(&'static str, f32, Option<f32>)]) -> Vec<Signal> {
        let signals = signals.iter().copied();
        let signal = |(name, value, weight)| Signal {
            name,
            value,
            weight,
        };
        signals.map(signal).collect()
    }

    fn explanation() -> Explanation {
        Explanation {
            keyword_rank: Some(2),
            keyword_score: Some(12.5),
            vector_rank: None,
            signals: signals(&CHUNK),
            file_signals: signals(&FILE),
            ..Explanation::default()
        }
    }

    fn of(line: u32, has_more: bool, words: &[(String, usize)]) -> (String, Vec<PageRow>) {
        let hit = fixture::hit(&fixture::merger(), 8, explanation().total(), explanation());
        let query = Query::parse("merged segments", Mode::Hybrid);
        let answer = fixture::answer(&query, vec![hit.clone()]);
        page(&answer, &hit, line, has_more, words)
    }

    #[test]
    fn the_page_names_the_rank_and_the_line() {
        let check = |has_more, place: &str| {
            let (title, rows) = of(40, has_more, &[]);
            assert_eq!(title, "why src/indexer/merger.rs:40");
            assert_eq!(plain(&rows[0]), place);
        };
        check(false, "method write   1 of 1 result");
        check(true, "method write   1 of the first 1 result");
    }

    #[test]
    fn identical_text_is_marked() {
        let check = |same_text: bool| {
            let explanation = Explanation {
                same_text,
                ..explanation()
            };
            let hit = fixture::hit(&fixture::merger(), 8, explanation.total(), explanation);
            let answer = fixture::answer(&Query::default(), vec![hit.clone()]);
            let rows = page(&answer, &hit, 37, false, &[]).1;
            let message = rows.iter().any(|row| plain(row).contains("identical text"));
            assert_eq!(message, same_text);
        };
        check(true);
        check(false);
    }

    #[test]
    fn every_signal_has_a_row_below_the_score_that_it_adds_up_to() {
        let rows = of(37, false, &[]).1;
        let check = |title: &str, signals: Vec<Signal>| {
            let sum: f32 = signals.iter().map(|signal| signal.value).sum();
            let title = format!("{title} {sum:.1} =");
            let at = rows.iter().position(|row| plain(row) == title);
            let at = at.unwrap_or_else(|| panic!("{title}: {rows:#?}"));
            for signal in signals {
                let score = format!("{:+.3} ", signal.value);
                let mut below = rows[at..].iter().map(|row| plain(row));
                let is_its =
                    |row: String| row.contains(&score) && row.contains(description(signal.name));
                assert!(below.any(is_its), "{signal:?}: {rows:#?}");
            }
        };
        check("Chunk score", signals(&CHUNK));
        check("File score", signals(&FILE));
    }

    /// The page has these rows.
    fn check(words: &[(String, usize)], expected: &[&str]) {
        let rows = of(37, false, words).1;
        let rows: Vec<String> = rows.iter().map(|row| plain(row)).collect();
        for row in expected {
            assert!(rows.iter().any(|it| it.ends_with(row)), "{row}: {rows:#?}");
        }
    }

    #[test]
    fn a_weighted_signal_shows_its_value_and_its_weight() {
        check(&[], &["0.43 × 2", "1.00 × -2.5", "0.50 × 3"]);
    }

    #[test]
    fn ranks_and_words_are_shown() {
        let counted = [("merged".to_owned(), 3), ("segment".to_owned(), 0)];
        let expected = [
            "keywords rank 2 (BM25 12.50)",
            "semantic not among the best semantic matches",
            "words merged ×3 ,  segment not in the text",
        ];
        check(&counted, &expected);
    }

    #[test]
    fn signal_of_words_names_all_counted_parts() {
        assert_eq!(description("words"), "query words in text, path or names");
    }
}
