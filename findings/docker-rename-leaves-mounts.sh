#!/usr/bin/env bash
# Docker's editor service renames a build stage in `COPY --from`, but not in `RUN --mount=from=` or beside another option.
#
# Expected: the new name stands wherever the stage is used, so that the Dockerfile builds the same image.
# Seen on 2026-11-29 with dockerfile-language-service 0.16.1 (npm), which the Docker extension of VS Code uses, without an error:
#   FROM … AS build, FROM build AS test, COPY --from=build:        renamed.
#   COPY with --from=build and a second option, such as --link:    not renamed.
#   RUN --mount=type=bind,from=build:                              not renamed.
# `documentHighlight` and the definition of the stage have the same gaps. Docker then takes the old name for an image of a
# registry (docker.io/library/build), and pulls it if there is one.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" \
  dockerfile-language-service@0.16.1 vscode-languageserver-textdocument@1.0.16
cat > "$work/check.cjs" <<'JS'
const assert = require("assert");
const { DockerfileLanguageServiceFactory } = require("dockerfile-language-service");
const { TextDocument } = require("vscode-languageserver-textdocument");

const service = DockerfileLanguageServiceFactory.createLanguageService();
// each line with `build`, and whether the service knows that it means the stage
const lines = [
  ["FROM alpine AS build", true],
  ["FROM build AS test", true],
  ["COPY --from=build /a /a", true],
  ["COPY --from=build --link /a /b", false],
  ["COPY --link --from=build /a /c", false],
  ["COPY --chown=1 --from=build /a /d", false],
  ["RUN --mount=type=bind,from=build,target=/b make", false],
];
const text = lines.map(([line]) => line).join("\n");
const document = TextDocument.create("file:///Dockerfile", "dockerfile", 1, text);
const stage = { line: 0, character: text.indexOf("build") };
const edits = service.computeRename(document, text, stage, "stage");
const renamed = TextDocument.applyEdits(document, edits).split("\n");
const highlighted = service.computeHighlightRanges(text, stage).map(({ range }) => range.start.line);
lines.forEach(([line, known], number) => {
  console.log(renamed[number]);
  assert.strictEqual(renamed[number], known ? line.replace("build", "stage") : line);
  assert.strictEqual(highlighted.includes(number), known);
  const use = { line: number, character: line.indexOf("build") };
  const definition = service.computeDefinition({ uri: document.uri }, text, use);
  assert.strictEqual(Boolean(definition), known);
});
JS
node "$work/check.cjs"
