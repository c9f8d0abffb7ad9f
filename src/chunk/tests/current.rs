//! Constructs that people write since 2023, and such that samples of real files had: no declaration is lost with them.

use super::{check, tree};

#[test]
fn sql_statements_are_read_one_by_one() {
    check(
        "dump.sql",
        r#"\connect app
SET default_tablespace = '';
CREATE TABLE public.empty ();
CREATE TABLE "odd;name" (a int);
COPY public.a (b, c) FROM stdin;
1	it's
2	create table d (e int);
\.
CREATE FUNCTION public.f(x text) RETURNS void LANGUAGE plpgsql AS $_$
BEGIN
  EXECUTE format($run$ create table %s $run$, x);
END
$_$;
grant select on public.empty to reader;
CREATE TABLE g (LIKE public.empty);
SELECT h(i => 1) \gset
CREATE MATERIALIZED VIEW j WITH (k.l) AS :query WITH NO DATA;
CREATE UNIQUE INDEX m ON g USING n (o p_ops) INCLUDE (q);
"#,
        "body items  1-2
body struct public.empty 3-3
body struct odd;name 4-4 +a
body items  5-8
body function public.f 9-13
body items  14-14
body struct g 15-15
body items  16-16
body type j 17-17
body items m 18-18
",
    );
    check(
        "new.sql",
        "CREATE PROPERTY GRAPH a VERTEX TABLES (b KEY (c)) EDGE TABLES (d SOURCE KEY (e) REFERENCES b (c));
CREATE FUNCTION f() RETURNS int RETURN 1;
CREATE FUNCTION g() RETURNS int BEGIN ATOMIC SELECT 1; SELECT 2; END;
create event h on schedule every 1 day do delete from i;
CREATE TABLE j (k int, PRIMARY KEY (k, l WITHOUT OVERLAPS), CHECK (k > 0));
CREATE TABLE m (n int) STRICT;
",
        "body type a 1-1
body function f 2-2
body function g 3-3
body function h 4-4
body struct j 5-5 +k
body struct m 6-6 +n
",
    );
}

#[test]
fn sql_of_other_vendors_keeps_its_names() {
    check(
        "oracle.sql",
        "create or replace type a as table of b
/
create table c$d
  -- a comment
  of e nested table f store as g
/
create or replace package h as
  -- %suite
  procedure i;
end;
/
",
        "body type a 1-2
body struct c$d 3-6
body module h 7-11 +i
",
    );
    check(
        "server.sql",
        "CREATE STATISTICS [a] ON [b].[c]([d])
GO
IF NOT EXISTS (SELECT 1 FROM sys.objects)
BEGIN
\tCREATE TABLE [b].[c](
\t\t[d] [int] NOT NULL
\t)
END
GO
CREATE PROCEDURE b.e @f int = 1 /* why */
AS
SET NOCOUNT ON;
CREATE TABLE #g (h int);
GO
",
        "body items  1-4
body struct b.c 5-9 +d
body function b.e 10-14
",
    );
}

#[test]
fn macros_and_conditions_do_not_hide_classes_of_cpp() {
    check(
        "Macros.hpp",
        "class HTTPClient final : public Base
{
    Q_OBJECT
    UNKNOWN_MACRO(HTTPClient)
public:
    template <typename A>
    SOME_CONSTEXPR HTTPClient(const A& a) : a_(a) {}
};
template <typename B>
class Store
#if OLD_COMPILER < 409
    : public Args<B>
#endif
{
public:
    void c();
};
enum class D : unsigned char { e [[deprecated]], f };
",
        "parent class HTTPClient 1-8
  header class HTTPClient 1-4
  body constructor HTTPClient.HTTPClient 5-8
body class Store 9-17 +c
body enum D 18-18 +e,f
",
    );
    check(
        "Packed.h",
        "struct A {
  int a;
  void b();
} PACKED_ATTR;
struct B {
  int c;
} d, e[2];
namespace f {}
",
        "body struct A 1-4 +PACKED_ATTR,a,b
body struct B 5-7 +d,e,c
body module f 8-8
",
    );
}

#[test]
fn comments_at_the_start_of_a_line_do_not_end_a_macro() {
    check(
        "macro.c",
        "#define A(b) do {  \\
    f(b);          \\
    /* b is set */ \\
} while (0)

int g(void) {
  return 1;
}
",
        "body macro A 1-5
body function g 6-8
",
    );
}

