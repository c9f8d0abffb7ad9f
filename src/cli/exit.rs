//! Exit statuses.

/// Something was found, or done.
pub(super) const EXIT_OK: u8 = 0;
/// Nothing was found.
pub(super) const NOTHING: u8 = 1;
/// An error, which standard error describes.
pub(super) const EXIT_ERROR: u8 = 2;
/// Nothing was chosen, as after Ctrl-C.
pub(super) const CANCELED: u8 = 130;
/// The index is incomplete, and `--require-complete` was given.
pub(super) const INCOMPLETE: u8 = 3;
