//! Reproducible random numbers, and the loop over seeded cases.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A sequence that its seed determines: splitmix64.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, or 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap_or_default()
    }

    /// A number below a power of two, most often a small one.
    pub(crate) fn small(&mut self, bits: usize) -> usize {
        let end = 1 << self.below(bits);
        self.below(end)
    }

    /// A number from 0 to 1.
    pub(crate) fn share(&mut self) -> f64 {
        self.below(1 << 20) as f64 / f64::from(1 << 20)
    }

    /// One of these.
    pub(crate) fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }
}

/// The number in an environment variable.
pub(crate) fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Runs `case` for `cases` seeds, or for the number or time that the environment sets, and fails at the end
/// with all errors.
pub(crate) fn for_each_seed(
    what: &str,
    cases: u64,
    mut case: impl FnMut(u64) -> Result<(), String>,
) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let first = variable("SMRITI_FAULT_SEED").unwrap_or(now.as_secs() << 20);
    let cases = variable("SMRITI_FAULT_CASES").unwrap_or(cases);
    let until = variable("SMRITI_FAULT_SECONDS").map(|it| Instant::now() + Duration::from_secs(it));
    eprintln!("{what}: {cases} cases from SMRITI_FAULT_SEED={first}");
    let mut wrong = Vec::new();
    for number in 0..cases {
        if until.is_some_and(|until| Instant::now() >= until) {
            eprintln!("{what}: {number} cases in time");
            break;
        }
        let seed = first.wrapping_add(number);
        if let Err(why) = case(seed) {
            eprintln!("{what}: SMRITI_FAULT_SEED={seed}: {why}");
            wrong.push(format!("SMRITI_FAULT_SEED={seed}: {why}"));
        }
        if number % 50 == 49 {
            eprintln!("{what}: {} of {cases}, {} wrong", number + 1, wrong.len());
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {cases}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
