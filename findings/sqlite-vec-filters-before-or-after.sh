#!/usr/bin/env bash
# sqlite-vec applies some conditions to all rows, others to the k nearest only: `id IN (77, 78)` finds rows, `id = 77` none.
#
# Expected: a condition beside `MATCH` and `k = 5` either limits the rows that are searched, or is refused.
# Seen on 2026-11-29 with sqlite-vec 0.1.9 and apsw (PyPI), 100 rows whose distance from the query is their id:
#   before the search:  lang = 'rust', lang != 'go', n > 50, distance > 50, lang IN (…), id IN (77, 78): 5 rows, or both.
#   after the search:   id = 77, id > 50, NOT lang = 'go', lang NOT IN ('go'), n + 0 > 50: no row, though 1 to 50 rows meet them.
#   refused:            lang LIKE 'r%', lang IS NOT 'go'.
# So two ways to write one condition find 5 rows and none, without an error. A search in one file by a range of ids is empty
# unless its chunks happen to be among the k nearest of all; such a filter has to be written as a subquery, `id IN (SELECT …)`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check sqlite-vec==0.1.9 apsw==3.54.1.0
"$work/venv/bin/python" - <<'PY'
import struct
import apsw, sqlite_vec

database = apsw.Connection(":memory:")
database.enable_load_extension(True)
database.load_extension(sqlite_vec.loadable_path())
database.execute("CREATE VIRTUAL TABLE chunks USING vec0(id INTEGER PRIMARY KEY, embedding FLOAT[2], lang TEXT, n INTEGER)")
for n in range(1, 101):
    row = n, struct.pack("2f", n, 0), "rust" if n > 50 else "go", n
    database.execute("INSERT INTO chunks VALUES (?, ?, ?, ?)", row)

BEFORE, AFTER = [51, 52, 53, 54, 55], []
EXPECTED = {
    "lang = 'rust'": BEFORE,
    "lang != 'go'": BEFORE,
    "lang > 'go'": BEFORE,
    "lang IN ('rust', 'c')": BEFORE,
    "n > 50": BEFORE,
    "distance > 50": BEFORE,
    "id IN (77, 78)": [77, 78],
    "id IN (SELECT id FROM chunks WHERE id > 50)": BEFORE,
    "id = 77": AFTER,
    "id > 50": AFTER,
    "NOT lang = 'go'": AFTER,
    "lang NOT IN ('go', 'c')": AFTER,
    "n + 0 > 50": AFTER,
    "lang LIKE 'r%'": "refused",
    "lang IS NOT 'go'": "refused",
}
for condition, expected in EXPECTED.items():
    query = f"SELECT id FROM chunks WHERE embedding MATCH ? AND k = 5 AND {condition} ORDER BY distance"
    try:
        found = [row[0] for row in database.execute(query, (struct.pack("2f", 0, 0),))]
    except apsw.SQLError:
        found = "refused"
    print(f"{condition:44} {found}")
    assert found == expected, f"expected {expected}"
PY
