//! Signals of the chunk score, which ranks chunks relative to the other chunks and their files.
//!
//! Principal type: [`ChunkSignals`]. Invariant: names and order equal those in
//! [`weights::CHUNK`].

use super::file::FileScore;
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
        let record = &hit.record;
        let (file, best) = (&files[&record.path], &best[&&record.path]);
        let lines = (record.lines.1.saturating_sub(record.lines.0) + 1) as f32;
        let mut signals = [
            ("file score", file.relative_score),
            ("file rank", (1.0 + file.rank as f32).ln()),
            ("keywords", hit.keywords),
            ("semantic", hit.semantic - best.semantic),
            ("words", hit.covered),
            ("relative words", hit.covered - best.covered),
            ("lines", lines.ln() / 5.0),
            ("function", f32::from(u8::from(record.kind.has_code()))),
            ("declares", hit.declared),
            (NAME_PREFIX, hit.half_typed),
            ("imports", hit.imports),
        ];
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
