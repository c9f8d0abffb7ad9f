//! Signals of the chunk score, which ranks chunks relative to the other chunks and their files.
//!
//! Principal type: [`ChunkSignals`]. Invariant: names and order equal those in
//! [`weights::CHUNK`].

use super::file::{FileScore, NOT_SOURCE, TESTS};
use super::ranked::Ranked;
use super::weights;
use crate::corpus::SourcePath;
use std::collections::HashMap;

const NAME_PREFIX: &str = "name prefix";

/// Named signals of a chunk before weighting.
pub(super) type ChunkSignals = [(&'static str, f32); weights::CHUNK.len()];

/// Best values among the candidates of one file.
#[derive(Default)]
struct FileBest {
    semantic: f32,
    covered: f32,
}

/// Returns the signals of every candidate in the order of `ranked`; `files` has the score of each path.
/// For a query that is a name, the quality of a half-typed name is the only signal.
pub(super) fn signals(
    ranked: &[Ranked],
    is_name: bool,
    files: &HashMap<SourcePath, FileScore>,
) -> Vec<ChunkSignals> {
    let mut best: HashMap<&SourcePath, FileBest> = HashMap::new();
    for hit in ranked {
        let best = best.entry(&hit.record.path).or_default();
        best.semantic = best.semantic.max(hit.semantic);
        best.covered = best.covered.max(hit.covered);
    }
    let mut all = Vec::with_capacity(ranked.len());
    for hit in ranked {
        let path = &hit.record.path;
        let mut signals = signals_of(hit, &files[path], &best[path]);
        if is_name && hit.half_typed > 0.0 {
            for (name, value) in &mut signals {
                if *name != NAME_PREFIX {
                    *value = 0.0;
                }
            }
        }
        all.push(signals);
    }
    all
}

fn signals_of(hit: &Ranked, file: &FileScore, best: &FileBest) -> ChunkSignals {
    let record = &hit.record;
    let lines = (record.lines.1.saturating_sub(record.lines.0) + 1) as f32;
    let lines = lines.ln() / 5.0;
    let has_code = f32::from(record.kind.has_code());
    let semantic = hit.semantic - best.semantic;
    let [in_name, _, in_docs, in_body] = hit.covered_in;
    [
        ("file score", file.relative_score),
        ("file rank", logarithm(file.rank)),
        ("keywords", hit.keywords),
        ("semantic", semantic),
        ("words", hit.covered),
        ("relative words", hit.covered - best.covered),
        ("lines", lines),
        ("function", has_code),
        ("declares", hit.declared),
        (NAME_PREFIX, hit.half_typed),
        ("imports", hit.imports),
        ("words²", hit.covered * hit.covered),
        ("words in name", in_name),
        ("words in docs", in_docs),
        ("words in body", in_body),
        ("defined name", hit.defined),
        ("lines²", lines * lines),
        ("function × lines", has_code * lines),
        ("similar names", hit.similar_names),
        ("in tests", file.signal(TESTS)),
        ("in no source", file.signal(NOT_SOURCE)),
        ("nearness", hit.semantic),
    ]
}

/// The natural logarithm of a 1-based rank.
fn logarithm(rank: usize) -> f32 {
    (rank as f32).ln_1p()
}
