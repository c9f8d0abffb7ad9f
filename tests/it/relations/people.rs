//! Constructs of everyday code that small repositories in many languages found on 30 November.

use super::fresh::{callers, users};
use super::*;

#[test]
fn methods_in_a_class_use_the_fields_before_them() {
    let class = "class Five {\n public:\n  double size;\n  double get() { return size; }\n};\n";
    let files = [("five.cpp", class)];
    users(
        &files,
        ["five.cpp", "Five", "size"],
        &["certain five.cpp:4 Five.get"],
    );
}

#[test]
fn a_value_that_was_awaited_has_the_type_of_the_argument() {
    let store = "namespace A;\npublic class Order { public Order Copy() => this; }\npublic class Other { public Other Copy() => this; }\n\
                 public class Store {\n  public async Task<Order> Load(int id) { return null; }\n  public Task<Other?> Find() => null;\n}\n\
                 public class Use {\n  async Task One(Store s) { var it = await s.Load(1); it.Copy(); }\n  \
                 async Task Two(Store s) { (await s.Find())!.Copy(); }\n}\n";
    let files = [("a.cs", store)];
    callers(&files, "a.cs", "Order.Copy", &["likely a.cs:9 Use.One"]);
    callers(&files, "a.cs", "Other.Copy", &["likely a.cs:10 Use.Two"]);
    let order = "class Order {\n  Order copy() => this;\n}\nclass Other { Other copy() => this; }\n\
                 class Store {\n  Future<Order?> load(int id) async => null;\n}\n";
    let user = "import 'order.dart';\n\nvoid one(Store s) async {\n  final it = await s.load(1);\n  it?.copy();\n}\n";
    let files = [("lib/order.dart", order), ("lib/use.dart", user)];
    let expected = ["likely lib/use.dart:5 one"];
    callers(&files, "lib/order.dart", "Order.copy", &expected);
}

#[test]
fn components_of_a_record_with_methods_are_called() {
    let record = "public record Point(int x, int y) {\n  int twice() { return x() * 2; }\n}\n";
    let user = "class Use {\n  int a(Point p) { return p.x(); }\n}\n";
    let files = [("Point.java", record), ("Use.java", user)];
    let expected = [
        "certain Point.java:2 Point.twice",
        "certain Use.java:2 Use.a",
    ];
    users(&files, ["Point.java", "Point", "x"], &expected);
}

#[test]
fn an_alias_of_a_namespace_stands_for_it_in_types() {
    let header = "#pragma once\nnamespace geo {\nclass Shape {\n public:\n  virtual double area() const = 0;\n  \
                  static Shape* make(int c);\n};\nstruct Plain {\n  double length = 1;\n};\n\
                  inline namespace v2 { inline int version() { return 2; } }\n}\n";
    let user = "#include \"g.hpp\"\nnamespace g = geo;\n\nvoid one() {\n  auto s = g::Shape::make(1);\n  s->area();\n}\n\n\
                void two() {\n  g::Plain p{};\n  p.length = 3;\n}\n\nvoid three() {\n  g::version();\n}\n";
    let files = [("g.hpp", header), ("a.cpp", user)];
    let area = ["g.hpp", "geo.Shape", "area"];
    users(&files, area, &["certain a.cpp:6 one"]);
    let length = ["g.hpp", "geo.Plain", "length"];
    users(&files, length, &["certain a.cpp:11 two"]);
    let expected = ["likely a.cpp:15 three"];
    callers(&files, "g.hpp", "geo.v2.version", &expected);
}

#[test]
fn a_value_of_an_outside_type_may_have_what_extends_another_one() {
    let files = [
        (
            "A.swift",
            "import SwiftUI\n\nextension View {\n    func padded(_ n: Int) -> some View { self }\n}\n\n\
             struct Own {\n    func go() {}\n}\n",
        ),
        (
            "B.swift",
            "import SwiftUI\n\nstruct Row: View {\n    let title: String\n    var body: some View {\n        \
             Text(title).padded(4)\n    }\n    func own() {\n        Own().padded(1)\n    }\n}\n",
        ),
    ];
    let expected = ["possible B.swift:6 Row.body"];
    callers(&files, "A.swift", "View.padded", &expected);
}

