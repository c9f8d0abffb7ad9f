//! Formats of documents.
//!
//! Principal type: [`Format`]. Detection uses extension and name, and for a `.asc` file also the content.

use super::line::attribute;
use crate::corpus::{Document, Encoding, Extraction};
use crate::syntax::Language;

named! {
    /// A document format that is cut by headings. A closed list.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
    pub enum Format {
        /// CommonMark with tables, footnotes and front matter.
        Markdown = "markdown",
        /// As read by Docutils and Sphinx.
        ReStructuredText = "restructuredtext",
        /// As read by Asciidoctor.
        AsciiDoc = "asciidoc",
        /// Text whose headings are capitals, underlined or numbered.
        Plain = "text",
        /// Text extracted from an Office Open XML document.
        Docx = "docx",
        /// Text extracted from a Portable Document Format file.
        Pdf = "pdf",
        /// Cells of a Jupyter notebook: Markdown, with code in cells.
        Notebook = "notebook",
    }
}

/// Names of documents without an extension, before any `-`: `LICENSE-MIT`.
#[rustfmt::skip]
const NAMES: [&str; 27] = [
    "authors", "bugs", "changelog", "changes", "code_of_conduct", "contributing", "contributors", "copying", "copyright",
    "credits", "faq", "hacking", "history", "install", "license", "licence", "maintainers", "news", "notice", "readme",
    "release_notes", "releasing", "security", "thanks", "todo", "unlicense", "upgrading",
];

impl Format {
    /// The format of a document: by the source of its extracted text, then by its language, extension and
    /// name. A `.asc` file may be a key, so it is AsciiDoc only if its text has AsciiDoc syntax.
    pub fn of(document: &Document, language: Option<Language>, text: &str) -> Option<Self> {
        match document.extraction {
            Some(Extraction::Docx) => return Some(Self::Docx),
            Some(Extraction::Pdf) => return Some(Self::Pdf),
            None if document.text.encoding() == Encoding::Notebook => return Some(Self::Notebook),
            None => {}
        }
        if let Some(language) = language {
            return language.is_prose().then_some(Self::Markdown);
        }
        let extension = document.path.extension().map(str::to_ascii_lowercase);
        match extension.as_deref() {
            Some("asc") => is_asciidoc(text).then_some(Self::AsciiDoc),
            Some(extension) => Self::of_extension(extension),
            None => is_document(document.path.file_name()).then_some(Self::Plain),
        }
    }

    /// Returns true if the text is Markdown.
    pub fn is_markdown(self) -> bool {
        matches!(
            self,
            Self::Markdown | Self::Docx | Self::Pdf | Self::Notebook
        )
    }

    /// The format for a lower-case extension, for documents without a language. The content is not checked.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "rst" | "rest" => Some(Self::ReStructuredText),
            "adoc" | "asciidoc" => Some(Self::AsciiDoc),
            "txt" | "text" => Some(Self::Plain),
            "docx" => Some(Self::Docx),
            "pdf" => Some(Self::Pdf),
            "ipynb" => Some(Self::Notebook),
            _ => None,
        }
    }
}

fn is_document(name: &str) -> bool {
    let word = name.split('-').next().unwrap_or(name);
    NAMES.iter().any(|known| word.eq_ignore_ascii_case(known))
}

fn is_asciidoc(text: &str) -> bool {
    text.lines().take(200).any(|line| {
        let is_title = line.starts_with('=') && line.trim_start_matches('=').starts_with(' ');
        is_title || attribute(line).is_some_and(|(name, _)| !name.is_empty() && !name.contains(' '))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{SourcePath, Text};

    fn check(path: &str, text: &str, expected: Option<Format>) {
        let document = Document::new(SourcePath::new(path), Text::from(text));
        let language = Language::of(&document.path, text);
        assert_eq!(Format::of(&document, language, text), expected, "{path}");
    }

    #[test]
    fn formats_are_known_by_their_names() {
        for path in [
            "a.md",
            "a.markdown",
            "a.mdown",
            "a.mkd",
            "a.mdx",
            "a.qmd",
            "a.Rmd",
            "A.MD",
        ] {
            check(path, "", Some(Format::Markdown));
        }
        check("a/index.rst", "", Some(Format::ReStructuredText));
        check("a.adoc", "", Some(Format::AsciiDoc));
        check("notes.asc", "= Notes\n", Some(Format::AsciiDoc));
        check("key.asc", "-----BEGIN PGP PUBLIC KEY BLOCK-----\n", None);
        for path in ["a.txt", "README", "LICENSE-MIT", "Changelog", "a/TODO"] {
            check(path, "", Some(Format::Plain));
        }
    }

    #[test]
    fn code_and_unknown_files_are_not_documents() {
        assert_eq!(Format::of_extension("rs"), None);
        for path in ["CMakeLists.txt", "a.rs", "a.ini", "data", "install.sh"] {
            check(path, "", None);
        }
    }
}
