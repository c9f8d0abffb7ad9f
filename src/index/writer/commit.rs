//! Commits and the manifest, as methods of [`IndexWriter`].

use super::index_writer::{IndexWriter, Staged};
use crate::index::error::Result;
use crate::index::manifest::Manifest;
use crate::index::payload::Payload;
use crate::index::published::segment_files;

impl IndexWriter {
    /// Publishes the staged changes, if there are any.
    pub fn commit(mut self) -> Result<Self> {
        let staged = self.publish_staged()?;
        if !staged.files.is_empty() {
            self.store.remember(staged.files.into_iter())?;
        }
        Ok(self)
    }

    /// Writes the manifest of the working tree, if everything is published: while the tree is unchanged,
    /// readers need no writer.
    pub fn write_manifest(mut self) -> Result<Self> {
        if self.staged.documents
            || !self.staged.files.is_empty()
            || !self.staged.rows.is_empty()
            || self.summaries_are_due()
        {
            return Ok(self);
        }
        let metas = self.index.load_metas()?;
        // This payload may lack a damaged vector file that the commit still references.
        if Payload::decode(metas.payload.as_deref()).as_ref() != Some(&self.payload) {
            return Ok(self);
        }
        let manifest = Manifest::of(
            &self.folder,
            &self.payload,
            &segment_files(&self.folder, &self.index, &metas),
            self.opened_at_ns,
            self.files()?,
        );
        if let Some(manifest) = manifest {
            // Without it readers use the writer, which takes longer and has the same result.
            self.manifest = manifest.write(&self.folder, self.manifest).ok();
        }
        Ok(self)
    }

    /// Publishes the staged changes, and returns the changes that must be stored.
    pub(super) fn publish_staged(&mut self) -> Result<Staged> {
        let mut staged = std::mem::take(&mut self.staged);
        let due = staged.summaries_due.unwrap_or(self.payload.summaries_due);
        let payload_changes = staged.is_renewed || due != self.payload.summaries_due;
        if staged.documents || !staged.rows.is_empty() || payload_changes {
            if staged.documents {
                self.store.forget(staged.files.keys())?;
            }
            let mut payload = self.payload.clone();
            payload.generation.0 += 1;
            payload.summaries_due = due;
            if !staged.rows.is_empty() {
                self.write_rows(&mut payload, std::mem::take(&mut staged.rows))?;
            }
            self.publish(payload)?;
        }
        Ok(staged)
    }

    /// The commit point.
    pub(super) fn publish(&mut self, payload: Payload) -> Result<()> {
        let text = payload.encode()?;
        let mut prepared = self.writer.prepare_commit()?;
        prepared.set_payload(&text);
        prepared.commit()?;
        self.payload = payload;
        self.remove_unnamed_files();
        self.folder.verified.forget_removed(self.folder.path());
        Ok(())
    }
}
