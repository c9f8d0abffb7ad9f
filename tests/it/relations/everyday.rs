//! Constructs that people write often: copies with other fields, renamed packages, workflows, templates of C++, calls as
//! lists.

use super::chains::callers_in;
use super::*;
use smriti_tui::chunk::Symbol;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, names: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, names, expected);
}

/// Checks the callers of a name that a chunk defines.
#[track_caller]
fn defined(files: &[(&str, &str)], path: &str, chunk: &str, name: &str, expected: &[&str]) {
    let kind = RelationKind::Callers(Some(Symbol::Named(name.to_owned())));
    check(files, kind, path, chunk, expected);
}

#[test]
fn a_copy_of_a_value_names_its_fields() {
    let python = "class Conf:\n    port: int = 1\n    host: str = \"a\"\n\nclass Other:\n    port: int = 1\n\n\
                  def up(conf: Conf):\n    return replace(conf, port=4)\n\n\
                  def upper(conf: Conf):\n    return conf._replace(host=\"b\")\n";
    let python = [("conf.py", python)];
    defined(&python, "conf.py", "Conf", "port", &["likely conf.py:9 up"]);
    defined(
        &python,
        "conf.py",
        "Conf",
        "host",
        &["likely conf.py:12 upper"],
    );
    defined(&python, "conf.py", "Other", "port", &[]);
    let kotlin = [(
        "Conf.kt",
        "data class Conf(val port: Int)\nclass Other(val port: Int)\nfun up(conf: Conf) = conf.copy(port = 4)\n",
    )];
    defined(&kotlin, "Conf.kt", "Conf", "port", &["likely Conf.kt:3 up"]);
    defined(&kotlin, "Conf.kt", "Other", "port", &[]);
    let scala = [(
        "Conf.scala",
        "case class Conf(port: Int)\nobject Use {\n  def up(conf: Conf) = conf.copy(port = 4)\n  def make() = Conf(port = 1)\n}\n",
    )];
    let expected = [
        "certain Conf.scala:4 Use.make",
        "likely Conf.scala:3 Use.up",
    ];
    defined(&scala, "Conf.scala", "Conf", "port", &expected);
}

#[test]
fn methods_of_the_singleton_class_are_static() {
    let files = [
        (
            "box.rb",
            "class Box\n  def open\n    1\n  end\n\n  class << self\n    def open\n      2\n    end\n\n    \
             def make\n      open\n    end\n  end\nend\n",
        ),
        (
            "use.rb",
            "require_relative 'box'\ndef one\n  Box.open\nend\ndef two\n  Box.new.open\nend\n",
        ),
    ];
    let at = |line| RelationKind::Callers(Some(Symbol::OnLine(line)));
    check(
        &files,
        at(2),
        "box.rb",
        "Box.open",
        &["likely use.rb:6 two"],
    );
}

#[test]
fn a_trait_gives_its_method_another_name() {
    let files = [
        (
            "src/Logs.php",
            "<?php\nnamespace App;\ntrait Logs {\n    public function log($x) { return $x; }\n}\n",
        ),
        (
            "src/Job.php",
            "<?php\nnamespace App;\nclass Job {\n    use Logs { log as protected write; }\n    \
             public function run() { return $this->write(1); }\n}\n",
        ),
    ];
    callers(
        &files,
        "src/Logs.php",
        "Logs.log",
        &["certain src/Job.php:4 Job", "likely src/Job.php:5 Job.run"],
    );
}

