//! Kinds of wrong or missing relations that comparisons with language servers and small repositories found.

use super::*;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, names: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, names, expected);
}

#[test]
fn a_decorator_is_called() {
    let files = [(
        "a.py",
        "class App:\n    def after(self, f):\n        return f\n\n\ndef retry(f):\n    return f\n\n\n\
         @retry\ndef run():\n    return 1\n\n\ndef make(app: App, it):\n    @app.after\n    def inner():\n        return 1\n\n    \
         @it.after\n    def other():\n        return 2\n\n    return inner, other\n",
    )];
    callers(&files, "a.py", "retry", &["certain a.py:10 run"]);
    callers(&files, "a.py", "App.after", &["certain a.py:16 make"]);
}

#[test]
fn a_subclass_may_have_the_name_of_its_base() {
    let files = [
        (
            "pkg/base.py",
            "class App:\n    def after(self, f):\n        return f\n\n    def send(self):\n        return 1\n",
        ),
        (
            "pkg/app.py",
            "from .base import App as BaseApp\n\n\nclass App(BaseApp):\n    def send(self):\n        return 2\n",
        ),
        ("pkg/__init__.py", "from .app import App as App\n"),
        (
            "main.py",
            "import pkg\n\n\ndef run():\n    app = pkg.App()\n    app.after(1)\n\n\ndef send():\n    app = pkg.App()\n    app.send()\n",
        ),
    ];
    callers(
        &files,
        "pkg/base.py",
        "App.after",
        &["likely main.py:6 run"],
    );
    callers(&files, "pkg/base.py", "App.send", &[]);
}

#[test]
fn a_function_of_a_module_is_no_method_of_a_value() {
    let files = [
        ("pkg/__init__.py", ""),
        (
            "pkg/json.py",
            "class Provider:\n    def dumps(self, it):\n        return it\n\n\ndef dumps(it):\n    return it\n",
        ),
        (
            "pkg/app.py",
            "from .json import Provider\n\n\nclass App:\n    json: Provider = Provider()\n\n    def run(self):\n        return self.json.dumps(1)\n",
        ),
        (
            "main.py",
            "import pkg\nfrom pkg import json\n\n\ndef path():\n    return pkg.json.dumps(1)\n\n\ndef name():\n    return json.dumps(1)\n",
        ),
    ];
    let expected = ["certain pkg/app.py:8 App.run"];
    callers(&files, "pkg/json.py", "Provider.dumps", &expected);
    let expected = ["certain main.py:6 path", "certain main.py:10 name"];
    callers(&files, "pkg/json.py", "dumps", &expected);
}

#[test]
fn self_outside_of_a_type_may_be_of_any() {
    let files = [(
        "a.py",
        "def guarded(f):\n    def wrapper(self):\n        self.check_open()\n        return f(self)\n\n    return wrapper\n\n\n\
         class Store:\n    def check_open(self):\n        return 1\n",
    )];
    let expected = ["possible a.py:3 guarded"];
    callers(&files, "a.py", "Store.check_open", &expected);
}

#[test]
fn a_method_that_is_passed_by_an_unknown_value_is_possible() {
    let files = [
        (
            "a.py",
            "class Store:\n    def open_all(self):\n        return 1\n\n    def weight(self):\n        return 1\n\n\nclass Box:\n    weight: int = 1\n",
        ),
        (
            "b.py",
            "def run(it):\n    return map(it.open_all)\n\n\ndef field(it):\n    return map(it.weight)\n",
        ),
    ];
    callers(&files, "a.py", "Store.open_all", &["possible b.py:2 run"]);
    // The name of a field means the field.
    callers(&files, "a.py", "Store.weight", &[]);
}

#[test]
fn a_member_of_the_type_hides_that_of_its_base() {
    let files = [
        ("go.mod", "module m\n"),
        (
            "a.go",
            "package a\n\ntype Base struct{}\n\nfunc (b *Base) Name() string { return \"\" }\nfunc (b *Base) Size() int { return 1 }\n\n\
             type File struct {\n\t*Base\n}\n\nfunc (f *File) Name() string { return f.Base.Name() }\n\n\
             func name(f *File) string { return f.Name() }\nfunc size(f *File) int { return f.Size() }\n",
        ),
    ];
    callers(&files, "a.go", "Base.Name", &["certain a.go:12 File.Name"]);
    callers(&files, "a.go", "Base.Size", &["likely a.go:15 size"]);
    callers(&files, "a.go", "File.Name", &["certain a.go:14 name"]);
}

