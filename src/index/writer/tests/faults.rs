//! Damage is rebuilt, and errors of the system change nothing.

use super::*;
use crate::index::tests::REFUSAL;
use std::fs;
use std::path::PathBuf;

/// A folder with an index of one file.
fn indexed() -> TempDir {
    let directory = TempDir::new().unwrap();
    let (writer, _) = stage(open(&directory), "fn first() {}\n");
    writer.commit().unwrap();
    directory
}

fn begin(directory: &TempDir, begin: OpenMode) -> Result<IndexWriter, IndexError> {
    let folder = IndexFolder::new(directory.path());
    IndexWriter::begin(&folder, identity("none", 0), begin)
}

/// Files of segments with an extension.
fn segment_files(directory: &TempDir, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory.path().join("lexical")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|it| it == extension))
        .collect()
}

#[test]
fn a_file_that_no_commit_names_does_not_block_the_next_writer() {
    let directory = TempDir::new().unwrap();
    let (writer, fingerprint) = stage(open(&directory), "fn first() {}\n");
    // A segment with another file is not dropped with the document: its deletions are written.
    let kept = Document::new(SourcePath::new("b.rs"), Text::from("fn kept() {}\n"));
    let kept = ChunkTree::of(kept, &LIMITS);
    let writer = writer.replace(&kept, fingerprint, &summary(""), &HashMap::new());
    writer.unwrap().commit().unwrap();
    let [terms] = segment_files(&directory, "term").try_into().unwrap();
    let segment = terms.file_stem().unwrap().to_str().unwrap().to_owned();
    // Deletions left by a killed writer, which no commit references, under any number. The commits of tantivy
    // use the number 0 for a segment without deletions.
    let left: Vec<PathBuf> = (1..100)
        .map(|number| terms.with_file_name(format!("{segment}.{number}.del")))
        .collect();
    left.iter().for_each(|file| fs::write(file, "").unwrap());
    let (writer, second) = stage(open(&directory), "fn second() {}\n");
    assert_eq!(writer.notice(), None);
    let writer = writer.commit().unwrap();
    assert_eq!(writer.files().unwrap().len(), 2);
    assert_eq!(known(&writer), Some(Some(second)));
}

#[test]
fn system_errors_never_clear_an_index() {
    let directory = indexed();
    let index = open(&directory).index_id();
    for code in [
        nix::libc::EMFILE,
        nix::libc::EACCES,
        nix::libc::EIO,
        nix::libc::ENOSPC,
    ] {
        REFUSAL.set(Some(code));
        let refused = begin(&directory, OpenMode::default());
        REFUSAL.set(None);
        let error = refused.err().expect("refused");
        assert_eq!(error.damaged_part(), None, "{error}");
        let writer = open(&directory);
        assert_eq!(writer.index_id(), index, "{error}");
        assert_eq!(writer.notice(), None);
    }
}

/// Opens an index after a change of its files; it must be rebuilt and work.
#[track_caller]
fn check_rebuilt(directory: &TempDir, damaged: &str) {
    let snapshots = IndexReader::new(&IndexFolder::new(directory.path()), GraphMode::Never);
    let read = snapshots.latest().map(|snapshot| snapshot.is_some());
    assert!(!matches!(read, Ok(true)), "{damaged}: a reader saw nothing");
    let writer = begin(directory, OpenMode::default()).unwrap();
    let notice = writer.notice().unwrap_or_default();
    assert!(notice.contains("damaged"), "{damaged}: {notice:?}");
    let (writer, _) = stage(writer, "fn second() {}\n");
    writer.commit().unwrap();
    assert_eq!(snapshots.refresh().unwrap().unwrap().files(), 1);
}

#[test]
fn files_of_a_segment_that_were_exchanged_are_damage() {
    for (one, other) in [("fast", "term"), ("pos", "idx"), ("store", "fieldnorm")] {
        let directory = indexed();
        let file = |extension| segment_files(&directory, extension).remove(0);
        let (one, other) = (file(one), file(other));
        let aside = directory.path().join("aside");
        fs::rename(&one, &aside).unwrap();
        fs::rename(&other, &one).unwrap();
        fs::rename(&aside, &other).unwrap();
        check_rebuilt(&directory, &format!("{}", one.display()));
    }
}

