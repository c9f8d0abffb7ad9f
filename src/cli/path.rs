//! `smriti-tui path`: how a declaration reaches another one.

use super::args::PathOptions;
use super::asking::Asking;
use super::exit::{EXIT_OK, NOTHING};
use super::output::print_object;
use crate::answers::find_path;
use crate::pages::{self, Style};
use crate::project::Project;

pub(super) fn run(project: &Project, options: &PathOptions, style: &Style) -> anyhow::Result<u8> {
    let mut asking = Asking::start(project)?;
    let from = asking.declarations(&options.from)?.with_namesakes();
    let to = asking.declarations(&options.to)?.with_namesakes();
    let root = project.root().path().to_string_lossy().into_owned();
    let cancel = asking.cancel.clone();
    let object = find_path(&mut asking.codebase(), root, (&from, &to), &cancel)?;
    print_object(&object, options.json, |object| {
        pages::path_between(object, style)
    })?;
    Ok(if object.paths.is_empty() {
        NOTHING
    } else {
        EXIT_OK
    })
}
