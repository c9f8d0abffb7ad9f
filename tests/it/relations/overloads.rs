//! Functions with one name and other parameters.

use super::*;

/// Checks the certainties and lines of the calls of the function on each line.
#[track_caller]
pub(super) fn check_calls(path: &str, text: &str, expected: &[(u32, &[&str])]) {
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
    let expected: [(u32, &[&str]); 3] = [(2, &["certain 9"]), (4, &[]), (6, &["certain 13"])];
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

#[test]
fn the_types_of_arguments_tell_overloads_apart() {
    let java = "class Shape {}\nclass Square extends Shape {}\nclass Pen {\n  Square square;\n  \
                void draw(String x) {}\n  void draw(Shape x) {}\n  void draw(Class<?> x) {}\n  \
                void draw(java.util.List<String> x) {}\n  void a() {\n    draw(\"a\" + 1);\n  }\n  \
                void b() {\n    draw(new Square());\n  }\n  void c() {\n    draw(Square.class);\n  }\n  \
                void d() {\n    draw(this.square);\n  }\n  void e(Object it) {\n    draw((Shape) it);\n  }\n  \
                void f(java.util.List<String> it) {\n    draw(it);\n  }\n}\n";
    let expected: [(u32, &[&str]); 4] = [
        (5, &["certain 10"]),
        (6, &["certain 13", "certain 19", "certain 22"]),
        (7, &["certain 16"]),
        (8, &["certain 25"]),
    ];
    check_calls("Pen.java", java, &expected);
    let kotlin = "open class Shape\nclass Pen {\n  fun draw(x: String) {}\n  fun draw(x: Shape) {}\n  \
                  fun a() {\n    draw(\"a\")\n  }\n  fun b(it: Shape) {\n    draw(it)\n  }\n}\n";
    let expected: [(u32, &[&str]); 2] = [(3, &["certain 6"]), (4, &["certain 9"])];
    check_calls("Pen.kt", kotlin, &expected);
}

#[test]
fn a_call_that_several_overloads_take_is_possible() {
    let java = "class Pen {\n  void draw(String x) {}\n  void draw(Shape x) {}\n  \
                void run() {\n    draw(Other.load());\n  }\n}\n";
    check_calls(
        "Pen.java",
        java,
        &[(2, &["possible 5"]), (3, &["possible 5"])],
    );
}

#[test]
fn an_overload_with_any_number_of_arguments_comes_last() {
    let java = "class Pen {\n  void draw(String x) {}\n  void draw(String... all) {}\n  void a() {\n    draw(\"a\");\n  }\n  \
                void b() {\n    draw(\"a\", \"b\");\n  }\n}\n";
    check_calls(
        "Pen.java",
        java,
        &[(2, &["certain 5"]), (3, &["certain 8"])],
    );
    let unknown = "class Pen {\n  void draw(Iterable<Mode> x) {}\n  void draw(Mode... all) {}\n  \
                   void a() {\n    draw(Mode.FAST);\n  }\n}\n";
    check_calls(
        "Pen.java",
        unknown,
        &[(2, &["possible 5"]), (3, &["possible 5"])],
    );
}

#[test]
fn a_subtype_has_overloads_of_its_own() {
    let java = "abstract class Builder {\n  abstract void take(Token it);\n}\nclass Html extends Builder {\n  \
                void take(Token it) {}\n  void take(Token it, int state) {}\n  \
                void run(Token it) {\n    take(it, 1);\n  }\n}\nclass Use {\n  void run(Html it, Token t) {\n    it.take(t, 1);\n  }\n}\n";
    let expected: [(u32, &[&str]); 2] = [(5, &[]), (6, &["certain 8", "certain 13"])];
    check_calls("Html.java", java, &expected);
    check(
        &[("Html.java", java)],
        RelationKind::Callers(None),
        "Html.java",
        "Builder.take",
        &[],
    );
}

#[test]
fn a_builder_is_that_of_its_own_type() {
    let builder = |name: &str| {
        format!(
            "package p;\nclass {name} {{\n  static Builder of() {{\n    return new Builder();\n  }}\n  static class Builder {{\n    \
             Builder add(int n) {{\n      return this;\n    }}\n    {name} build() {{\n      return null;\n    }}\n  }}\n}}\n"
        )
    };
    let use_of = "package p;\nclass Use {\n  void run() {\n    One.of().add(1).build();\n  }\n}\n";
    let (one, two) = (builder("One"), builder("Two"));
    let files = [
        ("p/One.java", &*one),
        ("p/Two.java", &*two),
        ("p/Use.java", use_of),
    ];
    let callers = |path, names, expected: &[&str]| {
        check(&files, RelationKind::Callers(None), path, names, expected);
    };
    callers(
        "p/One.java",
        "One.Builder.build",
        &["likely p/Use.java:4 Use.run"],
    );
    callers("p/Two.java", "Two.Builder.build", &[]);
    callers("p/Two.java", "Two.Builder.add", &[]);
}

#[test]
fn beyond_the_limit_of_overloads_a_call_is_likely() {
    let types = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];
    for (count, expected) in [(7, "certain run.cc:11 run"), (8, "likely run.cc:11 run")] {
        let headers = types.map(|name| {
            format!("#pragma once\nstruct {name} {{}};\nint draw({name} it, int width);\n")
        });
        let paths = types.map(|name| format!("{name}.h"));
        let includes: String = paths
            .iter()
            .map(|path| format!("#include \"{path}\"\n"))
            .collect();
        let main = format!("{includes}#include \"own.h\"\nint run() {{ return draw(1); }}\n");
        let mut files: Vec<(&str, &str)> = paths
            .iter()
            .map(|it| &**it)
            .zip(headers.iter().map(|it| &**it))
            .collect();
        files.truncate(count);
        files.push(("own.h", "#pragma once\nint draw(int it);\n"));
        files.push((
            "own.cc",
            "#include \"own.h\"\nint draw(int it) { return it; }\n",
        ));
        files.push(("run.cc", &main));
        check(
            &files,
            RelationKind::Callers(None),
            "own.cc",
            "draw",
            &[expected],
        );
    }
}
