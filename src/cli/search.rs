//! `smriti-tui search`: queries in, hits out.
//!
//! Principal types: [`SearchSession`], the state between queries, and [`ShownHit`], a hit in the working tree.

use super::args::{MAX_RESULTS, SearchOptions};
use super::context::{Expander, Expansion, Surroundings};
use super::formats::OutputFormat;
use super::freshness::{Freshness, IndexHandle};
use super::json::AnswerHeader;
use super::packing::TokenBudget;
use super::{EXIT_ERROR, EXIT_OK, INCOMPLETE, NOTHING, print_error};
use crate::answers::located;
use crate::chunk::Kind;
use crate::config::GraphMode;
use crate::context::{Sources, Staleness, anchor};
use crate::corpus::Cancel;
use crate::embed::Model;
use crate::index::Snapshot;
use crate::project::Project;
use crate::search::{
    Answer, Hit, Mode, Query, SearchContext, SearchError, search, search_corrected,
};
use crate::workers::{ModelStatus, SharedModel};
use anyhow::{Context, bail, ensure};
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Number of lines in the text of a hit of `kind:file`.
const FILE_LINES: u32 = 100;

/// Maximum length in bytes of a line of standard input.
const MAX_LINE: u64 = 1_000_000;

/// Time between two scans for changes in a batch of queries.
const SCAN_EVERY: Duration = Duration::from_secs(1);

pub(super) fn run(project: &Project, options: &SearchOptions) -> anyhow::Result<u8> {
    let (mode, format) = (options.mode, options.format());
    let model = project.lazy_model();
    if mode.uses_vectors() {
        // It loads while the index is updated.
        model.begin().context("cannot start a thread")?;
    }
    if options.wait {
        super::index::complete(project)?;
    }
    let is_batch = options.query == ["-"];
    let mut index = IndexHandle::updating(project, model.clone(), graph_for(project, is_batch));
    let freshness = index.refresh(project)?;
    let session = SearchSession {
        project,
        expansions: match options.expand.as_slice() {
            [] if format == OutputFormat::Json && !is_batch => &[Expansion::Auto],
            expansions => expansions,
        },
        model: usable(&model, mode)?,
        sources: project.sources(),
        index,
        cancel: Cancel::new(),
    };
    if let (Some(caveat), true) = (&session.model.caveat, format != OutputFormat::Json) {
        print_error(caveat);
    }
    let mut batch = Batch {
        options,
        format,
        session,
        budget: options.max_tokens.map(TokenBudget::new).transpose()?,
        freshness,
        scanned: Instant::now(),
        warned: None,
        found: false,
        failed: false,
    };
    if is_batch {
        let mut input = io::stdin().lock();
        while let Some(line) = next_line(&mut input)? {
            // In JSON, a blank line has an object too: one per line.
            if batch.format == OutputFormat::Json || !line.trim().is_empty() {
                batch.answer(line.trim_end_matches(['\r', '\n']))?;
            }
        }
    } else {
        let words: Vec<&str> = options.query.iter().map(|word| word.trim_start()).collect();
        let query = words.join(" ");
        ensure!(!query.trim().is_empty(), "the query is empty");
        batch.answer(&query)?;
    }
    batch.exit_status()
}

