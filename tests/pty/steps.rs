//! `smriti-tui path`, `impact` and `map` in scripts.

use super::commands::{code, stderr};
use super::project::Project;
use std::process::Command;

/// A server whose handler reaches the store by a table of handlers; a test; and what nothing uses.
const FILES: &[(&str, &str)] = &[
    (
        "main.py",
        "from web.server import serve\n\n\ndef main():\n    serve()\n\n\nif __name__ == \"__main__\":\n    main()\n",
    ),
    (
        "web/server.py",
        "from store.rows import save\n\n\ndef put(row):\n    save(row)\n\n\nHANDLERS = {\"put\": put}\n\n\ndef serve():\n    return HANDLERS\n",
    ),
    ("web/__init__.py", ""),
    ("store/__init__.py", ""),
    (
        "store/rows.py",
        "def save(row):\n    pack(row)\n\n\ndef pack(row):\n    return row\n\n\ndef lonely():\n    pack(1)\n",
    ),
    (
        "tests/test_rows.py",
        "from store.rows import save\n\n\ndef test_save():\n    save(1)\n",
    ),
];

/// Checks the exit status of a command, and the lines that it prints.
#[track_caller]
fn check(arguments: &[&str], status: i32, expected: &[&str]) {
    let project = Project::new();
    for (path, text) in FILES {
        project.write(path, text);
    }
    project.index();
    let output = project.run(arguments);
    assert_eq!(code(&output), status, "{}", stderr(&output));
    let printed = String::from_utf8_lossy(&output.stdout);
    for line in expected {
        assert!(printed.contains(line), "{line:?} in {printed}");
    }
}

#[test]
fn a_path_leads_over_calls_and_tables_of_functions() {
    let steps = [
        "── 5 steps, likely\n",
        "main.py:5: function main  certain\n    serve()\n",
        "web/server.py:12: function serve  certain\n    return HANDLERS\n",
        "web/server.py:8: items HANDLERS  likely\n",
        "web/server.py:5: function put  certain\n    save(row)\n",
        "store/rows.py:2: function save  certain\n    pack(row)\nstore/rows.py:5: function pack\n",
    ];
    check(&["path", "main", "pack"], 0, &steps);
}

#[test]
fn a_path_leads_to_the_function_that_has_the_name_of_a_type() {
    let project = Project::new();
    project.write(
        "stat.c",
        "struct stat { int size; void (*grow)(struct stat *); };\n\n\
         int stat(const char *name) {\n    return name[0];\n}\n\n\
         int main(void) {\n    return stat(\"a\");\n}\n",
    );
    project.index();
    let output = project.run(&["path", "--json", "main", "stat"]);
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let ends = found["to"].as_array().expect("ends").iter();
    let kinds: Vec<_> = ends.map(|end| end["kind"].as_str()).collect();
    assert_eq!(kinds, [Some("function")], "{found}");
}

/// A getter in Java often has the name of its field, which more code uses.
#[test]
fn a_path_leads_to_a_field_and_to_the_method_of_its_name() {
    let project = Project::new();
    project.write(
        "Range.java",
        "class Range {\n    private int end;\n\n    int end() {\n        return end;\n    }\n\n    \
         void widen() {\n        this.end = 9;\n    }\n}\n",
    );
    project.write(
        "Editor.java",
        "class Editor {\n    void edit(Range range) {\n        range.widen();\n    }\n}\n",
    );
    project.index();
    let output = project.run(&["path", "Editor.edit", "Range.end"]);
    let found = String::from_utf8_lossy(&output.stdout);
    assert!(found.contains("this.end = 9;"), "{found}");
}

#[test]
fn without_a_path_the_places_where_it_breaks_off_are_named() {
    let ends = [
        "no path is known",
        "store/rows.py:9: function lonely\n",
        "tests/test_rows.py:4: function test_save\n",
    ];
    check(&["path", "test_save", "main"], 1, &["no path is known"]);
    check(&["path", "web/__init__.py", "pack"], 1, &ends);
}

