//! Detection of double-clicks.
//!
//! Principal type: [`Clicks`]. The loop passes it each mouse event with its time.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use std::time::{Duration, Instant};

/// Maximum time between the clicks of a double-click.
const MAX_INTERVAL: Duration = Duration::from_millis(400);

/// Time and position of the last click.
#[derive(Debug, Default)]
pub struct Clicks {
    last: Option<(u16, u16, Instant)>,
}

impl Clicks {
    /// Records a mouse event; returns true for the second click of two. A third one clears the query.
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
            (before_x, before_y) == (x, y) && now.saturating_duration_since(at) < MAX_INTERVAL
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

    /// Checks the double-clicks among events at these milliseconds after the start.
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
    fn two_quick_clicks_on_one_cell_are_a_double_click() {
        check(
            &[(0, Down(LEFT), 5), (50, Up(LEFT), 5), (200, Down(LEFT), 5)],
            &[false, false, true],
        );
        check(&[(0, Down(LEFT), 5), (500, Down(LEFT), 5)], &[false, false]);
        check(&[(0, Down(LEFT), 5), (100, Down(LEFT), 6)], &[false, false]);
    }

    #[test]
    fn a_third_click_starts_over() {
        let three = [0, 100, 200, 300].map(|millis| (millis, Down(LEFT), 5));
        check(&three, &[false, true, false, true]);
    }

    #[test]
    fn other_mouse_events_separate_clicks() {
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
