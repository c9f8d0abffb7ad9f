//! The explorer's indexer: one thread that writes while it can and follows while another process
//! does, and that hears of files that change.

use super::handle::Report;
use super::orders::{Order, Rest, Shared};
use super::{Indexing, Progress, Stage, Summary, UpdateError};
use crate::corpus::{Cancel, Root, Scope, Watching};
use crate::index::IndexError;
use crate::workers::watcher::{Batch, HintSink, Watcher};
use crate::workers::{Sink, caught};
use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, Builder, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// A look at what changed that takes longer than this says how far it is.
const AT_ONCE: Duration = Duration::from_millis(300);

pub(super) struct Thread {
    shared: Arc<Shared>,
    indexing: Indexing,
    watcher: Watcher,
    reported: Watching,
    /// It was said that something changed: what came of it has to be said too.
    doubted: bool,
    sink: Sink<Report>,
}

impl Thread {
    pub(super) fn new(shared: Arc<Shared>, indexing: Indexing, sink: Sink<Report>) -> Self {
        // The watcher is the thread's own: it must not keep what it speaks to.
        let orders = Arc::downgrade(&shared);
        let tell: HintSink = Arc::new(move |hint| {
            if let Some(shared) = orders.upgrade() {
                shared.order(|orders| orders.hint(hint, Instant::now()));
            }
        });
        Self {
            watcher: Watcher::new(indexing.reader.root(), tell),
            reported: Watching::default(),
            doubted: false,
            shared,
            indexing,
            sink,
        }
    }

    pub(super) fn run(mut self) {
        let (mut rest, mut since) = (Rest::Idle, Instant::now());
        loop {
            let order = self.shared.next(&rest, since, &self.indexing.typing);
            let waited = rest.waits();
            rest = match self.execute(order, rest) {
                Some(rest) => rest,
                None => break,
            };
            // A look that found nothing new does not put off what waits.
            if waited.is_none() || waited != rest.waits() {
                since = Instant::now();
            }
        }
    }

    /// Does this, and says what is left then; none at the end.
    fn execute(&mut self, order: Order, rest: Rest) -> Option<Rest> {
        Some(match (order, rest) {
            (Order::Exit, _) => return None,
            (Order::Release, _) => {
                self.indexing.release();
                (self.sink)(Report::Released);
                Rest::Idle
            }
            (Order::LetGo, _) => {
                self.indexing.release();
                Rest::Idle
            }
            (Order::Doubt, rest) => {
                self.doubted = true;
                (self.sink)(Report::Changed);
                rest
            }
            (Order::Tidy(cancel), Rest::Untidy(summary)) => self.tidy(summary, &cancel),
            (Order::Tidy(_), rest) => rest,
            (Order::Rebuild(cancel), rest) => {
                match matches!(rest, Rest::Gone) && !self.is_there() {
                    true => self.still_gone(),
                    false => {
                        self.indexing.start_over();
                        self.update(&cancel)
                    }
                }
            }
            (Order::Update(cancel), Rest::Following(seen)) => self.try_to_write(&cancel, seen),
            (Order::Look(batch, cancel), Rest::Following(seen)) => {
                self.refresh_watches(&batch);
                self.try_to_write(&cancel, seen)
            }
            (Order::Update(_) | Order::Look(..), Rest::Gone) if !self.is_there() => {
                self.still_gone()
            }
            (Order::Update(cancel), _) => self.update(&cancel),
            // What changed before is still to be looked at as well.
            (Order::Look(batch, cancel), Rest::Gone | Rest::Failed) => {
                self.refresh_watches(&batch);
                self.update(&cancel)
            }
            (Order::Look(batch, cancel), rest) => self.look(&batch, &cancel, rest),
        })
    }

    fn is_there(&self) -> bool {
        Root::exactly(self.indexing.reader.root().path()).is_ok()
    }

    /// Says it again: somebody may have asked for a look.
    fn still_gone(&self) -> Rest {
        if let Err(error) = Root::exactly(self.indexing.reader.root().path()) {
            (self.sink)(Report::Failed(UpdateError::Root(error).to_string()));
        }
        Rest::Gone
    }

    /// One look as a follower, who tries for the lock before it walks: most of the time it does
    /// not get it.
    fn try_to_write(&mut self, cancel: &Cancel, seen: Progress) -> Rest {
        match self.indexing.is_locked_out(cancel) {
            true => self.follow(Some(seen)),
            // What changed meanwhile was for the other to see.
            false => self.update(cancel),
        }
    }

    /// Looks for changes everywhere, and says how far that is.
    fn update(&mut self, cancel: &Cancel) -> Rest {
        (self.sink)(Report::Head(self.indexing.head()));
        self.doubted = false;
        // What was heard so far is part of everything.
        let heard = self.shared.lock().hints.drain();
        self.refresh_watches(&heard);
        let updated = self.bring_in(&Scope::Everything, cancel, &|reporter, progress| {
            reporter.give_way(progress);
            (reporter.sink)(Report::Progress(progress));
        });
        match updated {
            Ok(Ok(summary)) => self.fresh(summary),
            failed => self.ended(failed),
        }
    }

