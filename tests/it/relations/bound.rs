//! Names that a pattern, a local type or a scope hides, and declarations within functions.

use super::*;

#[track_caller]
fn callers(path: &str, text: &str, line: u32, expected: &[&str]) {
    check_line(&[(path, text)], path, line, expected);
}

#[test]
fn a_pattern_binds_a_variable_that_hides_the_function_of_its_name() {
    let rust = "fn take() -> u8 { 1 }\n\nfn a(x: F) {\n    if let Some(take) = x { take(); }\n}\n\n\
                fn b(x: F) {\n    while let Some(take) = x { take(); }\n}\n\n\
                fn c(x: F) {\n    match x { Some(take) => take(), None => {} }\n}\n\n\
                fn d(x: F) {\n    match x { take => take() }\n}\n\n\
                fn e(x: F) {\n    if let Some(_) = take() { take(); }\n}\n\n\
                const LIMIT: u8 = 3;\n\nfn f(x: u8) -> bool {\n    match x { LIMIT => true, _ => false }\n}\n";
    callers("a.rs", rust, 1, &["certain a.rs:20 e"]);
    callers("a.rs", rust, 23, &["certain a.rs:26 f"]);
    let go = "package a\n\nfunc grab() {}\n\nfunc a() { var grab func(); grab() }\n\n\
              func b() { const grab = 1; use(grab) }\n\n\
              func c(v any) { switch grab := v.(type) { case func(): grab() } }\n\n\
              func d() { var x = grab(); use(x) }\n\nvar e = grab()\n";
    let expected = ["certain a.go:11 d", "certain a.go:13 e"];
    callers("a.go", go, 3, &expected);
    let kotlin = "fun grip() = 1\n\nfun a() { try { b() } catch (grip: E) { grip() } }\n\nfun b() = grip()\n";
    callers("a.kt", kotlin, 1, &["certain a.kt:5 b"]);
    let swift = "func clasp() {}\n\nfunc a() { let (clasp, b) = x(); clasp() }\n\nfunc b() { let (c, d) = (1, 2); clasp() }\n\n\
                 enum Tone { case warm, cold }\n\nfunc c(t: Tone) { switch t { case .warm: b(); case .cold: b() } }\n";
    callers("a.swift", swift, 1, &["certain a.swift:5 b"]);
    let csharp = "class Store {\n    int Wipe() => 1;\n    int A() { var (Wipe, b) = F(); return Wipe(); }\n    \
                  int B() { var (c, d) = F(); return Wipe(); }\n}\n";
    callers("a.cs", csharp, 2, &["certain a.cs:4 Store.B"]);
    let python = "def peel(x):\n    return x\n\n\ndef a():\n    with b() as (peel, c):\n        peel(1)\n\n\n\
                  def b():\n    with peel(1) as c:\n        return c\n";
    callers("a.py", python, 1, &["certain a.py:11 b"]);
    let ocaml = "let wring x = x\n\nlet a wring = wring 1\n\nlet b x = match x with Some wring -> wring 1 | None -> 0\n\n\
                 let c (wring, y) = wring y\n\nlet d x = wring x\n";
    callers("a.ml", ocaml, 1, &["certain a.ml:9 d"]);
}

#[test]
fn members_of_a_local_type_call_each_other() {
    let java = "class Store {\n    int wash() { return 1; }\n\n    Object open() {\n        return new Object() {\n            \
                int wash() { return 2; }\n            int twice() { return wash() * 2; }\n        };\n    }\n\n    \
                int other() { return wash(); }\n}\n";
    let expected = [
        "certain A.java:11 Store.other",
        "possible A.java:7 Store.open",
    ];
    check_line(&[("A.java", java)], "A.java", 2, &expected);
    check_line(
        &[("A.java", java)],
        "A.java",
        6,
        &["likely A.java:7 Store.open"],
    );
    let php = "<?php\nfunction open() {\n    $it = new class {\n        public function load() { return $this->read(); }\n        \
               private function read() { return 1; }\n    };\n    return $it->load();\n}\n";
    callers("a.php", php, 4, &["likely a.php:7 open"]);
    callers("a.php", php, 5, &["likely a.php:4 open"]);
    let cpp = "int open() {\n  struct Row {\n    int load() { return read(); }\n    int read() { return 1; }\n  };\n  \
               Row row;\n  return row.load();\n}\n";
    callers("a.cc", cpp, 3, &["likely a.cc:7 open"]);
    callers("a.cc", cpp, 4, &["likely a.cc:3 open"]);
}

#[test]
fn a_function_in_a_function_is_called_by_its_name() {
    callers(
        "a.dart",
        "int open() {\n  int read() => 1;\n  return read();\n}\n",
        2,
        &["likely a.dart:3 open"],
    );
    callers(
        "a.jl",
        "function open()\n    read(x) = x\n    read(1)\nend\n",
        2,
        &["certain a.jl:3 open"],
    );
    callers(
        "a.R",
        "open <- function() {\n  read <- function(x) x\n  read(1)\n}\n",
        2,
        &["certain a.R:3 open"],
    );
    let lua = "local function open()\n  local function read() end\n  read()\nend\n";
    callers("a.lua", lua, 2, &["certain a.lua:3 open"]);
    callers(
        "a.sh",
        "open() {\n  read_it() { echo; }\n  read_it\n}\n",
        2,
        &["certain a.sh:3 open"],
    );
    let ocaml = "let open_it () =\n  let rec loop n =\n    if n = 0 then 0 else loop (n - 1) in\n  loop 3\n";
    callers("a.ml", ocaml, 2, &["certain a.ml:3 open_it"]);
}

