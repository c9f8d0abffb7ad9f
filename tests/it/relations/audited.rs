//! Kinds of silent misses that `references/audit.py` and comparisons with type checkers found in public repositories.

use super::chains::callers_in;
use super::*;
use smriti_tui::chunk::Symbol;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, names: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, names, expected);
}

#[test]
fn words_in_comments_and_strings_are_no_types_of_variables() {
    let script = "export class Api {\n  pipe(it: number) {\n    return it;\n  }\n}\n\n\
                  function quoted() {\n  it('Check stream', () => {\n    stream.pipe(1);\n  });\n}\n\n\
                  function commented() {\n  // Close stream\n  stream.pipe(1); // Some stream\n}\n";
    let expected = ["likely a.ts:9 quoted", "likely a.ts:15 commented"];
    callers_in("a.ts", script, "Api.pipe", &expected);
    let ruby = "class Site\n  def source(it)\n    it\n  end\nend\n\n\
                class Doctor\n  # site - The Hash of options.\n  #\n  # Returns the Jekyll site\n  def run(site)\n    site.source(1)\n  end\nend\n";
    let expected = ["likely a.rb:12 Doctor.run"];
    callers_in("a.rb", ruby, "Site.source", &expected);
}

#[test]
fn a_label_with_the_name_of_a_field_is_no_type() {
    let swift = "final class Tests {\n    func plain() throws {\n        let kept = try Store.open()\n        print(kept.size)\n    }\n\n    \
                 func labeled(kept: Store) {\n        run(\n            size: kept.size\n        )\n    }\n}\n\n\
                 struct Store {\n    let size: Int\n\n    static func open() throws -> Self {\n        return Self()\n    }\n}\n";
    let kind = RelationKind::Callers(Some(Symbol::Named("size".to_owned())));
    let expected = [
        "certain a.swift:9 Tests.labeled",
        "likely a.swift:4 Tests.plain",
    ];
    check(&[("a.swift", swift)], kind, "a.swift", "Store", &expected);
}

#[test]
fn a_type_may_have_a_name_in_upper_case_after_that_of_another() {
    let swift = "struct Server {\n    struct HTTP2 {\n        func limit() -> Int {\n            return 1\n        }\n    }\n}\n\n\
                 func run() {\n    let kept = Server.HTTP2(size: 1)\n    print(kept.limit())\n}\n";
    let expected = ["certain a.swift:11 run"];
    callers_in("a.swift", swift, "Server.HTTP2.limit", &expected);
}

#[test]
fn a_class_in_a_function_inherits_members() {
    let files = [
        (
            "base.py",
            "class Store:\n    def load(self):\n        return 1\n\n    def save(self):\n        return 2\n",
        ),
        (
            "test_a.py",
            "from base import Store\n\n\nclass TestStore:\n    def save(self):\n        return 3\n\n    def test_it(self):\n        \
             class Fake(Store):\n            def load(self):\n                self.save()\n                return super().load()\n\n        \
             fake = Fake()\n        return fake.save()\n",
        ),
    ];
    let expected = ["likely test_a.py:12 TestStore.test_it"];
    callers(&files, "base.py", "Store.load", &expected);
    let expected = ["likely test_a.py:11 TestStore.test_it"];
    callers(&files, "base.py", "Store.save", &expected);
    callers(&files, "test_a.py", "TestStore.save", &[]);
}

#[test]
fn cls_makes_a_value_of_its_own_type() {
    let python = "class Store:\n    @classmethod\n    def open(cls):\n        it = cls()\n        it.load()\n        return it\n\n    \
                  def load(self):\n        return 1\n\n\nclass Other:\n    def load(self):\n        return 2\n";
    let expected = ["likely a.py:5 Store.open"];
    callers_in("a.py", python, "Store.load", &expected);
    callers_in("a.py", python, "Other.load", &[]);
}

#[test]
fn a_descriptor_may_have_any_value() {
    let files = [
        (
            "late.py",
            "class Late:\n    def __get__(self, it, owner):\n        return it\n",
        ),
        (
            "a.py",
            "from late import Late\n\n\nclass Stats:\n    def count(self):\n        return 1\n\n\n\
             class Crawler:\n    stats: Late[Stats] = Late()\n\n\n\
             class Engine:\n    crawler: Crawler\n\n    def run(self):\n        self.crawler.stats.count()\n",
        ),
    ];
    let expected = ["likely a.py:17 Engine.run"];
    callers(&files, "a.py", "Stats.count", &expected);
}

