//! Tokenizer of the bundled model. The `tokenizers` library takes more than ten times as long: it runs three
//! regular expressions over each text and allocates for each word.
//!
//! Principal type: [`Tokenizer`]. Invariant: the tokens equal the library's for the
//! bundled tokenizer.json. It splits words into runs of ASCII letters or digits and at camelCase boundaries,
//! and its WordPiece continues words without a prefix.

use super::error::Cause;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use std::borrow::Cow;

/// Maximum length in letters of a known word.
const MAX_WORD_LENGTH: usize = 64;

/// Letters outside ASCII whose lower case contains an ASCII letter: `k`, and `i` with a combining dot.
const KELVIN: char = '\u{212a}';
const DOTTED_I: char = '\u{130}';

/// Placeholder for both while splitting words: they are letters, but neither `[a-z]` nor `[A-Z]`.
const CASELESS: char = '\u{7f}';

/// WordPiece tokenizer for the words of a text.
pub(super) struct Tokenizer {
    ids: FxHashMap<&'static str, u32>,
    unknown: u32,
    /// Length in bytes of the longest token by first byte.
    longest: [usize; 256],
}

#[derive(Deserialize)]
struct TokenizerFile<'f> {
    #[serde(borrow)]
    model: WordPiece<'f>,
}

#[derive(Deserialize)]
struct WordPiece<'f> {
    /// Tokens are parts of the file: none has an escape sequence.
    #[serde(borrow)]
    vocab: FxHashMap<&'f str, u32>,
    unk_token: &'f str,
}

impl Tokenizer {
    /// Reads the vocabulary of a tokenizer.json.
    pub(super) fn parse(json: &'static [u8]) -> Result<Self, Cause> {
        let WordPiece { vocab, unk_token } = serde_json::from_slice::<TokenizerFile>(json)?.model;
        let mut longest = [0; 256];
        for token in vocab.keys() {
            if let Some(first) = token.bytes().next() {
                let longest = &mut longest[usize::from(first)];
                *longest = token.len().max(*longest);
            }
        }
        Ok(Self {
            unknown: *vocab
                .get(unk_token)
                .ok_or("its tokenizer.json has no unknown token")?,
            ids: vocab,
            longest,
        })
    }

    /// Number of ids, from 0.
    pub(super) fn vocabulary(&self) -> usize {
        self.ids.values().max().map_or(0, |id| *id as usize + 1)
    }

    /// Returns the ids of a text's tokens, in order.
    pub(super) fn ids(&self, text: &str) -> Vec<u32> {
        let mut ids = Vec::with_capacity(text.len() / 4);
        let (cased, lower) = cases(text);
        let cased = cased.as_bytes();
        let (mut start, mut before) = (0, ByteClass::Separator);
        for (at, byte) in cased.iter().enumerate() {
            let kind = ByteClass::of(*byte);
            let in_word = match (before, kind) {
                // The last of several upper-case letters starts a word if a lower-case one follows.
                (ByteClass::Upper, ByteClass::Upper) => {
                    !cased.get(at + 1).is_some_and(u8::is_ascii_lowercase)
                }
                (ByteClass::Lower, ByteClass::Upper) => false,
                (ByteClass::Separator, _) | (_, ByteClass::Separator) => false,
                (before, kind) => (before == ByteClass::Digit) == (kind == ByteClass::Digit),
            };
            if !in_word {
                if before != ByteClass::Separator {
                    self.add(&lower[start..at], &mut ids);
                }
                start = at;
            }
            before = kind;
        }
        if before != ByteClass::Separator {
            self.add(&lower[start..], &mut ids);
        }
        ids
    }

