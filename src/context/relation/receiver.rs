//! Receiver of a member: the expression before its name, read backwards from the text.

use crate::chunk::ChunkTree;
use crate::syntax::Reference;

/// Maximum length of a chain, in bytes.
const LONGEST_CHAIN: usize = 400;
/// Methods that return the value they are called on, or its content.
const SAME: &[&str] = &[
    "as_mut",
    "as_ref",
    "borrow",
    "borrow_mut",
    "clone",
    "expect",
    "lock",
    "read",
    "unwrap",
    "write",
];

/// Receiver of a member.
#[derive(PartialEq, Eq, Debug, Default)]
pub(super) struct Receiver {
    /// The last name before the member; empty for a call.
    pub(super) word: String,
    /// True if that name is itself a member: a field.
    pub(super) is_field: bool,
    /// Names of the chain up to `word`, if it has no calls: `this`, `ctx`, `logger`.
    pub(super) chain: Vec<String>,
    /// Path that a longer chain begins with: `os` of `os.environ.get`, `Builder` of
    /// `Builder::new().build`.
    pub(super) root: Vec<String>,
}

/// Returns the receiver of a member, skipping methods of [`SAME`].
pub(super) fn receiver(tree: &ChunkTree, reference: &Reference) -> Receiver {
    let at = reference.bytes.start as usize;
    let text = tree
        .document
        .text
        .slice(at.saturating_sub(LONGEST_CHAIN)..at);
    let mut links = links(&text);
    while let [rest @ .., last] = links.as_slice()
        && last.is_call
        && SAME.contains(&last.name.as_str())
        && !rest.is_empty()
    {
        links.pop();
    }
    let Some((last, before)) = links.split_last() else {
        return Receiver::default();
    };
    Receiver {
        word: match last.is_call {
            true => String::new(),
            false => last.name.clone(),
        },
        is_field: !before.is_empty(),
        chain: match links.iter().any(|link| link.is_call) {
            true => Vec::new(),
            false => links.iter().map(|link| link.name.clone()).collect(),
        },
        root: match before.is_empty() && !last.is_call {
            true => Vec::new(),
            false => first_path(&links),
        },
    }
}

/// One name of a chain.
struct Link {
    name: String,
    is_call: bool,
    /// True if `::` follows.
    is_path: bool,
}

/// Returns the path that a chain begins with: `crate`, `Builder`, `new` for
/// `crate::Builder::new().build`.
fn first_path(links: &[Link]) -> Vec<String> {
    let end = links.iter().position(|link| !link.is_path);
    let path = links.get(..=end.unwrap_or(0)).unwrap_or_default();
    path.iter().map(|link| link.name.clone()).collect()
}

/// Returns the chain of names at the end of a text; a member operator follows each.
fn links(text: &str) -> Vec<Link> {
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
        owner = owner.strip_suffix(".await").unwrap_or(owner);
        let mut is_call = false;
        while owner.ends_with([')', ']']) {
            is_call = true;
            let Some(open) = opening(owner) else {
                return Vec::new();
            };
            owner = owner.get(..open).unwrap_or_default().trim_end();
        }
        let owner = owner.strip_suffix('!').unwrap_or(owner);
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
        links.push(Link {
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

    fn check(text: &str, word: &str, is_field: bool, root: &[&str]) {
        let document = Document::new(SourcePath::new("a.txt"), Text::from(text));
        let tree = ChunkTree::of(document, &Limits::default());
        let at = text.len() as u32 - 4;
        let reference = Reference {
            bytes: at..at + 4,
            qualifier: 0..0,
            is_member: true,
            is_called: true,
        };
        let expected = Receiver {
            word: word.to_owned(),
            is_field,
            root: root.iter().map(|name| (*name).to_owned()).collect(),
            chain: Vec::new(),
        };
        let found = receiver(&tree, &reference);
        assert_eq!(
            Receiver {
                chain: Vec::new(),
                ..found
            },
            expected,
            "{text}"
        );
    }

    #[test]
    fn chains_are_read_backwards() {
        check("store.read", "store", false, &[]);
        check("Store::<u8>::read", "Store", false, &[]);
        check("x = this.ctx.logger.read", "logger", true, &["this"]);
        check("os.environ.read", "environ", true, &["os"]);
        check(
            "Builder::new(a, b)\n    .add(1)\n    .read",
            "",
            true,
            &["Builder", "new"],
        );
        check("self.entry.as_mut().read", "entry", true, &["self"]);
        check("open()?.read", "", false, &["open"]);
        check("super().read", "", false, &["super"]);
        check("rows[0].read", "", false, &["rows"]);
        check("(a + b).read", "", false, &[]);
    }
}
