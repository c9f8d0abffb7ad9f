//! `smriti-tui search`: queries in, hits out.

use super::args::SearchOptions;
use super::context::{Expander, Expansion, Surroundings};
use super::formats::Format;
use super::freshness::{Freshness, Upkeep};
use super::packing::Budget;
use super::{DONE, INCOMPLETE, NOTHING, WRONG, complain, json, plain};
use crate::chunk::Kind;
use crate::config::GraphUse;
use crate::context::{Anchor, Sources, anchor};
use crate::corpus::{Cancel, Head, head};
use crate::embed::Model;
use crate::index::{IndexError, Snapshot};
use crate::project::Project;
use crate::search::{Answer, Hit, Mode, Query, SearchError, matched_at, search, search_corrected};
use crate::workers::{ModelLoad, SharedModel};
use anyhow::Context;
use std::io::{self, BufRead, BufWriter, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Lines of a file that are the text of a hit of `kind:file`.
const FILE_LINES: u32 = 100;

/// Time between two scans for changes in a batch of queries.
const LOOK_EVERY: Duration = Duration::from_secs(1);

pub(super) fn run(project: &Project, options: &SearchOptions) -> anyhow::Result<u8> {
    let mode = options.mode;
    let model = project.model_when_asked();
    if mode.uses_vectors() {
        // It loads while the index is looked after.
        model.begin().context("cannot start a thread")?;
    }
    let is_session = options.query == ["-"];
    if options.wait {
        super::index::complete(project)?;
    }
    let format = options.format();
    let is_json = format == Format::Json;
    let mut upkeep = Upkeep::of(project, model.clone(), graph_for(project, is_session));
    let looked = Looked::now(&mut upkeep, project)?;
    let wishes: &[Expansion] = match options.expand.as_slice() {
        [] if is_json && !is_session => &[Expansion::Auto],
        wishes => wishes,
    };
    let budget = options.max_tokens.map(Budget::new).transpose()?;
    let mut session = Session {
        project,
        wishes,
        mode: options.mode,
        limit: usize::from(options.limit),
        head: head(project.root()),
        model: usable(&model, mode)?,
        sources: project.sources(),
        upkeep,
        looked,
        cancel: Cancel::new(),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut found, mut failed, mut told) = (false, false, None);
    let mut answer = |text: &str| -> anyhow::Result<()> {
        session.look_again()?;
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
        failed |= error.is_some();
        let mut shown = session.shown(answer.as_ref())?;
        found |= !shown.is_empty();
        if options.context > 0 {
            (shown.iter_mut())
                .for_each(|it| it.near = near(it, &mut session.sources, options.context));
        }
        let packed = budget.as_ref().map(|it| it.pack(&mut shown)).transpose()?;
        let root = project.root().path();
        let written = if is_json {
            let heading = json::Heading {
                query: text,
                warnings: query.hint.as_deref().into_iter().collect(),
                error: error.as_deref(),
                ..session.heading()
            };
            json::write(&mut out, &heading, answer.as_ref(), &shown, packed.as_ref())
        } else {
            error.iter().for_each(|error| complain(error));
            match &format {
                Format::Text => plain::write(&mut out, root, answer.as_ref(), &shown),
                format => out.write_all(format.write(root, text, &shown).as_bytes()),
            }
            .map_err(Into::into)
        };
        written
            .and_then(|()| Ok(out.flush()?))
            .context(super::WRITING)?;
        let caveat = session.looked.freshness.caveat();
        if !is_json && caveat != told {
            caveat.iter().for_each(|caveat| complain(caveat));
            told = caveat;
        }
        Ok(())
    };
    if is_session {
        for line in io::stdin().lock().split(b'\n') {
            let line = line.context("cannot read standard input")?;
            let text = String::from_utf8_lossy(&line);
            // A blank line asks nothing, but objects stay in step with lines.
            if is_json || !text.trim().is_empty() {
                answer(text.trim_end_matches('\r'))?;
            }
        }
    } else {
        let query = options.query.join(" ");
        anyhow::ensure!(!query.trim().is_empty(), "the query is empty");
        answer(&query)?;
    }
    anyhow::ensure!(
        found || session.upkeep.snapshot()?.is_some(),
        "indexing takes longer than a search may; run `smriti-tui index` first"
    );
    if options.require_complete && !session.is_complete()? {
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
pub(super) fn graph_for(project: &Project, is_session: bool) -> GraphUse {
    match project.config.vector.graph {
        GraphUse::Auto if !is_session => GraphUse::Never,
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
    pub(super) looked: Looked,
    pub(super) cancel: Cancel,
}

/// Freshness of the index at a point in time.
pub(super) struct Looked {
    pub(super) freshness: Freshness,
    at: Instant,
}

impl Looked {
    pub(super) fn now(upkeep: &mut Upkeep, project: &Project) -> anyhow::Result<Self> {
        Ok(Self {
            freshness: upkeep.refresh(project)?,
            at: Instant::now(),
        })
    }

    /// Returns true if another scan is due before the next answer.
    fn is_due(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.at) > LOOK_EVERY
    }
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
    /// Returns true if the index is up to date and every leaf has its vector.
    fn is_complete(&mut self) -> Result<bool, IndexError> {
        let snapshot = self.upkeep.snapshot()?;
        let has_vectors = |it: Arc<Snapshot>| it.vectors() >= it.leaves();
        Ok(self.looked.freshness.fresh && snapshot.is_some_and(has_vectors))
    }

    /// Runs a query. None before the first snapshot.
    pub(super) fn answer(&mut self, query: &Query) -> Result<Option<Answer>, SearchError> {
        let Some(snapshot) = self.upkeep.snapshot()? else {
            return Ok(None);
        };
        let model = self.model.as_deref();
        let (reader, cancel) = (&self.project.reader, &self.cancel);
        match search_corrected(&snapshot, model, reader, query, self.limit, cancel)? {
            None => search(&snapshot, model, reader, query, self.limit, cancel),
            corrected => Ok(corrected),
        }
    }

    /// Files change while a session waits for its next query.
    fn look_again(&mut self) -> anyhow::Result<()> {
        if self.looked.is_due(Instant::now()) {
            self.head = head(self.project.root());
            self.looked = Looked::now(&mut self.upkeep, self.project)?;
        }
        Ok(())
    }

    fn heading(&self) -> json::Heading<'_> {
        json::Heading {
            query: "",
            mode: self.mode.name(),
            root: self.project.root().path().to_string_lossy(),
            commit: self.head.commit.clone(),
            freshness: self.looked.freshness,
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
    let Some(leaf) = leaf.flatten() else {
        let is_file = is_summary && record.kind == Kind::File;
        return Shown {
            hit,
            lines: record.lines,
            at: record.name_at,
            text: is_file
                .then(|| sources.first_lines(&record.path, FILE_LINES))
                .flatten(),
            changed: !is_summary,
            around: Surroundings::new(),
            near: Vec::new(),
        };
    };
    let matched = || matched_at(&leaf.text, (leaf.lines.0, leaf.column), query);
    let at = hit.explanation.located_at.or_else(matched);
    Shown {
        hit,
        lines: leaf.lines,
        at: at.unwrap_or(leaf.name_at),
        changed: leaf.changed,
        text: Some(leaf.text),
        around: Surroundings::new(),
        near: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(after: Duration, due: bool) {
        let at = Instant::now();
        let freshness = Freshness {
            fresh: true,
            pending: Some(0),
        };
        let looked = Looked { freshness, at };
        assert_eq!(looked.is_due(at + after), due, "{after:?}");
    }

    #[test]
    fn what_was_seen_holds_for_a_second() {
        check(Duration::ZERO, false);
        check(LOOK_EVERY, false);
        check(LOOK_EVERY + Duration::from_millis(1), true);
        check(Duration::from_secs(3_600), true);
    }
}
