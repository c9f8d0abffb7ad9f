//! A text of bounded length, made of whole sentences and whole items.

/// What a list of names says of those it leaves out.
fn more(count: usize) -> String {
    match count {
        0 => String::new(),
        _ => format!(" + {count} more"),
    }
}

/// A sentence that would have fewer characters left is not begun.
const SHORTEST: usize = 24;

/// A summary while it is written. It is one line, without control characters, and never longer
/// than its bound.
pub(super) struct Passage {
    text: String,
    /// How many characters it may still have.
    left: usize,
}

impl Passage {
    /// An empty one for so many characters.
    pub(super) fn new(longest: usize) -> Self {
        Self {
            text: String::new(),
            left: longest,
        }
    }

    /// Adds a sentence, with a full stop where it has no end; cut behind a word where it is too
    /// long for what is left.
    pub(super) fn say(&mut self, sentence: &str) {
        let sentence = clean(sentence);
        if sentence.is_empty() {
            return;
        }
        let space = usize::from(!self.text.is_empty());
        let room = self.left.saturating_sub(space);
        let whole = ended(&sentence);
        if whole.chars().count() <= room {
            self.push(&whole);
        } else if room >= SHORTEST {
            self.push(&cut(&sentence, room));
        }
    }

    /// Adds `opening a, b + 3 more.`: as many items as fit; nothing where none does.
    pub(super) fn list(&mut self, opening: &str, items: &[String], separator: &str) {
        self.list_within(opening, items, separator, usize::MAX, 0);
    }

    /// The same in no more than so many characters, with `unlisted` items left out before.
    /// Returns how many were written.
    pub(super) fn list_within(
        &mut self,
        opening: &str,
        items: &[String],
        separator: &str,
        longest: usize,
        unlisted: usize,
    ) -> usize {
        // What cannot be shown is not listed either.
        let items: Vec<String> = items
            .iter()
            .map(|item| clean(item))
            .filter(|item| !item.is_empty())
            .collect();
        let space = usize::from(!self.text.is_empty());
        let room = self.left.saturating_sub(space).min(longest);
        let total = items.len().saturating_add(unlisted);
        let mut length = opening.chars().count();
        let mut written = 0;
        for (place, item) in items.iter().enumerate() {
            let between = match place {
                0 => 0,
                _ => separator.chars().count(),
            };
            length = length.saturating_add(between + item.chars().count());
            let rest = more(total - place - 1).chars().count();
            let stop = usize::from(rest > 0 || !is_ended(item));
            if length.saturating_add(rest + stop) <= room {
                written = place + 1;
            }
        }
        if let Some(items) = items.get(..written).filter(|items| !items.is_empty()) {
            let listed = items.join(separator);
            let text = format!("{opening}{listed}{}", more(total - written));
            self.push(&ended(&text));
        }
        written
    }

    /// Adds the first items, as many as fit in so many characters, and says nothing of the others.
    /// Returns how many were written.
    pub(super) fn list_first(
        &mut self,
        opening: &str,
        items: &[String],
        separator: &str,
        longest: usize,
    ) -> usize {
        let mut length = opening.chars().count() + 1;
        let fits = items.iter().take_while(|item| {
            length += clean(item).chars().count() + separator.chars().count();
            length <= longest.min(self.left)
        });
        let first = items.get(..fits.count()).unwrap_or_default();
        self.list_within(opening, first, separator, longest, 0)
    }

    /// How many characters are left.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    /// The text.
    pub(super) fn finish(self) -> String {
        self.text
    }

    fn push(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push(' ');
            self.left = self.left.saturating_sub(1);
        }
        self.text.push_str(text);
        self.left = self.left.saturating_sub(text.chars().count());
    }
}

fn is_ended(text: &str) -> bool {
    text.ends_with(['.', '!', '?', '…', '。', '！', '？'])
}

/// A sentence with its full stop.
pub(super) fn ended(sentence: &str) -> String {
    let sentence = match is_ended(sentence) {
        true => return sentence.to_owned(),
        false => sentence.trim_end_matches([':', ',', ';', ' ', '-', '–', '—']),
    };
    match sentence {
        "" => String::new(),
        _ => format!("{sentence}."),
    }
}

/// A sentence without its full stop, to stand within another.
pub(super) fn unended(sentence: &str) -> &str {
    let sentence = sentence.trim_end_matches([':', ' ']);
    match sentence.strip_suffix('.') {
        // The name of an operator is no full stop.
        Some(rest) if !rest.ends_with(['.', ' ']) && !rest.ends_with("etc") => rest,
        _ => sentence,
    }
}

/// One line without control characters, and without what turns the direction of text around or
/// cannot be seen.
pub(super) fn clean(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffd}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{ad}' => {}
            _ if letter.is_control() || letter.is_whitespace() => {
                if !clean.is_empty() && !clean.ends_with(' ') {
                    clean.push(' ');
                }
            }
            _ => clean.push(letter),
        }
    }
    clean.truncate(clean.trim_end().len());
    clean
}

