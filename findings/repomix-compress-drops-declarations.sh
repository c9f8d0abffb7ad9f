#!/usr/bin/env bash
# Repomix's compression drops whole declarations, not only bodies: types of C# and Java, and Python functions with long parameters.
#
# Expected: `--compress` keeps the signature of every class, function and method and leaves out the bodies.
# Seen on 2026-11-29 with repomix 1.14.0 (npm), without a warning and with exit status 0:
#   C#:     a record, a struct, an enum, a delegate, constructors and properties are gone; classes, interfaces and methods stay.
#   Java:   a record with a body, an enum and constructors are gone; the method of the dropped record stays.
#   Python: a function stays if its parameters are on one line, and is gone if they are on several lines, as formatters write them.
# So an agent that reads the compressed repository concludes that these declarations do not exist.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work/npm" repomix@1.14.0
mkdir "$work/shop"
cd "$work/shop"
cat > Shop.cs <<'CS'
namespace Shop;

public record CsRecord(string Sku, int Count);

public struct CsStruct
{
    public int Value;
}

public enum CsEnum
{
    Open,
}

public delegate void CsDelegate(string id);

public class CsClass
{
    public int CsProperty { get; set; }

    public int CsMethod()
    {
        return 1;
    }
}
CS
cat > JavaClass.java <<'JAVA'
package shop;

public record JavaRecord(String sku, int count) {
    public int recordMethod(int price) {
        return price * count;
    }
}

public enum JavaEnum { OPEN, PAID }

public class JavaClass {
    private final int size;

    public JavaClass(int constructorSize) {
        this.size = constructorSize;
    }

    public int javaMethod() {
        return size;
    }
}
JAVA
cat > shop.py <<'PYTHON'
def on_one_line(path: str, force: bool) -> None:
    write(path)


def on_several_lines(
    path: str,
    force: bool,
) -> None:
    write(path)
PYTHON
HOME="$work" "$work/npm/node_modules/.bin/repomix" --compress --quiet --output "$work/out.xml" .

# check EXPECTED NAME…: each name occurs in the output (kept) or does not (dropped).
check() {
    local name found
    for name in "${@:2}"; do
        found=dropped
        grep -q "\b$name\b" "$work/out.xml" && found=kept
        echo "$name: $found"
        test "$found" = "$1" || { echo "expected: $1"; exit 1; }
    done
}

check kept CsClass CsMethod recordMethod javaMethod on_one_line
check dropped CsRecord CsStruct CsEnum CsDelegate CsProperty JavaRecord JavaEnum constructorSize on_several_lines
