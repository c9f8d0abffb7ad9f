//! From a saved file to its row on the screen, in an explorer with a matching query.

use crate::corpus::Corpus;
use crate::explorer::{Explorer, is_fresh, prompt, results};
use crate::home::Home;
use crate::report::{Cell, Table};
use crate::samples::{Samples, show};
use anyhow::Result;
use std::time::{Duration, Instant};

const SAVES: usize = 9;
/// Pause between two saves, longer than the explorer's delay of maintenance.
const PAUSE: Duration = Duration::from_millis(2_500);
const BUDGET: Duration = Duration::from_millis(150);

/// Saves files with words that occur nowhere else. If files are not watched, the explorer scans on a key
/// press, right after the save.
pub(crate) fn measure(corpus: &Corpus, home: &Home, table: &mut Table) -> Result<()> {
    let mut explorer = Explorer::start(home)?;
    explorer.wait_for(is_fresh)?;
    let mut times = Vec::new();
    for save in 0..SAVES {
        let file = corpus.path().join(format!("saved_{save}.rs"));
        let time = time_save(&mut explorer, &file, save);
        // Also deleted after a failure.
        std::fs::remove_file(&file)?;
        times.push(time?);
        explorer.pass(PAUSE);
    }
    explorer.quit()?;
    let times: Samples = times.into_iter().collect();
    let text = format!("{}, {}", show(times.median()), show(times.percentile(100)));
    let row = "save to its row on the screen: p50, most";
    let met = times.median() <= BUDGET;
    table.put(row, "p50 ≤ 150 ms", Cell::judged(text, met));
    Ok(())
}

fn time_save(explorer: &mut Explorer, file: &std::path::Path, save: usize) -> Result<Duration> {
    // Any word has semantic hits. The filter excludes them, so there are no results before the save.
    let letter = ('a'..='z').nth(save).unwrap_or('z');
    let word = format!("zquxunheard{letter}");
    explorer.press("/\x15")?;
    explorer.pass(Duration::from_millis(100));
    explorer.press("\x15")?;
    explorer.press(&format!("{word} path:saved_"))?;
    explorer.wait_for(|screen| prompt(screen).contains(&word))?;
    explorer.pass(Duration::from_millis(400));
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    std::fs::write(file, format!("/// Saved.\nfn {word}() {{}}\n"))?;
    let saved = Instant::now();
    let shown = explorer.wait_for(|screen| results(screen).any(|row| row.contains(&*name)))?;
    Ok(shown.saturating_duration_since(saved))
}
