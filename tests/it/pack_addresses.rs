//! Packs of `index --from` and `index --pack` that are not a file: of a server, and of commits. Run as commands.

use crate::changed::git;
use crate::fixture::{PROGRAM, Repository};
use crate::server::{Received, Reply, Server};
use smriti_tui::corpus::{Cancel, head};
use smriti_tui::http::{Transfer, TransferError};
use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

/// A committed repository, and the directories of its user.
struct Checkout {
    repository: Repository,
    home: TempDir,
}

impl Checkout {
    fn new() -> Self {
        let repository = Repository::of(&PROGRAM);
        git(&repository, &["init", "-q"]);
        let checkout = Self {
            repository,
            home: tempfile::tempdir().unwrap(),
        };
        checkout.commit();
        checkout
    }

    /// Commits a change. Returns the commit.
    fn commit(&self) -> String {
        let before = head(&self.repository.root()).commit.unwrap_or_default();
        self.repository
            .write("note.md", format!("After {before}.\n"));
        git(&self.repository, &["add", "."]);
        git(&self.repository, &["commit", "-qm", "change"]);
        head(&self.repository.root()).commit.unwrap()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_smriti-tui"));
        command
            .args(arguments)
            .current_dir(self.repository.path(""));
        command.env("HOME", self.home.path());
        for name in ["CACHE", "CONFIG", "STATE"] {
            command.env(format!("XDG_{name}_HOME"), self.home.path().join(name));
        }
        for name in ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY"] {
            command.env_remove(name).env_remove(name.to_lowercase());
        }
        command.stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Output and messages of a run that succeeds.
    #[track_caller]
    fn fine(&self, arguments: &[&str]) -> String {
        let ran = self.run(arguments);
        let text = text(&ran);
        assert!(ran.status.success(), "{arguments:?}: {text}");
        text
    }

    /// The message of a run that fails, and leaves the index as it was.
    #[track_caller]
    fn refused(&self, arguments: &[&str]) -> String {
        let before = self.fine(&["status"]);
        let ran = self.run(arguments);
        assert_eq!(ran.status.code(), Some(2), "{}", text(&ran));
        assert_eq!(self.fine(&["status"]), before);
        assert_eq!(names_below(&self.home.path().join("CACHE"), "tmp"), 0);
        text(&ran)
    }

    /// The pack of the current state.
    fn pack(&self) -> Vec<u8> {
        let path = self.home.path().join("a.pack");
        self.fine(&["index", "--pack", path.to_str().unwrap()]);
        std::fs::read(path).unwrap()
    }

    /// Deletes the index.
    fn clean(&self) {
        self.fine(&["clean"]);
    }
}

fn text(ran: &Output) -> String {
    let parts = [&ran.stdout, &ran.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    parts.concat()
}

/// Number of files below a directory whose names end like this.
fn names_below(directory: &Path, ending: &str) -> usize {
    let mut count = 0;
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            count += names_below(&entry.path(), ending);
        }
        count += usize::from(entry.file_name().to_string_lossy().ends_with(ending));
    }
    count
}

/// A server of files below `/v1/`, and the requests for them.
fn serve(files: HashMap<String, Vec<u8>>) -> Server {
    Server::start(move |_, request: &Received| {
        let path = request.line.split(' ').nth(1).unwrap();
        match files.get(path.strip_prefix("/v1/").unwrap()) {
            Some(file) => Reply::ok(file.clone()),
            None => Reply::status(404, "no"),
        }
    })
}

#[test]
fn the_pack_of_the_nearest_commit_is_downloaded() {
    let checkout = Checkout::new();
    let old = checkout.commit();
    let pack = checkout.pack();
    let (middle, new) = (checkout.commit(), checkout.commit());
    checkout.clean();
    let name = format!("{old}.pack");
    let server = serve(HashMap::from([(name.clone(), pack)]));
    let address = format!("{}/", server.url());
    let output = checkout.fine(&["index", "--from", &address]);
    let shown = format!("{address}{name}");
    assert!(
        output.contains(&format!("started from {shown}")),
        "{output}"
    );
    let requested: Vec<String> = server.received().into_iter().map(|it| it.line).collect();
    let line = |commit: &str| format!("GET /v1/{commit}.pack HTTP/1.1");
    assert_eq!(requested, [line(&new), line(&middle), line(&old)]);
    assert_eq!(server.received()[0].headers.get("authorization"), None);
    let status = checkout.fine(&["status"]);
    assert!(
        status.contains(&format!("from the pack {shown}")),
        "{status}"
    );
    let found = checkout.fine(&["search", "--paths", &format!("\"After {middle}\"")]);
    assert_eq!(found.trim(), "note.md", "the changed file is indexed again");
}

