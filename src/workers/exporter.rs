//! Exports marked locations as the working tree has them: as text, or as a new file.
//!
//! Contract of [`exporter()`]: every request gets a reply, and no existing file is overwritten.

use super::resources::Resources;
use super::threads::{JobResult, attempt};
use super::worker::{Backlog, Replies, StartResult, Worker};
use crate::answers::CurrentChunk;
use crate::chunk::{ChunkId, ChunkTree};
use crate::context::{Sources, anchor};
use crate::corpus::{Cancel, SourcePath, relative_to};
use crate::export::{Excerpt, ExportFormat, ExportTarget, Exported};
use crate::protocol::{ExportRequest, Reply};
use crate::search::{FoundLine, for_each_line};
use crate::session::Mark;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{MAIN_SEPARATOR, Path};

/// Maximum number of files of one name; none is overwritten.
const MAX_FILES: usize = 1_000;

/// Starts the thread, which exports one request after the other.
pub(super) fn exporter(resources: Resources, replies: Replies) -> StartResult<ExportRequest> {
    Worker::start_replying("exporter", Backlog::All, replies, move |request, job| {
        let exported = attempt("exporting", || export(&resources, request, job.cancel));
        job.reply(Reply::Exported(exported));
    })
}

fn export(resources: &Resources, request: ExportRequest, cancel: &Cancel) -> JobResult<Exported> {
    let sources = &mut resources.sources();
    let mut excerpts: Vec<Excerpt> = Vec::new();
    if let Some(query) = &request.lines_of {
        let snapshot = resources.snapshot()?;
        for_each_line(
            &resources.context(&snapshot, query, cancel),
            |path, lines| {
                excerpts.extend(lines.into_iter().map(|line| of_line(path, line)));
                ControlFlow::Continue(())
            },
        )?;
    } else {
        let marks = request.marks.into_iter();
        excerpts.extend(marks.map(|mark| excerpt(sources, mark, cancel)));
    }
    let (format, query, file) = match request.target {
        ExportTarget::Text {
            format,
            query,
            file,
        } => (format, query, file),
        ExportTarget::Command(number) => return Ok(Exported::ForCommand(number, excerpts)),
        ExportTarget::Code(chunk) => return Ok(Exported::ForCode(chunk, excerpts)),
    };
    // Editors and shells read paths from the current directory, programs those of the repository.
    if format != ExportFormat::Json
        && let Ok(here) = std::env::current_dir().and_then(|here| here.canonicalize())
    {
        move_paths(&mut excerpts, sources.root().path(), &here);
    }
    let text = format.text(&query, &excerpts);
    let count = excerpts.len();
    Ok(match file {
        None => Exported::Text(text, count),
        Some(name) => {
            let directory = std::env::current_dir().map_err(|cause| {
                format!(
                    "export: cannot write to the working directory ({cause}); choose the clipboard"
                )
            })?;
            Exported::File(write_new(&directory, &at_home(name), &text)?, count)
        }
    })
}

/// A matching line.
fn of_line(path: &SourcePath, line: FoundLine) -> Excerpt {
    Excerpt {
        path: path.clone(),
        line: line.at.0,
        column: line.at.1,
        byte_column: line.byte_column,
        lines: (line.at.0, line.at.0),
        title: line.text.trim().to_owned(),
        ..Excerpt::default()
    }
}

/// Makes paths below `root` relative to a directory.
fn move_paths(excerpts: &mut [Excerpt], root: &Path, here: &Path) {
    for excerpt in excerpts {
        let file = root.join(excerpt.path.as_str());
        excerpt.path = SourcePath::new(&relative_to(here, &file));
    }
}

/// A name with the home directory in the place of its `~`, which no shell replaces here.
fn at_home(name: String) -> String {
    if let Some(rest) = name.strip_prefix("~/")
        && let Some(home) = std::env::home_dir()
        && let Some(home) = home.to_str()
    {
        return format!("{home}/{rest}");
    }
    name
}

/// Excerpt of a mark, of deleted code with its last text. Code that is not found keeps its entry.
fn excerpt(sources: &mut Sources, mark: Mark, cancel: &Cancel) -> Excerpt {
    if !mark.is_directory
        && mark.deleted.is_none()
        && let Ok(tree) = sources.tree(&mark.path, cancel)
        && let Some(chunk) = anchor(&tree, ChunkId(mark.chunk), mark.hash)
        && let Some(found) = chunk_at(&tree, chunk, &mark)
    {
        return found;
    }
    let lines = mark.deleted.as_ref().map_or(1, |text| text.lines().count());
    let title = match &mark.deleted {
        Some(text) => text.lines().next().unwrap_or_default().trim().to_owned(),
        None if mark.is_directory => "directory".to_owned(),
        None => "changed since it was indexed".to_owned(),
    };
    Excerpt {
        path: mark.path,
        line: mark.line,
        column: 1,
        byte_column: 1,
        lines: (mark.line, mark.line + lines.saturating_sub(1) as u32),
        kind: mark.kind,
        names: mark.names,
        code: mark.deleted.as_deref().map(str::to_owned),
        deleted: mark.deleted.is_some(),
        title,
        ..Excerpt::default()
    }
}

