//! `smriti-tui search`: queries in, hits out.
//!
//! Principal types: [`Session`], the state between queries, and [`Shown`], a hit as the working tree has it now.

use super::args::SearchOptions;
use super::context::{Expander, Expansion, Surroundings};
use super::formats::Format;
use super::freshness::{Freshness, Upkeep};
use super::packing::Budget;
use super::{DONE, INCOMPLETE, NOTHING, WRONG, complain, json};
use crate::chunk::Kind;
use crate::config::GraphUse;
use crate::context::{Anchor, Sources, anchor};
use crate::corpus::{Cancel, Head, head};
use crate::embed::Model;
use crate::project::Project;
use crate::search::{
    Answer, Hit, Mode, Query, SearchContext, SearchError, matched_at, search, search_corrected,
};
use crate::workers::{ModelLoad, SharedModel};
use anyhow::Context;
use std::io::{self, BufRead, BufWriter};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Lines of a file that are the text of a hit of `kind:file`.
const FILE_LINES: u32 = 100;

/// Time between two scans for changes in a batch of queries.
const SCAN_EVERY: Duration = Duration::from_secs(1);

pub(super) fn run(project: &Project, options: &SearchOptions) -> anyhow::Result<u8> {
    let (mode, format) = (options.mode, options.format());
    let model = project.model_when_asked();
    if mode.uses_vectors() {
        // It loads while the index is updated.
        model.begin().context("cannot start a thread")?;
    }
    if options.wait {
        super::index::complete(project)?;
    }
    let (is_batch, is_json) = (options.query == ["-"], format == Format::Json);
    let mut upkeep = Upkeep::of(project, model.clone(), graph_for(project, is_batch));
    let freshness = upkeep.refresh(project)?;
    let wishes: &[Expansion] = match options.expand.as_slice() {
        [] if is_json && !is_batch => &[Expansion::Auto],
        wishes => wishes,
    };
    let budget = options.max_tokens.map(Budget::new).transpose()?;
    let mut session = Session {
        project,
        wishes,
        mode,
        limit: usize::from(options.limit),
        head: head(project.root()),
        model: usable(&model, mode)?,
        sources: project.sources(),
        upkeep,
        freshness,
        scanned: Instant::now(),
        cancel: Cancel::new(),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut found, mut failed, mut warned) = (false, false, None);
    let mut answer = |text: &str| -> anyhow::Result<()> {
        session.scan_again()?;
        let query = Query {
            is_typing: false,
            ..Query::parse(text, mode)
        };
        let (answer, error) = match session.answer(&query) {
            Ok(answer) => (answer, None),
            // The next query may be a good one.
            Err(SearchError::Pattern(sentence)) => (None, Some(sentence)),
            Err(error) => return Err(error.into()),
        };
        let mut shown = session.shown(answer.as_ref())?;
        for it in shown.iter_mut().filter(|_| options.context > 0) {
            it.near = near(it, &mut session.sources, options.context);
        }
        found |= !shown.is_empty();
        failed |= error.is_some();
        let packed = budget.as_ref().map(|it| it.pack(&mut shown)).transpose()?;
        let heading = json::Heading {
            query: text,
            warnings: query.hint.as_deref().into_iter().collect(),
            error: error.as_deref(),
            ..session.heading()
        };
        format.write(&mut out, &heading, answer.as_ref(), &shown, packed.as_ref())?;
        if !is_json {
            error.iter().for_each(|error| complain(error));
            let caveat = session.freshness.caveat();
            let is_new = caveat != warned;
            caveat.iter().filter(|_| is_new).for_each(|it| complain(it));
            warned = caveat;
        }
        Ok(())
    };
    if is_batch {
        for line in io::stdin().lock().split(b'\n') {
            let line = line.context("cannot read standard input")?;
            let text = String::from_utf8_lossy(&line);
            // A blank line is no query, but objects stay in step with lines.
            if is_json || !text.trim().is_empty() {
                answer(text.trim_end_matches('\r'))?;
            }
        }
    } else {
        let words: Vec<&str> = options.query.iter().map(|word| word.trim_start()).collect();
        let query = words.join(" ");
        anyhow::ensure!(!query.trim().is_empty(), "the query is empty");
        if let Some(problem) = Query::parse(&query, mode).invalid_value() {
            anyhow::bail!(problem);
        }
        answer(&query)?;
    }
    let snapshot = session.upkeep.snapshot()?;
    anyhow::ensure!(
        found || snapshot.is_some(),
        "indexing takes longer than a search may; run `smriti-tui index` first"
    );
    let has_vectors = snapshot.is_some_and(|it| it.vectors() >= it.leaves());
    if options.require_complete && !(session.freshness.fresh && has_vectors) {
        complain("the index is incomplete");
        return Ok(INCOMPLETE);
    }
    Ok(match (failed, found) {
        (true, _) => WRONG,
        (false, true) => DONE,
        (false, false) => NOTHING,
    })
}

