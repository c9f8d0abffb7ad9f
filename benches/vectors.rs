//! Compares the graph with the exact scan over the vectors of real code: recall@10, NDCG@10, compared rows,
//! p50, and the cost of a graph.
//!
//! `cargo bench --bench vectors -- [--sizes 10000,100000] [--questions FILE] [DIR…]`
//!
//! Rows are the embedded leaves of the directories (default: this crate's sources), or evenly spaced ones. A
//! line of FILE is a query and, after tabs, the relevant files; without FILE, queries are lines of comments.
//! Each query is timed several times, scan and graph in turn, and its fastest answers count, because other
//! work on the machine slows the rest.

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use anyhow::{Context, Result, bail};
use smriti_tui::chunk::{ChunkTree, Limits, embedded_text};
use smriti_tui::corpus::{self, Cancel, Root, read, walk};
use smriti_tui::embed::{Embedding, EmbeddingKey, Model};
use smriti_tui::index::vector::{Graph, RowId, VectorSet, write};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

const K: usize = 10;
const QUESTIONS: usize = 300;
/// Number of timed answers of each kind per query.
const ROUNDS: usize = 5;
/// Minimum recall of a graph.
const RECALL: f64 = 0.98;
const EFS: [usize; 8] = [100, 200, 300, 400, 600, 800, 1_200, 1_600];
/// Maximum size of a file that is read, in bytes.
const INDEX_LIMIT: u64 = 1_000_000;
/// Number of texts that are embedded together.
const BATCH: usize = 1_024;

fn main() -> Result<()> {
    // `cargo test --all-targets` runs benches too, unoptimized, where they prove nothing.
    if !std::env::args().any(|argument| argument == "--bench") {
        println!("run it with: cargo bench --bench vectors");
        return Ok(());
    }
    let options = Options::from_arguments()?;
    let model = Model::bundled()?;
    let mut code = Code::default();
    for directory in &options.directories {
        code.add(directory)?;
    }
    let (texts, paths): (Vec<String>, Vec<String>) = code.leaves.into_iter().unzip();
    let leaves: Vec<Leaf> = texts
        .iter()
        .map(|text| EmbeddingKey::of(text))
        .zip(embed(&model, &texts)?)
        .zip(paths)
        .collect();
    let questions = match options.questions {
        Some(file) => std::fs::read_to_string(&file)?
            .lines()
            .map(str::to_owned)
            .collect(),
        None => code.comments.into_iter().collect::<Vec<String>>(),
    };
    let questions = Question::embedded(&model, &spread(&questions, QUESTIONS))?;
    if leaves.is_empty() || questions.is_empty() {
        bail!("there is nothing to embed in these directories, or no question");
    }
    println!(
        "{} leaves, {} questions; ms are p50\n",
        leaves.len(),
        questions.len()
    );
    println!(
        "| rows | ef | recall@{K} | NDCG@{K} graph, scan | compared | graph ms | scan ms | graph/scan |"
    );
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let measured = options
        .sizes
        .iter()
        .map(|rows| measure(&spread(&leaves, *rows), &questions));
    let costs = measured.collect::<Result<Vec<String>>>()?;
    println!("\n| rows | build s | bytes on disk a row | open ms |");
    println!("| ---: | ---: | ---: | ---: |");
    costs.iter().for_each(|cost| println!("{cost}"));
    Ok(())
}

/// A row of the index, and a file with its text.
type Leaf = ((EmbeddingKey, Embedding), String);

struct Question {
    vector: Embedding,
    relevant: Vec<String>,
}

impl Question {
    fn embedded(model: &Model, lines: &[String]) -> Result<Vec<Self>> {
        let mut questions = Vec::with_capacity(lines.len());
        for line in lines {
            let mut fields = line.split('\t');
            if let Some(query) = fields.next() {
                let vector = model.embed_query(query, &[])?;
                let relevant = fields.map(str::to_owned).collect();
                questions.push(Self { vector, relevant });
            }
        }
        Ok(questions)
    }

