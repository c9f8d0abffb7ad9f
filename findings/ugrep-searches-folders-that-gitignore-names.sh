#!/usr/bin/env bash
# ugrep with `--ignore-files` searches the folder `node_modules` when .gitignore names it without a slash at the end.
#
# Expected: the manual says that directories are excluded when a glob ends in a slash, "same as git"; to git a pattern without a slash
#   at the end names files and folders.
# Seen on 2026-12-01 with ugrep 3.11.2 (Debian 12), `ugrep -rl --ignore-files needle`, beside `git ls-files -co --exclude-standard`:
#   node_modules:         node_modules/a.js is found; git ignores it.
#   /build, **/build:     files of build are found.
#   /*, then !/src:       files of all folders are found.
#   lib, then !lib/z.js:  lib/z.js is found; git cannot include a file of an ignored folder again.
#   node_modules/:        right, as are *.log, doc/*.txt and tmp/* with !tmp/keep.js.
# Most templates of .gitignore have lines without a slash, so a search takes its time in dependencies and lists their matches.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/packages" "$work/tree"
chmod 755 "$work" "$work/packages"
cd "$work/packages"
apt-get download -qq ugrep=3.11.2+dfsg-1 2> /dev/null || { apt-get update -qq; apt-get download -qq ugrep=3.11.2+dfsg-1; }
dpkg -x ugrep_*.deb "$work/root"

git init -q "$work/tree"
cd "$work/tree"
mkdir -p node_modules build src/build doc lib tmp
for file in node_modules/a.js build/b.js src/build/c.js src/d.js doc/e.txt lib/z.js tmp/keep.js tmp/g.js h.log; do echo needle > $file; done

# check PATTERNS EXPECTED: the files that ugrep finds though git ignores them; there are none that it misses.
check() {
    local found missed
    printf "$1\n" > .gitignore
    git ls-files -co --exclude-standard | grep -vx .gitignore | sort > "$work/git"
    "$work/root/usr/bin/ugrep" -rl --ignore-files needle . | sed 's|^\./||' | sort > "$work/ugrep"
    found=$(comm -13 "$work/git" "$work/ugrep" | xargs)
    missed=$(comm -23 "$work/git" "$work/ugrep" | xargs)
    printf '%s: %s\n' "$(echo "$1" | sed 's/\\n/, /')" "${found:-the same}"
    test "$found|$missed" = "$2|" || { echo "expected: $2; missed: $missed"; exit 1; }
}
check 'node_modules/' ''
check '*.log' ''
check 'doc/*.txt' ''
check 'tmp/*\n!tmp/keep.js' ''
check 'node_modules' 'node_modules/a.js'
check '/build' 'build/b.js'
check '**/build' 'build/b.js src/build/c.js'
check 'lib\n!lib/z.js' 'lib/z.js'
check '/*\n!/src' 'build/b.js doc/e.txt lib/z.js node_modules/a.js tmp/g.js tmp/keep.js'