/// Use of the graph. For a single query, reading the graph takes longer than scanning all vectors.
pub(super) fn graph_for(project: &Project, is_batch: bool) -> GraphUse {
    match project.config.vector.graph {
        GraphUse::Auto if !is_batch => GraphUse::Never,
        chosen => chosen,
    }
}

/// The model, once loaded. Without it keywords answer alone, and a semantic search cannot.
pub(super) fn usable(model: &SharedModel, mode: Mode) -> anyhow::Result<Option<Arc<Model>>> {
    if !mode.uses_vectors() {
        return Ok(None);
    }
    match model.wait(&Cancel::new()) {
        ModelLoad::Ready(model) => Ok(Some(model)),
        ModelLoad::Loading => Ok(None),
        ModelLoad::Failed(cause) if mode == Mode::Semantic => {
            anyhow::bail!("semantic search needs the embedding model: {cause}")
        }
        ModelLoad::Failed(cause) => {
            if mode == Mode::Hybrid {
                complain(&format!("keywords only: {cause}"));
            }
            Ok(None)
        }
    }
}

/// State that is kept between queries.
pub(super) struct Session<'a> {
    pub(super) project: &'a Project,
    pub(super) wishes: &'a [Expansion],
    pub(super) mode: Mode,
    pub(super) limit: usize,
    pub(super) head: Head,
    pub(super) model: Option<Arc<Model>>,
    pub(super) sources: Sources,
    pub(super) upkeep: Upkeep,
    pub(super) freshness: Freshness,
    /// Time of the last scan for changes.
    pub(super) scanned: Instant,
    pub(super) cancel: Cancel,
}

/// A hit as the working tree has it now.
pub(super) struct Shown<'a> {
    pub(super) hit: &'a Hit,
    /// 1-based first and last line.
    pub(super) lines: (u32, u32),
    /// 1-based line and column of what matched, else of the name.
    pub(super) at: (u32, u32),
    /// The leaf's text; none when the leaf is not there any more.
    pub(super) text: Option<String>,
    /// Its text is not what was indexed.
    pub(super) changed: bool,
    /// Its context, as far as it was requested.
    pub(super) around: Surroundings,
    /// Numbered lines around the match, if requested.
    pub(super) near: Vec<(u32, String)>,
}

impl Shown<'_> {
    /// The line that matched.
    pub(super) fn line(&self) -> Option<&str> {
        let offset = usize::try_from(self.at.0.checked_sub(self.lines.0)?).ok()?;
        self.text.as_deref()?.lines().nth(offset)
    }
}

/// Lines of the file around the match of a hit, with their numbers.
fn near(shown: &Shown<'_>, sources: &mut Sources, lines: u32) -> Vec<(u32, String)> {
    let cut = sources.cut(&shown.hit.record.path, &Cancel::new());
    let Some((tree, _)) = cut.ok().filter(|_| shown.text.is_some()) else {
        return Vec::new();
    };
    let last = tree.chunks.first().map_or(0, |file| file.lines.1);
    let (line, text) = (shown.at.0, &tree.document.text);
    let numbers = line.saturating_sub(lines).max(1)..=line.saturating_add(lines).min(last);
    let of_line = |number| {
        let line = text.slice(text.lines(number, number));
        line.trim_end().to_owned()
    };
    numbers.map(|number| (number, of_line(number))).collect()
}