    /// NDCG of found files; none if no row is relevant.
    fn ndcg(&self, found: &[&str], rows_of: &BTreeMap<&str, usize>) -> Option<f64> {
        let rows = self
            .relevant
            .iter()
            .map(|path| rows_of.get(path.as_str()).unwrap_or(&0));
        let relevant: usize = rows.sum();
        let gain = |rank: usize| 1.0 / (rank as f64 + 2.0).log2();
        let best: f64 = (0..relevant.min(K)).map(gain).sum();
        let hits = found
            .iter()
            .enumerate()
            .filter(|(_, path)| self.relevant.iter().any(|it| it == *path));
        (relevant > 0).then(|| hits.map(|(rank, _)| gain(rank)).sum::<f64>() / best)
    }
}

/// The arguments.
struct Options {
    sizes: Vec<usize>,
    questions: Option<PathBuf>,
    directories: Vec<PathBuf>,
}

impl Options {
    fn from_arguments() -> Result<Self> {
        let mut options = Self {
            sizes: vec![10_000, 100_000],
            questions: None,
            directories: Vec::new(),
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--bench" => {}
                "--sizes" => {
                    let sizes = arguments.next().context("--sizes: how many rows?")?;
                    let sizes = sizes.split(',').map(|size| size.trim().parse());
                    options.sizes = sizes.collect::<Result<_, _>>()?;
                }
                "--questions" => {
                    let file = arguments.next().context("--questions: which file?")?;
                    options.questions = Some(file.into());
                }
                _ => options.directories.push(argument.into()),
            }
        }
        if options.directories.is_empty() {
            options.directories = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
        }
        Ok(options)
    }
}

/// The texts of directories.
#[derive(Default)]
struct Code {
    /// Embedded texts with the file of each.
    leaves: BTreeMap<String, String>,
    /// Lines of comments that are long enough for a query.
    comments: BTreeSet<String>,
}

impl Code {
    fn add(&mut self, directory: &std::path::Path) -> Result<()> {
        let root = Root::exactly(directory)?;
        let limits = corpus::FileLimits {
            index_limit: INDEX_LIMIT,
            document_limit: INDEX_LIMIT,
            rules: corpus::RuleOptions::default(),
            secrets: corpus::Secrets::with_rules(&[])?,
        };
        let found = walk(&root, &limits, &Cancel::new());
        for file in found.files {
            let Ok((document, _)) = read(&root, &file.path, limits.of(&file.path)) else {
                continue;
            };
            let tree = ChunkTree::of(document, &Limits::default());
            for (at, chunk) in tree.leaves().filter(|(_, chunk)| !chunk.silent) {
                self.leaves
                    .entry(embedded_text(&tree, at))
                    .or_insert_with(|| file.path.to_string());
                let text = tree.text(chunk);
                self.comments.extend(text.lines().filter_map(comment));
            }
        }
        Ok(())
    }
}

/// The words of a line that is a comment of five to twenty words.
fn comment(line: &str) -> Option<String> {
    let line = line.trim();
    let marks = ["///", "//!", "//", "* ", "# "];
    let text = marks
        .iter()
        .find_map(|mark| line.strip_prefix(mark))?
        .trim();
    let words = text.split_whitespace().count();
    ((5..=20).contains(&words) && text.starts_with(char::is_alphabetic)).then(|| text.to_owned())
}

fn embed(model: &Model, texts: &[String]) -> Result<Vec<Embedding>> {
    let mut vectors = Vec::with_capacity(texts.len());
    for batch in texts.chunks(BATCH) {
        let batch: Vec<&str> = batch.iter().map(String::as_str).collect();
        vectors.extend(model.embed(&batch)?);
    }
    Ok(vectors)
}

/// Returns `wanted` items at equal distances, from the first to the last.
fn spread<T: Clone>(all: &[T], wanted: usize) -> Vec<T> {
    let wanted = wanted.min(all.len());
    let places = (0..wanted).map(|nth| nth * all.len() / wanted);
    places.filter_map(|place| all.get(place).cloned()).collect()
}

