//! The options of `search` and the format of its answers.

use super::commands::{answers, code, lines, stderr};
use super::project::Project;
use serde_json::Value;
use std::process::Output;

fn object(output: &Output) -> Value {
    assert_eq!(code(output), 0, "{}", stderr(output));
    serde_json::from_slice(&output.stdout).expect("one object")
}

#[test]
fn an_unknown_option_is_an_error_that_names_the_nearest() {
    let project = Project::indexed();
    let check = |arguments: &[&str], exit: i32, sentence: &str| {
        let output = project.run(arguments);
        assert_eq!(code(&output), exit, "{arguments:?}");
        assert!(stderr(&output).contains(sentence), "{}", stderr(&output));
    };
    let limit = "a similar argument exists: '--limit'";
    check(&["search", "--limt", "5", "census"], 2, limit);
    check(&["search", "census", "--limt=5"], 2, limit);
    check(&["similar", "src/burrow.rs:22", "--jsn"], 2, "--json");
    check(&["search", "--mode", "keywords", "--", "--limt"], 1, "");
    check(&["search", "census", "-admit"], 0, "");
    check(
        &["search", "-n", "1", "census", "--limit", "2"],
        2,
        "--limit",
    );
}

#[test]
fn member_is_listed_with_its_class() {
    let project = Project::empty();
    project.write(
        "shop.py",
        "class Shop:\n    class Till:\n        def open_drawer(self):\n            return 1\n\n\ndef close_shop():\n    return 2\n",
    );
    project.write(
        "README.md",
        "# Guide\n\nText.\n\n## Wombat care\n\nGrass.\n",
    );
    project.index();
    let check = |query: &str, expected: &str| {
        let found = lines(&project.run(&["search", "-n", "1", query]));
        assert!(found[0].starts_with(expected), "{found:?}");
    };
    check("open_drawer", "shop.py:3: method Shop.Till.open_drawer  ");
    check("close_shop", "shop.py:7: function close_shop  ");
    check("wombat care", "README.md:5: section Wombat care");
}

#[test]
fn copies_are_listed_below_their_hit() {
    let project = Project::empty();
    let copy = "def quokka_parade():\n    return 'a parade of quokkas'\n";
    for path in ["a.py", "b.py", "c.py"] {
        project.write(path, copy);
    }
    project.index();
    let found = lines(&project.run(&["search", "quokka_parade"]));
    // The vector of a text depends on its path, too: the copies may be in any order.
    let (first, _) = found[0].split_once(": function quokka_parade").unwrap();
    let also: Vec<_> = found.iter().filter(|line| line.contains("also")).collect();
    assert_eq!(also.len(), 1);
    let others = also[0].trim_start().trim_start_matches("also: ");
    let mut copies: Vec<_> = [first].into_iter().chain(others.split(", ")).collect();
    copies.sort_unstable();
    assert_eq!(copies, ["a.py:1", "b.py:1", "c.py:1"]);
}

#[test]
fn formats_with_a_line_per_location_list_copies() {
    let project = Project::empty();
    let copy = "def quokka_parade():\n    return 'a parade of quokkas'\n";
    project.write("a.py", copy);
    project.write("b.py", &format!("import os\n\n\n{copy}"));
    project.index();
    let check = |options: &[&str], expected: &[&str]| {
        let arguments = [&["search", "-n", "1"][..], options, &["sym:quokka_parade"]].concat();
        assert_eq!(lines(&project.run(&arguments)), expected, "{options:?}");
    };
    check(&["-l"], &["a.py", "b.py"]);
    check(&["--count"], &["2"]);
    let code = "def quokka_parade():";
    check(
        &["--format", "vimgrep"],
        &[&format!("a.py:1:5: {code}"), &format!("b.py:4:5: {code}")],
    );
    check(
        &["--format", "{path}:{start_line}-{end_line}"],
        &["a.py:1-2", "b.py:4-5"],
    );
}

