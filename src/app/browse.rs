//! Looking around without a question: the repository's own tree, and what is looked up for it.

use super::event::{Effect, Files, Request, Stage, Told, Wanted};
use super::results::{About, Listing};
use super::{App, Tone};
use crate::corpus::SourcePath;
use std::sync::Arc;

/// Where the list of files that is shown, or on its way, is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Listed {
    #[default]
    Not,
    /// From an index that may not have been complete.
    Early,
    /// From a walk.
    Walked,
    /// From the index of this generation, which covers the repository.
    Indexed(u64),
}

/// What was asked of the lister.
#[derive(Debug, Default)]
pub(super) struct Looking {
    listed: Listed,
    /// What the last request asks for.
    asked: Wanted,
    last: Request,
    /// The last request before the files may have changed.
    outdated: Request,
}

impl App {
    /// Shows the repository: nothing is asked any more.
    pub(super) fn browse(&mut self) {
        if self.answering {
            self.answering = false;
            self.results.clear();
            std::mem::swap(&mut self.results, &mut self.shelf);
            self.results.set_height(self.layout.results.height.into());
        }
        self.seek_row();
    }

    /// Shows hits; the repository's tree waits until it is looked at again.
    pub(super) fn show_answers(&mut self) {
        if self.answering {
            return;
        }
        self.answering = true;
        std::mem::swap(&mut self.results, &mut self.shelf);
        self.results.set_height(self.layout.results.height.into());
    }

    /// Asks for what is in view and not known, unless it was asked for already.
    pub(super) fn look_around(&mut self, effects: &mut Vec<Effect>) {
        let wanted = Wanted {
            files: self.wanted_files(),
            about: self.results.wanted_about(),
            outlines: self.results.wanted_outlines(),
        };
        if wanted.is_within(&self.looking.asked) {
            return;
        }
        self.looking.last = Request(self.looking.last.0 + 1);
        self.looking.asked = wanted.clone();
        effects.push(Effect::List {
            request: self.looking.last,
            wanted,
        });
    }

    /// Whence the list of files is to be, where the one that is shown is not the best there is.
    fn wanted_files(&self) -> Option<Files> {
        let listed = self.looking.listed;
        let indexed = Listed::Indexed(self.index.generation);
        match self.index.stage {
            Stage::Fresh
            | Stage::Embedding
            | Stage::Tidying
            | Stage::Summarizing
            | Stage::Following => (listed != indexed).then_some(Files::Indexed),
            // What covered the repository once does so again in a moment.
            _ if matches!(listed, Listed::Indexed(_)) => {
                (listed != indexed).then_some(Files::Indexed)
            }
            Stage::Starting | Stage::Walking => (listed == Listed::Not).then_some(Files::Indexed),
            Stage::Reading | Stage::Cancelled | Stage::Failed(_) => {
                (listed != Listed::Walked).then_some(Files::Walked)
            }
        }
    }

    /// Takes in what the lister tells.
    pub(super) fn told(&mut self, told: Told) {
        match told {
            Told::Files(files) => self.take_files(files),
            Told::About {
                path,
                is_directory,
                lead,
                summary,
            } => {
                let about = About { lead, summary };
                self.results.take_about(path, is_directory, about);
            }
            // Why a file cannot be read is said where its text would be.
            Told::Outline(path, outline) => self.results.take_outline(path, outline.ok()),
        }
    }

    fn take_files(&mut self, files: Result<Arc<[SourcePath]>, String>) {
        self.looking.listed = match (self.looking.asked.files.take(), &self.index.stage) {
            (Some(Files::Walked), _) => Listed::Walked,
            (_, Stage::Starting | Stage::Walking | Stage::Reading)
                if !matches!(self.looking.listed, Listed::Indexed(_)) =>
            {
                Listed::Early
            }
            _ => Listed::Indexed(self.index.generation),
        };
        match files {
            Ok(files) => {
                let tree = match self.answering {
                    true => &mut self.shelf,
                    false => &mut self.results,
                };
                tree.take_listing(Listing::of(files));
            }
            Err(why) => self.notify(Tone::Error, why),
        }
    }

    /// Whether what the lister tells may be of files as they were before they changed.
    pub(super) fn is_told_late(&self, request: Request) -> bool {
        request <= self.looking.outdated
    }

    /// The files may have changed: what was looked up is looked up again when it is in view.
    pub(super) fn outdate(&mut self) {
        self.looking.outdated = self.looking.last;
        self.looking.asked = Wanted::default();
        self.results.outdate();
        self.shelf.outdate();
    }
}
