//! Mutated real text: bytes flipped, parts deleted or repeated, the language changed.

use super::vocabulary::words;
use super::*;
use crate::syntax::Language;
use proptest::prelude::*;
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant, SystemTime};

/// A mutated text, determined by its seed.
struct Case {
    seed: u64,
    path: String,
    bytes: Vec<u8>,
}

/// The original texts: the fixture of each language, and a text of words for languages without one.
fn originals() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/languages");
    let mut found: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder)
        .expect("fixtures")
        .map(|entry| entry.expect("a fixture").path())
        .filter(|path| path.extension().is_none_or(|extension| extension != "snap"))
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            (name.into_owned(), std::fs::read(&path).expect("a fixture"))
        })
        .collect();
    found.sort();
    let of = |name: &str| Language::of(&SourcePath::new(name), "").map(Language::name);
    let present: Vec<Option<&str>> = found.iter().map(|(name, _)| of(name)).collect();
    let missing = Language::all().filter(|language| !present.contains(&Some(language.name())));
    found.extend(missing.map(|language| {
        let text = words(language.name()).concat().into_bytes();
        (language.file_name(), text)
    }));
    found
}

/// A sequence of pseudo-random numbers: splitmix64.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap_or_default()
    }

    /// A part of a text with this many bytes.
    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        // Most parts are short.
        let most = (length - start).min(1 << self.below(12));
        start..start + self.below(most + 1)
    }
}

/// The case of a seed. `longest` is the maximum length of a repetitive text.
fn case(originals: &[(String, Vec<u8>)], seed: u64, longest: usize) -> Case {
    let mut numbers = Numbers(seed);
    let (path, original) = &originals[numbers.below(originals.len())];
    let mut bytes = original.clone();
    for _ in 0..=numbers.below(6) {
        change(&mut bytes, originals, &mut numbers, longest);
    }
    // Sometimes the file has the name of another language.
    let path = match numbers.below(8) {
        0 => &originals[numbers.below(originals.len())].0,
        _ => path,
    };
    Case {
        seed,
        path: path.clone(),
        bytes,
    }
}

fn change(
    bytes: &mut Vec<u8>,
    originals: &[(String, Vec<u8>)],
    numbers: &mut Numbers,
    longest: usize,
) {
    let at = numbers.below(bytes.len() + 1);
    let range = numbers.range(bytes.len());
    match numbers.below(8) {
        0 => {
            let bit = 1 << numbers.below(8);
            bytes
                .iter_mut()
                .skip(at)
                .take(1)
                .for_each(|byte| *byte ^= bit);
        }
        1 => {
            let byte = numbers.next().to_le_bytes()[0];
            bytes.insert(at, byte);
        }
        2 => {
            bytes.drain(range);
        }
        3 => bytes.truncate(at),
        4 => {
            let part = bytes[range].to_vec();
            bytes.splice(at..at, part);
        }
        5 => {
            let (_, other) = &originals[numbers.below(originals.len())];
            let part = other[numbers.range(other.len())].to_vec();
            bytes.splice(at..at, part);
        }
        6 => {
            let part = bytes[range].to_vec();
            let most = longest.saturating_sub(bytes.len()) / part.len().max(1);
            let power = numbers.below(16);
            let times = numbers.below(most.min(1 << power) + 1);
            bytes.splice(at..at, part.repeat(times));
        }
        _ => {
            let other = numbers.range(bytes.len());
            let part = bytes[other].to_vec();
            bytes.splice(range, part);
        }
    }
}

/// Cuts a case and checks the whole tree. Returns the violation, if any.
fn cut(case: &Case) -> Option<String> {
    let limits = Limits::default();
    let tree = ChunkTree::of(document(&case.path, case.bytes.as_slice()), &limits);
    outline(&tree);
    for (index, leaf) in tree.leaves() {
        super::super::embedded_text(&tree, index);
        tree.imports_of(leaf);
        tree.references_of(leaf);
    }
    violation(&tree, &limits)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn mutated_files_are_tiled(seed in any::<u64>()) {
        let case = case(&originals(), seed, 20_000);
        prop_assert_eq!(cut(&case), None, "{}", case.path);
    }
}

/// Time after which a case counts as endless.
const FOREVER: Duration = Duration::from_secs(60);

/// `SMRITI_FUZZ_SECONDS=600 cargo test --lib mutated_files_for_a_while -- --ignored --nocapture`. Starts at
/// `SMRITI_FUZZ_SEED` if it is set; `SMRITI_FUZZ_CASES=1` runs one case. Fails on a violation, a panic or an
/// endless case, and lists slow cases. Each case is written to the file that is printed first, before it
/// runs, so that a case that ends the process is not lost.
#[test]
#[ignore = "runs for as long as one likes"]
fn mutated_files_for_a_while() {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse::<u64>().ok())
    };
    let seconds = number("SMRITI_FUZZ_SECONDS").expect("SMRITI_FUZZ_SECONDS says how long");
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let first = number("SMRITI_FUZZ_SEED").unwrap_or(now.expect("a clock").as_secs() << 24);
    let most = number("SMRITI_FUZZ_CASES").unwrap_or(u64::MAX);
    let running = std::env::temp_dir().join(format!("smriti-fuzz-{}", std::process::id()));
    eprintln!(
        "from seed {first}; the case that runs is in {}",
        running.display()
    );

    let (sender, cases) = channel();
    let originals = originals();
    let fuzzing = std::thread::spawn(move || {
        let deadline = Instant::now() + Duration::from_secs(seconds);
        let seeds = (0..most).map(|number| first.wrapping_add(number));
        let mut wrong = Vec::new();
        for seed in seeds.take_while(|_| Instant::now() < deadline) {
            let case = case(&originals, seed, 150_000);
            let length = case.bytes.len();
            let line = format!("seed {seed}: {} of {length} bytes", case.path);
            std::fs::write(&running, &line).expect("the file of the case that runs");
            let started = Instant::now();
            let violation = std::panic::catch_unwind(|| cut(&case))
                .unwrap_or_else(|_| Some("it panics".to_owned()));
            let took = started.elapsed();
            if took.as_secs_f64() > length.max(20_000) as f64 / 100_000.0 {
                eprintln!("{line} takes {took:?}");
            }
            if let Some(violation) = violation {
                eprintln!("{line}: {violation}");
                wrong.push(line);
            }
            sender.send(case.seed).expect("someone who waits");
        }
        std::fs::remove_file(&running).expect("no case runs any more");
        wrong
    });
    let mut done = 0u64;
    loop {
        match cases.recv_timeout(FOREVER) {
            Ok(_) => done += 1,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => panic!("the case that runs does not end"),
        }
    }
    eprintln!("{done} cases");
    assert_eq!(fuzzing.join().expect("a thread"), Vec::<String>::new());
}
