//! Constructs that a grammar does not know, one table for each language: no declaration is lost with them.

use super::check;

#[test]
fn kotlin_guards_may_be_on_lines_of_their_own() {
    check(
        "Guard.kt",
        "class A(val b: B) {
    fun c(d: D) = when (d) {
        is E if (d.f == d.g) -> 1
        is E
            if d.f > 1
                && d.g -> 2
        null if b.h -> 3
        is I if when (b) { is J if b.k -> true; else -> false } -> 4
        else -> 5
    }
    fun l() {}
}
fun m() {}
",
        "parent class A 1-12
  header class A 1-1 +b
  body method A.c 2-10
  body method A.l 11-12
body function m 13-13
",
    );
}

#[test]
fn kotlin_fields_and_patterns_are_known() {
    check(
        "Field.kt",
        "typealias A = context(B) (C) -> D

class E {
    val f: F<G>
        field = H(0)
    val i: I
        field: J<K> = l()
        get() = field
    @all:M var n: Int = 0; private set
    fun o() {
        val (p = q, r) = s
        (val t, val u) = v
        [val w, val x] = y
    }
    fun z() {}
}
",
        "body type A 1-2
parent class E 3-16
  header class E 3-5 +f
  body accessor E.i 6-8
  body items E.n 9-9
  body method E.o 10-14
  body method E.z 15-16
",
    );
}

#[test]
fn kotlin_members_may_follow_on_one_line() {
    check(
        "Line.kt",
        "class A(val a: Int) { init { b() } fun c() = a; var d: Int = 0; private set }
@JvmInline value class E(val f: Int) { val g get() = f.h() }
value class I(val j: Int) { fun k() {} fun l() {} }
class M(n: N?) : O by n ?: P() {
    fun q() {}
}
class R(s: Any) : O by (s as O) { fun t() {} }
",
        "parent class A 1-1
  header class A 1-1 +a
  body constructor A.init 1-1
  body method A.c 1-1
  body items A.d 1-1
parent class E 2-2
  header class E 2-2 +f
  body accessor E.g 2-2
parent class I 3-3
  header class I 3-3 +j
  body method I.k 3-3
  body method I.l 3-3
parent class M 4-6
  header class M 4-4
  body method M.q 5-6
parent class R 7-7
  header class R 7-7
  body method R.t 7-7
",
    );
}

#[test]
fn csharp_assigns_to_members_that_may_be_null() {
    check(
        "Null.cs",
        "#:package A@1
class B {
    void C() { d?.e = 3; d?[0]?.f += 1; }
    public void operator +=(int g) { }
    void H() { I j = (k, out l) => true; }
    void M() { }
}
class N<T>(T o) where T : allows ref struct { T P() => o; }
",
        "parent class B 1-7
  header class B 1-2
  body method B.C 3-3
  body method B.operator += 4-4
  body method B.H 5-5
  body method B.M 6-7
parent class N 8-8
  header class N 8-8
  body method N.P 8-8
",
    );
}

#[test]
fn java_calls_constructors_after_statements() {
    check(
        "A.java",
        "import module java.base;

class A extends B {
    A(int c) { d(c); super(c); }
    int e(Object f) { return switch (f) { case G(_), H(_) -> 1; default -> 2; }; }
}
value class I { int j; }
class K {}
",
        "body imports  1-2
parent class A 3-6
  header class A 3-3
  body constructor A.A 4-4
  body method A.e 5-6
body class I 7-7 +j
body class K 8-8
",
    );
}

#[test]
fn scripts_have_accessors_on_one_line() {
    check(
        "b.js",
        "class A { static accessor b = 0; accessor #c = 1; d() {} }
export function e() {}
",
        "parent class A 1-1
  header class A 1-1 +b,#c
  body method A.d 1-1
body function e 2-2
",
    );
}

