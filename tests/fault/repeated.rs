//! Files that repeat one token: the processor time grows with the size, not with its square.

use super::fuzz::file_names;
use super::ground::Ground;
use super::numbers::{Numbers, variable};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::fs;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const HALF: usize = 100_000;
/// Maximum time of a file that passes without a comparison.
const QUICK: Duration = Duration::from_millis(300);
/// Number of measurements of a slow result.
const ATTEMPTS: usize = 3;

/// Number of generated tokens.
const GENERATED: usize = 200;

/// Every sign, alone and with a letter, a space or a line end; then signs, letters and line ends by a seed.
fn tokens(seed: u64) -> Vec<String> {
    let signs: Vec<char> = (b'!'..=b'~')
        .map(char::from)
        .filter(char::is_ascii_punctuation)
        .collect();
    let of = |sign: &char| {
        [
            sign.to_string(),
            format!("{sign} "),
            format!("a{sign}"),
            format!("{sign}\n"),
        ]
    };
    let mut tokens: Vec<String> = signs.iter().flat_map(of).collect();
    let mut numbers = Numbers::new(seed);
    tokens.extend((0..GENERATED).map(|_| {
        let parts = (0..2 + numbers.below(5)).map(|_| match numbers.below(8) {
            0 => ' ',
            1 => '\n',
            2 | 3 => 'a',
            _ => signs[numbers.below(signs.len())],
        });
        parts.collect()
    }));
    tokens
}

#[test]
#[ignore = "takes an hour; use an optimized binary"]
fn repeated_tokens_take_linear_time() {
    let ground = Ground::new(&[]);
    let only = std::env::var("SMRITI_FAULT_LANGUAGE").ok();
    let mut names = file_names();
    names.extend(["a.txt", "a.rst", "a.adoc"].map(str::to_owned));
    names.retain(|name| only.as_ref().is_none_or(|only| name.ends_with(only)));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let seed = variable("SMRITI_FAULT_SEED").unwrap_or(now.as_secs());
    let tokens = tokens(seed);
    eprintln!(
        "repeated: SMRITI_FAULT_SEED={seed}: {} tokens in {} kinds of files",
        tokens.len(),
        names.len()
    );
    let mut slow = Vec::new();
    for name in &names {
        let mut worst = (Duration::ZERO, String::new());
        for token in &tokens {
            let (half, whole) = measure(&ground, name, token);
            if whole > worst.0 {
                worst = (whole, format!("{token:?}"));
            }
            if let Some(half) = half {
                let line = format!("{name} {token:?}: {half:?} for half, {whole:?} for all");
                eprintln!("repeated: {line}");
                slow.push(line);
            }
        }
        eprintln!("repeated: {name}: at most {:?} for {}", worst.0, worst.1);
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// Processor time of half the file if the whole takes more than three times as long, and of the whole.
fn measure(ground: &Ground, name: &str, token: &str) -> (Option<Duration>, Duration) {
    let mut best = (Duration::MAX, Duration::MAX);
    for _ in 0..ATTEMPTS {
        best.1 = best.1.min(cut(ground, name, token, 2 * HALF));
        if best.1 <= QUICK {
            return (None, best.1);
        }
        best.0 = best.0.min(cut(ground, name, token, HALF));
        if best.1 <= best.0 * 3 {
            return (None, best.1);
        }
    }
    (Some(best.0), best.1)
}

fn cut(ground: &Ground, name: &str, token: &str, length: usize) -> Duration {
    fs::write(ground.tree().join(name), token.repeat(length / token.len())).unwrap();
    let before = processor_time_of_children();
    ground
        .run(&ground.home(), &["chunks", name])
        .fine(&format!("chunks of {token:?}"))
        .unwrap();
    processor_time_of_children() - before
}

/// Processor time of all finished child processes, independent of other programs.
fn processor_time_of_children() -> Duration {
    let used = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap();
    let total = used.user_time() + used.system_time();
    Duration::from_micros(total.num_microseconds().try_into().unwrap())
}
