#!/usr/bin/env bash
# tarball.sh BINARY DIR: writes DIR/smriti-tui-VERSION-PLATFORM.tar.gz and prints its path.
set -euo pipefail
binary=$(realpath "$1")
to=$(realpath "$2")
name=smriti-tui-$("$binary" --version | cut -d' ' -f2)-$(uname -m)-$(uname -s | tr '[:upper:]' '[:lower:]')
staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT
"$(dirname "$0")/stage.sh" "$binary" "$staged/$name"
tar czf "$to/$name.tar.gz" --owner=0 --group=0 -C "$staged" "$name"
echo "$to/$name.tar.gz"
