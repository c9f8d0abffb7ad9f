#!/usr/bin/env bash
# @conventional-commits/parser joins the paragraphs of a commit message, drops lines such as `std::vec is used`, cuts `BREAKING CHANGES`.
#
# Expected: the body is the text of the message with its blank lines; by conventionalcommits.org a footer is a token followed by `: `
#   or ` #`, so a colon without a space begins none.
# Seen on 2026-11-30 with @conventional-commits/parser 0.4.1 and, for comparison, conventional-commits-parser 7.1.4 with
# conventional-changelog-conventionalcommits 10.4.1 (npm), through `toConventionalChangelogFormat`, without an error:
#   two paragraphs; a list behind a line:   the blank line is gone, so a changelog in Markdown shows one paragraph.
#   `std::vec is used`, a lone `https://…`:   no body; the line is in no field of the result.
#   `Before: slow`, `After: fast`:   the same: they are read as footers, and footers other than references are left out.
#   `BREAKING CHANGES: the option is gone`:   the body `S: the option is gone`, and no note.
#   a note of two paragraphs:        joined likewise in the notes.
#   conventional-commits-parser:     each text is in the body, the footer or a note, with its blank lines.
# It calls itself the reference implementation; tools for releases build changelogs from it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  @conventional-commits/parser@0.4.1 conventional-commits-parser@7.1.4 conventional-changelog-conventionalcommits@10.4.1
cat > "$work/check.mjs" <<'JS'
import { parser, toConventionalChangelogFormat } from "@conventional-commits/parser";
import preset from "conventional-changelog-conventionalcommits";
import { CommitParser } from "conventional-commits-parser";

const other = new CommitParser((await preset()).parser);
// what follows the subject, the body that is found, and the notes
const CASES = [
  ["One paragraph\nof two lines.", "One paragraph\nof two lines.", []],
  ["First paragraph.\n\nSecond paragraph.", "First paragraph.\nSecond paragraph.", []],
  ["The steps:\n\n- first\n- second", "The steps:\n- first\n- second", []],
  ["std::vec is used", "", []],
  ["See the page.\n\nhttps://example.org/page", "See the page.", []],
  ["Before: slow\nAfter: fast", "", []],
  ["BREAKING CHANGES: the option is gone", "S: the option is gone", []],
  ["BREAKING CHANGE: the option\n\nIt is gone.", "the option\nIt is gone.", ["the option\nIt is gone."]],
];

for (const [rest, body, notes] of CASES) {
  const message = `feat: cache pages\n\n${rest}`;
  const commit = toConventionalChangelogFormat(parser(message));
  const found = [commit.body, commit.notes.map((note) => note.text)];
  console.log(`${JSON.stringify(rest)}: ${JSON.stringify(found)}`);
  if (JSON.stringify(found) !== JSON.stringify([body, notes])) throw new Error(`expected ${JSON.stringify([body, notes])}`);
  if (commit.footer || commit.references.length) throw new Error("the text is a footer now");
  const compared = other.parse(message);
  if ([compared.body, compared.footer].filter(Boolean).join("\n\n") !== rest) throw new Error(`other: ${JSON.stringify(compared)}`);
}
JS
cd "$work" && node check.mjs