impl Session<'_> {
    /// Runs a query. None before the first snapshot.
    pub(super) fn answer(&mut self, query: &Query) -> Result<Option<Answer>, SearchError> {
        let Some(snapshot) = self.upkeep.snapshot()? else {
            return Ok(None);
        };
        let context = SearchContext {
            snapshot: &snapshot,
            reader: &self.project.reader,
            query,
            limit: self.limit,
            cancel: &self.cancel,
        };
        let model = self.model.as_deref();
        match search_corrected(&context, model)? {
            None => Ok(Some(search(&context, model)?)),
            corrected => Ok(corrected),
        }
    }

    /// Files change while a session waits for its next query.
    fn scan_again(&mut self) -> anyhow::Result<()> {
        if is_due(self.scanned, Instant::now()) {
            self.head = head(self.project.root());
            self.freshness = self.upkeep.refresh(self.project)?;
            self.scanned = Instant::now();
        }
        Ok(())
    }

    fn heading(&self) -> json::Heading<'_> {
        json::Heading {
            query: "",
            mode: self.mode.name(),
            root: self.project.root().path().to_string_lossy().into_owned(),
            commit: self.head.commit.clone(),
            freshness: self.freshness,
            warnings: Vec::new(),
            error: None,
        }
    }

    /// Reads the hits' leaves and their context from the working tree.
    pub(super) fn shown<'h>(
        &mut self,
        answer: Option<&'h Answer>,
    ) -> anyhow::Result<Vec<Shown<'h>>> {
        let Some(answer) = answer else {
            return Ok(Vec::new());
        };
        let snapshot = self.upkeep.snapshot()?;
        let mut expander = Expander {
            sources: &mut self.sources,
            snapshot: snapshot.as_deref(),
        };
        let mut all = Vec::with_capacity(answer.hits.len());
        for hit in &answer.hits {
            let mut shown = show(hit, expander.sources, &answer.query);
            if !self.wishes.is_empty() {
                shown.around = around(hit, &mut expander, self.wishes)?;
            }
            all.push(shown);
        }
        Ok(all)
    }
}

/// The requested context of a hit; empty when it is not there any more, and for a directory.
fn around(
    hit: &Hit,
    expander: &mut Expander<'_>,
    wishes: &[Expansion],
) -> anyhow::Result<Surroundings> {
    let record = &hit.record;
    if record.is_directory() {
        return Ok(Surroundings::new());
    }
    let cut = expander.sources.cut(&record.path, &Cancel::new());
    let found = cut
        .ok()
        .map(|(tree, _)| (anchor(&tree, record.id, record.hash), tree));
    match found {
        Some((Anchor::Found(chunk), tree)) => expander.expand(&tree, chunk, wishes),
        _ => Ok(Surroundings::new()),
    }
}

/// A hit as its leaf is now, at what the query's words say of it.
pub(super) fn show<'h>(hit: &'h Hit, sources: &mut Sources, query: &Query) -> Shown<'h> {
    let record = &hit.record;
    let is_summary = record.is_summary();
    let leaf = (!is_summary).then(|| sources.leaf(record, &Cancel::new()));
    let mut shown = Shown {
        hit,
        lines: record.lines,
        at: record.name_at,
        text: None,
        changed: !is_summary,
        around: Surroundings::new(),
        near: Vec::new(),
    };
    if let Some(leaf) = leaf.flatten() {
        let matched = || matched_at(&leaf.text, (leaf.lines.0, leaf.column), query);
        shown.at = (hit.explanation.located_at.or_else(matched)).unwrap_or(leaf.name_at);
        shown.lines = leaf.lines;
        shown.changed = leaf.changed;
        shown.text = Some(leaf.text);
    } else if is_summary && record.kind == Kind::File {
        shown.text = sources.first_lines(&record.path, FILE_LINES);
    }
    shown
}

/// Returns true if another scan is due before the next answer.
fn is_due(scanned: Instant, now: Instant) -> bool {
    now.saturating_duration_since(scanned) > SCAN_EVERY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scan_is_repeated_after_a_second() {
        let check = |after: Duration, expected: bool| {
            let scanned = Instant::now();
            assert_eq!(is_due(scanned, scanned + after), expected, "{after:?}");
        };
        check(Duration::ZERO, false);
        check(SCAN_EVERY, false);
        check(SCAN_EVERY + Duration::from_millis(1), true);
        check(Duration::from_secs(3_600), true);
    }
}
