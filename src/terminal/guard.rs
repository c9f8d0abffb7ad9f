//! Owning the screen.

use super::{Pause, Reader, sequences, usable};
use std::io::{self, Write};
use std::panic::{self, PanicHookInfo};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

/// Why the terminal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    /// Standard input or output is a pipe or a file.
    #[error(
        "the explorer needs a terminal, and its standard {0} is not one; \
         in pipes and scripts use `smriti-tui search QUERY`"
    )]
    NotATerminal(&'static str),
    /// The terminal's type says that it only prints.
    #[error(
        "the explorer draws on the whole screen, and a terminal that says TERM={0} only prints lines; \
         here use `smriti-tui search QUERY`"
    )]
    Dumb(String),
    /// Nothing says what kind of terminal it is.
    #[error(
        "the explorer needs to know what terminal it draws on, and TERM is not set; set it \
         (`TERM=xterm-256color smriti-tui`), or use `smriti-tui search QUERY`"
    )]
    Nameless,
    /// The system refused.
    #[error("the terminal cannot be used: {0}")]
    Io(#[from] io::Error),
    /// The reader is inside an escape sequence of which only the beginning came.
    #[error("the terminal's input hangs in an unfinished sequence; press any key and try again")]
    InputStuck,
}

/// Owns the screen. Dropping it gives the screen back.
#[derive(Debug)]
pub struct Guard {
    screen: Arc<Screen>,
    mouse: bool,
}

