//! The exact scan against the graph, over vectors of real code: recall, rows compared, time, what
//! a graph costs, and from how many rows on it is the faster one.
//!
//! `cargo bench --bench vectors -- [--sizes 10000,100000] [--questions FILE] [DIR…]`
//!
//! Vectors are those of the leaves of the directories (default: this crate's sources), a spread of
//! them where a size is smaller; where it is larger, all of them and copies with a little noise.
//! Questions are the lines of FILE, or lines of comments. Times are the machine's; what counts is
//! the ratios of one run, and what is counted.

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use anyhow::{Context, Result, bail};
use smriti_tui::chunk::{ChunkTree, Limits, embedded_text};
use smriti_tui::corpus::{self, Cancel, Root, read, walk};
use smriti_tui::embed::{Backend, Embedding, EmbeddingKey, Model};
use smriti_tui::index::vector::{Graph, Slot, VectorFile, VectorSet, write};
use std::collections::BTreeSet;
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};
use twox_hash::XxHash3_64;

const K: usize = 50;
const QUESTIONS: usize = 300;
/// The recall that a graph has to have.
const RECALL: f64 = 0.99;
/// What is tried until the recall is reached.
const EFS: [usize; 13] = [
    400, 600, 800, 1_000, 1_200, 1_600, 2_000, 2_400, 2_800, 3_200, 4_800, 8_000, 16_000,
];
/// Greatest change of a component of about 16 in a noisy copy.
const NOISE: i8 = 2;
/// Files above it are not read, in bytes.
const INDEX_LIMIT: u64 = 1_000_000;
/// Texts that are embedded together.
const BATCH: usize = 1_024;

fn main() -> Result<()> {
    // `cargo test --all-targets` runs benches too, unoptimised, where they say nothing.
    if !std::env::args().any(|argument| argument == "--bench") {
        println!("run it with: cargo bench --bench vectors");
        return Ok(());
    }
    let asked = Asked::from_arguments()?;
    let model = Model::bundled(&Backend::PureRust)?;
    let mut code = Code::default();
    for directory in &asked.directories {
        code.add(directory)?;
    }
    let vectors = embed(&model, &code.leaves)?;
    let questions = match asked.questions {
        Some(file) => std::fs::read_to_string(&file)?
            .lines()
            .map(str::to_owned)
            .collect(),
        None => code.comments.into_iter().collect::<Vec<String>>(),
    };
    let questions = embed(&model, &spread(&questions, QUESTIONS))?;
    if vectors.is_empty() || questions.is_empty() {
        bail!("there is nothing to embed in these directories, or no question");
    }
    let (leaves, asked_with) = (vectors.len(), questions.len());
    println!("{leaves} leaves, {asked_with} questions, the {K} nearest; ms are medians\n");
    println!("| rows | ef | recall@{K} | compared | graph ms | scan ms | graph/scan | scan/read |");
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let measured = asked
        .sizes
        .iter()
        .map(|rows| measure(&vectors, &questions, *rows));
    let costs = measured.collect::<Result<Vec<Cost>>>()?;
    println!("\n| rows | build s | KB on disk a row | open ms | faster at recall {RECALL} |");
    println!("| ---: | ---: | ---: | ---: | :--- |");
    costs.iter().for_each(Cost::print);
    Ok(())
}

/// What the arguments ask for.
struct Asked {
    sizes: Vec<usize>,
    questions: Option<PathBuf>,
    directories: Vec<PathBuf>,
}

impl Asked {
    fn from_arguments() -> Result<Self> {
        let mut asked = Self {
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
                    asked.sizes = sizes.collect::<Result<_, _>>()?;
                }
                "--questions" => {
                    let file = arguments.next().context("--questions: which file?")?;
                    asked.questions = Some(file.into());
                }
                _ => asked.directories.push(argument.into()),
            }
        }
        if asked.directories.is_empty() {
            asked.directories = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
        }
        Ok(asked)
    }
}

/// The texts of directories.
#[derive(Default)]
struct Code {
    leaves: Vec<String>,
    /// Lines of comments that are long enough to be a question.
    comments: BTreeSet<String>,
}

