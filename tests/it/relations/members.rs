//! References to names that are no functions: fields, properties, constants, members of enums, prototypes.

use super::*;
use smriti_tui::chunk::Symbol;

/// Checks the references to a name that the chunk with these names defines.
#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, (names, name): (&str, &str), expected: &[&str]) {
    let kind = RelationKind::Callers(Some(Symbol::Named(name.to_owned())));
    check(files, kind, path, names, expected);
}

/// Checks the references to names of one file, each in the chunk of the names before the last.
#[track_caller]
fn callers_in(path: &str, text: &str, expected: &[(&str, &str, &[&str])]) {
    for (names, name, expected) in expected {
        callers(&[(path, text)], path, (names, name), expected);
    }
}

#[test]
fn members_in_java() {
    let text = "class Crate {\n  static final int MAX = 9;\n  int weight;\n  Crate(int w) { weight = w; }\n  \
                int doubled() {\n    return weight * 2;\n  }\n  int weight() {\n    return 1;\n  }\n}\n\
                class Other {\n  int weight;\n  int get() { return weight; }\n}\n\
                enum Size { SMALL, LARGE }\n\
                class Use {\n  Crate make() { return new Crate(3); }\n  \
                int use(Crate c) { return c.weight + Crate.MAX; }\n  \
                int call(Crate c) { return c.weight(); }\n  \
                int other(Other it) { return it.weight; }\n  \
                boolean big(Size s) { return s == Size.LARGE; }\n  \
                String name(Size s) { return s.toString(); }\n}\n";
    let weight: &[&str] = &[
        "certain C.java:4 Crate.Crate",
        "certain C.java:6 Crate.doubled",
        "certain C.java:19 Use.use",
    ];
    let expected: &[(&str, &str, &[&str])] = &[
        ("Crate", "weight", weight),
        ("Crate", "MAX", &["certain C.java:19 Use.use"]),
        ("Size", "LARGE", &["certain C.java:22 Use.big"]),
        ("Size", "SMALL", &[]),
        (
            "Other",
            "weight",
            &["certain C.java:14 Other.get", "certain C.java:21 Use.other"],
        ),
    ];
    callers_in("C.java", text, expected);
}

#[test]
fn members_in_typescript_and_c_sharp() {
    let text = "export class Shelf {\n  height = 3;\n  label = 'a';\n}\n\
                export function build(): Shelf {\n  return new Shelf();\n}\n\
                export function tall(s: Shelf): boolean {\n  return s.height > 2;\n}\n";
    let height: &[&str] = &["certain b.ts:9 tall"];
    callers_in(
        "b.ts",
        text,
        &[("Shelf", "height", height), ("Shelf", "label", &[])],
    );
    let text = "public class Drum {\n    public int Size { get; set; }\n    public int Rows = 4;\n}\n\
                public class Plan {\n    public Drum Make() => new Drum { Rows = 2 };\n    \
                public int Space(Drum d) => d.Size * 2;\n}\n";
    let size: &[&str] = &["certain D.cs:7 Plan.Space"];
    let rows: &[&str] = &["certain D.cs:6 Plan.Make"];
    callers_in(
        "D.cs",
        text,
        &[("Drum", "Size", size), ("Drum", "Rows", rows)],
    );
}

#[test]
fn members_in_rust() {
    let text = "pub const TOP: u32 = 3;\npub const LOW: u32 = 2;\n\n\
                pub struct Crate {\n    pub weight: u32,\n    label: u32,\n}\n\n\
                pub struct Other {\n    weight: u32,\n}\n\n\
                pub enum Size {\n    Small,\n    Large(u32),\n}\n\n\
                impl Crate {\n    pub fn make(weight: u32) -> Self {\n        \
                Self { weight, label: TOP }\n    }\n    pub const MAX: u32 = 9;\n    pub fn twice(&self) -> u32 {\n        \
                self.weight * 2 + Self::MAX\n    }\n}\n\n\
                fn lit() -> Crate {\n    Crate { weight: 3, label: 1 }\n}\n\n\
                fn open(it: Crate) -> u32 {\n    let Crate { weight, .. } = it;\n    weight\n}\n\n\
                fn other(it: &Other) -> u32 {\n    it.weight + Crate::MAX\n}\n\n\
                fn big(it: Size) -> bool {\n    match it {\n        Size::Large(n) => n > LOW,\n        \
                _ => false,\n    }\n}\n";
    let weight: &[&str] = &[
        "certain s.rs:20 Crate.make",
        "certain s.rs:24 Crate.twice",
        "certain s.rs:29 lit",
        "certain s.rs:33 open",
    ];
    let max: &[&str] = &["certain s.rs:24 Crate.twice", "certain s.rs:38 other"];
    let large: &[&str] = &["certain s.rs:43 big"];
    let expected: &[(&str, &str, &[&str])] = &[
        ("Crate", "weight", weight),
        ("Crate.MAX", "MAX", max),
        ("Other", "weight", &["certain s.rs:38 other"]),
        ("Size", "Large", large),
        ("Size", "Small", &[]),
        ("TOP", "LOW", large),
        ("TOP", "TOP", &["certain s.rs:20 Crate.make"]),
    ];
    callers_in("s.rs", text, expected);
}

