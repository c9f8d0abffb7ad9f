//! What an extraction knows of a text besides its characters.

use super::SourcePath;
use serde::{Deserialize, Serialize};

/// A document format whose text has to be extracted: the bytes on disk are not what is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Extraction {
    /// Office Open XML (ECMA-376), what word processors write.
    Docx,
    /// Portable Document Format (ISO 32000).
    Pdf,
}

impl Extraction {
    /// What a document has to be extracted from, by its extension.
    pub fn of(path: &SourcePath) -> Option<Self> {
        match path.extension()?.to_ascii_lowercase().as_str() {
            "docx" | "docm" | "dotx" | "dotm" => Some(Self::Docx),
            "pdf" => Some(Self::Pdf),
            _ => None,
        }
    }

    /// The lower-case name: in `lang:`, JSON and arguments.
    pub fn name(self) -> &'static str {
        match self {
            Self::Docx => "docx",
            Self::Pdf => "pdf",
        }
    }
}

/// The blocks of an extracted text. The first begins at 0, each ends where the next begins, the
/// last at the text's end; an empty text has none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Layout {
    /// What it was extracted from.
    pub format: Extraction,
    /// In reading order.
    pub blocks: Vec<Block>,
}

/// A run of text that belongs together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Block {
    /// Its first byte in the text.
    pub start: u32,
    /// What it is.
    pub kind: BlockKind,
    /// The 1-based page it begins on; 0 where the format has no pages.
    pub page: u32,
}

/// What a block is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BlockKind {
    /// A heading of this level, 1 to 9.
    Heading(u8),
    /// A paragraph.
    Paragraph,
    /// An item of a list, with its marker.
    Item,
    /// A row of a table.
    Row,
}