/// A text of at most so many characters: itself, or what ends behind a word, with `…`. Empty where
/// not even one word fits.
pub(super) fn cut(text: &str, longest: usize) -> String {
    let Some((limit, _)) = text.char_indices().nth(longest) else {
        return text.to_owned();
    };
    let mut end = 0;
    let mut last = ' ';
    for (at, letter) in text.char_indices().take(longest) {
        if at > 0 && at < limit && (letter.is_whitespace() || is_word(letter) || is_word(last)) {
            end = at;
        }
        last = letter;
    }
    let words = text.get(..end).unwrap_or_default();
    let words = words.trim_end_matches(|letter: char| {
        letter.is_whitespace() || matches!(letter, ',' | ';' | ':' | '(' | '[' | '—' | '–' | '.')
    });
    match words {
        "" => String::new(),
        _ => format!("{words}…"),
    }
}

/// Whether a character is a word by itself: in scripts written without spaces.
fn is_word(letter: char) -> bool {
    matches!(letter,
        '\u{0e00}'..='\u{0eff}' | '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}' | '\u{ff01}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}')
}

/// A name of at most so many characters; a longer one is cut, since it has no words.
pub(super) fn name(text: &str, longest: usize) -> String {
    let text = clean(text);
    match text.char_indices().nth(longest) {
        None => text,
        Some(_) => {
            let kept: String = text.chars().take(longest.saturating_sub(1)).collect();
            format!("{}…", kept.trim_end())
        }
    }
}

/// A path of at most so many characters: its last parts, where it has more.
pub(super) fn path(path: &str, longest: usize) -> String {
    let path = clean(path);
    let length = path.chars().count();
    if length <= longest {
        return path;
    }
    let mut dropped = 0;
    for part in path.split_inclusive('/') {
        dropped += part.chars().count();
        if length - dropped + 2 <= longest && dropped < length {
            let kept: String = path.chars().skip(dropped).collect();
            return format!("…/{kept}");
        }
    }
    let last = path.rsplit('/').next().unwrap_or_default();
    name(last, longest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check_cut(text: &str, longest: usize, expected: &str) {
        assert_eq!(cut(text, longest), expected, "{text:?} in {longest}");
    }

    #[test]
    fn a_text_is_cut_behind_a_word() {
        check_cut("merges segments", 15, "merges segments");
        check_cut("merges segments", 14, "merges…");
        check_cut("merges, segments", 10, "merges…");
        check_cut("merges", 4, "");
        check_cut("größe ändern", 8, "größe…");
        check_cut("索引を統合する", 5, "索引を統…");
        check_cut("", 0, "");
        check_cut("a", 0, "");
    }

    fn check_list(items: &[&str], longest: usize, expected: &str) {
        let items: Vec<String> = items.iter().map(|item| (*item).to_owned()).collect();
        let mut passage = Passage::new(longest);
        passage.list("Has ", &items, ", ");
        assert_eq!(passage.finish(), expected, "{items:?} in {longest}");
    }

    #[test]
    fn a_list_says_how_many_it_leaves_out() {
        let items = ["alpha", "beta", "gamma"];
        check_list(&items, 22, "Has alpha + 2 more.");
        check_list(&items, 23, "Has alpha, beta, gamma.");
        check_list(&items, 21, "Has alpha + 2 more.");
        check_list(&items, 18, "");
        check_list(&[], 40, "");
        check_list(&["a", "b", "c", "d", "e", "f"], 17, "Has a + 5 more.");
        check_list(&["a", "b", "c", "d", "e", "f"], 20, "Has a, b + 4 more.");
    }

    #[test]
    fn a_sentence_that_does_not_fit_is_cut_or_left_out() {
        let mut passage = Passage::new(60);
        passage.say("Merges segments");
        passage.say("It is called by the updater:");
        passage.say("And never by anything else at all");
        passage.say("No room");
        assert_eq!(
            passage.finish(),
            "Merges segments. It is called by the updater. No room."
        );
    }

    #[test]
    fn what_cannot_be_shown_is_left_out() {
        assert_eq!(clean("a\u{1b}[31m\tb\r\n\u{202e}c\u{feff} "), "a [31m b c");
        assert_eq!(clean("👩\u{200d}💻"), "👩💻");
    }

    #[test]
    fn a_path_keeps_its_end() {
        assert_eq!(path("src/index/merger.rs", 19), "src/index/merger.rs");
        assert_eq!(path("src/index/merger.rs", 18), "…/index/merger.rs");
        assert_eq!(path("src/index/merger.rs", 12), "…/merger.rs");
        assert_eq!(path("src/index/merger.rs", 5), "merg…");
    }

    proptest! {
        #[test]
        fn a_passage_is_no_longer_than_its_bound(
            longest in 0_usize..200,
            sentences: Vec<String>,
            items: Vec<String>,
        ) {
            let mut passage = Passage::new(longest);
            for sentence in &sentences {
                passage.say(sentence);
                passage.list("With ", &items, "; ");
            }
            let text = passage.finish();
            prop_assert!(text.chars().count() <= longest, "{:?}", text);
            prop_assert!(!text.chars().any(char::is_control), "{:?}", text);
        }

        #[test]
        fn what_is_cut_fits(text: String, longest in 0_usize..40) {
            for short in [cut(&text, longest), name(&text, longest.max(1)), path(&text, longest.max(1))] {
                prop_assert!(short.chars().count() <= longest.max(1), "{:?}", short);
            }
        }
    }
}
