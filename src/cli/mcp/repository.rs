//! The tools, answered with the functions of the other commands.

use super::arguments::{
    OutlineArguments, ReferencesArguments, SearchArguments, SimilarArguments, SymbolArguments,
    budget, limit, parse_all,
};
use crate::chunk::{ChunkId, qualified_name};
use crate::cli::context::{Expansion, Target, context_of, page, surroundings};
use crate::cli::freshness::{Freshness, Upkeep};
use crate::cli::search::{Looked, Session, Shown, show, usable};
use crate::cli::selection::{Selection, on_line};
use crate::cli::{NotFound, outline, plain, similar, status};
use crate::corpus::{Cancel, head};
use crate::embed::TokenCounter;
use crate::index::Snapshots;
use crate::project::{Choices, Project};
use crate::search::{Answer, Mode, Query};
use crate::workers::indexer::{Indexer, Progress, Report};
use crate::workers::{SharedModel, Typing};
use anyhow::{Context, bail};
use std::fmt::Write;
use std::path::{Component, Path};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Maximum time that a query waits for the index to catch up with the working tree.
const CATCH_UP: Duration = Duration::from_secs(1);
const POLL: Duration = Duration::from_millis(50);

/// The repository that the server answers about.
pub(super) struct Repository {
    /// With the root set, so that every path resolves to this repository.
    choices: Choices,
    project: Project,
    model: SharedModel,
    snapshots: Snapshots,
    progress: Arc<Mutex<Option<Progress>>>,
    counter: TokenCounter,
}

/// A result of a tool: a heading that is always listed, and texts that are included while they fit.
struct Block {
    heading: String,
    texts: Vec<String>,
}

impl Repository {
    /// Opens a repository and starts the thread that indexes it.
    pub(super) fn open(choices: &Choices, project: Project) -> anyhow::Result<(Self, Indexer)> {
        let model = project.model(Box::new(|_| {}))?;
        let snapshots = project.snapshots();
        let indexing = project.indexing(model.clone(), Typing::default());
        let progress = Arc::new(Mutex::new(None));
        let latest = Arc::clone(&progress);
        let report = move |report| {
            let now = match report {
                Report::Progress(progress) | Report::Following(progress) => Some(progress),
                Report::Fresh(_) => None,
                _ => return,
            };
            *latest.lock().unwrap_or_else(PoisonError::into_inner) = now;
        };
        let indexer = Indexer::start(indexing.publishing(snapshots.clone()), Box::new(report))
            .context("cannot start a thread")?;
        let repository = Self {
            choices: Choices {
                root: Some(project.root().path().to_owned()),
                ..choices.clone()
            },
            project,
            model,
            snapshots,
            progress,
            counter: TokenCounter::bundled()?,
        };
        Ok((repository, indexer))
    }

    pub(super) fn search(
        &self,
        arguments: &SearchArguments,
        cancel: &Cancel,
    ) -> anyhow::Result<String> {
        let mode = match arguments.mode.as_deref() {
            None => Mode::default(),
            Some(name) => Mode::named(name).with_context(|| {
                let names = Mode::ALL.map(Mode::name).join(", ");
                format!("unknown mode {name:?}; valid modes: {names}")
            })?,
        };
        let wishes = self.expansions(&arguments.expand)?;
        let text = [
            &arguments.filters[..],
            std::slice::from_ref(&arguments.query),
        ]
        .concat();
        let query = Query {
            is_typing: false,
            ..Query::parse(&text.join(" "), mode)
        };
        let mut session = self.session(mode, limit(arguments.limit), &wishes, cancel)?;
        let answer = session.answer(&query)?;
        let shown = session.shown(answer.as_ref())?;
        let mut blocks: Vec<Block> = shown.iter().enumerate().map(block).collect();
        if blocks.is_empty() {
            let heading = match answer.is_some() {
                true => "no results".to_owned(),
                false => "nothing is indexed yet; try again in a few seconds".to_owned(),
            };
            blocks.push(heading_only(heading));
        }
        let notes = [
            query.hint.clone(),
            answer.as_ref().and_then(Answer::also_searching),
            (answer.is_some_and(|answer| answer.is_weak()))
                .then(|| "weak matches: no result fits the query well".to_owned()),
        ];
        blocks.extend(notes.into_iter().flatten().map(heading_only));
        self.page(session.looked.freshness, &blocks, arguments.max_tokens)
    }

    pub(super) fn outline(&self, arguments: &OutlineArguments) -> anyhow::Result<String> {
        let path = inside(Path::new(&arguments.path))?;
        let selection = Selection::of(&self.choices, Some(path))?;
        let mut outlined = Vec::new();
        outline::write_plain(&mut outlined, &selection)?;
        self.text_page(&String::from_utf8_lossy(&outlined), arguments.max_tokens)
    }

