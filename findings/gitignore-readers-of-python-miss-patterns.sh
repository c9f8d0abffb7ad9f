#!/usr/bin/env bash
# Three Python libraries that match .gitignore patterns answer differently from git: `\!note`, `src/**/deep/`, `x[^-]y`, `*/`.
#
# Expected: one pattern of git's documentation has one meaning.
# Seen on 2026-11-29 with gitignore-parser 0.1.13, gitignorefile 1.1.2, zgitignore 1.0.0 and pathspec 1.1.1 (PyPI), git 2.47; each
# .gitignore has one pattern:
#   `a\[1\].txt`, a[1].txt:             ignored by git, zgitignore and pathspec; not by the first two libraries.
#   `\!note`, the file `!note`:         the same, but gitignorefile alone fails.
#   `x[^-]y`, the files xzy and x-y:    git and pathspec ignore xzy. The other three ignore x-y in its place.
#   `src/**/deep/`, src/deep/a.txt:     gitignorefile does not ignore it; with a folder between the two names it does.
#   `foo/**bar`, foo/bar/a.txt:         the first two do not ignore it. zgitignore also ignores foo/qux/bar/a.txt.
#   `build`, build/out.txt:             gitignore-parser does not ignore it; with `build/` it does.
#   `*/`, a file at the top level:      gitignore-parser ignores it, although the pattern is for folders.
# So a packer, a linter or an indexer on one of these libraries reads files that the project excluded, and leaves out others. Only
# pathspec agrees with git on all of them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
  gitignore-parser==0.1.13 gitignorefile==1.1.2 zgitignore==1.0.0 pathspec==1.1.1
"$work/venv/bin/python" - "$work/repository" <<'PY'
import subprocess, sys
from pathlib import Path
import gitignorefile, gitignore_parser, pathspec, zgitignore

root = Path(sys.argv[1])
FILES = ["a[1].txt", "!note", "xzy", "x-y", "src/deep/a.txt", "src/b/deep/a.txt", "foo/bar/a.txt", "foo/qux/bar/a.txt",
         "build/out.txt"]
for name in FILES:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).touch()
subprocess.run(["git", "init", "--quiet", root], check=True)
rules = root / ".gitignore"

def listed_by_git():
    command = ["git", "-C", root, "ls-files", "--others", "--exclude-standard", "-z"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")

def ignored(pattern):
    """The ignored files by tool."""
    rules.write_text(pattern + "\n")
    listed = listed_by_git()
    spec = pathspec.GitIgnoreSpec.from_lines([pattern])
    parser = gitignore_parser.parse_gitignore(str(rules))
    file = gitignorefile.parse(str(rules), base_path=str(root))
    z = zgitignore.ZgitIgnore([pattern], True)
    matchers = {
        "git": lambda name: name not in listed,
        "pathspec": spec.match_file,
        "gitignore-parser": lambda name: parser(str(root / name)),
        "gitignorefile": lambda name: file(str(root / name)),
        "zgitignore": lambda name: z.is_ignored(name, check_parents=True),
    }
    return {tool: {name for name in FILES if matches(name)} for tool, matches in matchers.items()}

def check(pattern, by_git, **others):
    """`others` names the tools that ignore other files than git does."""
    found = ignored(pattern)
    for tool, names in found.items():
        print(f"{pattern:14} {tool:16} {sorted(names)}")
        assert names == others.get(tool.replace("-", "_"), by_git), tool

check("*.txt", {name for name in FILES if name.endswith(".txt")})
check("a\\[1\\].txt", {"a[1].txt"}, gitignore_parser=set(), gitignorefile=set())
check("\\!note", {"!note"}, gitignorefile=set())
check("x[^-]y", {"xzy"}, gitignore_parser={"x-y"}, gitignorefile={"x-y"}, zgitignore={"x-y"})
check("src/**/deep/", {"src/deep/a.txt", "src/b/deep/a.txt"}, gitignorefile={"src/b/deep/a.txt"})
check("foo/**bar", {"foo/bar/a.txt"}, gitignore_parser=set(), gitignorefile=set(),
      zgitignore={"foo/bar/a.txt", "foo/qux/bar/a.txt"})
check("build", {"build/out.txt"}, gitignore_parser=set())
check("build/", {"build/out.txt"})
check("*/", {name for name in FILES if "/" in name}, gitignore_parser=set(FILES))
PY
