//! The hint for who is new here.

use super::*;
use crate::app::fixture::{self, drive};

#[test]
fn the_hint_stays_until_the_help_or_the_palette_was_found() {
    for found in ["<f1>", "<f2>"] {
        let mut app = fixture::app(120, 30);
        assert_eq!(app.welcome(), None, "not new");
        app.options.is_new = true;
        let says = "new here? F1 all keys, F2 all actions";
        assert_eq!(app.welcome().as_deref(), Some(says));
        assert_eq!(drive(&mut app, "merge<tab>j"), []);
        assert!(app.welcome().is_some());
        assert_eq!(drive(&mut app, found), [Effect::Learned]);
        assert_eq!(app.welcome(), None);
        assert_eq!(drive(&mut app, &format!("<esc>{found}")), []);
    }
}