    /// Appends the tokens of a word, greedily by longest match.
    fn add(&self, word: &str, ids: &mut Vec<u32>) {
        if word.len() > MAX_WORD_LENGTH {
            ids.push(self.unknown);
            return;
        }
        let (mut rest, before) = (word, ids.len());
        while let Some(first) = rest.bytes().next() {
            let longest = self.longest[usize::from(first)].min(rest.len());
            let token = (1..=longest).rev().find_map(|length| {
                let (token, after) = rest.split_at(length);
                Some((*self.ids.get(token)?, after))
            });
            let Some((id, after)) = token else {
                ids.truncate(before);
                ids.push(self.unknown);
                return;
            };
            ids.push(id);
            rest = after;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ByteClass {
    Separator,
    Digit,
    Lower,
    Upper,
    Caseless,
}

impl ByteClass {
    fn of(byte: u8) -> Self {
        match byte {
            b'a'..=b'z' => Self::Lower,
            b'A'..=b'Z' => Self::Upper,
            b'0'..=b'9' => Self::Digit,
            0x7f => Self::Caseless,
            _ => Self::Separator,
        }
    }
}

/// Returns the text for splitting and its lower case for lookup, aligned byte by byte.
fn cases(text: &str) -> (Cow<'_, str>, String) {
    if !text.contains([KELVIN, DOTTED_I, CASELESS]) {
        return (Cow::Borrowed(text), text.to_ascii_lowercase());
    }
    let text = text.replace(CASELESS, " ");
    let lower = text.replace(KELVIN, "k").replace(DOTTED_I, "i ");
    let cased = text.replace(KELVIN, "\u{7f}").replace(DOTTED_I, "\u{7f} ");
    (Cow::Owned(cased), lower.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::table;
    use proptest::prelude::*;
    use serde_json::Value;
    use std::path::Path;
    use std::sync::LazyLock;

    /// This tokenizer and the library's, for the same file.
    struct Pair {
        ours: Tokenizer,
        library: tokenizers::Tokenizer,
    }

    impl Pair {
        fn of(json: &'static [u8]) -> Self {
            Self {
                ours: Tokenizer::parse(json).unwrap(),
                library: tokenizers::Tokenizer::from_bytes(json).unwrap(),
            }
        }

        #[track_caller]
        fn check(&self, text: &str) {
            let expected = self.library.encode_fast(text, false).unwrap();
            assert_eq!(self.ours.ids(text), expected.get_ids(), "{text:?}");
        }
    }

    static BUNDLED: LazyLock<Pair> = LazyLock::new(|| Pair::of(table::TOKENIZER));

    #[test]
    fn tokens_equal_those_of_the_library() {
        let check = |text: &str| BUNDLED.check(text);
        check("");
        check(" \n\t\0\u{1b}[0m");
        check("HTTPServer2x XMLHttpRequest aB aBC ABc Ab1C 1A A1 utf8Decode x86_64");
        check("İstanbul aİB Kelvin aKB KELVIN STRASSE Straße ẞ ǅ ǈa ﬁx ΑΣ É e\u{301}F ſ");
        check("snake_case kebab-case [UNK] [PAD] [CLS] unk UNK ?");
        check("qzxjv 0123456789 zzzzzzzzzzzzzzzzzzzzz deadBEEF0f \u{202e}x\u{feff}y");
        for length in 62..=66 {
            let word = "merge".repeat(14)[..length].to_owned();
            let digits = "7".repeat(length);
            check(&format!(
                "a {word} {digits}{word}{digits} {word}É{}",
                word.to_uppercase()
            ));
            check(&format!("{word}{digits}"));
        }
    }

    #[test]
    fn every_cased_letter_has_the_tokens_of_the_library() {
        let cased =
            ('\0'..=char::MAX).filter(|it| *it < '\u{3000}' || !it.to_lowercase().eq([*it]));
        let cased: Vec<char> = cased.collect();
        for chars in cased.chunks(500) {
            let around = chars.iter().map(|it| format!("a{it}B{it}c{it}9{it}D "));
            BUNDLED.check(&around.collect::<String>());
        }
    }

    #[test]
    fn files_of_this_repository_have_the_tokens_of_the_library() {
        let mut files = 0;
        for folder in ["src", "tests", "benches", "assets", "ranking", "themes"] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            for entry in ignore::Walk::new(folder).map(Result::unwrap) {
                if entry.metadata().unwrap().is_file() && entry.metadata().unwrap().len() < 1 << 19
                {
                    let bytes = std::fs::read(entry.path()).unwrap();
                    BUNDLED.check(&String::from_utf8_lossy(&bytes));
                    files += 1;
                }
            }
        }
        assert!(files > 500, "{files}");
    }

    proptest! {
        #[test]
        fn any_text_has_the_tokens_of_the_library(text: String) {
            BUNDLED.check(&text);
        }

        #[test]
        fn any_mixture_has_the_tokens_of_the_library(parts in prop::collection::vec(part(), 0..60)) {
            BUNDLED.check(&parts.concat());
        }
    }

    fn part() -> impl Strategy<Value = String> {
        let chosen = [
            "HTTPServer2x",
            "fooBar",
            "[UNK]",
            "[CLS]",
            "[PAD]",
            "İ",
            "I",
            "ı",
            "K",
            "k",
            "ß",
            "ẞ",
            "ǅ",
            "Σ",
            "ς",
            "É",
            "\u{301}",
            "\u{307}",
            "\u{200d}",
            "ﬁ",
            "٣",
            "²",
            "Ａ",
            "ａ",
            "_",
            " ",
            "\r\n",
            "\0",
            "\u{7f}",
            "\u{85}",
            "🦀",
            "A",
            "b",
            "4",
        ];
        prop_oneof![
            4 => prop::sample::select(chosen.to_vec()).prop_map(str::to_owned),
            2 => any::<char>().prop_map(String::from),
            2 => "[a-zA-Z0-9]{1,8}",
            1 => "[a-z]{60,70}",
            1 => "[0-9]{60,70}",
            1 => "[ -~]{1,12}",
        ]
    }

    #[test]
    fn any_vocabulary_has_the_tokens_of_the_library() {
        let mut file: Value = serde_json::from_slice(table::TOKENIZER).unwrap();
        let letters = ('a'..='y').chain('0'..='8').map(String::from);
        let odd = [
            "ab", "bc", "abcd", "12", "yz", "", "a1", "1a", "b-c", "É", "é", "?", " ",
        ];
        let tokens = letters.chain(odd.map(str::to_owned));
        let vocab = tokens.chain(["[UNK]".to_owned()]).zip(5..);
        file["model"]["vocab"] = vocab.map(|(token, id)| (token, Value::from(id))).collect();
        let pair = Pair::of(serde_json::to_vec(&file).unwrap().leak());
        pair.check("abc abcd aBCd a1a1 112 b-c É é ? [UNK] a 1ab");
        // A word with a letter that is not a token is unknown as a whole.
        pair.check("az z abcz 19 abyz yzab 1z");
        pair.check(&"ab".repeat(40));
    }

    #[test]
    fn every_token_counts() {
        let count = |text: &str| BUNDLED.ours.ids(text).len();
        assert_eq!(count(""), 0);
        let one = count("fn merge");
        assert!(one >= 2);
        assert_eq!(count(&"fn merge ".repeat(900)), one * 900);
    }

    #[test]
    fn a_file_without_a_vocabulary_is_refused() {
        for json in [
            "{}",
            r#"{"model": {"vocab": {"a": 2}, "unk_token": "[UNK]"}}"#,
        ] {
            assert!(Tokenizer::parse(json.as_bytes()).is_err());
        }
    }
}
