//! After any keys, clicks and resizes, everything is drawn in its place.

use super::{Theme, embedded};
use crate::app::{App, Arrangement, Effect, Event, Focus, fixture};
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::{Backend, TestBackend};

/// A random event.
#[derive(Clone, Debug)]
enum Happening {
    Key(prop::sample::Index),
    Mouse(prop::sample::Index, u16, u16),
    Resize(u16, u16),
    Newer(u64),
    Tick,
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        20 => any::<prop::sample::Index>().prop_map(Happening::Key),
        4 => (any::<prop::sample::Index>(), 0u16..130, 0u16..45)
            .prop_map(|(kind, x, y)| Happening::Mouse(kind, x, y)),
        1 => (0u16..130, 0u16..45).prop_map(|(width, height)| Happening::Resize(width, height)),
        1 => (0u64..9).prop_map(Happening::Newer),
        1 => Just(Happening::Tick),
    ]
}

const MOUSE: [MouseEventKind; 6] = [
    MouseEventKind::Down(MouseButton::Left),
    MouseEventKind::Up(MouseButton::Left),
    MouseEventKind::Drag(MouseButton::Left),
    MouseEventKind::Moved,
    MouseEventKind::ScrollDown,
    MouseEventKind::ScrollUp,
];

fn happens(app: &mut App, happening: Happening) -> Vec<Effect> {
    let event = match happening {
        Happening::Key(at) => Event::Key(*at.get(&fixture::every_key())),
        Happening::Mouse(kind, column, row) => Event::Mouse(MouseEvent {
            kind: *kind.get(&MOUSE),
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }),
        Happening::Resize(width, height) => Event::Resize(width, height),
        Happening::Newer(generation) => {
            let mut status = fixture::fresh();
            status.generation = generation;
            Event::Index(status)
        }
        Happening::Tick => Event::Tick,
    };
    app.update(event)
}

/// Checks a frame: rows fit their panes, the cursor is on the screen, and without a popup no pane overwrites
/// the border and the prompt is shown.
fn check(app: &App, theme: &Theme) -> Result<(), TestCaseError> {
    let layout = &app.screen.layout;
    let (width, height) = (layout.screen.width, layout.screen.height);
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| drop(crate::ui::draw(app, theme, frame)))
        .unwrap();
    let cursor = terminal.backend_mut().get_cursor_position().unwrap();
    prop_assert!(cursor.x <= width.saturating_sub(1) && cursor.y <= height.saturating_sub(1));
    prop_assert!(app.results.visible().count() <= usize::from(layout.area(Focus::Results).height));
    let code = app.code.visible().count() + app.code.summary.len();
    prop_assert!(
        code <= usize::from(layout.area(Focus::Code).height) || layout.area(Focus::Code).is_empty()
    );
    let is_covered = app.screen.popup.as_ref().is_some() || app.completion().is_some();
    if is_covered || !app.next_keys().is_empty() || layout.arrangement == Arrangement::Bare {
        return Ok(());
    }
    let buffer = terminal.backend().buffer();
    let symbol = |x, y| buffer[(x, y)].symbol();
    if layout.arrangement == Arrangement::Columns {
        let line = layout.splitter();
        for y in line.y..line.y + line.height {
            prop_assert_eq!(symbol(line.x, y), "│");
            prop_assert_eq!(symbol(line.x - 1, y), " ", "columns end before the line");
        }
    }
    let prompt = layout.prompt;
    let row: String = (prompt.x..prompt.x + prompt.width)
        .map(|x| symbol(x, prompt.y))
        .collect();
    prop_assert!(row.starts_with(app.prompt.mode().name()), "{}", row);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn everything_is_drawn_inside_its_area(
        happenings in prop::collection::vec(happening(), 1..80),
        searches in any::<bool>(),
    ) {
        let theme = embedded("night");
        // Some runs browse without a query.
        let mut app = fixture::browsing(120, 30);
        fixture::drive(&mut app, if searches { "merge" } else { "<tab>" });
        for happening in happenings {
            let effects = happens(&mut app, happening);
            fixture::run_until_idle(&mut app, effects);
            check(&app, &theme)?;
        }
    }
}
