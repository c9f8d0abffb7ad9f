//! Fields of a chunk's document in tantivy.
//!
//! Principal type: [`Fields`]. A change of the schema makes existing indexes unreadable, so they are rebuilt.

use super::tokenizer::CodeTokenizer;
use std::sync::LazyLock;
use tantivy::Index;
use tantivy::schema::{
    FAST, Field, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions,
};

/// The fields of every index; an index with another schema is not opened.
pub(crate) static FIELDS: LazyLock<Fields> = LazyLock::new(|| Fields::schema().1);

const TOKENIZER: &str = "code";

/// [`Fields::entry`] of a leaf that is an entry.
pub(crate) const ENTRY: u64 = 1;
/// [`Fields::entry`] of a file's root.
pub(crate) const FILE: u64 = 2;
/// [`Fields::entry`] of a directory, or of the repository.
pub(crate) const DIRECTORY: u64 = 3;
/// [`Fields::entry`] of a parent below a file.
pub(crate) const PARENT: u64 = 4;
/// [`Fields::entry`] of a leaf that only literal queries find: a license, brackets.
pub(crate) const SILENT: u64 = 5;
/// The only term of [`Fields::long`].
pub(crate) const LONG_WORD: &str = "long";

/// Terms of a text, with lengths and frequencies.
const TEXT: Terms = (TOKENIZER, true, IndexRecordOption::WithFreqs);
/// Terms of names, which have no frequencies.
const NAMES: Terms = (TOKENIZER, true, IndexRecordOption::Basic);
/// Terms that are never scored.
const UNSCORED: Terms = (TOKENIZER, false, IndexRecordOption::Basic);
/// One term, as written.
const EXACT: Terms = ("raw", false, IndexRecordOption::Basic);

/// The tokenizer of a field, whether it has lengths, and what is stored of a term.
type Terms = (&'static str, bool, IndexRecordOption);

fn indexed((tokenizer, has_lengths, option): Terms) -> TextOptions {
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(tokenizer)
        .set_fieldnorms(has_lengths)
        .set_index_option(option);
    TextOptions::default().set_indexing_options(indexing)
}

/// Defines [`Fields`], each with the method that adds it to the schema, and its options.
macro_rules! fields {
    ($($(#[$doc:meta])* $field:ident: $add:ident($options:expr),)*) => {
        /// One document per chunk and per directory. Parents have no text and no key; a file and a directory have
        /// the text and the key of their summary.
        pub(crate) struct Fields {
            $($(#[$doc])* pub(crate) $field: Field,)*
        }

        impl Fields {
            /// The schema and its fields.
            pub(crate) fn schema() -> (Schema, Self) {
                let mut builder = Schema::builder();
                let fields = Self {
                    $($field: builder.$add(stringify!($field), $options),)*
                };
                (builder.build(), fields)
            }
        }
    };
}

fields! {
    /// ChunkId, fast.
    id: add_u64_field(FAST),
    /// Embedding key, fast; none if nothing is embedded.
    key: add_u64_field(FAST),
    /// Hash of the chunk's text, fast. Leaves with equal texts are one result.
    hash: add_u64_field(FAST),
    /// For the header of a declaration, if it has one line, the hash of the declaration, fast: `class Meta:`
    /// is the header of many different classes.
    declaration_hash: add_u64_field(FAST),
    /// [`ENTRY`], [`FILE`], [`DIRECTORY`], [`PARENT`] or [`SILENT`]; fast.
    entry: add_u64_field(FAST),
    /// First byte of a leaf in its file, fast.
    start: add_u64_field(FAST),
    /// The record, stored.
    record: add_bytes_field(STORED),
    /// The whole path as one term; that of a directory ends with a slash.
    path: add_text_field(indexed(EXACT)),
    /// Language names and the file's extension, one term each.
    language: add_text_field(indexed(EXACT)),
    /// The kind's name, one term.
    kind: add_text_field(indexed(EXACT)),
    /// Its [`purpose`](crate::corpus::file_class::purpose) and the facets of code, one term each.
    purpose: add_text_field(indexed(EXACT)),
    /// Names that the chunk declares or defines, as written, one term each; also of parents.
    name: add_text_field(indexed(EXACT)),
    /// [`super::terms::name_term`] of declared names, for leaves of code only: a declaration with members is
    /// represented by its header, one in pieces by the piece with its name.
    declared: add_text_field(indexed(EXACT)),
    /// Names that it references or imports, as written; qualified ones also as encoded by [`super::terms`].
    /// No frequencies.
    reference: add_text_field(indexed(EXACT)),
    /// Terms of the chunk's own name and of names that it defines. No frequencies.
    symbol: add_text_field(indexed(NAMES)),
    /// Terms of the names of declarations within a leaf. Never scored.
    nested: add_text_field(indexed(UNSCORED)),
    /// Terms of the headings above it, and of its own heading.
    heading: add_text_field(indexed(UNSCORED)),
    /// Terms of the enclosing names and of the path. No frequencies.
    place: add_text_field(indexed(NAMES)),
    /// Terms of its documentation.
    docs: add_text_field(indexed(TEXT)),
    /// Terms of the rest of its text: a word is in one of the two fields.
    body: add_text_field(indexed(TEXT)),
    /// Terms of the text of a [`SILENT`] leaf, and of a word that begins in the leaf before. Never scored.
    silent: add_text_field(indexed(UNSCORED)),
    /// [`LONG_WORD`] if a word of its text is too long to be a term.
    long: add_text_field(indexed(EXACT)),
    /// Terms of the summary of a file or directory.
    summary: add_text_field(indexed(TEXT)),
    /// Input of the parent directory's summary; stored for files and directories.
    digest: add_bytes_field(STORED),
    /// Parent directory of a file or directory, one term.
    directory: add_text_field(indexed(EXACT)),
}

impl Fields {
    /// The fields with terms, with the weight of a match in each. A name weighs more than a mention.
    pub(crate) fn weighted(&self) -> [(Field, f32); 4] {
        [
            (self.symbol, 2.0),
            (self.place, 1.0),
            (self.docs, 1.0),
            (self.body, 1.0),
        ]
    }

    /// The scored fields of leaves and of summaries.
    pub(crate) fn scored(&self) -> [Field; 5] {
        [self.symbol, self.place, self.docs, self.body, self.summary]
    }

    /// The fields with terms of names.
    pub(crate) fn symbols(&self) -> [Field; 2] {
        [self.symbol, self.nested]
    }

    /// The fields that together contain the terms of a leaf's text.
    pub(crate) fn text(&self) -> [Field; 2] {
        [self.docs, self.body]
    }

    /// The fields that together contain every term of a file's text.
    pub(crate) fn all_text(&self) -> [Field; 3] {
        [self.docs, self.body, self.silent]
    }

    /// Registers the tokenizer with an index.
    pub(crate) fn register(index: &Index) {
        index
            .tokenizers()
            .register(TOKENIZER, CodeTokenizer::default());
    }
}
