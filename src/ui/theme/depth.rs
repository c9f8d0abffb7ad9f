//! Themes on terminals with fewer colors.
//!
//! [`Theme::within()`] is called once when a theme is loaded. It refuses a theme that would be illegible.

use super::styles::Theme;
use crate::config::ColorDepth;
use ratatui::style::Color;

/// Levels of the 6 × 6 × 6 cube that begins at color 16.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

impl Theme {
    /// The theme for a color depth; none if the terminal has too few colors.
    pub fn within(mut self, colors: ColorDepth) -> Option<Self> {
        let styles = self.ui.iter_mut().chain(&mut self.code);
        match colors {
            ColorDepth::True => {}
            ColorDepth::Indexed => styles.for_each(|style| {
                style.fg = style.fg.map(indexed);
                style.bg = style.bg.map(indexed);
            }),
            ColorDepth::Sixteen => {
                let mut colors = styles.flat_map(|style| [style.fg, style.bg]);
                if colors.any(|color| matches!(color, Some(Color::Rgb(..) | Color::Indexed(16..))))
                {
                    return None;
                }
            }
            ColorDepth::None => return Some(self.without_color()),
        }
        Some(self)
    }
}

/// The nearest of xterm's 240 fixed colors: of the cube, or of the gray ramp. The first 16 differ between
/// terminals.
fn indexed(color: Color) -> Color {
    let Color::Rgb(red, green, blue) = color else {
        return color;
    };
    let wanted = [red, green, blue];
    let steps = wanted.map(step);
    let cube = steps.map(|step| STEPS.get(usize::from(step)).copied().unwrap_or_default());
    let mean = wanted.iter().map(|part| u16::from(*part)).sum::<u16>() / 3;
    let gray = (mean.saturating_sub(3) / 10).min(23) as u8;
    let level = 8 + 10 * gray;
    let [red, green, blue] = steps;
    if away([level; 3], wanted) < away(cube, wanted) {
        Color::Indexed(232 + gray)
    } else {
        Color::Indexed(16 + 36 * red + 6 * green + blue)
    }
}

/// The nearest of [`STEPS`].
fn step(part: u8) -> u8 {
    match part {
        0..48 => 0,
        48..115 => 1,
        part => (part - 35) / 40,
    }
}

/// Squared distance of two colors.
fn away(one: [u8; 3], other: [u8; 3]) -> u32 {
    let differences = one.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)));
    differences.map(|difference| difference.pow(2)).sum()
}

/// The color that xterm shows for a number.
#[cfg(test)]
pub(super) fn shown(number: u8) -> [u8; 3] {
    match number {
        0..16 => panic!("{number} differs from terminal to terminal"),
        16..232 => [36, 6, 1].map(|unit| STEPS[usize::from((number - 16) / unit % 6)]),
        232.. => [8 + 10 * (number - 232); 3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(color: [u8; 3], expected: u8) {
        let [red, green, blue] = color;
        assert_eq!(
            indexed(Color::Rgb(red, green, blue)),
            Color::Indexed(expected)
        );
    }

    #[test]
    fn exact_colors_are_kept() {
        check([0, 0, 0], 16);
        check([255, 255, 255], 231);
        check([95, 135, 175], 67);
        check([8, 8, 8], 232);
        check([238, 238, 238], 255);
        assert_eq!(indexed(Color::Red), Color::Red);
    }

    proptest! {
        #[test]
        fn nearest_color_is_selected(color in any::<[u8; 3]>()) {
            let [red, green, blue] = color;
            let Color::Indexed(found) = indexed(Color::Rgb(red, green, blue)) else {
                return Err(TestCaseError::fail("an index"));
            };
            let best = (16..=255).map(|number| away(shown(number), color)).min();
            prop_assert_eq!(Some(away(shown(found), color)), best);
        }
    }
}
