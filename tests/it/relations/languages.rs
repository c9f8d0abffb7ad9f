//! Uses of a declaration in another language of the same platform.

use super::*;
use smriti_tui::chunk::Symbol;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, names: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, names, expected);
}

const DEPOT: (&str, &str) = (
    "src/main/java/com/acme/Depot.java",
    "package com.acme;\n\npublic class Depot {\n    public static Depot open(String name) {\n        return new Depot();\n    }\n\n\
     \x20   public int weigh(int amount) {\n        return amount;\n    }\n\n    public int getSize() {\n        return 1;\n    }\n}\n",
);

#[test]
fn kotlin_scala_and_groovy_use_java() {
    let files = [
        DEPOT,
        (
            "src/main/kotlin/com/acme/app/Main.kt",
            "package com.acme.app\n\nimport com.acme.Depot\n\nfun report(depot: Depot): Int {\n    return depot.weigh(2)\n}\n\n\
             fun start() {\n    println(report(Depot.open(\"a\")))\n}\n",
        ),
        (
            "src/main/scala/com/acme/tool/Tool.scala",
            "package com.acme.tool\n\nimport com.acme.Depot\n\nobject Tool {\n  def run(depot: Depot): Int = depot.weigh(3)\n}\n",
        ),
        (
            "src/test/groovy/com/acme/DepotSpec.groovy",
            "package com.acme\n\nclass DepotSpec {\n    int checks(Depot depot) {\n        return depot.weigh(4)\n    }\n}\n",
        ),
        (
            "tools/use.py",
            "def run(depot):\n    return depot.weigh(2)\n",
        ),
    ];
    let weigh = [
        "certain src/main/kotlin/com/acme/app/Main.kt:6 report",
        "certain src/main/scala/com/acme/tool/Tool.scala:6 Tool.run",
        "certain src/test/groovy/com/acme/DepotSpec.groovy:5 DepotSpec.checks",
    ];
    callers(&files, DEPOT.0, "Depot.weigh", &weigh);
    let open = ["certain src/main/kotlin/com/acme/app/Main.kt:10 start"];
    callers(&files, DEPOT.0, "Depot.open", &open);
}

#[test]
fn java_uses_kotlin() {
    let files = [
        (
            "src/com/acme/app/Ship.kt",
            "package com.acme.app\n\nclass Ship(val name: String) {\n    fun sail(): Int = 1\n\n    companion object {\n        fun build(): Ship = Ship(\"a\")\n    }\n}\n\n\
             fun report(ship: Ship): Int {\n    return ship.sail()\n}\n",
        ),
        (
            "src/com/acme/Port.java",
            "package com.acme;\n\nimport com.acme.app.Ship;\nimport com.acme.app.ShipKt;\n\npublic class Port {\n    int leave(Ship ship) {\n        return ship.sail();\n    }\n\n\
             \x20   int count(Ship ship) {\n        return ShipKt.report(ship);\n    }\n\n    Ship fresh() {\n        return Ship.Companion.build();\n    }\n}\n",
        ),
    ];
    let path = "src/com/acme/app/Ship.kt";
    let sail = [
        "certain src/com/acme/app/Ship.kt:12 report",
        "certain src/com/acme/Port.java:8 Port.leave",
    ];
    callers(&files, path, "Ship.sail", &sail);
    callers(
        &files,
        path,
        "report",
        &["likely src/com/acme/Port.java:12 Port.count"],
    );
    callers(
        &files,
        path,
        "Ship.Companion.build",
        &["certain src/com/acme/Port.java:16 Port.fresh"],
    );
}

