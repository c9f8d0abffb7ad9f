//! Writes exports: reads the places as the working tree has them, in a thread of its own.

use crate::app::{Destination, Exported, Form, Mark, Written};
use crate::chunk::ChunkTree;
use crate::context::{Anchor, Sources, anchor};
use crate::corpus::Cancel;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::thread::Builder;

/// Files of one name that are not overwritten, before it is given up.
const MOST_FILES: usize = 1_000;

/// Starts writing; `done` hears of it once.
pub(super) fn start(
    mut sources: Sources,
    form: Form,
    to: Destination,
    asked: String,
    marks: Vec<Mark>,
    done: impl FnOnce(Result<Written, String>) + Send + 'static,
) -> io::Result<()> {
    let body = move || {
        let write = AssertUnwindSafe(|| {
            let places: Vec<Exported> = marks.iter().map(|it| place(&mut sources, it)).collect();
            let text = form.text(&asked, &places);
            match to {
                Destination::Clipboard => Ok(Written::Text(text, places.len())),
                Destination::File => {
                    let directory = std::env::current_dir().map_err(|error| unwritten(&error))?;
                    let file = write_new(&directory, form.extension(), &text)?;
                    Ok(Written::File(file, places.len()))
                }
            }
        });
        done(catch_unwind(write).unwrap_or_else(|_| {
            Err("the export failed by a fault in smriti-tui; please report it".to_owned())
        }));
    };
    Builder::new().name("export".to_owned()).spawn(body)?;
    Ok(())
}

/// A mark as the working tree has it now; what is not there any more keeps its place, without text.
fn place(sources: &mut Sources, mark: &Mark) -> Exported {
    let tree = (!mark.is_directory).then(|| sources.tree(&mark.path, &Cancel::new()));
    if let Some(Ok(tree)) = tree
        && let Anchor::Found(chunk) = anchor(&tree, mark.id, mark.hash)
        && let Some(found) = chunk_at(&tree, chunk)
    {
        return found;
    }
    Exported {
        path: mark.path.clone(),
        line: mark.line,
        column: 1,
        lines: (mark.line, mark.line),
        kind: match mark.is_directory {
            true => "module",
            false => "file",
        },
        names: Vec::new(),
        language: None,
        code: None,
        title: match mark.is_directory {
            true => "directory".to_owned(),
            false => "changed since it was indexed".to_owned(),
        },
    }
}

fn chunk_at(tree: &ChunkTree, index: usize) -> Option<Exported> {
    let chunk = tree.chunks.get(index)?;
    let code = tree.text(chunk).into_owned();
    let (line, column) = chunk.name_at;
    let below = line.saturating_sub(chunk.lines.0) as usize;
    let title = code.lines().nth(below).unwrap_or_default().trim();
    Some(Exported {
        path: tree.path().clone(),
        line,
        column,
        lines: chunk.lines,
        kind: chunk.kind.name(),
        names: chunk.names.get(1..).unwrap_or_default().to_vec(),
        language: tree.language_of(chunk).map(str::to_owned),
        title: title.to_owned(),
        code: Some(code),
    })
}

/// Writes a file that was not there before, and says what it is called.
fn write_new(directory: &Path, extension: &str, text: &str) -> Result<String, String> {
    for number in 1..=MOST_FILES {
        let name = match number {
            1 => format!("smriti-export.{extension}"),
            number => format!("smriti-export-{number}.{extension}"),
        };
        match File::create_new(directory.join(&name)) {
            Ok(mut file) => {
                let written = file
                    .write_all(text.as_bytes())
                    .and_then(|()| file.sync_all());
                return match written {
                    Ok(()) => Ok(name),
                    Err(error) => Err(unwritten(&error)),
                };
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(unwritten(&error)),
        }
    }
    Err(format!(
        "export: {MOST_FILES} exports are in {} already; remove some",
        directory.display()
    ))
}

fn unwritten(error: &io::Error) -> String {
    format!(
        "export: the file cannot be written ({error}); choose the clipboard, or start elsewhere"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_overwritten() {
        let directory = tempfile::tempdir().unwrap();
        let write = |text| write_new(directory.path(), "md", text).unwrap();
        assert_eq!(write("one"), "smriti-export.md");
        assert_eq!(write("two"), "smriti-export-2.md");
        let read = |name| std::fs::read_to_string(directory.path().join(name)).unwrap();
        assert_eq!(read("smriti-export.md"), "one");
        assert_eq!(read("smriti-export-2.md"), "two");
    }

    #[test]
    fn what_cannot_be_written_is_said() {
        let directory = tempfile::tempdir().unwrap();
        let nowhere = directory.path().join("nowhere");
        let error = write_new(&nowhere, "md", "text").unwrap_err();
        assert!(
            error.starts_with("export: the file cannot be written ("),
            "{error}"
        );
    }
}
