//! Types of one name in several packages, modules and namespaces, told apart by their qualifiers.

use super::*;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, names: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, names, expected);
}

#[test]
fn a_qualified_type_of_java_is_that_of_its_package() {
    let files = [
        (
            "org/one/Box.java",
            "package org.one;\npublic class Box {\n    public int run() { return 1; }\n    public static int twice(int n) { return n * 2; }\n    public static final int MAX = 1;\n}\n",
        ),
        (
            "org/two/Box.java",
            "package org.two;\npublic class Box {\n    public int run() { return 2; }\n    public static int twice(int n) { return n * 3; }\n    public static final int MAX = 2;\n}\n",
        ),
        (
            "web/Use.java",
            "package web;\nimport org.one.Box;\npublic class Use {\n    int one(Box a) { return a.run(); }\n    int two() { return Box.twice(1); }\n    int three(org.two.Box a) { return a.run(); }\n    int four() { return org.two.Box.twice(1); }\n    int five() { var a = new org.two.Box(); return a.run(); }\n    int six() { return new org.two.Box().run(); }\n    int seven() { return org.two.Box.MAX + Box.MAX; }\n    org.two.Box field;\n    int eight() { return field.run(); }\n    int nine() { return this.field.run(); }\n    int ten(java.util.List<org.two.Box> xs) { return xs.stream().mapToInt(org.two.Box::run).sum(); }\n}\nclass Sub extends org.two.Box {\n    int go() { return run() + super.run(); }\n}\n",
        ),
    ];
    callers(
        &files,
        "org/one/Box.java",
        "Box.run",
        &[
            "certain web/Use.java:4 Use.one",
            "likely web/Use.java:17 Sub.go",
        ],
    );
    callers(
        &files,
        "org/two/Box.java",
        "Box.run",
        &[
            "certain web/Use.java:6 Use.three",
            "certain web/Use.java:8 Use.five",
            "certain web/Use.java:12 Use.eight",
            "certain web/Use.java:13 Use.nine",
            "certain web/Use.java:14 Use.ten",
            "likely web/Use.java:9 Use.six",
            "likely web/Use.java:17 Sub.go",
        ],
    );
    callers(
        &files,
        "org/one/Box.java",
        "Box.twice",
        &["certain web/Use.java:5 Use.two"],
    );
    callers(
        &files,
        "org/two/Box.java",
        "Box.twice",
        &["certain web/Use.java:7 Use.four"],
    );
}

#[test]
fn a_qualified_type_of_kotlin_is_that_of_its_package() {
    let files = [
        (
            "one/Box.kt",
            "package org.one\nclass Box {\n    fun run() = 1\n}\nfun make() = Box()\n",
        ),
        (
            "two/Box.kt",
            "package org.two\nclass Box {\n    fun run() = 2\n}\nfun make() = Box()\n",
        ),
        (
            "web/Use.kt",
            "package web\nimport org.one.Box\nfun one(b: Box) = b.run()\nfun two(b: org.two.Box) = b.run()\nfun three() = org.two.Box().run()\nfun four() = org.two.make().run()\nfun five(): Int { val b = org.two.Box(); return b.run() }\nclass Sub : org.two.Box() {\n    fun go() = run()\n}\n",
        ),
    ];
    callers(
        &files,
        "one/Box.kt",
        "Box.run",
        &[
            "certain web/Use.kt:3 one",
            "likely web/Use.kt:9 Sub.go",
            "possible web/Use.kt:6 four",
        ],
    );
    callers(
        &files,
        "two/Box.kt",
        "Box.run",
        &[
            "certain web/Use.kt:4 two",
            "certain web/Use.kt:7 five",
            "likely web/Use.kt:5 three",
            "likely web/Use.kt:9 Sub.go",
            "possible web/Use.kt:6 four",
        ],
    );
}

