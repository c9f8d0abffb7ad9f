//! The one loop: wait, drain (input first), update, perform effects, draw once.
//!
//! Principal type: `Explorer`. Invariant: the first frame is drawn before index, model and input
//! are touched, nothing here waits for a worker, and an idle loop draws nothing.
//!
//! `cli` calls [`run()`].

mod editing;
mod incoming;
mod options;
mod screen;
mod signals;
mod status;
mod themes;
mod throughput;
mod workers;

pub use signals::{ExitReason, FatalSignal};
pub use themes::theme_warnings;
pub(crate) use throughput::Samples;

use crate::app::{App, Effect, Event};
use crate::config::UiConfig;
use crate::corpus::Location;
use crate::project::Project;
use crate::terminal::editor::GitEditor;
use crate::terminal::{self, Background, Clicks, InputReader, TerminalInput, clipboard};
use crate::workers::indexer::{Indexer, Report};
use crate::workers::{ModelStatus, Recorder, TypingFlag, WorkerThreads};
use anyhow::Context;
use crossterm::event::Event as TerminalEvent;
use editing::{EditorSession, end_of};
use incoming::{Incoming, TypedRun};
use options::options;
use screen::Screen;
use signals::{SignalEvent, SignalStream};
use status::StatusTracker;
use std::future::ready;
use std::io;
use std::time::{Duration, Instant};
use themes::{Backgrounds, ThemeList};
use tokio::sync::mpsc::{Receiver, Sender, UnboundedSender, channel, unbounded_channel};
use tokio::time::{MissedTickBehavior, interval, sleep_until};

/// Interval between frames of a spinner.
const TICK_INTERVAL: Duration = Duration::from_millis(100);

/// Maximum number of reports that wait for the loop; beyond it, a worker waits until there is room.
const EVENT_CAPACITY: usize = 256;

