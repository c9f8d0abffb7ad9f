#!/usr/bin/env bash
# install-mcp replaces Zed's and OpenCode's settings by its own entry if they have a comment; add-mcp deletes or moves the comments.
#
# Expected: to add a server changes nothing else in the file. Zed's settings and opencode.json are JSON with comments, Zed ships its
#   own with them; a file that cannot be read is refused.
# Seen on 2026-12-01 with install-mcp 1.10.2 and add-mcp 2.4.0 (npm), exit status 0 and without a warning each time:
#   install-mcp, Zed's settings.json with comments:    the new server is all that is left: tab size, language settings are gone.
#   install-mcp, opencode.json with a comment:         the same: the chosen model is gone.
#   both, Codex's config.toml:                         all comments are gone, `20.0` is `20`.
#   add-mcp, Zed's settings.json:                      the comments stay, right.
#   add-mcp, opencode.json:                            the comment behind `model` stands behind the new server.
#   add-mcp, .vscode/mcp.json:                         the comment behind a server is gone, one in front of it stays.
# One command to install a server costs the user the rest of the settings of the editor.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" install-mcp@1.10.2 add-mcp@2.4.0
zed='// Settings of the team
{
  "tab_size": 2, // two
  "languages": { "Rust": { "tab_size": 4 } },
}'
opencode='{
  "model": "a/large", // the large one
}'
codex='# of the team
model = "large" # not the small one
[mcp_servers.docs]
command = "docs"
startup_timeout_sec = 20.0 # slow'
vscode='{
  // servers of the team
  "servers": {
    "docs": { "command": "docs" }, // internal
  },
}'

# check FILE PATTERN COUNT: so many lines of the file have the pattern.
check() {
    local found
    found=$(grep -cF -- "$2" "$work/$1" || true)
    echo "$1: $2: $found"
    test "$found" = "$3" || { cat "$work/$1"; exit 1; }
}

export HOME="$work/home"
mkdir -p "$HOME/.config/zed" "$HOME/.config/opencode" "$HOME/.codex"
echo "$zed" > "$HOME/.config/zed/settings.json"
echo "$opencode" > "$HOME/.config/opencode/opencode.json"
echo "$codex" > "$HOME/.codex/config.toml"
for client in zed opencode codex; do
    "$work/npm/node_modules/.bin/install-mcp" "node server.js" --name search --client "$client" -y --oauth no < /dev/null > /dev/null
done
check home/.config/zed/settings.json '"search"' 1
check home/.config/zed/settings.json tab_size 0
check home/.config/opencode/opencode.json '"search"' 1
check home/.config/opencode/opencode.json model 0
check home/.codex/config.toml '[mcp_servers.search]' 1
check home/.codex/config.toml '#' 0
check home/.codex/config.toml 'startup_timeout_sec = 20.0' 0

mkdir -p "$work/project/.zed" "$work/project/.codex" "$work/project/.vscode"
cd "$work/project"
echo "$zed" > .zed/settings.json
echo "$opencode" > opencode.json
echo "$codex" > .codex/config.toml
echo "$vscode" > .vscode/mcp.json
for agent in zed opencode codex vscode; do
    "$work/npm/node_modules/.bin/add-mcp" "node server.js" -n search -a "$agent" -y < /dev/null > /dev/null
done
check project/.zed/settings.json '"search"' 1
check project/.zed/settings.json '2, // two' 1
check project/opencode.json '"search"' 1
check project/opencode.json '"a/large", // the large one' 0
check project/opencode.json '}, // the large one' 1
check project/.codex/config.toml '[mcp_servers.search]' 1
check project/.codex/config.toml '#' 0
check project/.vscode/mcp.json '"search"' 1
check project/.vscode/mcp.json '// servers of the team' 1
check project/.vscode/mcp.json '// internal' 0
