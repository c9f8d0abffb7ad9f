//! Names that stand for a type or a namespace.

use super::*;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, names: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, names, expected);
}

#[test]
fn a_member_is_used_through_another_name_of_its_type() {
    let kotlin = "class Crate {\n    fun weigh(): Int { return 1 }\n}\ntypealias Box = Crate\nfun run(it: Box): Int { return it.weigh() }\n";
    let expected = ["likely a.kt:5 run"];
    callers(&[("a.kt", kotlin)], "a.kt", "Crate.weigh", &expected);
    let rust = "pub struct Crate;\nimpl Crate {\n    pub fn weigh(&self) -> u32 { 1 }\n    pub fn zero() -> Crate { Crate }\n}\n\
                pub type Boxed = Crate;\npub fn run(it: Boxed) -> u32 { it.weigh() }\npub fn make() -> Crate { Boxed::zero() }\n";
    callers(
        &[("a.rs", rust)],
        "a.rs",
        "Crate.weigh",
        &["likely a.rs:7 run"],
    );
    callers(
        &[("a.rs", rust)],
        "a.rs",
        "Crate.zero",
        &["likely a.rs:8 make"],
    );
    let go = "package a\n\ntype Crate struct{}\n\nfunc (c Crate) Weigh() int { return 1 }\n\ntype Mine = Crate\n\n\
              func run(it Mine) int { return it.Weigh() }\n";
    callers(
        &[("a.go", go)],
        "a.go",
        "Crate.Weigh",
        &["likely a.go:9 run"],
    );
    let typescript = "export class Real { weigh() { return 1; } }\nexport type Boxed = Real;\n\
                      export function run(it: Boxed) { return it.weigh(); }\n";
    callers(
        &[("a.ts", typescript)],
        "a.ts",
        "Real.weigh",
        &["likely a.ts:3 run"],
    );
    let swift = "struct Scale {\n    static func zero() -> Scale { Scale() }\n}\ntypealias Weigher = Scale\n\
                 func run() -> Scale { Weigher.zero() }\n";
    callers(
        &[("a.swift", swift)],
        "a.swift",
        "Scale.zero",
        &["likely a.swift:5 run"],
    );
}

#[test]
fn an_alias_of_a_namespace_leads_into_it() {
    let cpp = "namespace depot { namespace mass {\nint kilos(int g) { return g; }\nstruct Scale { static int zero() { return 0; } };\n} }\n\
               namespace dm = depot::mass;\nusing Weigher = depot::mass::Scale;\nint one() { return dm::kilos(3); }\nint two() { return Weigher::zero(); }\n";
    let files = [("a.cc", cpp)];
    callers(&files, "a.cc", "depot.mass.kilos", &["certain a.cc:7 one"]);
    callers(
        &files,
        "a.cc",
        "depot.mass.Scale.zero",
        &["likely a.cc:8 two"],
    );
}

#[test]
fn a_global_using_renames_a_type_in_all_files() {
    let files = [
        ("globals.cs", "global using Heft = Depot.Units;\n"),
        (
            "units.cs",
            "namespace Depot;\npublic static class Units {\n    public static int Kilos(int g) => g;\n}\n",
        ),
        (
            "use.cs",
            "namespace App;\npublic class Use {\n    public int One() => Heft.Kilos(2);\n}\n",
        ),
    ];
    let expected = ["certain use.cs:3 Use.One"];
    callers(&files, "units.cs", "Units.Kilos", &expected);
    callers(&files, "units.cs", "Units", &expected);
}
