//! What waits until everything is searchable and nothing changes: summaries, and merging.

use super::embedding::Texts;
use super::tracker::Tracker;
use super::{Indexing, Progress, Stage, Summary, UpdateError, writing};
use crate::corpus::{Cancel, Scope};
use crate::index::{IndexError, IndexWriter};
use crate::workers::ModelLoad;
use std::sync::Arc;
use std::time::Instant;

impl Indexing {
    /// Makes the summaries of directories that updates of a part left for later, with their vectors.
    /// Does nothing where this process does not write.
    pub(super) fn summarize(
        &mut self,
        summary: &mut Summary,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<(), UpdateError> {
        let model = match self.model.wait(cancel) {
            ModelLoad::Ready(model) => Some(model),
            _ => None,
        };
        let identity = self.identity(model.as_deref());
        let writer = self.writer.as_ref();
        if !writer.is_some_and(IndexWriter::summaries_are_due) {
            return Ok(());
        }
        let mut tracker = Tracker::new(progress, &Instant::now);
        tracker.set(|progress| *progress = summary.progress(Stage::Tidying));
        let mut update = self.begin(identity, cancel, tracker)?;
        update.directories()?;
        if let Some(model) = &model {
            update.vectors(model, Texts::default(), &Scope::Everything)?;
        }
        summary.embedded += update.embedded;
        if let Some(snapshot) = self.snapshots.refresh()? {
            summary.show(&snapshot);
        }
        Ok(())
    }

    /// Merges what is worth merging, and begins to build the graph beside whatever comes next. Does
    /// nothing where this process does not write.
    pub fn tidy(&mut self, summary: &mut Summary, cancel: &Cancel) -> Result<(), IndexError> {
        if let (Some(writer), Some(snapshot)) = (&mut self.writer, self.snapshots.refresh()?) {
            writer
                .tidy(&snapshot, &mut self.graphs, cancel)
                .map_err(|error| error.in_folder(&self.folder))?;
        }
        if let Some(snapshot) = self.snapshots.refresh()? {
            summary.show(&snapshot);
        }
        // Only now has the earlier snapshot let go of its files.
        if let Some(writer) = &mut self.writer {
            writer.collect_garbage()?;
            // A look at all files: nobody waits for it here.
            writer.tell_readers()?;
        }
        Ok(())
    }

    /// Waits for the graph that is being built.
    pub fn finish_graph(&mut self) -> Result<(), IndexError> {
        self.graphs
            .finish()
            .map_err(|error| error.in_folder(&self.folder))
    }

    /// Has the summaries written that the configured server has not written yet, and embeds them.
    /// Does nothing without a server, or where this process does not write.
    pub fn write_summaries(
        &mut self,
        summary: &mut Summary,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<(), UpdateError> {
        let author = match &self.author {
            Ok(Some(author)) => Arc::clone(author),
            Ok(None) => return Ok(()),
            Err(sentence) => {
                summary.notice = Some(sentence.clone());
                return Ok(());
            }
        };
        if self.writer.is_none() {
            return Ok(());
        }
        let ModelLoad::Ready(model) = self.model.wait(cancel) else {
            let says = "summaries: none are asked for while there is no embedding model";
            summary.notice.get_or_insert_with(|| says.to_owned());
            return Ok(());
        };
        let mut tracker = Tracker::new(progress, &Instant::now);
        tracker.set(|progress| *progress = summary.progress(Stage::Summarizing));
        let identity = self.identity(Some(&*model));
        let mut update = self.begin(identity, cancel, tracker)?;
        // What is written when it is cancelled gets its vectors in the next update.
        let said = writing::run(&mut update, &author)?;
        update.vectors(&model, Texts::default(), &Scope::Everything)?;
        summary.embedded += update.embedded;
        if let Some(snapshot) = self.snapshots.refresh()? {
            summary.show(&snapshot);
        }
        if said.is_some() {
            summary.notice = said;
        }
        Ok(())
    }
}
