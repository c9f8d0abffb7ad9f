//! Format of our own files: magic number and format version, content, crc32 of everything before.
//!
//! Principal type: [`Frame`]. Vector files, graphs and manifests have this format.

use flate2::CrcWriter;
use std::io::{self, Write};

/// Number of bytes before the content.
pub(super) const HEAD: usize = 12;
/// Number of bytes after the content.
pub(super) const CHECKSUM: usize = 4;

/// A kind of file.
pub(super) struct Frame {
    pub(super) magic: &'static [u8; 8],
    /// Version of the layout.
    pub(super) format: u32,
}

impl Frame {
    /// Writes a file.
    pub(super) fn write(
        &self,
        out: impl Write,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut checked = CrcWriter::new(out);
        checked.write_all(self.magic)?;
        checked.write_all(&self.format.to_le_bytes())?;
        content(&mut checked)?;
        let checksum = checked.crc().sum();
        checked.get_mut().write_all(&checksum.to_le_bytes())
    }

    /// Returns the content of a file and its checksum, which is not verified. The error is the reason to
    /// refuse the file.
    pub(super) fn split<'b>(&self, bytes: &'b [u8]) -> Result<(&'b [u8], u32), &'static str> {
        let (magic, rest) = bytes.split_first_chunk().ok_or("it is truncated")?;
        let (format, rest) = rest.split_first_chunk().ok_or("it is truncated")?;
        let (content, checksum) = rest.split_last_chunk().ok_or("it is truncated")?;
        if magic != self.magic {
            return Err("it is not of the expected type");
        }
        if u32::from_le_bytes(*format) != self.format {
            return Err("it has another format");
        }
        Ok((content, u32::from_le_bytes(*checksum)))
    }

    /// Returns the verified content of a file.
    pub(super) fn content<'b>(&self, bytes: &'b [u8]) -> Result<&'b [u8], &'static str> {
        let (content, checksum) = self.split(bytes)?;
        if crc32fast::hash(&bytes[..HEAD + content.len()]) != checksum {
            return Err("checksum mismatch");
        }
        Ok(content)
    }
}
