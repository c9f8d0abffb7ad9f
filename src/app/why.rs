//! Why a hit stands where it does: its receipt in words, and nothing that is not in it.

use super::popup::{Cell, Row};
use super::status::{Tone, counted};
use crate::context::{Certainty, Relation};
use crate::search::{Answer, Hit, Receipt, Signal, VectorSearch, weight};

/// What the page says of a hit that is not in its receipt.
pub(super) struct Seen<'a> {
    /// Where Enter goes from it: 1-based.
    pub(super) line: u32,
    /// Whether more hits come when they are asked for.
    pub(super) is_cut: bool,
    /// The words of the query, with how often each stands in the hit's text as it is shown; none
    /// where it is not shown.
    pub(super) words: Option<&'a [(String, usize)]>,
}

/// The page's title and rows.
pub(super) fn page(answer: &Answer, hit: &Hit, seen: &Seen<'_>) -> (String, Vec<Row>) {
    let receipt = &hit.receipt;
    let mut rows = vec![place(answer, hit, seen.is_cut), Vec::new()];
    rows.push(keywords(receipt));
    rows.push(meaning(receipt, answer.vectors));
    if receipt.same_text {
        let says = "exactly the same: it comes before all that is not";
        rows.push(vec![Cell::label("text"), Cell::text(Tone::Good, says)]);
    }
    if let Some(words) = seen.words.filter(|words| !words.is_empty()) {
        rows.push(standing(words));
    }
    let (of_file, of_piece): (Vec<&Signal>, Vec<&Signal>) = receipt
        .signals
        .iter()
        .partition(|signal| weight(signal.name).is_some());
    let most = receipt.signals.iter().map(|signal| signal.value.abs());
    let most = most.fold(f32::MIN_POSITIVE, f32::max);
    for (title, signals) in [
        ("what speaks for its file", of_file),
        ("what speaks for it", of_piece),
    ] {
        rows.extend(group(title, signals, most));
    }
    rows.push(Vec::new());
    rows.push(vec![
        Cell::Score(Tone::Good, receipt.total()),
        Cell::text(Tone::Plain, "the score: all of them added up"),
    ]);
    if receipt.signals.iter().any(|it| weight(it.name).is_some()) {
        let says = "higher by 1: 2.7 times as likely the file that is meant";
        rows.push(vec![Cell::label(""), Cell::text(Tone::Faint, says)]);
    }
    (format!("why {}:{}", hit.record.path, seen.line), rows)
}

/// The same for a hit that calls or uses something: how sure that is, and the line of it.
pub(super) fn page_of_use(
    answer: &Answer,
    hit: &Hit,
    used: &Relation,
    is_cut: bool,
    text: &str,
) -> (String, Vec<Row>) {
    let because = match used.certainty {
        Certainty::Certain => "the scope, an import or a type before the name says so",
        Certainty::Likely => "nothing else in reach is called so",
        Certainty::Possible => "the name is the same, no more",
    };
    let line = used.at.0;
    let row = |name: &str, says: String| vec![Cell::label(name), Cell::text(Tone::Plain, says)];
    let rows = vec![
        place(answer, hit, is_cut),
        Vec::new(),
        row("uses", used.name.clone()),
        row(used.certainty.name(), because.to_owned()),
        row(&format!("line {line}"), text.to_owned()),
    ];
    (format!("why {}:{line}", used.path), rows)
}

/// Where it stands among the hits, which are the first ones where there are more.
fn place(answer: &Answer, hit: &Hit, is_cut: bool) -> Row {
    let at = answer
        .hits
        .iter()
        .position(|it| it.record.id == hit.record.id);
    let first = match is_cut {
        true => "the first ",
        false => "",
    };
    let hits = counted(answer.hits.len(), "hit", "hits");
    let rank = at.map_or_else(String::new, |at| format!("{} of {first}{hits}", at + 1));
    let name = hit.receipt.found_as.as_ref().unwrap_or(&hit.record.name);
    let name = match name.as_str() {
        "" => hit.record.kind.name().to_owned(),
        name => format!("{} {name}", hit.record.kind.name()),
    };
    vec![
        Cell::text(Tone::Plain, name),
        Cell::text(Tone::Faint, format!("  {rank}")),
    ]
}

fn keywords(receipt: &Receipt) -> Row {
    let says = match (receipt.keyword_rank, receipt.keyword_score) {
        (Some(rank), Some(score)) => {
            format!("k{rank}: {} by its words (BM25 {score:.2})", ordinal(rank))
        }
        (Some(rank), None) => format!("k{rank}: {} by its words", ordinal(rank)),
        (None, _) => "not among the best by its words".to_owned(),
    };
    found("keywords", receipt.keyword_rank, says)
}

