//! From a file to a document. DOCX and PDF are converted to Markdown first, with a form feed between
//! pages.
//!
//! Principal type: [`Reader`], the one way from a path to a [`Document`]. Invariant: the readers of
//! formats run in a process of their own, with a deadline and a limit on memory, so that no file can
//! stop, crash or fill the program. Their output is cached by the file's content.
//!
//! # Why these readers
//!
//! unpdf and undoc were compared with others on thirty PDF and thirty DOCX files, mostly manuals from
//! Debian. unpdf found 80% of the headings in order, pdf-inspector 77%, pdf_oxide 8%; with the
//! corrections of `tidy`, which knows the outline, section numbers and bold lines, it is 91%. undoc
//! found 100%, anytomd 99%, undocx 49%. A reader of our own with 2,700 lines also found 90% in PDF, in
//! an eighth of the time: unpdf takes about 7 ms a page.

mod cache;
mod child;
#[cfg(feature = "documents")]
mod docx;
#[cfg(feature = "documents")]
mod pdf;
mod permits;
mod process;
mod recent;
mod refusal;
#[cfg(feature = "documents")]
mod tidy;

pub use cache::EXTRACTOR_VERSION;
pub use child::run;
pub use process::own_program;
pub use refusal::Refusal;

use crate::config::Config;
use crate::corpus::{
    self, Cancel, Document, Extraction, Fingerprint, ReadError, Root, Secrets, SecretsError,
    SkipReason, SourcePath, Text,
};
use cache::Cache;
use permits::Permits;
use recent::Recent;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why PDF and DOCX are skipped by a build without the Cargo feature.
const NO_DOCUMENTS: &str =
    "this build cannot read PDF and DOCX; build it with the feature `documents`";

/// What an extraction may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Bounds {
    /// Seconds until it is stopped.
    pub seconds: u64,
    /// Bytes of memory (of address space, where the system can limit that).
    pub memory: u64,
    /// Bytes of text; a longer one is refused.
    pub text: u64,
}

/// Reads the documents of one repository. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Reader {
    root: Root,
    limits: corpus::Limits,
    extractor: Arc<Extractor>,
}

/// Where texts are extracted and kept.
#[derive(Debug)]
struct Extractor {
    /// A program whose command `extract` is [`run`].
    program: PathBuf,
    bounds: Bounds,
    cache: Cache,
    recent: Recent,
    permits: Permits,
}

impl Reader {
    /// A reader of the repository at `root`. Texts are extracted by `program` (see
    /// [`own_program`]) and kept in the folder `cache`, which is made when there is one to keep.
    ///
    /// # Errors
    /// A rule of `corpus.secrets` that cannot be read.
    pub fn new(
        root: Root,
        config: &Config,
        program: PathBuf,
        cache: &Path,
    ) -> Result<Self, SecretsError> {
        let limits = corpus::Limits {
            index_limit: config.corpus.index_limit,
            document_limit: config.document.size_limit,
            secrets: Secrets::with(&config.corpus.secrets)?,
        };
        let bounds = Bounds {
            seconds: config.document.seconds,
            memory: config.document.memory,
            text: config.corpus.index_limit,
        };
        let extractor = Extractor {
            program,
            bounds,
            cache: Cache::new(cache),
            recent: Recent::new(),
            permits: Permits::default(),
        };
        Ok(Self {
            root,
            limits,
            extractor: Arc::new(extractor),
        })
    }

    /// The repository.
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// Which files are read.
    pub fn limits(&self) -> &corpus::Limits {
        &self.limits
    }

    /// Reads a document and takes its fingerprint, both from the same bytes. Stops waiting for an
    /// extraction when cancelled, with an error.
    ///
    /// # Errors
    /// The reason why the document is left out.
    pub fn read(
        &self,
        path: &SourcePath,
        cancel: &Cancel,
    ) -> Result<(Document, Fingerprint), ReadError> {
        let limit = self.limits.of(path);
        let Some(format) = Extraction::of(path) else {
            return corpus::read(&self.root, path, limit);
        };
        if !cfg!(feature = "documents") {
            return Err(ReadError {
                path: path.clone(),
                fingerprint: None,
                reason: SkipReason::NoText(NO_DOCUMENTS.to_owned()),
            });
        }
        let extractor = &self.extractor;
        if let Some(known) = extractor.recent.get(&self.root, path) {
            return Ok(known);
        }
        let read_at_ns = corpus::now_ns();
        let (raw, fingerprint) = corpus::read_raw(&self.root, path, limit)?;
        match extractor.extract(format, &raw, &fingerprint, cancel) {
            Ok(text) => {
                let text = Text::from(text.as_str());
                let document = Document::extracted(path.clone(), text, format);
                extractor.recent.put(&document, fingerprint, read_at_ns);
                Ok((document, fingerprint))
            }
            Err(refusal) => Err(ReadError {
                path: path.clone(),
                fingerprint: refusal.is_lasting().then_some(fingerprint),
                reason: match refusal.is_of_the_file() {
                    true => SkipReason::NoText(refusal.to_string()),
                    false => SkipReason::NotNow(refusal.to_string()),
                },
            }),
        }
    }
}

impl Extractor {
    /// From the cache, else from a process. What is due to the file is kept, a refusal too.
    fn extract(
        &self,
        format: Extraction,
        raw: &[u8],
        fingerprint: &Fingerprint,
        cancel: &Cancel,
    ) -> Result<String, Refusal> {
        let too_long = |text: &str| text.len() as u64 > self.bounds.text;
        match self.cache.get(format, raw, fingerprint, &self.bounds) {
            Some(Ok(extracted)) if too_long(&extracted) => {
                return Err(Refusal::TooLong {
                    limit: self.bounds.text,
                });
            }
            Some(known) => return known,
            None => {}
        }
        let Some(_permit) = self.permits.wait(cancel) else {
            return Err(Refusal::Failed("it was stopped".to_owned()));
        };
        let outcome = process::extract(&self.program, format, raw, &self.bounds, cancel);
        if outcome.as_ref().err().is_none_or(Refusal::is_of_the_file) {
            let kept = (format, &self.bounds, &outcome);
            self.cache.put(kept, raw, fingerprint);
        }
        outcome
    }
}