/// Time limit for releasing the index on Ctrl-Z: a running commit is finished first. After it, the process
/// stops with the lock held; other processes can search but not index until it continues.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Explores a repository until the user quits or a signal arrives. With `fresh`, the last location is not
/// restored; `visit` is shown instead of it.
pub fn run(project: Project, fresh: bool, visit: Option<Location>) -> anyhow::Result<ExitReason> {
    let size = crossterm::terminal::size();
    let (width, height) = size.context("cannot read the size of the terminal")?;
    let themes = ThemeList::new(&project, terminal::shows());
    let chosen = themes::chosen(&project, &themes);
    let is_automatic = chosen.is_none();
    let name = chosen.unwrap_or_else(|| themes.automatic.clone());
    let (theme, warning) = themes.load(&name)?;
    let mut app = App::new(options(&project, &themes, &name, fresh)?);
    if let Some(warning) = warning {
        app.update(Event::Warned(warning));
    }
    if !project.config.warnings.is_empty() {
        app.update(Event::Warned(project.config.warnings.join("; ")));
    }
    let mut first = app.update(Event::Resize(width, height));
    if let Some(location) = visit {
        first.extend(app.update(Event::Visit(location)));
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

/// A message of the workers.
enum Message {
    Index(Report),
    Model(ModelStatus),
    Event(Event),
}

/// The app and everything that performs its effects. The screen is the first field, so that it is released
/// before the workers are waited for.
struct Explorer {
    screen: Screen,
    themes: ThemeList,
    input: InputReader,
    clicks: Clicks,
    app: App,
    status: StatusTracker,
    typing: TypingFlag,
    indexer: Indexer,
    recorder: Recorder,
    threads: WorkerThreads,
    project: Project,
    /// Sender for programs that report later.
    work: Sender<Message>,
    /// Time at which the process stops after Ctrl-Z; earlier once the index is released.
    stopping: Option<tokio::time::Instant>,
    /// True after Ctrl-Z, so that the next SIGCONT is expected.
    stopped: bool,
    /// Time at which an editor returned the screen.
    edited: Option<Instant>,
    git_editor: GitEditor,
    /// The editor that has the terminal.
    editing: Option<EditorSession>,
    /// End of this run. None while it continues.
    ended: Option<ExitReason>,
}

impl Explorer {
    fn start(
        project: Project,
        app: App,
        screen: Screen,
        themes: ThemeList,
        (input, is_requested): (UnboundedSender<io::Result<TerminalInput>>, bool),
        work: Sender<Message>,
    ) -> anyhow::Result<Self> {
        let typing = TypingFlag::default();
        let input = InputReader::start(
            is_requested,
            Box::new(move |event| input.send(event).is_ok()),
        )?;
        let (indexer, recorder, threads) = workers::start(&project, &typing, &work)?;
        let git_editor = GitEditor::default();
        git_editor.read_ahead(&project.config.editor, project.root().path());
        Ok(Self {
            input,
            status: StatusTracker::new(indexer.counters()),
            indexer,
            recorder,
            threads,
            clicks: Clicks::default(),
            work,
            stopping: None,
            stopped: false,
            edited: None,
            git_editor,
            editing: None,
            ended: None,
            screen,
            themes,
            app,
            typing,
            project,
        })
    }

    async fn run(
        mut self,
        mut input: Incoming,
        mut work: Receiver<Message>,
        mut signals: SignalStream,
    ) -> anyhow::Result<ExitReason> {
        let mut ticks = interval(TICK_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                Some(event) = input.recv(), if !self.is_lent() => self.take_all(event, &mut input).await?,
                signal = signals.next() => self.signalled(signal)?,
                outcome = end_of(&mut self.editing) => self.edited(outcome)?,
                Some(message) = work.recv() => self.handle_message(message)?,
                () = until(self.stopping), if !self.is_lent() => self.stop()?,
                _ = ticks.tick(), if self.app.is_busy() && !self.is_lent() => self.tick()?,
                () = ready(()), if self.app.is_matching() && !self.is_lent() => self.update(Event::ContinueMatching)?,
            }
            while self.ended.is_none()
                && let Ok(message) = work.try_recv()
            {
                self.handle_message(message)?;
            }
            if let Some(ended) = self.ended {
                // Unblocks workers that wait to send: `leave` waits for them.
                drop(work);
                self.leave(ended).await;
                return Ok(ended);
            }
            if !self.is_lent() {
                self.draw()?;
            }
        }
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        if let Some(warning) = self.screen.set_theme(&self.themes, self.app.theme()) {
            self.update(Event::Warned(warning))?;
        }
        self.screen.draw(&self.app)
    }

    /// Advances spinners and remaining times while something runs.
    fn tick(&mut self) -> anyhow::Result<()> {
        if let Some(status) = self.status.at(Instant::now()) {
            self.update(Event::Index(status))?;
        }
        self.update(Event::Tick)
    }

    /// Handles an input of the terminal, and all inputs that have arrived meanwhile.
    async fn take_all(
        &mut self,
        first: io::Result<TerminalInput>,
        input: &mut Incoming,
    ) -> anyhow::Result<()> {
        let mut run = TypedRun::default();
        let mut next = Some(first);
        while let Some(event) = next {
            let event = event.context("cannot read from the terminal")?;
            let breaks = match &event {
                TerminalInput::Event(TerminalEvent::Key(key))
                    if self.app.screen.is_typed_into() =>
                {
                    run.breaks_at(key, input).await
                }
                _ => false,
            };
            match breaks {
                true => self.update(Event::Paste("\n".to_owned()))?,
                false => self.take(event)?,
            }
            let continues = self.ended.is_none() && !self.is_lent();
            next = if continues { input.try_recv() } else { None };
        }
        Ok(())
    }

    /// Handles one input of the terminal.
    fn take(&mut self, input: TerminalInput) -> anyhow::Result<()> {
        let event = match input {
            TerminalInput::Background(background) => self.seen(background),
            TerminalInput::Event(TerminalEvent::Key(key)) => {
                self.typing.note(Instant::now());
                Event::Key(key)
            }
            TerminalInput::Event(TerminalEvent::Paste(text)) => Event::Paste(text),
            TerminalInput::Event(TerminalEvent::Mouse(mouse)) => {
                match self.clicks.note(&mouse, Instant::now()) {
                    true => Event::DoubleClick(mouse.column, mouse.row),
                    false => Event::Mouse(mouse),
                }
            }
            TerminalInput::Event(TerminalEvent::Resize(width, height)) => {
                Event::Resize(width, height)
            }
            TerminalInput::Event(TerminalEvent::FocusGained | TerminalEvent::FocusLost) => {
                return Ok(());
            }
        };
        self.update(event)
    }

    /// Selects the theme for the background of the terminal, and stores it for the next run.
    fn seen(&mut self, background: Background) -> Event {
        Backgrounds::new(&self.project).remember(background);
        self.themes.automatic = themes::on(&self.project.config.ui, background).to_owned();
        Event::Theme(self.themes.automatic.clone())
    }

    /// Handles a message of a worker.
    fn handle_message(&mut self, message: Message) -> anyhow::Result<()> {
        let event = match message {
            // While an editor has the terminal, the process stops later, at `stopping`.
            Message::Index(Report::Released) if self.is_lent() => return Ok(()),
            Message::Index(Report::Released) => return self.stop(),
            Message::Index(report) => Event::Index(self.status.report(report, Instant::now())),
            Message::Model(load) => Event::Index(self.status.model(&load)),
            Message::Event(event) => event,
        };
        self.update(event)
    }

    fn signalled(&mut self, signal: SignalEvent) -> anyhow::Result<()> {
        match signal {
            SignalEvent::Interrupt(_) if self.is_lent() || self.was_lent_just_now() => Ok(()),
            SignalEvent::End(deadly) | SignalEvent::Interrupt(deadly) => {
                self.ended = Some(ExitReason::Signal(deadly));
                self.update(Event::Terminate)
            }
            SignalEvent::Continued if std::mem::take(&mut self.stopped) || self.is_lent() => Ok(()),
            SignalEvent::Continued => {
                self.screen.guard.retake()?;
                self.back(Event::Resumed)
            }
        }
    }

    /// Passes an event to the app and performs its effects.
    fn update(&mut self, event: Event) -> anyhow::Result<()> {
        let effects = self.app.update(event);
        self.perform_all(effects)
    }

    fn perform_all(&mut self, effects: Vec<Effect>) -> anyhow::Result<()> {
        let mut effects = effects.into_iter();
        effects.try_for_each(|effect| self.perform(effect))
    }

    /// Performs an effect and handles the events it causes.
    fn perform(&mut self, effect: Effect) -> anyhow::Result<()> {
        match effect {
            Effect::Edit(location) => self.edit(&location, false)?,
            Effect::EditSplit(location) => self.edit(&location, true)?,
            Effect::Suspend => self.suspend(),
            Effect::Redraw => self.screen.clear()?,
            Effect::Reindex => self.reindex(),
            Effect::Copy(text) => self.copy(text)?,
            Effect::KeepTheme(name) => self.keep_theme(&name)?,
            Effect::CaptureMouse(on) => self.screen.guard.capture_mouse(on)?,
            Effect::Quit => self.ended = self.ended.or(Some(ExitReason::Left)),
            Effect::Send(ticket, request) => self.threads.send(ticket, request),
            Effect::SaveSession(change) => self.recorder.record(change),
            Effect::CancelSearch => self.threads.cancel_search(),
            Effect::CancelIndexing => self.indexer.cancel(),
            Effect::Rebuild => self.indexer.rebuild(),
        }
        Ok(())
    }

    /// Copies text to the clipboard without waiting for a program.
    fn copy(&mut self, text: String) -> anyhow::Result<()> {
        let work = self.work.clone();
        let copied = clipboard::method(&self.project.config.clipboard).and_then(|method| {
            let by = method.to_string();
            let name = by.clone();
            let later = move |done: anyhow::Result<()>| {
                let outcome = done.map(|()| name).map_err(|error| error.to_string());
                drop(work.blocking_send(Message::Event(Event::Copied(outcome))));
            };
            Ok(clipboard::copy(text, &method, later)?.then_some(by))
        });
        let outcome = copied.map_err(|error| format!("{error:#}")).transpose();
        outcome.map_or(Ok(()), |outcome| self.update(Event::Copied(outcome)))
    }

    /// Stores the chosen theme, which is used while the configuration names none.
    fn keep_theme(&mut self, name: &str) -> anyhow::Result<()> {
        let file = self.project.dirs.theme();
        let text = match options::note(&file, name) {
            Err(error) => format!("Cannot write {}: {error}", file.display()),
            Ok(()) if self.project.config.ui.theme == UiConfig::AUTO => return Ok(()),
            Ok(()) => {
                format!("Theme {name} applies until you quit; the configuration sets another one")
            }
        };
        self.update(Event::Warned(text))
    }

    /// Handles Ctrl-Z. Another process may index while this one is stopped, so the index is released
    /// first.
    fn suspend(&mut self) {
        if self.stopping.is_none() {
            self.stopping = Some(tokio::time::Instant::now() + EXIT_TIMEOUT);
            self.indexer.release();
        }
    }

    /// Stops the process until `fg`, unless it was stopped already: a release may be reported late.
    fn stop(&mut self) -> anyhow::Result<()> {
        if self.stopping.take().is_none() || self.ended.is_some() {
            return Ok(());
        }
        self.stopped = true;
        self.screen.stop(&self.input)?;
        self.back(Event::Resumed)
    }

    /// Scans for changes; if the process is about to stop, the scan follows when it continues.
    fn reindex(&self) {
        if self.stopping.is_none() {
            self.indexer.update();
        }
    }

    /// Redraws and rescans after another program had the screen: the size and the files may have changed.
    fn back(&mut self, event: Event) -> anyhow::Result<()> {
        self.screen.clear()?;
        self.reindex();
        let (width, height) = self.screen.size()?;
        self.update(Event::Resize(width, height))?;
        self.update(event)
    }
}

/// Waits until a time; forever without one.
async fn until(end: Option<tokio::time::Instant>) {
    match end {
        Some(end) => sleep_until(end).await,
        None => std::future::pending().await,
    }
}
