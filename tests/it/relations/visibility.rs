//! Names that another scope, file or namespace hides.

use super::*;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, name: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, name, expected);
}

/// Checks a declaration of the first of two files, which have the same text.
#[track_caller]
fn only_in_own_file(paths: [&str; 2], text: &str, name: &str, expected: &str) {
    let files = paths.map(|path| (path, text));
    let expected = format!("certain {}:{expected}", paths[0]);
    callers(&files, paths[0], name, &[&expected]);
}

#[test]
fn a_nested_function_hides_that_of_its_module() {
    let files = [(
        "shadow.py",
        "def clean(rows):\n    return rows\n\n\n\
         def build(rows):\n    def clean(row):\n        return row.strip()\n\n    \
         return [clean(r) for r in rows]\n\n\ndef other(rows):\n    return clean(rows)\n",
    )];
    callers(
        &files,
        "shadow.py",
        "clean",
        &["certain shadow.py:13 other"],
    );
    let files = [(
        "a.py",
        "class Row:\n    pass\n\n\ndef build():\n    class Row:\n        pass\n\n    return Row()\n\n\n\
         def other():\n    return Row()\n",
    )];
    callers(&files, "a.py", "Row", &["certain a.py:13 other"]);
}

#[test]
fn a_function_of_one_file_has_no_callers_in_others() {
    let c = "static int helper(int n) { return n; }\nint use(void) { return helper(1); }\n";
    only_in_own_file(["a.c", "b.c"], c, "helper", "2 use");
    let outside = "#include <ext.h>\nint outside(void) { return helper(4); }\n";
    callers(
        &[("a.c", c), ("c.c", outside)],
        "a.c",
        "helper",
        &["certain a.c:2 use"],
    );
    let includes = "#include \"a.c\"\nint outside(void) { return helper(4); }\n";
    let expected = ["certain a.c:2 use", "certain c.c:2 outside"];
    callers(&[("a.c", c), ("c.c", includes)], "a.c", "helper", &expected);
    let cpp = "namespace {\nint hidden(int n) { return n; }\n}\nint use() { return hidden(1); }\n";
    only_in_own_file(["a.cpp", "b.cpp"], cpp, "hidden", "4 use");
    let kotlin = "private fun inner(n: Int): Int {\n    return n\n}\n\nfun use(): Int {\n    return inner(1)\n}\n";
    only_in_own_file(["a.kt", "b.kt"], kotlin, "inner", "6 use");
    let swift = "private func inner(_ n: Int) -> Int { n }\nfunc use() -> Int { inner(1) }\n";
    only_in_own_file(["a.swift", "b.swift"], swift, "inner", "2 use");
}

#[test]
fn a_static_function_of_a_header_has_callers_where_it_is_included() {
    let files = [
        (
            "list.h",
            "static inline int first(int n) {\n\treturn n;\n}\n",
        ),
        (
            "a.c",
            "#include \"list.h\"\n\nint use(void) {\n\treturn first(1);\n}\n",
        ),
    ];
    callers(&files, "list.h", "first", &["certain a.c:4 use"]);
}

#[test]
fn shells_see_the_functions_of_files_that_are_loaded_together() {
    let log = "log() { echo \"$1\"; }\n";
    let own = "log() { echo \"$1\"; }\nmain() {\n  log start\n}\nmain\n";
    callers(
        &[("a.sh", own), ("b.sh", own)],
        "a.sh",
        "log",
        &["certain a.sh:3 main"],
    );
    let user = "run() {\n  log start\n}\n";
    callers(
        &[("lib/log.sh", log), ("b.sh", user)],
        "lib/log.sh",
        "log",
        &[],
    );
    let main = "source lib/log.sh\nsource lib/user.sh\nrun\n";
    let files = [
        ("lib/log.sh", log),
        ("lib/user.sh", user),
        ("main.sh", main),
    ];
    callers(&files, "lib/log.sh", "log", &["likely lib/user.sh:2 run"]);
    let unknown = "source \"$LIB\"\nrun() {\n  log start\n}\n";
    let files = [("lib/log.sh", log), ("b.sh", unknown)];
    callers(&files, "lib/log.sh", "log", &["possible b.sh:3 run"]);
}

