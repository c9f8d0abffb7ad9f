#!/usr/bin/env bash
# ssh-config joins a comment to the value in front of it: after one edit, ssh refuses the whole file; sshconf removes other hosts.
#
# Expected: an editor that keeps comments changes the host that it is asked to change, and ssh reads the same settings of all others.
# Seen on 2026-11-30 with ssh-config 5.3.0 (npm), sshconf 0.2.7 (PyPI) and `ssh -G` of OpenSSH 9.2, which accepts each file before:
#   ssh-config, a comment in a line of its own:      right, as are values in double quotes.
#   `User me # work`, read and written unchanged:    `User me# work`; ssh: "extra arguments at end of line", for any host.
#   `Host a # not b`, read and written unchanged:    `Host a# not b`; the settings are those of b now, and a has none.
#   `User "a\"b"`, read and written unchanged:       `User "a"b"`; ssh: "invalid quotes".
#   `IdentityFile /keys/id#1`, `compute`:            /keys/id; ssh: /keys/id#1.
#   two lines `SendEnv`, `compute`:                  the first one; ssh sends both.
#   sshconf, `remove("c")`:                          the `Match` block below c is removed too, and the comment above c stays.
#   sshconf, `set("c", Port=5)`, with `port=22` in c:   changes the port in the `Match` block below, which is for host d.
#   sshconf, `set("c", LogLevel="DEBUG")`:               written into that block too; c keeps its old level.
# A tool that adds one host makes ssh, and so git, fail for all of them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" ssh-config@5.3.0
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check sshconf==0.2.7
cd "$work"
cat > npm.mjs <<'JS'
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import SSHConfig from "ssh-config";

// Values of one keyword for a host, or the end of the error message.
function ssh(text, host, keyword) {
  writeFileSync("config", text);
  const result = spawnSync("ssh", ["-G", "-F", "config", host], { encoding: "utf8" });
  if (result.status !== 0) return result.stderr.match(/(extra arguments|invalid quotes)/)[1];
  const lines = result.stdout.split("\n").filter((line) => line.startsWith(`${keyword} `));
  return lines.map((line) => line.slice(keyword.length + 1)).join();
}

function rewrite(text, host, keyword, before, after) {
  const written = SSHConfig.parse(text).toString();
  const values = [ssh(text, host, keyword), ssh(written, host, keyword)];
  console.log(JSON.stringify(text), "->", JSON.stringify(written), values);
  assert.deepEqual(values, [before, after]);
}

function compute(text, keyword, expected, computed) {
  const value = SSHConfig.parse(text).compute("a")[keyword];
  console.log(JSON.stringify(text), ssh(text, "a", keyword.toLowerCase()), value);
  assert.equal(ssh(text, "a", keyword.toLowerCase()), expected);
  assert.equal(String(value), computed);
}

rewrite("Host a\n  # work\n  User me\n", "a", "user", "me", "me");
rewrite('Host a\n  User "me # you"\n', "a", "user", "me # you", "me # you");
rewrite("Host a\n  User me # work\n", "a", "user", "me", "extra arguments");
rewrite("Host a\n  User me # work\n", "other", "port", "22", "extra arguments");
rewrite("Host a # not b\n  Port 5\n", "a", "port", "5", "22");
rewrite("Host a # not b\n  Port 5\n", "b", "port", "22", "5");
rewrite('Host a\n  User "a\\"b"\n', "a", "user", 'a"b', "invalid quotes");
compute("Host a\n  IdentityFile /keys/id\n", "IdentityFile", "/keys/id", "/keys/id");
compute("Host a\n  IdentityFile /keys/id#1\n", "IdentityFile", "/keys/id#1", "/keys/id");
compute("Host a\n  SendEnv ONE\n  SendEnv TWO\n", "SendEnv", "ONE,TWO", "ONE");
JS
node npm.mjs
cat > pypi.py <<'PY'
import subprocess
import sshconf

TEXT = """Host a
  Port 4

# about c
Host c
  port=22
  User x

Match host d
  Port 23
Host *
  Compression yes"""

def ssh(host):
    output = subprocess.run(["ssh", "-G", "-F", "config", host], capture_output=True, text=True, check=True).stdout
    values = dict(line.split(" ", 1) for line in output.splitlines() if " " in line)
    return values["port"], values["loglevel"]

def edit(change):
    with open("config", "w") as file:
        file.write(TEXT)
    config = sshconf.read_ssh_config("config")
    change(config)
    config.save()
    with open("config") as file:
        text = file.read()
    settings = {host: ssh(host) for host in "acd"}
    print(text, settings, "", sep="\n")
    return text, settings

OLD = {"a": ("4", "INFO"), "c": ("22", "INFO"), "d": ("23", "INFO")}
assert edit(lambda config: None) == (TEXT, OLD)
assert edit(lambda config: config.set("a", Port=5))[1] == {**OLD, "a": ("5", "INFO")}
assert edit(lambda config: config.set("c", Port=5))[1] == {**OLD, "d": ("5", "INFO")}
assert edit(lambda config: config.set("c", LogLevel="DEBUG"))[1] == {**OLD, "d": ("23", "DEBUG")}
text, settings = edit(lambda config: config.remove("c"))
assert "# about c\nHost *" in text and settings == {**OLD, "d": ("22", "INFO")}
PY
venv/bin/python pypi.py
