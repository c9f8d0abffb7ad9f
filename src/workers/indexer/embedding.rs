//! From texts to vectors, on all cores, for one thread that writes.

use super::changes::Candidate;
use super::reading::{Cut, Outcome, step_aside, threads};
use super::{Stage, Update, UpdateError};
use crate::corpus::{Cancel, SourcePath};
use crate::embed::{EmbedError, Embedding, EmbeddingKey, Model};
use crate::workers::Typing;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, Scope};
use std::time::Instant;

/// Bytes of texts that are kept between cutting and embedding. Files beyond are read again, so
/// that a first run over a large repository stays within its memory.
const KEPT: usize = 64 << 20;

/// Texts that are looked up and embedded together: enough to pad little, few enough to stop soon.
const BATCH: usize = 256;

type Row = (EmbeddingKey, Embedding);
type Batch = Vec<(EmbeddingKey, String)>;

/// Texts to be embedded, kept from cutting.
#[derive(Default)]
pub(super) struct Texts {
    texts: Vec<(EmbeddingKey, String)>,
    bytes: usize,
    files: HashSet<SourcePath>,
}

impl Texts {
    /// Keeps the texts of a file, all or none.
    pub(super) fn keep(&mut self, path: &SourcePath, cut: Cut) {
        let bytes: usize = cut.texts.iter().map(|(_, text)| text.len()).sum();
        if self.bytes + bytes > KEPT {
            return;
        }
        self.bytes += bytes;
        self.texts.extend(cut.texts);
        self.files.insert(path.clone());
    }

    /// Adds texts that are no file's.
    pub(super) fn add(&mut self, texts: Vec<(EmbeddingKey, String)>) {
        self.bytes += texts.iter().map(|(_, text)| text.len()).sum::<usize>();
        self.texts.extend(texts);
    }

    /// Whether the texts of this file are here.
    pub(super) fn covers(&self, path: &SourcePath) -> bool {
        self.files.contains(path)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

/// Embeds the kept texts and those of the files that are `left`, committing as it goes.
pub(super) fn run(
    update: &mut Update<'_>,
    model: &Model,
    texts: Texts,
    left: &[Candidate],
) -> Result<(), UpdateError> {
    let reading = update.reading;
    let (batch_sender, batches) = sync_channel(2 * threads());
    let (row_sender, rows) = channel();
    let all_handed_out = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // Only the threads hold the other end: should they all end early, handing out fails
        // instead of waiting for ever.
        let worker = Worker {
            model,
            batches: Arc::new(Mutex::new(batches)),
            rows: row_sender,
            typing: reading.typing,
            cancel: reading.cancel,
            all_handed_out: &all_handed_out,
        };
        for number in 1..threads() {
            worker.clone().start(scope, number)?;
        }
        worker.start(scope, 0)?;
        let mut feed = Feed {
            update,
            seen: HashSet::new(),
            waiting: Vec::new(),
            batches: batch_sender,
            rows,
            all_handed_out: &all_handed_out,
            staged: false,
        };
        for (key, text) in texts.texts {
            feed.push(key, text)?;
        }
        reading
            .each(left, |news| match news.map(|(_, outcome)| outcome) {
                Some(Outcome::Cut(cut)) => {
                    let mut texts = cut.texts.into_iter();
                    texts.try_for_each(|(key, text)| feed.push(key, text))
                }
                // What was indexed a moment ago and is gone now, the next walk will see.
                _ => feed.collect(),
            })
            .map_err(|error| match error {
                UpdateError::Cancelled(_) => UpdateError::Cancelled(Stage::Embedding),
                other => other,
            })?;
        feed.finish()
    })
}

/// What each embedding thread has.
#[derive(Clone)]
struct Worker<'a> {
    model: &'a Model,
    batches: Arc<Mutex<Receiver<Batch>>>,
    rows: Sender<Result<Vec<Row>, EmbedError>>,
    typing: &'a Typing,
    cancel: &'a Cancel,
    all_handed_out: &'a AtomicBool,
}