#[test]
fn every_matching_line_is_listed() {
    let project = Project::empty();
    project.write("a.py", "def quokka():\n    wombat(1)\n    wombat(2)\n");
    project.write("b.bin", "\0wombat");
    project.index();
    let run = |options: &[&str]| project.run(&[&["search"][..], options].concat());
    let check = |options: &[&str], expected: &[&str]| {
        assert_eq!(lines(&run(options)), expected, "{options:?}");
    };
    check(
        &["--format", "vimgrep", "/wombat\\(/"],
        &["a.py:2:5: wombat(1)", "a.py:3:5: wombat(2)"],
    );
    check(&["--count-lines", "\"wombat\""], &["2"]);
    check(&["--count", "\"wombat\""], &["1"]);
    check(&["-w", "--format", "{line}", "\"womba\""], &[]);
    check(&["-s", "--count-lines", "\"wombat\""], &["2"]);
    check(&["-F", "--count-lines", "wombat(1", "path:a.py"], &["1"]);
    check(
        &["-U", "--count-lines", "/quokka\\(\\):\\s+wombat/"],
        &["2"],
    );
    let unknown = run(&["--format", "vimgrep", "\"wombat\" lang:pyhton"]);
    assert_eq!(code(&unknown), 2, "an unknown value is no empty answer");
    let cut = run(&["--format", "vimgrep", "-n", "1", "\"wombat\""]);
    let errors = String::from_utf8_lossy(&cut.stderr).into_owned();
    assert!(
        errors.contains("stopped at 1 line; `--limit 0` lists all"),
        "{errors}"
    );
    assert!(errors.contains("1 file was not searched"), "{errors}");
}

#[test]
fn a_line_break_in_a_path_forges_no_line() {
    let project = Project::empty();
    project.write("a\nb.py", "def quokka_parade():\n    return 1\n");
    project.index();
    let check = |format: &str, expected: &str| {
        let arguments = ["search", "-n", "1", "--format", format, "sym:quokka_parade"];
        assert_eq!(lines(&project.run(&arguments)), [expected]);
    };
    check("{path}:{line}", "a\\u{a}b.py:1");
    check("vimgrep", "a\\u{a}b.py:1:5: def quokka_parade():");
}

#[test]
fn a_long_line_does_not_stop_the_next_queries() {
    let project = Project::empty();
    project.write("a.py", "def quokka_parade():\n    return 1\n");
    project.index();
    let input = format!("{}\nsym:quokka_parade\n", "a".repeat(1_000_001));
    let output = project.run_with_input(&["search", "--json", "-"], &input);
    let answers = lines(&output);
    assert!(answers[0].contains("a line of the input exceeds 1 MB"));
    assert!(answers[1].contains("def quokka_parade():"));
    assert_eq!(code(&output), 2);
}

#[test]
fn application_named_samples_is_summarized() {
    let project = Project::empty();
    for name in ["associates", "samples", "workflows"] {
        project.write(&format!("{name}/__init__.py"), "");
        project.write(&format!("{name}/apps.py"), "class Config:\n    pass\n");
    }
    let hit = &answers(&project, &["kind:repository"])[0]["hits"][0];
    let summary = hit["summary"].as_str().expect("a summary");
    for name in ["associates", "samples", "workflows"] {
        assert!(summary.contains(name), "{summary}");
    }
}

#[test]
fn vimgrep_counts_bytes_from_the_start_of_the_line() {
    let project = Project::empty();
    let functions = (0..400).map(|n| format!("function f{n}(x){{return \"é\"+{n}}};"));
    let line: String = functions.collect();
    project.write("min.js", &line);
    project.index();
    let found = lines(&project.run(&["search", "-n", "1", "--format", "vimgrep", "sym:f300"]));
    let column = line.find("f300").expect("a function") + 1;
    assert!(
        found[0].starts_with(&format!("min.js:1:{column}: ")),
        "{found:?}"
    );
    let target = format!("min.js:1:{column}");
    let shown = lines(&project.run(&["context", "--expand", "none", &target]));
    assert!(shown.concat().contains("function f300(x)"), "{shown:?}");
}

