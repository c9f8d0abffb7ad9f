//! The tools, answered with the functions of the other commands.
//!
//! Principal type: [`RepositoryTools`]. Contract: results are limited by a token budget and begin with the
//! freshness of the index.

use super::arguments::{
    OutlineArguments, ReferencesArguments, SearchArguments, SimilarArguments, SymbolArguments,
    budget, expansions, limit,
};
use super::service::Service;
use crate::chunk::{file_id, qualified_name};
use crate::cli::context::{
    ChunkTarget, ContextObject, Expansion, NOT_INDEXED, context_of, page, surroundings,
};
use crate::cli::freshness::{Freshness, IndexHandle};
use crate::cli::search::{
    SearchSession, ShownHit, complete_query, search_context, show_all, usable,
};
use crate::cli::selection::Selection;
use crate::cli::{NotFound, outline, plain, similar, status};
use crate::context::RelationKind;
use crate::corpus::{Cancel, SourcePath, walk};
use crate::embed::TokenCounter;
use crate::index::{Manifest, Snapshot};
use crate::project::{Overrides, Project};
use crate::search::{Answer, Hit, Mode, search};
use crate::workers::SharedModel;
use anyhow::{Context, bail, ensure};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

/// Maximum number of files or chunks whose absence from the index is looked up for a heading.
const MAX_LOOKUPS: usize = 20_000;
/// More bytes than a token of an outline has on average.
const MAX_TOKEN: usize = 32;
/// Maximum number of directories that a heading names.
const MAX_PARTS: usize = 6;
/// Maximum number of other locations that are named: a text may have a thousand copies.
const MAX_OTHERS: usize = 20;

/// The repository that the server answers about.
pub(super) struct RepositoryTools {
    /// With the root set, so that every path resolves to this repository.
    choices: Overrides,
    project: Project,
    model: SharedModel,
    service: Arc<Service>,
    counter: TokenCounter,
}

/// Texts of a result: its location, its code and its context.
type ResultText = Vec<String>;

