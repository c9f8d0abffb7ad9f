//! Commands of the user: in the terminal, in the background, or into a popup.

use super::editing::failed;
use super::explorer::Explorer;
use super::workers::Message;
use crate::app::{CommandTarget, Event};
use crate::config::CommandPlace;
use crate::corpus::spawn;
use crate::terminal::editor::Launch;
use crate::terminal::{PlaceholderValues, own_command};
use anyhow::{Context, Result};

/// Maximum number of bytes of output that are shown.
const OUTPUT_LIMIT: u64 = 1 << 20;

impl Explorer {
    /// Runs the command with this number.
    pub(super) fn run_command(
        &mut self,
        number: usize,
        targets: &[CommandTarget],
        selection: Option<&str>,
    ) -> Result<()> {
        match self.start_command(number, targets, selection) {
            Ok(None) => Ok(()),
            Ok(Some(launch)) => self.run_here(launch),
            Err(error) => self.update(failed(error)),
        }
    }

    /// Starts the command. One that needs the terminal is returned instead.
    fn start_command(
        &self,
        number: usize,
        targets: &[CommandTarget],
        selection: Option<&str>,
    ) -> Result<Option<Launch>> {
        let mut commands = self.project.config.commands.iter();
        let (name, command) = commands.nth(number).context("no such command")?;
        let targets: Vec<PlaceholderValues<'_>> = targets
            .iter()
            .map(|target| PlaceholderValues {
                path: target.location.path.as_str(),
                line: target.location.line,
                symbol: &target.symbol,
            })
            .collect();
        let root = self.project.root().path();
        let launch = own_command(command, "commands", root, &targets, selection)
            .with_context(|| format!("cannot run {name}"))?;
        let work = self.work.clone();
        let send = move |event| drop(work.blocking_send(Message::Event(event)));
        match command.place {
            CommandPlace::Terminal => return Ok(Some(launch)),
            CommandPlace::Background => launch.start(move |error| send(failed(error)))?,
            CommandPlace::Popup => {
                let name = name.clone();
                spawn("command", move || {
                    let output = launch.output(OUTPUT_LIMIT);
                    let output = output.map_err(|error| format!("{error:#}"));
                    send(Event::CommandEnded(name, output));
                })
                .context("cannot start a thread")?;
            }
        }
        Ok(None)
    }
}
