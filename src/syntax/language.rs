//! Names of languages, and detection of a file's language.
//!
//! Principal type: [`Language`], the only form in which other modules know a row of the table. Invariant:
//! detection uses the path and the beginning of the text, never a parser.

use super::comment::uncommented;
use super::grammar::Grammar;
use super::kind::Kind;
use super::languages::table::{LANGUAGES, hooks};
use super::name::is_word;
use super::row::{Constructors, LanguageRow, Packages, Reach, Structural, TextKind, lists};
use super::walker::Walker;
use crate::corpus::{Deadline, SourcePath};
use regex::Regex;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Deref;
use std::sync::{LazyLock, OnceLock};

/// Languages by the full names of their files.
static FILE_NAMES: LazyLock<HashMap<&str, Language>> =
    LazyLock::new(|| by_word(|row| row.file_names));

/// Languages by the extensions of their files.
static EXTENSIONS: LazyLock<HashMap<&str, Language>> =
    LazyLock::new(|| by_word(|row| row.extensions));

/// Languages by their names and aliases.
static NAMES: LazyLock<HashMap<&str, Language>> = LazyLock::new(|| {
    let mut found = HashMap::new();
    for (row, index) in LANGUAGES.iter().zip(0..) {
        for name in row.aliases.iter().chain([&row.name]) {
            found.entry(*name).or_insert(Language(index));
        }
    }
    found
});

/// Names of the enclosing type or its base, in any language.
static OWN_TYPES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let own_types = LANGUAGES.iter().map(|row| row.own_types);
    own_types.flat_map(str::split_whitespace).collect()
});

/// Number of lines at each end of a text that may be modelines, as in Vim.
const MODE_LINES: usize = 5;
/// Maximum length of a modeline.
const MAX_MODE_LINE: usize = 300;

/// One row of the language table. Copyable; compare by [`Language::name`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Language(u8);

