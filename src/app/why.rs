//! Why a hit stands where it does: its receipt in words.

use super::status::{Part, Tone};
use crate::search::Hit;

/// The page's title and rows, from the receipt alone.
pub(super) fn page(hit: &Hit) -> (String, Vec<Vec<Part>>) {
    let receipt = &hit.receipt;
    let mut rows = vec![
        retriever("keywords", receipt.keyword_rank, receipt.keyword_score),
        retriever("meaning", receipt.vector_rank, receipt.vector_score),
        Vec::new(),
    ];
    for signal in &receipt.signals {
        let tone = match signal.value < 0.0 {
            true => Tone::Warning,
            false => Tone::Good,
        };
        rows.push(vec![
            Part::new(tone, format!("{:>+8.3}  ", signal.value)),
            Part::new(Tone::Plain, signal.name),
        ]);
    }
    rows.push(vec![
        Part::new(Tone::Plain, format!("{:>+8.3}  ", receipt.total())),
        Part::new(Tone::Faint, "the score: all of them added up"),
    ]);
    let record = &hit.record;
    (format!("why {}:{}", record.path, record.name_at.0), rows)
}

fn retriever(name: &str, rank: Option<u32>, score: Option<f32>) -> Vec<Part> {
    let says = match (rank, score) {
        (Some(rank), Some(score)) => format!("rank {rank}, score {score:.3}"),
        (Some(rank), None) => format!("rank {rank}"),
        (None, _) => "not among its candidates".to_owned(),
    };
    vec![
        Part::new(Tone::Plain, format!("{name:<10}")),
        Part::new(Tone::Faint, says),
    ]
}
