//! A graph on disk: the two files of hnsw_rs, and a manifest of ours that is written last.
//!
//! hnsw_rs panics or ends the process over files that are not what it wrote, so nothing of them
//! reaches it before length and checksum were compared with the manifest's.
//!
//! Manifest, little-endian: magic (8 bytes), format (u32), machine (u32), checksum of the vector
//! file (u32), rows (u64); for the links and for the points: length (u64), crc32 (u32); crc32 of
//! all before it (u32).

use super::graph::{Links, RowDistance};
use super::write::{TEMPORARY, replace, sync_directory};
use super::{VectorError, VectorFile};
use crc32fast::Hasher;
use hnsw_rs::prelude::{AnnT, HnswIo};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"smritgrf";

/// Counted up when hnsw_rs, its parameters or the distance change.
const FORMAT: u32 = 2;

/// hnsw_rs dumps integers as the machine has them: their width and, in the order of these bytes,
/// their endianness.
const MACHINE: u32 = u32::from_ne_bytes([1, 2, 3, usize::BITS as u8]);

/// What hnsw_rs calls its links and its points, after a base name.
const PARTS: [&str; 2] = ["hnsw.graph", "hnsw.data"];

/// Manifest, links and points of a generation.
pub(super) fn names(generation: u64) -> [String; 3] {
    let base = base(generation);
    let [links, points] = PARTS.map(|part| format!("{base}.{part}"));
    [format!("{base}.graph"), links, points]
}

fn base(generation: u64) -> String {
    format!("{generation:016x}")
}

/// Writes the graph of a vector file beside it.
pub(super) fn write(directory: &Path, file: &VectorFile, links: &Links) -> Result<(), VectorError> {
    let [manifest, parts @ ..] = names(file.generation());
    if !file.is_empty() {
        write_parts(directory, file, links, &parts)?;
    }
    let content = content(directory, file, &parts)
        .map_err(|(path, cause)| VectorError::Write { path, cause })?;
    replace(directory, &manifest, |out| out.write_all(&content))
}

/// Lets hnsw_rs write its files under temporary names, so that a process which verified files of
/// these names before never reads half of new ones.
fn write_parts(
    directory: &Path,
    file: &VectorFile,
    links: &Links,
    parts: &[String; 2],
) -> Result<(), VectorError> {
    let base = format!("{}.{TEMPORARY}", base(file.generation()));
    let temporary = PARTS.map(|part| directory.join(format!("{base}.{part}")));
    for path in &temporary {
        // hnsw_rs panics where it cannot create a file; here that is an error.
        File::create(path).map_err(|cause| VectorError::Write {
            path: path.clone(),
            cause,
        })?;
    }
    let written = links
        .file_dump(directory, &base)
        .map_err(|error| io::Error::other(error.to_string()))
        .and_then(|_| {
            for (temporary, part) in temporary.iter().zip(parts) {
                File::options().write(true).open(temporary)?.sync_all()?;
                std::fs::rename(temporary, directory.join(part))?;
            }
            sync_directory(directory)
        });
    written.map_err(|cause| {
        for path in &temporary {
            // The next attempt would overwrite it; until then it only takes space.
            let _ = std::fs::remove_file(path);
        }
        VectorError::Write {
            path: directory.join(base),
            cause,
        }
    })
}

/// What the manifest of these parts says.
fn content(
    directory: &Path,
    file: &VectorFile,
    parts: &[String],
) -> Result<Vec<u8>, (PathBuf, io::Error)> {
    let mut content = MAGIC.to_vec();
    content.extend(FORMAT.to_le_bytes());
    content.extend(MACHINE.to_le_bytes());
    content.extend(file.checksum().to_le_bytes());
    content.extend((file.len() as u64).to_le_bytes());
    // hnsw_rs has no dump of nothing, and nothing needs none.
    for part in parts.iter().filter(|_| !file.is_empty()) {
        let path = directory.join(part);
        let (length, checksum) = measure(&path).map_err(|cause| (path, cause))?;
        content.extend(length.to_le_bytes());
        content.extend(checksum.to_le_bytes());
    }
    Ok(content)
}

/// The length and crc32 of a file.
fn measure(path: &Path) -> io::Result<(u64, u32)> {
    let mut file = File::open(path)?;
    let mut block = vec![0; 1 << 18];
    let (mut length, mut checksum) = (0, Hasher::new());
    loop {
        match file.read(&mut block) {
            Ok(0) => return Ok((length, checksum.finalize())),
            Ok(taken) => {
                length += taken as u64;
                checksum.update(&block[..taken]);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Reads the graph of a vector file, once all that hnsw_rs will read was verified.
pub(super) fn read(directory: &Path, file: &VectorFile) -> Result<Links, VectorError> {
    verify(directory, file)?;
    load(directory, file).ok_or_else(|| VectorError::Damaged {
        path: directory.join(&names(file.generation())[0]),
        what: "another build of smriti-tui wrote it",
    })
}

/// Verifies a dump without hnsw_rs: manifest, checksums, and that it is over this file.
pub(super) fn verify(directory: &Path, file: &VectorFile) -> Result<(), VectorError> {
    let [manifest, parts @ ..] = names(file.generation());
    let path = directory.join(&manifest);
    let found = std::fs::read(&path).map_err(|cause| VectorError::Read {
        path: path.clone(),
        cause,
    })?;
    let damaged = |what| VectorError::Damaged {
        path: path.clone(),
        what,
    };
    let content = content(directory, file, &parts)
        .map_err(|(path, cause)| VectorError::Read { path, cause })?;
    let Some((said, checksum)) = found.split_last_chunk() else {
        return Err(damaged("it is cut off"));
    };
    if u32::from_le_bytes(*checksum) != crc32fast::hash(said) {
        return Err(damaged("its checksum does not fit"));
    }
    let head = MAGIC.len() + 8;
    if said.get(..head) != content.get(..head) {
        return Err(damaged("another version or machine wrote it"));
    }
    if said.get(head..head + 12) != content.get(head..head + 12) {
        return Err(damaged("it is over other vectors"));
    }
    if said != content {
        return Err(damaged(
            "the links or points beside it are not the ones it names",
        ));
    }
    Ok(())
}

/// Lets hnsw_rs read its files.
fn load(directory: &Path, file: &VectorFile) -> Option<Links> {
    let distance = RowDistance::new(file);
    if file.is_empty() {
        return Some(super::graph::empty(distance));
    }
    // The graph borrows from its loader (it could map the points). Kept for good, it costs a path
    // and a name each time a graph is opened, which is once for each merge of vector files.
    let loader: &'static HnswIo =
        Box::leak(Box::new(HnswIo::new(directory, &base(file.generation()))));
    let mut links: Links = loader.load_hnsw_with_dist(distance).ok()?;
    links.set_searching_mode(true);
    (links.get_nb_point() == file.len()).then_some(links)
}
