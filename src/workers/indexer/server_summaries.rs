//! Summaries by a configured server: requested when everything else is done, cached by prompt, and replaced
//! by extractive ones if the server has no good answer.
//!
//! Principal types: [`Summarizer`] and [`MissingSummary`]. Invariant: without a configured server nothing is
//! sent, and a failing server changes no other result.

use super::directory_summaries::{directory_text, embedded_text};
use super::report::{Result, UpdateError};
use super::run::PipelineRun;
use crate::chunk::{ChunkTree, Limits, qualified_name};
use crate::config::SummaryConfig;
use crate::corpus::Cancel;
use crate::embed::EmbeddingKey;
use crate::extract::DocumentReader;
use crate::http::ApiKey;
use crate::index::{IndexError, ROOT, Record, Snapshot};
use crate::protocol::Stage;
use crate::summary::endpoint::{
    Endpoint, EndpointConfig, EndpointError, Failure, MAX_EXTRACT_LEN, PROMPT_VERSION,
    RequestError, RunEnd, SummaryPrompt, SummaryRequest, cache_key,
};
use crate::summary::{self, Digest};
use std::ops::Range;
use std::time::Duration;

/// Number of requests that are sent at the same time.
const CONCURRENCY: usize = 2;
/// Time limit of a request.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Number of retries after a temporary failure.
const RETRIES: u32 = 4;
/// Number of declarations that a server summarizes: the largest and most referenced of those with several
/// chunks.
pub const SUMMARIZED_DECLARATIONS: usize = 100;
/// Maximum number of remembered prompts without an answer; then the list is cleared.
const MAX_FAILED: usize = 4_096;

/// A server that writes summaries, and its model.
#[derive(Debug)]
pub struct Summarizer {
    model: String,
    /// Number of declarations to summarize.
    declarations: usize,
    endpoint: Endpoint,
}

/// Reason why the configured server cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SummarizerError {
    /// This environment variable has no key.
    #[error("summaries: the environment variable {0} (summary.key_env) is not set")]
    Key(String),
    /// The client cannot be created.
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
}

impl Summarizer {
    /// Creates the client of the configured server, if any. `key` is the value of the variable that
    /// `summary.key_env` names.
    pub fn of(config: &SummaryConfig, key: Option<&str>) -> Result<Option<Self>, SummarizerError> {
        let Some((url, model)) = config.server() else {
            return Ok(None);
        };
        if let (Some(name), None) = (&config.key_env, key) {
            return Err(SummarizerError::Key(name.clone()));
        }
        let endpoint = EndpointConfig {
            url: url.to_owned(),
            model: model.to_owned(),
            key: key.map(ApiKey::new),
            concurrency: CONCURRENCY,
            timeout: TIMEOUT,
            retries: RETRIES,
            token_budget: config.token_budget,
        };
        Ok(Some(Self::new(endpoint, SUMMARIZED_DECLARATIONS)?))
    }

    /// Creates the client of a server that summarizes this number of declarations.
    pub fn new(config: EndpointConfig, declarations: usize) -> Result<Self, SummarizerError> {
        Ok(Self {
            model: config.model.clone(),
            declarations,
            endpoint: Endpoint::new(config)?,
        })
    }
}

/// A summary that the server has not written.
#[derive(Clone, Debug)]
pub struct MissingSummary {
    /// A file, a directory, the repository, or a declaration.
    pub record: Record,
    digest: Vec<u8>,
}

/// Returns the author of a model's summaries; other prompts make another author.
pub fn author_of(model: &str) -> String {
    format!("{model} (prompts {PROMPT_VERSION})")
}

/// Returns the summaries that `author` has not written, all of them without an author: the repository, then
/// directories, then files, shallow ones first, then the first main declarations.
pub fn unwritten(
    snapshot: &Snapshot,
    author: Option<&str>,
    declarations: usize,
) -> Result<Vec<MissingSummary>, IndexError> {
    let mut all = snapshot.all_summaries()?;
    all.sort_by_key(|(record, _)| {
        let is_root = record.path.as_str() == ROOT;
        (!is_root, !record.is_directory(), record.path.depth())
    });
    if declarations > 0 {
        let main = snapshot.main_declarations()?.into_iter();
        all.extend(main.take(declarations).map(|record| (record, Vec::new())));
    }
    if let Some(author) = author {
        all.retain(|(record, _)| record.written_by != author);
    }
    Ok(all
        .into_iter()
        .map(|(record, digest)| MissingSummary { record, digest })
        .collect())
}