impl Code {
    fn add(&mut self, directory: &std::path::Path) -> Result<()> {
        let root = Root::exactly(directory)?;
        let limits = corpus::Limits {
            index_limit: INDEX_LIMIT,
            document_limit: INDEX_LIMIT,
        };
        let found = walk(&root, &limits, &Cancel::new());
        for file in found.files {
            let Ok((document, _)) = read(&root, &file.path, limits.of(&file.path)) else {
                continue;
            };
            let tree = ChunkTree::of(document, &Limits::default());
            for (at, chunk) in tree.leaves().filter(|(_, chunk)| !chunk.silent) {
                self.leaves.push(embedded_text(&tree, at));
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

/// As many as are wanted, from the first to the last.
fn spread<T: Clone>(all: &[T], wanted: usize) -> Vec<T> {
    let wanted = wanted.min(all.len());
    let places = (0..wanted).map(|nth| nth * all.len() / wanted);
    places.filter_map(|place| all.get(place).cloned()).collect()
}

/// What a graph costs.
struct Cost {
    rows: usize,
    build: Duration,
    open: Duration,
    bytes: u64,
    /// How much faster it is than the scan where it reaches the recall.
    gain: Option<f64>,
}

impl Cost {
    fn print(&self) {
        let faster = match self.gain {
            Some(gain) if gain > 1.0 => format!("graph, {gain:.1} ×"),
            Some(gain) => format!("scan, {:.1} ×", 1.0 / gain),
            None => "scan: no graph reached it".to_owned(),
        };
        println!(
            "| {} | {:.1} | {:.3} | {:.1} | {faster} |",
            self.rows,
            self.build.as_secs_f64(),
            self.bytes as f64 / 1e3 / self.rows as f64,
            self.open.as_secs_f64() * 1e3,
        );
    }
}

fn measure(vectors: &[Embedding], questions: &[Embedding], rows: usize) -> Result<Cost> {
    let directory = tempfile::tempdir()?;
    let dimension = vectors.first().context("no vectors")?.0.len();
    let file = write(directory.path(), 1, dimension, sized(vectors, rows))?;
    let go = Cancel::new();
    let (build, graph) = timed(|| Graph::build(&file, &AtomicUsize::new(0), &go));
    graph.context("nothing cancels")?.dump(directory.path())?;
    let (open, graph) = timed(|| Graph::open(directory.path(), &file));
    let graph = graph?;
    let dump = directory.path().join(Graph::name(1));
    let mut cost = Cost {
        rows,
        build,
        open,
        bytes: std::fs::metadata(dump)?.len(),
        gain: None,
    };
    let set = VectorSet::new(vec![file.clone()])?;
    let (scan, exact) = answers(questions, |query| set.scan(query, Slot::alone, K, &go));
    let (read, _) = answers(questions, |_| black_box(sum(&file)));
    for ef in EFS {
        let (near, found) = answers(questions, |query| {
            set.search(&graph, query, Slot::alone, K, ef, &go)
        });
        let compared = questions.iter().map(|it| graph.search(it, ef).compared);
        let compared = compared.sum::<usize>() / questions.len();
        let recall = recall(exact.iter().flatten(), found.iter().flatten());
        println!(
            "| {rows} | {ef} | {recall:.4} | {compared} | {:.3} | {:.3} | {:.2} | {:.2} |",
            near * 1e3,
            scan * 1e3,
            near / scan,
            scan / read,
        );
        if recall >= RECALL {
            cost.gain = Some(scan / near);
            break;
        }
    }
    Ok(cost)
}

/// How many of the nearest were found, rows as near as the last of them included.
fn recall<'a, S: 'a>(
    exact: impl Iterator<Item = &'a Vec<(S, f32)>>,
    found: impl Iterator<Item = &'a Vec<(S, f32)>>,
) -> f64 {
    let (mut hits, mut all) = (0, 0);
    for (exact, found) in exact.zip(found) {
        let Some((_, last)) = exact.last() else {
            continue;
        };
        hits += found.iter().filter(|(_, score)| score >= last).count();
        all += exact.len();
    }
    hits as f64 / all.max(1) as f64
}

/// The median seconds an answer takes, and the answers.
fn answers<T>(questions: &[Embedding], answer: impl Fn(&Embedding) -> T) -> (f64, Vec<T>) {
    let (mut times, answers): (Vec<Duration>, Vec<T>) =
        questions.iter().map(|it| timed(|| answer(it))).unzip();
    times.sort();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    (median.as_secs_f64(), answers)
}

/// Reads every component once and does the least with it.
fn sum(file: &VectorFile) -> u64 {
    let row = |row| -> u64 {
        let (words, _) = file.row(row).as_chunks();
        words
            .iter()
            .copied()
            .map(u64::from_le_bytes)
            .fold(0, u64::wrapping_add)
    };
    (0..file.len()).map(row).fold(0, u64::wrapping_add)
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}

/// As many rows as asked for.
fn sized(vectors: &[Embedding], rows: usize) -> Vec<(EmbeddingKey, Embedding)> {
    let mut sized = spread(vectors, rows);
    let copies = vectors.iter().cycle().zip(0u64..);
    let copies = copies.map(|(vector, copy)| noisy(vector, copy));
    let missing = rows.saturating_sub(sized.len());
    sized.extend(copies.take(missing));
    let key = |nth: u64| EmbeddingKey(XxHash3_64::oneshot(&nth.to_le_bytes()));
    (0..).map(key).zip(sized).collect()
}

fn noisy(vector: &Embedding, copy: u64) -> Embedding {
    let noise = |column: u64| {
        let random = XxHash3_64::oneshot([copy, column].map(u64::to_le_bytes).as_flattened());
        (random % (2 * NOISE as u64 + 1)) as i8 - NOISE
    };
    let components = vector.0.iter().zip(0..);
    let components = components.map(|(it, column)| it.saturating_add(noise(column)));
    Embedding(components.collect())
}
