//! The name at a position: its definitions, references and implementations.

use super::*;
use smriti_tui::chunk::{NamePosition, Symbol};

type Files<'f> = &'f [(&'f str, &'f str)];

/// Checks a relation of a name at its first occurrence on a line of a file.
#[track_caller]
fn check_name(
    files: Files<'_>,
    kind: fn(Option<Symbol>) -> RelationKind,
    (path, line, name): (&str, u32, &str),
    around: &str,
    expected: &[&str],
) {
    let (_, text) = files.iter().find(|(file, _)| *file == path).expect(path);
    let text = text.lines().nth(line as usize - 1).expect("a line");
    let at = text.find(name).expect("the name");
    let column = text[..at].chars().count() as u32 + 1;
    let at = NamePosition {
        name: name.to_owned(),
        line,
        column,
    };
    check(files, kind(Some(Symbol::At(at))), path, around, expected);
}

const DEFINITIONS: fn(Option<Symbol>) -> RelationKind = RelationKind::Definitions;
const CALLERS: fn(Option<Symbol>) -> RelationKind = RelationKind::Callers;
const IMPLEMENTATIONS: fn(Option<Symbol>) -> RelationKind = RelationKind::Implementations;

const SHOP: [(&str, &str); 4] = [
    ("src/main.rs", "mod stock;\nmod orders;\n"),
    ("src/stock/mod.rs", "pub mod shelf;\n"),
    (
        "src/stock/shelf.rs",
        "pub struct Shelf(u8);\n\nimpl Shelf {\n    pub fn take(&self, count: u8) -> u8 {\n        self.0 - count\n    }\n}\n\npub fn fill(shelf: Shelf) -> u8 {\n    shelf.take(1)\n}\n",
    ),
    (
        "src/orders.rs",
        "use crate::stock::shelf::{Shelf, fill};\n\npub fn close(shelf: Shelf, wanted: u8) -> u8 {\n    let rest = shelf.take(wanted);\n    fill(shelf) + rest\n}\n",
    ),
];

#[test]
fn a_call_in_a_body_leads_to_its_definition_alone() {
    let at = ("src/orders.rs", 4, "take");
    let expected = ["certain src/stock/shelf.rs:4 Shelf.take"];
    check_name(&SHOP, DEFINITIONS, at, "close", &expected);
    let at = ("src/orders.rs", 5, "fill");
    check_name(
        &SHOP,
        DEFINITIONS,
        at,
        "close",
        &["certain src/stock/shelf.rs:9 fill"],
    );
}

#[test]
fn a_type_in_a_signature_leads_to_its_definition() {
    let at = ("src/orders.rs", 3, "Shelf");
    check_name(
        &SHOP,
        DEFINITIONS,
        at,
        "close",
        &["certain src/stock/shelf.rs:1 Shelf"],
    );
}

#[test]
fn every_part_of_an_import_leads_somewhere() {
    let check = |name, expected: &[&str]| {
        check_name(&SHOP, DEFINITIONS, ("src/orders.rs", 1, name), "", expected);
    };
    check("stock", &["certain src/stock/mod.rs:1 "]);
    check("shelf", &["certain src/stock/shelf.rs:1 "]);
    check("Shelf", &["certain src/stock/shelf.rs:1 Shelf"]);
    check("fill", &["certain src/stock/shelf.rs:9 fill"]);
}

#[test]
fn a_local_variable_leads_to_its_binding() {
    let at = ("src/orders.rs", 5, "rest");
    check_name(
        &SHOP,
        DEFINITIONS,
        at,
        "close",
        &["certain src/orders.rs:4 close"],
    );
    let at = ("src/orders.rs", 4, "wanted");
    check_name(
        &SHOP,
        DEFINITIONS,
        at,
        "close",
        &["certain src/orders.rs:3 close"],
    );
}

#[test]
fn references_of_a_called_name_are_those_of_its_definition() {
    let at = ("src/orders.rs", 4, "take");
    let expected = [
        "certain src/stock/shelf.rs:10 fill",
        "certain src/orders.rs:4 close",
    ];
    check_name(&SHOP, CALLERS, at, "close", &expected);
    let own = ("src/stock/shelf.rs", 9, "fill");
    check_name(
        &SHOP,
        CALLERS,
        own,
        "fill",
        &["certain src/orders.rs:5 close"],
    );
}

