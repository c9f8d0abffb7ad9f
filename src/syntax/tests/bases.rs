//! Bases of declarations.

use super::outlined;
use crate::syntax::Language;

/// Checks the bases of a text's first declaration.
fn check(language: &str, text: &str, expected: &[&str]) {
    let Some(language) = Language::tested(language) else {
        return;
    };
    let outline = outlined(text, language);
    let found = outline.scope(&outline.roots).last().expect("an element");
    assert_eq!(found.bases, expected, "{text}");
}

#[test]
fn rust_bases() {
    for (text, expected) in [
        ("impl<T: A> fmt::Display for B<T> {}", &["Display"][..]),
        ("impl !Send for B {}", &["Send"]),
        ("impl<'a> From<&'a str> for B {}", &["From"]),
        ("impl B {}", &[]),
        (
            "trait A<T>: B + c::D<T> + 'static + ?Sized + for<'a> E<'a> {}",
            &["B", "D", "E"],
        ),
        ("trait A: Fn(u8) -> u8 {}", &["Fn"]),
    ] {
        check("rust", text, expected);
    }
}

#[test]
fn python_bases() {
    for (text, expected) in [
        (
            "class A(B, c.D, Generic[T, U], metaclass=M): pass",
            &["B", "D", "Generic"][..],
        ),
        ("class A(namedtuple('A', 'b c')): pass", &["namedtuple"]),
        ("class A(\n    B,  # not C, D\n    E,\n): pass", &["B", "E"]),
        ("class A(*bases): pass", &[]),
        ("class A(): pass", &[]),
    ] {
        check("python", text, expected);
    }
}

#[test]
fn script_bases() {
    for (language, text, expected) in [
        ("javascript", "class A extends b.C {}", &["C"][..]),
        ("javascript", "class A extends mix(B, C) {}", &["mix"]),
        ("javascript", "const A = class extends B {}", &["B"]),
        (
            "typescript",
            "class A<T> extends B<T> implements C, d.E<F, G> {}",
            &["B", "C", "E"],
        ),
        (
            "typescript",
            "export abstract class A implements B {}",
            &["B"],
        ),
        (
            "typescript",
            "interface A extends B<C>, d.E {}",
            &["B", "E"],
        ),
        (
            "tsx",
            "class A extends React.Component<P, S> {}",
            &["Component"],
        ),
    ] {
        check(language, text, expected);
    }
}

#[test]
fn java_bases() {
    for (text, expected) in [
        (
            "class A<T extends X> extends b.B<T> implements C, D<E, F> {}",
            &["B", "C", "D"][..],
        ),
        ("interface A extends B, C {}", &["B", "C"]),
        ("record A(int x) implements B {}", &["B"]),
        ("enum A implements B { C }", &["B"]),
        ("sealed class A extends @N B permits C {}", &["B"]),
    ] {
        check("java", text, expected);
    }
}

#[test]
fn go_bases() {
    for (text, expected) in [
        (
            "type A struct {\n\tB\n\t*c.D\n\tE[int] `json:\"e\"`\n\tf, g int\n}",
            &["B", "D", "E"][..],
        ),
        (
            "type A interface {\n\tio.Reader\n\tB\n\tf() error\n}",
            &["Reader", "B"],
        ),
        ("type A interface { ~int | ~string }", &[]),
        ("type A = b.B", &["B"]),
        ("type A B", &[]),
    ] {
        check("go", &format!("package a\n{text}"), expected);
    }
}

#[test]
fn cpp_bases() {
    for (text, expected) in [
        (
            "class A final : public virtual b::B<C, D>, private E {};",
            &["B", "E"][..],
        ),
        ("template <class T> struct A : T, B<T>::C {};", &["T", "C"]),
        ("template <class... T> struct A : T... {};", &["T"]),
        ("enum class A : int { B };", &[]),
    ] {
        check("cpp", text, expected);
    }
}
