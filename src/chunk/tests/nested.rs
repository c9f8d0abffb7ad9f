//! Declarations within leaves, by language.

use super::tree;
use crate::corpus::SourcePath;
use crate::syntax::Language;

/// Checks kind, name and lines of the declarations within the leaves of a text.
#[track_caller]
pub(super) fn check(path: &str, text: &str, expected: &[&str]) {
    let has_grammar = Language::of(&SourcePath::new(path), text).is_some();
    if cfg!(not(feature = "all-languages")) && !has_grammar {
        return;
    }
    let tree = tree(path, text);
    let nested = tree.chunks.iter().flat_map(|chunk| &chunk.nested);
    let found = nested.map(|it| {
        format!(
            "{} {} {}-{}",
            it.kind.name(),
            it.name,
            it.lines.0,
            it.lines.1
        )
    });
    assert_eq!(found.collect::<Vec<_>>(), expected, "{path}");
}

#[test]
fn local_functions_and_types_are_symbols() {
    let python = "def outer():\n    @cached\n    def inner(x):\n        return x\n\n    class Local:\n        async def m(self):\n            pass\n\n    return inner(1)\n";
    check(
        "a.py",
        python,
        &["function inner 2-4", "class Local 6-8", "method m 7-8"],
    );
    let rust = "fn outer() {\n    fn inner() {}\n    struct S;\n    impl S {\n        fn m(&self) {}\n    }\n}\n";
    check(
        "a.rs",
        rust,
        &["function inner 2-2", "struct S 3-3", "function m 5-5"],
    );
    let go = "package a\n\nfunc outer() {\n\thandler := func(x int) int {\n\t\treturn x\n\t}\n\tcount := 1\n\ttype local struct{ a int }\n}\n";
    check("a.go", go, &["function handler 4-6", "struct local 8-8"]);
    let java = "class A {\n  void run() {\n    new Runnable() {\n      public void go() {}\n    }.go();\n  }\n}\n";
    check("A.java", java, &["method go 4-4"]);
    let sharp =
        "class A {\n  void Run() {\n    int Twice(int x) => x * 2;\n    Twice(3);\n  }\n}\n";
    check("a.cs", sharp, &["function Twice 3-3"]);
    check(
        "a.lua",
        "function outer()\n  local function inner(x) return x end\n  return inner(1)\nend\n",
        &["function inner 2-2"],
    );
    check(
        "a.dart",
        "void outer() {\n  int inner(int x) => x;\n  inner(1);\n}\n",
        &["function inner 2-2"],
    );
    check(
        "a.swift",
        "func outer() {\n    func inner(_ x: Int) -> Int { x }\n    _ = inner(1)\n}\n",
        &["function inner 2-2"],
    );
    check(
        "a.kt",
        "fun outer() {\n    fun inner(x: Int) = x\n    inner(1)\n}\n",
        &["function inner 2-2"],
    );
    check(
        "a.scala",
        "object A {\n  def outer(): Int = {\n    def inner(x: Int): Int = x\n    inner(1)\n  }\n}\n",
        &["function inner 3-3"],
    );
    check(
        "a.rb",
        "class A\n  def run\n    def inner; end\n  end\nend\n",
        &["method inner 3-3"],
    );
    check(
        "a.php",
        "<?php\nfunction outer() {\n    function inner() {}\n    inner();\n}\n",
        &["function inner 3-3"],
    );
}

#[test]
fn handlers_and_methods_of_objects_are_symbols() {
    let component = "export function Form() {\n  const onSubmit = useCallback(() => {\n    send();\n  }, []);\n  function helper() {}\n  return rows.map((row) => row);\n}\n";
    check(
        "a.tsx",
        component,
        &["function onSubmit 2-4", "function helper 5-5"],
    );
    let calls = "const slice = createSlice({\n  reducers: {\n    added(state) {},\n    removed: (state) => {},\n  },\n});\n\n\
                 const router = createRouter({\n  list: procedure.input(z.string()).query(() => 1),\n  name: rows.map((row) => row),\n});\n\n\
                 app.get('/x', function listItems(req, res) {});\n";
    check(
        "a.ts",
        calls,
        &[
            "method added 3-3",
            "function removed 4-4",
            "function list 9-9",
            "function listItems 13-13",
        ],
    );
    let script = "function Cart() {\n  this.add = function (x) {\n    return x;\n  };\n  exports.total = function () {};\n}\n";
    check("a.js", script, &["function add 2-4", "function total 5-5"]);
}

#[test]
fn a_function_in_a_call_or_a_function_has_the_name_of_neither() {
    check(
        "a.js",
        "const a = () => {\n  let t;\n  return function b() {\n    t = setTimeout(() => a(), 1);\n  };\n};\nc({\n  'd:e': () => {},\n  \"f\"() {},\n});\n",
        &["function b 3-5", "function d:e 8-8", "method f 9-9"],
    );
}

#[test]
fn tests_with_a_title_and_elements_are_no_symbols() {
    check(
        "a.test.js",
        "describe('a', () => {\n  it('works', () => {\n    run();\n  });\n});\n",
        &[],
    );
    check(
        "a.js",
        "const f = () => 1;\nexport default class A {\n  m() {}\n}\nmodule.exports = { a() {}, b: () => 1 };\n",
        &[],
    );
    check(
        "a.c",
        "typedef struct ring { int at; } ring;\n\nint f(struct ring *it) {\n  return it->at;\n}\n",
        &[],
    );
}

#[test]
fn a_nested_declaration_begins_with_its_decorators_and_ends_with_its_code() {
    let python = "def make():\n    @cache(\n        size=3,\n    )\n    @other\n    def inner(x):\n        return x\n\n    @dataclass\n    class Local:\n        @property\n        def size(self):\n            return 1\n\n    return inner\n";
    check(
        "a.py",
        python,
        &[
            "function inner 2-7",
            "class Local 9-13",
            "accessor size 11-13",
        ],
    );
    check(
        "a.rs",
        "fn outer() {\n    let a = 1;\n    #[inline]\n    #[must_use]\n    fn inner() {}\n}\n",
        &["function inner 3-5"],
    );
    check(
        "a.scala",
        "object A:\n  def run(): Unit =\n    def loop(n: Int): Int =\n      if n > 3 then n\n      else loop(n + 1)\n    println(1)\n",
        &["function loop 3-5"],
    );
}