#[test]
fn flipped_bit_in_field_lengths_is_damage() {
    let directory = indexed();
    let file = segment_files(&directory, "fieldnorm").remove(0);
    let whole = fs::read(&file).unwrap();
    for at in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[at] ^= 1;
        fs::write(&file, flipped).unwrap();
        let snapshots = IndexReader::new(&IndexFolder::new(directory.path()), GraphMode::Never);
        let searched = snapshots.latest().and_then(|snapshot| {
            let snapshot = snapshot.expect("a commit");
            let all = snapshot.passing(&[])?;
            snapshot.keywords(&["first".to_owned()], &all, 1, &[])
        });
        if let Err(error) = searched {
            assert_eq!(
                error.damaged_part(),
                Some(IndexPart::Lexical),
                "byte {at}: {error}"
            );
        }
    }
}

#[test]
fn a_segment_file_that_is_not_regular_is_damage() {
    for extension in ["fast", "term", "store"] {
        let directory = indexed();
        let file = segment_files(&directory, extension).remove(0);
        fs::remove_file(&file).unwrap();
        match extension {
            "fast" => fs::create_dir(&file).unwrap(),
            "term" => nix::unistd::mkfifo(&file, nix::sys::stat::Mode::S_IRWXU).unwrap(),
            _ => {}
        }
        check_rebuilt(&directory, extension);
    }
}

#[test]
fn a_file_in_place_of_a_folder_is_removed() {
    let directory = indexed();
    for part in ["lexical", "vectors", "store"] {
        let part = directory.path().join(part);
        fs::remove_dir_all(&part).unwrap();
        fs::write(&part, "").unwrap();
        let (writer, _) = stage(open(&directory), "fn second() {}\n");
        writer.commit().unwrap();
        assert!(part.is_dir());
    }
    for part in ["lock", "manifest"] {
        let part = directory.path().join(part);
        _ = fs::remove_file(&part);
        nix::unistd::mkfifo(&part, nix::sys::stat::Mode::S_IRWXU).unwrap();
        drop(open(&directory));
    }
}

/// A deterministic generator of random numbers.
fn random(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state as usize
}

#[test]
fn a_store_that_does_not_open_is_rebuilt() {
    let directory = indexed();
    fs::write(
        directory.path().join("store/conf"),
        "no configuration of sled",
    )
    .unwrap();
    let writer = open(&directory);
    let notice = writer.notice().unwrap_or_default();
    assert!(notice.contains("damaged"), "{notice:?}");
    let (writer, second) = stage(writer, "fn second() {}\n");
    assert_eq!(known(&writer.commit().unwrap()), Some(Some(second)));
}

/// sled may detect this damage when it opens or later; `damage_found_while_writing_is_rebuilt_in_the_same_run`
/// covers each of its operations.
#[test]
fn a_damaged_store_is_rebuilt() {
    for seed in 1..=8u64 {
        let directory = indexed();
        let (mut writer, fingerprint) = stage(open(&directory), "fn first() {}\n");
        for number in 0..300 {
            writer.touch(&SourcePath::new(&format!("{number}.rs")), fingerprint);
        }
        drop(writer.commit().unwrap());
        let db = directory.path().join("store/db");
        let mut bytes = fs::read(&db).unwrap();
        let mut state = seed * 7_919;
        for _ in 0..20 {
            let at = random(&mut state) % bytes.len();
            bytes[at] ^= 1 << (random(&mut state) % 8);
        }
        fs::write(&db, bytes).unwrap();
        let change = |writer: IndexWriter| {
            writer.files()?;
            let (writer, _) = stage(writer, "fn second() {}\n");
            writer.commit()
        };
        match begin(&directory, OpenMode::default()).and_then(change) {
            Ok(_) => {}
            Err(error) => {
                assert_eq!(
                    error.damaged_part(),
                    Some(IndexPart::Store),
                    "{seed}: {error}"
                );
                change(begin(&directory, OpenMode::Without(IndexPart::Store)).unwrap()).unwrap();
            }
        }
        let files = open(&directory).files().unwrap();
        assert!(files[&SourcePath::new("a.rs")].is_some(), "{seed}");
    }
}

#[cfg(unix)]
#[test]
fn an_index_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let directory = indexed();
    let below = |path: &std::path::Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(path).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    // As an earlier version left it.
    for path in below(directory.path()) {
        let mode = if path.is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let (writer, _) = stage(open(&directory), "fn second() {}\n");
    let writer = writer.commit().unwrap().write_manifest(true).unwrap();
    let mut paths = vec![directory.path().to_owned()];
    while let Some(path) = paths.pop() {
        let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode, expected, "{}", path.display());
        if path.is_dir() {
            paths.extend(below(&path));
        }
    }
    drop(writer);
}
