//! The export for other engines: one object per line, and vectors of queries.

use crate::fixture::{PROGRAM, Repository};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Standard output of a command with this input.
fn run(repository: &Repository, arguments: &[&str], input: &str) -> String {
    let output = outcome(repository, arguments, input);
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn outcome(repository: &Repository, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_smriti-tui"));
    command.args(arguments).current_dir(repository.path(""));
    for name in ["CACHE", "CONFIG", "STATE"] {
        command.env(format!("XDG_{name}_HOME"), repository.cache().join(name));
    }
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap()
}

#[test]
fn lines_have_the_objects_of_the_document() {
    let repository = Repository::of(&PROGRAM);
    let document = run(&repository, &["chunks", "--json", "--vectors"], "");
    let document: Value = serde_json::from_str(&document).unwrap();
    let lines = run(
        &repository,
        &["chunks", "--json", "--vectors", "--lines"],
        "",
    );
    let mut parts = [Vec::new(), Vec::new(), Vec::new()];
    for line in lines.lines() {
        let mut object: Value = serde_json::from_str(line).unwrap();
        let record = object.as_object_mut().unwrap().remove("record").unwrap();
        let names = ["header", "entry", "chunk"];
        let at = names.iter().position(|name| record == *name).unwrap();
        parts[at].push(object);
    }
    let [header, entries, chunks] = parts;
    assert_eq!(Value::from(entries), document["entries"]);
    assert_eq!(Value::from(chunks), document["chunks"]);
    let mut rest = document;
    let fields = rest.as_object_mut().unwrap();
    fields.retain(|name, _| name != "entries" && name != "chunks");
    assert_eq!(header, [rest]);
}

#[test]
fn each_line_of_the_input_has_a_unit_vector() {
    let repository = Repository::of(&PROGRAM);
    let output = run(&repository, &["embed"], "merge segments\nread a file\n");
    let vectors: Vec<Vec<f32>> = output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(vectors.len(), 2);
    assert_ne!(vectors[0], vectors[1]);
    for vector in vectors {
        let length: f32 = vector.iter().map(|part| part * part).sum();
        assert!((length - 1.0).abs() < 0.02, "{length}");
    }
}

#[test]
fn a_line_without_a_vector_is_an_error_that_names_it() {
    let repository = Repository::of(&PROGRAM);
    let check = |input: &str, expected: &str| {
        let output = outcome(&repository, &["embed"], input);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(
            output.stdout.iter().filter(|byte| **byte == b'\n').count(),
            1
        );
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(expected), "{message}");
    };
    let none = "line 2 of standard input has no words, so it has no vector; remove it";
    check("merge segments\n\nread a file\n", none);
    check("merge segments\n \t\r\n", none);
    let long = format!("merge segments\n{}\n", "a".repeat(1_000_001));
    check(&long, "line 2 of standard input exceeds 1 MB");
}
