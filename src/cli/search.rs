//! `smriti-tui search`: queries in, hits out.
//!
//! Principal type: [`Batch`], the queries of a run.

use super::formats::OutputFormat;
use super::json::AnswerHeader;
use super::lines::LineListing;
use super::output::{EXIT_ERROR, EXIT_OK, INCOMPLETE, NOTHING, print_error, refresh};
use super::packing::Packed;
use super::search_input::{each_query, read_query, typed};
use super::search_options::{MAX_RESULTS, SearchOptions};
use crate::answers::{Expander, Expansion, ShownHit, UsableModel, best_answer, not_searched};
use crate::app::counted;
use crate::config::GraphMode;
use crate::context::Sources;
use crate::corpus::Cancel;
use crate::index::Snapshot;
use crate::pages::Style;
use crate::project::{EngineProject, Freshness, Project, Refreshed, UpdatedIndex};
use crate::search::{Answer, Query, SearchContext, SearchError};
use crate::workers::SharedModel;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Minimum number of results among which those that an engine found are the answer.
const ENGINE_RESULTS: usize = 100;

/// Time between two scans for changes in a batch of queries.
const SCAN_EVERY: Duration = Duration::from_secs(1);

pub(super) fn run(project: &Project, options: &SearchOptions, style: &Style) -> Result<u8> {
    let mut batch = Batch::new(project, options, style)?;
    each_query(options, |query| batch.answer(query))?;
    batch.exit_status()
}

/// The queries of a run, and their outcome so far.
pub(super) struct Batch<'a> {
    project: &'a Project,
    /// The files of an engine in place of a repository, and its name.
    engine: Option<(&'a EngineProject, &'a str)>,
    options: &'a SearchOptions,
    format: OutputFormat,
    expansions: &'a [Expansion],
    style: &'a Style,
    model: UsableModel,
    sources: Sources,
    cancel: Cancel,
    index: UpdatedIndex,
    refreshed: Refreshed,
    /// Time of the last scan for changes.
    scanned: Instant,
    /// The last warning about the index.
    warned: Option<String>,
    /// True if a query has results.
    pub(super) found: bool,
    /// True if a query cannot be answered.
    pub(super) failed: bool,
}

impl<'a> Batch<'a> {
    /// Updates the index and loads the model at the same time.
    fn new(project: &'a Project, options: &'a SearchOptions, style: &'a Style) -> Result<Self> {
        let (mode, is_batch) = (options.mode, options.is_batch());
        let model = project.lazy_model();
        // A literal answer needs no model; if files have changed, embedding them loads it.
        let is_literal = !is_batch && read_query(options, &typed(options)).is_literal();
        if mode.uses_vectors() && !is_literal {
            model.begin().context("cannot start a thread")?;
        }
        // Without a writable cache, the search indexes everything anyway.
        for (place, project) in project.repositories() {
            if options.wait && project.index.expect_writable().is_ok() {
                super::index::complete(project, &place)?;
            }
        }
        let graph = graph_for(project, is_batch);
        let mut index = UpdatedIndex::new(project, &model, graph);
        let refreshed = refresh(&mut index)?;
        let model = if is_literal {
            UsableModel::default()
        } else {
            model.usable(mode, &Cancel::new())?
        };
        Ok(Self::with_index(
            project, options, style, model, index, refreshed,
        ))
    }

    /// Searches the indexed files of an engine, which has a name.
    pub(super) fn of_engine(
        files: &'a EngineProject,
        name: &'a str,
        options: &'a SearchOptions,
        style: &'a Style,
        model: &SharedModel,
    ) -> Result<Self> {
        let project = &files.project;
        let index = UpdatedIndex::new(project, model, GraphMode::Never);
        let model = model.usable(options.mode, &Cancel::new())?;
        let fresh = Freshness::UP_TO_DATE.into();
        Ok(Self {
            engine: Some((files, name)),
            ..Self::with_index(project, options, style, model, index, fresh)
        })
    }

