//! Uses that are found by the shape of the code around them: imports of everything, delegates, constants with bodies, templates.

use super::*;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, names: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, names, expected);
}

#[test]
fn a_star_import_takes_what_its_module_lists() {
    let files = [
        (
            "m.py",
            "__all__ = [\"clean\"]\ndef clean(): return 0\ndef hidden(): return 1\n",
        ),
        ("n.py", "def seen(): return 2\ndef _under(): return 3\n"),
        (
            "use.py",
            "from m import *\nfrom n import *\ndef one(): return hidden() + clean()\ndef two(): return _under() + seen()\n",
        ),
    ];
    callers(&files, "m.py", "clean", &["certain use.py:3 one"]);
    callers(&files, "m.py", "hidden", &[]);
    callers(&files, "n.py", "seen", &["certain use.py:4 two"]);
    callers(&files, "n.py", "_under", &[]);
}

#[test]
fn an_imported_name_may_get_another_value() {
    let files = [
        ("lib.py", "def clean(x): return x\n"),
        (
            "use.py",
            "from lib import clean\nclean = lambda x: x\ndef one(): return clean(1)\n",
        ),
    ];
    callers(&files, "lib.py", "clean", &["likely use.py:3 one"]);
}

#[test]
fn a_function_value_sees_its_own_name_and_var_the_whole_function() {
    let files = [
        (
            "a.js",
            "function send(x) { return x; }\nvar f = function send(n) { return send(n - 1); };\nfunction two() { return send(1); }\n",
        ),
        ("lib.js", "export function log() { return 1; }\n"),
        (
            "use.js",
            "import { log } from './lib.js';\nexport function one() { if (true) { var log = () => 1; } return log(); }\nexport function two() { return log(); }\n",
        ),
    ];
    callers(&files, "a.js", "send", &["certain a.js:3 two"]);
    callers(&files, "lib.js", "log", &["certain use.js:3 two"]);
}

#[test]
fn parameters_of_other_methods_are_no_fields() {
    let files = [
        (
            "a.py",
            "class Box:\n    def open(self): return 1\nclass Other:\n    def open(self): return 2\nclass Use:\n    def one(self, b: Box): return b.open()\n    def two(self):\n        b = make()\n        return b.open()\n    def three(self): self.b = Box()\n    def four(self): return self.b.open()\n",
        ),
        (
            "b.py",
            "from a import Box, Other\ndef five():\n    b = Box()\n    b = Other()\n    return b.open()\n",
        ),
    ];
    callers(
        &files,
        "a.py",
        "Box.open",
        &[
            "certain a.py:6 Use.one",
            "certain a.py:11 Use.four",
            "likely b.py:5 five",
            "possible a.py:9 Use.two",
        ],
    );
}

#[test]
fn a_delegate_has_the_methods_of_its_interface() {
    let files = [
        (
            "m/Repo.kt",
            "package m\ninterface Store {\n    fun load(id: Int): Int\n}\nclass Disk : Store {\n    override fun load(id: Int): Int = id\n}\nclass Cached(private val inner: Store) : Store by inner\nclass Repo {\n    companion object {\n        fun create(): Repo = Repo()\n    }\n}\n",
        ),
        (
            "n/Use.kt",
            "package n\nimport m.Cached\nimport m.Repo.Companion.create\nfun one(c: Cached) = c.load(1)\nfun two() = create()\n",
        ),
    ];
    callers(&files, "m/Repo.kt", "Disk.load", &["likely n/Use.kt:4 one"]);
    callers(
        &files,
        "m/Repo.kt",
        "Repo.Companion.create",
        &["certain n/Use.kt:5 two"],
    );
}

#[test]
fn an_embedded_interface_may_be_of_any_type() {
    let files = [
        ("go.mod", "module ex.com/app\n"),
        (
            "core/core.go",
            "package core\n\ntype Named interface{ Name() string }\n\ntype User struct {\n	Named\n}\n",
        ),
        (
            "web/web.go",
            "package web\n\nimport \"ex.com/app/core\"\n\ntype plain struct{}\n\nfunc (plain) Name() string { return \"x\" }\n\nfunc One(u core.User) string { return u.Name() }\n",
        ),
    ];
    callers(
        &files,
        "web/web.go",
        "plain.Name",
        &["likely web/web.go:9 One"],
    );
}

#[test]
fn a_constant_of_an_enum_may_override_its_methods() {
    let files = [(
        "Op.java",
        "enum Op {\n    ADD {\n        int apply(int a) { return a; }\n    };\n    abstract int apply(int a);\n}\nclass Use {\n    int one(Op op) { return op.apply(1); }\n}\n",
    )];
    callers(
        &files,
        "Op.java",
        "Op.ADD.apply",
        &["likely Op.java:8 Use.one"],
    );
}

#[test]
fn an_imported_extension_is_no_other_one() {
    let files = [
        (
            "a/Ext.kt",
            "package a\nfun String.shout(): String = uppercase()\n",
        ),
        (
            "c/Other.kt",
            "package c\nfun String.shout(): String = lowercase()\n",
        ),
        (
            "b/Use.kt",
            "package b\nimport a.shout\nfun one() = \"x\".shout()\n",
        ),
    ];
    callers(
        &files,
        "a/Ext.kt",
        "String.shout",
        &["likely b/Use.kt:3 one"],
    );
    callers(&files, "c/Other.kt", "String.shout", &[]);
}

