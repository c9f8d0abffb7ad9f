//! Names of C and C++ that a scope hides.

use super::*;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, name: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, name, expected);
}

#[test]
fn a_variable_without_a_value_hides_the_function_of_its_name() {
    let text = "int value(void) {\n\treturn 1;\n}\n\n\
                int run(int it) {\n\tint value;\n\tvalue = it;\n\treturn value;\n}\n\n\
                int other(void) {\n\treturn value();\n}\n";
    let expected = ["certain a.c:12 other"];
    callers(&[("a.c", text)], "a.c", "value", &expected);
}

#[test]
fn a_name_before_two_colons_is_no_value() {
    let header = "class Store {\n public:\n  void set_limit(int it) {\n    limit_ = it;\n  }\n};\n\n\
                  class Cache : public Store {\n public:\n  void clear() {\n    limit_ = 0;\n  }\n};\n";
    let user = "#include \"store.h\"\n\nvoid run() {\n  lib::set_limit(1);\n}\n\n\
                void again() {\n  Cache::set_limit(2);\n}\n";
    let files = [("store.h", header), ("main.cpp", user)];
    let expected = ["likely main.cpp:8 again"];
    callers(&files, "store.h", "Store.set_limit", &expected);
}

#[test]
fn a_name_in_a_type_is_that_of_the_type_or_of_a_base() {
    let text = "class Columns {\n public:\n  struct cursor {\n    int at;\n  };\n\n  \
                int width() {\n    cursor it;\n    return it.at;\n  }\n};\n\n\
                class Text {\n public:\n  struct cursor {\n    int at;\n  };\n\n  \
                int limit() {\n    return 1;\n  }\n\n  \
                int half() {\n    return limit() / 2;\n  }\n};\n\n\
                class Line : public Text {\n public:\n  \
                int size() {\n    cursor it;\n    return limit() + it.at;\n  }\n};\n\n\
                int limit() {\n  return 2;\n}\n\n\
                int twice() {\n  return limit() * 2;\n}\n";
    let check = |name, expected: &[&str]| callers(&[("a.hpp", text)], "a.hpp", name, expected);
    check("Columns.cursor", &["certain a.hpp:8 Columns.width"]);
    check("Text.cursor", &["certain a.hpp:31 Line.size"]);
    check("limit", &["certain a.hpp:41 twice"]);
}

#[test]
fn a_member_outside_its_class_belongs_to_the_class_in_an_included_header() {
    let class = "class Engine {\n public:\n  int start();\n\n  int again() {\n    Engine other;\n    return other.start();\n  }\n};\n";
    let user = |header| {
        format!(
            "#include \"{header}\"\n\nint run() {{\n  Engine engine = open();\n  return engine.start();\n}}\n"
        )
    };
    let [near, far] = ["core/engine.h", "test/engine.h"].map(user);
    let files = [
        ("core/engine.h", class),
        ("test/engine.h", class),
        (
            "core/engine.cpp",
            "#include \"engine.h\"\n\nint Engine::start() {\n  return 1;\n}\n",
        ),
        ("near.cpp", near.as_str()),
        ("far.cpp", far.as_str()),
    ];
    let expected = [
        "certain core/engine.h:7 Engine.again",
        "certain near.cpp:5 run",
        "possible far.cpp:5 run",
    ];
    callers(&files, "core/engine.cpp", "Engine.start", &expected);
}

#[test]
fn a_variable_does_not_hide_the_type_that_it_is_declared_with() {
    let header = "typedef struct args {\n\tint count;\n} args;\n";
    let user = "#include \"args.h\"\n\nint count(args *args) {\n\treturn args->count;\n}\n\n\
                int twice(int args, int it) {\n\treturn args * it;\n}\n\n\
                int once(void) {\n\targs args = {1};\n\treturn args.count;\n}\n";
    let files = [("args.h", header), ("use.c", user)];
    let expected = ["certain use.c:3 count", "certain use.c:12 once"];
    callers(&files, "args.h", "args", &expected);
}

