#!/usr/bin/env bash
# vectra cuts code behind `class`, `def` and `##`: chunks begin with the bare name; its TextSplitter deletes these words by default.
#
# Expected: a splitter that knows the language begins a chunk with the declaration or heading, and no text of the file is lost.
# Seen on 2026-11-30 with vectra 0.15.0 (npm):
#   LocalDocumentIndex, the texts that the embedding model gets (chunks of 20 tokens):
#     Python:    `import math class `, `Circle: `, …, `side = 1 def `, `area(shape): `.
#     Go:        `package a func `, `Area(side int) int { `, `return side * side `, `} `, `func `, …
#     Markdown:  `# Guide `, …, `## `, `Install `, `Run the installer and wait for it. `, …
#   with chunks of 512 tokens, a Java file of 9 lines:   4 chunks, as each `}` is one of its own.
#   TextSplitter with its defaults:   `class Square:` becomes `Square:`, `func Area(` becomes `Area(`, `## Install` becomes `Install`,
#     and line ends become spaces; all of it with `startPos` and `endPos` of the text that is gone.
#   TextSplitter with `keepSeparators: true`:   all text, cut as in the index.
# So the vector of a class or section is computed from a text without the word that says what it is; an index has chunks that are
# only `}` or `## `, and a prompt shows code that is no code.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" vectra@0.15.0
cat > "$work/check.cjs" <<'JS'
const { LocalDocumentIndex, TextSplitter } = require("vectra");

const PYTHON =
  "import math\n\nclass Circle:\n    radius = 1\n\nclass Square:\n    side = 1\n\ndef area(shape):\n    return shape.side * shape.side\n";
const JAVA = "package shapes;\n\nclass Circle {\n    double radius = 1;\n}\n\nclass Square {\n    double side = 1;\n}\n";
const GO =
  "package a\n\nfunc Area(side int) int {\n\treturn side * side\n}\n\nfunc Draw(side int) {\n\tfmt.Println(side)\n}\n\ntype T int\n";
const GUIDE =
  "# Guide\n\nHow to install the tool on a machine.\n\n## Install\n\nRun the installer and wait for it.\n\n## Remove\n\nRun the remover.\n";
// file, text, size of chunks, chunks of the index, chunks of TextSplitter with its defaults
const CASES = [
  [
    "shapes.py", PYTHON, 20,
    ["import math class", "Circle:", "radius = 1", "class Square:", "side = 1 def", "area(shape):", "return shape.side * shape.side"],
    ["import math Circle: radius = 1 Square: side = 1 area(shape): return shape.side * shape.side"],
  ],
  [
    "Shapes.java", JAVA, 512,
    ["package shapes; class Circle { double radius = 1;", "}", "class Square { double side = 1;", "}"],
    ["package shapes; Circle { double radius = 1;", "}", "Square { double side = 1;", "}"],
  ],
  [
    "area.go", GO, 20,
    ["package a func", "Area(side int) int {", "return side * side", "}", "func", "Draw(side int) {", "fmt.Println(side)", "}",
      "type T int"],
    ["package a Area(side int) int { return side * side", "}", "Draw(side int) { fmt.Println(side)", "}", "T int"],
  ],
  [
    "guide.md", GUIDE, 20,
    ["# Guide", "How to install the tool on a machine.", "##", "Install", "Run the installer and wait for it.", "##", "Remove",
      "Run the remover."],
    ["# Guide How to install the tool on a machine. Install Run the installer and wait for it. Remove Run the remover."],
  ],
];

const words = (text) => text.trim().split(/\s+/).join(" ");

function equal(found, expected, what) {
  console.log(`${what}: ${JSON.stringify(found)}`);
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`expected ${JSON.stringify(expected)}`);
}

// The texts that an index has embedded.
async function embedded(name, text, chunkSize) {
  const texts = [];
  const embeddings = {
    maxTokens: 8000,
    async createEmbeddings(inputs) {
      texts.push(...inputs);
      return { status: "success", output: inputs.map(() => [1, 0]) };
    },
  };
  const index = new LocalDocumentIndex({ folderPath: `${__dirname}/${name}.index`, embeddings, chunkingConfig: { chunkSize } });
  await index.createIndex();
  await index.upsertDocument(name, text);
  return texts.map(words);
}

(async () => {
  for (const [name, text, size, indexed, split] of CASES) {
    equal(await embedded(name, text, size), indexed, `${name}, index`);
    const docType = name.split(".")[1];
    equal(new TextSplitter({ docType }).split(text).map((chunk) => words(chunk.text)), split, `${name}, TextSplitter`);
    const kept = new TextSplitter({ docType, keepSeparators: true }).split(text);
    if (words(kept.map((chunk) => chunk.text).join("")) !== words(text)) throw new Error("keepSeparators loses text");
  }
  const [chunk] = new TextSplitter({ docType: "py" }).split(PYTHON);
  if (!PYTHON.slice(chunk.startPos, chunk.endPos + 1).includes("class Square")) throw new Error("the positions changed");
  if (chunk.text.includes("\n")) throw new Error("line ends stay");
})().catch((error) => { console.error(error.message); process.exit(1); });
JS
cd "$work" && node check.cjs
