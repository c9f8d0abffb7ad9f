//! Relations that are reported while they are looked up.

use super::*;
use smriti_tui::chunk::ChunkTree;
use smriti_tui::context::{Codebase, Relations};
use smriti_tui::index::Snapshot;

/// Finds relations. Callers and implementations must be reported, too: the same as in the whole answer.
#[track_caller]
pub(super) fn find(
    kind: RelationKind,
    snapshot: &Snapshot,
    sources: &mut Sources,
    tree: &ChunkTree,
    chunk: usize,
) -> Relations {
    let is_reported = matches!(
        kind,
        RelationKind::Callers(_) | RelationKind::Implementations(_)
    );
    let cancel = Cancel::new();
    let mut codebase = Codebase::new(snapshot, sources, &cancel);
    let mut reported = Vec::new();
    let relations = kind.find_growing(&mut codebase, tree, chunk, 100, &mut |_, found| {
        reported.extend_from_slice(found);
    });
    let relations = relations.expect("an index that can be read");
    if is_reported {
        let mut reported = Relations::of_leaves(reported, 0).found;
        let mut found = Relations::of_leaves(relations.found.clone(), 0).found;
        for relations in [&mut reported, &mut found] {
            relations.sort_by_key(|it| (it.path.clone(), it.at, it.id));
        }
        assert_eq!(reported, found, "reported while it is looked up");
    }
    relations
}
