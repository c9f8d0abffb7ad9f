//! The screen as the loop uses it: one frame at a time, on a terminal that is ours.

use super::themes::Themes;
use crate::app::App;
use crate::terminal::{Guard, Reader, TerminalError};
use crate::ui::{self, Theme};
use anyhow::Context;
use crossterm::queue;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect};
use std::io::{self, BufWriter, Stdout, Write};
use std::mem::ManuallyDrop;

/// Room for the largest frames, so that one is one write.
const FRAME_BYTES: usize = 256 * 1024;

/// Owns the terminal while the explorer runs.
pub(super) struct Screen {
    /// Never dropped: ratatui would show the cursor, which the guard does, and where the terminal is
    /// gone print that it cannot, which is a panic there. What is left of a frame is not missed.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<BufWriter<Stdout>>>>,
    theme: Theme,
    /// The name of the theme.
    worn: String,
    guard: Guard,
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn enter(theme: Theme, worn: String) -> anyhow::Result<Self> {
        let guard = Guard::enter()?;
        let out = BufWriter::with_capacity(FRAME_BYTES, io::stdout());
        let terminal =
            Terminal::new(CrosstermBackend::new(out)).context("the terminal cannot be drawn on")?;
        Ok(Self {
            terminal: ManuallyDrop::new(terminal),
            theme,
            worn,
            guard,
        })
    }

    /// Draws the app; the terminal shows all of it at once.
    pub(super) fn draw(&mut self, app: &App) -> anyhow::Result<()> {
        self.frame(app).context("the terminal cannot be drawn on")
    }

    fn frame(&mut self, app: &App) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal
            .draw(|frame| ui::draw(app, &self.theme, frame))?;
        queue!(self.terminal.backend_mut(), EndSynchronizedUpdate)?;
        self.terminal.backend_mut().flush()
    }

    /// The next frame is drawn from nothing. (`Terminal::clear` would ask the terminal where its
    /// cursor is, and wait for an answer that the input reader takes.)
    pub(super) fn clear(&mut self) -> anyhow::Result<()> {
        let size = self.terminal.size();
        size.and_then(|size| self.terminal.resize(Rect::from((Position::ORIGIN, size))))
            .context("the terminal cannot be drawn on")
    }

    /// Draws in the theme of a name from now on. Returns what there is to say of it, or the reason why
    /// another one stays.
    pub(super) fn wear(&mut self, themes: &Themes, name: String) -> Option<String> {
        if self.worn == name {
            return None;
        }
        let loaded = themes.load(&name);
        self.worn = name;
        match loaded {
            Ok((theme, said)) => {
                self.theme = theme;
                said
            }
            Err(error) => Some(error.to_string()),
        }
    }

    pub(super) fn size(&self) -> io::Result<(u16, u16)> {
        let size = self.terminal.size()?;
        Ok((size.width, size.height))
    }

    pub(super) fn guard(&mut self) -> &mut Guard {
        &mut self.guard
    }

    /// Ctrl-Z; returns after `fg`.
    pub(super) fn stop(&mut self, input: &Reader) -> Result<(), TerminalError> {
        #[cfg(unix)]
        self.guard.stop(input)?;
        #[cfg(not(unix))]
        let _ = input;
        Ok(())
    }
}
