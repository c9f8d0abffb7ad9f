//! Receivers, imports and bases from outside the repository, which hide no use.

use super::*;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, names: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, names, expected);
}

#[test]
fn a_field_of_an_outside_class_may_be_a_descriptor() {
    let python = "from django.db import models\nfrom traitlets import Instance\n\n\
        class Owner(models.Model):\n    def weigh(self): return 1\n    def shout(self): return 1\n    def drop(self): return 1\n\n\
        class Pet(models.Model):\n    owner = models.ForeignKey(Owner, on_delete=models.CASCADE)\n    keeper = Instance(Owner)\n\n    \
        def __init__(self):\n        self.other = Other()\n\n    \
        def go(self):\n        self.owner.weigh()\n        self.keeper.shout()\n        self.other.drop()\n";
    let files = [("shop/models.py", python)];
    let expected = ["likely shop/models.py:17 Pet.go"];
    callers(&files, "shop/models.py", "Owner.weigh", &expected);
    let expected = ["likely shop/models.py:18 Pet.go"];
    callers(&files, "shop/models.py", "Owner.shout", &expected);
    callers(&files, "shop/models.py", "Owner.drop", &[]);
}

#[test]
fn a_class_may_have_the_name_of_its_base() {
    let files = [
        (
            "shop/a.py",
            "class Client:\n    def ping(self): pass\n    timeout = 3\n",
        ),
        (
            "shop/b.py",
            "from shop.a import Client as BaseClient\n\nclass Client(BaseClient):\n    def go(self):\n        self.ping()\n        return self.timeout\n",
        ),
    ];
    callers(
        &files,
        "shop/a.py",
        "Client.ping",
        &["certain shop/b.py:5 Client.go"],
    );
}

#[test]
fn a_block_of_ruby_may_have_another_self() {
    let files = [
        (
            "lib/routes.rb",
            "module ActionDispatch::Routing\n  class Mapper\n    def devise_for(*resources)\n      resources\n    end\n    \
             def shop_for(*resources)\n      resources\n    end\n  end\nend\n",
        ),
        (
            "config/routes.rb",
            "Rails.application.routes.draw do\n  devise_for :users\nend\n",
        ),
        (
            "lib/admin.rb",
            "class Admin < ActionDispatch::Routing::Engine\n  routes { shop_for :a }\nend\n",
        ),
        (
            "test/helpers.rb",
            "class ActiveSupport::TestCase\n  def swap_model(model)\n    yield\n  end\nend\n",
        ),
        (
            "test/integ.rb",
            "module Shop\n  class IntegrationTest < ActionDispatch::IntegrationTest\n  end\nend\n\
             class PasswordTest < Shop::IntegrationTest\n  test 'a' do\n    swap_model User do\n    end\n  end\nend\n",
        ),
    ];
    check_line(
        &files,
        "lib/routes.rb",
        3,
        &["possible config/routes.rb:2 Rails.application.routes.draw do"],
    );
    check_line(
        &files,
        "lib/routes.rb",
        6,
        &["possible lib/admin.rb:2 Admin"],
    );
    check_line(
        &files,
        "test/helpers.rb",
        2,
        &["possible test/integ.rb:7 PasswordTest.a"],
    );
}

#[test]
fn an_outside_value_may_have_the_constants_of_a_module_of_its_name() {
    let files = [
        ("shop/settings/__init__.py", ""),
        (
            "shop/settings/base.py",
            "MEDIA_URL = '/media/'\nPAGE_SIZE = 10\n",
        ),
        (
            "shop/urls.py",
            "from django.conf import settings\n\ndef rows():\n    return settings.PAGE_SIZE\n\ndef other(settings2):\n    return settings2.x\n",
        ),
    ];
    check_line(
        &files,
        "shop/settings/base.py",
        2,
        &["possible shop/urls.py:4 rows"],
    );
}

#[test]
fn an_alias_of_elixir_names_a_module() {
    let files = [
        (
            "lib/reports.ex",
            "defmodule Shop.Reports do\n  def submit(x), do: x\n  def path(x), do: x\nend\n",
        ),
        (
            "lib/full.ex",
            "defmodule ShopWeb.Full do\n  def go(x), do: Shop.Reports.path(x)\nend\n",
        ),
        (
            "lib/live.ex",
            "defmodule ShopWeb.Live do\n  alias Shop.Reports\n\n  def handle(x) do\n    Reports.submit(x)\n  end\nend\n",
        ),
        (
            "lib/multi.ex",
            "defmodule ShopWeb.Multi do\n  alias Shop.{Reports, Other}\n\n  def go(x), do: Reports.path(x)\nend\n",
        ),
    ];
    let expected = [
        "certain lib/full.ex:2 ShopWeb.Full.go",
        "certain lib/live.ex:5 ShopWeb.Live.handle",
        "certain lib/multi.ex:4 ShopWeb.Multi.go",
    ];
    callers(&files, "lib/reports.ex", "Shop.Reports", &expected);
}

