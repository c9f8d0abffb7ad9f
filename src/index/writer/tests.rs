//! What a kill at the worst moment leaves behind.

use super::*;
use crate::chunk::{CHUNKER_VERSION, Limits};
use crate::corpus::{Document, Root, Text};
use crate::embed::ModelId;
use tempfile::TempDir;

const LIMITS: Limits = Limits {
    leaf: 2_000,
    parse: 1_000_000,
};

fn open(directory: &TempDir) -> IndexWriter {
    let identity = Identity {
        chunker: CHUNKER_VERSION,
        leaf_limit: LIMITS.leaf,
        parse_limit: LIMITS.parse,
        model: ModelId("none".to_owned()),
        extractor: 0,
        summaries: 0,
        prompts: 0,
        author: None,
        dimension: 0,
    };
    IndexWriter::open(&IndexFolder::new(directory.path()), identity).unwrap()
}

/// Stages this text as the only file, and gives its fingerprint.
fn stage(writer: &mut IndexWriter, text: &str) -> Fingerprint {
    let document = Document::new(path(), Text::from(text));
    let fingerprint = Fingerprint {
        length: text.len() as u64,
        mtime_ns: 0,
        crc32: crc32fast::hash(text.as_bytes()),
    };
    let tree = ChunkTree::of(document, &LIMITS);
    let summary = Summary {
        text: text.to_owned(),
        lead: String::new(),
        key: EmbeddingKey(7),
        written_by: String::new(),
        hash: 0,
        digest: Vec::new(),
    };
    let keys = HashMap::new();
    writer.replace(&tree, fingerprint, &summary, &keys).unwrap();
    fingerprint
}

fn path() -> SourcePath {
    SourcePath::new("a.rs")
}

/// What is known of the file: nothing at all, that it is indexed, or also how.
fn known(writer: &IndexWriter) -> Option<Option<Fingerprint>> {
    let files = writer.files().unwrap();
    let state = files.get(&path())?;
    Some(state.map(|state| state.fingerprint))
}

/// Commits, but for the last step, as if the process were killed there.
fn commit_and_die(mut writer: IndexWriter) {
    let _unremembered = writer.publish_staged().unwrap();
}

#[test]
fn a_kill_after_the_commit_leaves_no_state_of_before_it() {
    let directory = TempDir::new().unwrap();
    let mut writer = open(&directory);
    let first = stage(&mut writer, "fn first() {}\n");
    writer.commit().unwrap();
    assert_eq!(known(&writer), Some(Some(first)));
    stage(&mut writer, "fn second() {}\n");
    commit_and_die(writer);

    let mut writer = open(&directory);
    assert_eq!(known(&writer), Some(None), "indexed, unknown how");
    writer.remove(&path());
    commit_and_die(writer);
    assert_eq!(known(&open(&directory)), None);
}

#[test]
fn what_is_staged_is_known_before_it_is_committed() {
    let directory = TempDir::new().unwrap();
    let mut writer = open(&directory);
    stage(&mut writer, "fn first() {}\n");
    writer.commit().unwrap();
    let second = stage(&mut writer, "fn second() {}\n");
    assert_eq!(known(&writer), Some(Some(second)));
    writer.remove(&path());
    assert_eq!(known(&writer), None);
}

#[test]
fn a_part_is_known_as_it_is_known_of_everything() {
    let directory = TempDir::new().unwrap();
    let mut writer = open(&directory);
    let fingerprint = stage(&mut writer, "fn first() {}\n");
    let refused = SourcePath::new("src/b.pdf");
    writer.refuse(&refused, fingerprint);
    let found = |path: &SourcePath| Found {
        path: path.clone(),
        length: 0,
        mtime_ns: 0,
    };
    let (root, temporary) = {
        let temporary = TempDir::new().unwrap();
        (Root::exactly(temporary.path()).unwrap(), temporary)
    };
    let at_root = Scope::around(&root, [root.path().join("x").as_path()]);
    let in_src = Scope::around(&root, [root.path().join("src/x").as_path()]);
    for committed in [false, true] {
        if committed {
            writer.commit().unwrap();
        }
        let all = writer.files().unwrap();
        let only = |path: &SourcePath| HashMap::from([(path.clone(), all[path])]);
        assert_eq!(writer.files_in(&Scope::Everything, &[]).unwrap(), all);
        assert_eq!(writer.files_in(&at_root, &[]).unwrap(), only(&path()));
        let in_src = writer.files_in(&in_src, &[found(&refused)]).unwrap();
        assert_eq!(in_src, only(&refused));
    }
    drop(temporary);
}
