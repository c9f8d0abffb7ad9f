//! The listing of the last walk, next to the index. Any process that walked the repository may replace it; losing it
//! costs the time of a walk.

use super::error::expect_regular;
use super::folder::IndexFolder;
use super::frame::Frame;
use crate::corpus::{Listing, private_file};
use std::io::BufWriter;
use std::{fs, io, process};

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

    /// Replaces the listing. After a crash of the system it may be damaged.
    pub fn write_listing(&self, listing: &Listing) -> io::Result<()> {
        let content = postcard::to_stdvec(listing).map_err(io::Error::other)?;
        let file = self.listing_file();
        let unfinished = file.with_added_extension(format!("{}.tmp", process::id()));
        // A killed process with the same id may have left it.
        let _ = fs::remove_file(&unfinished);
        let out = private_file().create_new(true).open(&unfinished)?;
        let mut out = BufWriter::new(out);
        FRAME.write(&mut out, |out| out.write_all(&content))?;
        out.into_inner()?;
        fs::rename(&unfinished, file)
    }
}
