//! The screen: one frame at a time, on a terminal that the guard has taken.
//!
//! Principal type: [`Screen`]. Invariant: a frame is written at once, so that none is seen half drawn.

use super::themes::ThemeList;
use crate::app::{App, ClickTarget};
use crate::terminal::{InputReader, TerminalGuard};
use crate::ui::{self, Theme};
use anyhow::{Context, Result};
use crossterm::queue;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect};
use std::io::{self, BufWriter, Stdout, Write};
use std::mem::ManuallyDrop;

/// Size of the largest frames, so that each takes one write.
const FRAME_BYTES: usize = 256 * 1024;

/// Owns the terminal while the explorer runs.
pub(super) struct Screen {
    /// Never dropped: ratatui would show the cursor, which the guard does, and panic while it reports that the
    /// terminal is gone.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<BufWriter<Stdout>>>>,
    theme: Theme,
    /// Name of the theme.
    theme_name: String,
    pub(super) guard: TerminalGuard,
    /// Cells of the last frame that act when they are clicked.
    targets: Vec<ClickTarget>,
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn enter(theme: Theme, theme_name: String) -> Result<Self> {
        let guard = TerminalGuard::enter()?;
        let out = BufWriter::with_capacity(FRAME_BYTES, io::stdout());
        let terminal =
            Terminal::new(CrosstermBackend::new(out)).context("cannot draw on the terminal")?;
        Ok(Self {
            terminal: ManuallyDrop::new(terminal),
            theme,
            theme_name,
            guard,
            targets: Vec::new(),
        })
    }

    /// Draws the app; the terminal shows all of it at once.
    pub(super) fn draw(&mut self, app: &App) -> Result<()> {
        self.frame(app).context("cannot draw on the terminal")
    }

    fn frame(&mut self, app: &App) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        let (theme, targets) = (&self.theme, &mut self.targets);
        self.terminal
            .draw(|frame| *targets = ui::draw(app, theme, frame))?;
        queue!(self.terminal.backend_mut(), EndSynchronizedUpdate)?;
        self.terminal.backend_mut().flush()
    }

    /// The target of the last frame at a cell.
    pub(super) fn target_at(&self, x: u16, y: u16) -> Option<&ClickTarget> {
        self.targets.iter().find(|target| target.contains(x, y))
    }

    /// Draws every cell of the next frame. (`Terminal::clear` would ask the terminal where its
    /// cursor is, and wait for a reply that the input reader takes.)
    pub(super) fn clear(&mut self) -> Result<()> {
        self.terminal
            .size()
            .and_then(|size| self.terminal.resize(Rect::from((Position::ORIGIN, size))))
            .context("cannot draw on the terminal")
    }

    /// Switches to a theme. Returns its warnings, or the reason why the current one stays.
    pub(super) fn set_theme(&mut self, themes: &ThemeList, name: String) -> Option<String> {
        if self.theme_name == name {
            return None;
        }
        let loaded = themes.load(&name);
        self.theme_name = name;
        match loaded {
            Ok((theme, warning)) => {
                self.theme = theme;
                warning
            }
            Err(error) => Some(error.to_string()),
        }
    }

    pub(super) fn size(&self) -> io::Result<(u16, u16)> {
        let size = self.terminal.size()?;
        Ok((size.width, size.height))
    }

    /// Stops the process (Ctrl-Z); returns after `fg`.
    pub(super) fn stop(&mut self, input: &InputReader) -> Result<()> {
        #[cfg(unix)]
        self.guard.stop(input)?;
        #[cfg(not(unix))]
        let _ = input;
        Ok(())
    }
}
