//! Receiver of a member: the expression before its name, read backwards from the text.

use crate::chunk::ChunkTree;
use crate::syntax::Reference;

/// Maximum length of a chain, in bytes.
const MAX_CHAIN_LEN: usize = 400;

/// Receiver of a member.
#[derive(PartialEq, Eq, Debug, Default)]
pub(super) struct Receiver {
    /// The last name before the member; empty for a call.
    pub(super) word: String,
    /// True if that name is itself a member: a field.
    pub(super) is_field: bool,
    /// Names of the chain up to `word`, if it has no calls: `this`, `ctx`, `logger`.
    pub(super) chain: Vec<String>,
    /// True if `::` follows each name of the chain.
    pub(super) is_path: bool,
    /// True for `super` and `super()`.
    pub(super) is_super: bool,
}

/// Returns the receiver of a member.
pub(super) fn receiver(tree: &ChunkTree, reference: &Reference) -> Receiver {
    let at = reference.bytes.start as usize;
    let before = at.saturating_sub(MAX_CHAIN_LEN)..at;
    let links = links(&tree.document.text.slice(before));
    let has_calls = links.iter().any(|link| link.is_call);
    Receiver {
        is_field: links.len() > 1,
        is_path: !has_calls && links.iter().all(|link| link.is_path),
        is_super: links.len() == 1 && links.iter().all(|link| link.name == "super"),
        word: match links.last() {
            Some(last) if !last.is_call => last.name.clone(),
            _ => String::new(),
        },
        chain: match has_calls {
            true => Vec::new(),
            false => links.into_iter().map(|link| link.name).collect(),
        },
    }
}

/// One name of a chain.
struct ChainLink {
    name: String,
    is_call: bool,
    /// True if `::` follows.
    is_path: bool,
}

/// Returns the chain of names at the end of a text; a member operator follows each.
fn links(text: &str) -> Vec<ChainLink> {
    let mut links = Vec::new();
    let mut rest = text.trim_end();
    loop {
        let is_path = rest.ends_with("::");
        let marked = ["::", "?.", "->", "!.", "&.", "."]
            .iter()
            .find_map(|mark| rest.strip_suffix(mark));
        let Some(mut owner) = marked.map(str::trim_end) else {
            break;
        };
        owner = owner.strip_suffix('?').unwrap_or(owner);
        let mut is_call = false;
        while owner.ends_with([')', ']']) {
            is_call = true;
            let Some(open) = opening(owner) else {
                return Vec::new();
            };
            owner = owner.get(..open).unwrap_or_default().trim_end();
        }
        // `Sender::<u8>::new`.
        let owner = match owner.ends_with('>').then(|| owner.rfind('<')).flatten() {
            Some(open) => owner.get(..open).unwrap_or_default(),
            None => owner,
        };
        let owner = owner.strip_suffix("::").unwrap_or(owner);
        let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '@');
        let start = owner.trim_end_matches(is_word).len();
        let name = owner.get(start..).unwrap_or_default();
        if name.is_empty() {
            break;
        }
        links.push(ChainLink {
            name: name.to_owned(),
            is_call,
            is_path,
        });
        rest = owner.get(..start).unwrap_or_default().trim_end();
    }
    links.reverse();
    links
}

/// Returns the offset of the bracket that matches the last character of a text.
fn opening(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, letter) in text.char_indices().rev() {
        match letter {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, SourcePath, Text};

    #[track_caller]
    fn check(text: &str, word: &str, chain: &[&str]) -> Receiver {
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
        assert_eq!(
            (found.word.as_str(), found.is_field),
            (word, chain.len() > 1),
            "{text}"
        );
        found
    }

    #[test]
    fn chains_are_read_backwards() {
        check("store.read", "store", &["store"]);
        check("Store::<u8>::read", "Store", &["Store"]);
        let logger = check(
            "x = this.ctx.logger.read",
            "logger",
            &["this", "ctx", "logger"],
        );
        assert_eq!(logger.chain, ["this", "ctx", "logger"]);
        check("rows[0].read", "", &["rows"]);
        check("(a + b).read", "", &[]);
        let builder = check("Builder::new(a, b)\n    .add(1)\n    .read", "", &["", ""]);
        assert!(builder.chain.is_empty() && !builder.is_path);
    }

    #[test]
    fn paths_and_super_are_recognized() {
        assert!(check("crate::store::read", "store", &["crate", "store"]).is_path);
        assert!(!check("os.environ.read", "environ", &["os", "environ"]).is_path);
        assert!(check("super().read", "", &["super"]).is_super);
        assert!(!check("open()?.read", "", &["open"]).is_super);
    }
}
