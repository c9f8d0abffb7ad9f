//! Latency of answers, by mode, in a process that keeps everything open, like the explorer.

use crate::corpus::Corpus;
use crate::home::{BINARY, Status};
use crate::queries::Queries;
use crate::report::{Cell, Table};
use crate::samples::{Samples, show};
use anyhow::{Context, Result, ensure};
use smriti_tui::config::Config;
use smriti_tui::corpus::Cancel;
use smriti_tui::embed::Model;
use smriti_tui::extract::DocumentReader;
use smriti_tui::index::{Column, Counts, IndexFolder, IndexReader, Snapshot};
use smriti_tui::search::{Answer, Mode, Query, SearchContext, VectorSearch, search};
use std::time::{Duration, Instant};

/// Number of hits that the explorer requests.
const HITS: usize = 100;
/// Repetitions of every query after the first one, which does not count.
const PASSES: usize = 2;
/// Time limit for loading a graph.
const LOADING: Duration = Duration::from_secs(120);

/// Maximum leaves for the first and the second budget, each for p50 and p99.
const BUDGETS: [(usize, Duration, Duration); 2] = [
    (100_000, Duration::from_millis(5), Duration::from_millis(20)),
    (
        1_000_000,
        Duration::from_millis(20),
        Duration::from_millis(60),
    ),
];

/// Runs all queries in each mode.
pub(crate) fn measure(
    corpus: &Corpus,
    status: &Status,
    config: &Config,
    queries: &Queries,
    table: &mut Table,
) -> Result<()> {
    let searcher = Searcher {
        snapshot: &*snapshot(status, config)?,
        model: Model::bundled()?,
        reader: DocumentReader::new(
            corpus.root().clone(),
            config,
            BINARY.into(),
            &status.index.join("texts"),
        )?,
    };
    let vectors = match searcher.wait_for_the_graph(queries)? {
        VectorSearch::Graph => "graph",
        VectorSearch::Exact => "exact scan",
        VectorSearch::None => "nothing",
    };
    table.fact("vectors are searched by", vectors);
    for (name, mode) in [
        ("hybrid", Mode::Hybrid),
        ("keywords", Mode::Keywords),
        ("semantic", Mode::Semantic),
    ] {
        let mut times = Vec::new();
        let mut found = 0;
        for pass in 0..=PASSES {
            for query in &queries.all {
                let started = Instant::now();
                let answer = searcher.search(query, mode)?;
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
    searcher.measure_filters(queries, table)
}

fn snapshot(status: &Status, config: &Config) -> Result<std::sync::Arc<Snapshot>> {
    let folder = IndexFolder::new(&status.index);
    let snapshots = IndexReader::new(&folder, config.vector.graph);
    snapshots.refresh()?.context("nothing is indexed")
}

/// Filters that match most leaves, and a combination; `LANG` and `DIR` are the language and the top directory
/// with most leaves.
const FILTERS: [&str; 6] = [
    "lang:LANG",
    "path:DIR",
    "kind:function kind:method",
    "in:code",
    "-in:tests -path:test",
    "lang:LANG path:DIR kind:method in:code",
];

/// Open resources of a search.
struct Searcher<'a> {
    snapshot: &'a Snapshot,
    model: Model,
    reader: DocumentReader,
}

impl Searcher<'_> {
    fn search(&self, query: &str, mode: Mode) -> Result<Answer> {
        let query = Query::parse(query, mode);
        let context = SearchContext {
            snapshot: self.snapshot,
            reader: &self.reader,
            query: &query,
            limit: HITS,
            cancel: &Cancel::new(),
        };
        Ok(search(&context, Some(&self.model))?)
    }

    /// Times of hybrid searches with filters, relative to searches without: first repeated combinations, then
    /// a new path each time.
    fn measure_filters(&self, queries: &Queries, table: &mut Table) -> Result<()> {
        let plain = self.median(queries, |_| String::new())?;
        let times = |filtered: Duration| {
            let share = filtered.as_secs_f64() / plain.as_secs_f64();
            Cell::judged(format!("{share:.2} ×"), share <= 1.5)
        };
        let everything = self.snapshot.passing(&[])?;
        let most = |counts: Counts| counts.into_iter().max_by_key(|(_, leaves)| *leaves);
        let (language, _) =
            most(self.snapshot.counts(Column::Language, &everything)?).context("a language")?;
        let mut directories = Counts::new();
        for (path, leaves) in self.snapshot.by_file(&everything)? {
            let directory = path.as_str().split('/').next().unwrap_or_default();
            *directories.entry(directory.to_owned()).or_default() += leaves.len();
        }
        let (directory, _) = most(directories).context("a directory")?;
        for filter in FILTERS {
            let filter = filter.replace("LANG", &language).replace("DIR", &directory);
            let filtered = self.median(queries, |_| filter.clone())?;
            let row = format!("hybrid answer with {filter}: p50 against none");
            table.put(
                &row,
                "≤ 1.5 × at 100 k leaves, ≤ 2 × at 1 M",
                times(filtered),
            );
        }
        let paths = self.snapshot.paths()?;
        let step = (paths.len() / queries.all.len()).max(1);
        let unseen = self.median(queries, |at| {
            let path = paths.get(at * step % paths.len());
            path.map_or_else(String::new, |path| format!("path:{path}"))
        })?;
        let row = "hybrid answer with a path not used before: p50 against none";
        table.put(row, "≤ 1.5 × at 100 k leaves, ≤ 2 × at 1 M", times(unseen));
        Ok(())
    }

    /// The median time of all queries, each run once with the filters for its position.
    fn median(&self, queries: &Queries, filters: impl Fn(usize) -> String) -> Result<Duration> {
        let mut times = Vec::with_capacity(queries.all.len());
        for (at, query) in queries.all.iter().enumerate() {
            let filtered = format!("{query} {}", filters(at));
            let started = Instant::now();
            self.search(&filtered, Mode::Hybrid)?;
            times.push(started.elapsed());
        }
        Ok(times.into_iter().collect::<Samples>().median())
    }

    /// The index of vectors in use, once an existing graph is loaded.
    fn wait_for_the_graph(&self, queries: &Queries) -> Result<VectorSearch> {
        let query = queries.all.first().context("a query")?;
        let started = Instant::now();
        loop {
            let by = self.search(query, Mode::Semantic)?.vectors;
            let may_come = self.snapshot.has_graph() && started.elapsed() < LOADING;
            if by == VectorSearch::Graph || !may_come {
                return Ok(by);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}