impl<'a> Worker<'a> {
    fn start<'scope>(self, scope: &'scope Scope<'scope, '_>, number: usize) -> std::io::Result<()>
    where
        'a: 'scope,
    {
        Builder::new()
            .name(format!("embedder {number}"))
            .spawn_scoped(scope, move || {
                self.work(number > 0 && number + 1 == threads())
            })
            .map(drop)
    }

    /// Embeds batch after batch. Once cancelled, the rest is taken all the same and dropped, so
    /// that who hands out never waits for a thread that is gone.
    fn work(&self, steps_aside: bool) {
        loop {
            if steps_aside {
                step_aside(self.typing, || {
                    self.cancel.is_cancelled() || self.all_handed_out.load(Ordering::Relaxed)
                });
            }
            match self.next() {
                Some(_) if self.cancel.is_cancelled() => {}
                // Fails when the writer gave up; it will not hand out more then.
                Some(batch) => drop(self.rows.send(self.embed(batch))),
                None => break,
            }
        }
    }

    fn next(&self) -> Option<Batch> {
        let batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        batches.recv().ok()
    }

    fn embed(&self, batch: Batch) -> Result<Vec<Row>, EmbedError> {
        let (keys, texts): (Vec<EmbeddingKey>, Vec<String>) = batch.into_iter().unzip();
        let vectors = self.model.embed(&texts)?;
        Ok(keys.into_iter().zip(vectors).collect())
    }
}

/// The writer's side: looks texts up, hands out what is unknown, stages what comes back.
struct Feed<'a, 'u> {
    update: &'a mut Update<'u>,
    /// Keys that were looked up already: the same text may stand in many places.
    seen: HashSet<EmbeddingKey>,
    waiting: Batch,
    batches: SyncSender<Batch>,
    rows: Receiver<Result<Vec<Row>, EmbedError>>,
    all_handed_out: &'a AtomicBool,
    staged: bool,
}

impl Feed<'_, '_> {
    fn push(&mut self, key: EmbeddingKey, text: String) -> Result<(), UpdateError> {
        if self.seen.insert(key) {
            self.waiting.push((key, text));
        }
        if self.waiting.len() < BATCH {
            return Ok(());
        }
        self.hand_out()?;
        self.collect()
    }

    /// Has embedded what is not known yet.
    fn hand_out(&mut self) -> Result<(), UpdateError> {
        let batch = std::mem::take(&mut self.waiting);
        let keys: Vec<EmbeddingKey> = batch.iter().map(|(key, _)| *key).collect();
        let unknown: HashSet<EmbeddingKey> = self
            .update
            .writer
            .without_vector(&keys)?
            .into_iter()
            .collect();
        // Those that are known were staged on the way.
        self.staged |= unknown.len() < keys.len();
        let unknown: Batch = batch
            .into_iter()
            .filter(|(key, _)| unknown.contains(key))
            .collect();
        if !unknown.is_empty() {
            // Waits while all threads are busy; rows come back through a channel without a bound,
            // so nobody waits for us meanwhile. Fails only when all threads ended: cancelled.
            self.batches
                .send(unknown)
                .map_err(|_| UpdateError::Cancelled(Stage::Embedding))?;
        }
        Ok(())
    }

    /// Takes what is ready, without waiting.
    fn collect(&mut self) -> Result<(), UpdateError> {
        while let Ok(rows) = self.rows.try_recv() {
            self.update.writer.add_vectors(rows?);
            self.staged = true;
        }
        self.commit_when_due()
    }

    fn finish(mut self) -> Result<(), UpdateError> {
        self.hand_out()?;
        self.all_handed_out.store(true, Ordering::Relaxed);
        // Ends the threads once they have done what is queued, and with them the rows.
        drop(std::mem::replace(&mut self.batches, sync_channel(0).0));
        while let Ok(rows) = self.rows.recv() {
            self.update.writer.add_vectors(rows?);
            self.staged = true;
            self.commit_when_due()?;
        }
        self.commit_when_due()?;
        if self.staged {
            self.update.commit()?;
        }
        Ok(())
    }

    fn commit_when_due(&mut self) -> Result<(), UpdateError> {
        if self.update.reading.cancel.is_cancelled() {
            return Err(UpdateError::Cancelled(Stage::Embedding));
        }
        if self.staged && self.update.pace.is_due(Instant::now()) {
            self.staged = false;
            self.update.commit()?;
        }
        Ok(())
    }
}
