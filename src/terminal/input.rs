//! Reading keys, pastes, the mouse and resizes on a thread of its own, with an acknowledged pause.

use super::TerminalError;
use super::owed::Owed;
use super::wait::{self, Wait, Waker};
use crossterm::event::Event;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Where events go. `Err` comes once, as the last call: the terminal cannot be read any more. A
/// sink that returns `false` ends the reader. It must not wait for the thread that pauses it.
pub type Sink = Box<dyn FnMut(io::Result<Event>) -> bool + Send>;

/// How long the reader waits for what follows on an event, as the rest of an answer does.
const POLL: Duration = Duration::from_millis(50);

/// How long it waits when nothing does. Input ends that wait, and so does who pauses it.
const QUIET: Duration = Duration::from_secs(1);

/// A reader that does not acknowledge within this time is blocked inside a read.
const PATIENCE: Duration = Duration::from_secs(1);

/// The thread that reads the terminal's input. Dropping it asks the thread to end but does not
/// wait: on a terminal that hung up, a read may never return.
#[derive(Debug)]
pub struct Reader {
    gate: Arc<Gate>,
}

/// Where input comes from: the terminal, or a script in tests.
trait Source: Send {
    /// The next event, or none within `timeout`.
    fn next(&mut self, timeout: Duration) -> io::Result<Option<Event>>;
}

struct Tty {
    wait: Wait,
    /// crossterm has given all that it read.
    is_quiet: bool,
}

impl Source for Tty {
    fn next(&mut self, timeout: Duration) -> io::Result<Option<Event>> {
        if self.is_quiet && !self.wait.wait(QUIET)? {
            return Ok(None);
        }
        self.is_quiet = !crossterm::event::poll(timeout)?;
        match self.is_quiet {
            true => Ok(None),
            false => crossterm::event::read().map(Some),
        }
    }
}

impl Reader {
    /// Starts to read the terminal. With `is_owed` an answer of the terminal is still to come, which
    /// is swallowed.
    pub fn start(is_owed: bool, sink: Sink) -> io::Result<Self> {
        let owed = match is_owed {
            true => Owed::Waiting,
            false => Owed::Nothing,
        };
        let (waker, wait) = wait::pair()?;
        let tty = Tty {
            wait,
            is_quiet: false,
        };
        Self::start_from(tty, waker, owed, sink)
    }

    fn start_from(
        source: impl Source + 'static,
        waker: Waker,
        owed: Owed,
        sink: Sink,
    ) -> io::Result<Self> {
        let gate = Arc::new(Gate {
            state: Mutex::default(),
            changed: Condvar::new(),
            waker,
        });
        let reader = Self {
            gate: Arc::clone(&gate),
        };
        thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || {
                read(source, owed, sink, &gate);
                gate.acknowledge(Reading::Ended);
            })?;
        Ok(reader)
    }

    /// Returns once the reader no longer touches standard input, and it stays so while the pause
    /// lives.
    pub fn pause(&self) -> Result<Pause, TerminalError> {
        let is_paused = self.gate.pause();
        // Ends a pause that was not acknowledged, too.
        let pause = Pause(Arc::clone(&self.gate));
        match is_paused {
            true => Ok(pause),
            false => Err(TerminalError::InputStuck),
        }
    }
}

/// The reader does not touch standard input while this lives.
#[must_use]
#[derive(Debug)]
pub struct Pause(Arc<Gate>);

impl Drop for Pause {
    fn drop(&mut self) {
        self.0.ask(Wish::Read);
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.gate.ask(Wish::End);
    }
}

fn read(mut source: impl Source, mut owed: Owed, mut sink: Sink, gate: &Gate) {
    while gate.pass() {
        let events = match source.next(POLL) {
            // An answer comes in one go: what waits for its rest was typed.
            Ok(None) if owed.is_holding() => owed.release(),
            Ok(None) => continue,
            Ok(Some(event)) => owed.pass(event),
            Err(error) => {
                sink(Err(error));
                return;
            }
        };
        for event in events {
            if !sink(Ok(event)) {
                return;
            }
        }
    }
}

/// Between the thread that reads and the one that pauses it.
#[derive(Debug)]
struct Gate {
    state: Mutex<GateState>,
    changed: Condvar,
    waker: Waker,
}

#[derive(Debug, Default)]
struct GateState {
    wish: Wish,
    reading: Reading,
}

/// What the reader should do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Wish {
    #[default]
    Read,
    Pause,
    End,
}

