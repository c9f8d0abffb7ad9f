//! The explorer in a pseudo-terminal, with the time of every byte.

use crate::home::{BINARY, Home};
use anyhow::{Context, Result, bail};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use vt100::{Color, Parser, Screen};

const ROWS: u16 = 40;
pub(crate) const COLUMNS: u16 = 140;
/// Time limit for a change of the screen.
const DEADLINE: Duration = Duration::from_secs(60);

/// End of a frame: the end of synchronized output.
const FRAME_END: &[u8] = b"\x1b[?2026l";

/// The `terminal` theme's color for "good".
const GREEN: Color = Color::Idx(2);
/// Row of the status line.
const STATUS: u16 = ROWS - 1;

/// A running explorer.
pub(crate) struct Explorer {
    pub(crate) started: Instant,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Receiver<(Instant, Vec<u8>)>,
    parser: Parser,
    /// Time of the newest bytes on the screen.
    shown: Instant,
    /// Number of frames, and the bytes after the end of the last one.
    frames: usize,
    rest: Vec<u8>,
    master: Box<dyn MasterPty + Send>,
}

impl Explorer {
    pub(crate) fn start(home: &Home) -> Result<Self> {
        let size = PtySize {
            rows: ROWS,
            cols: COLUMNS,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size)?;
        let mut command = CommandBuilder::new(BINARY);
        command.cwd(home.corpus());
        for (name, value) in home.variables() {
            command.env(name, value);
        }
        command.env("TERM", "xterm-256color");
        let mut reader = pair.master.try_clone_reader()?;
        let keys = pair.master.take_writer()?;
        let (sender, output) = channel();
        let started = Instant::now();
        let child = pair.slave.spawn_command(command)?;
        std::thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                let bytes = buffer.get(..count).unwrap_or_default().to_vec();
                if sender.send((Instant::now(), bytes)).is_err() {
                    break;
                }
            }
        });
        let cells = |count| NonZeroU16::new(count).context("a size");
        Ok(Self {
            started,
            child,
            keys,
            output,
            parser: Parser::new(cells(ROWS)?, cells(COLUMNS)?, 0),
            shown: started,
            frames: 0,
            rest: Vec::new(),
            master: pair.master,
        })
    }

    pub(crate) fn process_id(&self) -> Option<u32> {
        self.child.process_id()
    }

    pub(crate) fn press(&mut self, keys: &str) -> Result<()> {
        self.keys.write_all(keys.as_bytes())?;
        Ok(self.keys.flush()?)
    }

    pub(crate) fn screen(&self) -> &Screen {
        self.parser.screen()
    }

    /// Reads until the screen is as expected. Returns the time.
    pub(crate) fn wait_for(&mut self, expected: impl Fn(&Screen) -> bool) -> Result<Instant> {
        while !expected(self.parser.screen()) {
            match self.output.recv_timeout(DEADLINE) {
                Ok(bytes) => self.take(bytes),
                Err(error) => bail!("{error}:\n{}", self.parser.screen().contents()),
            }
        }
        Ok(self.shown)
    }

    /// Reads until the prompt of the first frame is shown. Returns the time.
    pub(crate) fn wait_for_first_frame(&mut self) -> Result<Instant> {
        self.wait_for_text("Search code")
    }

    pub(crate) fn wait_for_text(&mut self, text: &str) -> Result<Instant> {
        self.wait_for(|screen| screen.contents().contains(text))
    }

    /// Reads for this time.
    pub(crate) fn pass(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Ok(bytes) = self
            .output
            .recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            self.take(bytes);
        }
    }

    /// Reads until the next frame is complete. Returns its time; none if the program ended.
    pub(crate) fn wait_for_frame(&mut self) -> Option<Instant> {
        let seen = self.frames;
        while self.frames == seen {
            let bytes = self.output.recv_timeout(DEADLINE).ok()?;
            self.take(bytes);
        }
        Some(self.shown)
    }

    pub(crate) fn resize(&mut self, rows: u16, columns: u16) -> Result<()> {
        let cells = |count| NonZeroU16::new(count).context("a size");
        self.parser
            .screen_mut()
            .set_size(cells(rows)?, cells(columns)?);
        self.master.resize(PtySize {
            rows,
            cols: columns,
            pixel_width: 0,
            pixel_height: 0,
        })
    }

    fn take(&mut self, (came, bytes): (Instant, Vec<u8>)) {
        self.parser.process(&bytes);
        self.shown = came;
        self.rest.extend_from_slice(&bytes);
        while let Some(at) = position(&self.rest, FRAME_END) {
            self.frames += 1;
            self.rest.drain(..at + FRAME_END.len());
        }
    }

    /// Waits for the end of the program. Returns true if it succeeded.
    pub(crate) fn ended_well(mut self) -> Result<bool> {
        Ok(self.child.wait()?.success())
    }

    pub(crate) fn quit(mut self) -> Result<()> {
        // Each key stops running work, and the last one ends the explorer.
        while self.child.try_wait()?.is_none() {
            if self.press("\x03").is_err() {
                break;
            }
            self.pass(Duration::from_millis(100));
        }
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Explorer {
    fn drop(&mut self) {
        // Does nothing after the end.
        let _ = self.child.kill();
    }
}

fn position(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|at| at == wanted)
}

/// The row of the prompt.
pub(crate) fn prompt(screen: &Screen) -> String {
    screen.rows(0, COLUMNS).next().unwrap_or_default()
}

/// Returns true if the dot of the status line is green: the index matches the working tree.
pub(crate) fn is_fresh(screen: &Screen) -> bool {
    let mut cells = (0..COLUMNS).filter_map(|column| screen.cell(STATUS, column));
    let sign = cells.find(|cell| !cell.contents().trim().is_empty());
    sign.is_some_and(|cell| cell.contents() == "●" && cell.fgcolor() == GREEN)
}

/// Rows of the results pane.
pub(crate) fn results(screen: &Screen) -> impl Iterator<Item = String> {
    let rows = screen.rows(0, COLUMNS).skip(2);
    rows.filter_map(|row| row.split('│').next().map(str::to_owned))
}
