//! `smriti-tui outline`: the declarations of a file, or of all files of a directory.
//!
//! Principal type: [`OutlineObject`]. It reads the working tree and needs no index.

use super::json;
use super::output::{EXIT_OK, NOTHING, print};
use super::selection::{report_skipped, select};
use crate::answers::FileObject;
use crate::pages::{Style, outline};
use crate::project::{Overrides, SkippedObject};
use anyhow::Result;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(super) struct OutlineOptions {
    /// File or directory [default: current directory]
    #[arg(value_name = "PATH")]
    pub(super) path: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// The declarations of files.
#[derive(Serialize, JsonSchema)]
pub(super) struct OutlineObject {
    /// The root of the repository.
    root: String,
    /// The commit of the working tree.
    commit: Option<String>,
    files: Vec<FileObject>,
    skipped: Vec<SkippedObject>,
}

pub(super) fn run(choices: &Overrides, options: &OutlineOptions, style: &Style) -> Result<u8> {
    let (project, selection) = select(choices, options.path.as_deref())?;
    let root = project.root().path();
    let (mut files, mut count) = (Vec::new(), 0);
    let skipped = selection.each(&mut project.sources(), |tree, _| {
        count += 1;
        let file = FileObject::of(tree);
        if options.json {
            files.push(file);
            return Ok(());
        }
        print(&outline(root, &file, style))
    })?;
    if options.json {
        let root = root.to_string_lossy().into_owned();
        let object = OutlineObject {
            root,
            commit: project.commit(),
            files,
            skipped,
        };
        print(&(json::to_text(&object)? + "\n"))?;
    } else {
        report_skipped(&skipped);
    }
    Ok(if count > 0 { EXIT_OK } else { NOTHING })
}
