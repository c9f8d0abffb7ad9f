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
