//! Freshness: before an answer, the index is brought up to date within a time limit, or compared with the
//! working tree if another process writes it.
//!
//! Principal types: [`IndexHandle`], which updates the index of a command, and [`TreeCoverage`].

use super::mcp::Service;
use super::print_error;
use crate::chunk::{ChunkId, file_id};
use crate::config::GraphMode;
use crate::corpus::{Cancel, SourcePath, WalkedFile, content_hash, walk};
use crate::index::{IndexError, Snapshot};
use crate::project::Project;
use crate::workers::indexer::{Stage, UpdateError, Updater};
use crate::workers::{SharedModel, TypingFlag};
use anyhow::Context;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::Duration;

/// Time limit for updating the index before an answer.
const REFRESH_TIMEOUT: Duration = Duration::from_secs(2);

/// Freshness of the index.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(super) struct Freshness {
    /// True if the index reflects the working tree.
    pub(super) fresh: bool,
    /// Number of changed files that are not indexed; null if unknown.
    pub(super) pending: Option<usize>,
}

impl Freshness {
    pub(super) const UP_TO_DATE: Self = Self {
        fresh: true,
        pending: Some(0),
    };

    /// Warning about an outdated answer. None if it is up to date.
    pub(super) fn warning(&self) -> Option<String> {
        let missing = match self.pending {
            _ if self.fresh => return None,
            Some(1) => "1 file has not been read yet".to_owned(),
            Some(pending) => format!("{pending} files have not been read yet"),
            None => "the check for changes timed out".to_owned(),
        };
        Some(format!(
            "{missing}: results may be incomplete; run `smriti-tui index`"
        ))
    }

    /// Not up to date, with `files` done and to do so far; none if nothing was scanned.
    pub(super) fn stale(files: Option<(usize, usize)>) -> Self {
        Self {
            fresh: false,
            pending: files.and_then(|(done, all)| all.checked_sub(done).filter(|left| *left > 0)),
        }
    }

    /// Freshness at a stage of an update: keywords are complete once all files are read, and `complete` shows
    /// the share of vectors.
    pub(super) fn at(stage: Stage, files: (usize, usize)) -> Self {
        match stage {
            Stage::Walking => Self::stale(None),
            Stage::Reading => Self::stale(Some(files)),
            _ => Self::UP_TO_DATE,
        }
    }
}

/// The index of a command, brought up to date before an answer.
pub(super) enum IndexHandle {
    /// The command updates it; with the reason why the last update failed.
    Own(Box<Updater>, Option<String>),
    /// The indexer of the server for agents updates it; its freshness is known.
    Service(Arc<Service>, Freshness),
}

impl IndexHandle {
    /// Updates the index in this process; `graph` is the use of the graph in searches.
    pub(super) fn updating(project: &Project, model: SharedModel, graph: GraphMode) -> Self {
        let indexing = project.indexing(model, TypingFlag::default(), graph);
        Self::Own(Box::new(indexing), None)
    }

    /// The newest snapshot; none before the first.
    pub(super) fn snapshot(&self) -> Result<Option<Arc<Snapshot>>, IndexError> {
        match self {
            Self::Own(indexing, _) => indexing.snapshots().refresh(),
            Self::Service(service, _) => service.snapshots.refresh(),
        }
    }

    /// The reason why the last update failed, which standard error has.
    pub(super) fn failure(&self) -> Option<&str> {
        match self {
            Self::Own(_, failure) => failure.as_deref(),
            Self::Service(..) => None,
        }
    }

    /// Updates the index within the time limit; otherwise returns its progress.
    pub(super) fn refresh(&mut self, project: &Project) -> anyhow::Result<Freshness> {
        let indexing = match self {
            Self::Own(indexing, failure) => {
                *failure = None;
                indexing
            }
            Self::Service(_, freshness) => return Ok(*freshness),
        };
        let (cancel, _timer) = cancel_after(REFRESH_TIMEOUT)?;
        let reached = Cell::new(Freshness::stale(None));
        let refreshed = indexing.refresh(&cancel, &|progress| {
            reached.set(Freshness::at(progress.stage, progress.files));
        });
        // Others may write while this one answers.
        indexing.release();
        Ok(match refreshed {
            Ok(summary) => {
                summary.notice.iter().for_each(|notice| print_error(notice));
                Freshness::UP_TO_DATE
            }
            Err(UpdateError::Cancelled) => reached.get(),
            Err(UpdateError::Index(IndexError::Locked)) => {
                TreeCoverage::default().freshness(project, self.snapshot()?.as_deref(), &cancel)?
            }
            Err(error) if self.snapshot()?.is_none() => return Err(error.into()),
            Err(error) => {
                let sentence = format!("{error}; searching the last snapshot");
                print_error(&sentence);
                if let Self::Own(_, failure) = self {
                    *failure = Some(sentence);
                }
                reached.get()
            }
        })
    }
}