/// Whose the screen is. Shared with the panic hook.
#[derive(Debug)]
struct Screen {
    /// The thread that draws. Only its panic ends the program and so gives the screen back.
    owner: ThreadId,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    holder: Holder,
    /// What panics of other threads had to say while the screen was not for printing.
    kept: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holder {
    /// Ours to draw on.
    Guard,
    /// A child's for the moment, or the shell's while we are stopped.
    Child,
    /// Everybody's again.
    Nobody,
}

impl Guard {
    /// Takes the screen: raw mode, alternate screen, bracketed paste, mouse, no cursor. From here
    /// on a panic gives the screen back before its message is printed.
    pub fn enter() -> Result<Self, TerminalError> {
        usable()?;
        let screen = Arc::new(Screen {
            owner: thread::current().id(),
            state: Mutex::new(State {
                holder: Holder::Nobody,
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

    /// Turns mouse capture on or off; it stays so after a suspension.
    pub fn capture_mouse(&mut self, on: bool) -> Result<(), TerminalError> {
        self.mouse = on;
        sequences::capture_mouse(&mut io::stdout(), on)?;
        Ok(())
    }

    /// Gives the screen and the input up, for a child that is started next.
    pub fn lend(&mut self, input: &Reader) -> Result<Loan, TerminalError> {
        let pause = input.pause()?;
        self.screen.give(Holder::Child);
        Ok(Loan {
            modes: Modes::now(),
            pause,
        })
    }

    /// Takes them back, with the terminal's modes as they were before: a child that died may have
    /// left its own. The whole screen is to be drawn anew afterwards.
    pub fn take_back(&mut self, loan: Loan) -> Result<(), TerminalError> {
        let Loan { modes, pause } = loan;
        drop(modes);
        self.screen.take(self.mouse)?;
        drop(pause);
        Ok(())
    }

    /// Ctrl-Z: gives the screen back and stops the whole job, as the key would have done without
    /// raw mode; returns after `fg`. To be called on the main thread, which the system prefers for
    /// signals, so that nothing here runs on before the stop; nothing may catch SIGTSTP.
    #[cfg(unix)]
    pub fn stop(&mut self, input: &Reader) -> Result<(), TerminalError> {
        use nix::sys::signal::{Signal, kill};
        use nix::unistd::Pid;

        /// `kill(0, …)`: a wrapper that started us must stop too, or the shell would wait for it.
        const OWN_GROUP: Pid = Pid::from_raw(0);
        let _pause = input.pause()?;
        self.screen.give(Holder::Child);
        let stopped = kill(OWN_GROUP, Signal::SIGTSTP);
        self.screen.take(self.mouse)?;
        stopped.map_err(|errno| TerminalError::Io(errno.into()))
    }

    /// Takes the screen again after a stop that was not ours (`kill -STOP`, then `fg`): the shell
    /// has changed the terminal's modes meanwhile.
    pub fn retake(&mut self) -> Result<(), TerminalError> {
        self.screen.give(Holder::Child);
        self.screen.take(self.mouse)
    }
}

/// The screen and the input while a child has them. Dropped instead of given to
/// [`Guard::take_back`], it leaves the screen to whoever has it, but neither the child's modes nor a
/// reader that waits for ever.
#[must_use]
#[derive(Debug)]
pub struct Loan {
    modes: Modes,
    pause: Pause,
}

/// The modes of the terminal on standard input, where it has any; restored when dropped.
#[derive(Debug)]
struct Modes {
    #[cfg(unix)]
    found: Option<nix::sys::termios::Termios>,
}

#[cfg(unix)]
impl Modes {
    fn now() -> Self {
        Self {
            found: nix::sys::termios::tcgetattr(io::stdin()).ok(),
        }
    }
}

#[cfg(unix)]
impl Drop for Modes {
    /// What cannot be restored stays: there is nobody to tell.
    fn drop(&mut self) {
        use nix::sys::termios::{SetArg, tcsetattr};
        if let Some(modes) = &self.found {
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, modes);
        }
    }
}

#[cfg(not(unix))]
impl Modes {
    fn now() -> Self {
        Self {}
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.screen.give(Holder::Nobody);
        self.screen.print_kept();
    }
}

impl Screen {
    fn take(&self, mouse: bool) -> Result<(), TerminalError> {
        // Said first: if the rest fails half-way, giving back undoes that half.
        self.hold(Holder::Guard);
        crossterm::terminal::enable_raw_mode()?;
        sequences::enter(&mut io::stdout(), mouse)?;
        Ok(())
    }

    /// Restores the terminal if it is ours. Errors are of no use here: there is no other screen to
    /// report them on, and what can be restored has been.
    fn give(&self, holder: Holder) {
        if self.hold(holder) == Holder::Guard {
            let _ = sequences::leave(&mut io::stdout());
            let _ = crossterm::terminal::disable_raw_mode();
        }
    }

    /// Changes the holder and tells the former one.
    fn hold(&self, holder: Holder) -> Holder {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut state.holder, holder)
    }

    /// Keeps a message until the screen is free; gives it back when it is free now.
    fn keep(&self, message: String) -> Option<String> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.holder == Holder::Nobody {
            return Some(message);
        }
        state.kept.push(message);
        None
    }

    fn print_kept(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        for message in state.kept.drain(..) {
            let _ = writeln!(io::stderr(), "{message}");
        }
    }
}

/// Puts a hook before the present one: a panic of the owner gives the screen back and then prints;
/// one of a worker, which the program may survive, is printed when the screen is free again.
fn restore_on_panic(screen: Arc<Screen>) {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == screen.owner {
            screen.give(Holder::Nobody);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn screen() -> Screen {
        Screen {
            owner: thread::current().id(),
            state: Mutex::new(State {
                holder: Holder::Nobody,
                kept: Vec::new(),
            }),
        }
    }

    #[test]
    fn a_message_is_kept_while_the_screen_is_taken() {
        let screen = screen();
        assert_eq!(screen.keep("a".to_owned()), Some("a".to_owned()));
        for holder in [Holder::Guard, Holder::Child] {
            screen.hold(holder);
            assert_eq!(screen.keep("b".to_owned()), None);
        }
        assert_eq!(screen.state.lock().unwrap().kept, ["b", "b"]);
        screen.print_kept();
        assert!(screen.state.lock().unwrap().kept.is_empty());
    }

    #[test]
    fn without_a_terminal_the_error_says_what_to_use() {
        let message = TerminalError::NotATerminal("output").to_string();
        assert!(message.contains("`smriti-tui search QUERY`"), "{message}");
    }
}
