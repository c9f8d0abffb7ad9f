//! Constructs that a grammar does not know.

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
body type Props 10-10
body type State 11-11
body function add 12-12
parent class Store 13-19
  header class Store 13-16 +state,props,defaultProps
  body method Store.render 17-19
body type ID 19-20
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
fn php_constants_may_be_keywords() {
    check(
        "z.php",
        r#"<?php
class A {
    const string DEFAULT = "a";
    public const int PRINT = 1, FOR = 2;
    final protected const ?string NEW = null;
    const array|int LIST = [];
    const NORMAL = 1;
    const string OK = "x";
    function f() { return 1; }
}
"#,
        "parent class A 1-10
  header class A 1-8 +DEFAULT,PRINT,FOR,NEW,LIST,NORMAL,OK
  body method A.f 9-10
",
    );
}

#[test]
fn swift_types_in_expressions_are_known() {
    check(
        "s.swift",
        "import Foo
struct S {
    func a() { let p = unsafeBitCast(x, to: (@convention(c) (A, B) -> C).self); p() }
    func b() -> Int { 1 }
    let c = (@convention(block) () -> Void).self
    func 🚀launch() {}
    func d() { foo { (x: @Sendable () -> Void) in x() } }
    let e = unsafeBitCast(sym, to: (@convention(thin) (inout A) throws -> Void)?.self)
}
func after() {}
",
        "body imports  1-1
parent struct S 2-9
  header struct S 2-2
  body method S.a 3-3
  body method S.b 4-4
  body items S.c 5-5
  body method S.🚀launch 6-6
  body method S.d 7-7
  body items S.e 8-9
body function after 10-10
",
    );
    check(
        "ms.swift",
        "extension TestingTests::Suite {
  func a() { #expect(throws: Swift::Never.self) {} ; let x = Swift::Swift.Never.self }
  let s = #Testing::sourceLocation
  func b() -> CryptoKit::SHA256 { CryptoKit::SHA256.hash(data: data) }
}
func after() { foo((() -> String).self) }
",
        "parent impl TestingTests.Suite 1-5
  header impl TestingTests.Suite 1-1
  body method TestingTests.Suite.a 2-2
  body items TestingTests.Suite.s 3-3
  body method TestingTests.Suite.b 4-5
body function after 6-6
",
    );
}

#[test]
fn zig_clobbers_may_have_several_lines() {
    check(
        "z.zig",
        r#"const std = @import("std");
pub fn a() void {
    asm volatile (
        \\ a
        : [ret] "={r}" (-> usize),
        : [n] "{a7}" (n),
        : .{
          .memory = true,
          .x1 = true,
        });
}
pub fn b() usize { return asm volatile ("x" ::: .{ .memory = true }); }
pub fn c() void {}
"#,
        "body imports  1-1
body function a 2-11
body function b 12-12
body function c 13-13
",
    );
}

#[test]
fn haskell_strings_may_have_several_lines() {
    check(
        "H.hs",
        r#"module A where
a = """
  hello "x"
  world
  """
b x = x + 1
c :: Int -> Int
c y = f """one""" y
d z = z
"#,
        "header file  1-1
body items a 2-5
body function b 6-6
body function c 7-8
body function d 9-9
",
    );
}

#[test]
fn python_type_parameters_have_defaults() {
    check(
        "p.py",
        "class C[T = int]: pass
type Alias[T = int, U = str, *Ts = *tuple[int, ...], **P = [int]] = dict[T, U]
def f[T: int = bool](x: T) -> T: return x
type B[K = int] = K
def after(): pass
",
        "body class C 1-1
body type Alias 2-2
body function f 3-3
body type B 4-4
body function after 5-5
",
    );
}

#[test]
fn ruby_endless_methods_have_commands() {
    check(
        "r.rb",
        r#"class A
  def one = puts "x"
  private def hidden = raise E, "no" rescue nil
  def two(x) = puts x, 1
  def three = x + 1
  def self.four = log "a"
  def after
    1
  end
end
"#,
        "parent class A 1-10
  header class A 1-1
  body method A.one 2-2
  body method A.hidden 3-3
  body method A.two 4-4
  body method A.three 5-5
  body method A.four 6-6
  body method A.after 7-10
",
    );
}

