//! Declarations that a grammar does not show as such: destructured names, other branches of the preprocessor, modules in
//! tests, calls without parentheses.

use super::check;
use super::nested::check as check_nested;

#[test]
fn typescript_declares_renamed_and_imported_names() {
    check(
        "a.ts",
        "const { reducer: a, b = 1, c: { d: e = 2 } } = f;
const [g, { h: i }] = j;
await using k = l();
export import m = N.O;
",
        "body items a 1-3 +b,e,g,i,k
body items m 4-4
",
    );
    check(
        "a.js",
        "await using a = b();\nconst { c: d } = a;\n",
        "body items a 1-2 +d\n",
    );
}

#[test]
fn a_function_of_c_may_have_its_type_in_a_macro() {
    check(
        "a.c",
        "API(int) first(int a)
{
    return a;
}

static PyAPI_FUNC(char *) second(void (*run)(int)) {
    return 0;
}
",
        "body function first 1-5
body function second 6-8
",
    );
}

#[test]
fn headers_in_both_branches_are_declared() {
    let text = "#if A
int first(void) {
#else
int second(int a) {
#endif
    if (a) { return 1; }
    return 0;
}
#ifdef B
struct one {
#else
struct two {
#endif
    int x;
};
#ifdef B
int same(void)
#else
int same(int a)
#endif
{
    return 1;
}
int after(void) { return 1; }
";
    for path in ["a.c", "a.cpp"] {
        check(
            path,
            text,
            "body function first 1-9
body struct one 10-16 +x
body function same 17-23
body function after 24-24
",
        );
        check_nested(path, text, &["function second 4-8", "struct two 12-15"]);
    }
    check(
        "a.hs",
        "{-# LANGUAGE CPP #-}
module A where
#ifdef B
a :: Int
a = 1
#else
-- Docs.
b :: Int
b = 2
#endif
c :: Int
c = 3
",
        "header file  1-2
body items a 3-12 +b,c
",
    );
}

#[test]
fn modules_within_tests_are_symbols() {
    let text = "defmodule A do
  test \"b\" do
    defmodule C do
      def d, do: 1
    end
  end
end
";
    check_nested("a.exs", text, &["module C 3-5", "function d 4-4"]);
    let text = "module A : sig
  module B : sig
    val c : int -> int
  end
end = struct
  let d = 1
end
";
    check_nested("a.ml", text, &["module B 2-4", "function c 3-3"]);
}

#[test]
fn groovy_calls_without_parentheses_keep_their_class() {
    check(
        "A.groovy",
        "class A extends Specification {
  @Shared b = 0
  def \"c\"() {
    when:
    d.e \"\"\"
class F { def g() {} }
\"\"\"
    def h = Mock I
    d.j 1, k: 2, { l -> println \"$l\" }
    return d.m n, o + 1
  }
  static p(q, r) { q + r }
  void s() {
    d.t new U()
    v = { w() }.call()
    if (x) println 'y'
    else z ''
  }
}
class B { def c() { run \"x\" } }
",
        "parent class A 1-19
  header class A 1-2 +b
  body method A.c 3-11
  body method A.p 12-12
  body method A.s 13-19
parent class B 20-20
  header class B 20-20
  body method B.c 20-20
",
    );
}

#[test]
fn declarations_in_strings_do_not_count() {
    check(
        "A.groovy",
        "class A {
  def a() {
    b.c '''
class D { def e() {} }
class F { def g() {} }
''' with h and i
  }
  def j() {}
}
",
        "parent class A 1-9
  header class A 1-1
  body method A.a 2-7
  body method A.j 8-9
",
    );
}

#[test]
fn names_of_other_languages_are_declared() {
    check(
        "a.glsl",
        "layout(std140) uniform A { mat4 b; vec3 c; } d;\nbuffer E { float f[]; };\nvoid main() {}\n",
        "body struct A 1-1 +d,b,c\nbody struct E 2-2 +f\nbody function main 3-3\n",
    );
    check(
        "a.jl",
        "mutable struct A
    @atomic b::Int
    const c::String
    @atomic d
    A(b) = new(b)
end
",
        "parent struct A 1-6
  header struct A 1-4 +d,b,c
  body constructor A.A 5-6
",
    );
    check(
        "a.clj",
        "(defprotocol A (b [c]) (d [c e]))\n(def f 1)\n",
        "body interface A 1-1 +b,d
body items f 2-2
",
    );
    check(
        "a.ml",
        "let ( let* ) = Option.bind\nlet (a, b) = (1, 2)\nlet c x = x\n",
        "body items let* 1-2 +a,b
body function c 3-3
",
    );
    check(
        "a.erl",
        "-module(a).
-moduledoc \"\"\"
About it.
\"\"\".
-doc \"Adds.\".
-spec b(integer()) -> integer().
b(C) -> C.
-vsn(1).
",
        "body module a 1-1
body items  2-4
body function b 5-7
body items vsn 8-8
",
    );
    check(
        "a.ps1",
        "function A {
    @{ B = switch ($c) { 'd' { 0 } 'e' { 1 } default { 2 } } }
}
function F { 1 }
",
        "body function A 1-3
body function F 4-4
",
    );
}

#[test]
fn macros_of_dbt_and_names_in_back_quotes_are_declared() {
    check(
        "a.sql",
        "{% macro a(b, c=2) %}
    round({{ b }}, {{ c }}) -- it's d
{% endmacro %}

{%- test e(f) -%}
select * from {{ f }} where a < 0
{%- endtest -%}
",
        "body macro a 1-4
body macro e 5-7
",
    );
    check(
        "b.sql",
        "CREATE TABLE `a b` (`c` int);\n",
        "body struct a b 1-1 +c\n",
    );
}

#[test]
fn types_of_members_and_functions_of_assembly_are_declared() {
    check(
        "a.c",
        "struct a {
    struct b { int c; } d;
    enum e { F } *g;
};
",
        "parent struct a 1-4
  header struct a 1-1
  body struct a.b 2-2 +d,c
  body enum a.e 3-4 +g,F
",
    );
    check_nested(
        "a.sol",
        "contract A {
    function b() external {
        assembly { function c(d) -> e { e := d } }
    }
}
",
        &["function c 3-3"],
    );
    check_nested(
        "a.ex",
        "defmodule A do\n  defmacro defb(c, do: d) do\n    d\n  end\nend\n",
        &[],
    );
}

#[test]
fn the_last_value_of_an_enum_is_no_macro() {
    check(
        "a.c",
        "typedef enum {
    AAA,
    BBB
} c;
struct d FAR *e(z_stream FAR *f) {
",
        "body enum c 1-4 +AAA,BBB
body function e 5-5
",
    );
}

#[test]
fn methods_of_core_data_and_types_in_another_branch_are_declared() {
    check(
        "a.swift",
        "extension A {
    @objc(addBObject:)
    @NSManaged public func addToB(_ value: C)

    @objc(addB:)
    @NSManaged public func addToB(_ values: Set<C>)
    @NSManaged func d(_ value: Eee)
}
class F {}
",
        "parent impl A 1-8
  header impl A 1-1
  body method A.addToB 2-4
  body method A.addToB 5-6
  body method A.d 7-8
body class F 9-9
",
    );
    check(
        "A.hs",
        "module A where

#ifdef B
newtype C = C Int
#else
import D (e)

-- | F.
newtype C = C Word
#endif
",
        "header file  1-2
body struct C 3-7
body struct C 8-10
",
    );
}
