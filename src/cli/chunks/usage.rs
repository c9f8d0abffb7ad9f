//! First calls of declared names in tests and examples.
//!
//! Principal type: [`Usages`]. A name with several declarations has no usage, because it is unknown which is
//! called.

use crate::chunk::ChunkTree;
use crate::corpus::file_class::FileClass;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::collections::HashMap;

/// A call of a declaration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(super) struct Usage {
    pub(super) path: String,
    pub(super) line: u32,
    /// The line, trimmed.
    pub(super) text: String,
}

/// The first call of each name in tests and examples, for names that are declared once elsewhere.
#[derive(Default)]
pub(super) struct Usages {
    declared: HashMap<String, u32>,
    first: HashMap<String, Usage>,
}

impl Usages {
    /// Adds the declarations of a file, or its calls if it is a test or an example.
    pub(super) fn add(&mut self, tree: &ChunkTree) {
        match FileClass::of(tree.path(), &[]) {
            FileClass::Code => {
                for (index, chunk) in tree.chunks.iter().enumerate() {
                    if !chunk.name.is_empty() && tree.declares(index) {
                        *self.declared.entry(chunk.name.clone()).or_default() += 1;
                    }
                }
            }
            FileClass::Tests | FileClass::Examples => self.add_calls(tree),
            FileClass::Vendored | FileClass::Generated => {}
        }
    }

    fn add_calls(&mut self, tree: &ChunkTree) {
        let text = &tree.document.text;
        for call in tree.references.iter().filter(|call| call.is_called) {
            // `Cache.insert(…)` shows the use of both.
            for name in [&call.bytes, &call.qualifier].map(|bytes| tree.word(bytes)) {
                if name.is_empty() || self.first.contains_key(&*name) {
                    continue;
                }
                let line = text.line_at(call.bytes.start as usize);
                let usage = Usage {
                    path: tree.path().to_string(),
                    line,
                    text: text.slice(text.lines(line, line)).trim().to_owned(),
                };
                self.first.insert(name.into_owned(), usage);
            }
        }
    }

    /// The first call of a declaration; none if several have its name.
    pub(super) fn of(&self, name: &str) -> Option<&Usage> {
        if self.declared.get(name) == Some(&1) {
            self.first.get(name)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, SourcePath, Text};

    fn usages(files: &[(&str, &str)]) -> Usages {
        let mut usages = Usages::default();
        for (path, text) in files {
            let document = Document::new(SourcePath::new(path), Text::from(*text));
            usages.add(&ChunkTree::of(document, &Limits::default()));
        }
        usages
    }

    #[test]
    fn the_first_call_in_tests_shows_the_use_of_a_declaration() {
        let code = "class Till:\n    def ring(self):\n        pass\n\n\ndef shut():\n    ring()\n";
        let test = "def test_till():\n    till = Till()\n    till.ring()\n    till.ring()\n";
        let usages = usages(&[("shop.py", code), ("tests/test_shop.py", test)]);
        let expected = |line, text: &str| Usage {
            path: "tests/test_shop.py".to_owned(),
            line,
            text: text.to_owned(),
        };
        assert_eq!(usages.of("Till"), Some(&expected(2, "till = Till()")));
        assert_eq!(usages.of("ring"), Some(&expected(3, "till.ring()")));
        assert_eq!(usages.of("shut"), None, "it is called nowhere");
        assert_eq!(usages.of("test_till"), None, "it is a test itself");
    }

    #[test]
    fn ambiguous_names_have_no_usage() {
        let code = "def get():\n    pass\n";
        let test = "def test_get():\n    get()\n";
        let usages = usages(&[("a.py", code), ("b.py", code), ("tests/test_a.py", test)]);
        assert_eq!(usages.of("get"), None);
    }
}