    pub(super) fn read_symbol(&self, arguments: &SymbolArguments) -> anyhow::Result<String> {
        let wishes = self.expansions(&arguments.expand)?;
        let (target, others) = self.target(&arguments.symbol)?;
        let object = context_of(&self.choices, None, &target, &wishes)?;
        self.text_page(&(others + &page(&object)), arguments.max_tokens)
    }

    pub(super) fn references(&self, arguments: &ReferencesArguments) -> anyhow::Result<String> {
        let (target, others) = self.target(&arguments.symbol)?;
        let wishes = [Expansion::Callers, Expansion::Callees, Expansion::Imports];
        let object = context_of(&self.choices, None, &target, &wishes)?;
        let chunk = &object.chunk;
        let text = format!(
            "{others}{}:{}-{}: {}\n{}",
            chunk.path,
            chunk.start_line,
            chunk.end_line,
            chunk.qualified_name,
            surroundings(&object.around)
        );
        self.text_page(&text, arguments.max_tokens)
    }

    pub(super) fn similar(&self, arguments: &SimilarArguments) -> anyhow::Result<String> {
        let query = similar::filters(&arguments.filters.join(" "))?;
        let (target, _) = self.target(&arguments.symbol)?;
        let id = self.id_of(&target)?;
        let mut upkeep = self.upkeep();
        let freshness = upkeep.refresh(&self.project)?;
        let limit = limit(arguments.limit);
        let answer = similar::find(&mut upkeep, id, &arguments.symbol, &query, limit)?;
        let mut sources = self.project.sources();
        let hits = answer.hits.iter();
        let shown: Vec<_> = hits.map(|hit| show(hit, &mut sources, &query)).collect();
        let mut blocks: Vec<Block> = shown.iter().enumerate().map(block).collect();
        if blocks.is_empty() {
            blocks.push(heading_only("no results".to_owned()));
        }
        self.page(freshness, &blocks, arguments.max_tokens)
    }

    pub(super) fn status(&self) -> anyhow::Result<String> {
        self.text_page(&status::text(&self.project)?, None)
    }

    fn upkeep(&self) -> Upkeep {
        Upkeep::publishing(&self.project, self.model.clone(), self.snapshots.clone())
    }

