//! Indexing a file, stage by stage, compared with parsing alone.

use crate::corpus::Corpus;
use crate::home::BINARY;
use crate::report::{Cell, Table};
use crate::samples::{Samples, median_of, show, timed};
use anyhow::{Context, Result, bail};
use smriti_tui::answers::ModelStatus;
use smriti_tui::chunk::{ChunkTree, embedded_text};
use smriti_tui::config::{Config, GraphMode};
use smriti_tui::corpus::{Cancel, WalkedFile, walk};
use smriti_tui::embed::{Model, ModelSource};
use smriti_tui::extract::DocumentReader;
use smriti_tui::index::{IndexFolder, IndexReader, Merging};
use smriti_tui::syntax::{Language, parse_only, parsed_prefix, spawn_parsing};
use smriti_tui::workers::indexer::{Pipeline, UpdateSummary, chunk_limits};
use smriti_tui::workers::{SharedModel, TypingFlag};
use std::io;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;
use tempfile::TempDir;

/// Number of texts that are embedded together, as in the indexer.
const BATCH: usize = 256;
/// Maximum number of texts that are embedded, spread over the corpus.
const TEXTS: usize = 100_000;
/// Saves of one file.
const SAVES: usize = 9;

/// Stages in the order in which they are measured, in every round.
const STAGES: [&str; 4] = ["walk", "read", "read and parse", "read and chunk"];

/// Inputs of the stages.
pub(crate) struct Stages<'a> {
    corpus: &'a Corpus,
    config: &'a Config,
    reader: DocumentReader,
    model: SharedModel,
    /// Extracted texts.
    _texts: TempDir,
}

impl<'a> Stages<'a> {
    pub(crate) fn new(corpus: &'a Corpus, config: &'a Config) -> Result<Self> {
        let texts = tempfile::tempdir()?;
        let model = SharedModel::on_demand(ModelSource::Bundled, Box::new(|_| {}));
        model.begin()?;
        let root = corpus.root().clone();
        Ok(Self {
            corpus,
            config,
            reader: DocumentReader::new(root, config, BINARY.into(), texts.path())?,
            model,
            _texts: texts,
        })
    }

    /// Measures all stages in turns, so that other load affects all of them alike.
    pub(crate) fn measure(&self, rounds: usize, table: &mut Table) -> Result<()> {
        let mut times: Vec<Vec<Duration>> = vec![Vec::new(); STAGES.len()];
        let mut products = Vec::new();
        for _ in 0..rounds {
            for (stage, times) in times.iter_mut().enumerate() {
                let (time, run) = timed(|| self.run(stage));
                run?;
                times.push(time);
            }
            let folder = tempfile::tempdir()?;
            let mut indexing = self.indexing(&IndexFolder::new(folder.path()));
            products.push(self.update(&mut indexing)?);
        }
        let parsing = times.get(2).cloned().unwrap_or_default();
        let keywords: Vec<Duration> = products.iter().map(|summary| summary.reading).collect();
        for (name, times) in STAGES.iter().zip(times) {
            table.fact(name, self.beside(&times, &parsing).0);
        }
        let (text, ratio) = self.beside(&keywords, &parsing);
        table.put(
            "read, chunk, index keywords, publish every second",
            "≤ 2.0 × parse",
            Cell::judged(text, ratio <= 2.0),
        );
        let vectors = products.iter().map(|summary| summary.embedding);
        let leaves = products.iter().map(|summary| summary.leaves).max();
        let vectors = vectors.collect::<Samples>().median();
        table.fact(
            "then embed all leaves, publish their vectors",
            format!(
                "{} · {}",
                show(vectors),
                per_second(leaves.unwrap_or(0), vectors)
            ),
        );
        let everything = products.iter().map(|it| it.reading + it.embedding);
        let (text, ratio) = self.beside(&everything.collect::<Vec<_>>(), &parsing);
        table.put(
            "keywords and vectors together",
            "≤ 3.0 × parse",
            Cell::judged(text, ratio <= 3.0),
        );
        self.embedding(table)?;
        self.publishing(table)
    }

    /// One stage over all files on all cores.
    fn run(&self, stage: usize) -> io::Result<()> {
        let cancel = Cancel::new();
        let limits = chunk_limits(self.config);
        let read = |found: &WalkedFile| self.reader.read(&found.path, &cancel).ok();
        match stage {
            0 => {
                walk(self.corpus.root(), self.reader.limits(), &cancel);
                Ok(())
            }
            1 => on_all_cores(&self.corpus.files, |found| {
                read(found);
            }),
            2 => on_all_cores(&self.corpus.files, |found| {
                let Some((document, _)) = read(found) else {
                    return;
                };
                let text = document.text.slice(0..document.text.len());
                // Only files that the chunker parses are parsed, so that the comparison is fair.
                let language = Language::of(&document.path, &text).filter(|it| !it.is_prose());
                if let Some(language) = language {
                    parse_only(parsed_prefix(&text, language, limits.parse), language);
                }
            }),
            _ => on_all_cores(&self.corpus.files, |found| {
                if let Some((document, _)) = read(found) {
                    std::hint::black_box(ChunkTree::of(document, &limits));
                }
            }),
        }
    }

    fn indexing(&self, folder: &IndexFolder) -> Pipeline {
        Pipeline::new(
            self.reader.clone(),
            folder.clone(),
            self.config.clone(),
            self.model.clone(),
            TypingFlag::default(),
            GraphMode::Never,
        )
    }

