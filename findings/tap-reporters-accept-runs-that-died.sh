#!/usr/bin/env bash
# Reporters of TAP for npm accept a run that died: of three tests in the plan two came, and five of nine exit with 0.
#
# Expected: TAP has a plan, so that missing tests are noticed: fewer tests than planned, no plan at all and `Bail out!` are failures,
# a failing test marked `# TODO` is none; a reporter's exit code tells it, as in `tape test.js | tap-spec`, the use that READMEs show.
# Seen on 2026-11-30 with the packages below (npm), exit codes; all nine are right for a plan of two with one failing test:
#   `1..3`, then two tests:                 0 by tap-spec, tap-dot, tap-difflet, tap-arc and tap-xunit.
#   tape 5.10.2, killed in the second test: 0 by tap-dot, tap-difflet and tap-arc; tap-dot prints "2 passed, Pass!".
#   `Bail out!` behind the first test:      0 by tap-min, tap-dot and tap-difflet.
#   `not ok 2 - b # TODO later`:            1 by tap-spec, tap-dot, tap-difflet, tap-diff and tap-summary.
#   a failing subtest and its parent:       0 by tap-spec, which lists the parent under "Failed Tests".
# The exit code of a pipe is that of the reporter, so a test run that ran out of memory in its first file makes a green build.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts tap-spec@5.0.0 tap-min@3.0.0 tap-diff@0.1.1 tap-difflet@0.7.2 tap-arc@1.3.2 \
  tap-summary@4.0.0 tap-dot@2.0.0 faucet@0.0.4 tap-xunit@2.4.1 tape@5.10.2
cat > killed.test.js <<'JS'
const test = require("tape");

test("first", (t) => { t.ok(true, "a"); t.end(); });
test("second", (t) => { t.ok(true, "b"); process.kill(process.pid, "SIGKILL"); });
test("third", (t) => { t.fail("c"); t.end(); });
JS
(node killed.test.js > killed.tap || true) 2> messages.txt
test "$(cat killed.tap)" = "$(printf 'TAP version 13\n# first\nok 1 a\n# second\nok 2 b')"
printf 'TAP version 13\n1..2\nok 1 - a\nok 2 - b\n' > good.tap
printf 'TAP version 13\n1..2\nok 1 - a\nnot ok 2 - b\n' > bad.tap
printf 'TAP version 13\n1..3\nok 1 - a\nok 2 - b\n' > short.tap
printf 'TAP version 13\nok 1 - a\nBail out! database is down\n' > bail.tap
printf 'TAP version 13\n1..3\nok 1 - a\nnot ok 2 - b # TODO later\nok 3 - c # SKIP no database\n' > todo.tap
printf 'TAP version 14\n# Subtest: parent\n    ok 1 - good\n    not ok 2 - bad\n    1..2\nnot ok 1 - parent\n1..1\n' > subtest.tap

# check REPORT EXIT_CODES: the exit codes of the reporters, in this order
reporters="tap-spec tap-dot tap-difflet tap-arc tap-xunit tap-min tap-diff tap-summary faucet"
echo "$reporters"
check() {
  local codes=""
  for reporter in $reporters; do
    node "node_modules/.bin/$reporter" < "$1.tap" > "$1.$reporter.txt" 2>&1 && codes+=" 0" || codes+=" $?"
  done
  echo "$1:$codes"
  test "$codes" = "$2"
}
check good    " 0 0 0 0 0 0 0 0 0"
check bad     " 1 1 1 1 1 1 1 1 1"
check short   " 0 0 0 0 0 1 1 1 1"
check killed  " 1 0 0 0 1 1 1 1 1"
check bail    " 1 0 0 1 1 0 1 1 1"
check todo    " 1 1 1 0 0 0 1 1 0"
check subtest " 0 1 1 1 1 1 1 1 1"
grep -q 'Pass!' killed.tap-dot.txt
grep -q 'Failed Tests' subtest.tap-spec.txt
