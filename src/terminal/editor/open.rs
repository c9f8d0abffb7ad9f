//! Opening of a location in the editor, or of a document in its viewer.

use super::choice::{GitEditor, choose};
use super::launch::{EditorLocation, Launch, Window};
use super::table::{filled, in_split, launch};
use crate::config::EditorConfig;
use crate::corpus::{Extraction, Location};
use crate::terminal::programs::words;
use anyhow::{Context, Error, Result, ensure};
use std::ffi::OsStr;
use std::path::Path;

/// Command that opens a file with its default program.
const OPENER: &str = match () {
    () if cfg!(target_os = "macos") => "open",
    () if cfg!(windows) => "explorer",
    () => "xdg-open",
};

/// Opens a location in the repository at `root`, or a document in its viewer. A terminal editor is returned
/// instead of started, unless `is_beside` requests a split or tab. If a started program fails,
/// `on_failure` is called on another thread.
pub fn open(
    location: &Location,
    is_beside: bool,
    root: &Path,
    config: &EditorConfig,
    git: &GitEditor,
    on_failure: impl FnOnce(Error) + Send + 'static,
) -> Result<Option<Launch>> {
    let mut launch = plan(location, root, config, git)?;
    if launch.window == Window::Terminal {
        if !is_beside {
            return Ok(Some(launch));
        }
        launch = in_split(&launch, |name| {
            std::env::var_os(name).is_some_and(|value| !value.is_empty())
        })
        .context(
            "no split or tab to open the editor in: run smriti-tui inside tmux, Zellij, WezTerm or Neovim's \
             terminal",
        )?;
    }
    launch.start(on_failure).map(|()| None)
}

/// Returns the command that [`open`] would run without a split.
pub fn plan(
    location: &Location,
    root: &Path,
    config: &EditorConfig,
    git: &GitEditor,
) -> Result<Launch> {
    let file = location.path.under(root);
    ensure!(
        file.is_file(),
        "{} no longer exists; the index will be updated",
        location.path
    );
    if Extraction::of(&location.path).is_some() {
        return viewer(config.viewer.as_deref(), file.as_os_str());
    }
    let target = EditorLocation {
        file: file.as_os_str(),
        line: location.line,
        column: location.column,
    };
    let neovim = std::env::var_os("NVIM").filter(|server| !server.is_empty());
    let neovim = neovim.as_deref().map(OsStr::to_string_lossy);
    Ok(launch(
        &choose(config, git, root)?,
        target,
        neovim.as_deref(),
    ))
}

/// The command that opens a document in its viewer, without a line.
fn viewer(configured: Option<&str>, file: &OsStr) -> Result<Launch> {
    const SETTING: &str = "editor.viewer";
    let words = words(configured.unwrap_or(OPENER), SETTING)?;
    let (line, column) = (1, 1);
    let (program, arguments) = filled(&words, EditorLocation { file, line, column });
    Ok(Launch {
        program,
        arguments,
        window: Window::Elsewhere,
        directory: None,
        named_by: SETTING,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::SourcePath;
    #[cfg(target_os = "linux")]
    use std::sync::mpsc;

    #[cfg(target_os = "linux")]
    fn check(script: &str, expected: Option<&str>) {
        let launch = Launch {
            program: "sh".into(),
            arguments: vec!["-c".into(), script.into()],
            window: Window::Elsewhere,
            directory: None,
            named_by: "a test",
        };
        let (sender, failures) = mpsc::channel();
        let on_failure = move |error: Error| sender.send(error.to_string()).unwrap();
        launch.start(on_failure).unwrap();
        assert_eq!(failures.recv().ok().as_deref(), expected, "{script}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_failure_in_a_window_is_reported_later() {
        check("exit 0", None);
        check("exit 3", Some("`sh` ended with exit status: 3"));
        check("kill -9 $$", Some("`sh` ended with signal: 9 (SIGKILL)"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_window_gets_neither_terminal_input_nor_process_group() {
        check("read line", Some("`sh` ended with exit status: 1"));
        // The fifth field of `stat` is the process group.
        let script = "read -r _ _ _ _ group _ < /proc/$$/stat && [ \"$group\" = $$ ]";
        check(script, None);
    }

    fn check_viewer(configured: Option<&str>, expected: Result<&[&str], &str>) {
        let launched = viewer(configured, OsStr::new("/r/a b.pdf"));
        let line = launched.map(|launch| {
            let arguments = launch.arguments.into_iter();
            let words = std::iter::once(launch.program).chain(arguments);
            let words = words.map(|word| word.to_string_lossy().into_owned());
            words.collect::<Vec<_>>()
        });
        match (line, expected) {
            (Ok(line), Ok(expected)) => assert_eq!(line, expected),
            (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{error}"),
            (line, expected) => panic!("{line:?} instead of {expected:?}"),
        }
    }

    #[test]
    fn the_file_is_one_argument_of_the_viewer_in_any_position() {
        check_viewer(None, Ok(&[OPENER, "/r/a b.pdf"]));
        check_viewer(Some("zathura"), Ok(&["zathura", "/r/a b.pdf"]));
        check_viewer(
            Some("my-viewer --file {file} -q"),
            Ok(&["my-viewer", "--file", "/r/a b.pdf", "-q"]),
        );
        check_viewer(
            Some("my-viewer --file={file}"),
            Ok(&["my-viewer", "--file=/r/a b.pdf"]),
        );
        check_viewer(Some("'a viewer'"), Ok(&["a viewer", "/r/a b.pdf"]));
        check_viewer(Some("viewer 'x"), Err("check its quotes"));
        check_viewer(Some(" "), Err("check its quotes"));
    }

    #[test]
    fn a_deleted_document_is_reported() {
        let root = tempfile::tempdir().unwrap();
        let location = Location {
            path: SourcePath::new("gone.pdf"),
            line: 1,
            column: 1,
        };
        let config = EditorConfig {
            command: None,
            viewer: None,
        };
        let error = plan(&location, root.path(), &config, &GitEditor::default()).unwrap_err();
        assert!(error.to_string().starts_with("gone.pdf no longer exists"));
    }
}
