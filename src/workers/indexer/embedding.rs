//! Embedding on all cores, for one writing thread.
//!
//! A batch takes a millisecond with one model and seconds with another. So rows arrive as the model computes
//! them, and the writer checks the clock and the cancel flag in between.
//!
//! [`run_missing()`] embeds texts on threads, [`run_early()`] while files are read. Invariant: only the writing thread
//! touches the index, and finished rows are never lost to a cancellation.

use super::directory_summaries;
use super::index_diff::{self, PendingFile};
use super::progress::CommitPacer;
use super::reading::{CutFile, ReadOutcome, start_threads};
use super::report::UpdateError;
use super::run::PipelineRun;
use crate::corpus::{Cancel, Scope, SourcePath, locked, processors};
use crate::embed::{EmbedError, Embedding, EmbeddingKey, Model};
use crate::protocol::Stage;
use std::collections::HashSet;
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError, channel, sync_channel,
};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

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
        if self.block_bytes >= MAX_KEPT_BYTES {
            return;
        }
        self.files.insert(path.clone());
        for (key, text) in cut.texts {
            self.push(key, text);
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

    pub(super) fn is_empty(&self) -> bool {
        self.newest.is_empty() && self.blocks.is_empty()
    }

    /// All texts, in the order in which they were kept.
    fn batches(self) -> impl Iterator<Item = Batch> {
        self.blocks
            .into_iter()
            .map(|block| {
                // It was written by `push`.
                let batch = lz4_flex::decompress_size_prepended(&block).unwrap_or_default();
                postcard::from_bytes(&batch).unwrap_or_default()
            })
            .chain(std::iter::once(self.newest))
    }
}

/// Removes texts that have a vector, and counts the others as embedded.
fn without_vector(run: &mut PipelineRun<'_>, mut batch: Batch) -> Result<Batch, UpdateError> {
    let keys: Vec<EmbeddingKey> = batch.iter().map(|(key, _)| *key).collect();
    let mut unknown: HashSet<EmbeddingKey> =
        run.writer()?.without_vector(&keys).into_iter().collect();
    batch.retain(|(key, _)| unknown.remove(key));
    run.embedded += batch.len();
    Ok(batch)
}

/// Embeds the kept texts early if the model is fast and there are enough of them, or these are the last ones.
pub(super) fn run_early(
    run: &mut PipelineRun<'_>,
    model: &Model,
    texts: &mut PendingTexts,
    are_last: bool,
) -> Result<(), UpdateError> {
    let is_due = texts.newest_bytes >= FAST_BYTES || are_last;
    if !texts.is_fast || !is_due || texts.is_empty() {
        return Ok(());
    }
    let due = std::mem::replace(texts, PendingTexts::for_model(Some(model)));
    embed_all(run, model, due, &[])
}

/// Embeds texts without a vector: texts of this run, then texts that an earlier run left in `scope`; if
/// the scope is everything, also summaries.
pub(super) fn run_missing(
    run: &mut PipelineRun<'_>,
    model: &Model,
    mut texts: PendingTexts,
    scope: &Scope,
) -> Result<(), UpdateError> {
    let Some(snapshot) = run.snapshots.refresh()? else {
        return Ok(());
    };
    let mut left: Vec<SourcePath> = snapshot.files_without_vectors()?;
    left.retain(|path| scope.covers(path) && !texts.files.contains(path));
    if *scope == Scope::Everything {
        for record in snapshot.summaries_without_vectors()? {
            if texts.files.contains(&record.path) {
                continue;
            }
            // A file that changed in the meantime is indexed first.
            if let Some(key) = record.key
                && let Some(text) =
                    directory_summaries::embedded_text(&record, &record.summary, &run.reading)
                && EmbeddingKey::of(&text) == key
            {
                texts.push(key, text);
            }
        }
    }
    drop(snapshot);
    if left.is_empty() && texts.is_empty() {
        return Ok(());
    }
    run.tracker.enter(Stage::Embedding);
    run.pacer = CommitPacer::start(Instant::now());
    let embedded = embed_all(run, model, texts, &index_diff::to_embed(&left));
    let committed = run.commit_staged();
    embedded.and(committed)
}

/// Embeds the kept texts and the texts of the files in `left`, and stages their vectors, with commits in
/// between. After a cancellation the threads stop within their batches, and all finished rows are staged.
fn embed_all(
    run: &mut PipelineRun<'_>,
    model: &Model,
    texts: PendingTexts,
    left: &[PendingFile],
) -> Result<(), UpdateError> {
    let typing = run.reading.typing;
    let (batch_sender, batches) = sync_channel(2 * processors());
    let (row_sender, rows) = channel();
    // Only the threads own the other ends: if all of them end early, sending fails instead of blocking.
    let batches = Arc::new(Mutex::new(batches));
    let cancel = &Cancel::new();
    std::thread::scope(|scope| {
        start_threads(
            scope,
            ("embedder", processors()),
            typing,
            move || cancel.is_cancelled(),
            move || {
                let received = locked(&batches).recv();
                match received {
                    Ok(batch) if !cancel.is_cancelled() => {
                        embed(model, cancel, batch, &row_sender);
                        true
                    }
                    _ => false,
                }
            },
        )?;
        let mut feed = EmbeddingFeed {
            at_once: model.batch_size(),
            run,
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
    let embedded = model.embed_until(cancel, &texts, |vectors| {
        let named = vectors
            .into_iter()
            .filter_map(|(text, vector)| Some((*keys.get(text)?, vector)))
            .collect();
        let _ = rows.send(Ok(named));
    });
    if let Err(error) = embedded {
        let _ = rows.send(Err(error));
    }
}

/// The writer's side: looks up texts, sends unknown ones to the threads, and stages their rows.
struct EmbeddingFeed<'a, 'u> {
    run: &'a mut PipelineRun<'u>,
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
        let reading = self.run.reading;
        reading.each(left, |read| {
            let Some((_, ReadOutcome::Cut(cut))) = read else {
                // The next walk finds files that are gone.
                return self.take(Duration::ZERO).map(drop);
            };
            for (key, text) in cut.texts {
                self.push(key, text)?;
            }
            Ok(())
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
        if self.waiting.len() >= self.at_once {
            self.send_batches()?;
        }
        Ok(())
    }

    /// Sends the waiting texts without a vector. Stages rows while all threads are busy.
    fn send_batches(&mut self) -> Result<(), UpdateError> {
        let mut batch = without_vector(self.run, std::mem::take(&mut self.waiting))?;
        self.take(Duration::ZERO)?;
        while let Some(batches) = &self.batches
            && !batch.is_empty()
        {
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
        if self.run.reading.cancel.is_cancelled() {
            return Err(UpdateError::Cancelled);
        }
        let first = self.rows.recv_timeout(timeout);
        let more = !matches!(first, Err(RecvTimeoutError::Disconnected));
        let rows: Vec<_> = first.into_iter().chain(self.rows.try_iter()).collect();
        for rows in rows {
            self.stage(rows?)?;
        }
        self.run.commit_if_due()?;
        Ok(more)
    }

    fn stage(&mut self, rows: Vec<EmbeddedRow>) -> Result<(), UpdateError> {
        self.run.writer()?.add_vectors(rows);
        self.run.staged = true;
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
