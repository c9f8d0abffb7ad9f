//! Packs: an index as one compressed file, to share between checkouts of a repository.
//!
//! [`pack()`] and [`unpack()`] are called by [`Pipeline`](crate::workers::indexer::Pipeline).
//!
//! A pack is a gzip-compressed tar archive. Its first entry, `contents`, has the fingerprint of every indexed
//! file; the files of the commit follow. It contains no source code, no extracted texts and nothing of sled.
//! Invariant: a pack is untrusted input. It is unpacked into a staging directory, verified there like an
//! index, and only then replaces the index. Modification times are dropped, so the next update compares the
//! content of every file. Packs of earlier versions contain tantivy's list of written files; it is not used.

use super::error::{IndexError, IndexPart, catch_panic, expect_regular, without_code};
use super::folder::{IndexFolder, remove};
use super::lexical::open;
use super::lock::WriterLock;
use super::manifest::COMMIT;
use super::payload::{Identity, Payload};
use super::published::{open_published, open_vectors, segment_files};
use super::staging::{WRITTEN_FILES, publish, stage};
use super::store::{IndexedFiles, Store};
use super::vector::{Graph, VectorFile};
use crate::corpus::{private_file, replace_file};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Name of the first entry.
const CONTENTS: &str = "contents";
/// Maximum size of the first entry, in bytes: about two million files.
const CONTENTS_LIMIT: u64 = 256 << 20;
/// Maximum ratio of an index to its pack. Vectors barely compress, terms to about a third.
const EXPANSION_LIMIT: u64 = 50;
/// Maximum size of an unpacked index, in bytes: about a hundred million chunks.
const UNPACKED_LIMIT: u64 = 64 << 30;

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
    #[error("no index to pack; run `smriti-tui index` first")]
    Empty,
    /// The file is not a complete pack.
    #[error("{} is not a valid index pack: {what}", path.display())]
    Invalid {
        /// The pack.
        path: PathBuf,
        /// The first violation.
        what: String,
    },
    /// The pack was made by another version or configuration.
    #[error("{} does not match ({what}); create it again with this version and configuration", path.display())]
    Differs {
        /// The pack.
        path: PathBuf,
        /// The difference.
        what: &'static str,
    },
    /// The existing index cannot be used.
    #[error(transparent)]
    Index(#[from] IndexError),
}

impl PackError {
    fn invalid(path: &Path, what: &str) -> Self {
        Self::Invalid {
            path: path.to_owned(),
            what: what.to_owned(),
        }
    }
}

/// Writes the newest commit of an index to the file `to`. Returns the size of the pack in bytes.
///
/// # Errors
/// [`IndexError::Locked`] while another process writes the index, [`PackError::Empty`] without an index, and
/// errors of the file system.
pub fn pack(folder: &IndexFolder, to: &Path) -> Result<u64, PackError> {
    let to = &pack_target(to)?;
    let contents = PackContents::of(folder)?;
    replace_file(to, |out| contents.write(folder, out)).map_err(io_error(to))?;
    Ok(to.metadata().map_err(io_error(to))?.len())
}

/// Writes the newest commit of an index to an open file, as [`pack()`].
///
/// # Errors
/// Those of [`pack()`].
pub fn pack_into(folder: &IndexFolder, to: &mut File) -> Result<u64, PackError> {
    let contents = PackContents::of(folder)?;
    let written = contents.write(folder, io::BufWriter::new(&*to));
    let size = written.and_then(|()| to.metadata());
    Ok(size.map_err(io_error(folder.path()))?.len())
}

/// Contents of a pack.
struct PackContents {
    files: IndexedFiles,
    /// Files of the index.
    names: Vec<String>,
    _lock: WriterLock,
}

impl PackContents {
    fn of(folder: &IndexFolder) -> Result<Self, PackError> {
        let lock = WriterLock::acquire(folder)?;
        let index = open::open(folder)?.ok_or(PackError::Empty)?;
        let metas = index.load_metas().map_err(IndexError::from)?;
        let payload = Payload::decode(metas.payload.as_deref()).ok_or(PackError::Empty)?;
        let mut names = vec![format!("lexical/{COMMIT}")];
        for file in segment_files(folder, &index, &metas) {
            names.push(format!("lexical/{}", file.display()));
        }
        names.extend(vector_files(folder, &payload));
        let files = Store::open(&folder.store())?.files()?.into_iter();
        Ok(Self {
            files: files
                .map(|(path, state)| (path, state.fingerprint, state.outcome))
                .collect(),
            names,
            _lock: lock,
        })
    }

    fn write(&self, folder: &IndexFolder, to: impl Write) -> io::Result<()> {
        let mut archive = tar::Builder::new(GzEncoder::new(to, Compression::fast()));
        // Without owners and times, so that equal indexes give equal packs.
        archive.mode(tar::HeaderMode::Deterministic);
        let bytes = postcard::to_stdvec(&self.files).map_err(io::Error::other)?;
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        archive.append_data(&mut header, CONTENTS, &bytes[..])?;
        for name in &self.names {
            archive.append_path_with_name(folder.path().join(name), name)?;
        }
        archive.into_inner()?.finish()?.flush()
    }
}