#[test]
fn a_dependency_may_have_another_name_than_its_package() {
    let user = |module| {
        format!("import {{ load }} from '{module}';\nexport function one() {{ return load(); }}\n")
    };
    let [one, two, other] = ["core", "kern/deep", "void"].map(user);
    let files = [
        (
            "packages/core/package.json",
            r#"{ "name": "@acme/core", "main": "index.js" }"#,
        ),
        (
            "packages/core/index.js",
            "export function load() { return 1; }\n",
        ),
        (
            "packages/core/deep.js",
            "export function load() { return 1; }\n",
        ),
        (
            "packages/app/package.json",
            r#"{ "name": "app", "dependencies": { "core": "npm:@acme/core@1.0.0", "kern": "workspace:@acme/core@*", "void": "npm:void" } }"#,
        ),
        ("packages/app/a.js", &one),
        ("packages/app/b.js", &two),
        ("packages/app/c.js", &other),
    ];
    callers(
        &files,
        "packages/core/index.js",
        "load",
        &["certain packages/app/a.js:2 one"],
    );
    callers(
        &files,
        "packages/core/deep.js",
        "load",
        &["certain packages/app/b.js:2 one"],
    );
}

#[test]
fn a_workflow_uses_workflows_actions_and_jobs() {
    let files = [
        (
            ".github/workflows/ci.yml",
            "name: ci\non: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: ./.github/actions/setup\n      \
             - run: make all of it, which is a command that is long enough to be a chunk of its own\n  test:\n    needs: build\n    \
             uses: ./.github/workflows/test.yml\n  deploy:\n    needs: [build, test]\n",
        ),
        (
            ".github/workflows/test.yml",
            "name: test\non:\n  workflow_call:\n",
        ),
        (
            ".github/actions/setup/action.yml",
            "name: setup\nruns:\n  using: composite\n",
        ),
    ];
    let job = ["certain .github/workflows/ci.yml:10 jobs"];
    defined(&files, ".github/workflows/ci.yml", "jobs", "build", &job);
    let job = ["certain .github/workflows/ci.yml:13 jobs"];
    defined(&files, ".github/workflows/ci.yml", "jobs", "test", &job);
    callers(
        &files,
        ".github/workflows/test.yml",
        "",
        &["certain .github/workflows/ci.yml:11 jobs"],
    );
    let setup = ".github/actions/setup/action.yml";
    callers(
        &files,
        setup,
        "",
        &["certain .github/workflows/ci.yml:7 jobs"],
    );
}

#[test]
fn a_file_is_loaded_by_the_name_of_a_nested_class() {
    let files = [
        (
            "lib/app.rb",
            "module App\n  autoload :Store, 'app/store'\nend\n",
        ),
        (
            "lib/app/store.rb",
            "module App\n  class Store\n  end\nend\n",
        ),
    ];
    callers(
        &files,
        "lib/app/store.rb",
        "",
        &["certain lib/app.rb:2 App"],
    );
}

#[test]
fn an_embedded_interface_is_a_field_of_its_name() {
    let files = [
        ("go.mod", "module ex.com/app\n"),
        (
            "core/core.go",
            "package core\n\ntype Store interface {\n\tLoad() int\n}\n\ntype Disk struct{}\n\nfunc (d *Disk) Load() int { return 1 }\n",
        ),
        (
            "web/web.go",
            "package web\n\nimport \"ex.com/app/core\"\n\ntype Server struct {\n\tcore.Store\n}\n\n\
             func (s *Server) Run() int { return s.Load() }\n\nfunc (s *Server) Go() int { return s.Store.Load() }\n",
        ),
    ];
    let expected = [
        "likely web/web.go:9 Server.Run",
        "likely web/web.go:11 Server.Go",
    ];
    callers(&files, "core/core.go", "Disk.Load", &expected);
}

#[test]
fn powershell_names_functions_by_aliases_and_fields_of_classes() {
    let files = [
        (
            "lib.ps1",
            "function Get-Thing { return 1 }\nSet-Alias gt Get-Thing\nclass Item {\n    [int] $Size\n    [int] Weigh() { return $this.Size }\n}\n",
        ),
        (
            "use.ps1",
            ". ./lib.ps1\nfunction Three { param($Items) $Items | Where-Object { $_.Size -gt 1 } }\n",
        ),
    ];
    callers(&files, "lib.ps1", "Get-Thing", &["likely lib.ps1:2 "]);
    let expected = ["certain lib.ps1:5 Item.Weigh", "likely use.ps1:2 Three"];
    defined(&files, "lib.ps1", "Item", "$Size", &expected);
}

