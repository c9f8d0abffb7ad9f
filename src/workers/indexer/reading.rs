//! Reading and cutting on all cores, for one thread that writes.

use super::budget::Budget;
use super::changes::Candidate;
use super::summarizing::{file_text, summarized};
use super::{Stage, UpdateError};
use crate::chunk::{ChunkTree, Limits, embedded_text};
use crate::corpus::{Cancel, Fingerprint, SkipReason, SourcePath};
use crate::embed::EmbeddingKey;
use crate::extract::Reader;
use crate::index::Summary;
use crate::summary;
use crate::workers::Typing;
use std::collections::HashMap;
use std::io::ErrorKind;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

/// Bytes of files that are cut and wait for the writer; bounds memory when it is the slower one. As
/// much as is read while it commits, so that nobody waits for that.
const WAITING: usize = 4 << 20;

/// Minimum weight of a file, in bytes.
const LIGHTEST: usize = 512;

/// Time limit for a slow file before the others continue without it.
const A_WHILE: Duration = Duration::from_millis(100);

/// Poll interval of a throttled thread.
const ASIDE: Duration = Duration::from_millis(30);

/// Shared data of the reading threads.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    pub(super) reader: &'a Reader,
    pub(super) limits: Limits,
    /// The file that someone looks at.
    pub(super) open: Option<&'a SourcePath>,
    pub(super) typing: &'a Typing,
    pub(super) cancel: &'a Cancel,
}

/// Result of reading a candidate.
pub(super) enum Outcome {
    /// Its bytes are those that were indexed.
    Same(Fingerprint),
    /// It is new or changed.
    Cut(Box<Cut>),
    /// It is not there any more.
    Gone,
    /// It cannot be indexed.
    Skipped,
    /// It cannot be indexed until it changes.
    Refused(Fingerprint),
    /// It could not be read just now; what is indexed of it stays.
    NotNow,
}

impl Outcome {
    /// True if a grammar parsed the file, and its number of leaves.
    pub(super) fn cut(&self) -> (bool, usize) {
        let Self::Cut(cut) = self else {
            return (false, 0);
        };
        let is_parsed = cut.tree.language.is_some() && cut.tree.format.is_none();
        (is_parsed, cut.tree.leaves().count())
    }

    /// About how many bytes of text it keeps.
    fn weight(&self) -> usize {
        match self {
            Self::Cut(cut) => cut.tree.document.text.len().max(LIGHTEST),
            _ => LIGHTEST,
        }
    }
}

/// A file ready for the writer.
pub(super) struct Cut {
    pub(super) tree: ChunkTree,
    pub(super) fingerprint: Fingerprint,
    /// Summary of the file.
    pub(super) summary: Summary,
    /// Leaves that are embedded, each with the key of its text.
    pub(super) keys: HashMap<usize, EmbeddingKey>,
    /// Those texts, then that of the file's own vector.
    pub(super) texts: Vec<(EmbeddingKey, String)>,
}

impl Reading<'_> {
    /// Reads all candidates, starting in their order, and gives each with its outcome to `each` on
    /// this thread; nothing where none came for a while, so that what came is not kept back by a
    /// slow one. An error of `each` ends it.
    pub(super) fn each(
        &self,
        candidates: &[Candidate],
        mut each: impl FnMut(Option<(&Candidate, Outcome)>) -> Result<(), UpdateError>,
    ) -> Result<(), UpdateError> {
        let (next, budget) = (&AtomicUsize::new(0), &Budget::default());
        let threads = threads().min(candidates.len());
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            for number in 0..threads {
                let sender = sender.clone();
                let last = number > 0 && number + 1 == threads;
                let is_over = move || {
                    self.cancel.is_cancelled() || next.load(Ordering::Relaxed) >= candidates.len()
                };
                let read = move || {
                    while !self.cancel.is_cancelled() {
                        if last {
                            step_aside(self.typing, is_over);
                        }
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(candidate) = candidates.get(index) else {
                            break;
                        };
                        let outcome = self.outcome(candidate);
                        let share = budget.take(outcome.weight(), WAITING);
                        if sender.send((candidate, outcome, share)).is_err() {
                            break;
                        }
                    }
                };
                Builder::new()
                    .name(format!("reader {number}"))
                    .spawn_scoped(scope, read)?;
            }
            drop(sender);
            loop {
                let news = receiver.recv_timeout(A_WHILE);
                if self.cancel.is_cancelled() {
                    return Err(UpdateError::Cancelled(Stage::Reading));
                }
                match news {
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

    fn outcome(&self, candidate: &Candidate) -> Outcome {
        let (document, fingerprint) = match self.reader.read(&candidate.found.path, self.cancel) {
            Ok(document) => document,
            Err(error) => {
                return match (error.reason, error.fingerprint) {
                    (SkipReason::NotNow(_), _) => Outcome::NotNow,
                    (_, Some(fingerprint)) => Outcome::Refused(fingerprint),
                    (_, None) if self.is_gone(&candidate.found.path) => Outcome::Gone,
                    (_, None) => Outcome::Skipped,
                };
            }
        };
        let content = |it: Fingerprint| (it.crc32, it.length);
        if candidate.known.map(content) == Some(content(fingerprint)) {
            return Outcome::Same(fingerprint);
        }
        let tree = ChunkTree::of(document, &self.limits);
        let (mut keys, mut texts) = (HashMap::new(), Vec::new());
        for (index, _) in tree.leaves().filter(|(_, leaf)| !leaf.silent) {
            let text = embedded_text(&tree, index);
            let key = EmbeddingKey::of(&text);
            keys.insert(index, key);
            texts.push((key, text));
        }
        let digest = summary::digest(&tree);
        // Writing to memory does not fail.
        let encoded = postcard::to_stdvec(&digest).unwrap_or_default();
        let about = summary::file(tree.path(), &digest);
        let lead = summary::file_lead(&digest);
        let whole = file_text(&about, &tree.document.text);
        let key = EmbeddingKey::of(&whole);
        texts.push((key, whole));
        Outcome::Cut(Box::new(Cut {
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

/// Number of reading threads, and of embedding threads.
pub(super) fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Waits while someone types and there is something to do: the screen and the searcher get this
/// core.
pub(super) fn step_aside(typing: &Typing, over: impl Fn() -> bool) {
    while typing.is_active(Instant::now()) && !over() {
        thread::sleep(ASIDE);
    }
}
