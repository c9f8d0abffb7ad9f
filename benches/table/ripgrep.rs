//! `search` on an existing index against ripgrep on the files, in turns.

use crate::home::{BINARY, Home};
use crate::queries::Queries;
use crate::report::Table;
use crate::samples::{Samples, median_of, show, timed};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const LITERALS: usize = 25;
const STARTS: usize = 15;
const SESSIONS: usize = 5;

/// One literal, searched by each program.
struct Paired {
    words: Duration,
    phrase: Duration,
    ripgrep: Duration,
}

/// Searches for names from the corpus.
pub(crate) fn measure(
    home: &Home,
    ripgrep: &Path,
    queries: &Queries,
    table: &mut Table,
) -> Result<()> {
    let literals: Vec<&str> = queries
        .literals
        .iter()
        .take(LITERALS)
        .map(String::as_str)
        .collect();
    ensure!(!literals.is_empty(), "no names to look for");
    let mut pairs = Vec::new();
    // The first round fills the caches of both.
    for round in 0..2 {
        for literal in &literals {
            let pair = Paired::time(home, ripgrep, literal)?;
            if round > 0 {
                pairs.push(pair);
            }
        }
    }
    let each = |time: fn(&Paired) -> Duration| pairs.iter().map(time).collect::<Samples>();
    let ratio = |time: fn(&Paired) -> Duration| {
        median_of(
            pairs
                .iter()
                .map(|it| time(it).as_secs_f64() / it.ripgrep.as_secs_f64()),
        )
    };
    let two = |samples: Samples| {
        format!(
            "{}, {}",
            show(samples.median()),
            show(samples.percentile(90))
        )
    };
    table.fact("`rg -F NAME`: p50, p90", two(each(|it| it.ripgrep)));
    let words = |it: &Paired| it.words;
    table.fact(
        "`search NAME`: p50, p90, ratio to rg",
        format!("{} · {:.2} ×", two(each(words)), ratio(words)),
    );
    let phrase = |it: &Paired| it.phrase;
    table.fact(
        "`search '\"NAME\"'`: p50, p90, ratio to rg",
        format!("{} · {:.2} ×", two(each(phrase)), ratio(phrase)),
    );

    let start = |program: &Path| -> Result<Duration> {
        let times = (0..STARTS).map(|_| output(Command::new(program).arg("--version")));
        Ok(times.collect::<Result<Samples>>()?.median())
    };
    let (ours, theirs) = (start(Path::new(BINARY))?, start(ripgrep)?);
    table.fact(
        "start of the process alone: smriti-tui, rg",
        format!("{}, {}", show(ours), show(theirs)),
    );

    let all = literals.join("\n") + "\n";
    let one = literals
        .first()
        .map_or(String::new(), |first| format!("{first}\n"));
    let (mut whole, mut first) = (Vec::new(), Vec::new());
    for _ in 0..SESSIONS {
        for (input, times) in [(&one, &mut first), (&all, &mut whole)] {
            let (time, answers) = timed(|| home.run(&["search", "--json", "-"], input));
            let count = input.lines().count();
            ensure!(answers?.lines().count() == count, "an answer each");
            times.push(time);
        }
    }
    let [whole, first] =
        [whole, first].map(|times| times.into_iter().collect::<Samples>().median());
    let more = u32::try_from(literals.len().saturating_sub(1))
        .unwrap_or(1)
        .max(1);
    table.fact(
        &format!(
            "`search -`: {} names in one process, each beyond the first",
            literals.len()
        ),
        format!(
            "{}, {}",
            show(whole),
            show(whole.saturating_sub(first) / more)
        ),
    );
    Ok(())
}

impl Paired {
    fn time(home: &Home, ripgrep: &Path, literal: &str) -> Result<Self> {
        // The same files: hidden ones are indexed, and ignore files apply without git.
        let mut rg = Command::new(ripgrep);
        rg.args(["--hidden", "--no-require-git", "-n", "-F", literal, "."])
            .current_dir(home.corpus());
        Ok(Self {
            words: output(&mut home.command(&["search", literal]))?,
            phrase: output(&mut home.command(&["search", &format!("\"{literal}\"")]))?,
            ripgrep: output(&mut rg)?,
        })
    }
}

/// Time of a process, including reading its output.
fn output(command: &mut Command) -> Result<Duration> {
    command.stdin(Stdio::null());
    let (time, output) = timed(|| command.output());
    let output = output.with_context(|| format!("{:?}", command.get_program()))?;
    ensure!(
        matches!(output.status.code(), Some(0 | 1)),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(time)
}
