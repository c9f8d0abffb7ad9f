//! Times after the start, and the memory used until then.

use crate::corpus::Corpus;
use crate::explorer::{COLUMNS, Explorer, is_fresh, prompt};
use crate::home::{Home, Status};
use crate::memory::{Memory, Sampler};
use crate::report::{Cell, Table};
use crate::samples::{Samples, megabytes, show};
use anyhow::Result;
use std::time::{Duration, Instant};
use vt100::Screen;

/// A query with results in most codebases.
const QUERY: &str = "how are errors reported";
/// The explorer merges segments after 2 s without input; a moment later nothing runs.
const QUIET: Duration = Duration::from_millis(3_000);

/// Maximum megabytes of a corpus that counts as a repository of 10 MB.
const TEN_MEGABYTES: u64 = 11_000_000;
/// Maximum leaves of an index that counts as one of 100 000.
const HUNDRED_THOUSAND: usize = 110_000;

/// One run of the explorer, with times since its start.
struct Launch {
    first_frame: Duration,
    /// For a query that is typed at the first frame.
    first_answer: Duration,
    keywords: Duration,
    vectors: Duration,
    memory: Memory,
}

impl Launch {
    fn time(home: &Home) -> Result<Self> {
        let mut explorer = Explorer::start(home)?;
        let sampler = Sampler::start(explorer.process_id());
        let started = explorer.started;
        let since = |at: Instant| at.saturating_duration_since(started);
        let first_frame = since(explorer.wait_for_first_frame()?);
        explorer.press(QUERY)?;
        let first_answer = since(explorer.wait_for(has_hits)?);
        let keywords = since(explorer.wait_for(has_keywords)?);
        let vectors = since(explorer.wait_for(is_fresh)?);
        explorer.pass(QUIET);
        explorer.wait_for(is_fresh)?;
        // A graph is built in parallel, and loaded while queries are answered.
        while home.status()?.lacks_graph() {
            explorer.pass(QUIET);
        }
        explorer.pass(QUIET);
        let memory = sampler.stop();
        explorer.quit()?;
        Ok(Self {
            first_frame,
            first_answer,
            keywords,
            vectors,
            memory,
        })
    }
}

/// Returns true if the title of the results pane shows a count.
fn has_hits(screen: &Screen) -> bool {
    let title = screen.rows(0, COLUMNS).nth(1).unwrap_or_default();
    let counted = [
        " result · ",
        " results · ",
        " result from ",
        " results from ",
    ];
    counted.iter().any(|count| title.contains(count)) && !title.contains(" 0 results")
}

/// Time from the start to a semantic answer, which requires model and vectors.
fn time_semantic(home: &Home) -> Result<Duration> {
    let mut explorer = Explorer::start(home)?;
    let started = explorer.started;
    explorer.wait_for_first_frame()?;
    // Switches the mode from hybrid via keywords to semantic.
    explorer.press("\x1bm\x1bm")?;
    explorer.press(QUERY)?;
    let by_vectors = |screen: &Screen| prompt(screen).contains("semantic") && has_hits(screen);
    let answered = explorer.wait_for(by_vectors)?;
    explorer.quit()?;
    Ok(answered.saturating_duration_since(started))
}

fn has_keywords(screen: &Screen) -> bool {
    screen.contents().contains("Embedding ") || is_fresh(screen)
}

