#!/usr/bin/env python3
"""Mines pairs (a text that a person wrote, the code it is about) from repositories and source trees.

    pairs.py --leaves PROGRAM --out DIR [--without FILE ...] SOURCE ...

A SOURCE is a bare git repository (its files at HEAD and its history are read) or a directory (only files).
PROGRAM prints the leaves of a directory, one JSON object a line, as `benches/leaves.rs` does, so that the code
side is exactly what the product embeds. For each source, DIR/NAME.jsonl.gz gets two sorts of lines:

    {"code": embedded text, "symbol": name, "language": ..., "id": ...}      numbered from 0 in their order
    {"kind": ..., "query": text, "leaf": number of the code}

and DIR/NAME.others.jsonl.gz gets a sample of all leaves, in the form of the first.

Kinds:
    docs      the whole documentation of a declaration -> the declaration without it
    brief     its first sentence -> the same
    comment   a comment within a body -> the declaration without that comment
    error     the text of an error message -> the declaration that has it, without it
    test      the name of a test, or its first line of documentation -> what it tests
    subject   the subject of a commit -> a declaration, or lines, that it changed
    message   a sentence of the body of a commit message -> the same
    whole     the subject and the first sentences of the body -> the same

`--without` names files with lines `OWNER/NAME` of repositories to refuse, for instance those that a model is
measured on; a crate is refused by the repository in its manifest. A repository without a permissive license at its root is refused.
"""
import argparse
import collections
import gzip
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile

# A license is recognized by a phrase of its text.
PERMISSIVE = [
    ("MIT", r"permission is hereby granted, free of charge, to any person obtaining a copy"),
    ("Apache-2.0", r"apache license\W+version 2\.0"),
    ("BSD", r"redistribution and use in source and binary forms"),
    ("ISC", r"permission to use, copy, modify, and(?:/or)? distribute this software for any purpose"),
    ("Zlib", r"this software is provided '?as-is'?, without any express or implied warranty"),
    ("Unlicense", r"free and unencumbered software released into the public domain"),
]
COPYLEFT = (
    r"gnu (?:lesser |affero |library )?general public license|mozilla public license|business source license|"
    r"eclipse public license|server side public license|creative commons|european union public"
)

# Copied code and generated code would bring other projects' texts, or nobody's.
FOREIGN = re.compile(
    r"(?:^|/)(?:vendor|vendored|_vendor|third[_-]?party|3rdparty|node_modules|external|extern|deps|dist|"
    r"bower_components|Godeps|Pods|generated|autogen|gen|snapshots?|__snapshots__|fixtures?|testdata|locales?|i18n|"
    r"translations?)/|\.min\.|\.pb\.|_pb2|\.generated\.|\.g\.|_generated|bundle\.js|\.lock$|package-lock",
    re.I,
)
DECLARATIONS = {
    "function", "method", "class", "constructor", "accessor", "struct", "enum", "interface", "trait", "impl", "type",
    "module", "macro", "constant", "variable", "field", "property", "object", "protocol", "extension", "record", "union",
    "namespace", "operator", "test", "items", "code",
}
CALLABLE = {"function", "method", "constructor", "accessor", "macro", "operator"}
PROSE = {"", "markdown", "text", "json", "yaml", "toml", "html", "css", "xml"}

MAX_COMMITS = 1500
MAX_FILES_OF_COMMIT = 5
MAX_LEAVES_OF_COMMIT = 6
MAX_PATCH_LINES = 600
MAX_CODE = 6000
MAX_QUERY = 700
SURROUNDINGS = 1500

# Pairs of a kind that one source may give, so that none outweighs the others.
LIMITS = {
    "comment": 5000, "error": 2500, "test": 2500, "docs": 8000, "brief": 8000, "subject": 6000, "message": 3000,
    "whole": 4000,
}

WORD = re.compile(r"[A-Za-z]{2,}")
ROUTINE = re.compile(
    r"^(?:merge|bump|release|prepare|version|v?\d|revert|wip\b|format|reformat|lint|typo|fix typo|"
    r"update (?:changelog|readme|deps|dependenc|copyright|translations?)|(?:build|chore|ci|style|docs)(?:\(.*?\))?!?:|"
    r"\[?(?:docs?|ci|bot|skip)\b|run (?:gofmt|prettier|rustfmt|black|clang-format)|clippy|gofmt|automatic|auto-|"
    r"dependabot|renovate|changelog|upgrade|minor\b|cleanup|clean up)",
    re.I,
)