#[test]
fn a_qualified_type_of_python_is_that_of_its_module() {
    let files = [
        (
            "one.py",
            "class Box:\n    def open(self):\n        return 1\n    @staticmethod\n    def of():\n        return 1\n",
        ),
        (
            "two.py",
            "class Box:\n    def open(self):\n        return 2\n    @staticmethod\n    def of():\n        return 2\n",
        ),
        (
            "use.py",
            "from one import Box\nimport two\nimport two as tt\ndef one(b: Box):\n    return b.open()\ndef two_(b: two.Box):\n    return b.open()\ndef three():\n    return two.Box.of()\ndef four():\n    b = tt.Box()\n    return b.open()\ndef five():\n    return two.Box().open()\n",
        ),
    ];
    callers(&files, "one.py", "Box.open", &["certain use.py:5 one"]);
    callers(
        &files,
        "two.py",
        "Box.open",
        &[
            "certain use.py:7 two_",
            "certain use.py:12 four",
            "likely use.py:14 five",
        ],
    );
    callers(&files, "one.py", "Box.of", &[]);
    callers(&files, "two.py", "Box.of", &["certain use.py:9 three"]);
}

#[test]
fn a_qualified_type_of_typescript_is_that_of_its_module() {
    let files = [
        (
            "one.ts",
            "export class Box {\n  open() { return 1; }\n  static of() { return 1; }\n}\n",
        ),
        (
            "two.ts",
            "export class Box {\n  open() { return 2; }\n  static of() { return 2; }\n}\n",
        ),
        (
            "use.ts",
            "import { Box } from './one';\nimport * as two from './two';\nexport function one(b: Box) { return b.open(); }\nexport function two_(b: two.Box) { return b.open(); }\nexport function three() { return two.Box.of(); }\nexport function four() { const b = new two.Box(); return b.open(); }\nexport function five() { return new two.Box().open(); }\n",
        ),
    ];
    callers(&files, "one.ts", "Box.open", &["certain use.ts:3 one"]);
    callers(
        &files,
        "two.ts",
        "Box.open",
        &[
            "certain use.ts:4 two_",
            "certain use.ts:6 four",
            "likely use.ts:7 five",
        ],
    );
    callers(&files, "one.ts", "Box.of", &[]);
    callers(&files, "two.ts", "Box.of", &["certain use.ts:5 three"]);
}

#[test]
fn a_qualified_type_of_rust_is_that_of_its_module() {
    let files = [
        (
            "Cargo.toml",
            "[package]\nname = \"m\"\nversion = \"0.1.0\"\n",
        ),
        ("src/lib.rs", "pub mod one;\npub mod two;\npub mod uses;\n"),
        (
            "src/one.rs",
            "pub struct Box1 {}\npub struct Crate {}\nimpl Crate {\n    pub fn open(&self) -> u8 { 1 }\n    pub fn of() -> u8 { 1 }\n}\n",
        ),
        (
            "src/two.rs",
            "pub struct Crate {}\nimpl Crate {\n    pub fn open(&self) -> u8 { 2 }\n    pub fn of() -> u8 { 2 }\n}\n",
        ),
        (
            "src/uses.rs",
            "use crate::one::Crate;\nuse crate::two;\nfn one(b: &Crate) -> u8 { b.open() }\nfn two_(b: &two::Crate) -> u8 { b.open() }\nfn three() -> u8 { two::Crate::of() }\nfn four() -> u8 { let b = two::Crate {}; b.open() }\nfn five() -> u8 { crate::two::Crate::of() }\nfn six(b: crate::two::Crate) -> u8 { b.open() }\n",
        ),
    ];
    callers(
        &files,
        "src/one.rs",
        "Crate.open",
        &["certain src/uses.rs:3 one"],
    );
    callers(
        &files,
        "src/two.rs",
        "Crate.open",
        &[
            "certain src/uses.rs:4 two_",
            "certain src/uses.rs:6 four",
            "certain src/uses.rs:8 six",
        ],
    );
    callers(&files, "src/one.rs", "Crate.of", &[]);
    callers(
        &files,
        "src/two.rs",
        "Crate.of",
        &["certain src/uses.rs:5 three", "certain src/uses.rs:7 five"],
    );
}

