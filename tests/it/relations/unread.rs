//! Files that mention a name in code that is not read for references.

use super::*;
use smriti_tui::chunk::Symbol;

#[test]
fn a_name_in_templates_is_noted_by_format() {
    let files = [
        (
            "src/weigh.ts",
            "export function weigh(g: number) {\n  return g;\n}\n",
        ),
        ("src/card.slim", "p = weigh(3)\n"),
        ("src/other.slim", "p = weights\n"),
        ("views/a.haml", "%p= weigh(1)\n"),
        ("views/b.haml", "%p= weigh(2)\n"),
        ("README.md", "Call `weigh`.\n"),
        ("board.keymap", "bindings = <&kp weigh>;\n"),
        ("serverless.yml", "handler: src/weigh.weigh\n"),
    ];
    let expected = [
        "not read: 2 Haml templates (views/a.haml, views/b.haml)",
        "not read: 1 Slim template (src/card.slim)",
        "not read: 1 devicetree file (board.keymap)",
        "not read: 1 YAML file (serverless.yml)",
        "not read: 1 Markdown file (README.md)",
    ];
    check(
        &files,
        RelationKind::Callers(None),
        "src/weigh.ts",
        "weigh",
        &expected,
    );
}

#[test]
fn code_that_is_too_long_to_be_parsed_is_noted() {
    let lines = "x = 1\n".repeat(400_000);
    let long = format!("from weigh import weigh\n{lines}weigh(1)\n");
    let files = [
        ("weigh.py", "def weigh(g):\n    return g\n"),
        ("long.py", &long),
        ("long.txt", &long),
    ];
    let expected = ["not read: 1 partly parsed file (long.py)"];
    let callers = RelationKind::Callers(None);
    check(&files, callers, "weigh.py", "weigh", &expected);
}

#[test]
fn uses_of_operators_are_noted_as_not_read() {
    let note = ["not read: uses by syntax, such as operators"];
    let cpp = "struct Mass {\n  int of;\n  Mass operator+(const Mass& other) const {\n    return *this;\n  }\n};\n\n\
               Mass both(Mass a, Mass b) {\n  return a + b;\n}\n";
    let callers = RelationKind::Callers(None);
    check(
        &[("a.cc", cpp)],
        callers.clone(),
        "a.cc",
        "Mass.operator+",
        &note,
    );
    let python = "class Mass:\n    def __add__(self, other):\n        return self\n\n\n\
                  def both(a, b):\n    return a + b\n";
    check(&[("a.py", python)], callers, "a.py", "Mass.__add__", &note);
    let on_line = RelationKind::Callers(Some(Symbol::OnLine(3)));
    check(&[("a.cc", cpp)], on_line, "a.cc", "Mass.operator+", &note);
    let swift = "func <+> (a: Int, b: Int) -> Int { return a }\n";
    let callers = RelationKind::Callers(None);
    check(
        &[("a.swift", swift)],
        callers.clone(),
        "a.swift",
        "<+>",
        &note,
    );
    // Of Rust, only methods of traits.
    let rust = "pub struct Mass;\nimpl Add for Mass {\n    fn add(self, o: Mass) -> Mass { o }\n}\nimpl Mass {\n    fn next(&self) {}\n}\n";
    let files = [("a.rs", rust)];
    check(&files, callers.clone(), "a.rs", "Mass.add", &note);
    check(&files, callers, "a.rs", "Mass.next", &[]);
}
