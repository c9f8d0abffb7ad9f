//! The paragraphs of a comment or a plain text.

use super::inline::plain;
use super::noise;

/// Paragraphs that are looked at.
const MOST: usize = 40;

/// What a paragraph is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A heading or title.
    Heading,
    /// Sentences.
    Prose,
    /// An item of a list.
    Item,
}

/// A paragraph without marks, on one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Paragraph {
    pub(super) form: Form,
    pub(super) text: String,
}

/// What the lines that come are part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// Paragraphs.
    Text,
    /// What a tag says: until a blank line.
    Tag,
    /// A directive of reStructuredText: until a line that is not indented.
    Directive,
    /// Fenced code.
    Fence,
    /// An HTML comment.
    Hidden,
}

/// The paragraphs of lines without comment marks: of Javadoc, Doxygen, RDoc, reStructuredText,
/// AsciiDoc and what looks like Markdown. Licences, tags, code and lines for tools are left out.
pub(super) fn paragraphs<'t>(lines: impl IntoIterator<Item = &'t str>) -> Vec<Paragraph> {
    let mut reader = Reader {
        paragraphs: Vec::new(),
        open: Vec::new(),
        form: Form::Prose,
        within: Within::Text,
    };
    for line in lines {
        reader.read(line);
        if reader.paragraphs.len() >= MOST {
            break;
        }
    }
    reader.close();
    reader.paragraphs
}

struct Reader<'t> {
    paragraphs: Vec<Paragraph>,
    /// Lines of the paragraph that is open.
    open: Vec<&'t str>,
    form: Form,
    within: Within,
}

impl<'t> Reader<'t> {
    fn read(&mut self, line: &'t str) {
        let text = line.trim();
        let is_fence = text.starts_with("```");
        match self.within {
            Within::Fence if is_fence => self.within = Within::Text,
            Within::Hidden if text.contains("-->") => self.within = Within::Text,
            Within::Fence | Within::Hidden => {}
            _ if is_fence => self.enter(Within::Fence),
            _ if text.starts_with("<!--") && !text.contains("-->") => self.enter(Within::Hidden),
            Within::Directive if text.is_empty() || line.starts_with([' ', '\t']) => {}
            Within::Tag if text.is_empty() => self.within = Within::Text,
            Within::Tag if described(text).is_none() => {}
            _ => {
                self.within = Within::Text;
                self.line(text);
            }
        }
    }

    fn enter(&mut self, within: Within) {
        self.close();
        self.within = within;
    }

    fn line(&mut self, text: &'t str) {
        if text.is_empty() {
            self.close();
        } else if is_rule(text) {
            // What one line underlines is a title.
            if self.open.len() == 1 && is_underline(text) {
                self.form = Form::Heading;
            }
            self.close();
        } else if noise::is_directive(text) {
        } else if let Some(title) = heading(text) {
            self.add(Form::Heading, title);
            self.close();
        } else if text.starts_with(".. ") || text.starts_with("image::") {
            self.enter(Within::Directive);
        } else if let Some(description) = described(text) {
            self.add(Form::Prose, description);
        } else if is_tag(text) {
            self.enter(Within::Tag);
        } else if text.starts_with('|') {
            self.close();
        } else if let Some(item) = item(text) {
            self.add(Form::Item, item);
        } else {
            if text.starts_with("<p>") {
                self.close();
            }
            self.open.push(text);
        }
    }

    fn add(&mut self, form: Form, text: &'t str) {
        self.close();
        self.form = form;
        self.open.push(text);
    }

    fn close(&mut self) {
        let form = std::mem::replace(&mut self.form, Form::Prose);
        let lines = std::mem::take(&mut self.open);
        let text = lines.join(" ");
        // An address alone says nothing.
        let is_address = text.starts_with("http") && !text.contains(' ');
        if !text.is_empty() && !is_address && !noise::is_licence(&text) {
            let text = plain(&text);
            self.paragraphs.push(Paragraph { form, text });
        }
    }
}

/// Whether a line has no word in it, like `======`.
fn is_rule(text: &str) -> bool {
    !text.chars().any(char::is_alphanumeric)
}

/// Whether all of a line is one mark that underlines.
fn is_underline(text: &str) -> bool {
    let first = text.chars().next();
    text.len() >= 3
        && first.is_some_and(|first| "=-~^*+#\"'`".contains(first))
        && text.chars().all(|letter| Some(letter) == first)
}

/// `# Title`, `== Title`, `=== Title ===`.
fn heading(text: &str) -> Option<&str> {
    ['#', '='].iter().find_map(|mark| {
        let rest = text.trim_start_matches(*mark);
        let level = text.len() - rest.len();
        let is_heading = (1..=6).contains(&level) && rest.starts_with(' ');
        is_heading.then(|| rest.trim_matches(|letter| letter == ' ' || letter == *mark))
    })
}