const AUTH: &str = "\
\"\"\"Authentication module.\"\"\"

from .utils import Token

MAX_RETRIES = 3


class MyClass:
    \"\"\"Base class for authentication.\"\"\"

    def __init__(self, token):
        self.token = token

    def authenticate(self, token):
        return self.token == token and refuse(token)

    def refresh(self):
        return Token(self.token)


def refuse(token):
    return not token
";

fn guarded() -> Project {
    let project = Project::empty();
    project.write("src/auth.py", AUTH);
    project.write("src/utils.py", "class Token:\n    pass\n");
    project.index();
    project
}

/// The first hit of a query in JSON.
fn hit(project: &Project, arguments: &[&str]) -> Value {
    answers(project, arguments)[0]["hits"][0].clone()
}

fn text<'a>(hit: &'a Value, field: &str) -> &'a str {
    hit[field]
        .as_str()
        .unwrap_or_else(|| panic!("{field}: {hit}"))
}

#[test]
fn a_method_carries_its_class_and_siblings_by_default() {
    let project = guarded();
    let method = hit(&project, &["authenticate", "kind:method"]);
    assert_eq!(method["qualified_name"], "MyClass.authenticate");
    assert_eq!(method["parent_name"], "MyClass");
    assert_eq!(method["parent_type"], "class");
    assert_eq!(method["level"], 3);
    assert_eq!(method["types"], serde_json::json!(["code"]));
    let parent = text(&method, "parent_context");
    assert!(
        parent.starts_with("class MyClass:\n    \"\"\"Base class"),
        "{parent}"
    );
    assert_eq!(
        text(&method, "siblings_context"),
        "Class methods:\n  - MyClass.__init__: def __init__(self, token)\n  \
         - MyClass.refresh: def refresh(self)"
    );
    let parent = object(&project.run(&["context", "--json", text(&method, "parent_id")]));
    assert_eq!(parent["name"], "MyClass");
    assert!(text(&parent, "text").contains("def refresh(self)"));

    let class = hit(&project, &["kind:class", "MyClass"]);
    let members = text(&class, "siblings_context");
    assert_eq!(members.matches("\n  - MyClass.").count(), 3, "{members}");

    let imports = hit(&project, &["kind:imports"]);
    let header = text(&imports, "context_header");
    assert_eq!(
        header,
        "\"\"\"Authentication module.\"\"\"\nMAX_RETRIES = 3"
    );
}

#[test]
fn hit_carries_only_the_requested_context() {
    let project = guarded();
    let bare = hit(
        &project,
        &["--expand", "none", "authenticate", "kind:method"],
    );
    let fields = bare.as_object().expect("an object").keys();
    let context: Vec<_> = fields.filter(|it| it.contains("context")).collect();
    assert_eq!(context, ["heading_context"]);

    let wishes = "parent,siblings,header,imports,neighbors=1/2,callers,callees,file,skeleton";
    let full = hit(
        &project,
        &["--expand", wishes, "authenticate", "kind:method"],
    );
    let neighbors = &full["neighbors_context"];
    assert_eq!(text(neighbors, "before"), "\n");
    assert_eq!(text(neighbors, "after").lines().count(), 2, "{neighbors}");
    assert_eq!(text(&full["file_context"], "full_code"), AUTH);
    assert_eq!(full["callees_context"][0]["name"], "refuse");
    assert!(full["imports_context"].is_array() && full["callers_context"].is_array());
    assert!(text(&full, "skeleton_context").contains("def refresh(self)"));
    assert!(text(&full, "context_header").contains("from .utils import Token"));

    let batch = project.run_with_input(&["search", "--json", "-"], "authenticate kind:method\n");
    let batch: Value = serde_json::from_slice(&batch.stdout).expect("an object");
    assert_eq!(batch["hits"][0].get("parent_context"), None);

    let plain = lines(&project.run(&["search", "-n", "1", "authenticate", "kind:method"]));
    assert_eq!(plain.len(), 2, "{plain:?}");
    let arguments = [
        "search",
        "-n",
        "1",
        "--expand",
        "auto",
        "authenticate",
        "kind:method",
    ];
    let plain = lines(&project.run(&arguments)).join("\n");
    assert!(
        plain.contains("── parent") && plain.contains("def refresh(self)"),
        "{plain}"
    );
    let wrong = project.run(&["search", "--expand", "everything", "x"]);
    assert_eq!(code(&wrong), 2);
    assert!(
        stderr(&wrong).contains("none, auto, parent"),
        "{}",
        stderr(&wrong)
    );
}

