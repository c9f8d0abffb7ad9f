//! Seeing that nothing changed, without a writer: the working tree is walked while the snapshot opens,
//! and compared with what the last writer noted.

use super::{Indexing, Progress, Summary, UpdateError};
use crate::corpus::{Cancel, Scope};
use crate::index::Identity;
use std::thread::{self, Builder};

impl Indexing {
    /// Brings the index up to the working tree as [`Indexing::update`] does. Where it is seen to be
    /// so already, nothing is written, no lock is needed, and the bundled model is not waited for.
    pub fn refresh(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<Summary, UpdateError> {
        let (folder, snapshots) = (self.folder.clone(), self.snapshots.clone());
        let (found, noted) = thread::scope(|threads| {
            let opening = Builder::new()
                .name("snapshot".to_owned())
                .spawn_scoped(threads, move || snapshots.noted(&folder))?;
            let found = self.walk(&Scope::Everything, cancel, progress);
            // What a panic left half open is not used again, and the writer finds out what it was.
            let noted = opening.join().unwrap_or_default();
            Ok::<_, UpdateError>((found?, noted))
        })?;
        if let Some((manifest, snapshot)) = &noted
            && manifest.covers(&found.files)
            && snapshot.has_all_vectors()
            && self.would_make(snapshot.identity(), cancel)
        {
            let mut summary = Summary {
                skipped: found.skipped.len() + manifest.refused(),
                ..Summary::default()
            };
            summary.show(snapshot);
            return Ok(summary);
        }
        let summary = self.bring_in(&Scope::Everything, found, cancel, progress)?;
        if let Some(writer) = self.writer.take() {
            self.writer = Some(writer.tell_readers()?);
        }
        Ok(summary)
    }

    /// Returns true if an index made now would have this identity.
    fn would_make(&self, made: &Identity, cancel: &Cancel) -> bool {
        self.identity_with(made.model.clone(), made.dimension) == *made
            && self.model.is(&made.model, cancel)
    }
}

#[cfg(test)]
mod tests;