#[test]
fn a_pack_that_is_forbidden_without_a_token_is_missing() {
    let checkout = Checkout::new();
    let commit = head(&checkout.repository.root()).commit.unwrap();
    let pack = checkout.pack();
    checkout.commit();
    let server = Server::start(move |_, request| {
        if request.line.contains(&commit) {
            Reply::ok(pack.clone())
        } else {
            Reply::status(403, "")
        }
    });
    let address = format!("{}/", server.url());
    checkout.clean();
    let output = checkout.fine(&["index", "--from", &address]);
    assert!(output.contains("started from http"), "{output}");
    let server = Server::start(|_, _| Reply::status(403, ""));
    let address = format!("{}/", server.url());
    let message = checkout.refused(&["index", "--from", &address]);
    let expected =
        "has no pack of the 2 newest commits of HEAD, or requires a token (--token-env); ";
    assert!(message.contains(expected), "{message}");
    let ran = checkout
        .command(&["index", "--from", &address, "--token-env", "PACK_TOKEN"])
        .env("PACK_TOKEN", "t0p-s3cret")
        .output()
        .unwrap();
    assert!(
        text(&ran).contains("answered 403; check the token"),
        "{}",
        text(&ran)
    );
}

#[test]
fn a_directory_has_packs_of_commits() {
    let checkout = Checkout::new();
    let packs = checkout.home.path().join("packs/of/main");
    let packs = format!("{}/", packs.display());
    let commit = head(&checkout.repository.root()).commit.unwrap();
    let output = checkout.fine(&["index", "--pack", &packs]);
    assert!(
        output.contains(&format!("{packs}{commit}.pack: ")),
        "{output}"
    );
    checkout.commit();
    checkout.clean();
    let output = checkout.fine(&["index", "--from", &packs]);
    assert!(
        output.contains(&format!("started from {packs}{commit}.pack")),
        "{output}"
    );
    let empty = format!("{}/", checkout.home.path().join("packs").display());
    let message = checkout.refused(&["index", "--from", &empty]);
    let expected = "has no pack of the 2 newest commits of HEAD; without --from the index is made from nothing";
    assert!(message.contains(expected), "{message}");
}

#[test]
fn a_pack_is_sent_with_a_token_that_is_not_stored() {
    let checkout = Checkout::new();
    let stored = Arc::new(Mutex::new(Vec::new()));
    let server = Server::start({
        let stored = Arc::clone(&stored);
        move |_, request| {
            stored.lock().unwrap().clone_from(&request.bytes);
            Reply::status(201, "")
        }
    });
    let address = format!("{}/", server.url());
    let arguments = ["index", "--pack", &address, "--token-env", "PACK_TOKEN"];
    let ran = checkout
        .command(&arguments)
        .env("PACK_TOKEN", "t0p-s3cret\n")
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", text(&ran));
    let [received] = server.received().try_into().unwrap();
    let commit = head(&checkout.repository.root()).commit.unwrap();
    assert_eq!(received.line, format!("PUT /v1/{commit}.pack HTTP/1.1"));
    let token = received.headers.get("authorization").map(String::as_str);
    assert_eq!(token, Some("Bearer t0p-s3cret"));
    assert_eq!(
        *stored.lock().unwrap(),
        checkout.pack(),
        "equal indexes give equal packs"
    );
    let stored = Command::new("grep")
        .args(["-rlaF", "t0p-s3cret"])
        .arg(checkout.home.path())
        .output()
        .unwrap();
    assert_eq!(stored.status.code(), Some(1), "{}", text(&stored));
    let message = text(&checkout.run(&arguments));
    assert!(message.contains("--token-env PACK_TOKEN"), "{message}");
}

