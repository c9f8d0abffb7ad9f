#!/usr/bin/env bash
# patch-ng and the crate patchkit insert the lines of `git diff -U0` one line too early; diffy removes another line of the same text.
#
# Expected: `@@ -2,0 +3 @@` inserts behind line 2, since a range without lines names the line before it; `-5 +4,0` removes line 5.
# Seen on 2026-11-30 with git 2.47, diffy 0.5.2, flickzeug 0.6.0, patchkit 0.3.9 (crates.io), patch-ng 1.19.1, dulwich 1.2.21,
# whatthepatch 1.0.7 (PyPI) and diff 9.0.0 (npm); none reports an error for a patch of these that it applies:
#   all kinds of change with lines of context; without context, a changed line and a removed line that is the only one of its text:
#                                          right in all.
#   a line added behind line 2:            patchkit and patch-ng add it behind line 1, also into a statement.
#   a line removed, an equal one stands two lines above:   diffy and flickzeug remove that one.
#   dulwich, whatthepatch and jsdiff (diff):   right for all.
# Tools write such patches to stage or undo single lines of a change and to hand out small edits. In code the result is often valid:
# a `}` or an empty line is another one, and nobody is told.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/apply/src"
cat > "$work/apply/Cargo.toml" <<'TOML'
[package]
name = "apply"
version = "0.0.0"
edition = "2021"

[dependencies]
diffy = "=0.5.2"
flickzeug = "=0.6.0"
patchkit = "=0.3.9"

[profile.dev]
debug = false
TOML
cat > "$work/apply/src/main.rs" <<'RUST'
use patchkit::{unified, ContentPatch};

/// Prints the patched text, with the library, the file and the patch as arguments.
fn main() {
    let [library, base, patch] = std::env::args().skip(1).collect::<Vec<_>>().try_into().unwrap();
    let [base, patch] = [base, patch].map(|path| std::fs::read_to_string(path).unwrap());
    let text = match library.as_str() {
        "diffy" => diffy::apply(&base, &diffy::Patch::from_str(&patch).unwrap()).unwrap(),
        "flickzeug" => flickzeug::apply(&base, &flickzeug::Diff::from_str(&patch).unwrap()).unwrap().0,
        _ => {
            let patch = unified::parse_patch(unified::splitlines(patch.as_bytes())).unwrap();
            String::from_utf8(patch.apply_exact(base.as_bytes()).unwrap()).unwrap()
        }
    };
    print!("{text}");
}
RUST
CARGO_TARGET_DIR="$work/target" cargo build --quiet --manifest-path "$work/apply/Cargo.toml"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" diff@9.0.0
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check patch-ng==1.19.1 dulwich==1.2.21 whatthepatch==1.0.7
cd "$work"
cat > jsdiff.cjs <<'JS'
const { readFileSync } = require("fs");
const [base, patch] = process.argv.slice(2).map((path) => readFileSync(path, "utf8"));
process.stdout.write(require("diff").applyPatch(base, patch));
JS
"$work/venv/bin/python" - <<'PY'
import pathlib, subprocess
import patch_ng, whatthepatch
from dulwich.patch import apply_patch_hunks, parse_unified_diff

def output(*command, allowed=(0,)):
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode in allowed, result
    return result.stdout

def apply_with_patch_ng(base, patch):
    pathlib.Path("f").write_text(base)
    assert patch_ng.fromstring(patch.encode()).apply(strip=1)
    return pathlib.Path("f").read_text()

def apply_with_dulwich(base, patch):
    [parsed] = parse_unified_diff(f"diff --git a/f b/f\n{patch}".encode())
    return b"".join(apply_patch_hunks(parsed, base.encode().splitlines(keepends=True))).decode()

def apply_with_whatthepatch(base, patch):
    [parsed] = whatthepatch.parse_patch(patch)
    return "".join(f"{line}\n" for line in whatthepatch.apply_diff(parsed, base))

LIBRARIES = {
    **{name: lambda *_, name=name: output("target/debug/apply", name, "old", "patch") for name in ("diffy", "flickzeug", "patchkit")},
    "patch-ng": apply_with_patch_ng, "dulwich": apply_with_dulwich, "whatthepatch": apply_with_whatthepatch,
    "jsdiff": lambda *_: output("node", "jsdiff.cjs", "old", "patch"),
}

def check(old, new, wrong={}, context=0):
    """Applies git's patch with each library; `wrong` has the other results. Each letter is a line."""
    old, new = (text.replace(" ", "\n") + "\n" for text in (old, new))
    pathlib.Path("old").write_text(old)
    pathlib.Path("new").write_text(new)
    patch = output("git", "diff", "--no-index", f"-U{context}", "old", "new", allowed=(1,))
    patch = "--- a/f\n+++ b/f\n" + patch[patch.index("@@"):]
    pathlib.Path("patch").write_text(patch)
    found = {name: apply(old, patch) for name, apply in LIBRARIES.items()}
    different = {name: " ".join(text.split("\n")[:-1]) for name, text in found.items() if text != new}
    print(f"{patch.split(chr(10), 2)[2]!r} of {old!r}:", different or "right")
    assert different == wrong

for context in (3, 1):
    check("a b c d e f", "a b new c d e f", context=context)
    check("a } b c } d e", "a } b c d e", context=context)
check("a b c d e f", "a b new d e f")
check("a b c d e f", "a b d e f")
check("a b c d e f", "a b new c d e f", dict.fromkeys(["patchkit", "patch-ng"], "a new b c d e f"))
check("f( a, b ) }", "f( a, b ) return }", dict.fromkeys(["patchkit", "patch-ng"], "f( a, b return ) }"))
check("a } b c } d e", "a } b c d e")
check("a , b , c , d", "a , b c , d", dict.fromkeys(["diffy", "flickzeug"], "a b , c , d"))
check("a { } b } c", "a { } b c", dict.fromkeys(["diffy", "flickzeug"], "a { b } c"))
PY