#[test]
fn typescript_exports_types_with_attributes() {
    check(
        "c.ts",
        r#"export type * from "./a";
export * as b from "./c" with { type: "json" };
export class D<in out E> { f() {} }
export function g() {}
"#,
        "body imports  1-2
parent class D 3-3
  header class D 3-3
  body method D.f 3-3
body function g 4-4
",
    );
}

#[test]
fn flow_has_variance_and_opaque_types() {
    check(
        "d.js",
        "// @flow
opaque type A: string = string;
type B = {a: C, ...};
class D<+E, -F> extends G<E> { static +h: I = 1; j(): K { return k; } }
enum L of string { M = 'm' }
function n(o: ?P): %checks { return !!o; }
",
        "body type A 1-2
body type B 3-3 +a
parent class D 4-4
  header class D 4-4 +h
  body method D.j 4-4
body enum L 5-5 +M
body function n 6-6
",
    );
}

#[test]
fn rust_macros_around_items_have_other_macros() {
    check(
        "f.rs",
        r#"cfg_if! {
    if #[cfg(unix)] {
        pub fn a() {}
    } else {
        compile_error!("b");
    }
}
proptest! { #[test] fn c(d in 0..10u8, e in f::<G>()) { h(d) } }
newtype! { pub struct I { const J = 0; } }
paste! { pub fn [<k_ $l>]() {} pub struct M; }
pub const trait N { fn o(); }
trait P = Q + R;
"#,
        "body function a 1-4
body items  5-8
body function c 8-9
body struct I 9-10 +J
body struct M 10-10
parent trait N 11-11
  header trait N 11-11
  body method N.o 11-11
body trait P 12-12
",
    );
}

#[test]
fn swift_bodies_that_are_unknown_are_hidden() {
    check(
        "m.swift",
        "struct A {
    func b() -> Int { let c = d <~ 3 ?: { e ~> } ; return 1 }
    init(f: Int) { self.f := f { } }
    func g() {}
}
func h() {}
",
        "parent struct A 1-5
  header struct A 1-1
  body method A.b 2-2
  body constructor A.init 3-3
  body method A.g 4-5
body function h 6-6
",
    );
}

#[test]
fn c_headers_for_cpp_are_c() {
    check(
        "n.h",
        r#"struct a { int b; };
#ifdef __cplusplus
extern "C" {
#endif
int c(struct a *d);
#ifdef __cplusplus
}
#endif
"#,
        "body struct a 1-1 +b
body items c 2-8
",
    );
}

#[test]
fn cpp_constructors_have_contracts() {
    check(
        "o.cpp",
        "struct A {
    A(int b) pre(b > 0) : c(b) {}
    int c;
};
export class D {};
void e() {}
",
        "parent struct A 1-4
  header struct A 1-1
  body constructor A.A 2-2
  body items A.c 3-4
body class D 5-5
body function e 6-6
",
    );
}

#[test]
fn java_records_have_components() {
    check(
        "F.java",
        "record F(int a, String b) {
    static F c() { return null; }
}
record G(int d) {}
",
        "parent class F 1-3
  header class F 1-1 +a,b
  body method F.c 2-3
body class G 4-4 +d
",
    );
}

#[test]
fn cpp_loops_of_macros_declare_nothing() {
    check(
        "g.cpp",
        "int a() {
    FOR_EACH(b, c) {
        d(b);
    }
    Q_FOREACH (const auto& e, c) { d(e); }
    return 0;
}
class H : public I {
    GENERATED_BODY()
    UPROPERTY(J, K = \"l\") int m = 0;
    DECLARE_EVENT_OneParam(H, N, int)
    int o() { return 1; }
};
",
        "body function a 1-7
parent class H 8-13
  header class H 8-11 +m
  body method H.o 12-13
",
    );
}

#[test]
fn types_of_objects_have_members() {
    check(
        "h.ts",
        "type A = {
  b: C;
  d(): E;
};
type F = G & { h: I };
type J = K;
",
        "parent type A 1-4
  header type A 1-2 +b
  body method A.d 3-4
body type F 5-5 +h
body type J 6-6
",
    );
}

