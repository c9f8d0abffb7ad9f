//! The table of languages. A language is one row.

use super::grammar::Rule::{
    Attribute, Binding, Body, Comment, Conditional, Declaration, Import, Items, Preamble, Silent,
    Transparent, Wrapper,
};
use super::grammar::{Naming, Row, Rule, Speech};
use super::outline::DeclarationKind::{
    Class, Constructor, Enum, Function, Impl, Interface, Macro, Method, Module, Struct, Trait, Type,
};

pub(super) static LANGUAGES: [Row; 11] = [
    Row {
        name: "rust",
        aliases: &["rs"],
        extensions: &["rs"],
        file_names: &[],
        shebangs: &["rust-script"],
        grammar: || tree_sitter_rust::LANGUAGE.into(),
        speech: Speech::Code,
        kinds: &[
            (Comment, "line_comment block_comment"),
            (Preamble, "inner_attribute_item shebang"),
            (Attribute, "attribute_item"),
            (Import, "use_declaration extern_crate_declaration"),
            (
                Items,
                "const_item static_item field_declaration enum_variant associated_type",
            ),
            (Declaration(Module), "mod_item"),
            (Declaration(Impl), "impl_item"),
            (Declaration(Trait), "trait_item"),
            (Declaration(Struct), "struct_item union_item"),
            (Declaration(Enum), "enum_item"),
            (Declaration(Type), "type_item"),
            (
                Declaration(Function),
                "function_item function_signature_item",
            ),
            (Declaration(Macro), "macro_definition"),
            (Transparent, "foreign_mod_item declaration_list"),
            (
                Silent,
                "extern_modifier visibility_modifier empty_statement",
            ),
        ],
        bodies: &["body"],
        naming: Naming::Rust,
        highlights: &[tree_sitter_rust::HIGHLIGHTS_QUERY],
        injections: tree_sitter_rust::INJECTIONS_QUERY,
    },
    Row {
        name: "python",
        aliases: &["py"],
        extensions: &["py", "pyi", "pyw"],
        file_names: &["SConstruct", "SConscript", "wscript"],
        shebangs: &["python", "pypy"],
        grammar: || tree_sitter_python::LANGUAGE.into(),
        speech: Speech::Code,
        kinds: &[
            (Comment, "comment"),
            (Attribute, "decorator"),
            (
                Import,
                "import_statement import_from_statement future_import_statement",
            ),
            (Binding, "expression_statement"),
            (Wrapper, "decorated_definition"),
            (Declaration(Class), "class_definition"),
            (Declaration(Function), "function_definition"),
            (Declaration(Type), "type_alias_statement"),
            (
                Conditional,
                "if_statement try_statement with_statement for_statement while_statement",
            ),
            (
                Transparent,
                "block else_clause elif_clause except_clause finally_clause",
            ),
        ],
        bodies: &["body"],
        naming: Naming::Field,
        highlights: &[tree_sitter_python::HIGHLIGHTS_QUERY, PYTHON_METHODS],
        injections: "",
    },
    Row {
        name: "javascript",
        aliases: &["js", "jsx", "mjs", "node"],
        extensions: &["js", "mjs", "cjs", "jsx"],
        file_names: &["Jakefile"],
        shebangs: &["node", "nodejs", "bun"],
        grammar: || tree_sitter_javascript::LANGUAGE.into(),
        speech: Speech::Code,
        kinds: SCRIPT,
        bodies: &["body"],
        naming: Naming::Script,
        highlights: &[
            tree_sitter_javascript::HIGHLIGHT_QUERY,
            tree_sitter_javascript::JSX_HIGHLIGHT_QUERY,
        ],
        injections: tree_sitter_javascript::INJECTIONS_QUERY,
    },
    Row {
        name: "typescript",
        aliases: &["ts"],
        extensions: &["ts", "mts", "cts"],
        file_names: &[],
        shebangs: &["ts-node", "tsx", "deno"],
        grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        speech: Speech::Code,
        kinds: SCRIPT,
        bodies: &["body"],
        naming: Naming::Script,
        highlights: &[
            tree_sitter_javascript::HIGHLIGHT_QUERY,
            tree_sitter_typescript::HIGHLIGHTS_QUERY,
        ],
        injections: tree_sitter_javascript::INJECTIONS_QUERY,
    },
    Row {
        name: "tsx",
        aliases: &[],
        extensions: &["tsx"],
        file_names: &[],
        shebangs: &[],
        grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(),
        speech: Speech::Code,
        kinds: SCRIPT,
        bodies: &["body"],
        naming: Naming::Script,
        highlights: &[
            tree_sitter_javascript::HIGHLIGHT_QUERY,
            tree_sitter_javascript::JSX_HIGHLIGHT_QUERY,
            tree_sitter_typescript::HIGHLIGHTS_QUERY,
        ],
        injections: tree_sitter_javascript::INJECTIONS_QUERY,
    },
    Row {
        name: "go",
        aliases: &["golang"],
        extensions: &["go"],
        file_names: &[],
        shebangs: &[],
        grammar: || tree_sitter_go::LANGUAGE.into(),
        speech: Speech::Code,
        kinds: &[
            (Comment, "comment"),
            (Import, "package_clause import_declaration"),
            (Items, "const_declaration field_declaration method_elem"),
            (Binding, "var_declaration"),
            (Wrapper, "type_declaration"),
            (Declaration(Type), "type_spec type_alias"),
            (Declaration(Function), "function_declaration"),
            (Declaration(Method), "method_declaration"),
            (Body, "struct_type interface_type"),
            (Transparent, "field_declaration_list"),
        ],
        bodies: &["body", "type"],
        naming: Naming::Go,
        highlights: &[tree_sitter_go::HIGHLIGHTS_QUERY, GO_FUNCTIONS],
        injections: "",
    },
    Row {
        name: "java",
        aliases: &[],
        extensions: &["java"],
        file_names: &[],
        shebangs: &[],
        grammar: || tree_sitter_java::LANGUAGE.into(),
        speech: Speech::Code,
        kinds: &[
            (Comment, "line_comment block_comment"),
            (Import, "package_declaration import_declaration"),
            (
                Items,
                "field_declaration constant_declaration enum_constant",
            ),
            (Declaration(Class), "class_declaration record_declaration"),
            (
                Declaration(Interface),
                "interface_declaration annotation_type_declaration",
            ),
            (Declaration(Enum), "enum_declaration"),
            (Declaration(Module), "module_declaration"),
            (
                Declaration(Method),
                "method_declaration annotation_type_element_declaration",
            ),
            (
                Declaration(Constructor),
                "constructor_declaration compact_constructor_declaration",
            ),
            (Transparent, "enum_body_declarations"),
        ],
        bodies: &["body"],
        naming: Naming::Field,
        highlights: &[tree_sitter_java::HIGHLIGHTS_QUERY],
        injections: "",
    },
    Row {
        name: "c",
        aliases: &[],
        extensions: &["c", "h"],
        file_names: &[],
        shebangs: &[],
        grammar: || tree_sitter_c::LANGUAGE.into(),
        speech: Speech::Code,
        kinds: C,
        bodies: &["body", "type"],
        naming: Naming::Declarator,
        highlights: &[tree_sitter_c::HIGHLIGHT_QUERY],
        injections: "",
    },
    Row {
        name: "cpp",
        aliases: &["c++", "cxx", "cc"],
        extensions: &[
            "cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "h++", "ipp", "inl", "tpp", "txx",
            "ixx", "cppm",
        ],
        file_names: &[],
        shebangs: &[],
        grammar: || tree_sitter_cpp::LANGUAGE.into(),
        speech: Speech::Code,
        kinds: C,
        bodies: &["body", "type"],
        naming: Naming::Declarator,
        highlights: &[
            tree_sitter_c::HIGHLIGHT_QUERY,
            tree_sitter_cpp::HIGHLIGHT_QUERY,
        ],
        injections: "",
    },
    Row {
        name: "markdown",
        aliases: &["md"],
        extensions: &["md", "markdown", "mdx", "mkd"],
        file_names: &[],
        shebangs: &[],
        grammar: || tree_sitter_md::LANGUAGE.into(),
        speech: Speech::Prose,
        kinds: &[],
        bodies: &[],
        naming: Naming::Field,
        highlights: &[tree_sitter_md::HIGHLIGHT_QUERY_BLOCK],
        injections: MARKDOWN_INJECTIONS,
    },
    Row {
        name: "markdown_inline",
        aliases: &[],
        extensions: &[],
        file_names: &[],
        shebangs: &[],
        grammar: || tree_sitter_md::INLINE_LANGUAGE.into(),
        speech: Speech::Inline,
        kinds: &[],
        bodies: &[],
        naming: Naming::Field,
        highlights: &[tree_sitter_md::HIGHLIGHT_QUERY_INLINE],
        injections: tree_sitter_md::INJECTION_QUERY_INLINE,
    },
];

