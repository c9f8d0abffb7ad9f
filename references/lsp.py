"""References of a language server, in place of a SCIP index; see README.md.

Every answer is kept in a file, so that a later run on the same checkout asks only what is new and often needs no server.
"""
import json
import pathlib
import queue
import random
import re
import shlex
import subprocess
import sys
import threading
import urllib.parse

LANGUAGES = {".c": "c", ".cc": "cpp", ".cpp": "cpp", ".php": "php", ".go": "go"}
COMMENT = re.compile(r"\s*(//|/\*|\*\s)")
QUIET = 8  # seconds without a message or a task in progress after which the server has indexed the repository
PATIENCE = 300  # seconds to wait for an answer
OPEN = 100  # documents open at a time


class Server:
    """A language server on its standard input and output."""

    def __init__(self, command, root):
        self.root, self.number, self.busy, self.open = root, 0, set(), []
        self.process = subprocess.Popen(shlex.split(command), cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.messages = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.features = self.request("initialize", {
            "processId": None, "rootUri": root.as_uri(), "rootPath": str(root),
            "workspaceFolders": [{"uri": root.as_uri(), "name": root.name}],
            "capabilities": {
                "window": {"workDoneProgress": True},
                "workspace": {"configuration": True, "workspaceFolders": True},
                "textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}},
            },
        })["capabilities"]
        self.send(method="initialized", params={})

    def read(self):
        stream = self.process.stdout
        while True:
            length = 0
            while line := stream.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                return
            self.messages.put(json.loads(stream.read(length)))

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def handle(self, message):
        """Answers a request of the server, and notes the tasks it has in progress."""
        method, params = message.get("method"), message.get("params")
        if method and "id" in message:
            result = [None] * len(params["items"]) if method == "workspace/configuration" else None
            self.send(id=message["id"], result=result)
        elif method == "$/progress":
            change = self.busy.discard if params["value"]["kind"] == "end" else self.busy.add
            change(params["token"])
        elif method in ("indexingStarted", "indexingEnded"):  # Intelephense
            change = self.busy.add if method == "indexingStarted" else self.busy.discard
            change("indexing")

    def request(self, method, params):
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        while True:
            message = self.messages.get(timeout=PATIENCE)
            if message.get("id") == self.number and "method" not in message:
                if "error" in message:
                    print(f"{method} {params}: {message['error']['message']}", file=sys.stderr)
                return message.get("result")
            self.handle(message)

    def settle(self):
        while True:
            try:
                self.handle(self.messages.get(timeout=QUIET))
            except queue.Empty:
                if not self.busy:
                    return

    def document(self, path):
        """Opens a document, if it is not open."""
        uri = (self.root / path).as_uri()
        if path not in self.open:
            text = (self.root / path).read_text(errors="replace")
            language = LANGUAGES.get(pathlib.Path(path).suffix, "plaintext")
            self.send(method="textDocument/didOpen", params={
                "textDocument": {"uri": uri, "languageId": language, "version": 1, "text": text}})
            self.open.append(path)
        if len(self.open) > OPEN:
            oldest = (self.root / self.open.pop(0)).as_uri()
            self.send(method="textDocument/didClose", params={"textDocument": {"uri": oldest}})
        return {"uri": uri}


class ServerTruth:
    """What a language server says of declarations and uses. A place is a path, a line and a column."""

    def __init__(self, command, root, answers):
        self.command, self.root, self.path, self.server = command, root, answers, None
        self.answers = json.loads(answers.read_text()) if answers.exists() else {}

    def close(self):
        self.path.write_text(json.dumps(self.answers))
        if self.server:
            self.server.process.kill()

    def start(self, path):
        if not self.server:
            self.server = Server(self.command, self.root)
            self.server.document(path)
            self.server.settle()

    def asked(self, method, place):
        """Ranges that are the answer to a request about a place: path, line, column, and the line and column of the end."""
        path, line, column = place
        key = f"{method} {path}:{line}:{column}"
        if key not in self.answers:
            self.start(path)
            if not self.server.features.get(f"{method}Provider"):
                return []
            found = self.server.request(f"textDocument/{method}", {
                "textDocument": self.server.document(path), "position": {"line": line - 1, "character": column - 1},
                "context": {"includeDeclaration": False}}) or []
            self.answers[key] = [self.range(it) for it in (found if isinstance(found, list) else [found])]
        return [tuple(it) for it in self.answers[key]]

    def range(self, location):
        path = urllib.parse.unquote(urllib.parse.urlparse(location.get("uri") or location["targetUri"]).path)
        ends = location.get("range") or location["targetSelectionRange"]
        if path.startswith(f"{self.root}/"):
            path = path[len(str(self.root)) + 1:]
        return path, *(ends[end][it] + 1 for end in ("start", "end") for it in ("line", "character"))

    def symbols(self, path):
        """Name, line and column of the declarations of a file."""
        key = f"symbols {path}"
        if key not in self.answers:
            self.start(path)
            waiting = self.server.request("textDocument/documentSymbol", {"textDocument": self.server.document(path)}) or []
            self.answers[key] = []
            while waiting:
                symbol = waiting.pop()
                waiting += symbol.get("children") or []
                start = (symbol.get("selectionRange") or symbol["location"]["range"])["start"]
                self.answers[key].append([symbol["name"], start["line"] + 1, start["character"] + 1])
        return self.answers[key]

    def sample(self, declarations, sources, size):
        declarations = [it for it in declarations if pathlib.Path(it["path"]).suffix in LANGUAGES]
        random.Random(19).shuffle(declarations)
        found = []
        for start in range(0, len(declarations), size):
            batch = declarations[start:start + size]
            # In the order of the files: a server may parse a file again for each change of file.
            places = {chunk["id"]: self.declaration(chunk, sources) for chunk in sorted(batch, key=lambda it: it["path"])}
            found += [(chunk, places[chunk["id"]]) for chunk in batch if places[chunk["id"]]]
            if len(found) >= size:
                break
        return found[:size], len(declarations)

    def declaration(self, chunk, sources):
        """Place of the name of a declaration, if the server knows it too."""
        path, lines = chunk["path"], range(chunk["start_line"], chunk["end_line"] + 1)
        word = re.compile(r"(?<!\w)" + re.escape(chunk["name"]) + r"(?!\w)")
        places = sorted((line, column) for name, line, column in self.symbols(path) if line in lines and word.search(name))
        for line, column in places:
            found = word.search(sources.text(path)[line - 1], column - 1)
            if found:
                place = path, line, found.start() + 1
                return None if self.is_elsewhere(chunk, place) else place
        return None

    def is_elsewhere(self, chunk, place):
        """Whether another file defines the same symbol, as several programs of one repository do."""
        return any(it[0] != chunk["path"] for it in self.asked("definition", place))

    def references(self, target, chunk, sources):
        """Places of the name in code: not those of another name for the same."""
        name = chunk["name"]
        for path, line, column, last, end in self.asked("references", target):
            for start in (column, end - len(name)):  # the end of a qualified name
                if line == last and not path.startswith("/") and named(sources, path, line, start, name):
                    if COMMENT.match(sources.text(path)[line - 1]):
                        break
                    yield path, line, start
                    break

    def prepare(self, sample, relations, sources):
        """Asks what is needed, in the order of the files."""
        for chunk, target in sorted(sample, key=lambda it: it[1]):
            self.asked("references", target)
        places = [place for (chunk, target), found in zip(sample, relations)
                  for place in (*found, *self.references(target, chunk, sources))]
        for place in sorted(set(places)):
            self.asked("definition", place)

    def uses_of(self, target, chunk, sources):
        """References of the declaration itself: a server also lists those of what overrides it or is overridden."""
        return {place for place in self.references(target, chunk, sources) if self.is_of(place, target, chunk, sources, True)}

    def is_of(self, place, target, chunk, sources, is_reference):
        """Whether a name means the declaration; where a server cannot tell, its list of references decides."""
        found = self.asked("definition", place)
        return any(self.is_declaration(it, target, chunk, sources) for it in found) or is_reference and not found

    def is_ambiguous(self, target):
        return False  # see `is_elsewhere`

    def verdict(self, place, target, chunk, sources):
        is_reference = place in set(self.references(target, chunk, sources))
        if self.is_of(place, target, chunk, sources, is_reference):
            return "right", ""
        found = self.asked("definition", place)
        if not found or is_reference or any(self.is_related(it[:3], target) for it in found):
            return "unknown", ""
        return "wrong", "{}:{}:{}".format(*found[0][:3])

    def is_declaration(self, found, target, chunk, sources):
        """Whether a definition is the declaration or a constructor of it."""
        path, line, column, last, end = found
        if path.startswith("/"):
            return False
        is_here = path == chunk["path"] and chunk["start_line"] <= line <= chunk["end_line"]
        is_name = named(sources, path, line, column, chunk["name"])
        return is_here and (is_name or (line, column) <= target[1:] <= (last, end))

    def is_related(self, place, target):
        """Whether one overrides or implements the other."""
        return any(it[:3] == target for it in self.asked("implementation", place)) or any(
            it[:3] == place for it in self.asked("implementation", target))


def named(sources, path, line, column, name):
    lines = sources.text(path)
    return line <= len(lines) and lines[line - 1][column - 1:].startswith(name)