impl RepositoryTools {
    /// Opens a repository and starts the thread that indexes it.
    pub(super) fn open(choices: &Overrides, project: Project) -> anyhow::Result<Self> {
        let model = project.load_model(Box::new(|_| {}))?;
        Ok(Self {
            choices: Overrides {
                root: Some(project.root().path().to_owned()),
                ..choices.clone()
            },
            service: Arc::new(Service::start(&project, model.clone())?),
            project,
            model,
            counter: TokenCounter::bundled()?,
        })
    }
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
        let mode = mode.unwrap_or(Mode::default().name());
        let mode = Mode::named(mode).with_context(|| {
            let names = Mode::ALL.map(Mode::name).join(", ");
            format!("unknown mode; valid modes: {names}")
        })?;
        let expansions = expansions(&arguments.expand)?;
        let filters = arguments.filters.join(" ");
        similar::filters(&filters).context("filters")?;
        let text = format!("{filters} {}", arguments.query);
        ensure!(!text.trim().is_empty(), "the query is empty");
        let query = complete_query(&text, mode);
        let freshness = self.tools.service.refresh(&self.tools.project)?;
        let mut session = SearchSession {
            project: &self.tools.project,
            expansions: &expansions,
            model: usable(&self.tools.model, mode)?,
            sources: self.tools.project.sources(),
            index: self.index(freshness),
            cancel: self.cancel.clone(),
        };
        let answer = session.answer(&query, limit(arguments.limit)?)?;
        let shown = session.shown(answer.as_ref())?;
        let note = match &answer {
            None => Some("nothing is indexed yet; try again in a few seconds"),
            Some(answer) if answer.is_weak() => Some("weak matches: no result fits the query well"),
            Some(_) => None,
        };
        let also = answer.as_ref().and_then(Answer::also_searching);
        let caveat = session.model.caveat.clone();
        let notes = [
            query.hint.as_deref(),
            also.as_deref(),
            note,
            caveat.as_deref(),
        ];
        self.page(freshness, &shown, &notes, arguments.max_tokens)
    }

    pub(super) fn outline(&self, arguments: &OutlineArguments) -> anyhow::Result<String> {
        let path = Path::new(&arguments.path);
        let selection = Selection::of(&self.tools.choices, Some(path))?;
        let enough = budget(arguments.max_tokens).saturating_mul(MAX_TOKEN);
        let outline = outline::text(&selection, |text| {
            text.len() > enough || self.cancel.is_cancelled()
        })?;
        let freshness = self.tools.service.refresh(&self.tools.project)?;
        self.text_page(freshness, &outline, arguments.max_tokens)
    }

    pub(super) fn read_symbol(&self, arguments: &SymbolArguments) -> anyhow::Result<String> {
        let expansions = expansions(&arguments.expand)?;
        let (freshness, object, others) = self.context(&arguments.symbol, &expansions)?;
        self.text_page(freshness, &(others + &page(&object)), arguments.max_tokens)
    }

    pub(super) fn references(&self, arguments: &ReferencesArguments) -> anyhow::Result<String> {
        let kinds = [
            RelationKind::Callers(None),
            RelationKind::Callees,
            RelationKind::Imports,
        ];
        let expansions = kinds.map(Expansion::References);
        let (freshness, object, others) = self.context(&arguments.symbol, &expansions)?;
        let chunk = &object.chunk;
        let text = format!(
            "{others}{}:{}-{}: {}\n{}",
            chunk.path,
            chunk.start_line,
            chunk.end_line,
            chunk.qualified_name,
            surroundings(self.tools.project.root().path(), &object.around)
        );
        self.text_page(freshness, &text, arguments.max_tokens)
    }

    pub(super) fn similar(&self, arguments: &SimilarArguments) -> anyhow::Result<String> {
        let query = similar::filters(&arguments.filters.join(" "))?;
        let freshness = self.tools.service.refresh(&self.tools.project)?;
        let name = &arguments.symbol;
        let target = self.target(name, freshness)?.0;
        let (_, id, _) = similar::subject(&self.tools.choices, None, &target)?;
        let snapshot = self.index(freshness).snapshot()?.context(NOT_INDEXED)?;
        let (project, limit) = (&self.tools.project, limit(arguments.limit)?);
        let context = search_context(project, &snapshot, &query, limit, self.cancel);
        let answer = similar::find(&context, id, name)?;
        let shown = show_all(&answer, project, self.cancel);
        self.page(freshness, &shown, &[], arguments.max_tokens)
    }

    pub(super) fn status(&self) -> anyhow::Result<String> {
        let freshness = self.tools.service.refresh(&self.tools.project)?;
        self.text_page(freshness, &status::text(&self.tools.project)?, None)
    }

    fn index(&self, freshness: Freshness) -> IndexHandle {
        IndexHandle::Service(Arc::clone(&self.tools.service), freshness)
    }

    /// A chunk with context, and a line about other declarations with its name.
    fn context(
        &self,
        symbol: &str,
        expansions: &[Expansion],
    ) -> anyhow::Result<(Freshness, ContextObject, String)> {
        let freshness = self.tools.service.refresh(&self.tools.project)?;
        let (target, others) = self.target(symbol, freshness)?;
        let (choices, index) = (&self.tools.choices, self.index(freshness));
        let object = context_of(choices, None, &target, expansions, Some(index), self.cancel)?;
        Ok((freshness, object, others))
    }

    /// The chunk of an id, a location or a qualified name, and a line about other
    /// declarations with that name.
    fn target(&self, symbol: &str, freshness: Freshness) -> anyhow::Result<(ChunkTarget, String)> {
        let symbol = symbol.trim();
        let target = symbol.parse::<ChunkTarget>();
        let line = symbol.rsplit_once(':').map_or("", |(_, line)| line);
        if target.is_ok() || line.starts_with(|it: char| it.is_ascii_digit()) {
            return Ok((target?, String::new()));
        }
        let name = symbol.replace("::", ".");
        ensure!(
            !name.is_empty() && !name.contains(char::is_whitespace),
            "{symbol:?} is neither a name, nor FILE:LINE, nor an id; use `search` to describe code"
        );
        let query = complete_query(&format!("sym:{name}"), Mode::Keywords);
        let hits = match self.tools.service.snapshots.refresh()? {
            None => Vec::new(),
            Some(snapshot) => {
                let project = &self.tools.project;
                let context = search_context(project, &snapshot, &query, 10, self.cancel);
                search(&context, None)?.hits
            }
        };
        let Some((first, rest)) = hits.split_first() else {
            let freshness = self.heading(freshness);
            bail!(NotFound(format!(
                "no declaration is named {symbol:?}; use `search` to find the name, or FILE:LINE\n{freshness}"
            )));
        };
        let name = |hit: &Hit| {
            let record = &hit.record;
            let name = qualified_name(&record.names, record.kind);
            format!("{}:{} {name}", record.path, record.name_at.0)
        };
        let others = copies(first).chain(rest.iter().map(name));
        Ok((ChunkTarget::Id(first.record.id), also(others)))
    }

    /// A text, cut to the budget at the end of a line.
    fn text_page(
        &self,
        freshness: Freshness,
        text: &str,
        max_tokens: Option<usize>,
    ) -> anyhow::Result<String> {
        let mut page = self.heading(freshness);
        let mut left = budget(max_tokens).saturating_sub(self.tools.counter.count(&page));
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let tokens = self.tools.counter.count(line);
            if tokens > left {
                let more = 1 + lines.count();
                let _ = writeln!(
                    page,
                    "(at least {more} more lines; raise max_tokens or narrow the request)"
                );
                break;
            }
            left -= tokens;
            let _ = writeln!(page, "{line}");
        }
        Ok(page)
    }

    /// Includes as many results as fit: the first text of each, then the second of each, then the third. Notes
    /// follow.
    fn page(
        &self,
        freshness: Freshness,
        shown: &[ShownHit<'_>],
        notes: &[Option<&str>],
        max_tokens: Option<usize>,
    ) -> anyhow::Result<String> {
        let root = self.tools.project.root().path();
        let results = (1..).zip(shown);
        let mut blocks: Vec<ResultText> = results
            .map(|(number, shown)| block(root, number, shown))
            .collect();
        let notes = notes.iter().flatten();
        blocks.extend(notes.map(|note| vec![(*note).to_owned()]));
        let mut page = self.heading(freshness);
        let mut left = budget(max_tokens).saturating_sub(self.tools.counter.count(&page));
        let mut included: Vec<Vec<&str>> = vec![Vec::new(); blocks.len()];
        for turn in 0..blocks.iter().map(Vec::len).max().unwrap_or(0) {
            for (block, included) in blocks.iter().zip(&mut included) {
                let is_listed = turn == 0 || !included.is_empty();
                let Some(text) = block.get(turn).filter(|_| is_listed) else {
                    continue;
                };
                let tokens = self.tools.counter.count(text);
                if tokens <= left {
                    left -= tokens;
                    included.push(text);
                }
            }
        }
        let omitted = included.iter().take(shown.len());
        let omitted = omitted.filter(|texts| texts.is_empty()).count();
        for (block, included) in blocks.iter().zip(included) {
            if let Some((heading, texts)) = included.split_first() {
                let _ = writeln!(page, "\n{}", heading.trim_end());
                page.extend(texts.iter().copied());
                // The code, if there is any, comes right after the heading.
                if texts.first().copied() != block.get(1).map(String::as_str) {
                    page.push_str("(read the rest with `read_symbol`)\n");
                }
            }
        }
        if shown.is_empty() {
            page.push_str("no results\n");
        } else if omitted > 0 {
            let _ = writeln!(
                page,
                "({omitted} more results; raise max_tokens or narrow the query)"
            );
        }
        Ok(page)
    }

    /// `fresh: yes` or the progress of indexing, and the parts of the repository that are not indexed yet.
    fn heading(&self, freshness: Freshness) -> String {
        let snapshot = self.tools.service.snapshots.latest().ok().flatten();
        let snapshot = snapshot.as_deref();
        let (vectors, leaves) = snapshot.map_or((0, 0), |it| (it.vectors(), it.leaves()));
        if freshness.fresh && vectors == leaves {
            return "fresh: yes\n".to_owned();
        }
        if freshness.fresh {
            let few = snapshot.filter(|_| leaves - vectors <= MAX_LOOKUPS);
            let without = few.and_then(|it| it.files_without_vectors().ok());
            let without = without.map(|paths| format!("; keywords only: {}", parts(paths.iter())));
            return format!(
                "fresh: yes (semantic search covers {vectors} of {leaves} chunks so far{})\n",
                without.unwrap_or_default()
            );
        }
        let (progress, failure) = {
            let latest = self.tools.service.reports.latest();
            (latest.progress, latest.failure.clone())
        };
        let reading = progress.filter(|it| it.files.1 > 0).map(|it| {
            let (done, all) = it.files;
            format!("indexing: {done} of {all} changed files read; {vectors} of {leaves} chunks have vectors")
        });
        let reason = failure.or(reading).or_else(|| freshness.warning());
        let mut heading = format!("fresh: no ({})\n", reason.unwrap_or_default());
        if let Some(missing) = self.missing(snapshot) {
            let _ = writeln!(heading, "not indexed yet: {missing}");
        }
        heading
    }

    /// The parts of the repository that are not in the snapshot, though they may be indexed; none if it has too
    /// many files to check.
    fn missing(&self, snapshot: Option<&Snapshot>) -> Option<String> {
        let limits = self.tools.project.reader.limits();
        let walk = walk(self.tools.project.root(), limits, self.cancel);
        let manifest = Manifest::read(&self.tools.project.index);
        let refused: HashSet<_> = manifest.iter().flat_map(Manifest::refused).collect();
        let is_missing = |path: &&SourcePath| {
            let found = snapshot.map(|it| it.find(file_id(path)));
            matches!(found, None | Some(Ok(None))) && !refused.contains(path)
        };
        let paths = walk.files.iter().map(|found| &found.path);
        let missing = (walk.files.len() <= MAX_LOOKUPS).then(|| parts(paths.filter(is_missing)));
        missing.filter(|parts| !parts.is_empty())
    }
}

