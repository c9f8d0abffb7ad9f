//! Functions that are passed as values or named by symbols, functions that macros make, and items of Terraform.

use super::chains::callers_in;
use super::*;
use smriti_tui::chunk::Symbol;

#[track_caller]
fn callers(path: &str, text: &str, line: u32, name: &str, expected: &[&str]) {
    callers_of(&[(path, text)], path, line, name, expected);
}

#[track_caller]
fn callers_of(files: &[(&str, &str)], path: &str, line: u32, name: &str, expected: &[&str]) {
    let symbol = Some(Symbol::OnLine(line));
    check(files, RelationKind::Callers(symbol), path, name, expected);
}

#[test]
fn a_function_after_two_colons_is_passed() {
    let kotlin = "fun check(it: Int): Boolean { return true }\n\nfun run(all: List<Int>): List<Int> {\n    return all.filter(::check)\n}\n";
    callers("a.kt", kotlin, 1, "check", &["likely a.kt:4 run"]);
}

#[test]
fn a_member_of_an_object_may_be_imported_from_its_package() {
    let files = [
        (
            "src/a/tools.scala",
            "package depot.a\n\nobject Tools {\n  def twice(x: Int): Int = x * 2\n}\n",
        ),
        (
            "src/run.scala",
            "package depot\n\nimport depot.a.Tools.twice\n\nobject Run {\n  def all(xs: List[Int]) = xs.map(twice)\n}\n",
        ),
    ];
    let expected = ["likely src/run.scala:6 Run.all"];
    callers_of(&files, "src/a/tools.scala", 4, "Tools.twice", &expected);
}

#[test]
fn a_symbol_that_is_passed_may_name_a_method() {
    let ruby = "class Parcel\n  def weight\n    3\n  end\n\n  def total\n    @items.sum(&:weight)\n  end\n\n  \
                def index\n    row[:weight]\n  end\n\n  def map\n    { weight: 1, :weight => 2 }\n  end\nend\n\n\
                class Page\n  before_action :check\n\n  def check\n    true\n  end\nend\n";
    callers(
        "a.rb",
        ruby,
        2,
        "Parcel.weight",
        &["possible a.rb:7 Parcel.total"],
    );
    callers("a.rb", ruby, 22, "Page.check", &["possible a.rb:20 Page"]);
    let elixir = "defmodule Page do\n  plug :check\n\n  def check(it) do\n    it\n  end\nend\n";
    callers("a.ex", elixir, 4, "Page.check", &["possible a.ex:2 Page"]);
    let php = "<?php\nfunction check($it) { return $it > 1; }\n\nclass Kept {\n    public function own($it) { return $it; }\n\n    \
               public function names($all) { return array_filter($all, 'check'); }\n\n    \
               public function methods($all) { return array_map([$this, 'own'], $all); }\n\n    \
               public function keys($all) { return $all['check'] ?? ['own' => 1]; }\n}\n";
    callers("a.php", php, 2, "check", &["possible a.php:7 Kept.names"]);
    callers(
        "a.php",
        php,
        5,
        "Kept.own",
        &["likely a.php:9 Kept.methods"],
    );
}

#[test]
fn a_function_that_a_macro_makes_has_its_own_name() {
    let text = "HANDLER(on_read)\n{\n\treturn x + 1;\n}\n\nSYSCALL_DEFINE2(opened, int, dfd)\n{\n\treturn on_read(dfd);\n}\n\n\
                PHP_METHOD(Phar, running)\n{\n\ton_read(1);\n}\n\nMAKE(int, last, int it)\n{\n\treturn on_read(it);\n}\n\n\
                int user(void)\n{\n\treturn opened(3);\n}\n";
    let expected = [
        "certain a.c:8 opened",
        "certain a.c:13 running",
        "certain a.c:18 last",
    ];
    callers("a.c", text, 1, "on_read", &expected);
    callers("a.c", text, 6, "opened", &["certain a.c:23 user"]);
}

#[test]
fn items_of_terraform_are_named_with_their_kind() {
    let files = [
        (
            "main.tf",
            "resource \"aws_vpc\" \"main\" {\n  cidr = var.cidr\n  name = local.name\n}\n\n\
             resource \"aws_subnet\" \"a\" {\n  cidr = \"x\"\n  name = aws_vpc.main.id\n}\n\n\
             module \"net\" {\n  source = \"./net\"\n}\n\noutput \"id\" {\n  value = module.net.subnet\n}\n",
        ),
        (
            "vars.tf",
            "variable \"cidr\" {\n  type = string\n}\n\nlocals {\n  name = \"${var.cidr}-1\"\n}\n",
        ),
        ("net/out.tf", "output \"subnet\" {\n  value = 1\n}\n"),
    ];
    let expected = ["certain vars.tf:6 cidr", "certain main.tf:2 aws_vpc.main"];
    callers_of(&files, "vars.tf", 1, "cidr", &expected);
    let expected = ["certain main.tf:3 aws_vpc.main"];
    callers_of(&files, "vars.tf", 6, "cidr", &expected);
    let expected = ["likely main.tf:16 id"];
    callers_of(&files, "net/out.tf", 1, "subnet", &expected);
}