#[test]
fn a_variable_hides_one_of_an_outer_scope() {
    let rust = "pub struct Task;\npub struct Owned;\n\nimpl Owned {\n    pub fn run(self) {}\n}\n\n\
                fn own(task: Task) -> Owned {\n    Owned\n}\n\n\
                fn work(task: Task) {\n    let task = own(task);\n    task.run();\n}\n";
    let expected = ["likely src/a.rs:14 work"];
    callers_in("src/a.rs", rust, "Owned.run", &expected);
}

#[test]
fn a_result_with_a_type_parameter_may_be_of_any_type() {
    let rust = "pub struct Mutex<T> {\n    it: T,\n}\n\nimpl<T> Mutex<T> {\n    pub fn lock(&self) -> MutexGuard<'_, T> {\n        todo!()\n    }\n}\n\n\
                pub struct Inner;\n\nimpl Inner {\n    fn close(&mut self) {}\n}\n\n\
                struct Receiver {\n    inner: Mutex<Inner>,\n}\n\n\
                impl Receiver {\n    fn run(&self) {\n        let mut inner = self.inner.lock();\n        inner.close();\n    }\n}\n";
    let expected = ["likely src/a.rs:24 Receiver.run"];
    callers_in("src/a.rs", rust, "Inner.close", &expected);
}

#[test]
fn a_function_of_rust_may_have_the_name_of_an_imported_macro() {
    let rust = "use outside::{check_ready};\n\nfn check_ready(it: u8) -> u8 {\n    check_ready!(it);\n    it\n}\n\n\
                fn run() {\n    check_ready(1);\n}\n";
    let expected = ["certain src/a.rs:9 run"];
    callers_in("src/a.rs", rust, "check_ready", &expected);
}

#[test]
fn a_lambda_has_the_receiver_that_an_alias_states() {
    let kotlin = "class Application {\n    fun strict() {}\n}\n\n\
                  typealias Setup = Application.() -> Unit\n\n\
                  fun application(setup: Setup?): Application {\n    return Application()\n}\n\n\
                  fun run() {\n    application {\n        strict()\n    }\n}\n";
    let expected = ["likely a.kt:13 run"];
    callers_in("a.kt", kotlin, "Application.strict", &expected);
}

#[test]
fn an_imported_extension_is_called_on_the_receiver() {
    let files = [
        (
            "nav/Ext.kt",
            "package org.nav\n\nfun Fragment.graph(id: Int): Int {\n    return id\n}\n",
        ),
        (
            "app/Main.kt",
            "package org.app\n\nimport org.nav.graph\n\nclass Main : Fragment() {\n    val kept by graph(1)\n\n    fun run() {\n        graph(2)\n    }\n}\n",
        ),
    ];
    let expected = ["likely app/Main.kt:6 Main", "likely app/Main.kt:9 Main.run"];
    callers(&files, "nav/Ext.kt", "Fragment.graph", &expected);
}

#[test]
fn a_static_import_takes_inherited_members() {
    let files = [
        (
            "org/Matchers.java",
            "package org;\n\npublic class Matchers {\n    public static int any() {\n        return 1;\n    }\n}\n",
        ),
        (
            "org/Mock.java",
            "package org;\n\npublic class Mock extends Matchers {\n}\n",
        ),
        (
            "test/ATest.java",
            "package test;\n\nimport static org.Mock.*;\n\nclass ATest {\n    void run() {\n        any();\n    }\n}\n",
        ),
        (
            "test/BTest.java",
            "package test;\n\nimport static org.Mock.any;\n\nclass BTest {\n    void run() {\n        any();\n    }\n}\n",
        ),
    ];
    let expected = [
        "certain test/ATest.java:7 ATest.run",
        "certain test/BTest.java:7 BTest.run",
    ];
    callers(&files, "org/Matchers.java", "Matchers.any", &expected);
}

#[test]
fn an_iterator_of_c_stands_for_its_element() {
    let cpp = "class iterator {\n public:\n  int at();\n};\n\nclass Process {\n public:\n  bool Done();\n};\n\n\
               bool Process::Done() {\n  return true;\n}\n\n\
               void run(std::vector<Process*>& all) {\n  for (std::vector<Process*>::iterator i = all.begin(); i != all.end(); ++i) {\n    \
               if ((*i)->Done()) {\n      return;\n    }\n  }\n}\n";
    let expected = ["possible a.cc:17 run"];
    callers_in("a.cc", cpp, "Process.Done", &expected);
}

#[test]
fn a_pattern_takes_functions_of_a_namespace() {
    let files = [
        (
            "den.d.ts",
            "declare namespace Den {\n  export function lstat(path: string): number\n}\n",
        ),
        (
            "a.ts",
            "const { open, lstat } = Den\n\nexport const run = () => lstat('a')\n",
        ),
    ];
    let expected = ["likely a.ts:1 open"];
    callers(&files, "den.d.ts", "Den.lstat", &expected);
}

