#!/usr/bin/env bash
# watchdog keeps reporting changes in a folder that was moved out of the watched one, under the path that it had there, on Linux.
#
# Expected: after the folder is gone from the watched one, what happens in it is not reported.
# Seen on 2026-11-30 with watchdog 7.1.0 and watchfiles 1.3.0 (PyPI), each watching a folder with all below it:
#   `in/deep/file` is written:                             both report it.
#   `in` is moved to a folder that is not watched:         both report that it is gone.
#   the file is written at its new place:                  watchdog: `in/deep/file` is modified. watchfiles: nothing.
#   a new `in` is made, then the file is written again:    the same; the new folder has no such file.
# An index that follows the events reads a missing file, or takes the change for one in the new folder.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check watchdog==7.1.0 watchfiles==1.3.0
"$work/venv/bin/python" - "$work" <<'PY'
import os, sys, threading, time
from pathlib import Path
from watchdog.events import FileSystemEventHandler
from watchdog.observers import Observer
from watchfiles import watch

def use_watchdog(folder, report):
    class Handler(FileSystemEventHandler):
        def on_any_event(self, event):
            if event.event_type in ("created", "modified", "deleted"):
                report(event.event_type, event.src_path)

    observer = Observer()
    observer.daemon = True
    observer.schedule(Handler(), str(folder), recursive=True)
    observer.start()

def use_watchfiles(folder, report):
    def follow():
        for changes in watch(folder, debounce=100, step=20):
            for change, path in changes:
                report(change.name, path)

    threading.Thread(target=follow, daemon=True).start()

for name, use, changed, expected in [
    ("watchdog", use_watchdog, "modified", [True, True, True]),
    ("watchfiles", use_watchfiles, "modified", [True, False, False]),
]:
    base = Path(sys.argv[1], name).resolve()
    watched = base / "watched"
    (watched / "in/deep").mkdir(parents=True)
    (watched / "in/deep/file").write_text("old")
    events = []
    use(watched, lambda kind, path: events.append((kind, os.path.relpath(path, watched))))

    def step(change):
        time.sleep(1)
        events.clear()
        change()
        time.sleep(1)
        return set(events)

    found = [(changed, "in/deep/file") in step(lambda: (watched / "in/deep/file").write_text("new"))]
    assert ("deleted", "in") in step(lambda: os.rename(watched / "in", base / "elsewhere"))
    found.append((changed, "in/deep/file") in step(lambda: (base / "elsewhere/deep/file").write_text("newer")))
    step(lambda: (watched / "in").mkdir())
    found.append((changed, "in/deep/file") in step(lambda: (base / "elsewhere/deep/file").write_text("newest")))
    assert not (watched / "in/deep").exists()
    print(f"{name}: reported {found}")
    assert found == expected
sys.stdout.flush()
os._exit(0)
PY