#[test]
fn a_private_member_has_no_callers_in_other_files() {
    let text = |namespace: &str, name: &str| {
        format!(
            "namespace {namespace};\nclass Box\n{{\n    private int Inner()\n    {{\n        return 1;\n    }}\n    \
             int {name}()\n    {{\n        return Inner();\n    }}\n}}\n"
        )
    };
    let [one, two] = [text("Na", "One"), text("Nb", "Two")];
    let files = [("a.cs", one.as_str()), ("b.cs", two.as_str())];
    callers(&files, "a.cs", "Box.Inner", &["certain a.cs:10 Box.One"]);
    let part = |name: &str, more: &str| {
        format!(
            "namespace N;\npartial class Box\n{{\n    int {name}()\n    {{\n        return Inner();\n    }}\n{more}}}\n"
        )
    };
    let inner = "    private int Inner()\n    {\n        return 1;\n    }\n";
    let [one, two] = [part("One", inner), part("Two", "")];
    let files = [("a.cs", one.as_str()), ("b.cs", two.as_str())];
    let expected = ["certain a.cs:6 Box.One", "certain b.cs:6 Box.Two"];
    callers(&files, "a.cs", "Box.Inner", &expected);
}

/// Checks a method of the first of two classes with one name: the second file of each namespace uses its own.
#[track_caller]
fn own_namespace(extension: &str, class: &str, user: &str, names: &str, expected: &[&str]) {
    let text = |text: &str, namespace: &str| text.replace("NS", namespace);
    let path = |name: &str, namespace: &str| format!("{namespace}/{name}.{extension}");
    let mut files = Vec::new();
    for namespace in ["one", "two"] {
        files.push((path("box", namespace), text(class, namespace)));
        files.push((path("use", namespace), text(user, namespace)));
    }
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (&**path, &**text))
        .collect();
    callers(&files, files[0].0, names, expected);
}

#[test]
fn a_class_of_another_namespace_is_another_class() {
    let class = "namespace NS\n{\n    public class Box\n    {\n        public int Inner()\n        {\n            return 1;\n        }\n        public int Go()\n        {\n            return Inner();\n        }\n    }\n}\n";
    let user = "using NS;\n\npublic class Out\n{\n    public int Use(Box it)\n    {\n        return it.Inner();\n    }\n}\n";
    let expected = [
        "certain one/box.cs:11 one.Box.Go",
        "certain one/use.cs:7 Out.Use",
    ];
    own_namespace("cs", class, user, "one.Box.Inner", &expected);
    let class = "<?php\n\nnamespace NS;\n\nclass Box\n{\n    public function inner()\n    {\n        return 1;\n    }\n}\n";
    let user = "<?php\n\nnamespace NS;\n\nfunction run(Box $it)\n{\n    return $it->inner();\n}\n";
    own_namespace(
        "php",
        class,
        user,
        "Box.inner",
        &["certain one/use.php:7 run"],
    );
    let class = "package NS\n\nclass Box {\n    fun inner(): Int {\n        return 1\n    }\n}\n";
    let user = "package NS\n\nfun run(it: Box): Int {\n    return it.inner()\n}\n";
    own_namespace(
        "kt",
        class,
        user,
        "Box.inner",
        &["certain one/use.kt:4 run"],
    );
    let class = "namespace NS {\nclass Box {\n public:\n  int inner() {\n    return 1;\n  }\n  int go() {\n    return inner();\n  }\n};\n}\n";
    let user =
        "#include \"box.hpp\"\n\nnamespace NS {\nint run(Box &it) {\n  return it.inner();\n}\n}\n";
    let expected = ["certain one/box.hpp:8 one.Box.go"];
    own_namespace(
        "hpp",
        class,
        user,
        "one.Box.inner",
        &[expected[0], "certain one/use.hpp:5 one.run"],
    );
    let class = "module XNS\n  class Box\n    def inner(n)\n      n\n    end\n\n    def go\n      inner(1)\n    end\n  end\nend\n";
    let user = "module XNS\n  class User\n    def use\n      it = Box.new\n      it.inner(2)\n    end\n  end\nend\n";
    let expected = [
        "certain one/box.rb:8 Xone.Box.go",
        "certain one/use.rb:5 Xone.User.use",
    ];
    own_namespace("rb", class, user, "Xone.Box.inner", &expected);
}

#[test]
fn the_nearest_module_of_a_file_has_the_name() {
    let files = [(
        "src/lib.rs",
        "fn helper() -> u8 {\n    1\n}\n\nfn run() -> u8 {\n    helper()\n}\n\n\
         mod tests {\n    fn helper() -> u8 {\n        2\n    }\n\n    fn test() -> u8 {\n        helper()\n    }\n}\n",
    )];
    callers(
        &files,
        "src/lib.rs",
        "helper",
        &["certain src/lib.rs:6 run"],
    );
    callers(
        &files,
        "src/lib.rs",
        "tests.helper",
        &["certain src/lib.rs:15 tests.test"],
    );
}

