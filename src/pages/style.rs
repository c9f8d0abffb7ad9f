//! Styles, links and paths of a terminal.
//!
//! Principal type: [`Style`]. Every page takes one, so two readers of one process can have different ones.

use super::text::path;
use crate::corpus::relative_to;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use std::path::{Path, PathBuf};

/// Looks of a page, and the directory that its paths are relative to.
pub(crate) struct Style {
    /// True if text is colored.
    pub(crate) is_colored: bool,
    /// Beginning of links to files; none for a reader without links.
    pub(crate) links: Option<String>,
    /// Absolute directory that paths are relative to. None: paths stay relative to their repository.
    pub(crate) base: Option<PathBuf>,
}

impl Style {
    /// No colors and no links; paths are relative to a directory.
    pub(crate) fn plain(base: &Path) -> Self {
        Self {
            is_colored: false,
            links: None,
            base: Some(base.to_owned()),
        }
    }

    /// Text in a style of the terminal: `1` bold, `2` dim, `36` cyan.
    pub(crate) fn paint(&self, code: &str, text: &str) -> String {
        if self.is_colored {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    /// `src/a.rs:12:`, relative to the base directory, as a link to the file for a reader with links.
    pub(crate) fn location(&self, root: &Path, file: &str, suffix: &str) -> String {
        let shown = format!("{}{suffix}", path(&self.relative(root, file)));
        let text = self.paint("36", &shown);
        match &self.links {
            Some(start) => link(start, &root.join(file), &text),
            None => text,
        }
    }

    /// A path of the repository, relative to the base directory. A directory may end with a slash.
    pub(crate) fn relative(&self, root: &Path, path: &str) -> String {
        let slash = if path.ends_with('/') { "/" } else { "" };
        match &self.base {
            Some(base) => relative_to(base, &root.join(path)) + slash,
            None => path.to_owned(),
        }
    }
}

/// A hyperlink of the terminal: OSC 8 with the address percent-encoded.
fn link(start: &str, file: &Path, text: &str) -> String {
    const ENCODED: AsciiSet = NON_ALPHANUMERIC
        .remove(b'/')
        .remove(b'.')
        .remove(b'-')
        .remove(b'_')
        .remove(b'~');
    let path = percent_encode(file.as_os_str().as_encoded_bytes(), &ENCODED);
    format!("\x1b]8;;{start}{path}\x1b\\{text}\x1b]8;;\x1b\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_a_percent_encoded_address() {
        let found = link("file://host", Path::new("/a b/\u{e9}.rs"), "é.rs:3:");
        let expected = "\x1b]8;;file://host/a%20b/%C3%A9.rs\x1b\\é.rs:3:\x1b]8;;\x1b\\";
        assert_eq!(found, expected);
    }
}
