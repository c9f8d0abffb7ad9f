//! Why a hit stands where it does: its receipt in words, and nothing that is not in it.

use super::status::{Part, Tone};
use crate::context::{Certainty, Relation};
use crate::search::{Answer, Hit, Receipt, Signal, VectorSearch, weight};

/// Cells of the longest bar.
const BAR: usize = 10;

/// Cells of a signal's words.
const WORDS: usize = 38;

/// The page's title and rows. `words` are those of the query, with how often each stands in the
/// hit's text as it is shown; none where it is not shown.
pub(super) fn page(
    answer: &Answer,
    hit: &Hit,
    words: Option<&[(String, usize)]>,
) -> (String, Vec<Vec<Part>>) {
    let receipt = &hit.receipt;
    let mut rows = vec![place(answer, hit), Vec::new()];
    rows.push(keywords(receipt));
    rows.push(meaning(receipt, answer.vectors));
    if let Some(words) = words.filter(|words| !words.is_empty()) {
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
        Part::new(Tone::Good, format!("{:>+8.3}  ", receipt.total())),
        Part::new(Tone::Plain, "the score: all of them added up"),
    ]);
    if receipt.signals.iter().any(|it| weight(it.name).is_some()) {
        let says = "higher by 1: 2.7 times as likely the file that is meant";
        rows.push(vec![Part::new(Tone::Faint, format!("{:10}{says}", ""))]);
    }
    let record = &hit.record;
    (format!("why {}:{}", record.path, record.name_at.0), rows)
}

/// The same for a hit that calls or uses something: how sure that is, and the line of it.
pub(super) fn page_of_use(
    answer: &Answer,
    hit: &Hit,
    used: &Relation,
    text: &str,
) -> (String, Vec<Vec<Part>>) {
    let because = match used.certainty {
        Certainty::Certain => "the scope, an import or a type before the name says so",
        Certainty::Likely => "nothing else in reach is called so",
        Certainty::Possible => "the name is the same, no more",
    };
    let line = used.at.0;
    let row = |name: &str, says: String| {
        let name = Part::new(Tone::Faint, format!("{name:<10}"));
        vec![name, Part::new(Tone::Plain, says)]
    };
    let rows = vec![
        place(answer, hit),
        Vec::new(),
        row("uses", used.name.clone()),
        row(used.certainty.name(), because.to_owned()),
        row(&format!("line {line} "), text.to_owned()),
    ];
    (format!("why {}:{line}", used.path), rows)
}

/// Where it stands among the hits.
fn place(answer: &Answer, hit: &Hit) -> Vec<Part> {
    let at = answer
        .hits
        .iter()
        .position(|it| it.record.id == hit.record.id);
    let rank = at.map_or_else(String::new, |at| {
        format!("{} of {} hits", at + 1, answer.hits.len())
    });
    let name = match hit.record.name.as_str() {
        "" => hit.record.kind.name().to_owned(),
        name => format!("{} {name}", hit.record.kind.name()),
    };
    vec![
        Part::new(Tone::Plain, name),
        Part::new(Tone::Faint, format!("  {rank}")),
    ]
}

fn keywords(receipt: &Receipt) -> Vec<Part> {
    let says = match (receipt.keyword_rank, receipt.keyword_score) {
        (Some(rank), Some(score)) => format!("{} by its words (BM25 {score:.2})", ordinal(rank)),
        (Some(rank), None) => format!("{} by its words", ordinal(rank)),
        (None, _) => "not among the best by its words".to_owned(),
    };
    found("keywords", receipt.keyword_rank, says)
}

fn meaning(receipt: &Receipt, by: VectorSearch) -> Vec<Part> {
    let how = match by {
        VectorSearch::Exact => ", every vector compared",
        VectorSearch::Graph => ", by the graph",
        VectorSearch::None => "",
    };
    let says = match (receipt.vector_rank, receipt.vector_score) {
        (Some(rank), Some(score)) => {
            format!("{} by meaning (cosine {score:.2}{how})", ordinal(rank))
        }
        (Some(rank), None) => format!("{} by meaning", ordinal(rank)),
        (None, _) if by == VectorSearch::None => "not asked for, or no vectors yet".to_owned(),
        (None, _) => "not among the best by meaning".to_owned(),
    };
    found("meaning", receipt.vector_rank, says)
}