# --- text ----------------------------------------------------------------------------------------------------


def english(text, words=3):
    """True if a text is mostly ASCII words, enough of them."""
    if len(WORD.findall(text)) < words:
        return False
    letters = sum(c.isalpha() and c.isascii() for c in text)
    return letters >= 0.6 * len(text.replace(" ", ""))


def normalized(text):
    """Hash of the letters and digits of a text, to recognize copies."""
    kept = re.sub(r"[^a-z0-9]+", "", text.lower())
    return hashlib.blake2b(kept.encode(), digest_size=8).hexdigest()


MARKERS = re.compile(
    r"^\s*(?:/\*\*+<?|/\*!?|\*+/|\*(?!\*)|///?!?<?|//!|#\'|#+\[?\[?|--\[*=*\[?|--+\|?|;+|\(\*\*?|\{-\|?"
    r"|\"{3}|\'{3}|[rRuU]?\"{3}|@doc\s+~?\w*\"*|@moduledoc\s+~?\w*\"*|%+)\s?"
)
ENDINGS = re.compile(r'(?:\*+/|"{3}|\'{3}|\*\)|-\}|\]=*\])\s*$')
TAGS = re.compile(
    r"^\s*(?:[@\\](?:param|return|throws|exception|see|since|author|deprecated|type|template|tparam|typedef|property|example|"
    r"private|public|internal|readonly|var|covers|dataProvider|group|version|usage|field|raise|yield|api|memberof|class|"
    r"method|function|name|callback|default|override|inheritdoc|ingroup|file|package|license|copyright|link|examples|rdname|"
    r"export|import|keywords|family|inherit|details|format|docType|aliases|noRd)"
    r"|:(?:param|type|return|rtype|raises|var|ivar|cvar|members|undoc|show|versionadded)|\.\. "
    r"|- (?:Parameters?|Returns|Throws|Note)\b|[-=~^*+]{3,}\s*$)",
    re.I,
)
SECTIONS = re.compile(
    r"^\s*(?:#+\s*)?(?:args|arguments|parameters?|params|returns?|raises|yields|examples?|see also|notes?|references|"
    r"attributes|usage|panics|errors|safety|throws|doctest|warnings?|other parameters|options|complexity|deprecated)\s*:?\s*$",
    re.I,
)


def prose(docs):
    """The words of a documentation comment: without markers, tags, sections of parameters, code and links."""
    lines, fenced = [], False
    for raw in docs.split("\n"):
        line = ENDINGS.sub("", MARKERS.sub("", raw, 1))
        line = MARKERS.sub("", line, 1) if raw.lstrip()[:2] in ("/*", "##", "--") else line
        stripped = line.strip()
        if stripped.startswith(("```", "~~~", "{@code", "<pre", "<code>", "@example", "<example")):
            fenced = not fenced or stripped.startswith("<")
            if stripped.startswith(("{@code", "@example")):
                break
            continue
        if fenced:
            fenced = "</pre" not in line and "</code" not in line and "</example" not in line
            continue
        if TAGS.match(line) or SECTIONS.match(stripped):
            if lines:
                break
            # A summary may stand in a tag of its own (`@brief`, `@summary`), not in these.
            continue
        if stripped.startswith((">>>", "$ ", "iex>", "julia>", "#=>", "> ")):
            break
        lines.append(stripped)
    text = "\n".join(lines)
    text = re.sub(r"<see\w* (?:cref|langword)=\"(?:\w:)?([^\"]*)\"\s*/?>", r"\1", text)
    text = re.sub(r"</?[A-Za-z][^<>\n]{0,200}>", " ", text)
    text = re.sub(r"\{@\w+\s+([^}]*)\}", r"\1", text)
    text = re.sub(r"!?\[([^\]\n]*)\]\([^)\n]*\)", r"\1", text)
    text = re.sub(r":\w+:`~?([^`]*)`", r"\1", text)
    text = re.sub(r"https?://\S+", " ", text)
    text = re.sub(r"[`*_]{1,3}(\w[^`*\n]*?)[`*_]{1,3}", r"\1", text)
    text = re.sub(r"[@\\](?:brief|summary|short|title|description|desc|public|short)\b", " ", text)
    return text.strip()


