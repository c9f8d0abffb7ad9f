#!/usr/bin/env bash
# sansio-lsp-client drops all completions if the server answers with a list of items, one of the two forms of the protocol.
#
# Expected: the result of textDocument/completion is `CompletionItem[] | CompletionList | null`, and a client gets the items of both forms.
# Seen on 2026-11-30 with sansio-lsp-client 0.13.0 and pydantic 2.14.4 (PyPI), answers of a server given to `Client.recv`:
#   completion, { isIncomplete: false, items: [a, b] }:     both items.
#   completion, [a, b]:                                     completion_list is None, as for null.
#   completion, items one of which has `tags: [1]`, deprecated:     a ValidationError and none of the items, as the library's model has
#     one tag in place of a list; the tags of document symbols are read right. The library does not announce them.
#   definition, documentSymbol:                             right, with the message_id of the request.
#   references:                                             the locations, but no message_id, so two answers cannot be told apart.
# Servers that answer with a list complete nothing in an editor that is built on this library, and no error is shown.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check sansio-lsp-client==0.13.0 pydantic==2.14.4
"$work/venv/bin/python" - <<'PY'
import json
import sansio_lsp_client as lsp

def frame(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return f"Content-Length: {len(body)}\r\n\r\n".encode() + body

RANGE = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
URI = "file:///a.py"
POSITION = lsp.TextDocumentPosition(
    textDocument=lsp.TextDocumentIdentifier(uri=URI), position=lsp.Position(line=0, character=0))

# The event for the server's answer to a request, or the name of the exception.
def answer(request, result):
    client = lsp.Client(root_uri="file:///")
    client.send()
    list(client.recv(frame({"id": 0, "result": {"capabilities": {}}})))
    client.send()
    request(client)
    number = json.loads(client.send().split(b"\r\n\r\n")[1])["id"]
    try:
        event, = client.recv(frame({"id": number, "result": result}))
    except Exception as error:
        event = type(error).__name__
    print(json.dumps(result), "->", event, "\n")
    return event

def complete(client):
    client.completion(text_document_position=POSITION, context=lsp.CompletionContext(triggerKind=1))

def labels(event):
    return event.completion_list and [item.label for item in event.completion_list.items]

items = [{"label": "a"}, {"label": "b"}]
assert labels(answer(complete, {"isIncomplete": False, "items": items})) == ["a", "b"]
assert labels(answer(complete, None)) is None
assert labels(answer(complete, items)) is None
assert answer(complete, {"isIncomplete": False, "items": [{"label": "a", "tags": [1]}, {"label": "b"}]}) == "ValidationError"

symbol = {"name": "A", "kind": 5, "range": RANGE, "selectionRange": RANGE, "tags": [1]}
symbols = answer(lambda client: client.documentSymbol(POSITION.textDocument), [symbol])
assert [tag.value for tag in symbols.result[0].tags] == [1]

location = [{"uri": URI, "range": RANGE}]
assert hasattr(symbols, "message_id")
assert hasattr(answer(lambda client: client.definition(POSITION), location), "message_id")
assert not hasattr(answer(lambda client: client.references(POSITION), location), "message_id")
PY
