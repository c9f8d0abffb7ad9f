//! A row of the language table.
//!
//! Principal type: [`LanguageRow`]. Invariant: a row is data, and functions from text to text. `grammar`
//! compiles it; the functions of [`Hooks`](super::walker::Hooks) are beside the rows that need them.

use super::kind::Kind;
use super::template::CodePart;
use super::visibility::Visibility;
use std::borrow::Cow;

/// Defines [`LanguageRow`] by its fields, each with its default.
macro_rules! language_row {
    ($($(#[$doc:meta])* $seen:vis $field:ident: $type:ty = $default:expr,)*) => {
        /// A language. Omitted fields have the values of `LanguageRow::CODE`. Lists in one string are separated
        /// by spaces.
        #[derive(Clone, Copy)]
        pub struct LanguageRow {
            $($(#[$doc])* $seen $field: $type,)*
        }

        impl LanguageRow {
            /// Defaults. Name, grammar, query and highlights are specific to each language.
            pub(super) const CODE: Self = Self {
                $($field: $default,)*
            };
        }
    };
}

language_row! {
    /// Lower-case name.
    pub(super) name: &'static str = "",
    /// Other names, in filters and after code fences.
    pub aliases: &'static [&'static str] = &[],
    /// Lower-case extensions of its files, also of two parts: `blade.php`.
    pub(super) extensions: &'static str = "",
    /// Full names of files; one that ends with `*` is a prefix.
    pub(super) file_names: &'static str = "",
    /// Programs of `#!` lines, without version.
    pub(super) shebangs: &'static str = "",
    /// First letters of its texts, in any case.
    pub(super) starts: &'static [&'static str] = &[],
    /// The language of a text with one of these extensions, if it is not this one.
    pub(super) dialect: fn(extension: &str, text: &str) -> Option<&'static str> = |_, _| None,

    /// The tree-sitter grammar.
    pub(super) grammar: fn() -> tree_sitter::Language = || tree_sitter_rust::LANGUAGE.into(),
    /// Kind of its text.
    pub(super) text_kind: TextKind = TextKind::Code,
    /// Query for the rules of node kinds and for declarations: see [`super::query`]. After a line `;
    /// Highlights` come highlight patterns that the grammar's own queries lack.
    pub(super) query: &'static str = "",
    /// Highlight queries of grammars, the most general one first: the last matching pattern wins.
    pub(super) highlights: &'static [&'static str] = &[],
    /// Query for embedded text in other languages.
    pub(super) injections: &'static str = "",
    /// The parts of a template that are code: the grammar reads the text without them.
    pub(super) code: fn(&str) -> Vec<CodePart> = |_| Vec::new(),
    /// Rewrites a text so that the grammar can parse it, with unchanged offsets.
    pub(super) preprocess: fn(&str) -> Cow<'_, str> = |text| Cow::Borrowed(text),
    /// Constructs that the grammar does not know, and what to parse instead: see [`super::rewrite`].
    pub(super) rewrites: &'static str = "",
    /// True if the code of a template is in a language that is only like the one that it is read as.
    pub(super) has_similar_code: bool = false,
    /// A language with more syntax, whose grammar is tried on a text with errors; empty for none.
    pub(super) superset: &'static str = "",
    /// Maximum length of the text that is parsed, in bytes: a slow machine parses it in 0.2 s.
    pub(super) parse_limit: usize = 2_000_000,
    /// Removes parts that would overrun the grammar's scanner, with unchanged offsets. Every text must be
    /// passed through it before parsing.
    pub(super) scanner_safe: Option<fn(&str) -> Cow<'_, str>> = None,

    /// Fields with a declaration's members or its code.
    pub(super) bodies: &'static str = "body",
    /// Fields, or kinds of children, that lead from an item to the names that it defines.
    pub(super) targets: &'static str = "name declarator left",
    /// Kinds that contain the names an item defines.
    pub(super) patterns: &'static str = "",
    /// The methods that construct their type.
    pub(super) constructors: Constructors = Constructors::Named(&[]),
    /// Parts of qualified names that are not names.
    pub(super) unnamed: &'static str = "",
    /// True if a declaration without a body is only a mention of its name: C.
    pub needs_body: bool = false,
    /// True if adjacent functions with the same name and number of parameters are clauses of one.
    pub(super) clauses: bool = false,
    /// Kind of an item that is the signature of the function after it, if the function has its name.
    pub(super) signature_item: &'static str = "",
    /// Words in a list of bases that are not bases. Another base may follow: `A with B`.
    pub(super) base_keywords: &'static str = "extends implements",
    /// Characters of arguments and bounds in it, which are not bases: `metaclass=M`, `'static`.
    pub(super) non_bases: &'static str = "=",
    /// The word between a base and its delegate.
    pub delegation: Option<&'static str> = None,

    /// Identifiers to treat as keywords. An entry that starts with `@` matches only after an `@`.
    pub(super) keywords: &'static str = "",
    /// Marks after a name that make it a call: `(`, also after generic arguments.
    pub(super) call_marks: &'static [&'static str] = &["("],
    /// Name of the method by which a value is called: `value(…)`; empty without one.
    pub call_operator: &'static str = "",
    /// The mark after the name of a macro that is called; empty without one.
    pub macro_mark: &'static str = "",
    /// Marks before and after the name of a type that construct a value of it.
    pub(super) constructor_affixes: &'static [(&'static str, &'static str)] = &[],
    /// True if a name after an opening bracket is called: Lisp.
    pub(super) calls_inside: bool = false,
    /// Marks between an owner and its member, longest first.
    pub member_marks: &'static [&'static str] = &["?->", "->", "?.", "!!.", "&.", "::", ".", "\\"],
    /// Marks before the name in a symbol or string that may name a function.
    pub(super) symbol_marks: &'static [char] = &[],
    /// Mark before the names in a string whose values are inserted, which the grammar does not parse: `"$name"`.
    pub(super) inserted_mark: &'static str = "",
    /// True if a file is one component, which others import by any name.
    pub is_component: bool = false,
    /// True for a style sheet, whose classes other languages name: `class="card"`.
    pub is_style: bool = false,
    /// Text between a value and the quote of a string that is a key of it: `[`.
    pub(super) key_marks: &'static [&'static str] = &[],
    /// Functions and annotations whose first argument, a string, may name a declaration: `getMethod("save")`.
    pub(super) naming_calls: &'static str = "",
    /// Variables whose value, a string, may: `mainClass = "Main"`.
    pub(super) naming_fields: &'static str = "",
    /// Functions of which another argument may: `spyOn(store, "save")`.
    pub(super) naming_later: &'static str = "",
    /// True if a module, a function of it and a list of arguments stand for a call: `{m, f, [1]}` of Erlang.
    pub lists_calls: bool = false,
    /// Functions that copy a value with other fields, which are its keys: `replace(conf, port=4)`. `...` for objects
    /// that may begin with a value: `{ ...conf, port: 4 }`.
    pub(super) copiers: &'static str = "",
    /// Words before the names of items, as `var` of `var.region`, each with the beginning of the item's line.
    /// Without the word, no such item is meant.
    pub item_owners: &'static [(&'static str, &'static str)] = &[],
    /// Functions that import.
    pub(super) importers: &'static str = "",
    /// Words before the name of a type: `struct`.
    pub(super) type_tags: &'static str = "",
    /// Words that call a constructor of the enclosing type, or of its base.
    pub(super) constructor_calls: &'static str = "",
    /// True if a type implements an interface in a declaration apart from its own: `impl` of Rust, `defimpl` of Elixir.
    pub implements_apart: bool = false,
    /// True if a statement may give the name of an import another value.
    pub rebinds_imports: bool = false,
    /// Base of the types whose values are types: Python's `type`.
    pub metaclass: &'static str = "",
    /// True if a type without a constructor is constructed by that of its base, with arguments.
    pub inherits_constructors: bool = false,
    /// True if `super` alone calls the method of a base that has the name of the enclosing method.
    pub bare_super: bool = false,
    /// True if a type can be called like a function, which constructs a value.
    pub(super) calls_types: bool = true,
    /// True if a value is constructed only after `new`, so that a function may have a name in upper case.
    pub needs_new: bool = false,
    /// Names of the enclosing type or its base.
    pub own_types: &'static str = "this super",
    /// Word for the base of the enclosing type, other than `super`.
    pub base_word: &'static str = "",
    /// The object of what a file exports: `exports.pad(s)` in the file that declares `pad`.
    pub exports_object: &'static str = "",
    /// Text after the name of a type whose constructor is a value: `::new`.
    pub(super) constructor_value: &'static str = "",
    /// Functions that construct a value of their type argument: `make_unique<Store>(1)`.
    pub(super) makers: &'static str = "",
    /// Types whose values may have any other type: `Any`.
    pub(super) any_types: &'static str = "",
    /// True if no variable begins in upper case, so that such a name in a pattern is a constant.
    pub(super) lower_variables: bool = false,
    /// True if a variable is visible after the statement that declares it, and not in its own value.
    pub(super) variables_after: bool = false,
    /// Mark after a variable that is called, where functions are called without it: `.(` of Elixir. A name there that
    /// is not called is a variable, too.
    pub(super) variable_call: &'static str = "",
    /// Marks before a function that is named without a call, where any other name that is not called is a variable.
    pub function_marks: &'static [&'static str] = &[],
    /// True if a directory is a module, whose name may precede those that its files declare.
    pub directory_modules: bool = false,
    /// Member of a value that is its type.
    pub class_member: &'static str = "",
    /// True if a block may run with another `self` than the code around it.
    pub blocks_have_self: bool = false,
    /// True if a name that is no variable is called: `run` of Ruby.
    pub calls_bare: bool = false,
    /// True if every function may be called without a list of arguments: filters and methods in a template.
    pub calls_without_marks: bool = false,
    /// True if a function without a list of parameters is called without one: `def size` of Scala.
    pub calls_without_list: bool = false,
    /// True if a call with arguments is of a method, although a variable has its name.
    pub calls_past_variables: bool = false,
    /// Mark before a name that means its value, `$cart` of a store of Svelte, and words of the language after it.
    pub(super) value_mark: (&'static str, &'static [&'static str]) = ("", &[]),
    /// Mark before the name of a field or variable, which is no part of its name and is not everywhere: `$` of PHP.
    pub field_sigil: &'static str = "",
    /// Mark between the parts of a qualified name on screen.
    pub separator: &'static str = ".",

    /// Starts of line comments, longest first. A `#` before a letter, `!` or `[` starts code.
    pub line_comments: &'static [&'static str] = &["///", "//!", "//"],
    /// Starts and ends of block comments, longest first. If the end begins with `*`, so may the lines.
    pub(super) block_comments: &'static [(&'static str, &'static str)] = &[("/**", "*/"), ("/*!", "*/"), ("/*", "*/")],
    /// Marks before the quotes of a docstring: `r`, `@doc`. None in a language without docstrings.
    pub(super) docstring_marks: Option<&'static [&'static str]> = None,
    /// Starts of doc comments for the next declaration, also across a blank line.
    pub(super) docs: &'static [&'static str] = &["/**"],
    /// Starts of doc comments for the enclosing scope.
    pub(super) inner_docs: &'static [&'static str] = &[],
    /// Starts of doc comments for the next element if they are adjacent to it, else for the adjacent previous
    /// one.
    pub(super) touching_docs: &'static [&'static str] = &[],
    /// Returns true for a comment that instructs a tool. Directly before a declaration it is an attribute, never docs.
    pub(super) is_directive: fn(comment: &str) -> bool = |_| false,
    /// Starts of doc comments for the previous declaration, also from separate lines.
    pub(super) trailing_docs: &'static [&'static str] = &[],

    /// Patterns of lines that make a declaration a test: its attributes, or its header.
    pub(super) tests: &'static str = "",
    /// Patterns of lines that define a test by a call.
    pub(super) test_calls: &'static str = "",
    /// The argument by which the usual runner runs a test, with `{path}`, `{directory}`, `{line}`, `{name}`, `{names}`
    /// joined by the text before the `}`, and `{macro}`, the arguments of the macro that defines the test.
    pub test_argument: &'static str = "{path}",
    /// Pattern in headers of functions that are run before or after the tests around them, and not by their names.
    pub fixtures: &'static str = "",
    /// Call by which a function runs the tests of a type as a suite, and the argument for one of them, `{names}` being
    /// those of the function and of the test.
    pub suite: (&'static str, &'static str) = ("", ""),
    /// True if the runner refuses the names of functions that do not begin with `test`, and of types that neither begin
    /// with `Test` nor have a base `TestCase`.
    pub collects_by_name: bool = false,

    /// Patterns of lines at which a program, a route of a server, or a command of a program begins.
    pub(super) programs: &'static str = "",
    pub(super) routes: &'static str = "",
    pub(super) commands: &'static str = "",

    /// Declarations that are public.
    pub(super) visibility: Visibility = Visibility::NoUnderscore,
    /// Words before a declaration at the top of a file that only this file can name, and before such a member.
    pub(super) file_local: (&'static str, &'static str) = ("", ""),
    /// Beginning of the names that only their file can name.
    pub local_prefix: &'static str = "",
    /// End of the name of an attribute's type, which may be left out where it is used.
    pub attribute_suffix: &'static str = "",
    /// Words of which a member has one if it overrides one of a base, or may be overridden; empty if all members do.
    pub virtual_words: &'static str = "",
    /// End of the names of predicates, of which matchers of tests have others: `be_valid` of `valid?`.
    pub predicate_end: &'static str = "",
    /// Word in the signature of a type whose fields are read by calls, `point.x()` of a record, or are arguments of its
    /// initializer by their names.
    pub component_word: &'static str = "",
    /// Annotations of a declaration or of its type, and the names of what is made from them, with `name` or `Name` for the
    /// declaration's own: Lombok's `@Getter` makes `getName`.
    pub derived_names: &'static [(&'static str, &'static str)] = &[],
    /// Base of the types whose fields are keys in quotes: `movie["title"]`.
    pub dictionary_base: &'static str = "",
    /// Member of the types whose values stand for another value, as they decide.
    pub descriptor_member: &'static str = "",
    /// Word before the first parameter of a function that extends its type.
    pub extended_mark: &'static str = "",
    /// Word before a class whose members extend the type of its parameter: `implicit class` of Scala.
    pub extending_class: &'static str = "",
    /// True if `case` is followed by the name of an enum's constant alone.
    pub bare_cases: bool = false,
    /// True if a file sees the names of another only if one of them, or a third file, loads the other.
    pub loads_files: bool = false,
    /// Languages of one family can name each other's declarations; empty for a language alone.
    pub(super) family: &'static str = "",
    /// True if it writes `size` for the methods `getSize()` and `setSize()` of other languages of its family.
    pub has_properties: bool = false,
    /// True if it calls such properties by their methods.
    pub meets_properties: bool = false,
    /// End of the name, after that of the file, by which other languages see the functions of a file: Kotlin's `Kt`.
    pub file_class: Option<&'static str> = None,
    /// Member by which other languages see the only value of an object: Kotlin's `INSTANCE`.
    pub instance: &'static str = "",
    /// Reach of names without a qualifier.
    pub(super) reach: Reach = Reach::File,
    /// Rule for the start of module names.
    pub(super) packages: Packages = Packages::Unmarked,
    /// Beginning of declarations that other documents cannot use without an import, in a language in which others may
    /// be global.
    pub local_mark: Option<&'static str> = None,
    /// Word before a module whose macro writes code into the document, with its imports: `use` of Elixir.
    pub splice_word: &'static str = "",
    /// Module whose declarations are visible everywhere, and the object whose members they are: `declare global` and
    /// `globalThis` of TypeScript.
    pub global_scope: (&'static str, &'static str) = ("", ""),
    /// Pattern of a statement that gives a function another name, `alias`, with `NAME` for its own.
    pub(super) renaming: &'static str = "",
    /// Mark before the constants of a module, whose other definitions are fields of its values: `@` of Elixir.
    pub constant_mark: &'static str = "",
    /// Directories whose modules bundlers import without a statement: those of Nuxt; whose variables Ansible does.
    pub auto_imported: &'static [&'static str] = &[],
    /// Language whose variables a template names: YAML.
    pub has_variables_of: &'static str = "",
    /// True if an import may hold for all documents: C#'s `global using`.
    pub global_imports: bool = false,
    /// Modules of its standard library, or the first parts of their names.
    pub(super) standard: &'static str = "",
    /// True if members call each other without `self`.
    pub implicit_self: bool = false,
    /// True if a function within another one, which binds no variable, is called by its name there.
    pub local_functions: bool = false,
    /// Name of an object whose members belong to the type around it: Kotlin's `Companion`.
    pub companion: &'static str = "",
    /// Text between a type and a member of its class as a value: `Store::class.load()`.
    pub class_literal: &'static str = "",
    /// Words before the name of such an object that has another one.
    pub companion_tag: &'static str = "",
    /// Name of a module in a mixin whose members belong to the types with the mixin: Ruby's `ClassMethods`.
    pub class_methods: &'static str = "",
    /// True if several functions of a scope may have one name, with other parameters.
    pub overloads: bool = false,
    /// Parts of the signatures of functions that are used without their name: `operator`.
    pub(super) used_by_syntax: &'static [&'static str] = &[],
    /// Functions that call their last argument with another one, or with the value before them, as its receiver:
    /// `with(store) { load() }`.
    pub(super) receiver_calls: &'static str = "",
    /// True if a function may follow the arguments of a call as another one: `run(1) { … }`.
    pub trailing_lambdas: bool = false,
    /// True if code in markup may name the members of an object without it: those of a component.
    pub names_members: bool = false,
    /// True if the value of a variable may be a module.
    pub passes_modules: bool = false,
    /// True if a module is a table that other modules add functions to.
    pub fills_modules: bool = false,
    /// True if the names of an enum belong to the scope around it.
    pub opens_enums: bool = false,
    /// True if the names of every type belong to the scope around it: fields and methods are functions.
    pub opens_types: bool = false,
    /// True if a type may be declared in parts, in several files: `partial class` of C#, and classes that are reopened.
    pub has_types_in_parts: bool = false,
    /// True if a key of a literal or a pattern may name a method: an element of an annotation, a property of C#.
    pub method_keys: bool = false,
    /// True if fields are selected by their names alone, inputs by names before a colon: GraphQL.
    pub selects_fields: bool = false,
    /// Mark before the class in the name of a method, which a call of the generic function before it may mean.
    pub dispatch_mark: &'static str = "",
    /// True if commands run its declarations by their names: `make lint`.
    pub is_run: bool = false,
    /// True if it has such commands.
    pub has_commands: bool = false,
    /// Beginnings of lines that state the type of a variable, and its name, or none if the line ends with it.
    pub typed_lines: &'static [(&'static str, &'static str)] = &[],
    /// True if a field can be called like a method of its name.
    pub calls_fields: bool = true,
    /// True if the members of a value can be imported: `import store._`.
    pub imports_values: bool = false,
    /// True if a type nested in a scope hides other types with its name there.
    pub hides_types: bool = false,
    /// Types that other types satisfy by their methods alone.
    pub(super) structural: Structural = Structural::Nothing,
}

