//! Files of a graph and its external weights, with the hash that identifies their contents.
//!
//! Principal type: [`Weights`]. Invariant: every file is regular and in the folder of the graph.

use super::external;
use super::folder::unreadable;
use crate::embed::error::EmbedError;
use std::fs::{self, File};
use std::hash::Hasher;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use twox_hash::XxHash3_64;

/// Files of the user, which may change while in use.
pub(super) struct Weights {
    /// The graph first.
    files: Vec<PathBuf>,
    /// Hash of all files.
    pub(super) hash: u64,
}

impl Weights {
    /// Hashes a graph's file and the files it names.
    ///
    /// # Errors
    /// A file is unreadable or outside the graph's folder, or the graph is invalid.
    pub(super) fn read(graph: PathBuf) -> Result<Self, EmbedError> {
        let files = files(graph)?;
        let hash = hash(&files)?;
        Ok(Self { files, hash })
    }

    /// Path of the graph.
    pub(super) fn graph(&self) -> &Path {
        &self.files[0]
    }

    /// Returns true if the contents are unchanged, by reading them again: each session maps them once.
    pub(super) fn are_unchanged(&self) -> Result<bool, EmbedError> {
        Ok(hash(&self.files)? == self.hash)
    }
}

/// Returns the graph and the files it names, in alphabetical order.
fn files(graph: PathBuf) -> Result<Vec<PathBuf>, EmbedError> {
    let of_graph = |cause| unreadable(&graph, cause);
    let mut files = vec![graph.clone()];
    for location in external::locations(&graph).map_err(of_graph)? {
        let mut parts = Path::new(&location).components();
        if !parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            let outside = format!("it names external weights outside its folder: {location:?}");
            return Err(of_graph(io::Error::other(outside)));
        }
        files.push(graph.with_file_name(location));
    }
    Ok(files)
}

/// Hashes the contents and lengths of files.
fn hash(files: &[PathBuf]) -> Result<u64, EmbedError> {
    let mut hasher = XxHash3_64::new();
    for path in files {
        let read = open(path).and_then(|file| add(file, &mut hasher));
        hasher.write_u64(read.map_err(|cause| unreadable(path, cause))?);
    }
    Ok(hasher.finish())
}

/// Opens a regular file: reading a pipe would block until someone writes to it.
fn open(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    File::open(path)
}

/// Hashes the contents of a file in pieces and returns its length.
fn add(mut file: File, hasher: &mut XxHash3_64) -> io::Result<u64> {
    let (mut piece, mut total) = (vec![0; 1 << 20], 0);
    loop {
        match file.read(&mut piece) {
            Ok(0) => return Ok(total),
            Ok(length) => {
                hasher.write(piece.get(..length).unwrap_or_default());
                total += length as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_external_tensor;
    use super::*;

    /// Creates a folder with a graph that names these files.
    fn folder(named: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let graph = folder.path().join("model.onnx");
        let tensors = named.iter().map(|file| with_external_tensor(file));
        fs::write(&graph, tensors.collect::<Vec<_>>().concat()).unwrap();
        (folder, graph)
    }

    #[test]
    fn files_are_unchanged_until_their_contents_differ() {
        let (folder, graph) = folder(&["weights.bin"]);
        let data = folder.path().join("weights.bin");
        fs::write(&data, "weights").unwrap();
        let weights = Weights::read(graph).unwrap();
        let check = |expected: bool| assert_eq!(weights.are_unchanged().unwrap(), expected);
        check(true);
        fs::write(&data, "WEIGHTS").unwrap();
        check(false);
        fs::write(&data, "weights").unwrap();
        check(true);
        fs::remove_file(&data).unwrap();
        assert!(weights.are_unchanged().is_err());
    }

    #[test]
    fn external_weights_are_part_of_the_hash() {
        let (folder, graph) = folder(&["sub/b", "a.bin"]);
        fs::create_dir(folder.path().join("sub")).unwrap();
        let hash = |a: &str, b: &str| {
            fs::write(folder.path().join("a.bin"), a).unwrap();
            fs::write(folder.path().join("sub/b"), b).unwrap();
            Weights::read(graph.clone()).unwrap().hash
        };
        let first = hash("1", "2");
        assert_eq!(hash("1", "2"), first);
        fs::write(folder.path().join("model.onnx.bak"), "unused").unwrap();
        assert_eq!(hash("1", "2"), first);
        for (a, b) in [("2", "1"), ("1", "3"), ("12", ""), ("", "12")] {
            assert_ne!(hash(a, b), first, "{a:?} {b:?}");
        }
    }

    #[track_caller]
    fn check_refused(named: &str, parts: &[&str]) {
        let (_folder, graph) = folder(&[named]);
        let error = Weights::read(graph).err().unwrap().to_string();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }

    #[test]
    fn files_that_cannot_be_weights_are_refused() {
        check_refused("missing.bin", &["cannot read", "missing.bin"]);
        check_refused("../weights.bin", &["model.onnx", "outside its folder"]);
        check_refused("/etc/passwd", &["model.onnx", "outside its folder"]);
        check_refused(".", &["not a regular file"]);
        check_refused("", &["not a regular file"]);
    }
}
