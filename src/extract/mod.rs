//! Reading of documents. DOCX and PDF are converted to Markdown first, with a form feed between
//! pages.
//!
//! Principal type: [`DocumentReader`], which turns a path into a [`Document`]. Invariant: converters run in
//! a child process with a time limit and a memory limit, so that no file can block, crash or
//! exhaust the program. Their output is cached by file content.
//!
//! # Choice of the converters
//!
//! unpdf and undoc were compared with others on thirty PDF and thirty DOCX files, mostly manuals
//! from Debian. unpdf found 80% of the headings in order, pdf-inspector 77%, pdf_oxide 8%; with the
//! corrections of `cleanup`, which uses the outline, section numbers and bold lines, it reaches 91%.
//! undoc found 100%, anytomd 99%, undocx 49%. unpdf takes about 7 ms a page.

mod cache;
mod child;
#[cfg(feature = "documents")]
mod cleanup;
#[cfg(feature = "documents")]
mod docx;
#[cfg(feature = "documents")]
mod pdf;
mod process;
mod refusal;

pub use cache::EXTRACTOR_VERSION;
pub use child::run;
pub use process::own_program;
pub use refusal::Refusal;

use crate::config::Config;
use crate::corpus::{
    self, Cancel, ChangedFiles, Document, Extraction, Fingerprint, GitChanges, ReadError, Root,
    Secrets, SecretsError, SkipReason, SourcePath, Text,
};
use cache::Cache;
use process::Permits;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Message for PDF and DOCX in builds without the Cargo feature.
const NO_DOCUMENTS: &str =
    "this build cannot read PDF and DOCX; build it with the feature `documents`";

/// Limits of an extraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Bounds {
    /// Time limit in seconds.
    pub seconds: u64,
    /// Memory limit in bytes (of address space, if the system can limit it).
    pub memory: u64,
    /// Maximum size of the text, in bytes.
    pub text: u64,
}

/// Reads the documents of one repository. Cheap to clone.
#[derive(Clone, Debug)]
pub struct DocumentReader {
    root: Root,
    limits: corpus::FileLimits,
    extractor: Arc<Extractor>,
}

/// Program and cache directory of extractions.
#[derive(Debug)]
struct Extractor {
    /// A program whose `extract` command is [`run`].
    program: PathBuf,
    bounds: Bounds,
    cache: Cache,
    permits: Permits,
    changes: GitChanges,
}

impl DocumentReader {
    /// Creates a reader of the repository at `root`. Texts are extracted by `program` (see
    /// [`own_program`]) and cached in the directory `cache`, which is created on demand.
    ///
    /// # Errors
    /// A pattern of `corpus.secrets` is invalid.
    pub fn new(
        root: Root,
        config: &Config,
        program: PathBuf,
        cache: &Path,
    ) -> Result<Self, SecretsError> {
        let limits = corpus::FileLimits {
            index_limit: config.corpus.index_limit,
            document_limit: config.document.size_limit,
            secrets: Secrets::with_rules(&config.corpus.secrets)?,
        };
        let bounds = Bounds {
            seconds: config.document.seconds.into(),
            memory: config.document.memory,
            text: config.corpus.index_limit,
        };
        let extractor = Extractor {
            program,
            bounds,
            cache: Cache::new(cache),
            permits: Permits::default(),
            changes: GitChanges::default(),
        };
        Ok(Self {
            root,
            limits,
            extractor: Arc::new(extractor),
        })
    }

    /// The repository root.
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// The rules that select files.
    pub fn limits(&self) -> &corpus::FileLimits {
        &self.limits
    }

    /// Returns the paths of an index generation whose files differ from git's HEAD; empty when cancelled.
    ///
    /// # Errors
    /// The reason why they are not known.
    pub fn changed_files(
        &self,
        generation: u64,
        paths: &[SourcePath],
        cancel: &Cancel,
    ) -> ChangedFiles {
        let changes = &self.extractor.changes;
        changes.files(&self.root, generation, paths.iter(), cancel)
    }

    /// Reads a document and its fingerprint from the same bytes.
    ///
    /// # Errors
    /// The reason why the document is skipped, also when cancelled.
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
        let (raw, fingerprint) = corpus::read_raw(&self.root, path, limit)?;
        match extractor.extract(format, &raw, &fingerprint, cancel) {
            Ok(text) => {
                let text = Text::from(text.as_str());
                Ok((Document::extracted(path.clone(), text, format), fingerprint))
            }
            Err(refusal) => Err(ReadError {
                path: path.clone(),
                fingerprint: refusal.is_permanent().then_some(fingerprint),
                reason: match refusal.is_file_fault() {
                    true => SkipReason::NoText(refusal.to_string()),
                    false => SkipReason::NotNow(refusal.to_string()),
                },
            }),
        }
    }
}

impl Extractor {
    /// Returns the cached outcome, else runs a child process. Refusals that the file causes are cached too.
    fn extract(
        &self,
        format: Extraction,
        raw: &[u8],
        fingerprint: &Fingerprint,
        cancel: &Cancel,
    ) -> Result<String, Refusal> {
        if let Some(known) = self.cache.get(format, raw, fingerprint, &self.bounds) {
            return known;
        }
        let Some(_permit) = self.permits.wait(cancel) else {
            return Err(Refusal::Failed("it was stopped".to_owned()));
        };
        let outcome = process::extract(&self.program, format, raw, &self.bounds, cancel);
        if outcome.as_ref().err().is_none_or(Refusal::is_file_fault) {
            let kept = (format, &self.bounds, &outcome);
            self.cache.put(kept, raw, fingerprint);
        }
        outcome
    }
}