/// Line comments of shells and scripts.
pub(super) const HASH_COMMENTS: &[&str] = &["##", "#'", "#:", "#"];

/// Returns true if a space-separated list contains a word.
pub(super) fn lists(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|listed| listed == word)
}

impl LanguageRow {
    /// The query for outlines, and the one for highlights.
    pub(super) fn queries(&self) -> (&'static str, &'static str) {
        let both = self.query.split_once("; Highlights\n");
        both.unwrap_or((self.query, ""))
    }
}

/// Content of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TextKind {
    /// Declarations.
    Code,
    /// Headings and paragraphs.
    Prose,
    /// Always part of a text in another language.
    Inline,
}

/// Visibility of an unqualified name that is not imported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Its file: other files have to import it.
    File,
    /// The files of its directory, which form one package.
    Directory,
    /// Everything that is compiled or loaded together.
    Program,
}

/// Rule for the start of module names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packages {
    /// The outermost of the enclosing directories with a file of this stem: Python's `__init__`.
    Nested(&'static str),
    /// The nearest directory with a file of one of these stems: Rust's `lib` and `main`.
    Rooted(&'static [&'static str]),
    /// Directories with a file that declares the module name: Go's `go.mod`. A module is a directory.
    Stated,
    /// The importing file; other names belong to external packages.
    Relative,
    /// Directories that a file declares for prefixes of names: PHP's `composer.json`.
    Prefixed,
    /// No file marks it.
    Unmarked,
}

