//! An index in a temporary directory, in place of a cache that cannot be written.
//!
//! Principal type: [`TemporaryIndex`]. Contract: the directory is deleted with it, unless the process is killed.

use super::repository::Project;
use crate::extract::{DocumentReader, own_program};
use crate::index::{IndexError, IndexFolder};
use anyhow::{Context, Result};
use tempfile::TempDir;

/// The directory of a temporary index.
pub(crate) struct TemporaryIndex {
    _directory: TempDir,
    /// Why it is used, and what to do.
    pub(crate) warning: String,
}

impl Project {
    /// The project with another index if that of the cache cannot be written.
    pub(crate) fn with_writable_index(self) -> Result<(Self, Option<TemporaryIndex>)> {
        if self.is_workspace() {
            // One cache has the indexes of all.
            self.index.expect_writable()?;
            return Ok((self, None));
        }
        let Err(why) = self.index.expect_writable() else {
            return Ok((self, None));
        };
        let (project, index) = self.with_temporary_index(&why)?;
        Ok((project, Some(index)))
    }

    /// The project with an index in a temporary directory, which only the user can read; `why` names the cache.
    pub(super) fn with_temporary_index(&self, why: &IndexError) -> Result<(Self, TemporaryIndex)> {
        let directory = tempfile::Builder::new()
            .prefix("smriti-tui-")
            .tempdir()
            .with_context(|| format!("{why}; a temporary index cannot be written either"))?;
        let warning = format!(
            "{why}; this time the index is in a temporary directory, {}, which is deleted at the end",
            directory.path().display()
        );
        let index = IndexFolder::new(&directory.path().join("index"));
        let program = own_program().context("cannot find the path of this program")?;
        let root = self.root().clone();
        let project = Self {
            reader: DocumentReader::new(root, &self.config, program, &index.texts())?,
            index,
            ..self.clone()
        };
        let index = TemporaryIndex {
            _directory: directory,
            warning,
        };
        Ok((project, index))
    }
}
