//! The commands that show chunks: outline, chunks, context.

use super::commands::{answers, code, lines, stderr};
use super::project::{BURROW_LINE, BURROW_TEXT, Project};
use serde_json::Value;
use std::process::Output;

pub(crate) fn object(output: &Output) -> Value {
    assert_eq!(code(output), 0, "{}", stderr(output));
    serde_json::from_slice(&output.stdout).expect("one object")
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn texts<'a>(value: &'a Value, field: &str) -> Vec<&'a str> {
    let texts = list(value).iter().map(|it| it[field].as_str());
    texts.map(|text| text.expect("a text")).collect()
}

#[test]
fn an_outline_lists_declarations_with_lines() {
    let project = Project::new();
    let output = project.run(&["outline", "src/burrow.rs"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let expected = "\
src/burrow.rs  rust, 25 lines
        3-6   pub struct Burrow
          5     items tenants
       8-25   impl Burrow
      9-18     method pub fn admit(&mut self, name: &str) -> bool
      20-24     method pub fn census(&self) -> usize";
    let expected: Vec<&str> = expected.split_whitespace().collect();
    let found = lines(&output).join(" ");
    assert_eq!(found.split_whitespace().collect::<Vec<_>>(), expected);

    let outline = object(&project.run(&["outline", "--json", "src"]));
    let paths = texts(&outline["files"], "path");
    let sorted = [
        "src/burrow.rs",
        "src/document.rs",
        "src/latest.rs",
        "src/path.rs",
    ];
    assert_eq!(paths, sorted);
    let burrow = &outline["files"][0];
    assert_eq!(burrow["language"], "rust");
    let members = &burrow["children"][1]["children"];
    assert_eq!(texts(members, "name"), ["admit", "census"]);
    assert_eq!(members[1]["signature"], "pub fn census(&self) -> usize");
    assert_eq!(members[1]["start_line"], 20);
}

#[test]
fn outline_of_a_document_lists_headings() {
    let project = Project::new();
    let outline = object(&project.run(&["outline", "--json", "README.md"]));
    let top = &outline["files"][0]["children"];
    assert_eq!(texts(top, "name"), ["Burrow"]);
    assert_eq!(texts(&top[0]["children"], "name"), ["Feeding"]);
}

#[test]
fn unreadable_files_are_reported() {
    let project = Project::new();
    project.write("src/picture.rs", "\0\0\0");
    for command in ["outline", "chunks"] {
        let output = project.run(&[command, "src/picture.rs"]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("binary"), "{}", stderr(&output));
        let output = project.run(&[command, "src"]);
        assert_eq!(code(&output), 0);
        let message = "src/picture.rs is skipped: binary";
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        let output = project.run(&[command, "src/nowhere.rs"]);
        assert_eq!(code(&output), 2);
        assert!(
            stderr(&output).contains("src/nowhere.rs"),
            "{}",
            stderr(&output)
        );
        let outside = project.run(&[command, "--root", "src", "README.md"]);
        assert_eq!(code(&outside), 2);
        assert!(stderr(&outside).contains("is not in the repository"));
    }
    let outline = object(&project.run(&["outline", "--json"]));
    assert_eq!(texts(&outline["skipped"], "path"), ["src/picture.rs"]);
    let empty = Project::empty();
    assert_eq!(code(&empty.run(&["outline"])), 1);
    let chunks = empty.run(&["chunks", "--json"]);
    assert_eq!(code(&chunks), 1);
    let chunks: Value = serde_json::from_slice(&chunks.stdout).expect("a document");
    assert_eq!(chunks["total_chunks"], 0);
}

#[test]
fn method_expands_to_parent_and_siblings() {
    let project = Project::new();
    let place = format!("src/burrow.rs:{BURROW_LINE}");
    let found = object(&project.run(&["context", "--json", &place]));
    assert_eq!(found["name"], "census");
    assert!(
        found["text"]
            .as_str()
            .is_some_and(|text| text.contains(BURROW_TEXT))
    );
    let parents = list(&found["parent_context"]);
    assert_eq!(parents[0]["text"], "impl Burrow {");
    let owner = parents[1]["text"].as_str().expect("the struct");
    assert!(owner.contains("tenants: Vec<String>"), "{owner}");
    let siblings = texts(&found["siblings_context"], "text");
    assert_eq!(siblings, ["pub fn admit(&mut self, name: &str) -> bool"]);
    assert_eq!(found["siblings_context"][0]["start_line"], 9);
    assert_eq!(found["fresh"], Value::Null);
    assert_eq!(found.get("file_context"), None);
    // This needs no index.
    assert!(
        lines(&project.run(&["status"]))
            .join("\n")
            .contains("nothing is indexed")
    );

    let page = lines(&project.run(&["context", &place])).join("\n");
    assert!(
        page.starts_with("src/burrow.rs:20-24: method Burrow.census\n"),
        "{page}"
    );
    assert!(
        page.contains("── parent\n") && page.contains("9-18  pub fn admit"),
        "{page}"
    );
}

#[test]
fn requested_context_is_shown() {
    let project = Project::new();
    let wishes = "parent,siblings,header,neighbors=2,file,skeleton";
    let place = format!("src/burrow.rs:{BURROW_LINE}:9");
    let found = object(&project.run(&["context", &place, "--expand", wishes, "--json"]));
    let text = std::fs::read_to_string(project.root().join("src/burrow.rs")).expect("a file");
    assert_eq!(found["file_context"]["text"].as_str(), Some(text.as_str()));
    assert_eq!(
        texts(&found["context_header"], "text"),
        ["//! Where wombats live."]
    );
    let neighbors = &found["neighbors_context"];
    assert_eq!(neighbors["before"]["text"], "    }\n\n");
    assert_eq!(neighbors["after"], Value::Null);
    let skeleton = "impl Burrow {\n    /// Lets one more in. …\n    pub fn admit(&mut self, name: &str) -> bool { … }\n    /// Counts those who sleep until dusk falls.\n    pub fn census(&self) -> usize { … }\n}\n";
    assert_eq!(found["skeleton_context"]["text"], skeleton);
}

#[test]
fn id_is_found_after_its_chunk_moved() {
    let project = Project::new();
    let id = answers(&project, &["nocturnal", "filter"])[0]["hits"][0]["id"].clone();
    let id = id.as_str().expect("an id");
    let found = object(&project.run(&["context", "--json", id]));
    assert_eq!(
        (&found["id"], &found["changed"]),
        (&id.into(), &false.into())
    );
    assert_eq!(found["start_line"], 20);

    let burrow = project.root().join("src/burrow.rs");
    let text = std::fs::read_to_string(&burrow).expect("a file");
    let edited = text.replace("nocturnal.count()", "nocturnal.count() + 1");
    project.write("src/burrow.rs", &format!("// New.\n\n{edited}"));
    let moved = object(&project.run(&["context", "--json", id]));
    assert_eq!(
        (&moved["id"], &moved["changed"]),
        (&id.into(), &true.into())
    );
    assert_eq!(moved["start_line"], 22);

    project.write("src/burrow.rs", "fn other() {}\n");
    let gone = project.run(&["context", id]);
    assert_eq!(code(&gone), 1);
    let message = "census in src/burrow.rs changed since it was indexed";
    assert!(stderr(&gone).contains(message), "{}", stderr(&gone));

    std::fs::remove_file(burrow).expect("it can be removed");
    let gone = project.run(&["context", id]);
    assert_eq!(code(&gone), 1);
    assert!(
        stderr(&gone).contains("src/burrow.rs: it no longer exists"),
        "{}",
        stderr(&gone)
    );
}

#[test]
fn an_unknown_id_is_looked_up_after_an_update() {
    let project = Project::new();
    let outline = object(&project.run(&["outline", "--json", "src/burrow.rs"]));
    let id = outline["files"][0]["children"][1]["children"][0]["id"].as_str();
    let arguments = ["context", "--json", id.expect("an id")];
    let found = object(&project.run_until(|it| code(it) == 0, &arguments));
    assert_eq!(found["name"], "admit");
}

#[test]
fn context_of_a_directory_is_an_error() {
    let project = Project::indexed();
    let check = |kind: &str, sentences: &[&str]| {
        let id = answers(&project, &[kind])[0]["hits"][0]["id"].clone();
        let output = project.run(&["context", id.as_str().expect("an id")]);
        assert_eq!(code(&output), 2, "{kind}");
        for sentence in sentences {
            assert!(stderr(&output).contains(sentence), "{}", stderr(&output));
        }
    };
    let module = "is the directory src, which has no text";
    check(
        "kind:module path:src",
        &[module, "outline src`", "smriti-tui similar "],
    );
    check(
        "kind:repository",
        &["is the repository", "outline` lists its declarations\n"],
    );
}

#[test]
fn a_missing_chunk_is_reported() {
    let project = Project::new();
    for (target, exit, sentence) in [
        ("00000000000000ff", 1, "has the id 00000000000000ff"),
        (
            "src/burrow.rs:9999",
            1,
            "has no line 9999; its last line is 25",
        ),
        ("src/burrow.rs:0", 2, "lines count from 1"),
        ("src/burrow.rs", 2, "add a line (src/burrow.rs:1)"),
        ("src/nowhere.rs:1", 2, "src/nowhere.rs: no such file"),
        ("src:1", 2, "src is a directory"),
    ] {
        let output = project.run(&["context", target]);
        assert_eq!(code(&output), exit, "{target}");
        assert!(stderr(&output).contains(sentence), "{}", stderr(&output));
    }
    let outside = project.run(&["context", "--root", "src", "README.md:1"]);
    assert_eq!(code(&outside), 2);
    assert!(stderr(&outside).contains("is not in the repository"));
    let wish = project.run(&["context", "README.md:1", "--expand", "all"]);
    assert_eq!(code(&wish), 2);
    assert!(stderr(&wish).contains("neighbors=10"), "{}", stderr(&wish));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error() {
    let project = Project::new();
    for line in 0..400 {
        project.write(
            &format!("src/f{line}.rs"),
            &"fn f() {\n    1;\n}\n".repeat(20),
        );
    }
    for command in ["outline", "chunks"] {
        let mut child = project
            .command(&[command, "--json"])
            .spawn()
            .expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert_eq!(stderr(&output), "");
    }
}

#[test]
fn declarations_within_functions_are_symbols() {
    let project = Project::empty();
    let python = "def load(path):\n    def retry(times):\n        return times\n\n    return retry(2)\n\n\n\
                  def other(retry):\n    return retry(1)\n";
    project.write("load.py", python);
    let script = "export function Form(props) {\n  const handleSubmit = () => {\n    send();\n  };\n  \
                  return open(handleSubmit);\n}\n\nexport const useCart = defineStore('cart', {\n  actions: {\n    \
                  addCrate(crate) {\n      this.crates.push(crate);\n    },\n  },\n});\n";
    project.write("form.js", script);
    let outline = object(&project.run(&["outline", "--json"]));
    let check = |file: usize, index: usize, expected: (&str, &str, u64, u64)| {
        let inner = &outline["files"][file]["children"][index]["children"][0];
        let lines = |field: &str| inner[field].as_u64().expect("a line");
        let found = (
            inner["name"].as_str().expect("a name"),
            inner["kind"].as_str().expect("a kind"),
            lines("start_line"),
            lines("end_line"),
        );
        assert_eq!(found, expected);
    };
    check(1, 0, ("retry", "function", 2, 3));
    check(0, 0, ("handleSubmit", "function", 2, 4));
    for (name, at) in [
        ("retry", "load.py:2"),
        ("handleSubmit", "form.js:2"),
        ("addCrate", "form.js:10"),
    ] {
        let found = object(&project.run(&["search", "--json", &format!("sym:{name}")]));
        let hit = &found["hits"][0];
        assert_eq!(hit["found_as"], name);
        let path = hit["path"].as_str().expect("a path");
        assert_eq!(format!("{path}:{}", hit["line"]), at);
    }
    let context =
        |at: &str| object(&project.run(&["context", "--json", "--expand", "callers", at]));
    let callers = |at: &str| {
        let object = context(at);
        let found = list(&object["callers_context"]["found"]).iter();
        let found = found.map(|it| format!("{} {}", it["line"], it["certainty"]).replace('"', ""));
        found.collect::<Vec<_>>()
    };
    assert_eq!(callers("load.py:2"), ["5 certain"]);
    assert_eq!(
        context("load.py:2")["symbols"][0]["qualified_name"],
        "load.retry"
    );
    assert_eq!(callers("form.js:2"), ["5 certain"]);
}

#[test]
fn parse_errors_are_named() {
    let project = Project::empty();
    project.write("good.rs", "fn good() {}\n");
    project.write(
        "bad.rs",
        "fn bad() {\n    let x = = 1;\n}\n\nfn after() {}\n",
    );
    let outline = object(&project.run(&["outline", "--json"]));
    assert_eq!(outline["files"][0]["unparsed"], serde_json::json!([[2, 2]]));
    assert_eq!(outline["files"][1]["unparsed"], serde_json::json!([]));
    let text = project.run(&["outline", "bad.rs"]);
    assert!(
        lines(&text)[0].ends_with("not parsed: lines 2"),
        "{:?}",
        lines(&text)
    );
    let parsed = object(&project.run(&["doctor", "--json", "--parse", "bad.rs"]));
    let error = &parsed["errors"][0];
    assert_eq!(
        (&error["start_line"], &error["column"]),
        (&2.into(), &13.into())
    );
    assert_eq!(error["text"], "= 1;");
    let good = project.run(&["doctor", "--parse", "good.rs"]);
    assert!(lines(&good).contains(&"every line was parsed".to_owned()));
    assert_eq!(code(&project.run(&["index"])), 0);
    let status = object(&project.run(&["status", "--json"]));
    assert_eq!(status["unparsed"], serde_json::json!({"rust": 1}));
    let found = object(&project.run(&["search", "--json", "in:unparsed"]));
    assert_eq!(texts(&found["hits"], "path"), ["bad.rs"]);
}
