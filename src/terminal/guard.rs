//! Ownership of the screen.
//!
//! Principal types: [`TerminalGuard`] and [`ReleasedScreen`]. Invariant: the screen is released exactly once
//! for each time that it was taken, by drop, by a loan or by the panic hook. Only this file writes the sequences that take
//! and release it.

use super::input::{InputReader, Pause};
use super::surface::usable;
use crate::corpus::{is_contained, locked};
use anyhow::{Context, Result};
use crossterm::cursor::{Hide, SetCursorStyle, Show};
use crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste};
use crossterm::queue;
use crossterm::terminal::{EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen};
use std::io::{self, Write};
use std::panic::{self, PanicHookInfo};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

/// Error context of the terminal.
const CANNOT: &str = "cannot use the terminal";

/// Owner of the screen; releases it when dropped.
#[derive(Debug)]
pub struct TerminalGuard {
    screen: Arc<SharedScreen>,
    mouse: bool,
}

/// State of the screen, shared with the panic hook.
#[derive(Debug)]
struct SharedScreen {
    /// The drawing thread. Only its panic ends the program and releases the screen.
    owner: ThreadId,
    state: Mutex<ScreenState>,
}

#[derive(Debug)]
struct ScreenState {
    holder: ScreenOwner,
    /// Messages of other threads' panics, printed once the screen is released.
    kept: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ScreenOwner {
    /// The explorer draws.
    Guard,
    /// A child draws, or the process is stopped.
    Child,
    /// The screen is released.
    Released,
}

impl TerminalGuard {
    /// Takes the screen: raw mode, alternate screen, bracketed paste, mouse, hidden cursor. From now on,
    /// a panic releases the screen before its message is printed.
    pub fn enter() -> Result<Self> {
        usable()?;
        let screen = Arc::new(SharedScreen {
            owner: thread::current().id(),
            state: Mutex::new(ScreenState {
                holder: ScreenOwner::Released,
                kept: Vec::new(),
            }),
        });
        restore_on_panic(Arc::clone(&screen));
        let guard = Self {
            screen,
            mouse: true,
        };
        guard.screen.take(guard.mouse)?;
        Ok(guard)
    }

    /// Turns mouse capture on or off, also after a suspension.
    pub fn capture_mouse(&mut self, on: bool) -> Result<()> {
        self.mouse = on;
        capture_mouse(&mut io::stdout(), on).context(CANNOT)
    }

    /// Releases the screen and the input for a child process.
    pub fn lend(&mut self, input: &InputReader) -> Result<ReleasedScreen> {
        let pause = input.pause()?;
        self.screen.give(ScreenOwner::Child);
        Ok(ReleasedScreen {
            modes: TerminalModes::now(),
            pause,
        })
    }

    /// Retakes the screen and the input, and restores the terminal's modes, which a killed child may have
    /// left changed. The caller redraws the whole screen.
    pub fn take_back(&mut self, loan: ReleasedScreen) -> Result<()> {
        let ReleasedScreen { modes, pause } = loan;
        drop(modes);
        self.screen.take(self.mouse)?;
        drop(pause);
        Ok(())
    }

    /// Stops the job (Ctrl-Z): releases the screen and raises SIGTSTP for the process group; returns
    /// after `fg`. Must run on the main thread, which the system prefers for signals, so that nothing
    /// runs on before the stop; nothing may catch SIGTSTP.
    #[cfg(unix)]
    pub fn stop(&mut self, input: &InputReader) -> Result<()> {
        use nix::sys::signal::{Signal, kill};
        use nix::unistd::Pid;

        /// Target of `kill(0, …)`: a wrapper process must stop too, or the shell would wait for it.
        const OWN_GROUP: Pid = Pid::from_raw(0);
        let _pause = input.pause()?;
        self.screen.give(ScreenOwner::Child);
        let stopped = kill(OWN_GROUP, Signal::SIGTSTP);
        self.screen.take(self.mouse)?;
        stopped.context("cannot stop the process")
    }

