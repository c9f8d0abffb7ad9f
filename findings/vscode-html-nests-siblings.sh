#!/usr/bin/env bash
# VS Code's outline of HTML nests each item of a list in the one before it when a page leaves out `</li>`, `</p>` or `</td>`.
#
# Expected: siblings, since the HTML standard ends an item where the next one begins; all browsers build this tree.
# Seen on 2026-11-29 with vscode-html-languageservice 5.6.2 and parse5 8.1.1 (npm), the outline of a page:
#   <ul><li>a</li><li>b</li></ul>                  both: ul with two items.
#   <ul><li>a<li>b<li>c</ul>                       parse5: ul with three items. VS Code: one item in one item in one item.
#   <p>one<p>two<p>three, <dl>, <select>           the same: each one in the one before it.
#   <table><tr><td>a<td>b<tr><td>c</table>         parse5: two rows. VS Code: the second row in a cell of a cell of the first one.
#   <textarea><b></textarea>                       parse5: text. VS Code: an element `b`.
#   "Expand selection" in the last item of a list  with end tags: the item, then the list. Without them: the item, and no more.
# Documentation written by hand leaves these tags out, and so do minifiers: a list of 100 items is 100 levels deep.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" vscode-html-languageservice@5.6.2 parse5@8.1.1
cd "$work"
cat > outline.mjs <<'JS'
import assert from "node:assert";
import { parseFragment } from "parse5";
import html from "vscode-html-languageservice";

const service = html.getLanguageService();
const write = (name, children) => name + (children.length > 0 ? `(${children.join(" ")})` : "");

function outlineOfService(source) {
  const document = html.TextDocument.create("file:///a.html", "html", 1, source);
  const symbols = (list) => list.map(({ name, children }) => write(name, symbols(children ?? [])));
  return symbols(service.findDocumentSymbols2(document, service.parseHTMLDocument(document))).join(" ");
}

function outlineOfStandard(source) {
  const elements = (list) => list.filter(({ tagName }) => tagName).flatMap(({ tagName, childNodes }) =>
    tagName === "tbody" ? elements(childNodes) : [write(tagName, elements(childNodes))]);
  return elements(parseFragment(source).childNodes).join(" ");
}

function check(source, service, standard = service) {
  console.log(`${source}: ${outlineOfService(source)}; parse5: ${outlineOfStandard(source)}`);
  assert.equal(outlineOfService(source), service);
  assert.equal(outlineOfStandard(source), standard);
}

check("<ul><li>a</li><li>b</li></ul>", "ul(li li)");
check("<ul><li>a<li>b<li>c</ul>", "ul(li(li(li)))", "ul(li li li)");
check("<p>one<p>two<p>three", "p(p(p))", "p p p");
check("<dl><dt>a<dd>b<dt>c</dl>", "dl(dt(dd(dt)))", "dl(dt dd dt)");
check("<select><option>a<option>b</select>", "select(option(option))", "select(option option)");
check("<table><tr><td>a<td>b<tr><td>c</table>", "table(tr(td(td(tr(td)))))", "table(tr(td td) tr(td))");
check("<textarea><b></textarea>", "textarea(b)", "textarea");
check("<div>a<br><img>b</div><p>c</p>", "div(br img) p");

// What "Expand selection" selects from the letter c on
function selections(source) {
  const document = html.TextDocument.create("file:///a.html", "html", 1, source);
  const texts = [];
  let selection = service.getSelectionRanges(document, [document.positionAt(source.indexOf("c<"))])[0];
  for (; selection; selection = selection.parent) texts.push(document.getText(selection.range));
  console.log(`${source}: selections: ${texts.join("  ")}`);
  return texts;
}
for (const source of ["<ul><li>b</li><li>c</li></ul>", "<ul><li>b<li>c</ul>"])
  assert.equal(selections(source).includes(source), source.includes("</li>"));
JS
node outline.mjs