    fn session<'a>(
        &'a self,
        mode: Mode,
        limit: usize,
        wishes: &'a [Expansion],
        cancel: &Cancel,
    ) -> anyhow::Result<Session<'a>> {
        let mut upkeep = self.upkeep();
        let mut looked = Looked::now(&mut upkeep, &self.project)?;
        let started = Instant::now();
        while !looked.freshness.fresh && started.elapsed() < CATCH_UP && !cancel.is_cancelled() {
            std::thread::sleep(POLL);
            looked = Looked::now(&mut upkeep, &self.project)?;
        }
        Ok(Session {
            project: &self.project,
            wishes,
            mode,
            limit,
            head: head(self.project.root()),
            model: usable(&self.model, mode)?,
            sources: self.project.sources(),
            upkeep,
            looked,
            cancel: cancel.clone(),
        })
    }

    fn expansions(&self, texts: &[String]) -> anyhow::Result<Vec<Expansion>> {
        match parse_all(texts, "expansion")? {
            none if none.is_empty() => Ok(vec![Expansion::Auto]),
            wishes => Ok(wishes),
        }
    }

    /// The chunk that an id, a location or a qualified name stands for, and a line about other
    /// declarations with that name.
    fn target(&self, symbol: &str) -> anyhow::Result<(Target, String)> {
        if let Ok(target) = symbol.parse::<Target>() {
            if let Target::Line(path, _) | Target::Lines(path, ..) = &target {
                inside(path)?;
            }
            return Ok((target, String::new()));
        }
        let name = symbol.replace("::", ".");
        anyhow::ensure!(
            !name.is_empty() && !name.contains(char::is_whitespace),
            "{symbol:?} is neither a name, nor FILE:LINE, nor an id; use `search` to describe code"
        );
        let query = Query {
            is_typing: false,
            ..Query::parse(&format!("sym:{name}"), Mode::Keywords)
        };
        let mut session = self.session(Mode::Keywords, 10, &[], &Cancel::new())?;
        let answer = session.answer(&query)?;
        let hits = answer.map(|answer| answer.hits).unwrap_or_default();
        let Some((first, rest)) = hits.split_first() else {
            let freshness = self.heading(session.looked.freshness);
            bail!(NotFound(format!(
                "no declaration is called {symbol:?}; use `search` to find the name\n{freshness}"
            )));
        };
        let others: Vec<String> = (rest.iter())
            .map(|hit| {
                let record = &hit.record;
                let name = qualified_name(&record.names, record.kind);
                format!("{}:{} {name}", record.path, record.name_at.0)
            })
            .collect();
        let others = match others.is_empty() {
            true => String::new(),
            false => format!("also: {}\n", others.join(", ")),
        };
        Ok((Target::Id(first.record.id), others))
    }

    fn id_of(&self, target: &Target) -> anyhow::Result<ChunkId> {
        match target {
            Target::Id(id) => Ok(*id),
            Target::Line(file, line) | Target::Lines(file, line, _) => {
                let found = on_line(&self.choices, file, *line)?;
                let chunk = found.tree.chunks.get(found.leaf);
                Ok(chunk.context("there is no chunk on this line")?.id)
            }
        }
    }

    /// A text, cut to the budget at the end of a line.
    fn text_page(&self, text: &str, max_tokens: Option<usize>) -> anyhow::Result<String> {
        let freshness = self.upkeep().refresh(&self.project)?;
        let mut page = self.heading(freshness);
        let mut left = budget(max_tokens).saturating_sub(self.counter.count(&page)?);
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let tokens = self.counter.count(line)?;
            if tokens > left {
                let more = 1 + lines.count();
                let _ = writeln!(
                    page,
                    "({more} more lines; raise max_tokens or narrow the request)"
                );
                break;
            }
            left -= tokens;
            let _ = writeln!(page, "{line}");
        }
        Ok(page)
    }

    /// Headings of all blocks, then their texts in turn while they fit: the first text of each block, then
    /// the second of each.
    fn page(
        &self,
        freshness: Freshness,
        blocks: &[Block],
        max_tokens: Option<usize>,
    ) -> anyhow::Result<String> {
        let heading = self.heading(freshness);
        let mut left = budget(max_tokens).saturating_sub(self.counter.count(&heading)?);
        let mut listed = 0;
        for block in blocks {
            let tokens = self.counter.count(&block.heading)?;
            if tokens > left {
                break;
            }
            left -= tokens;
            listed += 1;
        }
        let blocks = blocks.get(..listed).unwrap_or_default();
        let most = blocks.iter().map(|block| block.texts.len()).max();
        let mut included = vec![Vec::new(); listed];
        for turn in 0..most.unwrap_or(0) {
            for (block, included) in blocks.iter().zip(&mut included) {
                let Some(text) = block.texts.get(turn) else {
                    continue;
                };
                let tokens = self.counter.count(text)?;
                if tokens <= left {
                    left -= tokens;
                    included.push(text.as_str());
                }
            }
        }
        let mut page = heading;
        for (block, included) in blocks.iter().zip(included) {
            let _ = writeln!(page, "\n{}", block.heading);
            included.iter().for_each(|text| page.push_str(text));
            if included.len() < block.texts.len() {
                let _ = writeln!(page, "(more of it with `read_symbol`)");
            }
        }
        Ok(page)
    }

    /// `fresh: yes`, or the progress of indexing.
    fn heading(&self, freshness: Freshness) -> String {
        if freshness.fresh {
            let snapshot = self.snapshots.latest().ok().flatten();
            let coverage = snapshot.map_or((0, 0), |it| (it.vectors(), it.leaves()));
            return match coverage {
                (vectors, leaves) if vectors < leaves => format!(
                    "fresh: yes (semantic search covers {vectors} of {leaves} chunks so far)\n"
                ),
                _ => "fresh: yes\n".to_owned(),
            };
        }
        let progress = *self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let mut heading = "fresh: no".to_owned();
        if let Some(Progress {
            files: (done, all),
            leaves,
            vectors,
            ..
        }) = progress
        {
            let _ = write!(
                heading,
                " (indexing: {done} of {all} changed files read; {vectors} of {leaves} chunks have vectors)"
            );
        } else if let Some(caveat) = freshness.caveat() {
            let _ = write!(heading, " ({caveat})");
        }
        heading + "\n"
    }
}

/// Refuses git's own files; other paths are checked when they are opened.
fn inside(path: &Path) -> anyhow::Result<&Path> {
    let is_git = |part: Component<'_>| part.as_os_str().eq_ignore_ascii_case(".git");
    match path.components().any(is_git) {
        true => bail!("{}: files of git are not readable here", path.display()),
        false => Ok(path),
    }
}

fn heading_only(heading: String) -> Block {
    Block {
        heading,
        texts: Vec::new(),
    }
}

/// A hit: its location, kind, name and id; its code; its context.
fn block((at, shown): (usize, &Shown<'_>)) -> Block {
    let record = &shown.hit.record;
    let lines = match record.is_directory() {
        true => String::new(),
        false => format!(":{}-{}", shown.lines.0, shown.lines.1),
    };
    let changed = match shown.changed {
        true => " (changed since it was indexed)",
        false => "",
    };
    let heading = format!(
        "{}. {}{lines} {} {} [{}]{changed}",
        at + 1,
        record.path,
        record.kind.name(),
        plain::name_of(shown),
        record.id
    );
    let text = match &shown.text {
        Some(text) => plain::code(text),
        None => record.summary.clone(),
    };
    let mut texts = vec![text, surroundings(&shown.around)];
    texts.retain(|text| !text.trim().is_empty());
    for text in &mut texts {
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    Block { heading, texts }
}
