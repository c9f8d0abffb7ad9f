//! Checks of the settings for this repository: configuration, editor, clipboard, model, index,
//! watching.

use super::Finding;
use crate::app::Keymap;
use crate::config::Dirs;
use crate::corpus::{Cancel, Extraction, Location, Walk, walk};
use crate::embed::Backend;
use crate::index::FORMAT;
use crate::project::Project;
use crate::runtime::theme_warnings;
use crate::terminal::editor::Shown;
use crate::terminal::{clipboard, editor, is_found, shows};
use crate::workers::ModelLoad;
use std::fs::{self, File};
use std::path::Path;
use std::time::Instant;

/// File with the maximum number of directories that Linux watches for one user.
const MOST_WATCHES: &str = "/proc/sys/fs/inotify/max_user_watches";

pub(super) fn all(project: &Project) -> Vec<Finding> {
    let mut findings = configuration(project);
    let walk = walk(project.root(), project.reader.limits(), &Cancel::new());
    findings.push(editor(project, &walk));
    findings.push(clipboard(project));
    findings.push(model(project));
    findings.extend(index(project));
    findings.push(watching(&walk));
    findings
}

/// The file, the theme and the keys. (One that is not understood keeps the project from opening.)
fn configuration(project: &Project) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Ok(dirs) = Dirs::of_user() {
        let file = dirs.user_file();
        findings.push(match file.exists() {
            true => Finding::good("config", file.display().to_string()),
            false => {
                let says = format!("none, the defaults hold ({} is not there)", file.display());
                Finding::good("config", says)
            }
        });
    }
    let theme = &project.config.ui.theme;
    match theme_warnings(project, shows()) {
        Ok(warnings) if warnings.is_empty() => findings.push(Finding::good("theme", theme)),
        Ok(warnings) => findings.extend(warnings.iter().map(|warning| {
            let mend = "fix that line; its binding is ignored until then";
            let (says, advice) = warning.rsplit_once("; ").unwrap_or((warning, mend));
            Finding::note("theme", says, advice)
        })),
        Err(error) => findings.push(Finding::told("theme", &error.to_string())),
    }
    match Keymap::of(&project.config.keys) {
        Ok(keymap) if keymap.conflicts().is_empty() => {
            let preset = project.config.keys.preset.name();
            findings.push(Finding::good("keys", format!("{preset}, no conflicts")));
        }
        Ok(keymap) => {
            let advice = "`smriti-tui keys --check` lists these alone";
            let notes = keymap.conflicts().iter();
            findings.extend(notes.map(|conflict| Finding::note("keys", conflict, advice)));
        }
        Err(fault) => findings.push(Finding::told("keys", &fault.to_string())),
    }
    findings
}

/// Editor command for an existing file of the repository.
fn editor(project: &Project, walk: &Walk) -> Finding {
    let mut paths = walk.files.iter().map(|file| &file.path);
    // Documents have a program of their own.
    let Some(path) = paths.find(|path| Extraction::of(path).is_none()) else {
        return Finding::note("editor", "no file to edit", "");
    };
    let path = path.clone();
    let (line, column) = (1, 1);
    let location = Location { path, line, column };
    let planned = editor::plan(&location, project.root().path(), &project.config.editor);
    let (launch, named_by) = match planned {
        Ok(planned) => planned,
        Err(error) => return Finding::told("editor", &error.to_string()),
    };
    let line = launch.line();
    if !is_found(&launch.program) {
        let says = format!("{named_by} names an editor that is not installed: {line}");
        let advice = "install it, or set editor.command in config.toml";
        return Finding::problem("editor", says, advice);
    }
    let shown = match launch.shown {
        Shown::Terminal => "in this terminal",
        Shown::Elsewhere => "in a separate window",
    };
    Finding::good("editor", format!("{line} ({named_by}, {shown})"))
}

fn clipboard(project: &Project) -> Finding {
    match clipboard::way(&project.config.clipboard) {
        Ok(way) => Finding::good("clipboard", format!("by {way}")),
        Err(error) => Finding::told("clipboard", &error.to_string()),
    }
}