/// What the reader does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Reading {
    #[default]
    Active,
    Paused,
    Ended,
}

impl Gate {
    /// Waits while a pause is wished for; false when the reader should end.
    fn pass(&self) -> bool {
        let mut state = self.lock();
        while state.wish == Wish::Pause {
            state.reading = Reading::Paused;
            self.changed.notify_all();
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.reading = Reading::Active;
        state.wish == Wish::Read
    }

    /// Whether the reader acknowledged in time. One that has ended touches nothing.
    fn pause(&self) -> bool {
        self.ask(Wish::Pause);
        let (state, _) = self
            .changed
            .wait_timeout_while(self.lock(), PATIENCE, |state| {
                state.reading == Reading::Active
            })
            .unwrap_or_else(PoisonError::into_inner);
        state.reading != Reading::Active
    }

    /// An end that was asked for stays: a pause may outlive its reader.
    fn ask(&self, wish: Wish) {
        let mut state = self.lock();
        if state.wish != Wish::End {
            state.wish = wish;
        }
        self.changed.notify_all();
        self.waker.wake();
    }

    fn acknowledge(&self, reading: Reading) {
        self.lock().reading = reading;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, GateState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{self, Receiver, Sender};

    /// Input that the test sends; the end of the channel is a terminal that hung up.
    struct Script {
        events: Receiver<Event>,
        asked: Sender<()>,
    }

    impl Source for Script {
        fn next(&mut self, timeout: Duration) -> io::Result<Option<Event>> {
            let _ = self.asked.send(());
            match self.events.recv_timeout(timeout) {
                Ok(event) => Ok(Some(event)),
                Err(mpsc::RecvTimeoutError::Timeout) => Ok(None),
                Err(mpsc::RecvTimeoutError::Disconnected) => Err(io::ErrorKind::BrokenPipe.into()),
            }
        }
    }

    struct Driven {
        reader: Reader,
        input: Sender<Event>,
        asked: Receiver<()>,
        output: Receiver<io::Result<Event>>,
    }

    fn driven() -> Driven {
        let (input, events) = mpsc::channel();
        let (asking, asked) = mpsc::channel();
        let (sender, output) = mpsc::channel();
        let script = Script {
            events,
            asked: asking,
        };
        let sink = Box::new(move |event| sender.send(event).is_ok());
        // A script is looked into every moment: nobody waits for what wakes.
        let (waker, _wait) = wait::pair().unwrap();
        Driven {
            reader: Reader::start_from(script, waker, Owed::Nothing, sink).unwrap(),
            input,
            asked,
            output,
        }
    }

    fn paste(text: &str) -> Event {
        Event::Paste(text.to_owned())
    }

    #[test]
    fn events_arrive_in_order() {
        let driven = driven();
        for text in ["a", "b"] {
            driven.input.send(paste(text)).unwrap();
        }
        assert_eq!(driven.output.recv().unwrap().unwrap(), paste("a"));
        assert_eq!(driven.output.recv().unwrap().unwrap(), paste("b"));
    }

    #[test]
    fn a_paused_reader_does_not_touch_its_source() {
        let driven = driven();
        driven.asked.recv().unwrap();
        let pause = driven.reader.pause().unwrap();
        while driven.asked.try_recv().is_ok() {}
        driven.input.send(paste("for the editor")).unwrap();
        assert!(driven.asked.try_recv().is_err());
        assert!(driven.output.try_recv().is_err());

        drop(pause);
        assert_eq!(
            driven.output.recv().unwrap().unwrap(),
            paste("for the editor")
        );
    }

    #[test]
    fn a_terminal_that_hung_up_is_said_once_and_can_still_be_paused() {
        let Driven {
            reader,
            input,
            output,
            asked: _asked,
        } = driven();
        drop(input);
        assert!(output.recv().unwrap().is_err());
        assert!(output.recv().is_err());
        drop(reader.pause().unwrap());
    }

    #[test]
    fn a_pause_that_outlives_its_reader_does_not_bring_it_back() {
        let driven = driven();
        let pause = driven.reader.pause().unwrap();
        drop(driven.reader);
        drop(pause);
        assert!(driven.output.recv().is_err());
    }

    #[test]
    fn dropping_ends_the_thread() {
        let Driven {
            reader,
            input: _input,
            output,
            asked: _asked,
        } = driven();
        drop(reader);
        assert!(output.recv().is_err());
    }
}
