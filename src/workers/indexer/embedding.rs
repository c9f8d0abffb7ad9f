//! From texts to vectors, on all cores, for one thread that writes.
//!
//! A model may take seconds for what another does in a millisecond, so nobody waits for a batch: rows
//! come back as the model makes them, and the writer looks at the clock and at the cancel flag
//! meanwhile.

use super::changes::Candidate;
use super::reading::{Cut, Outcome, step_aside, threads};
use super::{Stage, Update, UpdateError};
use crate::corpus::SourcePath;
use crate::embed::{EmbedError, Embedding, EmbeddingKey, Interrupt, Model};
use std::collections::HashSet;
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError, channel, sync_channel,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Bytes of texts that are kept between cutting and embedding. Files beyond are read again, so
/// that a first run over a large repository stays within its memory.
const KEPT: usize = 64 << 20;

/// A model that is best given so many texts at once makes their vectors in less time than a commit
/// takes. Others take seconds, which keywords must not wait for.
const OF_QUICK: usize = 128;

/// Poll interval for cancellation while the writer waits for rows.
const A_MOMENT: Duration = Duration::from_millis(20);

type Row = (EmbeddingKey, Embedding);
type Batch = Vec<(EmbeddingKey, String)>;

/// Texts to be embedded, kept from cutting.
#[derive(Default)]
pub(super) struct Texts {
    pub(super) texts: Batch,
    bytes: usize,
    /// The files whose texts are here.
    pub(super) files: HashSet<SourcePath>,
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
}

/// Takes away texts that have a vector, and counts the others as embedded.
fn without_vector(update: &mut Update<'_>, mut batch: Batch) -> Result<Batch, UpdateError> {
    let keys: Vec<EmbeddingKey> = batch.iter().map(|(key, _)| *key).collect();
    let unknown = update.writer()?.without_vector(&keys);
    let mut unknown: HashSet<EmbeddingKey> = unknown.into_iter().collect();
    batch.retain(|(key, _)| unknown.remove(key));
    update.embedded += batch.len();
    Ok(batch)
}

/// Embeds the kept texts on this thread, if they are no more than a batch of a model that is quick,
/// and stages their vectors.
pub(super) fn few(
    update: &mut Update<'_>,
    model: &Model,
    texts: &mut Texts,
) -> Result<(), UpdateError> {
    let at_once = model.texts_at_once();
    if texts.texts.len() > at_once || at_once < OF_QUICK {
        return Ok(());
    }
    let batch = without_vector(update, std::mem::take(&mut texts.texts))?;
    let (keys, texts): (Vec<EmbeddingKey>, Vec<String>) = batch.into_iter().unzip();
    let rows = keys.into_iter().zip(model.embed(&texts)?).collect();
    update.writer()?.add_vectors(rows);
    Ok(())
}

/// Embeds the kept texts and those of the files that are `left`, committing as it goes. Where that ends
/// early the threads, which are waited for, stop within what they are at, and everything that a model
/// made until then is kept.
pub(super) fn run(
    update: &mut Update<'_>,
    model: &Model,
    texts: Texts,
    left: &[Candidate],
) -> Result<(), UpdateError> {
    let typing = update.reading.typing;
    let (batch_sender, batches) = sync_channel(2 * threads());
    let (row_sender, rows) = channel();
    // Only the threads hold the other ends: should they all end early, handing out fails instead of
    // waiting for ever.
    let batches = Arc::new(Mutex::new(batches));
    let interrupt = &Interrupt::new();
    std::thread::scope(|scope| {
        for number in 0..threads() {
            let (batches, rows) = (Arc::clone(&batches), row_sender.clone());
            let is_last = number > 0 && number + 1 == threads();
            let work = move || {
                loop {
                    if is_last {
                        step_aside(typing, || interrupt.is_asked());
                    }
                    let batches = batches.lock().unwrap_or_else(PoisonError::into_inner);
                    let batch = batches.recv();
                    drop(batches);
                    match batch {
                        Ok(batch) if !interrupt.is_asked() => embed(model, interrupt, batch, &rows),
                        _ => break,
                    }
                }
            };
            Builder::new()
                .name(format!("embedder {number}"))
                .spawn_scoped(scope, work)?;
        }
        drop((batches, row_sender));
        let mut feed = Feed {
            at_once: model.texts_at_once(),
            update,
            seen: HashSet::new(),
            waiting: Vec::new(),
            batches: Some(batch_sender),
            rows,
            staged: false,
        };
        let fed = feed.feed(texts, left);
        if fed.is_err() {
            interrupt.ask();
        }
        let finished = feed.finish();
        match fed {
            Err(UpdateError::Cancelled(_)) => Err(UpdateError::Cancelled(Stage::Embedding)),
            fed => fed.and(finished),
        }
    })
}

