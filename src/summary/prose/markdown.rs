//! The paragraphs of a Markdown document that say something.

use super::noise;
use super::paragraph::{Form, Paragraph};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Paragraphs that are looked at.
const MOST: usize = 40;

/// The paragraphs at the top of the document and in its quotes. What is nothing but links and
/// images, what HTML frames, code and tables are left out.
pub(super) fn paragraphs(text: &str) -> Vec<Paragraph> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_GFM
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    let mut reader = Reader::default();
    for event in Parser::new_ext(text, options) {
        reader.read(event);
        if reader.paragraphs.len() >= MOST {
            break;
        }
    }
    reader.paragraphs
}

#[derive(Default)]
struct Reader {
    paragraphs: Vec<Paragraph>,
    /// The paragraph that is open, and how many of its characters are in no link.
    text: String,
    unlinked: usize,
    /// How many tags are open that are left out, and how many links.
    hidden: usize,
    links: usize,
    /// Whether what is open is in a list.
    lists: usize,
    /// An HTML element that is open in a paragraph: `<a href="…">`.
    anchors: usize,
}

impl Reader {
    fn read(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Code(text) => self.add(&text),
            Event::SoftBreak | Event::HardBreak => self.add(" "),
            Event::InlineHtml(tag) => self.element(&tag),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Paragraph | Tag::Heading { .. } => {
                self.text.clear();
                self.unlinked = 0;
                self.anchors = 0;
            }
            Tag::Link { .. } => self.links += 1,
            Tag::List(_) => self.lists += 1,
            // A quote with a kind is a note or a warning.
            Tag::BlockQuote(Some(_)) => self.hidden += 1,
            _ if is_hidden(&tag.to_end()) => self.hidden += 1,
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph => self.close(match self.lists {
                0 => Form::Prose,
                _ => Form::Item,
            }),
            TagEnd::Heading(_) => self.close(Form::Heading),
            TagEnd::Link => self.links = self.links.saturating_sub(1),
            TagEnd::List(_) => self.lists = self.lists.saturating_sub(1),
            TagEnd::BlockQuote(Some(_)) => self.hidden = self.hidden.saturating_sub(1),
            tag if is_hidden(&tag) => self.hidden = self.hidden.saturating_sub(1),
            _ => {}
        }
    }

    fn element(&mut self, tag: &str) {
        match tag {
            _ if tag.starts_with("<a ") => self.anchors += 1,
            "</a>" => self.anchors = self.anchors.saturating_sub(1),
            _ if tag.starts_with("<br") => self.add(" "),
            _ => {}
        }
    }

    fn add(&mut self, text: &str) {
        if self.hidden == 0 {
            self.text.push_str(text);
            if self.links + self.anchors == 0 {
                self.unlinked += text.chars().filter(|it| it.is_alphanumeric()).count();
            }
        }
    }

    fn close(&mut self, form: Form) {
        let text = std::mem::take(&mut self.text);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let letters = text.chars().filter(|it| it.is_alphanumeric()).count();
        // `Website | Guides | Chat` is a bar of links.
        let is_bar = form != Form::Heading && self.unlinked * 3 < letters;
        if self.hidden == 0 && letters > 0 && !is_bar && !noise::is_licence(&text) {
            self.paragraphs.push(Paragraph { form, text });
        }
    }
}

/// Whether what a tag has in it is nothing to read.
fn is_hidden(tag: &TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Image
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::Table
            | TagEnd::FootnoteDefinition
            | TagEnd::MetadataBlock(_)
    )
}

#[cfg(test)]
mod tests {
    use super::Form::{Heading, Item, Prose};
    use super::*;

    fn check(text: &str, expected: &[(Form, &str)]) {
        let found = paragraphs(text);
        let found: Vec<(Form, &str)> = found
            .iter()
            .map(|paragraph| (paragraph.form, paragraph.text.as_str()))
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn badges_banners_and_bars_of_links_are_left_out() {
        check(
            "# Tool\n\n[![ci](a.svg)](b) ![x](c)\n\n[Docs](a) | [Chat](b) | [Home](c)\n\n\
             <p align=\"center\"><img src=\"a\"></p>\n\n**Fast** search of [code](x) for people.\n",
            &[
                (Heading, "Tool"),
                (Prose, "Fast search of code for people."),
            ],
        );
        check(
            "> [!NOTE]\n> Moved.\n\n> A quote of it.\n",
            &[(Prose, "A quote of it.")],
        );
        check("---\ntitle: x\n---\nText.\n", &[(Prose, "Text.")]);
        check("```\ncode\n```\n| a | b |\n|---|---|\n| c | d |\n", &[]);
        check(
            "It is:\n\n- one\n\n- two\n",
            &[(Prose, "It is:"), (Item, "one"), (Item, "two")],
        );
    }
}
