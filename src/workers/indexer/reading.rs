//! Reading and chunking on all cores, for one writing thread.
//!
//! Principal types: [`ReadContext`] and [`ReadOutcome`]. Invariant: chunked files that wait for the writer
//! are limited in bytes, and a slow file does not stop the others.

use super::index_diff::PendingFile;
use super::report::UpdateError;
use crate::chunk::{ChunkTree, Limits, embedded_text};
use crate::corpus::{
    Cancel, Fingerprint, SkipReason, SourcePath, Text, content_hash, locked, processors,
};
use crate::embed::EmbeddingKey;
use crate::extract::DocumentReader;
use crate::index::Summary;
use crate::summary;
use crate::syntax::spawn_parsing;
use crate::workers::typing::TypingFlag;
use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum number of bytes of chunked files that wait for the writer: about as much as is read during a
/// commit.
const MAX_QUEUED_BYTES: usize = 4 << 20;

/// Minimum weight of a file, in bytes.
const MIN_WEIGHT: usize = 512;

/// Time limit for a slow file before the others continue without it.
const SLOW_FILE_TIMEOUT: Duration = Duration::from_millis(100);

/// Poll interval of a throttled thread.
const THROTTLE_INTERVAL: Duration = Duration::from_millis(30);

/// Shared data of the reading threads.
#[derive(Clone, Copy)]
pub(super) struct ReadContext<'a> {
    pub(super) reader: &'a DocumentReader,
    pub(super) limits: Limits,
    pub(super) typing: &'a TypingFlag,
    pub(super) cancel: &'a Cancel,
}

/// Result of reading a candidate.
pub(super) enum ReadOutcome {
    /// Unchanged content.
    Same(Fingerprint),
    /// New or changed.
    Cut(Box<CutFile>),
    /// Deleted.
    Gone,
    /// Cannot be indexed.
    Skipped(SkipReason),
    /// Cannot be indexed until it changes.
    Refused(Fingerprint, SkipReason),
    /// Cannot be read at the moment; its entries stay.
    NotNow(SkipReason),
}

impl ReadOutcome {
    /// Approximate number of bytes of text.
    fn weight(&self) -> usize {
        match self {
            Self::Cut(cut) => cut.tree.document.text.len().max(MIN_WEIGHT),
            _ => MIN_WEIGHT,
        }
    }
}

/// A file ready for the writer.
pub(super) struct CutFile {
    pub(super) tree: ChunkTree,
    pub(super) fingerprint: Fingerprint,
    /// Summary of the file.
    pub(super) summary: Summary,
    /// Leaves that are embedded, each with the key of its text.
    pub(super) keys: HashMap<usize, EmbeddingKey>,
    /// The texts of these leaves, then the text of the file's own vector.
    pub(super) texts: Vec<(EmbeddingKey, String)>,
}

impl ReadContext<'_> {
    /// Reads all candidates in about their order, and calls `each` on this thread with each one and its
    /// outcome; with none if a slow file keeps the others waiting. An error of `each` ends it.
    pub(super) fn each(
        &self,
        candidates: &[PendingFile],
        mut each: impl FnMut(Option<(&PendingFile, ReadOutcome)>) -> Result<(), UpdateError>,
    ) -> Result<(), UpdateError> {
        let (next, budget) = (&AtomicUsize::new(0), &WeightBudget::default());
        let threads = processors().min(candidates.len());
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            start_threads(
                scope,
                ("reader", threads),
                self.typing,
                || self.cancel.is_cancelled() || next.load(Ordering::Relaxed) >= candidates.len(),
                move || {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(candidate) = candidates.get(index) else {
                        return false;
                    };
                    if self.cancel.is_cancelled() {
                        return false;
                    }
                    let outcome = self.outcome(candidate);
                    let share = budget.take(outcome.weight(), MAX_QUEUED_BYTES);
                    sender.send((candidate, outcome, share)).is_ok()
                },
            )?;
            loop {
                let received = receiver.recv_timeout(SLOW_FILE_TIMEOUT);
                if self.cancel.is_cancelled() {
                    return Err(UpdateError::Cancelled);
                }
                match received {
                    Ok((candidate, outcome, share)) => {
                        drop(share);
                        each(Some((candidate, outcome)))?;
                    }
                    Err(RecvTimeoutError::Timeout) => each(None)?,
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            }
        })
    }

    fn is_gone(&self, path: &SourcePath) -> bool {
        let file = path.under(self.reader.root().path());
        let kind = file.symlink_metadata().map_err(|error| error.kind());
        // A file may lie where a directory was.
        matches!(kind, Err(ErrorKind::NotFound | ErrorKind::NotADirectory))
    }

    fn outcome(&self, candidate: &PendingFile) -> ReadOutcome {
        let (document, fingerprint) = match self.reader.read(&candidate.found.path, self.cancel) {
            Ok(document) => document,
            Err(error) => {
                return match (error.reason, error.fingerprint) {
                    (reason @ SkipReason::NotNow(_), _) => ReadOutcome::NotNow(reason),
                    (reason, Some(fingerprint)) => ReadOutcome::Refused(fingerprint, reason),
                    (_, None) if self.is_gone(&candidate.found.path) => ReadOutcome::Gone,
                    (reason, None) => ReadOutcome::Skipped(reason),
                };
            }
        };
        if let Some(known) = candidate.known
            && known.crc32 == fingerprint.crc32
            && known.length == fingerprint.length
        {
            return ReadOutcome::Same(fingerprint);
        }
        let tree = ChunkTree::of(document, &self.limits);
        let (mut keys, mut texts) = (HashMap::new(), Vec::new());
        for (index, leaf) in tree.leaves() {
            if !leaf.silent {
                let text = embedded_text(&tree, index);
                let key = EmbeddingKey::of(&text);
                keys.insert(index, key);
                texts.push((key, text));
            }
        }
        let digest = summary::digest(&tree);
        // Writing to memory does not fail.
        let encoded = postcard::to_stdvec(&digest).unwrap_or_default();
        let about = summary::file(tree.path(), &digest);
        let lead = summary::file_lead(&digest);
        let whole = file_text(&about, &tree.document.text);
        let key = EmbeddingKey::of(&whole);
        texts.push((key, whole));
        ReadOutcome::Cut(Box::new(CutFile {
            summary: Summary {
                key,
                ..summarized(about, lead, encoded)
            },
            tree,
            fingerprint,
            keys,
            texts,
        }))
    }
}