#[test]
fn a_qualified_type_of_cpp_is_that_of_its_namespace() {
    let files = [
        (
            "a.h",
            "#pragma once\nnamespace acme {\nclass Box {\n public:\n  int open();\n  int size() const;\n};\n}\nnamespace beta {\nclass Box {\n public:\n  int open();\n  int size() const;\n};\n}\n",
        ),
        (
            "a.cc",
            "#include \"a.h\"\nint acme::Box::open() { return 1; }\nint beta::Box::open() { return 2; }\nnamespace acme {\nint Box::size() const { return 1; }\n}\nnamespace beta {\nint Box::size() const { return 2; }\n}\n",
        ),
        (
            "use.cc",
            "#include \"a.h\"\nint four(acme::Box& x) { return x.open(); }\nint five(beta::Box& x) { return x.open(); }\nint six() { using namespace beta; Box x; return x.size(); }\nint seven(acme::Box& x) { return x.size(); }\nint eight() { beta::Box x; return x.size(); }\nint nine() { auto p = std::make_unique<acme::Box>(); return p->size(); }\nint ten() { acme::Box* p = new acme::Box(); return p->size(); }\n",
        ),
    ];
    callers(&files, "a.cc", "acme.Box.open", &["certain use.cc:2 four"]);
    callers(&files, "a.cc", "beta.Box.open", &["certain use.cc:3 five"]);
    callers(
        &files,
        "a.cc",
        "acme.Box.size",
        &[
            "certain use.cc:5 seven",
            "certain use.cc:7 nine",
            "certain use.cc:8 ten",
        ],
    );
    callers(
        &files,
        "a.cc",
        "beta.Box.size",
        &["certain use.cc:4 six", "certain use.cc:6 eight"],
    );
}

#[test]
fn a_qualified_type_of_go_is_that_of_its_package() {
    let files = [
        ("go.mod", "module m\n"),
        (
            "a/a.go",
            "package a\n\ntype Tank struct{ N int }\n\nfunc (t Tank) Get() int { return t.N }\n",
        ),
        (
            "b/b.go",
            "package b\n\nimport \"m/a\"\n\ntype Tank struct{ N int }\n\nfunc (t Tank) Get() int { return 2 }\n\nfunc Three(t a.Tank) int { return t.Get() }\nfunc Four(t Tank) int { return t.Get() }\nfunc Five(t *a.Tank) int { return t.Get() }\nfunc Ten() int { for _, x := range []Tank{} { return x.Get() }; return 0 }\nfunc Eleven() int { x := a.Tank{}; return x.Get() }\nfunc Twelve() int { x := Tank{}; return x.Get() }\nfunc Thirteen() int { return a.Tank{}.Get() }\n",
        ),
    ];
    callers(
        &files,
        "a/a.go",
        "Tank.Get",
        &[
            "certain b/b.go:9 Three",
            "certain b/b.go:11 Five",
            "certain b/b.go:13 Eleven",
            "likely b/b.go:12 Ten",
            "likely b/b.go:15 Thirteen",
        ],
    );
    callers(
        &files,
        "b/b.go",
        "Tank.Get",
        &[
            "certain b/b.go:10 Four",
            "certain b/b.go:14 Twelve",
            "likely b/b.go:12 Ten",
        ],
    );
}

#[test]
fn a_qualified_type_of_php_is_that_of_its_namespace() {
    let class = |n: &str| {
        format!(
            "<?php\nnamespace {n};\nclass Box {{\n    public function open() {{ return 1; }}\n    public static function of() {{ return 1; }}\n}}\n"
        )
    };
    let (one, two) = (class("One"), class("Two"));
    let user = "<?php\nnamespace C;\nuse One\\Box;\nfunction one(Box $b) { return $b->open(); }\nfunction two(\\Two\\Box $b) { return $b->open(); }\nfunction three() { return \\Two\\Box::of(); }\nfunction four() { $b = new \\Two\\Box(); return $b->open(); }\n";
    let files = [("a.php", &*one), ("b.php", &*two), ("use.php", user)];
    callers(&files, "a.php", "Box.open", &["certain use.php:4 one"]);
    callers(
        &files,
        "b.php",
        "Box.open",
        &["certain use.php:5 two", "certain use.php:7 four"],
    );
    callers(&files, "a.php", "Box.of", &[]);
    callers(&files, "b.php", "Box.of", &["certain use.php:6 three"]);
}
