//! Updating the index before an answer, with warnings on standard error.

use super::output::print_error;
use crate::project::{Refreshed, UpdatedIndex};

/// Updates the index within the time limit, and prints what people should know about it.
pub(super) fn refresh(index: &mut UpdatedIndex) -> anyhow::Result<Refreshed> {
    let refreshed = index.refresh()?;
    for sentence in refreshed.notice.iter().chain(&refreshed.failure) {
        print_error(sentence);
    }
    Ok(refreshed)
}
