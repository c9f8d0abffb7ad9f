//! `smriti-tui similar` in scripts.

use super::commands::{code, is_complete, lines, stderr};
use super::project::{BURROW_LINE, Project};
use serde_json::Value;

const COPY: &str = "/// Counts the tenants.\nfn head_count(tenants: &[String]) -> usize {\n    \
                    tenants.iter().filter(|tenant| !tenant.is_empty()).count()\n}\n";

/// A project with a function and two copies of it.
fn copied() -> Project {
    let project = Project::new();
    for path in ["src/count.rs", "src/copy.rs", "tests/copy.rs"] {
        project.write(path, COPY);
    }
    project.index();
    project
}

fn answer(project: &Project, arguments: &[&str]) -> Value {
    let arguments = [&["similar", "--json"], arguments].concat();
    let output = project.run_until(is_complete, &arguments);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let [line] = &lines(&output)[..] else {
        panic!("one line");
    };
    serde_json::from_str(line).expect("an object")
}

#[test]
fn similar_has_the_output_of_search() {
    let project = copied();
    let line = format!("src/burrow.rs:{BURROW_LINE}");
    let similar = answer(&project, &["--limit", "3", &line]);
    assert_eq!(similar["query"], line);
    assert_eq!(similar["mode"], "similar");
    assert_eq!(similar["fresh"], true);
    assert_eq!(similar["hits"].as_array().map(Vec::len), Some(3));
    let searched = project.run(&["search", "--json", "--expand", "none", "census"]);
    let searched: Value = serde_json::from_slice(&searched.stdout).expect("an object");
    let names = |object: &Value| -> Vec<String> {
        let fields = object.as_object().expect("an object");
        fields.keys().cloned().collect()
    };
    assert_eq!(names(&similar), names(&searched));
    assert_eq!(names(&similar["hits"][0]), names(&searched["hits"][0]));
    for hit in similar["hits"].as_array().expect("hits") {
        assert_ne!(hit["name"], "census");
        let signals = hit["why"]["signals"].as_object().expect("signals");
        let sum: f64 = signals.values().filter_map(Value::as_f64).sum();
        assert!((sum - hit["score"].as_f64().expect("a score")).abs() < 1e-4);
    }
}

#[test]
fn a_file_without_text_is_named_once() {
    let project = Project::new();
    project.write("src/empty.py", "");
    project.index();
    let output = project.run(&["similar", "src/empty.py:1"]);
    assert_eq!(code(&output), 1);
    let expected = "smriti-tui: src/empty.py:1 has no indexed text to compare: ";
    assert!(stderr(&output).starts_with(expected), "{}", stderr(&output));
}

#[test]
fn copies_come_first_by_line_and_by_id() {
    let project = copied();
    let by_line = answer(&project, &["src/count.rs:3"]);
    let first = &by_line["hits"][0];
    assert_eq!(first["path"], "src/copy.rs");
    assert_eq!(first["locations"][0]["path"], "tests/copy.rs");
    assert_eq!(first["why"]["same_text"], true);
    assert!(first["score"].as_f64() <= Some(1.0), "{first}");
    assert_eq!(by_line["hits"][1]["why"]["same_text"], false);
    let id = first["id"].as_str().expect("an id");
    let by_id = answer(&project, &[id, "-in:tests", "-n", "1"]);
    assert_eq!(by_id["query"], id);
    assert_eq!(by_id["hits"][0]["path"], "src/count.rs");
    assert_eq!(by_id["hits"][0]["locations"], Value::Array(Vec::new()));
}

#[test]
fn text_output_marks_copies() {
    let output = copied().run(&["similar", "src/count.rs:2", "-n", "1"]);
    let lines = lines(&output);
    assert!(
        lines[0].starts_with("src/copy.rs:2: function head_count"),
        "{lines:?}"
    );
    assert!(lines[0].ends_with("the same text"), "{lines:?}");
    assert_eq!(
        lines.last().map(|line| line.trim()),
        Some("also: tests/copy.rs:1")
    );
}

#[test]
fn similar_code_follows_changed_files() {
    let project = copied();
    answer(&project, &["src/count.rs:2"]);
    project.write("src/copy.rs", "fn other() {}\n");
    project.write("src/newest.rs", COPY);
    let first = &answer(&project, &["src/count.rs:2"])["hits"][0];
    assert_eq!(first["path"], "src/newest.rs");
}

#[test]
fn exit_codes_are_those_of_search() {
    let project = copied();
    let check = |arguments: &[&str], expected: i32, sentence: &str| {
        let output = project.run(&[&["similar"], arguments].concat());
        assert_eq!(code(&output), expected, "{arguments:?} {}", stderr(&output));
        assert!(stderr(&output).contains(sentence), "{}", stderr(&output));
    };
    check(&["src/count.rs:1"], 0, "");
    check(&["src/count.rs:1", "path:nowhere"], 1, "");
    check(&["0000000000000007"], 1, "no chunk of the index has the id");
    check(&["src/count.rs:99"], 1, "has no line 99");
    check(&["src/nowhere.rs:1"], 2, "src/nowhere.rs");
    check(&["src/count.rs"], 2, "FILE:LINE");
    check(&["src/count.rs:1", "merge"], 2, "only filters");
    check(
        &["src/count.rs:1", "in:nowhere"],
        2,
        "code, tests, docs, config",
    );
}
