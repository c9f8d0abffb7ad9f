//! A checksum of what passes.

use crc32fast::Hasher;
use std::io::{self, Write};

/// A writer that computes the crc32 of what passes.
pub(super) struct Checksummed<W> {
    to: W,
    crc32: Hasher,
}

impl<W> Checksummed<W> {
    pub(super) fn new(to: W) -> Self {
        let crc32 = Hasher::new();
        Self { to, crc32 }
    }

    /// The writer, and the checksum.
    pub(super) fn finish(self) -> (W, u32) {
        (self.to, self.crc32.finalize())
    }
}

impl<W: Write> Write for Checksummed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.crc32.update(bytes.get(..written).unwrap_or(bytes));
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
