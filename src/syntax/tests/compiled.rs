//! Highlighting of languages with other type systems.

use super::check;
use crate::syntax::HighlightRole as Role;

#[test]
fn haskell_is_highlighted() {
    check(
        "haskell",
        "import Data.List\n-- | Docs.\nsize :: [a] -> Int\nsize xs = Map.foldr f 1 (Just \"a\")\n",
        &[
            ("import", Role::Keyword),
            ("Data", Role::Module),
            ("-- | Docs.", Role::Comment),
            // The grammar's own query highlights the whole signature as a function.
            ("size ", Role::Function),
            ("Int", Role::Type),
            ("size", Role::Function),
            ("xs", Role::Variable),
            ("foldr", Role::Function),
            ("f", Role::Variable),
            ("1", Role::Number),
            ("Just", Role::Constructor),
            ("\"a\"", Role::String),
        ],
    );
}

#[test]
fn ocaml_is_highlighted() {
    check(
        "ocaml",
        "(** Docs. *)\nlet push (x : int) = List.map f [ Some \"a\"; 1 ]\n",
        &[
            ("(** Docs. *)", Role::Comment),
            ("let", Role::Keyword),
            ("push", Role::Function),
            ("x", Role::Variable),
            ("int", Role::Type),
            ("List", Role::Module),
            ("map", Role::Function),
            ("Some", Role::Constructor),
            ("\"a\"", Role::String),
            ("1", Role::Number),
        ],
    );
}

#[test]
fn ocaml_interfaces_are_highlighted() {
    check(
        "ocaml_interface",
        "val push : int -> t (* end *)\n",
        &[
            ("val", Role::Keyword),
            ("push", Role::Function),
            ("int", Role::Type),
            ("t", Role::Type),
            ("(* end *)", Role::Comment),
        ],
    );
}

#[test]
fn zig_is_highlighted() {
    check(
        "zig",
        "const std = @import(\"std\");\n/// Docs.\npub fn add(a: Point) u32 {\n    return std.f(a.x, LIMIT, 1);\n}\n",
        &[
            ("const", Role::Keyword),
            ("std", Role::Module),
            ("@import", Role::Function),
            ("\"std\"", Role::String),
            ("/// Docs.", Role::Comment),
            ("pub", Role::Keyword),
            ("fn", Role::Keyword),
            ("add", Role::Function),
            ("Point", Role::Type),
            ("u32", Role::Type),
            ("return", Role::Keyword),
            ("f", Role::Function),
            ("x", Role::Property),
            ("LIMIT", Role::Constant),
            ("1", Role::Number),
        ],
    );
}