/// Sends rows as the model gives them. Sending fails when the writer gave up; it will not hand out more
/// then.
fn embed(
    model: &Model,
    interrupt: &Interrupt,
    batch: Batch,
    rows: &Sender<Result<Vec<Row>, EmbedError>>,
) {
    let (keys, texts): (Vec<EmbeddingKey>, Vec<String>) = batch.into_iter().unzip();
    let send = |vectors: Vec<(usize, Embedding)>| {
        let vectors = vectors.into_iter();
        let named = vectors.filter_map(|(text, vector)| Some((*keys.get(text)?, vector)));
        let _ = rows.send(Ok(named.collect()));
    };
    if let Err(error) = model.embed_until(interrupt, &texts, send) {
        let _ = rows.send(Err(error));
    }
}

/// The writer's side: looks texts up, hands out what is unknown, stages what comes back.
struct Feed<'a, 'u> {
    update: &'a mut Update<'u>,
    /// Texts that are looked up and handed out together.
    at_once: usize,
    /// Keys that were looked up already: the same text may stand in many places.
    seen: HashSet<EmbeddingKey>,
    waiting: Batch,
    /// None once everything is handed out; then the threads end, and with them the rows.
    batches: Option<SyncSender<Batch>>,
    rows: Receiver<Result<Vec<Row>, EmbedError>>,
    staged: bool,
}

impl Feed<'_, '_> {
    /// Hands out the kept texts, then those of the files that are `left`, and takes all rows.
    fn feed(&mut self, texts: Texts, left: &[Candidate]) -> Result<(), UpdateError> {
        for (key, text) in texts.texts {
            self.push(key, text)?;
        }
        let reading = self.update.reading;
        reading.each(left, |news| match news {
            Some((_, Outcome::Cut(cut))) => {
                let mut texts = cut.texts.into_iter();
                texts.try_for_each(|(key, text)| self.push(key, text))
            }
            // What was indexed a moment ago and is gone now, the next walk will see.
            _ => self.take(Duration::ZERO).map(drop),
        })?;
        self.hand_out()?;
        self.batches = None;
        while self.take(A_MOMENT)? {}
        Ok(())
    }

    fn push(&mut self, key: EmbeddingKey, text: String) -> Result<(), UpdateError> {
        if self.seen.insert(key) {
            self.waiting.push((key, text));
        }
        match self.waiting.len() < self.at_once {
            true => Ok(()),
            false => self.hand_out(),
        }
    }

    /// Has embedded what is not known yet. Takes rows while all threads are busy.
    fn hand_out(&mut self) -> Result<(), UpdateError> {
        let mut batch = without_vector(self.update, std::mem::take(&mut self.waiting))?;
        self.take(Duration::ZERO)?;
        while let Some(batches) = self.batches.as_ref().filter(|_| !batch.is_empty()) {
            batch = match batches.try_send(batch) {
                Ok(()) => break,
                Err(TrySendError::Full(batch)) => batch,
                // They end by themselves only where one failed by a fault, which is told when they
                // are joined.
                Err(TrySendError::Disconnected(_)) => {
                    return Err(UpdateError::Cancelled(Stage::Embedding));
                }
            };
            self.take(A_MOMENT)?;
        }
        Ok(())
    }

    /// Stages the rows that come within this time, and commits them when that is due. False once no
    /// more can come.
    fn take(&mut self, patience: Duration) -> Result<bool, UpdateError> {
        if self.update.reading.cancel.is_cancelled() {
            return Err(UpdateError::Cancelled(Stage::Embedding));
        }
        let first = self.rows.recv_timeout(patience);
        let more = !matches!(first, Err(RecvTimeoutError::Disconnected));
        let rows: Vec<_> = first.into_iter().chain(self.rows.try_iter()).collect();
        for rows in rows {
            self.stage(rows?)?;
        }
        if self.staged && self.update.pace.is_due(Instant::now()) {
            self.staged = false;
            self.update.commit()?;
        }
        Ok(more)
    }

    fn stage(&mut self, rows: Vec<Row>) -> Result<(), UpdateError> {
        self.update.writer()?.add_vectors(rows);
        self.staged = true;
        Ok(())
    }

    /// Waits for the threads, and publishes what they made. Of several failures the first was told.
    fn finish(mut self) -> Result<(), UpdateError> {
        self.batches = None;
        while let Ok(rows) = self.rows.recv() {
            self.stage(rows.unwrap_or_default())?;
        }
        match self.staged {
            true => self.update.commit(),
            false => Ok(()),
        }
    }
}
