//! Highlighting of languages without static types.

use super::check;
use crate::syntax::HighlightRole as Role;

#[test]
fn ruby_is_highlighted() {
    check(
        "ruby",
        "class Box < Base\n  # A note.\n  def area(x)\n    @w * LIMIT + f(x, :wide, \"a\")\n  end\nend\n",
        &[
            ("class", Role::Keyword),
            ("Box", Role::Type),
            ("Base", Role::Type),
            ("# A note.", Role::Comment),
            ("def", Role::Keyword),
            ("area", Role::Function),
            ("x", Role::Variable),
            ("@w", Role::Property),
            ("LIMIT", Role::Constant),
            ("f", Role::Function),
            (":wide", Role::String),
            ("\"a\"", Role::String),
            ("end", Role::Keyword),
        ],
    );
}

#[test]
fn elixir_is_highlighted() {
    check(
        "elixir",
        "defmodule A.B do\n  @doc \"Runs.\"\n  def run(x), do: Repo.get(x, 1) # end\nend\n",
        &[
            ("defmodule", Role::Keyword),
            ("A.B", Role::Module),
            ("do", Role::Keyword),
            ("def", Role::Keyword),
            ("run", Role::Function),
            ("Repo", Role::Module),
            ("get", Role::Function),
            ("1", Role::Number),
            ("# end", Role::Comment),
        ],
    );
}

#[test]
fn lua_is_highlighted() {
    check(
        "lua",
        "local M = {}\nfunction M.add(x) return print(x, \"a\", 1) end -- end\n",
        &[
            ("local", Role::Keyword),
            ("function", Role::Keyword),
            ("add", Role::Function),
            ("return", Role::Keyword),
            ("print", Role::Function),
            ("\"a\"", Role::String),
            ("1", Role::Number),
            ("-- end", Role::Comment),
        ],
    );
}

#[test]
fn julia_is_highlighted() {
    check(
        "julia",
        "using Base\nfunction area(s::Square)::Float64\n  @show g(s.side, \"a\", 1.5)\nend # end\n",
        &[
            ("using", Role::Keyword),
            ("Base", Role::Module),
            ("function", Role::Keyword),
            ("area", Role::Function),
            ("Square", Role::Type),
            ("Float64", Role::Type),
            ("@show", Role::Function),
            ("g", Role::Function),
            ("side", Role::Property),
            ("\"a\"", Role::String),
            ("1.5", Role::Number),
            ("end", Role::Keyword),
            ("# end", Role::Comment),
        ],
    );
}

#[test]
fn r_is_highlighted() {
    check(
        "r",
        "# A note.\nf <- function(x) if (TRUE) stats::sd(x, \"a\", 1)\n",
        &[
            ("# A note.", Role::Comment),
            ("f", Role::Function),
            ("function", Role::Keyword),
            ("if", Role::Keyword),
            ("TRUE", Role::Constant),
            ("stats", Role::Module),
            ("sd", Role::Function),
            ("\"a\"", Role::String),
            ("1", Role::Number),
        ],
    );
}
