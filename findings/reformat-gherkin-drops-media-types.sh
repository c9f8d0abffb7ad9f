#!/usr/bin/env bash
# reformat-gherkin drops the media type of a doc string: `"""json` becomes `"""`, and Cucumber has no JSON for the step any more.
#
# Expected: a formatter that compares the syntax trees before it writes ("safe" is the default) keeps all that a step receives.
# Seen on 2026-11-30 with reformat-gherkin 3.0.1, gherkin-official 24.0.0 (PyPI), prettier-plugin-gherkin 4.0.0 and prettier 3.10.1
# (npm), exit code 0; the steps as Cucumber's own parser gives them to the runner:
#   tags, tables with escapes, doc strings without a type, a feature in French:   right in both.
#   `"""json`, `"""yaml`, "```markdown":           reformat-gherkin writes `"""` without the type.
#   the same with `--safe` named:                  the same; its comparison leaves the type out too.
#   prettier-plugin-gherkin:                       keeps the type, and writes the JSON and YAML anew: `{"a":   1}` is `{ "a": 1 }`.
# Cucumber converts a doc string by this type (`@DocStringType(contentType = "json")` in Java); after a run of the formatter no
# converter is found, or the text arrives as it stands.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" prettier@3.10.1 prettier-plugin-gherkin@4.0.0
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check reformat-gherkin==3.0.1 gherkin-official==24.0.0
cd "$work"
cat > check.py <<'PY'
import subprocess
from pathlib import Path
from gherkin.parser import Parser
from gherkin.pickles.compiler import Compiler

TEXT = '''# language: fr
@slow
Fonctionnalité: textes
  Scénario: un
    Soit un texte
      """
      a   b
        c
      """
    Et un tableau
      |h|i|
      |a \\| b  |  c|
    Et un texte
      """json
      {"a":   1}
      """
    Et un texte
      """yaml
      a:   1
      """
    Et un texte
      ```markdown
      # x
      ```
'''

def arguments():
    """Tags, and the argument of each step."""
    document = Parser().parse(Path("file.feature").read_text())
    document["uri"] = "file.feature"
    found = []
    for pickle in Compiler().compile(document):
        found.append([tag["name"] for tag in pickle["tags"]])
        for step in pickle["steps"]:
            argument = step["argument"]
            if text := argument.get("docString"):
                found.append((text.get("mediaType"), text["content"]))
            else:
                found.append([[cell["value"] for cell in row["cells"]] for row in argument["dataTable"]["rows"]])
    return found

def formatted(*command):
    Path("file.feature").write_text(TEXT)
    subprocess.run([*command, "file.feature"], check=True, capture_output=True)
    print(Path("file.feature").read_text(), arguments(), "", sep="\n")
    return arguments()

PLAIN = [["@slow"], (None, "a   b\n  c"), [["h", "i"], ["a | b", "c"]]]
assert formatted("true") == [*PLAIN, ("json", '{"a":   1}'), ("yaml", "a:   1"), ("markdown", "# x")]
for options in ([], ["--safe"]):
    assert formatted("venv/bin/reformat-gherkin", *options) == [*PLAIN, (None, '{"a":   1}'), (None, "a:   1"), (None, "# x")]
assert formatted("node_modules/.bin/prettier", "--plugin", "prettier-plugin-gherkin", "--write") == [
    *PLAIN, ("json", '{ "a": 1 }'), ("yaml", "a: 1"), ("markdown", "# x")]
PY
venv/bin/python check.py