impl Language {
    /// Returns the language of a path: by file name, then extension, then the beginning of the name, then the
    /// `#!` line, a modeline and the first letters of the text.
    ///
    /// `text` is the beginning of the document, at least its first line. A `.h` file is C unless `text` has
    /// constructs of C++ or Objective-C. None also for a language without a grammar.
    pub fn of(path: &SourcePath, text: &str) -> Option<Self> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        let named = Self::of_file_name(path.file_name(), &extension);
        let language = named.or_else(|| {
            let by_program =
                shebang(text).and_then(|program| Self::find(|row| lists(row.shebangs, program)));
            let by_mode = || modeline(text).and_then(Self::named);
            let starts = |start: &&'static str| {
                text.get(..start.len())
                    .is_some_and(|own| own.eq_ignore_ascii_case(start))
            };
            let by_start = || Self::find(|row| row.starts.iter().any(starts));
            // Text that a program wrote may begin like any other.
            let by_start = || by_start().filter(|_| !lists(PLAIN_TEXT, &extension));
            by_program.or_else(by_mode).or_else(by_start)
        })?;
        match (language.dialect)(&extension, text) {
            Some(dialect) => Self::named(dialect),
            None => Some(language),
        }
    }

    fn of_file_name(name: &str, extension: &str) -> Option<Self> {
        let mut known = FILE_NAMES.get(name);
        // `a.blade.php`
        if let Some((_, last_two)) = name
            .rmatch_indices('.')
            .nth(1)
            .map(|(dot, _)| name.split_at(dot + 1))
        {
            known = known.or_else(|| EXTENSIONS.get(&*last_two.to_ascii_lowercase()));
        }
        known = known.or_else(|| EXTENSIONS.get(extension));
        known.copied().or_else(|| {
            Self::find(|row| {
                let mut prefixes = row
                    .file_names
                    .split(' ')
                    .filter_map(|listed| listed.strip_suffix('*'));
                prefixes.any(|prefix| name.starts_with(prefix))
            })
        })
    }

    /// Finds a language by its lower-case name as in `lang:rust`, or an alias (`js`, `c++`).
    pub fn named(name: &str) -> Option<Self> {
        NAMES.get(&*name.to_ascii_lowercase()).copied()
    }

    /// The row of a language; one that sets nothing for a text without a language.
    pub fn row_of(language: Option<Self>) -> &'static LanguageRow {
        static NONE: LanguageRow = LanguageRow::CODE;
        language.map_or(&NONE, |language| &LANGUAGES[language.index()])
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
        self.name
    }

    /// Lower-case extensions of its files.
    pub fn extensions(self) -> impl Iterator<Item = &'static str> {
        self.extensions.split_whitespace()
    }

    /// Full names of its files.
    pub fn file_names(self) -> impl Iterator<Item = &'static str> {
        self.file_names.split_whitespace()
    }

    /// Version of the tree-sitter interface that its grammar was generated for.
    pub fn abi(self) -> usize {
        (self.grammar)().abi_version()
    }

    /// Returns true for prose with headings instead of declarations.
    pub fn is_prose(self) -> bool {
        matches!(self.text_kind, TextKind::Prose)
    }

    /// Returns true for a part of qualified names that names nothing: `prototype`.
    pub fn omits(self, part: &str) -> bool {
        lists(self.unnamed, part)
    }

    /// Visibility of unqualified names that are not imported.
    pub fn reach(self) -> Reach {
        self.reach
    }

    /// Returns true if code in one language can name declarations of the other: C and C++,
    /// JavaScript and its relatives.
    pub fn interoperates_with(self, other: Self) -> bool {
        let family = self.family;
        self == other || (!family.is_empty() && family == other.family)
    }

    /// Rule for the start of module names.
    pub fn packages(self) -> Packages {
        self.packages
    }

    /// Returns true for a module of the language's standard library: `json`, `os.path`, `stdio.h`.
    pub fn is_standard(self, module: &str) -> bool {
        // A path after `#include` is a file.
        let first = match self.reach {
            Reach::Program => module,
            _ => module.split(['.', '/', ':']).next().unwrap_or_default(),
        };
        lists(self.standard, first)
    }

    /// Returns true if a function with this signature is used without its name, as an operator is.
    pub fn is_used_by_syntax(self, signature: &str) -> bool {
        let marks = self.used_by_syntax;
        marks.iter().any(|mark| signature.contains(mark))
    }

    /// Returns true if the words before a name in its declaration hide it from other files.
    pub fn hides_from_files(self, before: &str, is_member: bool) -> bool {
        let (top, member) = self.file_local;
        let marks = if is_member { member } else { top };
        // `private[a]` of Scala is visible in a package.
        let mut words = before.split(|letter: char| !is_word(letter) && letter != '[');
        !marks.is_empty() && words.any(|word| lists(marks, word))
    }

    /// Returns true if only its file can name a declaration, by the beginning of the name.
    pub fn is_local_name(self, name: &str) -> bool {
        !self.local_prefix.is_empty() && name.starts_with(self.local_prefix)
    }

    /// Returns true if names in it are read as references.
    pub fn has_references(self) -> bool {
        self.grammar().has_references
    }

    /// Returns true for a function that imports: `source` of a shell.
    pub fn is_importer(self, name: &str) -> bool {
        lists(self.importers, name)
    }

    /// Returns true if constructors of one type have names of their own, and are called by them: `Point.origin`.
    pub fn has_named_constructors(self) -> bool {
        matches!(self.constructors, Constructors::LikeType)
    }

    /// Words that call a constructor of the enclosing type, or of its base: `this`, `super`.
    pub fn constructor_calls(self) -> impl Iterator<Item = &'static str> {
        self.constructor_calls.split_whitespace()
    }

    /// Returns true if the text before a name makes it a symbol or string that may name a function.
    pub fn is_symbol(self, before: &str) -> bool {
        before.ends_with(self.symbol_marks)
    }

    /// Returns true if types may satisfy an interface by their methods alone.
    pub fn is_structural(self) -> bool {
        self.structural != Structural::Nothing
    }

    /// Returns true if types satisfy a type of this kind, with these bases, by their methods alone.
    pub fn is_interface(self, kind: Kind, bases: &[String]) -> bool {
        match self.structural {
            Structural::Nothing => false,
            Structural::Interfaces => kind == Kind::Interface,
            Structural::Base(name) => bases.iter().any(|base| base == name),
        }
    }

    /// Returns true if a constructor's own name is used outside of its type: `Merger::Merger`.
    pub fn names_constructors(self) -> bool {
        matches!(self.constructors, Constructors::QualifiedLikeType)
    }

    /// True if the text before a name, such as `struct`, makes it the name of a type; false for a call in a
    /// language in which no type is called. None if the name may be either.
    pub fn names_type(self, before: &str, is_called: bool) -> Option<bool> {
        let mut tags = self.type_tags.split_whitespace();
        if tags.any(|tag| before.trim_end().ends_with(tag)) {
            return Some(true);
        }
        (is_called && !self.calls_types).then_some(false)
    }

    /// Returns true if a text declares a type without its members: `struct Engine;`, `class EXPORT Engine;`.
    pub fn declares_ahead(self, text: &str, name: &str) -> bool {
        text.match_indices(name).any(|(at, _)| {
            let is_end = text[at + name.len()..].trim_start().starts_with([';', ':']);
            let mut before = text[..at].split_whitespace().rev();
            // A macro may precede.
            let tag = before.find(|word| word.contains(char::is_lowercase));
            is_end
                && text[..at].ends_with(char::is_whitespace)
                && tag.is_some_and(|tag| lists(self.type_tags, tag))
        })
    }

    /// Returns true if a qualifier refers to the enclosing type in some language, as `self` does.
    pub fn is_own(qualifier: &str) -> bool {
        OWN_TYPES.contains(qualifier)
    }

    /// Returns true for a function that copies a value with other fields.
    pub fn copies(self, function: &str) -> bool {
        lists(self.copiers, function)
    }

    /// Returns the pattern of statements that give a function another name, if the language has them.
    pub fn renaming(self, name: &str) -> Option<Regex> {
        let pattern = self.renaming.replace("NAME", &regex::escape(name));
        (!pattern.is_empty()).then(|| Regex::new(&pattern).ok())?
    }

    /// Returns true for a type whose values may have any other type.
    pub fn is_any_type(self, name: &str) -> bool {
        lists(self.any_types, name)
    }

    /// Returns true if the texts around a name show that it is a variable, not a function.
    pub fn is_variable(self, before: &str, after: &str, is_called: bool) -> bool {
        let row = self;
        let name = before.trim_end_matches('{');
        if !row.field_sigil.is_empty() && name.ends_with(row.field_sigil) {
            return true;
        }
        let is_passed = row.function_marks.iter().any(|mark| before.ends_with(mark));
        let calls_variable = !row.variable_call.is_empty() && after.starts_with(row.variable_call);
        !row.function_marks.is_empty() && !is_passed && (!is_called || calls_variable)
    }

    /// Returns true if the text after the name of a type makes its constructor a value.
    pub fn is_constructor_value(self, after: &str) -> bool {
        let mark = self.constructor_value;
        let rest = after.strip_prefix(mark).unwrap_or("a");
        !mark.is_empty()
            && !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
    }

    /// Returns true if the text before the name of a type makes it what a function constructs: `make_unique<`.
    pub fn is_maker(self, before: &str) -> bool {
        let outer = before.strip_suffix('<').unwrap_or_default();
        let name = outer.rsplit(|letter| !is_word(letter)).next();
        lists(self.makers, name.unwrap_or_default())
    }

    /// Returns true if the members of a value may be named without it in a function that is passed along with it.
    pub fn calls_with_receiver(self) -> bool {
        !self.receiver_calls.is_empty()
    }

    /// Returns true for a function that calls its argument with a receiver: `with`.
    pub fn is_receiver_call(self, name: &str) -> bool {
        lists(self.receiver_calls, name)
    }

    /// Returns true if a declaration with this name and signature is public. `is_member` is true for a member
    /// of a type.
    pub fn is_public(self, name: &str, signature: &str, is_member: bool) -> bool {
        (self.visibility).is_public(name, signature, is_member)
    }

    /// Returns the text of comments and docstrings without comment marks and common indentation. Lines of code
    /// between them become empty.
    pub fn uncommented(self, docs: &str) -> String {
        uncommented(docs, &self)
    }

    /// Returns true if the header of a declaration, with its attributes, makes it a test, or if its text defines one.
    #[expect(
        clippy::expect_used,
        reason = "a test compiles the patterns of every row"
    )]
    pub fn is_test(self, header: &str, text: &str) -> bool {
        static PATTERNS: [OnceLock<[Option<Regex>; 2]>; LANGUAGES.len()] =
            [const { OnceLock::new() }; LANGUAGES.len()];
        let patterns = PATTERNS[self.index()].get_or_init(|| {
            [self.tests, self.test_calls].map(|lines| {
                let pattern = (!lines.is_empty()).then(|| format!(r"(?m)^[ \t]*(?:{lines})"));
                pattern.map(|pattern| Regex::new(&pattern).expect("a valid pattern"))
            })
        });
        let mut pairs = patterns.iter().zip([header, text]);
        pairs.any(|(pattern, text)| pattern.as_ref().is_some_and(|it| it.is_match(text)))
    }

    /// Returns true for the header of a function that is run before or after the tests around it.
    #[expect(
        clippy::expect_used,
        reason = "a test compiles the patterns of every row"
    )]
    pub fn is_fixture(self, header: &str) -> bool {
        static PATTERNS: [OnceLock<Regex>; LANGUAGES.len()] =
            [const { OnceLock::new() }; LANGUAGES.len()];
        let pattern = || Regex::new(self.fixtures).expect("a valid pattern");
        !self.fixtures.is_empty() && PATTERNS[self.index()].get_or_init(pattern).is_match(header)
    }

    /// Kinds of entry points, each with a pattern of the lines at which one begins; empty for none.
    pub fn entry_patterns(self) -> [(&'static str, &'static str); 3] {
        [
            ("programs", self.programs),
            ("routes", self.routes),
            ("commands", self.commands),
        ]
    }

    /// Its grammar, compiled on first use.
    pub(super) fn grammar(self) -> &'static Grammar {
        static GRAMMARS: [OnceLock<Grammar>; LANGUAGES.len()] =
            [const { OnceLock::new() }; LANGUAGES.len()];
        GRAMMARS[self.index()].get_or_init(|| Grammar::new(&LANGUAGES[self.index()]))
    }

    /// A walker of a text in this language.
    pub(super) fn walker(self, text: &str, deadline: Deadline) -> Walker<'_> {
        Walker {
            grammar: self.grammar(),
            hooks: hooks(self.name()),
            text,
            deadline,
        }
    }

    /// Its index in the table.
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    fn find(wanted: impl Fn(&LanguageRow) -> bool) -> Option<Self> {
        let row = LANGUAGES.iter().position(wanted)?;
        u8::try_from(row).ok().map(Self)
    }
}

impl Deref for Language {
    type Target = LanguageRow;

    fn deref(&self) -> &LanguageRow {
        &LANGUAGES[self.index()]
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

/// Endings of plain text.
const PLAIN_TEXT: &str = "txt log out";

/// The language that a line for an editor names: `vim: set ft=python:`, `-*- mode: ruby -*-`.
fn modeline(text: &str) -> Option<&str> {
    static MODE: LazyLock<Regex> = regex!(
        r"\b(?:vim?|ex):.*?\b(?:ft|filetype|syntax)=([\w+#-]+)|-\*-(?:.*?\bmode:)?[ \t]*([\w+#-]+)[ \t]*(?:;.*)?-\*-"
    );
    let begin = text.lines().take(MODE_LINES);
    let lines = begin.chain(text.lines().rev().take(MODE_LINES));
    let mut lines = lines.filter(|line| line.len() <= MAX_MODE_LINE);
    let found = lines.find_map(|line| MODE.captures(line))?;
    Some(found.get(1).or(found.get(2))?.as_str())
}
