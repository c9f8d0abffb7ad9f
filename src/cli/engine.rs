//! `smriti-tui search --engine`: a database finds the files, which are indexed again and ranked as those of a repository.

use super::chunks::VERSION;
use super::embed::query_vector;
use super::output::{EXIT_ERROR, EXIT_OK, NOTHING, print_error};
use super::search::Batch;
use super::search_input::{each_query, read_query};
use super::search_options::SearchOptions;
use crate::config::{Config, Dirs};
use crate::corpus::Cancel;
use crate::embed::{Model, ModelSource};
use crate::engine::{Engine, EngineQuery};
use crate::pages::Style;
use crate::project::{EngineProject, Overrides};
use crate::search::{Mode, Query, take_repositories};
use crate::workers::SharedModel;
use anyhow::{Context, Result, ensure};
use std::sync::Arc;

pub(super) fn run(choices: &Overrides, options: &SearchOptions, style: &Style) -> Result<u8> {
    let address = options.engine.as_deref().unwrap_or_default();
    let password = std::env::var("PGPASSWORD").ok();
    let mut searched = SearchedEngine::open(choices, address, password.as_deref())?;
    let style = Style {
        links: None,
        base: None,
        ..*style
    };
    let (mut found, mut failed) = (false, false);
    each_query(options, |text| {
        let mut query = read_query(options, text);
        let project = searched.project(&mut query)?;
        let name = searched.engine.name();
        let mut batch = Batch::of_engine(&project, name, options, &style, &searched.shared)?;
        batch.answer_query(text, &query)?;
        found |= batch.found;
        failed |= batch.failed;
        Ok(())
    })?;
    Ok(match (failed, found) {
        (true, _) => EXIT_ERROR,
        (false, true) => EXIT_OK,
        (false, false) => NOTHING,
    })
}

/// A database, and what ranks its files.
struct SearchedEngine {
    engine: Engine,
    config: Config,
    shared: SharedModel,
    model: Arc<Model>,
    /// Several repositories were searched at once, and the user knows what that means.
    has_warned: bool,
}

impl SearchedEngine {
    /// Opens a database whose export this build can rank.
    fn open(choices: &Overrides, address: &str, password: Option<&str>) -> Result<Self> {
        let mut config = choices.config(&Dirs::from_environment()?)?;
        ensure!(
            config.embed.model.is_none(),
            "--engine ranks with the bundled model; search without --model and embed.model"
        );
        // Nothing of a database is sent to another server.
        config.summary.url = None;
        let engine = Engine::open(address, password)?;
        let shared = SharedModel::on_demand(ModelSource::Bundled, Box::new(|_| {}));
        let model = shared.usable(Mode::Semantic, &Cancel::new())?.loaded;
        let model = model.context("the bundled model is not loaded")?;
        for repository in engine.repositories() {
            let (version, name) = (&repository.version, &repository.name);
            ensure!(
                version == VERSION,
                "{name} in {} is an export of version {version}, and this build reads version {VERSION}; load it again",
                engine.name()
            );
            let (vectors, own) = (&repository.model, &model.id().0);
            ensure!(
                vectors == own,
                "{name} in {} has vectors of the model {vectors}, and this build has {own}; load it again, without --model",
                engine.name()
            );
        }
        Ok(Self {
            engine,
            config,
            shared,
            model,
            has_warned: false,
        })
    }

    /// The files that may answer a query, indexed; none if its error says why.
    fn project(&mut self, query: &mut Query) -> Result<EngineProject> {
        let mut files = Vec::new();
        query.error = query.error.take().or_else(|| unanswered(query));
        if query.error.is_none() {
            let names = self.engine.repositories().iter();
            let names: Vec<String> = names.map(|one| one.name.clone()).collect();
            match take_repositories(query, &names) {
                Err(sentence) => query.error = Some(sentence),
                Ok(repositories) => {
                    let searched = repositories.as_ref().map_or(names.len(), Vec::len);
                    if let Some(caveat) = caveat(searched)
                        && !self.has_warned
                    {
                        self.has_warned = true;
                        print_error(&caveat);
                    }
                    let vector = query_vector(&self.model, &query.words)?;
                    let is_known = vector.iter().any(|part| *part != 0.0);
                    files = self.engine.files(EngineQuery {
                        words: &query.words,
                        vector: is_known.then_some(&vector),
                        repositories: repositories.as_deref(),
                    })?;
                }
            }
        }
        EngineProject::of(&self.config, files, &self.shared)
    }
}

/// What a search in several repositories at once lacks; none for a single repository.
fn caveat(repositories: usize) -> Option<String> {
    (repositories > 1).then(|| {
        format!(
            "{repositories} repositories are searched at once: a name that many of them declare may be ranked lower than \
             by an index; repo:NAME searches one"
        )
    })
}