#[test]
fn a_property_of_an_outside_class_may_have_an_extension_method() {
    let files = [
        (
            "Guards.cs",
            "namespace Ardalis.GuardClauses;\npublic static class BasketGuards\n{\n    \
             public static void EmptyBasket(this IGuardClause guard, int[] items) { }\n    \
             public static void Plain(int n) { }\n}\n",
        ),
        (
            "Order.cs",
            "using Ardalis.GuardClauses;\nnamespace Shop;\npublic class OrderService\n{\n    \
             public void Create(int[] items)\n    {\n        Guard.Against.EmptyBasket(items);\n        \
             Guard.Against.Plain(3);\n    }\n}\n",
        ),
    ];
    let path = "BasketGuards.EmptyBasket";
    callers(
        &files,
        "Guards.cs",
        path,
        &["possible Order.cs:7 OrderService.Create"],
    );
    callers(&files, "Guards.cs", "BasketGuards.Plain", &[]);
}

#[test]
fn a_typed_test_may_use_any_type() {
    let files = [
        (
            "stack.h",
            "#pragma once\nclass Stack {\n public:\n  void Drop();\n};\n",
        ),
        (
            "stack_test.cc",
            "#include \"stack.h\"\nTYPED_TEST(TemplateTest, Works) {\n  TypeParam mock;\n  mock.Drop();\n}\n",
        ),
    ];
    let expected = ["likely stack_test.cc:4 TYPED_TEST(TemplateTest, Works)"];
    check_line(&files, "stack.h", 4, &expected);
}

#[test]
fn a_target_of_swift_qualifies_its_names() {
    let files = [
        (
            "Sources/Moya/Provider.swift",
            "public struct Box { public init() {} }\n",
        ),
        (
            "Sources/Moya/Use.swift",
            "func run() {\n    let box = Moya.Box()\n}\n",
        ),
        (
            "Tests/MoyaTests/T.swift",
            "@testable import Moya\nfunc test(_ b: Moya.Box?) {}\nfunc other(_ b: Other.Box?) {}\n",
        ),
    ];
    let expected = [
        "certain Sources/Moya/Use.swift:2 run",
        "certain Tests/MoyaTests/T.swift:2 test",
    ];
    callers(&files, "Sources/Moya/Provider.swift", "Box", &expected);
}

#[test]
fn a_tag_of_a_template_may_have_arguments_with_names() {
    let files = [
        (
            "shop/templatetags/nav.py",
            "from django import template\nregister = template.Library()\n\n\
             @register.simple_tag\ndef top_menu(parent, page=None):\n    return 1\n\n\
             @register.simple_tag\ndef plain_tag():\n    return 1\n",
        ),
        (
            "templates/base.html",
            "{% load nav %}\n<p>{% top_menu parent=root page=self %}</p>\n<p>{% plain_tag %}</p>\n",
        ),
    ];
    let expected = ["possible templates/base.html:2 {% load nav %}"];
    callers(&files, "shop/templatetags/nav.py", "top_menu", &expected);
}

#[test]
fn a_module_of_julia_has_the_names_of_the_files_that_it_includes() {
    let files = [
        (
            "src/Shop.jl",
            "module Shop\nexport Cart, Box\ninclude(\"cart.jl\")\nend\n",
        ),
        (
            "src/cart.jl",
            "struct Cart\n    n::Int\nend\nweigh(c::Cart) = c.n\nlift(c::Cart) = c.n\n",
        ),
        (
            "test/a.jl",
            "using Shop, Test\nimport Shop: Cart\n\nfunction use_it(s)\n    Shop.weigh(s)\n    return Cart(4)\nend\n",
        ),
        ("test/b.jl", "using Shop: lift\ngo(c) = lift(c)\n"),
    ];
    callers(
        &files,
        "src/cart.jl",
        "weigh",
        &["certain test/a.jl:5 use_it"],
    );
    callers(&files, "src/cart.jl", "lift", &["certain test/b.jl:2 go"]);
    let expected = [
        "certain src/cart.jl:4 weigh",
        "certain src/cart.jl:5 lift",
        "certain test/a.jl:6 use_it",
    ];
    callers(&files, "src/cart.jl", "Cart", &expected);
}

