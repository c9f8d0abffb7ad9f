//! `smriti-tui impact`: what a change reaches.

use super::args::ImpactOptions;
use super::asking::Asking;
use super::exit::{EXIT_OK, NOTHING};
use super::output::{print, print_error, print_object};
use crate::answers::{AskedDeclarations, ImpactSearch};
use crate::pages::{self, Style, escape_lines};
use crate::project::Project;
use std::fmt::Write;

pub(super) fn run(project: &Project, options: &ImpactOptions, style: &Style) -> anyhow::Result<u8> {
    let mut asking = Asking::start(project)?;
    let mut changed = AskedDeclarations::default();
    for target in &options.targets {
        let found = asking.declarations(target)?;
        let others: Vec<String> = found.others().collect();
        if !others.is_empty() {
            print_error(&format!("{target} is also: {}", others.join(", ")));
        }
        changed.found.extend(found.found);
        changed.gone += found.gone;
    }
    let root = project.root().path().to_string_lossy().into_owned();
    let cancel = asking.cancel.clone();
    let mut search = ImpactSearch {
        codebase: &mut asking.codebase(),
        cancel: &cancel,
        depth: options.depth,
    };
    let object = search.find(root, &changed.found, changed.gone)?;
    let is_found = if options.tests {
        let arguments = object.test_arguments();
        let mut lines = String::new();
        for argument in &arguments {
            let _ = writeln!(lines, "{}", escape_lines(argument));
        }
        print(&lines)?;
        !arguments.is_empty()
    } else {
        print_object(&object, options.json, |object| pages::impact(object, style))?;
        !object.affected.is_empty()
    };
    Ok(if is_found { EXIT_OK } else { NOTHING })
}