/// A flag that is set after some time, unless the sender is dropped before.
pub(super) fn cancel_after(time: Duration) -> anyhow::Result<(Cancel, Sender<()>)> {
    let (cancel, (sender, timer)) = (Cancel::new(), channel());
    let late = cancel.clone();
    let wait = move || {
        if timer.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
            late.cancel();
        }
    };
    let thread = Builder::new().name("deadline".to_owned()).spawn(wait);
    thread.context("cannot start a thread")?;
    Ok((cancel, sender))
}

/// Expected file chunks of the working tree: each file's chunk hashes all of its text. The chunk of a file
/// depends only on its path and bytes, so nothing is parsed.
#[derive(Default)]
pub(super) struct TreeCoverage {
    /// The files, each with its file chunk and the content hash of that chunk; none for a skipped file.
    files: HashMap<SourcePath, (WalkedFile, Option<(ChunkId, u64)>)>,
}

impl TreeCoverage {
    /// Scans the working tree; unchanged files are not read again. Returns the number of skipped files; none when
    /// cancelled.
    pub(super) fn scan(&mut self, project: &Project, cancel: &Cancel) -> Option<usize> {
        let walk = walk(project.root(), project.reader.limits(), cancel);
        let mut before = std::mem::take(&mut self.files);
        for found in walk.files {
            if cancel.is_cancelled() {
                // The next scan continues from here.
                self.files.extend(before);
                return None;
            }
            let known = before.remove(&found.path).filter(|(it, _)| *it == found);
            let read = || {
                let (document, _) = project.reader.read(&found.path, cancel).ok()?;
                Some((file_id(&found.path), content_hash(document.text.bytes())))
            };
            let chunk = known.map_or_else(read, |(_, chunk)| chunk);
            self.files.insert(found.path.clone(), (found, chunk));
        }
        let unreadable = self.files.values().filter(|(_, chunk)| chunk.is_none());
        (!cancel.is_cancelled()).then(|| walk.skipped.len() + unreadable.count())
    }

    /// Returns true if the snapshot contains exactly these files with exactly these texts.
    pub(super) fn is_in(&self, snapshot: &Snapshot) -> Result<bool, IndexError> {
        let mut files = 0;
        for (id, hash) in self.files.values().filter_map(|(_, chunk)| *chunk) {
            files += 1;
            if snapshot.find(id)?.is_none_or(|record| record.hash != hash) {
                return Ok(false);
            }
        }
        Ok(files == snapshot.files())
    }

    /// Freshness of another writer's snapshot; unknown when cancelled.
    pub(super) fn freshness(
        &mut self,
        project: &Project,
        snapshot: Option<&Snapshot>,
        cancel: &Cancel,
    ) -> Result<Freshness, IndexError> {
        let is_scanned = snapshot.is_some() && self.scan(project, cancel).is_some();
        Ok(match snapshot {
            Some(snapshot) if is_scanned && self.is_in(snapshot)? => Freshness::UP_TO_DATE,
            _ => Freshness::stale(None),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(freshness: Freshness, expected: Option<&str>) {
        let caveat = freshness.warning();
        let missing = caveat.as_deref().and_then(|it| it.split_once(':'));
        assert_eq!(missing.map(|(missing, _)| missing), expected);
    }

    #[test]
    fn an_outdated_answer_has_a_caveat() {
        check(Freshness::UP_TO_DATE, None);
        check(
            Freshness::stale(Some((3, 4))),
            Some("1 file has not been read yet"),
        );
        check(
            Freshness::stale(Some((3, 9))),
            Some("6 files have not been read yet"),
        );
        let unchecked = Some("the check for changes timed out");
        check(Freshness::stale(None), unchecked);
        check(Freshness::stale(Some((9, 9))), unchecked);
        check(Freshness::at(Stage::Embedding, (0, 0)), None);
    }
}