fn chunk_at(tree: &ChunkTree, index: usize, mark: &Mark) -> Option<Excerpt> {
    let chunk = tree.chunks.get(index)?;
    let code = tree.text(chunk).into_owned();
    let (line, column) = CurrentChunk::from(chunk).match_in_text(mark.hash, mark.at);
    let below = line.saturating_sub(chunk.lines.0) as usize;
    let title = code.lines().nth(below).unwrap_or_default().trim();
    Some(Excerpt {
        path: tree.path().clone(),
        line,
        column,
        byte_column: tree.document.text.byte_column((line, column)),
        lines: chunk.lines,
        kind: chunk.kind.name().to_owned(),
        names: chunk.names.get(1..).unwrap_or_default().to_vec(),
        language: tree.language_of(chunk).map(str::to_owned),
        title: title.to_owned(),
        code: Some(code),
        deleted: false,
    })
}

/// Writes a new file, with the first number in its name that is free. Returns its name; a file that
/// cannot be written to its end is removed.
fn write_new(directory: &Path, name: &str, text: &str) -> JobResult<String> {
    if directory.join(name).file_name().is_none() {
        return Err(format!("export: {name} is not a file name").into());
    }
    if name.ends_with(MAIN_SEPARATOR) {
        return Err(format!("export: {name} is a directory; name a file in it").into());
    }
    for number in 1..=MAX_FILES {
        let name = numbered(name, number);
        let path = directory.join(&name);
        match create(&path, text) {
            Ok(()) => return Ok(name),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(cause) => {
                return Err(format!("export: cannot write {name}: {cause}; choose another location, or the clipboard").into());
            }
        }
    }
    let what = format!("export: {MAX_FILES} files are already named {name}");
    Err(format!("{what}; choose another one").into())
}

fn create(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(text.as_bytes())
        .and_then(|()| file.sync_all())
        .inspect_err(|_| drop(fs::remove_file(path)))
}