def flat(text):
    return re.sub(r"\s+", " ", text).strip()


def first_sentence(text):
    """The first sentence of the first paragraph."""
    paragraph = flat(text.split("\n\n")[0])
    found = re.match(r"(.{12,}?[.!?])(?:\s+[A-Z(]|$)", paragraph)
    return found.group(1) if found else paragraph


BOILERPLATE = re.compile(
    r"copyright|licen[sc]e|all rights reserved|generated|inheritdoc|\btodo\b|fixme|eslint|pylint|noqa|nolint|"
    r"prettier-ignore|istanbul|@ts-|spdx|shellcheck|rubocop:|phpcs|noinspection|clang-format|type: ignore|pragma|automatically",
    re.I,
)


def cut(text):
    return text[:MAX_QUERY].rsplit(" ", 1)[0] if len(text) > MAX_QUERY else text


# --- leaves --------------------------------------------------------------------------------------------------


def leaves_of(program, directory):
    """The leaves of a directory that are code of its own."""
    out = subprocess.run([program, str(directory)], capture_output=True).stdout.decode("utf-8", "replace")
    for line in out.split("\n"):
        if line:
            leaf = json.loads(line)
            if not FOREIGN.search(leaf["path"]) and len(leaf["embedded"]) <= 4 * MAX_CODE:
                yield leaf


def without(text, part):
    """A text without a part of it, compared line by line if it is not there as it is."""
    part = part.strip()
    if part and part in text:
        return text.replace(part, "", 1)
    gone = {line.strip() for line in part.split("\n") if len(line.strip()) > 2}
    return "\n".join(line for line in text.split("\n") if line.strip() not in gone)


def is_test(path):
    folder = r"(?:^|/)(?:tests?|specs?|__tests__|t|testing)/"
    file = r"(?:^|[/_.-])(?:test|spec)s?[_.-]|[_.-]?(?:tests?|spec)\.\w+$|Tests?\.\w+$"
    return bool(re.search(f"{folder}|{file}", path))


def identity_of(leaf):
    """The same for all texts of a declaration, with and without its documentation."""
    return normalized(leaf["path"] + "/" + "/".join(leaf["names"]))


class Pairs:
    """Collects the pairs of a source; a code text and a pair are written once."""

    def __init__(self, out):
        self.out, self.codes, self.seen = out, {}, set()
        self.counts, self.of_kind = collections.Counter(), collections.Counter()

    def code(self, text, symbol, language, identity):
        """The number of a code text."""
        text = text[:MAX_CODE]
        if text not in self.codes:
            self.codes[text] = len(self.codes)
            self.write({"code": text, "symbol": symbol, "language": language, "id": identity})
        return self.codes[text]

    def add(self, kind, query, text, leaf, words=3):
        query = cut(flat(query))
        full = self.of_kind[kind] >= LIMITS[kind]
        if full or not english(query, words) or len(WORD.findall(text)) < 6:
            return
        symbol = leaf["name"].split("#")[0]
        number = self.code(text, symbol, leaf["language"], identity_of(leaf))
        key = (normalized(query), number)
        if key not in self.seen:
            self.seen.add(key)
            self.of_kind[kind] += 1
            self.counts[kind, leaf["language"]] += 1
            self.write({"kind": kind, "query": query, "leaf": number})

    def write(self, record):
        self.out.write(json.dumps(record) + "\n")


# --- pairs of the files --------------------------------------------------------------------------------------


def documentation(pairs, leaf):
    """Documentation -> code. The second piece of a long declaration has no documentation of its own."""
    text = prose(leaf["docs"])
    if not text or BOILERPLATE.search(text[:400]):
        return
    code = without(leaf["embedded"], leaf["docs"])
    brief, whole = first_sentence(text), flat(text)
    pairs.add("brief", brief, code, leaf)
    if len(whole) > len(brief) + 20:
        pairs.add("docs", whole, code, leaf)


LINE_COMMENT = {
    "python": "#", "ruby": "#", "bash": "#", "elixir": "#", "r": "#", "julia": "#", "nix": "#", "hcl": "#", "make": "#",
    "cmake": "#", "perl": "#", "lua": "--", "haskell": "--", "sql": "--",
}