#[test]
fn members_in_go() {
    let text = "package g\n\nconst (\n\tTop = iota\n\tLow\n)\n\n\
                type Crate struct {\n\tWeight int\n\tlabel  string\n}\n\n\
                type Other struct {\n\tWeight int\n}\n\n\
                func (c *Crate) Twice() int {\n\treturn c.Weight * 2\n}\n\n\
                func Make() Crate {\n\treturn Crate{Weight: 3, label: \"a\"}\n}\n\n\
                func Use(it Other) int {\n\treturn it.Weight + Low\n}\n\n\
                func Names() map[int]string {\n\treturn map[int]string{Top: \"top\"}\n}\n";
    let weight: &[&str] = &["certain g.go:18 Crate.Twice", "certain g.go:22 Make"];
    let used: &[&str] = &["certain g.go:26 Use"];
    let expected: &[(&str, &str, &[&str])] = &[
        ("Crate", "Weight", weight),
        ("Crate", "label", &["certain g.go:22 Make"]),
        ("Other", "Weight", used),
        ("Top", "Low", used),
        ("Top", "Top", &["certain g.go:30 Names"]),
    ];
    callers_in("g.go", text, expected);
}

#[test]
fn members_in_c_and_cpp() {
    let text = "enum size { SMALL, LARGE };\n\nstruct crate {\n\tint weight;\n\tint rows;\n};\n\n\
                struct other {\n\tint weight;\n};\n\n\
                int use(struct crate *it) {\n\treturn it->weight;\n}\n\n\
                int other(struct other *it) {\n\treturn it->weight;\n}\n\n\
                int make(void) {\n\tstruct crate it = { .weight = 1 };\n\treturn LARGE;\n}\n";
    let weight: &[&str] = &["certain a.c:13 use", "certain a.c:21 make"];
    let expected: &[(&str, &str, &[&str])] = &[
        ("crate", "weight", weight),
        ("other", "weight", &["certain a.c:17 other"]),
        ("size", "LARGE", &["certain a.c:22 make"]),
        ("crate", "rows", &[]),
    ];
    callers_in("a.c", text, expected);
    let files = [
        (
            "tank.h",
            "#pragma once\n#include <string>\nclass Tank {\npublic:\n  Tank();\n  void fill(int n);\n  \
             int level() const;\nprivate:\n  int n_ = 0;\n};\n",
        ),
        (
            "tank.cpp",
            "#include \"tank.h\"\nTank::Tank() {}\nvoid Tank::fill(int n) { n_ = n; }\n\
             int Tank::level() const { return n_; }\n",
        ),
        (
            "main.cpp",
            "#include \"tank.h\"\nvoid pump(Tank &t) { t.fill(3); }\nint peek(const Tank &t) { return t.level(); }\n",
        ),
    ];
    let check = |name, expected: &[&str]| callers(&files, "tank.h", ("Tank", name), expected);
    check("fill", &["certain main.cpp:2 pump"]);
    check("level", &["certain main.cpp:3 peek"]);
    check(
        "n_",
        &[
            "certain tank.cpp:3 Tank.fill",
            "certain tank.cpp:4 Tank.level",
        ],
    );
}

#[test]
fn members_in_python() {
    let text = "from enum import Enum\n\nMAX = 3\nLOW = 2\n\n\nclass Crate:\n    limit = 9\n\n    \
                def twice(self):\n        return self.limit * 2\n\n\nclass Point:\n    x: int\n    y: int = 0\n\n\n\
                class Size(Enum):\n    SMALL = 1\n    LARGE = 2\n\n\n\
                def use(it: Crate):\n    return it.limit + Crate.limit + LOW\n\n\n\
                def point(it: Point):\n    return it.x + Point(x=1, y=2).x\n\n\n\
                def big(it):\n    return it == Size.LARGE\n";
    let limit: &[&str] = &["certain p.py:11 Crate.twice", "certain p.py:25 use"];
    let expected: &[(&str, &str, &[&str])] = &[
        ("Crate", "limit", limit),
        ("Point", "x", &["certain p.py:29 point"]),
        ("Point", "y", &["certain p.py:29 point"]),
        ("Size", "LARGE", &["certain p.py:33 big"]),
        ("MAX", "LOW", &["certain p.py:25 use"]),
        ("MAX", "MAX", &[]),
    ];
    callers_in("p.py", text, expected);
}

