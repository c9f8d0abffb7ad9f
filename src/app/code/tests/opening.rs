//! A long document is opened in steps.

use super::{page, shown};
use crate::app::code::DocumentState;
use crate::app::code::{Code, Page};
use crate::app::fixture;
use crate::app::keymap::CodeAction;
use crate::context::OpenStep;
use crate::search::{Mode, Query};
use std::sync::Arc;

/// The document before it is chunked.
fn text() -> DocumentState {
    let mut document = fixture::merger();
    document.progress = OpenStep::Read;
    let tree = Arc::make_mut(&mut document.tree);
    tree.chunks.clear();
    DocumentState::Read(Page::new(Arc::new(document)))
}

fn on_its_way() -> Code {
    let mut code = Code::default();
    code.set_size(100, 12);
    let hit = fixture::hits().remove(0);
    code.show(
        &hit,
        hit.record.id,
        &Query::parse("postings", Mode::Hybrid),
        None,
    );
    code.take(&text());
    code
}

#[test]
fn lines_of_the_hit_are_shown_before_the_text_is_chunked() {
    let mut code = on_its_way();
    assert_eq!(shown(&code), "37-52");
    assert!(!code.is_changed());
    code.take(&page());
    assert_eq!(shown(&code), "^18 37-51");
    assert_eq!(code.cursor_location().unwrap().line, 48, "at the match");
}

#[test]
fn a_cursor_moved_while_opening_stays() {
    let mut code = on_its_way();
    code.perform(CodeAction::Last);
    code.perform(CodeAction::Up);
    code.take(&page());
    assert_eq!(code.cursor_location().unwrap().line, 51);
}