fn meaning(receipt: &Receipt, by: VectorSearch) -> Row {
    let how = match by {
        VectorSearch::Exact => ", every vector compared",
        VectorSearch::Graph => ", by the graph",
        VectorSearch::None => "",
    };
    let says = match (receipt.vector_rank, receipt.vector_score) {
        (Some(rank), Some(score)) => {
            let place = ordinal(rank);
            format!("v{rank}: {place} by meaning (cosine {score:.2}{how})")
        }
        (Some(rank), None) => format!("v{rank}: {} by meaning", ordinal(rank)),
        (None, _) if by == VectorSearch::None => "not asked for, or no vectors yet".to_owned(),
        (None, _) => "not among the best by meaning".to_owned(),
    };
    found("meaning", receipt.vector_rank, says)
}

fn found(name: &str, rank: Option<u32>, says: String) -> Row {
    let tone = match rank {
        Some(_) => Tone::Plain,
        None => Tone::Faint,
    };
    vec![Cell::label(name), Cell::text(tone, says)]
}

/// `3rd` and the like.
fn ordinal(rank: u32) -> String {
    let ending = match (rank % 10, rank % 100) {
        (1, rest) if rest != 11 => "st",
        (2, rest) if rest != 12 => "nd",
        (3, rest) if rest != 13 => "rd",
        _ => "th",
    };
    format!("{rank}{ending}")
}

/// How often the words of the query stand in it.
fn standing(words: &[(String, usize)]) -> Row {
    let mut row = vec![Cell::label("words")];
    for (at, (word, count)) in words.iter().enumerate() {
        if at > 0 {
            row.push(Cell::text(Tone::Faint, ", "));
        }
        match count {
            0 => row.push(Cell::text(Tone::Faint, format!("{word} not in it"))),
            count => row.push(Cell::text(Tone::Good, format!("{word} ×{count}"))),
        }
    }
    row
}

/// The signals of one kind, the strongest first, with what they come to together.
fn group(title: &str, mut signals: Vec<&Signal>, most: f32) -> Vec<Row> {
    if signals.is_empty() {
        return Vec::new();
    }
    signals.sort_by(|left, right| right.value.abs().total_cmp(&left.value.abs()));
    let sum: f32 = signals.iter().map(|signal| signal.value).sum();
    let mut rows = vec![
        Vec::new(),
        vec![
            Cell::Score(Tone::Plain, sum),
            Cell::text(Tone::Plain, title),
        ],
    ];
    rows.extend(signals.into_iter().map(|signal| row(signal, most)));
    rows
}

fn row(signal: &Signal, most: f32) -> Row {
    let tone = match signal.value < 0.0 {
        true => Tone::Warning,
        false => Tone::Good,
    };
    let mut row = vec![
        Cell::Score(tone, signal.value),
        Cell::Bar(tone, signal.value.abs() / most),
        Cell::Field(Tone::Plain, words(signal.name).to_owned()),
    ];
    if let Some(weight) = weight(signal.name).filter(|weight| *weight != 0.0) {
        let value = signal.value / weight;
        row.push(Cell::text(Tone::Faint, format!("{value:.2} × {weight}")));
    }
    row
}

