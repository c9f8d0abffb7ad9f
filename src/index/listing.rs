//! The listing of the last walk, next to the index. Any process that walked the repository may replace it; losing it
//! costs the time of a walk.

use super::error::expect_regular;
use super::folder::IndexFolder;
use super::frame::Frame;
use crate::corpus::{Listing, replace_file};
use std::{fs, io};

/// A listing of another format, or of other rules of the walk, is ignored.
const FRAME: Frame = Frame {
    magic: b"smritlst",
    format: 1,
};

impl IndexFolder {
    /// The listing of the last walk; none if there is none, or if it is damaged.
    pub fn listing(&self) -> Option<Listing> {
        let file = self.listing_file();
        expect_regular(&file).ok()?;
        let bytes = fs::read(file).ok()?;
        postcard::from_bytes(FRAME.content(&bytes).ok()?).ok()
    }

    /// Replaces the listing.
    pub fn write_listing(&self, listing: &Listing) -> io::Result<()> {
        let content = postcard::to_stdvec(listing).map_err(io::Error::other)?;
        replace_file(&self.listing_file(), |out| {
            FRAME.write(out, |out| out.write_all(&content))
        })
    }
}
