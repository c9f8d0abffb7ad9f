//! Receiver of a member: the expression before its name, read backwards from the text.

use crate::chunk::ChunkTree;
use crate::syntax::{Reference, qualifier};

/// Maximum length of a chain, in bytes.
const MAX_CHAIN_LEN: usize = 400;

/// Receiver of a member.
#[derive(Debug, Default)]
pub(super) struct Receiver {
    /// Names up to the member, `this`, `ctx`, `logger`: after a call, which is an empty name.
    pub(super) chain: Vec<String>,
    /// True if `::` follows each name.
    pub(super) is_path: bool,
}

impl Receiver {
    /// The last name before the member; empty for a call.
    pub(super) fn word(&self) -> &str {
        self.chain.last().map_or("", String::as_str)
    }

    /// Returns true if that name is itself a member: a field.
    pub(super) fn is_field(&self) -> bool {
        self.chain.len() > 1
    }
}

/// Returns the receiver of a member.
pub(super) fn receiver(tree: &ChunkTree, reference: &Reference) -> Receiver {
    let end = reference.bytes.start as usize;
    let text = tree
        .document
        .text
        .slice(end.saturating_sub(MAX_CHAIN_LEN)..end);
    let mut before = &*text;
    let mut chain = Vec::new();
    let mut is_path = true;
    while let Some(word) = qualifier(before) {
        let (start, mark) = before.split_at(word.end);
        let name = start.get(word.start..).unwrap_or_default();
        is_path &= mark.ends_with("::") && !name.is_empty();
        if name.is_empty() {
            let is_super = before.trim_end().ends_with("super().");
            chain.push(if is_super { "super" } else { "" }.to_owned());
            break;
        }
        chain.push(name.to_owned());
        before = start.get(..word.start).unwrap_or_default();
    }
    chain.reverse();
    Receiver { chain, is_path }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, SourcePath, Text};

    #[track_caller]
    fn check(text: &str, word: &str, chain: &[&str]) -> Receiver {
        let chain: Vec<String> = chain.iter().map(|name| (*name).to_owned()).collect();
        let document = Document::new(SourcePath::new("a.txt"), Text::from(text));
        let tree = ChunkTree::of(document, &Limits::default());
        let at = text.len() as u32 - 4;
        let reference = Reference {
            bytes: at..at + 4,
            qualifier: 0..0,
            is_member: true,
            is_called: true,
        };
        let found = receiver(&tree, &reference);
        assert_eq!((found.word(), &found.chain), (word, &chain), "{text}");
        found
    }

    #[test]
    fn chains_are_read_backwards() {
        check("store.read", "store", &["store"]);
        check("Store::<u8>::read", "Store", &["Store"]);
        let chain = ["this", "ctx", "logger"];
        check("x = this.ctx.logger.read", "logger", &chain);
        check("rows[0].read", "", &[""]);
        check("rows[0].first.read", "first", &["", "first"]);
        check("(a + b).read", "", &[""]);
        let builder = check("Builder::new(a, b)\n    .add(1)\n    .read", "", &[""]);
        assert!(!builder.is_path);
    }

    #[test]
    fn paths_and_super_are_recognized() {
        assert!(check("crate::store::read", "store", &["crate", "store"]).is_path);
        assert!(!check("os.environ.read", "environ", &["os", "environ"]).is_path);
        check("super().read", "super", &["super"]);
        check("open()?.read", "", &[""]);
    }
}
