//! What docs and documents say first: their lead.

mod comment;
mod inline;
mod markdown;
mod noise;
mod paragraph;
pub(super) mod sentence;

use super::passage::{clean, cut};
use paragraph::{Form, Paragraph};

/// Bytes of docs or of a document that are looked at.
const LONGEST: usize = 16_384;

/// How a text is marked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Markup {
    /// Comments or a docstring, with their marks.
    Comment,
    /// Markdown.
    Markdown,
    /// Plain text, reStructuredText, AsciiDoc.
    Plain,
}

/// What a text is about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct About {
    /// Its title, empty where it has none.
    pub(super) title: String,
    /// Its first sentences, empty where it has none.
    pub(super) lead: String,
}

/// What a text says first: its first sentence, cut at `longest` characters, and those of the same
/// paragraph that fit as well.
pub(super) fn about(text: &str, markup: Markup, longest: usize) -> About {
    let text = beginning(text);
    let paragraphs = match markup {
        Markup::Comment => paragraph::paragraphs(comment::uncommented(text)),
        Markup::Markdown => markdown::paragraphs(text),
        Markup::Plain => paragraph::paragraphs(text.lines()),
    };
    let title = paragraphs.iter().find(|it| it.form == Form::Heading);
    About {
        title: title.map_or_else(String::new, |title| clean(&title.text)),
        lead: match markup {
            Markup::Comment => said(&paragraphs, longest),
            _ => written(&paragraphs, longest),
        },
    }
}

/// The first sentences of a paragraph that stands by itself.
pub(super) fn sentences(paragraph: &str, longest: usize) -> String {
    let text = clean(&inline::plain(beginning(paragraph)));
    let mut lead = String::new();
    let mut length = 0;
    for sentence in sentence::sentences(&text) {
        let more = sentence.chars().count();
        if lead.is_empty() {
            lead = cut(sentence, longest);
            length = more;
            continue;
        }
        length += more + 1;
        // What leads to a list says nothing without it.
        if length > longest || sentence.ends_with(':') {
            break;
        }
        lead.push(' ');
        lead.push_str(sentence);
    }
    lead
}

/// The first sentence of what was read already.
pub(super) fn opening(text: &str) -> &str {
    sentence::sentences(text).next().unwrap_or_default()
}

/// The first sentence of docs.
pub(super) fn first_sentence(docs: &str, longest: usize) -> String {
    let about = about(docs, Markup::Comment, LONGEST);
    let first = sentence::sentences(&about.lead).next();
    cut(first.unwrap_or_default(), longest)
}

/// The beginning of a text, as long as anything is looked at.
fn beginning(text: &str) -> &str {
    text.get(..text.floor_char_boundary(LONGEST))
        .unwrap_or(text)
}

/// The lead of docs: the first paragraph with something to say, else the first item, else the
/// title.
fn said(paragraphs: &[Paragraph], longest: usize) -> String {
    let leads = |form: Form, words: usize| {
        let of_form = paragraphs.iter().filter(move |it| it.form == form);
        of_form
            .map(|paragraph| sentences(&paragraph.text, longest))
            .filter(|lead| lead.split_whitespace().count() >= words)
            .find(|lead| !lead.is_empty() && !noise::is_empty(lead))
    };
    let first = leads(Form::Prose, 1).or_else(|| leads(Form::Heading, 1));
    // The name of the file is not yet what it is about.
    leads(Form::Prose, 2).or(first).unwrap_or_default()
}

/// The lead of a document: the first paragraph of some length that is about the thing, and not
/// about how to install it.
fn written(paragraphs: &[Paragraph], longest: usize) -> String {
    let mut is_elsewhere = false;
    for paragraph in paragraphs {
        if paragraph.form == Form::Heading {
            is_elsewhere = noise::is_elsewhere(&paragraph.text);
        }
        if paragraph.form == Form::Prose
            && !is_elsewhere
            && says_something(&paragraph.text)
            && !noise::is_aside(&paragraph.text)
        {
            return sentences(&paragraph.text, longest);
        }
    }
    String::new()
}

/// Whether a paragraph is a sentence and not a name, a number or a row of signs.
fn says_something(paragraph: &str) -> bool {
    let words = paragraph.split_whitespace();
    let words = words
        .filter(|word| word.chars().any(char::is_alphabetic))
        .count();
    let letters = paragraph.chars().filter(|it| it.is_alphabetic()).count();
    let all = paragraph.chars().filter(|it| !it.is_whitespace()).count();
    let is_unspaced = paragraph
        .chars()
        .any(|it| ('\u{2e80}'..='\u{9fff}').contains(&it));
    (words >= 3 || is_unspaced && letters >= 6) && letters * 2 > all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, markup: Markup, title: &str, lead: &str) {
        let expected = About {
            title: title.to_owned(),
            lead: lead.to_owned(),
        };
        assert_eq!(about(text, markup, 160), expected, "{text:?}");
    }

    #[test]
    fn docs_lead_with_what_they_say() {
        let check = |text, lead| assert_eq!(about(text, Markup::Comment, 160).lead, lead);
        check("//! Merges segments.\n//!\n//! More.", "Merges segments.");
        check("/// Merges `a`. It is\n/// fast.", "Merges a. It is fast.");
        check(
            "#!/bin/sh\n# -*- sh -*-\n# Copyright (c) 2020 X.\n#\n# Installs it.",
            "Installs it.",
        );
        check(
            "\"\"\"\nrequests.api\n~~~~~~~~~~~~\n\nThis module implements it.\n\n:copyright: (c) 2012\n\"\"\"",
            "This module implements it.",
        );
        check(
            "/*!\n * express\n * Copyright(c) 2009 T\n * MIT Licensed\n */\n/**\n * Module dependencies.\n * @private\n */",
            "",
        );
        check(
            "//===----------===//\n//\n// This source file is part of the X open source project\n//\n// Copyright (c) 2017-2021 X Inc.\n// Licensed under Apache License v2.0\n//\n// See LICENSE.txt for license information\n// See CONTRIBUTORS.txt for the list of X project authors\n//\n// SPDX-License-Identifier: Apache-2.0\n//\n//===----------===//",
            "",
        );
        check("#! /usr/bin/env bash\n# Installs it.", "Installs it.");
        check("/** @param a it */", "");
        check("//! # Merging", "Merging");
        check("/// It is one of:\n/// - a\n/// - b", "It is one of:");
    }

    #[test]
    fn documents_lead_with_what_they_are_about() {
        check(
            "# Tool\n\n[![a](b)](c)\n\nNote: moved.\n\n## Installation\n\nRun this and that.\n\n\
             ## Overview\n\nFast search of code. It is:\n",
            Markup::Markdown,
            "Tool",
            "Fast search of code.",
        );
        check(
            "Tool\n====\n\n.. image:: a.png\n   :target: b\n\nFast search of ``code``.\n",
            Markup::Plain,
            "Tool",
            "Fast search of code.",
        );
        check("1 2 3\n\nYes\n", Markup::Markdown, "", "");
        check(
            "# 工具\n\n快速的代码搜索。离线。\n",
            Markup::Markdown,
            "工具",
            "快速的代码搜索。 离线。",
        );
    }

    #[test]
    fn one_sentence_is_the_first() {
        assert_eq!(first_sentence("/// Merges. Then more.", 40), "Merges.");
        assert_eq!(
            first_sentence("/// Merges many segments. Then.", 16),
            "Merges many…"
        );
    }
}