#[test]
fn a_constructor_may_be_a_value_or_be_called_by_a_declaration() {
    let java = "class D {\n  D(int n) {}\n}\n\nclass E {\n  Object a() { return map(D::new); }\n  D b(D kept) { return kept; }\n}\n";
    callers_in("D.java", java, "D.D", &["likely D.java:6 E.a"]);
    let cpp = "struct D {\n  D(int n) {}\n};\n\nint one() {\n  D kept(3);\n  return 1;\n}\n\n\
               int two(D kept) {\n  D *other = &kept;\n  return 1;\n}\n";
    callers_in("d.cpp", cpp, "D.D", &["certain d.cpp:6 one"]);
    let ruby = "class D\n  def initialize(n)\n  end\n\n  def one\n    self.class.new(3)\n  end\n\n  def self.two\n    self.new(4)\n  end\nend\n";
    let expected = ["certain d.rb:6 D.one", "certain d.rb:10 D.two"];
    callers_in("d.rb", ruby, "D.initialize", &expected);
}

#[test]
fn a_function_between_two_values_is_called() {
    let kotlin = "class Vec(val x: Int) {\n    infix fun dot(o: Vec): Int { return x }\n}\nfun run(a: Vec, b: Vec): Int { return a dot b }\n";
    callers("a.kt", kotlin, 2, "Vec.dot", &["certain a.kt:4 run"]);
    let scala = "class Vec(x: Int) {\n  def dot(o: Vec): Int = x\n}\nobject Use {\n  def run(a: Vec, b: Vec): Int = a dot b\n}\n";
    callers(
        "a.scala",
        scala,
        2,
        "Vec.dot",
        &["certain a.scala:5 Use.run"],
    );
}

#[test]
fn a_macro_joins_a_name_with_its_argument() {
    let text = "#define GETTER(name) int get_##name(void) { return name; }\n#define HANDLER(name) static int handle_##name(int n)\n\
                int width;\nGETTER(width)\nHANDLER(open)\n{\n  return n + 1;\n}\n\n\
                int go(void) {\n  return get_width() + handle_open(2);\n}\n";
    callers("a.c", text, 5, "open", &["certain a.c:11 go"]);
}

#[test]
fn a_string_may_name_a_function() {
    let rust = "fn make() -> u32 { 1 }\n\n#[derive(Deserialize)]\nstruct Row {\n    #[serde(default = \"make\")]\n    n: u32,\n}\n";
    callers("a.rs", rust, 1, "make", &["likely a.rs:5 Row"]);
    let python = "class Row:\n    def weigh(self):\n        return 1\n\ndef run(it):\n    return getattr(it, \"weigh\")()\n\n\
                  def show(it: \"Row\"):\n    return it.weigh()\n";
    let expected = ["likely a.py:9 show", "possible a.py:6 run"];
    callers("a.py", python, 2, "Row.weigh", &expected);
    callers("a.py", python, 1, "Row", &["certain a.py:8 show"]);
    // The path of a request is no name.
    let request =
        "def users():\n    return 1\n\ndef run(client):\n    return client.patch(\"/users\")\n";
    callers("a.py", request, 1, "users", &[]);
}

#[test]
fn an_attribute_is_used_without_the_end_of_its_name() {
    let text = "class TagAttribute : Attribute { }\n\n[Tag]\nclass Row { }\n";
    callers("a.cs", text, 1, "TagAttribute", &["certain a.cs:3 Row"]);
}

#[test]
fn the_second_result_of_a_call_has_another_type_than_the_first() {
    let go = "package a\n\ntype Cart struct{}\n\nfunc (Cart) Add() {}\n\ntype Item struct{}\n\nfunc (Item) Add() {}\n\n\
              func mk() (Cart, Item) { return Cart{}, Item{} }\n\nfunc use() {\n\t_, y := mk()\n\ty.Add()\n}\n";
    let check_callers = |name| {
        let kind = RelationKind::Callers(None);
        check(
            &[("a.go", go)],
            kind,
            "a.go",
            name,
            &["possible a.go:15 use"],
        );
    };
    check_callers("Cart.Add");
    check_callers("Item.Add");
}

#[test]
fn a_class_may_have_a_name_of_capitals() {
    let python = "class DB:\n    def k(self): pass\n\nclass FS:\n    def k(self): pass\n\ndef use(x: DB):\n    x = FS()\n    x.k()\n\n\
                  def own():\n    FS().k()\n";
    let check_callers = |name, expected: &[&str]| {
        let kind = RelationKind::Callers(None);
        check(&[("a.py", python)], kind, "a.py", name, expected);
    };
    check_callers("DB.k", &["likely a.py:9 use"]);
    check_callers("FS.k", &["likely a.py:9 use", "likely a.py:12 own"]);
}

#[test]
fn a_member_of_the_base_is_called_in_its_override() {
    let csharp = "class Base {\n  public virtual string Name() { return \"x\"; }\n}\nclass Derived : Base {\n\
                  \x20 public override string Name() { return base.Name(); }\n}\n";
    let kind = RelationKind::Callers(None);
    let files = [("A.cs", csharp)];
    check(
        &files,
        kind,
        "A.cs",
        "Base.Name",
        &["likely A.cs:5 Derived.Name"],
    );
}