def comments(pairs, leaf):
    """Comments of at least five words within a body; neighbouring lines are one comment."""
    marker = LINE_COMMENT.get(leaf["language"], "//")
    lines = without(leaf["text"], leaf["docs"]).split("\n")
    at = 0
    while at < len(lines):
        block = []
        while at < len(lines) and lines[at].strip().startswith(marker):
            block.append(lines[at])
            at += 1
        at += 1
        text = flat(" ".join(line.strip().lstrip(marker + "!/ ").strip() for line in block))
        if block and len(WORD.findall(text)) >= 5 and not BOILERPLATE.search(text) and not re.search(r"[;{}=]\s*$|\(\)", text):
            pairs.add("comment", text, without(leaf["embedded"], "\n".join(block)), leaf, 5)


RAISES = re.compile(
    r"raise|throw|panic|error|fail|fatal|abort|exception|expect\(|bail|assert|warn|die\b|Err\(|reject|invalid", re.I
)
STRING = re.compile(r'"((?:[^"\\\n]|\\.){16,300})"|\'((?:[^\'\\\n]|\\.){16,300})\'|`([^`\n]{16,300})`')


def errors(pairs, leaf):
    """Texts of error messages -> the declaration that has them, without them."""
    for line in leaf["text"].split("\n"):
        if not RAISES.search(line):
            continue
        for found in STRING.finditer(line):
            raw = next(group for group in found.groups() if group)
            text = flat(re.sub(r"%[-+\d.]*[a-z]|\$?\{[^}]*\}|#\{[^}]*\}|\\[nt\"']", " ", raw))
            if len(WORD.findall(text)) >= 4 and " " in text.strip():
                pairs.add("error", text, leaf["embedded"].replace(raw, ""), leaf, 4)


