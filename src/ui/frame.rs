//! Drawing of one frame: the panes, then what lies over them.

use super::canvas::Canvas;
use super::theme::{Role, Theme};
use super::{ascii, code, columns, outline, popup, prompt, results, status};
use crate::app::{App, Arrangement, ClickTarget, Focus, Pane};
use ratatui::Frame;
use ratatui::layout::Position;

/// Draws the app. Returns the cells outside the panes that act when they are clicked.
pub fn draw(app: &App, theme: &Theme, frame: &mut Frame<'_>) -> Vec<ClickTarget> {
    let screen = frame.area();
    let mut canvas = Canvas {
        buffer: frame.buffer_mut(),
        theme,
        targets: Vec::new(),
    };
    canvas.buffer.set_style(screen, theme.style(Role::Text));
    outline::draw(app, &mut canvas);
    let drawn = prompt::draw(app, &mut canvas);
    let has_titles = app.screen.layout.arrangement != Arrangement::Bare;
    for Pane { focus, area } in app.screen.layout.panes.iter().copied() {
        let is_focused = app.screen.focus == focus;
        match focus {
            Focus::Results => {
                if has_titles {
                    outline::results_title(app, area, &mut canvas, is_focused);
                }
                results::draw(app, area, &mut canvas);
            }
            Focus::Code => {
                if has_titles {
                    outline::code_title(app, area, &mut canvas, is_focused);
                }
                code::draw(app, area, &mut canvas);
            }
            Focus::Callers | Focus::Callees => {
                columns::draw(app, Pane { focus, area }, &mut canvas)
            }
            Focus::Prompt => {}
        }
    }
    status::draw(app, &mut canvas);
    let cursor = if let Some(popup) = &app.screen.popup {
        popup::draw(popup, app, &mut canvas)
    } else {
        prompt::completion(app, drawn.filter, &mut canvas);
        drawn.cursor
    };
    popup::draw_next_keys(app, &mut canvas);
    let targets = match &app.screen.popup {
        // It covers them.
        Some(_) => Vec::new(),
        None => std::mem::take(&mut canvas.targets),
    };
    if theme.is_ascii {
        ascii::replacement(canvas.buffer);
    }
    // A prompt without width has no cell for the cursor.
    if let Some(cursor) = cursor
        && screen.contains(Position::from(cursor))
    {
        frame.set_cursor_position(cursor);
    }
    targets
}
