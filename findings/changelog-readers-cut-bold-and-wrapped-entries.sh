#!/usr/bin/env bash
# Two readers of changelogs cut `**Breaking** x` to `Breaking** x`, and lose the second line of an entry or make it an entry.
#
# Expected: an entry is an item of a Markdown list, with all its lines; a heading in a code block is code.
# Seen on 2026-11-30 with keepachangelog 2.0.0 (PyPI), changelog-parser 3.0.1 and keep-a-changelog 3.1.0 (npm), without an error;
# keep-a-changelog is right each time:
#   `- plain`:                         the same in all three.
#   `- **Breaking** x`:                keepachangelog and changelog-parser: `Breaking** x`.
#   ``- `__init__` is public``:        changelog-parser: `init is public`, though its results are to be plain text.
#   `- one` and an indented `two`:     keepachangelog: two entries. changelog-parser: `one`.
#   `- one` with an item below it:     keepachangelog: two entries. changelog-parser: `one`.
#   a code block with `## [9.9.9]`:    keepachangelog lists the release 9.9.9, and its `release` writes 9.9.10 as the next one.
# Release notes made from such a file lose or split most longer entries, and the bold mark is damaged just where it matters.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" changelog-parser@3.0.1 keep-a-changelog@3.1.0
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check keepachangelog==2.0.0
cd "$work"
cat > read.mjs <<'JS'
import { readFileSync } from "node:fs";
import parseChangelog from "changelog-parser";
import { parser } from "keep-a-changelog";
const found = [];
for (const text of JSON.parse(readFileSync(0, "utf8"))) {
  const [release] = parser(text).releases;
  const { versions } = await parseChangelog({ text });
  found.push({
    "keep-a-changelog": release.changes.get("changed").map((each) => [each.title, each.description].filter(Boolean).join("\n")),
    "changelog-parser": versions[0].parsed.Changed,
  });
}
console.log(JSON.stringify(found));
JS
venv/bin/python - <<'PY'
import json, pathlib, subprocess
import keepachangelog

FILE = pathlib.Path("CHANGELOG.md")
TEXT = "# Changelog\n\n## [1.0.0] - 2026-01-01\n### Changed\n{}\n"

def by_keepachangelog(text):
    FILE.write_text(text)
    return keepachangelog.to_dict(str(FILE))["1.0.0"]["changed"]

# an entry, and its text in keep-a-changelog, changelog-parser and keepachangelog
CASES = [
    ("- plain", ["plain"], ["plain"], ["plain"]),
    ("- **Breaking** x", ["**Breaking** x"], ["Breaking** x"], ["Breaking** x"]),
    ("- `__init__` is public", ["`__init__` is public"], ["init is public"], ["`__init__` is public"]),
    ("- one\n  two", ["one\ntwo"], ["one"], ["one", "two"]),
    ("- one\n  - below", ["one\n- below"], ["one"], ["one", "below"]),
]
texts = [TEXT.format(entry) for entry, *_ in CASES]
output = subprocess.run(["node", "read.mjs"], input=json.dumps(texts), check=True, capture_output=True, text=True).stdout
for text, found, (entry, *expected) in zip(texts, json.loads(output), CASES):
    found["keepachangelog"] = by_keepachangelog(text)
    print(repr(entry), found)
    assert list(found.values()) == expected, expected

FILE.write_text("# Changelog\n\n## [Unreleased]\n### Fixed\n- a\n\n## [1.0.0] - 2026-01-01\n### Changed\n"
                "- The heading of a release:\n  ```md\n  ## [9.9.9] - 2025-01-01\n  ```\n")
versions = list(keepachangelog.to_dict(str(FILE)))
new = keepachangelog.release(str(FILE))
print(f"with a code block: {versions}, the next release is {new}")
assert versions == ["1.0.0", "9.9.9"] and new == "9.9.10"
assert "## [9.9.10] - " in FILE.read_text()
PY
