#!/usr/bin/env bash
# Semgrep finds no call inside a macro of Rust, in `let … else`, in a here-document of Ruby or in a property hook of PHP.
#
# Expected: the pattern `target()` matches each call of it; what cannot be parsed is listed under "errors".
# Seen on 2026-11-29 with semgrep 1.185.0 and ast-grep-cli 0.51.1 (PyPI), one call in each file; Semgrep's list of errors is empty:
#   Rust, `target();`, also beside a macro, in `if let` and in a module:   both find it.
#   Rust, println!("{}", target()), vec![target()], assert_eq!(target(), 1):   neither finds it.
#   Rust, `let Some(x) = y else { target(); return };`:                    ast-grep finds it, Semgrep does not.
#   Ruby, "#{target()}":                                                   both find it.
#   Ruby, #{target()} in a here-document (<<~SQL):                         ast-grep finds it, Semgrep does not.
#   PHP, a call in a property's `get` or `set` (8.4):                      ast-grep's grammar has an error there, Semgrep none.
# Queries to a database are written in here-documents, and Rust's assertions and log messages are macros. A rule that reports
# nothing, with exit status 0 and no error, reads as "there is no such call".
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check semgrep==1.185.0 ast-grep-cli==0.51.1
export HOME="$work" PATH="$work/venv/bin:$PATH"
mkdir "$work/code"
cd "$work/code"
echo 'fn f() { println!("{}", x); target(); }' > plain.rs
echo 'fn f() { if let Some(a) = b { target(); } }' > if_let.rs
echo 'fn f() { println!("{}", target()); }' > println.rs
echo 'fn f() { let x = vec![target()]; }' > vec.rs
echo 'fn f() { assert_eq!(target(), 1); }' > assert.rs
echo 'fn f() { let Some(x) = y else { target(); return }; }' > let_else.rs
echo 'x = "a #{target()}"' > string.rb
printf 'x = <<~SQL\n  a #{target()}\nSQL\n' > here.rb
printf '<?php\nclass A { public function f() { return target(); } }\n' > method.php
printf '<?php\nclass A { public string $p { get => target(); } }\n' > hook.php
cat > "$work/rules.yaml" <<'YAML'
rules:
  - {id: rust, languages: [rust], severity: INFO, message: call, pattern: target()}
  - {id: ruby, languages: [ruby], severity: INFO, message: call, pattern: target()}
  - {id: php, languages: [php], severity: INFO, message: call, pattern: target()}
YAML

semgrep scan --metrics off --disable-version-check --no-git-ignore --quiet --json --config "$work/rules.yaml" . > "$work/semgrep.json"
for language in rust ruby; do
    ast-grep run --pattern 'target()' --lang "$language" --json=stream .
done > "$work/ast-grep.json"
python3 - "$work" <<'PY'
import json, pathlib, sys

work = pathlib.Path(sys.argv[1])
report = json.loads((work / "semgrep.json").read_text())
found = {
    "Semgrep": sorted(pathlib.Path(result["path"]).name for result in report["results"]),
    "ast-grep": sorted(pathlib.Path(json.loads(line)["file"]).name for line in (work / "ast-grep.json").read_text().splitlines()),
}
scanned = sorted(pathlib.Path(path).name for path in report["paths"]["scanned"])
print(f"scanned: {scanned}, errors: {report['errors']}")
print(f"found: {found}")
assert len(scanned) == 10 and report["errors"] == []
assert found["Semgrep"] == ["if_let.rs", "method.php", "plain.rs", "string.rb"]
assert found["ast-grep"] == ["here.rb", "if_let.rs", "let_else.rs", "plain.rs", "string.rb"]
PY