/// The next line of standard input with its end; none after the last one. The end of a long line is cut.
fn next_line(input: &mut impl BufRead) -> anyhow::Result<Option<String>> {
    let mut line = Vec::new();
    let mut start = input.by_ref().take(MAX_LINE + 1);
    let length = start.read_until(b'\n', &mut line);
    let length = length.context("cannot read standard input")? as u64;
    if length > MAX_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok((length > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

/// The queries of a run, and their outcome so far.
struct Batch<'a> {
    options: &'a SearchOptions,
    format: OutputFormat,
    session: SearchSession<'a>,
    budget: Option<TokenBudget>,
    freshness: Freshness,
    /// Time of the last scan for changes.
    scanned: Instant,
    /// The last warning about the index.
    warned: Option<String>,
    /// True if a query has results.
    found: bool,
    /// True if a query cannot be answered.
    failed: bool,
}

impl Batch<'_> {
    /// Prints the answer to a query.
    fn answer(&mut self, text: &str) -> anyhow::Result<()> {
        let (options, project) = (self.options, self.session.project);
        // Files may change while the command waits for the next query.
        if self.scanned.elapsed() > SCAN_EVERY {
            self.freshness = self.session.index.refresh(project)?;
            self.scanned = Instant::now();
        }
        let mut query = complete_query(text, options.mode);
        if text.len() as u64 > MAX_LINE {
            query.error = Some("a line of the input exceeds 1 MB".to_owned());
        }
        let (answer, error) = match self.session.answer(&query, options.limit_of(&query)) {
            Ok(answer) => (answer, None),
            // The next query may be valid.
            Err(error @ (SearchError::Query(_) | SearchError::Git(_))) => {
                (None, Some(error.to_string()))
            }
            Err(error) => return Err(error.into()),
        };
        let mut shown = self.session.shown(answer.as_ref())?;
        for it in shown.iter_mut().filter(|_| options.context > 0) {
            it.near = self.session.near(it, options.context);
        }
        let stopped = stopped(shown.len());
        self.found |= !shown.is_empty();
        self.failed |= error.is_some();
        let (budget, failure) = (self.budget.as_ref(), self.session.index.failure());
        let caveat = self.session.model.caveat.clone();
        let warnings = query.hint.as_deref().into_iter().chain(stopped);
        let packed = budget.map(|it| it.pack(&mut shown)).transpose()?;
        let heading = AnswerHeader {
            warnings: warnings.chain(failure).chain(caveat.as_deref()).collect(),
            error: error.as_deref(),
            ..AnswerHeader::new(project, options.mode.name(), text, self.freshness)
        };
        self.format
            .print(&heading, answer.as_ref(), &shown, packed.as_ref())?;
        if self.format != OutputFormat::Json {
            let sentences = error.as_deref().into_iter().chain(stopped);
            sentences.for_each(print_error);
            let caveat = self.freshness.warning().filter(|_| failure.is_none());
            let new = caveat.iter().filter(|_| caveat != self.warned);
            new.for_each(|it| print_error(it));
            self.warned = caveat;
        }
        Ok(())
    }

    fn exit_status(self) -> anyhow::Result<u8> {
        let snapshot = self.session.index.snapshot()?;
        ensure!(
            self.found || snapshot.is_some(),
            "nothing is indexed yet, and indexing takes longer than 2 s; run `smriti-tui index` first"
        );
        let has_vectors = snapshot.is_some_and(|it| it.vectors() >= it.leaves());
        if self.options.require_complete && !(self.freshness.fresh && has_vectors) {
            print_error("the index is incomplete");
            return Ok(INCOMPLETE);
        }
        Ok(match (self.failed, self.found) {
            (true, _) => EXIT_ERROR,
            (false, true) => EXIT_OK,
            (false, false) => NOTHING,
        })
    }
}

/// Warning if a search has the maximum number of results.
fn stopped(results: usize) -> Option<&'static str> {
    (results >= MAX_RESULTS.into())
        .then_some("stopped at 1,000 chunks: there may be more; narrow the query")
}

/// A query of a snapshot, checked in the documents of the project.
pub(super) fn search_context<'s>(
    project: &'s Project,
    snapshot: &'s Snapshot,
    query: &'s Query,
    limit: usize,
    cancel: &'s Cancel,
) -> SearchContext<'s> {
    SearchContext {
        snapshot,
        reader: &project.reader,
        query,
        limit,
        cancel,
    }
}

