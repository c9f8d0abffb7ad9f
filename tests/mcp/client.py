#!/usr/bin/env python3
"""Drives `smriti-tui mcp` with the official Python SDK (`mcp` on PyPI).

  client.py BINARY [CALLS]

Indexes a small repository of its own, calls every tool, sends bad arguments, changes a file under the server, cancels a
call, and compares resident memory after CALLS calls (default 1,000) with that after 100; with each generation of the
protocol that the SDK knows. Then each tool's schema goes through the converters of other SDKs (`google-genai`,
`openai-agents`), if they are installed. Exit status 1 if a check fails.
"""
import asyncio, contextlib, importlib.metadata, os, pathlib, sys, tempfile

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client

try:
    from mcp.client.client import Client    # since 2.0
except ImportError:
    Client = None

FILES = {
    "src/cache.py": "class Cache:\n    def insert(self, key, value):\n        \"\"\"Adds an entry and evicts the oldest.\"\"\"\n"
    "        self.entries[key] = value\n        self.evict()\n\n    def evict(self):\n        self.entries.popitem()\n",
    "src/main.py": "from cache import Cache\n\n\ndef fill(cache: Cache):\n    cache.insert('a', 1)\n",
}
# What the strict mode of some clients sends for arguments that the model leaves out.
STRICT = {"again": False, "expand": [], "filters": [], "limit": 0, "max_tokens": 0, "mode": "", "page": 0, "root": ""}


def check(what, holds, text=""):
    print(f"{'ok  ' if holds else 'FAIL'} {what}")
    if not holds:
        sys.exit(f"{what}: {text}")


def memory(pid):
    rows = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("RssAnon"))


def server_pid(arguments):
    for process in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found = process.read_bytes().split(b"\0")
        except OSError:
            continue
        if found[:-1] == [os.fsencode(argument) for argument in arguments]:
            return int(process.parent.name)
    sys.exit("the server is not running")


@contextlib.asynccontextmanager
async def connect(server, mode, roots=None):
    """A session, its protocol and the name of the server: with a handshake (`legacy`), or without if the server can."""
    async def list_roots(_context):
        return types.ListRootsResult(roots=[types.Root(uri=root.as_uri()) for root in roots])

    options = {"list_roots_callback": list_roots} if roots else {}
    if Client:
        async with Client(stdio_client(server), mode=mode, **options) as client:
            yield client, client.protocol_version, client.server_info.name
    else:
        async with stdio_client(server) as streams, ClientSession(*streams, **options) as session:
            info = await session.initialize()
            yield session, info.protocolVersion, info.serverInfo.name


def variables(home):
    return {**os.environ, "HOME": str(home), **{f"XDG_{kind}_HOME": str(home) for kind in ("CACHE", "CONFIG", "STATE", "DATA")}}


async def drive(binary, calls, root, home, mode):
    server = StdioServerParameters(command=binary, args=["mcp", str(root)], env=variables(home))
    async with connect(server, mode) as (session, protocol, name):
        check(f"protocol {protocol}: the server has a name", name == "smriti-tui")
        tools = (await session.list_tools()).tools
        names = {tool.name for tool in tools}
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
        check("code is sent once", not failed and "src/cache.py:2-5" in text and "self.entries[key] = value" not in text, text)
        failed, text = await call("read_symbol", symbol="Cache.insert", again=True)
        check("and again if asked for", not failed and "self.entries[key] = value" in text, text)
        failed, text = await call("search", query="cache", page=2, max_tokens=40)
        check("the second page is another one", not failed and text.startswith("fresh: yes"), text)
        failed, text = await call("search", query="cache", root=str(root))
        check("its own root may be named", not failed and "src/cache.py" in text, text)
        failed, text = await call("search", query="evict", **STRICT)
        check("empty values count as absent", not failed and "src/cache.py" in text, text)
        failed, text = await call("read_symbol", symbol="src/cache.py:7", expand=["parent"])
        check("read_symbol takes FILE:LINE", not failed and "class Cache" in text, text)
        failed, text = await call("references", symbol="Cache.insert")
        check("references list the caller", not failed and "src/main.py:5" in text, text)
        failed, text = await call("similar", symbol="Cache.insert")
        check("similar answers", not failed and text.startswith("fresh: yes"), text)
        for tool, arguments, part in [
            ("path", {"from": "fill", "to": "Cache.evict"}, "src/cache.py"),
            ("impact", {"target": "Cache.evict", "depth": 2}, "src/cache.py"),
            ("map", {"path": "."}, "src"),
            ("status", {}, "files"),
        ]:
            failed, text = await call(tool, **arguments)
            check(f"{tool} answers", not failed and part in text, text)

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

        pid, early = server_pid([binary, "mcp", str(root)]), None
        for done in range(1, calls + 1):
            await call("search", query=f"evict entry {done % 17}")
            if done == 100:
                early = memory(pid)
        late = memory(pid)
        check(f"memory after {calls} calls: {late} kB, after 100: {early} kB", late <= early * 1.05)
        return tools


async def use_roots(binary, root, home, mode):
    """A server that is started in the home directory uses the first root of the client."""
    server = StdioServerParameters(command=binary, args=["mcp"], env=variables(home), cwd=str(home))
    for arguments in [{}, {"root": str(root)}]:
        async with connect(server, mode, roots=[root]) as (session, protocol, _):
            text = (await session.call_tool("status", arguments)).content[0].text
            check(f"protocol {protocol}: roots of the client, {len(arguments)} named", str(root) in text, text)


def convert(tools):
    """Nothing of a schema is lost in the converters of other SDKs."""
    with contextlib.suppress(ImportError):
        from google.genai import _mcp_utils

        for tool, converted in zip(tools, _mcp_utils.mcp_to_gemini_tools(tools), strict=True):
            schema, [declaration] = tool.input_schema, converted.function_declarations
            found = declaration.parameters.properties or {}
            kind = lambda one: one.type.value.lower()
            same = found.keys() == schema["properties"].keys() and (declaration.parameters.required or []) == schema.get("required", [])
            for name, property in schema["properties"].items() if same else ():
                same &= kind(found[name]) == property["type"] and found[name].description == property["description"]
                same &= "items" not in property or kind(found[name].items) == property["items"]["type"]
            check(f"google-genai {importlib.metadata.version('google-genai')} takes {tool.name}", same, declaration)
    with contextlib.suppress(ImportError):
        from agents.strict_schema import ensure_strict_json_schema

        for tool in tools:
            strict = ensure_strict_json_schema(dict(tool.input_schema), _reject_open_objects=True)
            same = sorted(strict["required"]) == sorted(tool.input_schema["properties"]) == sorted(strict["properties"])
            check(f"openai-agents {importlib.metadata.version('openai-agents')} takes {tool.name}, strict", same, strict)


def main():
    binary, calls = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1_000
    print(f"SDK {importlib.metadata.version('mcp')}")
    for mode in ["auto", "legacy"] if Client else ["legacy"]:
        with tempfile.TemporaryDirectory() as directory:
            root, home = pathlib.Path(directory, "repository"), pathlib.Path(directory, "home")
            (root / ".git").mkdir(parents=True)
            home.mkdir()
            for name, text in FILES.items():
                (root / name).parent.mkdir(exist_ok=True)
                (root / name).write_text(text)
            tools = asyncio.run(drive(binary, calls, root.resolve(), home, mode))
            asyncio.run(use_roots(binary, root.resolve(), home, mode))
    if Client:
        convert(tools)


main()
