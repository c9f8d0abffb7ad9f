//! Functions with one name and other parameters.

use super::*;

/// Checks the certainties and lines of the calls of the function on each line.
#[track_caller]
fn check_calls(path: &str, text: &str, expected: &[(u32, &[&str])]) {
    let repository = Repository::of(&[(path, text)]);
    repository.update();
    let mut sources = Sources::new(repository.reader(), Default::default());
    let snapshot = repository.snapshot();
    let cancel = Cancel::new();
    let tree = sources.tree(&SourcePath::new(path), &cancel);
    let tree = tree.expect("a document");
    for (line, expected) in expected {
        let leaf = tree.leaf_at_line(*line).expect("a leaf");
        let kind = RelationKind::Callers(None);
        let found = kind.find(&snapshot, &mut sources, &tree, leaf, 100, &cancel);
        let found = found.expect("an index that can be read").found;
        let found = found
            .iter()
            .map(|it| format!("{} {}", it.certainty.name(), it.at.0));
        assert_eq!(found.collect::<Vec<_>>(), *expected, "line {line}");
    }
}

#[test]
fn the_number_of_arguments_tells_overloads_apart() {
    let cpp = "void draw(int x) {\n}\n\nvoid draw(int x, int y) {\n}\n\n\
               void run() {\n  draw(1);\n}\n\nvoid all() {\n  draw(1, 2);\n}\n";
    check_calls("a.cc", cpp, &[(1, &["certain 8"]), (4, &["certain 12"])]);
    let java = "class Pen {\n  void draw(int x) {}\n\n  void draw(String x) {}\n\n  \
                void draw(int x, int y) {}\n\n  void run() {\n    draw(1);\n  }\n\n  \
                void all() {\n    this.draw(1, 2);\n  }\n}\n";
    let expected: [(u32, &[&str]); 3] =
        [(2, &["likely 9"]), (4, &["likely 9"]), (6, &["certain 13"])];
    check_calls("Pen.java", java, &expected);
}

#[test]
fn a_function_declared_for_several_platforms_is_one() {
    let cpp = "#ifdef A\nint open() {\n  return 1;\n}\n#else\nint open() {\n  return 2;\n}\n#endif\n\n\
               int run() {\n  return open();\n}\n";
    check_calls("a.cc", cpp, &[(2, &["certain 12"]), (6, &["certain 12"])]);
}

#[test]
fn overloads_of_cpp_are_found_in_headers() {
    let files = [
        (
            "view.h",
            "#pragma once\nint draw(const char* text, int width = 80);\nint mark(std::string const& text);\n",
        ),
        (
            "wide.h",
            "#pragma once\ninline int draw(const wchar_t* text, int width, int height) { return 2; }\n",
        ),
        (
            "view.cc",
            "#include \"view.h\"\nint draw(const char* text, int width) { return 1; }\nint mark(const string& it) { return 1; }\n",
        ),
        (
            "run.cc",
            "#include \"view.h\"\n#include \"wide.h\"\nint one() { return draw(\"a\"); }\nint two() { return draw(L\"a\", 1, 2); }\n\
             int three() { return mark(\"a\"); }\n",
        ),
    ];
    let callers = |path, name, expected: &[&str]| {
        check(&files, RelationKind::Callers(None), path, name, expected);
    };
    callers("view.cc", "draw", &["certain run.cc:3 one"]);
    callers("view.cc", "mark", &["certain run.cc:5 three"]);
    callers("wide.h", "draw", &["certain run.cc:4 two"]);
}
