//! Constructs of one language that name a declaration, or hide it.

use super::*;
use smriti_tui::chunk::Symbol;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, names: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, names, expected);
}

#[test]
fn parameters_and_lets_of_clojure_hide_functions() {
    let files = [(
        "core.clj",
        "(ns core)\n\n(defn ship [x] x)\n\n(defn taken [ship]\n  (ship 1))\n\n(defn bound [x]\n  (let [ship inc]\n    (ship x)))\n\n\
         (defn keys-of [{:keys [ship]}]\n  (ship 1))\n\n(defn each [xs]\n  (for [ship xs :let [a (ship 1)]]\n    (ship a)))\n\n\
         (defn before [x]\n  (let [ship (ship x)]\n    ship))\n\n(defn arities\n  ([ship] (ship 1))\n  ([a b]\n   (ship a b)))\n\n\
         (defn inner [xs]\n  (map (fn [ship] (ship 2)) xs))\n\n(deftype Box [ship]\n  Shape\n  (area [_] (ship 3)))\n\n\
         (defn call [x]\n  (ship [ship]))\n",
    )];
    let expected = [
        "certain core.clj:20 before",
        "certain core.clj:26 arities",
        "certain core.clj:36 call",
    ];
    callers(&files, "core.clj", "ship", &expected);
}

#[test]
fn an_initializer_of_a_field_constructs_its_type() {
    let files = [
        (
            "part.h",
            "struct Part {\n  Part(int n);\n  Part(int n, int m);\n  int n_;\n};\n\nclass Whole {\n  Whole();\n  Whole(int n);\n  Part part_;\n  \
             Part* other_;\n};\n",
        ),
        (
            "part.cc",
            "#include \"part.h\"\n\nPart::Part(int n) : n_(n) {}\n\nPart::Part(int n, int m) : n_(n + m) {}\n",
        ),
        (
            "whole.cc",
            "#include \"part.h\"\n\nWhole::Whole() : part_(3), other_(nullptr) {}\n\nWhole::Whole(int n) : other_(n), part_{n, 1} {}\n",
        ),
    ];
    callers(
        &files,
        "part.cc",
        "Part.Part",
        &["likely whole.cc:3 Whole.Whole"],
    );
}

#[test]
fn members_of_the_receiver_of_a_function_need_no_qualifier() {
    let files = [
        (
            "parcel.kt",
            "package p\n\nclass Parcel {\n    fun ship() {}\n}\n\nclass Ship {\n    fun sail() {}\n}\n\nfun harbor(init: Ship.() -> Unit) {}\n",
        ),
        (
            "use.kt",
            "package p\n\nfun within(p: Parcel) {\n    with(p) {\n        if (true) { ship() }\n    }\n}\n\n\
             fun applied(p: Parcel) = p.apply { ship() }\n\nfun chosen() {\n    harbor {\n        sail()\n    }\n}\n\n\
             fun open(x: Any) {\n    with(unknown(x)) { ship() }\n}\n\nfun other(p: Ship) {\n    with(p) { ship() }\n    ship()\n}\n\n\
             fun passed(p: Parcel) {\n    p.let { ship() }\n}\n",
        ),
    ];
    let expected = [
        "likely use.kt:5 within",
        "likely use.kt:9 applied",
        "possible use.kt:18 open",
    ];
    callers(&files, "parcel.kt", "Parcel.ship", &expected);
    callers(
        &files,
        "parcel.kt",
        "Ship.sail",
        &["likely use.kt:13 chosen"],
    );
}

#[test]
fn an_import_may_rename_an_extension() {
    let files = [
        (
            "a/parcel.kt",
            "package a\n\nclass Parcel\n\nfun Parcel.weigh(): Int = 1\n",
        ),
        (
            "b/use.kt",
            "package b\n\nimport a.Parcel\nimport a.weigh as heft\n\nfun run(p: Parcel): Int = p.heft()\n",
        ),
        (
            "b/other.kt",
            "package b\n\nimport a.Parcel\nimport c.weigh as heft\n\nfun other(p: Parcel): Int = p.heft()\n",
        ),
    ];
    callers(
        &files,
        "a/parcel.kt",
        "Parcel.weigh",
        &["certain b/use.kt:6 run"],
    );
}

