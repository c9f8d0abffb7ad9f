#!/usr/bin/env bash
# Universal Ctags loses the declaration behind an abstract class of TypeScript, and gives a Kotlin function in backticks the file's name.
#
# Expected: a declaration has a tag with its own name, whatever stands above it.
# Seen on 2026-12-01 with Universal Ctags 5.9 (20210829, Debian 12), without an error:
#   abstract class C { abstract m(): void; }, then an interface:   no tag for the interface; a function behind it is a method of C.
#   declare module "x" { … }, then a function:                     no tag for the function, nor for the module.
#   fun `adds an item`() {} in cart.kt:                            a method named `cart.kt`.
#   record Point(int x) { … } in Java:                             a method `Point`, no class, and no tag for its methods.
#   fn r#match() {} in Rust:                                       no tag.
#   a function in a text of two lines in Bash:                     a tag for a function that does not exist.
# Editors jump by these tags: the tests of a Kotlin project all lead to one name, and types near abstract classes are not there.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
chmod 755 "$work"
packages=(universal-ctags=5.9.20210829.0-1 libjansson4 libseccomp2 libyaml-0-2)
apt-get download -qq "${packages[@]}" 2> /dev/null || { apt-get update -qq; apt-get download -qq "${packages[@]}"; }
for package in *.deb; do dpkg -x "$package" "$work/root"; done

# check FILE TEXT EXPECTED: the names and kinds of the tags.
check() {
    local found
    printf '%s\n' "$2" > "$1"
    found=$(LD_LIBRARY_PATH=$(echo "$work"/root/usr/lib/*-linux-gnu) \
        "$work/root/usr/bin/ctags-universal" --options=NONE --quiet=yes --sort=no --fields=K -f - "$1" \
        | awk -F'\t' '{ printf "%s%s %s", (NR > 1 ? ", " : ""), $1, $4 }')
    printf '%s: %s\n' "$1" "$found"
    test "$found" = "$3" || { echo "expected: $3"; exit 1; }
}
check shop.ts 'class C { m(): void {} }
interface I { x: number }
function f() {}' 'C class, m method, I interface, x property, f function'
check shop.ts 'abstract class C { abstract m(): void; }
interface I { x: number }
function f() {}' 'C class, m method, f method'
check shop.ts 'declare module "x" { function f(): void; }
function g() {}' 'f function'
check cart.kt 'fun `adds an item`() {}
fun f() {}' 'cart.kt method, f method'
check Point.java 'record Point(int x) { int f() { return 1; } }
class B { int g() { return 1; } }' 'Point method, B class, g method'
check lib.rs 'fn r#match() {}
fn g() {}' 'g function'
check run.sh 'usage="
stop() { :; }
"
f() { :; }' 'stop function, f function'
