#!/usr/bin/env bash
# ansifilter writes inverse text as black on black and bold red as gray, and the title and links of a terminal as text; aha takes the
# color of an underline for bold and blinking.
#
# Expected: HTML of terminal output has the text and the colors that a terminal shows; sequences without text leave none.
# Seen on 2026-12-01 with ansifilter 2.18 and aha 0.5.1 (Debian 12), `ansifilter --html --fragment`, `aha --no-header`:
#   ESC[7m, inverse, as less and git use it:        ansifilter: color #000000 on #000000. aha: white on black.
#   ESC[31m a, ESC[1m b, bold and still red:        ansifilter: b is #7f7f7f, gray. aha: bold and red.
#   ESC]0;title ending with BEL:                    ansifilter: the line "0;title". aha: nothing.
#   a link, ESC]8;;http://x ending with ESC \:      ansifilter: the text `8;;http://x\`. aha: nothing.
#   ESC[4;58;5;1m, an underline in red:             both: bold, blinking.
#   ESC[4:3m, a wavy underline:                     aha: italic.
#   a single color, ESC[31m, and ESC[m:             both right.
# Logs of builds that are converted for a page show highlighted matches as black bars, and texts that no terminal shows.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
chmod 755 "$work"
packages=(ansifilter=2.18+dfsg1-2 aha=0.5.1-3)
apt-get download -qq "${packages[@]}" 2> /dev/null || { apt-get update -qq; apt-get download -qq "${packages[@]}"; }
for package in *.deb; do dpkg -x "$package" "$work/root"; done

# check PROGRAM INPUT EXPECTED: what the program writes, in one line.
check() {
    local found
    case $1 in
        ansifilter) found=$(printf "$2" | "$work/root/usr/bin/ansifilter" --html --fragment | tr '\n' ' ') ;;
        aha) found=$(printf "$2" | "$work/root/usr/bin/aha" --no-header | tr '\n' ' ') ;;
    esac
    printf '%s, %q: %s\n' "$1" "$2" "$found"
    test "$found" = "$3" || { echo "expected: $3"; exit 1; }
}
check ansifilter '\e[31mx\e[m y\n' '<span style="color:#cd0000;">x</span> y '
check aha '\e[31mx\e[m y\n' '<span style="color:red;">x</span> y '
check ansifilter '\e[7mx\e[0m\n' '<span style="color:#000000;background-color:#000000;">x</span> '
check aha '\e[7mx\e[0m\n' '<span style="color:white;background-color:black;">x</span> '
check ansifilter '\e[31ma\e[1mb\e[0m\n' '<span style="color:#cd0000;">a</span><span style="font-weight:bold;color:#7f7f7f;">b</span> '
check aha '\e[31ma\e[1mb\e[0m\n' '<span style="color:red;">a</span><span style="font-weight:bold;color:red;">b</span> '
check ansifilter '\e]0;title\ax\n' '0;title x '
check aha '\e]0;title\ax\n' 'x '
check ansifilter '\e]8;;http://x\e\\name\e]8;;\e\\ y\n' '8;;http://x\name8;;\ y '
check aha '\e]8;;http://x\e\\name\e]8;;\e\\ y\n' 'name y '
check ansifilter '\e[4;58;5;1mx\e[0m\n' '<span style="font-weight:bold;text-decoration:blink;text-decoration:underline;color:#7f7f7f;">x</span> '
check aha '\e[4;58;5;1mx\e[0m\n' '<span style="text-decoration:underline;font-weight:bold;text-decoration:blink;">x</span> '
check aha '\e[4:3mx\e[0m\n' '<span style="text-decoration:underline;font-style:italic;">x</span> '
