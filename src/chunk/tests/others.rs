//! Constructs that the grammars of other languages do not know.

use super::check;

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
fn ruby_delegators_have_a_receiver() {
    check(
        "r.rb",
        "class A\n  def_delegators :@lines, :each, :size\n  def_delegator :@out, :print_all, :print\n  def_delegator :@out, :puts\nend\n",
        "body class A 1-5 +each,size,print,puts\n",
    );
}

#[test]
fn bash_exports_functions_with_colons() {
    check(
        "a.sh",
        "a::up() {\n  export -f a::down b::up\n}\nb::down() { :; }\n",
        "body function a::up 1-3\nbody function b::down 4-4\n",
    );
}