#[test]
fn a_test_has_the_members_of_its_fixture() {
    let text = "#include \"gtest/gtest.h\"\n\nnamespace depot {\n\n\
                int Close() {\n  return 1;\n}\n\n\
                class Base : public testing::Test {\n public:\n  int Open() {\n    return 1;\n  }\n};\n\n\
                class StoreTest : public Base {\n public:\n  int Read() {\n    return 1;\n  }\n\n  \
                int Close() {\n    return 2;\n  }\n};\n\n\
                TEST_F(StoreTest, Reads) {\n  Open();\n  ASSERT_EQ(1, Read());\n  Close();\n}\n\n\
                TEST(Other, Reads) {\n  Open();\n  ASSERT_EQ(1, Read());\n  Close();\n}\n\n\
                }  // namespace depot\n";
    let files = [("test.cc", text)];
    let check = |name, expected: &[&str]| callers(&files, "test.cc", name, expected);
    check(
        "depot.StoreTest.Read",
        &["certain test.cc:29 depot.TEST_F(StoreTest, Reads)"],
    );
    check(
        "depot.Base.Open",
        &["likely test.cc:28 depot.TEST_F(StoreTest, Reads)"],
    );
    check(
        "depot.StoreTest.Close",
        &["certain test.cc:30 depot.TEST_F(StoreTest, Reads)"],
    );
    check(
        "depot.Close",
        &["certain test.cc:36 depot.TEST(Other, Reads)"],
    );
}

#[test]
fn variables_and_parameters_hide_the_function_of_their_name() {
    let check = |path: &str, name: &str, text: &str, expected: &[&str]| {
        callers(&[(path, text)], path, name, expected);
    };
    let lua = "local function norm(n) return n end\n\
               local function one() local norm = function(n) return n end return norm(3) end\n\
               local function two(norm) return norm(3) end\n\
               local function all() for norm, n in pairs({}) do norm(n) end end\n\
               local function set() norm = norm(3) end\n";
    check("a.lua", "norm", lua, &["certain a.lua:5 set"]);
    let swift = "func half(_ n: Int) -> Int { n / 2 }\n\
                 func one() -> Int { let half = { (n: Int) in n }; return half(3) }\n\
                 func two(half: (Int) -> Int) -> Int { half(3) }\n\
                 func any() { if let half = pick() { half(3) } }\n\
                 func own() -> Int { half(3) }\n";
    check("a.swift", "half", swift, &["certain a.swift:5 own"]);
    let dart = "int twice(int n) => n * 2;\nint one() { final twice = (int n) => n; return twice(3); }\n\
                int two(int Function(int) twice) => twice(3);\nint own() => twice(3);\n";
    check("a.dart", "twice", dart, &["certain a.dart:4 own"]);
    let scala = "object K {\n  def pack(n: Int): Int = n\n  def one(): Int = { val pack = (n: Int) => n; pack(3) }\n  \
                 def two(pack: Int => Int): Int = pack(3)\n  def own(): Int = xs.map(pack => pack(3)) + 1\n  \
                 def four(): Int = pack(4)\n}\n";
    check("K.scala", "K.pack", scala, &["certain K.scala:6 K.four"]);
    let csharp = "class C {\n  int Weigh(int n) => n;\n  int A() { var Weigh = Pick(); return Weigh(3); }\n  \
                  int B(Func<int, int> Weigh) => Weigh(3);\n  int D() { foreach (var Weigh in All()) Weigh(3); return 1; }\n  \
                  int E() { if (Pick() is Func<int, int> Weigh) return Weigh(3); return 0; }\n  int F() => Weigh(3);\n}\n";
    check("C.cs", "C.Weigh", csharp, &["certain C.cs:7 C.F"]);
    let ruby = "class R\n  def total; 1; end\n  def a; total = 3; total + 1; end\n  def b(total); total; end\n  \
                def c; each { |total| total }; end\n  def d; total = 3; total(1); end\n  def e; total + 1; end\nend\n";
    let expected = ["certain r.rb:6 R.d", "certain r.rb:7 R.e"];
    check("r.rb", "R.total", ruby, &expected);
    let php = "<?php\nfunction cut($n) { return $n; }\nfunction one($cut) { return $cut(3); }\n\
               function own() { return cut(3); }\n";
    check("a.php", "cut", php, &["certain a.php:4 own"]);
    let haskell = "module N where\nsquash :: Int -> Int\nsquash n = n\none = let squash n = n in squash 3\n\
                   two squash = squash 3\nthree = do { squash <- pick; squash 3 }\nown = squash 3\n";
    check("N.hs", "squash", haskell, &["certain N.hs:7 own"]);
    let elixir = "defmodule M do\n  def wrap(n), do: n\n  def one(wrap), do: wrap.(3)\n  def own, do: wrap(3)\nend\n";
    check("m.ex", "M.wrap", elixir, &["certain m.ex:4 M.own"]);
}

