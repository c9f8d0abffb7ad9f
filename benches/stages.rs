//! Time of single stages on one core, compared with parsing the same files: `cargo bench --bench stages`.
//!
//! Uses divan: it is small, prints bytes per second next to each time, and has its own `main`.
//! `benches/table` measures whole runs and the ratios of alternating runs, and prints the README's table.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use smriti_tui::answers::token_count;
use smriti_tui::chunk::{ChunkTree, Limits, embedded_text};
use smriti_tui::corpus::{self, Cancel, Document, Root, read, walk};
use smriti_tui::embed::Model;
use smriti_tui::index::terms::for_each_term;
use smriti_tui::summary;
use smriti_tui::syntax::{Language, parse_only};
use std::path::Path;
use std::sync::{LazyLock, Mutex};

fn main() {
    divan::main();
}

/// The documents of this crate's sources.
static DOCUMENTS: LazyLock<Vec<Document>> = LazyLock::new(|| {
    let Ok(root) = Root::exactly(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) else {
        return Vec::new();
    };
    let Ok(secrets) = corpus::Secrets::with_rules(&[]) else {
        return Vec::new();
    };
    let limits = corpus::FileLimits {
        rules: corpus::RuleOptions::default(),
        index_limit: 1_000_000,
        document_limit: 1_000_000,
        secrets,
    };
    let files = walk(&root, &limits, &Cancel::new()).files.into_iter();
    let read = |path| read(&root, &path, limits.of(&path)).ok();
    files
        .filter_map(|found| read(found.path))
        .map(|(document, _)| document)
        .collect()
});

static TREES: LazyLock<Vec<ChunkTree>> = LazyLock::new(|| {
    let documents = DOCUMENTS.iter().cloned();
    documents
        .map(|document| ChunkTree::of(document, &Limits::default()))
        .collect()
});

static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let texts = TREES.iter().flat_map(|tree| {
        let leaves = tree.leaves().filter(|(_, leaf)| !leaf.silent);
        leaves.map(|(at, _)| embedded_text(tree, at))
    });
    texts.collect()
});

/// Bytes of all documents, so that stages are comparable.
fn bytes() -> BytesCount {
    BytesCount::new(DOCUMENTS.iter().map(|it| it.text.len()).sum::<usize>())
}

#[divan::bench(sample_count = 20)]
fn a_parse_only(bencher: Bencher<'_, '_>) {
    bencher.counter(bytes()).bench_local(|| {
        for document in DOCUMENTS.iter() {
            let text = document.text.slice(0..document.text.len());
            if let Some(language) = Language::of(&document.path, &text) {
                black_box(parse_only(&text, language));
            }
        }
    });
}

#[divan::bench(sample_count = 20)]
fn b_chunk(bencher: Bencher<'_, '_>) {
    bencher.counter(bytes()).bench_local(|| {
        for document in DOCUMENTS.iter() {
            black_box(ChunkTree::of(document.clone(), &Limits::default()));
        }
    });
}

#[divan::bench(sample_count = 20)]
fn c_digest(bencher: Bencher<'_, '_>) {
    bencher.counter(bytes()).bench_local(|| {
        for tree in TREES.iter() {
            black_box(summary::digest(tree));
        }
    });
}

#[divan::bench(sample_count = 20)]
fn d_embedded_texts(bencher: Bencher<'_, '_>) {
    bencher.counter(bytes()).bench_local(|| {
        for tree in TREES.iter() {
            for (at, _) in tree.leaves().filter(|(_, leaf)| !leaf.silent) {
                black_box(embedded_text(tree, at));
            }
        }
    });
}

#[divan::bench(sample_count = 20)]
fn e_terms(bencher: Bencher<'_, '_>) {
    bencher.counter(bytes()).bench_local(|| {
        for tree in TREES.iter() {
            for (_, leaf) in tree.leaves().filter(|(_, leaf)| !leaf.silent) {
                for_each_term(&tree.text(leaf), |term| {
                    black_box(term);
                });
            }
        }
    });
}

/// The embedded texts.
fn texts() -> ItemsCount {
    ItemsCount::new(TEXTS.len())
}

/// Estimates the tokens of the same texts.
#[divan::bench(sample_count = 20)]
fn f_token_counts(bencher: Bencher<'_, '_>) {
    bencher.counter(texts()).bench_local(|| {
        for text in TEXTS.iter() {
            black_box(token_count(text));
        }
    });
}

/// Embeds all texts, with tokenization, on threads that share them as in the indexer.
#[divan::bench(sample_count = 20, args = [1, 2])]
fn g_embed(bencher: Bencher<'_, '_>, threads: usize) {
    let Ok(model) = Model::bundled() else {
        return;
    };
    bencher.counter(texts()).bench_local(|| {
        let batches = Mutex::new(TEXTS.chunks(model.batch_size()));
        let next = || batches.lock().ok()?.next();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(batch) = next() {
                        black_box(model.embed(batch).is_ok());
                    }
                });
            }
        });
    });
}

#[divan::bench]
fn i_embed_query(bencher: Bencher<'_, '_>) {
    let Ok(model) = Model::bundled() else {
        return;
    };
    let query = "where are segments of the index merged";
    bencher.bench_local(|| black_box(model.embed_query(query, &[]).is_ok()));
}