#[test]
fn a_test_of_rust_is_a_crate_of_one_file() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"m\"\n"),
        ("src/lib.rs", "pub fn own() {}\n"),
        (
            "tests/client.rs",
            "fn connect() -> u8 {\n    1\n}\n\nmod conn {\n    use super::connect;\n\n    fn by_name() -> u8 {\n        connect()\n    }\n\n    \
             fn by_path() -> u8 {\n        crate::connect()\n    }\n}\n",
        ),
        ("benches/support/mod.rs", "mod io;\npub use io::TokioIo;\n"),
        (
            "benches/support/io.rs",
            "pub struct TokioIo;\n\nimpl TokioIo {\n    pub fn new() -> Self {\n        Self\n    }\n}\n",
        ),
        (
            "examples/hello.rs",
            "#[path = \"../benches/support/mod.rs\"]\nmod support;\nuse support::TokioIo;\n\nfn main() {\n    TokioIo::new();\n}\n",
        ),
    ];
    let expected = [
        "certain tests/client.rs:9 conn.by_name",
        "certain tests/client.rs:13 conn.by_path",
    ];
    callers(&files, "tests/client.rs", "connect", &expected);
    let expected = ["certain examples/hello.rs:6 main"];
    callers(&files, "benches/support/io.rs", "TokioIo.new", &expected);
}

#[test]
fn a_factory_of_a_type_from_outside_returns_no_type_of_the_repository() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"m\"\n"),
        (
            "src/lib.rs",
            "pub struct ReadBuf;\n\nimpl ReadBuf {\n    pub fn uninit() -> Self {\n        Self\n    }\n\n    pub fn filled(&self) {}\n}\n\n\
             fn other() {\n    let buf = tokio::io::ReadBuf::uninit();\n    buf.filled();\n}\n\n\
             fn own() {\n    let buf = ReadBuf::uninit();\n    buf.filled();\n}\n",
        ),
    ];
    let expected = ["certain src/lib.rs:18 own"];
    callers(&files, "src/lib.rs", "ReadBuf.filled", &expected);
}

#[test]
fn a_method_of_an_unknown_value_proves_no_type() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"m\"\n"),
        (
            "src/lib.rs",
            "use http::Response;\n\npub struct Reply;\n\nimpl Reply {\n    pub fn status(self) -> Self {\n        self\n    }\n\n    \
             pub fn header(self) {}\n}\n\nfn other() {\n    Response::builder().status().header();\n}\n",
        ),
    ];
    let expected = ["possible src/lib.rs:14 other"];
    callers(&files, "src/lib.rs", "Reply.header", &expected);
}

#[test]
fn a_function_of_another_namespace_is_not_certain() {
    let files = [
        (
            "n.hpp",
            "#pragma once\nnamespace lib {\nnamespace detail {\ninline int scale(int n) { return n; }\n\
             inline int only(int n) { return scale(n); }\n}\nusing detail::scale;\n}\nnamespace other {\ninline int scale(int n) { return n + 1; }\n}\n",
        ),
        (
            "m.cpp",
            "#include \"n.hpp\"\nint path() { return lib::scale(1); }\nint all() { using namespace other; return scale(2); }\n\
             int argument() { return only(3); }\n",
        ),
    ];
    let expected = [
        "certain n.hpp:5 lib.detail.only",
        "possible m.cpp:2 path",
        "possible m.cpp:3 all",
    ];
    callers(&files, "n.hpp", "lib.detail.scale", &expected);
    callers(
        &files,
        "n.hpp",
        "lib.detail.only",
        &["likely m.cpp:4 argument"],
    );
    callers(&files, "n.hpp", "other.scale", &["certain m.cpp:3 all"]);
}

#[test]
fn a_declaration_of_a_variable_calls_the_constructor_with_its_arguments() {
    let files = [
        (
            "a.hpp",
            "#pragma once\nclass A {\npublic:\n  A(int n);\n  A(int n, int m);\n};\n",
        ),
        (
            "a.cpp",
            "#include \"a.hpp\"\nA::A(int n) {\n}\nvoid one() {\n  A a(3);\n}\nvoid two() {\n  A a{3, 4};\n}\n\
             void made() {\n  auto a = std::make_unique<A>(3);\n}\nA::A(int n, int m) {\n}\n",
        ),
    ];
    let expected = ["certain a.cpp:5 one", "certain a.cpp:11 made"];
    callers(&files, "a.cpp", "A.A", &expected);
}

#[test]
fn members_of_a_named_companion_belong_to_the_class() {
    let files = [
        (
            "a/P.kt",
            "package a\n\nclass Parcel {\n    companion object Factory {\n        fun create(): Parcel = Parcel()\n    }\n\n    fun ship() {}\n}\n",
        ),
        (
            "b/U.kt",
            "package b\n\nimport a.Parcel\n\nfun one() = Parcel.create()\nfun two() = Parcel.Factory.create()\n",
        ),
    ];
    let expected = ["certain b/U.kt:5 one", "certain b/U.kt:6 two"];
    callers(&files, "a/P.kt", "Parcel.Factory.create", &expected);
}

