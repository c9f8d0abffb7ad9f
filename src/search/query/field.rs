//! The table of filters.
//!
//! Principal type: [`Field`], a row of the table. From it follow the parsing of a filter, its condition and
//! completions, `docs/query.md`, the table of the README, the help of the command line, the description of the
//! tools for agents, and the welcome screen. Invariant: no other file lists the filters.

use super::pattern::{Case, looks_like_regex};
use super::purpose::Purpose;
use super::qualified_name::QualifiedName;
use crate::chunk::{Format, Kind};
use crate::config::nearest_names;
use crate::index::{Column, Condition};
use crate::syntax::Language;

/// Property that a filter tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The language.
    Language,
    /// The path.
    Path,
    /// The extension of the file.
    Extension,
    /// The repository.
    Repository,
    /// The kind of chunk.
    Kind,
    /// The name of a declaration or definition.
    Symbol,
    /// An enclosing heading of a document.
    Heading,
    /// The purpose of the file or declaration.
    In,
    /// The path, by a regular expression.
    File,
    /// The text.
    Content,
    /// Case sensitivity.
    Case,
    /// Type of the listed results.
    Type,
}

/// A row of the table.
pub struct FieldRow {
    field: Field,
    /// The name before the colon.
    name: &'static str,
    /// Other names of the filter.
    pub aliases: &'static [&'static str],
    /// Names in other tools, which are no aliases: a hint names the filter.
    suggested_for: &'static [&'static str],
    /// The valid values; none if every text is one.
    pub(super) values: Option<ValueList>,
    /// True if a chunk must have one of several values, not all.
    pub has_alternatives: bool,
    /// True for a filter of other tools whose name also occurs in prose: it counts only in a query of one line, and
    /// not before a space.
    pub(super) is_foreign: bool,
    /// The condition for a value.
    pub(super) condition: fn(&str) -> FilterCondition,
    /// The values that are offered while a value is typed.
    pub(crate) offered: Offered,
    /// The forms of the filter.
    pub usages: &'static [FilterUsage],
}

/// A list of valid values.
pub(super) struct ValueList {
    /// The word for a value in errors.
    pub(super) noun: &'static str,
    pub(super) all: fn() -> Vec<&'static str>,
    /// Returns true for a lower-case value of the list, or another form of one.
    pub(super) has: fn(&str) -> bool,
    /// True if short values that are not listed may be file extensions.
    pub(super) has_extensions: bool,
}

/// The word for a value of a filter whose values have no better one: errors name the filter too.
pub(super) const GENERIC_NOUN: &str = "value";

/// Condition of a filter.
pub(crate) enum FilterCondition {
    /// A condition that the index decides.
    Index(Condition),
    /// A name, of which the index knows the terms.
    Name(QualifiedName),
    /// A repository with this name.
    Repository(String),
    /// A file that differs from git's HEAD, or from the base that is named; computed for each query.
    Changed(Option<String>),
    /// None: the parser reads the filter as other syntax.
    Syntax,
}

/// Source of the values that are offered.
pub(crate) enum Offered {
    /// The values of a column of the index.
    Column(Column),
    /// The list of valid values.
    List,
    /// Files and directories.
    Paths,
    /// Repositories.
    Repositories,
    /// Names of declarations of these kinds.
    Names(fn(Kind) -> bool),
    /// None.
    Nothing,
}

/// Forms of a filter, with a description.
#[derive(Debug)]
pub struct FilterUsage {
    /// The filter as typed, with different values.
    pub typed: &'static [&'static str],
    /// Description for the README and the welcome screen, which omit the usage without one.
    pub brief: Option<&'static str>,
    /// Description for `docs/query.md`.
    pub about: &'static str,
}

impl FieldRow {
    /// A filter that every text is a value of, and that the parser reads as other syntax.
    const fn new(field: Field, name: &'static str) -> Self {
        Self {
            field,
            name,
            aliases: &[],
            suggested_for: &[],
            values: None,
            has_alternatives: false,
            is_foreign: false,
            condition: |_| FilterCondition::Syntax,
            offered: Offered::Nothing,
            usages: &[],
        }
    }
}

