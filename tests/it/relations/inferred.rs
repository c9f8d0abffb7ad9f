//! Uses whose receiver, module or import is inferred, and may be another than the one inferred.

use super::*;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, names: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, names, expected);
}

/// Checks that methods that are called on line 5 and on line 7, on the values of a function of a known and of an outside
/// type, are possible there.
#[track_caller]
fn check_factory(path: &str, text: &str, caller: &str) {
    for (line, method) in [(5, "Map.plain"), (7, "Map.third")] {
        let expected = format!("possible {path}:{line} {caller}");
        callers(&[(path, text)], path, method, &[&expected]);
    }
}

#[test]
fn the_value_of_a_function_of_a_type_may_have_any_type() {
    check_factory(
        "a.py",
        "class Map:\n    def plain(self): pass\n    def third(self): pass\ndef go():\n    m = Factory.build(1); m.plain()\n    \
         y = Outside.make(1)\n    y.third()\nclass Factory:\n    def build(x): return Map()\n",
        "go",
    );
    check_factory(
        "a.php",
        "<?php\nclass Map {\nfunction plain() {} function third() {} } class Factory { static function build($x) { return new Map(); } }\n\
         function go() { $m = Factory::build(1);\n  $m->plain();\n  $y = Outside::make(1);\n  $y->third();\n}\n",
        "go",
    );
    check_factory(
        "a.scala",
        "class Map { def plain() = 1\ndef third() = 1 }\nobject Factory { def build(x: Int) = new Map }\n\
         object Use { def go() = { val m = Factory.build(1)\n  m.plain()\n  val y = Outside.make(1)\n  y.third()\n} }\n",
        "Use.go",
    );
    check_factory(
        "A.java",
        "class Map { void plain() {}\nvoid third() {} }\nclass Factory { static Object build(int x) { return new Map(); } }\n\
         class Use { void go() { var m = Factory.build(1);\n  m.plain();\n  var y = Outside.make(1);\n  y.third();\n} }\n",
        "Use.go",
    );
    check_factory(
        "a.swift",
        "class Map { func plain() {}\nfunc third() {} }\nenum Factory { static func build(_ x: Int) -> Any { Map() } }\n\
         func go() { let m = Factory.build(1)\n  m.plain()\n  let y = Outside.make(1)\n  y.third()\n}\n",
        "go",
    );
}

#[test]
fn a_function_of_rust_may_have_the_name_of_its_module() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"x\"\n"),
        (
            "src/lib.rs",
            "use {\n    pad::pad,\n    other::plain,\n};\nmod pad;\nmod other;\nmod recipe;\n",
        ),
        (
            "src/pad.rs",
            "pub(crate) fn pad(text: &str) {}\npub(crate) fn wide(text: &str) {}\n",
        ),
        ("src/other.rs", "pub(crate) fn plain() {}\n"),
        (
            "src/recipe.rs",
            "use super::*;\n\nfn run() {\n    pad(\"a\");\n    pad::wide(\"a\");\n    other::plain();\n}\n",
        ),
    ];
    callers(
        &files,
        "src/pad.rs",
        "pad",
        &["certain src/recipe.rs:4 run"],
    );
    let expected = ["certain src/recipe.rs:5 run"];
    callers(&files, "src/pad.rs", "wide", &expected);
    let expected = ["certain src/recipe.rs:6 run"];
    callers(&files, "src/other.rs", "plain", &expected);
}

#[test]
fn an_imported_extension_of_kotlin_may_extend_a_generic_type() {
    let files = [
        (
            "a/Entry.kt",
            "package shop.a\n\nfun GenScope<NavKey>.entry(n: Int) {}\nfun KClass<out Worker>?.delegated() = 3\n",
        ),
        (
            "b/App.kt",
            "package shop.b\n\nimport shop.a.delegated\nimport shop.a.entry\n\n\
             fun app() {\n    Provider { entry(3) }\n    SyncWorker::class.delegated()\n}\n",
        ),
        (
            "b/Other.kt",
            "package shop.b\n\nimport shop.other.entry\n\nfun other() {\n    Provider { entry(3) }\n}\n",
        ),
    ];
    callers(
        &files,
        "a/Entry.kt",
        "GenScope.entry",
        &["likely b/App.kt:7 app"],
    );
    callers(
        &files,
        "a/Entry.kt",
        "KClass.delegated",
        &["likely b/App.kt:8 app"],
    );
}

