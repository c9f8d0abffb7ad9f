//! What can follow the keys that were pressed, over the foot of the panes.

use super::theme::Role;
use super::{Canvas, pen, popup};
use crate::app::{App, Area, Arrangement, Follower};

/// Cells from one column to the next, where there is room for more than one.
const COLUMN: u16 = 38;

pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>) {
    let followers = app.followers();
    if followers.is_empty() {
        return;
    }
    let is_framed = app.layout().arrangement != Arrangement::Bare;
    let Some(inside) = inside(app, followers.len(), is_framed) else {
        return;
    };
    let outside = match is_framed {
        true => popup::around(inside),
        false => inside,
    };
    popup::clear(canvas, outside);
    if is_framed {
        let title = crate::app::shown(app.prefix());
        popup::frame(canvas, outside, &title, "");
    }
    let columns = columns(inside);
    let rows = inside.height;
    let keys = followers.iter().map(|it| pen::width(&it.key)).max();
    for (at, follower) in (0..rows * columns).zip(&followers) {
        let cell = Area {
            x: inside.x + at / rows * (inside.width / columns),
            width: inside.width / columns,
            ..inside
        };
        draw_one(canvas, cell, at % rows, follower, keys.unwrap_or_default());
    }
}

fn draw_one(canvas: &mut Canvas<'_>, cell: Area, row: u16, follower: &Follower, keys: u16) {
    let (key, faint) = (canvas.style(Role::Key), canvas.style(Role::Faint));
    let mut pen = canvas.pen(cell, row);
    pen.put(&follower.key, key);
    pen.move_to(cell.x + keys);
    pen.put("  ", faint);
    pen.reserve(1);
    pen.put(follower.means, faint);
}

fn columns(inside: Area) -> u16 {
    (inside.width / COLUMN).max(1)
}

/// As many rows as are needed, at the foot of the panes.
fn inside(app: &App, followers: usize, is_framed: bool) -> Option<Area> {
    let layout = app.layout();
    let air = u16::from(is_framed) * 2;
    let whole = Area {
        x: air,
        y: 0,
        width: layout.screen.width.saturating_sub(air * 2),
        height: 0,
    };
    let most = layout
        .status
        .y
        .saturating_sub(air * 2 + layout.prompt.y + 1);
    let columns = usize::from(columns(whole));
    let height = u16::try_from(followers.div_ceil(columns)).unwrap_or(u16::MAX);
    let height = height.min(most);
    let foot = layout.status.y.saturating_sub(air);
    let area = Area {
        y: foot.saturating_sub(height),
        height,
        ..whole
    };
    (!area.is_empty() && !layout.status.is_empty()).then_some(area)
}
