//! Work that waits until everything is searchable and nothing changes: summaries and merging.
//!
//! These methods of [`Pipeline`] change no result of a search by words or vectors; each may be interrupted and
//! continued later.

use super::embedding::{self, PendingTexts};
use super::pipeline::Pipeline;
use super::progress::{Progress, UpdateSummary};
use super::report::UpdateError;
use super::run::RunControl;
use super::{directory_summaries, server_summaries};
use crate::corpus::{Cancel, Scope};
use crate::index::{IndexError, Merging, OpenMode};
use crate::protocol::Stage;
use std::sync::Arc;

impl Pipeline {
    /// Writes the summaries of directories that partial updates deferred, with their vectors. Does nothing
    /// without a writer.
    pub(super) fn summarize(
        &mut self,
        summary: &mut UpdateSummary,
        control: RunControl<'_>,
    ) -> Result<(), UpdateError> {
        match &self.writer {
            Some(writer) if writer.summaries_are_due() => {}
            _ => return Ok(()),
        }
        let model = self.loaded_model(control.cancel)?;
        let progress = summary.progress(Stage::Maintenance);
        let mut run = self.start_run(model.as_deref(), control, progress)?;
        directory_summaries::run(&mut run)?;
        if let Some(model) = &model {
            embedding::run_missing(&mut run, model, PendingTexts::default(), &Scope::Everything)?;
        }
        run.sum_up(summary)
    }

    /// Merges segments, and starts to build the graph in the background. Does nothing without a writer.
    /// After damage, the next update rebuilds the damaged part.
    pub fn maintain(
        &mut self,
        summary: &mut UpdateSummary,
        merging: Merging,
        cancel: &Cancel,
    ) -> Result<(), IndexError> {
        let Err(error) = self.merge_and_link(summary, merging, cancel) else {
            return Ok(());
        };
        let error = error.in_folder(&self.folder);
        if let IndexError::Damaged { part, .. } = &error {
            self.reopen_with(OpenMode::Without(*part));
        }
        Err(error)
    }

    fn merge_and_link(
        &mut self,
        summary: &mut UpdateSummary,
        merging: Merging,
        cancel: &Cancel,
    ) -> Result<(), IndexError> {
        let Some(snapshot) = self.snapshots.refresh()? else {
            return Ok(());
        };
        if let Some(writer) = self.writer.take() {
            self.writer = Some(writer.maintain(&snapshot, &mut self.graphs, merging, cancel)?);
        }
        drop(snapshot);
        if let Some(snapshot) = self.snapshots.refresh()? {
            summary.show(&snapshot);
        }
        // Only now are the files of the earlier snapshot closed.
        if let Some(writer) = self.writer.take() {
            self.writer = Some(writer.collect_garbage()?);
        }
        self.write_manifest()
    }

    /// Writes the manifest, if this process is the writer.
    pub(super) fn write_manifest(&mut self) -> Result<(), IndexError> {
        if let Some(snapshot) = self.snapshots.refresh()?
            && let Some(writer) = self.writer.take()
        {
            self.writer = Some(writer.write_manifest(snapshot.has_all_vectors())?);
        }
        Ok(())
    }

    /// Waits for the graph to be built.
    pub fn finish_graph(&mut self) -> Result<(), IndexError> {
        self.graphs
            .finish()
            .map_err(|error| error.in_folder(&self.folder))
    }

    /// Requests missing summaries from the configured server, and embeds them. Does nothing without a
    /// server or a writer.
    pub fn write_summaries(
        &mut self,
        summary: &mut UpdateSummary,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<(), UpdateError> {
        let summarizer = match &self.summarizer {
            Ok(Some(summarizer)) => Arc::clone(summarizer),
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
            let message = "summaries: not requested without an embedding model";
            summary.notice.get_or_insert_with(|| message.to_owned());
            return Ok(());
        };
        let control = RunControl { cancel, progress };
        let stage = summary.progress(Stage::Summarizing);
        let mut run = self.start_run(Some(&*model), control, stage)?;
        // After a cancellation, the next update embeds the new summaries.
        let warning = server_summaries::run(&mut run, &summarizer)?;
        embedding::run_missing(
            &mut run,
            &model,
            PendingTexts::default(),
            &Scope::Everything,
        )?;
        run.sum_up(summary)?;
        if warning.is_some() {
            summary.notice = warning;
        }
        Ok(())
    }
}
