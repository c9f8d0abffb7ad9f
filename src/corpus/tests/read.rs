use crate::corpus::read::BINARY_WINDOW;
use crate::corpus::secret::Secrets;
use crate::corpus::{FileLimit, Root, SkipReason, SourcePath, read};
use std::fs;

const LIMIT: FileLimit = FileLimit {
    bytes: 100_000,
    key: "corpus.index_limit",
    is_secret: false,
};

/// Writes a file, reads it as a document, and returns its text or the reason.
fn check(name: &str, raw: &[u8], expected: Result<&str, SkipReason>) {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join(name), raw).unwrap();
    let root = Root::exactly(directory.path()).unwrap();
    let path = SourcePath::new(name);
    let limit = FileLimit {
        is_secret: Secrets::with_rules(&[]).unwrap().name(&path),
        ..LIMIT
    };
    let result = read(&root, &path, limit)
        .map(|(document, _)| document.text.slice(0..usize::MAX).into_owned())
        .map_err(|error| error.reason);
    assert_eq!(result, expected.map(str::to_owned), "{name}");
}

#[test]
fn text_in_its_encodings() {
    check("a.rs", b"fn a() {}\n", Ok("fn a() {}\n"));
    check("empty.rs", b"", Ok(""));
    check("latin1.c", b"\xF6", Ok("\u{FFFD}"));
    check("utf16.cs", b"\xFF\xFEa\0b\0", Ok("ab"));
}

#[test]
fn binary_is_refused() {
    check("a.bin", b"\x7FELF\0\0", Err(SkipReason::Binary));
    check("utf32.txt", b"\xFF\xFE\0\0a\0\0\0", Err(SkipReason::Binary));
    let mut late = vec![b'x'; BINARY_WINDOW];
    late.push(0);
    let text = String::from_utf8(late.clone()).unwrap();
    check("late-nul.txt", &late, Ok(&text));
    late.swap(BINARY_WINDOW - 1, BINARY_WINDOW);
    check("nul.txt", &late, Err(SkipReason::Binary));
    let mut drawing = b"%PDF-1.5\n".to_vec();
    drawing.extend(vec![b' '; BINARY_WINDOW]);
    let mut latin1 = drawing.clone();
    drawing.extend(b"\x80\0".repeat(BINARY_WINDOW));
    check("drawing.ai", &drawing, Err(SkipReason::Binary));
    latin1.extend(b"\xE9".repeat(BINARY_WINDOW));
    let text = String::from_utf8_lossy(&latin1).into_owned();
    check("latin1.txt", &latin1, Ok(&text));
}

#[test]
fn documents_in_other_formats_are_refused_by_name() {
    let unread = |format: &str| Err(SkipReason::Unread(format.to_owned()));
    check("a.odt", b"PK\x03\x04\0\0", unread("ODT"));
    check("b.PPTX", b"PK\x03\x04\0\0", unread("PPTX"));
    check("c.rtf", b"{\\rtf1\\ansi Words}", unread("RTF"));
    check("d.doc", b"{\\rtf1\\ansi Words}", unread("DOC"));
    check("e.doc", b"Words", Ok("Words"));
    check("f.zip", b"PK\x03\x04\0\0", Err(SkipReason::Binary));
}

const NOTEBOOK: &str = "{\n \"cells\": [\n  {\"cell_type\": \"code\", \"source\": [\n   \"a()\\n\",\n   \"b\"\n  ]}\n ]\n}\n";

#[test]
fn notebooks_are_read_by_their_cells() {
    let text = "\n\n```{python}\na()\nb\n```\n";
    check("a.ipynb", NOTEBOOK.as_bytes(), Ok(text));
    check("b.ipynb", b"{broken", Ok("{broken"));
    check("c.json", NOTEBOOK.as_bytes(), Ok(NOTEBOOK));
}

#[test]
fn a_notebook_that_jupytext_pairs_with_a_file_is_not_read_twice() {
    let directory = tempfile::tempdir().unwrap();
    let root = Root::exactly(directory.path()).unwrap();
    let reason = || {
        let read = read(&root, &SourcePath::new("a.ipynb"), LIMIT);
        read.err()
            .map(|error| (error.reason, error.fingerprint.is_some()))
    };
    fs::write(directory.path().join("a.ipynb"), NOTEBOOK).unwrap();
    fs::write(directory.path().join("a.py"), "a()\nb\n").unwrap();
    fs::write(
        directory.path().join("b.md"),
        "---\njupyter:\n  jupytext:\n---\n",
    )
    .unwrap();
    assert_eq!(reason(), None);
    let header =
        "# ---\n# jupyter:\n#   jupytext:\n#     formats: ipynb,py:percent\n# ---\n\na()\n";
    fs::write(directory.path().join("a.py"), header).unwrap();
    assert_eq!(
        reason(),
        Some((SkipReason::Paired("a.py".to_owned()), false))
    );
    fs::remove_file(directory.path().join("a.py")).unwrap();
    assert_eq!(reason(), None);
}

#[test]
fn limits_and_secrets() {
    let length = LIMIT.bytes + 1;
    let limit = LIMIT;
    check(
        "large.txt",
        &vec![b'x'; usize::try_from(length).unwrap()],
        Err(SkipReason::TooLarge { length, limit }),
    );
    check(".env", b"KEY=1", Err(SkipReason::Secret));
}

#[test]
fn the_fingerprint_is_of_the_raw_bytes() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("a.txt"), b"\xFF\xFE1\0").unwrap();
    let root = Root::exactly(directory.path()).unwrap();
    let (_, fingerprint) = read(&root, &SourcePath::new("a.txt"), LIMIT).unwrap();
    assert_eq!(fingerprint.length, 4);
    assert_eq!(fingerprint.crc32, crc32fast::hash(b"\xFF\xFE1\0"));
}

#[test]
fn a_path_that_is_not_a_file_names_its_type() {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("folder")).unwrap();
    let root = Root::exactly(directory.path()).unwrap();
    let error = |path| {
        read(&root, &SourcePath::new(path), LIMIT)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error("folder"),
        "folder: not a regular file but a directory; not followed"
    );
    assert_eq!(error("gone.rs"), "gone.rs: it no longer exists");
}

#[cfg(unix)]
#[test]
fn links_pipes_and_paths_outside_the_root_are_refused() {
    use std::os::unix::fs::symlink;

    let directory = tempfile::tempdir().unwrap();
    let outside = directory.path().join("outside");
    let inner = directory.path().join("root");
    fs::create_dir(&outside).unwrap();
    fs::create_dir(&inner).unwrap();
    fs::write(outside.join("a.rs"), "secret").unwrap();
    symlink(outside.join("a.rs"), inner.join("link.rs")).unwrap();
    symlink(&outside, inner.join("folder")).unwrap();
    fs::create_dir(inner.join(".git")).unwrap();
    fs::write(inner.join(".git/config"), "secret").unwrap();
    symlink(inner.join(".git"), inner.join("meta")).unwrap();
    nix::unistd::mkfifo(&inner.join("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();

    let root = Root::exactly(&inner).unwrap();
    for (path, expected) in [
        ("link.rs", "symbolic link"),
        ("pipe", "pipe"),
        ("folder/a.rs", "path outside the repository"),
        ("../outside/a.rs", "path outside the repository"),
        (".git/config", "version control file"),
        ("meta/config", "version control file"),
        (".git", "version control file"),
    ] {
        let reason = read(&root, &SourcePath::new(path), LIMIT)
            .map(|_| ())
            .map_err(|error| error.reason);
        assert_eq!(reason, Err(SkipReason::Special(expected)), "{path}");
    }
}
