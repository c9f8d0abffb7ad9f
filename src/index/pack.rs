//! Packs: an index as one compressed file, to share between checkouts of a repository.
//!
//! A pack is a gzip-compressed tar archive. Its first entry, `contents`, lists the commit, the files it
//! consists of with length and crc32, and the fingerprint of every indexed file; the files follow in that
//! order. It has no source code, no extracted texts and nothing of sled. Invariant: a pack is untrusted
//! input. Everything is verified in a staging directory before the index in place is touched, and modification
//! times are dropped, so the next update compares the content of every file.

use super::damage::regular;
use super::lexical::open;
use super::lock::WriterLock;
use super::payload::{Identity, Payload};
use super::store::Store;
use super::vector::{Graph, VectorFile};
use super::writer::segment_files;
use super::{FileOutcome, FileState, IndexError, IndexFolder};
use crate::corpus::{Fingerprint, SourcePath, create_private_folder, private_file};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Name of the first entry.
const CONTENTS: &str = "contents";
/// Maximum size of the first entry, in bytes: about two million files.
const CONTENTS_LIMIT: u64 = 256 << 20;
/// Maximum ratio of an index to its pack. Vectors barely compress, terms to about a third.
const EXPANSION_LIMIT: u64 = 50;

/// Reason why a pack cannot be written or used.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// The file system refuses.
    #[error("{}: {cause}", path.display())]
    File {
        /// The pack, or a file of the index.
        path: PathBuf,
        /// Error of the system.
        cause: io::Error,
    },
    /// The index is empty.
    #[error("there is no index to pack")]
    Empty,
    /// The file is not a complete pack.
    #[error("{} is not a valid index pack: {what}", path.display())]
    Invalid {
        /// The pack.
        path: PathBuf,
        /// The first violation.
        what: String,
    },
    /// The pack belongs to another version or configuration.
    #[error("{} has another {what}; create it again with this version and configuration", path.display())]
    Differs {
        /// The pack.
        path: PathBuf,
        /// The difference.
        what: &'static str,
    },
    /// The index in place cannot be used.
    #[error(transparent)]
    Index(#[from] IndexError),
}

/// The first entry of a pack.
#[derive(Serialize, Deserialize)]
struct Contents {
    /// Payload of the commit, as tantivy stores it.
    payload: String,
    files: Vec<PackedFile>,
    /// Path and fingerprint of every indexed file; `None` for a file that cannot be indexed.
    indexed: Vec<(SourcePath, Fingerprint, FileOutcome)>,
}

/// A file of the index.
#[derive(Serialize, Deserialize)]
struct PackedFile {
    /// `lexical/NAME` or `vectors/NAME`.
    name: String,
    length: u64,
    crc32: u32,
}

/// Writes the newest commit of an index to the file `to`. Returns the size of the pack in bytes.
///
/// # Errors
/// [`IndexError::Locked`] while a process writes the index; the file system refuses; there is no index.
pub fn pack(folder: &IndexFolder, to: &Path) -> Result<u64, PackError> {
    let lock = WriterLock::take(folder)?;
    let (index, _) = open::open(folder)?.ok_or(PackError::Empty)?;
    let metas = index.load_metas().map_err(IndexError::from)?;
    let payload = Payload::decode(metas.payload.as_deref()).ok_or(PackError::Empty)?;
    let mut names: Vec<String> = ["meta.json", ".managed.json"]
        .into_iter()
        .map(PathBuf::from)
        .chain(segment_files(folder, &index, &metas))
        .map(|file| format!("lexical/{}", file.display()))
        .collect();
    names.extend(vector_files(folder, &payload));
    let files = names.into_iter().map(|name| describe(folder, name));
    let contents = Contents {
        payload: metas.payload.unwrap_or_default(),
        files: files.collect::<Result<_, _>>()?,
        indexed: indexed_files(folder, &lock)?,
    };
    let unfinished = to.with_added_extension("tmp");
    let written = write(folder, &contents, &unfinished);
    let written = written.and_then(|()| fs::rename(&unfinished, to));
    written.map_err(|cause| {
        // What is left of it is of no use; the first error is the one to report.
        let _ = fs::remove_file(&unfinished);
        failed(to)(cause)
    })?;
    let metadata = to.metadata().map_err(failed(to))?;
    Ok(metadata.len())
}

