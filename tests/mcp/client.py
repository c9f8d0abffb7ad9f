#!/usr/bin/env python3
"""Drives `smriti-tui mcp` with the official Python SDK (`mcp` on PyPI).

  client.py BINARY [CALLS]

Indexes a small repository of its own, calls every tool, sends bad arguments, changes a file under the server, cancels a
call, and compares resident memory after CALLS calls (default 1,000) with that after 100. Exit status 1 if a check fails.
"""
import asyncio, os, pathlib, sys, tempfile

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

FILES = {
    "src/cache.py": "class Cache:\n    def insert(self, key, value):\n        \"\"\"Adds an entry and evicts the oldest.\"\"\"\n"
    "        self.entries[key] = value\n        self.evict()\n\n    def evict(self):\n        self.entries.popitem()\n",
    "src/main.py": "from cache import Cache\n\n\ndef fill(cache: Cache):\n    cache.insert('a', 1)\n",
}


def check(what, holds, text=""):
    print(f"{'ok  ' if holds else 'FAIL'} {what}")
    if not holds:
        sys.exit(f"{what}: {text}")


def memory(pid):
    rows = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("RssAnon"))


def server_pid(binary):
    for process in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            arguments = process.read_bytes().split(b"\0")
        except OSError:
            continue
        if arguments[:2] == [os.fsencode(binary), b"mcp"]:
            return int(process.parent.name)
    sys.exit("the server is not running")


async def drive(binary, calls, root, home):
    variables = {f"XDG_{kind}_HOME": str(home) for kind in ("CACHE", "CONFIG", "STATE", "DATA")}
    server = StdioServerParameters(command=binary, args=["mcp", str(root)], env={**os.environ, **variables})
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        info = await session.initialize()
        server_info = getattr(info, "serverInfo", None) or info.server_info
        check("handshake names the server", server_info.name == "smriti-tui")
        names = {tool.name for tool in (await session.list_tools()).tools}
        expected = {"search", "outline", "read_symbol", "references", "similar", "path", "impact", "map", "status"}
        check("nine tools", names == expected, names)

        async def call(tool, **arguments):
            result = await session.call_tool(tool, arguments)
            failed = getattr(result, "isError", None) if hasattr(result, "isError") else result.is_error
            return bool(failed), result.content[0].text

        async def until_fresh(tool, **arguments):
            for _ in range(200):
                failed, text = await call(tool, **arguments)
                if "fresh: yes" in text and "no results" not in text:
                    break
                await asyncio.sleep(0.05)
            return failed, text

        failed, text = await until_fresh("search", query="evict the oldest entry")
        check("search finds the method", not failed and "src/cache.py:" in text and "def evict" in text, text)
        failed, text = await call("search", query="cache", limit=1, max_tokens=40)
        check("a small budget leaves code out", not failed and len(text) < 400, text)
        failed, text = await call("outline", path="src")
        check("outline lists declarations", not failed and "insert" in text and "fill" in text, text)
        failed, text = await call("read_symbol", symbol="Cache.insert")
        check("read_symbol reads the method", not failed and "self.entries[key] = value" in text, text)
        failed, text = await call("read_symbol", symbol="src/cache.py:7", expand=["parent"])
        check("read_symbol takes FILE:LINE", not failed and "def evict" in text, text)
        failed, text = await call("references", symbol="Cache.insert")
        check("references list the caller", not failed and "src/main.py:5" in text, text)
        failed, text = await call("similar", symbol="Cache.insert")
        check("similar answers", not failed and text.startswith("fresh: yes"), text)
        failed, text = await call("status")
        check("status shows files", not failed and "files" in text, text)

        for tool, arguments in [
            ("search", {"query": "x", "mode": "psychic"}),
            ("search", {"query": "x", "expand": ["everything"]}),
            ("outline", {"path": "../outside"}),
            ("outline", {"path": "/etc"}),
            ("read_symbol", {"symbol": "/etc/passwd:1"}),
            ("read_symbol", {"symbol": ".git/config:1"}),
            ("read_symbol", {"symbol": "no_such_symbol_anywhere"}),
        ]:
            failed, text = await call(tool, **arguments)
            check(f"{tool} {arguments} is refused", failed and "root:" not in text, text)
        try:
            failed, text = await call("search", wrong="x")
        except Exception as error:  # the SDK raises for errors of the protocol
            failed, text = True, str(error)
        check("a missing argument is refused by name", failed and "query" in text, text)

        (root / "src/cache.py").write_text(FILES["src/cache.py"] + "\n    def shrink_to_fit(self):\n        self.entries = dict(self.entries)\n")
        failed, text = await until_fresh("search", query="sym:shrink_to_fit")
        check("a change is found", not failed and "shrink_to_fit" in text, text)

        slow = asyncio.create_task(session.call_tool("search", {"query": "evict"}))
        await asyncio.sleep(0)
        slow.cancel()
        failed, text = await call("status")
        check("the server answers after a cancelled call", not failed, text)

        pid, early = server_pid(binary), None
        for done in range(1, calls + 1):
            await call("search", query=f"evict entry {done % 17}")
            if done == 100:
                early = memory(pid)
        late = memory(pid)
        check(f"memory after {calls} calls: {late} kB, after 100: {early} kB", late <= early * 1.05)


def main():
    binary, calls = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1_000
    with tempfile.TemporaryDirectory() as directory:
        root, home = pathlib.Path(directory, "repository"), pathlib.Path(directory, "home")
        (root / ".git").mkdir(parents=True)
        home.mkdir()
        for name, text in FILES.items():
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_text(text)
        asyncio.run(drive(binary, calls, root.resolve(), home))


main()