/// JavaScript, TypeScript and TSX: one grammar that grew.
const SCRIPT: &[(Rule, &str)] = &[
    (Comment, "comment html_comment"),
    (Preamble, "hash_bang_line"),
    (Attribute, "decorator"),
    (Import, "import_statement import_alias"),
    (
        Items,
        "property_signature index_signature call_signature construct_signature \
         method_signature enum_assignment property_identifier class_static_block",
    ),
    (
        Binding,
        "lexical_declaration variable_declaration expression_statement field_definition \
         public_field_definition pair",
    ),
    (Wrapper, "export_statement ambient_declaration"),
    (
        Declaration(Class),
        "class_declaration abstract_class_declaration",
    ),
    (Declaration(Interface), "interface_declaration"),
    (Declaration(Enum), "enum_declaration"),
    (Declaration(Type), "type_alias_declaration"),
    (Declaration(Module), "internal_module module"),
    (
        Declaration(Function),
        "function_declaration generator_function_declaration function_signature",
    ),
    (
        Declaration(Method),
        "method_definition abstract_method_signature",
    ),
    (Silent, "empty_statement"),
];

/// C and C++; what only C++ has does no harm in C.
const C: &[(Rule, &str)] = &[
    (Comment, "comment"),
    (Attribute, "access_specifier attribute_declaration"),
    (Import, "preproc_include"),
    (
        Items,
        "declaration field_declaration enumerator preproc_def using_declaration \
         static_assert_declaration friend_declaration template_instantiation \
         namespace_alias_definition preproc_call",
    ),
    (Wrapper, "template_declaration"),
    (Declaration(Struct), "struct_specifier union_specifier"),
    (Declaration(Class), "class_specifier"),
    (Declaration(Enum), "enum_specifier"),
    (
        Declaration(Type),
        "type_definition alias_declaration concept_definition",
    ),
    (Declaration(Function), "function_definition"),
    (Declaration(Macro), "preproc_function_def"),
    (Declaration(Module), "namespace_definition"),
    (
        Transparent,
        "preproc_if preproc_ifdef preproc_else preproc_elif preproc_elifdef \
         linkage_specification declaration_list field_declaration_list enumerator_list",
    ),
];

/// The grammar's own query has these before `(identifier) @variable`, for highlighters where the
/// first pattern wins.
const GO_FUNCTIONS: &str = "
(call_expression function: (identifier) @function)
(call_expression function: (selector_expression field: (field_identifier) @function.method))
(function_declaration name: (identifier) @function)
(method_declaration name: (field_identifier) @function.method)
";

/// As for Go: methods that are called are properties, too.
const PYTHON_METHODS: &str = "
(call function: (attribute attribute: (identifier) @function.method))
";

/// The grammar's own query leaves out children, which for it are the marks of inline Markdown.
const MARKDOWN_INJECTIONS: &str = "
(fenced_code_block
  (info_string (language) @injection.language)
  (code_fence_content) @injection.content
  (#set! injection.include-children))
((inline) @injection.content
  (#set! injection.language \"markdown_inline\")
  (#set! injection.include-children))
";
