#!/usr/bin/env bash
# LlamaIndex and LangChain.js send code to an embedding server as one line: a program and its commented-out copy get one vector.
#
# Expected: the text of a chunk reaches the embedding model as it is; line ends and comments are part of code.
# Seen on 2026-11-30, what a server on this machine received for "# no limit⏎return rows":
#   llama-index-embeddings-openai 0.6.0, llama-index-embeddings-openai-like 0.4.0 (PyPI):
#                               "# no limit return rows", for documents and queries. No setting changes it.
#   @langchain/openai 1.5.8 (npm):  the same; `stripNewLines: false` sends the text. The default is true.
#   langchain-openai 1.7.4 (PyPI): the text as it is. So vectors of LangChain in Python and in JavaScript differ for one model.
# The advice to do so was for OpenAI's models of 2022. The clients do it for each model, also for one of code on a server of one's own.
# So an index of Python, YAML or Markdown is built from lines that end in a comment, and queries of other clients do not match it.
set -euo pipefail
work=$(mktemp -d)
trap 'kill "$server" 2> /dev/null || true; rm -rf "$work"' EXIT
server=

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" @langchain/openai@1.5.8 @langchain/core@1.4.0
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check llama-index-embeddings-openai==0.6.0 \
  llama-index-embeddings-openai-like==0.4.0 llama-index-core==0.14.25 langchain-openai==1.7.4 openai==3.57.0
cat > "$work/server.py" <<'PY'
import json, pathlib, sys
from http.server import BaseHTTPRequestHandler, HTTPServer

class Embeddings(BaseHTTPRequestHandler):
    """Appends the texts of each request to a file as a JSON list."""
    def do_POST(self):
        texts = json.loads(self.rfile.read(int(self.headers["content-length"])))["input"]
        texts = [texts] if isinstance(texts, str) else texts
        with open(sys.argv[1], "a") as file:
            print(json.dumps(texts), file=file)
        data = [{"object": "embedding", "index": n, "embedding": [0.5, 0.25]} for n in range(len(texts))]
        answer = {"object": "list", "model": "m", "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}}
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass

server = HTTPServer(("127.0.0.1", 0), Embeddings)
pathlib.Path(sys.argv[2]).write_text(f"http://127.0.0.1:{server.server_port}/v1\n")
server.serve_forever()
PY
python3 "$work/server.py" "$work/texts" "$work/address" &
server=$!
until [[ -s $work/address ]]; do sleep 0.1; done
cat > "$work/embed.mjs" <<'JS'
import { OpenAIEmbeddings } from "@langchain/openai";

const [baseURL, text] = process.argv.slice(2);
for (const options of [{}, { stripNewLines: false }]) {
  const client = new OpenAIEmbeddings({ apiKey: "none", model: "m", configuration: { baseURL }, ...options });
  await client.embedDocuments([text]);
  await client.embedQuery(text);
}
JS
"$work/venv/bin/python" - "$work" <<'PY'
import json, pathlib, subprocess, sys
from langchain_openai import OpenAIEmbeddings
from llama_index.embeddings.openai import OpenAIEmbedding
from llama_index.embeddings.openai_like import OpenAILikeEmbedding

TEXT = "# no limit\nreturn rows"
ONE_LINE = "# no limit return rows"
work = pathlib.Path(sys.argv[1])
url = (work / "address").read_text().strip()
received = work / "texts"

def check(name, expected):
    texts = [text for line in received.read_text().splitlines() for text in json.loads(line)]
    received.unlink()
    print(f"{name}: {texts}")
    assert texts == expected

for client in (OpenAIEmbedding(api_base=url, api_key="none"), OpenAILikeEmbedding(model_name="m", api_base=url, api_key="none")):
    client.get_text_embedding_batch([TEXT])
    client.get_query_embedding(TEXT)
    check(type(client).__name__, [ONE_LINE] * 2)

client = OpenAIEmbeddings(base_url=url, api_key="none", check_embedding_ctx_length=False)
client.embed_documents([TEXT])
client.embed_query(TEXT)
check("LangChain", [TEXT] * 2)

subprocess.run(["node", str(work / "embed.mjs"), url, TEXT], check=True)
check("LangChain.js, and with stripNewLines: false", [ONE_LINE] * 2 + [TEXT] * 2)
PY