#[test]
fn c_of_2023_has_types_and_attributes() {
    check(
        "c23.c",
        "enum A : unsigned char { B, C };
_BitInt(128) d = 1;
auto e = 1;
[[deprecated]] typedef struct F { int g; } F;
int last(void) { return 0; }
",
        "body enum A 1-1 +B,C
body items d 2-3 +e
body struct F 4-4 +g
body function last 5-5
",
    );
}

#[test]
fn python_imports_lazily_after_a_function() {
    check(
        "lazy.py",
        "def a():
    pass
lazy import b
lazy from c import d
def e():
    pass
",
        "body function a 1-2
body imports  3-4
body function e 5-6
",
    );
}

#[test]
fn graphql_describes_operations_and_directives() {
    check(
        "a.graphql",
        r#"schema @link(url: "x") { query: Q }
directive @a @deprecated(reason: "b") on FIELD
"Named" query C($d: Int) { e }
"""
Fragment
"""
fragment F($g: Int = 1) on Q { h }
type Q { "field" query(a: Int): Int }
"#,
        "body type schema 1-1
body macro a 2-2
body function C 3-6
body function F 7-7
body class Q 8-8 +query
",
    );
}

#[test]
fn swift_warns_among_members() {
    check(
        "Warning.swift",
        "struct A {
    func b() {}
    #warning(\"bring back\")
    func c() {}
}
func d() {}
class E {
    #URLs()
    func f() {}
}
",
        "parent struct A 1-5
  header struct A 1-1
  body method A.b 2-3
  body method A.c 4-5
body function d 6-6
parent class E 7-10
  header class E 7-8
  body method E.f 9-10
",
    );
}

#[test]
fn numbers_have_exponents() {
    let check = |path: &str, text: &str| {
        let errors = tree(path, text).errors;
        assert!(errors.is_empty(), "{path}: {} errors", errors.len());
    };
    check("a.json", "{\"a\": 1e+16, \"b\": [2.5E+3, \"1e+16\"]}\n");
    check("a.tf", "x {\n  a = 1e5\n  b = [1e-5, 2.5e3, \"1e5\"]\n}\n");
}

#[test]
fn typescript_properties_may_be_optional_parameters() {
    check(
        "a.ts",
        "class A {
    constructor(private readonly a: string, public b?: number, readonly c = 1, d = 2) {}
}
",
        "parent class A 1-3
  header class A 1-1
  body constructor A.constructor 2-3 +a,b,c
",
    );
}

#[test]
fn bodies_of_groovy_powershell_and_objective_c_are_hidden() {
    check(
        "A.groovy",
        "@Requires({ b() >= 2 })
class A extends B {
  def c() {
    (d =~ /<<([^>#]+)>>/).collect { it }
      .'**'
      .findAll { it }
  }
  static e(List<File> f) {
    f*.g ?. h <=> i
  }
}
",
        "parent class A 1-11
  header class A 1-2
  body method A.c 3-7
  body method A.e 8-11
",
    );
    check(
        "a.ps1",
        "function A-B ($c, [switch]$d) {
    '@(' + ($c -join $d) + $(if ($e) { \", ...$($f - $g) more\" }) + ')'
}
function H {
    '$null'
}
",
        "body function A-B 1-3
body function H 4-6
",
    );
    check(
        "a.m",
        "typedef GPB_ENUM(A_Field) {
  A_One = 1,
};
GPB_FINAL @interface A : B
- (void)c;
@end
@implementation A
- (void)c {
  unknown(^ $ d);
}
@end
",
        "body enum A_Field 1-3 +A_One
parent class A 4-6
  header class A 4-4
  body method A.c 5-6
parent impl A 7-11
  header impl A 7-7
  body method A.c 8-11
",
    );
}

#[test]
fn rust_functions_in_a_macro_may_have_a_value() {
    check(
        "ffi.rs",
        "ffi_fn! {
    /// Docs.
    fn a(b: *const u8) -> *mut C {
        d(b)
    } ?= ptr::null_mut()
}
fn e() {}
",
        "body function a 1-6
body function e 7-7
",
    );
}