#[test]
fn an_extension_of_kotlin_may_extend_the_class_of_a_type() {
    let kotlin = "fun KClass<out Worker>.delegated() = 3\n\n\
                  class SyncWorker {\n    fun go() {\n        SyncWorker::class.delegated()\n    }\n}\n";
    let expected = ["possible a.kt:5 SyncWorker.go"];
    callers(&[("a.kt", kotlin)], "a.kt", "KClass.delegated", &expected);
}

#[test]
fn a_macro_of_elixir_imports_functions_where_it_is_used() {
    let files = [
        (
            "lib/web.ex",
            "defmodule ShopWeb do\n  def controller do\n    quote do\n      import ShopWeb.{Helpers, Auth}\n    end\n  end\n\n  \
             defmacro __using__(which) when is_atom(which), do: apply(__MODULE__, which, [])\nend\n",
        ),
        (
            "lib/helpers.ex",
            "defmodule ShopWeb.Helpers do\n  def not_found(conn), do: conn\nend\n",
        ),
        (
            "lib/cart.ex",
            "defmodule ShopWeb.Cart do\n  use ShopWeb, :controller\n\n  def show(conn), do: not_found(conn)\nend\n",
        ),
        (
            "lib/direct.ex",
            "defmodule ShopWeb.Direct do\n  import ShopWeb.{Helpers, Auth}\n\n  def show(conn), do: not_found(conn)\nend\n",
        ),
        (
            "lib/readme.ex",
            "defmodule ShopWeb.Readme do\n  use ShopWeb, :controller\n\n  def show(conn), do: not_found(conn, 1)\n\n  \
             defp not_found(conn, x), do: x\nend\n",
        ),
    ];
    let expected = [
        "certain lib/direct.ex:4 ShopWeb.Direct.show",
        "likely lib/cart.ex:4 ShopWeb.Cart.show",
    ];
    callers(
        &files,
        "lib/helpers.ex",
        "ShopWeb.Helpers.not_found",
        &expected,
    );
}

#[test]
fn a_macro_of_ruby_may_give_a_class_the_functions_of_a_mixin() {
    let files = [
        (
            "lib/models.rb",
            "module Shop\n  module Recoverable\n    module ClassMethods\n      def with_token(token)\n        token\n      end\n    end\n  end\nend\n",
        ),
        (
            "app/user.rb",
            "class User < ApplicationRecord\n  shop :recoverable\nend\n\nclass Plain\nend\n\n\
             def run\n  User.with_token(3)\n  Plain.with_token(3)\nend\n",
        ),
    ];
    callers(
        &files,
        "lib/models.rb",
        "Shop.Recoverable.ClassMethods.with_token",
        &["possible app/user.rb:9 run"],
    );
}

#[test]
fn a_path_of_modules_of_ruby_names_a_class() {
    let files = [
        (
            "lib/shop.rb",
            "module Shop\n  module Auth\n    class Config\n      def initialize(a)\n      end\n    end\n  end\n\n  \
             def self.auth(provider)\n    Shop::Auth::Config.new(provider)\n  end\nend\n",
        ),
        (
            "test/shop_test.rb",
            "def test_it\n  Shop::Auth::Config.new(3)\nend\n",
        ),
    ];
    let expected = [
        "certain lib/shop.rb:10 Shop.auth",
        "certain test/shop_test.rb:2 test_it",
    ];
    callers(
        &files,
        "lib/shop.rb",
        "Shop.Auth.Config.initialize",
        &expected,
    );
}

#[test]
fn a_declared_module_of_typescript_adds_members_to_a_type_of_the_repository() {
    let files = [
        (
            "src/a.ts",
            "import './b';\ndeclare module './b' {\n  interface Plug {\n    extra(): void;\n  }\n}\n",
        ),
        (
            "src/b.ts",
            "export interface Plug {\n  base(): void;\n}\nexport function use(p: Plug) {\n  p.extra();\n}\n",
        ),
        (
            "src/other.ts",
            "interface Plug {\n  base(): void;\n}\nexport function other(p: Plug) {\n  p.extra();\n}\n",
        ),
    ];
    callers(
        &files,
        "src/a.ts",
        "./b.Plug.extra",
        &["certain src/b.ts:5 use"],
    );
}

