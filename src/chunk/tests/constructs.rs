//! Constructs that a grammar does not know, one table for each language: no declaration is lost with them.

use super::check;

#[test]
fn kotlin_guards_may_be_on_lines_of_their_own() {
    check(
        "Guard.kt",
        r#####"class A(val b: B) {
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
"#####,
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
        r#####"typealias A = context(B) (C) -> D

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
"#####,
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
        r#####"class A(val a: Int) { init { b() } fun c() = a; var d: Int = 0; private set }
@JvmInline value class E(val f: Int) { val g get() = f.h() }
value class I(val j: Int) { fun k() {} fun l() {} }
class M(n: N?) : O by n ?: P() {
    fun q() {}
}
class R(s: Any) : O by (s as O) { fun t() {} }
"#####,
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
        r#####"#:package A@1
class B {
    void C() { d?.e = 3; d?[0]?.f += 1; }
    public void operator +=(int g) { }
    void H() { I j = (k, out l) => true; }
    void M() { }
}
class N<T>(T o) where T : allows ref struct { T P() => o; }
"#####,
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
        r#####"import module java.base;

class A extends B {
    A(int c) { d(c); super(c); }
    int e(Object f) { return switch (f) { case G(_), H(_) -> 1; default -> 2; }; }
}
value class I { int j; }
class K {}
"#####,
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
        r#####"class A { static accessor b = 0; accessor #c = 1; d() {} }
export function e() {}
"#####,
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
        r#####"export type * from "./a";
export * as b from "./c" with { type: "json" };
export class D<in out E> { f() {} }
export function g() {}
"#####,
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
        r#####"// @flow
opaque type A: string = string;
type B = {a: C, ...};
class D<+E, -F> extends G<E> { static +h: I = 1; j(): K { return k; } }
enum L of string { M = 'm' }
function n(o: ?P): %checks { return !!o; }
"#####,
        "body type A 1-2
body type B 3-3
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
        r#####"cfg_if! {
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
"#####,
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
fn luau_has_types_and_attributes() {
    check(
        "g.luau",
        r#####"export type A<T = number> = { a: T, read b: T }
type function c(d) return d end
@native
local function e(f: number): number
	local g: typeof(f) = f :: any
	return g
end
function h<T...>(...: T...): (number, T...) end
const I = 1
local function j() end
"#####,
        "body type A<T = number> 1-1
body function c 2-3
body function e 4-7
body function h 8-8
body items I 9-9
body function j 10-10
",
    );
}

#[test]
fn scss_has_flags_maps_and_selectors() {
    check(
        "h.scss",
        r#####"$a: 1px !default;
$b: ("c": 1, "d": (e: 2));
@mixin f() { @content; }
@mixin g($h, $i...) { j: $h; }
.k { @include f() using ($l) { m: n; } > o { p: q; } @at-root .r { s: t; } @extend %u; }
@function -v() { @return if(not $a, 1, 2); }
.w { --x: #{$a}; @media (width >= 600px) { y: z; } }
"#####,
        "body items $a 1-2 +$b
body function f 3-3
body function g 4-4
body items k 5-5 +r,u
body function -v 6-6
body items w 7-7 +--x
",
    );
}

#[test]
fn less_has_guards_and_blocks_in_variables() {
    check(
        "i.less",
        r#####"@a: { b: c; };
.d(@e; @f: 2) when (iscolor(@e)) { g: ~"calc(@{h})"; }
#i { .j() { k: l; } }
.m when (@n = o) { p: q; }
.r { s: t; }
"#####,
        "body items  1-1
body function d 2-2
body items i 3-5 +j,m,r
",
    );
}

#[test]
fn groovy_has_tasks_with_options() {
    check(
        "j.gradle",
        r#####"android {
    buildTypes {
        a {
            b true
            c d('e'), 'f'
        }
    }
}
task g(type: H, dependsOn: ['i']) {
    j 'k'
}
tasks.register('l', M) { from n.o.p }
trait Q {
    abstract void r()
    def s(t, u) { t <=> u }
}
def v(w) { println w }
class X { void y() { z } }
"#####,
        "EXPECTED_groovy",
    );
}

#[test]
fn objective_c_enums_of_macros_are_enums() {
    check(
        "k.m",
        r#####"#import <A.h>
typedef NS_OPTIONS(NSUInteger, B) {
  BC = 1 << 0,
  BD API_AVAILABLE(ios(13)) = 1 << 1,
};
typedef NS_ENUM(NSInteger, E) { EF, EG };
@interface H : NSObject
- (void)i NS_SWIFT_NAME(j());
@end
"#####,
        "body imports  1-1
body enum B 2-5 +BC,BD
body enum E 6-6 +EF,EG
parent class H 7-9
  header class H 7-7
  body method H.i 8-9
",
    );
}

#[test]
fn powershell_has_conditional_operators() {
    check(
        "l.ps1",
        r#####"[Flags()]
enum A {
    B = 1
}
class C : D {
    C([int]$e) : base($e) {
        $this.F = $e ?? 1
    }
}
function Get-G {
    $h = $i ? 1 : 2
}
"#####,
        "body enum A 1-4 +B
parent class C 5-9
  header class C 5-5
  body constructor C.C 6-9
body function Get-G 10-12
",
    );
}

#[test]
fn swift_bodies_that_are_unknown_are_hidden() {
    check(
        "m.swift",
        r#####"struct A {
    func b() -> Int { let c = d <~ 3 ?: { e ~> } ; return 1 }
    init(f: Int) { self.f := f { } }
    func g() {}
}
func h() {}
"#####,
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
        r#####"struct a { int b; };
#ifdef __cplusplus
extern "C" {
#endif
int c(struct a *d);
#ifdef __cplusplus
}
#endif
"#####,
        "body struct a 1-4 +b
body items c 5-8
",
    );
}

#[test]
fn cpp_constructors_have_contracts() {
    check(
        "o.cpp",
        r#####"struct A {
    A(int b) pre(b > 0) : c(b) {}
    int c;
};
export class D {};
void e() {}
"#####,
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
fn go_templates_define() {
    check(
        "p.tpl",
        r#####"{{/* Docs. */}}
{{- define "a.name" -}}
{{- b | quote }}
{{- end }}
{{ define "a.labels" }}
c: {{ include "a.name" . }}
{{ end }}
"#####,
        "body items  1-1
body function a.name 2-2
body items  3-4
body function a.labels 5-5
body items  6-7
",
    );
}

#[test]
fn code_in_a_page_is_rewritten() {
    check(
        "q.vue",
        r#####"<script lang="ts">
class A { static accessor b = 0; c() { for (using d of e) {} } }
export function f() {}
</script>
<style scoped lang="scss">
$g: 1px !default;
.h { > i { j: $g; } }
</style>
"#####,
        "parent class A 1-2
  header class A 1-2 +b
  body method A.c 2-2
body function f 3-4
body items $g 5-8 +h
",
    );
}

#[test]
fn terraform_has_actions_and_runs() {
    check(
        "r.tf",
        r#####"action "a" "b" {
  c = 1
}
run "d" {
  command = plan
}
"#####,
        "body struct action.a.b 1-3
body struct run.d 4-6
",
    );
}

#[test]
fn haskell_joins_clauses_in_functions() {
    check(
        "S.hs",
        r#####"a = b
  where
    c 0 = 1
    c n = n
"#####,
        "body function a 1-4
",
    );
}

#[test]
fn python_has_lazy_imports_and_defaults() {
    check(
        "t.py",
        r#####"lazy import a
lazy from b import c
class D[T: (int, str) = int]:
    def e(self): ...
"#####,
        "body imports  1-2
parent class D 3-4
  header class D 3-3
  body method D.e 4-4
",
    );
}

#[test]
fn php_discards_values() {
    check(
        "u.php",
        r#####"<?php
(void) a();
function readonly() {}
function b() {}
"#####,
        "body items  1-2
body function readonly 3-3
body function b 4-4
",
    );
}

#[test]
fn a_package_of_oracle_is_a_module() {
    check(
        "v.sql",
        r#####"CREATE OR REPLACE PACKAGE BODY a AS
  PROCEDURE b IS
  BEGIN
    NULL;
  END b;
END a;
/
CREATE OR REPLACE TYPE c AS OBJECT (d NUMBER(10), MEMBER FUNCTION e RETURN NUMBER);
/
CREATE TABLE f (g VARCHAR2(10 CHAR), h NUMBER GENERATED BY DEFAULT AS IDENTITY, CONSTRAINT i PRIMARY KEY (g)) TABLESPACE j;
"#####,
        "body module a 1-7
body type c 8-9 +d
body struct f 10-10 +g,h
",
    );
}

#[test]
fn tables_of_dialects_have_all_columns() {
    check(
        "w.sql",
        r#####"CREATE TABLE [a].[b](
    [c] [int] IDENTITY(1,1) NOT NULL,
    [d] AS ([c] * 2) PERSISTED,
    [e] [datetime2](7) NOT NULL CONSTRAINT [f] DEFAULT (g()),
 CONSTRAINT [h] PRIMARY KEY CLUSTERED ([c] ASC) WITH (PAD_INDEX = OFF) ON [PRIMARY]
) ON [PRIMARY]
GO
CREATE OR ALTER PROCEDURE a.i AS
SET NOCOUNT ON
CREATE TABLE #j (k int)
SELECT 1
GO
CREATE TABLE `l` (`m` int(11) unsigned NOT NULL COMMENT 'n', KEY `o` (`m`) USING BTREE) ENGINE=InnoDB;
CREATE TABLE p (q ARRAY<STRUCT<r STRING, s INT64>>, t text[] DEFAULT '{}'::text[], EXCLUDE USING gist (q WITH =)) PARTITION BY RANGE (t);
CREATE VIRTUAL TABLE u USING fts5(v, w);
CREATE DOMAIN x AS text CHECK (VALUE ~ '@');
CREATE SCHEMA y AUTHORIZATION z;
"#####,
        "body struct a.b 1-7 +c,d,e
body function a.i 8-12
body struct l 13-13 +m
body struct p 14-14 +q,t
body struct u 15-15
body type x 16-16
body items y 17-17
",
    );
}

#[test]
fn routines_of_mysql_end_with_their_mark() {
    check(
        "x.sql",
        r#####"DELIMITER $$
CREATE FUNCTION a(b CHAR(20)) RETURNS CHAR(50) DETERMINISTIC
RETURN CONCAT('c', b)$$
CREATE EVENT d ON SCHEDULE EVERY 1 DAY DO BEGIN DELETE FROM e; END$$
DELIMITER ;
CREATE TRIGGER f AFTER DELETE ON g FOR EACH ROW UPDATE h SET i = i - 1;
CREATE ALGORITHM=UNDEFINED DEFINER=`j`@`%` SQL SECURITY DEFINER VIEW `k` AS select 1;
"#####,
        "body function a 1-3
body function d 4-5
body function f 6-6
body type k 7-7
",
    );
}
