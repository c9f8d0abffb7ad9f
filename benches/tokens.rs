//! Estimated numbers of tokens beside those of o200k, by the kind of the samples.
//!
//! `cargo bench -q --bench tokens -- samples.jsonl`; `tokens.mjs` writes the samples.

use anyhow::{Context, Result};
use serde::Deserialize;
use smriti_tui::answers::token_count;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};

#[derive(Deserialize)]
struct Sample {
    kind: String,
    tokens: usize,
    text: String,
}

/// Samples of a kind: their number, tokens by o200k, the estimate, and the lowest and highest ratio of a sample.
#[derive(Default)]
struct Kind {
    samples: usize,
    tokens: usize,
    estimate: usize,
    ratios: Vec<f64>,
}

#[expect(clippy::print_stdout, reason = "the output")]
fn main() -> Result<()> {
    let path = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let path = path.context("which file of samples?")?;
    let mut kinds: BTreeMap<String, Kind> = BTreeMap::new();
    for line in BufReader::new(File::open(&path).context(path)?).lines() {
        let sample: Sample = serde_json::from_str(&line?)?;
        let estimate = token_count(&sample.text);
        let kind = kinds.entry(sample.kind).or_default();
        kind.samples += 1;
        kind.tokens += sample.tokens;
        kind.estimate += estimate;
        kind.ratios.push(estimate as f64 / sample.tokens as f64);
    }
    println!("| kind | samples | tokens of o200k | estimate | lowest of a sample | highest |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for (name, mut kind) in kinds {
        kind.ratios.sort_by(f64::total_cmp);
        let (lowest, highest) = (kind.ratios[0], kind.ratios[kind.ratios.len() - 1]);
        let sum = kind.estimate as f64 / kind.tokens as f64;
        println!(
            "| {name} | {} | {} | {sum:.2} × | {lowest:.2} × | {highest:.2} × |",
            kind.samples, kind.tokens
        );
    }
    Ok(())
}
