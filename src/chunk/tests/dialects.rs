//! Constructs that a grammar does not know, in dialects of SQL, in styles, in templates and in further languages.

use super::check;

#[test]
fn luau_has_types_and_attributes() {
    check(
        "g.luau",
        "export type A<T = number> = { a: T, read b: T }
type function c(d) return d end
@native
local function e(f: number): number
	local g: typeof(f) = f :: any
	return g
end
function h<T...>(...: T...): (number, T...) end
const I = 1
local function j() end
",
        "body type A 1-1
body function c 2-2
body function e 3-7
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
        r#"$a: 1px !default;
$b: ("c": 1, "d": (e: 2));
@mixin f() { @content; }
@mixin g($h, $i...) { j: $h; }
.k { @include f() using ($l) { m: n; } > o { p: q; } @at-root .r { s: t; } @extend %u; }
@function -v() { @return if(not $a, 1, 2); }
.w { --x: #{$a}; @media (width >= 600px) { y: z; } }
"#,
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
        r#"@a: { b: c; };
.d(@e; @f: 2) when (iscolor(@e)) { g: ~"calc(@{h})"; }
#i { .j() { k: l; } }
.m when (@n = o) { p: q; }
.r { s: t; }
"#,
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
        "android {
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
",
        "body items  1-8
body function g 9-11
body function l 12-12
parent trait Q 13-16
  header trait Q 13-13
  body method Q.r 14-14
  body method Q.s 15-16
body function v 17-17
parent class X 18-18
  header class X 18-18
  body method X.y 18-18
",
    );
}

#[test]
fn objective_c_enums_of_macros_are_enums() {
    check(
        "k.m",
        "#import <A.h>
typedef NS_OPTIONS(NSUInteger, B) {
  BC = 1 << 0,
  BD API_AVAILABLE(ios(13)) = 1 << 1,
};
typedef NS_ENUM(NSInteger, E) { EF, EG };
@interface H : NSObject
- (void)i NS_SWIFT_NAME(j());
@end
",
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
        "[Flags()]
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
",
        "body enum A 1-4 +B
parent class C 5-9
  header class C 5-5
  body constructor C.C 6-9
body function Get-G 10-12
",
    );
}

#[test]
fn go_templates_define() {
    check(
        "p.tpl",
        r#"{{/* Docs. */}}
{{- define "a.name" -}}
{{- b | quote }}
{{- end }}
{{ define "a.labels" }}
c: {{ include "a.name" . }}
{{ end }}
"#,
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
        r#"<script lang="ts">
class A { static accessor b = 0; c() { for (using d of e) {} } }
export function f() {}
</script>
<style scoped lang="scss">
$g: 1px !default;
.h { > i { j: $g; } }
</style>
"#,
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
        r#"action "a" "b" {
  c = 1
}
run "d" {
  command = plan
}
"#,
        "body struct action.a.b 1-3
body struct run.d 4-6
",
    );
}

#[test]
fn haskell_joins_clauses_in_functions() {
    check(
        "S.hs",
        "a = b
  where
    c 0 = 1
    c n = n
pattern D e = Just e
pattern F g h <- (g, h)
",
        "body function a 1-4
body function D 5-5
body function F 6-6
",
    );
}

#[test]
fn types_of_haskell_may_be_operators() {
    check(
        "S.hs",
        "type a +++ b = Either a b
type (f :*: g) a = f a
data a :+: b = L a | R b
class a ~> b where
  c :: a -> b
",
        "body type +++ 1-1
body type :*: 2-2
body enum :+: 3-3 +L,R
parent trait ~> 4-5
  header trait ~> 4-4
  body method ~>.c 5-5
",
    );
}

#[test]
fn python_has_lazy_imports_and_defaults() {
    check(
        "t.py",
        "lazy import a
lazy from b import c
class D[T: (int, str) = int]:
    def e(self): ...
",
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
        "<?php
(void) a();
function readonly() {}
function b() {}
",
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
        "CREATE OR REPLACE PACKAGE BODY a AS
  PROCEDURE b IS
  BEGIN
    NULL;
  END b;
END a;
/
CREATE OR REPLACE TYPE c AS OBJECT (d NUMBER(10), MEMBER FUNCTION e RETURN NUMBER);
/
CREATE TABLE f (g VARCHAR2(10 CHAR), h NUMBER GENERATED BY DEFAULT AS IDENTITY, CONSTRAINT i PRIMARY KEY (g)) TABLESPACE j;
",
        "body module a 1-7 +b
body type c 8-9 +d
body struct f 10-10 +g,h
",
    );
}

