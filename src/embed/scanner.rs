//! Fast tokenizer for simple tokenizer.json files. The `tokenizers` library takes more than ten times
//! as long: it runs three regular expressions over each text and allocates for each word.
//!
//! Principal type: [`Scanner`], used by [`Tokenizer`](super::tokens::Tokenizer) where the file allows it.
//!
//! Simple files split words into runs of ASCII letters or digits and at camelCase boundaries, and their
//! WordPiece continues words without a prefix. The bundled model's file is simple. Invariant: the tokens
//! equal the library's.

use serde::Deserialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::HashMap;

const UNKNOWN: &str = "[UNK]";

/// Maximum length in letters of a word that is looked up. Longer words are unknown.
const MAX_WORD_LENGTH: usize = 64;

/// Letters outside ASCII whose lower case contains an ASCII letter: `k`, and `i` with a combining dot.
const KELVIN: char = '\u{212a}';
const DOTTED_I: char = '\u{130}';

/// Placeholder for both while splitting words: they are letters, but neither `[a-z]` nor `[A-Z]`.
const CASELESS: char = '\u{7f}';

/// WordPiece tokenizer for the words of a text.
pub(super) struct Scanner {
    ids: HashMap<String, u32>,
    unknown: u32,
    /// Length in bytes of the longest token by first byte.
    longest: Vec<usize>,
}

#[derive(Deserialize)]
struct TokenizerFile {
    model: WordPiece,
    #[serde(flatten)]
    rest: Value,
}

#[derive(Deserialize)]
struct WordPiece {
    vocab: HashMap<String, u32>,
    #[serde(flatten)]
    rest: Value,
}

impl Scanner {
    /// Creates the scanner of a tokenizer.json; none unless the file has exactly the supported shape.
    pub(super) fn of(tokenizer: &[u8]) -> Option<Self> {
        let file: TokenizerFile = serde_json::from_slice(tokenizer).ok()?;
        let WordPiece { vocab: ids, rest } = file.model;
        if (file.rest, rest) != shape() {
            return None;
        }
        let mut longest = vec![0; 256];
        for token in ids.keys() {
            if let Some(first) = token.bytes().next() {
                let longest = &mut longest[usize::from(first)];
                *longest = token.len().max(*longest);
            }
        }
        Some(Self {
            unknown: *ids.get(UNKNOWN)?,
            ids,
            longest,
        })
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
        let (mut rest, before) = (word, ids.len());
        while let Some(first) = rest.bytes().next() {
            let longest = self.longest[usize::from(first)].min(rest.len());
            let token = (1..=longest).rev().find_map(|length| {
                let (token, rest) = rest.split_at(length);
                Some((*self.ids.get(token)?, rest))
            });
            let Some((id, after)) = token.filter(|_| word.len() <= MAX_WORD_LENGTH) else {
                ids.truncate(before);
                ids.push(self.unknown);
                return;
            };
            ids.push(id);
            rest = after;
        }
    }
}

