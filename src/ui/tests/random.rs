//! Whatever is pressed, clicked or resized, every frame is drawn.

use super::{drawn, embedded};
use crate::app::{App, Effect, Event, fixture};
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use proptest::prelude::*;

/// What happens, as numbers that are drawn.
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn every_frame_is_drawn(
        happenings in prop::collection::vec(happening(), 1..80),
        asks in any::<bool>(),
    ) {
        let theme = embedded("night");
        // Some look around without a question.
        let mut app = fixture::browsing(120, 30);
        fixture::drive(&mut app, if asks { "merge" } else { "<tab>" });
        for happening in happenings {
            let effects = happens(&mut app, happening);
            fixture::run_until_idle(&mut app, effects);
            drawn(&app, &theme);
        }
    }
}
