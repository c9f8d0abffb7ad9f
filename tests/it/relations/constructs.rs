//! Constructs of one language that name a declaration, or hide it.

use super::*;

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