    fn update(&self, indexing: &mut Pipeline) -> Result<UpdateSummary> {
        let ModelStatus::Ready(_) = self.model.wait(&Cancel::new()) else {
            bail!("the bundled model does not load");
        };
        Ok(indexing.update(&Cancel::new(), &|_| {})?)
    }

    /// MB/s and the ratio to parsing, both as medians over the rounds.
    fn beside(&self, times: &[Duration], parsing: &[Duration]) -> (String, f64) {
        let rounds = times.iter().zip(parsing);
        let ratio =
            median_of(rounds.map(|(time, parsing)| time.as_secs_f64() / parsing.as_secs_f64()));
        let median = times.iter().copied().collect::<Samples>().median();
        let rate = self.corpus.bytes as f64 / 1e6 / median.as_secs_f64();
        (format!("{} MB/s · {ratio:.2} ×", two_digits(rate)), ratio)
    }

    /// The model alone, with tokenization.
    fn embedding(&self, table: &mut Table) -> Result<()> {
        let ModelStatus::Ready(model) = self.model.wait(&Cancel::new()) else {
            bail!("the bundled model does not load");
        };
        let texts = self.texts()?;
        let batches: Vec<&[String]> = texts.chunks(BATCH).collect();
        let bytes: usize = texts.iter().map(String::len).sum();
        let failed = Mutex::new(None);
        let embed = |model: &Model| {
            on_all_cores(&batches, |batch| {
                if let (Err(error), Ok(mut failed)) = (model.embed(batch), failed.lock()) {
                    *failed = Some(error);
                }
            })
        };
        let times = (0..3).map(|_| {
            let (time, run) = timed(|| embed(&model));
            run.map(|()| time)
        });
        let times = times.collect::<io::Result<Samples>>()?;
        if let Some(error) = failed.into_inner().ok().flatten() {
            return Err(error.into());
        }
        let time = times.median();
        let text = format!(
            "{} · {} MB/s",
            per_second(texts.len(), time),
            two_digits(bytes as f64 / 1e6 / time.as_secs_f64())
        );
        let rate = texts.len() as f64 / time.as_secs_f64();
        table.put(
            "embed alone, tokenizing included",
            "≥ 10 000 leaves/s",
            Cell::judged(text, rate >= 10_000.0),
        );
        Ok(())
    }

    /// Texts of the corpus to embed; for a large corpus, the texts of every nth file.
    fn texts(&self) -> io::Result<Vec<String>> {
        let limits = chunk_limits(self.config);
        let texts = Mutex::new(Vec::new());
        // About 200 bytes of source make a leaf.
        let step = (self.corpus.bytes as usize / 200).div_ceil(TEXTS).max(1);
        let files: Vec<&WalkedFile> = self.corpus.files.iter().step_by(step).collect();
        on_all_cores(&files, |found| {
            let Ok((document, _)) = self.reader.read(&found.path, &Cancel::new()) else {
                return;
            };
            let tree = ChunkTree::of(document, &limits);
            let leaves = tree.leaves().filter(|(_, leaf)| !leaf.silent);
            let found: Vec<String> = leaves.map(|(at, _)| embedded_text(&tree, at)).collect();
            if let Ok(mut texts) = texts.lock() {
                texts.extend(found);
            }
        })?;
        Ok(texts.into_inner().unwrap_or_default())
    }

    /// From a changed file to a published snapshot, without watching and waiting.
    fn publishing(&self, table: &mut Table) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let folder = IndexFolder::new(folder.path());
        let mut indexing = self.indexing(&folder);
        let mut summary = self.update(&mut indexing)?;
        indexing.maintain(&mut summary, Merging::All, &Cancel::new())?;
        let readers = IndexReader::new(&folder, self.config.vector.graph);
        readers.refresh()?.context("a snapshot")?;
        let opening = (0..3).map(|_| {
            let anew = IndexReader::new(&folder, self.config.vector.graph);
            timed(|| anew.refresh().map(drop)).0
        });
        table.fact(
            "open a snapshot",
            show(opening.collect::<Samples>().median()),
        );

        let file = self.corpus.path().join("saved_by_the_bench.rs");
        let (mut updates, mut snapshots) = (Vec::new(), Vec::new());
        for save in 0..SAVES {
            std::fs::write(&file, format!("fn saved_{save}() {{}}\n"))?;
            let (update, done) = timed(|| self.update(&mut indexing));
            done?;
            let (snapshot, read) = timed(|| readers.refresh().map(drop));
            read?;
            updates.push(update);
            snapshots.push(snapshot);
        }
        std::fs::remove_file(file)?;
        table.fact(
            "one file saved: walk, index, publish; the next snapshot",
            format!(
                "{}; {}",
                show(updates.into_iter().collect::<Samples>().median()),
                show(snapshots.into_iter().collect::<Samples>().median())
            ),
        );
        Ok(())
    }
}

fn per_second(count: usize, time: Duration) -> String {
    let thousands = count as f64 / 1e3 / time.as_secs_f64();
    format!("{} k leaves/s", two_digits(thousands))
}

/// At least two digits: `3.4`, `34`, `340`.
fn two_digits(rate: f64) -> String {
    match rate {
        ..9.95 => format!("{rate:.1}"),
        _ => format!("{rate:.0}"),
    }
}

/// Processes all items, each thread taking the next one.
fn on_all_cores<T: Sync>(all: &[T], work: impl Fn(&T) + Sync) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let threads = available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            spawn_parsing(scope, "stage".to_owned(), || {
                while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(one);
                }
            })?;
        }
        Ok(())
    })
}