#[test]
fn a_protocol_is_called_in_its_implementations() {
    let files = [
        (
            "lib/a.ex",
            "defprotocol App.Size do\n  def size(x)\nend\ndefimpl App.Size, for: Map do\n  def size(m), do: map_size(m)\nend\n",
        ),
        (
            "lib/b.ex",
            "defmodule App.Use do\n  def one(x), do: App.Size.size(x)\nend\n",
        ),
    ];
    callers(
        &files,
        "lib/a.ex",
        "Map.size",
        &["likely lib/b.ex:2 App.Use.one"],
    );
}

#[test]
fn an_imported_class_has_its_methods() {
    let files = [
        (
            "src/Shape.hs",
            "module Shape (Sized(..)) where\nclass Sized a where\n  size :: a -> Int\n  twice :: a -> Int\n  twice x = size x * 2\n",
        ),
        (
            "src/Main.hs",
            "module Main where\nimport Shape (Sized(..))\nfour :: Int -> Int\nfour s = twice s\n",
        ),
    ];
    callers(
        &files,
        "src/Shape.hs",
        "Sized.twice",
        &["likely src/Main.hs:4 four"],
    );
}

#[test]
fn a_functor_makes_and_takes_modules() {
    let files = [
        (
            "lib/store.ml",
            "module Inner = struct\n  let deep x = x + 1\nend\nmodule type S = sig\n  val run : int -> int\nend\nmodule Make (M : S) = struct\n  let go x = M.run x\nend\n",
        ),
        (
            "bin/main.ml",
            "module I = Store.Inner\nmodule Impl = struct\n  let run x = x\nend\nmodule App = Store.Make (Impl)\nlet one () = I.deep 1\nlet four () = App.go 2\n",
        ),
    ];
    callers(
        &files,
        "lib/store.ml",
        "Make.go",
        &["possible bin/main.ml:7 four"],
    );
    callers(
        &files,
        "bin/main.ml",
        "Impl.run",
        &["possible lib/store.ml:8 Make.go"],
    );
}

#[test]
fn paths_of_rust_begin_with_keywords() {
    let files = [
        (
            "Cargo.toml",
            "[package]\nname = \"m\"\nversion = \"0.1.0\"\n",
        ),
        (
            "src/lib.rs",
            "pub mod alpha;\npub mod beta;\npub mod kind;\npub mod prelude;\n",
        ),
        (
            "src/alpha.rs",
            "pub fn open() -> u8 { 1 }\npub fn shut() -> u8 { 1 }\n",
        ),
        (
            "src/beta.rs",
            "use crate::prelude::*;\nmacro_rules! ship {\n    () => { $crate::alpha::open() };\n}\npub mod inner {\n    pub fn deep() -> u8 { super::super::alpha::shut() }\n}\npub fn one() -> u8 {\n    match pick() { Low => 1, _ => 2 }\n}\n",
        ),
        ("src/kind.rs", "pub enum Kind {\n    Low,\n    High,\n}\n"),
        ("src/prelude.rs", "pub use crate::kind::Kind::*;\n"),
    ];
    callers(
        &files,
        "src/alpha.rs",
        "open",
        &["certain src/beta.rs:3 ship"],
    );
    callers(
        &files,
        "src/alpha.rs",
        "shut",
        &["certain src/beta.rs:6 inner.deep"],
    );
}

#[test]
fn a_friend_is_found_by_its_arguments() {
    let files = [
        (
            "v.h",
            "#pragma once\nnamespace geo {\nclass Vec {\n public:\n  friend int dot(const Vec& a, const Vec& b) { return a.x_ * b.x_; }\n  int x_;\n};\n}\n",
        ),
        (
            "use.cc",
            "#include \"v.h\"\nint one(geo::Vec a, geo::Vec b) { return dot(a, b); }\n",
        ),
    ];
    callers(&files, "v.h", "geo.Vec.dot", &["likely use.cc:2 one"]);
}

#[test]
fn a_recipe_makes_targets_and_calls_macros() {
    let files = [
        (
            "Makefile",
            "include rules.mk\ntest:\n	$(MAKE) lint\ndefine greet\necho $(1)\nendef\nhello:\n	$(call greet,me)\n",
        ),
        ("rules.mk", "lint:\n	echo\n"),
    ];
    callers(&files, "Makefile", "greet", &["likely Makefile:8 hello"]);
    callers(&files, "rules.mk", "lint", &["likely Makefile:3 test"]);
}

