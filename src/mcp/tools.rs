//! The tools, answered by the functions of the commands.
//!
//! Principal types: [`RepositoryTools`] and [`ToolCall`]. Contract: results are limited by a token budget and begin
//! with the freshness of the index.

use super::arguments::{
    SearchArguments, SimilarArguments, SymbolArguments, budget, expansions, limit,
};
use super::connection::{Exchange, FilePart, PageRequest};
use super::page::{Page, Row, also};
use super::results::{NO_RESULTS, Results, SENT, name_sent};
use crate::answers::{
    ChunkTarget, ContextObject, Expander, Expansion, MAX_RELATIONS, NOT_INDEXED, NotFound, Subject,
    best_answer, complete_query, declared_name, hits_named, location_and_name, need_index,
    not_searched, only_filters, record_with_id, similar_chunks,
};
use crate::chunk::Symbol;
use crate::corpus::{Cancel, SourcePath, Text};
use crate::index::Snapshot;
use crate::pages::{self, StatusObject, Style, WorkspaceStatus, path};
use crate::project::{Freshness, LiveIndex, NamedPath, Project};
use crate::search::{Answer, Form, Mode, Query, SearchContext};
use crate::workers::SharedModel;
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::path::Path;

/// The repository that the server answers about.
pub(super) struct RepositoryTools {
    pub(super) project: Project,
    pub(super) live: LiveIndex,
    model: SharedModel,
}

impl RepositoryTools {
    /// Starts the thread that indexes a repository.
    pub(super) fn open(project: Project) -> Result<Self> {
        let model = project.load_model(Box::new(|_| {}))?;
        Ok(Self {
            live: LiveIndex::start(&project, &model)?,
            project,
            model,
        })
    }
}

/// A chunk of a file with its context.
pub(super) struct FoundContext {
    pub(super) freshness: Freshness,
    pub(super) object: ContextObject,
    /// The text of the file.
    pub(super) document: Text,
    /// A line about other declarations with its name.
    pub(super) others: String,
}

/// A chunk, and the name of it that was requested.
struct NamedTarget {
    target: ChunkTarget,
    /// None for the chunk itself, or for the names on the line of the target.
    symbol: Option<Symbol>,
    /// A line about other declarations with that name.
    others: String,
}

/// The query of a search, with its filters.
fn query(arguments: &SearchArguments) -> Result<Query> {
    let mode = match arguments.mode.as_deref() {
        None => Mode::default(),
        Some(name) => Mode::named(name).with_context(|| {
            let names = Mode::ALL.map(Mode::name).join(", ");
            format!("unknown mode {name:?}; valid modes: {names}")
        })?,
    };
    let filters = arguments.filters.join(" ");
    let required = only_filters(&filters).context("filters")?.filters;
    let text = format!("{filters} {}", arguments.query);
    ensure!(!text.trim().is_empty(), "the query is empty");
    let mut query = complete_query(&arguments.query, mode);
    if query.form != Form::LongText {
        return Ok(complete_query(&text, mode));
    }
    query.filters.extend(required);
    Ok(query)
}

/// A call of a tool.
pub(super) struct ToolCall<'a> {
    pub(super) tools: &'a RepositoryTools,
    /// Cancelled when the client does not wait for the answer any more.
    pub(super) cancel: &'a Cancel,
    pub(super) exchange: Exchange<'a>,
}

