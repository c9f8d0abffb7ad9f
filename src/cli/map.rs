//! `smriti-tui map`: the shape of a directory.

use super::args::MapOptions;
use super::asking::Asking;
use super::exit::EXIT_OK;
use super::output::print_object;
use crate::answers::MapObject;
use crate::context::Codebase;
use crate::corpus::SourcePath;
use crate::pages::{self, Style};
use crate::project::{NamedPath, Overrides, Project};
use crate::search::Query;
use std::path::Path;

pub(super) fn run(choices: &Overrides, options: &MapOptions, style: &Style) -> anyhow::Result<u8> {
    let (project, directory) = match &options.directory {
        None => (Project::open_all(choices, &[])?, SourcePath::default()),
        Some(directory) => {
            let named = NamedPath::find(Path::new(""), directory)?;
            let project = Project::of_path(choices, named.directory())?;
            let directory = named.in_repository(&project)?;
            (project, directory)
        }
    };
    project.expect_one("map")?;
    let mut asking = Asking::start(&project)?;
    let query = Query::default();
    let (context, sources) = asking.parts(&query);
    let mut codebase = Codebase::new(context.snapshot, sources, context.cancel);
    let root = project.root().path().to_string_lossy().into_owned();
    let map = MapObject::of(&mut codebase, &context, root, &directory)?;
    print_object(&map, options.json, |map| pages::map(map, true, style))?;
    Ok(EXIT_OK)
}
