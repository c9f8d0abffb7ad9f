//! Signals of the file score, which ranks the files with candidates.
//!
//! Principal types: [`FileSignals`] and [`FileScore`]. Invariant: names and order equal those in
//! [`weights::FILE`].

use super::ranked::Ranked;
use super::weights::{self, Weights};
use crate::corpus::SourcePath;
use crate::corpus::file_class::{FileClass, is_not_code};
use crate::search::names::MeantNames;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

pub(super) const TESTS: &str = "tests";
pub(super) const NOT_SOURCE: &str = "not source";

/// Named signals of a file, each about 0 to 1, before weighting.
pub(super) type FileSignals = [(&'static str, f32); weights::FILE.len()];

/// A file's score and its rank among the files with candidates.
pub(super) struct FileScore {
    pub(super) signals: FileSignals,
    /// Difference to the score of the best file; 0 or less.
    pub(super) relative_score: f32,
    /// 0-based rank.
    pub(super) rank: usize,
}

impl FileScore {
    /// Returns the value of a signal before weighting; 0 if there is none with the name.
    pub(super) fn signal(&self, name: &str) -> f32 {
        let found = self.signals.iter().find(|signal| signal.0 == name);
        found.map_or(0.0, |signal| signal.1)
    }
}

/// Scores files by their signals.
pub(super) fn scores(
    files: BTreeMap<SourcePath, FileSignals>,
    weights: &Weights,
) -> HashMap<SourcePath, FileScore> {
    let mut scored: Vec<(f32, SourcePath, FileSignals)> = Vec::with_capacity(files.len());
    for (path, signals) in files {
        let weighted = signals.iter().zip(&weights.file);
        let score = weighted
            .map(|((_, signal), (_, weight))| signal * weight)
            .sum();
        scored.push((score, path, signals));
    }
    // Stable: equal scores stay in the order of their paths.
    scored.sort_by(|(left, ..), (right, ..)| right.partial_cmp(left).unwrap_or(Ordering::Equal));
    let best = scored.first().map_or(0.0, |(score, ..)| *score);
    let mut scores = HashMap::with_capacity(scored.len());
    for (rank, (score, path, signals)) in scored.into_iter().enumerate() {
        let relative_score = score - best;
        scores.insert(
            path,
            FileScore {
                signals,
                relative_score,
                rank,
            },
        );
    }
    scores
}

/// Values accumulated over the candidates of one file.
#[derive(Default)]
pub(super) struct FileEvidence {
    keywords: Vec<f32>,
    semantic: f32,
    defined: f32,
    /// Best class of its candidates: a file may contain tests of its code.
    class: Option<FileClass>,
}

impl FileEvidence {
    /// Adds a candidate of the file.
    pub(super) fn add(&mut self, hit: &Ranked) {
        let record = &hit.record;
        self.keywords.push(hit.keywords);
        self.semantic = self.semantic.max(hit.semantic);
        self.defined = self.defined.max(hit.defined);
        if self.class != Some(FileClass::Code) {
            self.class = Some(FileClass::of(&record.path, &record.names));
        }
    }

    /// Returns the signals of the file, which has some of `candidates`; `covered` is the share of the query's words in
    /// its own, weighted by inverse document frequency.
    pub(super) fn signals(
        mut self,
        path: &SourcePath,
        names: &MeantNames,
        covered: f32,
        candidates: usize,
    ) -> FileSignals {
        self.keywords
            .sort_unstable_by(|left, right| right.total_cmp(left));
        // Missing ones count as 0.
        let best = self.keywords.iter().take(3);
        let class = self.class.unwrap_or(FileClass::Code);
        // Documentation, settings, data, generated and vendored files.
        let is_external = matches!(class, FileClass::Vendored | FileClass::Generated);
        let is_not_source = is_external || is_not_code(path);
        [
            ("file keywords", best.sum::<f32>() / 3.0),
            ("file semantic", self.semantic),
            ("file words", covered),
            ("definition", self.defined),
            ("file name", names.share(path.stem())),
            (TESTS, test_share(path, class)),
            (NOT_SOURCE, f32::from(is_not_source)),
            (
                "candidates",
                self.keywords.len() as f32 / candidates.max(1) as f32,
            ),
        ]
    }
}

/// 1 for tests, 0.5 for the code of examples.
fn test_share(path: &SourcePath, class: FileClass) -> f32 {
    match class {
        FileClass::Tests => 1.0,
        FileClass::Examples if !is_not_code(path) => 0.5,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_signal_has_its_weight() {
        let path = SourcePath::new("src/a.rs");
        let signals = FileEvidence::default().signals(&path, &MeantNames::parse("words"), 0.0, 1);
        assert_eq!(
            signals.map(|(name, _)| name),
            weights::FILE.map(|(name, _)| name)
        );
    }
}
