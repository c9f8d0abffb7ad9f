//! Position of a match in the working tree, which may be newer than the index.
//!
//! Principal type: [`CurrentChunk`], which has the rule:
//!
//! | the chunk has | position of the match |
//! | --- | --- |
//! | neither moved nor changed | the stored one |
//! | moved | the stored one, moved with the chunk |
//! | changed, whether it moved or not | the match in the changed text, else its name |
//! | gone | the stored one, and the hit is stale |
//!
//! Without a stored position, the match is searched for in the text, as in a changed one. A location that the
//! query names is not a text match: also in a changed chunk, it only moves with the chunk.

use crate::chunk::Chunk;
use crate::search::Hit;

/// A chunk of the working tree that was indexed, marked or shown before.
#[derive(Clone, Copy, Debug)]
pub struct CurrentChunk {
    /// Its 1-based first and last line, inclusive.
    pub lines: (u32, u32),
    /// 1-based line and column of its name.
    pub name_at: (u32, u32),
    /// Content hash of its text.
    pub hash: u64,
}

impl CurrentChunk {
    /// Returns the 1-based line and column of a match of a hit; none if the text has none any more. `stored` is
    /// its position in the indexed chunk; `search` finds it in the current text.
    pub fn match_of_hit(
        &self,
        hit: &Hit,
        stored: Option<(u32, u32)>,
        search: impl FnOnce() -> Option<(u32, u32)>,
    ) -> Option<(u32, u32)> {
        if let Some((line, column)) = stored
            && (self.hash == hit.record.hash || hit.explanation.is_requested_location())
        {
            let above = line.saturating_sub(hit.record.lines.0);
            return Some(self.below_first_line(above, column));
        }
        search()
    }

    /// Returns the 1-based line and column of a match in the text with a hash, else of the name. `stored` is the
    /// number of lines above the match in the chunk, and its column.
    pub fn match_in_text(&self, hash: u64, stored: Option<(u32, u32)>) -> (u32, u32) {
        match stored {
            Some((above, column)) if self.hash == hash => self.below_first_line(above, column),
            _ => self.name_at,
        }
    }

    fn below_first_line(&self, above: u32, column: u32) -> (u32, u32) {
        let line = self.lines.0.saturating_add(above);
        (line.min(self.lines.1), column)
    }
}

impl From<&Chunk> for CurrentChunk {
    fn from(chunk: &Chunk) -> Self {
        Self {
            lines: chunk.lines,
            name_at: chunk.name_at,
            hash: chunk.hash,
        }
    }
}
