//! Exports marked places as the working tree has them: as a text, or as a file that is there whole or
//! not at all.

use super::error::{ExportError, WorkError};
use super::{Queue, Renewed, Replies, caught};
use crate::chunk::{ChunkId, ChunkTree};
use crate::context::{Anchor, Sources, anchor};
use crate::corpus::{Cancel, EXPORT, Text};
use crate::export::{Excerpt, Exported};
use crate::protocol::{Export, Reply, Ticket};
use crate::session::Mark;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{MAIN_SEPARATOR, Path};
use std::sync::mpsc::Receiver;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Files of one name that are not overwritten, before it is given up.
const MOST_FILES: usize = 1_000;

/// Bytes that are written before it is looked whether they are still wanted.
const WRITTEN_AT_ONCE: usize = 1 << 20;

/// The thread that exports, one after the other. What was asked for and not stopped is finished before
/// it is dropped.
pub(super) struct Exporter {
    queue: Queue<(Ticket, Export, Cancel)>,
    /// Of what was asked for since it was stopped last.
    cancel: Mutex<Cancel>,
}

impl Exporter {
    /// Starts the thread.
    pub(super) fn start(
        sources: impl Fn() -> Sources + Send + 'static,
        replies: Replies,
    ) -> io::Result<Self> {
        let mut sources = Renewed::new(sources);
        let work = move |requests: Receiver<_>| {
            for (ticket, request, cancel) in requests {
                let exported = caught("the export", || {
                    sources.with(|sources| export(sources, request, &cancel))
                });
                replies((ticket, Reply::Exported(exported.map_err(String::from))));
            }
        };
        Ok(Self {
            queue: Queue::start("exporter", work)?,
            cancel: Mutex::default(),
        })
    }

    /// Asks for an export.
    pub(super) fn export(&self, ticket: Ticket, request: Export) {
        self.queue.ask((ticket, request, self.lock().clone()));
    }

    /// Stops all that was asked for. Each is answered; nothing half-written stays.
    pub(super) fn cancel(&self) {
        std::mem::take(&mut *self.lock()).cancel();
    }