/// `src (120 files), docs (3 files) and 2 more`: files by their first directory, most files first.
fn parts<'a>(paths: impl Iterator<Item = &'a SourcePath>) -> String {
    let mut parts: BTreeMap<&str, usize> = BTreeMap::new();
    for path in paths {
        let part = path.as_str().split('/').next().unwrap_or_default();
        *parts.entry(part).or_default() += 1;
    }
    let mut parts: Vec<(&str, usize)> = parts.into_iter().collect();
    parts.sort_by_key(|(_, files)| std::cmp::Reverse(*files));
    let named = parts.iter().take(MAX_PARTS);
    let named = named.map(|(part, files)| match files {
        1 => plain::path(part),
        _ => format!("{} ({files} files)", plain::path(part)),
    });
    let named = named.collect::<Vec<_>>().join(", ");
    match parts.len().saturating_sub(MAX_PARTS) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

/// Locations of the copies of a hit.
fn copies(hit: &Hit) -> impl Iterator<Item = String> {
    let copies = hit.locations.iter();
    copies.map(|(path, line)| format!("{}:{line}", plain::path(path.as_str())))
}

/// A line about other locations; empty without any.
fn also(others: impl Iterator<Item = String>) -> String {
    let mut others: Vec<String> = others.collect();
    let more = others.len().saturating_sub(MAX_OTHERS);
    others.truncate(MAX_OTHERS);
    match (others.join(", "), more) {
        (named, _) if named.is_empty() => named,
        (named, 0) => format!("also: {named}\n"),
        (named, more) => format!("also: {named} and {more} more\n"),
    }
}

/// A hit: its location, kind, name and id, and its copies; its code; its context.
fn block(root: &Path, number: usize, shown: &ShownHit<'_>) -> ResultText {
    let record = &shown.hit.record;
    let (path, kind, id) = (&record.path, record.kind.name(), record.id);
    let name = plain::name_of(shown);
    let lines = match record.is_directory() {
        true => String::new(),
        false => format!(":{}-{}", shown.lines.0, shown.lines.1),
    };
    let changed = match shown.changed {
        true => " (changed since it was indexed)",
        false => "",
    };
    let copies = also(copies(shown.hit));
    let heading = format!("{number}. {path}{lines} {kind} {name} [{id}]{changed}\n{copies}");
    let text = match &shown.text {
        Some(text) => plain::code(text),
        None => record.summary.clone(),
    };
    let texts = [text, surroundings(root, &shown.around)];
    let texts = texts.map(|text| format!("{}\n", text.trim_end()));
    let texts = texts.into_iter().filter(|text| !text.trim().is_empty());
    std::iter::once(heading).chain(texts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_named_by_the_number_of_their_files() {
        let check = |paths: &[&str], expected: &str| {
            let paths: Vec<SourcePath> = paths.iter().map(|path| SourcePath::new(path)).collect();
            assert_eq!(parts(paths.iter()), expected);
        };
        check(&[], "");
        check(&["a.rs", "src/a.rs", "src/b/c.rs"], "src (2 files), a.rs");
        let many = ["a", "b", "c", "d", "e", "f", "g", "h"];
        check(&many, "a, b, c, d, e, f and 2 more");
    }
}
