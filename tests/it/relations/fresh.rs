//! Constructs that small repositories and `references/audit.py` found on 30 November.

use super::*;
use smriti_tui::chunk::Symbol;

#[track_caller]
pub(super) fn callers(files: &[(&str, &str)], path: &str, names: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, names, expected);
}

/// Checks the callers of a name that a chunk defines.
#[track_caller]
pub(super) fn users(files: &[(&str, &str)], declared: [&str; 3], expected: &[&str]) {
    let [path, names, name] = declared;
    let symbol = Some(Symbol::Named(name.to_owned()));
    check(files, RelationKind::Callers(symbol), path, names, expected);
}

#[test]
fn a_field_that_a_constructor_defines_may_be_called() {
    let python = "class Auth:\n    def __init__(self, func):\n        self._func = func\n\n    def run(self, it):\n        return self._func(it)\n";
    let expected = ["certain auth.py:6 Auth.run"];
    let files = [("auth.py", python)];
    users(&files, ["auth.py", "Auth.__init__", "_func"], &expected);
}

#[test]
fn an_index_in_brackets_is_no_key() {
    let files = [
        ("t.h", "enum Field { PID = 1, CPU = 2, LAST };\n"),
        (
            "t.c",
            "#include \"t.h\"\n\nconst int rows[LAST] = {\n   [PID] = 1,\n   [CPU] = 2,\n};\n",
        ),
    ];
    users(&files, ["t.h", "Field", "CPU"], &["certain t.c:5 rows"]);
    let files = [
        ("keys.js", "export const PORT = 'port';\n"),
        (
            "conf.js",
            "import { PORT } from './keys.js';\n\nexport function read(conf) {\n  const { [PORT]: port } = conf;\n  return port;\n}\n",
        ),
    ];
    callers(&files, "keys.js", "PORT", &["certain conf.js:4 read"]);
}

#[test]
fn an_index_of_an_array_of_go_is_no_key() {
    let go = "package f\n\ntype Kind int\n\nconst Pid Kind = 0\n\ntype Row struct {\n\tPid int\n}\n\n\
              func run() []string {\n\treturn []string{Pid: \"pid\"}\n}\n\n\
              func all() []Row {\n\treturn []Row{{Pid: 1}}\n}\n";
    let files = [("f/f.go", go)];
    callers(&files, "f/f.go", "Pid", &["certain f/f.go:12 run"]);
    let expected = ["certain f/f.go:16 all"];
    users(&files, ["f/f.go", "Row", "Pid"], &expected);
}

#[test]
fn a_key_after_a_copied_value_is_a_field_of_its_type() {
    let conf = "export interface Conf {\n  port: number;\n}\n\nexport const defaults: Conf = { port: 1 };\n";
    let user = "import { Conf, defaults } from './conf';\n\n\
                export function at(conf: Conf): Conf {\n  return { ...conf, port: 4 };\n}\n\n\
                export const other = { ...defaults, port: 2 };\n";
    let files = [("conf.ts", conf), ("use.ts", user)];
    let expected = [
        "certain conf.ts:5 defaults",
        "likely use.ts:4 at",
        "likely use.ts:7 other",
    ];
    users(&files, ["conf.ts", "Conf", "port"], &expected);
}

#[test]
fn fields_of_a_struct_of_elixir_are_keys_and_members() {
    let conf = "defmodule App.Conf do\n  defstruct port: 1, host: \"a\"\n  @limit 3\n\n  \
                def at(conf, port), do: %{conf | port: port}\n\n  def limit(port), do: @limit + port\nend\n";
    let user = "defmodule App.Use do\n  alias App.Conf\n\n  def make do\n    %Conf{port: 3}\n  end\n\n  \
                def read(%Conf{} = conf), do: conf.port\n\n  def other(port), do: run(port: port)\nend\n";
    let files = [("lib/conf.ex", conf), ("lib/use.ex", user)];
    let expected = [
        "certain lib/use.ex:5 App.Use.make",
        "likely lib/conf.ex:5 App.Conf.at",
        "likely lib/use.ex:8 App.Use.read",
    ];
    users(&files, ["lib/conf.ex", "App.Conf.port", "port"], &expected);
    let expected = ["certain lib/conf.ex:7 App.Conf.limit"];
    users(&files, ["lib/conf.ex", "App.Conf.port", "limit"], &expected);
}