impl MissingSummary {
    /// Prompt for the server. None if the file is gone or empty.
    pub fn prompt(
        &self,
        snapshot: &Snapshot,
        reader: &DocumentReader,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Result<Option<SummaryPrompt>, IndexError> {
        let record = &self.record;
        if record.is_directory() {
            let text = directory_text(snapshot, &record.path, &[])?;
            return Ok(text.map(|(text, _)| match record.path.as_str() {
                ROOT => SummaryPrompt::for_repository(&record.name, &text),
                directory => SummaryPrompt::for_module(directory, &text),
            }));
        }
        let Ok((document, _)) = reader.read(&record.path, cancel) else {
            return Ok(None);
        };
        let tree = ChunkTree::of(document, limits);
        let path = record.path.as_str();
        // A file that changed in the meantime is indexed first.
        let Some(chunk) = tree
            .chunks
            .iter()
            .find(|chunk| chunk.id == record.id && chunk.hash == record.hash)
        else {
            return Ok(None);
        };
        if !record.is_summary() {
            let qualified = qualified_name(&record.names, record.kind);
            let text = declarations(&tree, &chunk.bytes, String::new());
            let kind = record.kind.name();
            return Ok(Some(SummaryPrompt::for_declaration(
                kind, &qualified, path, &text,
            )));
        }
        let language = record.language.as_deref().unwrap_or_default();
        Ok(extract(&tree, &self.digest).map(|text| SummaryPrompt::for_file(path, language, &text)))
    }
}

/// Returns the extract of a file: its summary, and its declarations, or the beginning of a document. No other
/// code or data is sent.
fn extract(tree: &ChunkTree, digest: &[u8]) -> Option<String> {
    let digest: Digest = postcard::from_bytes(digest).ok()?;
    let mut text = summary::file(tree.path(), &digest);
    if tree.format.is_some() {
        text.push('\n');
        text.push_str(&tree.document.text.slice(0..MAX_EXTRACT_LEN));
        return Some(text);
    }
    Some(declarations(tree, &(0..tree.document.text.len()), text))
}

/// Adds the declarations within these bytes to a text, each with the first sentence of its docs.
fn declarations(tree: &ChunkTree, bytes: &Range<usize>, mut text: String) -> String {
    for (index, chunk) in tree.chunks.iter().enumerate() {
        if text.len() >= MAX_EXTRACT_LEN {
            break;
        }
        let is_inside = bytes.start <= chunk.bytes.start && chunk.bytes.end <= bytes.end;
        if is_inside && tree.declares(index) {
            text.push_str(&format!("\n{} {}", chunk.kind.name(), chunk.name));
            let about = summary::symbol(tree, index);
            if !about.is_empty() {
                text.push_str(&format!(": {about}"));
            }
        }
    }
    text
}

/// Requests all missing summaries and publishes them as they arrive. Returns a notice for the user, if any.
pub(super) fn run(run: &mut PipelineRun<'_>, summarizer: &Summarizer) -> Result<Option<String>> {
    let Some(snapshot) = run.snapshots.refresh()? else {
        return Ok(None);
    };
    let by = author_of(&summarizer.model);
    let all = unwritten(&snapshot, Some(&by), summarizer.declarations)?;
    let total = all.len();
    if total == 0 {
        return Ok(None);
    }
    run.tracker.enter(Stage::Summarizing);
    run.tracker.set(|progress| progress.files = (0, total));
    let mut collector = SummaryCollector {
        run,
        summarizer,
        error: None,
    };
    let mut pending = Vec::new();
    for unwritten in all {
        match collector.look_up(&snapshot, unwritten)? {
            Some(request) => pending.push(request),
            None => collector.run.tracker.set(|progress| progress.files.0 += 1),
        }
    }
    let reading = collector.run.reading;
    // Prompts are built again one by one: all of them would take too much memory.
    let requests = pending.into_iter().filter_map(|of: PendingRequest| {
        let (reader, limits) = (reading.reader, &reading.limits);
        let prompt = of
            .unwritten
            .prompt(&snapshot, reader, limits, reading.cancel)
            .ok()??;
        Some(SummaryRequest { of, prompt })
    });
    let outcome = summarizer.endpoint.send_all(
        requests,
        &|| reading.cancel.is_cancelled(),
        |request, answer| collector.take(request, answer),
    );
    if let Some(error) = collector.error {
        return Err(error);
    }
    run.commit_staged()?;
    match outcome.end {
        RunEnd::Cancelled => Err(UpdateError::Cancelled),
        RunEnd::Done if outcome.failed == 0 => Ok(None),
        RunEnd::Done => Ok(Some(format!(
            "{} of {} summaries could not be written; local ones are used",
            outcome.failed, outcome.sent
        ))),
        RunEnd::BudgetSpent => Ok(Some(format!(
            "summaries: summary.token_budget is spent; {} were written; the rest follows in the next run",
            outcome.answered
        ))),
        RunEnd::Down(why) => Ok(Some(format!("summaries: {why}; local ones are used"))),
    }
}

/// A requested summary.
struct PendingRequest {
    unwritten: MissingSummary,
    key: u64,
}

/// Collects the answers of the server.
struct SummaryCollector<'a, 'u> {
    run: &'a mut PipelineRun<'u>,
    summarizer: &'a Summarizer,
    /// First error of the index; nothing is written after it.
    error: Option<UpdateError>,
}

impl SummaryCollector<'_, '_> {
    /// Uses the cached answer to a prompt, or returns a request.
    fn look_up(
        &mut self,
        snapshot: &Snapshot,
        unwritten: MissingSummary,
    ) -> Result<Option<PendingRequest>> {
        let reading = self.run.reading;
        if reading.cancel.is_cancelled() {
            return Err(UpdateError::Cancelled);
        }
        let (reader, limits) = (reading.reader, &reading.limits);
        let Some(prompt) = unwritten.prompt(snapshot, reader, limits, reading.cancel)? else {
            return Ok(None);
        };
        let key = cache_key(&self.summarizer.model, PROMPT_VERSION, &prompt);
        if let Some(text) = self.run.writer()?.written(key)? {
            self.rewrite(&unwritten, text)?;
            return Ok(None);
        }
        if self.run.retained.failed.contains(&key) {
            return Ok(None);
        }
        Ok(Some(PendingRequest { unwritten, key }))
    }

