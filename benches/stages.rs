//! What single stages take on one core, beside parsing the same files: `cargo bench --bench stages`.
//!
//! divan, because it is small, prints bytes a second beside each time, and has its own `main`; whole
//! runs, their ratios in turns and the README's table are `benches/table`'s.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use smriti_tui::chunk::{ChunkTree, Limits, embedded_text};
use smriti_tui::corpus::{self, Cancel, Document, Root, read, walk};
use smriti_tui::embed::{Backend, Model};
use smriti_tui::index::terms::for_each_term;
use smriti_tui::summary;
use smriti_tui::syntax::{Language, parse_only};
use std::path::Path;
use std::sync::LazyLock;

fn main() {
    divan::main();
}

/// The sources of this crate, read.
static DOCUMENTS: LazyLock<Vec<Document>> = LazyLock::new(|| {
    let Ok(root) = Root::exactly(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) else {
        return Vec::new();
    };
    let limits = corpus::Limits {
        index_limit: 1_000_000,
        document_limit: 1_000_000,
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

/// Bytes of all documents, so that stages compare whatever they make of them.
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

#[divan::bench(sample_count = 10)]
fn f_embed(bencher: Bencher<'_, '_>) {
    let Ok(model) = Model::bundled(&Backend::PureRust) else {
        return;
    };
    bencher
        .counter(bytes())
        .bench_local(|| black_box(model.embed(&TEXTS).is_ok()));
}