#[test]
fn a_property_of_kotlin_is_a_getter_of_java() {
    let files = [
        DEPOT,
        (
            "src/main/kotlin/com/acme/app/Ship.kt",
            "package com.acme.app\n\nimport com.acme.Depot\n\nclass Ship(val name: String)\n\nfun total(depot: Depot): Int {\n    return depot.size\n}\n",
        ),
        (
            "src/main/java/com/acme/Port.java",
            "package com.acme;\n\nimport com.acme.app.Ship;\n\npublic class Port {\n    String label(Ship ship) {\n        return ship.getName();\n    }\n}\n",
        ),
    ];
    callers(
        &files,
        DEPOT.0,
        "Depot.getSize",
        &["likely src/main/kotlin/com/acme/app/Ship.kt:8 total"],
    );
    let kind = RelationKind::Callers(Some(Symbol::Named("name".to_owned())));
    check(
        &files,
        kind,
        "src/main/kotlin/com/acme/app/Ship.kt",
        "Ship",
        &["certain src/main/java/com/acme/Port.java:7 Port.label"],
    );
}

#[test]
fn elixir_and_erlang_call_each_other() {
    let files = [
        (
            "src/depot.erl",
            "-module(depot).\n-export([weigh/1]).\n\nweigh(Amount) ->\n    'Elixir.Acme.Ship':sail(Amount).\n",
        ),
        (
            "lib/ship.ex",
            "defmodule Acme.Ship do\n  def sail(n), do: n\n\n  def report(n) do\n    :depot.weigh(n)\n  end\nend\n",
        ),
    ];
    callers(
        &files,
        "src/depot.erl",
        "weigh",
        &["likely lib/ship.ex:5 Acme.Ship.report"],
    );
    callers(
        &files,
        "lib/ship.ex",
        "Acme.Ship.sail",
        &["possible src/depot.erl:5 weigh"],
    );
}

#[test]
fn swift_uses_objective_c_and_c() {
    let files = [
        (
            "Sources/Depot.h",
            "#import <Foundation/Foundation.h>\n\nint depot_weigh(int amount);\n\n@interface Depot : NSObject\n- (int)weigh:(int)amount;\n@end\n",
        ),
        (
            "Sources/Depot.m",
            "#import \"Depot.h\"\n\nint depot_weigh(int amount) {\n    return amount;\n}\n\n@implementation Depot\n- (int)weigh:(int)amount {\n    return depot_weigh(amount);\n}\n@end\n",
        ),
        (
            "Sources/Main.swift",
            "import Foundation\n\nfunc report(depot: Depot) -> Int32 {\n    return depot.weigh(2)\n}\n\nfunc count() -> Int32 {\n    return depot_weigh(3)\n}\n",
        ),
    ];
    let weigh = [
        "certain Sources/Depot.m:9 Depot.weigh",
        "likely Sources/Main.swift:8 count",
    ];
    callers(&files, "Sources/Depot.m", "depot_weigh", &weigh);
}

#[test]
fn uses_in_languages_that_cannot_mean_it_are_noted() {
    let files = [
        (
            "src/depot.c",
            "int depot_weigh(int amount) {\n    return amount;\n}\n",
        ),
        (
            "app/main.py",
            "import ctypes\n\n\ndef run():\n    return ctypes.CDLL(\"depot.so\").depot_weigh(1)\n",
        ),
        (
            "app/lib.rs",
            "extern \"C\" {\n    fn depot_weigh(amount: i32) -> i32;\n}\n\npub fn run() -> i32 {\n    unsafe { depot_weigh(2) }\n}\n",
        ),
    ];
    let noted = ["not read: 2 files in other languages (app/lib.rs, app/main.py)"];
    callers(&files, "src/depot.c", "depot_weigh", &noted);
}

#[test]
fn a_type_after_two_colons_of_julia_is_used() {
    let julia = "struct Lone\n    a::Int\nend\n\nshow2(x::Lone) = x.a\n\nstruct Box\n    inner::Lone\nend\n";
    let kind = RelationKind::Callers(None);
    let expected = ["certain a.jl:5 show2", "certain a.jl:8 Box"];
    check(&[("a.jl", julia)], kind, "a.jl", "Lone", &expected);
}
