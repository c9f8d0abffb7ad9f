//! The tools, answered by the functions of the commands.
//!
//! Principal types: [`RepositoryTools`] and [`ToolCall`]. Contract: results are limited by a token budget and begin
//! with the freshness of the index.

use super::arguments::{
    OutlineArguments, ReferencesArguments, SearchArguments, SimilarArguments, SymbolArguments,
    budget, expansions, limit,
};
use super::page::{Page, also, copies};
use crate::answers::{
    ChunkTarget, ContextObject, Expander, Expansion, FileObject, NOT_INDEXED, NotFound, ShownHit,
    Subject, Surroundings, TokenBudget, best_answer, complete_query, hits_named, need_index,
    not_searched, only_filters, record_with_id, similar_chunks,
};
use crate::chunk::{Symbol, file_id, qualified_name};
use crate::context::RelationKind;
use crate::corpus::{Cancel, SourcePath};
use crate::index::Snapshot;
use crate::pages::{self, StatusObject, Style, WorkspaceStatus, safe, surroundings};
use crate::project::{Freshness, LiveIndex, NamedPath, Project, Selection};
use crate::search::{Form, Mode, Query, SearchContext};
use crate::workers::SharedModel;
use anyhow::{Context, anyhow, bail, ensure};
use std::fmt::Write;
use std::path::Path;

/// More bytes than a token of an outline has on average.
const MAX_TOKEN: usize = 32;

/// Maximum number of levels of an outline that are tried.
const MAX_LEVELS: usize = 6;
/// Tokens of an outline's heading and notes.
const RESERVED: usize = 120;
/// Maximum number of declarations with a name that are listed.
const MAX_NAMESAKES: usize = 10;
/// Note below an outline without its deeper levels.
const DEEPER: &str =
    "(deeper declarations are left out; outline one of the files, or raise max_tokens)\n";

/// The repository that the server answers about.
pub(super) struct RepositoryTools {
    pub(super) project: Project,
    pub(super) live: LiveIndex,
    model: SharedModel,
}

impl RepositoryTools {
    /// Starts the thread that indexes a repository.
    pub(super) fn open(project: Project) -> anyhow::Result<Self> {
        let model = project.load_model(Box::new(|_| {}))?;
        Ok(Self {
            live: LiveIndex::start(&project, &model)?,
            project,
            model,
        })
    }
}

/// A chunk, and the name of it that was requested.
struct NamedTarget {
    target: ChunkTarget,
    /// None for the chunk itself, or for the names on the line of the target.
    symbol: Option<Symbol>,
    /// A line about other declarations with that name.
    others: String,
}

/// A call of a tool.
pub(super) struct ToolCall<'a> {
    pub(super) tools: &'a RepositoryTools,
    /// Cancelled when the client does not wait for the answer any more.
    pub(super) cancel: &'a Cancel,
}