#[test]
fn a_name_that_nothing_declares_has_the_references_by_that_name() {
    let files = [(
        "a.py",
        "def one(rows):\n    return frobnicate(rows)\n\n\ndef two(rows):\n    return frobnicate(rows)\n",
    )];
    let at = ("a.py", 2, "frobnicate");
    let expected = ["possible a.py:2 one", "possible a.py:6 two"];
    check_name(&files, CALLERS, at, "one", &expected);
    check_name(&files, DEFINITIONS, at, "one", &["? frobnicate"]);
}

#[test]
fn a_function_that_calls_itself_is_its_own_definition() {
    let files = [("a.py", "def walk(n):\n    return walk(n - 1)\n")];
    check_name(
        &files,
        DEFINITIONS,
        ("a.py", 2, "walk"),
        "walk",
        &["likely a.py:1 walk"],
    );
}

#[test]
fn a_prototype_leads_to_the_function() {
    let files = [
        ("a.h", "int fold(int a);\nint bend(int a);\n"),
        (
            "a.c",
            "#include \"a.h\"\n\nint fold(int a) {\n  return bend(a);\n}\n",
        ),
    ];
    let at = ("a.h", 1, "fold");
    check_name(&files, DEFINITIONS, at, "fold", &["likely a.c:3 fold"]);
    // Nothing defines it.
    let at = ("a.h", 2, "bend");
    check_name(&files, DEFINITIONS, at, "fold", &["certain a.h:2 fold"]);
}

#[test]
fn implementations_of_a_trait_and_of_its_method() {
    let files = [(
        "src/lib.rs",
        "pub trait Shape {\n    fn area(&self) -> u8;\n}\n\npub struct Square;\n\nimpl Shape for Square {\n    fn area(&self) -> u8 {\n        4\n    }\n}\n\npub struct Dot;\n\nimpl Dot {\n    fn area(&self) -> u8 {\n        0\n    }\n}\n\npub fn sum(shape: &dyn Shape) -> u8 {\n    shape.area()\n}\n",
    )];
    let check = |at, expected: &[&str]| {
        check_name(&files, IMPLEMENTATIONS, at, "sum", expected);
    };
    check(
        ("src/lib.rs", 21, "Shape"),
        &["certain src/lib.rs:7 Square"],
    );
    check(
        ("src/lib.rs", 22, "area"),
        &["certain src/lib.rs:8 Square.area"],
    );
}

#[test]
fn implementations_of_a_go_interface_need_no_name() {
    let files = [(
        "shop/a.go",
        "package shop\n\ntype Closer interface {\n\tClose() error\n\tName() string\n}\n\ntype File struct{}\n\nfunc (f *File) Close() error { return nil }\n\nfunc (f *File) Name() string { return \"\" }\n\ntype Half struct{}\n\nfunc (h *Half) Close() error { return nil }\n\nfunc end(c Closer) error {\n\treturn c.Close()\n}\n",
    )];
    let check = |at, expected: &[&str]| {
        check_name(&files, IMPLEMENTATIONS, at, "end", expected);
    };
    check(("shop/a.go", 18, "Closer"), &["likely shop/a.go:8 File"]);
    check(
        ("shop/a.go", 19, "Close"),
        &["likely shop/a.go:10 File.Close"],
    );
}

#[test]
fn subclasses_of_subclasses_are_likely_implementations() {
    let files = [(
        "a.py",
        "class Base:\n    def run(self):\n        raise NotImplementedError\n\n\nclass One(Base):\n    def run(self):\n        return 1\n\n\nclass Two(One):\n    def run(self):\n        return 2\n",
    )];
    let at = ("a.py", 2, "run");
    let expected = ["certain a.py:7 One.run", "likely a.py:12 Two.run"];
    check_name(&files, IMPLEMENTATIONS, at, "Base.run", &expected);
    let at = ("a.py", 1, "Base");
    let expected = ["certain a.py:6 One", "likely a.py:11 Two"];
    check_name(&files, IMPLEMENTATIONS, at, "Base", &expected);
}
