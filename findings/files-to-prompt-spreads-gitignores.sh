#!/usr/bin/env bash
# files-to-prompt applies the .gitignore of one folder to all folders that it visits later, and drops files that `!` includes.
#
# Expected: it packs the files that git does not ignore; the rules of a .gitignore hold in its own folder.
# Seen on 2026-11-29 with files-to-prompt 0.6 (PyPI) and `git ls-files`:
#   three folders, whose .gitignore files name files that only the others have:
#                                   git: all three files. files-to-prompt: the file of the folder that it visits first.
#   `*.log`, `!keep.log`:           git: keep.log. files-to-prompt: no keep.log.
#   `/build`, `docs/*.md`:          git: neither build/out.txt nor docs/x.md. files-to-prompt: both.
#   `*.tmp`:                        neither packs a.tmp.
# Tools put a .gitignore with the single rule `*` into folders that they own, such as a virtual environment or a cache. After such
# a folder the pack has no file any more, with exit status 0 and without a message, and a model takes the rest for the project.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check files-to-prompt==0.6

# in_git REPOSITORY, packed REPOSITORY: its files as git lists them, and as files-to-prompt packs them
in_git() { git -C "$work/$1" ls-files --others --exclude-standard | grep -v gitignore | sort | paste -sd ' '; }
packed() { (cd "$work/$1" && "$work/venv/bin/files-to-prompt" . | sed -n 's|^\./||p' | sort | paste -sd ' '); }

git init --quiet "$work/folders"
for folder in one two three; do
    mkdir "$work/folders/$folder"
    echo "text" > "$work/folders/$folder/$folder.txt"
    printf '%s\n' one.txt two.txt three.txt | grep -v "^$folder" > "$work/folders/$folder/.gitignore"
done
echo "folders: git $(in_git folders); files-to-prompt: $(packed folders)"
test "$(in_git folders)" = "one/one.txt three/three.txt two/two.txt"
[[ "$(packed folders)" =~ ^(one/one|two/two|three/three)\.txt$ ]]

git init --quiet "$work/rules"
mkdir "$work/rules/build" "$work/rules/docs"
printf '%s\n' '*.log' '!keep.log' '/build' 'docs/*.md' '*.tmp' > "$work/rules/.gitignore"
for file in a.txt keep.log a.tmp build/out.txt docs/x.md; do echo "text" > "$work/rules/$file"; done
echo "rules: git $(in_git rules); files-to-prompt: $(packed rules)"
test "$(in_git rules)" = "a.txt keep.log"
test "$(packed rules)" = "a.txt build/out.txt docs/x.md"
