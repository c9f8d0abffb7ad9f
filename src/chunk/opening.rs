//! First words of a part of a document.
//!
//! [`opening()`] labels results that have the same heading.

use super::cells::CELL;
use super::document::{Format, without_inline_markup, without_markup};
use super::node::{Chunk, Role};
use super::tree::ChunkTree;
use crate::syntax::Kind;

/// Maximum number of bytes read from a part.
const READ_BYTES: usize = 400;

/// The first words of a part of a section, from its first 400 bytes, to distinguish it from others below the
/// same heading. Empty for headers, parents and code.
pub fn opening(tree: &ChunkTree, chunk: &Chunk) -> String {
    let Some(format) = tree.format else {
        return String::new();
    };
    let is_text = matches!(chunk.kind, Kind::Section | Kind::Code);
    if !chunk.is_leaf() || chunk.role == Role::Header || !is_text {
        return String::new();
    }
    let start = chunk.bytes.start;
    let end = chunk.text_end.min(start + READ_BYTES);
    let beginning = tree.document.text.slice(start..end);
    // The last character may have been cut.
    let whole_letters = beginning.trim_end_matches(char::REPLACEMENT_CHARACTER);
    if chunk.node_type == CELL {
        return whole_letters.trim().to_owned();
    }
    let text = without_markup(format, whole_letters);
    match format {
        Format::ReStructuredText => without_inline_markup(text.trim()),
        _ => text.trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, SourcePath, Text};

    /// Checks the first characters of the leaves of a document.
    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let document = Document::new(SourcePath::new(path), Text::from(text));
        let tree = ChunkTree::of(document, &Limits::default());
        let openings: Vec<String> = tree
            .leaves()
            .map(|(_, leaf)| opening(&tree, leaf))
            .collect();
        assert_eq!(openings.len(), expected.len(), "{text}");
        for (opening, expected) in openings.iter().zip(expected) {
            let begins = opening.chars().take(expected.chars().count().max(1));
            assert_eq!(begins.collect::<String>(), *expected, "{text}");
            assert!(opening.len() <= READ_BYTES);
        }
    }

    #[test]
    fn parts_of_a_section_begin_with_words() {
        let words = "All of these words fill a part of a section. ".repeat(12);
        let text = format!("# A\n\n{words}\n\n*One* [link](b). {words}\n");
        check("a.md", &text, &["", "One link. All"]);
        check("a.md", &"é".repeat(READ_BYTES), &["ééé"]);
        check("a.rs", "fn a() {}\n", &[""]);
        let text = format!("A\n=\n\n{words}\n\n.. code-block:: c\n   :linenos:\n\n   int a;\n");
        check("a.rst", &text, &["", "int a;"]);
        let text = format!("A\n=\n\n{words}\n\n:data:`.g` of ``a`` {words}\n");
        check("a.rst", &text, &["", "g of a All"]);
    }
}