    /// Looks at what changed. That takes a moment, and only what comes of it is said.
    fn look(&mut self, batch: &Batch, cancel: &Cancel, rest: Rest) -> Rest {
        self.refresh_watches(batch);
        let doubted = std::mem::take(&mut self.doubted);
        let scope = match batch.everything {
            true => Scope::Everything,
            false => {
                let paths = batch.paths.iter().chain(&batch.unheard);
                Scope::around(self.indexing.reader.root(), paths.map(PathBuf::as_path))
            }
        };
        if scope.is_empty() && !doubted {
            return rest;
        }
        if scope == Scope::Everything {
            (self.sink)(Report::Head(self.indexing.head()));
        }
        let seen = Cell::new(rest.waits().map_or(0, |(_, generation)| generation));
        let (started, said) = (Instant::now(), Cell::new(doubted));
        let updated = self.bring_in(&scope, cancel, &|reporter, progress| {
            reporter.give_way(progress);
            let generation = progress.generation;
            let is_new = generation != 0 && seen.replace(generation) != generation;
            let is_at_work = progress.files.1 > 0 || progress.stage == Stage::Embedding;
            if started.elapsed() > AT_ONCE && (is_new || is_at_work) {
                said.set(true);
                (reporter.sink)(Report::Progress(progress));
            } else if is_new {
                (reporter.sink)(Report::Moved(progress));
            }
        });
        match (updated, rest) {
            (Ok(Ok(_)), Rest::Unfinished) => Rest::Unfinished,
            (Ok(Ok(summary)), Rest::Tidy(before)) if is_same(&before, &summary) => {
                self.in_vain(&summary, said.get());
                Rest::Tidy(summary)
            }
            (Ok(Ok(summary)), Rest::Untidy(before)) if is_same(&before, &summary) => {
                self.in_vain(&summary, said.get());
                Rest::Untidy(summary)
            }
            (Ok(Ok(summary)), _) => self.fresh(summary),
            (Ok(Err(UpdateError::Anew)), _) => self.update(cancel),
            (failed, _) => self.ended(failed),
        }
    }

    /// A look found nothing new, which is only worth a word where it `said` that it looks.
    fn in_vain(&self, summary: &Summary, said: bool) {
        self.shared.lock().looked_in_vain();
        if said {
            (self.sink)(Report::Fresh(summary.clone()));
        }
    }

    /// Watches anew what may be other directories than before.
    fn refresh_watches(&mut self, heard: &Batch) {
        match &heard.broken {
            Some(why) => self.watcher.give_up(why.clone()),
            None if heard.lost => self.watcher.reset(),
            None => {
                self.watcher.forget(&heard.paths);
                if heard.everything {
                    self.watcher.look_again();
                }
            }
        }
    }

