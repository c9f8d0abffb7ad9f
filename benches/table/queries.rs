//! How long answers take, by mode, in a process that has everything open as the explorer does.

use crate::corpus::Corpus;
use crate::home::{BINARY, Status};
use crate::questions::Questions;
use crate::report::{Cell, Table};
use crate::samples::{Samples, show};
use anyhow::{Context, Result, ensure};
use smriti_tui::config::Config;
use smriti_tui::corpus::Cancel;
use smriti_tui::embed::{Backend, Model};
use smriti_tui::extract::Reader;
use smriti_tui::index::{IndexFolder, Snapshot, Snapshots};
use smriti_tui::search::{Answer, Mode, Query, VectorSearch, search};
use std::time::{Duration, Instant};

/// Hits that the explorer asks for.
const HITS: usize = 100;
/// How often every question is asked after the first time, which does not count.
const PASSES: usize = 2;
/// How long a graph may load.
const LOADING: Duration = Duration::from_secs(120);

/// Leaves up to which the first and the second budget hold, each for p50 and p99.
const BUDGETS: [(usize, Duration, Duration); 2] = [
    (100_000, Duration::from_millis(5), Duration::from_millis(20)),
    (
        1_000_000,
        Duration::from_millis(20),
        Duration::from_millis(60),
    ),
];

/// Asks all questions in each mode.
pub(crate) fn measure(
    corpus: &Corpus,
    status: &Status,
    config: &Config,
    questions: &Questions,
    table: &mut Table,
) -> Result<()> {
    let asked = Asked {
        snapshot: &*snapshot(status, config)?,
        model: Model::bundled(&Backend::PureRust)?,
        reader: Reader::new(
            corpus.root().clone(),
            config,
            BINARY.into(),
            &status.index.join("texts"),
        ),
    };
    let vectors = match asked.wait_for_the_graph(questions)? {
        VectorSearch::Graph => "graph",
        VectorSearch::Exact => "exact scan",
        VectorSearch::None => "nothing",
    };
    table.fact("vectors are searched by", vectors);
    for (name, mode) in [
        ("hybrid", Mode::Hybrid),
        ("keywords", Mode::Keywords),
        ("meaning", Mode::Meaning),
    ] {
        let mut times = Vec::new();
        let mut found = 0;
        for pass in 0..=PASSES {
            for question in &questions.all {
                let started = Instant::now();
                let answer = asked.ask(question, mode)?;
                if pass > 0 {
                    times.push(started.elapsed());
                    found += usize::from(!answer.hits.is_empty());
                }
            }
        }
        let times: Samples = times.into_iter().collect();
        ensure!(found > 0, "{name}: no question has an answer");
        let (p50, p99) = (times.median(), times.percentile(99));
        let text = format!("{}, {}", show(p50), show(p99));
        let row = format!("answer, {name}: p50, p99");
        let budget = BUDGETS
            .iter()
            .find(|(leaves, ..)| status.leaves <= leaves * 11 / 10);
        match budget.filter(|_| mode == Mode::Hybrid) {
            Some((_, most50, most99)) => table.put(
                &row,
                "100 k leaves: ≤ 5, 20 ms; 1 M: ≤ 20, 60 ms",
                Cell::judged(text, p50 <= *most50 && p99 <= *most99),
            ),
            None => table.fact(&row, text),
        }
    }
    Ok(())
}

fn snapshot(status: &Status, config: &Config) -> Result<std::sync::Arc<Snapshot>> {
    let folder = IndexFolder::new(&status.index);
    let snapshots = Snapshots::new(&folder, config.vector.graph);
    snapshots.refresh()?.context("nothing is indexed")
}

/// Everything a searcher has open.
struct Asked<'a> {
    snapshot: &'a Snapshot,
    model: Model,
    reader: Reader,
}

impl Asked<'_> {
    fn ask(&self, question: &str, mode: Mode) -> Result<Answer> {
        let query = Query::parse(question, mode);
        let never = Cancel::new();
        let answer = search(
            self.snapshot,
            Some(&self.model),
            &self.reader,
            &query,
            HITS,
            &never,
        )?;
        answer.context("nothing cancels")
    }

    /// What answers from vectors, once a graph that is there has loaded; a scan does meanwhile.
    fn wait_for_the_graph(&self, questions: &Questions) -> Result<VectorSearch> {
        let question = questions.all.first().context("a question")?;
        let started = Instant::now();
        loop {
            let by = self.ask(question, Mode::Meaning)?.vectors;
            let may_come = self.snapshot.has_graph() && started.elapsed() < LOADING;
            if by == VectorSearch::Graph || !may_come {
                return Ok(by);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}