def words_of(name):
    """`test_parseHTTPHeader` -> test parse HTTP header."""
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name)
    return re.sub(r"[^A-Za-z0-9]+", " ", re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", name)).strip()


TEST_NAME = re.compile(r"^(?:test|should|it|spec|describe|when)[_A-Z ]|[_ ](?:test|should)(?:[_ ]|$)|^test|^Test")
TITLE = re.compile(
    r"\b(?:it|test|describe|context|scenario|should|TEST_CASE|SECTION|testset|test_that|specify)\b"
    r"\s*[\"'(:]*\s*[\"']([^\"'\n]{12,200})[\"']"
)


def tests(pairs, leaves):
    """Names and descriptions of tests -> the function of the same repository whose name the test calls.

    A name is taken if few functions have it, the name or the file of the test mentions it, and it is the
    longest such name: that is most likely what the test is about.
    """
    by_name = collections.defaultdict(list)
    for leaf in leaves:
        name = leaf["name"].split("#")[0]
        if leaf["kind"] in CALLABLE | {"class", "struct"} and len(name) >= 5 and not is_test(leaf["path"]):
            by_name[name].append(leaf)
    for leaf in leaves:
        if not is_test(leaf["path"]) or leaf["kind"] not in CALLABLE | {"code", "test"}:
            continue
        name = leaf["name"].split("#")[0]
        titles = TITLE.findall(leaf["text"])[:6]
        called = collections.Counter(re.findall(r"\b([A-Za-z_]\w{4,})\b(?=\s*[(<.!{])", leaf["text"]))
        known = [it for it in called if 0 < len(by_name.get(it, ())) <= 2]
        if not known:
            continue
        squeezed = re.sub(r"[^a-z0-9]", "", (name + " ".join(titles) + leaf["path"].rsplit("/", 1)[-1]).lower())
        named = [it for it in known if it.replace("_", "").lower() in squeezed]
        targets = sorted(named, key=lambda it: (-len(it), it))[:1]
        queries = list(titles)
        if TEST_NAME.search(name):
            queries.append(re.sub(r"^(?:test|it|should|spec)s?\b", "", words_of(name), flags=re.I))
        if leaf["docs"]:
            queries.append(first_sentence(prose(leaf["docs"])))
        for target in targets:
            for code in by_name[target]:
                for query in queries:
                    pairs.add("test", query, code["embedded"], code)


# --- pairs of the history ------------------------------------------------------------------------------------


def commits(git):
    """Commits, newest first, each with the lines that it added: (subject, body, {path: lines})."""
    shape = ["-p", "-U4", "--no-color", "--no-ext-diff", "--no-renames", "--diff-filter=AM", "--format=%x01%s%x02%b%x03"]
    command = [*git, "log", "--no-merges", f"--max-count={2 * MAX_COMMITS}", *shape]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    message, files, path, size = "", {}, None, 0
    for raw in process.stdout:
        line = raw.decode("utf-8", "replace").rstrip("\n")
        if line.startswith("\x01"):
            if message:
                yield message, files, size
            message, files, path, size = line[1:] + "\n", {}, None, 0
        elif "\x03" not in message:
            message += line + "\n"
        elif line.startswith("+++ "):
            path = line[6:] if line.startswith("+++ b/") else None
            if path is not None:
                files[path] = []
        elif line.startswith(("diff --git", "index ", "--- ", "new file", "old mode", "new mode", "Binary", "\\")):
            pass
        elif path is not None:
            size += 1
            if size <= MAX_PATCH_LINES:
                files[path].append(line)
    if message:
        yield message, files, size
    process.kill()


def subject_of(text):
    """A subject without the numbers, scopes and marks of a project's conventions."""
    text = re.sub(r"\s*\(?#\d+\)?|\bGH-\d+|\b[A-Z]{2,10}-\d+:?|^\[[^\]]*\]\s*|\b(?:fixes|closes|refs?) #?\d+", "", text)
    text = re.sub(r"^(?:feat|fix|perf|refactor|test|chore)(?:\([^)]*\))?!?:\s*", "", text, flags=re.I)
    return flat(text)


TRAILER = re.compile(
    r"^\s*(?:[A-Z][\w-]+-by|Co-authored|Change-Id|Reviewed|PR|Closes?|Fix(?:es|ed)?|Refs?|See|Issue|Bug|Test Plan|"
    r"Differential|cc|Cherry|git-svn|Backport|Link|Summary)\b.*[:#]",
    re.I,
)


def sentences_of(body):
    """Up to three sentences of the body of a message."""
    kept = [line for line in body.split("\n") if not TRAILER.match(line) and "http" not in line]
    text = re.sub(r"^\s*[*-]\s+", "\n", "\n".join(kept), flags=re.M)
    parts = [flat(part) for part in re.split(r"(?<=[.!?])\s+(?=[A-Z])|\n\s*\n|\n(?=\n)", text)]
    return [part for part in parts if len(WORD.findall(part)) >= 6 and len(part) < 500][:3]


class Lines:
    """Finds the leaves that have a line of a file, as the files are now."""

    def __init__(self, leaves):
        self.of = collections.defaultdict(lambda: collections.defaultdict(list))
        for leaf in leaves:
            lines = self.of[leaf["path"].rsplit("/", 1)[-1]]
            for line in {line.strip() for line in leaf["text"].split("\n")}:
                if len(line) >= 16:
                    lines[line].append(leaf)

    def changed(self, path, patch):
        """Leaves with at least a line that the patch added; those with more of them first."""
        lines, found, leaf_of = self.of.get(path.rsplit("/", 1)[-1]), collections.Counter(), {}
        if not lines:
            return []
        for line in patch:
            if line.startswith("+"):
                here = lines.get(line[1:].strip(), ())
                if 0 < len(here) <= 2:
                    for leaf in here:
                        found[id(leaf)] += 1
                        leaf_of[id(leaf)] = leaf
        return [leaf_of[key] for key, _ in found.most_common(4)]


LANGUAGES = {
    "py": "python", "js": "javascript", "ts": "typescript", "tsx": "tsx", "jsx": "javascript", "mjs": "javascript",
    "go": "go", "rs": "rust", "java": "java", "kt": "kotlin", "scala": "scala", "c": "c", "h": "c", "cc": "cpp",
    "cpp": "cpp", "hpp": "cpp", "cxx": "cpp", "cs": "csharp", "swift": "swift", "rb": "ruby", "php": "php",
    "ex": "elixir", "exs": "elixir", "lua": "lua", "sh": "bash", "bash": "bash", "zig": "zig", "dart": "dart",
    "hs": "haskell", "ml": "ocaml", "mli": "ocaml", "jl": "julia", "R": "r", "nix": "nix", "tf": "hcl", "clj": "clojure",
    "pl": "perl", "pm": "perl", "svelte": "svelte", "vue": "vue", "sql": "sql", "proto": "protobuf", "cmake": "cmake",
    "erl": "erlang", "fs": "fsharp",
}


def hunk(path, patch):
    """The new side of a change, with its surroundings, as if it were a leaf; None if it is too small."""
    new = [line[1:] for line in patch if line[:1] in "+ "][:60]
    added = [line for line in patch if line.startswith("+") and len(line.strip()) > 8]
    if len(added) < 2 or len(new) < 4:
        return None
    language = LANGUAGES[path.rsplit(".", 1)[-1]]
    text = f"File: {path}\nLanguage: {language}\nType: lines\n" + "\n".join(new)
    return {"path": path, "names": [normalized(text)], "name": "", "language": language, "embedded": text}


def history(pairs, git, leaves):
    """Messages of commits -> the declarations that they changed, or the changed lines if these are gone."""
    lines, taken = Lines(leaves), 0
    for message, files, size in commits(git):
        subject, _, body = message.replace("\x03", "").partition("\x02")
        own = [path for path in files if path.rsplit(".", 1)[-1] in LANGUAGES and not FOREIGN.search(path)]
        code = {path: files[path] for path in own}
        if ROUTINE.search(subject.strip()) or not 0 < len(code) <= MAX_FILES_OF_COMMIT or size > MAX_PATCH_LINES:
            continue
        short = subject_of(subject)
        if len(short.split()) < 4 or BOILERPLATE.search(short):
            continue
        targets, fallback = [], []
        # What a change is for stands in the code rather than in its test.
        for path in sorted(code, key=is_test):
            found = lines.changed(path, code[path])
            targets += found
            if not found and (lone := hunk(path, code[path])):
                fallback.append(lone)
        targets = (targets + fallback[: 1 if targets else 2])[:MAX_LEAVES_OF_COMMIT]
        for leaf in targets:
            pairs.add("subject", short, leaf["embedded"], leaf, 4)
        sentences = sentences_of(body)[:2]
        for leaf in targets[:2]:
            for sentence in sentences:
                pairs.add("message", sentence, leaf["embedded"], leaf, 6)
        for leaf in targets[:4] if sentences else ():
            pairs.add("whole", " ".join([short, *sentences]), leaf["embedded"], leaf, 10)
        taken += bool(targets)
        if taken >= MAX_COMMITS:
            break


def surroundings(out, leaves):
    """Writes leaves of all sorts, as many as chance gives: what is in the way of an answer in a search.

    They are tests, guides and settings as well as code that nobody described.
    """
    for leaf in leaves:
        if 60 <= len(leaf["embedded"]):
            record = {
                "code": leaf["embedded"][:MAX_CODE],
                "symbol": leaf["name"].split("#")[0],
                "language": leaf["language"],
                "id": identity_of(leaf),
            }
            out.write(json.dumps(record) + "\n")


# --- sources -------------------------------------------------------------------------------------------------


def license_of(texts):
    """The permissive license among texts of license files, or None."""
    for text in texts:
        text = re.sub(r"[\s*#/]+", " ", text.lower())
        for name, phrase in PERMISSIVE:
            if re.search(re.sub(r" ", r"\\s+", phrase), text) and not re.search(COPYLEFT, text[:1500]):
                return name
    return None


def license_files(directory):
    found = [it for it in directory.iterdir() if re.match(r"(?:un)?licen[cs]e|copying|copyright|mit-license", it.name, re.I)]
    found += [it for folder in found if folder.is_dir() for it in folder.iterdir()]
    texts = [it.read_text(errors="replace") for it in sorted(found) if it.is_file()]
    if not texts:
        texts = [
            it.read_text(errors="replace")
            for it in directory.iterdir()
            if it.is_file() and re.match(r"readme|package\.json|cargo\.toml|description$", it.name, re.I)
        ]
    manifest = directory / "Cargo.toml"
    if manifest.exists() and (said := re.search(r'^license\s*=\s*"([^"]*)"', manifest.read_text(errors="replace"), re.M)):
        if re.search(r"\b(?:MIT|Apache-2\.0|BSD|ISC|Zlib|Unlicense|0BSD)\b", said.group(1)) and " AND " not in said.group(1):
            texts.append("apache license version 2.0" if "Apache" in said.group(1) else PERMISSIVE[0][1])
    return texts


def export(git, directory):
    """Writes the files of HEAD that can be code; a snapshot may lack large ones."""
    index = f"{directory}.index"
    subprocess.run(
        [*git, f"--work-tree={directory}", "checkout", "-f", "HEAD", "--", "."],
        cwd=directory,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "GIT_INDEX_FILE": index},
    )
    pathlib.Path(index).unlink(missing_ok=True)


