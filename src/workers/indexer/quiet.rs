//! Work that waits until everything is searchable and nothing changes: summaries and merging.

use super::embedding::Texts;
use super::tracker::Tracker;
use super::{Indexing, Progress, Stage, Summary, UpdateError, summarizing, writing};
use crate::corpus::{Cancel, Scope};
use crate::index::{IndexError, IndexWriter};
use std::sync::Arc;

impl Indexing {
    /// Makes the summaries of directories that updates of a part left for later, with their vectors.
    /// Does nothing where this process does not write.
    pub(super) fn summarize(
        &mut self,
        summary: &mut Summary,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<(), UpdateError> {
        if !(self.writer.as_ref()).is_some_and(IndexWriter::summaries_are_due) {
            return Ok(());
        }
        let model = self.loaded_model(cancel)?;
        let tracker = Tracker::new(progress, summary.progress(Stage::Tidying));
        let mut update = self.begin(model.as_deref(), cancel, tracker)?;
        summarizing::run(&mut update)?;
        if let Some(model) = &model {
            update.vectors(model, Texts::default(), &Scope::Everything)?;
        }
        update.sum_up(summary)
    }

    /// Merges what is worth merging, and begins to build the graph beside whatever comes next. Does
    /// nothing where this process does not write. Where it meets damage, the next update begins
    /// without the damaged part.
    pub fn tidy(&mut self, summary: &mut Summary, cancel: &Cancel) -> Result<(), IndexError> {
        let tidied = self.try_to_tidy(summary, cancel);
        tidied.map_err(|error| {
            let error = error.in_folder(&self.folder);
            if let IndexError::Damaged { part, .. } = &error {
                self.discard(*part);
            }
            error
        })
    }

    fn try_to_tidy(&mut self, summary: &mut Summary, cancel: &Cancel) -> Result<(), IndexError> {
        let Some(snapshot) = self.snapshots.refresh()? else {
            return Ok(());
        };
        if let Some(writer) = self.writer.take() {
            self.writer = Some(writer.tidy(&snapshot, &mut self.graphs, cancel)?);
        }
        drop(snapshot);
        if let Some(snapshot) = self.snapshots.refresh()? {
            summary.show(&snapshot);
        }
        // Only now has the earlier snapshot let go of its files. The look at all files can wait as well.
        if let Some(writer) = self.writer.take() {
            self.writer = Some(writer.collect_garbage()?.tell_readers()?);
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
            Err(error) => {
                summary.notice = Some(error.to_string());
                return Ok(());
            }
        };
        if self.writer.is_none() {
            return Ok(());
        }
        let Some(model) = self.loaded_model(cancel)? else {
            let says = "summaries: not requested without an embedding model";
            summary.notice.get_or_insert_with(|| says.to_owned());
            return Ok(());
        };
        let tracker = Tracker::new(progress, summary.progress(Stage::Summarizing));
        let mut update = self.begin(Some(&*model), cancel, tracker)?;
        // What is written when it is cancelled gets its vectors in the next update.
        let said = writing::run(&mut update, &author)?;
        update.vectors(&model, Texts::default(), &Scope::Everything)?;
        update.sum_up(summary)?;
        if said.is_some() {
            summary.notice = said;
        }
        Ok(())
    }
}