#[test]
fn a_module_that_is_passed_on_as_a_name_leads_to_its_functions() {
    let files = [
        ("core/math.ts", "export const sub = (a: number) => -a;\n"),
        ("core/index.ts", "export * as math from './math';\n"),
        (
            "main.ts",
            "import * as core from './core';\n\nexport function main() {\n  return core.math.sub(1);\n}\n",
        ),
    ];
    let expected = ["certain main.ts:4 main"];
    callers(&files, "core/math.ts", "sub", &expected);
}

#[test]
fn an_import_renames_a_member_of_an_object() {
    let level = "package app\n\nenum class Level(val weight: Int) {\n    LOW(1);\n    companion object {\n        \
                 fun parse(text: String): Level = valueOf(text)\n    }\n}\n";
    let user = "package m\n\nimport app.Level.Companion.parse as parseLevel\n\nfun one() {\n    parseLevel(\"LOW\")\n}\n";
    let files = [("Level.kt", level), ("M.kt", user)];
    let parse = "Level.Companion.parse";
    callers(&files, "Level.kt", parse, &["certain M.kt:6 one"]);
    let ops =
        "package app\n\nobject Ops:\n  extension (s: String) def shout: String = s.toUpperCase\n";
    let user = "package m\n\nimport app.Ops.{shout as yell}\n\nobject M:\n  def one = \"a\".yell\n";
    let files = [("A.scala", ops), ("M.scala", user)];
    let expected = ["possible M.scala:6 M.one"];
    callers(&files, "A.scala", "Ops.String.shout", &expected);
}

#[test]
fn tests_of_shells_run_what_they_name() {
    let files = [
        ("lib/log.sh", "log_info() { echo \"$*\"; }\n"),
        (
            "tests/run.bats",
            "load ../lib/log.sh\n@test \"logs\" {\n  run log_info hello\n}\nhelper() {\n  docker run log_info\n}\n",
        ),
    ];
    let expected = ["likely tests/run.bats:3 "];
    callers(&files, "lib/log.sh", "log_info", &expected);
    let files = [
        (
            "a.ps1",
            "$script:Rate = 3\nfunction Get-Rate { $script:Rate }\n",
        ),
        (
            "a.Tests.ps1",
            "Describe 'rate' {\n    It 'works' {\n        Mock Get-Rate { 1 }\n    }\n}\n",
        ),
    ];
    let expected = ["possible a.Tests.ps1:3 Describe 'rate' {"];
    callers(&files, "a.ps1", "Get-Rate", &expected);
}

#[test]
fn a_copied_value_may_be_after_other_keys() {
    let conf = "export interface Conf {\n  port: number;\n}\n\nexport const defaults: Conf = { port: 1 };\n";
    let user = "import { Conf, defaults } from './conf';\n\n\
                export function at(conf: Conf): Conf {\n  return { port: 4, ...conf };\n}\n\n\
                export const other = { port: 2, ...defaults };\n\nexport const third = { port: 3 };\n";
    let files = [("conf.ts", conf), ("use.ts", user)];
    let expected = [
        "certain conf.ts:5 defaults",
        "likely use.ts:4 at",
        "likely use.ts:7 other",
    ];
    users(&files, ["conf.ts", "Conf", "port"], &expected);
}