/// What a signal means. One without words of its own is called what the receipt calls it.
fn words(signal: &'static str) -> &'static str {
    match signal {
        "keywords" => "its best piece fits the words",
        "file by keywords" => "several pieces fit the words",
        "meaning" => "its best piece means that",
        "file by meaning" => "several pieces mean that",
        "hits" => "pieces of it that were found",
        "words covered" => "words of the query that it has",
        "definition" => "it defines what is asked for",
        "declared" => "it declares the name that is asked for",
        "exact" => "it is called exactly so",
        "own language" => "it is in the language that is asked for",
        "name" => "a name in it is in the query",
        "file name" => "how much of its name is asked for",
        "file name in query" => "how much of the query its name has",
        "file named" => "it is asked for by its name",
        "directory" => "the directory's name is in the query",
        "depth" => "how deep it lies",
        "tests" => "it is a test",
        "examples" => "it is an example",
        "vendored" => "it is somebody else's, or generated",
        "prose" => "it is prose",
        "length" => "how long it is",
        "summary by keywords" => "what it is about fits the words",
        "summary by meaning" => "what it is about means that",
        "behind the file's best" => "behind the best piece of its file",
        "behind the best match" => "behind the best match of its file",
        "decay" => "better hits of its file come before",
        "alike as a whole" => "alike as a whole",
        "location" => "the query names this location",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture;
    use crate::app::popup::plain;
    use crate::search::{Mode, Query};

    /// Named, and how much of each there is; the last two are parts of the score as they are.
    const SIGNALS: [(&str, f32); 5] = [
        ("keywords", 0.85),
        ("tests", 1.0),
        ("words covered", 0.5),
        ("behind the file's best", -0.25),
        ("decay", -3.0),
    ];

    fn signals() -> impl Iterator<Item = (&'static str, f32)> {
        let weighed = |(name, signal)| (name, weight(name).unwrap_or(1.0) * signal);
        SIGNALS.into_iter().map(weighed)
    }

    fn receipt() -> Receipt {
        let signal = |(name, value)| Signal { name, value };
        Receipt {
            keyword_rank: Some(2),
            keyword_score: Some(12.5),
            vector_rank: None,
            signals: signals().map(signal).collect(),
            ..Receipt::default()
        }
    }

    fn of(seen: &Seen<'_>) -> (String, Vec<Row>) {
        let hit = fixture::hit(&fixture::merger(), 8, receipt().total(), receipt());
        let query = Query::parse("merged segments", Mode::Hybrid);
        let answer = fixture::answer(&query, vec![hit.clone()]);
        page(&answer, &hit, seen)
    }

    fn rows(words: Option<&[(String, usize)]>) -> Vec<Row> {
        let seen = Seen {
            line: 37,
            is_cut: false,
            words,
        };
        of(&seen).1
    }

    #[test]
    fn it_says_that_there_are_more_hits_and_which_line_is_meant() {
        let check = |is_cut, place: &str| {
            let (line, words) = (40, None);
            let (title, rows) = of(&Seen {
                line,
                is_cut,
                words,
            });
            assert_eq!(title, "why src/indexer/merger.rs:40");
            assert_eq!(plain(&rows[0]), place);
        };
        check(false, "method write   1 of 1 hit");
        check(true, "method write   1 of the first 1 hit");
    }

    #[test]
    fn a_copy_says_so() {
        let check = |same_text: bool| {
            let receipt = Receipt {
                same_text,
                ..receipt()
            };
            let hit = fixture::hit(&fixture::merger(), 8, receipt.total(), receipt);
            let answer = fixture::answer(&Query::default(), vec![hit.clone()]);
            let seen = Seen {
                line: 37,
                is_cut: false,
                words: None,
            };
            let rows = page(&answer, &hit, &seen).1;
            let says = rows
                .iter()
                .any(|row| plain(row).contains("exactly the same"));
            assert_eq!(says, same_text);
        };
        check(true);
        check(false);
    }

    #[test]
    fn every_signal_has_a_row_and_their_sums_add_up_to_the_score() {
        let rows = rows(None);
        for (name, value) in signals() {
            let is_its = |row: &Row| match &row[..] {
                [
                    Cell::Score(_, score),
                    Cell::Bar(_, share),
                    Cell::Field(_, says),
                    ..,
                ] => {
                    let is_share = (share - value.abs() / 3.0).abs() < 1e-6;
                    *score == value && is_share && says == words(name)
                }
                _ => false,
            };
            assert!(rows.iter().any(is_its), "{name}: {rows:#?}");
        }
        let score = |wanted: &str| {
            let score = rows.iter().find_map(|row| match &row[..] {
                [Cell::Score(_, score), Cell::Text(part)] if part.text == wanted => Some(*score),
                _ => None,
            });
            score.unwrap()
        };
        let parts = score("what speaks for its file") + score("what speaks for it");
        let total = score("the score: all of them added up");
        assert!((parts - total).abs() < 1e-5, "{parts} and {total}");
        assert_eq!(total, receipt().total());
    }

    /// The page has these rows.
    fn check(words: Option<&[(String, usize)]>, expected: &[&str]) {
        let rows = rows(words);
        let rows: Vec<String> = rows.iter().map(|row| plain(row)).collect();
        for row in expected {
            assert!(rows.iter().any(|it| it.ends_with(row)), "{row}: {rows:#?}");
        }
    }

    #[test]
    fn a_weighed_signal_says_its_value_and_its_weight() {
        let says = |signal: f32, name| format!("{signal:.2} × {:.3}", weight(name).unwrap());
        let rows = [says(0.5, "words covered"), says(1.0, "tests")];
        check(None, &rows.each_ref().map(String::as_str));
    }

    #[test]
    fn ranks_and_words_are_said() {
        let counted = [("merged".to_owned(), 3), ("segment".to_owned(), 0)];
        let expected = [
            "keywords k2: 2nd by its words (BM25 12.50)",
            "meaning not among the best by meaning",
            "words merged ×3 ,  segment not in it",
        ];
        check(Some(&counted), &expected);
    }

    #[test]
    fn ordinals() {
        let said = [1, 2, 3, 4, 11, 12, 13, 21, 111].map(ordinal);
        let expected = [
            "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "111th",
        ];
        assert_eq!(said, expected);
    }
}
