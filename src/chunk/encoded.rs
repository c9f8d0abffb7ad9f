//! Detection of encoded data: pictures, certificates and thumbnails in base64 or hexadecimal.
//!
//! Leaves for which [`is_encoded()`] returns true are not indexed.

/// Minimum length of an encoded run in bytes. Base64 is wrapped at 64 or 76; the hash of a commit, which may
/// be searched for, has 40.
const MIN_RUN_LEN: usize = 60;

/// Minimum number of letters and digits of a word between runs: the `xA` of `&#xA;` is not one.
const MIN_WORD_LEN: usize = 3;

/// Minimum number of words between runs that make a text searchable: `BEGIN CERTIFICATE`, or the tag of an
/// embedded picture. A single one may be the end of the last line.
const MIN_WORDS: usize = 2;

/// Returns true if a text consists almost entirely of encoded data. No query in words matches it, and its
/// vector is noise that may be near anything.
pub(super) fn is_encoded(text: &str) -> bool {
    // Half of the shortest run: each run contains one of these pieces.
    let mut pieces = text.as_bytes().chunks_exact(MIN_RUN_LEN / 2);
    let runs = || text.as_bytes().split(|byte| !is_of_run(*byte));
    if !pieces.any(|piece| piece.iter().all(|byte| is_of_run(*byte))) || !runs().any(is_run) {
        return false;
    }
    // Letters of other scripts are never part of a run, but always words.
    let mut others = text.chars().filter(|letter| !letter.is_ascii());
    if others.any(char::is_alphanumeric) {
        return false;
    }
    let words = runs()
        .filter(|run| !may_be_run(run) && count(run, u8::is_ascii_alphanumeric) >= MIN_WORD_LEN);
    words.count() < MIN_WORDS
}

fn is_of_run(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Returns true if a run looks encoded: at least a quarter of its bytes are not lower-case letters, at most a
/// fifth are signs, and some are letters. Paths and names have more lower case, long numbers no letters.
fn is_run(run: &[u8]) -> bool {
    let marks = run.len() - count(run, u8::is_ascii_alphanumeric);
    let has_letters = count(run, u8::is_ascii_digit) + marks < run.len();
    may_be_run(run) && marks * 5 <= run.len() && has_letters
}

/// Returns true if a run may be encoded next to others: a line of an encoded image may consist of digits.
fn may_be_run(run: &[u8]) -> bool {
    run.len() >= MIN_RUN_LEN && count(run, u8::is_ascii_lowercase) * 4 <= run.len() * 3
}

fn count(run: &[u8], is_counted: fn(&u8) -> bool) -> usize {
    run.iter().filter(|byte| is_counted(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sixty-four letters of an encoded picture.
    const LINE: &str = "iVBORw0KGgoAAAANSUhEUgAAAGAAAACjCAYAAAB15BsiAAAACXBIWXMAAC4jAAAu";

    fn check(text: &str, expected: bool) {
        assert_eq!(is_encoded(text), expected, "{text}");
    }

    #[test]
    fn text_of_encoded_bytes_only_is_encoded() {
        check(LINE, true);
        check(&LINE.repeat(30), true);
        check(&format!("{LINE}\n{LINE}\nIwx8KQ==\n"), true);
        check(&format!("{LINE}&#xA;{LINE}&#xA;"), true);
        check(&"/9j4Hx8f".repeat(8), true);
        check(&"deadbeef01234567".repeat(4), true);
        let digits = "57585758".repeat(8);
        check(
            &format!("%{}\r\n%{digits}\r\n%{digits}", "575FA1FD".repeat(8)),
            true,
        );
    }

    #[test]
    fn first_and_last_lines_of_encoded_data_are_kept() {
        check(&format!("-----BEGIN CERTIFICATE-----\n{LINE}\n"), false);
        check(
            &format!("<image href=\"data:image/png;base64,{LINE}"),
            false,
        );
        check(&format!("{LINE}</xmpGImg:image>"), false);
        check(&format!("{LINE}\n漢字"), false);
    }

    #[test]
    fn words_names_and_numbers_are_not_encoded_data() {
        check("", false);
        check("let key = decode(text);", false);
        check("d6b7af3b7bba7fcba8e0a8e0a1b5a9d1cb2f3a47", false);
        check(&"=".repeat(80), false);
        check(&"/".repeat(80), false);
        check(&"1234567890".repeat(9), false);
        check(
            "src/test/java/org/apache/kafka/streams/state/internals/TimeOrderedBuffer2Test",
            false,
        );
        check(
            "shouldThrowAnExceptionWhenTheConsumerIsClosedBeforeTheProducerIsReadyAgain",
            false,
        );
    }
}
