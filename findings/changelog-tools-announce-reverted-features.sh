#!/usr/bin/env bash
# changelogen announces a feature again when a commit reverts it, as a breaking change; commitizen counts lines of prose as commits.
#
# Expected: the type is the beginning of the first line, and a change is breaking by `!` before its colon or by a footer
# `BREAKING CHANGE:` or `BREAKING-CHANGE:` (conventionalcommits.org). `Revert "feat!: x"`, which git writes, has no type.
# Seen on 2026-11-30 with changelogen 0.6.2, git-cliff 2.14.2 (npm) and commitizen 4.19.3 (PyPI); next version after 1.2.3:
#   feat!: x; feat: x; fix: x; fix: x with a footer `BREAKING CHANGE: y`:   2.0.0, 1.3.0, 1.2.4 and 2.0.0 in all three.
#   `Revert "feat!: drop x"`:                 changelogen 2.0.0, with the entry `⚠️  Drop x"`; the others none.
#   `Revert "fix: x"`:                        changelogen 1.2.4; the others none.
#   fix: x, "There is no BREAKING CHANGE: …" in its text:   changelogen 2.0.0; the others 1.2.4.
#   fix: x, a footer `BREAKING-CHANGE: y`:    changelogen 1.2.4; the others 2.0.0.
#   docs: x, whose text has the lines "fix: for corrections" and "feat!: for incompatible changes":   commitizen 2.0.0.
#   test: x, "fixtures: three files" in its text:           commitizen 1.2.4.
#   changelogen and git-cliff for the last two:   1.2.4, as each commit that they list counts at least as a patch.
# Releases are made by these numbers, and users read that an interface is gone which has just come back.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" changelogen@0.6.2 git-cliff@2.14.2
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check commitizen==4.19.3
cat > "$work/settings" <<'INI'
[user]
	name = A
	email = a@example.com
[init]
	defaultBranch = main
INI
cd "$work"
HOME="$work" GIT_CONFIG_GLOBAL="$work/settings" GIT_CONFIG_NOSYSTEM=1 python3 - "$work" <<'PY'
import json, pathlib, re, subprocess, sys

work = pathlib.Path(sys.argv[1])

def run(*command, folder, text=None, allowed=(0,)):
    result = subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True)
    assert result.returncode in allowed, result
    return result.stdout + result.stderr

def next_versions(message):
    """The version after 1.2.3 by each tool, without a number where it stays."""
    folder = work / "repository"
    run("rm", "-rf", folder, folder=work)
    folder.mkdir()
    (folder / "package.json").write_text('{ "name": "x", "version": "1.2.3" }')
    (folder / "pyproject.toml").write_text('[tool.commitizen]\nversion = "1.2.3"\ntag_format = "v$version"\n')
    run("bash", "-ec", "git init -q; git add .; git commit -q -m 'chore: begin'; git tag v1.2.3", folder=folder)
    if reverted := re.match('Revert "(.*)"', message):
        run("bash", "-ec", 'echo 1 > file; git add file; git commit -q -m "$0"; git tag --force v1.2.3; git revert --no-edit HEAD',
            reverted[1], folder=folder)
        assert run("git", "log", "-1", "--format=%s", folder=folder).strip() == message
    else:
        run("git", "commit", "-q", "--allow-empty", "-F", "-", folder=folder, text=message)
    cliff = re.search(r"^v(\S+)$", run(work / "node_modules/.bin/git-cliff", "--bumped-version", folder=folder), re.M)[1]
    # exit codes 16 and 21: nothing to bump
    bump = run(work / "venv/bin/cz", "bump", "--dry-run", "--yes", folder=folder, allowed=(0, 16, 21))
    commitizen = re.search(r"→ (\S+)", bump)
    run(work / "node_modules/.bin/changelogen", "--bump", "--noAuthors", folder=folder)
    changelogen = json.loads((folder / "package.json").read_text())["version"]
    changes = (folder / "CHANGELOG.md").read_text()
    return [changelogen, commitizen[1] if commitizen else "1.2.3", cliff], changes

def check(message, *expected, entry=""):
    found, changes = next_versions(message)
    print(f"{message!r}: changelogen {found[0]}, commitizen {found[1]}, git-cliff {found[2]}")
    assert found == list(expected), expected
    assert entry in changes, changes

check("feat!: drop x", "2.0.0", "2.0.0", "2.0.0", entry="- ⚠️  Drop x (")
check("feat: add x", "1.3.0", "1.3.0", "1.3.0")
check("fix: x", "1.2.4", "1.2.4", "1.2.4")
check("fix: x\n\nBREAKING CHANGE: y", "2.0.0", "2.0.0", "2.0.0")
check('Revert "feat!: drop x"', "2.0.0", "1.2.3", "1.2.3", entry='#### ⚠️ Breaking Changes\n\n- ⚠️  Drop x" (')
check('Revert "fix: x"', "1.2.4", "1.2.3", "1.2.3", entry='Fixes\n\n- X" (')
check("fix: x\n\nThere is no BREAKING CHANGE: all names stay.", "2.0.0", "1.2.4", "1.2.4")
check("fix: x\n\nBREAKING-CHANGE: y", "1.2.4", "2.0.0", "2.0.0")
# changelogen raises the patch for each commit that it lists, such as docs and test
check("docs: x\n\nThe prefixes are\nfix: for corrections\nfeat!: for incompatible changes", "1.2.4", "2.0.0", "1.2.4")
check("test: x", "1.2.4", "1.2.3", "1.2.4")
check("test: x\n\nfixtures: three files", "1.2.4", "1.2.4", "1.2.4")
PY
