//! Changed files of an index, of a session and of a pack with valid checksums, so that readers must validate
//! the content.

use super::input::mutated;
use super::{fuzz, read};
use crate::ground::{Ground, files_below};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use smriti_tui::config::GraphMode;
use smriti_tui::embed::Embedding;
use smriti_tui::index::vector::{Graph, VectorFile};
use smriti_tui::index::{IndexFolder, IndexReader, Manifest, open_pack, unpack};
use smriti_tui::session::SessionFile;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// An index with a graph, and its folder.
fn indexed() -> (Ground, PathBuf) {
    let ground = Ground::new(&["src/session"]);
    ground.configure(&ground.home(), "[vector]\ngraph = \"always\"\n");
    ground
        .run(&ground.home(), &["index", "--wait-graph"])
        .fine("index")
        .unwrap();
    let folder = Ground::index_in(&ground.home());
    (ground, folder)
}

fn file_of(folder: &Path, extension: &str) -> PathBuf {
    let files = files_below(&folder.join("vectors"));
    files
        .into_iter()
        .find(|file| file.extension().is_some_and(|it| it == extension))
        .unwrap()
}

/// Appends the checksum of changed content.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

fn unsealed(bytes: &[u8]) -> Vec<u8> {
    bytes[..bytes.len() - 4].to_vec()
}

/// Changed contents of a file, with its checksum.
fn changed(original: &[u8], numbers: &mut crate::numbers::Numbers) -> Vec<u8> {
    let mut bytes = unsealed(original);
    // Most checks are of headers.
    match numbers.below(3) {
        0 => {
            let at = numbers.below(bytes.len().min(64));
            bytes[at] = numbers.next() as u8;
        }
        1 => {
            for _ in 0..=numbers.below(20) {
                let at = numbers.below(bytes.len());
                bytes[at] = numbers.next() as u8;
            }
        }
        _ => {
            let other = bytes.clone();
            bytes = mutated(bytes, &[&other], numbers, 10_000_000);
        }
    }
    sealed(bytes)
}

#[test]
fn fuzz_vectors_and_graphs() {
    let (_ground, folder) = indexed();
    let (vectors, graph) = (file_of(&folder, "vec"), file_of(&folder, "graph"));
    let directory = vectors.parent().unwrap().to_owned();
    let generation =
        u64::from_str_radix(&vectors.file_stem().unwrap().to_string_lossy(), 16).unwrap();
    let (vector_bytes, graph_bytes) = (fs::read(&vectors).unwrap(), fs::read(&graph).unwrap());
    let dimension = VectorFile::open(&directory, generation)
        .unwrap()
        .dimension();
    let query = Embedding(vec![1; dimension].into_boxed_slice());
    fuzz("vectors", 300, |numbers| {
        fs::remove_file(&vectors).unwrap();
        fs::write(&vectors, changed(&vector_bytes, numbers)).unwrap();
        if let Ok(file) = VectorFile::open(&directory, generation) {
            for row in 0..file.len().min(1_000) {
                let key = file.key(row);
                file.find(key);
                file.get(key);
            }
            if let Ok(graph) = Graph::open(&directory, &file) {
                graph.search(&query, 10);
            }
        }
        Ok(())
    });
    fs::write(&vectors, &vector_bytes).unwrap();
    let file = VectorFile::open(&directory, generation).unwrap();
    fuzz("graph", 300, |numbers| {
        fs::remove_file(&graph).unwrap();
        fs::write(&graph, changed(&graph_bytes, numbers)).unwrap();
        if let Ok(graph) = Graph::open(&directory, &file) {
            let near = graph.search(&query, 10);
            if let Some((row, _)) = near
                .rows
                .iter()
                .find(|(row, _)| *row as usize >= file.len())
            {
                return Err(format!("row {row} of {}", file.len()));
            }
        }
        Ok(())
    });
}

#[test]
fn fuzz_manifest() {
    let (_ground, folder) = indexed();
    let path = folder.join("manifest");
    let original = fs::read(&path).unwrap();
    let folder = IndexFolder::new(&folder);
    fuzz("manifest", 1_000, |numbers| {
        fs::write(&path, changed(&original, numbers)).unwrap();
        if let Some(manifest) = Manifest::read(&folder) {
            manifest.covers(&[]);
            manifest.refused().count();
        }
        Ok(())
    });
}

#[test]
fn fuzz_session() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.json");
    let original = br#"{"version":1,"history":[{"text":"a","mode":"hybrid"}],"bookmarks":[{"path":"a.rs","chunk":1,"names":["a"],"line":3,"hash":4,"body":5,"note":"x"}],"place":{"asked":{"text":"a","mode":"hybrid"},"chunk":1,"path":"a.rs","view":"hits","zoom":1}}"#.to_vec();
    fuzz("session", 1_000, |numbers| {
        let bytes = mutated(original.clone(), &[&original], numbers, 100_000);
        fs::write(&path, bytes).unwrap();
        match SessionFile::new(path.clone()).load() {
            Ok(loaded) => drop(loaded.session.is_bookmarked(1)),
            Err(error) if error.to_string().is_empty() => return Err("no message".to_owned()),
            Err(_) => {}
        }
        for left in files_below(folder.path()) {
            fs::remove_file(left).unwrap();
        }
        Ok(())
    });
}

#[test]
fn fuzz_pack() {
    let (ground, folder) = indexed();
    let pack = ground.path().join("a.pack");
    ground
        .run(
            &ground.home(),
            &["index", "--pack", &pack.to_string_lossy()],
        )
        .fine("index --pack")
        .unwrap();
    let snapshots = IndexReader::new(&IndexFolder::new(&folder), GraphMode::Never);
    let identity = snapshots.latest().unwrap().unwrap().identity().clone();
    let packed = fs::read(&pack).unwrap();
    let mut archive = Vec::new();
    GzDecoder::new(&packed[..])
        .read_to_end(&mut archive)
        .unwrap();
    let target = ground.path().join("target");
    let license = read("LICENSE-MIT");
    fuzz("pack", 150, |numbers| {
        let bytes = match numbers.below(2) {
            0 => mutated(packed.clone(), &[&license], numbers, packed.len() * 2),
            _ => {
                let mut archive = archive.clone();
                // Names, lengths and the list of contents are in the first blocks.
                for _ in 0..=numbers.below(6) {
                    let at = numbers.small(21).min(archive.len() - 1);
                    archive[at] = numbers.next() as u8;
                }
                let mut compressed = GzEncoder::new(Vec::new(), Compression::fast());
                compressed.write_all(&archive).unwrap();
                compressed.finish().unwrap()
            }
        };
        fs::write(&pack, bytes).unwrap();
        let _ = fs::remove_dir_all(&target);
        let opened = open_pack(&pack).unwrap();
        let unpacked = unpack(&IndexFolder::new(&target), &identity, opened, "a.pack");
        match unpacked {
            Err(error) if error.to_string().is_empty() => Err("no message".to_owned()),
            _ => Ok(()),
        }
    });
}