/// The hits of an answer in the working tree, without context.
pub(super) fn show_all<'h>(
    answer: &'h Answer,
    project: &Project,
    cancel: &Cancel,
) -> Vec<ShownHit<'h>> {
    let mut sources = project.sources();
    let hits = answer.hits.iter();
    hits.map(|hit| show(hit, &mut sources, &answer.query, cancel))
        .collect()
}

/// Parses a query whose last word is complete.
pub(super) fn complete_query(text: &str, mode: Mode) -> Query {
    Query {
        is_typing: false,
        ..Query::parse(text, mode)
    }
}

/// Use of the graph. For a single query, reading the graph takes longer than scanning all vectors.
pub(super) fn graph_for(project: &Project, is_batch: bool) -> GraphMode {
    match project.config.vector.graph {
        GraphMode::Auto if !is_batch => GraphMode::Never,
        chosen => chosen,
    }
}

/// The model for a search, if there is one.
#[derive(Default)]
pub(super) struct UsableModel {
    pub(super) loaded: Option<Arc<Model>>,
    /// Reason why a hybrid search uses keywords only.
    pub(super) caveat: Option<String>,
}

/// The model, once loaded. Without it, only keywords are searched, and a semantic search fails.
pub(super) fn usable(model: &SharedModel, mode: Mode) -> anyhow::Result<UsableModel> {
    let mut usable = UsableModel::default();
    if mode.uses_vectors() {
        match model.wait(&Cancel::new()) {
            ModelStatus::Ready(model) => usable.loaded = Some(model),
            ModelStatus::Loading => {}
            ModelStatus::Failed(cause) if mode == Mode::Semantic => {
                bail!("semantic search needs the embedding model: {cause}")
            }
            ModelStatus::Failed(cause) => usable.caveat = Some(format!("keywords only: {cause}")),
        }
    }
    Ok(usable)
}

/// State that is kept between queries.
pub(super) struct SearchSession<'a> {
    pub(super) project: &'a Project,
    pub(super) expansions: &'a [Expansion],
    pub(super) model: UsableModel,
    pub(super) sources: Sources,
    pub(super) index: IndexHandle,
    pub(super) cancel: Cancel,
}

/// A hit in the working tree.
pub(super) struct ShownHit<'a> {
    pub(super) hit: &'a Hit,
    /// 1-based first and last line.
    pub(super) lines: (u32, u32),
    /// 1-based line and column of the match, else of the name.
    pub(super) at: (u32, u32),
    /// The same column in bytes.
    pub(super) byte_column: u32,
    /// Text of the leaf; none if it no longer exists.
    pub(super) text: Option<String>,
    /// True if the text differs from the index.
    pub(super) changed: bool,
    /// The requested context.
    pub(super) around: Surroundings,
    /// Numbered lines around the match, if requested.
    pub(super) near: Vec<(u32, String)>,
}

impl ShownHit<'_> {
    /// The line that matched.
    pub(super) fn line(&self) -> Option<&str> {
        let offset = usize::try_from(self.at.0.checked_sub(self.lines.0)?).ok()?;
        self.text.as_deref()?.lines().nth(offset)
    }
}