/// Vector files of a commit and their graphs, as far as they are built.
fn vector_files(folder: &IndexFolder, payload: &Payload) -> Vec<String> {
    let generations = payload.vectors.iter().map(|file| file.generation);
    let names = generations.flat_map(|it| [VectorFile::name(it), Graph::name(it)]);
    let directory = folder.vectors();
    names
        .filter(|name| directory.join(name).is_file())
        .map(|name| format!("vectors/{name}"))
        .collect()
}

fn describe(folder: &IndexFolder, name: String) -> Result<PackedFile, PackError> {
    let path = folder.path().join(&name);
    let file = File::open(&path).map_err(failed(&path))?;
    let mut sink = Checksum::new(io::sink());
    let length = io::copy(&mut BufReader::new(file), &mut sink).map_err(failed(&path))?;
    let crc32 = sink.finish();
    Ok(PackedFile {
        name,
        length,
        crc32,
    })
}

fn indexed_files(
    folder: &IndexFolder,
    lock: &WriterLock,
) -> Result<Vec<(SourcePath, Fingerprint, FileOutcome)>, IndexError> {
    let store = lock.open(|| Store::open(&folder.store()))?;
    let files = store.files()?.into_iter();
    Ok(files
        .map(|(path, state)| (path, state.fingerprint, state.outcome))
        .collect())
}

fn write(folder: &IndexFolder, contents: &Contents, to: &Path) -> io::Result<()> {
    let file = private_file().create(true).truncate(true).open(to)?;
    let compressed = GzEncoder::new(BufWriter::new(file), Compression::fast());
    let mut archive = tar::Builder::new(compressed);
    let bytes = postcard::to_stdvec(contents).map_err(io::Error::other)?;
    append(&mut archive, CONTENTS, bytes.len() as u64, &bytes[..])?;
    for file in &contents.files {
        let source = File::open(folder.path().join(&file.name))?;
        append(
            &mut archive,
            &file.name,
            file.length,
            BufReader::new(source),
        )?;
    }
    let mut file = archive.into_inner()?.finish()?;
    file.flush()?;
    file.get_ref().sync_all()
}

/// Adds an entry without owner and times, so that equal indexes give equal packs.
fn append(
    archive: &mut tar::Builder<impl Write>,
    name: &str,
    length: u64,
    content: impl Read,
) -> io::Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_size(length);
    header.set_mode(0o600);
    archive.append_data(&mut header, name, content)
}

/// Replaces the index in `folder` by the pack `from`. On an error the index stays as it was.
///
/// # Errors
/// [`PackError::Invalid`] for a damaged or foreign file, [`PackError::Differs`] for a pack with other
/// chunks or vectors than `identity`, [`IndexError::Locked`] while a process writes the index.
pub fn unpack(folder: &IndexFolder, identity: &Identity, from: &Path) -> Result<(), PackError> {
    folder.create()?;
    let lock = WriterLock::take(folder)?;
    let staging = folder.path().join("unpack");
    remove(&staging)?;
    let unpacked = unpack_into(&staging, identity, from)
        .and_then(|contents| publish(folder, &lock, &staging, contents));
    remove(&staging)?;
    unpacked
}

