//! The table of languages. A language is one row, in a file of its own.

mod conditional;
mod dialect;
mod markup;
mod mask;
mod overrun;
mod script;

mod bash;
mod c;
mod c_sharp;
mod cmake;
mod cpp;
mod css;
mod dart;
mod dockerfile;
mod elixir;
mod go;
mod graphql;
mod haskell;
mod hcl;
mod html;
mod java;
mod javascript;
mod json;
mod julia;
mod kotlin;
mod lua;
mod make;
mod markdown;
mod nix_lang;
mod ocaml;
mod php;
mod protobuf;
mod python;
mod r;
mod ruby;
mod rust;
mod scala;
mod sql;
mod svelte;
mod swift;
mod toml_lang;
mod tsx;
mod typescript;
mod yaml;
mod zig;

use super::grammar::Row;
#[cfg(test)]
pub(super) use dialect::standard;
#[cfg(test)]
pub(super) use mask::masked;

pub(super) static LANGUAGES: [Row; 41] = [
    bash::ROW,
    c::ROW,
    c_sharp::ROW,
    cmake::ROW,
    cpp::ROW,
    css::ROW,
    dart::ROW,
    dockerfile::ROW,
    elixir::ROW,
    go::ROW,
    graphql::ROW,
    haskell::ROW,
    hcl::ROW,
    html::ROW,
    java::ROW,
    javascript::ROW,
    json::ROW,
    julia::ROW,
    kotlin::ROW,
    lua::ROW,
    make::ROW,
    markdown::ROW,
    nix_lang::ROW,
    ocaml::ROW,
    ocaml::INTERFACE,
    php::ROW,
    protobuf::ROW,
    python::ROW,
    r::ROW,
    ruby::ROW,
    rust::ROW,
    scala::ROW,
    sql::ROW,
    svelte::ROW,
    swift::ROW,
    toml_lang::ROW,
    tsx::ROW,
    typescript::ROW,
    yaml::ROW,
    zig::ROW,
    markdown::INLINE,
];
