//! Tells what there is to look around in without a question: which files, what they and their
//! directories are about, what a file declares.

use super::{Latest, Sink, Snapshots, caught, spawn};
use crate::chunk::{ChunkTree, Limits};
use crate::corpus::{Cancel, SourcePath, walk};
use crate::extract::Reader;
use crate::search::Outline;
use crate::ticket::Ticket;
use std::sync::Arc;

/// Where the list of files comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Files {
    /// From the newest snapshot; where there is none, from a walk.
    Indexed,
    /// From a walk: the index is not complete.
    Walked,
}

/// All that is wanted and not told yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListRequest {
    /// Comes back with each answer.
    pub ticket: Ticket,
    /// The files of the repository.
    pub files: Option<Files>,
    /// What these files and directories are about.
    pub about: Vec<Place>,
    /// What these files declare.
    pub outlines: Vec<SourcePath>,
}

/// A file or a directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Which.
    pub path: SourcePath,
    /// Whether it is a directory.
    pub is_directory: bool,
}

/// One of the answers to a request.
pub struct Listed {
    /// Of the question.
    pub ticket: Ticket,
    /// What is told.
    pub told: Told,
}

/// What the lister tells.
pub enum Told {
    /// Every file, sorted; or a sentence why they cannot be told.
    Files(Result<Arc<[SourcePath]>, String>),
    /// What a file or a directory is about.
    About(About),
    /// What a file declares, or a sentence why that cannot be told.
    Outline(SourcePath, Result<Arc<Outline>, String>),
}

/// What a file or a directory is about, as the index has it.
pub struct About {
    /// Which.
    pub place: Place,
    /// In one line; empty where nothing is known.
    pub lead: String,
    /// In a few sentences; empty where nothing is known.
    pub summary: String,
}

/// The thread that lists. Latest wins: a request holds all that is wanted, and replaces the one
/// before it.
pub struct Lister(Arc<Latest<ListRequest>>);

struct Worker {
    reader: Reader,
    limits: Limits,
    snapshots: Snapshots,
    sink: Sink<Listed>,
    /// The list of the newest snapshot that was asked, and its generation.
    listing: Option<(u64, Arc<[SourcePath]>)>,
}

impl Lister {
    /// Starts the thread.
    pub fn start(
        reader: Reader,
        limits: Limits,
        snapshots: Snapshots,
        sink: Sink<Listed>,
    ) -> std::io::Result<Self> {
        let requests: Arc<Latest<ListRequest>> = Arc::default();
        let slot = Arc::clone(&requests);
        let mut worker = Worker {
            reader,
            limits,
            snapshots,
            sink,
            listing: None,
        };
        spawn("lister", move || {
            while let Some((request, cancel)) = slot.take() {
                worker.answer(&request, &cancel);
            }
        })?;
        Ok(Self(requests))
    }

    /// Asks for this instead of what was asked for before.
    pub fn ask(&self, request: ListRequest) {
        self.0.put(request);
    }
}

impl Drop for Lister {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Worker {
    /// Tells piece by piece, until it is done or cancelled.
    fn answer(&mut self, request: &ListRequest, cancel: &Cancel) {
        if let Some(files) = request.files {
            let listed = caught("listing the files", || self.files(files, cancel));
            if cancel.is_cancelled() {
                return;
            }
            self.tell(request, Told::Files(listed));
        }
        for path in &request.outlines {
            let outline = caught("cutting the file", || self.outline(path, cancel));
            if cancel.is_cancelled() {
                return;
            }
            self.tell(request, Told::Outline(path.clone(), outline));
        }
        for place in &request.about {
            if cancel.is_cancelled() {
                return;
            }
            // What nothing is known about is told as such: it need not be asked again.
            let about = caught("looking a file up", || self.about(place));
            let (lead, summary) = about.unwrap_or_default();
            let place = place.clone();
            let about = About {
                place,
                lead,
                summary,
            };
            self.tell(request, Told::About(about));
        }
    }

    fn tell(&self, request: &ListRequest, told: Told) {
        (self.sink)(Listed {
            ticket: request.ticket,
            told,
        });
    }

    fn files(&mut self, files: Files, cancel: &Cancel) -> Result<Arc<[SourcePath]>, String> {
        let snapshot = match files {
            Files::Walked => None,
            Files::Indexed => self.snapshots.latest().map_err(|error| error.to_string())?,
        };
        let Some(snapshot) = snapshot else {
            let found = walk(self.reader.root(), self.reader.limits(), cancel).files;
            return Ok(found.into_iter().map(|file| file.path).collect());
        };
        let generation = snapshot.generation().0;
        if let Some((known, listing)) = &self.listing
            && *known == generation
        {
            return Ok(Arc::clone(listing));
        }
        let listing = snapshot.listing().map_err(|error| error.to_string())?;
        let listing: Arc<[SourcePath]> = listing.into();
        self.listing = Some((generation, Arc::clone(&listing)));
        Ok(listing)
    }

    fn outline(&self, path: &SourcePath, cancel: &Cancel) -> Result<Arc<Outline>, String> {
        let read = self.reader.read(path, cancel);
        let (document, _) = read.map_err(|error| error.to_string())?;
        let tree = ChunkTree::of(document, &self.limits);
        Ok(Arc::new(Outline::of(&tree)))
    }

    fn about(&self, place: &Place) -> Result<(String, String), String> {
        let snapshot = self.snapshots.latest();
        let record = match snapshot.map_err(|error| error.to_string())? {
            Some(snapshot) => snapshot
                .about(&place.path, place.is_directory)
                .map_err(|error| error.to_string())?,
            None => None,
        };
        Ok(record.map_or_else(Default::default, |record| {
            (record.line().to_owned(), record.summary)
        }))
    }
}