    fn lock(&self) -> MutexGuard<'_, Cancel> {
        self.cancel.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn export(sources: &mut Sources, request: Export, cancel: &Cancel) -> Result<Exported, WorkError> {
    let marks = request.marks.into_iter();
    let marks = marks.take_while(|_| !cancel.is_cancelled());
    let excerpts: Vec<Excerpt> = marks.map(|mark| excerpt(sources, mark, cancel)).collect();
    if cancel.is_cancelled() {
        return Ok(Exported::Stopped);
    }
    let text = request.format.text(&request.asked, &excerpts);
    let places = excerpts.len();
    match request.file {
        None if cancel.is_cancelled() => Ok(Exported::Stopped),
        None => Ok(Exported::Text(text, places)),
        Some(name) => {
            let directory = std::env::current_dir().map_err(ExportError::NoDirectory)?;
            let name = write_new(&directory, &at_home(name), &text, cancel)?;
            Ok(name.map_or(Exported::Stopped, |name| Exported::File(name, places)))
        }
    }
}

/// A name with the home directory in the place of its `~`, which no shell replaces here.
fn at_home(name: String) -> String {
    let home = std::env::home_dir();
    let home = home.as_deref().and_then(Path::to_str);
    match (name.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => format!("{home}/{rest}"),
        _ => name,
    }
}

/// Excerpt of a mark. Deleted code keeps its entry, without text.
fn excerpt(sources: &mut Sources, mark: Mark, cancel: &Cancel) -> Excerpt {
    let tree = (!mark.is_directory).then(|| sources.tree(&mark.path, cancel));
    if let Some(Ok(tree)) = tree
        && let Anchor::Found(chunk) = anchor(&tree, ChunkId(mark.chunk), mark.hash)
        && let Some(found) = chunk_at(&tree, chunk)
    {
        return found;
    }
    Excerpt {
        path: mark.path,
        line: mark.line,
        column: 1,
        byte_column: 1,
        lines: (mark.line, mark.line),
        kind: mark.kind,
        names: mark.names,
        language: None,
        code: None,
        title: match mark.is_directory {
            true => "directory".to_owned(),
            false => "changed since it was indexed".to_owned(),
        },
    }
}

fn chunk_at(tree: &ChunkTree, index: usize) -> Option<Excerpt> {
    let chunk = tree.chunks.get(index)?;
    let code = tree.text(chunk).into_owned();
    let (line, column) = chunk.name_at;
    let below = line.saturating_sub(chunk.lines.0) as usize;
    let title = code.lines().nth(below).unwrap_or_default().trim();
    Some(Excerpt {
        path: tree.path().clone(),
        line,
        column,
        byte_column: bytes_before(&tree.document.text, (line, column)) + 1,
        lines: chunk.lines,
        kind: chunk.kind.name().to_owned(),
        names: chunk.names.get(1..).unwrap_or_default().to_vec(),
        language: tree.language_of(chunk).map(str::to_owned),
        title: title.to_owned(),
        code: Some(code),
    })
}

/// Number of bytes before a position in its line, not counting a byte order mark.
fn bytes_before(text: &Text, (line, column): (u32, u32)) -> u32 {
    let text = text.slice(0..text.len());
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let line = text.lines().nth(line as usize - 1).unwrap_or_default();
    let before = line.chars().take(column as usize - 1);
    before.map(|character| character.len_utf8() as u32).sum()
}

/// Writes a file that was not there before, and says what it is called; none where it was cancelled.
/// It is written beside it and synced first: its name means all of it.
fn write_new(
    directory: &Path,
    name: &str,
    text: &str,
    cancel: &Cancel,
) -> Result<Option<String>, ExportError> {
    let path = directory.join(name);
    let (Some(folder), Some(_)) = (path.parent(), path.file_name()) else {
        return Err(ExportError::NoName(name.to_owned()));
    };
    if name.ends_with(MAIN_SEPARATOR) {
        return Err(ExportError::Directory(name.to_owned()));
    }
    let beside = folder.join(format!(".{EXPORT}.{}.new", std::process::id()));
    let written = write(&beside, text, cancel).map_err(|cause| unwritten(name, cause));
    let named = written.and_then(|()| match cancel.is_cancelled() {
        true => Ok(None),
        false => name_new(directory, name, &beside).map(Some),
    });
    // Under its other name it stays; half written, it is of no use.
    let _ = fs::remove_file(&beside);
    named
}

/// Stops early when cancelled.
fn write(path: &Path, text: &str, cancel: &Cancel) -> io::Result<()> {
    // Of a process that had this number and was killed, perhaps; a link would lead elsewhere.
    let _ = fs::remove_file(path);
    let mut file = File::create_new(path)?;
    for part in text.as_bytes().chunks(WRITTEN_AT_ONCE) {
        if cancel.is_cancelled() {
            return Ok(());
        }
        file.write_all(part)?;
    }
    file.sync_all()
}

/// Gives the file the name, with the first number that leaves what is there alone.
fn name_new(directory: &Path, name: &str, file: &Path) -> Result<String, ExportError> {
    for number in 1..=MOST_FILES {
        let name = numbered(name, number);
        match give(file, &directory.join(&name)) {
            Ok(()) => return Ok(name),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(cause) => return Err(unwritten(&name, cause)),
        }
    }
    Err(ExportError::TooMany {
        name: name.to_owned(),
        count: MOST_FILES,
    })
}

/// `notes.md`, `notes-2.md`, `notes-3.md`.
fn numbered(name: &str, number: usize) -> String {
    if number == 1 {
        return name.to_owned();
    }
    let file = name.rfind(MAIN_SEPARATOR).map_or(0, |at| at + 1);
    // What begins with a dot has no extension by that.
    let end = name.rfind('.').filter(|dot| *dot > file);
    let (stem, extension) = name.split_at(end.unwrap_or(name.len()));
    format!("{stem}-{number}{extension}")
}

/// A link takes nobody's place, unlike a new name. Where the file system has none, an empty file of
/// our own is what the new name replaces.
fn give(file: &Path, name: &Path) -> io::Result<()> {
    match fs::hard_link(file, name) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            File::create_new(name)?;
            fs::rename(file, name).inspect_err(|_| drop(fs::remove_file(name)))
        }
        linked => linked,
    }
}