    fn with_index(
        project: &'a Project,
        options: &'a SearchOptions,
        style: &'a Style,
        model: UsableModel,
        index: UpdatedIndex,
        refreshed: Refreshed,
    ) -> Self {
        let format = options.format();
        if let Some(caveat) = &model.caveat
            && format != OutputFormat::Json
        {
            print_error(caveat);
        }
        let mut expansions = options.expand.as_slice();
        if expansions.is_empty() && format == OutputFormat::Json && !options.is_batch() {
            expansions = &[Expansion::Auto];
        }
        Self {
            project,
            engine: None,
            options,
            format,
            expansions,
            style,
            model,
            sources: project.sources(),
            cancel: Cancel::new(),
            index,
            refreshed,
            scanned: Instant::now(),
            warned: None,
            found: false,
            failed: false,
        }
    }

    /// Prints the answer to a query.
    fn answer(&mut self, text: &str) -> Result<()> {
        // Files may change while the command waits for the next query.
        if self.scanned.elapsed() > SCAN_EVERY {
            self.refreshed = refresh(&mut self.index)?;
            self.scanned = Instant::now();
        }
        self.answer_query(text, &read_query(self.options, text))
    }

    /// Prints the answer to a query, which was read from a text.
    pub(super) fn answer_query(&mut self, text: &str, query: &Query) -> Result<()> {
        if self.format.is_listing() && query.is_literal() && query.error.is_none() {
            return self.list_lines(query);
        }
        let searched = match &query.error {
            Some(sentence) => Err(SearchError::Query(sentence.clone())),
            None => self.search(query),
        };
        let (answer, error) = match searched {
            Ok(answer) => (answer, None),
            Err(error) => (None, Some(sentence(error)?)),
        };
        let mut shown = match &answer {
            Some(answer) => self.shown(answer)?,
            None => Vec::new(),
        };
        let mut packed = None;
        if let Some(max_tokens) = self.options.max_tokens {
            packed = Some(Packed::pack(&mut shown, max_tokens)?);
        }
        self.found |= !shown.is_empty();
        self.failed |= error.is_some();
        let limit = self.options.limit_of(query);
        let stopped = answer
            .as_ref()
            .and_then(|answer| stopped(answer, limit, &self.format));
        let totals = answer.as_ref().and_then(|answer| answer.totals);
        let not_searched = self.not_searched(query, totals.map_or(0, |totals| totals.unread))?;
        let (failure, caveat) = (&self.refreshed.failure, &self.model.caveat);
        let read = answer.as_ref().map_or(query, |answer| &answer.query);
        let limits = stopped
            .as_deref()
            .into_iter()
            .chain(not_searched.iter().map(String::as_str));
        let warnings = read.hint.as_deref().into_iter().chain(limits);
        let files = self.index.snapshot()?.map_or(0, |index| index.files());
        let mut heading = AnswerHeader {
            warnings: warnings
                .chain(failure.as_deref())
                .chain(caveat.as_deref())
                .collect(),
            error: error.as_deref(),
            read_as: Some(query.form.name()),
            partial: (self.refreshed.freshness).searched(files),
            ..AnswerHeader::new(
                self.project,
                self.options.mode.name(),
                text,
                self.refreshed.freshness,
            )
        };
        if let Some((_, name)) = self.engine {
            name.clone_into(&mut heading.root);
        }
        let (answer, packed) = (answer.as_ref(), packed.as_ref());
        self.format
            .print(&heading, answer, &shown, packed, self.style)?;
        if self.format != OutputFormat::Json {
            self.warn(error.iter().chain(&stopped).chain(&not_searched));
        }
        Ok(())
    }

