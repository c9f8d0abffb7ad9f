//! A graph's file and those that hold its weights, as they were when vectors were named after them.

use super::folder::unreadable;
use super::{EmbedError, external};
use std::fs::{self, File, Metadata};
use std::hash::Hasher;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;
use twox_hash::XxHash3_64;

/// Files of the user's, which may change while a program uses them.
pub(super) struct Weights {
    graph: PathBuf,
    stamps: Vec<Stamp>,
    hash: u64,
}

/// What tells, without reading it, that a file is still the one that was read.
#[derive(PartialEq, Eq)]
struct Stamp {
    path: PathBuf,
    length: u64,
    modified: Option<SystemTime>,
    inode: u64,
}

impl Weights {
    /// Reads a graph's file and those it names for their hash.
    ///
    /// # Errors
    /// One of them cannot be read or lies outside the graph's folder, or the graph is none.
    pub(super) fn read(graph: PathBuf) -> Result<Self, EmbedError> {
        let files = files(&graph)?;
        // Taken before: a change while they are read shows when they are asked for again.
        let stamps: Result<_, _> = files.iter().map(|file| stamp(file)).collect();
        Ok(Self {
            stamps: stamps?,
            hash: hash(files.iter())?,
            graph,
        })
    }

    /// The graph's file.
    pub(super) fn graph(&self) -> &Path {
        &self.graph
    }

    /// The hash of all of them.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    /// Whether they hold what they held; they are read again only where they look changed.
    pub(super) fn are_the_same(&self) -> Result<bool, EmbedError> {
        let files = self.stamps.iter().map(|stamp| &stamp.path);
        for (before, file) in self.stamps.iter().zip(files.clone()) {
            if stamp(file)? != *before {
                return Ok(hash(files)? == self.hash);
            }
        }
        Ok(true)
    }
}

/// The graph, and the files it names in the order of their names.
fn files(graph: &Path) -> Result<Vec<PathBuf>, EmbedError> {
    let of_graph = |cause| unreadable(graph, cause);
    let mut files = vec![graph.to_path_buf()];
    for location in external::locations(graph).map_err(of_graph)? {
        let mut parts = Path::new(&location).components();
        if !parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            let outside = format!("it names weights outside its folder, in {location:?}");
            return Err(of_graph(io::Error::other(outside)));
        }
        files.push(graph.with_file_name(location));
    }
    Ok(files)
}

/// The hash of what files hold, and of how long each is.
fn hash<'f>(files: impl Iterator<Item = &'f PathBuf>) -> Result<u64, EmbedError> {
    let mut hasher = XxHash3_64::new();
    for path in files {
        let read = File::open(path).and_then(|file| add(file, &mut hasher));
        hasher.write_u64(read.map_err(|cause| unreadable(path, cause))?);
    }
    Ok(hasher.finish())
}

/// Adds what a file holds, a piece at a time, and gives its length.
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

fn stamp(path: &Path) -> Result<Stamp, EmbedError> {
    let metadata = fs::metadata(path).and_then(|metadata| match metadata.is_file() {
        true => Ok(metadata),
        // Reading a pipe would wait for who writes to it.
        false => Err(io::Error::other("it is not a regular file")),
    });
    let metadata = metadata.map_err(|cause| unreadable(path, cause))?;
    Ok(Stamp {
        length: metadata.len(),
        modified: metadata.modified().ok(),
        inode: inode(&metadata),
        path: path.to_path_buf(),
    })
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_external_tensor;
    use super::*;
    use std::time::Duration;

    /// A folder with a graph that names these files.
    fn folder(named: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let graph = folder.path().join("model.onnx");
        let tensors = named.iter().map(|file| with_external_tensor(file));
        fs::write(&graph, tensors.collect::<Vec<_>>().concat()).unwrap();
        (folder, graph)
    }

    #[test]
    fn files_are_the_same_until_they_hold_something_else() {
        let (folder, graph) = folder(&["weights.bin"]);
        let data = folder.path().join("weights.bin");
        fs::write(&data, "weights").unwrap();
        let touch = |modified| {
            let file = File::options().write(true).open(&data).unwrap();
            file.set_modified(modified).unwrap();
        };
        let earlier = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        touch(earlier);
        let weights = Weights::read(graph).unwrap();
        let check = |expected: bool| assert_eq!(weights.are_the_same().unwrap(), expected);
        check(true);
        // Who read it would see the difference.
        fs::write(&data, "WEIGHTS").unwrap();
        touch(earlier);
        check(true);
        touch(earlier + Duration::from_secs(1));
        check(false);
        fs::write(&data, "weights").unwrap();
        check(true);
        fs::remove_file(&data).unwrap();
        assert!(weights.are_the_same().is_err());
    }

    #[test]
    fn what_a_graph_names_is_part_of_its_hash() {
        let (folder, graph) = folder(&["sub/b", "a.bin"]);
        fs::create_dir(folder.path().join("sub")).unwrap();
        let hash = |a: &str, b: &str| {
            fs::write(folder.path().join("a.bin"), a).unwrap();
            fs::write(folder.path().join("sub/b"), b).unwrap();
            Weights::read(graph.clone()).unwrap().hash()
        };
        let first = hash("1", "2");
        assert_eq!(hash("1", "2"), first);
        fs::write(folder.path().join("model.onnx.bak"), "nobody reads this").unwrap();
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