/// The file that is written for a pack at this path: for a link, its target.
///
/// # Errors
/// [`PackError::File`] for a device and everything else that is not a regular file.
pub fn pack_target(to: &Path) -> Result<PathBuf, PackError> {
    let target = to.canonicalize().unwrap_or_else(|_| to.to_owned());
    expect_regular(&target).map_err(io_error(to))?;
    Ok(target)
}

/// Vector files of a commit and their finished graphs.
fn vector_files(folder: &IndexFolder, payload: &Payload) -> Vec<String> {
    let mut names = Vec::new();
    for file in &payload.vectors {
        names.push(format!("vectors/{}", VectorFile::name(file.generation)));
        names.push(format!("vectors/{}", Graph::name(file.generation)));
    }
    names.retain(|name| folder.path().join(name).is_file());
    names
}

/// Opens the file of a pack.
///
/// # Errors
/// [`PackError::File`] for everything but a regular file.
pub fn open_pack(from: &Path) -> Result<File, PackError> {
    expect_regular(from)
        .and_then(|()| File::open(from))
        .map_err(io_error(from))
}

/// Replaces the index in `folder` by a pack, which has this name in messages. On an error the index stays
/// unchanged.
///
/// # Errors
/// [`PackError::Invalid`] for a damaged or foreign file, [`PackError::Differs`] for a pack with other chunks
/// or vectors than `identity`, [`IndexError::Locked`] while a process writes the index.
pub fn unpack(
    folder: &IndexFolder,
    identity: &Identity,
    pack: File,
    name: &str,
) -> Result<(), PackError> {
    folder.create()?;
    let _lock = WriterLock::acquire(folder)?;
    let staging = stage(folder)?;
    let from = Path::new(name);
    let unpacked = unpack_into(&staging, pack, from).and_then(|contents| {
        verify(&staging, identity, from)?;
        let commit = fs::read(staging.lexical().join(COMMIT)).map_err(io_error(from))?;
        let origin = format!("the pack {name}");
        Ok(publish(folder, &staging, &commit, contents, &origin)?)
    });
    remove(staging.path())?;
    unpacked
}

fn unpack_into(staging: &IndexFolder, pack: File, from: &Path) -> Result<IndexedFiles, PackError> {
    let invalid = |what: &str| PackError::invalid(from, what);
    let damaged = |cause: io::Error| invalid(&cause.to_string());
    let size = pack.metadata().map_err(io_error(from))?.len();
    let unpacked = GzDecoder::new(BufReader::new(pack));
    let mut archive = tar::Archive::new(unpacked.take(unpacked_limit(size)));
    // Not raw, entries with names and attributes of others would be read as a whole.
    let mut entries = archive.entries().map_err(damaged)?.raw(true);
    let mut first = match entries.next() {
        Some(first) => first.map_err(damaged)?,
        None => return Err(invalid("it is empty")),
    };
    let is_contents =
        first.header().entry_type().is_file() && first.path_bytes() == CONTENTS.as_bytes();
    if !is_contents || first.size() > CONTENTS_LIMIT {
        return Err(invalid("the first entry is not its list of contents"));
    }
    let mut list = Vec::new();
    first.read_to_end(&mut list).map_err(damaged)?;
    let contents =
        postcard::from_bytes(&list).map_err(|_| invalid("its list of contents is unreadable"))?;
    for entry in entries {
        let entry = entry.map_err(damaged)?;
        if !entry.header().entry_type().is_file() {
            return Err(invalid("an entry is not a regular file"));
        }
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if name == format!("lexical/{WRITTEN_FILES}") {
            continue;
        }
        if !is_part(&name) {
            return Err(invalid("an entry is not a part of an index"));
        }
        unpack_part(staging, &name, entry, from)?;
    }
    // The checksum is at the end.
    io::copy(&mut archive.into_inner(), &mut io::sink()).map_err(damaged)?;
    Ok(contents)
}

/// Maximum size of the content of a pack of this size, in bytes.
fn unpacked_limit(size: u64) -> u64 {
    size.saturating_mul(EXPANSION_LIMIT).min(UNPACKED_LIMIT)
}

/// Writes the content of an entry to the file with its name.
fn unpack_part(
    staging: &IndexFolder,
    name: &str,
    entry: impl Read,
    from: &Path,
) -> Result<(), PackError> {
    let refused = |cause| IndexError::folder(staging.path(), cause);
    let mut file = private_file()
        .create_new(true)
        .open(staging.path().join(name))
        .map_err(|cause| match cause.kind() {
            ErrorKind::AlreadyExists => PackError::invalid(from, "an entry occurs twice"),
            _ => refused(cause).into(),
        })?;
    let mut content = BufReader::new(entry);
    loop {
        let bytes = content
            .fill_buf()
            .map_err(|cause| PackError::invalid(from, &cause.to_string()))?;
        if bytes.is_empty() {
            return Ok(());
        }
        file.write_all(bytes).map_err(refused)?;
        let length = bytes.len();
        content.consume(length);
    }
}

