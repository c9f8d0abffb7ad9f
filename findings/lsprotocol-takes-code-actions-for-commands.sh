#!/usr/bin/env bash
# lsprotocol reads a code action that has a command as a bare command: its edit, its kind and its data are lost.
#
# Expected: in the answer to `textDocument/codeAction`, an object whose `command` is an object is a CodeAction; only that of a Command
# is text. By the protocol an action may have both an edit and a command; a client applies the edit first.
# Seen on 2026-11-30 with lsprotocol 2025.0.0 and pygls 2.1.1 (PyPI), a client and a server of pygls that talk to each other:
#   an action with an edit:              CodeAction, with its edit.
#   an action with an edit and command:  Command, without the edit; its `command` is the text `{'title': 'Log', 'command': 'log'}`.
#   an action with a command alone:      Command, with such a text as well.
#   a bare Command:                      Command, as sent.
# The server's own message is right, so only clients are hurt: editors, agents and tests in Python that apply quick fixes. Written
# again, the object is no valid request either, and the server does not know a command of that name.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check lsprotocol==2025.0.0 pygls==2.1.1
cd "$work"
cat > server.py <<'PY'
from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("server", "1")

@server.feature(types.TEXT_DOCUMENT_CODE_ACTION)
def code_actions(params):
    start = types.Position(0, 0)
    edit = types.WorkspaceEdit(changes={params.text_document.uri: [types.TextEdit(types.Range(start, start), "import a\n")]})
    command = types.Command("Log", "log")
    return [
        types.CodeAction("with edit", kind="quickfix", edit=edit),
        types.CodeAction("with both", kind="quickfix", edit=edit, command=command),
        types.CodeAction("with command", kind="quickfix", command=command),
        command,
    ]

server.start_io()
PY
cat > client.py <<'PY'
import asyncio, json, sys
from lsprotocol import converters, types
from pygls.lsp.client import LanguageClient

async def request():
    client = LanguageClient("client", "1")
    await client.start_io(sys.executable, "server.py")
    await client.initialize_async(types.InitializeParams(capabilities=types.ClientCapabilities()))
    start = types.Position(0, 0)
    found = await client.text_document_code_action_async(types.CodeActionParams(
        types.TextDocumentIdentifier("file:///a.py"), types.Range(start, start), types.CodeActionContext([])))
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    return found

edit, both, command, bare = asyncio.run(request())
for action in edit, both, command, bare:
    print(action)
assert isinstance(edit, types.CodeAction) and edit.kind == "quickfix"
assert edit.edit.changes["file:///a.py"][0].new_text == "import a\n"
assert bare == types.Command("Log", "log")
for action, title in (both, "with both"), (command, "with command"):
    assert action == types.Command(title, "{'title': 'Log', 'command': 'log'}")

# The message itself is right.
converter = converters.get_converter()
sent = types.CodeActionResponse(1, [types.CodeAction("with command", kind="quickfix", command=types.Command("Log", "log"))])
message = converter.unstructure(sent)
assert message["result"] == [{"title": "with command", "kind": "quickfix", "command": {"title": "Log", "command": "log"}}]
assert converter.structure(json.loads(json.dumps(message)), types.CodeActionResponse) != sent
PY
timeout 60 "$work/venv/bin/python" client.py
