//! Summaries of directories and of the repository, from the digests of their files.
//!
//! [`run()`] writes those that an update touched, deepest first. Invariant: the summary of a directory equals the
//! summary after a full update, whatever the order of changes.

use super::reading::{ReadContext, file_text, summarized};
use super::report::UpdateError;
use super::run::PipelineRun;
use crate::corpus::SourcePath;
use crate::embed::EmbeddingKey;
use crate::index::{IndexError, IndexPart, ROOT, Record, Snapshot};
use crate::summary::{self, Digest};
use std::collections::{HashMap, HashSet};

/// The text that is embedded for a summary; none if its file cannot be read.
pub(super) fn embedded_text(
    record: &Record,
    summary: &str,
    reading: &ReadContext<'_>,
) -> Option<String> {
    if record.is_directory() {
        return Some(summary.to_owned());
    }
    let (document, _) = reading.reader.read(&record.path, reading.cancel).ok()?;
    Some(file_text(summary, &document.text))
}

/// Updates and publishes the summaries of all touched directories and of the repository.
pub(super) fn run(run: &mut PipelineRun<'_>) -> Result<(), UpdateError> {
    let mut touched = std::mem::take(&mut run.retained.touched);
    let Some(snapshot) = run.snapshots.refresh()? else {
        return Ok(());
    };
    if touched.all {
        touched.directories.insert(SourcePath::new(ROOT));
        for (record, digest) in snapshot.all_summaries()? {
            touched.add(&record.path);
            let is_foreign = !is_current(&record, run.writer()?.author());
            if is_foreign && !record.is_directory() {
                restore_extractive(run, &record, &digest)?;
            }
            if record.is_directory() {
                touched.directories.insert(record.path);
            }
        }
        for record in snapshot.main_declarations()? {
            if !is_current(&record, run.writer()?.author()) {
                let record = record.with_lead("", String::new());
                run.write(|writer| writer.rewrite(&record, &[]))?;
            }
        }
    }
    let left = touched.clone();
    let mut directories = DirectorySummarizer {
        run,
        snapshot: &snapshot,
        made: HashMap::new(),
    };
    for directory in touched.in_order() {
        if directories.run.reading.cancel.is_cancelled() {
            // The staged summaries are correct, and must not wait for a commit of other files.
            directories.run.commit()?;
            directories.run.retained.touched = left;
            return Err(UpdateError::Cancelled);
        }
        directories.make(directory)?;
    }
    run.writer()?.summaries_are_made();
    run.commit()
}

struct DirectorySummarizer<'a, 'u> {
    run: &'a mut PipelineRun<'u>,
    snapshot: &'a Snapshot,
    /// Updated directories by parent.
    made: HashMap<SourcePath, Vec<DirectorySummary>>,
}

/// A directory and its summary in one line; none for one without files.
type DirectorySummary = (SourcePath, Option<String>);

impl DirectorySummarizer<'_, '_> {
    fn make(&mut self, directory: SourcePath) -> Result<(), UpdateError> {
        let before = self.snapshot.directory(&directory)?;
        let made = self.made.get(&directory).map_or(&[][..], Vec::as_slice);
        let now = directory_text(self.snapshot, &directory, made)?
            .map(|(text, lead)| summarized(text, lead, Vec::new()));
        let is_same = match (&before, &now) {
            (Some(before), Some(now)) => {
                before.hash == now.hash && is_current(before, self.run.writer()?.author())
            }
            (None, None) => true,
            _ => false,
        };
        if !is_same {
            let name = match directory.as_str() {
                ROOT => self.run.reading.reader.root().name(),
                _ => directory.file_name().to_owned(),
            };
            self.run
                .write(|writer| writer.summarize(&directory, &name, now.as_ref()))?;
        }
        let lead = now.map(|summary| summary.lead);
        let around = directory.parent();
        self.made.entry(around).or_default().push((directory, lead));
        Ok(())
    }
}

/// Returns the extractive summary of a directory and its lead; none without files. The leads of the
/// subdirectories in `made` replace the leads in the snapshot.
pub(super) fn directory_text(
    snapshot: &Snapshot,
    directory: &SourcePath,
    made: &[DirectorySummary],
) -> Result<Option<(String, String)>, IndexError> {
    let known: HashSet<&SourcePath> = made.iter().map(|(path, _)| path).collect();
    let (mut files, mut leads) = (Vec::new(), Vec::new());
    for (record, digest) in snapshot.summaries_in(directory)? {
        if !record.is_directory() {
            files.push((record.path, digest));
        } else if !known.contains(&record.path) {
            leads.push((record.path.file_name().to_owned(), record.lead));
        }
    }
    for (path, lead) in made {
        if let Some(lead) = lead {
            leads.push((path.file_name().to_owned(), lead.clone()));
        }
    }
    leads.sort_unstable();
    let files = decoded(files.into_iter());
    if files.is_empty() && leads.is_empty() {
        return Ok(None);
    }
    let facts = match directory.as_str() {
        ROOT => summary::technologies(&decoded(snapshot.digests()?.into_iter())),
        _ => String::new(),
    };
    let path = directory.as_str();
    Ok(Some(summary::directory(path, &files, &leads, &facts)))
}

fn decoded(
    files: impl Iterator<Item = (SourcePath, impl AsRef<[u8]>)>,
) -> Vec<(SourcePath, Digest)> {
    files
        .filter_map(|(path, digest)| Some((path, postcard::from_bytes(digest.as_ref()).ok()?)))
        .collect()
}

/// Returns true if a summary was made locally or by the current author.
fn is_current(record: &Record, author: Option<&str>) -> bool {
    record.written_by.is_empty() || author == Some(&*record.written_by)
}

/// Replaces a file's summary by another author with the extractive one.
fn restore_extractive(
    run: &mut PipelineRun<'_>,
    record: &Record,
    digest: &[u8],
) -> Result<(), IndexError> {
    let known: Digest = postcard::from_bytes(digest).map_err(|_| IndexError::Damaged {
        part: IndexPart::Lexical,
        what: "a digest".to_owned(),
    })?;
    let text = summary::file(&record.path, &known);
    let embedded = embedded_text(record, &text, &run.reading);
    let record = Record {
        key: embedded
            .map(|embedded| EmbeddingKey::of(&embedded))
            .or(record.key),
        summary: text,
        written_by: String::new(),
        ..record.clone()
    };
    run.write(|writer| writer.rewrite(&record, digest))
}
