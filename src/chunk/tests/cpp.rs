//! C++ and C# that their grammars do not know.

use super::check;

#[test]
fn csharp_extension_blocks_are_impls() {
    check(
        "Prop.cs",
        "public static class Prop
{
    extension(Parcel p)
    {
        public bool IsHeavy => p.Grams > 900;
        public int Half()
        {
            return p.Grams / 2;
        }
    }
    public static int Two() { return 2; }
}
public class Box
{
    public bool IsEmpty => true;
}
",
        "parent class Prop 1-12
  header class Prop 1-2
  parent impl Prop.Parcel 3-10
    header impl Prop.Parcel 3-4
    body accessor Prop.Parcel.IsHeavy 5-5
    body method Prop.Parcel.Half 6-10
  body method Prop.Two 11-12
parent class Box 13-16
  header class Box 13-14
  body accessor Box.IsEmpty 15-16
",
    );
    check(
        "Generic.cs",
        "public static class Generic
{
    extension<T>(IEnumerable<T> source) where T : Parcel
    {
        public T Heaviest()
        {
            return source.Max();
        }
    }

    public static string Label(this Parcel p)
    {
        return p.Name;
    }
}
",
        "parent class Generic 1-15
  header class Generic 1-2
  parent impl Generic.IEnumerable 3-10
    header impl Generic.IEnumerable 3-4
    body method Generic.IEnumerable.Heaviest 5-10
  body method Generic.Label 11-15
",
    );
    check(
        "Both.cs",
        "public static class Both
{
    extension(Parcel p)
    {
        public int Third()
        {
            return p.Grams / 3;
        }
    }
    public static int Three() { return 3; }
}
",
        "parent class Both 1-11
  header class Both 1-2
  parent impl Both.Parcel 3-9
    header impl Both.Parcel 3-4
    body method Both.Parcel.Third 5-9
  body method Both.Three 10-11
",
    );
    check(
        "E.cs",
        r#"public static class E
{
    extension<TKey, T>(IEnumerable<KeyValuePair<TKey, T>> source) where T : class
    {
        public bool IsEmpty => !source.Any();
        public int Count { get { return 1; } }
        public T First() => source.First();
        public static IEnumerable<T> operator +(IEnumerable<T> a, IEnumerable<T> b) => a.Concat(b);
    }
    extension(string text)
    {
        public int Words => text.Split(' ').Length;
        public static string Identity => "";
    }
    extension(Mock) { public static Mock Of() => new(); }
    extension(ref int x) { public void Inc() { x++; } }
    public static int After(this int x) { return x; }
}
class After { }
ref partial struct R { }
"#,
        "parent class E 1-18
  header class E 1-2
  parent impl E.IEnumerable 3-9
    header impl E.IEnumerable 3-4
    body accessor E.IEnumerable.IsEmpty 5-5
    body accessor E.IEnumerable.Count 6-6
    body method E.IEnumerable.First 7-7
    body method E.IEnumerable.operator + 8-9
  parent impl E.string 10-14
    header impl E.string 10-11
    body accessor E.string.Words 12-12
    body accessor E.string.Identity 13-14
  parent impl E.Mock 15-15
    header impl E.Mock 15-15
    body method E.Mock.Of 15-15
  parent impl E.int 16-16
    header impl E.int 16-16
    body method E.int.Inc 16-16
  body method E.After 17-18
body class After 19-19
body struct R 20-20
",
    );
}

#[test]
fn cpp_modules_are_read_without_export() {
    check(
        "m.cppm",
        "module;
#include <vector>
export module shapes.area:part;
export import shapes.base;
import std;
import <map>;

export namespace n {
class Shape {
public:
    int area() const;
};
}
export class T { int x; void f() {} };
export struct S { int y; };
export template <class A> A id(A a) { return a; }
export {
int one() { return 1; }
struct Q { void z() {} };
}
export int plain() { return 2; }
void after_x() {}
",
        "body imports  1-2
body items  3-7
parent module n 8-13
  header module n 8-8
  body class n.Shape 9-13 +area
parent class T 14-14
  header class T 14-14 +x
  body method T.f 14-14
body struct S 15-15 +y
body function id 16-17
body function one 18-18
parent struct Q 19-20
  header struct Q 19-19
  body method Q.z 19-20
body function plain 21-21
body function after_x 22-22
",
    );
}