#[test]
fn a_function_is_called_by_its_other_name() {
    let files = [
        (
            "lib.ps1",
            "function Get-Thing { param($Name) \"thing $Name\" }\nSet-Alias -Name gth -Value Get-Thing\n",
        ),
        ("use.ps1", ". ./lib.ps1\ngth -Name a\n"),
    ];
    let expected = ["likely lib.ps1:2 ", "likely use.ps1:2 "];
    callers(&files, "lib.ps1", "Get-Thing", &expected);
    let php = "<?php\nnamespace App;\n\ntrait Loud {\n    public function shout($it) { return $it; }\n}\n\n\
               class Dog {\n    use Loud {\n        shout as protected bark;\n    }\n\n    \
               public function run() {\n        return $this->bark('a');\n    }\n}\n";
    let files = [("src/Dog.php", php)];
    let expected = [
        "certain src/Dog.php:10 Dog",
        "likely src/Dog.php:14 Dog.run",
    ];
    callers(&files, "src/Dog.php", "Loud.shout", &expected);
    let ruby = "class Store\n  def load(it)\n    it\n  end\n  alias fetch load\n\n  def run\n    fetch(1)\n  end\nend\n";
    let expected = ["certain a.rb:5 Store.fetch", "likely a.rb:8 Store.run"];
    callers(&[("a.rb", ruby)], "a.rb", "Store.load", &expected);
}

#[test]
fn a_template_in_a_component_names_its_members() {
    let component = "@Component({\n  selector: 'app-list',\n  template: `\n    <b (click)=\"reload()\">{{ title }} reload</b>\n    \
                     @if (isOpen) { {{ row.title }} }\n  `,\n})\n\
                     export class List {\n  title = 'a';\n  isOpen = false;\n\n  reload() {\n    return title;\n  }\n}\n";
    let files = [("list.ts", component)];
    let expected = ["possible list.ts:4 List"];
    callers(&files, "list.ts", "List.reload", &expected);
    users(&files, ["list.ts", "List", "title"], &expected);
    let expected = ["possible list.ts:5 List"];
    users(&files, ["list.ts", "List", "isOpen"], &expected);
}

#[test]
fn a_value_may_have_the_functions_of_a_library() {
    let sol = "library Amounts {\n    function half(uint256 it) internal pure returns (uint256) {\n        return it / 2;\n    }\n}\n\n\
               contract Bank {\n    using Amounts for uint256;\n    uint256 public total;\n\n    \
               function run() public view returns (uint256) {\n        return total.half();\n    }\n}\n";
    let expected = ["possible a.sol:12 Bank.run"];
    callers(&[("a.sol", sol)], "a.sol", "Amounts.half", &expected);
}

#[test]
fn a_type_in_a_class_is_named_after_an_alias_of_the_class() {
    let cpp = "template <typename T>\nclass Box {\n public:\n  using value_type = T;\n};\n\nusing IntBox = Box<int>;\n\n\
               int run() {\n  IntBox::value_type n = 1;\n  return n;\n}\n";
    let expected = ["likely a.cc:10 run"];
    callers(&[("a.cc", cpp)], "a.cc", "Box.value_type", &expected);
}

#[test]
fn a_path_may_end_with_the_new_name_of_a_trait() {
    let files = [
        (
            "src/lib.rs",
            "mod shape;\npub mod prelude {\n    pub use crate::shape::Shape as Form;\n}\n",
        ),
        (
            "src/shape.rs",
            "pub trait Shape {\n    fn area(&self) -> u32;\n}\n\npub fn run(it: &dyn Shape) -> u32 {\n    crate::prelude::Form::area(it)\n}\n",
        ),
    ];
    let expected = ["certain src/shape.rs:6 run"];
    callers(&files, "src/shape.rs", "Shape.area", &expected);
}

#[test]
fn a_variable_of_c_may_be_called_super() {
    let c = "typedef struct Table_ { int used; } Table;\n\nvoid scan(Table* super) {\n   super->used++;\n}\n\n\
             void grow(Table* this) {\n   this->used++;\n}\n";
    let expected = ["certain a.c:4 scan", "certain a.c:8 grow"];
    users(&[("a.c", c)], ["a.c", "Table", "used"], &expected);
}

#[test]
fn a_function_of_csharp_in_upper_case_is_no_type() {
    let cs = "public class Token {\n    public bool IsNumber => true;\n    public static Token Of(string it) => new Token();\n}\n\n\
              public class Word {\n    public bool IsNumber => false;\n}\n\n\
              public class Use {\n    public void First(object it) {\n        var token = Assert.IsType<Token>(it);\n        \
              Assert.True(token.IsNumber);\n    }\n\n    \
              public void Second() {\n        var parsed = (Token)Read(1).Single();\n        Assert.True(parsed.IsNumber);\n    }\n\n    \
              public void Third() {\n        var word = new Word();\n        Assert.True(word.IsNumber);\n    }\n}\n";
    let expected = ["likely Use.cs:13 Use.First", "likely Use.cs:18 Use.Second"];
    let files = [("Use.cs", cs)];
    callers(&files, "Use.cs", "Token.IsNumber", &expected);
    let expected = ["certain Use.cs:23 Use.Third"];
    callers(&files, "Use.cs", "Word.IsNumber", &expected);
}