/// `notes.md`, `notes-2.md`, `notes-3.md`.
fn numbered(name: &str, number: usize) -> String {
    if number == 1 {
        return name.to_owned();
    }
    let file = name.rfind(MAIN_SEPARATOR).map_or(0, |at| at + 1);
    // A dot at the start of the name begins no extension.
    let end = name.rfind('.').filter(|dot| *dot > file);
    let (stem, extension) = name.split_at(end.unwrap_or(name.len()));
    format!("{stem}-{number}{extension}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::config::Config;
    use crate::corpus::{Document, Place, Root, SourcePath, Text, is_export};
    use crate::embed::ModelSource;
    use crate::export::ExportFormat;
    use crate::extract::DocumentReader;
    use crate::index::{IndexFolder, IndexReader};
    use crate::protocol::Ticket;
    use crate::workers::{SharedModel, TypingFlag};
    use std::path::PathBuf;
    use std::sync::mpsc::channel;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn no_file_is_overwritten() {
        let directory = tempfile::tempdir().unwrap();
        let write = |text| write_new(directory.path(), "smriti-export.md", text).unwrap();
        assert_eq!(write("one"), "smriti-export.md");
        assert_eq!(write("two"), "smriti-export-2.md");
        let read = |name| fs::read_to_string(directory.path().join(name)).unwrap();
        assert_eq!(read("smriti-export.md"), "one");
        assert_eq!(read("smriti-export-2.md"), "two");
        let names = names(directory.path());
        assert_eq!(names, ["smriti-export-2.md", "smriti-export.md"]);
        assert!(names.iter().all(|name| is_export(name.as_ref())));
    }

    #[test]
    fn a_failed_export_names_the_file_and_the_cause() {
        let directory = tempfile::tempdir().unwrap();
        let nowhere = directory.path().join("nowhere");
        let check = |directory: &Path, name: &str, expected: &str| {
            let error = write_new(directory, name, "text").unwrap_err();
            assert!(error.to_string().starts_with(expected), "{error}");
        };
        check(&nowhere, "a.md", "export: cannot write a.md: ");
        let here = directory.path();
        check(here, "no/a.md", "export: cannot write no/a.md: ");
        check(here, "..", "export: .. is not a file name");
        check(here, "no/", "export: no/ is a directory");
        assert_eq!(names(here), [""; 0]);
    }

    #[test]
    fn numbers_precede_the_extension() {
        for (name, expected) in [
            ("notes.md", "notes-2.md"),
            ("a.b/notes", "a.b/notes-2"),
            ("a.b/notes.tar.gz", "a.b/notes.tar-2.gz"),
            (".notes", ".notes-2"),
        ] {
            assert_eq!(numbered(name, 2), expected);
            assert_eq!(numbered(name, 1), name);
        }
    }

    fn resources(directory: &Path) -> Resources {
        let root = Root::exactly(directory).unwrap();
        let config = Config::load(None).unwrap();
        let reader = DocumentReader::new(root, &config, PathBuf::new(), &directory.join("texts"));
        let folder = IndexFolder::new(&directory.join("index"));
        Resources {
            reader: reader.unwrap(),
            limits: Limits::default(),
            snapshots: IndexReader::new(&folder, config.vector.graph),
            model: SharedModel::on_demand(ModelSource::Bundled, Box::new(|_| {})),
            folders: vec![(Place::default(), folder)],
            typing: TypingFlag::default(),
        }
    }

    fn mark(path: &str) -> Mark {
        Mark {
            path: SourcePath::new(path),
            chunk: 7,
            hash: 7,
            line: 3,
            at: None,
            kind: "method".to_owned(),
            names: vec!["Merger".to_owned(), "write".to_owned()],
            is_directory: false,
            deleted: None,
        }
    }

    #[test]
    fn paths_are_relative_to_the_current_directory() {
        let mut found = [Excerpt {
            path: SourcePath::new("a/m.py"),
            ..Excerpt::default()
        }];
        move_paths(&mut found, Path::new("/w"), Path::new("/w/tests"));
        assert_eq!(found[0].path.as_str(), "../a/m.py");
    }

    #[test]
    fn deleted_code_is_exported_with_its_last_text() {
        let directory = tempfile::tempdir().unwrap();
        let mut sources = resources(directory.path()).sources();
        let marked = Mark {
            deleted: Some("fn write() {\n    merge();\n}\n".into()),
            ..mark("gone.rs")
        };
        let found = [excerpt(&mut sources, marked, &Cancel::new())];
        let text = |format: ExportFormat| format.text("in:changed", &found);
        assert_eq!(
            text(ExportFormat::Quickfix),
            "gone.rs:3:1: [deleted] fn write() {\n"
        );
        let markdown = text(ExportFormat::Markdown);
        let section = "## gone.rs:3-5 › Merger › write (deleted)\n\n```\nfn write() {\n";
        assert!(markdown.contains(section), "{markdown}");
        assert!(text(ExportFormat::Json).contains("\"deleted\": true"));
    }

    #[test]
    fn a_chunk_is_exported_at_its_match_until_its_text_changes() {
        let directory = tempfile::tempdir().unwrap();
        let text = "fn write() {\n    merge();\n}\n";
        let document = Document::new(SourcePath::new("a.rs"), Text::from(text));
        let tree = ChunkTree::of(document, &Limits::default());
        let (_, leaf) = tree.leaves().next().unwrap();
        let moved = format!("use a;\n\n\n{text}");
        fs::write(directory.path().join("a.rs"), moved).unwrap();
        let mut sources = resources(directory.path()).sources();
        let mut check = |hash: u64, expected: (u32, u32), title: &str| {
            let marked = Mark {
                chunk: leaf.id.0,
                hash,
                at: Some((1, 5)),
                ..mark("a.rs")
            };
            let found = excerpt(&mut sources, marked, &Cancel::new());
            assert_eq!((found.line, found.column), expected);
            assert_eq!(found.title, title);
        };
        check(leaf.hash, (5, 5), "merge();");
        check(!leaf.hash, (4, 4), "fn write() {");
    }

    #[test]
    fn a_deleted_chunk_is_exported_without_text() {
        let directory = tempfile::tempdir().unwrap();
        let (sink, done) = channel();
        let replies = Box::new(move |(_, exported)| drop(sink.send(exported)));
        let exporter = exporter(resources(directory.path()), replies).unwrap();
        let name = directory.path().join("smriti-export.qf");
        let name = name.to_string_lossy().into_owned();
        let request = ExportRequest {
            marks: vec![mark("gone.rs")],
            lines_of: None,
            target: ExportTarget::Text {
                format: ExportFormat::Quickfix,
                query: "merge".to_owned(),
                file: Some(name.clone()),
            },
        };
        exporter.send((Ticket::default(), request));
        // Requested exports are written before it is dropped.
        drop(exporter);
        let text = fs::read_to_string(&name).unwrap();
        let here = std::env::current_dir().unwrap().canonicalize().unwrap();
        let gone = directory.path().canonicalize().unwrap().join("gone.rs");
        let gone = relative_to(&here, &gone);
        assert_eq!(text, format!("{gone}:3:1: changed since it was indexed\n"));
        let Ok(Reply::Exported(Ok(Exported::File(file, 1)))) = done.recv() else {
            panic!("a file is written");
        };
        assert_eq!(file, name);
    }
}