#[test]
fn a_module_a_function_and_a_list_of_arguments_are_a_call() {
    let erlang = [
        (
            "src/m.erl",
            "-module(m).\n-export([f/1, start/0]).\nf(X) -> X.\nstart() -> ok.\n",
        ),
        (
            "src/u.erl",
            "-module(u).\none() -> apply(m, f, [1]).\ntwo() -> #{start => {m, start, []}}.\nthree() -> {m, f, 1}.\n",
        ),
    ];
    callers(&erlang, "src/m.erl", "f", &["likely src/u.erl:2 one"]);
    callers(&erlang, "src/m.erl", "start", &["likely src/u.erl:3 two"]);
    let elixir = [
        (
            "lib/core.ex",
            "defmodule App.Core do\n  def load(x), do: x\nend\n",
        ),
        (
            "lib/use.ex",
            "defmodule App.Use do\n  alias App.Core\n  def one, do: apply(Core, :load, [1])\n  def two, do: {App.Core, :load, [2]}\nend\n",
        ),
    ];
    let expected = [
        "likely lib/use.ex:3 App.Use.one",
        "likely lib/use.ex:4 App.Use.two",
    ];
    callers(&elixir, "lib/core.ex", "App.Core.load", &expected);
}

#[test]
fn constants_of_an_enum_belong_to_the_class_around_it() {
    let files = [
        (
            "a/log.h",
            "namespace a {\nclass Log {\n public:\n  enum Level { kLow, kHigh };\n};\n}\n",
        ),
        (
            "b/log.h",
            "namespace b {\nclass Log {\n public:\n  enum Mode { kLow, kDeep };\n};\n}\n",
        ),
        (
            "a/use.cc",
            "#include \"a/log.h\"\nvoid one() { auto l = a::Log::kHigh; }\nvoid two() { auto l = a::Log::kLow; }\n",
        ),
        (
            "b/use.cc",
            "#include \"b/log.h\"\nnamespace b {\nvoid three() { auto m = Log::kLow; }\n}\n",
        ),
    ];
    let check = |path, level, name, expected: &[&str]| defined(&files, path, level, name, expected);
    check(
        "a/log.h",
        "a.Log.Level",
        "kHigh",
        &["certain a/use.cc:2 one"],
    );
    check(
        "a/log.h",
        "a.Log.Level",
        "kLow",
        &["certain a/use.cc:3 two"],
    );
    check(
        "b/log.h",
        "b.Log.Mode",
        "kLow",
        &["certain b/use.cc:3 b.three"],
    );
}

#[test]
fn a_protocol_is_used_where_it_is_extended() {
    let files = [
        (
            "src/my/a.clj",
            "(ns my.a)\n(defprotocol Store\n  (load-it [this]))\n",
        ),
        (
            "src/b.clj",
            "(ns b\n  (:require [my.a :refer [Store]]))\n(extend-protocol Store\n  String\n  (load-it [s] s))\n",
        ),
    ];
    callers(
        &files,
        "src/my/a.clj",
        "Store",
        &["certain src/b.clj:3 Store"],
    );
}

#[test]
fn members_of_a_type_parameter_follow_the_word_template() {
    let text = "namespace s {\nstruct Factory {\n  template <typename Sink> static int create(int a) { return a; }\n};\n\
                template <typename F = Factory>\nint make(int a) { return F::template create<int>(a); }\n\
                template <typename Maker = Factory>\nint more(int a) { return Maker::template create<int>(a); }\n}\n";
    let expected = ["likely a.h:6 s.make", "likely a.h:8 s.more"];
    callers_in("a.h", text, "s.Factory.create", &expected);
}