def mine(program, source, out, scratch):
    """Writes the pairs of a source. Returns its license and counts, or None if its license forbids."""
    is_git = (source / "HEAD").exists() and (source / "objects").exists()
    git = ["git", f"--git-dir={source.absolute()}"]
    directory = source
    if is_git:
        directory = pathlib.Path(tempfile.mkdtemp(dir=scratch)).absolute()
        export(git, directory)
    try:
        license = license_of(license_files(directory))
        if license is None:
            return None
        leaves = list(leaves_of(program, directory))
        # What the limits leave out shall be anywhere.
        random.Random(0).shuffle(leaves)
        with gzip.open(out.with_name(out.name.replace(".jsonl", ".others.jsonl")), "wt", compresslevel=1) as file:
            surroundings(file, leaves[:SURROUNDINGS])
        leaves = [leaf for leaf in leaves if leaf["language"] not in PROSE]
        with gzip.open(f"{out}.part", "wt", compresslevel=1) as file:
            pairs = Pairs(file)
            for leaf in leaves:
                if leaf["kind"] in DECLARATIONS:
                    documentation(pairs, leaf)
                if leaf["kind"] in CALLABLE:
                    comments(pairs, leaf)
                if leaf["kind"] in CALLABLE and not is_test(leaf["path"]):
                    errors(pairs, leaf)
            tests(pairs, leaves)
            if is_git:
                history(pairs, git, leaves)
        pathlib.Path(f"{out}.part").rename(out)
        return license, pairs.counts
    finally:
        if is_git:
            shutil.rmtree(directory, ignore_errors=True)