#[test]
fn tables_of_dialects_have_all_columns() {
    check(
        "w.sql",
        "CREATE TABLE [a].[b](
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
",
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
        "DELIMITER $$
CREATE FUNCTION a(b CHAR(20)) RETURNS CHAR(50) DETERMINISTIC
RETURN CONCAT('c', b)$$
CREATE EVENT d ON SCHEDULE EVERY 1 DAY DO BEGIN DELETE FROM e; END$$
DELIMITER ;
CREATE TRIGGER f AFTER DELETE ON g FOR EACH ROW UPDATE h SET i = i - 1;
CREATE ALGORITHM=UNDEFINED DEFINER=`j`@`%` SQL SECURITY DEFINER VIEW `k` AS select 1;
CREATE TABLE o () INHERITS (p);
",
        "body function a 1-3
body function d 4-5
body function f 6-6
body type k 7-7
body struct o 8-8
",
    );
}

#[test]
fn tables_need_no_mark_at_their_end() {
    check(
        "y.sql",
        "CREATE TABLE a (
b INT)
begin
insert into a values (1)
insert into a values (2)
end
CREATE TABLE c (
d INT)
insert into c values (1)
",
        "body struct a 1-6 +b
body struct c 7-8 +d
body items  9-9
",
    );
}

#[test]
fn tables_in_a_condition_are_declared() {
    check(
        "z.sql",
        "IF NOT EXISTS(SELECT * FROM sys.objects WHERE name = N'P')
BEGIN
	CREATE TABLE [policy].[P](
		[Id] [int] IDENTITY NOT NULL ,
		[E] [nvarchar](50) NULL
	) ON [PRIMARY]
END
GO
CREATE TABLE a (b int)
",
        "body items  1-2
body struct policy.P 3-8 +Id,E
body struct a 9-9 +b
",
    );
}

#[test]
fn rules_of_css_declare_names() {
    check(
        "a.css",
        "@layer a, b;
@layer c {
  .d { e: f; }
}
@container g (min-width: 1px) {
  .h { i: j; }
}
@container (k > 1px) { .l { m: n; } }
@media print { .l { m: n; } }
@function --o(--p <number>, --q: 1px) returns <length> {
  result: calc(var(--p) * 2);
}
@custom-media --r (width < 30em);
@custom-selector :--s h1, h2;
@position-try --t { inset: auto; }
@mixin --u(--v) { w: x; }
@custom-variant z (&:where(.aa, .aa *));
@utility ab-* { ac: ad; }
.y { width: --o(2); }
",
        "body items a 1-9 +b,c,d,g,h,l
body function --o 10-12
body items --r 13-15 +--s,--t
body function --u 16-16
body items z 17-19 +ab-,y
",
    );
}

#[test]
fn directives_of_blade_declare_names() {
    check(
        "a.blade.php",
        "<div>
@section('a', b($c))
@php $d = 1; function e() { return 2; } @endphp
@php($f = 3)
@php
function g() {}
@endphp
@yield(\"h\")
</div>
",
        "body items a 1-2
body items d 3-3
body function e 3-3
body items  4-4
body function g 5-7
body items h 8-9
",
    );
}

#[test]
fn variables_of_powershell_have_scopes() {
    check(
        "a.ps1",
        "$global:A = @{ B = 1 }
$script:C = 2
$d.E = 3
function F { $global:G = 1 }
",
        "body items $global:A 1-3 +$script:C
body function F 4-4
",
    );
}

#[test]
fn objects_of_dialects_of_sql_have_names() {
    check(
        "a.sql",
        "CREATE OR REPLACE STAGE a URL='s3://b' FILE_FORMAT = (TYPE = CSV);
CREATE STREAM c ON TABLE d;
CREATE TASK e SCHEDULE = '5 minute' AS INSERT INTO f SELECT 1;
CREATE MACRO g(h, i) AS h + i;
CREATE PUBLIC SYNONYM j FOR k.l;
CREATE ROW ACCESS POLICY m AS (n INT) RETURNS BOOLEAN -> TRUE;
CREATE TABLE o (p int);
",
        "body type a 1-1
body type c 2-2
body function e 3-3
body function g 4-4
body type j 5-5
body type m 6-6
body struct o 7-7 +p
",
    );
}