fn unwritten(name: &str, cause: io::Error) -> ExportError {
    let name = name.to_owned();
    ExportError::Unwritten { name, cause }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::config::Config;
    use crate::corpus::{Root, SourcePath, is_export};
    use crate::export::Format;
    use crate::extract::Reader;
    use std::path::PathBuf;
    use std::sync::mpsc::channel;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let names = entries.map(|it| it.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn a_place_in_a_line_has_its_bytes_before_it() {
        let check = |text: &str, at: (u32, u32), bytes: u32| {
            assert_eq!(
                bytes_before(&Text::from(text), at),
                bytes,
                "{text:?} {at:?}"
            );
        };
        check("a\n/* é 日 */ fn a", (2, 11), 13);
        check("\u{feff}fn a", (1, 4), 3);
        check("fn a", (1, 1), 0);
        check("", (9, 9), 0);
    }

    #[test]
    fn no_file_is_overwritten_and_nothing_else_stays() {
        let directory = tempfile::tempdir().unwrap();
        let (cancel, name) = (Cancel::new(), "smriti-export.md");
        let write = |text| write_new(directory.path(), name, text, &cancel).unwrap();
        assert_eq!(write("one").as_deref(), Some("smriti-export.md"));
        assert_eq!(write("two").as_deref(), Some("smriti-export-2.md"));
        let read = |name| fs::read_to_string(directory.path().join(name)).unwrap();
        assert_eq!(read("smriti-export.md"), "one");
        assert_eq!(read("smriti-export-2.md"), "two");
        let names = names(directory.path());
        assert_eq!(names, ["smriti-export-2.md", "smriti-export.md"]);
        assert!(names.iter().all(|name| is_export(name.as_ref())));
    }

    #[test]
    fn what_cannot_be_written_is_said() {
        let directory = tempfile::tempdir().unwrap();
        let nowhere = directory.path().join("nowhere");
        let check = |directory: &Path, name: &str, expected: &str| {
            let error = write_new(directory, name, "text", &Cancel::new()).unwrap_err();
            assert!(error.to_string().starts_with(expected), "{error}");
        };
        check(&nowhere, "a.md", "export: a.md cannot be written (");
        let here = directory.path();
        check(here, "no/a.md", "export: no/a.md cannot be written (");
        check(here, "..", "export: .. is not a file name");
        check(here, "no/", "export: no/ is a directory");
        assert_eq!(names(here), [""; 0]);
    }

    #[test]
    fn a_number_stands_before_the_extension() {
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

    fn reader(directory: &Path) -> Reader {
        let root = Root::exactly(directory).unwrap();
        let config = Config::load(None).unwrap();
        Reader::new(root, &config, PathBuf::new(), &directory.join("texts")).unwrap()
    }

    #[test]
    fn nothing_stays_of_what_was_stopped() {
        let directory = tempfile::tempdir().unwrap();
        let cancel = Cancel::new();
        cancel.cancel();
        let written = write_new(directory.path(), "notes.md", "text", &cancel);
        assert_eq!(written.unwrap(), None);
        assert_eq!(names(directory.path()), [""; 0]);
    }

    /// One is stopped when it has begun, the next one before it begins; what is asked for then is
    /// written.
    #[test]
    fn what_was_asked_for_can_be_stopped() {
        let directory = tempfile::tempdir().unwrap();
        let reader = reader(directory.path());
        let (begun, begins) = channel();
        let (go_on, goes_on) = channel::<()>();
        let (sink, done) = channel();
        let exporter = Exporter::start(
            move || {
                begun.send(()).unwrap();
                goes_on.recv().unwrap();
                Sources::new(reader.clone(), Limits::default())
            },
            Box::new(move |(_, exported)| drop(sink.send(exported))),
        )
        .unwrap();
        let file = directory
            .path()
            .join("notes.txt")
            .to_string_lossy()
            .into_owned();
        let request = || Export {
            marks: vec![mark("gone.rs"); 3],
            format: Format::Paths,
            asked: "merge".to_owned(),
            file: Some(file.clone()),
        };
        exporter.export(Ticket::default(), request());
        exporter.export(Ticket::default(), request());
        begins.recv().unwrap();
        exporter.cancel();
        exporter.export(Ticket::default(), request());
        go_on.send(()).unwrap();
        let written = Exported::File(file.clone(), 3);
        let expected = [Exported::Stopped, Exported::Stopped, written];
        for (expected, reply) in expected.into_iter().zip(&done) {
            assert!(matches!(reply, Reply::Exported(Ok(it)) if it == expected));
        }
        assert_eq!(names(directory.path()), ["notes.txt"]);
    }

    fn mark(path: &str) -> Mark {
        Mark {
            path: SourcePath::new(path),
            chunk: 7,
            hash: 7,
            line: 3,
            kind: "method".to_owned(),
            names: vec!["Merger".to_owned(), "write".to_owned()],
            is_directory: false,
        }
    }

    #[test]
    fn what_is_gone_is_still_what_it_was() {
        let directory = tempfile::tempdir().unwrap();
        let reader = reader(directory.path());
        let (sink, done) = channel();
        let exporter = Exporter::start(
            move || Sources::new(reader.clone(), Limits::default()),
            Box::new(move |(_, exported)| drop(sink.send(exported))),
        )
        .unwrap();
        let name = directory.path().join("smriti-export.qf");
        let name = name.to_string_lossy().into_owned();
        let request = Export {
            marks: vec![mark("gone.rs")],
            format: Format::Quickfix,
            asked: "merge".to_owned(),
            file: Some(name.clone()),
        };
        exporter.export(Ticket::default(), request);
        // What was asked for is written before it is dropped.
        drop(exporter);
        let text = fs::read_to_string(&name).unwrap();
        assert_eq!(text, "gone.rs:3:1: changed since it was indexed\n");
        let Ok(Reply::Exported(Ok(Exported::File(file, 1)))) = done.recv() else {
            panic!("a file is written");
        };
        assert_eq!(file, name);
    }
}
