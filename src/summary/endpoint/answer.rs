//! Conversion of a model's answer to a summary.
//!
//! Contract of [`summary()`]: the result is one paragraph of bounded length, or the reason that there is
//! none.

use super::wire::{ChatCompletion, FinishReason};
use crate::chunk::sentences;
use crate::summary::line::{cut, one_line};
use crate::summary::prose::paragraphs;

/// Maximum length of a summary, in characters.
const MAX_SUMMARY_LEN: usize = 1_200;
/// Minimum number of letters of a summary.
const MIN_LETTERS: usize = 8;

const EMPTY: &str = "it is empty";
const REFUSAL: &str = "it is a refusal";

/// Beginnings of refusals, in lower case.
const REFUSALS: &[&str] = &[
    "as an ai",
    "i am sorry",
    "i am unable",
    "i apologize",
    "i can't",
    "i cannot",
    "i'm sorry",
    "i'm unable",
    "sorry,",
    "please provide",
];

/// The summary in an answer: one paragraph without reasoning, Markdown and announcements. `Err` is the reason
/// that there is none.
pub(super) fn summary(completion: &ChatCompletion) -> Result<String, &'static str> {
    let content = completion.content.as_str();
    // Some servers send only the end of the reasoning; other reasoning has no end.
    let answer = content
        .rsplit_once("</think>")
        .map_or(content, |(_, answer)| answer);
    let answer = answer.split("<think>").next().unwrap_or_default();
    let mut parts: Vec<String> = paragraphs(answer)
        .into_iter()
        .map(|paragraph| paragraph.text)
        .collect();
    if parts.len() > 1 && parts.first().is_some_and(|first| first.ends_with(':')) {
        parts.remove(0);
    }
    let line = one_line(&parts.join(" "));
    let text = match completion.finish {
        FinishReason::Refusal => return Err(REFUSAL),
        // The last sentence is incomplete.
        FinishReason::Length => &line[..sentences(&line).last().copied().unwrap_or_default()],
        FinishReason::Stop => &line,
    }
    .trim_end();
    let start = text.replace('’', "'").to_lowercase();
    if REFUSALS.iter().any(|refusal| start.starts_with(refusal)) {
        return Err(REFUSAL);
    }
    if text.chars().filter(|c| c.is_alphabetic()).count() < MIN_LETTERS {
        return Err(EMPTY);
    }
    Ok(cut(text, MAX_SUMMARY_LEN))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(content: &str, finish: FinishReason, expected: Result<&str, &str>) {
        let completion = ChatCompletion {
            content: content.to_owned(),
            finish,
            tokens: None,
        };
        let found = summary(&completion);
        assert_eq!(
            found.as_deref(),
            expected.as_ref().map(|it| *it),
            "{content:?}"
        );
    }

    fn stop(content: &str, expected: Result<&str, &str>) {
        check(content, FinishReason::Stop, expected);
    }

    #[test]
    fn reasoning_is_omitted() {
        let good = Ok("It merges segments.");
        stop("<think>Hm.\nWell.</think>\n\nIt merges segments.", good);
        stop("Hm. Well.</think>It merges segments.", good);
        stop("<think>It merges segments.", Err(EMPTY));
        stop("<think>Hm.</think> \n", Err(EMPTY));
        check("", FinishReason::Length, Err(EMPTY));
    }

    #[test]
    fn markdown_and_announcements_are_omitted() {
        stop(
            "# Summary\n\nIt **merges** `Segment`s.",
            Ok("It merges Segments."),
        );
        stop(
            "Sure! Here it is:\n\nIt merges\nsegments.",
            Ok("It merges segments."),
        );
        stop("- It merges.\n- It writes.", Ok("It merges. It writes."));
        stop("\u{1b}It\u{202e} merges all", Ok("It merges all"));
    }

    #[test]
    fn other_answers_are_not_summaries() {
        stop("... 42 — !!", Err(EMPTY));
        stop("```\nlet x = all_of_it;\n```", Err(EMPTY));
        stop("I’m sorry, but I can't help with that.", Err(REFUSAL));
        check("It merges segments.", FinishReason::Refusal, Err(REFUSAL));
        stop(
            "它将索引的各个段合并为一个段。",
            Ok("它将索引的各个段合并为一个段。"),
        );
    }

    #[test]
    fn a_truncated_answer_keeps_its_complete_sentences() {
        check(
            "It merges segments. It also wri",
            FinishReason::Length,
            Ok("It merges segments."),
        );
        check("It merges segments and", FinishReason::Length, Err(EMPTY));
    }
}