impl ToolCall<'_> {
    pub(super) fn search(&self, arguments: &SearchArguments) -> Result<String> {
        let expansions = expansions(&arguments.expand)?;
        let query = query(arguments)?;
        let freshness = self.refresh()?;
        let model = self.tools.model.usable(query.mode, self.cancel)?;
        let results = Results {
            exchange: &self.exchange,
            request: arguments.page(),
            limit: limit(arguments.limit)?,
            again: arguments.again,
            expansions: &expansions,
        };
        let mut notes: Vec<String> = Vec::new();
        let Some(snapshot) = self.tools.live.snapshots.latest()? else {
            notes.push("nothing is indexed yet; try again in a few seconds".to_owned());
            notes.extend(model.caveat);
            let page = self.page(freshness, results.request.max_tokens);
            let notes = notes.into_iter().map(|note| format!("{note}\n"));
            return Ok(page.with_text(&(notes.collect::<String>() + NO_RESULTS)));
        };
        let context = self.search_context(&snapshot, &query, results.depth());
        let answer = best_answer(&context, model.loaded.as_deref())?;
        notes.extend(answer.query.hint.clone());
        notes.extend(answer.also_searching());
        if answer.is_weak() {
            notes.push("weak matches: no result fits the query well".to_owned());
        }
        let skipped = self.tools.live.snapshots.skipped();
        let skipped = skipped.iter().flat_map(|skipped| skipped.iter());
        let unread = answer.totals.map_or(0, |totals| totals.unread);
        notes.extend(not_searched(&answer.query, skipped, unread)?);
        notes.extend(model.caveat);
        self.write_results(freshness, &results, answer, &snapshot, notes)
    }

    pub(super) fn read_symbol(&self, arguments: &SymbolArguments) -> Result<String> {
        let expansions = expansions(&arguments.expand)?;
        let mut found = self.context(&arguments.symbol, &expansions, MAX_RELATIONS)?;
        let chunk = &found.object.chunk;
        let part = |bytes| self.exchange.part(&chunk.path, &found.document, bytes);
        let own = chunk.bytes.clone().map(part);
        let is_sent = |part: &FilePart| !arguments.again && self.exchange.has_sent(part);
        let is_named = own.as_ref().is_some_and(is_sent);
        let mut parts = Vec::new();
        if let Some(own) = &own {
            let around = &mut found.object.around;
            parts = name_sent(around, |bytes| own.at(bytes), is_sent);
        }
        let style = Style::plain(self.tools.project.root().path());
        let [heading, code, around] = pages::context_parts(&found.object, &style);
        let mut page = self.page(found.freshness, budget(arguments.max_tokens));
        let heading = found.others + &heading;
        page.add_start(&heading);
        if is_named {
            page.add_start(&format!("{SENT}\n"));
        } else {
            let rest = page.add_start(&code);
            if !rest.is_empty() {
                let shown = &code[..code.len() - rest.len()];
                page.add_next_lines(&found.object.chunk, shown);
                return Ok(page.into_text());
            }
            self.exchange.add(own);
        }
        let rest = page.add_start(&around);
        if rest.is_empty() {
            self.exchange.add(parts);
        } else {
            page.add_next_rows(rest);
        }
        Ok(page.into_text())
    }

    pub(super) fn similar(&self, arguments: &SimilarArguments) -> Result<String> {
        let query = only_filters(&arguments.filters.join(" "))?;
        let freshness = self.refresh()?;
        let name = &arguments.symbol;
        let id = match self.target(name, freshness)?.target {
            ChunkTarget::Id(id) => id,
            ChunkTarget::Lines(.., Some(_)) => bail!("expected one line: FILE:LINE"),
            ChunkTarget::Lines(file, at, None) => {
                let project = &self.tools.project;
                let path = self.file(&file)?;
                let subject = Subject::on_line(&mut project.sources(), &path, at, self.cancel)?;
                subject.tree.chunks[subject.chunk].id
            }
        };
        let snapshot = self.tools.live.snapshots.latest()?.context(NOT_INDEXED)?;
        let results = Results {
            exchange: &self.exchange,
            request: arguments.page(),
            limit: limit(arguments.limit)?,
            again: arguments.again,
            expansions: &[],
        };
        let context = self.search_context(&snapshot, &query, results.depth());
        let answer = similar_chunks(&context, id, name)?;
        self.write_results(freshness, &results, answer, &snapshot, Vec::new())
    }

    pub(super) fn status(&self) -> Result<String> {
        let freshness = self.refresh()?;
        let project = &self.tools.project;
        let mut objects = Vec::new();
        for (_, project) in project.repositories() {
            let snapshot = project.snapshots().latest()?;
            objects.push(StatusObject::new(project, snapshot.as_deref(), None)?);
        }
        let page = match &*objects {
            [only] => pages::status(only),
            _ => pages::workspace_status(&WorkspaceStatus::of(project, objects)),
        };
        Ok(self.page(freshness, budget(None)).with_text(&page))
    }

    pub(super) fn refresh(&self) -> Result<Freshness> {
        self.tools.live.refresh()
    }

    pub(super) fn search_context<'c>(
        &'c self,
        snapshot: &'c Snapshot,
        query: &'c Query,
        limit: usize,
    ) -> SearchContext<'c> {
        SearchContext {
            snapshot,
            reader: &self.tools.project.reader,
            query,
            limit,
            cancel: self.cancel,
        }
    }

    /// The name of a file that is named from the root.
    pub(super) fn file(&self, path: &Path) -> Result<SourcePath> {
        let project = &self.tools.project;
        NamedPath::find(project.root().path(), path)?.file_in_repository(project)
    }

    /// A chunk with its context, and with at most `max_relations` relations of each kind.
    pub(super) fn context(
        &self,
        symbol: &str,
        expansions: &[Expansion],
        max_relations: usize,
    ) -> Result<FoundContext> {
        let project = &self.tools.project;
        let root = project.root().path();
        let freshness = self.refresh()?;
        let NamedTarget {
            target,
            symbol,
            others,
        } = self.target(symbol, freshness)?;
        let snapshot = self.tools.live.snapshots.latest()?;
        let mut sources = project.sources();
        let mut subject = match target {
            ChunkTarget::Id(id) => {
                let record = record_with_id(snapshot.as_deref(), root, id)?;
                Subject::with_id(&mut sources, &record, self.cancel)?
            }
            ChunkTarget::Lines(file, at, last) => {
                let path = self.file(&file)?;
                Subject::on_line(&mut sources, &path, at, self.cancel)?.up_to(at.0, last)
            }
        };
        if symbol.is_some() {
            subject.symbol = symbol;
        }
        let mut expander = Expander::new(&mut sources, snapshot.as_deref(), self.cancel);
        expander.symbol.clone_from(&subject.symbol);
        expander.max_relations = max_relations;
        let around = expander.expand(&subject.tree, subject.chunk, expansions)?;
        let fresh = need_index(expansions).then_some(freshness.fresh);
        let object = subject.object(project.root(), snapshot.as_deref(), around, fresh)?;
        Ok(FoundContext {
            freshness,
            object,
            document: subject.tree.document.text.clone(),
            others,
        })
    }

    /// The chunk of an id, a location or a qualified name.
    fn target(&self, symbol: &str, freshness: Freshness) -> Result<NamedTarget> {
        let symbol = symbol.trim();
        let line = symbol.rsplit_once(':').map_or("", |(_, line)| line);
        match symbol.parse::<ChunkTarget>() {
            Ok(target) => {
                return Ok(NamedTarget {
                    target,
                    symbol: None,
                    others: String::new(),
                });
            }
            Err(why) if line.starts_with(|first: char| first.is_ascii_digit()) => {
                return Err(anyhow!(why));
            }
            Err(_) => {}
        }
        let name = declared_name(symbol)?;
        let mut hits = Vec::new();
        if let Some(snapshot) = self.tools.live.snapshots.latest()? {
            let query = Query::default();
            let context = self.search_context(&snapshot, &query, 1);
            (hits, _) = hits_named(&context, &name)?;
        }
        let Some((first, rest)) = hits.split_first() else {
            if self.file(Path::new(symbol)).is_ok() {
                bail!(
                    "{symbol:?} is a file: name lines of it, as FILE:LINE or FILE:10-40, or use `outline`"
                );
            }
            let freshness = self.tools.heading(freshness, self.cancel);
            bail!(NotFound(format!(
                "no declaration is named {symbol:?}; use `search` to find the name, or FILE:LINE\n{freshness}"
            )));
        };
        let others = rest.iter().map(|hit| path(&location_and_name(hit)));
        Ok(NamedTarget {
            target: ChunkTarget::Id(first.record.id),
            symbol: first.symbol(),
            others: also(others),
        })
    }

    /// A page of the rows of an answer, below lines that every page begins with. The flag is false if there are more
    /// rows.
    pub(super) fn write_rows(
        &self,
        freshness: Freshness,
        request: &PageRequest,
        above: &str,
        (rows, is_all): (&[Row], bool),
    ) -> String {
        let mut page = self.page(freshness, request.max_tokens);
        page.add_start(above);
        let keys: Vec<u64> = rows.iter().map(|row| row.key).collect();
        let chosen = self.exchange.connection.page(request, &keys, |left| {
            page.fitting(left.iter().map(|row| &rows[*row]))
        });
        page.add_rows(chosen.shown.iter().map(|row| &rows[*row]));
        page.end(request, &chosen, is_all, |row| rows[row].name.clone())
    }

    fn write_results(
        &self,
        freshness: Freshness,
        results: &Results<'_>,
        answer: Answer,
        snapshot: &Snapshot,
        mut notes: Vec<String>,
    ) -> Result<String> {
        let mut sources = self.tools.project.sources();
        let mut expander = Expander::new(&mut sources, Some(snapshot), self.cancel);
        let page = self.page(freshness, results.request.max_tokens);
        results.write(page, answer, &mut expander, |answer| {
            if results.request.number == 1 {
                notes.extend(answer.cut());
            }
            notes
        })
    }

    pub(super) fn page(&self, freshness: Freshness, max_tokens: usize) -> Page {
        Page::new(self.tools.heading(freshness, self.cancel), max_tokens)
    }
}
