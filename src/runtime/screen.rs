//! The screen as the loop uses it: one frame at a time, on a terminal that is ours.

use crate::app::App;
use crate::config::UiConfig;
use crate::project::Project;
use crate::terminal::{Background, Guard, Reader, TerminalError};
use crate::ui::{self, Theme};
use anyhow::{Context, bail};
use crossterm::queue;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect};
use std::io::{self, BufWriter, Stdout, Write};

/// Room for the largest frames, so that one is one write.
const FRAME_BYTES: usize = 256 * 1024;

/// Owns the terminal while the explorer runs.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
    theme: Theme,
    /// Given back last, after what is buffered above was written.
    guard: Guard,
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn enter(theme: Theme) -> anyhow::Result<Self> {
        let guard = Guard::enter()?;
        let out = BufWriter::with_capacity(FRAME_BYTES, io::stdout());
        let terminal =
            Terminal::new(CrosstermBackend::new(out)).context("the terminal cannot be drawn on")?;
        Ok(Self {
            terminal,
            theme,
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

    /// Draws in another theme from now on.
    pub(super) fn set_theme(&mut self, theme: Theme) {
        self.theme = theme;
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

/// What the first frame is drawn in, and what is wrong with it. Where the terminal is still to be
/// asked, that is the default, which is read on any background.
pub(super) fn theme(project: &Project, colour: bool) -> anyhow::Result<(Theme, Option<String>)> {
    let default = Theme::names().next().unwrap_or_default();
    match project.config.ui.theme.as_str() {
        UiConfig::AUTO => named(project, default, colour),
        name => named(project, name, colour),
    }
}

/// The theme for this background. Where nobody knows it, the default stays.
pub(super) fn theme_on(
    project: &Project,
    background: Option<Background>,
    colour: bool,
) -> anyhow::Result<Option<(Theme, Option<String>)>> {
    let ui = &project.config.ui;
    let name = match background {
        Some(Background::Light) => &ui.light,
        Some(Background::Dark) => &ui.dark,
        None => return Ok(None),
    };
    named(project, name, colour).map(Some)
}

/// A theme by its name, the user's own before an embedded one.
fn named(project: &Project, name: &str, colour: bool) -> anyhow::Result<(Theme, Option<String>)> {
    let file = project.themes.join(format!("{name}.toml"));
    let own = match std::fs::read_to_string(&file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => bail!("theme: cannot read {}: {error}", file.display()),
    };
    let Some(text) = own.or_else(|| Theme::embedded(name).map(str::to_owned)) else {
        let names: Vec<&str> = Theme::names().collect();
        bail!(
            "there is no theme {name}: choose {}, or write {}",
            names.join(", "),
            file.display()
        );
    };
    let (theme, warnings) = Theme::parse(name, &text)?;
    let theme = match colour {
        true => theme,
        false => theme.without_colour(),
    };
    Ok((theme, warnings.into_iter().next()))
}