/// Why an engine cannot answer a query; none if it can.
fn unanswered(query: &Query) -> Option<String> {
    let is_ranked = !matches!(query.mode, Mode::Symbol | Mode::Regex)
        && !query.words.trim().is_empty()
        && !query.requests_summaries();
    (!is_ranked).then(|| {
        "an engine answers words; phrases, patterns, symbols, summaries and filters alone need an index: search a \
         directory"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{Args, Command, definition};
    use crate::engine::EngineFile;
    use clap::FromArgMatches;

    const RETRY: &str = "/// Counts retries of a request.\nfn count_retries() {\n    retries += 1;\n}\n\n\
        /// Retries again.\nfn retry_again() {\n    count_retries();\n}\n";

    /// The paths and first lines of the answer to a query in these files.
    fn answered(files: Vec<EngineFile>, query: &str) -> Vec<(String, u32)> {
        let arguments = [
            "smriti-tui",
            "search",
            "--engine",
            "postgres://localhost/code",
            query,
        ];
        let arguments = Args::from_arg_matches(&definition().get_matches_from(arguments)).unwrap();
        let Some(Command::Search(options)) = arguments.command else {
            panic!("a search");
        };
        let model = SharedModel::on_demand(ModelSource::Bundled, Box::new(|_| {}));
        let project = EngineProject::of(&Config::load(None).unwrap(), files, &model).unwrap();
        let style = Style {
            is_colored: false,
            links: None,
            base: None,
        };
        let mut batch = Batch::of_engine(&project, "code", &options, &style, &model).unwrap();
        let answer = batch.search(&read_query(&options, query)).unwrap();
        let Some(answer) = answer else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for shown in batch.shown(&answer).unwrap() {
            let lines = RETRY.lines().skip(shown.text_lines.0 as usize - 1);
            let lines = lines.take((shown.text_lines.1 - shown.text_lines.0 + 1) as usize);
            let expected = lines.collect::<Vec<_>>().join("\n");
            assert_eq!(shown.text.as_deref().map(str::trim_end), Some(&*expected));
            assert!(!shown.changed);
            found.push((shown.hit.record.path.to_string(), shown.text_lines.0));
        }
        found
    }

    #[test]
    fn hits_are_the_candidates_with_the_names_of_their_repositories() {
        let file = |repository: &str, candidates: &[(u32, u32)]| {
            EngineFile::new(repository, "src/retry.rs", RETRY, candidates.to_vec())
        };
        let query = "where are retries counted";
        assert_eq!(answered(Vec::new(), query), []);
        let one = vec![file("team/core", &[(1, 4)])];
        assert_eq!(
            answered(one, query),
            [("team/core/src/retry.rs".to_owned(), 1)]
        );
        let both = vec![file("team/core", &[(1, 4), (6, 9)])];
        assert_eq!(answered(both, query).len(), 2);
        // Equal texts are one result.
        let copies = vec![file("team/core", &[(1, 4)]), file("tools", &[(1, 4)])];
        assert_eq!(
            answered(copies, query),
            [("team/core/src/retry.rs".to_owned(), 1)]
        );
    }

    #[test]
    fn the_name_of_a_repository_is_a_relative_path() {
        let model = SharedModel::on_demand(ModelSource::Bundled, Box::new(|_| {}));
        for name in ["", "..", "/etc", "a/../b"] {
            let files = vec![EngineFile::new(name, "a.rs", RETRY, Vec::new())];
            let project = EngineProject::of(&Config::load(None).unwrap(), files, &model);
            let error = project.err().unwrap().to_string();
            assert!(error.contains("must be a relative path"), "{name}: {error}");
        }
    }

    #[test]
    fn a_search_in_several_repositories_says_what_it_lacks() {
        assert_eq!(caveat(1), None);
        assert!(caveat(21).is_some_and(|it| it.contains("21 repositories")));
    }

    #[test]
    fn an_engine_answers_words() {
        let check = |text: &str, mode, expected: bool| {
            let query = Query::parse(text, mode);
            assert_eq!(unanswered(&query).is_none(), expected, "{text}");
        };
        check("where are retries counted", Mode::Hybrid, true);
        check("retries \"max_retries\" lang:rust", Mode::Keywords, true);
        check("retries", Mode::Semantic, true);
        check("retries", Mode::Symbol, false);
        check("retr.*", Mode::Regex, false);
        check("\"max_retries\"", Mode::Hybrid, false);
        check("lang:rust", Mode::Hybrid, false);
        check("retries kind:file", Mode::Hybrid, false);
    }
}