    /// Prints every line that a literal query matches.
    fn list_lines(&mut self, query: &Query) -> Result<()> {
        let Some(snapshot) = self.index.snapshot()? else {
            return Ok(());
        };
        let context = self.context(&snapshot, query);
        let listing = LineListing {
            format: &self.format,
            root: self.project.root().path(),
            style: self.style,
            limit: context.limit,
        };
        let (mut error, mut unread) = (None, 0);
        match listing.print(&context) {
            Ok(listed) => {
                unread = listed.unread;
                self.found |= listed.lines > 0;
                if listed.is_cut {
                    let lines = match self.format {
                        OutputFormat::Paths => counted(listed.lines, "file", "files"),
                        _ => counted(listed.lines, "line", "lines"),
                    };
                    print_error(&format!("stopped at {lines}; `--limit 0` lists all"));
                }
            }
            Err(failure) => error = Some(sentence(failure.downcast::<SearchError>()?)?),
        }
        self.failed |= error.is_some();
        let not_searched = self.not_searched(query, unread)?;
        self.warn(error.iter().chain(&query.hint).chain(&not_searched));
        Ok(())
    }

    fn not_searched(&self, query: &Query, unread: usize) -> Result<Vec<String>, SearchError> {
        let skipped = self.index.skipped();
        let skipped = skipped.iter().flat_map(|skipped| skipped.iter());
        not_searched(query, skipped, unread)
    }

    fn context<'s>(&'s self, snapshot: &'s Snapshot, query: &'s Query) -> SearchContext<'s> {
        SearchContext {
            snapshot,
            reader: &self.project.reader,
            query,
            limit: self.options.limit_of(query),
            cancel: &self.cancel,
        }
    }

    /// Runs a query. None before the first snapshot.
    pub(super) fn search(&self, query: &Query) -> Result<Option<Answer>, SearchError> {
        let Some(snapshot) = self.index.snapshot()? else {
            return Ok(None);
        };
        let mut context = self.context(&snapshot, query);
        let limit = context.limit;
        if self.engine.is_some() {
            context.limit = limit.max(ENGINE_RESULTS);
        }
        let mut answer = best_answer(&context, self.model.loaded.as_deref())?;
        if let Some((files, _)) = self.engine {
            answer.hits.retain(|hit| {
                let record = &hit.record;
                let mut copies = hit.locations.iter();
                files.is_candidate(&record.path, record.lines)
                    || copies.any(|(path, line)| files.is_candidate(path, (*line, *line)))
            });
            answer.has_more |= answer.hits.len() > limit;
            answer.hits.truncate(limit);
        }
        Ok(Some(answer))
    }

    /// Reads the hits of an answer, with the requested context.
    pub(super) fn shown<'h>(&mut self, answer: &'h Answer) -> Result<Vec<ShownHit<'h>>> {
        let snapshot = self.index.snapshot()?;
        let mut expander = Expander::new(&mut self.sources, snapshot.as_deref(), &self.cancel);
        let mut shown = ShownHit::all(answer, &mut expander, self.expansions)?;
        if self.options.context > 0 {
            for hit in &mut shown {
                hit.near = self.near(hit);
            }
        }
        Ok(shown)
    }

    /// Lines of the file around the matches of a hit, with their numbers.
    fn near(&mut self, shown: &ShownHit<'_>) -> Vec<(u32, String)> {
        if shown.text.is_none() || shown.hit.deleted.is_some() {
            return Vec::new();
        }
        let Ok(tree) = self.sources.tree(&shown.hit.record.path, &self.cancel) else {
            return Vec::new();
        };
        let context = self.options.context;
        let last = tree.chunks.first().map_or(0, |file| file.lines.1);
        let text = &tree.document.text;
        let mut numbers = BTreeSet::new();
        for line in shown
            .matches
            .iter()
            .map(|(line, ..)| *line)
            .chain([shown.at.0])
        {
            numbers.extend(
                line.saturating_sub(context).max(1)..=line.saturating_add(context).min(last),
            );
        }
        let mut near = Vec::new();
        for number in numbers {
            let line = text.slice(text.lines(number, number));
            near.push((number, line.trim_end().to_owned()));
        }
        near
    }

    /// Prints warnings about an answer; one about the index only if it is new.
    fn warn<'w>(&mut self, warnings: impl Iterator<Item = &'w String>) {
        warnings.for_each(|warning| print_error(warning));
        let mut warning = None;
        if self.refreshed.failure.is_none() {
            warning = self.refreshed.freshness.warning();
        }
        if let Some(warning) = &warning
            && self.warned.as_ref() != Some(warning)
        {
            print_error(warning);
        }
        self.warned = warning;
    }

    fn exit_status(self) -> Result<u8> {
        let snapshot = self.index.snapshot()?;
        ensure!(
            self.found || snapshot.is_some(),
            "nothing is indexed yet, and indexing takes longer than 2 s; run `smriti-tui index` first"
        );
        if self.options.require_complete
            && !(self.refreshed.freshness.fresh
                && snapshot.is_some_and(|index| index.has_all_vectors()))
        {
            print_error("the index is incomplete");
            return Ok(INCOMPLETE);
        }
        if self.failed {
            return Ok(EXIT_ERROR);
        }
        Ok(if self.found { EXIT_OK } else { NOTHING })
    }
}