    fn take(&mut self, request: PendingRequest, answer: Result<String, RequestError>) {
        self.run.tracker.set(|progress| progress.files.0 += 1);
        match answer {
            Ok(answer) if self.error.is_none() => {
                let kept = self
                    .run
                    .write(|writer| writer.keep_written(request.key, &answer))
                    .map_err(UpdateError::from)
                    .and_then(|()| self.rewrite(&request.unwritten, answer));
                self.error = kept.err();
            }
            // A failed transfer may succeed the next time.
            Err(error) if error.failure == Failure::NotSummary => {
                let failed = &mut self.run.retained.failed;
                if failed.len() >= MAX_FAILED {
                    failed.clear();
                }
                failed.insert(request.key);
            }
            _ => {}
        }
    }

    /// Stages a summary with its new text.
    fn rewrite(&mut self, unwritten: &MissingSummary, text: String) -> Result<()> {
        let of = &unwritten.record;
        let written_by = author_of(&self.summarizer.model);
        let record = if of.is_summary() {
            let Some(embedded) = embedded_text(of, &text, &self.run.reading) else {
                // The next walk finds that the file is gone.
                return Ok(());
            };
            Record {
                key: Some(EmbeddingKey::of(&embedded)),
                summary: text,
                written_by,
                ..of.clone()
            }
        } else {
            of.clone().with_lead(&text, written_by)
        };
        self.run
            .write(|writer| writer.rewrite(&record, &unwritten.digest))?;
        self.run.staged = true;
        self.run.commit_if_due()
    }
}