impl ToolCall<'_> {
    pub(super) fn search(&self, arguments: &SearchArguments) -> anyhow::Result<String> {
        let mode = arguments.mode.as_deref();
        let mode = Mode::named(mode.unwrap_or(Mode::default().name())).with_context(|| {
            let names = Mode::ALL.map(Mode::name).join(", ");
            format!("unknown mode; valid modes: {names}")
        })?;
        let expansions = expansions(&arguments.expand)?;
        let filters = arguments.filters.join(" ");
        let required = only_filters(&filters).context("filters")?.filters;
        let text = format!("{filters} {}", arguments.query);
        ensure!(!text.trim().is_empty(), "the query is empty");
        let mut query = complete_query(&arguments.query, mode);
        if query.form == Form::LongText {
            query.filters.extend(required);
        } else {
            query = complete_query(&text, mode);
        }
        let freshness = self.refresh()?;
        let model = self.tools.model.usable(mode, self.cancel)?;
        let limit = limit(arguments.limit)?;
        let mut notes: Vec<&str> = Vec::new();
        let Some(snapshot) = self.tools.live.snapshots.latest()? else {
            notes.push("nothing is indexed yet; try again in a few seconds");
            notes.extend(model.caveat.as_deref());
            return Ok(self.results(freshness, &[], &notes, arguments.max_tokens));
        };
        let context = self.search_context(&snapshot, &query, limit);
        let answer = best_answer(&context, model.loaded.as_deref())?;
        let mut expander = Expander {
            sources: &mut self.tools.project.sources(),
            cancel: self.cancel,
            snapshot: Some(&snapshot),
            symbol: None,
        };
        let shown = ShownHit::with_context(&answer, &mut expander, &expansions)?;
        notes.extend(answer.query.hint.as_deref());
        let also = answer.also_searching();
        notes.extend(also.as_deref());
        if answer.is_weak() {
            notes.push("weak matches: no result fits the query well");
        }
        let cut = answer.cut();
        let cut = cut.map(|cut| format!("{cut}; raise `limit` or narrow the query"));
        notes.extend(cut.as_deref());
        let skipped = self.tools.live.snapshots.skipped();
        let skipped = skipped.iter().flat_map(|skipped| skipped.iter());
        let unread = not_searched(&answer.query, skipped)?;
        notes.extend(unread.as_deref());
        notes.extend(model.caveat.as_deref());
        Ok(self.results(freshness, &shown, &notes, arguments.max_tokens))
    }

    pub(super) fn outline(&self, arguments: &OutlineArguments) -> anyhow::Result<String> {
        let project = &self.tools.project;
        let root = project.root().path();
        let named = NamedPath::find(root, Path::new(&arguments.path))?;
        let selection = Selection::new(project, &named.in_repository(project)?);
        let enough = budget(arguments.max_tokens).saturating_mul(MAX_TOKEN);
        let style = Style::plain(root);
        let (mut read, mut length) = (Vec::new(), 0);
        let skipped = selection.each(&mut project.sources(), |tree, _| {
            let file = FileObject::of(tree);
            length += pages::outline(root, &file, usize::MAX, &style).len();
            read.push(file);
            if length > enough || self.cancel.is_cancelled() {
                selection.cancel.cancel();
            }
            Ok(())
        })?;
        let mut rest = String::new();
        for file in &skipped {
            let (path, reason) = (safe(&file.path), safe(&file.reason));
            let _ = writeln!(rest, "{path}: skipped: {reason}");
        }
        // Files that would not fit are named without being read.
        let is_known = |path: &str| {
            read.binary_search_by(|file| file.path.as_str().cmp(path))
                .is_ok()
                || skipped.iter().any(|file| file.path == path)
        };
        for path in selection
            .files()
            .iter()
            .filter(|path| !is_known(path.as_str()))
        {
            let _ = writeln!(rest, "{}", safe(path.as_str()));
        }
        let page = |levels| {
            let files = read
                .iter()
                .map(|file| pages::outline(root, file, levels, &style));
            files.collect::<String>() + &rest
        };
        let freshness = self.refresh()?;
        let whole = page(usize::MAX);
        let most = budget(arguments.max_tokens).saturating_sub(RESERVED);
        let fits = |text: &str| TokenBudget::new(most).take(text).is_ok();
        if fits(&whole) {
            return Ok(self.text(freshness, &whole, arguments.max_tokens));
        }
        // Every file is named before any member, and every member before its own ones.
        let levels: Vec<String> = (0..MAX_LEVELS).map(page).collect();
        let fitting = levels.iter().rposition(|text| fits(text));
        let mut text = levels
            .into_iter()
            .nth(fitting.unwrap_or(0))
            .unwrap_or_default();
        if fitting.is_some() {
            text += DEEPER;
        }
        Ok(self.text(freshness, &text, arguments.max_tokens))
    }

    pub(super) fn read_symbol(&self, arguments: &SymbolArguments) -> anyhow::Result<String> {
        let expansions = expansions(&arguments.expand)?;
        let (freshness, object, others) = self.context(&arguments.symbol, &expansions)?;
        let style = Style::plain(self.tools.project.root().path());
        let text = others + &pages::context(&object, &style);
        Ok(self.text(freshness, &text, arguments.max_tokens))
    }

    pub(super) fn references(&self, arguments: &ReferencesArguments) -> anyhow::Result<String> {
        let kinds = [
            RelationKind::Callers(None),
            RelationKind::Callees,
            RelationKind::Imports,
        ];
        let expansions = kinds.map(Expansion::References);
        let root = self.tools.project.root().path();
        let mut symbol = arguments.symbol.clone();
        // The references of a file are the files that import it.
        if root.join(&symbol).is_file()
            && let Ok(path) = self.file(Path::new(&symbol))
        {
            symbol = file_id(&path).to_string();
        }
        let (freshness, mut object, others) = self.context(&symbol, &expansions)?;
        let chunk = &object.chunk;
        let mut heading = format!(
            "{}:{}-{}: {}",
            chunk.path, chunk.start_line, chunk.end_line, chunk.qualified_name,
        );
        // What a type calls and imports is not what its field does.
        if !object.symbols.is_empty() {
            let callers = expansions[0].field();
            object.around.retain(|field, _| *field == callers);
            let symbols = object.symbols.iter();
            let lines =
                symbols.map(|it| format!("{}:{}: {}", chunk.path, it.line, it.qualified_name));
            heading = lines.collect::<Vec<_>>().join("\n");
        }
        // Callers first: they are what a change breaks.
        let mut around = String::new();
        for expansion in &expansions {
            let part = object.around.remove_entry(expansion.field());
            let part = Surroundings::from_iter(part);
            around += &surroundings(root, &part, &Style::plain(root));
        }
        let text = format!("{others}{heading}\n{around}");
        Ok(self.text(freshness, &text, arguments.max_tokens))
    }

    pub(super) fn similar(&self, arguments: &SimilarArguments) -> anyhow::Result<String> {
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
        let context = self.search_context(&snapshot, &query, limit(arguments.limit)?);
        let answer = similar_chunks(&context, id, name)?;
        let shown = ShownHit::all(&answer, &mut self.tools.project.sources(), self.cancel);
        Ok(self.results(freshness, &shown, &[], arguments.max_tokens))
    }

    pub(super) fn status(&self) -> anyhow::Result<String> {
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
        Ok(self.text(freshness, &page, None))
    }

    pub(super) fn refresh(&self) -> anyhow::Result<Freshness> {
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
    pub(super) fn file(&self, path: &Path) -> anyhow::Result<SourcePath> {
        let project = &self.tools.project;
        NamedPath::find(project.root().path(), path)?.file_in_repository(project)
    }

    /// A chunk with context, and a line about other declarations with its name.
    fn context(
        &self,
        symbol: &str,
        expansions: &[Expansion],
    ) -> anyhow::Result<(Freshness, ContextObject, String)> {
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
                let subject = Subject::on_line(&mut sources, &path, at, self.cancel)?;
                match last {
                    Some(last) => subject.up_to(at.0, last),
                    None => subject,
                }
            }
        };
        if symbol.is_some() {
            subject.symbol = symbol;
        }
        let mut expander = Expander {
            sources: &mut sources,
            cancel: self.cancel,
            snapshot: snapshot.as_deref(),
            symbol: subject.symbol.clone(),
        };
        let around = expander.expand(&subject.tree, subject.chunk, expansions)?;
        let fresh = need_index(expansions).then_some(freshness.fresh);
        let object = subject.object(project.root(), snapshot.as_deref(), around, fresh)?;
        Ok((freshness, object, others))
    }

    /// The chunk of an id, a location or a qualified name.
    fn target(&self, symbol: &str, freshness: Freshness) -> anyhow::Result<NamedTarget> {
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
        let name = symbol.replace("::", ".");
        ensure!(
            !name.is_empty() && !name.contains(char::is_whitespace),
            "{symbol:?} is neither a name, nor FILE:LINE, nor an id; use `search` to describe code"
        );
        let mut hits = Vec::new();
        if let Some(snapshot) = self.tools.live.snapshots.latest()? {
            let query = Query::default();
            let context = self.search_context(&snapshot, &query, MAX_NAMESAKES);
            (hits, _) = hits_named(&context, &name, MAX_NAMESAKES)?;
        }
        let Some((first, rest)) = hits.split_first() else {
            let freshness = self.tools.heading(freshness, self.cancel);
            bail!(NotFound(format!(
                "no declaration is named {symbol:?}; use `search` to find the name, or FILE:LINE\n{freshness}"
            )));
        };
        let mut others: Vec<String> = copies(first).collect();
        for hit in rest {
            let record = &hit.record;
            let name = qualified_name(&hit.names(), record.kind);
            let (line, _) = hit.explanation.located_at.unwrap_or(record.name_at);
            others.push(format!("{}:{line} {name}", record.path));
        }
        Ok(NamedTarget {
            target: ChunkTarget::Id(first.record.id),
            symbol: first.symbol(),
            others: also(others.into_iter()),
        })
    }

    pub(super) fn text(
        &self,
        freshness: Freshness,
        text: &str,
        max_tokens: Option<usize>,
    ) -> String {
        self.page(freshness, max_tokens).with_text(text)
    }

    fn results(
        &self,
        freshness: Freshness,
        shown: &[ShownHit<'_>],
        notes: &[&str],
        max_tokens: Option<usize>,
    ) -> String {
        let root = self.tools.project.root().path();
        let page = self.page(freshness, max_tokens);
        page.with_results(root, shown, notes)
    }

    fn page(&self, freshness: Freshness, max_tokens: Option<usize>) -> Page {
        let heading = self.tools.heading(freshness, self.cancel);
        Page::new(heading, budget(max_tokens))
    }
}
