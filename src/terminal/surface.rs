//! What there is to draw on.

use super::TerminalError;

/// The screen as the environment describes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Surface {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Whether colours are wanted: unless `NO_COLOR` is set to something.
    pub colour: bool,
}

/// Asks the terminal for its size and the environment for its taste in colours.
pub fn surface() -> Result<Surface, TerminalError> {
    let (width, height) = crossterm::terminal::size()?;
    Ok(Surface {
        width,
        height,
        colour: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    })
}
