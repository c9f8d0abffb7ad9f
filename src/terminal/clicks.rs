//! Two clicks that are one double-click.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use std::time::{Duration, Instant};

/// How soon the second has to come.
const SOON: Duration = Duration::from_millis(400);

/// Remembers the last click.
#[derive(Debug, Default)]
pub struct Clicks {
    last: Option<(u16, u16, Instant)>,
}

impl Clicks {
    /// Notes what the mouse does; true for the second click of two. A third one begins anew.
    pub fn note(&mut self, mouse: &MouseEvent, now: Instant) -> bool {
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {}
            MouseEventKind::Up(MouseButton::Left) | MouseEventKind::Moved => return false,
            _ => {
                self.last = None;
                return false;
            }
        }
        let (x, y) = (mouse.column, mouse.row);
        let is_second = self.last.take().is_some_and(|(before_x, before_y, at)| {
            (before_x, before_y) == (x, y) && now.saturating_duration_since(at) < SOON
        });
        if !is_second {
            self.last = Some((x, y, now));
        }
        is_second
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use MouseEventKind::{Down, Drag, ScrollDown, Up};
    use crossterm::event::KeyModifiers;

    const LEFT: MouseButton = MouseButton::Left;

    /// Which of these events, each so many milliseconds after the start, are double-clicks.
    fn check(events: &[(u64, MouseEventKind, u16)], expected: &[bool]) {
        let start = Instant::now();
        let mut clicks = Clicks::default();
        let seen: Vec<bool> = events
            .iter()
            .map(|(millis, kind, column)| {
                let mouse = MouseEvent {
                    kind: *kind,
                    column: *column,
                    row: 3,
                    modifiers: KeyModifiers::NONE,
                };
                clicks.note(&mouse, start + Duration::from_millis(*millis))
            })
            .collect();
        assert_eq!(seen, expected, "{events:?}");
    }

    #[test]
    fn two_clicks_on_a_cell_soon_after_one_another() {
        check(
            &[(0, Down(LEFT), 5), (50, Up(LEFT), 5), (200, Down(LEFT), 5)],
            &[false, false, true],
        );
        check(&[(0, Down(LEFT), 5), (500, Down(LEFT), 5)], &[false, false]);
        check(&[(0, Down(LEFT), 5), (100, Down(LEFT), 6)], &[false, false]);
    }

    #[test]
    fn a_third_begins_anew() {
        let three = [0, 100, 200, 300].map(|millis| (millis, Down(LEFT), 5));
        check(&three, &[false, true, false, true]);
    }

    #[test]
    fn what_comes_between_parts_them() {
        check(
            &[
                (0, Down(LEFT), 5),
                (50, Drag(LEFT), 6),
                (100, Down(LEFT), 5),
            ],
            &[false; 3],
        );
        check(
            &[
                (0, Down(LEFT), 5),
                (50, ScrollDown, 5),
                (100, Down(LEFT), 5),
            ],
            &[false; 3],
        );
    }
}
