//! Imports.

use super::outlined;
use crate::syntax::Language;

/// Checks the imports of a text, one per line: `module : name as alias`.
fn check(language: &str, text: &str, expected: &[&str]) {
    let Some(language) = Language::tested(language) else {
        return;
    };
    let outline = outlined(text, language);
    let found: Vec<String> = outline
        .imports
        .iter()
        .map(|import| {
            let mut line = import.module.clone();
            for (mark, part) in [(" : ", &import.name), (" as ", &import.alias)] {
                if !part.is_empty() {
                    line.push_str(mark);
                    line.push_str(part);
                }
            }
            line
        })
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn rust_imports() {
    for (text, expected) in [
        ("use std::fmt;", &["std : fmt"][..]),
        ("use serde;", &["serde"]),
        ("use ::serde::de;", &["::serde : de"]),
        ("pub(crate) use a::b as c;", &["a : b as c"]),
        ("use a::B as _;", &["a : B as _"]),
        ("use a::*;", &["a : *"]),
        (
            "use crate::a::{self, b::{C, D as E}, f::*, G};",
            &[
                "crate::a",
                "crate::a::b : C",
                "crate::a::b : D as E",
                "crate::a::f : *",
                "crate::a : G",
            ],
        ),
        ("use a::{self as b};", &["a as b"]),
        ("use {a::b, c};", &["a : b", "c"]),
        ("use super::super::x;", &["super::super : x"]),
        ("use a::\n    b::\n    c;", &["a::b : c"]),
        ("use a::{/* not b */ c};", &["a : c"]),
        ("extern crate a as b;\nextern crate c;", &["a as b", "c"]),
        ("mod a;\npub mod b;\nmod c {}", &["self::a", "self::b"]),
        ("fn f() { use a::b; b() }", &["a : b"]),
    ] {
        check("rust", text, expected);
    }
}

#[test]
fn python_imports() {
    for (text, expected) in [
        ("import a.b, c as d\n", &["a.b", "c as d"][..]),
        ("from a.b import c, d as e\n", &["a.b : c", "a.b : d as e"]),
        (
            "from ..a import (\n    b,\n    c,\n)\n",
            &["..a : b", "..a : c"],
        ),
        ("from . import a\n", &[". : a"]),
        ("from a import *\n", &["a : *"]),
        (
            "from __future__ import annotations\n",
            &["__future__ : annotations"],
        ),
        (
            "try:\n    import a\nexcept ImportError:\n    a = None\n",
            &["a"],
        ),
        ("def f():\n    from a import b\n", &["a : b"]),
    ] {
        check("python", text, expected);
    }
}

#[test]
fn javascript_imports() {
    for (text, expected) in [
        (
            "import d, { a as b, c } from 'x'",
            &["x : default as d", "x : a as b", "x : c"][..],
        ),
        ("import * as n from \"./x.js\"", &["./x.js : * as n"]),
        ("import 'x'", &["x"]),
        ("export { a, b as c } from 'x'", &["x : a", "x : b as c"]),
        ("export * from 'x'", &["x : *"]),
        ("export * as n from 'x'", &["x : * as n"]),
        ("export { a }", &[]),
        ("const fs = require('fs')", &["fs"]),
        ("const y = require('./lib/x')", &["./lib/x as y"]),
        ("var a = require('a'), b = 1", &["a"]),
        (
            "const { a, b: c, d = 1, ...e } = require('x')",
            &["x : a", "x : b as c", "x : d", "x : * as e"],
        ),
        ("const a = require('x').a", &["x : a"]),
        ("const b = require('x').a", &["x : a as b"]),
        ("const debug = require('debug')('app')", &["debug"]),
        ("require('x')(app)", &["x"]),
        ("const { a } = await import('./x')", &["./x : a"]),
        ("const L = lazy(() => import(`./L`))", &["./L"]),
        ("const load = () => import('./L')", &["./L"]),
        ("import(`./${name}`)", &[]),
        ("function f() { const a = require('a') }", &["a"]),
    ] {
        check("javascript", text, expected);
    }
}

/// Checks the exports of a text: `name = local`.
fn check_exports(text: &str, expected: &[&str]) {
    let language = Language::tested("javascript").expect("a language");
    let outline = outlined(text, language);
    let exports = outline.exports.iter();
    let found: Vec<String> = exports
        .map(|it| format!("{} = {}", it.name, it.local))
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn javascript_exports() {
    for (text, expected) in [
        ("export default function a() {}", &["default = a"][..]),
        ("export default class A {}", &["default = A"]),
        ("export default a", &["default = a"]),
        ("export default function () {}", &[]),
        (
            "export { a, b as c, d as default }",
            &["a = a", "c = b", "default = d"],
        ),
        ("export { a as b } from 'x'", &[]),
        ("module.exports = a", &["default = a"]),
        ("exports = module.exports = a", &["default = a"]),
        ("module.exports = { a, b: c }", &["a = a", "b = c"]),
        ("exports.a = b", &["a = b"]),
        ("exports.a = function b() {}", &[]),
        ("module.exports = function b() {}", &["default = exports"]),
        (
            "module.exports = require('./lib/express')",
            &["default = express"],
        ),
        ("export function a() {}", &[]),
    ] {
        check_exports(text, expected);
    }
}

#[test]
fn typescript_imports() {
    for (text, expected) in [
        ("import type { A } from './a'", &["./a : A"][..]),
        ("import { type A, b } from './a'", &["./a : A", "./a : b"]),
        ("import a = require('./b')", &["./b as a"]),
        ("import A = B.C.D", &["B.C : D as A"]),
        ("export type { A } from './a'", &["./a : A"]),
    ] {
        check("typescript", text, expected);
    }
}

#[test]
fn go_imports() {
    check(
        "go",
        "package a\n\nimport \"fmt\"\nimport (\n\tx \"a/b\"\n\t. \"c\"\n\t_ \"d\"\n)\n",
        &["fmt", "a/b as x", "c : *", "d as _"],
    );
}

#[test]
fn java_imports() {
    check(
        "java",
        "package a.b;\nimport java.util.List;\nimport java.io.*;\nimport static a.B.c;\n\
         import static a.B.*;\n",
        &["java.util : List", "java.io : *", "a.B : c", "a.B : *"],
    );
    check("java", "module a { requires java.sql; }", &["java.sql"]);
}

#[test]
fn c_includes() {
    check(
        "c",
        "#include <sys/types.h>\n#include \"a.h\"\n#include CONFIG\n",
        &["sys/types.h", "a.h", "CONFIG"],
    );
}

#[test]
fn cpp_includes_and_usings() {
    check(
        "cpp",
        "#include <vector>\nusing namespace std::chrono;\nusing std::string;\n\
         void f() { using namespace a; }\n",
        &["vector", "std::chrono : *", "std : string", "a : *"],
    );
}