#[test]
fn arguments_of_an_initializer_have_the_names_of_fields() {
    let cs = "public record Circle(int Radius) {}\n\npublic class Box {\n    int Radius;\n    public Box(int Radius) {}\n}\n\n\
              public class Use {\n    public Circle Make() => new Circle(Radius: 1);\n    public Box Pack() => new Box(Radius: 1);\n}\n";
    let files = [("Use.cs", cs)];
    let expected = ["likely Use.cs:9 Use.Make"];
    users(&files, ["Use.cs", "Circle", "Radius"], &expected);
    let swift = "struct Store {\n    var count = 0\n    let name: String\n}\n\n\
                 class Box {\n    var count: Int\n    init(count: Int) {}\n}\n\n\
                 func run() {\n    let store = Store(count: 1, name: \"a\")\n    let box = Box(count: 2)\n}\n";
    let files = [("a.swift", swift)];
    let expected = ["likely a.swift:12 run"];
    users(&files, ["a.swift", "Store", "count"], &expected);
    users(&files, ["a.swift", "Box", "count"], &[]);
}

#[test]
fn a_module_of_nuxt_is_imported_without_a_statement() {
    let files = [
        (
            "composables/useCart.ts",
            "export const useCart = () => {\n  return 1\n}\n",
        ),
        (
            "lib/useCount.ts",
            "export const useCount = () => {\n  return 1\n}\n",
        ),
        (
            "pages/index.vue",
            "<script setup>\nconst items = useCart()\nconst count = useCount()\n</script>\n",
        ),
    ];
    let expected = ["possible pages/index.vue:2 items"];
    callers(&files, "composables/useCart.ts", "useCart", &expected);
    callers(&files, "lib/useCount.ts", "useCount", &[]);
}

#[test]
fn a_value_of_lua_may_have_functions_of_a_module() {
    let files = [
        (
            "store.lua",
            "local M = {}\n\nM.fetch = function(self, key)\n  return key\nend\n\nM.format = function(it)\n  return it\nend\n\nreturn M\n",
        ),
        (
            "use.lua",
            "local make = require(\"make\")\n\nfunction run(s)\n  pcall(s.fetch, s)\n  return string.format(\"a\", s)\nend\n",
        ),
    ];
    callers(&files, "store.lua", "M.fetch", &["possible use.lua:4 run"]);
    callers(&files, "store.lua", "M.format", &[]);
}

#[test]
fn an_atom_of_erlang_is_no_function() {
    let erlang = "-module(store).\n-define(LIMIT, 4).\n\n\
                  load(Key) -> gen_server:call(?MODULE, {load, Key}).\n\n\
                  handle_call({load, K}, _From, S) -> {reply, K, S, ?LIMIT}.\n\n\
                  run() -> lists:map(fun load/1, [a]).\n";
    let expected = ["certain store.erl:8 run"];
    let files = [("store.erl", erlang)];
    callers(&files, "store.erl", "load", &expected);
    let expected = ["likely store.erl:6 handle_call"];
    callers(&files, "store.erl", "LIMIT", &expected);
}

#[test]
fn a_record_of_clojure_is_imported_as_a_class() {
    let files = [
        (
            "src/depot/store.clj",
            "(ns depot.store)\n\n(defrecord Store [size])\n",
        ),
        (
            "src/depot/core.clj",
            "(ns depot.core\n  (:import [depot.store Store]))\n\n(defn run []\n  (Store. 3))\n",
        ),
    ];
    let expected = ["certain src/depot/core.clj:5 run"];
    callers(&files, "src/depot/store.clj", "Store", &expected);
}

#[test]
fn super_of_a_mixin_may_be_the_other_base() {
    let python = "class Base:\n    def setup(self):\n        return 1\n\nclass Log:\n    def setup(self):\n        return super().setup()\n\nclass Own(Log):\n    def setup(self):\n        return super().setup()\n\nclass Model(Own, Base):\n    pass\n";
    callers(
        &[("a.py", python)],
        "a.py",
        "Base.setup",
        &["possible a.py:7 Log.setup"],
    );
    let other = "class Base:\n    def setup(self):\n        return 1\n\nclass Log:\n    def setup(self):\n        return super().setup()\n";
    callers(&[("a.py", other)], "a.py", "Base.setup", &[]);
}

#[test]
fn a_module_may_call_what_it_exports() {
    let util = "exports.pad = function pad(s) { return s }\nexports.low = s => s\nmodule.exports.up = function (s) { return s }\nexports.cut = function (s) { return exports.pad(s) + exports.low(s) + module.exports.up(s) }\n";
    for name in ["pad", "low", "up"] {
        callers(
            &[("util.js", util)],
            "util.js",
            name,
            &["likely util.js:4 cut"],
        );
    }
}
