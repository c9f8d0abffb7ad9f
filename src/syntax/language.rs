//! Names of languages, and detection of a file's language.
//!
//! Principal type: [`Language`], the only form in which other modules know a row of the table. Invariant:
//! detection uses the path and the beginning of the text, never a parser.

use super::languages::LANGUAGES;
use super::row::{LanguageRow, Packages, Reach, TextKind, lists};
use crate::corpus::SourcePath;
use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

/// Languages by the full names of their files.
static FILE_NAMES: LazyLock<HashMap<&str, Language>> =
    LazyLock::new(|| by_word(|row| row.file_names));

/// Languages by the extensions of their files.
static EXTENSIONS: LazyLock<HashMap<&str, Language>> =
    LazyLock::new(|| by_word(|row| row.extensions));

/// One row of the language table. Copyable; compare by [`Language::name`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Language(u8);

impl Language {
    /// Returns the language of a path: by file name, then extension, then the beginning of the name, then the
    /// `#!` line.
    ///
    /// `text` is the beginning of the document, at least its first line. A `.h` file is C unless `text` is
    /// clearly C++.
    pub fn of(path: &SourcePath, text: &str) -> Option<Self> {
        let name = path.file_name();
        let extension = path.extension().map(str::to_ascii_lowercase);
        let named = FILE_NAMES.get(name).copied();
        named
            .or_else(|| EXTENSIONS.get(extension.as_deref()?).copied())
            .or_else(|| {
                let begins = |known: &str| {
                    let prefix = known.strip_suffix('*');
                    prefix.is_some_and(|prefix| name.starts_with(prefix))
                };
                Self::find(|row| row.file_names.split(' ').any(begins))
            })
            .or_else(|| {
                let program = shebang(text)?;
                Self::find(|row| lists(row.shebangs, program))
            })
            .map(|language| language.dialect(extension.as_deref(), text))
    }

    /// Finds a language by its lower-case name as in `lang:rust`, or an alias (`js`, `c++`).
    pub fn named(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        Self::find(|row| row.name == name || row.aliases.contains(&name.as_str()))
    }

    /// Every language of the table that a file can have.
    pub fn all() -> impl Iterator<Item = Self> {
        LANGUAGES
            .iter()
            .zip(0..)
            .filter(|(row, _)| !matches!(row.text_kind, TextKind::Inline))
            .map(|(_, row)| Self(row))
    }

    /// The lower-case name: `rust`, `python`, `javascript`, `typescript`, `tsx`, `go`, …
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Other lower-case names: `js`, `c++`.
    pub fn aliases(self) -> &'static [&'static str] {
        self.row().aliases
    }

    /// Lower-case extensions of its files.
    pub fn extensions(self) -> impl Iterator<Item = &'static str> {
        self.row().extensions.split_whitespace()
    }

    /// Full names of its files.
    pub fn file_names(self) -> impl Iterator<Item = &'static str> {
        self.row().file_names.split_whitespace()
    }

    /// Version of the tree-sitter interface that its grammar was generated for.
    pub fn abi(self) -> usize {
        (self.row().grammar)().abi_version()
    }

    /// Returns true for prose with headings instead of declarations.
    pub fn is_prose(self) -> bool {
        matches!(self.row().text_kind, TextKind::Prose)
    }

    /// Visibility of unqualified names that are not imported.
    pub fn reach(self) -> Reach {
        self.row().scoping.reach
    }

    /// Returns true if code in one language can name declarations of the other: C and C++,
    /// JavaScript and its relatives.
    pub fn interoperates_with(self, other: Self) -> bool {
        let family = self.row().scoping.family;
        self == other || (!family.is_empty() && family == other.row().scoping.family)
    }

    /// Rule for the start of module names.
    pub fn packages(self) -> Packages {
        self.row().scoping.packages
    }

    /// Returns true if members call one another without `self`.
    pub fn has_implicit_self(self) -> bool {
        self.row().scoping.implicit_self
    }

    /// True if the text before a name in C or C++, such as `struct`, makes it the name of a type; false for a
    /// call in C, which names no type. None if the name may be either.
    pub fn names_type(self, before: &str, is_called: bool) -> Option<bool> {
        let is_tag = |tag: &&str| before.trim_end().ends_with(*tag);
        match self.row().scoping.family {
            "c" if ["struct", "union", "enum", "class"].iter().any(is_tag) => Some(true),
            _ => (is_called && self.name() == "c").then_some(false),
        }
    }

    /// Returns true if a qualifier refers to the enclosing type in some language, as `self` does.
    pub fn is_own(qualifier: &str) -> bool {
        let words = "self Self this super cls static parent $this __MODULE__";
        lists(words, qualifier)
    }

    pub(super) fn row(self) -> &'static LanguageRow {
        &LANGUAGES[usize::from(self.0)]
    }

    /// Its index in the table.
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    fn find(wanted: impl Fn(&LanguageRow) -> bool) -> Option<Self> {
        let row = LANGUAGES.iter().position(wanted)?;
        u8::try_from(row).ok().map(Self)
    }

    fn dialect(self, extension: Option<&str>, text: &str) -> Self {
        match (self.name(), extension) {
            ("c", Some("h")) if is_cpp(text) => Self::named("cpp").unwrap_or(self),
            _ => self,
        }
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// The first language that lists each word.
fn by_word(
    words: impl Fn(&'static LanguageRow) -> &'static str,
) -> HashMap<&'static str, Language> {
    let mut found = HashMap::new();
    for (row, index) in LANGUAGES.iter().zip(0..) {
        for word in words(row).split_whitespace() {
            found.entry(word).or_insert(Language(index));
        }
    }
    found
}

/// The program of a `#!` line, without its directory, `env` and version: `python` of
/// `#!/usr/bin/env python3.12`.
fn shebang(text: &str) -> Option<&str> {
    let line = text.lines().next()?.strip_prefix("#!")?;
    let mut words = line.split_whitespace();
    let mut program = words.next()?.rsplit('/').next()?;
    if program == "env" {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    }
    Some(program.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.'))
}

/// Returns true if a header contains constructs of C++ only. A comment may have lines that begin with their words.
fn is_cpp(text: &str) -> bool {
    let mut is_comment = false;
    let code = text.lines().filter(move |line| {
        is_comment |= line.trim_start().starts_with("/*");
        let is_code = !is_comment;
        is_comment &= !line.contains("*/");
        is_code
    });
    let next = code.clone().skip(1).chain([""]);
    code.zip(next).any(|(line, next)| {
        let line = line.trim();
        let begins = |words: &[&str]| words.iter().any(|word| line.starts_with(word));
        let is_code = line.contains(['{', ';', '=']) || next.trim_start().starts_with('{');
        begins(&["template<", "template <"])
            || is_code && (begins(&["class ", "namespace ", "using "]) || is_qualified(line))
            || ["public:", "private:", "protected:"].contains(&line)
    })
}

/// Returns true if a line of code has a qualified name or a cast of C++. C has `::` in attributes only.
fn is_qualified(line: &str) -> bool {
    let code = line.split(['"', '/']).next().unwrap_or_default();
    let is_other = code.starts_with(['#', '*']) || code.contains("[[");
    let is_named = code.split_once("::").is_some_and(|(owner, name)| {
        owner.ends_with(char::is_alphanumeric) && name.starts_with(char::is_alphanumeric)
    });
    !is_other && (is_named || code.contains("static_cast<"))
}
