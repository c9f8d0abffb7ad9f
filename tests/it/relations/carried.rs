//! Code that is used in a way that names it only in part: through a variable, in a pattern, in a text.

use super::*;
use smriti_tui::chunk::Symbol;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, names: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, names, expected);
}

/// Checks the references to a name that the chunk with these names defines.
#[track_caller]
fn users(files: &[(&str, &str)], path: &str, (names, name): (&str, &str), expected: &[&str]) {
    let kind = RelationKind::Callers(Some(Symbol::Named(name.to_owned())));
    check(files, kind, path, names, expected);
}

/// Checks the only caller of a function of a module, which it calls through a variable.
#[track_caller]
fn check_carried(module: (&str, &str), user: (&str, &str), name: &str, expected: &str) {
    callers(&[module, user], module.0, name, &[expected]);
}

#[test]
fn a_function_of_a_module_may_be_called_through_a_variable() {
    let python = ("util.py", "def weigh(x):\n    return x\n");
    let user = (
        "b.py",
        "def run(mod):\n    return mod.weigh(1)\n\ndef other(text):\n    return text.weigh(1, 2)\n",
    );
    check_carried(python, user, "weigh", "possible b.py:2 run");
    let field = (
        "b.py",
        "class Use:\n    def __init__(self, util):\n        self.util = util\n\n    def run(self):\n        return self.util.weigh(1)\n",
    );
    check_carried(python, field, "weigh", "possible b.py:6 Use.run");
    let script = ("util.js", "export function weigh(x) { return x; }\n");
    let user = (
        "b.js",
        "export const run = ({ utils }) => utils.weigh(1);\nexport const other = () => console.weigh(1);\n",
    );
    check_carried(script, user, "weigh", "possible b.js:1 run");
    let erlang = (
        "m.erl",
        "-module(m).\n-export([weigh/1]).\nweigh(A) -> A.\n",
    );
    let user = (
        "b.erl",
        "-module(b).\n-export([run/1]).\nrun(Mod) -> Mod:weigh(1).\n",
    );
    check_carried(erlang, user, "weigh", "possible b.erl:3 run");
    let lua = (
        "m.lua",
        "local Scale = {}\nfunction Scale.weigh(x) return x end\nreturn Scale\n",
    );
    let user = (
        "b.lua",
        "local function run(cls) return cls.weigh(1) end\nreturn run\n",
    );
    check_carried(lua, user, "Scale.weigh", "possible b.lua:1 run");
}

#[test]
fn a_variable_of_a_known_type_carries_no_module() {
    let files = [
        ("util.py", "def weigh(x):\n    return x\n"),
        (
            "b.py",
            "class Scale:\n    def weigh(self, x):\n        return x\n\ndef run(scale: Scale):\n    return scale.weigh(1)\n",
        ),
    ];
    callers(&files, "util.py", "weigh", &[]);
}

#[test]
fn a_parameter_with_a_word_of_another_language_is_no_own_value() {
    let python = "class Node:\n    def add(self, it):\n        return it\n\n    def attach(self, parent):\n        parent.add(self)\n\n\
                  class Other:\n    def add(self, it):\n        return it\n";
    callers(
        &[("a.py", python)],
        "a.py",
        "Other.add",
        &["possible a.py:6 Node.attach"],
    );
}

#[test]
fn a_global_that_is_only_assigned_is_used() {
    let python = "CACHE = None\n\ndef reset():\n    global CACHE\n    CACHE = {}\n\ndef other():\n    CACHE = 1\n    return CACHE\n";
    let expected = ["certain a.py:4 reset"];
    users(&[("a.py", python)], "a.py", ("CACHE", "CACHE"), &expected);
}

#[test]
fn the_body_of_a_class_of_python_names_its_methods() {
    let python = "class Foo:\n    def run(self):\n        return 1\n\n    old_name = run\n    value = property(run)\n\n\
                  def other():\n    return run\n";
    callers(
        &[("a.py", python)],
        "a.py",
        "Foo.run",
        &["likely a.py:5 Foo.old_name"],
    );
}

#[test]
fn a_function_has_no_methods_of_other_types() {
    let python = "from functools import singledispatch\n\nclass Registry:\n    def register(self, f):\n        return f\n\n\
                  @singledispatch\ndef show(x):\n    return x\n\n@show.register\ndef _(x: int):\n    return 1\n";
    callers(
        &[("a.py", python)],
        "a.py",
        "Registry.register",
        &["possible a.py:11 _"],
    );
}

#[test]
fn a_struct_of_elixir_names_its_module() {
    let files = [
        (
            "lib/item.ex",
            "defmodule Shop.Item do\n  defstruct [:name]\nend\n",
        ),
        (
            "lib/b.ex",
            "defmodule Shop.B do\n  alias Shop.Item\n  def c(%Item{} = i), do: i\nend\n",
        ),
    ];
    callers(
        &files,
        "lib/item.ex",
        "Shop.Item",
        &["certain lib/b.ex:3 Shop.B.c"],
    );
}

#[test]
fn arguments_of_a_dockerfile_are_used_in_images_and_commands() {
    let docker = "ARG VERSION=20\nARG BASE=node\nFROM ${BASE}:${VERSION} AS build\nARG TOKEN\nRUN npm ci --token ${TOKEN}\n";
    let files = [("Dockerfile", docker)];
    let line = |line| RelationKind::Callers(Some(Symbol::OnLine(line)));
    check(
        &files,
        line(1),
        "Dockerfile",
        "VERSION",
        &["certain Dockerfile:3 build"],
    );
    check(
        &files,
        line(2),
        "Dockerfile",
        "VERSION",
        &["certain Dockerfile:3 build"],
    );
}

#[test]
fn a_variable_of_make_is_used_in_the_body_of_a_macro() {
    let make = "FLAGS := x\n\ndefine run\n\t$(FLAGS) $(1)\nendef\n\nall:\n\t$(call run,a)\n";
    users(
        &[("Makefile", make)],
        "Makefile",
        ("FLAGS", "FLAGS"),
        &["certain Makefile:4 run"],
    );
}

#[test]
fn patterns_of_javascript_take_members_and_what_a_loader_gives() {
    let nested = [
        (
            "a.js",
            "const util = { pad(x) { return x; } };\nmodule.exports = { util };\n",
        ),
        (
            "b.js",
            "const { util: { pad } } = require('./a');\nfunction run() { return pad(1); }\n",
        ),
    ];
    callers(&nested, "a.js", "util.pad", &["certain b.js:2 run"]);
    let loaded = [
        ("a.js", "export function go() { return 1; }\n"),
        (
            "b.js",
            "const load = () => import('./a');\nexport async function run() { const { go } = await load(); go(); }\n",
        ),
    ];
    callers(&loaded, "a.js", "go", &["possible b.js:2 run"]);
}