#[test]
fn instance_variables_of_ruby_are_attributes() {
    let files = [(
        "a.rb",
        "module Loud\n  def shout\n    1\n  end\nend\n\nclass Box\n  include Loud\n  attr_reader :weight\n\n  def total\n    @weight\n  end\n\n  \
         def call\n    shout\n  end\nend\n",
    )];
    callers(&files, "a.rb", "Loud.shout", &["likely a.rb:16 Box.call"]);
    let symbol = smriti_tui::chunk::Symbol::OnLine(9);
    let kind = RelationKind::Callers(Some(symbol));
    check(&files, kind, "a.rb", "Box", &["certain a.rb:12 Box.total"]);
}

#[test]
fn a_trap_names_the_functions_that_it_runs() {
    let files = [(
        "run.sh",
        "cleanup() {\n  rm -f x\n}\nlast() {\n  exit 1\n}\ntrap 'cleanup; last' EXIT\ntrap last INT\necho 'cleanup'\n",
    )];
    callers(&files, "run.sh", "cleanup", &["likely run.sh:7 "]);
    callers(&files, "run.sh", "last", &["likely run.sh:7 "]);
}

#[test]
fn a_patched_function_is_named_in_a_string() {
    let files = [
        ("shop/__init__.py", ""),
        (
            "shop/pay.py",
            "def charge(n):\n    return n\n\n\nclass Gate:\n    def open(self):\n        return 1\n",
        ),
        (
            "tests/test_pay.py",
            "from unittest import mock\nfrom shop.pay import Gate\n\n\ndef test_one():\n    with mock.patch(\"shop.pay.charge\"):\n        pass\n\n\n\
             @mock.patch.object(Gate, \"open\")\ndef test_two(it):\n    pass\n\n\ndef test_path(client):\n    client.patch(\"/charge\")\n    mock.patch(\"charge\")\n",
        ),
    ];
    let expected = ["likely tests/test_pay.py:6 test_one"];
    callers(&files, "shop/pay.py", "charge", &expected);
    let expected = ["possible tests/test_pay.py:10 test_two"];
    callers(&files, "shop/pay.py", "Gate.open", &expected);
}

#[test]
fn a_library_of_dune_is_the_outer_module_of_its_files() {
    let files = [
        ("lib/dune", "(library (name long))\n"),
        ("lib/name.ml", "let twice x = x * 2\n"),
        (
            "bin/main.ml",
            "module N = Long.Name\n\nlet short () = N.twice 3\n\nlet path () = Long.Name.twice 4\n",
        ),
    ];
    let expected = ["certain bin/main.ml:3 short", "certain bin/main.ml:5 path"];
    callers(&files, "lib/name.ml", "twice", &expected);
}

#[test]
fn marks_of_cascades_and_method_pointers_precede_members() {
    let dart = [(
        "a.dart",
        "class Base {\n  void shout() {}\n  void add(int n) {}\n}\n\nvoid run(Base it) {\n  it\n    ..shout()\n    ..add(1);\n}\n\nList<int> all(List<int> shout) {\n  return [...shout];\n}\n",
    )];
    callers(&dart, "a.dart", "Base.shout", &["certain a.dart:8 run"]);
    callers(&dart, "a.dart", "Base.add", &["possible a.dart:9 run"]);
    let groovy = [(
        "a.groovy",
        "class Tool {\n    static int twice(int n) { n * 2 }\n}\n\ndef ref(xs) {\n    xs.collect(Tool.&twice)\n}\n",
    )];
    callers(
        &groovy,
        "a.groovy",
        "Tool.twice",
        &["likely a.groovy:6 ref"],
    );
}

#[test]
fn a_macro_opens_the_namespace_of_a_header() {
    let files = [
        (
            "include/depot/base.h",
            "#pragma once\n#define DEPOT_LIMIT 3\n#ifndef DEPOT_BEGIN_NAMESPACE\n#  define DEPOT_BEGIN_NAMESPACE \\\n  namespace depot {           \\\n  inline namespace v2 {\n#  define DEPOT_END_NAMESPACE \\\n  }                         \\\n  }\n#endif\n",
        ),
        (
            "include/depot/ship.h",
            "#pragma once\n#include \"base.h\"\nDEPOT_BEGIN_NAMESPACE\n\ninline int ship(int n) { return n; }\nstruct Crate {\n  int open() { return 1; }\n};\nnamespace detail {\ninline int pack(int n) { return n; }\n}\n\nDEPOT_END_NAMESPACE\n",
        ),
        (
            "test/ship_test.cc",
            "#include \"depot/ship.h\"\nint one() { return depot::ship(1); }\nint two() { return depot::detail::pack(1); }\nint three() { return other::ship(1); }\nint four(depot::Crate c) { return c.open(); }\nusing depot::ship;\nint five() { return ship(5); }\n",
        ),
    ];
    let header = "include/depot/ship.h";
    let ships = [
        "certain test/ship_test.cc:2 one",
        "certain test/ship_test.cc:7 five",
    ];
    callers(&files, header, "ship", &ships);
    callers(
        &files,
        header,
        "detail.pack",
        &["certain test/ship_test.cc:3 two"],
    );
    callers(
        &files,
        header,
        "Crate",
        &["certain test/ship_test.cc:5 four"],
    );
    callers(
        &files,
        header,
        "Crate.open",
        &["certain test/ship_test.cc:5 four"],
    );
}