/// Starts named threads that call `work` until it returns false. While the user types and `is_over` returns
/// false, the last of several threads waits: the screen and the searcher get its core.
pub(super) fn start_threads<'s>(
    scope: &'s thread::Scope<'s, '_>,
    (name, count): (&str, usize),
    typing: &'s TypingFlag,
    is_over: impl Fn() -> bool + Copy + Send + 's,
    work: impl Fn() -> bool + Clone + Send + 's,
) -> io::Result<()> {
    for number in 0..count {
        let (work, is_last) = (work.clone(), number > 0 && number + 1 == count);
        spawn_parsing(scope, format!("{name} {number}"), move || {
            loop {
                while is_last && typing.is_active(Instant::now()) && !is_over() {
                    thread::sleep(THROTTLE_INTERVAL);
                }
                if !work() {
                    break;
                }
            }
        })?;
    }
    Ok(())
}

/// Limit on the total weight of items between threads: many small files may wait, or few large ones. An
/// item heavier than the limit waits alone.
#[derive(Default)]
struct WeightBudget {
    waiting: Mutex<usize>,
    freed: Condvar,
}

/// Weight of one item, released on drop.
struct WeightPermit<'b>(&'b WeightBudget, usize);

impl WeightBudget {
    /// Waits until the weight fits the limit.
    fn take(&self, weight: usize, limit: usize) -> WeightPermit<'_> {
        let mut waiting = self
            .freed
            .wait_while(locked(&self.waiting), |waiting| {
                *waiting > 0 && *waiting + weight > limit
            })
            .unwrap_or_else(PoisonError::into_inner);
        *waiting += weight;
        WeightPermit(self, weight)
    }
}

impl Drop for WeightPermit<'_> {
    fn drop(&mut self) {
        let Self(budget, weight) = self;
        *locked(&budget.waiting) -= *weight;
        budget.freed.notify_all();
    }
}

/// Lines of a file that its vector covers, below its summary.
const BEGINNING_LINES: u32 = 50;
/// Maximum length of these lines, in bytes.
const BEGINNING: usize = 4_000;

/// The text that is embedded for a file: its summary and its first lines.
pub fn file_text(summary: &str, text: &Text) -> String {
    let lines = text.lines(1, BEGINNING_LINES);
    let beginning = text.slice(0..lines.end.min(BEGINNING));
    format!("{summary}\n{beginning}")
}

/// An extractive summary, with the key of its vector.
pub(super) fn summarized(text: String, lead: String, digest: Vec<u8>) -> Summary {
    Summary {
        key: EmbeddingKey::of(&text),
        hash: content_hash(text.as_bytes()),
        written_by: String::new(),
        text,
        lead,
        digest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::thread::scope;

    #[test]
    fn an_item_waits_until_its_weight_fits() {
        let budget = WeightBudget::default();
        let (sender, receiver) = channel();
        let held = [budget.take(6, 10), budget.take(4, 10)];
        scope(|threads| {
            threads.spawn(|| {
                for weight in [1, 100] {
                    sender.send((weight, budget.take(weight, 10))).unwrap();
                }
            });
            assert_eq!(*budget.waiting.lock().unwrap(), 10);
            drop(held);
            for expected in [1, 100] {
                let (weight, share) = receiver.recv().unwrap();
                assert_eq!(weight, expected);
                drop(share);
            }
        });
        assert_eq!(*budget.waiting.lock().unwrap(), 0);
    }

    #[test]
    fn a_waiting_sender_ends_when_the_receiver_is_dropped() {
        let budget = WeightBudget::default();
        let (sender, receiver) = channel();
        sender.send(budget.take(10, 10)).unwrap();
        scope(|threads| {
            let waiting = threads.spawn(|| sender.send(budget.take(1, 10)).is_err());
            drop(receiver);
            assert!(waiting.join().unwrap());
        });
    }
}
