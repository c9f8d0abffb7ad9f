//! Progress of building a graph, for polling.
//!
//! Principal type: [`GraphProgress`]. It ends with the build, however that ends.

use crate::corpus::locked;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};

/// Progress of the newest graph of a [`super::GraphBuilder`]. Clones share it.
#[derive(Clone, Default)]
pub struct GraphProgress(Arc<Mutex<(Weak<AtomicUsize>, usize)>>);

impl GraphProgress {
    /// Number of linked rows and of all rows; none while no graph is being built.
    pub fn rows(&self) -> Option<(usize, usize)> {
        let (linked, rows) = &*locked(&self.0);
        Some((linked.upgrade()?.load(Ordering::Relaxed), *rows))
    }

    /// Starts reporting the build of a graph over this many rows, in place of an earlier one. The returned
    /// counter is owned by the building thread and dropped however the build ends.
    pub(super) fn begin(&self, rows: usize) -> Arc<AtomicUsize> {
        let linked = Arc::default();
        *locked(&self.0) = (Arc::downgrade(&linked), rows);
        linked
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
        earlier.store(7, Ordering::Relaxed);
        assert_eq!(progress.clone().rows(), Some((7, 10)));
        let later = progress.begin(20);
        drop(earlier);
        assert_eq!(progress.rows(), Some((0, 20)));
        drop(later);
        assert_eq!(progress.rows(), None);
    }
}