static ROWS: [FieldRow; 12] = [
    FieldRow {
        suggested_for: &["language", "filetype"],
        values: Some(ValueList {
            noun: "language",
            all: || Language::all().map(Language::name).collect(),
            has: is_language,
            has_extensions: true,
        }),
        has_alternatives: true,
        condition: |value| in_column(Column::Language, &value.to_lowercase()),
        offered: Offered::Column(Column::Language),
        usages: &[FilterUsage {
            typed: &["lang:rust", "lang:ts"],
            brief: Some("code in a language"),
            about: "a language, one of its aliases, or one of its file extensions; also of code in documents",
        }],
        ..FieldRow::new(Field::Language, "lang")
    },
    FieldRow {
        suggested_for: &["dir", "folder"],
        condition: |value| FilterCondition::Index(Condition::Path(relative_path(value))),
        offered: Offered::Paths,
        usages: &[FilterUsage {
            typed: &["path:src/index", "path:*.go"],
            brief: Some("files by path or glob"),
            about: "paths that contain this text, or match this glob: `*` is any text, `**/` any directories or \
                    none, `?` one character; brackets and braces are literal",
        }],
        ..FieldRow::new(Field::Path, "path")
    },
    FieldRow {
        suggested_for: &["extension"],
        has_alternatives: true,
        condition: |value| {
            let extension = value.trim_start_matches('.');
            FilterCondition::Index(Condition::Path(format!("*.{extension}")))
        },
        usages: &[FilterUsage {
            typed: &["ext:tsx", "ext:d.ts"],
            brief: Some("files by extension"),
            about: "files with this extension",
        }],
        ..FieldRow::new(Field::Extension, "ext")
    },
    FieldRow {
        aliases: &["r"],
        suggested_for: &["repository", "project"],
        has_alternatives: true,
        condition: |value| FilterCondition::Repository(value.to_owned()),
        offered: Offered::Repositories,
        usages: &[FilterUsage {
            typed: &["repo:core", "r:core*", "-repo:docs"],
            brief: Some("one of several repositories"),
            about: "in a search over several repositories: those with this name, the name of their directory or the \
                    end of its path; `*` is any text. `repo:` may be given several times",
        }],
        ..FieldRow::new(Field::Repository, "repo")
    },
    FieldRow {
        values: Some(ValueList {
            noun: "kind",
            all: || Kind::ALL.map(Kind::name).to_vec(),
            has: |value| Kind::named(value).is_some(),
            has_extensions: false,
        }),
        has_alternatives: true,
        condition: |value| {
            let kind = Kind::named(value).map_or(value, |kind| kind.name());
            in_column(Column::Kind, kind)
        },
        offered: Offered::Column(Column::Kind),
        usages: &[
            FilterUsage {
                typed: &["kind:method"],
                brief: Some("chunks of a kind"),
                about: "a kind of chunk: class, struct, enum, interface, trait, impl, type, function, method, \
                        constructor, accessor, macro, items, imports, module, section, code, lines",
            },
            FilterUsage {
                typed: &["kind:file", "kind:module", "kind:repository"],
                brief: None,
                about: "summaries of files, directories and the repository",
            },
        ],
        ..FieldRow::new(Field::Kind, "kind")
    },
    FieldRow {
        aliases: &["symbol"],
        suggested_for: &["name", "def"],
        condition: |value| FilterCondition::Name(QualifiedName::parse(value)),
        offered: Offered::Names(|kind| kind != Kind::Section),
        usages: &[FilterUsage {
            typed: &["sym:write", "sym:Session.get"],
            brief: Some("symbols by name"),
            about: "symbols: exact names first, definitions in code before prototypes and headings, then names \
                    that contain these words. Text before `.`, `::`, `#` or `->` must name an enclosing scope: a \
                    class, a module, the file or a directory. Operators are names too: `sym:operator>>`, `sym:<=>`",
        }],
        ..FieldRow::new(Field::Symbol, "sym")
    },
    FieldRow {
        suggested_for: &["title", "section"],
        condition: |value| FilterCondition::Index(Condition::Heading(value.to_owned())),
        offered: Offered::Names(|kind| kind == Kind::Section),
        usages: &[FilterUsage {
            typed: &["heading:install"],
            brief: Some("text below a heading"),
            about: "text below a heading with these words",
        }],
        ..FieldRow::new(Field::Heading, "heading")
    },
    FieldRow {
        suggested_for: &["scope"],
        values: Some(ValueList {
            noun: GENERIC_NOUN,
            all: || Purpose::ALL.map(Purpose::name).to_vec(),
            has: |value| Purpose::named(value).is_some() || base(value).is_some(),
            has_extensions: false,
        }),
        has_alternatives: true,
        condition: |value| match Purpose::named(value) {
            Some(Purpose::Changed) => FilterCondition::Changed(None),
            Some(purpose) => in_column(Column::Purpose, purpose.name()),
            None => match base(value) {
                Some(base) => FilterCondition::Changed(Some(base.to_owned())),
                None => in_column(Column::Purpose, value),
            },
        },
        offered: Offered::List,
        usages: &[
            FilterUsage {
                typed: &["in:code", "in:tests", "in:docs", "in:config"],
                brief: Some("files by purpose"),
                about: "the purpose of the file, by its path. Declarations that are marked as tests count as tests in any file: `#[test]`, `@Test`, `def test_…`, `it(…)`, `TEST(…)`",
            },
            FilterUsage {
                typed: &["in:api"],
                brief: Some("public declarations"),
                about: "public declarations of code, as each language marks them (`pub`, `public`, `export`, a \
                        capital, no `_`), if all enclosing scopes are public too; makefiles, style sheets and the \
                        like have none",
            },
            FilterUsage {
                typed: &["in:signature"],
                brief: Some("interfaces"),
                about: "interfaces, traits and their members",
            },
            FilterUsage {
                typed: &["in:unparsed"],
                brief: Some("code with parse errors"),
                about: "code that its grammar could not parse as a whole, so that declarations in it may be missing; \
                        `doctor --parse FILE` shows why",
            },
            FilterUsage {
                typed: &["in:changed"],
                brief: Some("declarations that differ from git's HEAD"),
                about: "declarations with lines that differ from git's HEAD, those of new files included; then \
                        deleted declarations and files, from HEAD, that pass the rest of the query and have its words, but \
                        not in lists of the lines of a phrase or pattern. Files of submodules are not compared",
            },
            FilterUsage {
                typed: &["in:changed:main", "in:changed:HEAD~3"],
                brief: Some("declarations that differ from a branch or commit"),
                about: "the same since HEAD and a branch or tag parted (their merge base), or since a commit by its \
                        hash; `~` and `^` go back from either",
            },
        ],
        ..FieldRow::new(Field::In, "in")
    },
    FieldRow {
        aliases: &["f"],
        is_foreign: true,
        condition: |value| {
            FilterCondition::Index(if looks_like_regex(value) {
                Condition::PathRegex(value.to_owned())
            } else {
                Condition::Path(value.to_owned())
            })
        },
        offered: Offered::Paths,
        usages: &[FilterUsage {
            typed: &["f:_test\\.go$", "file:^src/.*index", "-f:vendor/"],
            brief: None,
            about: "as in zoekt and Sourcegraph: paths in which this regular expression matches, ignoring case. A value \
                    without `.*`, `.+`, `\\|`, `^`, `$` or a backslash is read as that of `path:`",
        }],
        ..FieldRow::new(Field::File, "file")
    },
    FieldRow {
        is_foreign: true,
        usages: &[FilterUsage {
            typed: &["content:lang:go", "content:\"f(x)\"", "content:read.*all"],
            brief: None,
            about: "the same as a phrase, or, if it looks like a regular expression, as `/pattern/`",
        }],
        ..FieldRow::new(Field::Content, "content")
    },
    FieldRow {
        values: Some(ValueList {
            noun: GENERIC_NOUN,
            all: || vec!["yes", "no", "auto"],
            has: |value| Case::named(value).is_some(),
            has_extensions: false,
        }),
        is_foreign: true,
        usages: &[FilterUsage {
            typed: &["case:yes", "case:no", "case:auto"],
            brief: None,
            about: "whether case matters in phrases and patterns; with `case:yes`, words are phrases too",
        }],
        ..FieldRow::new(Field::Case, "case")
    },
    FieldRow {
        values: Some(ValueList {
            noun: GENERIC_NOUN,
            all: || {
                let kinds = Kind::ALL.iter().map(|kind| kind.name());
                [SYMBOL_TYPE, PATH_TYPE].into_iter().chain(kinds).collect()
            },
            has: |value| [SYMBOL_TYPE, PATH_TYPE].contains(&value) || Kind::named(value).is_some(),
            has_extensions: false,
        }),
        has_alternatives: true,
        is_foreign: true,
        usages: &[FilterUsage {
            typed: &["type:symbol", "type:path"],
            brief: None,
            about: "`type:symbol` searches in symbol mode; `type:path` lists the files whose paths have all words. Other \
                    values are those of `kind:`",
        }],
        ..FieldRow::new(Field::Type, "type")
    },
];

