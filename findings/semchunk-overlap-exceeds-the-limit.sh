#!/usr/bin/env bash
# semchunk makes chunks longer than the limit when they overlap: with a limit of 512 and an overlap of 5, most have up to 599.
#
# Expected: `chunk_size` is "the maximum number of tokens a chunk may contain", with an overlap too.
# Seen on 2026-11-29 with semchunk 4.1.1 (PyPI) on Python code of 200 functions, characters counted as tokens:
#   no overlap:              none is longer than the limit, whatever it is.
#   limit 512, overlap 5:    18 of 24 chunks are longer, the longest has 599.
#   limit 100, overlap 0.1:  40 of 145, the longest has 104.
#   limit 20, overlap 0.1:   410 of 445, the longest has 40, twice the limit.
# With an overlap the text is cut into small parts which are joined again with the white space between them, and no one counts
# it. An embedding model cuts the end of such chunks off, so a part of the code is in no vector.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check semchunk==4.1.1
"$work/venv/bin/python" - <<'PY'
from semchunk import chunk

CODE = "\n\n".join(f"def f{i}(a, b):\n    if a:\n        return b\n    return a + {i}" for i in range(200))

def check(size, overlap, expected):
    lengths = [len(text) for text in chunk(CODE, size, len, overlap=overlap)]
    found = sum(length > size for length in lengths), len(lengths), max(lengths)
    print("limit {}, overlap {}: {} of {} chunks are longer, the longest has {}".format(size, overlap, *found))
    assert found[0] == 0 if overlap is None else found == expected

for size in (20, 100, 512):
    check(size, None, None)
check(512, 5, (18, 24, 599))
check(100, 0.1, (40, 145, 104))
check(20, 0.1, (410, 445, 40))
PY
