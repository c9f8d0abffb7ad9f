//! Embedding on all cores, for one writing thread.
//!
//! A batch takes a millisecond with one model and seconds with another. So rows arrive as the model computes
//! them, and the writer checks the clock and the cancel flag in between.
//!
//! [`run()`] embeds texts on threads, [`run_early()`] while files are read. Invariant: only the writing thread
//! touches the index, and finished rows are never lost to a cancellation.

use super::index_diff::PendingFile;
use super::reading::{CutFile, ReadOutcome, start_threads, threads};
use super::{Update, UpdateError};
use crate::corpus::{Cancel, SourcePath, locked};
use crate::embed::{EmbedError, Embedding, EmbeddingKey, Model};
use std::collections::HashSet;
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError, channel, sync_channel,
};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Maximum number of bytes of compressed texts that wait between chunking and embedding, which bounds the memory
/// of a first run with a slow model. Beyond this limit, files are read again.
const MAX_KEPT_BYTES: usize = if cfg!(test) { 1 << 10 } else { 64 << 20 };

/// Number of bytes of texts that are compressed together, to about a quarter.
const BLOCK_BYTES: usize = if cfg!(test) { 16 << 10 } else { 1 << 20 };

/// Minimum batch size of a fast model. It embeds texts while files are read, so that they need not be
/// compressed. Others take seconds for a batch, and keywords must not wait for them.
const MIN_FAST_BATCH: usize = 128;

/// Number of bytes of texts that a fast model embeds together: after the last file, enough are left for the
/// core that tantivy does not use.
const FAST_BYTES: usize = if cfg!(test) { 8 << 10 } else { 16 << 20 };

/// Poll interval for cancellation while the writer waits for rows.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

type EmbeddedRow = (EmbeddingKey, Embedding);
type Batch = Vec<(EmbeddingKey, String)>;

/// Texts to embed, kept since chunking.
#[derive(Default)]
pub(super) struct PendingTexts {
    /// True if a fast model embeds them before they take much memory.
    is_fast: bool,
    /// The newest texts, and their bytes.
    newest: Batch,
    newest_bytes: usize,
    /// The others, compressed in blocks, and their bytes.
    blocks: Vec<Vec<u8>>,
    block_bytes: usize,
    /// Files whose texts are included.
    pub(super) files: HashSet<SourcePath>,
}

impl PendingTexts {
    /// No texts yet, for a model if there is one.
    pub(super) fn for_model(model: Option<&Model>) -> Self {
        Self {
            is_fast: model.is_some_and(|model| model.batch_size() >= MIN_FAST_BATCH),
            ..Self::default()
        }
    }

    /// Keeps the texts of a file, unless there are too many.
    pub(super) fn keep(&mut self, path: &SourcePath, cut: CutFile) {
        if !self.is_full() {
            self.files.insert(path.clone());
            for (key, text) in cut.texts {
                self.push(key, text);
            }
        }
    }

    /// Keeps a text.
    pub(super) fn push(&mut self, key: EmbeddingKey, text: String) {
        self.newest_bytes += text.len();
        self.newest.push((key, text));
        if self.newest_bytes >= BLOCK_BYTES && !self.is_fast {
            // Writing to memory does not fail.
            let block = postcard::to_stdvec(&std::mem::take(&mut self.newest)).unwrap_or_default();
            let block = lz4_flex::compress_prepend_size(&block);
            self.newest_bytes = 0;
            self.block_bytes += block.len();
            self.blocks.push(block);
        }
    }

    fn is_full(&self) -> bool {
        self.block_bytes >= MAX_KEPT_BYTES
    }

    pub(super) fn is_empty(&self) -> bool {
        self.newest.is_empty() && self.blocks.is_empty()
    }

    /// All texts, in the order in which they were kept.
    fn batches(self) -> impl Iterator<Item = Batch> {
        let unpacked = |block: Vec<u8>| {
            // It was written by `push`.
            let block = lz4_flex::decompress_size_prepended(&block).unwrap_or_default();
            postcard::from_bytes(&block).unwrap_or_default()
        };
        let blocks = self.blocks.into_iter().map(unpacked);
        blocks.chain(std::iter::once(self.newest))
    }
}

/// Removes texts that have a vector, and counts the others as embedded.
fn without_vector(update: &mut Update<'_>, mut batch: Batch) -> Result<Batch, UpdateError> {
    let keys: Vec<EmbeddingKey> = batch.iter().map(|(key, _)| *key).collect();
    let unknown = update.writer()?.without_vector(&keys);
    let mut unknown: HashSet<EmbeddingKey> = unknown.into_iter().collect();
    batch.retain(|(key, _)| unknown.remove(key));
    update.embedded += batch.len();
    Ok(batch)
}

/// Embeds the kept texts early if the model is fast and there are enough of them, or these are the last ones.
pub(super) fn run_early(
    update: &mut Update<'_>,
    model: &Model,
    texts: &mut PendingTexts,
    are_last: bool,
) -> Result<(), UpdateError> {
    let is_due = texts.newest_bytes >= FAST_BYTES || are_last;
    if !texts.is_fast || !is_due || texts.is_empty() {
        return Ok(());
    }
    let due = std::mem::replace(texts, PendingTexts::for_model(Some(model)));
    run(update, model, due, &[])
}