#[test]
fn a_method_named_default_is_no_default_export() {
    let state = "pub struct State;\n\nimpl Default for State {\n    fn default() -> Self {\n        State\n    }\n}\n";
    let mut texts = vec![("src/state.rs".to_owned(), state)];
    for number in 0..410 {
        texts.push((
            format!("src/part{number}.rs"),
            "use crate::state;\n\npub fn run() {\n    state::start();\n}\n",
        ));
    }
    texts.push((
        "src/main.rs".to_owned(),
        "mod state;\n\nfn main() {\n    state::State::default();\n}\n",
    ));
    let files: Vec<(&str, &str)> = texts
        .iter()
        .map(|(path, text)| (path.as_str(), *text))
        .collect();
    let expected = "certain src/main.rs:4 main";
    callers(&files, "src/state.rs", "State.default", &[expected]);
}

#[test]
fn namespaces_of_macros_do_not_depend_on_the_order_of_lookups() {
    let header = |name: &str| {
        format!(
            "#pragma once\n#include \"base.h\"\n{name}_BEGIN_NAMESPACE\n\ninline int ship(int n) {{ return n; }}\n\n{name}_END_NAMESPACE\n"
        )
    };
    let base: String = ["DEPOT", "OTHER"]
        .map(|name| {
            let space = name.to_lowercase();
            format!("#define {name}_BEGIN_NAMESPACE namespace {space} {{\n#define {name}_END_NAMESPACE }}\n")
        })
        .concat();
    let (depot, other) = (header("DEPOT"), header("OTHER"));
    let user = "#include \"depot.h\"\n#include \"other.h\"\n#include \"plain.h\"\n\
                int one() { return depot::ship(1) + other::ship(2) + ::ship(3); }\n\
                int two() { return ::ship(3) + other::ship(2) + depot::ship(1); }\n";
    let files = [
        ("base.h", &*base),
        ("depot.h", &*depot),
        ("other.h", &*other),
        (
            "plain.h",
            "#pragma once\n\ninline int ship(int n) { return n; }\n",
        ),
        ("user.cc", user),
    ];
    for path in ["depot.h", "other.h", "plain.h"] {
        callers(
            &files,
            path,
            "ship",
            &["certain user.cc:4 one", "certain user.cc:5 two"],
        );
    }
    let callees = |name, expected: &[&str]| {
        check(&files, RelationKind::Callees, "user.cc", name, expected);
    };
    let found = [
        "certain depot.h:5 ship",
        "certain other.h:5 ship",
        "likely plain.h:3 ship",
    ];
    callees("one", &found);
    callees("two", &[found[1], found[0], found[2]]);
}

#[test]
fn a_call_of_a_macro_of_rust_is_none_of_a_function() {
    let files = [
        (
            "src/lib.rs",
            "mod pins;\n\nmacro_rules! pin {\n    ($it:expr) => { $it };\n}\n\npub fn run() {\n    let one = 1;\n    pin!(one);\n}\n",
        ),
        (
            "src/pins.rs",
            "fn pin(one: u8) -> u8 {\n    one\n}\n\nfn stop() {\n    pin!(1);\n    let _ = pin(2) != pin(3);\n}\n",
        ),
        (
            "macros/src/lib.rs",
            "use proc_macro::TokenStream;\n\n#[proc_macro]\npub fn sheet(input: TokenStream) -> TokenStream {\n    input\n}\n",
        ),
        (
            "src/page.rs",
            "use macros::sheet;\n\nfn draw() {\n    sheet!(1);\n}\n",
        ),
        ("macros/Cargo.toml", "[package]\nname = \"macros\"\n"),
    ];
    callers(
        &files,
        "src/pins.rs",
        "pin",
        &["certain src/pins.rs:7 stop"],
    );
    callers(
        &files,
        "macros/src/lib.rs",
        "sheet",
        &["certain src/page.rs:4 draw"],
    );
    callers(&files, "src/lib.rs", "pin", &["certain src/lib.rs:9 run"]);
}
