#!/usr/bin/env bash
# VS Code's Markdown service turns a heading in a quote or list into plain text when it renames it, and misses uses of labels.
#
# Expected: a rename changes the text of the heading and the links to it; labels of references ignore case and line ends.
# Seen on 2026-11-29 with vscode-markdown-languageservice 0.5.0 and markdown-it 15.0.3 (npm), without an error:
#   `## Old` and `Old` above a line of `---`, with links to them:   renamed, and the links too.
#   `> ## Old`:                      becomes `New`, a paragraph without the mark of the quote; the links lead to `#new`.
#   `- ## Old`:                      the same.
#   `## <a id="x"></a>Old`:          the anchor `x` is gone, and links to it lead nowhere.
#   `[foo]: x.md`, used as [Foo]:    only the uses in the same case are renamed; the others lead nowhere.
#   `[foo bar]`, with a line end between the words in the use:   "No link definition found"; markdown-it makes a link of it.
# The text is replaced from the start of the line. GitHub's alerts and changelogs have headings in quotes and lists.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" vscode-markdown-languageservice@0.5.0 markdown-it@15.0.3 \
    vscode-languageserver-textdocument@1.0.12 vscode-uri@3.2.0
cd "$work"
cat > rename.mjs <<'JS'
import assert from "node:assert";
import MarkdownIt from "markdown-it";
import { TextDocument } from "vscode-languageserver-textdocument";
import { createLanguageService, githubSlugifier } from "vscode-markdown-languageservice";
import { URI } from "vscode-uri";

const markdown = MarkdownIt({ html: true });
const uri = URI.file("/docs/a.md");
const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
const event = () => ({ dispose() {} });

function open(text) {
  const document = TextDocument.create(uri.toString(), "markdown", 1, text);
  const isDocument = (other) => other.toString() === uri.toString();
  const service = createLanguageService({
    workspace: {
      workspaceFolders: [URI.file("/docs")], getAllMarkdownDocuments: async () => [document], hasMarkdownDocument: isDocument,
      openMarkdownDocument: async (other) => isDocument(other) ? document : undefined,
      stat: async (other) => isDocument(other) ? { isDirectory: false } : undefined, readDirectory: async () => [],
      onDidChangeMarkdownDocument: event, onDidCreateMarkdownDocument: event, onDidDeleteMarkdownDocument: event,
    },
    parser: { slugifier: githubSlugifier, tokenize: async (other) => markdown.parse(other.getText(), {}) },
    logger: { level: 0, log() {} },
  });
  return { document, service };
}

async function errors(text) {
  const { document, service } = open(text);
  const options = { validateFragmentLinks: "error", validateReferences: "error", validateFileLinks: "ignore", ignoreLinks: [] };
  return (await service.computeDiagnostics(document, options, token)).map(({ message }) => message);
}

// check SOURCE EXPECTED: renames what stands at `Old` or `foo`.
async function check(source, expected) {
  const { document, service } = open(source);
  const position = document.positionAt(source.search(/Old|foo/) + 1);
  const edit = await service.getRenameEdit(document, position, "New", token);
  const edits = edit.changes?.[document.uri] ?? edit.documentChanges.flatMap((change) => change.edits);
  const result = TextDocument.applyEdits(document, edits);
  console.log(`${JSON.stringify(source)}\n  becomes ${JSON.stringify(result)}`);
  assert.equal(result, expected);
}

await check("## Old\n\n[a](#old)\n", "## New\n\n[a](#new)\n");
await check("Old\n---\n\n[a](#old)\n", "New\n---\n\n[a](#new)\n");
await check("> ## Old\n>\n> [a](#old)\n", "New\n>\n> [a](#new)\n");
await check("- ## Old\n\n  [a](#old)\n", "New\n\n  [a](#new)\n");
await check('## <a id="x"></a>Old\n\n[a](#old) [b](#x)\n', "## New\n\n[a](#new) [b](#x)\n");
await check("[foo]: x.md\n\n[foo] [Foo] [x][FOO]\n", "[New]: x.md\n\n[New] [Foo] [x][FOO]\n");

assert.deepEqual(await errors("> ## Old\n>\n> [a](#old)\n"), []);
assert.deepEqual(await errors("New\n>\n> [a](#new)\n"), ["No header found: 'new'"]);
assert.deepEqual(await errors("[foo]: x.md\n\n[foo] [Foo] [x][FOO]\n"), []);
assert.equal((await errors("[New]: x.md\n\n[New] [Foo] [x][FOO]\n")).length, 2);
const wrapped = "[foo bar]: x.md\n\n[foo bar] [x][foo\nbar]\n";
assert.equal(markdown.render(wrapped).match(/<a href="x.md">/g).length, 2);
console.log(await errors(wrapped));
assert.equal((await errors(wrapped)).length, 1);
JS
node rename.mjs
