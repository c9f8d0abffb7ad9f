//! `search --engine` without a database: refusals and failures. `benches/postgres.py` runs it with one.

use crate::fixture::{PROGRAM, Repository};
use std::process::{Command, Output};

/// Searches with an engine, whose password is `hunter2`.
fn search(arguments: &[&str]) -> Output {
    let repository = Repository::of(&PROGRAM);
    let mut command = Command::new(env!("CARGO_BIN_EXE_smriti-tui"));
    command
        .args(["search", "retries", "--engine"])
        .args(arguments);
    command.current_dir(repository.path(""));
    for name in ["CACHE", "CONFIG", "STATE"] {
        command.env(format!("XDG_{name}_HOME"), repository.cache().join(name));
    }
    command.env("PGPASSWORD", "hunter2").output().unwrap()
}

#[track_caller]
fn check(arguments: &[&str], parts: &[&str]) {
    let output = search(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(output.stdout.is_empty());
    assert!(
        !errors.contains("hunter2") && !errors.contains("secret"),
        "{errors}"
    );
    for part in parts {
        assert!(errors.contains(part), "{errors}");
    }
}

#[test]
fn an_engine_replaces_directories() {
    check(&["postgres://localhost/code", "--dir", "."], &["--dir"]);
    check(&["postgres://localhost/code", "--wait"], &["--wait"]);
}

#[cfg(not(feature = "postgres"))]
#[test]
fn a_build_without_the_client_says_so() {
    let parts = [
        "was built without the feature postgres",
        "--features postgres",
    ];
    check(&["postgres://localhost/code"], &parts);
}

#[cfg(feature = "postgres")]
mod with_client {
    use super::check;
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::thread;

    #[test]
    fn addresses_are_refused_with_the_reason() {
        check(
            &["postgres://me:secret@localhost/code"],
            &["contains a password", "PGPASSWORD"],
        );
        check(
            &["mysql://localhost/code"],
            &["--engine takes the address of a PostgreSQL server"],
        );
        let plain = "postgres://db.example.org/code?sslmode=disable";
        check(
            &[plain],
            &["postgres://db.example.org:5432/code: only a server on this machine"],
        );
    }

    #[test]
    fn a_missing_server_is_named() {
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let name = format!("postgres://127.0.0.1:{port}/code");
        let address = format!("postgres://me@127.0.0.1:{port}/code");
        check(&[&address], &[&format!("cannot connect to {name}")]);
    }

    /// A server that refuses the first request with an error of the protocol, version 3.0.
    #[test]
    fn the_words_of_the_server_are_shown() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut length = [0; 4];
            stream.read_exact(&mut length).unwrap();
            let mut startup = vec![0; u32::from_be_bytes(length) as usize - 4];
            stream.read_exact(&mut startup).unwrap();
            let fields = b"SFATAL\0C28P01\0Mpassword authentication failed for user \"me\"\0\0";
            let length = u32::try_from(fields.len() + 4).unwrap();
            stream.write_all(b"E").unwrap();
            stream.write_all(&length.to_be_bytes()).unwrap();
            stream.write_all(fields).unwrap();
        });
        let address = format!("postgres://me@127.0.0.1:{port}/code?sslmode=disable");
        check(
            &[&address],
            &["password authentication failed for user \"me\""],
        );
        server.join().unwrap();
    }
}
