//! Opening a document, such as a PDF, in the system's program for it.

use super::{EditorError, Launch, Place, Shown, detached, template, watch};
use crate::config::EditorConfig;
use crate::corpus::SourcePath;
use std::ffi::OsStr;
use std::path::Path;

/// Command that opens a file with its default program.
const OPENER: &str = match () {
    () if cfg!(target_os = "macos") => "open",
    () if cfg!(windows) => "explorer",
    () => "xdg-open",
};

/// Opens a document of the repository at `root` in its own window, without waiting for the program;
/// `failed_later` is called on another thread if it fails.
pub fn view(
    path: &SourcePath,
    root: &Path,
    config: &EditorConfig,
    failed_later: impl FnOnce(EditorError) + Send + 'static,
) -> Result<(), EditorError> {
    let file = path.under(root);
    if !file.is_file() {
        return Err(EditorError::Gone(path.to_string()));
    }
    let launch = launch(config.viewer.as_deref(), file.as_os_str())?;
    let program = launch.program.to_string_lossy().into_owned();
    let cannot_start = |cause| EditorError::NoViewer {
        program: program.clone(),
        path: path.to_string(),
        cause,
    };
    let child = detached(&launch).spawn().map_err(cannot_start)?;
    watch(child, program.clone(), failed_later).map_err(cannot_start)
}

fn launch(configured: Option<&str>, file: &OsStr) -> Result<Launch, EditorError> {
    let command = configured.unwrap_or(OPENER);
    let words = shell_words::split(command).ok();
    let words = words.filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| EditorError::NotAViewer(command.to_owned()))?;
    // A viewer has no notion of a line.
    let place = Place {
        file,
        line: 1,
        column: 1,
    };
    let (program, arguments) = template::filled(&words, place);
    Ok(Launch {
        program,
        arguments,
        shown: Shown::Elsewhere,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(configured: Option<&str>, expected: Result<&[&str], &str>) {
        let launched = launch(configured, OsStr::new("/r/a b.pdf"));
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
    fn the_file_is_one_argument_in_any_position() {
        check(None, Ok(&[OPENER, "/r/a b.pdf"]));
        check(Some("zathura"), Ok(&["zathura", "/r/a b.pdf"]));
        check(
            Some("my-viewer --file {file} -q"),
            Ok(&["my-viewer", "--file", "/r/a b.pdf", "-q"]),
        );
        check(
            Some("my-viewer --file={file}"),
            Ok(&["my-viewer", "--file=/r/a b.pdf"]),
        );
        check(Some("'a viewer'"), Ok(&["a viewer", "/r/a b.pdf"]));
        check(Some("viewer 'x"), Err("check its quotes"));
        check(Some(" "), Err("check its quotes"));
    }

    #[test]
    fn a_deleted_document_is_reported() {
        let root = tempfile::tempdir().unwrap();
        let path = SourcePath::new("gone.pdf");
        let config = EditorConfig {
            command: None,
            viewer: None,
        };
        let error = view(&path, root.path(), &config, |_| {}).unwrap_err();
        assert!(error.to_string().starts_with("gone.pdf no longer exists"));
    }
}