#[test]
fn the_elements_of_a_container_are_not_the_value() {
    let files = [(
        "src/lib.rs",
        "pub struct Match;\n\nimpl Match {\n    pub fn is_empty(&self) -> bool {\n        true\n    }\n}\n\n\
         fn one(it: &Match) -> bool {\n    it.is_empty()\n}\n\n\
         fn many(them: &[Match]) -> bool {\n    them.is_empty()\n}\n\n\
         fn list(them: Vec<Match>) -> bool {\n    them.is_empty()\n}\n",
    )];
    callers(
        &files,
        "src/lib.rs",
        "Match.is_empty",
        &["certain src/lib.rs:10 one"],
    );
}

#[test]
fn a_macro_of_rust_is_seen_by_its_file_unless_it_is_passed_on() {
    let check = |lib: &str, attribute: &str, expected: &[&str]| {
        let module = format!(
            "{attribute}macro_rules! put {{\n    () => {{}};\n}}\n\nfn one() {{\n    put!();\n}}\n"
        );
        let files = [
            ("src/lib.rs", lib),
            ("src/a.rs", module.as_str()),
            ("src/b.rs", "fn two() {\n    put!();\n}\n"),
        ];
        callers(&files, "src/a.rs", "put", expected);
    };
    let own = "certain src/a.rs:6 one";
    check("mod a;\nmod b;\n", "", &[own]);
    let own = "certain src/a.rs:6 one";
    check(
        "#[macro_use]\nmod a;\nmod b;\n",
        "",
        &[own, "likely src/b.rs:2 two"],
    );
    let own = "certain src/a.rs:7 one";
    check(
        "mod a;\nmod b;\n",
        "#[macro_export]\n",
        &[own, "likely src/b.rs:2 two"],
    );
}

#[test]
fn an_underscore_of_dart_hides_a_name_from_other_libraries() {
    let own = "int _hid(int n) => n;\nint one() => _hid(1);\n";
    let other = "import 'a.dart';\nint two() => _hid(1);\n";
    let part = "part of 'a.dart';\nint three() => _hid(1);\n";
    let files = [("a.dart", own), ("b.dart", other), ("c.dart", part)];
    let expected = ["certain a.dart:2 one", "certain c.dart:2 three"];
    callers(&files, "a.dart", "_hid", &expected);
}

#[test]
fn an_own_function_hides_an_imported_one() {
    let own = "int load(int n) => n;\n";
    let other = "import 'a.dart';\nint load(int n) => n + 1;\nint two() => load(1);\n";
    callers(&[("a.dart", own), ("b.dart", other)], "a.dart", "load", &[]);
    let kotlin =
        "package p\nprivate fun hid(n: Int): Int { return n }\nfun one(): Int { return hid(1) }\n";
    let other = "package p\nfun hid(n: String): Int { return 1 }\n";
    let files = [("a.kt", kotlin), ("b.kt", other)];
    callers(&files, "b.kt", "hid", &["possible a.kt:3 one"]);
}

#[test]
fn a_type_that_is_not_imported_is_another_one() {
    let own = "class File {\n  String read() => 'x';\n}\n";
    let user = "import 'dart:io';\nString one(File it) => it.read();\n";
    let files = [("io.dart", own), ("use.dart", user)];
    callers(&files, "io.dart", "File.read", &["possible use.dart:2 one"]);
    let own =
        "namespace Own;\npublic class Path {\n    public static string Join(string a) => a;\n}\n";
    let other = "using System.IO;\nnamespace App;\npublic class One {\n    public string Go() => Path.Join(\"a\");\n}\n";
    let user = "using Own;\nnamespace App;\npublic class Two {\n    public string Go() => Path.Join(\"a\");\n}\n";
    let files = [("path.cs", own), ("one.cs", other), ("two.cs", user)];
    let expected = ["certain two.cs:4 Two.Go", "possible one.cs:4 One.Go"];
    callers(&files, "path.cs", "Path.Join", &expected);
    let one = (
        "m/x.py",
        "class Box:\n    def size(self):\n        return 1\n",
    );
    let two = (
        "n/x.py",
        "class Box:\n    def size(self):\n        return 2\n",
    );
    let user = "from m.x import Box\nimport n.x\n\ndef one(it: Box):\n    return it.size()\n\ndef two(it: n.x.Box):\n    return it.size()\n";
    let files = [one, two, ("use.py", user)];
    callers(&files, one.0, "Box.size", &["certain use.py:5 one"]);
    callers(&files, two.0, "Box.size", &["certain use.py:8 two"]);
}