#[test]
fn a_module_of_ruby_includes_others() {
    let ruby = "module Dates\n  def day(it)\n    it\n  end\nend\n\nmodule Filters\n  include Dates\nend\n\n\
                class Page\n  include Filters\n\n  def run\n    day(1)\n  end\nend\n\n\
                def use\n  page = Page.new\n  page.day(1)\nend\n";
    let expected = ["likely a.rb:15 Page.run", "likely a.rb:21 use"];
    callers_in("a.rb", ruby, "Dates.day", &expected);
}

#[test]
fn a_method_of_go_may_be_beside_the_file_of_its_type() {
    let files = [
        (
            "tui/light.go",
            "package tui\n\ntype Light struct{ a int }\n\nfunc (r *Light) Run() {\n\tr.update()\n}\n",
        ),
        (
            "tui/light_unix.go",
            "package tui\n\nfunc (r *Light) update() {\n}\n",
        ),
    ];
    let expected = ["certain tui/light.go:6 Light.Run"];
    callers(&files, "tui/light_unix.go", "Light.update", &expected);
}

#[test]
fn a_path_of_elixir_may_begin_with_an_alias() {
    let files = [
        (
            "text.ex",
            "defmodule App.Utils.Text do\n  def trim(it), do: it\nend\n",
        ),
        (
            "use.ex",
            "defmodule App.Use do\n  alias App.Utils\n\n  def run(it) do\n    Utils.Text.trim(it)\n  end\nend\n",
        ),
    ];
    let expected = ["certain use.ex:5 App.Use.run"];
    callers(&files, "text.ex", "App.Utils.Text.trim", &expected);
}

#[test]
fn a_table_of_lua_may_get_functions_while_it_is_loaded() {
    let files = [
        (
            "fs.lua",
            "local fs = {}\n\nfunction fs.init()\nend\n\nreturn fs\n",
        ),
        (
            "unix.lua",
            "local unix = {}\n\nfunction unix.move(it)\n  return it\nend\n\nfunction unix.init(it)\n  return it\nend\n\nreturn unix\n",
        ),
        (
            "run.lua",
            "local fs = require(\"fs\")\n\nlocal function run()\n  fs.init()\n  fs.move(1)\nend\n\nreturn run\n",
        ),
    ];
    callers(&files, "unix.lua", "unix.move", &["possible run.lua:5 run"]);
    callers(&files, "unix.lua", "unix.init", &[]);
}

#[test]
fn fields_of_records_and_included_functions_of_erlang_are_used() {
    let files = [
        (
            "src/a.erl",
            "-module(a).\n-export([run/1]).\n-include(\"size.hrl\").\n-record(state, {flush, num = 0}).\n\n\
             run(Opts) ->\n    next(#state{flush=true, num=first_size(Opts)}).\n\n\
             next(S=#state{num=N}) ->\n    S#state{num=N + 1, flush=S#state.flush}.\n",
        ),
        (
            "src/size.hrl",
            "first_size(#{size := S}) -> S;\nfirst_size(_) -> 1.\n",
        ),
    ];
    let uses = |line| {
        let kind = RelationKind::Callers(Some(Symbol::Named(line)));
        let expected = ["certain src/a.erl:7 run", "certain src/a.erl:10 next"];
        check(&files, kind, "src/a.erl", "state", &expected);
    };
    uses("flush".to_owned());
    callers(
        &files,
        "src/size.hrl",
        "first_size",
        &["certain src/a.erl:7 run"],
    );
}

#[test]
fn a_constructor_of_clojure_uses_its_type() {
    let clojure = "(ns a)\n\n(deftype Store [size])\n\n(defn one [n]\n  (Store. n))\n\n(defn two [n]\n  (->Store n))\n";
    callers(
        &[("a.clj", clojure)],
        "a.clj",
        "Store",
        &["certain a.clj:6 one", "certain a.clj:9 two"],
    );
}

#[test]
fn a_constructor_of_ocaml_is_used_without_its_type() {
    let files = [
        (
            "link.ml",
            "type param = Rev of int | Title of string\n\nlet name = function Rev _ -> \"rev\" | Title t -> t\n\nlet rev r = [ Rev r ]\n",
        ),
        (
            "use.ml",
            "let other () = Link.Rev 1\n\nlet opened a =\n  let open Link in\n  match a with Title t -> t | Rev _ -> \"\"\n",
        ),
    ];
    let kind = RelationKind::Callers(Some(Symbol::Named("Rev".to_owned())));
    let expected = [
        "certain link.ml:3 name",
        "certain link.ml:5 rev",
        "certain use.ml:1 other",
        "certain use.ml:5 opened",
    ];
    check(&files, kind, "link.ml", "param", &expected);
}