fn unpack_into(staging: &Path, identity: &Identity, from: &Path) -> Result<Contents, PackError> {
    let invalid = |what: &str| PackError::Invalid {
        path: from.to_owned(),
        what: what.to_owned(),
    };
    let damaged = |cause: io::Error| invalid(&cause.to_string());
    regular(from).map_err(failed(from))?;
    let file = File::open(from).map_err(failed(from))?;
    let size = file.metadata().map_err(failed(from))?.len();
    let mut archive = tar::Archive::new(GzDecoder::new(BufReader::new(file)));
    let mut entries = archive.entries().map_err(damaged)?;
    let first = entries.next().ok_or_else(|| invalid("it is empty"))?;
    let mut first = first.map_err(damaged)?;
    if first.path_bytes() != CONTENTS.as_bytes() || first.size() > CONTENTS_LIMIT {
        return Err(invalid("the first entry is not its list of contents"));
    }
    let mut bytes = Vec::new();
    first.read_to_end(&mut bytes).map_err(damaged)?;
    let contents: Contents =
        postcard::from_bytes(&bytes).map_err(|_| invalid("its list of contents is unreadable"))?;
    check_identity(&contents, identity, from)?;
    let length = |sum: u64, file: &PackedFile| sum.checked_add(file.length);
    let length = contents.files.iter().try_fold(0, length);
    if length.is_none_or(|length| length > size.saturating_mul(EXPANSION_LIMIT)) {
        return Err(invalid("it expands too much"));
    }
    for directory in ["lexical", "vectors"] {
        let directory = staging.join(directory);
        create_private_folder(&directory).map_err(failed(&directory))?;
    }
    for file in &contents.files {
        let entry = entries.next().ok_or_else(|| invalid("it is truncated"))?;
        let mut entry = entry.map_err(damaged)?;
        let is_expected = entry.path_bytes() == file.name.as_bytes() && entry.size() == file.length;
        if !is_expected || !is_part(&file.name) {
            return Err(invalid("an entry is not in its list of contents"));
        }
        let path = staging.join(&file.name);
        let target = private_file()
            .create_new(true)
            .open(&path)
            .map_err(failed(&path))?;
        let mut target = Checksum::new(BufWriter::new(target));
        io::copy(&mut entry, &mut target).map_err(damaged)?;
        target.flush().map_err(failed(&path))?;
        if target.finish() != file.crc32 {
            return Err(invalid(&format!("checksum mismatch in {}", file.name)));
        }
    }
    if entries.next().is_some() {
        return Err(invalid("it has more entries than its list of contents"));
    }
    Ok(contents)
}

fn check_identity(contents: &Contents, identity: &Identity, from: &Path) -> Result<(), PackError> {
    let differs = |what| PackError::Differs {
        path: from.to_owned(),
        what,
    };
    let payload = Payload::decode(Some(&contents.payload));
    let payload = payload.ok_or_else(|| differs("index format"))?;
    if !payload.identity.has_chunks_of(identity) {
        return Err(differs("version of the chunk rules or chunk size"));
    }
    match payload.identity.has_vectors_of(identity) {
        true => Ok(()),
        false => Err(differs("embedding model")),
    }
}

/// A file directly below `lexical/` or `vectors/`, with a name that means nothing to a file system.
fn is_part(name: &str) -> bool {
    let file = (name.strip_prefix("lexical/")).or_else(|| name.strip_prefix("vectors/"));
    file.is_some_and(|file| {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        file.bytes().all(is_plain) && file.bytes().any(|byte| byte.is_ascii_alphanumeric())
    })
}

fn publish(
    folder: &IndexFolder,
    lock: &WriterLock,
    staging: &Path,
    contents: Contents,
) -> Result<(), PackError> {
    for (part, name) in [(folder.lexical(), "lexical"), (folder.vectors(), "vectors")] {
        remove(&part)?;
        fs::rename(staging.join(name), &part).map_err(failed(&part))?;
    }
    remove(&folder.manifest())?;
    folder.clear_store()?;
    let store = lock.open(|| Store::open(&folder.store()))?;
    let payload = Payload::decode(Some(&contents.payload)).ok_or(PackError::Empty)?;
    store.begin(payload.index)?;
    store.remember(
        (contents.indexed.into_iter()).map(|(path, fingerprint, outcome)| {
            let state = FileState {
                fingerprint,
                indexed_at_ns: i64::MIN,
                outcome,
            };
            (path, Some(state))
        }),
    )?;
    Ok(())
}

fn remove(path: &Path) -> Result<(), PackError> {
    let removed = match path.is_dir() {
        true => fs::remove_dir_all(path),
        false => fs::remove_file(path),
    };
    match removed {
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => Err(failed(path)(cause)),
        _ => Ok(()),
    }
}

fn failed(path: &Path) -> impl Fn(io::Error) -> PackError {
    move |cause| PackError::File {
        path: path.to_owned(),
        cause,
    }
}

/// A writer that computes the crc32 of what passes.
struct Checksum<W> {
    to: W,
    crc32: crc32fast::Hasher,
}

impl<W> Checksum<W> {
    fn new(to: W) -> Self {
        Self {
            to,
            crc32: crc32fast::Hasher::new(),
        }
    }

    fn finish(self) -> u32 {
        self.crc32.finalize()
    }
}

impl<W: Write> Write for Checksum<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.crc32.update(bytes.get(..written).unwrap_or(bytes));
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