#[test]
fn a_type_that_stands_for_another_has_its_members() {
    let pool = "use std::ops::Deref;\n\npub struct Pool {\n    pub size: usize,\n}\n\nimpl Pool {\n    pub fn resize(&self) {}\n}\n\n\
                pub struct Guard {\n    pool: Pool,\n}\n\nimpl Deref for Guard {\n    type Target = Pool;\n\n    \
                fn deref(&self) -> &Pool {\n        &self.pool\n    }\n}\n";
    let user = "use crate::pool::Guard;\n\nfn run(guard: Guard) -> usize {\n    guard.resize();\n    guard.size\n}\n";
    let files = [("src/pool.rs", pool), ("src/run.rs", user)];
    let expected = ["likely src/run.rs:4 run"];
    callers(&files, "src/pool.rs", "Pool.resize", &expected);
    let expected = ["likely src/run.rs:5 run"];
    users(&files, ["src/pool.rs", "Pool", "size"], &expected);
}

#[test]
fn an_alias_may_stand_for_another_alias() {
    let files = [
        ("inner.ml", "let make n = n + 1\n"),
        (
            "use.ml",
            "module I = Inner\nmodule J = I\n\nlet run () = J.make 3\n",
        ),
    ];
    callers(&files, "inner.ml", "make", &["certain use.ml:4 run"]);
}

#[test]
fn matchers_of_tests_call_predicates() {
    let order =
        "class Order\n  def valid?\n    true\n  end\n\n  def has_items?\n    true\n  end\nend\n";
    let spec = "RSpec.describe Order do\n  it 'is valid' do\n    expect(order).to be_valid\n    expect(order).to have_items\n  end\nend\n";
    let files = [("order.rb", order), ("spec/order_spec.rb", spec)];
    let expected = ["possible spec/order_spec.rb:3 is valid"];
    callers(&files, "order.rb", "Order.valid?", &expected);
    let expected = ["possible spec/order_spec.rb:4 is valid"];
    callers(&files, "order.rb", "Order.has_items?", &expected);
}

#[test]
fn an_attribute_of_a_module_is_a_member() {
    let shop = "module Shop\n  class << self\n    attr_accessor :logger\n  end\nend\n";
    let job = "class Job\n  def one\n    Shop.configure { |c| c.logger = 3 }\n  end\n\n  def two\n    Shop.logger\n  end\nend\n";
    let files = [("shop.rb", shop), ("job.rb", job)];
    let expected = ["certain job.rb:7 Job.two", "likely job.rb:3 Job.one"];
    users(&files, ["shop.rb", "Shop", "logger"], &expected);
}

#[test]
fn a_template_and_this_of_a_component_name_its_methods() {
    let component = "<template>\n  <button @click=\"save(1)\" :class=\"{ a: isBig }\" v-on:hover=\"onHover\">{{ label }}</button>\n</template>\n\
                     <script>\nimport log from './mixins/log';\n\nexport default {\n  name: 'Row',\n  mixins: [log],\n  \
                     props: { n: Number },\n  data() { return { label: this.n + 1 }; },\n  \
                     computed: { isBig() { return this.n > 3; } },\n  watch: { n() { this.reload(); } },\n  methods: {\n    \
                     save(n) { this.log('x'); this.$emit('saved', n); },\n    onHover() {},\n    reload() {},\n  },\n};\n</script>\n";
    let list = "<script setup>\nimport Row from './Row.vue';\n</script>\n\n<template>\n  <ul>\n    <Row :n=\"3\" />\n  </ul>\n</template>\n";
    let test = "import { mount } from '@vue/test-utils';\nimport List from './List.vue';\n\ntest('lists', () => {\n  mount(List);\n});\n";
    let files = [
        ("Row.vue", component),
        ("List.vue", list),
        ("list.spec.js", test),
    ];
    let expected = ["possible Row.vue:2 "];
    callers(&files, "Row.vue", "default.methods.save", &expected);
    let expected = ["likely Row.vue:13 default.watch.n"];
    callers(&files, "Row.vue", "default.methods.reload", &expected);
}

#[test]
fn named_arguments_and_doubles_of_groovy_are_of_their_type() {
    let files = [
        (
            "Item.groovy",
            "class Item {\n  int price\n  void pay() {}\n}\n",
        ),
        (
            "Use.groovy",
            "class Use {\n  def make() { new Item(price: 3) }\n  def mocked() {\n    def item = Mock(Item)\n    item.pay()\n  }\n}\n",
        ),
    ];
    let expected = ["certain Use.groovy:2 Use.make"];
    users(&files, ["Item.groovy", "Item", "price"], &expected);
    let expected = ["likely Use.groovy:5 Use.mocked"];
    callers(&files, "Item.groovy", "Item.pay", &expected);
}

