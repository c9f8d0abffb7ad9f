//! Queries in `queries/LANGUAGE.scm`, which define the declarations, imports and names of a language.
//!
//! `compiled` compiles a query and finds the rules of node kinds in it, `captures` runs it; `declarations` and
//! `modules` apply it to declarations, and to imports and exports.
//!
//! A pattern begins with the node that it classifies. A pattern of only a kind, or of `[(a) (b)]`, gives these
//! kinds a rule of the walk; such an alternation contains only kinds. The rules:
//!
//! - `comment`, `preamble`, `attribute`, `label`, `closing`, `import`, `wrapper`, `silent`, `embedded`, `items`;
//! - `cross`: the children belong to the enclosing scope; `conditional`: only if they contain declarations;
//! - `macro`: the argument may be declarations;
//! - `definition.KIND`: a declaration; `body`: the type that contains the members of a declaration;
//! - `special`: a hook of the row decides.
//!
//! It may also have marks: `reference`, with the name at the end of a path `reference.path`, and
//! `reference.symbol` for a symbol or string that may name a function,
//! `reference.words` for the value of a macro, which is not parsed; `call` for a call of its first child, or
//! `call.FIELD` for a call of the child in a field; `binding.FIELD` for names bound in a field, or `binding`
//! for all; `uncalled.FIELD` for a field that is not called; `literal.FIELD` for the type of a
//! literal or a pattern, and `key.FIELD` for the names of its fields in it, `named.FIELD` for names that are keys only if
//! there is a type, or `given` for names before `=` or `:`; `intrinsic` for built-in names; `local` for a scope that
//! hides its names from other files if it has no name; `importing` for
//! an import, in addition to its rule; `receiver.FIELD` for the owner of the names in the other fields: `[self add:1]`, or
//! `receiver` for a call that is written between its receiver and its argument: `a add 1`.
//!
//! Other patterns are tried on the nodes of their kind in a scope. The first match with a role decides. If
//! the kind has the rule of a declaration, patterns refine the declaration that its fields give; patterns for
//! a wrapper give the kind of the declaration in it. Roles are the rules above and
//!
//! - `definition.KIND`: a declaration with its `name`, displayed as in `(#set! name "…")`. Several names are
//!   joined with the text between them, or with `(#set! join "…")`. Alternatives are a `qualified` name, the
//!   `part`s of one, the `type` that names it, or a type in `of`, kept without its path and arguments.
//!   Optional captures: the `path` before the name; the `body`, if it is not the field `body`; the `head`
//!   that ends the signature; the `docstring`; the `parameters`, whose number distinguishes clauses of
//!   functions; `until`, a part of the node that belongs to the enclosing scope;
//! - `section`: a module that extends to the next one;
//! - `docs`: an attribute that documents the next element;
//! - `wraps`: the node that this one declares;
//! - `binds`: the value of a name, which makes it a function or a class. Patterns for a value capture the part
//!   that is the value, `bound`, or the body of the declaration, `bound.KIND`.
//!
//! Names of `base` types and defined names (`defines`) come from all matches of the deciding pattern and of
//! patterns without a role; with `(#set! reach deep)` from any depth. For an import, each match has the `module`,
//! the `imported` name, `(#set! imported "*")` for all, and an `alias`. Parts of a module are joined by a
//! point, or by the `separator` that is set; then the last part of the module is the imported name if no other
//! is captured. For an export, each match captures or sets the `local` and the `exported` name.

pub(super) mod captures;
pub(super) mod compiled;
pub(super) mod declarations;
pub(super) mod hooks;
pub(super) mod modules;
