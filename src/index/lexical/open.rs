//! Opens tantivy's index for reading and writing.
//!
//! Contract of [`open()`]: an index with another schema counts as none, so it is rebuilt. `published`
//! verifies the files.

use super::directory::LexicalDirectory;
use super::schema::Fields;
use crate::index::error::Result;
use crate::index::folder::IndexFolder;
use tantivy::{Index, IndexSettings};

/// Size of the blocks of stored records. They are read one by one: small blocks decompress faster, large ones
/// take less space.
const STORE_BLOCK: usize = 8 << 10;

/// The index in `folder`; none if there is none, or if it has another schema.
pub(crate) fn open(folder: &IndexFolder) -> Result<Option<Index>> {
    if !folder.lexical().is_dir() {
        return Ok(None);
    }
    let directory = LexicalDirectory::open(folder)?;
    if !Index::exists(&directory).map_err(tantivy::TantivyError::from)? {
        return Ok(None);
    }
    let index = Index::open(directory)?;
    if index.schema() != Fields::schema().0 {
        return Ok(None);
    }
    Fields::register(&index);
    Ok(Some(index))
}

/// Creates an empty index in `folder`.
pub(crate) fn create(folder: &IndexFolder) -> Result<Index> {
    let directory = LexicalDirectory::open(folder)?;
    let settings = IndexSettings {
        docstore_blocksize: STORE_BLOCK,
        ..IndexSettings::default()
    };
    let index = Index::create(directory, Fields::schema().0, settings)?;
    Fields::register(&index);
    Ok(index)
}