#[test]
fn an_impact_has_the_tests_that_reach_a_change() {
    let affected = [
        "a change of 1 declaration reaches 8 declarations, 1 of them in tests\n",
        "── 1 step (2)\n",
        "store/rows.py:2: function save  certain\n    pack(row)\n",
        "── 2 steps (2)\n",
        "tests/test_rows.py:5: function test_save  certain\n    save(1)\n",
    ];
    check(&["impact", "--depth", "0", "pack"], 0, &affected);
    let tests = ["tests/test_rows.py::test_save\n"];
    check(&["impact", "--tests", "store/rows.py"], 0, &tests);
    check(&["impact", "tests/test_rows.py"], 1, &["reaches 0"]);
}

#[test]
fn a_declaration_that_two_targets_name_changes_once() {
    let changed = ["a change of 1 declaration reaches 8 declarations"];
    check(&["impact", "--depth", "0", "pack", "pack"], 0, &changed);
}

/// Each of two packages has a copy of a function, and a test.
#[test]
fn an_impact_of_filters_has_every_copy() {
    let project = Project::new();
    for directory in ["a", "b"] {
        project.write(
            &format!("{directory}/m.py"),
            "def helper(q):\n    return q + 1\n",
        );
        project.write(&format!("{directory}/__init__.py"), "");
        project.write(
            &format!("tests/test_{directory}.py"),
            &format!("from {directory}.m import helper\n\n\ndef test_{directory}():\n    assert helper(1) == 2\n"),
        );
    }
    let output = project.run(&["impact", "--tests", "path:m.py"]);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "tests/test_a.py::test_a\ntests/test_b.py::test_b\n"
    );
}

/// Functions that call each other; a test for some.
#[test]
fn tests_are_found_over_any_number_of_steps_and_a_limit_is_told() {
    let project = Project::new();
    let calls: String = (1..7)
        .map(|at| format!("def f{at}():\n    return f{}()\n\n\n", at - 1))
        .collect();
    project.write("m.py", &format!("def f0():\n    return 1\n\n\n{calls}"));
    let tests: String = [1, 6]
        .map(|at| format!("def test_{at}():\n    assert f{at}()\n\n\n"))
        .concat();
    project.write("test_m.py", &format!("from m import f1, f6\n\n\n{tests}"));
    project.index();
    let check = |arguments: &[&str], printed: &str, said: &str| {
        let output = project.run(arguments);
        let found = String::from_utf8_lossy(&output.stdout);
        assert!(found.contains(printed), "{found}");
        let found = found + String::from_utf8_lossy(&output.stderr);
        assert!(found.contains(said), "{found}");
    };
    let both = "test_m.py::test_1\ntest_m.py::test_6\n";
    check(&["impact", "--tests", "f0"], both, "");
    let limit = "the users of 1 declaration, at the maximum number of steps, were not looked up";
    check(
        &["impact", "--tests", "--depth", "3", "f0"],
        "test_m.py::test_1\n",
        limit,
    );
    check(&["impact", "f0"], "3 steps", limit);
}