#[test]
fn cpp_contracts_attributes_and_packs_are_hidden() {
    check(
        "c.cpp",
        r#"int f(int x) pre(x > 0) post(r: r > g(x)) { return x; }
int g(int x)
  pre(x > 0)
  post(r: r > 0);
struct [[nodiscard]] alignas(16) Q { int a; int m() const pre(a > 1) { return a; } };
struct [[deprecated("x")]] Z : Q {};
template <class... T> T...[0] first(T... t) { return t...[0]; }
template <class... T> T...[sizeof...(T) - 1] last(T... t) { return t...[sizeof...(T)-1]; }
void print() { template for (auto x : {1, 2, 3}) use(x); }
struct S { void k(); };
void after_x() {}
"#,
        "body function f 1-1
body items g 2-4
parent struct Q 5-5
  header struct Q 5-5 +a
  body method Q.m 5-5
body struct Z 6-6
body function first 7-7
body function last 8-8
body function print 9-9
body struct S 10-10 +k
body function after_x 11-11
",
    );
}

#[test]
fn cpp_macros_stand_before_names_and_alone() {
    check(
        "row.hpp",
        "#pragma once
#include <vector>
struct DEPOT_API Row
{
    int id;
    void reset();
};
class DEPOT_API Bin
{
public:
    int weight() const;
private:
    std::vector<int> items_;
};
namespace depot {
struct DEPOT_API Cell
{
    int value;
    bool empty() const { return value == 0; }
};
}
class DEPOT_API Good {
public:
    int size() const;
};
",
        "header file  1-1
body imports  2-2
body struct Row 3-7 +id,reset
body class Bin 8-14 +weight,items_
parent module depot 15-21
  header module depot 15-15
  parent struct depot.Cell 16-21
    header struct depot.Cell 16-18 +value
    body method depot.Cell.empty 19-21
body class Good 22-25 +size
",
    );
    check(
        "Parcel.h",
        r#"#pragma once
#include "CoreMinimal.h"
#include "Parcel.generated.h"

UENUM(BlueprintType)
enum class EPace : uint8
{
    Slow UMETA(DisplayName = "Slow one"),
    Fast UMETA(DisplayName = "Fast one"),
};

USTRUCT(BlueprintType)
struct DEPOT_API FParcelRow
{
    GENERATED_BODY()

    UPROPERTY(EditAnywhere)
    int32 Grams = 0;
};

UINTERFACE(MinimalAPI)
class UWeighable : public UInterface
{
    GENERATED_BODY()
};

UCLASS()
class DEPOT_API AScale : public AActor
{
    GENERATED_BODY()
public:
    UFUNCTION(BlueprintCallable)
    int32 Weigh(const FParcelRow& Row) const;
};
"#,
        "header file  1-1
body imports  2-5
body enum EPace 6-12 +Slow,Fast
body struct FParcelRow 13-21 +Grams
body class UWeighable 22-27
body class AScale 28-34 +Weigh
",
    );
    check(
        "lower.hpp",
        "class my_api Widget : public Base {
  MY_OBJECT
  MY_PROPERTY(int size
    READ size)
public:
  void f();
};
class Last final {
};
",
        "body class Widget 1-7 +f
body class Last 8-9
",
    );
}

#[test]
fn cpp_tests_have_titles_and_types() {
    check(
        "t.cpp",
        r#"TEST_CASE("a", "[b]") {
  f();
}

TEMPLATE_TEST_CASE("c", "[d]", int, (std::pair<int, A>)) {
  f<TestType>();
}

TEST_CASE_METHOD(Fixture, "e (f)", "[g]") {
  h();
}

int last() { return 1; }
"#,
        r#"body function TEST_CASE("a", "[b]") 1-4
body function TEMPLATE_TEST_CASE("c", "[d]", int, (std::pair<int, A>)) 5-8
body function TEST_CASE_METHOD(Fixture, "e (f)", "[g]") 9-12
body function last 13-13
"#,
    );
}