#[test]
fn a_delegate_of_elixir_calls_the_function_of_its_module() {
    let files = [
        (
            "lib/core.ex",
            "defmodule Depot.Core do\n  def ship(x), do: x\n\n  def hold(x), do: x\nend\n",
        ),
        (
            "lib/depot.ex",
            "defmodule Depot do\n  alias Depot.Core\n\n  defdelegate ship(x), to: Core\n\n  \
             defdelegate keep(x), to: Depot.Core, as: :hold\nend\n",
        ),
    ];
    let check = |name, expected: &[&str]| callers(&files, "lib/core.ex", name, expected);
    check("Depot.Core.ship", &["certain lib/depot.ex:4 Depot.ship"]);
    check("Depot.Core.hold", &["certain lib/depot.ex:6 Depot.keep"]);
}

#[test]
fn a_constant_with_a_member_of_a_module_names_it() {
    let module = "pub fn ship(n: u32) u32 {\n    return n;\n}\n\npub const Box = struct {\n    pub fn open(self: Box) void {}\n};\n";
    let files = [
        ("m.zig", module),
        (
            "main.zig",
            "const m = @import(\"m.zig\");\nconst ship = m.ship;\nconst load = m.ship;\nconst Crate = m.Box;\n\n\
             fn one() void {\n    _ = ship(3);\n}\n\nfn two() void {\n    _ = load(3);\n}\n\nfn three(c: Crate) void {\n    c.open();\n}\n",
        ),
    ];
    let expected = ["certain main.zig:7 one", "certain main.zig:11 two"];
    let uses = ["likely main.zig:2 ship"];
    callers(&files, "m.zig", "ship", &[&expected[..], &uses].concat());
    callers(&files, "m.zig", "Box.open", &["certain main.zig:15 three"]);
    let files = [
        ("m.py", "def ship(n):\n    return n\n"),
        (
            "main.py",
            "import m\n\nload = m.ship\n\n\ndef one():\n    return load(3)\n\n\ndef two(load):\n    return load(3)\n",
        ),
    ];
    let expected = ["certain main.py:7 one", "likely main.py:3 load"];
    callers(&files, "m.py", "ship", &expected);
}

#[test]
fn a_selector_of_objective_c_names_a_method() {
    let files = [(
        "a.m",
        "@implementation Depot\n- (void)ship:(id)sender {\n}\n- (void)move:(id)a to:(id)b {\n}\n\
         - (void)run {\n  [NSTimer target:self selector:@selector(ship:)];\n}\n- (void)other {\n  SEL s = @selector(move:to:);\n}\n@end\n",
    )];
    callers(&files, "a.m", "Depot.ship", &["likely a.m:7 Depot.run"]);
    callers(&files, "a.m", "Depot.move", &["likely a.m:10 Depot.other"]);
}

#[test]
fn a_string_may_index_a_module_or_a_value() {
    let files = [
        (
            "lib.js",
            "export function omega() {\n  return 1;\n}\n\nexport class Depot {\n  ship() {\n    return 1;\n  }\n}\n",
        ),
        (
            "use.ts",
            "import * as lib from './lib.js';\n\nexport function run() {\n  return lib[\"omega\"]();\n}\n\n\
             export function ship(d: lib.Depot) {\n  return d['ship']();\n}\n\nexport const names = ['omega', 'ship'];\n",
        ),
    ];
    callers(&files, "lib.js", "omega", &["certain use.ts:4 run"]);
    callers(&files, "lib.js", "Depot.ship", &["certain use.ts:8 ship"]);
}

#[test]
fn a_default_export_has_no_other_name() {
    let check = |module: &str, expected: &[&str]| {
        let files = [
            ("lib.js", module),
            (
                "use.js",
                "import * as lib from './lib.js';\n\nexport function run() {\n  return lib.omega();\n}\n\n\
                 export function other() {\n  return lib.default();\n}\n",
            ),
        ];
        callers(&files, "lib.js", "omega", expected);
    };
    let default = ["certain use.js:8 other"];
    check("export default function omega() {}\n", &default);
    check("function omega() {}\n\nexport default omega;\n", &default);
    let both = ["certain use.js:4 run", "certain use.js:8 other"];
    check(
        "export function omega() {}\n\nexport default omega;\n",
        &both,
    );
    check(
        "function omega() {}\n\nexport { omega };\nexport default omega;\n",
        &both,
    );
}

