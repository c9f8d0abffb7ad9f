//! References to names, as opposed to declarations.

use super::outlined;
use crate::syntax::Language;

/// Checks the references of a text: `f` is used, `f()` is called, `a.f` is a member of `a`, `.f` of a longer
/// expression.
fn check(language: &str, text: &str, expected: &str) {
    let Some(language) = Language::tested(language) else {
        return;
    };
    let outline = outlined(text, language);
    let found: Vec<String> = outline
        .references
        .iter()
        .map(|found| {
            let word =
                |bytes: &std::ops::Range<u32>| &text[bytes.start as usize..bytes.end as usize];
            let mut line = String::new();
            if found.is_member {
                line.push_str(word(&found.qualifier));
                line.push('.');
            }
            line.push_str(word(&found.bytes));
            if found.is_called {
                line.push_str("()");
            }
            line
        })
        .collect();
    assert_eq!(found.join(" "), expected, "{text}");
}

#[test]
fn rust_references() {
    for (text, expected) in [
        (
            "fn f(a: A) { let b = A::new(a); b.run::<u8>(1)?; g(); }",
            "A A A.new() a b b.run() g()",
        ),
        ("fn f() { Vec::<u8>::new() }", "Vec Vec.new()"),
        (
            "fn f() { Map::<K, Vec<V>>::new() }",
            "Map K Vec V Map.new()",
        ),
        ("fn f() { <T as A>::new() }", "T A .new()"),
        ("fn f() { x()\n  .y()\n  .z }", "x() .y() .z"),
        ("fn f() { x // not this\n  .y() }", "x .y()"),
        (
            "fn f() { println!(\"{}\", a.b()); tokio::select! { _ = g() => {} } }",
            "println() a a.b() tokio tokio.select() g()",
        ),
        (
            "#[derive(Debug, A)]\n#[cfg(test)]\nstruct S;",
            "derive Debug A cfg test",
        ),
        ("fn f() { S { a: 1, b, ..c } }", "S S.a S.b c"),
        ("fn f() { if let Some(x) = y {} }", "Some y"),
        ("fn f<'a, T: A>(g: impl Fn(&'a T) -> B) {}", "A Fn T B"),
        ("fn f() { 0..n.len() }", "n n.len()"),
        ("fn f() { fn g() {} g() }", "g()"),
        ("struct S { a: A }\nenum E { B(C), D { e: F } }", "A C F"),
    ] {
        check("rust", text, expected);
    }
}

#[test]
fn python_references() {
    for (text, expected) in [
        (
            "def f(a, b=c, *d, e: E = 1, **g) -> H:\n    return a.run(x=y)\n",
            "c E H a a.run() run.x y",
        ),
        (
            "@app.route('/')\n@cached\ndef f(): pass\n",
            "app app.route() cached()",
        ),
        ("a = [b for c in d if c]\n", "b d c"),
        ("f = lambda x: g(x)\n", "g() x"),
        ("for a, b in c:\n    d(b)\n", "c d() b"),
        (
            "def f():\n    with a() as b:\n        b.c = 1\n",
            "a() b b.c",
        ),
        ("class A(B, metaclass=C): pass\n", "B C"),
        ("match a:\n    case B(c): pass\n", "a B"),
        (
            "a: \"B[c.D]\" = getattr(e, \"f\")\n",
            "B c c.D getattr() e f",
        ),
    ] {
        check("python", text, expected);
    }
}

#[test]
fn javascript_references() {
    for (text, expected) in [
        (
            "function f(a, { b, c: d } = e, ...g) { return a.run(b) }",
            ".b .c e a a.run() b",
        ),
        ("const x = { a: b, c, d() {}, 'e': g() }", "b c g()"),
        ("const x = y => y?.z?.()", "y y.z()"),
        ("new A.B(c)", "A A.B() c"),
        (
            "const x = <Box size={a}><p.Q/></Box>",
            "Box() Box.size a p p.Q()",
        ),
        ("function f() { const g = function h() {} \n g() }", "g()"),
        ("class A extends B { #x = 1; m() { this.#x } }", "B this.#x"),
    ] {
        check("javascript", text, expected);
    }
}

