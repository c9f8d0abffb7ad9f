//! Packs: an index for another checkout.

use crate::fixture::{PROGRAM, Repository};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use smriti_tui::corpus::Cancel;
use smriti_tui::index::PackError;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn pack_of(repository: &Repository, directory: &TempDir) -> PathBuf {
    repository.index();
    let pack = directory.path().join("index.pack");
    let mut indexing = repository.indexing();
    indexing.update(&Cancel::new(), &|_| {}).unwrap();
    indexing.pack(&pack).unwrap();
    pack
}

fn unpack(repository: &Repository, pack: &Path) -> Result<(), PackError> {
    repository.indexing().unpack(pack, &Cancel::new())
}

#[test]
fn a_checkout_that_starts_from_a_pack_embeds_only_what_differs() {
    let directory = tempfile::tempdir().unwrap();
    let built = Repository::of(&PROGRAM);
    let pack = pack_of(&built, &directory);
    let clone = Repository::of(&PROGRAM);
    clone.write(
        "added.rs",
        "pub fn added_after_the_pack() -> u32 {\n    7\n}\n",
    );
    unpack(&clone, &pack).unwrap();
    let summary = clone.indexing().update(&Cancel::new(), &|_| {}).unwrap();
    assert_eq!(summary.leaves, built.snapshot().leaves() + 1);
    assert_eq!(summary.vectors, summary.leaves);
    assert_eq!(summary.embedded, 3, "the leaf, its file and the repository");
}

#[test]
fn an_invalid_pack_leaves_the_index_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let pack = pack_of(&Repository::of(&PROGRAM), &directory);
    let bytes = fs::read(&pack).unwrap();
    let clone = Repository::of(&[("own.rs", "pub fn own() {}\n")]);
    clone.index();
    let leaves = clone.snapshot().leaves();
    let check = |damaged: &[u8], what: &str| {
        fs::write(&pack, damaged).unwrap();
        let error = unpack(&clone, &pack).expect_err(what);
        assert!(
            matches!(error, PackError::Invalid { .. }),
            "{what}: {error}"
        );
        assert_eq!(clone.snapshot().leaves(), leaves, "{what}");
    };
    check(b"", "empty");
    check(b"PACK", "foreign");
    for share in 1..20 {
        let at = bytes.len() * share / 20;
        check(&bytes[..at], &format!("cut at {at}"));
        let mut flipped = bytes.clone();
        flipped[at] ^= 0x55;
        check(&flipped, &format!("flipped at {at}"));
    }
}

#[test]
fn a_pack_with_other_chunk_sizes_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let mut small = Repository::of(&PROGRAM);
    small.config.chunk.leaf_limit = 400;
    let pack = pack_of(&small, &directory);
    let error = unpack(&Repository::of(&PROGRAM), &pack).unwrap_err();
    assert!(matches!(error, PackError::Differs { .. }), "{error}");
}

#[cfg(unix)]
#[test]
fn a_pack_replaces_regular_files_and_the_targets_of_links() {
    use std::os::unix::{fs::symlink, net::UnixListener};
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    let repository = Repository::of(&PROGRAM);
    repository.index();
    let _socket = UnixListener::bind(at("socket")).unwrap();
    let error = repository.indexing().pack(&at("socket")).unwrap_err();
    let message = error.to_string();
    assert!(message.ends_with("socket: not a regular file"), "{message}");
    fs::write(at("target.pack"), "old").unwrap();
    symlink("target.pack", at("link.pack")).unwrap();
    repository.indexing().pack(&at("link.pack")).unwrap();
    assert!(at("link.pack").is_symlink());
    unpack(&repository, &at("target.pack")).unwrap();
}

#[test]
fn an_update_removes_what_a_killed_process_unpacked() {
    let repository = Repository::of(&PROGRAM);
    let unpacked = repository.cache().join("unpack.tmp");
    fs::create_dir_all(unpacked.join("lexical")).unwrap();
    fs::write(repository.cache().join("manifest.1.tmp"), "").unwrap();
    repository.update();
    assert!(!unpacked.exists());
    assert!(!repository.cache().join("manifest.1.tmp").exists());
}

#[test]
fn a_pack_beside_another_writer_is_refused_with_advice() {
    let repository = Repository::of(&PROGRAM);
    let mut writer = repository.indexing();
    writer.update(&Cancel::new(), &|_| {}).unwrap();
    repository.write("a.pack", "");
    let error = unpack(&repository, &repository.path("a.pack")).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("quit it, or wait and try again"),
        "{error}"
    );
}

/// The pack with another entry.
fn with_entry(pack: &Path, name: &str, content: &[u8]) {
    let mut archive = tar::Archive::new(GzDecoder::new(File::open(pack).unwrap()));
    let mut entries = Vec::new();
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        let path = entry.path().unwrap().into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        entries.push((path, bytes));
    }
    entries.retain(|(path, _)| path != Path::new(name));
    entries.push((name.into(), content.to_owned()));
    let out = GzEncoder::new(File::create(pack).unwrap(), Compression::fast());
    let mut archive = tar::Builder::new(out);
    for (path, bytes) in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        archive.append_data(&mut header, path, &bytes[..]).unwrap();
    }
    archive.into_inner().unwrap().finish().unwrap();
}

#[test]
fn nothing_outside_the_index_is_deleted() {
    let directory = tempfile::tempdir().unwrap();
    let built = Repository::of(&PROGRAM);
    let pack = pack_of(&built, &directory);
    let clone = Repository::of(&PROGRAM);
    clone.write("changed.rs", "pub fn before() {}\n");
    fs::create_dir_all(clone.cache()).unwrap();
    let victims = [
        directory.path().join("absolute"),
        clone.cache().join("beside"),
        clone.path("changed.rs"),
    ];
    fs::write(&victims[0], "mine").unwrap();
    fs::write(&victims[1], "mine").unwrap();
    let list = [victims[0].as_path(), Path::new("../beside"), &victims[2]];
    let list = serde_json::to_vec(&list).unwrap();
    let check = |what: &str| {
        clone.write("changed.rs", format!("pub fn after_{what}() {{}}\n"));
        clone.update();
        for victim in &victims {
            assert!(victim.exists(), "{what}: {}", victim.display());
        }
    };
    with_entry(&pack, "lexical/.managed.json", &list);
    unpack(&clone, &pack).unwrap();
    check("list_of_a_pack");
    let managed = clone.cache().join("lexical/.managed.json");
    let written = fs::read_to_string(&managed).unwrap();
    assert!(
        written.contains("meta.json") && !written.contains("absolute"),
        "{written}"
    );
    fs::write(managed, list).unwrap();
    check("list_of_an_index");
}