fn found(name: &str, rank: Option<u32>, says: String) -> Vec<Part> {
    let tone = match rank {
        Some(_) => Tone::Plain,
        None => Tone::Faint,
    };
    vec![
        Part::new(Tone::Faint, format!("{name:<10}")),
        Part::new(tone, says),
    ]
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
fn standing(words: &[(String, usize)]) -> Vec<Part> {
    let mut row = vec![Part::new(Tone::Faint, format!("{:<10}", "words"))];
    for (at, (word, count)) in words.iter().enumerate() {
        if at > 0 {
            row.push(Part::new(Tone::Faint, ", "));
        }
        match count {
            0 => row.push(Part::new(Tone::Faint, format!("{word} not in it"))),
            count => row.push(Part::new(Tone::Good, format!("{word} ×{count}"))),
        }
    }
    row
}

/// The signals of one kind, the strongest first, with what they come to together.
fn group(title: &str, mut signals: Vec<&Signal>, most: f32) -> Vec<Vec<Part>> {
    if signals.is_empty() {
        return Vec::new();
    }
    signals.sort_by(|left, right| right.value.abs().total_cmp(&left.value.abs()));
    let sum: f32 = signals.iter().map(|signal| signal.value).sum();
    let mut rows = vec![
        Vec::new(),
        vec![
            Part::new(Tone::Plain, format!("{sum:>+8.3}  ")),
            Part::new(Tone::Plain, title),
        ],
    ];
    rows.extend(signals.into_iter().map(|signal| row(signal, most)));
    rows
}

fn row(signal: &Signal, most: f32) -> Vec<Part> {
    let tone = match signal.value < 0.0 {
        true => Tone::Warning,
        false => Tone::Good,
    };
    let mut row = vec![
        Part::new(tone, format!("{:>+8.3}  ", signal.value)),
        Part::new(tone, format!("{:<BAR$} ", bar(signal.value.abs() / most))),
        Part::new(Tone::Plain, format!("{:<WORDS$} ", words(signal.name))),
    ];
    if let Some(weight) = weight(signal.name).filter(|weight| *weight != 0.0) {
        let value = signal.value / weight;
        row.push(Part::new(Tone::Faint, format!("{value:.2} × {weight}")));
    }
    row
}

/// A share, 0 to 1, as a bar of at least a half cell.
fn bar(share: f32) -> String {
    let halves = ((share * 2.0 * BAR as f32).round() as usize).clamp(1, 2 * BAR);
    let half = match halves % 2 {
        0 => "",
        _ => "▌",
    };
    format!("{}{half}", "█".repeat(halves / 2))
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
        "name" => "a name in it is in the query",
        "file name" => "the query is in the file's name",
        "file name in query" => "the file's name is in the query",
        "file named" => "the query names the file",
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
        Receipt::SAME_TEXT => "exactly the same text",
        "alike as a whole" => "alike as a whole",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture;
    use crate::search::{Mode, Query};

    const SIGNALS: [(&str, f32); 5] = [
        ("keywords", 0.372),
        ("tests", -2.342),
        ("words covered", 1.3095),
        ("behind the file's best", -0.25),
        ("decay", -3.0),
    ];

    fn receipt() -> Receipt {
        let signal = |(name, value)| Signal { name, value };
        Receipt {
            keyword_rank: Some(2),
            keyword_score: Some(12.5),
            vector_rank: None,
            signals: SIGNALS.into_iter().map(signal).collect(),
            ..Receipt::default()
        }
    }

    fn lines(words: Option<&[(String, usize)]>) -> Vec<String> {
        let hit = fixture::hit(&fixture::merger(), 8, receipt().total(), receipt());
        let query = Query::parse("merged segments", Mode::Hybrid);
        let answer = fixture::answer(&query, vec![hit.clone()]);
        let (_, rows) = page(&answer, &hit, words);
        let text = |row: Vec<Part>| row.into_iter().map(|part| part.text).collect::<String>();
        rows.into_iter().map(text).collect()
    }

    #[test]
    fn every_signal_has_a_row_and_their_sums_add_up_to_the_score() {
        let lines = lines(None);
        for (name, value) in SIGNALS {
            let starts = format!("{value:>+8.3}");
            let has = |line: &String| line.starts_with(&starts) && line.contains(words(name));
            assert!(lines.iter().any(has), "{name}: {lines:#?}");
        }
        let number = |wanted: &str| -> f32 {
            let line = lines.iter().find(|line| line.ends_with(wanted)).unwrap();
            line.split_whitespace().next().unwrap().parse().unwrap()
        };
        let parts = number("what speaks for its file") + number("what speaks for it");
        let score = number("the score: all of them added up");
        assert!((parts - score).abs() < 2e-3, "{parts} and {score}");
        assert!((score - receipt().total()).abs() < 1e-3, "{score}");
    }

    #[test]
    fn a_weighed_signal_says_its_value_and_its_weight() {
        let lines = lines(None);
        assert!(
            lines.iter().any(|it| it.contains("0.50 × 2.619")),
            "{lines:#?}"
        );
        assert!(
            lines.iter().any(|it| it.contains("1.00 × -2.342")),
            "{lines:#?}"
        );
    }

    #[test]
    fn ranks_and_words_are_said() {
        let counted = [("merged".to_owned(), 3), ("segment".to_owned(), 0)];
        let lines = lines(Some(&counted));
        let expected = [
            "keywords  2nd by its words (BM25 12.50)",
            "meaning   not among the best by meaning",
            "words     merged ×3, segment not in it",
        ];
        for line in expected {
            assert!(lines.iter().any(|it| it == line), "{line}: {lines:#?}");
        }
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
