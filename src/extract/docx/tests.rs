//! Whole documents: snippets, fixtures, hostile input.

mod fixtures;
mod hostile;
mod package;
mod snippets;
