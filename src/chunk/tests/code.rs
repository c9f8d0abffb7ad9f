//! Outlines of Rust, Python, Go and Java, and parts of other languages.

use super::check;
use crate::chunk::Limits;

#[test]
fn rust() {
    check(
        "rust.rs",
        r##"// Copyright the authors.

//! Merges segments.
#![warn(missing_docs)]

use std::fmt;
mod helper;
use std::io::{self, Read};

const LIMIT: usize = 4;
static NAME: &str = "a";

/// A merger.
#[derive(Debug)]
pub struct Merger<T> {
    readers: Vec<T>,
    depth: usize,
}

struct Unit;

enum State {
    Open,
    Closed { at: u64 },
}

impl<T: Read> fmt::Display for Merger<T> {
    type Output = u8;

    /// Shows it.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn inner() {}
        inner();
        Ok(())
    } // shown

    // ---- private ----

    const DEPTH: usize = 1;
    fn depth(&self) {}
}

pub trait Store {
    /// Reads.
    fn read(&self) -> u8;
    fn write(&self) {}
}

macro_rules! twice { ($x:expr) => { $x; $x } }

extern "C" {
    fn c_call(x: i32);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works() {}
}
"##,
        r##"gap file  1-2 silent
header file  3-5
body imports  6-9 +helper
body items LIMIT 10-12 +NAME
body struct Merger 13-19 +readers,depth
body struct Unit 20-21
body enum State 22-26 +Open,Closed
parent impl Merger 27-42
  header impl Merger 27-29 +Output
  body method Merger.fmt 30-36
  body items Merger.DEPTH 37-39
  body method Merger.depth 40-42
parent trait Store 43-48
  header trait Store 43-43
  body method Store.read 44-45
  body method Store.write 46-48
body macro twice 49-50
body function c_call 51-54
parent module tests 55-61
  header module tests 55-58
  body function tests.works 59-61
"##,
    );
}

#[test]
fn python() {
    check(
        "python.py",
        r##"#!/usr/bin/env python3
"""Sessions."""
import os
from typing import (
    Any,
)

try:
    import json
except ImportError:
    json = None

DEFAULT, OTHER = 1, 2

# Merges.
@cache
@other(1)
def merge(a, b):
    """Merges two."""
    def inner():
        pass
    return inner

class Session(Base):
    """A session."""

    timeout = 3
    name: str = "x"

    def __init__(self):
        self.a = 1

    # Closes it.
    @property
    async def closed(self): return True

    class Meta:
        ordering = 1

square = lambda x: x * x

if os.name == "nt":
    def only_windows():
        pass
else:
    def only_unix():
        pass

if __name__ == "__main__":
    merge(1, 2)
"##,
        r##"header file  1-2
body imports  3-12
body items DEFAULT 13-14 +OTHER
body function merge 15-23
parent class Session 24-39
  header class Session 24-29 +timeout,name
  body constructor Session.__init__ 30-32 +a
  body accessor Session.closed 33-36
  body class Session.Meta 37-39 +ordering
body function square 40-41
body function only_windows 42-44
body function only_unix 45-48
body items  49-50
"##,
    );
}

#[test]
fn go() {
    check(
        "go.go",
        r##"// Copyright 2020.

// Package chi routes.
package chi

import (
	"net/http"
)

const (
	A = iota
	B
)

var ErrX = errors.New("x")

var handler = func() {}

// Mux is a mux.
type Mux struct {
	tree *node // the tree
	a, b int
}

type (
	// Handler handles.
	Handler interface {
		Serve(w int)
	}
	List []int
)

type Alias = Mux

// Serve serves.
func (mx *Mux) Serve(w http.ResponseWriter) {
	f := func() {}
	f()
}

func (l List[T]) Len() int { return 0 }

func New() *Mux { return nil }
"##,
        r##"gap file  1-2 silent
header file  3-3
body imports  4-9
body items A 10-16 +B,ErrX
body function handler 17-18
body struct Mux 19-24 +tree,a,b
parent interface Handler 25-29
  header interface Handler 25-27
  body method Handler.Serve 28-29
body type List 30-32
body type Alias 33-34
body method Mux.Serve 35-40
body method List.Len 41-42
body function New 43-43
"##,
    );
}

#[test]
fn java() {
    check(
        "Java.java",
        r##"/* Licensed under the Apache License */
package a.b;

import java.util.List;

/**
 * A node.
 */
@Deprecated
public class Node<T> extends Base implements I {
    private static final int MAX = 1, MIN = 0;
    private T value;

    static { load(); }

    public Node(T value) { this.value = value; }

    /*
    /* Access
     */

    @Override
    public T get() { return value; }

    int count = 0;

    enum Color { RED { void f() {} }, GREEN; Color next() { return RED; } }

    interface Visitor { void visit(Node n); default void leave() {} }

    record Point(int x, int y) { Point { check(x); } }
}

@interface Marker { String value() default ""; }
"##,
        r##"gap file  1-1 silent
body imports  2-5
parent class Node 6-33
  header class Node 6-15 +MAX,MIN,value
  body constructor Node.Node 16-17
  gap items Node 18-21
  body method Node.get 22-24
  body items Node.count 25-26
  parent enum Node.Color 27-28
    header enum Node.Color 27-27
    parent class Node.Color.RED 27-27
      header class Node.Color.RED 27-27
      body method Node.Color.RED.f 27-27
    body items Node.Color.GREEN 27-27
    body method Node.Color.next 27-28
  parent interface Node.Visitor 29-30
    header interface Node.Visitor 29-29
    body method Node.Visitor.visit 29-29
    body method Node.Visitor.leave 29-30
  parent class Node.Point 31-33
    header class Node.Point 31-31 +x,y
    body constructor Node.Point.Point 31-33
parent interface Marker 34-34
  header interface Marker 34-34
  body method Marker.value 34-34
"##,
    );
}

