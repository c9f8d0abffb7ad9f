//! The explorer in a pseudo-terminal, and its screen.

use super::project::Project;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use vt100::{MouseProtocolMode, Parser, Screen};

/// Time limit, far above the usual time; only a failure waits this long.
pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// Forces a full redraw.
const CTRL_L: &[u8] = b"\x0c";

/// A running explorer.
pub(crate) struct Session {
    child: Running,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    parser: Parser,
    /// Everything that was written.
    written: Vec<u8>,
}

impl Session {
    /// Starts it in the project, with these variables in addition to the project's own.
    pub(crate) fn start(
        project: &Project,
        variables: &[(&str, &str)],
        rows: u16,
        columns: u16,
    ) -> Self {
        Self::start_with(project, &[], variables, rows, columns)
    }

    /// The same with arguments.
    pub(crate) fn start_with(
        project: &Project,
        arguments: &[&str],
        variables: &[(&str, &str)],
        rows: u16,
        columns: u16,
    ) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_smriti-tui"));
        command.args(arguments);
        Self::spawn(project, command, variables, rows, columns)
    }

    /// Runs a test of this program that is ignored otherwise.
    pub(crate) fn start_test(project: &Project, name: &str, rows: u16, columns: u16) -> Self {
        let program = std::env::current_exe().expect("this program");
        let mut command = CommandBuilder::new(program);
        command.args([
            name,
            "--exact",
            "--ignored",
            "--nocapture",
            "--test-threads=1",
        ]);
        Self::spawn(project, command, &[], rows, columns)
    }

    /// Runs a shell script whose `$0` is the explorer.
    pub(crate) fn start_in_shell(project: &Project, script: &str, rows: u16, columns: u16) -> Self {
        let mut command = CommandBuilder::new("/bin/sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_smriti-tui")]);
        Self::spawn(project, command, &[], rows, columns)
    }

    fn spawn(
        project: &Project,
        mut command: CommandBuilder,
        variables: &[(&str, &str)],
        rows: u16,
        columns: u16,
    ) -> Self {
        let pair = native_pty_system()
            .openpty(size(rows, columns))
            .expect("a pseudo-terminal");
        command.cwd(project.root());
        command.env_clear();
        for (name, value) in project.environment() {
            command.env(name, value);
        }
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("it starts");
        let mut reader = pair.master.try_clone_reader().expect("its output");
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 16 * 1024];
            // The end of the terminal is an error on Linux.
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            child: Running(child),
            keys: pair.master.take_writer().expect("its input"),
            master: pair.master,
            output,
            parser: Parser::new(cells(rows), cells(columns), 0),
            written: Vec::new(),
        }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("it reads");
        self.keys.flush().expect("it reads");
    }

    pub(crate) fn resize(&mut self, rows: u16, columns: u16) {
        self.parser.set_size(cells(rows), cells(columns));
        self.master.resize(size(rows, columns)).expect("a new size");
    }

    fn process_id(&self) -> u32 {
        self.child.0.process_id().expect("it runs")
    }

    /// Sends it a signal.
    pub(crate) fn send_signal(&self, signal: Signal) {
        let process = i32::try_from(self.process_id()).expect("a process");
        kill(Pid::from_raw(process), signal).expect("it runs");
    }

    /// Reads until the screen is as expected.
    pub(crate) fn wait_for(&mut self, what: &str, expected: impl Fn(&Screen) -> bool) {
        let deadline = Instant::now() + DEADLINE;
        while !expected(self.parser.screen()) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(error) => panic!("{what}: {error}\n{}", self.contents()),
            }
        }
    }

    /// Reads until these bytes were written.
    pub(crate) fn wait_for_bytes(&mut self, wanted: &[u8]) {
        let deadline = Instant::now() + DEADLINE;
        while !self.written.windows(wanted.len()).any(|it| it == wanted) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(error) => panic!("{}: {error}", String::from_utf8_lossy(wanted)),
            }
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        self.parser.process(bytes);
        self.written.extend_from_slice(bytes);
    }

    pub(crate) fn wait_for_text(&mut self, text: &str) {
        self.wait_for(text, |screen| screen.contents().contains(text));
    }

    pub(crate) fn contents(&self) -> String {
        self.parser.screen().contents()
    }

    /// The rows of the screen without times and the state of the index.
    pub(crate) fn body(&self) -> Vec<String> {
        body(self.parser.screen())
    }

    /// Waits for its end, and checks that it restored the terminal.
    pub(crate) fn wait_for_end(self) -> u32 {
        self.end().0
    }

    /// The same for an end by a signal. Returns the name of the signal.
    pub(crate) fn wait_for_signal(self) -> String {
        signal_of(&self.ended().0)
    }

    /// The same, while another process still has the terminal.
    pub(crate) fn wait_for_signal_alone(&mut self) -> String {
        signal_of(&self.child.0.wait().expect("it ends"))
    }

    /// Closes the terminal, like a window. Returns the name of the signal that ends it.
    pub(crate) fn hang_up(self) -> String {
        let Self {
            mut child,
            master,
            mut keys,
            output,
            ..
        } = self;
        // The reader of the output has the terminal open too, and ends with the next frame.
        drop(output);
        keys.write_all(CTRL_L).expect("it reads");
        drop((keys, master));
        signal_of(&child.0.wait().expect("it ends"))
    }

    /// Its exit code, with the screen at that time.
    pub(crate) fn end(self) -> (u32, String) {
        let (status, contents) = self.ended();
        (status.exit_code(), contents)
    }

    fn ended(mut self) -> (ExitStatus, String) {
        let deadline = Instant::now() + DEADLINE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not end\n{}", self.contents()),
            }
        }
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen(), "the alternate screen is left");
        assert!(!screen.hide_cursor(), "the cursor shows");
        assert!(!screen.bracketed_paste(), "pastes are not bracketed");
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
        let contents = screen.contents();
        (self.child.0.wait().expect("it ended"), contents)
    }
}

fn signal_of(status: &ExitStatus) -> String {
    match status.signal() {
        Some(signal) => signal.to_owned(),
        None => panic!("it ended by no signal: {status}"),
    }
}

/// A child that is killed on drop.
struct Running(Box<dyn Child + Send + Sync>);

impl Drop for Running {
    fn drop(&mut self) {
        // Does nothing after the end.
        let _ = self.0.kill();
    }
}

/// The code pane, and the selected result: results may still move while vectors arrive.
pub(crate) fn body(screen: &Screen) -> Vec<String> {
    let columns = screen.size().1;
    let rows: Vec<String> = screen.rows(0, columns.get()).collect();
    let divider = rows[2].chars().position(|sign| sign == '│').unwrap_or(0);
    let selected = rows.iter().filter_map(|row| row.strip_prefix('▌'));
    let selected = selected.filter_map(|row| row.split("  ").find(|text| !text.is_empty()));
    let code = rows.iter().skip(2).take(rows.len() - 3);
    let code = code.map(|row| row.chars().skip(divider + 1).collect::<String>());
    // A cell with a written space equals one that was never written.
    let code = code.map(|row| row.trim_end().to_owned());
    selected.map(str::to_owned).chain(code).collect()
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        ..PtySize::default()
    }
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("a terminal has cells")
}
