//! Hits in the working tree.
//!
//! [`located()`] reads a hit's chunk and finds its position by the rule of [`CurrentChunk`].

use super::position::CurrentChunk;
use crate::context::{CurrentLeaf, Sources, Staleness};
use crate::corpus::Cancel;
use crate::search::{Hit, Query, match_position};

/// A hit in the working tree.
#[derive(Clone, Debug)]
pub struct Located {
    /// 1-based line and column of the match, else of the name.
    pub at: (u32, u32),
    /// None if the hit is as indexed.
    pub staleness: Option<Staleness>,
    /// The current chunk; none if it is gone.
    pub leaf: Option<CurrentLeaf>,
}

/// Locates a hit and reads its text. When cancelled, the hit may be reported as gone.
pub fn located(hit: &Hit, query: &Query, sources: &mut Sources, cancel: &Cancel) -> Located {
    let record = &hit.record;
    let leaf = sources.leaf(record, cancel);
    let stored = hit.explanation.located_at;
    let at = match &leaf {
        None => stored.unwrap_or(record.name_at),
        Some(leaf) => {
            let current = CurrentChunk {
                lines: leaf.lines,
                name_at: leaf.name_at,
                hash: leaf.hash,
            };
            let first = (leaf.lines.0, leaf.column);
            let matched =
                current.match_of_hit(hit, stored, || match_position(&leaf.text, first, query));
            matched.unwrap_or(leaf.name_at)
        }
    };
    Located {
        at,
        staleness: Staleness::of(record, leaf.as_ref()),
        leaf,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::{ChunkTree, Limits};
    use crate::config::Config;
    use crate::corpus::{Document, Root, SourcePath, Text};
    use crate::extract::DocumentReader;
    use crate::search::{Mode, Signal};
    use std::path::PathBuf;

    const PATH: &str = "a.rs";
    const INDEXED: &str = "fn first() {}\n\nfn write() {\n    open();\n    merge();\n}\n";

    /// The hit of `write` in [`INDEXED`], with a stored position.
    fn hit(stored: Option<(u32, u32)>) -> Hit {
        let document = Document::new(SourcePath::new(PATH), Text::from(INDEXED));
        let tree = ChunkTree::of(document, &Limits::default());
        let leaf = tree.leaves().find(|(_, leaf)| leaf.name == "write");
        let mut hit = Hit::of_chunk(&tree, leaf.unwrap().0).unwrap();
        hit.explanation.located_at = stored;
        hit
    }

    /// Locates a hit in a file with this text; no file without one.
    fn locate(hit: &Hit, now: Option<&str>) -> Located {
        let directory = tempfile::tempdir().unwrap();
        if let Some(text) = now {
            std::fs::write(directory.path().join(PATH), text).unwrap();
        }
        let root = Root::exactly(directory.path()).unwrap();
        let texts = directory.path().join("texts");
        let config = Config::load(None).unwrap();
        let reader = DocumentReader::new(root, &config, PathBuf::new(), &texts).unwrap();
        let mut sources = Sources::new(reader, Limits::default());
        let query = Query::parse("merge", Mode::Keywords);
        located(hit, &query, &mut sources, &Cancel::new())
    }

    #[test]
    fn a_match_moves_with_its_chunk_and_is_searched_for_in_a_changed_one() {
        use Staleness::{Changed, Gone, Moved};
        let moved = &*format!("// one\n// two\n{INDEXED}");
        let changed = &*INDEXED.replace("open();", "open();\n    flush();");
        let moved_and_changed = &*moved.replace("open();", "close();");
        let without_match = &*INDEXED.replace("merge", "join");
        let gone = "fn first() {}\n";
        let stored = Some((4, 5));
        for (text, stored, at, staleness) in [
            (Some(INDEXED), stored, (4, 5), None),
            (Some(INDEXED), None, (5, 5), None),
            (Some(moved), stored, (6, 5), Some(Moved)),
            (Some(moved), None, (7, 5), Some(Moved)),
            (Some(changed), stored, (6, 5), Some(Changed)),
            (Some(changed), None, (6, 5), Some(Changed)),
            (Some(moved_and_changed), stored, (7, 5), Some(Changed)),
            (Some(without_match), stored, (3, 4), Some(Changed)),
            (Some(without_match), None, (3, 4), Some(Changed)),
            (Some(gone), stored, (4, 5), Some(Gone)),
            (None, stored, (4, 5), Some(Gone)),
            (None, None, (3, 4), Some(Gone)),
        ] {
            let found = locate(&hit(stored), text);
            assert_eq!((found.at, found.staleness), (at, staleness), "{text:?}");
            assert_eq!(found.leaf.is_none(), staleness == Some(Gone), "{text:?}");
        }
    }

    #[test]
    fn a_location_in_the_query_is_kept_in_a_changed_chunk() {
        let mut hit = hit(Some((4, 5)));
        hit.explanation.signals.push(Signal {
            name: "location",
            value: 1.0,
            weight: None,
        });
        let changed = INDEXED.replace("open", "close");
        assert_eq!(locate(&hit, Some(&changed)).at, (4, 5));
        let shorter = "// one\n\nfn write() {}\n";
        assert_eq!(locate(&hit, Some(shorter)).at, (3, 5));
    }
}