/// What stands behind a tag that describes the thing itself.
fn described(text: &str) -> Option<&str> {
    const TAGS: &[&str] = &[
        "brief",
        "summary",
        "description",
        "desc",
        "fileoverview",
        "file",
        "overview",
        "classdesc",
        "short",
    ];
    let tag = text.strip_prefix(['@', '\\'])?;
    let (name, rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
    TAGS.contains(&name).then(|| rest.trim_start())
}

/// Whether a line begins what is said of a part: `@param`, `:param x:`, `Args:`, `<param …>`,
/// `>>> code`, `- Parameter x:`.
fn is_tag(text: &str) -> bool {
    const SECTIONS: &[&str] = &[
        "args",
        "arguments",
        "parameters",
        "params",
        "returns",
        "return",
        "raises",
        "throws",
        "yields",
        "example",
        "examples",
        "usage",
        "attributes",
        "see also",
        "notes",
        "note",
        "references",
        "options",
        "keyword args",
        "keyword arguments",
        "methods",
        "warning",
        "synopsis",
    ];
    let is_command = |mark: char| {
        let name = text.strip_prefix(mark);
        name.is_some_and(|name| name.starts_with(|it: char| it.is_ascii_lowercase()))
    };
    let is_field = || {
        let name = text.strip_prefix(':').and_then(|rest| rest.split_once(':'));
        name.is_some_and(|(name, rest)| {
            !name.is_empty() && name.len() < 60 && !rest.starts_with('`') && !rest.starts_with(':')
        })
    };
    let is_section = || {
        let name = text.strip_suffix(':').unwrap_or_default();
        name.len() < 24 && SECTIONS.contains(&name.to_lowercase().as_str())
    };
    let is_swift = || {
        let item = text.strip_prefix("- ").unwrap_or_default();
        ["Parameter", "Returns:", "Throws:", "Note:", "SeeAlso:"]
            .iter()
            .any(|word| item.starts_with(word))
    };
    let is_xml = || {
        ["<param", "<returns", "<exception", "<typeparam", "<example"]
            .iter()
            .any(|tag| text.starts_with(tag))
    };
    text.starts_with(">>>")
        || is_command('@')
        || is_command('\\') && !text.contains("\\(")
        || is_field()
        || is_section()
        || is_swift()
        || is_xml()
}

/// What an item of a list says.
fn item(text: &str) -> Option<&str> {
    let marked = ["- ", "* ", "+ ", "• ", "o "];
    if let Some(item) = marked.iter().find_map(|mark| text.strip_prefix(mark)) {
        return Some(item);
    }
    let digits = text.len()
        - text
            .trim_start_matches(|it: char| it.is_ascii_digit())
            .len();
    let rest = text.get(digits..)?;
    let is_numbered = (1..=2).contains(&digits) && rest.starts_with([')', '.']);
    is_numbered
        .then(|| rest.get(1..))
        .flatten()?
        .strip_prefix(' ')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: &[(Form, &str)]) {
        let found = paragraphs(text.lines());
        let found: Vec<(Form, &str)> = found
            .iter()
            .map(|paragraph| (paragraph.form, paragraph.text.as_str()))
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }

    use Form::{Heading, Item, Prose};

    #[test]
    fn blank_lines_headings_and_lists_divide() {
        check(
            "One\ntwo.\n\nThree.",
            &[(Prose, "One two."), (Prose, "Three.")],
        );
        check("# Title\nText.", &[(Heading, "Title"), (Prose, "Text.")]);
        check(
            "Title\n=====\nText.",
            &[(Heading, "Title"), (Prose, "Text.")],
        );
        check("= Title\n\nText.", &[(Heading, "Title"), (Prose, "Text.")]);
        check(
            "It has:\n- one\n- two",
            &[(Prose, "It has:"), (Item, "one"), (Item, "two")],
        );
        check("One.\n<p>Two.", &[(Prose, "One."), (Prose, "Two.")]);
    }

    #[test]
    fn tags_and_code_are_left_out() {
        check(
            "Merges.\n@param a it\n  is\n@returns b",
            &[(Prose, "Merges.")],
        );
        check(
            "Merges.\n\nArgs:\n    a: it\n\nMore.",
            &[(Prose, "Merges."), (Prose, "More.")],
        );
        check("Merges.\n:param a: it\n:rtype: int", &[(Prose, "Merges.")]);
        check("Merges.\n```\ncode\n```\n>>> code", &[(Prose, "Merges.")]);
        check("@brief Merges.\n@param a it", &[(Prose, "Merges.")]);
        check("@author me\n@brief Merges.", &[(Prose, "Merges.")]);
        check(
            ".. image:: a\n   :alt: b\n\n   c\n\nText.",
            &[(Prose, "Text.")],
        );
        check(":class:`A` is one.", &[(Prose, "A is one.")]);
        check("<!-- a\nb -->\nText.", &[(Prose, "Text.")]);
    }

    #[test]
    fn licences_and_lines_for_tools_are_left_out() {
        check(
            "Copyright (c) 2020 X\nMIT Licensed\n\nMerges.",
            &[(Prose, "Merges.")],
        );
        check("eslint-disable\nMerges.", &[(Prose, "Merges.")]);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text: String) {
            paragraphs(text.lines());
        }
    }
}