#[test]
fn a_member_of_the_type_around_hides_a_function_outside_of_it() {
    let kotlin = "fun load() = 1\n\nclass Store {\n    fun load() = 2\n\n    fun read() = load()\n}\n\nfun other() = load()\n";
    let expected = ["certain a.kt:9 other", "possible a.kt:6 Store.read"];
    callers("a.kt", kotlin, 1, &expected);
    callers("a.kt", kotlin, 4, &["certain a.kt:6 Store.read"]);
    let cpp = "int load() {\n  return 1;\n}\n\nnamespace depot {\n\nint load() {\n  return 2;\n}\n\n\
               int inner() {\n  return load();\n}\n\nint outer() {\n  return ::load();\n}\n\n}\n";
    callers("a.cc", cpp, 1, &["certain a.cc:16 depot.outer"]);
    callers("a.cc", cpp, 7, &["certain a.cc:12 depot.inner"]);
}

#[test]
fn a_type_without_a_constructor_is_constructed_by_that_of_its_base() {
    let python = "class Base:\n    def __init__(self, a):\n        pass\n\n\nclass Sub(Base):\n    pass\n\n\nclass Own(Base):\n    \
                  def __init__(self):\n        pass\n\n\nclass Low(Sub):\n    pass\n\n\n\
                  def sub():\n    return Sub(1)\n\n\ndef own():\n    return Own()\n\n\ndef low():\n    return Low(1)\n";
    let expected = ["likely a.py:20 sub", "likely a.py:28 low"];
    callers("a.py", python, 2, &expected);
    let php = "<?php\nclass Base {\n    function __construct() {}\n}\n\nclass Sub extends Base {}\n\nfunction go() { return new Sub(); }\n";
    callers("a.php", php, 3, &["likely a.php:8 go"]);
    let script = "class Base {\n  constructor(a) {}\n}\n\nclass Sub extends Base {}\n\nexport const go = () => new Sub(1);\n";
    callers("a.js", script, 2, &["likely a.js:7 go"]);
    let ruby = "class Base\n  def initialize(a)\n  end\nend\n\nclass Sub < Base\nend\n\ndef go\n  Sub.new(1)\nend\n";
    callers("a.rb", ruby, 2, &["likely a.rb:10 go"]);
    let swift = "class Base {\n    init(a: Int) {}\n}\n\nclass Sub: Base {}\n\nfunc go() -> Base { Sub(a: 1) }\n";
    callers("a.swift", swift, 2, &["likely a.swift:7 go"]);
}

#[test]
fn a_second_constructor_is_told_from_that_in_the_header_by_its_arguments() {
    let kotlin = "open class Crate(val a: Int) {\n    constructor() : this(1)\n}\n\nclass Sub(a: Int) : Crate(a)\n\n\
                  fun one() = Crate(3)\n\nfun none() = Crate()\n";
    callers("a.kt", kotlin, 2, &["certain a.kt:9 none"]);
    let scala = "class Crate(n: Int) {\n  def this() = this(1)\n}\n\nobject Depot {\n  def one = new Crate(3)\n\n  def none = new Crate()\n}\n";
    callers("a.scala", scala, 2, &["certain a.scala:8 Depot.none"]);
}

#[test]
fn names_pass_through_modules_that_no_file_is_named_after() {
    let cargo = ("Cargo.toml", "[package]\nname = \"depot\"\n");
    let inline = "mod inner {\n    pub fn spin() {}\n}\npub use inner::spin as whirl;\n";
    let user = "use depot::whirl as twirl;\n\nfn one() {\n    depot::whirl();\n}\n\nfn two() {\n    twirl();\n}\n";
    let files = [cargo, ("src/lib.rs", inline), ("src/main.rs", user)];
    let expected = ["certain src/main.rs:4 one", "certain src/main.rs:8 two"];
    check_line(&files, "src/lib.rs", 2, &expected);
    let user = "from company.app import tools\n\n\ndef run():\n    return tools.blunt(1)\n";
    let files = [
        ("app/tools.py", "def blunt(n):\n    return n\n"),
        ("jobs/run.py", user),
    ];
    check_line(&files, "app/tools.py", 1, &["possible jobs/run.py:5 run"]);
}

#[test]
fn an_interface_of_go_has_the_methods_of_one_from_outside() {
    let text = "package a\n\nimport \"io\"\n\ntype Store interface {\n\tio.Closer\n\tPut(k string)\n}\n\ntype mem struct{}\n\n\
                func (m mem) Put(k string) {}\n\nfunc (m mem) Close() error { return nil }\n\ntype file struct{}\n\n\
                func (f file) Close() error { return nil }\n\nfunc use(s Store) {\n\ts.Close()\n}\n";
    callers("a.go", text, 14, &["likely a.go:21 use"]);
    callers("a.go", text, 18, &[]);
}

#[test]
fn a_procedure_is_called_by_a_statement() {
    let text = "CREATE PROCEDURE do_it(n int) LANGUAGE sql AS $$ INSERT INTO parcel VALUES (n) $$;\n\nCALL app.do_it(1);\n";
    callers("a.sql", text, 1, &["certain a.sql:3 "]);
    let text = "CREATE PROC dbo.GetOther @x INT AS\n  SELECT 1\nGO\nALTER PROCEDURE dbo.Fix @x INT AS\n  EXEC dbo.GetOther @x\nGO\n";
    callers("b.sql", text, 1, &["certain b.sql:5 dbo.Fix"]);
}
