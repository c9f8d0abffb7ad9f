//! Documents that no editor opens.

use super::Explorer;
use super::payload::Payload;
use crate::app::Event;
use crate::corpus::SourcePath;
use crate::terminal::editor;

impl Explorer {
    /// Opens a document in a window beside the explorer.
    pub(super) fn view(&self, path: &SourcePath) -> Vec<Event> {
        let work = self.work.clone();
        let viewed = editor::view(
            path,
            self.project.root().path(),
            &self.project.config.editor,
            move |error| drop(work.send(Payload::EditorFailed(error.to_string()))),
        );
        match viewed {
            Ok(()) => Vec::new(),
            Err(error) => vec![Event::EditorReturned(Err(error.to_string()))],
        }
    }
}