#[test]
fn an_import_in_a_function_is_visible_only_there() {
    let files = [
        ("acme/io.py", "def load(p):\n    return p\n"),
        (
            "test_io.py",
            "from acme import io\n\n\ndef one():\n    return io.load(1)\n\n\ndef standard():\n    import io\n    return io.load(1)\n\n\n\
             def inner():\n    from acme.io import load\n    return load(1)\n\n\ndef other():\n    return load(1)\n",
        ),
    ];
    let expected = ["certain test_io.py:5 one", "certain test_io.py:15 inner"];
    callers(&files, "acme/io.py", "load", &expected);
}

#[test]
fn an_inherited_overload_is_told_apart_by_its_arguments() {
    let files = [
        (
            "p/Base.java",
            "package p;\n\npublic class Base {\n    int run(int a) {\n        return a;\n    }\n\n    int run(int a, int b) {\n        return b;\n    }\n}\n",
        ),
        (
            "p/Heir.java",
            "package p;\n\nclass Heir extends Base {\n    int one() {\n        return run(1);\n    }\n\n    int two() {\n        return this.run(1, 2);\n    }\n}\n",
        ),
    ];
    callers(
        &files,
        "p/Base.java",
        "Base.run",
        &["likely p/Heir.java:5 Heir.one"],
    );
}

#[test]
fn members_of_a_type_around_the_own_one_need_no_qualifier() {
    let files = [(
        "p/Outer.java",
        "package p;\n\nclass Outer {\n    static void helper() {\n    }\n\n    static class Inner {\n        void go() {\n            helper();\n        }\n    }\n\n    \
         static class Own {\n        void helper() {\n        }\n\n        void go() {\n            helper();\n        }\n    }\n}\n",
    )];
    let expected = ["certain p/Outer.java:9 Outer.Inner.go"];
    callers(&files, "p/Outer.java", "Outer.helper", &expected);
}

#[test]
fn a_type_may_be_named_with_its_namespace() {
    let files = [
        (
            "core/Store.java",
            "package app.core;\n\npublic class Store {\n}\n",
        ),
        (
            "web/Use.java",
            "package app.web;\n\nclass Use {\n    void run(app.core.Store s) {\n    }\n\n    void other(app.other.Store s) {\n    }\n}\n",
        ),
    ];
    callers(
        &files,
        "core/Store.java",
        "Store",
        &["certain web/Use.java:4 Use.run"],
    );
    let files = [
        (
            "a.cs",
            "namespace App.Core;\n\npublic delegate void Done(int x);\n",
        ),
        (
            "b.cs",
            "namespace App.Web;\n\nclass Use {\n    void A(App.Core.Done d) {\n    }\n\n    void B(Core.Done d) {\n    }\n\n    void C(global::App.Core.Done d) {\n    }\n\n    \
             void D(Other.Done d) {\n    }\n}\n",
        ),
    ];
    let expected = [
        "certain b.cs:4 Use.A",
        "certain b.cs:7 Use.B",
        "certain b.cs:10 Use.C",
    ];
    callers(&files, "a.cs", "Done", &expected);
}

#[test]
fn a_constant_of_an_enum_has_its_methods() {
    let files = [
        (
            "suit.kt",
            "enum class Suit {\n    Hearts, SPADES;\n\n    fun label() = \"x\"\n}\n",
        ),
        (
            "use.kt",
            "fun a() = Suit.Hearts.label()\n\nfun b(other: Any) = Other.Hearts.label()\n",
        ),
    ];
    callers(&files, "suit.kt", "Suit.label", &["certain use.kt:1 a"]);
}

#[test]
fn a_table_of_a_module_of_lua_has_its_methods() {
    let files = [
        (
            "stack.lua",
            "local M = {}\nM.__index = M\n\nfunction M.new()\n  return setmetatable({}, M)\nend\n\nfunction M:push(x)\n  self[1] = x\nend\n\nreturn M\n",
        ),
        (
            "main.lua",
            "local Stack = require(\"stack\")\n\nlocal function run()\n  local s = Stack.new()\n  s:push(1)\nend\n",
        ),
    ];
    callers(&files, "stack.lua", "M.push", &["likely main.lua:5 run"]);
}