#[test]
fn filters_and_methods_in_a_template_are_called_without_brackets() {
    let files = [
        (
            "app/views.py",
            "def money(x):\n    return x\nclass Cart:\n    def lines(self):\n        return []\n",
        ),
        (
            "app/templates/a.html",
            "{% load x %}\n<b>{{ price|money }}</b>\n{% for l in cart.lines %}{{ l }}{% endfor %}\n",
        ),
    ];
    callers(
        &files,
        "app/views.py",
        "money",
        &["possible app/templates/a.html:2 {% load x %}"],
    );
    callers(
        &files,
        "app/views.py",
        "Cart.lines",
        &["possible app/templates/a.html:3 {% load x %}"],
    );
}

#[test]
fn a_built_entry_of_a_package_has_a_source() {
    let files = [
        (
            "packages/ui/package.json",
            "{ \"name\": \"@acme/ui\", \"main\": \"lib/main.js\" }\n",
        ),
        (
            "packages/ui/src/main.ts",
            "export function one() { return 1; }\n",
        ),
        (
            "apps/web/index.ts",
            "import * as ui from '@acme/ui';\nexport function five() { return ui.one(); }\n",
        ),
    ];
    callers(
        &files,
        "packages/ui/src/main.ts",
        "one",
        &["certain apps/web/index.ts:2 five"],
    );
}

#[test]
fn a_module_may_have_the_name_of_an_index_file() {
    let files = [
        ("app/main.py", "def launch():\n    return 1\n"),
        (
            "run.py",
            "from app.main import launch\ndef four():\n    return launch()\n",
        ),
    ];
    callers(&files, "app/main.py", "launch", &["certain run.py:3 four"]);
}

#[test]
fn a_list_of_php_names_a_class_and_its_method() {
    let files = [
        (
            "Foo.php",
            "<?php\nnamespace App;\nclass Foo {\n  public static function bar($x) { return $x; }\n  public function run() { return array_map([$this, 'baz'], [1]); }\n  public function baz($x) { return $x; }\n}\nclass Other {\n  public static function bar($x) { return 0; }\n}\nfunction helper($x) { return $x; }\n",
        ),
        (
            "use.php",
            "<?php\nnamespace App;\nfunction one() { return array_map([Foo::class, 'bar'], [1]); }\nfunction two() { return array_map(['App\\Foo', 'bar'], [1]); }\nfunction three() { return array_map([Other::class, 'bar'], [1]); }\nfunction four() { $f = 'App\\helper'; return $f(1); }\n",
        ),
    ];
    callers(
        &files,
        "Foo.php",
        "Foo.bar",
        &["likely use.php:3 one", "likely use.php:4 two"],
    );
    callers(&files, "Foo.php", "Foo.baz", &["likely Foo.php:5 Foo.run"]);
    callers(&files, "Foo.php", "Other.bar", &["likely use.php:5 three"]);
    callers(&files, "Foo.php", "helper", &["likely use.php:6 four"]);
}

#[test]
fn a_macro_that_is_not_parsed_is_used() {
    let files = [(
        "t.h",
        "#define printflike(a, b) __attribute__ ((format (printf, a, b)))\nvoid printflike(1, 2) log_debug(const char *, ...);\n",
    )];
    callers(&files, "t.h", "printflike", &["certain t.h:2 log_debug"]);
}

#[test]
fn a_function_of_an_inner_namespace_hides_an_outer_one() {
    let files = [
        (
            "a.h",
            "#pragma once\nnamespace acme {\nint open(int n);\nint shut(int n);\n}\nint open(int n);\n",
        ),
        (
            "a.cc",
            "#include \"a.h\"\nint acme::open(int n) { return n; }\nint open(int n) { return n + 2; }\n",
        ),
        (
            "use.cc",
            "#include \"a.h\"\nnamespace acme {\nint nine() { return open(1); }\n}\nint ten() { return open(1); }\n",
        ),
    ];
    callers(&files, "a.cc", "acme.open", &["certain use.cc:3 acme.nine"]);
    callers(&files, "a.cc", "open", &["certain use.cc:5 ten"]);
}

#[test]
fn a_fixture_may_state_its_name() {
    let files = [
        (
            "conftest.py",
            "import pytest\n@pytest.fixture(name=\"client\")\ndef make_client():\n    return 1\n",
        ),
        (
            "test_a.py",
            "def test_one(client):\n    assert client\ndef test_two(make_client):\n    pass\n",
        ),
    ];
    callers(
        &files,
        "conftest.py",
        "make_client",
        &["likely test_a.py:1 test_one"],
    );
}

#[test]
fn a_constant_may_be_passed_on_by_two_star_imports() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"m\"\n"),
        (
            "src/lib.rs",
            "pub mod kind;\npub mod prelude;\npub mod run;\n",
        ),
        ("src/kind.rs", "pub enum Kind {\n    Low,\n    High,\n}\n"),
        ("src/prelude.rs", "pub use crate::kind::Kind::*;\n"),
        (
            "src/run.rs",
            "use crate::prelude::*;\npub fn one() -> u8 {\n    match pick() {\n        Low => 1,\n        _ => 2,\n    }\n}\n",
        ),
    ];
    let kind = RelationKind::Callers(Some(smriti_tui::chunk::Symbol::Named("Low".to_owned())));
    check(
        &files,
        kind,
        "src/kind.rs",
        "Kind",
        &["certain src/run.rs:4 one"],
    );
}