/// Types that other types satisfy by their methods alone, without naming them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Structural {
    /// None.
    Nothing,
    /// Interfaces.
    Interfaces,
    /// Classes with this base.
    Base(&'static str),
}

/// Methods that construct their class.
#[derive(Clone, Copy)]
pub(super) enum Constructors {
    /// Methods with one of these names.
    Named(&'static [&'static str]),
    /// Methods with the name of the enclosing type.
    #[cfg_attr(not(feature = "all-languages"), expect(dead_code, reason = "Dart"))]
    LikeType,
    /// The same, and their own name is used outside of the type: `Merger::Merger`.
    QualifiedLikeType,
}

/// The role of a node kind in the walk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// A statement in a run of items; the default.
    Statement,
    /// Part of the enclosing element.
    Silent,
    /// A comment; it belongs to the adjacent declaration.
    Comment,
    /// Applies to everything after it, like `#![warn(…)]`: never part of the next declaration.
    Preamble,
    /// Part of the declaration that follows.
    Attribute,
    /// A label before declarations, `public:`: part of the first one's text, not of its own lines.
    Label,
    /// Ends the preceding code and belongs to it: `#endregion`.
    Closing,
    /// An import.
    Import,
    /// An item: it defines names but is not a declaration.
    Items,
    /// A declaration.
    Declaration(Kind),
    /// `export`, `template<…>`, decorators: around a declaration and part of it.
    Wrapper,
    /// Transparent: its children belong to the enclosing scope.
    Transparent,
    /// Transparent if it contains a declaration, else a statement.
    Conditional,
    /// Decided by a function or the query of the row, mostly by the value bound to a name.
    Special,
    /// A type that contains the members of the declaration that names it.
    Body,
    /// Text in another language: its declarations belong to the enclosing scope.
    Embedded,
    /// A macro call, whose argument may be declarations of the enclosing scope.
    Macro,
}
