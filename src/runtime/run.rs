//! A run of the explorer, from the first frame to the exit.

use super::explorer::Explorer;
use super::incoming::Incoming;
use super::options::{Start, options};
use super::screen::Screen;
use super::signals::{ExitReason, FatalSignal, SignalStream};
use super::themes::{self, ThemeList};
use crate::app::{App, Event};
use crate::project::Project;
use crate::terminal;
use anyhow::Context;
use tokio::sync::mpsc::{channel, unbounded_channel};

/// Maximum number of reports that wait for the loop; beyond it, a worker waits until there is room.
const EVENT_CAPACITY: usize = 256;

/// Explores a repository until the user quits or a signal arrives.
pub fn run(project: Project, start: Start) -> anyhow::Result<ExitReason> {
    let size = crossterm::terminal::size();
    let (width, height) = size.context("cannot read the size of the terminal")?;
    let themes = ThemeList::new(&project, terminal::shows());
    let chosen = themes::chosen(&project, &themes);
    let is_automatic = chosen.is_none();
    let name = chosen.unwrap_or_else(|| themes.automatic.clone());
    let (theme, warning) = themes.load(&name)?;
    let mut app = App::new(options(&project, &themes, &name, &start)?);
    if let Some(warning) = warning {
        app.update(Event::Warned(warning));
    }
    if !project.config.warnings.is_empty() {
        app.update(Event::Warned(project.config.warnings.join("; ")));
    }
    let mut first = app.update(Event::Resize(width, height));
    if let Some(location) = start.visit {
        first.extend(app.update(Event::Visit(location)));
    }
    if let Some(query) = start.pick.filter(|query| !query.is_empty()) {
        first.extend(app.update(Event::Paste(query)));
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the loop")?;
    let signals = {
        let _context = runtime.enter();
        // Before the screen is taken: from then on a signal must release it.
        SignalStream::new().context("cannot listen for signals")?
    };
    let mut screen = Screen::enter(theme, name)?;
    screen.draw(&app)?;
    if is_automatic {
        terminal::request_background().context("cannot write to the terminal")?;
    }
    let (input_sender, input) = unbounded_channel();
    let (work_sender, work) = channel(EVENT_CAPACITY);
    let input_sender = (input_sender, is_automatic);
    let mut explorer = Explorer::start(project, app, screen, themes, input_sender, work_sender)
        .context("cannot start a thread")?;
    let ended = runtime.block_on(async {
        explorer.perform_all(first)?;
        explorer.run(Incoming::new(input), work, signals).await
    });
    match ended {
        // A lost terminal may be noticed before the signal arrives.
        Err(_) if terminal::is_gone() => Ok(ExitReason::Signal(FatalSignal::HANGUP)),
        ended => ended,
    }
}
