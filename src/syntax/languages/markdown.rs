//! Markdown: blocks, and what is inside a line.

use crate::syntax::grammar::{Row, Speech};

pub(in crate::syntax) const ROW: Row = Row {
    name: "markdown",
    aliases: &["md"],
    extensions: &["md", "markdown", "mdown", "mdx", "mkd"],
    grammar: || tree_sitter_md::LANGUAGE.into(),
    speech: Speech::Prose,
    highlights: &[tree_sitter_md::HIGHLIGHT_QUERY_BLOCK],
    injections: MARKDOWN_INJECTIONS,
    ..Row::CODE
};

pub(in crate::syntax) const INLINE: Row = Row {
    name: "markdown_inline",
    grammar: || tree_sitter_md::INLINE_LANGUAGE.into(),
    speech: Speech::Inline,
    highlights: &[tree_sitter_md::HIGHLIGHT_QUERY_INLINE],
    injections: tree_sitter_md::INJECTION_QUERY_INLINE,
    ..Row::CODE
};

/// The grammar's own query leaves out children, which for it are the marks of inline Markdown.
const MARKDOWN_INJECTIONS: &str = "
(fenced_code_block
  (info_string (language) @injection.language)
  (code_fence_content) @injection.content
  (#set! injection.include-children))
((inline) @injection.content
  (#set! injection.language \"markdown_inline\")
  (#set! injection.include-children))
";
