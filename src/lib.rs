//! smriti-tui: a terminal explorer for codebases.
//!
//! Started in a project directory it paints at once, indexes in the background, answers from
//! keywords within the first second and from meaning as vectors arrive, and shows every hit where
//! it lives: file → class → method, beside the code. Everything is local; no source code is stored.
//!
//! # The words
//!
//! A *document* is a file of the *corpus* (the repository). It is cut into a tree of *chunks* whose
//! *leaves* tile it: joined, they are the file, byte for byte. A leaf that takes part in retrieval
//! is an *entry*. The *index* is published in *generations*; a *snapshot* is what readers see of
//! one. A *query* is text, filters and a mode; a *hit* is a leaf with a score and the *receipt*
//! that adds up to it.
//!
//! # The rooms
//!
//! A room imports only rooms above it, and of those only the ones listed. `tests/it/layering.rs`
//! holds the same table and fails on any other edge.
//!
//! | layer | room | for | imports |
//! | --- | --- | --- | --- |
//! | 0 | [`corpus`] | the repository as documents: root, walk, text, fingerprints, git head | – |
//! | 0 | [`config`] | what the user chose: default.toml ← user file ← arguments | – |
//! | 1 | [`syntax`] | the only room that knows tree-sitter: languages, outlines, highlights | corpus |
//! | 1 | [`embed`] | text → unit vector: ort and a tokenizer | – |
//! | 1 | [`extract`] | from a file to a document; the text of DOCX and PDF, in a process of its own | corpus, config |
//! | 1 | [`session`] | the user's own state per repository: history, bookmarks, last place | corpus |
//! | 2 | [`chunk`] | a document cut into a tree whose leaves tile it | corpus, syntax |
//! | 3 | [`summary`] | summaries of declarations, files, directories and the repository; the client of a server that writes them | chunk, syntax, corpus |
//! | 3 | [`export`] | places as one text: quickfix list, paths, Markdown, JSON | chunk's `ChunkId`, corpus |
//! | 3 | [`index`] | what is on disk: one writer, immutable snapshots | corpus, config, syntax's `Language`, chunk, embed's value types |
//! | 4 | [`search`] | query syntax → candidates → fusion → ranking → hits | index, embed, chunk, extract, syntax's `Language`, corpus |
//! | 4 | [`context`] | what surrounds a chunk: re-reads and re-chunks the working tree | index, chunk, syntax, extract, corpus |
//! | 5 | [`protocol`] | requests to the workers, their replies, and the tickets of both | value types of layers 0–4 |
//! | 6 | [`workers`] | named threads: indexer, searcher, counter, loader, lister, relater, checker, inspector, exporter, recorder; `latest` for stale work | all above |
//! | 6 | [`app`] | all interactive state; `App::update(Event) -> Vec<Effect>`; no I/O | protocol and the same value types |
//! | 7 | [`ui`] | App + Theme → Frame, a pure function | app and the same value types |
//! | 7 | [`terminal`] | the tty: guard, input reader, editor, clipboard | corpus, config |
//! | 7 | [`project`] | the repository with everything chosen about it | workers, context's `Sources`, index, embed, chunk, extract, config, corpus |
//! | 8 | [`cli`], [`runtime`] | headless commands; the loop; exit codes | everything |
//!
//! `workers` and `app` never meet but in `protocol`: the app asks by a request, a worker sends replies, and
//! `runtime` carries both. A new question is a variant there and who answers it ([`workers::Crew`]). `std::fs`, `std::env` and `std::process` never appear in `app`, `ui`, `search`, `chunk`, `summary`, `export`.
//!
//! # The flow
//!
//! Indexing: `corpus::walk` → fingerprints against what the writer remembers →
//! [`extract::Reader::read`] → [`chunk::ChunkTree::of`] → [`index::IndexWriter::replace`] → commit
//! (keywords) → summaries of directories → commit → embedding → commit (vectors) → merging and the
//! graph → summaries by a server, where one is configured. Searching: [`search::Query::parse`] →
//! [`index::Snapshot`] → candidates of both retrievers → one ranking → [`search::Hit`]s; what is
//! like a chunk is found by vectors alone ([`search::similar()`]). Without a question there is the
//! repository itself: [`workers::lister`] tells its files, what they are about and what they declare
//! ([`search::Outline`]), as they come into view. The screen: event →
//! [`app::App::update`] → effects → workers → events; drawn once a batch.
//!
//! # Where this departs from first plans, and why
//!
//! - Vector files map the *embedding key* (hash of exactly what was embedded) to a row instead of a
//!   chunk's id; leaf documents carry the key. So moved code keeps its vector without a rewrite, a
//!   deletion touches no vector file, and a stale vector can never answer for changed text. The
//!   files of a commit are of one model, which it names: another one leaves the documents alone.
//! - BM25's statistics are counted by the snapshot over live entries, not taken from tantivy, whose
//!   own have deleted documents in them. Scores equal a fresh index's at once, so merging is a
//!   matter of speed and can wait until nobody asks for anything.
//! - A snapshot is made from the one before it. Segments and vector files never change, so only what a
//!   commit added is read, and what it deleted is taken away.
//! - A process has one snapshot at a time ([`index::Snapshots`]). The indexer publishes it after a commit,
//!   or after another process's; an answer touches neither a lock nor a file to get it.
//! - A filter is a bitmap of entries for each of its conditions, kept with the snapshot and shared by the
//!   threads that search and count. `path:` is matched against the list of paths, not against documents.
//! - Vectors lie in vector files alone. Rows that nothing refers to stay up to 16 MB for a branch that comes
//!   back, and an index made anew takes over the vectors of the same model.
//! - Another model for summaries, or another prompt, replaces summaries and nothing else.
//! - Keywords leave out documents that cannot be among the best (MaxScore), by bounds of BM25 itself:
//!   those that tantivy keeps with its blocks hold for the statistics of a segment, and ours differ.
//! - A chunk's id is a column and not a term, which would take a fifteenth of the index; snapshots
//!   have their chunks sorted by id.
//! - Names that a leaf calls, uses or imports are terms of the index, with and without what stands
//!   before them (`Merger.new`). Who calls a declaration is asked of these, and judged in the working
//!   tree; no graph of calls is kept, so nothing of it can be stale.
//! - Where a grammar's scanner would overrun its memory, the text is made bearable first; a parse has
//!   a stack as deep as its text and a deadline of 10 s. A text past that is cut by lines.
//! - hnsw_rs links one row in sixteen, the graph's upper layer. The others are inserted below it by
//!   `index`, because over all rows hnsw_rs loses rows among near copies ([`index::vector`] has the
//!   figures). The links are kept in a file of our own, used where it is mapped. They are built in a
//!   thread that holds no lock, and found by readers when they are there. `index` does not wait for them.
//! - An explorer in which nothing changed for a minute gives the writer's lock up, so that others need
//!   not wait for one that only looks on. Not sooner: opening a writer takes longer than indexing a
//!   save does.
//! - What the writer last saw of the working tree is noted beside the index ([`index::Manifest`]). A
//!   command that finds the tree so needs no lock, neither the writer nor its memory, and the model only
//!   where meaning is asked. Whoever writes trusts nothing but its own memory and checksums.
//! - What the system tells of changes are hints: they say where to look, and the walk looks there by
//!   the rules of the whole one ([`corpus::Scope`]). The vectors of a few changed leaves go into the
//!   same commit as their terms; summaries of directories wait until it is quiet.
//! - `extract` is a room of its own and not a part of `chunk`: whoever reads a document, to index,
//!   show or check it, reads it there, and `chunk` stays without processes. What was extracted is
//!   kept on disk, the only text of documents that is: an answer must not wait for a PDF.
//! - A file's summary is part of its own document in the index, so it is replaced with the file; the
//!   summary of a directory is a function of its files' digests, made behind the commit that changed
//!   them. A commit says when summaries of directories are due, so that a kill leaves none stale.
//! - Summaries have a field and tables of their own. A leaf's score is the same with them and without.
//! - Ranking has two levels, both linear and fitted: the file score is a signal of the chunk score, lists are
//!   ordered by chunk scores, and the tree orders files by their best chunk. The penalty of a further hit of a
//!   file is small, because lists are judged by lines and not by files. Summaries are no signals: they were
//!   worth less than 0.002. `ranking/` has the figures of every signal.
//! - A one-line header is no result: a member or the declaration stands for it, which is the one case of a
//!   parent as a hit.
//! - Confidence is absolute and apart from the score, which only orders the hits of one query.
//! - Copies take no places: both retrievers count distinct contents, so that a query runs once.
//! - Terms are kept as they stand, without stems, and BM25 asks for these alone. How much of a question a
//!   file covers is asked of the inflections of its words too: `merging` is covered by `merge`.
//! - What declares a name that a query likely means is a candidate whatever the retrievers say: others
//!   bear more of the words of `scrapeLoop` than the struct of that name, and a struct of a hundred
//!   fields means a hundred things. Names are terms of the leaf they stand in, in one case and without
//!   what joins their words.
//! - Text of a phrase or a pattern is looked for in the files: the index keeps no positions, only
//!   terms that narrow down where to look, and a mark where a word is too long to be one.
//! - What a filter lets through is counted by a thread of its own, so that no answer waits for it.
//! - One kind of ticket, and not a revision of the prompt, says which question an answer is for:
//!   documents, counts and what is connected are asked for without an edit of it.
//! - A session is changed, never written as a whole of one's own: what other explorers of the same
//!   repository noted meanwhile stays.

pub mod app;
pub mod chunk;
pub mod cli;
pub mod config;
pub mod context;
pub mod corpus;
pub mod embed;
pub mod export;
pub mod extract;
pub mod index;
pub mod project;
pub mod protocol;
pub mod runtime;
pub mod search;
pub mod session;
pub mod summary;
pub mod syntax;
pub mod terminal;
pub mod ui;
pub mod workers;

/// Indexing makes and frees small things on many threads, which takes a tenth to a fifth less time with
/// this than with glibc's allocator. What tree-sitter's C makes is made by it too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
