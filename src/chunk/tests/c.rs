//! Outlines of C and C++.

use super::check;

#[test]
fn c() {
    check(
        "c.c",
        r##"// SPDX-License-Identifier: MIT

#include <stdio.h>
#define MAX 10
#include "a.h"

#define SQUARE(x) ((x) * (x))

struct point {
    int x, y;
    struct point *next;
};

typedef struct {
    char *name;
} entry_t;

typedef int (*callback)(void *);

enum color { RED, GREEN };
enum { ANON_A, ANON_B };

static const char *names[] = { "a", "b" };
int add(int a, int b);
extern int counter;

/* Adds. */
static int
add(int a, int b)
{
    return a + b;
}

#ifdef DEBUG
void dump(const struct point *p) { puts("x"); }
#else
void dump(void) {}
#endif

char *(*table(void))(int) { return 0; }
"##,
        r##"gap file  1-2 silent
body imports  3-6 +MAX
body macro SQUARE 7-8
body struct point 9-13 +x,y,next
body struct entry_t 14-17 +name
body type callback 18-19
body enum color 20-20 +RED,GREEN
body items ANON_A 21-26 +ANON_B,names,add,counter
body function add 27-33
body function dump 34-35
body function dump 36-39
body function table 40-40
"##,
    );
}

#[test]
fn a_header_with_its_guard() {
    check(
        "guard.h",
        r##"#ifndef GUARD_H
#define GUARD_H

#include <stddef.h>

struct list;
int list_len(struct list *l);

#ifdef __cplusplus
extern "C" {
#endif
void list_free(struct list *l);
#ifdef __cplusplus
}
#endif
#endif
"##,
        r##"body imports  1-5
body items list 6-16 +list_len,list_free
"##,
    );
}

#[test]
fn cpp() {
    check(
        "cpp.cpp",
        r##"#include <string>
using std::string;

LIB_BEGIN_NAMESPACE
namespace app::net {

template <typename T>
class Buffer : public Base<T> {
 public:
  Buffer() = default;
  explicit Buffer(int n) : n_(n) {}
  ~Buffer() { clear(); }
  // Size.
  int size() const { return n_; }
  bool operator==(const Buffer& o) const { return true; }
  void append(const char* s);

 private:
  int n_;
};

class LIB_EXPORT Socket final {
  void close() {}
};

enum class Mode { kRead, kWrite };
using Name = std::string;

namespace {
int hidden() { return 1; }
}  // namespace

void Socket::open(int port) { listen(port); }
template <> void Buffer<int>::clear() {}
Socket::Socket() {}

}  // namespace app::net
LIB_END_NAMESPACE

TEST(BufferTest, Grows) { EXPECT_EQ(1, 1); }
"##,
        r##"body imports  1-1
body items  2-4
parent module app.net 5-39
  header module app.net 5-6
  parent class app.net.Buffer 7-21
    header class app.net.Buffer 7-10 +Buffer
    body constructor app.net.Buffer.Buffer 11-11
    body method app.net.Buffer.~Buffer 12-12
    body method app.net.Buffer.size 13-14
    body method app.net.Buffer.operator== 15-15
    body items app.net.Buffer.append 16-21 +n_
  parent class app.net.Socket 22-25
    header class app.net.Socket 22-22
    body method app.net.Socket.close 23-25
  body enum app.net.Mode 26-26 +kRead,kWrite
  body type app.net.Name 27-28
  body function app.net.hidden 29-32
  body method app.net.Socket.open 33-33
  body method app.net.Buffer.clear 34-34
  body constructor app.net.Socket.Socket 35-39
body function TEST(BufferTest, Grows) 40-40
"##,
    );
}

#[test]
fn a_class_after_two_macros_has_its_name() {
    check(
        "mutex.hpp",
        r##"
class LIB_LOCKABLE LIB_ATTRIBUTE(unused) Mutex {
  void lock() {}
};
"##,
        r##"parent class Mutex 1-4
  header class Mutex 1-2
  body method Mutex.lock 3-4
"##,
    );
}

#[test]
fn a_test_with_a_title_is_a_function() {
    check(
        "list_test.cpp",
        r##"
TEST_CASE("a list grows", "[list]") {
  SECTION("by one") {
    REQUIRE(grow(1));
  }
}
TEST_CASE("a list is empty") { REQUIRE(is_empty()); }
"##,
        r##"body function TEST_CASE("a list grows", "[list]") 1-6
body function TEST_CASE("a list is empty") 7-7
"##,
    );
}

