//! Context of the chunks of every fixture of `tests/fixtures/languages`.

use smriti_tui::chunk::{Chunk, ChunkTree, Kind, Limits, Role};
use smriti_tui::context::around::{skeleton, subtree};
use smriti_tui::corpus::{Document, SourcePath, Text};
use std::path::Path;

/// A small limit too, so that leaves are split.
const LEAF_LIMITS: [usize; 2] = [2_000, 120];

fn trees() -> Vec<ChunkTree> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/languages");
    let mut trees = Vec::new();
    for entry in std::fs::read_dir(folder).expect("fixtures").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".snap") || name.ends_with(".snap.new") {
            continue;
        }
        let raw = std::fs::read(entry.path()).expect("a fixture");
        for leaf in LEAF_LIMITS {
            let document = Document::new(SourcePath::new(&name), Text::decode(raw.clone()));
            let limits = Limits {
                leaf,
                ..Limits::default()
            };
            trees.push(ChunkTree::of(document, &limits));
        }
    }
    assert!(!trees.is_empty());
    trees
}

#[test]
fn parent_is_the_concatenation_of_its_leaves() {
    for tree in trees() {
        for (index, chunk) in tree.chunks.iter().enumerate() {
            let chunks = tree.chunks[subtree(&tree, index)].iter();
            let mut end = chunk.bytes.start;
            for leaf in chunks.filter(|chunk| chunk.is_leaf()) {
                assert_eq!(leaf.bytes.start, end, "{} {index}", tree.path());
                end = leaf.bytes.end;
            }
            assert_eq!(end, chunk.bytes.end, "{} {index}", tree.path());
            for inner in subtree(&tree, index).skip(1) {
                let inner = &tree.chunks[inner].bytes;
                assert!(chunk.bytes.start <= inner.start && inner.end <= chunk.bytes.end);
            }
        }
    }
}

#[test]
fn a_skeleton_has_every_signature_and_no_body() {
    for tree in trees() {
        for (index, chunk) in tree.chunks.iter().enumerate() {
            if index == 0 || chunk.role == Role::Parent {
                check(&tree, index);
            }
        }
    }
}

/// The bytes of a function's code, after its signature and docstring.
fn code(tree: &ChunkTree, chunk: &Chunk) -> Option<std::ops::Range<usize>> {
    let is_function = matches!(
        chunk.kind,
        Kind::Function | Kind::Method | Kind::Constructor | Kind::Accessor | Kind::Macro
    );
    if !is_function || chunk.signature.is_empty() || chunk.role == Role::Piece {
        return None;
    }
    // The leaf may contain the end of an enclosing declaration, which is shown.
    let text = &tree.document.text.bytes()[..chunk.bytes.end];
    let has_text = |byte: &u8| byte.is_ascii_alphanumeric();
    let end = text.iter().rposition(has_text).map_or(0, |last| last + 1);
    let start = chunk.signature.end.max(chunk.docs.end);
    (start < end).then_some(start..end)
}

fn check(tree: &ChunkTree, index: usize) {
    let path = tree.path();
    let skeleton = skeleton(tree, index);
    let shown = skeleton.text(tree);
    let mut end = 0;
    for row in &skeleton.rows {
        assert!(
            end <= row.bytes.start && row.bytes.start <= row.bytes.end,
            "{path}: order"
        );
        end = row.bytes.end;
    }
    for inner in subtree(tree, index).skip(1) {
        let inner = &tree.chunks[inner];
        if inner.role == Role::Piece || inner.kind == Kind::Section {
            continue;
        }
        let signature = tree.document.text.slice(inner.signature.clone());
        assert!(
            shown.contains(&*signature),
            "{path}: no {signature:?} in\n{shown}"
        );
        let Some(code) = code(tree, inner) else {
            continue;
        };
        for row in &skeleton.rows {
            let (start, end) = (row.bytes.start.max(code.start), row.bytes.end.min(code.end));
            let common = tree.document.text.slice(start..end.max(start));
            // Also `end # module Inner`.
            let closes = |line: &str| {
                line.trim_start().starts_with(['}', ')', ']'])
                    || line.split_whitespace().next() == Some("end")
            };
            let is_code = |line: &str| line.chars().any(char::is_alphanumeric) && !closes(line);
            assert!(
                !common.lines().any(is_code),
                "{path}: {common:?} is code, in\n{shown}"
            );
        }
    }
}

/// `SMRITI_CORPUS=DIR cargo test --test it -- --ignored a_corpus_has_skeletons_without_bodies`
#[test]
#[ignore = "reads a directory that is not part of the repository"]
fn a_corpus_has_skeletons_without_bodies() {
    let root = std::env::var("SMRITI_CORPUS").expect("SMRITI_CORPUS names a directory");
    let mut checked = 0;
    let mut directories = vec![std::path::PathBuf::from(root)];
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).expect("a directory").flatten() {
            let path = entry.path();
            if path.is_dir() && !path.is_symlink() {
                directories.push(path);
            } else if let Ok(raw) = std::fs::read(&path)
                && raw.len() < 300_000
            {
                let document =
                    Document::new(SourcePath::new(&path.to_string_lossy()), Text::decode(raw));
                let tree = ChunkTree::of(document, &Limits::default());
                if tree.language.is_some() {
                    check(&tree, 0);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 0, "no file of a known language");
}