/// Verifies unpacked files as the writer verifies an index.
fn verify(staging: &IndexFolder, identity: &Identity, from: &Path) -> Result<(), PackError> {
    let differs = |what| PackError::Differs {
        path: from.to_owned(),
        what,
    };
    let opened = match catch_panic(IndexPart::Lexical, || open_published(staging, identity)) {
        Ok(opened) => opened.ok_or_else(|| differs("it has another format"))?,
        Err(IndexError::Outdated(what)) => return Err(differs(what)),
        Err(IndexError::Damaged { what, .. }) => return Err(PackError::invalid(from, &what)),
        Err(error) => return Err(error.into()),
    };
    if !opened.payload.identity.has_vectors_of(identity) {
        return Err(differs("it has another embedding model"));
    }
    let vectors = open_vectors(staging, &opened.payload, &[])?;
    if vectors.len() != opened.payload.vectors.len() {
        let what = "a vector file is damaged or missing";
        return Err(PackError::invalid(from, what));
    }
    Ok(())
}

/// Returns true for a file directly below `lexical/` or `vectors/` with a harmless name.
fn is_part(name: &str) -> bool {
    let Some(("lexical" | "vectors", file)) = name.split_once('/') else {
        return false;
    };
    file.bytes().any(|byte| byte.is_ascii_alphanumeric())
        && file
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
}

/// Error of reading or writing a file; the usual ones have the same message on every system.
fn io_error(path: &Path) -> impl Fn(io::Error) -> PackError {
    move |cause| PackError::File {
        path: path.to_owned(),
        cause: match cause.kind() {
            kind @ ErrorKind::NotFound => io::Error::new(kind, "no such file or directory"),
            _ => without_code(cause),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tar::EntryType::{
        GNULongLink, GNULongName, GNUSparse, Regular, Symlink, XGlobalHeader, XHeader,
    };

    #[test]
    fn errors_of_the_system_have_one_message_on_every_system() {
        let check = |cause: io::Error, expected: &str| {
            assert_eq!(io_error(Path::new("a.pack"))(cause).to_string(), expected);
        };
        let missing = File::open("/no such folder/a").unwrap_err();
        check(missing, "a.pack: no such file or directory");
        let full = io::Error::from(ErrorKind::StorageFull);
        check(full, "a.pack: no storage space");
        let other = io::Error::other("not a regular file");
        check(other, "a.pack: not a regular file");
    }

    #[test]
    fn the_content_of_a_pack_is_limited_by_its_size_and_absolutely() {
        let check = |size, expected| assert_eq!(unpacked_limit(size), expected);
        check(0, 0);
        check(1 << 20, 50 << 20);
        check(8 << 30, 64 << 30);
        check(u64::MAX, 64 << 30);
    }

    #[test]
    fn repeated_names_and_entries_about_others_are_an_invalid_pack() {
        let check = |kind: tar::EntryType, names: [&str; 2], expected: &str| {
            let directory = tempfile::tempdir().unwrap();
            let pack = directory.path().join("a.pack");
            let out = GzEncoder::new(File::create(&pack).unwrap(), Compression::fast());
            let mut archive = tar::Builder::new(out);
            let contents = postcard::to_stdvec(&IndexedFiles::new()).unwrap();
            for name in [CONTENTS].iter().chain(&names) {
                let mut header = tar::Header::new_gnu();
                header.set_size(contents.len() as u64);
                if *name == names[1] {
                    header.set_entry_type(kind);
                }
                archive
                    .append_data(&mut header, name, &contents[..])
                    .unwrap();
            }
            archive.into_inner().unwrap().finish().unwrap();
            let staging = IndexFolder::new(&directory.path().join("index"));
            staging.create().unwrap();
            let message = unpack_into(&staging, open_pack(&pack).unwrap(), &pack)
                .unwrap_err()
                .to_string();
            assert!(message.ends_with(expected), "{message}");
        };
        let repeated = "is not a valid index pack: an entry occurs twice";
        check(Regular, ["lexical/a", "lexical/a"], repeated);
        let long = format!("lexical/{}", "a".repeat(300));
        let not_regular = "is not a valid index pack: an entry is not a regular file";
        check(Regular, ["lexical/a", &long], not_regular);
        for kind in [
            GNULongName,
            GNULongLink,
            XHeader,
            XGlobalHeader,
            Symlink,
            GNUSparse,
        ] {
            check(kind, ["lexical/a", "lexical/b"], not_regular);
        }
    }
}
