//! Reading of documents, by extraction if their format needs it.
//!
//! Principal type: [`DocumentReader`].

use super::cache::Cache;
use super::process::{self, Permits};
use super::refusal::{Bounds, NO_DOCUMENTS, Refusal};
use crate::config::Config;
use crate::corpus::{
    self, Cancel, ChangedFiles, Document, Extraction, FileChanges, Fingerprint, GitChanges,
    GitUnavailable, HeadCommit, Place, ReadError, Root, RuleOptions, Secrets, SecretsError,
    SkipReason, Skipped, SourcePath, Walk, WalkedFile,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads the documents of one repository, or of several below a common directory. Cheap to clone.
#[derive(Clone, Debug)]
pub struct DocumentReader {
    root: Root,
    limits: corpus::FileLimits,
    extractor: Arc<Extractor>,
    /// The readers of several repositories, by place; empty for one.
    members: Arc<[(Place, Self)]>,
    /// The documents of a repository that is not on this machine; else none.
    documents: Option<Arc<BTreeMap<SourcePath, Document>>>,
}

/// Program and cache directory of extractions.
#[derive(Debug)]
struct Extractor {
    /// A program whose `extract` command is [`super::run`].
    program: PathBuf,
    bounds: Bounds,
    cache: Cache,
    permits: Permits,
    changes: GitChanges,
}

impl DocumentReader {
    /// Creates a reader of the repository at `root`. Texts are extracted by `program` (see
    /// [`super::own_program`]) and cached in the directory `cache`, which is created on demand.
    ///
    /// # Errors
    /// A pattern of `corpus.secrets` is invalid.
    pub fn new(
        root: Root,
        config: &Config,
        program: PathBuf,
        cache: &Path,
    ) -> Result<Self, SecretsError> {
        Self::with_bounds(root, config, program, cache, Bounds::of(config))
    }

    /// As [`Self::new`], with other limits of an extraction.
    ///
    /// # Errors
    /// A pattern of `corpus.secrets` is invalid.
    pub fn with_bounds(
        root: Root,
        config: &Config,
        program: PathBuf,
        cache: &Path,
        bounds: Bounds,
    ) -> Result<Self, SecretsError> {
        let limits = corpus::FileLimits {
            index_limit: config.corpus.index_limit,
            document_limit: config.document.size_limit,
            secrets: Secrets::with_rules(&config.corpus.secrets)?,
            rules: RuleOptions {
                ignore_files: config.corpus.ignore_files,
                nested_repositories: config.corpus.nested_repositories,
            },
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
            members: Arc::default(),
            documents: None,
        })
    }

    /// Reads these documents in place of files.
    pub fn with_documents(self, documents: BTreeMap<SourcePath, Document>) -> Self {
        let documents = Some(Arc::new(documents));
        Self { documents, ..self }
    }

    /// The documents that it reads in place of files, as a walk finds them; none if it reads files.
    pub fn walked_documents(&self) -> Option<Walk> {
        let mut walk = Walk::default();
        for document in self.documents.as_ref()?.values() {
            let Fingerprint {
                length, mtime_ns, ..
            } = fingerprint(document);
            walk.files.push(WalkedFile {
                path: document.path.clone(),
                length,
                mtime_ns,
            });
        }
        Some(walk)
    }

    /// Joins the readers of several repositories, by place, below their common directory.
    pub fn joined(self, common: Root, members: Vec<(Place, Self)>) -> Self {
        Self {
            root: common,
            members: members.into(),
            ..self
        }
    }

    /// The repositories by place, each with its reader; one without a place if there is only one.
    pub fn repositories(&self) -> Vec<(Place, &Self)> {
        if self.members.is_empty() {
            return vec![(Place::default(), self)];
        }
        let members = self.members.iter();
        members
            .map(|(place, reader)| (place.clone(), reader))
            .collect()
    }

    /// The repository of a path: its place, its reader, and the path in it. None for a path in none of several.
    pub fn repository_of(&self, path: &SourcePath) -> Option<(Place, &Self, SourcePath)> {
        let mut repositories = self.repositories().into_iter();
        repositories.find_map(|(place, reader)| {
            let inner = place.inner(path)?;
            Some((place, reader, inner))
        })
    }

    /// The commit at HEAD of the repository of a path, or the base that a query names, and the path in it.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    pub fn commit_of(
        &self,
        path: &SourcePath,
        base: Option<&str>,
    ) -> Result<(HeadCommit, SourcePath), GitUnavailable> {
        let (_, reader, inner) = self.repository_of(path).ok_or(GitUnavailable::NoCommit)?;
        Ok((HeadCommit::open_base(&reader.root, base)?, inner))
    }

    /// The root of the repository; of several, their common directory.
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// The rules that select files.
    pub fn limits(&self) -> &corpus::FileLimits {
        &self.limits
    }

    /// Walks the repository, or several.
    pub fn walk(&self, cancel: &Cancel) -> Walk {
        let mut all = Walk::default();
        for (place, reader) in self.repositories() {
            let walk = corpus::walk(&reader.root, &reader.limits, cancel);
            if place.as_str().is_empty() {
                return walk;
            }
            let files = walk.files.into_iter().map(|found| WalkedFile {
                path: place.path(&found.path),
                ..found
            });
            all.files.extend(files);
            let skipped = walk.skipped.into_iter().map(|skipped| Skipped {
                path: place.path(&skipped.path),
                ..skipped
            });
            all.skipped.extend(skipped);
        }
        all.files
            .sort_unstable_by(|one, other| one.path.cmp(&other.path));
        all.skipped
            .sort_unstable_by(|one, other| one.path.cmp(&other.path));
        all
    }

    /// Returns the files of an index generation that differ from git's HEAD, or from the base that a query names; none
    /// when cancelled. Of several repositories, those without a commit have none; without a base, one that cannot be read
    /// is left out.
    ///
    /// # Errors
    /// The reason why they are not known.
    pub fn changed_files(
        &self,
        base: Option<&str>,
        generation: u64,
        paths: &[SourcePath],
        cancel: &Cancel,
    ) -> ChangedFiles {
        if !self.members.is_empty() {
            return self.changed_in_all(base, generation, paths, cancel);
        }
        let changes = &self.extractor.changes;
        let paths = paths.iter();
        changes.files(&self.root, &self.limits, base, generation, paths, cancel)
    }

    fn changed_in_all(
        &self,
        base: Option<&str>,
        generation: u64,
        paths: &[SourcePath],
        cancel: &Cancel,
    ) -> ChangedFiles {
        let mut all = FileChanges::default();
        for (place, reader) in &*self.members {
            let inner: Vec<SourcePath> =
                paths.iter().filter_map(|path| place.inner(path)).collect();
            let changes = match reader.changed_files(base, generation, &inner, cancel) {
                Err(GitUnavailable::NoCommit) => continue,
                Err(why) if base.is_some() => return Err(why.of(place)),
                // One that cannot be read does not hide the changes of the others.
                Err(why) => {
                    all.left_out.get_or_insert_with(|| why.of(place));
                    continue;
                }
                Ok(changes) => changes,
            };
            let files = changes.files.iter();
            all.files
                .extend(files.map(|(path, change)| (place.path(path), *change)));
            let deleted = changes.deleted.iter();
            all.deleted.extend(deleted.map(|path| place.path(path)));
        }
        Ok(Arc::new(all))
    }

    /// Returns a document at HEAD, by the rules for files of the working tree; none if they exclude it,
    /// and for a document that would be converted.
    pub fn document_at_head(&self, commit: &HeadCommit, path: &SourcePath) -> Option<Document> {
        if Extraction::of(path).is_some() {
            return None;
        }
        let text = commit.text(path, self.limits.of(path))?;
        Some(Document::new(path.clone(), text))
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
        if !self.members.is_empty() {
            return self.read_in_repository(path, cancel);
        }
        if let Some(documents) = &self.documents {
            return match documents.get(path) {
                Some(document) => Ok((document.clone(), fingerprint(document))),
                None => Err(ReadError {
                    path: path.clone(),
                    fingerprint: None,
                    reason: SkipReason::Unreadable("it is not among the documents".to_owned()),
                }),
            };
        }
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
        let (raw, fingerprint) = corpus::read_raw(&self.root, path, limit)?;
        match self.extractor.extract(format, &raw, &fingerprint, cancel) {
            Ok(text) => {
                let document = Document::extracted(path.clone(), &text, format);
                Ok((document, fingerprint))
            }
            Err(refusal) => Err(ReadError {
                path: path.clone(),
                fingerprint: refusal.is_permanent().then_some(fingerprint),
                reason: if refusal.is_file_fault() {
                    SkipReason::NoText(refusal.to_string())
                } else {
                    SkipReason::NotNow(refusal.to_string())
                },
            }),
        }
    }

    /// Reads a document of one of several repositories.
    fn read_in_repository(
        &self,
        path: &SourcePath,
        cancel: &Cancel,
    ) -> Result<(Document, Fingerprint), ReadError> {
        let Some((place, reader, inner)) = self.repository_of(path) else {
            return Err(ReadError {
                path: path.clone(),
                fingerprint: None,
                reason: SkipReason::Special("file of one of the repositories"),
            });
        };
        let path = place.path(&inner);
        match reader.read(&inner, cancel) {
            Ok((document, fingerprint)) => Ok((Document { path, ..document }, fingerprint)),
            Err(error) => Err(ReadError { path, ..error }),
        }
    }
}

/// The fingerprint of a document without a file.
fn fingerprint(document: &Document) -> Fingerprint {
    let bytes = document.text.bytes();
    Fingerprint {
        length: bytes.len() as u64,
        mtime_ns: 0,
        crc32: crc32fast::hash(bytes),
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
            self.cache
                .put((format, &self.bounds, &outcome), raw, fingerprint);
        }
        outcome
    }
}
