//! Commands of the user on the selection or the marks. Methods of [`App`].

use super::event::{CommandTarget, Effect};
use super::keymap::Action;
use super::popup::{Cell, Content, PageSubject, Popup};
use super::state::App;
use super::status::Tone;
use super::text::unnumbered;
use crate::corpus::Location;
use crate::export::{Excerpt, ExportTarget};

impl App {
    /// Runs a command of the user, by its number, on the marks, or else on the selection.
    pub(super) fn run_command(&mut self, number: usize) {
        if !self.session.marks().is_empty() {
            // Their lines may have changed since they were marked.
            let marks = self.session.marks().to_vec();
            return self.request_export(marks, ExportTarget::Command(number));
        }
        let symbol = self.selected_symbol();
        let location = self.location();
        let target = location.map(|location| CommandTarget { location, symbol });
        self.start_command(number, target.into_iter().collect());
    }

    /// Runs a command of the user on the marks, which the working tree has at these places.
    pub(super) fn run_command_on(&mut self, number: usize, places: &[Excerpt]) {
        let targets = places.iter().map(|place| CommandTarget {
            location: Location {
                path: place.path.clone(),
                line: place.line,
                column: 1,
            },
            symbol: symbol_of(&place.names),
        });
        self.start_command(number, targets.collect());
    }

    fn start_command(&mut self, number: usize, targets: Vec<CommandTarget>) {
        let selection = self.code.text();
        let name = self.options.keys.description(Action::Own(number));
        let message = format!("Started {name}");
        self.screen.say(message);
        self.effects
            .push(Effect::RunCommand(number, targets, selection));
    }

    /// The name of the selected declaration, or of that at the cursor of the code; empty without one.
    fn selected_symbol(&self) -> String {
        let names = if self.screen.focus.is_code() {
            let chunk = self.code.at_cursor();
            chunk.map_or_else(Vec::new, |chunk| chunk.names.clone())
        } else {
            let selected = self.results.selected().zip(self.results.selected_hit());
            selected.map_or_else(Vec::new, |(node, hit)| node.names(hit))
        };
        symbol_of(&names)
    }

    /// Shows the output of a command.
    pub(super) fn show_output(&mut self, title: &str, output: Result<String, String>) {
        let text = match output {
            Ok(text) => text,
            Err(why) => return self.screen.notify(Tone::Error, format!("{title}: {why}")),
        };
        self.screen.notice = None;
        let rows = text.lines().map(|line| vec![Cell::text(Tone::Plain, line)]);
        let content = Content::Page(PageSubject::Output, rows.collect());
        self.open_popup(Popup::new(title, content));
    }
}

/// The last name, as it is in the code.
fn symbol_of(names: &[String]) -> String {
    names
        .last()
        .map_or_else(String::new, |name| unnumbered(name).to_owned())
}