/// The sentence about a query that cannot be answered; the next one may be valid.
fn sentence(error: SearchError) -> Result<String, SearchError> {
    match error {
        SearchError::Query(_) | SearchError::Git(_) => Ok(error.to_string()),
        error => Err(error),
    }
}

/// Warning if there are more matches or results than were requested.
fn stopped(answer: &Answer, limit: usize, format: &OutputFormat) -> Option<String> {
    let shown = counted(answer.leaf_count(), "chunk", "chunks");
    let has_words = !answer.query.words.trim().is_empty();
    match answer.totals {
        Some(_) => Some(format!("{}; `--limit 0` lists all", answer.cut()?)),
        None if answer.has_more && limit == MAX_RESULTS => {
            Some("stopped at 1,000 chunks: there may be more; narrow the query".to_owned())
        }
        // Filters alone are asked for all that passes.
        None if answer.has_more && !has_words => {
            Some(format!("the first {shown} only; `--limit 0` lists all"))
        }
        // People expect the best results, a script all of them.
        None if answer.has_more && format.is_listing() => {
            Some(format!("the best {shown} only; `--limit 1000` lists more"))
        }
        _ => None,
    }
}

/// Use of the graph. For a single query, reading the graph takes longer than scanning all vectors.
pub(super) fn graph_for(project: &Project, is_batch: bool) -> GraphMode {
    match project.config.vector.graph {
        GraphMode::Auto if !is_batch => GraphMode::Never,
        chosen => chosen,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Hit, Mode, Query, Totals};

    #[test]
    fn a_search_that_reaches_the_limit_has_a_warning() {
        let check_words = |words: &str, limit, hits, totals, expected: Option<&str>| {
            let answer = Answer {
                query: Query::parse(words, Mode::default()),
                hits: vec![Hit::default(); hits],
                has_more: hits >= limit,
                totals,
                ..Answer::default()
            };
            let format = OutputFormat::Count;
            assert_eq!(stopped(&answer, limit, &format).as_deref(), expected);
        };
        let check = |limit, hits, totals, expected| {
            check_words("merge", limit, hits, totals, expected);
        };
        let totals = |chunks| {
            Some(Totals {
                lines: 40,
                chunks,
                files: 3,
                unread: 0,
            })
        };
        check(1_000, 999, None, None);
        check(usize::MAX, 1_000, None, None);
        check(
            1_000,
            1_000,
            None,
            Some("stopped at 1,000 chunks: there may be more; narrow the query"),
        );
        let best = "the best 10 chunks only; `--limit 1000` lists more";
        check(10, 10, None, Some(best));
        let first = "the first 10 chunks only; `--limit 0` lists all";
        check_words("in:changed", 10, 10, None, Some(first));
        check(10, 9, None, None);
        check(usize::MAX, 30, totals(30), None);
        let cut = "10 of 30 chunks with 40 matching lines in 3 files; `--limit 0` lists all";
        check(10, 10, totals(30), Some(cut));
    }
}