#[test]
fn a_variable_hides_a_function_only_after_its_declaration_and_in_its_block() {
    let check = |path: &str, text: &str, expected: &[&str]| {
        callers(&[(path, text)], path, "config", expected);
    };
    let rust = "fn config() -> u8 { 1 }\nfn own() { let config = config(); pick(config); }\n\
                fn after(o: Option<u8>) { if let Some(config) = o { pick(config); } config(); }\n\
                fn hidden() { let config = || 1; config(); }\n";
    check(
        "a.rs",
        rust,
        &["certain a.rs:2 own", "certain a.rs:3 after"],
    );
    let go = "package a\n\nfunc config() int { return 1 }\nfunc own() { config := config(); pick(config) }\n\
              func after() { if config, ok := pick(); ok { pick(config) }; config() }\n\
              func hidden() { config := pick(); config() }\n";
    check("a.go", go, &["certain a.go:4 own", "certain a.go:5 after"]);
    let kotlin = "fun config(): Int = 1\nfun own() { val config = config(); pick(config) }\n\
                  fun after() { if (x) { val config = 3; pick(config) }; config() }\nfun hidden(config: () -> Int) { config() }\n";
    check(
        "a.kt",
        kotlin,
        &["certain a.kt:2 own", "certain a.kt:3 after"],
    );
    let swift = "func config() -> Int { 1 }\nfunc own() { guard let config = config() else { return }; pick(config) }\n\
                 func after(o: Int?) { if let config = o { pick(config) }; config() }\nfunc hidden(config: () -> Int) { config() }\n";
    check(
        "a.swift",
        swift,
        &["certain a.swift:2 own", "certain a.swift:3 after"],
    );
    let script = "function config() { return 1 }\nfunction own() { return config() }\n\
                  function after(o) { if (o) { const config = 2; pick(config) } return config() }\n\
                  function hidden({ config }) { return config() }\n";
    check(
        "a.ts",
        script,
        &["certain a.ts:2 own", "certain a.ts:3 after"],
    );
    let c = "int config(void) { return 1; }\nint own(void) { return config(); }\n\
             int after(int o) { if (o) { int config = 2; pick(config); } return config(); }\n";
    check("a.c", c, &["certain a.c:2 own", "certain a.c:3 after"]);
    let java = "class A {\n  int config() { return 1; }\n  int own() { int config = config(); return config; }\n}\n";
    callers(
        &[("A.java", java)],
        "A.java",
        "A.config",
        &["certain A.java:3 A.own"],
    );
}

#[test]
fn a_pattern_binds_its_names() {
    let text = "def clean(it):\n    return it\n\ndef run(it):\n    match it:\n        case [clean, *rest]:\n            return clean()\n\n\
                def real(it):\n    match it:\n        case Row(size=0):\n            return clean(it)\n";
    callers(
        &[("a.py", text)],
        "a.py",
        "clean",
        &["certain a.py:12 real"],
    );
}

#[test]
fn a_member_with_the_name_of_the_function_around_is_no_scope() {
    let files = [
        (
            "sink.h",
            "namespace log {\nclass Sink {\n public:\n  virtual void pattern(int p) = 0;\n  virtual void format(int f) = 0;\n};\n\
             class File : public Sink {\n public:\n  void pattern(int p) final;\n  void format(int f) final;\n};\n}\n",
        ),
        (
            "log.h",
            "namespace log {\ninline void format(int f) {}\ninline void pattern(int p) { format(p); }\n}\n",
        ),
    ];
    let kind = RelationKind::Callers(None);
    check(
        &files,
        kind,
        "log.h",
        "log.format",
        &["certain log.h:3 log.pattern"],
    );
}
