//! The loop: it waits, handles messages, performs effects, and draws once.
//!
//! Principal type: [`Explorer`].

use super::editing::{EditorSession, INTERRUPT_GRACE, end_of, failed};
use super::incoming::{Incoming, TypedRun};
use super::screen::Screen;
use super::signals::{ExitReason, SignalEvent, SignalStream};
use super::status::StatusTracker;
use super::themes::{self, Backgrounds, ThemeList, note};
use super::workers::{self, Message};
use crate::app::{App, Effect, Event};
use crate::config::UiConfig;
use crate::corpus::Location;
use crate::project::Project;
use crate::terminal::editor::{self, GitEditor, Launch};
use crate::terminal::{Background, Clicks, InputReader, TerminalInput, clipboard};
use crate::workers::indexer::{Indexer, Indexers, Report};
use crate::workers::{Recorder, TypingFlag, WorkerThreads};
use anyhow::{Context, Result};
use crossterm::event::{Event as TerminalEvent, MouseButton, MouseEventKind};
use std::future::ready;
use std::io;
use std::time::{Duration, Instant};
use tokio::process::Command;
use tokio::sync::mpsc::{Receiver, Sender, UnboundedSender};
use tokio::time::{MissedTickBehavior, interval, sleep_until};

/// Interval between frames of a spinner.
const TICK_INTERVAL: Duration = Duration::from_millis(100);

/// Time limit for releasing the index on Ctrl-Z: a running commit is finished first. After it, the process
/// stops with the lock held; other processes can search but not index until it continues.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// The app and everything that performs its effects. The screen is the first field, so that it is released
/// before the workers are waited for.
pub(super) struct Explorer {
    screen: Screen,
    themes: ThemeList,
    /// True if the background of the terminal selects the theme.
    is_automatic: bool,
    input: InputReader,
    clicks: Clicks,
    app: App,
    status: StatusTracker,
    typing: TypingFlag,
    indexers: Indexers,
    recorder: Recorder,
    threads: WorkerThreads,
    pub(super) project: Project,
    /// Sender for programs that report later.
    pub(super) work: Sender<Message>,
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
    pub(super) fn start(
        project: Project,
        app: App,
        screen: Screen,
        themes: ThemeList,
        (input, is_automatic): (UnboundedSender<io::Result<TerminalInput>>, bool),
        work: Sender<Message>,
    ) -> Result<Self> {
        let typing = TypingFlag::default();
        let input = InputReader::start(Box::new(move |event| input.send(event).is_ok()))?;
        let (indexers, recorder, threads) = workers::start(&project, &typing, &work)?;
        let git_editor = GitEditor::default();
        git_editor.read_ahead(&project.config.editor, project.root().path());
        Ok(Self {
            input,
            status: StatusTracker::new(indexers.counters()),
            indexers,
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
            is_automatic,
            app,
            typing,
            project,
        })
    }

