//! Document formats whose text must be extracted.
//!
//! Principal type: [`Extraction`]. The walk gives these files a limit of their own; `extract` converts them.

use super::SourcePath;
use serde::{Deserialize, Serialize};

/// A document format whose text must be extracted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Extraction {
    /// Office Open XML (ECMA-376), the format of word processors.
    Docx,
    /// Portable Document Format (ISO 32000).
    Pdf,
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

    /// Lower-case name in `lang:`, JSON and arguments.
    pub fn name(self) -> &'static str {
        match self {
            Self::Docx => "docx",
            Self::Pdf => "pdf",
        }
    }
}
