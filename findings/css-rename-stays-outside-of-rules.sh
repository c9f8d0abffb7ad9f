#!/usr/bin/env bash
# VS Code's language service for CSS and SCSS renames classes outside `@media` only, and a variable in place of a named argument.
#
# Expected: renaming `.card` changes every `.card` of the file; a named argument (`$gap: 1px`) follows the mixin's parameter.
# Seen on 2026-11-29 with vscode-css-languageservice 6.3.10 and sass 1.108.2 (npm), without an error of the service:
#   `.card`, `.card.big`, `.x .card`, `:not(.card)`:              renamed, and found as references.
#   `.card` in @media, @layer, @supports or in another rule:      neither renamed nor found.
#   a custom property, also in `var()` in @media:                 renamed; its declaration `@property --main` is not.
#   SCSS, the parameter `$gap` of a mixin:                        renamed in the mixin; `@include box($gap: 2px)` keeps `$gap`, and
#                                                                 Sass refuses it.
#   SCSS, a global `$gap` beside it:                              renamed in `@include box($gap: 2px)`, which Sass refuses as well.
# So after renaming a class, the narrow screen has the old one, and no checker says so.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  vscode-css-languageservice@6.3.10 vscode-languageserver-textdocument@1.0.16 sass@1.108.2
cat > "$work/check.cjs" <<'JS'
const assert = require("assert");
const { getCSSLanguageService, getSCSSLanguageService } = require("vscode-css-languageservice");
const { compileString } = require("sass");
const { TextDocument } = require("vscode-languageserver-textdocument");

/** Renames the first occurrence of `name`; each line is given with its expected text after that, if it changes. */
function check(language, service, name, newName, lines) {
  const before = lines.map(([text]) => text).join("\n");
  const document = TextDocument.create(`file:///a.${language}`, language, 1, before);
  const stylesheet = service.parseStylesheet(document);
  const position = document.positionAt(before.indexOf(name) + 1);
  const edits = service.doRename(document, position, newName, stylesheet).changes[document.uri];
  const references = service.findReferences(document, position, stylesheet);
  const after = TextDocument.applyEdits(document, edits);
  console.log(`${name} to ${newName}:\n${after.replace(/^/gm, "  ")}`);
  assert.strictEqual(after, lines.map(([old, renamed]) => renamed ?? old).join("\n"));
  assert.strictEqual(references.length, edits.length);
}

const css = getCSSLanguageService();
check("css", css, ".card", ".panel", [
  [".card { color: red }", ".panel { color: red }"],
  [".card.big, .x .card:hover { color: red }", ".panel.big, .x .panel:hover { color: red }"],
  ["p:not(.card) > .card { color: red }", "p:not(.panel) > .panel { color: red }"],
  ["@media (width > 1em) { .card { color: red } }"],
  ["@layer base { .card { color: red } }"],
  ["@supports (display: grid) { .card { color: red } }"],
  [".wrap { .card { color: red } & > .card { color: red } }"],
]);
check("css", css, "--main", "--theme", [
  [":root { --main: red }", ":root { --theme: red }"],
  ["@media (width > 1em) { p { color: var(--main) } }", "@media (width > 1em) { p { color: var(--theme) } }"],
  ['@property --main { syntax: "<color>"; inherits: true; initial-value: red }'],
]);

const scss = getSCSSLanguageService();
check("scss", scss, "$gap", "$space", [
  ["@mixin box($gap) { margin: $gap }", "@mixin box($space) { margin: $space }"],
  [".a { @include box($gap: 2px) }"],
]);
check("scss", scss, "$gap", "$space", [
  ["$gap: 1px;", "$space: 1px;"],
  ["@mixin box($gap) { margin: $gap }"],
  [".a { margin: $gap; @include box($gap: 2px) }", ".a { margin: $space; @include box($space: 2px) }"],
]);
const refused = (text) => assert.throws(() => compileString(text), /parameter named|missing argument/i);
const works = (text) => assert(compileString(text).css.includes("2px"));
works("@mixin box($gap) { margin: $gap } .a { @include box($gap: 2px) }");
refused("@mixin box($space) { margin: $space } .a { @include box($gap: 2px) }");
refused("$space: 1px; @mixin box($gap) { margin: $gap } .a { margin: $space; @include box($space: 2px) }");
JS
node "$work/check.cjs"