    pub(super) async fn run(
        mut self,
        mut input: Incoming,
        mut work: Receiver<Message>,
        mut signals: SignalStream,
    ) -> Result<ExitReason> {
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
            if let Some(ended) = self.ended.take() {
                // Unblocks workers that wait to send: `leave` waits for them.
                drop(work);
                self.leave(&ended).await;
                return Ok(ended);
            }
            if !self.is_lent() {
                self.draw()?;
            }
        }
    }

    fn draw(&mut self) -> Result<()> {
        if let Some(warning) = self.screen.set_theme(&self.themes, self.app.theme()) {
            self.update(Event::Warned(warning))?;
        }
        self.screen.draw(&self.app)
    }

    /// Advances spinners and remaining times while something runs.
    fn tick(&mut self) -> Result<()> {
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
    ) -> Result<()> {
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
            if breaks {
                self.update(Event::Paste("\n".to_owned()))?;
            } else {
                self.take(event)?;
            }
            if self.ended.is_some() || self.is_lent() {
                break;
            }
            next = input.try_recv();
        }
        Ok(())
    }

    /// Handles one input of the terminal.
    fn take(&mut self, input: TerminalInput) -> Result<()> {
        let event = match input {
            TerminalInput::Background(background) => match self.seen(background) {
                Some(event) => event,
                None => return Ok(()),
            },
            TerminalInput::Event(TerminalEvent::Key(key)) => {
                self.typing.note(Instant::now());
                Event::Key(key)
            }
            TerminalInput::Event(TerminalEvent::Paste(text)) => Event::Paste(text),
            TerminalInput::Event(TerminalEvent::Mouse(mouse)) => {
                if mouse.kind == MouseEventKind::Down(MouseButton::Left)
                    && let Some(target) = self.screen.target_at(mouse.column, mouse.row)
                {
                    Event::Clicked(target.clone())
                } else if self.clicks.note(&mouse, Instant::now()) {
                    Event::DoubleClick(mouse.column, mouse.row)
                } else {
                    Event::Mouse(mouse)
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

    /// Selects the theme for the background of the terminal unless another one is chosen, and stores it for the next
    /// run.
    fn seen(&mut self, background: Background) -> Option<Event> {
        Backgrounds::new(&self.project).remember(background);
        self.themes.automatic = themes::on(&self.project.config.ui, background).to_owned();
        self.is_automatic
            .then(|| Event::Theme(self.themes.automatic.clone()))
    }

    /// Handles a message of a worker.
    fn handle_message(&mut self, message: Message) -> Result<()> {
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

    fn signalled(&mut self, signal: SignalEvent) -> Result<()> {
        match signal {
            SignalEvent::Interrupt(_) if self.is_lent() || self.was_lent_just_now() => Ok(()),
            SignalEvent::End(deadly) | SignalEvent::Interrupt(deadly) => {
                self.ended = Some(ExitReason::Signal(deadly));
                self.update(Event::Terminate)
            }
            SignalEvent::Continued if std::mem::take(&mut self.stopped) || self.is_lent() => Ok(()),
            SignalEvent::Continued => {
                self.screen.guard.retake(&self.input)?;
                self.back(Event::Resumed)
            }
        }
    }

    /// Passes an event to the app and performs its effects.
    pub(super) fn update(&mut self, event: Event) -> Result<()> {
        let effects = self.app.update(event);
        self.perform_all(effects)
    }

    pub(super) fn perform_all(&mut self, effects: Vec<Effect>) -> Result<()> {
        for effect in effects {
            self.perform(effect)?;
        }
        Ok(())
    }

    /// Performs an effect and handles the events it causes.
    fn perform(&mut self, effect: Effect) -> Result<()> {
        match effect {
            Effect::Edit(location) => self.edit(&location, false)?,
            Effect::EditSplit(location) => self.edit(&location, true)?,
            Effect::Suspend => self.suspend(),
            Effect::Redraw => self.screen.clear()?,
            Effect::Reindex => self.reindex(),
            Effect::Copy(text) => self.copy(text)?,
            Effect::KeepTheme(name) => self.keep_theme(&name)?,
            Effect::CaptureMouse(on) => self.screen.guard.capture_mouse(on)?,
            Effect::Quit => self.end(ExitReason::Left),
            Effect::RunCommand(number, targets, selection) => {
                self.run_command(number, &targets, selection.as_deref())?;
            }
            Effect::Pick(locations) => self.end(ExitReason::Picked(locations)),
            Effect::Send(ticket, request) => self.threads.send(ticket, request),
            Effect::SaveSession(change) => self.recorder.record(change),
            Effect::CancelSearch => self.threads.cancel_search(),
            Effect::CancelIndexing => self.indexers.each(Indexer::cancel),
            Effect::Rebuild => self.indexers.each(Indexer::rebuild),
        }
        Ok(())
    }

    /// Ends the run, unless a signal has ended it.
    fn end(&mut self, reason: ExitReason) {
        self.ended.get_or_insert(reason);
    }

    /// Copies text to the clipboard without waiting for a program.
    fn copy(&mut self, text: String) -> Result<()> {
        match self.start_copy(text) {
            Ok(Some(by)) => self.update(Event::Copied(Ok(by))),
            Ok(None) => Ok(()),
            Err(error) => self.update(Event::Copied(Err(format!("{error:#}")))),
        }
    }

    /// Returns the name of the method if it has copied the text; none if a program reports later.
    fn start_copy(&self, text: String) -> Result<Option<String>> {
        let method = clipboard::method(&self.project.config.clipboard)?;
        let by = method.to_string();
        let (name, work) = (by.clone(), self.work.clone());
        let is_copied = clipboard::copy(text, &method, move |done| {
            let outcome = done.map(|()| name).map_err(|error| error.to_string());
            drop(work.blocking_send(Message::Event(Event::Copied(outcome))));
        })?;
        Ok(is_copied.then_some(by))
    }

    /// Stores the chosen theme, which is used while the configuration names none.
    fn keep_theme(&mut self, name: &str) -> Result<()> {
        self.is_automatic = name == UiConfig::AUTO;
        let file = self.project.dirs.theme();
        let text = match note(&file, name) {
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
            self.indexers.each(Indexer::release);
        }
    }

    /// Stops the process until `fg`, unless it was stopped already: a release may be reported late.
    fn stop(&mut self) -> Result<()> {
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
            self.indexers.each(Indexer::update);
        }
    }

    /// Redraws and rescans after another program had the screen: the size and the files may have changed.
    fn back(&mut self, event: Event) -> Result<()> {
        self.screen.clear()?;
        self.reindex();
        let (width, height) = self.screen.size()?;
        self.update(Event::Resize(width, height))?;
        self.update(event)
    }

    /// Returns true while an editor has the terminal. Keys typed before it started wait until it
    /// ends.
    fn is_lent(&self) -> bool {
        self.editing.is_some()
    }

    fn was_lent_just_now(&self) -> bool {
        self.edited.is_some_and(|at| at.elapsed() < INTERRUPT_GRACE)
    }

    /// Opens a location in the editor, in a split or tab beside the explorer if `is_beside`, or a
    /// document in its viewer. The loop waits for an editor in this terminal.
    fn edit(&mut self, location: &Location, is_beside: bool) -> Result<()> {
        if self.editing.is_some() {
            return Ok(());
        }
        let work = self.work.clone();
        let opened = editor::open(
            location,
            is_beside,
            self.project.root().path(),
            &self.project.config.editor,
            &self.git_editor,
            // A program beside the explorer may fail later.
            move |error| drop(work.blocking_send(Message::Event(failed(error)))),
        );
        match opened {
            Ok(Some(launch)) => self.run_here(launch),
            Ok(None) => Ok(()),
            Err(error) => self.update(failed(error)),
        }
    }

    /// Lends the terminal to an editor. If the editor does not start, the error is reported.
    pub(super) fn run_here(&mut self, launch: Launch) -> Result<()> {
        let loan = match self.screen.guard.lend(&self.input) {
            Ok(loan) => loan,
            Err(error) => return self.update(failed(error)),
        };
        match Command::from(launch.command()).spawn() {
            Ok(child) => {
                self.editing = Some(EditorSession {
                    launch,
                    child,
                    loan,
                });
                Ok(())
            }
            Err(cause) => {
                self.screen.guard.take_back(loan)?;
                self.back(failed(launch.cannot_start(cause)))
            }
        }
    }

    /// Retakes the terminal after the editor has ended.
    fn edited(&mut self, outcome: Result<()>) -> Result<()> {
        let Some(editing) = self.editing.take() else {
            return Ok(());
        };
        self.screen.guard.take_back(editing.loan)?;
        self.edited = Some(Instant::now());
        self.back(match outcome {
            Ok(()) => Event::EditorReturned(Ok(())),
            Err(error) => failed(error),
        })
    }

    /// Ends the run, together with the editor that has the terminal.
    async fn leave(mut self, ended: &ExitReason) {
        if let (Some(editing), ExitReason::Signal(by)) = (self.editing.take(), ended) {
            // The session is saved first: the editor may take its time.
            drop((self.indexers, self.recorder, self.threads));
            if let Some(loan) = editing.leave(*by).await {
                // It may have left anything on the screen. If the terminal is gone there is nothing to do.
                drop(self.screen.guard.take_back(loan));
            }
        }
    }
}

/// Waits until a time; forever without one.
async fn until(end: Option<tokio::time::Instant>) {
    match end {
        Some(end) => sleep_until(end).await,
        None => std::future::pending().await,
    }
}
