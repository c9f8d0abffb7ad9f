//! Uses that an alias, a delegate, a body in a string or an export hid, and exports that are no uses.

use super::*;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, names: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, names, expected);
}

#[test]
fn a_delegate_of_ruby_calls_the_methods_of_another_object() {
    let engine = "class Engine\n  def start\n    1\n  end\nend\n";
    let car = |delegate: &str| {
        format!(
            "class Car\n  {delegate}\n\n  def initialize\n    @engine = Engine.new\n  end\nend\n"
        )
    };
    for delegate in [
        "delegate :start, to: :engine",
        "def_delegators :@engine, :start",
    ] {
        let car = car(delegate);
        let files = [("engine.rb", engine), ("car.rb", &*car)];
        callers(
            &files,
            "engine.rb",
            "Engine.start",
            &["certain car.rb:2 Car"],
        );
    }
}

#[test]
fn super_of_python_may_name_its_class() {
    let files = [
        (
            "a.py",
            "class Base:\n    def save(self):\n        return 1\n",
        ),
        (
            "b.py",
            "from a import Base\n\nclass Mid(Base):\n    def save(self):\n        return 2\n",
        ),
        (
            "c.py",
            "from b import Mid\n\nclass Leaf(Mid):\n    def save(self):\n        return super(Leaf, self).save()\n",
        ),
    ];
    callers(&files, "a.py", "Base.save", &[]);
    callers(&files, "b.py", "Mid.save", &["likely c.py:5 Leaf.save"]);
}

#[test]
fn a_component_of_a_record_is_called() {
    let files = [
        ("Point.java", "public record Point(int x, int y) { }\n"),
        (
            "Use.java",
            "class Use {\n  int a(Point p) { return p.x(); }\n}\n",
        ),
    ];
    let kind = RelationKind::Callers(Some(smriti_tui::chunk::Symbol::Named("x".to_owned())));
    check(
        &files,
        kind,
        "Point.java",
        "Point",
        &["certain Use.java:2 Use.a"],
    );
}

#[test]
fn an_initializer_of_a_record_of_c_sharp_names_a_property() {
    let files = [(
        "a.cs",
        "public record Row(int Id, int Weight);\npublic class U {\n  Row B(Row r) => r with { Weight = 2 };\n}\n",
    )];
    let kind = RelationKind::Callers(Some(smriti_tui::chunk::Symbol::Named("Weight".to_owned())));
    check(&files, kind, "a.cs", "Row", &["likely a.cs:3 U.B"]);
}

#[test]
fn a_wrapped_component_is_the_default_export() {
    let user = (
        "table.jsx",
        "import Row from './row';\nexport function Table() {\n  return <Row id={1} />;\n}\n",
    );
    for export in ["memo(Row)", "connect((it) => it)(Row)"] {
        let row = format!(
            "function Row({{ id }}) {{ return <p>{{id}}</p>; }}\nexport default {export};\n"
        );
        let files = [("row.jsx", &*row), user];
        callers(&files, "row.jsx", "Row", &["certain table.jsx:3 Table"]);
    }
}

#[test]
fn a_function_in_a_returned_object_may_be_called_as_its_member() {
    let files = [
        (
            "cart.ts",
            "export function useCart() {\n  function addItem(n: number) { return n; }\n  function drop() { return 1; }\n  drop();\n  return { addItem };\n}\n",
        ),
        (
            "use.ts",
            "import { useCart } from './cart';\nexport function run() {\n  const cart = useCart();\n  cart.drop();\n  return cart.addItem(1);\n}\n",
        ),
    ];
    let users = |name: &str, expected: &[&str]| {
        let symbol = smriti_tui::chunk::Symbol::Named(name.to_owned());
        check(
            &files,
            RelationKind::Callers(Some(symbol)),
            "cart.ts",
            "useCart",
            expected,
        );
    };
    users(
        "addItem",
        &["certain cart.ts:5 useCart", "possible use.ts:5 run"],
    );
    users("drop", &["certain cart.ts:4 useCart"]);
}

#[test]
fn a_tag_of_django_may_state_its_name() {
    let files = [
        (
            "shop/templatetags/tags.py",
            "@register.simple_tag(name=\"shout\")\ndef shout_text(text):\n    return text\n\n\n@register.filter(\"softly\")\ndef plain(text):\n    return text\n",
        ),
        (
            "shop/templates/list.html",
            "{% load tags %}\n<p>{% shout \"x\" %}</p>\n<p>{{ name|softly }}</p>\n",
        ),
    ];
    callers(
        &files,
        "shop/templatetags/tags.py",
        "shout_text",
        &["possible shop/templates/list.html:2 {% load tags %}"],
    );
    callers(
        &files,
        "shop/templatetags/tags.py",
        "plain",
        &["possible shop/templates/list.html:3 {% load tags %}"],
    );
}

