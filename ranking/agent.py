"""A scripted agent that calls the tools of `smriti-tui mcp` until it has seen the right lines; see tokens.py.

It searches, then for each of the first results reads the symbol and lists its references, then does the same with the
next results, at most PAGES times. An agent without `page` repeats the search with a higher limit and more tokens; one without
names requests code again that it was sent before. Some queries of a repository share one connection.
"""
import json, os, re, subprocess, tempfile

PAGES = 3
RESULTS = 3         # results whose symbol and references are read
SESSION = 5         # queries in one connection
SENT = "(sent before;"
PIECE = re.compile(r", its lines (\d+)-(\d+):$")
HEADING = re.compile(r"^\d+\. (.+?)(?::(\d+)-(\d+))? .*\[([0-9a-f]{16})\]")
LOCATION = re.compile(r"^(\S.*?):(\d+)(?:-(\d+))?:(?: |$)")
SIGNATURE = re.compile(r"^ {0,10}(\d+)(?:-(\d+))?  \S")
MODES = {"all of it": (True, True), "without names": (False, True), "without pages": (True, False), "without both": (False, False)}


class Server:
    def __init__(self, binary, root, env):
        self.process = subprocess.Popen([binary, "mcp", "."], cwd=root, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.number = 0
        client = {"name": "tokens.py", "version": "1"}
        self.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def request(self, method, parameters):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters})
        for line in self.process.stdout:
            reply = json.loads(line)
            if reply.get("id") == self.number:
                return reply
        raise RuntimeError("the server ended")

    def call(self, tool, **arguments):
        reply = self.request("tools/call", {"name": tool, "arguments": arguments})
        return reply["result"]["content"][0]["text"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def lines_of(answer):
    """The lines of code in an answer: path, first and last line. Code that is named was read before."""
    path, line, last = None, None, None
    for text in answer.split("\n"):
        heading, location, signature = HEADING.match(text), LOCATION.match(text), SIGNATURE.match(text)
        if heading:
            # Of a function in pieces, the answer has the best one.
            piece = PIECE.search(text)
            first, end = piece.groups() if piece else heading.group(2, 3)
            path, line, last = heading[1], int(first or 1), int(end or 1)
        elif text.startswith("── "):
            line = None
        elif text.startswith(SENT) and line is not None:
            yield path, line, last
        elif line is not None and line <= last:
            yield path, line, line
            line += 1
        elif location:
            path, line, last = location[1], int(location[2]), int(location[3] or location[2])
        elif signature and path:
            yield path, int(signature[1]), int(signature[1])


class Agent:
    def __init__(self, server, mode, max_tokens, count):
        self.server, self.count, self.max_tokens = server, count, max_tokens
        self.names, self.pages = MODES[mode]

    def find(self, query, is_right):
        """Tokens and calls until the right lines, and whether they were found."""
        self.tokens, self.calls, self.is_right = 0, 0, is_right
        for page in range(1, PAGES + 1):
            answer = self.search(query, page)
            if answer is None:
                return self.tokens, self.calls, True
            results = [found for found in map(HEADING.match, answer.split("\n")) if found]
            first = 0 if self.pages else 10 * (page - 1)
            for result in results[first:first + RESULTS]:
                for tool in ("read_symbol", "references"):
                    if self.call(tool, symbol=result[4]) is None:
                        return self.tokens, self.calls, True
            if not results:
                break
        return self.tokens, self.calls, False

    def search(self, query, page):
        if self.pages:
            return self.call("search", query=query, page=page)
        return self.call("search", query=query, limit=10 * page, max_tokens=self.max_tokens * page)

    def call(self, tool, **arguments):
        """An answer; none if it has the right lines."""
        if not self.names and tool != "references":
            arguments["again"] = True
        answer = self.server.call(tool, **{"max_tokens": self.max_tokens, **arguments})
        self.calls += 1
        self.tokens += self.count(answer)
        return None if any(self.is_right(*lines) for lines in lines_of(answer)) else answer


def measure(binary, root, queries, max_tokens, count, same_path):
    """For each mode, the outcome of each query."""
    found = {mode: [] for mode in MODES}
    with tempfile.TemporaryDirectory() as data:
        env = dict(os.environ, **{f"XDG_{kind}_HOME": data for kind in ("DATA", "CACHE", "STATE", "CONFIG")})
        subprocess.run([binary, "index"], cwd=root, env=env, check=True, capture_output=True)
        for mode in MODES:
            for start in range(0, len(queries), SESSION):
                server = Server(binary, root, env)
                while not server.call("status").startswith("fresh: yes\n"):
                    pass
                agent = Agent(server, mode, max_tokens, count)
                for query in queries[start:start + SESSION]:
                    def is_right(path, first, last):
                        return any(same_path(path, target["path"]) and first <= target.get("end_line", 1 << 40)
                                   and target.get("start_line", 1) <= last for target in query["relevant"])
                    found[mode].append(agent.find(query["query"], is_right))
                server.close()
    return found