impl SearchSession<'_> {
    /// Runs a query. None before the first snapshot.
    pub(super) fn answer(
        &self,
        query: &Query,
        limit: usize,
    ) -> Result<Option<Answer>, SearchError> {
        let Some(snapshot) = self.index.snapshot()? else {
            return Ok(None);
        };
        let context = search_context(self.project, &snapshot, query, limit, &self.cancel);
        let model = self.model.loaded.as_deref();
        match search_corrected(&context, model)? {
            None => Ok(Some(search(&context, model)?)),
            corrected => Ok(corrected),
        }
    }

    /// Reads the hits' leaves and their context from the working tree; no more of them once cancelled.
    pub(super) fn shown<'h>(
        &mut self,
        answer: Option<&'h Answer>,
    ) -> anyhow::Result<Vec<ShownHit<'h>>> {
        let snapshot = self.index.snapshot()?;
        let mut expander = Expander {
            sources: &mut self.sources,
            cancel: &self.cancel,
            snapshot: snapshot.as_deref(),
            line: None,
        };
        let cancel = expander.cancel;
        let hits = answer
            .into_iter()
            .flat_map(|it| it.hits.iter().map(move |hit| (hit, it)));
        let hits = hits.take_while(|_| !cancel.is_cancelled());
        let shown = hits.map(|(hit, answer)| {
            Ok(ShownHit {
                around: around(hit, &mut expander, self.expansions)?,
                ..show(hit, expander.sources, &answer.query, expander.cancel)
            })
        });
        shown.collect()
    }

    /// Lines of the file around the match of a hit, with their numbers.
    fn near(&mut self, shown: &ShownHit<'_>, lines: u32) -> Vec<(u32, String)> {
        let cut = self.sources.cut(&shown.hit.record.path, &self.cancel);
        let Some((tree, _)) = cut.ok().filter(|_| shown.text.is_some()) else {
            return Vec::new();
        };
        let last = tree.chunks.first().map_or(0, |file| file.lines.1);
        let (line, text) = (shown.at.0, &tree.document.text);
        let numbers = line.saturating_sub(lines).max(1)..=line.saturating_add(lines).min(last);
        let of_line = |number| text.slice(text.lines(number, number)).trim_end().to_owned();
        numbers.map(|number| (number, of_line(number))).collect()
    }
}

/// The requested context of a hit; empty if it no longer exists, and for a directory.
fn around(
    hit: &Hit,
    expander: &mut Expander<'_>,
    expansions: &[Expansion],
) -> anyhow::Result<Surroundings> {
    let record = &hit.record;
    if expansions.is_empty() || record.is_directory() {
        return Ok(Surroundings::new());
    }
    if let Ok((tree, _)) = expander.sources.cut(&record.path, expander.cancel)
        && let Some(chunk) = anchor(&tree, record.id, record.hash)
    {
        return expander.expand(&tree, chunk, expansions);
    }
    Ok(Surroundings::new())
}

/// A hit in the working tree, at its best match of the query.
fn show<'h>(hit: &'h Hit, sources: &mut Sources, query: &Query, cancel: &Cancel) -> ShownHit<'h> {
    let record = &hit.record;
    let mut shown = ShownHit {
        hit,
        lines: record.lines,
        at: record.name_at,
        byte_column: 1,
        text: None,
        changed: false,
        around: Surroundings::new(),
        near: Vec::new(),
    };
    if !record.is_summary() {
        let found = located(hit, query, sources, cancel);
        shown.at = found.at;
        shown.changed = matches!(found.staleness, Some(Staleness::Changed | Staleness::Gone));
        if let Some(leaf) = found.leaf {
            shown.byte_column = leaf.document.byte_column(found.at);
            shown.lines = leaf.lines;
            shown.text = Some(leaf.text);
        }
    } else if record.kind == Kind::File {
        shown.text = sources.first_lines(&record.path, FILE_LINES);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_batch_has_a_maximum_length() {
        let longest = "a".repeat(999_999);
        let mut input: &[u8] = &[longest.as_bytes(), b"\n\r\nb"].concat();
        let first = format!("{longest}\n");
        for expected in [Some(&*first), Some("\r\n"), Some("b"), None] {
            assert_eq!(next_line(&mut input).unwrap().as_deref(), expected);
        }
        let mut input: &[u8] = &[&b"a".repeat(3_000_000)[..], b"\nb"].concat();
        let long = next_line(&mut input).unwrap().unwrap();
        assert_eq!(long.len(), 1_000_001);
        assert_eq!(next_line(&mut input).unwrap().as_deref(), Some("b"));
    }

    #[test]
    fn a_search_that_reaches_the_limit_has_a_warning() {
        assert_eq!(stopped(999), None);
        let warning = stopped(1_000).unwrap();
        assert!(warning.starts_with("stopped at 1,000 chunks"), "{warning}");
    }
}
