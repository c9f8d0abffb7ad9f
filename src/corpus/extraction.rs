//! Document formats whose text must be extracted.
//!
//! Principal type: [`Extraction`]. The walk gives these files a limit of their own; `extract` converts them.

use super::path::SourcePath;
use serde::{Deserialize, Serialize};

named! {
    /// A document format whose text must be extracted; its name is a language in `lang:`.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    pub enum Extraction {
        /// Office Open XML (ECMA-376), the format of word processors.
        Docx = "docx",
        /// Portable Document Format (ISO 32000).
        Pdf = "pdf",
    }
}

/// Extensions of documents in formats that are not supported.
const UNSUPPORTED: &str = "\
    doc docb dot odt ott odp ods odg rtf epub mobi azw3 ppt pptx pptm potx ppsx xls xlsx xlsm xlsb xps djvu pages \
    numbers one vsd vsdx";

/// Returns true for the extension of a document in a format that is not supported.
pub(super) fn is_unsupported(extension: &str) -> bool {
    let extension = extension.to_ascii_lowercase();
    UNSUPPORTED
        .split_whitespace()
        .any(|unsupported| unsupported == extension)
}

/// Returns true for a document in Rich Text Format: text, but mostly control words.
pub(super) fn is_rich_text(path: &SourcePath, start: &[u8]) -> bool {
    start.starts_with(b"{\\rtf") && path.extension().is_some_and(is_unsupported)
}

impl Extraction {
    /// Returns the format of a document, by its extension.
    pub fn of(path: &SourcePath) -> Option<Self> {
        match path.extension()?.to_ascii_lowercase().as_str() {
            "docx" | "docm" | "dotx" | "dotm" => Some(Self::Docx),
            "pdf" => Some(Self::Pdf),
            _ => None,
        }
    }
}