#[test]
fn a_download_that_fails_leaves_the_index_as_it_was() {
    let checkout = Checkout::new();
    let pack = checkout.pack();
    let check = |reply: fn(&[u8]) -> Reply, expected: &str| {
        let pack = pack.clone();
        let server = Server::start(move |_, _| reply(&pack));
        let address = format!("{}/a.pack", server.url());
        let message = checkout.refused(&["index", "--from", &address]);
        let message = message.replace(&server.host(), "HOST");
        assert!(message.contains(expected), "{message}");
    };
    check(
        |_| Reply::status(404, ""),
        "there is no http://HOST/v1/a.pack",
    );
    check(
        |_| Reply::status(403, ""),
        "HOST answered 403; check the token",
    );
    check(
        |_| Reply::status(500, ""),
        "HOST answered 500; check the server's log",
    );
    check(
        |_| Reply::ok("<html>"),
        "http://HOST/v1/a.pack is not a valid index pack",
    );
    check(
        |pack| Reply::ok(&pack[..pack.len() - 9]),
        "http://HOST/v1/a.pack is not a valid index pack",
    );
    let cut = |_: &[u8]| Reply::Cut(b"HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nabc".to_vec());
    check(cut, "HOST cannot be reached: ");
    check(
        |_| Reply::Cut(b"no HTTP\r\n\r\n".to_vec()),
        "HOST cannot be reached: ",
    );
    let secret = "http://me:secret@127.0.0.1:1/a.pack";
    let message = checkout.refused(&["index", "--from", secret]);
    assert!(message.contains("contains a name or password"), "{message}");
    assert!(!message.contains("secret@"), "{message}");
    for address in ["https://", "HTTPS://", "Http://"] {
        let message = checkout.refused(&["index", "--pack", address]);
        assert!(message.contains("is not an http or https URL"), "{message}");
    }
}

#[test]
fn the_size_of_a_download_is_limited() {
    let check = |reply: fn() -> Reply| {
        let server = Server::start(move |_, _| reply());
        let transfer = Transfer::new(&server.url(), None).unwrap();
        let mut file = tempfile::tempfile().unwrap();
        let downloaded = transfer
            .with_max_len(1_000)
            .download("", &mut file, &Cancel::new());
        let message = downloaded.unwrap_err().to_string();
        let expected = format!("{} sent more than 1.0 kB; check the address", server.host());
        assert_eq!(message, expected);
    };
    check(|| Reply::Endless);
    check(|| Reply::ok(vec![0; 1_001]));
}

#[test]
fn a_canceled_download_ends() {
    let server = Server::start(|_, _| Reply::Endless);
    let transfer = Transfer::new(&server.url(), None).unwrap();
    let cancel = Cancel::new();
    cancel.cancel();
    let mut file = tempfile::tempfile().unwrap();
    let ended = transfer.download("", &mut file, &cancel);
    assert!(matches!(ended, Err(TransferError::Cancelled)), "{ended:?}");
}

