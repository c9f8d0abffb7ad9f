//! Blocks of lines between marks, at the end of TOML and Markdown files.
//!
//! [`with_block()`] adds a block and [`without_block()`] removes it. Invariant: everything else keeps its bytes.

use super::file::Edit;

/// Marks of a block.
#[derive(Clone, Copy)]
pub(super) struct Marks {
    pub(super) begin: &'static str,
    pub(super) end: &'static str,
}

/// Marks in TOML.
pub(super) const TOML: Marks = Marks {
    begin: "# smriti-tui begin: removed by `smriti-tui agents remove`\n",
    end: "# smriti-tui end\n",
};

/// Marks in Markdown.
pub(super) const MARKDOWN: Marks = Marks {
    begin: "<!-- smriti-tui begin: removed by `smriti-tui agents remove` -->\n",
    end: "<!-- smriti-tui end -->\n",
};

/// An addition in the line endings of a text: with carriage returns, if its first line has one.
pub(super) fn in_line_endings_of(text: &str, added: &str) -> String {
    let first_line = text.split_inclusive('\n').next().unwrap_or_default();
    if first_line.ends_with("\r\n") {
        added.replace('\n', "\r\n")
    } else {
        added.to_owned()
    }
}

/// The text with a block at its end, after a line break. A new file begins with the block.
pub(super) fn with_block(text: Option<&str>, block: &str, marks: Marks) -> String {
    let Marks { begin, end } = marks;
    let Some(text) = text else {
        return format!("{begin}{block}{end}");
    };
    let added = in_line_endings_of(text, &format!("\n{begin}{block}{end}"));
    format!("{text}{added}")
}

/// Removes the block: unchanged if there is none, or its end is missing. A file that began with it is deleted, if
/// nothing else is in it.
pub(super) fn without_block(text: &str, marks: Marks) -> Edit {
    let ending = |mark: &'static str| in_line_endings_of(text, mark);
    let block = text.split_once(&ending(marks.begin));
    let Some((before, rest)) = block else {
        return Edit::Unchanged;
    };
    let Some((_, after)) = rest.split_once(&ending(marks.end)) else {
        return Edit::Unchanged;
    };
    if before.is_empty() && after.is_empty() {
        return Edit::Delete;
    }
    let before = before.strip_suffix(&ending("\n")).unwrap_or(before);
    Edit::Write(format!("{before}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removing_restores_every_text() {
        for text in ["", "a", "a\n", "a\n\n", "\n", "# x\r\n", "# x\r\n\r\ny"] {
            for marks in [TOML, MARKDOWN] {
                let added = with_block(Some(text), "block\n", marks);
                assert_eq!(without_block(&added, marks), Edit::Write(text.to_owned()));
                assert_eq!(without_block(text, marks), Edit::Unchanged);
                // An editor has changed all line endings.
                let saved = added.replace("\r\n", "\n").replace('\n', "\r\n");
                let Edit::Write(removed) = without_block(&saved, marks) else {
                    panic!("not removed from {saved:?}");
                };
                assert_eq!(removed.replace("\r\n", "\n"), text.replace("\r\n", "\n"));
            }
        }
    }

    #[test]
    fn a_file_that_was_created_is_deleted() {
        let created = with_block(None, "block\n", TOML);
        assert_eq!(without_block(&created, TOML), Edit::Delete);
    }

    #[test]
    fn a_block_has_the_line_endings_of_the_file() {
        let added = with_block(Some("a = 1\r\n"), "b = 2\n", TOML);
        assert_eq!(added.matches('\n').count(), added.matches("\r\n").count());
        assert_eq!(
            with_block(Some("a = 1\n"), "b = 2\n", TOML).find('\r'),
            None
        );
    }
}
