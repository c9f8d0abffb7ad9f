//! Checks of the settings for a repository.
//!
//! [`all()`] returns the outcomes of an opened [`Project`].

use super::check::Check;
use crate::answers::ModelStatus;
use crate::app::{Keymap, grouped};
use crate::config::ClipboardConfig;
use crate::corpus::{Cancel, Extraction, Location, Walk, walk};
use crate::index::FORMAT;
use crate::project::Project;
use crate::runtime::theme_warnings;
use crate::terminal::clipboard::ClipboardMethod;
use crate::terminal::editor::{GitEditor, Window};
use crate::terminal::{clipboard, editor, is_found, shows};
use std::fs::{self, File};
use std::path::Path;
use std::time::Instant;

/// File with the maximum number of directories that Linux watches for one user.
const MAX_WATCHES_FILE: &str = "/proc/sys/fs/inotify/max_user_watches";

/// The outcomes by area.
pub(super) fn all(project: &Project) -> Vec<(&'static str, Vec<Check>)> {
    let walk = walk(project.root(), project.reader.limits(), &Cancel::new());
    let cache = unwritable(project.index.path());
    vec![
        ("config", vec![configuration(project)]),
        ("theme", theme(project)),
        ("keys", keys(project)),
        ("editor", vec![editor(project, &walk)]),
        ("clipboard", vec![clipboard(&project.config.clipboard)]),
        ("model", vec![model(project)]),
        ("index", vec![index(project)]),
        ("cache", cache.into_iter().collect()),
        ("writer", writer(project).into_iter().collect()),
        ("watching", vec![watching(&walk)]),
    ]
}

/// The configuration file, which is valid: otherwise the project would not open.
fn configuration(project: &Project) -> Check {
    let file = &project.config_file;
    if file.exists() {
        Check::good(file.display().to_string())
    } else {
        Check::good(format!("defaults ({} does not exist)", file.display()))
    }
}

fn theme(project: &Project) -> Vec<Check> {
    let warning = |warning: &String| {
        let fix = "fix that line, which is ignored until then";
        let (message, advice) = warning.rsplit_once("; ").unwrap_or((warning, fix));
        Check::note(message, advice)
    };
    match theme_warnings(project, shows()) {
        Ok(warnings) if warnings.is_empty() => vec![Check::good(&project.config.ui.theme)],
        Ok(warnings) => warnings.iter().map(warning).collect(),
        Err(error) => vec![Check::error(&error)],
    }
}

fn keys(project: &Project) -> Vec<Check> {
    let keys = &project.config.keys;
    match Keymap::from_config(keys) {
        Ok(keymap) if keymap.conflicts().is_empty() => {
            vec![Check::good(format!("{}, no conflicts", keys.preset.name()))]
        }
        Ok(keymap) => {
            let advice = "`smriti-tui keys --check` lists only these";
            let conflicts = keymap.conflicts().iter();
            conflicts.map(|text| Check::note(text, advice)).collect()
        }
        Err(error) => vec![Check::error(&error.into())],
    }
}

/// Editor command for an existing file of the repository.
fn editor(project: &Project, walk: &Walk) -> Check {
    let mut paths = walk.files.iter().map(|file| &file.path);
    // Documents have a program of their own.
    let Some(path) = paths.find(|path| Extraction::of(path).is_none()) else {
        return Check::note("no file to edit", "");
    };
    let location = Location {
        path: path.clone(),
        line: 1,
        column: 1,
    };
    let (root, config) = (project.root().path(), &project.config.editor);
    let launch = match editor::plan(&location, root, config, &GitEditor::default()) {
        Ok(launch) => launch,
        Err(error) => return Check::error(&error),
    };
    let (line, named_by) = (launch.line(), launch.named_by);
    if !is_found(&launch.program) {
        return Check::problem(
            format!("{named_by} names an editor that is not installed: {line}"),
            "install it, or set editor.command in config.toml",
        );
    }
    let shown = match launch.window {
        Window::Terminal => "in this terminal",
        Window::Elsewhere => "in a separate window",
    };
    Check::good(format!("{line} ({named_by}, {shown})"))
}

fn clipboard(config: &ClipboardConfig) -> Check {
    match clipboard::method(config) {
        Ok(ClipboardMethod::Program(command)) if !is_found(command[0].as_ref()) => Check::problem(
            format!(
                "clipboard.command names a program that is not installed: {}",
                command.join(" ")
            ),
            "install it, or set clipboard.command in config.toml",
        ),
        Ok(method) => Check::good(format!("by {method}")),
        Err(error) => Check::error(&error),
    }
}

