//! Opens documents for the code pane.

use super::{Latest, Sink, caught, spawn};
use crate::chunk::Limits;
use crate::context::{self, OpenDocument};
use crate::corpus::SourcePath;
use crate::extract::Reader;
use std::sync::Arc;

/// A document that was asked for, or a sentence why it cannot be shown.
pub struct Opened {
    /// The number that was asked under.
    pub request: u64,
    /// Which was asked for.
    pub path: SourcePath,
    /// As it is now.
    pub document: Result<Arc<OpenDocument>, String>,
}

/// The thread that reads, cuts and highlights what the code pane shows. Latest wins: a document
/// that is not wanted any more is not finished.
pub struct Loader(Arc<Latest<(u64, SourcePath)>>);

impl Loader {
    /// Starts the thread.
    pub fn start(reader: Reader, limits: Limits, sink: Sink<Opened>) -> std::io::Result<Self> {
        let requests = Arc::new(Latest::default());
        let slot = Arc::clone(&requests);
        spawn("loader", move || {
            while let Some(((request, path), cancel)) = slot.take() {
                let opened = caught("opening the file", || {
                    context::open(&reader, &path, &limits, &cancel)
                });
                let document = match opened {
                    Ok(None) => continue,
                    Ok(Some(document)) => Ok(Arc::new(document)),
                    Err(sentence) => Err(sentence),
                };
                sink(Opened {
                    request,
                    path,
                    document,
                });
            }
        })?;
        Ok(Self(requests))
    }

    /// Asks for a document instead of the one asked for before; `request` comes back with it.
    pub fn open(&self, request: u64, path: SourcePath) {
        self.0.put((request, path));
    }
}

impl Drop for Loader {
    fn drop(&mut self) {
        self.0.close();
    }
}