#[test]
fn a_path_of_rust_leads_to_macros_and_methods_of_traits() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"depot\"\n"),
        (
            "src/lib.rs",
            "#[macro_export]\nmacro_rules! twice {\n    ($e:expr) => { $e + $e };\n}\n\npub trait Area {\n    fn area(&self) -> u8;\n}\n\npub struct Sq(u8);\n\n\
             impl Area for Sq {\n    fn area(&self) -> u8 {\n        self.0\n    }\n}\n\npub fn size(it: &Sq) -> u8 {\n    Area::area(it)\n}\n",
        ),
        (
            "tests/all.rs",
            "#[test]\nfn works() {\n    assert_eq!(depot::twice!(1), 2);\n}\n\n#[test]\nfn other() {\n    assert_eq!(scales::twice!(1), 2);\n}\n",
        ),
    ];
    callers(
        &files,
        "src/lib.rs",
        "twice",
        &["likely tests/all.rs:3 works"],
    );
    let method = ["likely src/lib.rs:19 size"];
    callers(&files, "src/lib.rs", "Sq.area", &method);
}

#[test]
fn a_call_has_the_type_that_a_definition_outside_of_its_class_returns() {
    let files = [
        (
            "window.h",
            "#pragma once\nclass Window {\n public:\n  static Window& get();\n  int size() const { return 1; }\n};\n",
        ),
        (
            "window.cc",
            "#include \"window.h\"\n\nWindow& Window::get() {\n  static Window it;\n  return it;\n}\n",
        ),
        (
            "use.cc",
            "#include \"window.h\"\n\nnamespace {\nint size() { return 1; }\n}\n\nint run() { return Window::get().size(); }\n",
        ),
    ];
    callers(&files, "window.h", "Window.size", &["likely use.cc:7 run"]);
}

#[test]
fn a_name_after_colons_alone_is_outside_of_namespaces() {
    let files = [(
        "a.cc",
        "namespace deep {\nint open(int a) { return a; }\n\nint one() { return open(1); }\n\nint two() { return ::open(1); }\n}\n",
    )];
    callers(&files, "a.cc", "deep.open", &["certain a.cc:4 deep.one"]);
}

#[test]
fn a_function_of_scala_without_parameters_is_called_by_its_name() {
    let files = [
        (
            "a.scala",
            "package a\n\nclass Text(val s: String) {\n  def loud: String = s\n\n  def with1(n: Int): String = s\n}\n",
        ),
        (
            "b.scala",
            "package a\n\nclass Use {\n  def run(t: Text) = t.loud\n\n  def open(x: Any) = make(x).loud\n}\n",
        ),
    ];
    let expected = ["certain b.scala:4 Use.run", "possible b.scala:6 Use.open"];
    callers(&files, "a.scala", "Text.loud", &expected);
}

#[test]
fn a_value_of_a_type_from_outside_may_have_a_method_of_go() {
    let files = [
        ("go.mod", "module m\n"),
        (
            "a.go",
            "package m\n\nimport \"bytes\"\n\ntype W struct{}\n\nfunc (w W) Write(p []byte) int { return 0 }\n\nfunc run() {\n\tvar b bytes.Buffer\n\tb.Write(nil)\n}\n\n\
             func own() {\n\tvar w W\n\tw.Write(nil)\n}\n",
        ),
    ];
    let expected = ["certain a.go:16 own", "possible a.go:11 run"];
    callers(&files, "a.go", "W.Write", &expected);
}

#[test]
fn a_method_symbol_of_ruby_is_a_callee() {
    let files = [
        (
            "parcel.rb",
            "class Parcel\n  def weight\n    3\n  end\nend\n",
        ),
        (
            "truck.rb",
            "class Truck\n  def load\n    @items.map(&:weight).sum\n  end\n\n  def pass(&block)\n    @items.each(&block)\n  end\nend\n",
        ),
    ];
    let found = ["possible parcel.rb:2 Parcel.weight", "? map", "? sum"];
    check(
        &files,
        RelationKind::Callees,
        "truck.rb",
        "Truck.load",
        &found,
    );
    check(
        &files,
        RelationKind::Callees,
        "truck.rb",
        "Truck.pass",
        &["? each"],
    );
}