#[test]
fn a_line_means_the_names_that_it_defines() {
    let files = [(
        "a.py",
        "MAX = 3\nLOW = 2\n\n\nclass Crate:\n    limit = 9\n    rows = 1\n\n\n\
         def use(it: Crate):\n    return it.rows + MAX\n\n\ndef make():\n    return Crate()\n",
    )];
    let check = |line, names, expected: &[&str]| {
        let kind = RelationKind::Callers(Some(Symbol::OnLine(line)));
        check(&files, kind, "a.py", names, expected);
    };
    check(1, "MAX", &["certain a.py:11 use"]);
    check(2, "MAX", &[]);
    check(6, "Crate", &[]);
    check(7, "Crate", &["certain a.py:11 use"]);
    check(5, "Crate", &["certain a.py:10 use", "certain a.py:15 make"]);
}

#[test]
fn members_in_kotlin_swift_and_scala() {
    let text = "package a\n\nclass Crate(val weight: Int) {\n  var size = weight * 2\n\n  fun twice(): Int {\n    return size + weight\n  }\n\n  companion object {\n    const val MAX = 9\n  }\n}\n\n\
                enum class Size {\n  SMALL,\n  LARGE\n}\n\n\
                fun use(c: Crate, s: Size): Int {\n  return c.weight + Crate.MAX\n}\n\n\
                fun big(s: Size): Boolean {\n  return s == Size.LARGE\n}\n\n\
                fun make(): Crate {\n  return Crate(weight = 3)\n}\n\n\
                fun local(): Int {\n  val size = 3\n  return size\n}\n";
    let weight: &[&str] = &[
        "certain K.kt:4 Crate",
        "certain K.kt:7 Crate.twice",
        "certain K.kt:21 use",
        "certain K.kt:29 make",
    ];
    let expected: &[(&str, &str, &[&str])] = &[
        ("Crate", "weight", weight),
        ("Crate", "size", &["certain K.kt:7 Crate.twice"]),
        ("Crate.Companion", "MAX", &["certain K.kt:21 use"]),
        ("Size", "LARGE", &["certain K.kt:25 big"]),
    ];
    callers_in("K.kt", text, expected);
    let text = "struct Crate {\n  let weight: Int\n  static let max = 9\n\n  func twice() -> Int {\n    return weight * 2\n  }\n}\n\n\
                func use(_ c: Crate) -> Int {\n  return c.weight + Crate.max\n}\n";
    let weight: &[&str] = &["certain S.swift:6 Crate.twice", "certain S.swift:11 use"];
    let expected: &[(&str, &str, &[&str])] =
        &[("Crate", "weight", weight), ("Crate", "max", &[weight[1]])];
    callers_in("S.swift", text, expected);
    let text = "case class Crate(weight: Int) {\n  def twice(): Int = {\n    weight * 2\n  }\n}\n\n\
                object Use {\n  def use(c: Crate): Int = {\n    c.weight\n  }\n}\n";
    let weight: &[&str] = &["certain S.scala:3 Crate.twice", "certain S.scala:9 Use.use"];
    callers_in("S.scala", text, &[("Crate", "weight", weight)]);
}

#[test]
fn members_in_php_and_ruby() {
    let text = "<?php\n\nclass Crate\n{\n    const MAX = 9;\n    public static int $count = 0;\n    public int $size = 2;\n\n    \
                public function twice(): int\n    {\n        return $this->size + self::MAX + self::$count;\n    }\n}\n\n\
                enum Size\n{\n    case Small;\n    case Large;\n}\n\n\
                function run(Crate $c, Size $s): int\n{\n    return $c->size + Crate::$count + Size::Large;\n}\n";
    let both: &[&str] = &["certain a.php:11 Crate.twice", "certain a.php:23 run"];
    let expected: &[(&str, &str, &[&str])] = &[
        ("Crate", "size", both),
        ("Crate", "count", both),
        ("Crate", "MAX", &[both[0]]),
        ("Size", "Large", &[both[1]]),
    ];
    callers_in("a.php", text, expected);
    let text = "class Crate\n  MAX = 9\n  attr_accessor :weight\n\n  def twice\n    weight * 2 + MAX\n  end\nend\n\n\
                class Use\n  def use\n    it = Crate.new\n    it.weight + Crate::MAX\n  end\nend\n";
    let both: &[&str] = &["certain a.rb:6 Crate.twice", "certain a.rb:13 Use.use"];
    callers_in(
        "a.rb",
        text,
        &[("Crate", "weight", both), ("Crate", "MAX", both)],
    );
}