#[test]
fn csharp_names_types_for_all_files() {
    check(
        "b.cs",
        "global using System;
global using A = (int B, int C);
using D = E.F;
class G { }
",
        "body imports  1-1
body type A 2-2
body imports  3-3
body class G 4-4
",
    );
}

#[test]
fn cpp_namespaces_in_a_path_may_be_inline() {
    check(
        "a.cpp",
        "namespace a::inline b {
void c() {}
}
",
        "parent module a.b 1-3
  header module a.b 1-1
  body function a.b.c 2-3
",
    );
}

#[test]
fn clojure_has_metadata_before_forms() {
    check(
        "a.clj",
        "(def a 1)
^{:b {:c 1}}
(defn d [e] e)
^:private ^f
(def g 2)
#_(defn h [] 1)
(defn i [] 2)
",
        "body items a 1-1
body function d 2-3
body items g 4-6
body function i 7-7
",
    );
}

#[test]
fn haskell_instances_of_lists_have_names() {
    check(
        "A.hs",
        "instance A a => B [a] where
  c = 1
instance B () where
  c = 2
pattern D {e, f} = (e, f)
",
        "body impl [] 1-2 +c
body impl () 3-4 +c
body function D 5-5
",
    );
}

#[test]
fn operators_of_julia_are_defined_between_their_operands() {
    check(
        "a.jl",
        "a ⊗ b = a * b
c(d) = d
",
        "body function ⊗ 1-1
body function c 2-2
",
    );
}

#[test]
fn types_of_julia_whose_values_are_called_have_functions() {
    check(
        "a.jl",
        "function (a::A{T})(b::T) where {T}
    b
end
(::C)(d)::Int = d
",
        "body function A 1-3
body function C 4-4
",
    );
}

#[test]
fn raw_strings_of_rust_may_have_quotes() {
    check(
        "a.rs",
        r##"static A: &str = r#"b"c"#;
pub macro d($e:expr) { $e }
fn f() { g("h"); }
"##,
        "body items A 1-1
body macro d 2-2
body function f 3-3
",
    );
}

#[test]
fn kotlin_has_annotations_before_contexts() {
    check(
        "D.kt",
        "class A {
    @B context(c: D)
    fun e() {}
    fun f() {}
}
",
        "parent class A 1-5
  header class A 1-1
  body method A.e 2-3
  body method A.f 4-5
",
    );
}

#[test]
fn powershell_has_types_of_enums_and_configurations() {
    check(
        "b.ps1",
        "enum A : byte {
    B = 1
}
configuration C {
    Node 'd' { File e { Ensure = 'Present' } }
}
",
        "body enum A 1-3 +B
body function C 4-6
",
    );
}

#[test]
fn strings_of_vendors_end_at_their_mark() {
    check(
        "c.sql",
        r"INSERT INTO a VALUES ('it\'s', 1);
CREATE EVENT b ON SCHEDULE EVERY 1 DAY DO CALL c('x');
CREATE OR REPLACE VIEW d AS SELECT q'[it's]' AS e FROM dual;
CREATE TABLE f (g int DEFAULT 'h\');
CREATE FUNCTION i(j INT) RETURNS INT DETERMINISTIC RETURN j + 1;
",
        "body items  1-1
body function b 2-2
body type d 3-3
body struct f 4-4 +g
body function i 5-5
",
    );
}

#[test]
fn a_default_class_may_be_abstract() {
    check(
        "e.ts",
        "export default abstract class extends A {
    b() {}
}
",
        "parent class default 1-3
  header class default 1-1
  body method default.b 2-3
",
    );
}

#[test]
fn branches_of_haskell_may_begin_with_imports() {
    check(
        "B.hs",
        "module B where
#if A
import C
#else
import D
  (e)
import F

g :: Int -> Int
g x = x
#endif
h :: Int -> Int
h x = x
",
        "header file  1-1
body imports  2-8
body function g 9-11
body function h 12-13
",
    );
}
