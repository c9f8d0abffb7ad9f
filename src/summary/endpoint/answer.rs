//! What of a model's words is a summary, if anything is.

use super::plain;
use super::prompt::Prompt;
use super::prose;
use super::wire::Finish;
use std::collections::HashSet;

/// The longest summary, in characters.
const LONGEST_SUMMARY: usize = 1200;

/// Fewer letters say nothing.
const FEWEST_LETTERS: usize = 8;

/// From so many words on, a fifth of them must be different.
const FEWEST_REPEATING: usize = 24;

/// How models begin when they do not answer. No summary of code speaks of itself.
const REFUSALS: &[&str] = &[
    "as an ai",
    "could you please",
    "i am not able",
    "i am sorry",
    "i am unable",
    "i apologize",
    "i can not",
    "i can't",
    "i cannot",
    "i do not have",
    "i don't have",
    "i'm not able",
    "i'm sorry",
    "i'm unable",
    "i won't",
    "please provide",
    "sorry,",
    "unfortunately, i",
];

/// A model's answer that was found good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// One paragraph of plain sentences, at most 1200 characters.
    pub text: String,
    /// Tokens it took, prompt included: by the server's count, or estimated.
    pub tokens: u64,
}

/// Why an answer is no summary.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Nonsense {
    /// No text at all.
    #[error("it is empty")]
    Empty,
    /// It thought and said nothing, or thought until its tokens were gone.
    #[error("it has reasoning and nothing else")]
    OnlyReasoning,
    /// Its tokens were gone before the first sentence was whole.
    #[error("it ends within its first sentence")]
    CutShort,
    /// The model, or a filter behind it, would not answer.
    #[error("it is a refusal")]
    Refusal,
    /// It says what it was told.
    #[error("it repeats the question")]
    Echo,
    /// It says the same words again and again.
    #[error("it repeats itself")]
    Repetition,
    /// Hardly a letter is in it.
    #[error("it has no words")]
    NoWords,
}

/// The summary in a model's words.
pub(super) fn summary(content: &str, finish: Finish, prompt: &Prompt) -> Result<String, Nonsense> {
    if finish == Finish::Refusal {
        return Err(Nonsense::Refusal);
    }
    if content.trim().is_empty() {
        return Err(match finish {
            Finish::Length => Nonsense::OnlyReasoning,
            _ => Nonsense::Empty,
        });
    }
    let said = without_reasoning(content);
    if said.trim().is_empty() {
        return Err(Nonsense::OnlyReasoning);
    }
    let text = prose::paragraph(&said);
    if letters(&text) == 0 {
        return Err(Nonsense::NoWords);
    }
    if is_refusal(&text) {
        return Err(Nonsense::Refusal);
    }
    if is_echo(&text, prompt) {
        return Err(Nonsense::Echo);
    }
    if is_repetitive(&text) {
        return Err(Nonsense::Repetition);
    }
    let text = match finish {
        Finish::Length => prose::whole_sentences(&text).ok_or(Nonsense::CutShort)?,
        Finish::Stop | Finish::Refusal => &text,
    };
    let text = prose::cut(text, LONGEST_SUMMARY);
    match letters(&text) < FEWEST_LETTERS {
        true => Err(Nonsense::NoWords),
        false => Ok(text),
    }
}

/// Takes `<think>…</think>` out. Some servers send only its end, having written the start
/// themselves; a start without an end is a model that never came to its answer.
fn without_reasoning(content: &str) -> String {
    let mut said = String::new();
    // ASCII lower case keeps every byte in its place.
    let lower = content.to_ascii_lowercase();
    let mut at = 0;
    for tag in ["</think>", "</thinking>"] {
        if let Some(end) = lower.find(tag)
            && lower.find("<think").is_none_or(|start| end < start)
        {
            at = at.max(end + tag.len());
        }
    }
    while let Some(start) = found(&lower, at, &["<think>", "<thinking>"]) {
        said.push_str(content.get(at..start.0).unwrap_or_default());
        match found(&lower, start.1, &["</think>", "</thinking>"]) {
            Some(end) => at = end.1,
            None => return said,
        }
    }
    said.push_str(content.get(at..).unwrap_or_default());
    said
}

/// Where the first of some tags starts and ends, from a byte on.
fn found(text: &str, from: usize, tags: &[&str]) -> Option<(usize, usize)> {
    let rest = text.get(from..)?;
    tags.iter()
        .filter_map(|tag| {
            let start = from + rest.find(tag)?;
            Some((start, start + tag.len()))
        })
        .min()
}

fn letters(text: &str) -> usize {
    text.chars()
        .filter(|character| character.is_alphabetic())
        .count()
}

fn is_refusal(text: &str) -> bool {
    let start = plain::head(text, 80).replace('’', "'").to_lowercase();
    REFUSALS.iter().any(|refusal| start.starts_with(refusal))
}

/// Whether an answer is the question, or a part of what was told; a sentence of the extract is an
/// answer.
fn is_echo(text: &str, prompt: &Prompt) -> bool {
    let (said, told, asked) = (words(text), words(prompt.system), words(&prompt.user));
    let question = words(prompt.user.lines().next().unwrap_or_default());
    let told_first = words(prompt.system.split('.').next().unwrap_or_default());
    let begins_with = |start: &str| start.len() > 1 && said.starts_with(start);
    let is_most_of = |text: &str| text.contains(&said) && said.len() * 2 > text.len();
    begins_with(&question) || begins_with(&told_first) || told.contains(&said) || is_most_of(&asked)
}