#[test]
fn go_methods_have_type_parameters() {
    check(
        "g.go",
        "package a
type T[P any] struct{}
func (t T[P]) G[R any](x R) (R, error) { return x, nil }
func (t *T[P]) H() {}
func After() { x := new(3 + 1) }
",
        "body imports  1-1
body struct T 2-2
body method T.G 3-3
body method T.H 4-4
body function After 5-5
",
    );
}

#[test]
fn constants_of_an_enum_have_bodies() {
    check(
        "i.java",
        r#"enum Scope {
  COMPILE { @Override public String toString() { return "c"; } },
  TEST("x") {
    int f() { return 1; }
  },
  PLAIN, OTHER(1);
  abstract int f();
}
"#,
        "parent enum Scope 1-8
  header enum Scope 1-1
  parent class Scope.COMPILE 2-2
    header class Scope.COMPILE 2-2
    body method Scope.COMPILE.toString 2-2
  parent class Scope.TEST 3-5
    header class Scope.TEST 3-3
    body method Scope.TEST.f 4-5
  body items Scope.PLAIN 6-6 +OTHER
  body method Scope.f 7-8
",
    );
    check(
        "E.kt",
        "enum class E(val a: Int) {
    A(1) {
        override fun f() = 1
    },
    B(2);

    abstract fun f(): Int
}
",
        "parent enum E 1-8
  header enum E 1-1 +a
  parent class E.A 2-4
    header class E.A 2-2
    body method E.A.f 3-4
  body items E.B 5-6
  body method E.f 7-8
",
    );
}

#[test]
fn java_compact_files_have_fields() {
    check(
        "Main.java",
        r#"String greeting() { return "Hello"; }
String name = "x";
final int COUNT = 3, OTHER = 4;
static java.util.List<String> all = java.util.List.of();
void main() { IO.println(greeting() + name); }
"#,
        "body method greeting 1-1
body items name 2-4 +COUNT,OTHER,all
body method main 5-5
",
    );
}

#[test]
fn go_directives_are_no_docs() {
    check(
        "d.go",
        "package a

//go:noinline
func a() {}

// B is b.
//
//nolint:errcheck
func b() {}

//export C
func c() {}

//go:embed a.txt
var d string
",
        "body imports  1-2
body function a 3-5
body function b 6-10
body function c 11-13
body items d 14-15
",
    );
}

#[test]
fn scala_givens_are_declared() {
    check(
        "gv.scala",
        r#"object O {
  given intOrd: Ord[Int] = new Ord[Int] {}
  given Ctx = Ctx()
  given a: Conversion[A, B] with { def apply(x: A): B = ??? }
  given [T](using Ord[T]): Ord[List[T]] with
    def compare(a: T) = 1
  given listOrd: [T: Ord] => Ord[List[T]]:
    def c(a: T) = 1
  given [T] => Ord[T] => Show[T]:
    def show(t: T) = ""
  given Ord[Int]:
    def compare(a: Int, b: Int) = 1
  given abs: A
  given (using a: A): B = ???
}
"#,
        "parent class O 1-15
  header class O 1-3 +intOrd
  parent impl O.a 4-4
    header impl O.a 4-4
    body method O.a.apply 4-4
  parent impl O.given Ord[List[T]] 5-6
    header impl O.given Ord[List[T]] 5-5
    body method O.given Ord[List[T]].compare 6-6
  parent impl O.listOrd 7-8
    header impl O.listOrd 7-7
    body method O.listOrd.c 8-8
  parent impl O.given Ord[T] => Show[T] 9-10
    header impl O.given Ord[T] => Show[T] 9-9
    body method O.given Ord[T] => Show[T].show 10-10
  parent impl O.given Ord[Int] 11-12
    header impl O.given Ord[Int] 11-11
    body method O.given Ord[Int].compare 12-12
  body items O.abs 13-15
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