#[test]
fn conditions_of_templates_use_what_they_name() {
    let text = "#define ENABLE_IF(...) int = 0\nnamespace s {\n\
                template <typename T> struct is_signed { static constexpr bool value = true; };\n\
                template <typename T> constexpr bool is_small() { return true; }\n\
                template <typename T, ENABLE_IF(!is_signed<T>::value)>\nint two(T t) { return 1; }\n\
                template <int N, ENABLE_IF(N > 2 && is_small<int>())>\nint four() { return 1; }\n\
                struct five {\n  template <int N, ENABLE_IF(N > 2)> five() {}\n};\nint six() { return 1; }\n}\n";
    callers_in("a.hpp", text, "s.is_signed", &["certain a.hpp:5 s.two"]);
    callers_in("a.hpp", text, "s.is_small", &["certain a.hpp:7 s.four"]);
    callers_in("a.hpp", text, "s.six", &[]);
}

#[test]
fn arguments_tell_specializations_of_a_template_apart() {
    let text = "namespace s {\ntemplate <> struct info<float> {\n  static const int bits = 3;\n};\n\
                template <> struct info<double> {\n  static const int bits = 4;\n};\n\
                int one() { return info<float>::bits; }\nint two() { return info<double>::bits; }\n}\n";
    let files = [("a.hpp", text)];
    let at = RelationKind::Callers(Some(Symbol::OnLine(3)));
    let expected = ["certain a.hpp:8 s.one", "possible a.hpp:9 s.two"];
    check(&files, at, "a.hpp", "s.info", &expected);
}

#[test]
fn a_call_of_rust_returns_what_its_alias_wraps() {
    let text = "type ClapResult<T> = Result<T, u8>;\npub struct Matches;\nimpl Matches {\n    pub fn name(&self) -> u8 { 1 }\n}\n\
                pub struct Command;\nimpl Command {\n    pub fn new() -> Self { Command }\n    \
                pub fn matches(self) -> ClapResult<Matches> { todo!() }\n}\n\
                fn one() {\n    let matches = Command::new().matches().unwrap();\n    matches.name();\n}\n";
    callers_in(
        "src/a.rs",
        text,
        "Matches.name",
        &["likely src/a.rs:13 one"],
    );
    let text = "pub struct Sp<T> { val: T }\nimpl<T> Sp<T> {\n    pub fn span(&self) -> u8 { 1 }\n}\n\
                impl<T> Deref for Sp<T> {\n    type Target = T;\n    fn deref(&self) -> &T { &self.val }\n}\n\
                pub enum Kind { A }\nimpl Kind {\n    pub fn name(&self) -> u8 { 1 }\n}\n\
                pub struct Item;\nimpl Item {\n    pub fn kind(&self) -> Sp<Kind> { todo!() }\n}\n\
                pub fn one(item: &Item) -> u8 { item.kind().name() }\npub fn two(item: &Item) -> u8 { item.kind().span() }\n";
    callers_in("src/a.rs", text, "Kind.name", &["likely src/a.rs:17 one"]);
    callers_in("src/a.rs", text, "Sp.span", &["likely src/a.rs:18 two"]);
}

#[test]
fn an_alias_of_a_type_may_have_its_name() {
    let files = [
        (
            "src/lib.rs",
            "pub mod error;\npub mod more;\npub type Error = crate::error::Error<u8>;\n",
        ),
        (
            "src/error.rs",
            "pub struct Error<T> { t: T }\nimpl<T> Error<T> {\n    pub fn invalid(t: T) -> Self { Error { t } }\n}\n",
        ),
        (
            "src/more.rs",
            "pub fn one() {\n    crate::Error::invalid(1);\n}\n",
        ),
    ];
    callers(
        &files,
        "src/error.rs",
        "Error.invalid",
        &["likely src/more.rs:2 one"],
    );
}