def name_of(source):
    """OWNER+NAME of a repository in OWNER+NAME/repo, or the name of the directory."""
    return source.parent.name if source.name == "repo" else source.name.removesuffix(".git")


def repository_of(source):
    """OWNER/NAME of the repository that the manifest of a crate names, or that the source is named after."""
    manifest = source / "Cargo.toml"
    text = manifest.read_text(errors="replace") if manifest.exists() else ""
    named = re.search(r'^repository\s*=\s*"https?://[^/"]+/([^/"]+/[^/"]+?)(?:\.git)?["/]', text, re.M)
    return (named[1] if named else name_of(source).replace("+", "/")).lower()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--leaves", required=True, help="program that prints the leaves of a directory")
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--without", nargs="*", default=[], type=pathlib.Path)
    parser.add_argument("--scratch", default=None, help="where files are exported to, outside any repository")
    parser.add_argument("sources", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    refused = {line.strip().lower() for file in arguments.without for line in file.read_text().splitlines()}
    arguments.out.mkdir(parents=True, exist_ok=True)
    for source in arguments.sources:
        name = name_of(source)
        out = arguments.out / f"{name}.jsonl.gz"
        if out.exists() or (arguments.out / f"{name}.none").exists():
            continue
        if repository_of(source) in refused:
            print(f"{name}: refused", flush=True)
            continue
        found = mine(arguments.leaves, source, out, arguments.scratch)
        if found is None:
            (arguments.out / f"{name}.none").touch()
            print(f"{name}: no permissive license", flush=True)
            continue
        license, counts = found
        kinds = collections.Counter()
        for (kind, language), count in counts.items():
            kinds[kind] += count
        said = {"license": license, "counts": [[*key, count] for key, count in counts.items()]}
        (arguments.out / f"{name}.json").write_text(json.dumps(said))
        print(f"{name}: {license}, {sum(kinds.values())} {dict(kinds)}", flush=True)


if __name__ == "__main__":
    main()