#[test]
fn headers_are_cpp_by_their_constructs() {
    check(
        "vec4.h",
        "#pragma once

struct Vec4 {
    float x = 0.0f;
    float y = 0.0f;
    float len() const { return x * x + y * y; }
    static Vec4 zero() { return Vec4{}; }
};
",
        "header file  1-2
parent struct Vec4 3-8
  header struct Vec4 3-5 +x,y
  body method Vec4.len 6-6
  body method Vec4.zero 7-8
",
    );
    check(
        "row.h",
        "#pragma once

struct Row {
    int id;
    void reset();
    bool operator==(const Row &o) const;
};

inline int use(const Row &r) { return r.id; }
",
        "header file  1-2
body struct Row 3-8 +id,reset,operator==
body function use 9-9
",
    );
}

#[test]
fn cpp_of_qt_and_windows_is_read() {
    check(
        "qt.cpp",
        "class W : public QWidget
{
    Q_OBJECT
    Q_PROPERTY(int a READ a
               WRITE b)
public slots:
    void s();
signals:
    void changed(int x);
};
int last() { return 1; }
",
        "body class W 1-10 +s,changed
body function last 11-11
",
    );
    check(
        "seh.cpp",
        r##"TEMPLATE_TEST_CASE_SIG("#1954 - 7; arg", "[x]",
                       ((int A, int B), A, B),
                       (1, 1), (5, 1)) {
    SUCCEED();
}
void t() {
    __try { a(); } __except (EXCEPTION_EXECUTE_HANDLER) { b(); }
    __try { a(); }
    __except (1)
    { }
}
TEST_CASE("x", "[y]") { f(); }
int last() { return 1; }
"##,
        r##"body function TEMPLATE_TEST_CASE_SIG("#1954 - 7; arg", "[x]", ((int A, int B), A, B), (1, 1), (5, 1)) 1-5
body function t 6-11
body function TEST_CASE("x", "[y]") 12-12
body function last 13-13
"##,
    );
}

#[test]
fn friends_by_default_and_constructors_that_catch_are_functions() {
    check(
        "a.cpp",
        "struct Money {
  int cents;
  friend bool operator==(const Money&, const Money&) = default;
  friend auto operator<=>(Money, Money) = default;
  friend bool f(Money);
  explicit Money(int fd) try : cents(fd) {
    check();
  } catch (...) {
    throw;
  }
  ~Money() try {} catch (...) {}
};
Money::Money(long x)
try
    : cents(x)
{
  check();
}
catch (const E& e)
{
}
void last() {}
",
        "parent struct Money 1-12
  header struct Money 1-2 +cents
  body method Money.operator== 3-3
  body method Money.operator<=> 4-4
  body items Money 5-5
  body constructor Money.Money 6-10
  body method Money.~Money 11-12
body constructor Money.Money 13-21
body function last 22-22
",
    );
}

#[test]
fn sections_on_the_line_of_their_test_are_read() {
    check(
        "a.cpp",
        "TEST_CASE(\"sum\", \"[math]\") { SECTION(\"small\") {
  REQUIRE(1 + 1 == 2);
} }
TEST_CASE(\"one\") { SECTION(\"a\") { REQUIRE(1); } SECTION(\"b\") { REQUIRE(2); } }
int last() { return 1; }
",
        "body function TEST_CASE(\"sum\", \"[math]\") 1-3
body function TEST_CASE(\"one\") 4-4
body function last 5-5
",
    );
    super::valid::check(
        "a.cpp",
        "TEST_CASE(\"one\") { GIVEN(\"a\") { WHEN(\"b\") { THEN(\"c\") { CHECK(x == 0); } } } }\n",
        &[],
    );
}
