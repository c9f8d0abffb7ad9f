//! From a key to the frame that shows it, while everything is being indexed.

use crate::corpus::Corpus;
use crate::explorer::{Explorer, is_fresh, prompt};
use crate::home::Home;
use crate::queries::Queries;
use crate::report::{Cell, Table};
use crate::samples::{Samples, show};
use anyhow::Result;
use std::time::{Duration, Instant};

/// Number of keys to measure, and maximum number of launches.
const KEYS: usize = 400;
const LAUNCHES: usize = 12;
/// Time between two keys of a fast typist.
const PAUSE: Duration = Duration::from_millis(40);
const BUDGET: Duration = Duration::from_millis(16);

/// Types queries into explorers without an index.
pub(crate) fn measure(corpus: &Corpus, queries: &Queries, table: &mut Table) -> Result<()> {
    let mut times = Vec::new();
    let mut launches = 0;
    while times.len() < KEYS && launches < LAUNCHES {
        let home = Home::new(corpus.path())?;
        let explorer = Explorer::start(&home)?;
        type_while_indexing(explorer, queries, &mut times)?;
        launches += 1;
    }
    let times: Samples = times.into_iter().collect();
    let (p50, p99) = (times.median(), times.percentile(99));
    let text = format!(
        "{}, {}, {} ({} keys)",
        show(p50),
        show(p99),
        show(times.percentile(100)),
        times.len()
    );
    let row = "key to frame while indexing: p50, p99, most";
    table.put(row, "p99 ≤ 16 ms", Cell::judged(text, p99 <= BUDGET));
    Ok(())
}

fn type_while_indexing(
    mut explorer: Explorer,
    queries: &Queries,
    times: &mut Vec<Duration>,
) -> Result<()> {
    explorer.wait_for_first_frame()?;
    let mut queries = queries.all.iter().cycle();
    while !is_fresh(explorer.screen()) && times.len() < KEYS {
        let mut typed = String::new();
        for key in queries.next().into_iter().flat_map(|query| query.chars()) {
            typed.push(key);
            let pressed = Instant::now();
            explorer.press(key.encode_utf8(&mut [0; 4]))?;
            let shown = explorer.wait_for(|screen| prompt(screen).contains(&typed))?;
            if is_fresh(explorer.screen()) {
                break;
            }
            times.push(shown.saturating_duration_since(pressed));
            explorer.pass(PAUSE);
        }
        explorer.press("\x15")?;
        explorer.wait_for(|screen| !prompt(screen).contains(&typed))?;
    }
    explorer.quit()
}
