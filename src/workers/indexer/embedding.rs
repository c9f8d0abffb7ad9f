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
use crate::workers::Typing;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError, channel, sync_channel,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, Scope};
use std::time::{Duration, Instant};

/// Bytes of texts that are kept between cutting and embedding. Files beyond are read again, so
/// that a first run over a large repository stays within its memory.
const KEPT: usize = 64 << 20;

/// A model that is best given so many texts at once makes their vectors in less time than a commit
/// takes. Others take seconds, which keywords must not wait for.
const OF_QUICK: usize = 128;

/// How long the writer waits for rows before it looks whether it shall stop.
const A_MOMENT: Duration = Duration::from_millis(20);

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
        self.texts.push((cut.summary.key, cut.summary.text));
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

/// Embeds the kept texts on this thread, if they are no more than a batch of a model that is quick,
/// and stages their vectors.
pub(super) fn few(
    update: &mut Update<'_>,
    model: &Model,
    texts: &mut Texts,
) -> Result<(), UpdateError> {
    let at_once = model.texts_at_once();
    if texts.is_empty() || texts.texts.len() > at_once || at_once < OF_QUICK {
        return Ok(());
    }
    let mut seen = HashSet::new();
    let mut texts = std::mem::take(&mut texts.texts);
    texts.retain(|(key, _)| seen.insert(*key));
    let keys: Vec<EmbeddingKey> = texts.iter().map(|(key, _)| *key).collect();
    let unknown = update.writer.without_vector(&keys);
    let unknown: HashSet<EmbeddingKey> = unknown.into_iter().collect();
    let (keys, unknown): (Vec<EmbeddingKey>, Vec<&str>) = texts
        .iter()
        .filter(|(key, _)| unknown.contains(key))
        .map(|(key, text)| (*key, text.as_str()))
        .unzip();
    update.embedded += unknown.len();
    let vectors = model.embed(&unknown)?;
    update
        .writer
        .add_vectors(keys.into_iter().zip(vectors).collect());
    Ok(())
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
    let interrupt = Interrupt::new();
    std::thread::scope(|scope| {
        // Only the threads hold the other end: should they all end early, handing out fails
        // instead of waiting for ever.
        let worker = Worker {
            model,
            batches: Arc::new(Mutex::new(batches)),
            rows: row_sender,
            typing: reading.typing,
            interrupt: &interrupt,
            all_handed_out: &all_handed_out,
        };
        for number in 1..threads() {
            worker.clone().start(scope, number)?;
        }
        worker.start(scope, 0)?;
        let feed = Feed {
            at_once: model.texts_at_once(),
            update,
            seen: HashSet::new(),
            waiting: Vec::new(),
            batches: batch_sender,
            rows,
            interrupt: &interrupt,
            all_handed_out: &all_handed_out,
            staged: false,
        };
        feed.all(texts, left).map_err(|error| match error {
            UpdateError::Cancelled(_) => UpdateError::Cancelled(Stage::Embedding),
            other => other,
        })
    })
}

/// What each embedding thread has.
#[derive(Clone)]
struct Worker<'a> {
    model: &'a Model,
    batches: Arc<Mutex<Receiver<Batch>>>,
    rows: Sender<Result<Vec<Row>, EmbedError>>,
    typing: &'a Typing,
    interrupt: &'a Interrupt,
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

    /// Embeds batch after batch, to the last or until it is interrupted.
    fn work(&self, steps_aside: bool) {
        loop {
            if steps_aside {
                step_aside(self.typing, || {
                    self.interrupt.is_asked() || self.all_handed_out.load(Ordering::Relaxed)
                });
            }
            match self.next() {
                Some(_) if self.interrupt.is_asked() => break,
                Some(batch) => self.embed(batch),
                None => break,
            }
        }
    }

    fn next(&self) -> Option<Batch> {
        let batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        batches.recv().ok()
    }

    /// Sends rows as the model gives them. Sending fails when the writer gave up; it will not hand
    /// out more then.
    fn embed(&self, batch: Batch) {
        let (keys, texts): (Vec<EmbeddingKey>, Vec<String>) = batch.into_iter().unzip();
        let send = |vectors: Vec<(usize, Embedding)>| {
            let rows = vectors
                .into_iter()
                .filter_map(|(text, vector)| Some((*keys.get(text)?, vector)));
            let _ = self.rows.send(Ok(rows.collect()));
        };
        if let Err(error) = self.model.embed_until(self.interrupt, &texts, send) {
            let _ = self.rows.send(Err(error));
        }
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
    batches: SyncSender<Batch>,
    rows: Receiver<Result<Vec<Row>, EmbedError>>,
    interrupt: &'a Interrupt,
    all_handed_out: &'a AtomicBool,
    staged: bool,
}