/// Loads the model, as the explorer would.
fn model(project: &Project) -> Finding {
    let backend = match &project.backend {
        Backend::PureRust => "the built-in backend".to_owned(),
        Backend::OnnxRuntime(library) => library.display().to_string(),
    };
    let started = Instant::now();
    let load = match project.model(Box::new(|_| {})) {
        Ok(model) => model.wait(&Cancel::new()),
        Err(error) => return Finding::problem("model", error.to_string(), ""),
    };
    match load {
        ModelLoad::Ready(model) => {
            let (name, dimension) = (&model.id().0, model.dimension());
            let took = started.elapsed().as_millis();
            let says = format!("{name}, {dimension} dimensions, on {backend}, loaded in {took} ms");
            Finding::good("model", says)
        }
        ModelLoad::Failed(why) => Finding::problem(
            "model",
            format!("{why} (on {backend})"),
            "keywords answer alone until then; embed.model and embed.onnxruntime in config.toml say \
             which model runs on what",
        ),
        // Only a cancelled wait ends so, and nobody cancels this one.
        ModelLoad::Loading => Finding::note("model", "still loading", ""),
    }
}

fn index(project: &Project) -> Vec<Finding> {
    let folder = project.index.path().display().to_string();
    let cannot_be_written = unwritable(project.index.path());
    let nothing = "nothing is indexed yet";
    let mut findings = vec![match project.snapshots().latest() {
        Ok(None) if cannot_be_written.is_some() => {
            let says = format!("{nothing}, and cannot be in {folder}");
            Finding::note("index", says, "")
        }
        Ok(None) => {
            let says = format!("{nothing}; it will be in {folder}");
            let advice = "run the explorer or `smriti-tui index`";
            Finding::note("index", says, advice)
        }
        Ok(Some(snapshot)) => {
            let (generation, files) = (snapshot.generation().0, snapshot.files());
            let (leaves, complete) = (snapshot.leaves(), snapshot.complete() * 100.0);
            let says = format!(
                "{folder}: format {FORMAT}, generation {generation}, {files} files, {leaves} leaves, \
                 {:.0} % with vectors",
                f64::from(complete).floor()
            );
            Finding::good("index", says)
        }
        Err(error) => {
            let advice = "run `smriti-tui index` to rebuild damaged parts";
            Finding::problem("index", format!("{folder}: {error}"), advice)
        }
    }];
    findings.extend(cannot_be_written);
    match project.index.is_being_written() {
        Some(false) => {}
        None => {
            let says = "this file system does not tell who writes the index";
            findings.push(Finding::note("writer", says, ""));
        }
        Some(true) => {
            let who = project.index.writer();
            let who = who.unwrap_or_else(|| "another process".to_owned());
            let says = format!("{who} writes the index; others follow it");
            findings.push(Finding::note("writer", says, ""));
        }
    }
    findings
}

/// That nothing can be written below a folder, or where it would be made. Tried, and not looked up:
/// a file system may be read-only whatever its permissions say.
fn unwritable(folder: &Path) -> Option<Finding> {
    let there = folder.ancestors().find(|above| above.exists())?;
    let probe = there.join(format!(".smriti-probe-{}", std::process::id()));
    let tried = File::create_new(&probe).and_then(|_| fs::remove_file(&probe));
    let error = tried.err()?;
    Some(Finding::problem(
        "cache",
        format!("{} cannot be written: {error}", there.display()),
        "make it writable, or set XDG_CACHE_HOME to a folder that is",
    ))
}

/// Compares the number of directories with the system's limit on watches.
fn watching(walk: &Walk) -> Finding {
    let directories = walk.directories.len();
    let most = std::fs::read_to_string(MOST_WATCHES);
    match most.ok().and_then(|text| text.trim().parse::<usize>().ok()) {
        Some(most) if directories > most => Finding::note(
            "watching",
            format!(
                "{directories} directories, and the system watches {most}: changes are looked for \
                 every few seconds"
            ),
            format!(
                "sudo sysctl fs.inotify.max_user_watches={}",
                directories * 2
            ),
        ),
        Some(most) => {
            let says = format!("{directories} directories of the {most} that the system watches");
            Finding::good("watching", says)
        }
        None => Finding::good("watching", format!("{directories} directories")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_can_be_written_is_a_problem() {
        let directory = tempfile::tempdir().unwrap();
        let said = |folder: &Path| unwritable(folder).map(|it| (it.area, it.state));
        assert_eq!(said(&directory.path().join("cache/project")), None);
        let left = fs::read_dir(directory.path()).unwrap().count();
        assert_eq!(left, 0, "nothing stays of trying");
        let file = directory.path().join("file");
        fs::write(&file, "").unwrap();
        let problem = Some(("cache", super::super::State::Problem));
        assert_eq!(said(&file.join("project")), problem);
    }
}
