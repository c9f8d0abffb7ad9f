//! The first stage of a run: changed files to keywords.

use super::directory_summaries;
use super::embedding::{self, PendingTexts};
use super::index_diff::{IndexDiff, PendingFile};
use super::reading::ReadOutcome;
use super::report::UpdateError;
use super::run::PipelineRun;
use crate::corpus::{Scope, Walk};
use crate::embed::Model;
use crate::protocol::Stage;

/// Indexes the keywords of changed files in `scope`, and returns the texts to embed. A fast `model` embeds
/// them before the last commit, while tantivy writes, and earlier if the buffer is full. Summaries of
/// directories are written if the scope is everything, and deferred otherwise.
pub(super) fn run(
    run: &mut PipelineRun<'_>,
    scope: &Scope,
    found: Walk,
    model: Option<&Model>,
) -> Result<PendingTexts, UpdateError> {
    let walked = found.files.len() + found.skipped.len();
    let indexed = run.writer()?.files_in(scope, &found.files)?;
    run.retained.skip(found.skipped);
    let changes = IndexDiff::between(scope, found.files, indexed);
    run.retained.skip(changes.refused);
    run.tracker.enter(Stage::Reading);
    run.tracker.set(|progress| {
        progress.walked = walked;
        progress.files = (0, changes.candidates.len());
        progress.skipped = run.retained.skipped.len();
    });
    let mut texts = PendingTexts::for_model(model);
    run.staged |= !changes.removed.is_empty();
    for path in &changes.removed {
        run.writer()?.remove(path);
        run.retained.touched.add(path);
    }
    let lengths = changes.candidates.iter();
    run.pacer.left = lengths.map(|candidate| candidate.found.length).sum();
    let reading = run.reading;
    let read = reading.each(&changes.candidates, |read| {
        if let Some((candidate, outcome)) = read {
            run.pacer.read(candidate.found.length);
            run.staged |= stage(run, candidate, outcome, &mut texts)?;
            if let Some(model) = model {
                match embedding::run_early(run, model, &mut texts, false) {
                    // Keywords do not need the model; the next stage tries again, and reports the failure.
                    Err(UpdateError::Embed(_)) => {}
                    done => done?,
                }
            }
            run.tracker.set(|progress| {
                progress.files.0 += 1;
                progress.skipped = run.retained.skipped.len();
            });
        }
        run.commit_if_due()
    });
    let ended = match model {
        Some(model) if read.is_ok() => embedding::run_early(run, model, &mut texts, true),
        _ => read,
    };
    // Also if nothing is staged: for fingerprints, and for the first commit of an empty index. Also
    // after a cancellation: a staged file that changes back before the next run would count as
    // unchanged. Also if the model failed: keywords do not need it.
    let committed = run.commit();
    ended.and(committed)?;
    if *scope == Scope::Everything {
        run.retained.whole = Some(run.writer()?.index_id());
        if run.writer()?.summaries_are_due() {
            directory_summaries::run(run)?;
        }
    }
    Ok(texts)
}

/// Stages the outcome of a file; true if there is something to commit.
fn stage(
    run: &mut PipelineRun<'_>,
    candidate: &PendingFile,
    outcome: ReadOutcome,
    texts: &mut PendingTexts,
) -> Result<bool, UpdateError> {
    let path = &candidate.found.path;
    let reason = match outcome {
        ReadOutcome::Same(fingerprint) => {
            run.writer()?.touch(path, fingerprint);
            return Ok(false);
        }
        ReadOutcome::Cut(cut) => {
            run.write(|writer| {
                writer.replace(&cut.tree, cut.fingerprint, &cut.summary, &cut.keys)
            })?;
            texts.keep(path, *cut);
            run.retained.touched.add(path);
            return Ok(true);
        }
        ReadOutcome::NotNow(reason) => {
            run.retained.skipped.insert(path.clone(), reason);
            return Ok(false);
        }
        ReadOutcome::Refused(fingerprint, reason) => {
            run.writer()?.refuse(path, fingerprint, &reason);
            Some(reason)
        }
        ReadOutcome::Skipped(reason) => {
            run.remove(candidate)?;
            Some(reason)
        }
        ReadOutcome::Gone => {
            run.remove(candidate)?;
            None
        }
    };
    if let Some(reason) = reason {
        run.retained.skipped.insert(path.clone(), reason);
    }
    if candidate.indexed {
        run.retained.touched.add(path);
    }
    Ok(candidate.indexed)
}