#[test]
fn macros_after_parameters_are_not_names() {
    check(
        "os.cpp",
        r##"
LIB_INLINE bool is_open() LIB_NOEXCEPT {
  return true;
}

class Pool {
  int size() const LIB_REQUIRES(mutex_) { return 1; }
  void close() LIB_OVERRIDE;
};

int fill(int a,
         int b) LIB_NOEXCEPT
{
  return a;
}
"##,
        r##"body function is_open 1-5
parent class Pool 6-10
  header class Pool 6-6
  body method Pool.size 7-7
  body items Pool.close 8-10
body function fill 11-15
"##,
    );
}

#[test]
fn an_if_that_cuts_through_a_function_ends_no_later_one() {
    check(
        "dump.c",
        r##"static void dump(int x) {
  switch (x) {
  case 1: {
    if (is_nan(x)) {
      put(x);
    } else {
#ifdef A
      if (literal(x)) {
        put(x);
      } else {
#endif
        if (x > 1) {
          put(2);
        }
      }
#ifdef A
    }
#endif
    break;
  }
  case 2:
    put(3);
    break;
  }
}

void show(int x) {
  dump(x);
}

void show_all(void) {
  dump(1);
}
"##,
        r##"body function dump 1-26
body function show 27-30
body function show_all 31-33
"##,
    );
}

#[test]
fn macros_between_a_type_and_a_name_are_not_names() {
    check(
        "args.c",
        r##"static void printflike(3, 4)
args_add(char **buf, const char *fmt, ...)
{
    run(buf);
}

int after(void) { return 1; }
"##,
        r##"body function args_add 1-6
body function after 7-7
"##,
    );
    check(
        "debug.cpp",
        r##"extern "C" __declspec(dllimport) int __stdcall is_open();

static void * __attribute__((malloc)) alloc(int size) { return run(size); }

struct Left {
    LIB_OPERATOR( lt, < )
    LIB_OPERATOR( gt, > )
    int one() { return 1; }
};
int two() { return 2; }
"##,
        r##"body items is_open 1-2
body function alloc 3-4
parent struct Left 5-9
  header struct Left 5-7
  body method Left.one 8-9
body function two 10-10
"##,
    );
}

#[test]
fn a_macro_before_a_declaration_is_not_its_type() {
    check(
        "pool.cpp",
        r##"LIB_INLINE std::string name(int id) { return find(id); }

LIB_INLINE app::pool::pool(int size)
    : base(size),
      size_(size) {}

LIB_INLINE void app::pool::flush() {
  LIB_TRY { run(); }
  LIB_CATCH(here())
}
lib_inline std::string after() { return "a"; }
app::pool::operator bool() const { return size_; }
"##,
        r##"body function name 1-2
body constructor app.pool.pool 3-6
body method app.pool.flush 7-10
body function after 11-11
body method app.pool.operator bool 12-12
"##,
    );
    check(
        "main.cpp",
        "LIB_TEST(a)\nLIB_PRAGMA(diagnostic error \"-Wb\")\n\nnamespace c {\nint main(void) { return 1; }\n}\n",
        "parent module c 1-6\n  header module c 1-4\n  body function c.main 5-6\n",
    );
}

#[test]
fn a_statement_in_a_class_is_not_a_declaration() {
    check(
        "box.cpp",
        r##"struct Box {
  if (full()) { grow(); }
  void close() {}
};
"##,
        r##"parent struct Box 1-4
  header struct Box 1-2
  body method Box.close 3-4
"##,
    );
}

#[test]
fn a_hidden_macro_is_part_of_the_indentation() {
    check(
        "a.cpp",
        "LIB_API void A::f(int v) {\n  if (v) {\n    g(v);\n  h(v);\n}\n\nvoid k() { h(1); }\n",
        "body method A.f 1-6\nbody function k 7-7\n",
    );
}

#[test]
fn prototypes_in_a_class_have_the_kinds_of_functions() {
    let text = "class A : B {\npublic:\n  A(int x);\n  explicit A(C c) : d(c) {}\n  ~A();\n  int f() const;\n  int g;\n  void (*h)(int);\n  static A *i (int j);\n};\nint k(int);\nint l = m(1);\n";
    let tree = super::tree("a.hpp", text);
    let mut found = Vec::new();
    for chunk in &tree.chunks {
        for (name, line) in tree.names_defined(chunk) {
            let kind = tree.kind_of_name(chunk, name, line).name();
            found.push(format!("{kind} {name} {line}"));
        }
    }
    let expected = [
        "constructor A 3",
        "constructor A 3",
        "method ~A 5",
        "method f 6",
        "items g 7",
        "items h 8",
        "method i 9",
        "function k 11",
        "items l 12",
    ];
    assert_eq!(found, expected);
}
