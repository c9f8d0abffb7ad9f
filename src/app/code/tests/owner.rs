//! From a method to the type that it belongs to by its name alone.

use super::shown;
use crate::app::code::{Code, Page};
use crate::app::documents::Opening;
use crate::app::event::Effect;
use crate::app::fixture::{self, related::relation};
use crate::app::keymap::Look;
use crate::chunk::{Kind, Role};
use crate::context::{Certainty, Connection, Relations};
use crate::protocol::{Relate, Request};
use crate::search::{Query, Receipt};
use std::sync::Arc;

const TEXT: &str = "package shop\n\nfunc (c *Cart) Total() int {\n\treturn 1\n}\n";

/// The pane on a method of Go whose type is not in its document.
fn code() -> Code {
    let cuts = [
        (0, Kind::File, Role::Parent, "total.go", 1, 5),
        (1, Kind::Items, Role::Header, "package", 1, 2),
        (1, Kind::Method, Role::Body, "Total", 3, 5),
    ];
    let mut document = fixture::document("shop/total.go", TEXT, &cuts);
    let tree = Arc::get_mut(&mut document.tree).expect("nobody else has it");
    let names = ["total.go", "Cart", "Total"];
    tree.chunks[2].names = names.map(str::to_owned).to_vec();
    let hit = fixture::hit(&document, 2, 1.0, Receipt::default());
    let mut code = Code::default();
    code.set_size(100, 60);
    code.show(&hit, hit.record.id, &Query::default(), None);
    code.take(&Opening::Open(Arc::new(Page::new(Arc::new(document)))));
    code
}

/// What is asked for, where somebody is on the way to the type of the hit.
fn wanted(code: &mut Code) -> Vec<Connection> {
    match code.relate(true) {
        Some(Effect::Ask(_, Request::Relate(_, Relate { wanted, .. }))) => wanted,
        _ => Vec::new(),
    }
}

/// Types of that name in these files.
fn types(paths: &[&str]) -> Relations {
    let of = |path: &&str| {
        let mut owner = relation(path, "Cart", 7, Certainty::Certain);
        owner.name = "Cart".to_owned();
        owner
    };
    Relations {
        found: paths.iter().map(of).collect(),
        total: paths.len(),
        unresolved: match paths {
            [] => vec!["Cart".to_owned()],
            _ => Vec::new(),
        },
    }
}

/// What is said, and where the pane is, after types were found in these files.
fn check(paths: &[&str], says: &str, path: &str, rows: &str) {
    let mut code = code();
    assert!(code.names_owner());
    code.relate_again();
    assert_eq!(wanted(&mut code), [Connection::Owner]);
    let (is_gone, said) = code.depart(Ok(&types(paths)));
    assert_eq!((is_gone, said.as_str()), (paths.len() == 1, says));
    assert_eq!(code.path().map(|path| path.as_str()), Some(path));
    assert_eq!(shown(&code), rows);
    assert_eq!(wanted(&mut code), [], "once is enough");
}

#[test]
fn the_one_type_is_gone_to() {
    let says = "Cart is declared in shop/cart.go:7";
    check(&["shop/cart.go"], says, "shop/cart.go", "");
}

#[test]
fn of_several_none_is_guessed() {
    let says = "2 types are called Cart, none nearer than another: a.go:7, b.go:7";
    check(&["a.go", "b.go"], says, "shop/total.go", "3-5");
    let says =
        "4 types are called Cart, none nearer than another: a.go:7, b.go:7, c.go:7 and 1 more";
    let paths = ["a.go", "b.go", "c.go", "d.go"];
    check(&paths, says, "shop/total.go", "3-5");
}

#[test]
fn without_a_type_what_holds_it_is_shown_in_place() {
    let says = "the index knows no type Cart in this language";
    check(&[], says, "shop/total.go", "1-1 ~ 3-5");
}

#[test]
fn one_comes_back_from_the_type() {
    let mut code = code();
    code.depart(Ok(&types(&["shop/cart.go"])));
    assert_eq!(code.jumped_from(), Some("Total"));
    assert!(code.step(true, None).is_some());
    assert_eq!(code.path().map(|path| path.as_str()), Some("shop/total.go"));
}

#[test]
fn sections_are_asked_for_again_beside_it() {
    let mut code = code();
    code.look(Look::Callers);
    let both = [Connection::Owner, Connection::Callers];
    assert_eq!(wanted(&mut code), both);
    code.look(Look::Imports);
    let all = [Connection::Owner, Connection::Imports, Connection::Callers];
    assert_eq!(wanted(&mut code), all);
}