#[test]
fn types_of_parameters_of_julia_are_used() {
    let julia = "struct Order\n    id::Int\nend\n\ntotal(o::Order) = 1\n\nfunction two(o::Order, n::Int)\n    o.id\nend\n";
    let expected = ["certain a.jl:5 total", "certain a.jl:7 two"];
    callers(&[("a.jl", julia)], "a.jl", "Order", &expected);
}

#[test]
fn a_parameter_of_a_lambda_hides_a_field_of_its_name() {
    let state = "struct State {\n    func start() {}\n}\n\nstruct Guarded {\n    func write(_ body: (State) -> Void) {}\n}\n\n\
                 final class Retrier {\n    let state = Guarded()\n    let other: State? = nil\n\n    func retry() {\n        \
                 state.write { state in\n            state.start()\n        }\n    }\n\n    func again() {\n        \
                 if let other { other.start() }\n    }\n}\n";
    let expected = [
        "certain a.swift:20 Retrier.again",
        "likely a.swift:15 Retrier.retry",
    ];
    callers(&[("a.swift", state)], "a.swift", "State.start", &expected);
}

#[test]
fn a_symbol_in_upper_case_may_name_a_module() {
    let ruby = "module Shop\n  module Loud\n    def shout; end\n  end\n\n  class Base\n    helpers :Loud, 'shop/loud'\n  end\nend\n";
    let expected = ["possible a.rb:7 Shop.Base"];
    callers(&[("a.rb", ruby)], "a.rb", "Shop.Loud", &expected);
}

#[test]
fn a_module_of_ruby_may_make_values_of_any_type() {
    let files = [
        (
            "shop.rb",
            "module Shop\n  def self.new(base)\n    Class.new(base)\n  end\n\n  class Base\n    def folder; end\n  end\nend\n",
        ),
        (
            "use.rb",
            "class Use\n  def run\n    base = Shop.new(Shop::Base)\n    base.folder\n  end\nend\n",
        ),
    ];
    let expected = ["likely use.rb:4 Use.run"];
    callers(&files, "shop.rb", "Shop.Base.folder", &expected);
}

#[test]
fn code_of_a_component_is_used_by_what_uses_the_component() {
    let row = "<template>\n  <b>{{ price(3) }}</b>\n</template>\n\n<script setup>\nimport { price } from './price'\n</script>\n";
    let list = "<script setup>\nimport Row from './Row.vue'\n</script>\n\n<template>\n  <ul><Row /></ul>\n</template>\n";
    let test = "import { mount } from '@vue/test-utils'\nimport Line from './Row.vue'\n\ntest('rows', () => {\n  mount(Line)\n})\n";
    let repository = Repository::of(&[("Row.vue", row), ("List.vue", list), ("row.spec.js", test)]);
    repository.update();
    let mut sources = Sources::new(repository.reader(), Default::default());
    let tree = sources.tree(&SourcePath::new("Row.vue"), &Cancel::new());
    let tree = tree.expect("a document");
    let is_template = |chunk: &smriti_tui::chunk::Chunk| {
        chunk.role != Role::Parent && (chunk.lines.0..=chunk.lines.1).contains(&2)
    };
    let template = tree.chunks.iter().position(is_template).expect("a leaf");
    let snapshot = repository.snapshot();
    let kind = RelationKind::Callers(None);
    let users = reported::find(kind, &snapshot, &mut sources, &tree, template);
    let users = users
        .found
        .iter()
        .map(|user| format!("{}:{}", user.path, user.at.0));
    let users: Vec<String> = users.collect();
    assert_eq!(users, ["List.vue:6", "row.spec.js:5"]);
}
