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
/// [`Fields::entry`] of a leaf that is only found by what is asked literally: a license, brackets.
pub(crate) const SILENT: u64 = 5;
/// The only term of [`Fields::long`].
pub(crate) const LONG_WORD: &str = "long";

/// One document per chunk and per directory. Parents have no text and no key; a file and a directory have
/// the text and the key of their summary.
pub(crate) struct Fields {
    /// ChunkId, fast.
    pub(crate) id: Field,
    /// Embedding key, fast; none if nothing is embedded.
    pub(crate) key: Field,
    /// Hash of the chunk's text, fast. Leaves with equal texts are one result.
    pub(crate) hash: Field,
    /// For the header of a declaration, if it has one line, the hash of the declaration, fast: `class Meta:`
    /// is the header of many different classes.
    pub(crate) declaration_hash: Field,
    /// [`ENTRY`], [`FILE`], [`DIRECTORY`], [`PARENT`] or [`SILENT`]; fast.
    pub(crate) entry: Field,
    /// First byte of a leaf in its file, fast.
    pub(crate) start: Field,
    /// The record, stored.
    pub(crate) record: Field,
    /// The whole path as one term; that of a directory ends with a slash.
    pub(crate) path: Field,
    /// Language names and the file's extension, one term each.
    pub(crate) language: Field,
    /// The kind's name, one term.
    pub(crate) kind: Field,
    /// Its [`purpose`](crate::corpus::file_class::purpose) and the facets of code, one term each.
    pub(crate) purpose: Field,
    /// Names that the chunk declares or defines, as written, one term each; also of parents.
    pub(crate) name: Field,
    /// [`super::terms::name_term`] of declared names, for leaves of code only: a declaration with members is
    /// represented by its header, one in pieces by the piece with its name.
    pub(crate) declared: Field,
    /// Names that it references or imports, as written; qualified ones also as encoded by [`super::terms`].
    /// No frequencies.
    pub(crate) reference: Field,
    /// Terms of the chunk's own name and of names that it defines. No frequencies.
    pub(crate) symbol: Field,
    /// Terms of the names of declarations within a leaf. Never scored.
    pub(crate) nested: Field,
    /// Terms of the headings above it, and of its own.
    pub(crate) heading: Field,
    /// Terms of the enclosing names and of the path. No frequencies.
    pub(crate) place: Field,
    /// Terms of its documentation.
    pub(crate) docs: Field,
    /// Terms of the rest of its text: a word is in one of the two fields.
    pub(crate) body: Field,
    /// Terms of the text of a [`SILENT`] leaf, and of a word that begins in the leaf before. Never scored.
    pub(crate) silent: Field,
    /// [`LONG_WORD`] if a word of its text is too long to be a term.
    pub(crate) long: Field,
    /// Terms of the summary of a file or directory.
    pub(crate) summary: Field,
    /// Input of the parent directory's summary; stored for files and directories.
    pub(crate) digest: Field,
    /// Parent directory of a file or directory, one term.
    pub(crate) directory: Field,
}

impl Fields {
    /// The schema and its fields.
    pub(crate) fn schema() -> (Schema, Self) {
        let mut builder = Schema::builder();
        let options = |tokenizer, has_lengths, option| {
            let indexing = TextFieldIndexing::default()
                .set_tokenizer(tokenizer)
                .set_fieldnorms(has_lengths)
                .set_index_option(option);
            TextOptions::default().set_indexing_options(indexing)
        };
        let text = options(TOKENIZER, true, IndexRecordOption::WithFreqs);
        let names = options(TOKENIZER, true, IndexRecordOption::Basic);
        let unscored = options(TOKENIZER, false, IndexRecordOption::Basic);
        let exact = options("raw", false, IndexRecordOption::Basic);
        let fields = Self {
            id: builder.add_u64_field("id", FAST),
            key: builder.add_u64_field("key", FAST),
            hash: builder.add_u64_field("hash", FAST),
            declaration_hash: builder.add_u64_field("declaration_hash", FAST),
            entry: builder.add_u64_field("entry", FAST),
            start: builder.add_u64_field("start", FAST),
            record: builder.add_bytes_field("record", STORED),
            path: builder.add_text_field("path", exact.clone()),
            language: builder.add_text_field("language", exact.clone()),
            kind: builder.add_text_field("kind", exact.clone()),
            purpose: builder.add_text_field("purpose", exact.clone()),
            name: builder.add_text_field("name", exact.clone()),
            declared: builder.add_text_field("declared", exact.clone()),
            reference: builder.add_text_field("reference", exact.clone()),
            symbol: builder.add_text_field("symbol", names.clone()),
            nested: builder.add_text_field("nested", unscored.clone()),
            heading: builder.add_text_field("heading", unscored.clone()),
            place: builder.add_text_field("place", names),
            docs: builder.add_text_field("docs", text.clone()),
            body: builder.add_text_field("body", text.clone()),
            silent: builder.add_text_field("silent", unscored),
            long: builder.add_text_field("long", exact.clone()),
            summary: builder.add_text_field("summary", text),
            digest: builder.add_bytes_field("digest", STORED),
            directory: builder.add_text_field("directory", exact),
        };
        (builder.build(), fields)
    }

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
