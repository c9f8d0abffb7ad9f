//! Progress of building a graph, for polling.

use crate::corpus::locked;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};

/// Progress of the newest graph of a [`super::GraphBuilder`]. Clones share it.
#[derive(Clone, Default)]
pub struct GraphProgress(Arc<Mutex<Weak<Linking>>>);

/// A graph that is being built. The building thread owns it, so it is dropped however the build ends.
pub(super) struct Linking {
    /// Rows that are linked already.
    pub(super) linked: AtomicUsize,
    rows: usize,
}

impl GraphProgress {
    /// Number of linked rows, and of all rows; none while no graph is being built.
    pub fn rows(&self) -> Option<(usize, usize)> {
        let linking = locked(&self.0).upgrade()?;
        Some((linking.linked.load(Ordering::Relaxed), linking.rows))
    }

    /// Reports from now on the build of a graph over this many rows, and no earlier one.
    pub(super) fn begin(&self, rows: usize) -> Arc<Linking> {
        let linking = Arc::new(Linking {
            linked: AtomicUsize::new(0),
            rows,
        });
        *locked(&self.0) = Arc::downgrade(&linking);
        linking
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_that_of_the_newest_graph_until_it_is_dropped() {
        let progress = GraphProgress::default();
        assert_eq!(progress.rows(), None);
        let earlier = progress.begin(10);
        earlier.linked.store(7, Ordering::Relaxed);
        assert_eq!(progress.clone().rows(), Some((7, 10)));
        let later = progress.begin(20);
        drop(earlier);
        assert_eq!(progress.rows(), Some((0, 20)));
        drop(later);
        assert_eq!(progress.rows(), None);
    }
}
