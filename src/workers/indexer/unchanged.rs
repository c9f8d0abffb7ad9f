//! Seeing that nothing changed, without a writer: the working tree is walked while the snapshot opens,
//! and compared with what the last writer noted.

use super::{Indexing, Progress, Summary, Survey, UpdateError};
use crate::corpus::{Cancel, Scope};
use crate::index::{Manifest, Snapshot};
use std::sync::Arc;
use std::thread::{self, Builder};

/// What the last writer noted, and the snapshot that it noted it with.
type Noted = (Manifest, Arc<Snapshot>);

impl Indexing {
    /// Brings the index up to the working tree as [`Indexing::update`] does. Where it is seen to be
    /// so already, nothing is written, no lock is needed, and the bundled model is not waited for.
    pub fn refresh(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<Summary, UpdateError> {
        let (survey, noted) = self.look(cancel, progress)?;
        let unchanged = noted.filter(|noted| self.is_unchanged(&survey, noted, cancel));
        match unchanged {
            Some((manifest, snapshot)) => {
                let mut summary = Summary {
                    skipped: survey.found.skipped.len() + manifest.refused(),
                    ..Summary::default()
                };
                summary.show(&snapshot);
                Ok(summary)
            }
            None => {
                let summary = self.bring_in(survey, cancel, progress)?;
                if let Some(writer) = &mut self.writer {
                    writer.tell_readers()?;
                }
                Ok(summary)
            }
        }
    }

    /// Walks, and meanwhile opens the snapshot where it is one that a writer noted.
    fn look(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<(Survey, Option<Noted>), UpdateError> {
        let (folder, snapshots) = (self.folder.clone(), self.snapshots.clone());
        thread::scope(|threads| {
            let opening = Builder::new()
                .name("snapshot".to_owned())
                .spawn_scoped(threads, move || snapshots.noted(&folder))?;
            let survey = self.survey(&Scope::Everything, cancel, progress);
            // What a panic left half open is not used again, and the writer finds out what it was.
            let noted = opening.join().unwrap_or_default();
            Ok((survey?, noted))
        })
    }

    fn is_unchanged(&self, survey: &Survey, (manifest, snapshot): &Noted, cancel: &Cancel) -> bool {
        let made_with = snapshot.identity();
        manifest.covers(&survey.found.files)
            && snapshot.has_all_vectors()
            && self.identity_with(made_with.model.clone(), made_with.dimension) == *made_with
            && self.model.is(&made_with.model, cancel)
    }
}

#[cfg(test)]
mod tests;
