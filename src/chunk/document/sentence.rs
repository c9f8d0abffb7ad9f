//! Sentence boundaries: the boundaries of UAX #29 that follow punctuation.
//!
//! [`sentences()`] decides where prose is split and where a summary ends.

use unicode_segmentation::UnicodeSegmentation;

/// Abbreviations that never end a sentence.
const NEVER_LAST: [&str; 11] = [
    "al", "e.g", "i.e", "cf", "vs", "Fig", "Dr", "Mr", "Mrs", "Prof", "St",
];

/// Start offsets of the sentences of a text, without the first.
pub fn sentences(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut previous = 0;
    let mut is_after_end = false;
    // UAX #29 also ends a sentence at every line break.
    for (start, _) in text.split_sentence_bound_indices().skip(1) {
        if !text[previous..start].chars().all(is_closing) {
            is_after_end = ends_sentence(&text[..start]);
        }
        if is_after_end {
            starts.push(start);
        }
        previous = start;
    }
    starts
}

/// Returns true for a character that may follow the mark at the end of a sentence.
fn is_closing(letter: char) -> bool {
    letter.is_whitespace() || "\"')]}*_`»”’」』）】》".contains(letter)
}

/// Returns true if this text ends a sentence.
fn ends_sentence(text: &str) -> bool {
    let open = text.trim_end_matches(is_closing);
    let Some(before) = open.strip_suffix('.') else {
        return open.ends_with(['!', '?', '…', '。', '！', '？', '．', '｡']);
    };
    let word = before
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or_default();
    let line = before[..before.len() - word.len()].trim_end_matches([' ', '\t']);
    // The number of a list item.
    let is_first = line.is_empty() || line.ends_with('\n');
    let is_number = is_first && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_initial = matches!(word.as_bytes(), [b'A'..=b'Z']);
    !is_number && !is_initial && !NEVER_LAST.contains(&word.trim_start_matches(['(', '[']))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks sentence boundaries, which are marked by `|`.
    fn check(marked: &str) {
        let text = marked.replace('|', "");
        let mut expected = Vec::new();
        let mut length = 0;
        for part in marked.split('|') {
            length += part.len();
            expected.push(length);
        }
        expected.pop();
        assert_eq!(sentences(&text), expected, "{marked}");
    }

    #[test]
    fn sentences_end_at_their_marks() {
        check("One. |Two! |Three? |Four");
        check("One.\n|Two.");
        check("Really?! |Yes.");
        check("He said \"no.\" |She left (at once). |End.");
        check("No mark at all");
        check("");
    }

    #[test]
    fn closing_brackets_on_many_lines_take_linear_time() {
        let closing = "]\n".repeat(100_000);
        assert!(sentences(&closing).is_empty());
        let ended = sentences(&format!("End.\n{closing}"));
        assert_eq!((ended.len(), ended[0]), (100_000, 5));
    }

    #[test]
    fn abbreviations_do_not_end_a_sentence() {
        check("See e.g. Figure 2, i.e. The one of Dr. Smith and Prof. Jones. |Then go.");
        check("Fig. 3 vs. Fig. 4. |Next.");
        check("Apples, pears etc. are fruit. |Apples etc. |They are.");
        check("No. 5 is alive. |He said no. |Then he left.");
        check("By J. R. Smith et al. In the army.");
    }

    #[test]
    fn numbers_and_versions_do_not_end_a_sentence() {
        check("It is 3.14 or so. |Version v1.2.3 is out. |Run a.b.c now.");
        check("1. Fill it.\n|2. Close it.");
        check("In 1999. |In 2000.");
    }

    #[test]
    fn ellipsis_before_a_lower_case_letter_does_not_end_a_sentence() {
        check("Well... not so. |Wait... |What?");
    }

    #[test]
    fn ideographs_need_no_space() {
        check("水を沸かす。|お茶！|はい");
        check("你好。|再见");
    }
}