    /// Retakes the screen after an external stop (`kill -STOP`, then `fg`), during which the shell has
    /// changed the terminal's modes. The reader pauses: while it passes keys on, standard input is not the terminal.
    pub fn retake(&mut self, input: &InputReader) -> Result<()> {
        let _pause = input.pause()?;
        self.screen.give(ScreenOwner::Child);
        self.screen.take(self.mouse)
    }
}

/// The released screen and input. Dropping it instead of calling [`TerminalGuard::take_back`] restores the
/// modes and resumes the reader, but does not retake the screen.
#[must_use]
#[derive(Debug)]
pub struct ReleasedScreen {
    modes: TerminalModes,
    pause: Pause,
}

/// Modes of the terminal on standard input, if it is one; restored when dropped.
#[derive(Debug)]
struct TerminalModes {
    #[cfg(unix)]
    found: Option<nix::sys::termios::Termios>,
}

impl TerminalModes {
    fn now() -> Self {
        Self {
            #[cfg(unix)]
            found: nix::sys::termios::tcgetattr(io::stdin()).ok(),
        }
    }
}

#[cfg(unix)]
impl Drop for TerminalModes {
    /// Restores the modes. Errors are ignored because they cannot be reported.
    fn drop(&mut self) {
        use nix::sys::termios::{SetArg, tcsetattr};
        if let Some(modes) = &self.found {
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, modes);
        }
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        self.screen.give(ScreenOwner::Released);
        self.screen.print_kept();
    }
}

impl SharedScreen {
    fn take(&self, mouse: bool) -> Result<()> {
        // Recorded first, so that releasing the screen undoes a partial failure.
        self.set_holder(ScreenOwner::Guard);
        crossterm::terminal::enable_raw_mode().context(CANNOT)?;
        read_without_waiting().context(CANNOT)?;
        enter(&mut io::stdout(), mouse).context(CANNOT)
    }

    /// Restores the terminal if this process holds it. Errors are ignored: there is no other screen to
    /// report them on.
    fn give(&self, holder: ScreenOwner) {
        if self.set_holder(holder) == ScreenOwner::Guard {
            let _ = leave(&mut io::stdout());
            let _ = crossterm::terminal::disable_raw_mode();
        }
    }

    /// Sets the holder and returns the previous one.
    fn set_holder(&self, holder: ScreenOwner) -> ScreenOwner {
        std::mem::replace(&mut locked(&self.state).holder, holder)
    }

    /// Stores a message until the screen is released; returns it if the screen is released already.
    fn keep(&self, message: String) -> Option<String> {
        let mut state = locked(&self.state);
        if state.holder == ScreenOwner::Released {
            return Some(message);
        }
        state.kept.push(message);
        None
    }

    fn print_kept(&self) {
        for message in locked(&self.state).kept.drain(..) {
            let _ = writeln!(io::stderr(), "{message}");
        }
    }
}

/// Makes a read without input return at once: crossterm reads on while a sequence is incomplete.
fn read_without_waiting() -> io::Result<()> {
    #[cfg(unix)]
    {
        use nix::sys::termios::{SetArg, SpecialCharacterIndices, tcgetattr, tcsetattr};
        let mut modes = tcgetattr(io::stdin())?;
        if let Some(least) = modes
            .control_chars
            .get_mut(SpecialCharacterIndices::VMIN as usize)
        {
            *least = 0;
        }
        tcsetattr(io::stdin(), SetArg::TCSANOW, &modes)?;
    }
    Ok(())
}

/// Installs a panic hook: a panic of the owner releases the screen and is printed; one of another
/// thread, which the program may survive, is printed once the screen is released.
fn restore_on_panic(screen: Arc<SharedScreen>) {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if is_contained() {
            return;
        }
        if thread::current().id() == screen.owner {
            screen.give(ScreenOwner::Released);
            screen.print_kept();
            print(panic);
        } else if screen.keep(describe(panic)).is_some() {
            print(panic);
        }
    }));
}

fn describe(panic: &PanicHookInfo<'_>) -> String {
    let thread = thread::current();
    format!("thread '{}' {panic}", thread.name().unwrap_or("unnamed"))
}

/// Reports of clicks, drags and the wheel in SGR coordinates. crossterm's set also reports every motion
/// of the pointer, which would wake an idle program.
const CAPTURE_MOUSE: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";

/// Reports of the color scheme when it changes (mode 2031), and once now. [`super::reply`] reads them.
const REPORT_SCHEME: &[u8] = b"\x1b[?2031h\x1b[?996n";

/// No such reports.
const KEEP_SCHEME: &[u8] = b"\x1b[?2031l";

