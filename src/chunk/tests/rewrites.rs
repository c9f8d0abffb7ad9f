//! Rust, TypeScript and GraphQL that their grammars do not know, and references in rewritten code.

use super::{check, tree};

#[test]
fn graphql_extends_the_schema_by_directives() {
    check(
        "a.graphql",
        r#"# top
extend schema @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key", "@shareable"])

type Query {
  me: User
}

extend schema
  @link(
    url: "https://specs.apollo.dev/link/v1.0"
  )
  @link(url: "https://x/{y}", import: ["@a"])

"""
Docs of user.
"""
type User @key(fields: "id") {
  id: ID!
}
extend schema @composed
directive @x on SCHEMA
"#,
        "body impl schema 1-3
body class Query 4-7 +me
body impl schema 8-13
body class User 14-19 +id
body impl schema 20-20
body macro x 21-21
",
    );
    check(
        "b.graphqls",
        "extend schema @x(a: 1) {\n  query: Q\n  mutation: M\n}\r\n\r\ntype Q { \"é \\u00e9\" a: Int }\r\n",
        "body impl schema 1-5
body class Q 6-6 +a
",
    );
}

#[test]
fn typescript_accessors_using_and_imported_types_are_known() {
    check(
        "a.ts",
        r#"class A {
  static accessor total = 0;
  override accessor name: string = "x";
  accessor plain = 1;
  private static readonly accessor z = 3;
  run(xs: D[]) { for (using x of xs) { x.go(); } for (await using y of ys) {} }
  after() {}
}
vi.mock("./x", async (importOriginal) => {
  const actual = await importOriginal<typeof import("./x")>();
  const local = 1;
  return { ...actual, f: () => 1 };
});
const m = await importOriginal<typeof import('../a/b')>()
export function declared() { return vi.importActual<typeof import("x")>("x"); }
export function last() {}
type X = typeof import("./y");
let y = foo<typeof import("./y").bar>(1);
"#,
        "parent class A 1-8
  header class A 1-5 +total,name,plain,z
  body method A.run 6-6
  body method A.after 7-8
body items m 9-14
body function declared 15-15
body function last 16-16
body type X 17-17
body items y 18-18
",
    );
}

#[test]
fn flow_is_read_as_typescript() {
    check(
        "b.js",
        r#"// @flow
import source x from "x";
import defer * as ns from "./y.js";
class A {
  static accessor total = 0;
  accessor name = "x";
  accessor;
  go() {}
}
export type Props = {| +a: number, b?: ?string |};
type State = { ...Props, x: number };
export function add(a: number, b: ?string): number { return a; }
export class Store extends React.Component<Props, State> {
  state: State = {};
  props: Props;
  static defaultProps: {| a: number |} = { a: 1 };
  render(): React.Node { return null; }
}
opaque type ID = string;
declare export function foo(x: number): string;
declare type T = number;
export const f = (x: any): string => (x: any);
function g<T: Object>(x: T, cb: (T) => void): Array<T> { return [x]; }
export function after_x() {}
"#,
        "header file  1-1
body imports  2-3
parent class A 4-9
  header class A 4-6 +total,name
  body method A.go 7-9
body type Props 10-10 +a,b
body type State 11-11 +x
body function add 12-12
parent class Store 13-18
  header class Store 13-16 +state,props,defaultProps
  body method Store.render 17-18
body type ID 19-19
body function foo 20-20
body type T 21-21
body function f 22-22
body function g 23-23
body function after_x 24-24
",
    );
}

#[test]
fn rust_macros_declare() {
    check(
        "m.rs",
        r#"bitflags! {
    /// Docs.
    #[derive(Clone, Copy)]
    pub struct Flags: u16 {
        /// One.
        const ONE = 1 << 0;
        const TWO = Self::ONE.bits() | f(2);
    }
    struct Other: u8 { const X = 1; const Y = 2 }
    impl Flags: u16 { const Z = 1; }
}
lazy_static! {
    static ref X: Regex = Regex::new("a").unwrap();
    pub static ref Y: u8 = g();
}
macro m($x:expr) { $x + 1 }
pub(crate) macro two {
    ($a:ident) => { fn $a() {} },
    () => {}
}
fn after() {}
"#,
        "body struct Flags 1-8 +ONE,TWO
body struct Other 9-9 +X,Y
body impl Flags 10-12 +Z
body items X 13-15 +Y
body macro m 16-16
body macro two 17-20
body function after 21-21
",
    );
}