#[test]
fn a_token_does_not_follow_a_redirect() {
    let checkout = Checkout::new();
    let pack = checkout.pack();
    let target = serve(HashMap::from([("a.pack".to_owned(), pack)]));
    let to = format!("{}/a.pack", target.url());
    let server = Server::start(move |_, _| Reply::status(302, "").with("location", &*to));
    let from = format!("{}/a.pack", server.url());
    let ran = checkout
        .command(&["index", "--from", &from, "--token-env", "PACK_TOKEN"])
        .env("PACK_TOKEN", "t0p-s3cret")
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", text(&ran));
    assert!(server.received()[0].headers.contains_key("authorization"));
    assert!(!target.received()[0].headers.contains_key("authorization"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_download_leaves_nothing() {
    let checkout = Checkout::new();
    checkout.fine(&["index"]);
    let (sender, asked) = channel();
    let sender = Mutex::new(sender);
    let server = Server::start(move |_, _| {
        sender.lock().unwrap().send(()).unwrap();
        Reply::Held(b"HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\nabc".to_vec())
    });
    let address = format!("{}/a.pack", server.url());
    let before = checkout.fine(&["status"]);
    let files = names_below(checkout.home.path(), "");
    let mut child = checkout
        .command(&["index", "--from", &address])
        .spawn()
        .unwrap();
    asked.recv().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    server.wait_for_an_end();
    assert_eq!(checkout.fine(&["status"]), before);
    assert_eq!(names_below(checkout.home.path(), ""), files);
}

/// Certificates that only the test trusts come from a variable on Linux alone.
#[cfg(target_os = "linux")]
mod over_tls {
    use super::{Checkout, text};
    use crate::server::{Reply, Server, tls_fixture};
    use smriti_tui::corpus::head;

    /// Runs with one trusted authority. Returns the exit status and the messages.
    fn run(checkout: &Checkout, authority: &str, arguments: &[&str]) -> (Option<i32>, String) {
        let mut command = checkout.command(arguments);
        command.env("SSL_CERT_FILE", tls_fixture(authority));
        command.env_remove("SSL_CERT_DIR");
        let ran = command.env("PACK_TOKEN", "t0p-s3cret").output().unwrap();
        (ran.status.code(), text(&ran))
    }

    #[test]
    fn packs_are_sent_and_downloaded() {
        let checkout = Checkout::new();
        let (pack, commit) = (checkout.pack(), head(&checkout.repository.root()).commit);
        let server = Server::start_tls("local", move |_, request| {
            if request.line.starts_with("GET") {
                Reply::ok(pack.clone())
            } else {
                Reply::status(201, "")
            }
        });
        let address = format!("{}/", server.url());
        let token = ["--token-env", "PACK_TOKEN"];
        let (status, output) = run(
            &checkout,
            "authority",
            &[&["index", "--pack", &address], &token[..]].concat(),
        );
        assert_eq!(status, Some(0), "{output}");
        checkout.clean();
        let (status, output) = run(&checkout, "authority", &["index", "--from", &address]);
        assert_eq!(status, Some(0), "{output}");
        assert!(output.contains("started from https://"), "{output}");
        let [sent, requested] = server.received().try_into().unwrap();
        let name = format!("{}.pack", commit.unwrap());
        assert_eq!(sent.line, format!("PUT /v1/{name} HTTP/1.1"));
        let bearer = sent.headers.get("authorization").map(String::as_str);
        assert_eq!(bearer, Some("Bearer t0p-s3cret"));
        assert_eq!(requested.line, format!("GET /v1/{name} HTTP/1.1"));
    }

    #[test]
    fn a_certificate_that_is_not_trusted_is_refused() {
        let checkout = Checkout::new();
        checkout.fine(&["index"]);
        let generation = || {
            let status = checkout.fine(&["status"]);
            let mut lines = status.lines().map(str::to_owned);
            lines.find(|line| line.starts_with("generation")).unwrap()
        };
        let before = generation();
        let check = |authority: &str, certificate: &str, cause: &str| {
            let server = Server::start_tls(certificate, |_, _| Reply::ok("a pack"));
            let address = format!("{}/a.pack", server.url());
            for verb in ["--from", "--pack"] {
                let token = ["--token-env", "PACK_TOKEN"];
                let arguments = [&["index", verb, &address], &token[..]].concat();
                let (status, message) = run(&checkout, authority, &arguments);
                assert_eq!(status, Some(2), "{message}");
                let host = server.host();
                let expected = format!("{host}: no secure connection: invalid peer certificate: ");
                let (_, shown) = message.split_once(&expected).expect(&message);
                assert!(shown.starts_with(cause), "{message}");
                assert!(
                    shown.contains("check the system's certificates"),
                    "{message}"
                );
            }
            assert_eq!(
                server.received().len(),
                0,
                "nothing is sent, not even a token"
            );
            assert_eq!(generation(), before);
        };
        check("local", "local", "UnknownIssuer");
        check("authority", "elsewhere", "certificate not valid for name");
        check("authority", "expired", "certificate expired");
    }

    #[test]
    fn a_redirect_does_not_leave_tls() {
        let checkout = Checkout::new();
        let plain = Server::start(|_, _| Reply::ok("a pack"));
        let to = format!("{}/a.pack", plain.url());
        let server = Server::start_tls("local", move |_, _| {
            Reply::status(302, "").with("location", &*to)
        });
        let from = format!("{}/a.pack", server.url());
        let (status, message) = run(&checkout, "authority", &["index", "--from", &from]);
        assert_eq!(status, Some(2), "{message}");
        assert!(
            message.contains("redirects to an http address"),
            "{message}"
        );
        assert_eq!(plain.received().len(), 0);
    }
}
