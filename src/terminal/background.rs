//! Brightness of the terminal's background, by the environment or by OSC 11.
//!
//! Principal type: [`Background`]. The reply comes with the input, from which `reply` takes it.
//! Contract: a terminal that does not reply has no background, and nothing waits for the reply.

use std::io::{self, Write};

/// Request for the background color.
const REQUEST: &[u8] = b"\x1b]11;?\x1b\\";

named! {
    /// Brightness of the background.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Background {
        /// Dark text is readable.
        Light = "light",
        /// Light text is readable.
        Dark = "dark",
    }
}

/// Requests the background from the terminal, which may not reply. Requires raw mode. Elsewhere than on Unix nothing
/// would read the reply.
pub fn request_background() -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(if cfg!(unix) { REQUEST } else { b"" })
        .and_then(|()| out.flush())
}

/// The background according to `COLORFGBG`.
pub fn background() -> Option<Background> {
    from_variable(&std::env::var("COLORFGBG").ok()?)
}

/// Parses `:1e1e/1e1e/2e2e` or `a:1e1e/1e1e/2e2e/ffff`, with one to four digits each, as in X11.
pub(super) fn from_color(rgb: &str) -> Option<Background> {
    let (_, channels) = rgb.split_once(':')?;
    let mut channels = channels.split('/').map(|channel| {
        let digits: String = channel
            .chars()
            .take_while(char::is_ascii_hexdigit)
            .take(4)
            .collect();
        let maximum = 16_u32.checked_pow(u32::try_from(digits.len()).ok()?)? - 1;
        let value = u32::from_str_radix(&digits, 16).ok()?;
        Some(f64::from(value) / f64::from(maximum))
    });
    let (red, green, blue) = (channels.next()??, channels.next()??, channels.next()??);
    // Luma of ITU-R BT.709 on encoded values: precise enough for light or dark.
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    Some(if luma > 0.5 {
        Background::Light
    } else {
        Background::Dark
    })
}

/// Parses `15;0` or `15;default;0`: the last number is the background among the 16 colors. Color 7 and
/// colors above 8 are light.
fn from_variable(variable: &str) -> Option<Background> {
    let color: u8 = variable.rsplit(';').next()?.trim().parse().ok()?;
    match color {
        7 | 9..=15 => Some(Background::Light),
        0..=6 | 8 => Some(Background::Dark),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Background::{Dark, Light};
    use proptest::prelude::*;

    #[test]
    fn colors_of_different_terminals_are_parsed() {
        for (color, expected) in [
            (":1e1e/1e1e/2e2e", Some(Dark)),
            (":ffff/ffff/dddd", Some(Light)),
            ("a:fd/f6/e3/ff", Some(Light)),
            (":0/0/0", Some(Dark)),
            (":0/0", None),
            ("nonsense", None),
        ] {
            assert_eq!(from_color(color), expected, "{color}");
        }
    }

    #[test]
    fn the_environment_names_one_of_sixteen_colors() {
        for (variable, expected) in [
            ("15;0", Some(Dark)),
            ("0;15", Some(Light)),
            ("0;default;7", Some(Light)),
            ("12;8", Some(Dark)),
            ("default;default", None),
            ("", None),
            ("0;256", None),
        ] {
            assert_eq!(from_variable(variable), expected, "{variable}");
        }
    }

    proptest! {
        #[test]
        fn a_gray_is_light_from_the_middle_on(level in 0u8..=255) {
            let color = format!(":{level:02x}/{level:02x}/{level:02x}");
            let expected = if level > 127 { Light } else { Dark };
            prop_assert_eq!(from_color(&color), Some(expected));
        }
    }
}