/// A runner stops at a test that it does not find.
#[test]
fn deleted_tests_are_no_arguments() {
    let project = Project::new();
    let test = "from app import add\n\n\ndef test_add():\n    assert add(1) == 2\n";
    project.write("app.py", "def add(a):\n    return a + 1\n");
    project.write("tests/test_app.py", test);
    commit(&project);
    let moved = |name: &str| project.root().join("tests").join(name);
    std::fs::rename(moved("test_app.py"), moved("test_new.py")).expect("renamed");
    let output = project.run(&["impact", "in:changed", "--tests"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed, "tests/test_new.py::test_add\n");
}

#[test]
fn arguments_of_tests_are_relative_to_the_current_directory() {
    let project = Project::new();
    project.write("app.py", "def add(a):\n    return a + 1\n");
    let test = "from app import add\n\n\ndef test_add():\n    assert add(1) == 2\n";
    project.write("tests/test_app.py", test);
    project.write(
        "go/calc.go",
        "package calc\n\nfunc add(a int) int { return a + 1 }\n",
    );
    let test = "package calc\n\nimport \"testing\"\n\nfunc TestAdd(t *testing.T) {\n\tadd(1)\n}\n";
    project.write("go/calc_test.go", test);
    project.index();
    let check = |directory: &str, target: &str, expected: &str| {
        let mut command = project.command(&["impact", "--tests", target]);
        command.current_dir(project.root().join(directory));
        let output = command.output().expect("the program runs");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert_eq!(printed, expected, "{}", stderr(&output));
    };
    check("tests", "../app.py", "test_app.py::test_add\n");
    check("go", "../app.py", "../tests/test_app.py::test_add\n");
    check("", "go/calc.go", "./go -run ^TestAdd$\n");
    check("go", "calc.go", "./. -run ^TestAdd$\n");
    check("tests", "../go/calc.go", "./../go -run ^TestAdd$\n");
}

/// Commits all files of a project.
fn commit(project: &Project) {
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.args([
            "-c",
            "user.name=wombat",
            "-c",
            "user.email=wombat@example.org",
        ]);
        let status = git.args(arguments).current_dir(project.root()).status();
        assert!(status.expect("git runs").success(), "{arguments:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "first"]);
}

#[test]
fn an_impact_says_that_imports_and_statements_are_not_followed() {
    let project = Project::new();
    project.write(
        "lo.py",
        "import json as j\n\n\ndef load(p):\n    return j.loads(p)\n",
    );
    commit(&project);
    project.write(
        "lo.py",
        "import ujson as j\n\n\ndef load(p):\n    return j.loads(p)\n",
    );
    let output = project.run(&["impact", "in:changed"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    let said = "(the users of 1 declaration were not looked up: imports, ";
    assert!(printed.contains(said), "{printed}");
}

/// The run stays, with the names of its other constants.
#[test]
fn an_impact_has_what_still_uses_a_deleted_constant_of_a_run() {
    let project = Project::new();
    project.write("conf.py", "A = 1\nB = 2\nC = 3\n");
    project.write(
        "use.py",
        "from conf import A, B, C\n\n\ndef use_a():\n    return A\n\n\ndef use_b():\n    return B\n",
    );
    commit(&project);
    project.write("conf.py", "A = 1\nC = 3\n");
    let output = project.run(&["impact", "in:changed"]);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "a change of 1 declaration reaches 1 declaration, 0 of them in tests\n\n── 1 step (1)\nuse.py:9: function use_b  certain\n    return B\n"
    );
}

#[test]
fn an_impact_has_what_still_uses_deleted_declarations() {
    let project = Project::new();
    for (path, text) in FILES {
        project.write(path, text);
    }
    commit(&project);
    std::fs::remove_file(project.root().join("web/server.py")).expect("it is there");
    let (_, rows) = FILES
        .iter()
        .find(|(path, _)| *path == "store/rows.py")
        .expect("rows");
    let without_save = rows.replace("def save(row):\n    pack(row)\n\n\n", "");
    project.write("store/rows.py", &without_save);
    project.index();
    let output = project.run(&["impact", "--depth", "1", "in:changed"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    let expected = "a change of 5 declarations reaches 2 declarations, 1 of them in tests\n\n── 1 step (2)\n\
                    main.py:5: function main  certain\n    serve()\n\
                    tests/test_rows.py:5: function test_save  certain\n    save(1)\n";
    let limit = "(the users of 2 declarations, at the maximum number of steps, were not looked up; a depth of 0 is any number)\n";
    assert_eq!(printed, format!("{expected}{limit}"));
}

/// Checks that a change of a method by which values are called reaches who makes a value.
#[track_caller]
fn check_called_values(file: &str, text: &str, operator: &str) {
    let project = Project::new();
    project.write(file, text);
    project.index();
    let output = project.run(&["impact", operator]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("make  likely\n"), "{file}: {printed}");
}

#[test]
fn values_that_are_called_are_reached_by_their_type() {
    let php = "<?php\nclass Retry {\n    public function __invoke($n) {\n        return $n;\n    }\n}\n\nfunction make() {\n    return new Retry();\n}\n";
    check_called_values("retry.php", php, "Retry.__invoke");
    let python = "class Retry:\n    def __call__(self, n):\n        return n\n\n\ndef make():\n    return Retry()\n";
    check_called_values("retry.py", python, "Retry.__call__");
    let cpp = "struct Retry {\n  int operator()(int n) const { return n; }\n};\n\nRetry make() {\n  return Retry();\n}\n";
    check_called_values("retry.cpp", cpp, "retry.cpp:2");
    let kotlin = "class Retry {\n    operator fun invoke(n: Int): Int = n\n}\n\nfun make(): Retry {\n    return Retry()\n}\n";
    check_called_values("Retry.kt", kotlin, "Retry.invoke");
    let swift = "struct Retry {\n    func callAsFunction(_ n: Int) -> Int { return n }\n}\n\nfunc make() -> Retry {\n    return Retry()\n}\n";
    check_called_values("Retry.swift", swift, "Retry.callAsFunction");
}

#[test]
fn rows_of_a_file_of_one_line_have_a_part_of_it() {
    let project = Project::new();
    let functions = (0..400).map(|n| format!("function f{n}(a){{return target(a)}}"));
    let functions: String = functions.collect();
    project.write(
        "a.js",
        &format!("function target(x){{return x}}{functions}"),
    );
    project.index();
    let output = project.run(&["impact", "--json", "target"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    // Each of the rows with the whole line would be 6 MB.
    assert!(output.stdout.len() < 3_000_000, "{}", output.stdout.len());
}

#[test]
fn an_impact_of_a_filter_needs_no_git() {
    let project = Project::new();
    for (path, text) in FILES {
        project.write(path, text);
    }
    project.index();
    let output = project.run(&["impact", "--depth", "1", "path:rows.py"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    let expected = "web/server.py:5: function put  certain\n";
    assert!(printed.contains(expected), "{printed}{}", stderr(&output));
}

#[test]
fn filters_beside_each_other_are_one_target() {
    let project = Project::new();
    for (path, text) in FILES {
        project.write(path, text);
    }
    project.index();
    let check = |arguments: &[&str], expected: &str| {
        let output = project.run(&[&["impact", "--depth", "1"], arguments].concat());
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(
            printed.starts_with(expected),
            "{printed}{}",
            stderr(&output)
        );
    };
    check(&["path:rows.py", "in:code"], "a change of 3 declarations ");
    check(
        &["path:rows.py", "-in:tests"],
        "a change of 3 declarations ",
    );
    check(
        &["path:store/rows.py", "test_save"],
        "a change of 4 declarations ",
    );
}

#[test]
fn arguments_of_tests_are_those_that_pytest_collects() {
    let project = Project::new();
    for (path, text) in FILES {
        project.write(path, text);
    }
    project.write(
        "tests/test_more.py",
        "from unittest import TestCase\n\nfrom store.rows import save\n\n\nclass TestRows:\n    def teardown_method(self):\n        save(1)\n\n    def test_in(self):\n        save(1)\n\n\nclass RowsCase(TestCase):\n    def test_case(self):\n        save(2)\n\n\nclass RowsMixin(TestRows):\n    def test_base(self):\n        save(3)\n",
    );
    project.write(
        "tests/mixin.py",
        "from store.rows import save\n\n\nclass RowsMixin:\n    def test_mixed(self):\n        save(1)\n",
    );
    project.index();
    let output = project.run(&["impact", "--tests", "store/rows.py"]);
    let mut printed: Vec<&str> = str::from_utf8(&output.stdout)
        .expect("UTF-8")
        .lines()
        .collect();
    printed.sort_unstable();
    let expected = [
        "tests/mixin.py",
        "tests/test_more.py",
        "tests/test_more.py::RowsCase::test_case",
        "tests/test_more.py::TestRows",
        "tests/test_more.py::TestRows::test_in",
        "tests/test_rows.py::test_save",
    ];
    assert_eq!(printed, expected, "{}", stderr(&output));
}

#[test]
fn a_type_in_parts_is_listed_once_at_the_file_with_its_name() {
    let project = Project::new();
    let part = |member: &str| {
        format!(
            "namespace Shop\n{{\n    public partial class Cart\n    {{\n        {member}\n    }}\n}}\n"
        )
    };
    project.write("Cart.Add.cs", &part("public void Add() { }"));
    project.write("Cart.cs", &part("public void Clear() { }"));
    for name in ["A", "B", "C"] {
        let user = format!(
            "class {name}\n{{\n    void Run(Shop.Cart cart)\n    {{\n        cart.Clear();\n    }}\n}}\n"
        );
        project.write(&format!("{name}.cs"), &user);
    }
    project.index();
    let output = project.run(&["map"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed.matches("class Cart").count(), 1, "{printed}");
    assert!(printed.contains("Cart.cs:3: class Cart  "), "{printed}");
}

#[test]
fn a_map_has_the_types_and_routes_of_code_not_those_of_docs() {
    let project = Project::new();
    let class = "class Server:\n    \"\"\"Serves routes::\n\n        @app.route(\"/docs\")\n        def f(): ...\n    \"\"\"\n\n    limit = 1\n\n    def __init__(self):\n        self.limit = 2\n\n    def run(self):\n        return self.limit\n";
    project.write("server.py", class);
    for name in ["a", "b", "c"] {
        let route = "from server import Server\n\napp = Server()\n\n\n@app.route(\"/NAME\")\ndef NAME():\n    return Server().run()\n";
        project.write(&format!("{name}.py"), &route.replace("NAME", name));
    }
    project.index();
    let output = project.run(&["map"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("── routes (3)\n"), "{printed}");
    assert!(!printed.contains("/docs"), "{printed}");
    assert!(printed.contains("server.py:1: class Server  "), "{printed}");
}

#[test]
fn a_search_in_a_directory_without_text_files_says_so() {
    let project = Project::empty();
    let output = project.run(&["search", "anything"]);
    assert_eq!(code(&output), 1);
    assert!(
        stderr(&output).contains("there are no text files"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn an_invalid_filter_of_an_impact_is_the_error() {
    let project = Project::indexed();
    let output = project.run(&["impact", "in:wobble"]);
    assert_eq!(code(&output), 2);
    let error = stderr(&output);
    assert!(
        error.starts_with("smriti-tui: Unknown value \"wobble\""),
        "{error}"
    );
}

#[test]
fn a_map_has_entry_points_and_connections() {
    let map = [
        "── programs (1)\nmain.py:8: if __name__ == \"__main__\":\n",
        "main.py\n    uses web/ 1\n",
        "store/  2 files\n    used by tests/ 1, web/ 1\n",
        "web/  2 files\n    uses store/ 1\n    used by main.py 1\n",
    ];
    check(&["map"], 0, &map);
    let map = [
        "web/server.py\n    uses store/ 1\n    used by main.py 1\n",
        "(1 file without known imports)\n",
    ];
    check(&["map", "web"], 0, &map);
}

/// As the results of a search are.
#[test]
fn paths_of_a_map_are_relative_to_the_current_directory() {
    let project = Project::new();
    for (path, text) in FILES {
        project.write(path, text);
    }
    project.index();
    let mut map = project.command(&["map", ".."]);
    map.current_dir(project.root().join("web"));
    let printed = map.output().expect("the program runs").stdout;
    let printed = String::from_utf8_lossy(&printed);
    let connected = "../store/  2 files\n    used by ../tests/ 1, ./ 1\n";
    assert!(printed.contains(connected), "{printed}");
}

#[test]
fn callers_and_callees_are_trees_over_several_steps() {
    let rows = [
        "── callers (2)\n",
        "store/rows.py:2: function save  certain\n    pack(row)\n  tests/test_rows.py:5: function test_save  certain\n",
        "  web/server.py:5: function put  certain\n      save(row)\n    web/server.py:8: items HANDLERS  likely\n",
    ];
    let line = "store/rows.py:5";
    check(&["context", "--expand", "callers=3", line], 0, &rows);
    let rows = ["── callees (1)\n", "store/rows.py:1: function save"];
    let line = "web/server.py:4";
    check(&["context", "--expand", "callees=2", line], 0, &rows);
}
