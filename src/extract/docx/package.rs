//! The zip that a document is: its parts by name, and which of them is the document.

use super::relations::{Kind, Relations};
use super::signature;
use super::xml::Xml;
use crate::extract::Refusal;
use std::collections::HashMap;
use std::io::{BufReader, Cursor};
use zip::ZipArchive;
use zip::result::ZipError;

/// An open package.
pub(super) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// Where parts are; names of parts are the same in upper and lower case.
    names: HashMap<String, usize>,
    /// How many bytes of XML may be read still.
    left: u64,
}

impl<'a> Package<'a> {
    /// `budget` is how many bytes of XML may be unpacked in all.
    pub(super) fn open(raw: &'a [u8], budget: u64) -> Result<Self, Refusal> {
        signature::check(raw)?;
        let archive = ZipArchive::new(Cursor::new(raw)).map_err(|error| refusal("it", error))?;
        let names = (0..archive.len())
            .filter_map(|index| {
                let name = archive.name_for_index(index)?.ok()?;
                Some((key(&name), index))
            })
            .collect();
        Ok(Self {
            archive,
            names,
            left: budget,
        })
    }

    /// The name of the part that is the document.
    pub(super) fn main(&mut self) -> Result<String, Refusal> {
        let root = Relations::read(&mut self.part("_rels/.rels")?, "")?;
        match root.target(Kind::Main) {
            Some(main) => Ok(main.to_owned()),
            None => Err(Refusal::Malformed(
                "_rels/.rels: it names no document".to_owned(),
            )),
        }
    }

    /// What a part refers to; none where it has no list of that.
    pub(super) fn relations(&mut self, part: &str) -> Result<Relations, Refusal> {
        let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
        let list = format!("{folder}/_rels/{name}.rels");
        let list = list.trim_start_matches('/');
        match self.names.contains_key(&key(list)) {
            true => Relations::read(&mut self.part(list)?, folder),
            false => Ok(Relations::default()),
        }
    }

    /// A part, to be read from its start.
    pub(super) fn part(&mut self, name: &str) -> Result<Xml<'_>, Refusal> {
        let missing = || Refusal::Malformed(format!("{name} is missing"));
        let index = *self.names.get(&key(name)).ok_or_else(missing)?;
        let file = self
            .archive
            .by_index(index)
            .map_err(|error| refusal(name, error))?;
        let source = Box::new(BufReader::new(file));
        Ok(Xml::new(source, name, &mut self.left))
    }
}

fn key(name: &str) -> String {
    let name = name.replace('\\', "/").to_lowercase();
    name.trim_start_matches('/').to_owned()
}

fn refusal(what: &str, error: ZipError) -> Refusal {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            Refusal::Encrypted
        }
        ZipError::InvalidArchive(reason) => Refusal::Malformed(format!(
            "{what} is no zip, or one that is cut off ({reason})"
        )),
        error => Refusal::Malformed(format!("{what}: {error}")),
    }
}