/// The value of `type:` for symbol mode.
pub(super) const SYMBOL_TYPE: &str = "symbol";
/// The value of `type:` for a list of files.
pub(super) const PATH_TYPE: &str = "path";

/// The base of `changed:main`.
fn base(value: &str) -> Option<&str> {
    let (changed, base) = value.split_once(':')?;
    let is_changed = Purpose::named(&changed.to_lowercase()) == Some(Purpose::Changed);
    (is_changed && !base.is_empty()).then_some(base)
}

/// A path as the index has it: `./a` and `dir\\a`, as shells complete and Windows writes them.
fn relative_path(value: &str) -> String {
    let value = value.replace('\\', "/");
    value.strip_prefix("./").unwrap_or(&value).to_owned()
}

fn in_column(column: Column, value: &str) -> FilterCondition {
    FilterCondition::Index(Condition::Value(column, value.to_owned()))
}

/// Returns true if a lower-case value is the name or an extension of a language, or the name of a format of documents.
fn is_language(value: &str) -> bool {
    Language::named(value).is_some()
        || Format::ALL.iter().any(|format| format.name() == value)
        || Language::all().any(|language| language.extensions().any(|known| known == value))
}

impl Field {
    /// All fields, in the order of the documentation.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.field)
    }

    /// The row of the field.
    pub fn row(self) -> &'static FieldRow {
        &ROWS[self as usize]
    }

    /// The name in queries.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The valid values; empty if every text is one.
    pub(crate) fn values(self) -> Vec<&'static str> {
        let list = self.row().values.as_ref();
        list.map_or_else(Vec::new, |list| (list.all)())
    }

    /// The first typed form of each usage of all filters, except those of other tools.
    pub fn examples() -> impl Iterator<Item = &'static str> {
        let own = ROWS.iter().filter(|row| !row.is_foreign);
        let usages = own.flat_map(|row| row.usages);
        usages.filter_map(|usage| usage.typed.first()).copied()
    }

    /// Returns all filters as they are typed: `lang: path:`.
    pub fn listed() -> String {
        let own = ROWS.iter().filter(|row| !row.is_foreign);
        let names: Vec<String> = own.map(|row| format!("{}:", row.name)).collect();
        names.join(" ")
    }

    /// Returns the field with this name or alias.
    pub fn named(name: &str) -> Option<Self> {
        let mut rows = ROWS.iter();
        let row = rows.find(|row| row.name == name || row.aliases.contains(&name))?;
        Some(row.field)
    }

    /// Returns the field that an unknown name probably means: another tool's name for it, or a similar name.
    pub(super) fn suggested(name: &str) -> Option<Self> {
        if let Some(row) = ROWS.iter().find(|row| row.suggested_for.contains(&name)) {
            return Some(row.field);
        }
        Self::named(nearest_names(name, ROWS.iter().map(|row| row.name)).first()?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::filter::Filter;
    use super::super::unknown_value::UnknownValue;
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_the_fields() {
        for (position, row) in ROWS.iter().enumerate() {
            assert_eq!(row.field as usize, position, "{}", row.name);
        }
    }

    #[test]
    fn names_are_unique() {
        let names = ROWS.iter().flat_map(|row| {
            let others = row.aliases.iter().chain(row.suggested_for);
            others.copied().chain([row.name])
        });
        let mut names: Vec<&str> = names.collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn examples_are_valid_filters_of_their_row() {
        for row in &ROWS {
            for typed in row.usages.iter().flat_map(|usage| usage.typed) {
                let filter = Filter::parse(typed).expect(typed);
                assert_eq!(filter.field, row.field, "{typed}");
                assert_eq!(UnknownValue::of(&filter), None, "{typed}");
            }
        }
    }

    #[test]
    fn texts_name_every_value_of_a_closed_list() {
        for row in &ROWS {
            let Some(values) = row.values.as_ref().filter(|values| !values.has_extensions) else {
                continue;
            };
            let mut words = Vec::new();
            for usage in row.usages {
                words.extend(usage.typed.iter().flat_map(|typed| typed.split(':')));
                words.extend(usage.about.split([' ', ',']));
            }
            for value in (values.all)() {
                let is_kind = words.contains(&"`kind:`") && Kind::named(value).is_some();
                assert!(is_kind || words.contains(&value), "{}:{value}", row.name);
            }
        }
    }
}