#[test]
fn a_private_name_of_dart_is_known_in_all_parts_of_its_library() {
    let files = [
        (
            "lib/prov.dart",
            "library prov;\npart 'src/p1.dart';\npart 'src/p2.dart';\n",
        ),
        (
            "lib/src/p1.dart",
            "part of '../prov.dart';\nclass Inherited<T> extends Widget {\n  Inherited._make2({Key? key});\n}\nabstract class _Del2<T> {}\n",
        ),
        (
            "lib/src/p2.dart",
            "part of '../prov.dart';\nclass Deferred2<T, R> extends Inherited<T> {\n  Deferred2({Key? key}) : super._make2(key: key);\n}\n\
             abstract class _DefDel2<T> extends _Del2<T> {}\n",
        ),
        (
            "lib/src/p3.dart",
            "abstract class _Own<T> extends _Del2<T> {}\n",
        ),
    ];
    let expected = ["certain lib/src/p2.dart:5 _DefDel2"];
    callers(&files, "lib/src/p1.dart", "_Del2", &expected);
}

#[test]
fn before_a_slash_of_clojure_is_a_namespace() {
    let files = [
        ("src/shop/resp.clj", "(ns shop.resp)\n(defn render [x] x)\n"),
        (
            "src/shop/use.clj",
            "(ns shop.use\n  (:require [shop.resp :as response]))\n(defn go [response]\n  (response/render response))\n",
        ),
    ];
    callers(
        &files,
        "src/shop/resp.clj",
        "render",
        &["likely src/shop/use.clj:4 go"],
    );
}

#[test]
fn a_function_of_php_without_a_namespace_may_be_imported() {
    let files = [
        ("f.php", "<?php\nfunction reset_mocks() { }\n"),
        (
            "tests/T.php",
            "<?php\nnamespace Shop\\Tests;\nuse function reset_mocks;\nclass T {\n    function tearDown() { reset_mocks(); }\n}\n",
        ),
    ];
    callers(
        &files,
        "f.php",
        "reset_mocks",
        &["certain tests/T.php:5 T.tearDown"],
    );
}

#[test]
fn a_singleton_method_of_ruby_may_name_its_class() {
    let ruby = "class Bank\n  def parse(y)\n    y\n  end\n  def Bank.parse(x)\n    x\n  end\nend\n\
                def run\n  Bank.parse('1')\nend\n";
    check_line(&[("a.rb", ruby)], "a.rb", 2, &[]);
    check_line(&[("a.rb", ruby)], "a.rb", 5, &["certain a.rb:10 run"]);
}

#[test]
fn braces_in_strings_and_comments_close_no_block() {
    let kotlin = "class Other {\n    fun load() {}\n}\n\
                  fun one(o: Other) {\n    o.apply {\n        println(\"}\")\n        load()\n    }\n}\n\
                  fun two(o: Other) {\n    o.apply {\n        // } closed\n        load()\n    }\n}\n";
    let expected = ["likely a.kt:7 one", "likely a.kt:13 two"];
    callers(&[("a.kt", kotlin)], "a.kt", "Other.load", &expected);
    let python = "class Store:\n    def open(self): pass\n\nclass Other:\n    def open(self): pass\n\n\
                  def make() -> Store: ...\n\ndef run():\n    s = make()  # = Other()\n    s.open()\n";
    callers(
        &[("a.py", python)],
        "a.py",
        "Store.open",
        &["likely a.py:11 run"],
    );
    callers(&[("a.py", python)], "a.py", "Other.open", &[]);
}

#[test]
fn a_function_without_a_stated_result_may_return_any_type() {
    let script = "export class TsMap { tsPlain() {} tsThird() {} }\n\
                  export class TsFactory { static build(x) { return new TsMap(); } size() {} }\n";
    let user = "import { TsFactory } from './map';\nimport { Outside } from 'kit';\n\
                export function run() {\n  const m = TsFactory.build(1);\n  m.tsPlain();\n  const y = Outside.make(1);\n  y.tsThird();\n  \
                }\n";
    let files = [("src/map.ts", script), ("src/use.ts", user)];
    callers(
        &files,
        "src/map.ts",
        "TsMap.tsPlain",
        &["possible src/use.ts:5 run"],
    );
    callers(
        &files,
        "src/map.ts",
        "TsMap.tsThird",
        &["possible src/use.ts:7 run"],
    );
    let ruby = "class User\n  def full_name\n    1\n  end\nend\n";
    let user = "def run\n  user = FactoryBot.create(:user)\n  user.full_name\nend\n";
    let files = [("user.rb", ruby), ("test.rb", user)];
    callers(
        &files,
        "user.rb",
        "User.full_name",
        &["possible test.rb:3 run"],
    );
    let kotlin = "class M {\n    fun plain() {}\n}\nobject F {\n    fun build(x: Int) = M()\n}\n\
                  fun run() {\n    val m = F.build(1)\n    m.plain()\n}\n";
    callers(
        &[("a.kt", kotlin)],
        "a.kt",
        "M.plain",
        &["likely a.kt:9 run"],
    );
}