#[test]
fn a_type_that_is_added_to_an_outside_module_is_used_where_that_is_imported() {
    let files = [
        (
            "types.d.ts",
            "import 'kit';\ndeclare module 'kit' {\n  interface App {\n    weigh(n: number): number;\n  }\n}\n",
        ),
        (
            "a.ts",
            "import { App } from 'kit';\n\nexport function run(app: App) {\n  return 1;\n}\n",
        ),
        (
            "b.ts",
            "import { App } from 'other';\n\nexport function run(app: App) {\n  return 1;\n}\n",
        ),
    ];
    callers(&files, "types.d.ts", "kit.App", &["likely a.ts:3 run"]);
}

#[test]
fn a_global_variable_of_typescript_needs_no_import() {
    let files = [
        (
            "types.d.ts",
            "import 'kit';\ndeclare global {\n  var shopGlobal: string;\n}\n",
        ),
        (
            "a.ts",
            "export function read() {\n  return shopGlobal;\n}\nexport function write() {\n  globalThis.shopGlobal = 'a';\n}\n",
        ),
    ];
    let expected = ["likely a.ts:2 read", "likely a.ts:5 write"];
    check_line(&files, "types.d.ts", 3, &expected);
}

#[test]
fn an_extension_of_a_companion_of_kotlin_belongs_to_the_type() {
    let files = [
        (
            "K1.kt",
            "class Kart {\n    companion object\n    fun go() {\n        Kart.one()\n    }\n}\n",
        ),
        ("K2.kt", "fun Kart.Companion.one() = 1\n"),
    ];
    callers(
        &files,
        "K2.kt",
        "Kart.Companion.one",
        &["likely K1.kt:4 Kart.go"],
    );
}

#[test]
fn a_module_of_ruby_that_is_loaded_has_parts_in_other_documents() {
    let files = [
        (
            "lib/shop.rb",
            "module Shop\n  autoload :Auth, 'shop/auth'\n\n  def self.make(provider)\n    Shop::Auth::Config.new(provider)\n  end\nend\n",
        ),
        (
            "lib/shop/auth.rb",
            "module Shop\n  module Auth\n    autoload :Config, 'shop/auth/config'\n  end\nend\n",
        ),
        (
            "lib/shop/auth/config.rb",
            "module Shop\n  module Auth\n    class Config\n      def initialize(a)\n      end\n    end\n  end\nend\n",
        ),
    ];
    let expected = ["likely lib/shop.rb:5 Shop.make"];
    callers(
        &files,
        "lib/shop/auth/config.rb",
        "Shop.Auth.Config",
        &expected,
    );
}

/// The only value of a field is a call whose function states its result.
#[test]
fn a_field_has_the_type_that_its_call_returns() {
    let python = "class Config:\n    def load(self, o):\n        return o\n\n\nclass Other:\n    def load(self, o):\n        return o\n\n\n\
                  def make_one() -> Config:\n    return Config()\n\n\n\
                  class App:\n    def __init__(self):\n        self.one = make_one()\n        self.two = self.make_two(1)\n        \
                  self.three = self.make_two(1).other()\n\n    def make_two(self, x) -> Config:\n        return Config()\n\n\n\
                  def use(a: App):\n    a.one.load(1)\n\n\ndef use_two(a: App):\n    a.two.load(2)\n\n\n\
                  def use_three(a: App):\n    a.three.load(3)\n";
    check(
        &[("app.py", python)],
        RelationKind::Callers(None),
        "app.py",
        "Config.load",
        &[
            "certain app.py:26 use",
            "certain app.py:30 use_two",
            "possible app.py:34 use_three",
        ],
    );
    let kotlin = "class Config { fun load(n: Int): Int = n }\n\nclass Other { fun load(n: Int): Int = n }\n\n\
                  fun makeOne(): Config = Config()\n\nclass App {\n    private val one = makeOne()\n\n    fun go() {\n        \
                  val three = Other()\n        one.load(1)\n    }\n}\n";
    check(
        &[("app.kt", kotlin)],
        RelationKind::Callers(None),
        "app.kt",
        "Config.load",
        &["certain app.kt:12 App.go"],
    );
    check(
        &[("app.kt", kotlin)],
        RelationKind::Callers(None),
        "app.kt",
        "Other.load",
        &[],
    );
}