#[test]
fn the_body_of_a_function_of_plpgsql_uses_functions_and_tables() {
    let sql = "create table orders (id int);\n\ncreate function total(p int) returns int language sql as $$ select p $$;\n\n\
               create or replace function report() returns int language plpgsql as $$\ndeclare\n  n int;\nbegin\n  n := total(1);\n\
               \x20 insert into orders values (n); -- drop(1)\n  return n;\nend;\n$$;\n";
    let files = [("a.sql", sql)];
    callers(&files, "a.sql", "total", &["certain a.sql:9 report"]);
    callers(&files, "a.sql", "orders", &["certain a.sql:10 report"]);
}

#[test]
fn a_qualified_name_of_php_in_brackets_is_constructed() {
    let class = |n: &str| {
        format!(
            "<?php\nnamespace {n};\nclass Box {{\n    public function open() {{ return 1; }}\n}}\n"
        )
    };
    let (one, two) = (class("One"), class("Two"));
    let user = "<?php\nnamespace App;\nuse One\\Box;\nfunction one() { return (new \\Two\\Box)->open(); }\nfunction two() { return (new \\Two\\Box())->open(); }\nfunction three() { return (new Box)->open(); }\n";
    let files = [("a.php", &*one), ("b.php", &*two), ("use.php", user)];
    callers(&files, "a.php", "Box.open", &["likely use.php:6 three"]);
    callers(
        &files,
        "b.php",
        "Box.open",
        &["likely use.php:4 one", "likely use.php:5 two"],
    );
}

#[test]
fn an_alias_of_ocaml_may_name_a_module_in_a_file() {
    let files = [
        (
            "store.ml",
            "module Inner = struct\n  let load x = x + 1\nend\n",
        ),
        (
            "use.ml",
            "module I = Store.Inner\n\nlet run () = I.load 3\n",
        ),
    ];
    callers(&files, "store.ml", "Inner.load", &["certain use.ml:3 run"]);
}

#[test]
fn a_method_of_a_class_of_haskell_follows_the_name_of_its_module() {
    let files = [
        (
            "src/Store.hs",
            "module Store (Shape(..)) where\n\nclass Shape a where\n  area :: a -> Int\n",
        ),
        (
            "app/Main.hs",
            "module Main where\n\nimport qualified Store as S\n\nsize x = S.area x\n",
        ),
    ];
    callers(
        &files,
        "src/Store.hs",
        "Shape.area",
        &["certain app/Main.hs:5 size"],
    );
}

#[test]
fn an_export_is_no_use() {
    let haskell = [(
        "src/Store.hs",
        "module Store (load) where\n\nload :: Int -> Int\nload x = x\n",
    )];
    callers(&haskell, "src/Store.hs", "load", &[]);
    let erlang = [
        (
            "a.erl",
            "-module(a).\n-export([gone/0, kept/1]).\n\ngone() -> 1.\n\nkept(X) -> X.\n",
        ),
        (
            "b.erl",
            "-module(b).\n\nrun() -> lists:map(fun a:kept/1, [1]).\n",
        ),
    ];
    callers(&erlang, "a.erl", "gone", &[]);
    callers(&erlang, "a.erl", "kept", &["certain b.erl:3 run"]);
}

#[test]
fn a_stage_of_a_dockerfile_is_built_upon_and_copied_from() {
    let text = "FROM node:20 AS base\nRUN a\nFROM base AS build\nRUN b\nFROM node:20\nCOPY --from=build /a /a\n";
    let files = [("Dockerfile", text)];
    callers(
        &files,
        "Dockerfile",
        "base",
        &["certain Dockerfile:3 build"],
    );
    callers(
        &files,
        "Dockerfile",
        "build",
        &["certain Dockerfile:6 node"],
    );
}

#[test]
fn a_variable_of_a_module_of_scss_is_used() {
    let files = [
        ("a.scss", "$gap: 3px;\n"),
        ("b.scss", "@use 'a';\n.card {\n  margin: a.$gap;\n}\n"),
    ];
    let kind = RelationKind::Callers(Some(smriti_tui::chunk::Symbol::Named("$gap".to_owned())));
    check(&files, kind, "a.scss", "$gap", &["certain b.scss:3 card"]);
}

#[test]
fn an_alias_of_a_shell_calls_a_function() {
    let shell = "greet() { echo hi; }\n\nuse_it() { true; }\n\nalias hello='greet world'\n";
    callers(
        &[("a.sh", shell)],
        "a.sh",
        "greet",
        &["likely a.sh:5 hello"],
    );
}

#[test]
fn a_workspace_may_rename_a_crate() {
    let files = [
        (
            "Cargo.toml",
            "[workspace]\nmembers = [\"core\", \"app\"]\n[workspace.dependencies]\nengine = { package = \"depot-core\", path = \"core\" }\n",
        ),
        ("core/Cargo.toml", "[package]\nname = \"depot-core\"\n"),
        ("core/src/lib.rs", "pub fn boot() -> u8 { 1 }\n"),
        (
            "app/Cargo.toml",
            "[package]\nname = \"app\"\n[dependencies]\nengine = { workspace = true }\n",
        ),
        ("app/src/main.rs", "fn main() {\n    engine::boot();\n}\n"),
    ];
    callers(
        &files,
        "core/src/lib.rs",
        "boot",
        &["certain app/src/main.rs:2 main"],
    );
}