#[test]
fn a_name_in_a_block_of_ruby_that_is_no_variable_is_a_method() {
    let files = [
        (
            "spec/helpers.rb",
            "module GenHelpers\n  def stub_deps\n    1\n  end\nend\nRSpec.configure do |config|\n  config.include GenHelpers\nend\n",
        ),
        (
            "spec/a_spec.rb",
            "describe 'Gen' do\n  it 'stubs' do\n    stub_deps\n  end\n  it 'has' do\n    stub_deps = 1\n    stub_deps\n  end\nend\n",
        ),
    ];
    check_line(
        &files,
        "spec/helpers.rb",
        2,
        &["possible spec/a_spec.rb:3 stubs"],
    );
}

#[test]
fn a_class_of_ruby_has_functions_of_its_own_below_an_outside_class() {
    let ruby = "class FieldGen < Outside::ViewGen\n  def self.one_path\n    1\n  end\n\n  def copy\n    self.class.one_path\n  end\nend\n";
    callers(
        &[("gen.rb", ruby)],
        "gen.rb",
        "FieldGen.one_path",
        &["certain gen.rb:7 FieldGen.copy"],
    );
}

#[test]
fn the_body_of_a_class_of_python_names_its_members() {
    let python = "class Box(Base):\n    NEW = 'n'\n    CHOICES = [(NEW, 'New')]\n\n    def get_x(self):\n        return NEW\n\n    \
                  def helper(f):\n        return f\n\n    x = property(get_x)\n\n    @helper\n    def with_default(self, key=NEW):\n        return get_x\n";
    let files = [("a.py", python)];
    let expected = ["certain a.py:3 Box", "certain a.py:14 Box.with_default"];
    check_line(&files, "a.py", 2, &expected);
    callers(&files, "a.py", "Box.get_x", &["likely a.py:11 Box.x"]);
    callers(
        &files,
        "a.py",
        "Box.helper",
        &["certain a.py:13 Box.with_default"],
    );
}

#[test]
fn an_extension_of_swift_in_another_file_has_members_of_the_type() {
    let files = [
        (
            "A.swift",
            "class Plain {\n  func go() {\n    let a = Plain.one()\n    let b = Plain.two\n  }\n  init(x: Int = Plain.one()) {}\n}\n",
        ),
        (
            "B.swift",
            "extension Plain {\n  static func one() -> Int { 1 }\n  static var two: Int { 2 }\n}\n",
        ),
        ("C.swift", "func out() {\n  let c = Plain.one()\n}\n"),
    ];
    let expected = [
        "certain A.swift:3 Plain.go",
        "certain A.swift:6 Plain.init",
        "certain C.swift:2 out",
    ];
    check_line(&files, "B.swift", 2, &expected);
    check_line(&files, "B.swift", 3, &["certain A.swift:4 Plain.go"]);
}

#[test]
fn a_class_of_ruby_may_be_open_in_several_files() {
    let files = [
        (
            "a.rb",
            "class Cart\n  def go\n    Cart.r_four(1)\n  end\nend\n",
        ),
        (
            "b.rb",
            "class Cart\n  def self.r_four(x)\n    x\n  end\nend\n",
        ),
    ];
    check_line(&files, "b.rb", 2, &["likely a.rb:3 Cart.go"]);
}

#[test]
fn a_declared_module_of_typescript_adds_members_to_an_outside_type() {
    let files = [
        (
            "types.d.ts",
            "import 'fastify';\ndeclare module 'fastify' {\n  interface FastifyInstance {\n    weigh(n: number): number;\n  }\n}\n\
             declare global {\n  namespace Express {\n    interface Request {\n      accountId?: string;\n    }\n  }\n}\n",
        ),
        (
            "a.ts",
            "import { FastifyInstance } from 'fastify';\nimport { Request } from 'express';\n\
             export function routes(app: FastifyInstance) {\n  app.weigh(3);\n}\n\
             export function handler(req: Request) {\n  req.accountId = '3';\n}\n",
        ),
        (
            "b.ts",
            "import { FastifyInstance } from 'other';\nexport function routes(app: FastifyInstance) {\n  app.weigh(3);\n}\n",
        ),
    ];
    check_line(&files, "types.d.ts", 4, &["likely a.ts:4 routes"]);
    check_line(&files, "types.d.ts", 10, &["likely a.ts:7 handler"]);
}

#[test]
fn a_class_of_kotlin_names_its_companion() {
    let kotlin = "class Gk {\n    companion object {\n        fun create() = Gk()\n    }\n    fun go() {\n        Companion.create()\n    }\n}\n";
    check_line(&[("g.kt", kotlin)], "g.kt", 3, &["certain g.kt:6 Gk.go"]);
}