#[test]
fn token_budget_keeps_the_best_hits_and_lists_the_rest() {
    let project = guarded();
    let run = |tokens: &str| {
        let arguments = ["--max-tokens", tokens, "--expand", "auto,file", "token"];
        answers(&project, &arguments)[0].clone()
    };
    let all = run("100000");
    assert_eq!(all["left_out"], serde_json::json!([]));
    let whole = all["tokens"].as_u64().expect("a number");
    let some = run("60");
    assert_eq!(some["max_tokens"], 60);
    assert!(some["tokens"].as_u64() <= Some(60), "{some}");
    assert!(some["hits"][0]["text"].is_string());
    let left_out = some["left_out"].as_array().expect("a list");
    assert!(left_out.iter().any(|it| it["field"] == "file_context"));
    let left: u64 = left_out.iter().filter_map(|it| it["tokens"].as_u64()).sum();
    assert_eq!(some["tokens"].as_u64().expect("a number") + left, whole);
    let none = run("0");
    assert_eq!(
        none["hits"].as_array().map(Vec::len),
        all["hits"].as_array().map(Vec::len)
    );
    assert_eq!(none["hits"][0]["text"], Value::Null);
}

#[test]
fn a_range_of_lines_is_shown() {
    let project = guarded();
    let found = object(&project.run(&["context", "--json", "src/auth.py:10-15"]));
    let expected: String = AUTH.split_inclusive('\n').skip(9).take(6).collect();
    assert_eq!(text(&found, "text"), expected);
    assert_eq!(
        (&found["start_line"], &found["end_line"]),
        (&10.into(), &15.into())
    );
    assert_eq!(found["id"], Value::Null);
    let beyond = object(&project.run(&["context", "--json", "src/auth.py:20-900"]));
    assert_eq!(beyond["end_line"], 22);
    let backwards = project.run(&["context", "src/auth.py:15-10"]);
    assert_eq!(code(&backwards), 2);
}

#[test]
fn a_context_is_found_by_name() {
    let project = guarded();
    let found = object(&project.run(&["context", "--json", "MyClass::refresh"]));
    assert_eq!(found["qualified_name"], "MyClass.refresh");
    assert_eq!(found["start_line"], 17);
    assert_eq!(code(&project.run(&["context", "no_such_name"])), 1);
    let file = project.run(&["context", "src/auth.py"]);
    assert_eq!(code(&file), 2);
    let error = stderr(&file);
    assert!(error.contains("add a line"), "{error}");
}

#[test]
fn a_file_carries_its_first_hundred_lines() {
    let project = Project::empty();
    let text: String = (1..=150)
        .map(|line| format!("MARK_{line} = {line}\n"))
        .collect();
    project.write("marks.py", &format!("\"\"\"Quokka marks.\"\"\"\n{text}"));
    let hit = hit(&project, &["kind:file", "quokka", "marks"]);
    let text = hit["text"].as_str().expect("text");
    assert_eq!(text.lines().count(), 100);
    assert!(text.starts_with("\"\"\"Quokka marks.\"\"\"\nMARK_1 = 1\n"));
}

#[test]
fn paths_are_printed_as_they_are() {
    let project = Project::empty();
    let name = "wombat\x1b[31m\nred.py";
    project.write(name, "def quokka_parade():\n    return 1\n");
    project.index();
    let output = project.run(&["search", "-l", "quokka_parade"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{name}\n"));
}
