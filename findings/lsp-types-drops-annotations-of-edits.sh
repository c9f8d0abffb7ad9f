#!/usr/bin/env bash
# The crate lsp-types drops the annotation of an edit when it reads a WorkspaceEdit: a change that needs confirmation needs none.
#
# Expected: what a language server sends according to the protocol 3.17 is read completely: written again, it is the same.
# Seen on 2026-11-30 with lsp-types 0.97.0 (crates.io), JSON of the protocol read into the crate's types and written again:
#   `documentChanges` with an edit that has `annotationId`:          the id is gone; `changeAnnotations`, with `needsConfirmation`,
#                                                                    stays and belongs to no edit.
#   the same id at `{"kind": "create", …}`:                          stays.
#   a WorkspaceSymbol with `range` and `data`:                       `data` is gone, which a server needs to resolve the symbol.
#   a folding range of a kind of its own, `"kind": "import-group"`:  an error for the whole list.
#   the capability `"range": {}` of semantic tokens, and
#   `notebookDocumentSync` for `{"notebookType": "jupyter"}`:        an error for all capabilities.
# The crate tries a TextEdit before an AnnotatedTextEdit, and the first one always fits. A client that shows changes for review
# applies them without, and one that meets the last three cannot start the server or fold the file.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/src"
cat > "$work/Cargo.toml" <<'TOML'
[package]
name = "check"
version = "0.1.0"
edition = "2021"

[dependencies]
lsp-types = "=0.97.0"
serde = "1"
serde_json = "1"
TOML
cat > "$work/src/main.rs" <<'RS'
use lsp_types::{DocumentSymbolResponse, FoldingRange, ServerCapabilities, WorkspaceEdit, WorkspaceSymbolResponse};
use serde::{de::DeserializeOwned, Serialize};
use serde_json::{json, Value};

fn reread<T: DeserializeOwned + Serialize>(sent: &Value) -> Result<Value, String> {
    let read = serde_json::from_value::<T>(sent.clone());
    let result = read.map(|value| serde_json::to_value(value).unwrap()).map_err(|error| error.to_string());
    println!("{sent}\n  {result:?}");
    result
}

fn same<T: DeserializeOwned + Serialize>(sent: Value) {
    assert_eq!(reread::<T>(&sent), Ok(sent));
}

fn without<T: DeserializeOwned + Serialize>(mut sent: Value, parent: &str, key: &str) {
    let read = reread::<T>(&sent).unwrap();
    assert!(sent.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(key).is_some());
    assert_eq!(read, sent);
}

fn refused<T: DeserializeOwned + Serialize>(sent: Value) {
    assert!(reread::<T>(&sent).is_err());
}

fn main() {
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}});
    let annotations = json!({"risky": {"label": "May break callers", "needsConfirmation": true}});
    let changes = |edit: Value| {
        json!({
            "documentChanges": [{"textDocument": {"uri": "file:///a.rs", "version": 1}, "edits": [edit]}],
            "changeAnnotations": annotations,
        })
    };
    same::<WorkspaceEdit>(changes(json!({"range": range, "newText": "x"})));
    let annotated = json!({"range": range, "newText": "x", "annotationId": "risky"});
    without::<WorkspaceEdit>(changes(annotated), "/documentChanges/0/edits/0", "annotationId");
    same::<WorkspaceEdit>(json!({
        "documentChanges": [{"kind": "create", "uri": "file:///b.rs", "annotationId": "risky"}],
        "changeAnnotations": annotations,
    }));

    let symbol = |location: Value| json!([{"name": "a", "kind": 12, "location": location, "data": 7}]);
    same::<WorkspaceSymbolResponse>(symbol(json!({"uri": "file:///a.rs"})));
    without::<WorkspaceSymbolResponse>(symbol(json!({"uri": "file:///a.rs", "range": range})), "/0", "data");
    same::<DocumentSymbolResponse>(json!([{"name": "a", "kind": 12, "range": range, "selectionRange": range}]));

    let fold = |kind: &str| json!([{"startLine": 1, "endLine": 2, "kind": kind}]);
    same::<Vec<FoldingRange>>(fold("imports"));
    refused::<Vec<FoldingRange>>(fold("import-group"));

    let tokens = |range: Value| {
        let legend = json!({"tokenTypes": ["class"], "tokenModifiers": []});
        json!({"semanticTokensProvider": {"legend": legend, "range": range}, "hoverProvider": true})
    };
    same::<ServerCapabilities>(tokens(json!(true)));
    refused::<ServerCapabilities>(tokens(json!({})));

    let notebooks = |selector: Value| json!({"notebookDocumentSync": {"notebookSelector": [selector]}, "hoverProvider": true});
    same::<ServerCapabilities>(notebooks(json!({"cells": [{"language": "python"}]})));
    refused::<ServerCapabilities>(notebooks(json!({"notebook": {"notebookType": "jupyter"}, "cells": [{"language": "python"}]})));
}
RS
cd "$work"
cargo run --quiet
