//! Phrases are checked against the files' text: the index holds no positions.

use super::Query;
use super::candidates::LOOK_EVERY;
use crate::chunk::content_hash;
use crate::corpus::{Cancel, SourcePath};
use crate::extract::Reader;
use crate::index::{IndexError, Passing, Record, Snapshot};
use std::collections::BTreeMap;

/// Narrows `passing` to the leaves in whose text every phrase stands; none when cancelled. A file
/// that cannot be read now has no phrase in it.
pub(super) fn narrow(
    snapshot: &Snapshot,
    reader: &Reader,
    query: &Query,
    passing: &Passing,
    cancel: &Cancel,
) -> Result<Option<Passing>, IndexError> {
    let phrases: Vec<Phrase> = query
        .phrases
        .iter()
        .map(|phrase| Phrase::new(phrase))
        .collect();
    let mut by_file: BTreeMap<SourcePath, Vec<(u32, Record)>> = BTreeMap::new();
    for (nth, entry) in passing.iter(snapshot.leaves()).enumerate() {
        if nth % LOOK_EVERY == 0 && cancel.is_cancelled() {
            return Ok(None);
        }
        let record = snapshot.record(entry)?;
        by_file
            .entry(record.path.clone())
            .or_default()
            .push((entry, record));
    }
    let mut kept = Vec::new();
    for (path, leaves) in by_file {
        if cancel.is_cancelled() {
            return Ok(None);
        }
        let Ok((document, _)) = reader.read(&path, cancel) else {
            continue;
        };
        for (entry, record) in leaves {
            let bytes = record.bytes.0 as usize..record.bytes.1 as usize;
            let now = document.text.bytes().get(bytes.clone());
            // What stands in a leaf that changed is not known before it is indexed again.
            let same = now.is_some_and(|now| content_hash(now) == record.hash);
            let leaf = document.text.slice(bytes);
            if same && phrases.iter().all(|phrase| phrase.stands_in(&leaf)) {
                kept.push(entry);
            }
        }
    }
    Ok(Some(Passing::of(kept.into_iter(), snapshot.leaves())))
}

struct Phrase {
    text: String,
    any_case: bool,
}

impl Phrase {
    /// Without capitals it matches any case.
    fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            any_case: !text.chars().any(char::is_uppercase),
        }
    }

    fn stands_in(&self, leaf: &str) -> bool {
        match self.any_case {
            true => leaf.to_lowercase().contains(&self.text),
            false => leaf.contains(&self.text),
        }
    }
}