#[test]
fn properties_that_a_constructor_declares() {
    let text = "class Crate:\n    def __init__(self, weight):\n        self.weight = weight\n\n    def twice(self):\n        return self.weight * 2\n\n\n\
                def use(it: Crate):\n    return it.weight\n";
    let weight: &[&str] = &["certain a.py:6 Crate.twice", "certain a.py:10 use"];
    callers_in("a.py", text, &[("Crate.__init__", "weight", weight)]);
    let text = "export class Box {\n  constructor(private readonly width: number) {\n    this.rows = 1;\n  }\n\n  area() {\n    return this.width * this.rows;\n  }\n}\n";
    let area: &[&str] = &["certain b.ts:7 Box.area"];
    let expected: &[(&str, &str, &[&str])] = &[
        ("Box.constructor", "width", area),
        ("Box.constructor", "rows", area),
    ];
    callers_in("b.ts", text, expected);
}

#[test]
fn a_parameter_of_a_closure_has_the_type_of_no_other_variable() {
    let go = "package depot\n\ntype Mux struct{}\n\nfunc NewMux() *Mux {\n\treturn &Mux{}\n}\n\n\
              func (m *Mux) Get(run func(r *Request)) {\n}\n\n\
              func Run() {\n\tr := NewMux()\n\tr.Get(func(r *Request) {\n\t\tr.Close()\n\t})\n}\n\n\
              type Request struct{}\n\nfunc (r *Request) Close() {\n}\n";
    let files = [("mux.go", go)];
    let callers = RelationKind::Callers(None);
    check(
        &files,
        callers,
        "mux.go",
        "Mux.Get",
        &["likely mux.go:14 Run"],
    );
    let ts = "class Store {\n  save() {}\n}\n\nfunction open(): Store {\n  return new Store();\n}\n\n\
              class Row {\n  close() {}\n}\n\n\
              function run(rows: Row[]) {\n  const it = open();\n  rows.forEach((it: Row) => it.close());\n  it.save();\n}\n";
    let files = [("a.ts", ts)];
    let callers = RelationKind::Callers(None);
    check(
        &files,
        callers,
        "a.ts",
        "Store.save",
        &["likely a.ts:16 run"],
    );
}

#[test]
fn constants_of_enums_are_called_and_named_alone() {
    let rust = "pub enum Size {\n    Small,\n    Wide(u32),\n}\nuse Size::*;\n\
                pub fn full() -> Size { Size::Wide(3) }\npub fn bare() -> Size { Wide(4) }\n";
    callers_in(
        "a.rs",
        rust,
        &[(
            "Size",
            "Wide",
            &["certain a.rs:6 full", "certain a.rs:7 bare"],
        )],
    );
    let java = "enum Size { SMALL, LARGE }\nclass Use {\n  int go(Size s) {\n    switch (s) {\n      case LARGE: return 1;\n      default: return 0;\n    }\n  }\n}\n";
    callers_in(
        "A.java",
        java,
        &[("Size", "LARGE", &["likely A.java:5 Use.go"])],
    );
}

#[test]
fn members_of_a_named_object_type() {
    let text = "export type Row = {\n  id: number;\n  label: string;\n};\nexport function show(row: Row) { return row.label; }\n";
    callers_in("a.ts", text, &[("Row", "label", &["certain a.ts:5 show"])]);
}

#[test]
fn impl_belongs_to_its_type_and_members_to_the_impl() {
    let files = [
        ("src/store.rs", "pub struct Store {\n    rows: u8,\n}\n"),
        (
            "src/more.rs",
            "use crate::store::Store;\n\nimpl Store {\n    pub fn get(&self) -> u8 {\n        1\n    }\n}\n",
        ),
    ];
    let check = |names, expected: &[&str]| {
        check(&files, RelationKind::Owner, "src/more.rs", names, expected)
    };
    check("Store", &["certain src/store.rs:1 Store"]);
    check("Store.get", &[]);
}
