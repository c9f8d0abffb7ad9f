//! Input thread: reads keys, pastes, mouse events and resizes, and can be paused with acknowledgment.
//!
//! Principal type: [`InputReader`]. Invariant: a paused reader does not touch standard input.

use super::background::Background;
use super::wait::{self, Tty, Waker};
use crate::corpus::spawn;
use anyhow::ensure;
use crossterm::event::Event;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::Duration;

/// Input of the terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminalInput {
    /// A key, a paste, a mouse event or a resize.
    Event(Event),
    /// A report of the background or of the color scheme.
    Background(Background),
}

/// Receiver of input. `Err` comes once, as the last call, when the terminal can no longer be read.
/// Returning `false` ends the reader. It must not wait for the thread that pauses the reader.
pub type InputSink = Box<dyn FnMut(io::Result<TerminalInput>) -> bool + Send>;

/// Timeout without pending events. Input and a pause end this wait early; after it an incomplete sequence, such as
/// a paste without its end, is over.
const IDLE_TIMEOUT: Duration = Duration::from_secs(1);

/// Timeout of the acknowledgment, which takes no longer than a read.
const PAUSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Handle of the input thread. Dropping it requests the thread's end without waiting: after a hang-up, a
/// read may never return.
#[derive(Debug)]
pub struct InputReader {
    /// None to end the thread.
    pauses: Option<Sender<PauseRequest>>,
    waker: Waker,
}

/// Request to the reader, which drops the sender and then waits until the other end of the receiver is dropped.
type PauseRequest = (Sender<()>, Receiver<()>);

/// Source of events: the terminal, or a script in tests.
pub(super) trait EventSource: Send {
    /// Returns the next input; none after `timeout`.
    fn next(&mut self, timeout: Duration) -> io::Result<Vec<TerminalInput>>;
}

impl InputReader {
    /// Starts reading the terminal.
    pub fn start(sink: InputSink) -> io::Result<Self> {
        let (waker, wait) = wait::pair()?;
        Self::start_from(Tty::new(wait)?, waker, sink)
    }

    fn start_from(
        source: impl EventSource + 'static,
        waker: Waker,
        sink: InputSink,
    ) -> io::Result<Self> {
        let (pauses, requests) = channel();
        spawn("input", move || read(source, sink, &requests))?;
        Ok(Self {
            pauses: Some(pauses),
            waker,
        })
    }

    /// Pauses the reader; once this returns, the reader does not touch standard input until the pause is
    /// dropped.
    pub fn pause(&self) -> anyhow::Result<Pause> {
        let (acknowledge, acknowledged) = channel();
        let (resume, resumed) = channel();
        let request = (acknowledge, resumed);
        // A reader that has ended drops the request, which acknowledges it.
        drop(self.pauses.as_ref().map(|pauses| pauses.send(request)));
        self.waker.wake();
        ensure!(
            acknowledged.recv_timeout(PAUSE_TIMEOUT) == Err(RecvTimeoutError::Disconnected),
            "cannot pause the terminal's input: it does not answer; try again"
        );
        Ok(Pause { _resume: resume })
    }
}

/// Pause of the reader; dropping it resumes reading.
#[must_use]
#[derive(Debug)]
pub struct Pause {
    _resume: Sender<()>,
}

impl Drop for InputReader {
    fn drop(&mut self) {
        self.pauses = None;
        self.waker.wake();
    }
}

fn read(mut source: impl EventSource, mut sink: InputSink, pauses: &Receiver<PauseRequest>) {
    loop {
        match pauses.try_recv() {
            Ok((acknowledge, resumed)) => {
                drop(acknowledge);
                // Returns an error once the pause is dropped.
                let _ = resumed.recv();
                continue;
            }
            Err(TryRecvError::Disconnected) => return,
            Err(TryRecvError::Empty) => {}
        }
        let inputs = match source.next(IDLE_TIMEOUT) {
            Ok(inputs) => inputs,
            Err(error) => {
                sink(Err(error));
                return;
            }
        };
        if !inputs.into_iter().all(|input| sink(Ok(input))) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    /// Input sent by the test; closing the channel is a hang-up.
    struct Script {
        events: Receiver<Event>,
        polled: Sender<()>,
    }

    impl EventSource for Script {
        fn next(&mut self, _: Duration) -> io::Result<Vec<TerminalInput>> {
            let _ = self.polled.send(());
            match self.events.recv_timeout(Duration::from_millis(50)) {
                Ok(event) => Ok(vec![TerminalInput::Event(event)]),
                Err(mpsc::RecvTimeoutError::Timeout) => Ok(Vec::new()),
                Err(mpsc::RecvTimeoutError::Disconnected) => Err(io::ErrorKind::BrokenPipe.into()),
            }
        }
    }

    struct Driven {
        reader: InputReader,
        input: Sender<Event>,
        polled: Receiver<()>,
        output: Receiver<io::Result<TerminalInput>>,
    }

    fn driven() -> Driven {
        let (input, events) = mpsc::channel();
        let (polls, polled) = mpsc::channel();
        let (sender, output) = mpsc::channel();
        let script = Script {
            events,
            polled: polls,
        };
        let sink = Box::new(move |event| sender.send(event).is_ok());
        // A script is polled all the time, so no wake-up is needed.
        let (waker, _wait) = wait::pair().unwrap();
        Driven {
            reader: InputReader::start_from(script, waker, sink).unwrap(),
            input,
            polled,
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
        assert_eq!(
            driven.output.recv().unwrap().unwrap(),
            TerminalInput::Event(paste("a"))
        );
        assert_eq!(
            driven.output.recv().unwrap().unwrap(),
            TerminalInput::Event(paste("b"))
        );
    }

    #[test]
    fn a_paused_reader_does_not_touch_its_source() {
        let driven = driven();
        driven.polled.recv().unwrap();
        let pause = driven.reader.pause().unwrap();
        while driven.polled.try_recv().is_ok() {}
        driven.input.send(paste("for the editor")).unwrap();
        assert!(driven.polled.try_recv().is_err());
        assert!(driven.output.try_recv().is_err());

        drop(pause);
        assert_eq!(
            driven.output.recv().unwrap().unwrap(),
            TerminalInput::Event(paste("for the editor"))
        );
    }

    #[test]
    fn a_hang_up_is_reported_once_and_the_reader_can_still_be_paused() {
        let Driven {
            reader,
            input,
            output,
            polled: _polled,
        } = driven();
        drop(input);
        assert!(output.recv().unwrap().is_err());
        assert!(output.recv().is_err());
        drop(reader.pause().unwrap());
    }

    #[test]
    fn a_pause_that_outlives_its_reader_does_not_resume_it() {
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
            polled: _polled,
        } = driven();
        drop(reader);
        assert!(output.recv().is_err());
    }
}
