//! The graph against the exact scan, over vectors of real code: this crate's own.

use smriti_tui::corpus::Cancel;
use smriti_tui::embed::{Embedding, EmbeddingKey, Model};
use smriti_tui::index::vector::{Graph, RowId, VectorSet, write};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;

const ROWS: usize = 2500;
const QUERIES: usize = 60;
const K: usize = 10;
const EF: usize = 300;

/// Overlapping windows of lines, so that there are near-duplicates as in repositories.
fn texts(limit: usize) -> Vec<String> {
    let mut files = Vec::new();
    source_files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut files,
    );
    files.sort();
    let mut texts = Vec::new();
    for file in files {
        let content = fs::read_to_string(file).unwrap();
        let lines: Vec<&str> = content.lines().collect();
        texts.extend(lines.windows(5).step_by(2).map(|window| window.join("\n")));
    }
    texts.sort();
    texts.dedup();
    let step = texts.len().div_ceil(limit).max(1);
    texts.into_iter().step_by(step).collect()
}

fn source_files(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            source_files(&path, files);
        } else {
            files.push(path);
        }
    }
}

fn embedded(model: &Model, texts: &[String]) -> Vec<(EmbeddingKey, Embedding)> {
    let keys = texts.iter().map(|text| EmbeddingKey::of(text));
    keys.zip(model.embed(texts).unwrap()).collect()
}

#[test]
fn the_graph_recalls_what_the_scan_finds() {
    let model = Model::bundled().unwrap();
    let texts = texts(ROWS);
    assert!(texts.len() > 1000, "{} texts", texts.len());
    let directory = tempfile::tempdir().unwrap();
    let rows = embedded(&model, &texts);
    let file = write(directory.path(), 1, model.dimension(), rows).unwrap();
    let go = Cancel::new();
    let graph = Graph::build(&file, &AtomicUsize::new(0), &go).unwrap();
    let set = VectorSet::new(vec![file]);

    // Realistic queries: a line, not the indexed window.
    let queries: Vec<&str> = texts
        .iter()
        .step_by(texts.len() / QUERIES)
        .filter_map(|text| text.lines().max_by_key(|line| line.len()))
        .collect();
    let (mut found, mut wanted) = (0, 0);
    for query in model.embed(&queries).unwrap() {
        let exact = set
            .search(None, &query, None, RowId::alone, K, &go)
            .unwrap();
        let near = set.search(Some((&graph, EF)), &query, None, RowId::alone, K, &go);
        let near = near.unwrap();
        // Results of both have the same score and about the same order.
        assert!(
            near.iter()
                .all(|hit| exact.contains(hit) || hit.1 <= exact[exact.len() - 1].1)
        );
        assert!(near.is_sorted_by(|a, b| a.1 >= b.1));
        found += exact.iter().filter(|hit| near.contains(hit)).count();
        wanted += exact.len();
    }
    let recall = found as f64 / wanted as f64;
    println!("recall@{K} {recall:.4} over {} rows", texts.len());
    assert!(recall >= 0.98, "recall@{K} is {recall:.4}");
}