/// Lower-case words with single spaces between and around them.
fn words(text: &str) -> String {
    let mut words = String::from(" ");
    for word in text.split(|character: char| !character.is_alphanumeric()) {
        if !word.is_empty() {
            words.push_str(&word.to_lowercase());
            words.push(' ');
        }
    }
    words
}

fn is_repetitive(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let distinct: HashSet<&str> = words.iter().copied().collect();
    words.len() >= FEWEST_REPEATING && distinct.len() * 5 < words.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn prompt() -> Prompt {
        Prompt::for_file(
            "src/merge.rs",
            "Rust",
            "Merges segments into one. struct Merger, fn merge, fn estimate, fn write, fn sort",
        )
    }

    fn check(content: &str, expected: Result<&str, Nonsense>) {
        ends(content, Finish::Stop, expected);
    }

    fn ends(content: &str, finish: Finish, expected: Result<&str, Nonsense>) {
        let summary = summary(content, finish, &prompt());
        assert_eq!(
            summary.as_deref(),
            expected.as_ref().map(|text| *text),
            "{content:?}"
        );
    }

    #[test]
    fn reasoning_is_taken_out() {
        let good = Ok("It merges segments.");
        check("<think>Hm.\nWell.</think>\n\nIt merges segments.", good);
        check("Hm. Well.</think>It merges segments.", good);
        check(
            "<THINKING>é</thinking>It merges <think>x</think>segments.",
            good,
        );
        check("<think>It merges segments.", Err(Nonsense::OnlyReasoning));
        check("<think>Hm.</think> \n", Err(Nonsense::OnlyReasoning));
        ends("", Finish::Length, Err(Nonsense::OnlyReasoning));
    }

    #[test]
    fn nothing_is_nothing() {
        check("", Err(Nonsense::Empty));
        check(" \n\t", Err(Nonsense::Empty));
        check("... 42 — !!", Err(Nonsense::NoWords));
        check("```\n```", Err(Nonsense::NoWords));
        check("Ok.", Err(Nonsense::NoWords));
        check(
            "它将索引的各个段合并为一个段。",
            Ok("它将索引的各个段合并为一个段。"),
        );
    }

    #[test]
    fn refusals_are_no_summaries() {
        check(
            "I'm sorry, but I can't help with that.",
            Err(Nonsense::Refusal),
        );
        check("I’m unable to see the file.", Err(Nonsense::Refusal));
        check("As an AI language model, I merge.", Err(Nonsense::Refusal));
        ends(
            "It merges segments.",
            Finish::Refusal,
            Err(Nonsense::Refusal),
        );
        check(
            "I/O of segments, by pages.",
            Ok("I/O of segments, by pages."),
        );
    }

    #[test]
    fn the_question_is_no_answer() {
        let prompt = prompt();
        check(&prompt.user, Err(Nonsense::Echo));
        check(&prompt.user.to_uppercase(), Err(Nonsense::Echo));
        check(prompt.system, Err(Nonsense::Echo));
        check("Summarise this file. It merges.", Err(Nonsense::Echo));
        check("Merges segments into one.", Ok("Merges segments into one."));
    }

    #[test]
    fn the_same_words_again_are_no_answer() {
        check(&"segment merge ".repeat(40), Err(Nonsense::Repetition));
    }

    #[test]
    fn an_answer_that_ran_out_keeps_its_whole_sentences() {
        ends(
            "It merges segments. It also wri",
            Finish::Length,
            Ok("It merges segments."),
        );
        ends(
            "It merges segments and",
            Finish::Length,
            Err(Nonsense::CutShort),
        );
        check("It merges segments and", Ok("It merges segments and"));
    }

    #[test]
    fn a_long_answer_is_cut_at_a_sentence() {
        let sentence = |number| format!("Part{number} merges list{number} of the segments.");
        let long: Vec<String> = (0..60).map(sentence).collect();
        let text = summary(&long.join(" "), Finish::Stop, &prompt()).unwrap();
        assert!(text.ends_with("segments."), "{text}");
        assert!((1100..=LONGEST_SUMMARY).contains(&text.chars().count()));
    }

    proptest! {
        #[test]
        fn a_summary_is_one_clean_bounded_paragraph(
            pieces in proptest::collection::vec(
                prop_oneof![
                    "\\PC{0,40}",
                    any::<char>().prop_map(String::from),
                    "([a-z]{1,9}[ .\n]){1,20}",
                    Just("<think>".to_owned()),
                    Just("</think>".to_owned()),
                    Just("\n# ".to_owned()),
                    Just("\n```\n".to_owned()),
                    Just("\n- ".to_owned()),
                    Just("**".to_owned()),
                ],
                0..24,
            ),
            length in any::<bool>(),
        ) {
            let finish = if length { Finish::Length } else { Finish::Stop };
            if let Ok(text) = summary(&pieces.concat(), finish, &prompt()) {
                prop_assert!(text.chars().count() <= LONGEST_SUMMARY);
                prop_assert!(letters(&text) >= FEWEST_LETTERS);
                prop_assert_eq!(plain::one_line(&text), text);
            }
        }
    }
}
