//! `smriti-tui status`: contents and location of the index.
//!
//! It changes no index and sends nothing.

use super::output::{EXIT_OK, print_error, print_object};
use crate::answers::NOT_INDEXED;
use crate::corpus::{Cancel, Place};
use crate::index::Snapshot;
use crate::pages::{
    StatusObject, SummariesObject, UnwrittenObject, WorkspaceStatus, status, workspace_status,
};
use crate::project::Project;
use crate::summary::endpoint::estimated_tokens;
use crate::workers::indexer::{SUMMARIZED_DECLARATIONS, author_of, unwritten};
use crate::workers::skipped;
use anyhow::{Context, Result};
use std::path::PathBuf;

/// Average bytes of text per token of the bundled tokenizer: 3.9 in flask, 4.3 in redux.
const BYTES_PER_TOKEN: u64 = 4;

#[derive(clap::Args, Debug)]
pub(super) struct StatusOptions {
    /// Any directory of the repository; several directories, a directory of clones or a workspace for several
    /// [default: current directory]
    #[arg(value_name = "DIR")]
    pub(super) directories: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// List every index with its size and repository
    #[arg(long, conflicts_with_all = ["json", "skipped", "summaries"])]
    pub(super) all: bool,
    /// List skipped files with reasons
    #[arg(long)]
    pub(super) skipped: bool,
    /// List what a summary server would receive; nothing is sent
    #[arg(long)]
    pub(super) summaries: bool,
}

pub(super) fn run(project: &Project, options: &StatusOptions) -> Result<u8> {
    let mut objects = Vec::new();
    for (place, project) in project.repositories() {
        let object = object(project, options, &place);
        objects.push(object.with_context(|| place.as_str().to_owned())?);
    }
    if objects.len() > 1 {
        let workspace = WorkspaceStatus::of(project, objects);
        print_object(&workspace, options.json, workspace_status)?;
    } else if let Some(object) = objects.first() {
        print_object(object, options.json, status)?;
    }
    Ok(EXIT_OK)
}

fn object(project: &Project, options: &StatusOptions, place: &Place) -> Result<StatusObject> {
    let snapshot = project.snapshots().latest()?;
    let snapshot = snapshot.as_deref();
    let mut list = None;
    if options.skipped {
        let folders = &[(Place::default(), project.index.clone())];
        let found = skipped(
            &project.reader,
            folders,
            |path| match snapshot {
                Some(snapshot) => Ok(!snapshot.contains_file(path)?),
                None => Ok(true),
            },
            &Cancel::new(),
        );
        list = Some(found?);
    }
    let mut object = StatusObject::new(project, snapshot, list)?;
    if options.json
        && let Some(snapshot) = snapshot
    {
        object.tokens_saved = Some(snapshot.repeated_bytes()? / BYTES_PER_TOKEN);
    }
    if options.summaries {
        match snapshot {
            Some(snapshot) => object.summaries = Some(summaries(project, snapshot)?),
            None => print_error(&place.about(NOT_INDEXED)),
        }
    }
    Ok(object)
}

/// Requests that the server would receive.
fn summaries(project: &Project, snapshot: &Snapshot) -> Result<SummariesObject> {
    let server = project.config.summary.server();
    let mut object = SummariesObject {
        url: server.map(|(url, _)| url.to_owned()),
        model: server.map(|(_, model)| model.to_owned()),
        tokens: 0,
        unwritten: Vec::new(),
    };
    let author = server.map(|(_, model)| author_of(model));
    for summary in unwritten(snapshot, author.as_deref(), SUMMARIZED_DECLARATIONS)? {
        let prompt =
            summary.prompt(snapshot, &project.reader, &project.limits(), &Cancel::new())?;
        let Some(prompt) = prompt else {
            continue;
        };
        let tokens = estimated_tokens(&prompt);
        object.tokens += tokens;
        object.unwritten.push(UnwrittenObject {
            path: summary.record.path.to_string(),
            kind: summary.record.kind.name(),
            tokens,
            system: prompt.system,
            user: prompt.user,
        });
    }
    Ok(object)
}