/// Takes the screen.
pub(super) fn enter(out: &mut impl Write, mouse: bool) -> io::Result<()> {
    queue!(out, EnterAlternateScreen, EnableBracketedPaste, Hide)?;
    out.write_all(if cfg!(unix) { REPORT_SCHEME } else { b"" })?;
    capture_mouse(out, mouse)
}

/// Restores the screen, even in the middle of a frame.
pub(super) fn leave(out: &mut impl Write) -> io::Result<()> {
    out.write_all(KEEP_SCHEME)?;
    queue!(
        out,
        EndSynchronizedUpdate,
        DisableMouseCapture,
        DisableBracketedPaste,
        SetCursorStyle::DefaultUserShape,
        LeaveAlternateScreen,
        Show
    )?;
    out.flush()
}

/// Turns mouse reports on or off. While off, the terminal's own selection works.
pub(super) fn capture_mouse(out: &mut impl Write, on: bool) -> io::Result<()> {
    if on {
        out.write_all(CAPTURE_MOUSE)?;
    } else {
        queue!(out, DisableMouseCapture)?;
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZero;
    use vt100::{MouseProtocolEncoding, MouseProtocolMode, Parser};

    fn screen() -> SharedScreen {
        SharedScreen {
            owner: thread::current().id(),
            state: Mutex::new(ScreenState {
                holder: ScreenOwner::Released,
                kept: Vec::new(),
            }),
        }
    }

    #[test]
    fn messages_are_kept_while_the_explorer_has_the_screen() {
        let screen = screen();
        assert_eq!(screen.keep("a".to_owned()), Some("a".to_owned()));
        for holder in [ScreenOwner::Guard, ScreenOwner::Child] {
            screen.set_holder(holder);
            assert_eq!(screen.keep("b".to_owned()), None);
        }
        assert_eq!(screen.state.lock().unwrap().kept, ["b", "b"]);
        screen.print_kept();
        assert!(screen.state.lock().unwrap().kept.is_empty());
    }

    fn terminal() -> Parser {
        let [rows, columns] = [6, 20].map(|cells| NonZero::new(cells).unwrap());
        let mut terminal = Parser::new(rows, columns, 0);
        terminal.process(b"before");
        terminal
    }

    #[test]
    fn entering_switches_to_the_alternate_screen() {
        let mut terminal = terminal();
        let mut written = Vec::new();
        enter(&mut written, true).unwrap();
        terminal.process(&written);
        let screen = terminal.screen();
        assert!(screen.alternate_screen() && screen.bracketed_paste() && screen.hide_cursor());
        assert_eq!(
            screen.mouse_protocol_mode(),
            MouseProtocolMode::ButtonMotion
        );
        assert_eq!(screen.mouse_protocol_encoding(), MouseProtocolEncoding::Sgr);
    }

    #[test]
    fn the_mouse_is_captured_only_on_request() {
        let mut terminal = terminal();
        let mut written = Vec::new();
        enter(&mut written, true).unwrap();
        capture_mouse(&mut written, false).unwrap();
        terminal.process(&written);
        assert_eq!(
            terminal.screen().mouse_protocol_mode(),
            MouseProtocolMode::None
        );
        written.clear();
        enter(&mut written, false).unwrap();
        terminal.process(&written);
        assert_eq!(
            terminal.screen().mouse_protocol_mode(),
            MouseProtocolMode::None
        );
    }

    #[test]
    fn leaving_undoes_everything_even_within_a_frame() {
        let mut terminal = terminal();
        let mut written = Vec::new();
        enter(&mut written, true).unwrap();
        queue!(written, crossterm::terminal::BeginSynchronizedUpdate).unwrap();
        written.extend_from_slice(b"half a frame");
        leave(&mut written).unwrap();
        assert!(written.ends_with(b"\x1b[?25h"));
        assert!(
            written
                .windows(KEEP_SCHEME.len())
                .any(|it| it == KEEP_SCHEME)
        );
        terminal.process(&written);
        let screen = terminal.screen();
        assert!(!screen.alternate_screen() && !screen.bracketed_paste() && !screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
        assert_eq!(
            screen.mouse_protocol_encoding(),
            MouseProtocolEncoding::Default
        );
        assert_eq!(screen.contents(), "before");
    }
}
