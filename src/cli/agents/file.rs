//! Reading and writing the files of clients.
//!
//! Principal types: [`ClientFile`] and its [`Edit`]. Invariant: a file is replaced as a whole or not at all; links,
//! permissions and a byte order mark stay.

use anyhow::{Context, Result, bail};
use std::fmt::Write;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

const BYTE_ORDER_MARK: char = '\u{feff}';

/// A file of a client, from a directory of which it is a part.
pub(super) struct ClientFile<'b> {
    base: &'b Path,
    path: PathBuf,
    /// Without its byte order mark; none if there is no file.
    text: Option<String>,
    has_mark: bool,
}

/// A change of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Edit {
    Unchanged,
    Write(String),
    Delete,
}

impl<'b> ClientFile<'b> {
    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, is not UTF-8, or is a link to a file that does not exist.
    pub(super) fn read(base: &'b Path, name: &str) -> Result<Self> {
        let path = base.join(name);
        let read = match fs::read_to_string(&path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if path.is_symlink() {
                    bail!("{} is a link to a file that does not exist", path.display());
                }
                None
            }
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        };
        let has_mark = read
            .as_ref()
            .is_some_and(|text| text.starts_with(BYTE_ORDER_MARK));
        let text = read.map(|text| text.trim_start_matches(BYTE_ORDER_MARK).to_owned());
        Ok(Self {
            base,
            path,
            text,
            has_mark,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// Applies an edit, unless `is_dry`, and adds it to the page.
    pub(super) fn apply(&self, edit: &Edit, page: &mut String, is_dry: bool) -> Result<()> {
        let shown = self.path.display();
        let verb = match (&self.text, edit) {
            (_, Edit::Unchanged) => {
                writeln!(page, "unchanged  {shown}")?;
                return Ok(());
            }
            (_, Edit::Delete) => "delete",
            (None, Edit::Write(_)) => "create",
            (Some(_), Edit::Write(_)) => "change",
        };
        if !is_dry {
            self.write(edit)
                .with_context(|| format!("cannot {verb} {shown}"))?;
        }
        let would = if is_dry { "would " } else { "" };
        writeln!(page, "{would}{verb}  {shown}")?;
        let new = if let Edit::Write(text) = edit {
            text
        } else {
            ""
        };
        for line in diff(self.text.as_deref().unwrap_or_default(), new) {
            writeln!(page, "    {line}")?;
        }
        Ok(())
    }

    fn write(&self, edit: &Edit) -> Result<()> {
        match (edit, &self.text) {
            (Edit::Unchanged, _) => Ok(()),
            (Edit::Write(new), None) => {
                fs::create_dir_all(self.path.parent().unwrap_or(self.base))?;
                Ok(fs::write(&self.path, new)?)
            }
            (Edit::Write(new), Some(_)) => self.replace(new),
            (Edit::Delete, _) => {
                fs::remove_file(&self.path)?;
                let folders = self.path.ancestors().skip(1);
                for folder in folders.take_while(|folder| *folder != self.base) {
                    if fs::remove_dir(folder).is_err() {
                        break; // it is not empty
                    }
                }
                Ok(())
            }
        }
    }

    /// Replaces the file that a link leads to by a new one, so that a full disk leaves the old one.
    fn replace(&self, new: &str) -> Result<()> {
        let target = self.path.canonicalize()?;
        let permissions = fs::metadata(&target)?.permissions();
        if permissions.readonly() {
            bail!("the file is read-only");
        }
        let folder = target.parent().unwrap_or(self.base);
        let mut written = tempfile::NamedTempFile::new_in(folder)?;
        if self.has_mark {
            write!(written, "{BYTE_ORDER_MARK}")?;
        }
        written.write_all(new.as_bytes())?;
        written.as_file().set_permissions(permissions)?;
        written.as_file().sync_all()?;
        written.persist(target)?;
        Ok(())
    }
}

/// The lines that one text has and the other has not, with `+` and `-`.
fn diff(old: &str, new: &str) -> Vec<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = old
        .iter()
        .zip(&new)
        .take_while(|(old, new)| old == new)
        .count();
    let (old, new) = (&old[same..], &new[same..]);
    let ends = old.iter().rev().zip(new.iter().rev());
    let same = ends.take_while(|(old, new)| old == new).count();
    let removed = old[..old.len() - same]
        .iter()
        .map(|line| format!("- {line}"));
    let added = new[..new.len() - same]
        .iter()
        .map(|line| format!("+ {line}"));
    removed.chain(added).collect()
}