#[test]
fn typescript_references() {
    for (text, expected) in [
        (
            "function f<T extends A>(x: T, y?: B<C>): D { return g<T>(x) }",
            "A T B C D g() T x",
        ),
        ("interface A extends B { c: D; e(f: G): void }", "B D G"),
        (
            "@Component({ selector: a }) class B { @Input() c = d }",
            "Component() a Input() d",
        ),
        ("enum E { A, B = a }", "a"),
    ] {
        check("typescript", text, expected);
    }
}

#[test]
fn go_references() {
    for (text, expected) in [
        (
            "package a\nfunc (r *T) M(s S) (e error) { r.x.Do(s); return fmt.Errorf(\"\") }",
            "T S error r r.x x.Do() s fmt fmt.Errorf()",
        ),
        (
            "package a\nfunc f() { x, err := g[int, S](y); _ = T{a: b}; p.H[int, S](z) }",
            "g() int S y T T.a b p.H() int S z",
        ),
        ("package a\ntype T struct { A; b B }", "A B"),
    ] {
        check("go", text, expected);
    }
}

#[test]
fn java_references() {
    for (text, expected) in [
        (
            "class A extends B { @Get(\"/\") C m(D d) throws E { return new F<>(d).g(this::h); } }",
            "B Get C D E F() d .g() this.h",
        ),
        (
            "class A { void m() { list.forEach(x -> x.f()); } }",
            "list list.forEach() x x.f()",
        ),
        (
            "class A { void m() { for (B b : c) { D d = e(); } } }",
            "B c D e()",
        ),
    ] {
        check("java", text, expected);
    }
}

#[test]
fn annotations_are_not_called() {
    check(
        "kotlin",
        "class C {\n@Suppress(\"x\")\nfun f(): A = g()\n}",
        "Suppress A g()",
    );
    check(
        "swift",
        "@inline(never) func f() -> A { g() }",
        "inline never A g()",
    );
}

#[test]
fn parameters_are_not_references() {
    check(
        "kotlin",
        "fun f(block: (A) -> B, s: S<T> = g()): D { block(x) }",
        "A B S T g() D block() x",
    );
    check(
        "swift",
        "func f(_ block: (A) -> B, s: [S] = g()) -> D { block(x) }",
        "A B S g() D block() x",
    );
}

#[test]
fn a_point_of_php_is_no_member_mark() {
    check(
        "php",
        "<?php function f() { return $a.g($b.C, $d->e()); }",
        "a g() b C d $d.e()",
    );
}

#[test]
fn c_references() {
    for (text, expected) in [
        (
            "T f(S *s, int n[]) { U *u = g(s->x, n); return (*u->h)(1); }",
            "T S U g() s s.x n u u.h",
        ),
        ("struct s a = { .b = c };", "s s.b c"),
        ("static T (*cb)(int);", "T"),
        (
            "#define MAX(a, b) check(a, \"no\") + p->x + LIMIT /* a */\nint k;\n",
            "check() p p.x LIMIT",
        ),
        ("#define SIZE f(B)\n#pragma once\n", "f() B"),
        (
            "void f(void) {\n  BEGIN\n  g(a);\n  T h(int), *p, (*cb)(int);\n  cb(p);\n}",
            "BEGIN g() a T h() cb() p",
        ),
    ] {
        check("c", text, expected);
    }
}

#[test]
fn cpp_references() {
    for (text, expected) in [
        (
            "void A::f(B& b) { std::vector<C> c(1); b.run<D>(c); auto e = new E(1); }",
            "A B std std.vector C b b.run() D c E()",
        ),
        (
            "template <class T, int N = 3> struct A : public B<T> {};",
            "B T",
        ),
        (
            "void f() { auto g = [x = h(), &y](Z z) { return z; }; }",
            "h() y Z z",
        ),
    ] {
        check("cpp", text, expected);
    }
}

#[test]
fn a_command_of_a_shell_may_follow_assignments() {
    check("bash", "A=1 B=\"x y\" f a", "A B f()");
}

#[test]
fn jobs_in_a_long_list_are_read_up_to_a_number() {
    let entries: String = (0..100)
        .map(|number| format!("  - job{number}\n"))
        .collect();
    let jobs: Vec<String> = (0..64).map(|number| format!("job{number}")).collect();
    check("yaml", &format!("needs:\n{entries}"), &jobs.join(" "));
}