/// Starts the explorer `runs` times without an index, each time followed by a start with the new index.
pub(crate) fn measure(corpus: &Corpus, runs: usize, table: &mut Table) -> Result<()> {
    let (mut cold, mut warm, mut semantic) = (Vec::new(), Vec::new(), Vec::new());
    let mut status = None;
    for _ in 0..runs {
        let home = Home::new(corpus.path())?;
        cold.push(Launch::time(&home)?);
        warm.push(Launch::time(&home)?);
        semantic.push(time_semantic(&home)?);
        status = Some(home.status()?);
    }
    let Some(status) = status else {
        return Ok(());
    };
    times(corpus, &status, &cold, &warm, table);
    let semantic = semantic.into_iter().collect::<Samples>().median();
    let cell = match status.leaves {
        ..=HUNDRED_THOUSAND => Cell::judged(show(semantic), semantic <= Duration::from_millis(500)),
        _ => Cell::fact(show(semantic)),
    };
    table.put(
        "warm: first answer with vectors",
        "100 k leaves: ≤ 500 ms",
        cell,
    );
    memory(&status, &cold, &warm, table);
    Ok(())
}

fn times(corpus: &Corpus, status: &Status, cold: &[Launch], warm: &[Launch], table: &mut Table) {
    let median = |launches: &[Launch], time: fn(&Launch) -> Duration| {
        launches.iter().map(time).collect::<Samples>().median()
    };
    let mut put = |name: &str, budget, time: Duration, most: Option<u64>| {
        let cell = match most {
            Some(ms) => Cell::judged(show(time), time <= Duration::from_millis(ms)),
            None => Cell::fact(show(time)),
        };
        table.put(name, budget, cell);
    };
    let small = |ms| (corpus.bytes <= TEN_MEGABYTES).then_some(ms);
    let hundred = |ms| (status.leaves <= HUNDRED_THOUSAND).then_some(ms);
    put(
        "cold: first frame",
        "≤ 50 ms",
        median(cold, |it| it.first_frame),
        Some(50),
    );
    put(
        "cold: first answer",
        "≤ 1 s",
        median(cold, |it| it.first_answer),
        Some(1_000),
    );
    put(
        "cold: all keywords",
        "10 MB: ≤ 3 s",
        median(cold, |it| it.keywords),
        small(3_000),
    );
    put(
        "cold: all vectors",
        "10 MB: ≤ 6 s",
        median(cold, |it| it.vectors),
        small(6_000),
    );
    put(
        "warm: first frame",
        "≤ 50 ms",
        median(warm, |it| it.first_frame),
        Some(50),
    );
    put(
        "warm: first answer",
        "100 k leaves: ≤ 300 ms",
        median(warm, |it| it.first_answer),
        hundred(300),
    );
    put(
        "warm: known to be up to date",
        "",
        median(warm, |it| it.vectors),
        None,
    );
}

fn memory(status: &Status, cold: &[Launch], warm: &[Launch], table: &mut Table) {
    let most = |launches: &[Launch], bytes: fn(&Memory) -> u64| {
        launches
            .iter()
            .map(|launch| bytes(&launch.memory))
            .max()
            .unwrap_or(0)
    };
    let in_graph = match status.bytes.graph {
        0 => 0,
        _ => status.vectors as u64,
    };
    let leaves = 1_000 * status.leaves as u64;
    let (idle, peak) = (
        120_000_000 + leaves + 2_600 * in_graph,
        400_000_000 + leaves + 5_200 * in_graph,
    );
    let cell = |bytes, budget: u64| {
        let text = format!("{} of {}", megabytes(bytes), megabytes(budget));
        Cell::judged(text, bytes <= budget)
    };
    table.put(
        "memory (RssAnon): idle, warm",
        "120 MB + 1 KB a leaf + 2.6 KB a leaf in a graph",
        cell(most(warm, |it| it.anonymous), idle),
    );
    table.fact(
        "the same after a cold start",
        megabytes(most(cold, |it| it.anonymous)),
    );
    table.put(
        "its peak from a cold start to the graph",
        "400 MB + 1 KB a leaf + 5.2 KB a leaf in a graph",
        cell(most(cold, |it| it.peak), peak),
    );
    table.fact(
        "VmHWM, mapped files included: warm, cold",
        format!(
            "{}, {}",
            megabytes(most(warm, |it| it.high_water)),
            megabytes(most(cold, |it| it.high_water))
        ),
    );
}
