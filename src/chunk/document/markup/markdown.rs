//! The marks of Markdown that a reader does not need. What its words are, a grammar tells.

use super::Markup;
use super::found::Found;
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// The marks of a text.
pub(super) fn markup(text: &str) -> Markup {
    let mut found = Found::new(text);
    // Where the words end of each link that is open.
    let mut links: Vec<usize> = Vec::new();
    let options = Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match &event {
            Event::Start(Tag::Link {
                link_type: LinkType::Inline | LinkType::Reference | LinkType::Collapsed,
                ..
            }) => {
                links.push(range.start + 1);
                continue;
            }
            Event::End(TagEnd::Link) => {
                let end = links.pop().filter(|end| *end > range.start + 1);
                if let Some(end) = end {
                    found.hide(range.start..range.start + 1);
                    found.hide(end..range.end);
                }
            }
            Event::Start(Tag::Heading { .. }) => hide_leading(&mut found, &range, '#'),
            Event::Start(Tag::Strong) => found.hide_around(&range, 2),
            Event::Start(Tag::Emphasis) => found.hide_around(&range, 1),
            Event::Start(Tag::Strikethrough) => {
                let tildes = run(text, &range, '~');
                found.hide_around(&range, tildes);
            }
            Event::Start(Tag::Item) => bullet(&mut found, range.start),
            Event::Code(_) => {
                let backticks = run(text, &range, '`');
                found.hide_around(&range, backticks);
            }
            _ => {}
        }
        // The words of a link end with what is in it.
        if let Some(end) = links.last_mut().filter(|end| **end < range.end) {
            *end = range.end;
        }
    }
    found.in_order()
}

/// Hides a run of a character at the start, with the blanks behind it.
fn hide_leading(found: &mut Found<'_>, range: &Range<usize>, character: char) {
    let text = found.slice(range.clone());
    let rest = text.trim_start_matches(character);
    let words = rest.trim_start_matches([' ', '\t']);
    if rest.len() < text.len() && !words.trim().is_empty() {
        found.hide(range.start..range.start + (text.len() - words.len()));
    }
}

fn bullet(found: &mut Found<'_>, at: usize) {
    if found
        .slice(at..found.text.len())
        .starts_with(['*', '-', '+'])
    {
        found.put(at..at + 1, "•");
    }
}

/// Bytes of the run of an ASCII character that a range begins with.
fn run(text: &str, range: &Range<usize>, character: char) -> usize {
    let text = text.get(range.clone()).unwrap_or_default();
    text.len() - text.trim_start_matches(character).len()
}
