#!/usr/bin/env python3
"""Measures `impact in:changed` against the history of repositories.

    impact.py SMRITI_TUI REPOSITORY... [--commits N] [--depth N]

For each of the last N commits of a repository (a git directory or a working tree) that changed code and existing test
files, the parent is checked out in a temporary clone, the code of the commit is put over it without its test files, and
`impact in:changed` is asked. Printed: how many of the test files that the commit changed are among the files of the
affected tests, how many test files are named, and how many the repository has.
"""
import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

TEST = re.compile(r"(^|/)(tests?|spec|__tests__|testing|src/test)/|(^|/)test_[^/]*$|[._](test|spec)\.[^/]*$|_test\.\w+$|Tests?\.\w+$")
CODE = re.compile(r"\.(py|rs|ts|tsx|js|jsx|go|java|kt|rb|php|c|cc|cpp|h|hpp|cs|swift|scala|ex|dart)$")
MAX_FILES = 20


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("repositories", nargs="+", type=pathlib.Path)
    arguments.add_argument("--commits", type=int, default=30)
    arguments.add_argument("--depth", type=int, default=3)
    arguments.add_argument("--verbose", action="store_true")
    options = arguments.parse_args()
    print("| repository | commits | test files changed | named | recall | named at the median | p90 | of all | s at the median |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    total = [0, 0, 0]
    for repository in options.repositories:
        commits, changed, named = measure(options, repository)
        total = [a + b for a, b in zip(total, (commits, changed, named))]
    commits, changed, named = total
    print(f"| all | {commits} | {changed} | {named} | {named / max(changed, 1):.2f} | | | | |", flush=True)


def measure(options, repository):
    with tempfile.TemporaryDirectory(prefix="impact.") as folder:
        folder = pathlib.Path(folder)
        tree = folder / "tree"
        run = lambda *command, **more: subprocess.run(command, cwd=tree, text=True, capture_output=True, env=environment(folder), **more)
        subprocess.run(["git", "clone", "-q", "--shared", "--no-checkout", str(repository), str(tree)], check=True)
        changed_count = named_count = commits = 0
        named_sizes, times, all_tests = [], [], 0
        for commit, code, tests in history(tree):
            if commits >= options.commits:
                break
            if run("git", "checkout", "-q", "-f", f"{commit}^").returncode or run("git", "clean", "-qfdx").returncode:
                continue
            existing = [path for path in tests if (tree / path).is_file()]
            if not existing:
                continue
            for path in code:
                if run("git", "cat-file", "-e", f"{commit}:{path}").returncode == 0:
                    content = subprocess.run(["git", "show", f"{commit}:{path}"], cwd=tree, capture_output=True).stdout
                    (tree / path).parent.mkdir(parents=True, exist_ok=True)
                    (tree / path).write_bytes(content)
                else:
                    (tree / path).unlink(missing_ok=True)
            run(options.program, "index")
            start = time.monotonic()
            answer = run(options.program, "impact", "--json", "--depth", str(options.depth), "in:changed")
            times.append(time.monotonic() - start)
            affected = json.loads(answer.stdout)["affected"] if answer.stdout.startswith("{") else []
            found = {one["path"] for one in affected if one["purpose"] == "tests"}
            commits += 1
            changed_count += len(existing)
            named_count += len(found & set(existing))
            named_sizes.append(len(found))
            all_tests = len([path for path in run("git", "ls-files").stdout.split("\n") if TEST.search(path) and CODE.search(path)])
            if options.verbose:
                print(commit[:9], "code", code, "missed", sorted(set(existing) - found), "named", len(found), flush=True)
    if commits:
        tenth = sorted(named_sizes)[min(len(named_sizes) - 1, len(named_sizes) * 9 // 10)]
        name = repository.parent.name if repository.name == "repo" else repository.name
        print(f"| {name} | {commits} | {changed_count} | {named_count} | {named_count / changed_count:.2f} | {statistics.median(named_sizes):.0f} | {tenth} | {all_tests} | {statistics.median(times):.2f} |", flush=True)
    return commits, changed_count, named_count


def history(tree):
    """Commits without merges that changed at most 20 files, newest first, with their code and test files."""
    log = subprocess.run(["git", "log", "--no-merges", "--name-only", "--format=%x00%H", "-n", "3000"], cwd=tree, text=True, capture_output=True, check=True)
    for entry in log.stdout.split("\0")[1:]:
        commit, *paths = [line for line in entry.split("\n") if line]
        paths = [path for path in paths if CODE.search(path)]
        tests = [path for path in paths if TEST.search(path)]
        code = [path for path in paths if not TEST.search(path)]
        if tests and code and len(paths) <= MAX_FILES:
            yield commit, code, tests


def environment(folder):
    variables = {**os.environ, "HOME": str(folder)}
    for name in ("CACHE", "CONFIG", "STATE", "DATA"):
        variables[f"XDG_{name}_HOME"] = str(folder / name.lower())
    return variables


if __name__ == "__main__":
    main()
