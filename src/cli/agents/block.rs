//! Blocks of lines between marks, at the end of TOML and Markdown files.
//!
//! [`with_block()`] adds a block and [`without_block()`] removes it. Invariant: everything else keeps its bytes.

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

/// The text with a block at its end, after a line feed.
pub(super) fn with_block(text: &str, block: &str, marks: Marks) -> String {
    let Marks { begin, end } = marks;
    let space = if text.is_empty() { "" } else { "\n" };
    format!("{text}{space}{begin}{block}{end}")
}

/// The text without its block; none if it has none, or its end is missing.
pub(super) fn without_block(text: &str, marks: Marks) -> Option<String> {
    let (before, rest) = text.split_once(marks.begin)?;
    let (_, after) = rest.split_once(marks.end)?;
    let before = before.strip_suffix('\n').unwrap_or(before);
    Some(format!("{before}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removing_restores_every_text() {
        for text in ["", "a", "a\n", "a\n\n", "\n", "# x\r\n"] {
            for marks in [TOML, MARKDOWN] {
                let added = with_block(text, "block\n", marks);
                assert_eq!(without_block(&added, marks).as_deref(), Some(text));
                assert_eq!(without_block(text, marks), None);
            }
        }
    }
}
