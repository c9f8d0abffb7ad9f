//! Measures the promised speeds and sizes on corpora made of the sources that cargo keeps, and prints the
//! README's table:
//!
//! `cargo bench --bench table -- --sizes 10,100,all --rg $(command -v rg)`
//!
//! Compared runs alternate, so their ratios hold on a busy machine too. No harness crate alternates runs, so
//! none is used here; `benches/stages.rs` uses one for single stages.

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]
#![expect(clippy::print_stderr, reason = "progress")]

mod corpus;
mod disk;
mod explorer;
mod home;
mod latency;
mod launch;
mod machine;
mod memory;
mod queries;
mod random;
mod report;
mod ripgrep;
mod samples;
mod saving;
mod server;
mod stages;
mod typing;

use crate::corpus::{Corpus, Size};
use crate::home::Home;
use crate::queries::Queries;
use crate::report::Table;
use crate::samples::{grouped, megabytes, show, timed};
use crate::stages::Stages;
use anyhow::Result;
use clap::{Parser, ValueEnum};
use smriti_tui::config::Config;
use std::path::PathBuf;

#[derive(Parser)]
struct Options {
    /// Corpora: `10` megabytes, `100k` or `1m` leaves, `all` crates, a crate's name, `./DIR`
    #[arg(long, value_delimiter = ',', default_values = ["10", "100", "all"])]
    sizes: Vec<Size>,
    /// The corpora to measure
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Part::value_variants())]
    parts: Vec<Part>,
    /// The ripgrep to compare with
    #[arg(long)]
    rg: Option<PathBuf>,
    /// Directory of the sources of crates [default: cargo's]
    #[arg(long)]
    registry: Option<PathBuf>,
    /// Random keys and clicks
    #[arg(long, default_value_t = 100_000)]
    events: usize,
    /// Launches and rounds; one of a corpus above 150 MB
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Given by `cargo bench`
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    Stages,
    Launch,
    Server,
    Queries,
    Typing,
    Random,
    Saving,
    Disk,
    Ripgrep,
}

fn main() -> Result<()> {
    let options = Options::parse();
    // `cargo test --all-targets` runs benches too, unoptimized, where they prove nothing.
    if !options.bench {
        println!("run it with: cargo bench --bench table -- --sizes 10");
        return Ok(());
    }
    let machine = machine::line();
    let config = Config::load(None)?;
    let registry = match &options.registry {
        Some(registry) => registry.clone(),
        None => corpus::registry()?,
    };
    let mut table = Table::default();
    for size in &options.sizes {
        eprintln!("{size:?}: gathering");
        let corpus = Corpus::make(size, &registry, &config)?;
        measure(&corpus, &config, &options, &mut table)?;
        eprintln!("{}", table.markdown());
    }
    println!("{machine}\n\n{}", table.markdown());
    Ok(())
}

fn measure(corpus: &Corpus, config: &Config, options: &Options, table: &mut Table) -> Result<()> {
    let does = |part| options.parts.contains(&part);
    let log = |part: &str| eprintln!("{}: {part}", corpus.name);
    let rounds = match corpus.bytes {
        ..150_000_000 => options.rounds,
        _ => 1,
    };
    let queries = Queries::of(corpus, config)?;
    table.begin_column(&corpus.name);
    table.fact(
        "crates, files, source",
        format!(
            "{}, {}, {}",
            corpus.crates,
            grouped(corpus.files.len()),
            megabytes(corpus.bytes)
        ),
    );
    table.fact("fingerprint of the corpus", corpus.fingerprint());
    log("index");
    let home = Home::new(corpus.path())?;
    let (indexing, result) = timed(|| home.run(&["index"], ""));
    result?;
    let (graph, result) = timed(|| home.run(&["index", "--wait-graph"], ""));
    result?;
    let status = home.status()?;
    table.fact(
        "indexed files, leaves, vectors",
        [status.files, status.leaves, status.vectors]
            .map(grouped)
            .join(", "),
    );
    if does(Part::Stages) {
        log("stages");
        Stages::new(corpus, config)?.measure(rounds, table)?;
    }
    table.fact(
        "`smriti-tui index` from nothing, all vectors searchable",
        show(indexing),
    );
    table.fact("`smriti-tui index --wait-graph` after it", show(graph));
    if does(Part::Launch) {
        log("launch");
        launch::measure(corpus, rounds, table)?;
    }
    if does(Part::Server) {
        log("server for agents");
        server::measure(corpus, rounds, table)?;
    }
    if does(Part::Queries) {
        log("queries");
        latency::measure(corpus, &status, config, &queries, table)?;
    }
    if does(Part::Typing) {
        log("typing");
        typing::measure(corpus, &queries, table)?;
    }
    if does(Part::Saving) {
        log("saving");
        saving::measure(corpus, &home, table)?;
    }
    if does(Part::Disk) {
        disk::measure(corpus, &status, table);
    }
    match &options.rg {
        Some(rg) if does(Part::Ripgrep) => {
            log("ripgrep");
            ripgrep::measure(&home, rg, &queries, table)?;
        }
        _ => {}
    }
    // Last, because the next explorer restores its prompt.
    if does(Part::Random) {
        log("random keys");
        random::measure(&home, &queries, options.events, table)?;
    }
    Ok(())
}
