//! Where sentences begin. The rules are those of UAX #29 (sentence boundaries), told of what prose
//! about programs is full of: abbreviations, versions, initials, scripts without spaces.

/// Words that no sentence ends with, without their last mark.
const NEVER_LAST: &[&str] = &[
    "al", "approx", "bzw", "ca", "capt", "cf", "col", "dept", "dr", "ed", "eds", "eq", "eqs",
    "esp", "fig", "figs", "gen", "hon", "incl", "lt", "mr", "mrs", "ms", "mt", "prof", "resp",
    "rev", "sgt", "st", "viz", "vs",
];
/// Words that no sentence ends with when a number follows.
const BEFORE_NUMBER: &[&str] = &[
    "art", "ch", "chap", "no", "nos", "nr", "p", "par", "pp", "sec", "sect", "tab", "ver", "vol",
];
/// Words that a sentence ends with only when the next word is written large.
const BEFORE_CAPITAL: &[&str] = &["co", "corp", "etc", "inc", "jr", "ltd", "sr", "usw"];
/// No abbreviation is longer, in bytes.
const LONGEST_ABBREVIATION: usize = 12;

/// The byte offsets at which the sentences of a text begin, except the first.
pub fn sentences(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut behind = 0;
    for (at, letter) in text.char_indices() {
        if at < behind || !is_mark(letter) {
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        let after_marks = rest.trim_start_matches(is_mark);
        let marks = rest
            .get(..rest.len() - after_marks.len())
            .unwrap_or_default();
        let closed = after_marks.trim_start_matches(is_closing);
        let next = closed.trim_start();
        behind = text.len() - after_marks.len();
        let has_space = next.len() < closed.len();
        let Some(first) = next.trim_start_matches(is_opening).chars().next() else {
            continue;
        };
        let ends = match marks.ends_with(is_wide_mark) {
            true => true,
            false => has_space && !first.is_lowercase() && !goes_on(text, at, marks, first),
        };
        if ends {
            starts.push(text.len() - next.len());
        }
    }
    starts
}

fn is_mark(letter: char) -> bool {
    matches!(letter, '.' | '!' | '?' | '…' | '‽') || is_wide_mark(letter)
}

/// What ends a sentence with no space behind it.
fn is_wide_mark(letter: char) -> bool {
    matches!(letter, '。' | '！' | '？' | '．' | '｡')
}

fn is_closing(letter: char) -> bool {
    matches!(
        letter,
        '"' | '\''
            | ')'
            | ']'
            | '}'
            | '*'
            | '_'
            | '`'
            | '»'
            | '”'
            | '’'
            | '」'
            | '』'
            | '）'
            | '】'
            | '》'
    )
}

fn is_opening(letter: char) -> bool {
    matches!(
        letter,
        '"' | '\'' | '(' | '[' | '{' | '*' | '_' | '`' | '«' | '“' | '‘' | '「' | '『' | '（'
    )
}

/// Whether the sentence goes on behind a mark: an abbreviation, an initial, a list's number.
fn goes_on(text: &str, mark: usize, marks: &str, next: char) -> bool {
    if marks != "." {
        return false;
    }
    let before = text.get(..mark).unwrap_or_default();
    let letters = before
        .char_indices()
        .rev()
        .take(LONGEST_ABBREVIATION + 1)
        .take_while(|(_, letter)| !letter.is_whitespace() && !is_opening(*letter));
    let word = letters.last().map_or(mark, |(at, _)| at);
    let is_first = before.get(..word).is_some_and(|before| {
        let line = before.trim_end_matches([' ', '\t']);
        line.is_empty() || line.ends_with('\n')
    });
    let word = before.get(word..).unwrap_or_default();
    if word.is_empty() || word.len() > LONGEST_ABBREVIATION {
        return false;
    }
    let lower = word.to_lowercase();
    let is = |words: &[&str]| words.contains(&lower.as_str());
    let is_letter = |part: &str| part.chars().count() == 1 && part.chars().all(char::is_alphabetic);
    let is_initials = word.split('.').all(is_letter);
    let is_number = is_first && word.bytes().all(|byte| byte.is_ascii_digit());
    (is_initials && (word.contains('.') || word.chars().all(char::is_uppercase)))
        || is_number
        || is(NEVER_LAST)
        || (is(BEFORE_NUMBER) && next.is_numeric())
        || (is(BEFORE_CAPITAL) && !next.is_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sentences are written with `|` between them.
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
    fn abbreviations_go_on() {
        check("See e.g. Figure 2, i.e. The one of Dr. Smith and Prof. Jones. |Then go.");
        check("Fig. 3 vs. Fig. 4. |Next.");
        check("Apples, pears etc. are fruit. |Apples etc. |They are.");
        check("No. 5 is alive. |He said no. |Then he left.");
        check("By J. R. Smith et al. In the U.S. Army.");
    }

    #[test]
    fn numbers_and_versions_go_on() {
        check("It is 3.14 or so. |Version v1.2.3 is out. |Run a.b.c now.");
        check("1. Fill it.\n|2. Close it.");
        check("In 1999. |In 2000.");
    }

    #[test]
    fn an_ellipsis_goes_on_before_a_small_letter() {
        check("Well... not so. |Wait... |What?");
        check("Well… not so. |Wait… |What?");
        check("\"Really?\" he asked.");
    }

    #[test]
    fn ideographs_need_no_space() {
        check("水を沸かす。|お茶！|「いいか？」|はい");
        check("你好。|再见");
    }
}