impl Feed<'_, '_> {
    /// Has everything embedded. Where that ends early the threads, which are waited for, stop within
    /// what they are at, and everything that a model made until then is kept.
    fn all(mut self, texts: Texts, left: &[Candidate]) -> Result<(), UpdateError> {
        let fed = self.feed(texts, left);
        if fed.is_err() {
            self.interrupt.ask();
        }
        if let Err(UpdateError::Cancelled(_) | UpdateError::Embed(_)) = fed {
            self.hand_out_no_more();
            while let Ok(rows) = self.rows.recv() {
                // Of several failures the first is told.
                rows.into_iter().for_each(|rows| self.stage(rows));
            }
            if self.staged {
                self.update.writer.commit()?;
            }
        }
        fed
    }

    /// Ends the threads once they have done what is queued, and with them the rows.
    fn hand_out_no_more(&mut self) {
        self.all_handed_out.store(true, Ordering::Relaxed);
        drop(std::mem::replace(&mut self.batches, sync_channel(0).0));
    }

    /// Hands out the kept texts, then those of the files that are `left`.
    fn feed(&mut self, texts: Texts, left: &[Candidate]) -> Result<(), UpdateError> {
        for (key, text) in texts.texts {
            self.push(key, text)?;
        }
        let reading = self.update.reading;
        reading.each(left, |news| match news.map(|(_, outcome)| outcome) {
            Some(Outcome::Cut(cut)) => {
                let mut texts = cut.texts.into_iter();
                texts.try_for_each(|(key, text)| self.push(key, text))
            }
            // What was indexed a moment ago and is gone now, the next walk will see.
            _ => self.collect(),
        })?;
        self.finish()
    }

    fn push(&mut self, key: EmbeddingKey, text: String) -> Result<(), UpdateError> {
        if self.seen.insert(key) {
            self.waiting.push((key, text));
        }
        if self.waiting.len() < self.at_once {
            return Ok(());
        }
        self.hand_out()?;
        self.collect()
    }

    /// Has embedded what is not known yet.
    fn hand_out(&mut self) -> Result<(), UpdateError> {
        self.stop_if_cancelled()?;
        let batch = std::mem::take(&mut self.waiting);
        let keys: Vec<EmbeddingKey> = batch.iter().map(|(key, _)| *key).collect();
        let unknown: HashSet<EmbeddingKey> = self
            .update
            .writer
            .without_vector(&keys)
            .into_iter()
            .collect();
        let unknown: Batch = batch
            .into_iter()
            .filter(|(key, _)| unknown.contains(key))
            .collect();
        self.update.embedded += unknown.len();
        if unknown.is_empty() {
            return Ok(());
        }
        self.send(unknown)
    }

    /// Waits while all threads are busy, and takes what they send meanwhile.
    fn send(&mut self, mut batch: Batch) -> Result<(), UpdateError> {
        loop {
            batch = match self.batches.try_send(batch) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Full(batch)) => batch,
                // They end by themselves only where one failed by a fault, which is told when they
                // are joined.
                Err(TrySendError::Disconnected(_)) => {
                    return Err(UpdateError::Cancelled(Stage::Embedding));
                }
            };
            self.wait()?;
        }
    }

    /// Takes the next rows, or has waited a moment for some. Whether more may come.
    fn wait(&mut self) -> Result<bool, UpdateError> {
        let more = match self.rows.recv_timeout(A_MOMENT) {
            Ok(rows) => {
                self.stage(rows?);
                true
            }
            Err(RecvTimeoutError::Timeout) => true,
            Err(RecvTimeoutError::Disconnected) => false,
        };
        self.commit_when_due()?;
        Ok(more)
    }

    fn stage(&mut self, rows: Vec<Row>) {
        self.update.writer.add_vectors(rows);
        self.staged = true;
    }

    /// Takes what is ready, without waiting.
    fn collect(&mut self) -> Result<(), UpdateError> {
        while let Ok(rows) = self.rows.try_recv() {
            self.stage(rows?);
        }
        self.commit_when_due()
    }

    fn finish(&mut self) -> Result<(), UpdateError> {
        self.hand_out()?;
        self.hand_out_no_more();
        while self.wait()? {}
        if self.staged {
            self.update.commit()?;
        }
        Ok(())
    }

    fn stop_if_cancelled(&self) -> Result<(), UpdateError> {
        match self.update.reading.cancel.is_cancelled() {
            true => Err(UpdateError::Cancelled(Stage::Embedding)),
            false => Ok(()),
        }
    }

    fn commit_when_due(&mut self) -> Result<(), UpdateError> {
        self.stop_if_cancelled()?;
        if self.staged && self.update.pace.is_due(Instant::now()) {
            self.staged = false;
            self.update.commit()?;
        }
        Ok(())
    }
}