#[test]
fn parsed_parts_of_broken_code_are_kept() {
    check(
        "broken.rs",
        r##"fn one() { 1 }

fn ( { broken

impl A {
    fn two() {}

fn three() {}
"##,
        r##"body function one 1-2
body items  3-4
parent impl A 5-7
  header impl A 5-5
  body method A.two 6-7
body function three 8-8
"##,
    );
}

#[test]
fn a_file_whose_only_name_is_not_a_word_is_cut_by_lines() {
    check("a.jl", "\u{1F600}\n", "body lines \u{1F600} 1-1 silent\n");
}

#[test]
fn comments_before_the_first_member_are_its_docs_though_the_grammar_leaves_them_outside() {
    check(
        "a.py",
        "class A(B):\n    # About f.\n    def f(self):\n        pass\n",
        "parent class A 1-4\n  header class A 1-1\n  body method A.f 2-4\n",
    );
}

#[test]
fn license_is_not_the_docs_of_the_next_declaration() {
    let license = "/*\n * Licensed under the Apache License, Version 2.0.\n */\n";
    for declaration in [
        "class A {\n    int a;\n}\n",
        "class A {\n    int a() {}\n}\n",
    ] {
        let tree = super::tree("A.java", &format!("{license}{declaration}"));
        assert_eq!(super::violation(&tree, &Limits::default()), None);
        let (_, leaf) = tree.leaves().find(|(_, leaf)| leaf.name == "A").unwrap();
        assert!(leaf.docs.is_empty(), "{leaf:?}");
    }
}

#[test]
fn a_signature_without_an_arrow_belongs_to_its_function() {
    check(
        "A.hs",
        "third :: Rule\nthird a b = a + b\n\nfourth :: [Rule]\nfourth = make 2\n\n\
         fifth :: Int\nfifth = 5\n",
        "body function third 1-3\nbody function fourth 4-6\nbody items fifth 7-8\n",
    );
}

#[test]
fn conditionals_of_automake_are_not_names() {
    check(
        "Makefile.am",
        "bin_PROGRAMS = a\n\nif IS_B\nAM_CFLAGS += -Wno-b\nendif\n\ninstall-exec-hook:\n\techo\n",
        "body items bin_PROGRAMS 1-6 +AM_CFLAGS\nbody function install-exec-hook 7-8\n",
    );
}

#[test]
fn names_and_values_of_make_have_brackets() {
    check(
        "a.mk",
        "obj-$(A) += b.o\n\nC = $(wildcard d/*.c) (e)\n\n$(F)_G = 'h (i)'\n\nj: k\n\techo\n",
        "body items obj-$(A) 1-6 +C,$(F)_G\nbody function j 7-8\n",
    );
}

#[test]
fn an_annotated_class_of_kotlin_is_no_expression() {
    check(
        "a.kt",
        "@A(B::class)\n@C\nopen class D protected constructor() {\n  fun e() {}\n}\n\n@F\nannotation class G\n",
        "parent class D 1-6\n  header class D 1-3\n  body method D.e 4-6\nbody class G 7-8\n",
    );
}

#[test]
fn a_default_value_of_kotlin_is_not_a_property() {
    check(
        "a.kt",
        "class A(val b: Boolean = false, c: Int = d) {\n  fun e() {}\n}\n",
        "parent class A 1-3\n  header class A 1-1 +b\n  body method A.e 2-3\n",
    );
}

#[test]
fn a_function_of_zig_has_the_members_of_both_types() {
    check(
        "stream.zig",
        r##"fn Stream(comptime dynamic: bool) type {
    if (dynamic) return struct {
        fd: i32,

        pub fn read(self: *@This()) void {}
    };

    return struct {
        pub fn read(self: *@This()) void {}
    };
}
"##,
        r##"parent struct Stream 1-11
  header struct Stream 1-4 +fd
  body method Stream.read 5-7
  body method Stream.read 8-11
"##,
    );
}

#[test]
fn every_branch_of_elixir_has_declarations() {
    check(
        "a.ex",
        "if A do\n  def b, do: 1\nelse\n  def c, do: 2\nend\n\ncond do\n  d ->\n    def e, do: 3\n  true ->\n    def f, do: 4\nend\n",
        "body function b 1-2\nbody function c 3-6\nbody function e 7-9\nbody function f 10-12\n",
    );
}

#[test]
fn tests_of_scala_are_named_by_their_strings() {
    check(
        "A.scala",
        r##"class A extends Spec {
  "b" should {
    "c" in {
      d()
    }
    "e" in new F {}
  }
  "g" should "h" in {
    i()
  }
  test("j") {
    k()
  }
}
"##,
        r##"parent class A 1-14
  header class A 1-1
  body method A.c 2-5
  body method A.e 6-7
  body method A."g" should "h" 8-10
  body method A.j 11-14
"##,
    );
}