/// Loads the model like the explorer.
fn model(project: &Project) -> Check {
    let started = Instant::now();
    match project.lazy_model().wait(&Cancel::new()) {
        ModelStatus::Ready(model) => {
            let (name, dimension) = (&model.id().0, model.dimension());
            let took = started.elapsed().as_millis();
            let library = model.library();
            let on = library.map(|path| format!("ONNX Runtime from {}, ", path.display()));
            let on = on.unwrap_or_default();
            Check::good(format!(
                "{name}, {dimension} dimensions, {on}loaded in {took} ms"
            ))
        }
        ModelStatus::Failed(why) => {
            Check::problem(why, "until it is fixed only keyword search works")
        }
        // Only a cancelled wait returns this, and this one is never cancelled.
        ModelStatus::Loading => Check::note("still loading", ""),
    }
}

fn index(project: &Project) -> Check {
    let folder = project.index.path().display();
    match project.snapshots().latest() {
        Ok(None) => Check::note(
            format!("nothing is indexed yet; the index will be in {folder}"),
            "run the explorer or `smriti-tui index`",
        ),
        Ok(Some(snapshot)) => {
            let (generation, files) = (snapshot.generation().0, snapshot.files());
            let share = f64::from(snapshot.complete() * 100.0).floor();
            Check::good(format!(
                "{folder}: format {FORMAT}, generation {generation}, {files} files, {} leaves, \
                 {share:.0}% with vectors",
                snapshot.leaves()
            ))
        }
        Err(error) => Check::problem(
            format!("{folder}: {error}"),
            "run `smriti-tui index` to rebuild damaged parts",
        ),
    }
}

/// The process that writes the index.
fn writer(project: &Project) -> Option<Check> {
    let message = match project.index.is_being_written() {
        Some(false) => return None,
        None => "this file system does not show which process writes the index".to_owned(),
        Some(true) => {
            let who = project.index.writer();
            let who = who.unwrap_or_else(|| "another process".to_owned());
            format!("{who} writes the index; other processes follow it")
        }
    };
    Some(Check::note(message, ""))
}

/// Tries to write in a folder, or in its nearest existing ancestor, and returns the error: permissions alone do
/// not show that a file system is read-only.
fn unwritable(folder: &Path) -> Option<Check> {
    let existing = folder.ancestors().find(|above| above.exists())?;
    let probe = existing.join(format!(".smriti-probe-{}", std::process::id()));
    let tried = File::create_new(&probe).and_then(|_| fs::remove_file(&probe));
    let error = tried.err()?;
    Some(Check::problem(
        format!("{} cannot be written: {error}", existing.display()),
        "make it writable, or set XDG_CACHE_HOME to a writable folder",
    ))
}

/// Compares the number of directories with the system's limit on watches.
fn watching(walk: &Walk) -> Check {
    let directories = grouped(walk.directories.len());
    let most = fs::read_to_string(MAX_WATCHES_FILE).ok();
    match most.and_then(|text| text.trim().parse::<usize>().ok()) {
        Some(most) if walk.directories.len() > most => Check::note(
            format!(
                "{directories} directories, but the system watches up to {}; smriti-tui scans for \
                 changes every few seconds",
                grouped(most)
            ),
            format!(
                "sudo sysctl fs.inotify.max_user_watches={}",
                walk.directories.len() * 2
            ),
        ),
        Some(most) => Check::good(format!(
            "{directories} directories; the system watches up to {} directories",
            grouped(most)
        )),
        None => Check::good(format!("{directories} directories")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::doctor::check::Severity;
    use crate::config::ClipboardMode;

    #[test]
    fn a_missing_program_for_the_clipboard_is_a_problem() {
        let check = |command: &str| {
            let config = ClipboardConfig {
                method: ClipboardMode::Auto,
                command: Some(command.to_owned()),
            };
            clipboard(&config).state == Severity::Problem
        };
        assert!(check("no-such-program --now"));
        assert!(!check("sh -c cat"));
    }

    #[test]
    fn an_unwritable_cache_is_a_problem() {
        let directory = tempfile::tempdir().unwrap();
        let check = |folder: &Path| unwritable(folder).map(|it| it.state);
        assert_eq!(check(&directory.path().join("cache/project")), None);
        let left = fs::read_dir(directory.path()).unwrap().count();
        assert_eq!(left, 0, "the probe is removed");
        let file = directory.path().join("file");
        fs::write(&file, "").unwrap();
        let problem = Some(Severity::Problem);
        assert_eq!(check(&file.join("project")), problem);
    }
}
