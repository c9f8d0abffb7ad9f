#!/usr/bin/env bash
# stage.sh BINARY DIR: lays out an installation of BINARY in DIR, as in /usr: program, manual page, completions, licenses
# and themes.
set -euo pipefail
binary=$(realpath "$1")
mkdir -p "$2"
to=$(realpath "$2")
cd "$(dirname "$0")/.."

install -D -m 755 "$binary" "$to/bin/smriti-tui"
mkdir -p "$to/share/man/man1" "$to/share/smriti-tui/themes" "$to/share/doc/smriti-tui"
"$binary" man | gzip -9n > "$to/share/man/man1/smriti-tui.1.gz"
completions() { mkdir -p "$(dirname "$to/share/$2")"; "$binary" completions "$1" > "$to/share/$2"; }
completions bash bash-completion/completions/smriti-tui
completions zsh zsh/vendor-completions/_smriti-tui
completions fish fish/vendor_completions.d/smriti-tui.fish
install -m 644 themes/* "$to/share/smriti-tui/themes"
install -m 644 LICENSE-MIT LICENSE-APACHE NOTICE README.md CHANGELOG.md "$to/share/doc/smriti-tui"