/// Prints recall, NDCG and times for growing `ef` over these rows. Returns the line of costs.
fn measure(leaves: &[Leaf], questions: &[Question]) -> Result<String> {
    let directory = tempfile::tempdir()?;
    let ((_, first), _) = leaves.first().context("no vectors")?;
    let rows = leaves.iter().map(|(row, _)| row.clone()).collect();
    let file = write(directory.path(), 1, first.0.len(), rows)?;
    let path_of: BTreeMap<EmbeddingKey, &str> = leaves
        .iter()
        .map(|((key, _), path)| (*key, path.as_str()))
        .collect();
    let mut rows_of = BTreeMap::new();
    path_of
        .values()
        .for_each(|path| *rows_of.entry(*path).or_default() += 1);
    let go = Cancel::new();
    let (build, graph) = timed(|| Graph::build(&file, &AtomicUsize::new(0), &go));
    graph.context("nothing cancels")?.dump(directory.path())?;
    let (open, graph) = timed(|| Graph::open(directory.path(), &file));
    let graph = graph?;
    let set = VectorSet::new(vec![file.clone()]);
    for ef in EFS {
        let (mut scans, mut searches) = (Vec::new(), Vec::new());
        let (mut hits, mut all, mut compared) = (0, 0, 0);
        let mut gains = Vec::new();
        for question in questions {
            let query = &question.vector;
            let answer = |graph| {
                let found = set.search(graph, query, None, RowId::alone, K, &go);
                found.unwrap_or_default()
            };
            let scan = || answer(None);
            let search = || answer(Some((&graph, ef)));
            let rounds = (0..ROUNDS).map(|_| (timed(scan), timed(search)));
            let (exact, found): (Vec<_>, Vec<_>) = rounds.unzip();
            let fastest = |(time, found): (Duration, Vec<(RowId, f32)>), other: (Duration, _)| {
                (time.min(other.0), found)
            };
            let (scan, exact) = exact.into_iter().reduce(fastest).context("no round")?;
            let (search, found) = found.into_iter().reduce(fastest).context("no round")?;
            scans.push(scan);
            searches.push(search);
            compared += graph.search(query, ef).compared;
            // Rows with at least the score of the last exact row count as found.
            let last = exact.last().map_or(f32::MAX, |(_, score)| *score);
            hits += found.iter().filter(|(_, score)| *score >= last).count();
            all += exact.len();
            let paths = |found: &[(RowId, f32)]| -> Vec<&str> {
                let keys = found.iter().map(|(slot, _)| file.key(slot.0 as usize));
                keys.filter_map(|key| path_of.get(&key).copied()).collect()
            };
            gains.extend(
                question
                    .ndcg(&paths(&found), &rows_of)
                    .zip(question.ndcg(&paths(&exact), &rows_of)),
            );
        }
        let recall = hits as f64 / all.max(1) as f64;
        let ndcg = gains
            .iter()
            .fold((0.0, 0.0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
        let questions_with_files = gains.len().max(1) as f64;
        let (search, scan) = (median(searches), median(scans));
        println!(
            "| {} | {ef} | {recall:.4} | {:.4}, {:.4} | {} | {:.3} | {:.3} | {:.2} |",
            file.len(),
            ndcg.0 / questions_with_files,
            ndcg.1 / questions_with_files,
            compared / questions.len(),
            search * 1e3,
            scan * 1e3,
            search / scan,
        );
        if recall >= RECALL {
            break;
        }
    }
    let bytes = std::fs::metadata(directory.path().join(Graph::name(1)))?.len();
    Ok(format!(
        "| {} | {:.1} | {} | {:.1} |",
        file.len(),
        build.as_secs_f64(),
        bytes / file.len().max(1) as u64,
        open.as_secs_f64() * 1e3,
    ))
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    median.as_secs_f64()
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}