/// Supported contents of the file except the vocabulary: outer fields, and fields of the model.
fn shape() -> (Value, Value) {
    let insert_space =
        |pattern: &str| json!({"type": "Replace", "pattern": {"Regex": pattern}, "content": " "});
    let file = json!({
        "version": "1.0",
        "truncation": null,
        "padding": null,
        "added_tokens": [],
        "normalizer": {"type": "Sequence", "normalizers": [
            insert_space("(?<=[a-z0-9])(?=[A-Z])"),
            insert_space("(?<=[A-Z])(?=[A-Z][a-z])"),
            {"type": "Lowercase"},
        ]},
        "pre_tokenizer": {
            "type": "Split",
            "pattern": {"Regex": "[a-z]+|[0-9]+"},
            "behavior": "Removed",
            "invert": true,
        },
        "post_processor": null,
        "decoder": null,
    });
    let model = json!({
        "type": "WordPiece",
        "unk_token": UNKNOWN,
        "continuing_subword_prefix": "",
        "max_input_chars_per_word": MAX_WORD_LENGTH,
    });
    (file, model)
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
    if ![KELVIN, DOTTED_I, CASELESS]
        .iter()
        .any(|it| text.contains(*it))
    {
        return (Cow::Borrowed(text), text.to_ascii_lowercase());
    }
    let text = text.replace(CASELESS, " ");
    let lower = text.replace(KELVIN, "k").replace(DOTTED_I, "i ");
    let cased = text.replace(KELVIN, "\u{7f}").replace(DOTTED_I, "\u{7f} ");
    (Cow::Owned(cased), lower.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::super::BUNDLED_TOKENIZER;
    use super::super::tokens::Tokenizer;
    use super::*;
    use proptest::prelude::*;
    use std::path::Path;
    use std::sync::LazyLock;

    /// Scanner and library for the same file.
    struct Pair([Tokenizer; 2]);

    impl Pair {
        fn of(json: &[u8]) -> Self {
            let library = tokenizers::Tokenizer::from_bytes(json).unwrap();
            let scanner = Scanner::of(json).unwrap();
            Self([Tokenizer::Scanner(scanner), Tokenizer::Bag(library)])
        }

        #[track_caller]
        fn check(&self, text: &str) {
            let [found, expected] = self.0.each_ref().map(|it| it.ids(text).unwrap());
            assert_eq!(found, expected, "{text:?}");
        }
    }

    static BUNDLED: LazyLock<Pair> = LazyLock::new(|| Pair::of(BUNDLED_TOKENIZER));

    fn bundled() -> Value {
        serde_json::from_slice(BUNDLED_TOKENIZER).unwrap()
    }

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
    fn long_texts_are_cut_at_the_same_token() {
        for words in [511, 512, 513, 700] {
            for text in [
                "merge ".repeat(words),
                "É merge2 xyzzyqq ".repeat(words / 3),
            ] {
                BUNDLED.check(&text);
                let [found, expected] = BUNDLED.0.each_ref().map(|it| it.tokens(&text).unwrap());
                assert_eq!(found, expected);
            }
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
        let mut file = bundled();
        let letters = ('a'..='y').chain('0'..='8').map(String::from);
        let odd = [
            "ab", "bc", "abcd", "12", "yz", "", "a1", "1a", "b-c", "É", "é", "?", " ",
        ];
        let tokens = letters.chain(odd.map(str::to_owned));
        let vocab = tokens.chain([UNKNOWN.to_owned()]).zip(5..);
        file["model"]["vocab"] = vocab.map(|(token, id)| (token, Value::from(id))).collect();
        let pair = Pair::of(&serde_json::to_vec(&file).unwrap());
        pair.check("abc abcd aBCd a1a1 112 b-c É é ? [UNK] a 1ab");
        // A word with a letter that is not a token is unknown as a whole.
        pair.check("az z abcz 19 abyz yzab 1z");
        pair.check(&"ab".repeat(40));
    }

    #[track_caller]
    fn check_other(change: impl FnOnce(&mut Value)) {
        let mut file = bundled();
        change(&mut file);
        assert!(Scanner::of(&serde_json::to_vec(&file).unwrap()).is_none());
    }

    #[test]
    fn a_file_of_another_shape_uses_the_library() {
        check_other(|file| file["normalizer"]["normalizers"][2]["type"] = "NFC".into());
        check_other(|file| file["normalizer"] = Value::Null);
        check_other(|file| file["pre_tokenizer"]["invert"] = false.into());
        check_other(|file| file["pre_tokenizer"]["pattern"]["Regex"] = r"\w+".into());
        check_other(|file| file["post_processor"] = json!({"type": "ByteLevel"}));
        check_other(|file| file["added_tokens"] = json!([{"id": 1, "content": "[UNK]"}]));
        check_other(|file| file["truncation"] = json!({"max_length": 512}));
        check_other(|file| file["padding"] = json!({"strategy": "BatchLongest"}));
        check_other(|file| file["unheard_of"] = json!(1));
        check_other(|file| file["model"]["type"] = "BPE".into());
        check_other(|file| file["model"]["continuing_subword_prefix"] = "##".into());
        check_other(|file| file["model"]["max_input_chars_per_word"] = 100.into());
        check_other(|file| file["model"]["unk_token"] = "[PAD]".into());
        check_other(|file| file["model"]["vocab"]["q"] = Value::Null);
        check_other(|file| {
            let vocab = file["model"]["vocab"].as_object_mut().unwrap();
            vocab.remove(UNKNOWN);
        });
        assert!(Scanner::of(b"{}").is_none());
    }
}
