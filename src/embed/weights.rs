//! A graph's file and those that hold its weights, as they were when vectors were named after them.

use super::folder::{hash, with_weights};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

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
    /// Reads a graph's file and its weights for their hash.
    pub(super) fn read(graph: PathBuf) -> io::Result<Self> {
        // Taken before: a change while they are read shows when they are asked for again.
        let stamps = stamps(&graph)?;
        let hash = hash(&graph)?;
        Ok(Self {
            graph,
            stamps,
            hash,
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
    pub(super) fn are_the_same(&self) -> io::Result<bool> {
        Ok(stamps(&self.graph)? == self.stamps || hash(&self.graph)? == self.hash)
    }
}

fn stamps(graph: &Path) -> io::Result<Vec<Stamp>> {
    let stamp = |path: PathBuf| {
        let metadata = fs::metadata(&path)?;
        Ok(Stamp {
            length: metadata.len(),
            modified: metadata.modified().ok(),
            inode: inode(&metadata),
            path,
        })
    };
    with_weights(graph)?.into_iter().map(stamp).collect()
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
    use super::*;
    use std::time::Duration;

    #[test]
    fn files_are_the_same_until_they_hold_something_else() {
        let folder = tempfile::tempdir().unwrap();
        let (graph, data) = ("model.onnx", "model.onnx_data");
        let file = |name: &str| folder.path().join(name);
        fs::write(file(graph), "graph").unwrap();
        fs::write(file(data), "weights").unwrap();
        let touch = |name: &str, modified| {
            let file = fs::File::options().write(true).open(file(name)).unwrap();
            file.set_modified(modified).unwrap();
        };
        let earlier = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        touch(data, earlier);
        let weights = Weights::read(file(graph)).unwrap();
        let check = |expected: bool| assert_eq!(weights.are_the_same().unwrap(), expected);
        check(true);
        // Who read it would see the difference.
        fs::write(file(data), "WEIGHTS").unwrap();
        touch(data, earlier);
        check(true);
        touch(data, earlier + Duration::from_secs(1));
        check(false);
        fs::write(file(data), "weights").unwrap();
        check(true);
        fs::write(file("model.onnx_more"), "").unwrap();
        check(true);
        fs::write(file("model.onnx_more"), "more").unwrap();
        check(false);
    }
}