#[test]
fn an_implicit_class_of_scala_extends_the_type_of_its_parameter() {
    let files = [(
        "a.scala",
        "package a\n\nobject Syntax {\n  implicit final class Rich[T](val s: Text) extends AnyVal {\n    def shout: Text = s\n    def wrap(n: Int): Text = s\n  }\n  \
         class Plain(val s: Text) {\n    def peel(n: Int): Text = s\n  }\n}\n\nclass Text\n\nobject Use {\n  import Syntax._\n  \
         def one(name: Text) = name.shout\n  def two(name: Text) = name.wrap(3)\n  def three(name: Text) = name.peel(3)\n}\n",
    )];
    let expected = ["likely a.scala:17 Use.one"];
    callers(&files, "a.scala", "Syntax.Rich.shout", &expected);
    let expected = ["likely a.scala:18 Use.two"];
    callers(&files, "a.scala", "Syntax.Rich.wrap", &expected);
    callers(&files, "a.scala", "Syntax.Plain.peel", &[]);
}

#[test]
fn a_variable_of_a_type_in_a_namespace_uses_its_constructor() {
    let files = [
        (
            "heavy.hpp",
            "namespace ns {\nclass Heavy {\n public:\n  Heavy(int n);\n  int size() const;\n};\n}\nclass Other {};\n",
        ),
        (
            "heavy.cpp",
            "#include \"heavy.hpp\"\nnamespace ns {\nHeavy::Heavy(int n) {}\n}\n",
        ),
        (
            "use.cpp",
            "#include \"heavy.hpp\"\nint one() { ns::Heavy heavy(3); return 1; }\nint two() { ns::Heavy heavy{3}; return 1; }\n\
             int three() { auto h = ns::Heavy(3); return 1; }\nint four() { using namespace ns; Heavy heavy(3); return 1; }\n\
             int five(ns::Heavy* heavy) { return 1; }\nint six() { other::Heavy heavy(3); return 1; }\n",
        ),
    ];
    let expected = [
        "certain use.cpp:2 one",
        "certain use.cpp:3 two",
        "certain use.cpp:4 three",
        "certain use.cpp:5 four",
    ];
    callers(&files, "heavy.cpp", "ns.Heavy.Heavy", &expected);
}

#[test]
fn fields_of_a_record_of_ocaml_are_used_by_literals_and_patterns() {
    let files = [(
        "rec.ml",
        "type parcel = { weight : int; mutable label : string }\n\nlet total (r : parcel) = r.weight + 1\n\n\
         let make w = { weight = w; label = \"x\" }\n\nlet pun weight label = { weight; label }\n\n\
         let update r = { r with weight = 3 }\n\nlet read { weight; _ } = weight\n\nlet other label = label ^ \"y\"\n",
    )];
    let kind = |name: &str| RelationKind::Callers(Some(Symbol::Named(name.to_owned())));
    let expected = [
        "certain rec.ml:3 total",
        "likely rec.ml:5 make",
        "likely rec.ml:7 pun",
        "likely rec.ml:9 update",
        "likely rec.ml:11 read",
    ];
    check(&files, kind("weight"), "rec.ml", "parcel", &expected);
    let expected = ["likely rec.ml:5 make", "likely rec.ml:7 pun"];
    check(&files, kind("label"), "rec.ml", "parcel", &expected);
}

#[test]
fn functions_of_a_protocol_of_clojure_have_callers_and_their_implementations_are_none() {
    let files = [
        (
            "proto.clj",
            "(ns shop.proto)\n\n(defprotocol Priced\n  \"Docs.\"\n  (price [this])\n  (label [this n]))\n\n\
             (deftype Box [size])\n\n(extend-type Crate\n  Priced\n  (price [this] 1)\n  (label [this n] \"box\"))\n\n\
             (extend-protocol Priced\n  String\n  (price [this] 2)\n  nil\n  (price [_] 0)\n  (label ([_ n] \"\")))\n\n\
             (defn total [xs]\n  (reduce + (map price xs)))\n\n(defn free []\n  (reify Priced\n    (price [this] 0)))\n",
        ),
        (
            "use.clj",
            "(ns shop.use\n  (:require [shop.proto :as proto :refer [label]]))\n\n(defn show [x]\n  (label x (proto/price x)))\n",
        ),
    ];
    let kind = |name: &str| RelationKind::Callers(Some(Symbol::Named(name.to_owned())));
    let expected = ["certain proto.clj:23 total", "certain use.clj:5 show"];
    check(&files, kind("price"), "proto.clj", "Priced", &expected);
    let expected = ["likely proto.clj:23 total", "likely use.clj:5 show"];
    check(&files, kind("price"), "proto.clj", "Crate", &expected);
    check(
        &files,
        kind("label"),
        "proto.clj",
        "Priced",
        &["certain use.clj:5 show"],
    );
}