/// Embeds the kept texts and the texts of the files in `left`, and stages their vectors, with commits in
/// between. After a cancellation the threads stop within their batches, and all finished rows are staged.
pub(super) fn run(
    update: &mut Update<'_>,
    model: &Model,
    texts: PendingTexts,
    left: &[PendingFile],
) -> Result<(), UpdateError> {
    let typing = update.reading.typing;
    let (batch_sender, batches) = sync_channel(2 * threads());
    let (row_sender, rows) = channel();
    // Only the threads own the other ends: if all of them end early, sending fails instead of blocking.
    let batches = Arc::new(Mutex::new(batches));
    let cancel = &Cancel::new();
    std::thread::scope(|scope| {
        let is_over = move || cancel.is_cancelled();
        let work = move || {
            let batch = locked(&batches).recv();
            let batch = batch.ok().filter(|_| !cancel.is_cancelled());
            batch
                .map(|batch| embed(model, cancel, batch, &row_sender))
                .is_some()
        };
        start_threads(scope, ("embedder", threads()), typing, is_over, work)?;
        let mut feed = EmbeddingFeed {
            at_once: model.batch_size(),
            update,
            seen: HashSet::new(),
            waiting: Vec::new(),
            batches: Some(batch_sender),
            rows,
        };
        let fed = feed.feed(texts, left);
        if fed.is_err() {
            cancel.cancel();
        }
        let finished = feed.finish();
        fed.and(finished)
    })
}

/// Sends rows as the model computes them. Sending fails once the writer has ended.
fn embed(
    model: &Model,
    cancel: &Cancel,
    batch: Batch,
    rows: &Sender<Result<Vec<EmbeddedRow>, EmbedError>>,
) {
    let (keys, texts): (Vec<EmbeddingKey>, Vec<String>) = batch.into_iter().unzip();
    let send = |vectors: Vec<(usize, Embedding)>| {
        let vectors = vectors.into_iter();
        let named = vectors.filter_map(|(text, vector)| Some((*keys.get(text)?, vector)));
        let _ = rows.send(Ok(named.collect()));
    };
    if let Err(error) = model.embed_until(cancel, &texts, send) {
        let _ = rows.send(Err(error));
    }
}

/// The writer's side: looks up texts, sends unknown ones to the threads, and stages their rows.
struct EmbeddingFeed<'a, 'u> {
    update: &'a mut Update<'u>,
    /// Number of texts in a batch.
    at_once: usize,
    /// Keys that were looked up before: texts may repeat.
    seen: HashSet<EmbeddingKey>,
    waiting: Batch,
    /// None once everything is sent; then the threads end.
    batches: Option<SyncSender<Batch>>,
    rows: Receiver<Result<Vec<EmbeddedRow>, EmbedError>>,
}

impl EmbeddingFeed<'_, '_> {
    /// Sends the kept texts, then the texts of the files in `left`, and stages all rows.
    fn feed(&mut self, texts: PendingTexts, left: &[PendingFile]) -> Result<(), UpdateError> {
        for (key, text) in texts.batches().flatten() {
            self.push(key, text)?;
        }
        let reading = self.update.reading;
        reading.each(left, |news| match news {
            Some((_, ReadOutcome::Cut(cut))) => {
                let mut texts = cut.texts.into_iter();
                texts.try_for_each(|(key, text)| self.push(key, text))
            }
            // The next walk finds files that are gone.
            _ => self.take(Duration::ZERO).map(drop),
        })?;
        self.send_batches()?;
        self.batches = None;
        while self.take(POLL_INTERVAL)? {}
        Ok(())
    }

    fn push(&mut self, key: EmbeddingKey, text: String) -> Result<(), UpdateError> {
        if self.seen.insert(key) {
            self.waiting.push((key, text));
        }
        match self.waiting.len() < self.at_once {
            true => Ok(()),
            false => self.send_batches(),
        }
    }

    /// Sends the waiting texts without a vector. Stages rows while all threads are busy.
    fn send_batches(&mut self) -> Result<(), UpdateError> {
        let mut batch = without_vector(self.update, std::mem::take(&mut self.waiting))?;
        self.take(Duration::ZERO)?;
        while let Some(batches) = self.batches.as_ref().filter(|_| !batch.is_empty()) {
            batch = match batches.try_send(batch) {
                Ok(()) => break,
                Err(TrySendError::Full(batch)) => batch,
                // The threads end early only after a panic, which joining them reports.
                Err(TrySendError::Disconnected(_)) => {
                    return Err(UpdateError::Cancelled);
                }
            };
            self.take(POLL_INTERVAL)?;
        }
        Ok(())
    }

    /// Stages the rows that arrive within this time, and commits if that is due. False after the last row.
    fn take(&mut self, timeout: Duration) -> Result<bool, UpdateError> {
        if self.update.reading.cancel.is_cancelled() {
            return Err(UpdateError::Cancelled);
        }
        let first = self.rows.recv_timeout(timeout);
        let more = !matches!(first, Err(RecvTimeoutError::Disconnected));
        let rows: Vec<_> = first.into_iter().chain(self.rows.try_iter()).collect();
        for rows in rows {
            self.stage(rows?)?;
        }
        self.update.commit_if_due()?;
        Ok(more)
    }

    fn stage(&mut self, rows: Vec<EmbeddedRow>) -> Result<(), UpdateError> {
        self.update.writer()?.add_vectors(rows);
        self.update.staged = true;
        Ok(())
    }

    /// Waits for the threads and stages their rows. Of several failures only the first is reported.
    fn finish(mut self) -> Result<(), UpdateError> {
        self.batches = None;
        while let Ok(rows) = self.rows.recv() {
            self.stage(rows.unwrap_or_default())?;
        }
        Ok(())
    }
}