#[test]
fn an_item_in_a_macro_begins_at_its_own_line() {
    check(
        "o.rs",
        "use a::b;

cfg_rt! {
    /// Docs.
    pub struct A {
        x: u8,
    }
}

impl A {
    fn a() {}
}

cfg_io! {
    fn c() {}
}
",
        "body imports  1-3
body struct A 4-9 +x
parent impl A 10-14
  header impl A 10-10
  body method A.a 11-14
body function c 15-16
",
    );
}

#[test]
fn names_in_rewritten_code_are_references() {
    let check = |path: &str, text: &str, expected: &[&str]| {
        let tree = tree(path, text);
        let names: Vec<_> = tree
            .references
            .iter()
            .map(|it| tree.word(&it.bytes))
            .collect();
        assert_eq!(names, expected, "{text}");
    };
    check(
        "a.kt",
        "context(a: A)\nfun b() = when (c) {\n    is D if c.e(f) -> g()\n    else if h() -> i\n    else -> j\n}\n",
        &["A", "c", "D", "c", "e", "f", "g", "h", "i", "j"],
    );
    check(
        "a.kt",
        "class A : C by b.d() {\n    @E fun f() = 1\n}\n",
        &["C", "b", "d", "E"],
    );
    check(
        "a.rs",
        "bitflags! {\n    struct A: u8 { const B = Self::C.d(); }\n}\n",
        &["bitflags", "Self", "C", "d"],
    );
    check("a.py", "class A[B = C]: pass\n", &["B", "C"]);
}

#[test]
fn cpp_consteval_and_operators_after_macros_are_known() {
    check(
        "a.cpp",
        "class A {
public:
    int b() { if consteval { return 1; } else { return 2; } }
    _FORCE_INLINE_ const T &operator*() const { return *c; }
    A *d() { return e->*f; }
};
void g() {
#if H
    if (i) {
#else
    if (j) {
#endif
        k();
    }
}
void l() {}
",
        "parent class A 1-6
  header class A 1-1
  body method A.b 2-3
  body method A.operator* 4-4
  body method A.d 5-6
body function g 7-15
body function l 16-16
",
    );
}

#[test]
fn objective_c_methods_in_branches_are_known() {
    check(
        "a.m",
        "#import <A/A.h>
typedef void (^B)(C *d) D_API_AVAILABLE(ios(10), macosx(10.12));
@interface E
@property (copy) void (^f)(void);
@end
@implementation E
#if G
- (NSImage *)h {
#if I
    return nil;
#endif
}
#else
- (UIImage *)h {
    return nil;
}
#endif
- (void)j {
    @weakify(self)
    [self k];
}
@end
",
        "body imports  1-1
body type B 2-2
body class E 3-5 +f
parent impl E 6-22
  header impl E 6-7
  body method E.h 8-13
  body method E.h 14-17
  body method E.j 18-22
",
    );
}

#[test]
fn sql_names_in_brackets_have_any_marks() {
    check(
        "a.sql",
        "GO
IF OBJECT_ID('a.b') IS NOT NULL DROP FUNCTION a.b;
GO
CREATE FUNCTION a.[@b:c](@d INT)
RETURNS TABLE
AS
RETURN SELECT 1 AS e;
GO
CREATE PROCEDURE f.[test can't # g]
AS
BEGIN
  SELECT 1;
END;
GO
COMMIT;
",
        "body items  1-3
body function a.@b:c 4-8
body function f.test can't # g 9-15
",
    );
    super::valid::check("b.sql", "\u{feff}select 1;\nGO\nROLLBACK;\n", &[]);
}

#[test]
fn methods_of_s7_are_declared() {
    check(
        "a.R",
        "S7::method(speak, Dog) <- function(x) {\n  x\n}\n",
        "body method speak 1-3\n",
    );
}

#[test]
fn julia_numbers_are_no_parameters() {
    check(
        "a.jl",
        "@testset \"a\" begin\n    @test b ≈ 1 atol=1e-3\nend\nc ⊕ d = 1\n",
        "body function a 1-3
body function ⊕ 4-4
",
    );
}
