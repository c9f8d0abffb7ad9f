//! The exact scan against the graph, and the scan against the memory it reads.
//!
//! Times are the machine's; the ratios are what counts. `cargo bench --bench vectors`

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use anyhow::{Context, Result};
use smriti_tui::corpus::Cancel;
use smriti_tui::embed::{Backend, Embedding, EmbeddingKey, Model};
use smriti_tui::index::vector::{Graph, VectorFile, VectorSet, write};
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use twox_hash::XxHash3_64;

const K: usize = 50;
const EFS: [usize; 3] = [128, 256, 512];
const QUERIES: usize = 200;
/// Greatest change of a component of about 16: rows differ as edited copies of code do.
const NOISE: i8 = 7;

fn main() -> Result<()> {
    // `cargo test --all-targets` runs benches too, unoptimised, where they say nothing.
    if !std::env::args().any(|argument| argument == "--bench") {
        println!("run it with: cargo bench --bench vectors");
        return Ok(());
    }
    let model = Model::bundled(&Backend::PureRust)?;
    let code = windows_of_code()?;
    let vectors = model.embed(&code)?;
    let queries: Vec<&str> = code
        .iter()
        .step_by(code.len().div_ceil(QUERIES))
        .filter_map(|text| text.lines().max_by_key(|line| line.len()))
        .collect();
    let queries = model.embed(&queries)?;
    println!("   rows  build s  open s  scan ms  scan/read   ef  graph ms  graph/scan  recall@{K}");
    for rows in [10_000, 50_000] {
        measure(&vectors, &queries, rows)?;
    }
    Ok(())
}

fn measure(vectors: &[Embedding], queries: &[Embedding], rows: usize) -> Result<()> {
    let directory = tempfile::tempdir()?;
    let dimension = vectors.first().context("no code to embed")?.0.len();
    let file = write(directory.path(), 1, dimension, noisy(vectors, rows))?;
    let go = Cancel::new();
    let (build, graph) = timed(|| Graph::build(&file, &go));
    let graph = graph.context("nothing cancels")?;
    graph.dump(directory.path())?;
    let (open, opened) = timed(|| Graph::open(directory.path(), &file));
    opened?;

    let set = VectorSet::new(vec![file.clone()])?;
    let (scan, exact) = answers(queries, |query| set.scan(query, |_| true, K, &go));
    let (read, _) = answers(queries, |_| black_box(Some(sum(&file))));
    for ef in EFS {
        let (near, hits) = answers(queries, |query| {
            set.search(&graph, query, |_| true, K, ef, &go)
        });
        let pairs = exact.iter().flatten().zip(hits.iter().flatten());
        let found =
            pairs.map(|(exact, hits)| exact.iter().filter(|hit| hits.contains(hit)).count());
        println!(
            "{rows:7}  {:7.2}  {:6.2}  {:7.3}  {:9.2}  {ef:3}  {:8.3}  {:10.2}  {:9.4}",
            build.as_secs_f64(),
            open.as_secs_f64(),
            scan * 1e3,
            scan / read,
            near * 1e3,
            near / scan,
            found.sum::<usize>() as f64 / (queries.len() * K) as f64,
        );
    }
    Ok(())
}

/// The median seconds an answer takes, and the answers.
fn answers<T>(queries: &[Embedding], answer: impl Fn(&Embedding) -> T) -> (f64, Vec<T>) {
    let (mut times, answers): (Vec<Duration>, Vec<T>) =
        queries.iter().map(|query| timed(|| answer(query))).unzip();
    times.sort();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    (median.as_secs_f64(), answers)
}

/// Reads every component once and does the least with it.
fn sum(file: &VectorFile) -> u64 {
    let row = |row: usize| {
        file.row(row)
            .iter()
            .map(|byte| u64::from(*byte))
            .sum::<u64>()
    };
    (0..file.len()).map(row).sum()
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}

/// As many rows as asked for: the vectors over and over, each time with other noise.
fn noisy(vectors: &[Embedding], rows: usize) -> Vec<(EmbeddingKey, Embedding)> {
    let vectors = vectors.iter().cycle().take(rows).enumerate();
    let rows = vectors.map(|(row, vector)| {
        let noise = |column: usize| {
            let place = ((row as u64) << 32) | column as u64;
            let random = XxHash3_64::oneshot(&place.to_le_bytes());
            (random % (2 * NOISE as u64 + 1)) as i8 - NOISE
        };
        let components = vector.0.iter().enumerate();
        let components = components.map(|(column, it)| it.saturating_add(noise(column)));
        let key = EmbeddingKey(XxHash3_64::oneshot(&row.to_le_bytes()));
        (key, Embedding(components.collect()))
    });
    rows.collect()
}

/// Overlapping windows of lines of this crate.
fn windows_of_code() -> Result<Vec<String>> {
    let mut files = Vec::new();
    source_files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut files,
    )?;
    files.sort();
    let mut windows = Vec::new();
    for file in files {
        let content = fs::read_to_string(file)?;
        let lines: Vec<&str> = content.lines().collect();
        windows.extend(lines.windows(5).map(|window| window.join("\n")));
    }
    Ok(windows)
}

fn source_files(directory: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            source_files(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
