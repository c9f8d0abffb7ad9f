//! Similar code: leaves whose vectors are near those of a chunk, a file or a directory.
//!
//! A leaf is compared with leaves; the cosine is the score. Equal names and kinds add nothing: they
//! are part of the embedded text, and extra addends hardly moved known near-duplicates. A class, a
//! file or a directory is compared with others of its kind, leaf by leaf. No file is read.
//!
//! [`similar()`] is the entry; [`SimilarSubject`](subject::SimilarSubject) is the chunk, file or directory that it
//! compares.

mod search;
mod subject;
mod whole;

pub use search::similar;