    /// Brings the index up to the working tree. The directories that the walk entered are watched
    /// meanwhile: what happens from then on is heard, and what happened before is looked at again.
    fn bring_in(
        &mut self,
        scope: &Scope,
        cancel: &Cancel,
        say: &dyn Fn(&Reporter<'_>, Progress),
    ) -> Updated {
        let started = Instant::now();
        self.indexing.open = self.shared.lock().open.clone();
        let Self {
            shared,
            indexing,
            watcher,
            sink,
            ..
        } = self;
        let reporter = Reporter { shared, sink };
        let progress = |progress| say(&reporter, progress);
        let survey = match caught("indexing", || Ok(indexing.survey(scope, cancel, &progress)))? {
            Ok(survey) => survey,
            Err(error) => return Ok(Err(error)),
        };
        let directories = indexing.directories().clone();
        let (updated, followed) = thread::scope(|threads| {
            let follow = || caught("watching files", || Ok(watcher.follow(&directories)));
            let following = Builder::new()
                .name("watch".to_owned())
                .spawn_scoped(threads, follow);
            let bring_in = || Ok(indexing.bring_in(survey, cancel, &progress));
            let updated = caught("indexing", bring_in);
            let followed = match following.map(ScopedJoinHandle::join) {
                Ok(Ok(followed)) => followed,
                // A fault was caught already.
                Ok(Err(_)) => Err("watching files failed".to_owned()),
                Err(error) => Err(format!("watching files: cannot start a thread: {error}")),
            };
            (updated, followed)
        });
        match followed {
            Ok(added) => self.hear_from(added),
            Err(why) => self.watcher.give_up(why),
        }
        self.rested(scope, started.elapsed());
        updated
    }

    /// These directories are watched from now on.
    fn hear_from(&self, added: Vec<PathBuf>) {
        let now = Instant::now();
        self.shared.order(|orders| orders.hints.unheard(added, now));
    }

    /// Says how changes are noticed, and sees to it that looking for them does not take all the time.
    fn rested(&mut self, scope: &Scope, took: Duration) {
        let now = Instant::now();
        let is_polling = matches!(self.watcher.state(), Watching::Polling(_));
        let mut orders = self.shared.lock();
        if *scope == Scope::Everything {
            orders.hints.rest(took, now);
        }
        if is_polling {
            orders.poll_after(took, now);
        }
        drop(orders);
        if self.reported != *self.watcher.state() {
            self.reported = self.watcher.state().clone();
            (self.sink)(Report::Watching(self.reported.clone()));
        }
    }

    fn fresh(&self, summary: Summary) -> Rest {
        (self.sink)(Report::Fresh(summary.clone()));
        Rest::Untidy(summary)
    }

    /// What is left of an update that did not come to its end.
    fn ended(&mut self, updated: Updated) -> Rest {
        match updated {
            Ok(Ok(summary)) => self.fresh(summary),
            Ok(Err(UpdateError::Index(IndexError::Locked))) => self.follow(None),
            Ok(Err(UpdateError::Cancelled(_))) if self.shared.lock().has_yielded() => {
                Rest::Unfinished
            }
            Ok(Err(UpdateError::Cancelled(_))) => {
                (self.sink)(Report::Cancelled);
                Rest::Idle
            }
            Ok(Err(error @ UpdateError::Root(_))) => {
                self.watcher.reset();
                self.fail(error.to_string());
                Rest::Gone
            }
            Ok(Err(error)) => self.fail(error.to_string()),
            Err(sentence) => self.fail(sentence),
        }
    }

    /// What went wrong may be gone with a fresh start, so the next update opens anew. It looks at
    /// everything: nobody knows how far this one came.
    fn fail(&mut self, sentence: String) -> Rest {
        self.indexing.release();
        (self.sink)(Report::Failed(sentence));
        Rest::Failed
    }

    /// Tidies; what was interrupted is left for a later time. Everything is fresh either way.
    fn tidy(&mut self, mut summary: Summary, cancel: &Cancel) -> Rest {
        (self.sink)(Report::Progress(summary.progress(Stage::Tidying)));
        summary.embedded = 0;
        let (indexing, sink, shared) = (&mut self.indexing, &self.sink, &self.shared);
        let mut rest = || {
            let tell = |progress| {
                shared.lock().tidies(Instant::now());
                sink(Report::Progress(progress));
            };
            match indexing.summarize(&mut summary, cancel, &tell) {
                Err(UpdateError::Cancelled(_)) => return Ok(()),
                made => made?,
            }
            indexing.tidy(&mut summary, cancel)?;
            match indexing.write_summaries(&mut summary, cancel, &tell) {
                // What is not written yet is for a later time.
                Err(UpdateError::Cancelled(_)) => Ok(()),
                written => written,
            }
        };
        match caught("tidying", || Ok(rest())) {
            Ok(Ok(())) => {
                (self.sink)(Report::Fresh(summary.clone()));
                match cancel.is_cancelled() {
                    true => Rest::Untidy(summary),
                    false => Rest::Tidy(summary),
                }
            }
            Ok(Err(error)) => self.leave_untidy(error.to_string()),
            Err(sentence) => self.leave_untidy(sentence),
        }
    }

    /// Everything is searchable all the same; the next change brings the next try.
    fn leave_untidy(&mut self, sentence: String) -> Rest {
        self.fail(sentence);
        Rest::Idle
    }

    /// Tells the other process's newest snapshot, when it is a new one.
    fn follow(&mut self, told: Option<Progress>) -> Rest {
        let mut seen = told.unwrap_or_default();
        // An index that cannot be read is being rebuilt by its writer; the next look will tell.
        if let Ok(Some(snapshot)) = self.indexing.snapshots().refresh() {
            seen.show(&snapshot);
        }
        if told != Some(seen) {
            (self.sink)(Report::Head(self.indexing.head()));
            (self.sink)(Report::Following(seen));
        }
        Rest::Following(seen)
    }
}

/// A fault in the outer result, everything else in the inner.
type Updated = Result<Result<Summary, UpdateError>, String>;

/// Where what happens during an update is told.
struct Reporter<'a> {
    shared: &'a Shared,
    sink: &'a Sink<Report>,
}

impl Reporter<'_> {
    /// Making vectors gives way to what changed: keywords never wait for them.
    fn give_way(&self, progress: Progress) {
        if progress.stage == Stage::Embedding {
            self.shared.lock().embeds(Instant::now());
        }
    }
}

/// Whether there is nothing new to say.
fn is_same(before: &Summary, now: &Summary) -> bool {
    (before.generation, before.skipped) == (now.generation, now.skipped)
}

#[cfg(test)]
mod tests;
