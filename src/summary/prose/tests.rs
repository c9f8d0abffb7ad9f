use super::*;

/// Comments at the start of files that are licenses and nothing else.
const LICENSES: [&str; 10] = [
    "/*\n * Copyright (C) Daniel Stenberg, et al.\n *\n * This software is licensed as described in the file COPYING, \
     which\n * you should have received as part of this distribution. The terms\n * are also available at \
     https://curl.se/docs/copyright.html.\n *\n * You may opt to use, copy, modify, merge, publish, distribute and/or \
     sell\n * copies of the Software, and permit persons to whom the Software is\n * furnished to do so, under the \
     terms of the COPYING file.\n *\n * This software is distributed on an \"AS IS\" basis, WITHOUT WARRANTY OF \
     ANY\n * KIND, either express or implied.\n *\n * SPDX-License-Identifier: curl\n */",
    "/* This Source Code Form is subject to the terms of the Mozilla Public\n * License, v. 2.0. If a copy of the MPL \
     was not distributed with this\n * file, You can obtain one at https://mozilla.org/MPL/2.0/. */",
    "// Use of this source code is governed by a BSD-style\n// license that can be found in the LICENSE file.",
    "/* This software is provided 'as-is', without any express or implied\n * warranty.\n *\n * Permission is granted to \
     anyone to use this software for any purpose.\n *\n * 1. The origin of this software must not be misrepresented.\n \
     *\n * 2. Altered source versions must be plainly marked as such.\n *\n * 3. This notice may not be removed or \
     altered from any source. */",
    "# This program is free software; you can redistribute it and/or modify\n# it under the terms of the GNU General \
     Public License.\n#\n# This program is distributed in the hope that it will be useful.\n#\n# You should have \
     received a copy of the license along with this program.",
    "/*\n * This library is free software; you can use it as you like.\n */",
    "/* This program and the accompanying materials are made available under the\n * terms of the Eclipse license. */",
    "// This is free and unencumbered software released into the public domain.\n//\n// Anyone is free to copy, modify \
     and sell this software.\n//\n// In jurisdictions that recognize such laws, the author dedicates it.",
    "// The contents of this file are subject to the terms of the Common\n// Development and Distribution License.",
    "// This module is dual licensed: take what you like.",
];

fn docs(text: &str, expected: &str) {
    let is_python = text.starts_with(['#', '"']);
    let language = Language::named(if is_python { "python" } else { "java" });
    let found = of_docs(text, language.expect("a language"));
    assert_eq!(found, expected, "{text:?}");
}

fn document(text: &str, expected: &str) {
    assert_eq!(of_document(text), expected, "{text:?}");
}

#[test]
fn docs_start_with_their_subject() {
    docs("//! Merges segments.\n//!\n//! More.", "Merges segments.");
    docs(
        "/// Merges `a`. It is\n/// [`Fast`].",
        "Merges a. It is Fast.",
    );
    docs(
        "/// # Panics\n/// Never, a[0] is there.",
        "Never, a[0] is there.",
    );
    docs(
        "#!/bin/sh\n# -*- sh -*-\n# Copyright (c) 2020 X.\n#\n# Installs it.",
        "Installs it.",
    );
    docs("// Copyright 2020 X\n// All rights reserved.", "");
    docs(
        "// Copyright 2020 X\n//\n// Licensed under the Apache License, Version 2.0\n//\n\
         // Unless required by applicable law or agreed to in writing, software is\n\
         // distributed on an \"AS IS\" BASIS.",
        "",
    );
    docs(
        "//===---===//\n//\n// This source file is part of the Merger project\n//\n\
         // Copyright (c) 2020 X\n// Licensed under X\n//\n//===---===//",
        "",
    );
    for license in LICENSES {
        docs(license, "");
    }
    docs(
        "/*\n * Copyright (c) 2020 X\n *\n * Portions of this file are available under BSD3 terms.\n */",
        "",
    );
    docs(
        "/* Merges.\n *\n * Copyright (c) 2020 X\n *\n *   * Neither the name of X nor the names of its\n\
         *     contributors may be used.\n */",
        "Merges.",
    );
    docs(
        "/*\n * Copyright (c) 2020 X\n *\n *   * Neither the name of X nor the names of its\n\
         *     contributors may be used.\n */",
        "",
    );
    docs("/// It is one of:\n/// - a\n/// - b", "It is one of:");
    docs("/// - first\n/// - second", "first");
    docs(
        "\"\"\"reports\n~~~~~~~\n\nMonthly reports.\n\"\"\"",
        "Monthly reports.",
    );
}

#[test]
fn doc_tags_are_omitted() {
    docs("/** @param a it\n * is */", "");
    docs("/** Merges.\n * @param a it */", "Merges.");
    docs(
        "/** @author me\n * @brief Merges.\n * @param a it */",
        "Merges.",
    );
    docs(
        "\"\"\"Merges.\n\n    Args:\n        a: it\n    \"\"\"",
        "Merges.",
    );
    docs(
        "\"\"\":class:`A` is a :ref:`b`.\n:param a: it\n\"\"\"",
        "A is a b.",
    );
    docs("/** {@link A} of {@code b}. */", "A of b.");
    docs(
        "/// <summary>\n/// Merges.\n/// </summary>\n/// <param>It.</param>",
        "Merges.",
    );
}

#[test]
fn comments_for_tools_are_omitted() {
    for directive in [
        "istanbul ignore next",
        "v8 ignore start",
        "biome-ignore lint/x: y",
        "deno-lint-ignore no-any",
        "oxlint-disable-next-line x",
        "#__PURE__",
        "#region Helpers",
        "noqa: E501",
        "type: ignore",
        "fmt: off",
        "pragma: no cover",
        "swiftlint:disable:next function_parameter_count",
        "swift-format-ignore",
        "MARK: - Helpers",
        "ktlint-disable no-x",
        "noinspection UnusedX",
        "NOLINTNEXTLINE(x)",
        "IWYU pragma: keep",
        "ReSharper disable All",
        "CHECKSTYLE:OFF",
        "phpcs:ignore X.Y",
        "$COVERAGE-OFF$",
        "#nosec G101",
        "checkov:skip=CKV_1:x",
        "coverage:ignore-start",
    ] {
        docs(&format!("// {directive}"), "");
        docs(
            &format!("// {directive}\n// Merges segments."),
            "Merges segments.",
        );
    }
    for text in [
        "Default: the region.",
        "ESLint reads it.",
        "Istanbul is a city.",
        "Re-enable it.",
    ] {
        docs(&format!("// {text}"), text);
    }
}

#[test]
fn notes_of_the_authors_are_omitted_to_their_end() {
    docs("// TODO: remove it when the old\n// release is gone.", "");
    docs(
        "// TODO decide if\n// it stays.\n//\n// Merges segments.",
        "Merges segments.",
    );
    docs("// FIXME : later", "");
    docs("// Todo lists of a user.", "Todo lists of a user.");
}

#[test]
fn keywords_of_version_control_are_omitted() {
    docs("/* $OpenBSD: a.c,v 1.91 2026/07/10 13:38:45 b Exp $ */", "");
    docs(
        "/*\n * $FreeBSD$\n * Merges segments.\n */",
        "Merges segments.",
    );
    docs("// $HOME is read.", "$HOME is read.");
}

#[test]
fn introduction_of_a_code_block_is_not_a_summary() {
    docs(
        "/// Usage:\n/// ```\n/// a();\n/// ```\n/// Merges segments.",
        "Merges segments.",
    );
    docs("/// Merges. Call it so:\n///\n///     a();\n", "Merges.");
    document("Add it to the manifest:\n```\na b c\n```\n", "");
    document("To run the examples:\n\n1. a b c\n", "");
    document(
        "A tool for people. It is:\n\n* fast\n",
        "A tool for people.",
    );
    docs("// import { a } from \"b\";\n// import c;", "");
    docs("// https://a.org/b/c", "");
    document(
        "Run the tool with::\n\n    a b c\n\nA tool for people.\n",
        "A tool for people.",
    );
}

#[test]
fn documents_start_with_their_first_paragraph() {
    document(
        "# Tool\n\n[![ci](a.svg)](b) ![x](c)\n\n[Docs](a) | [Chat](b) | [Home](c)\n\n\
         <p align=\"center\"><img src=\"a\"></p>\n\nNote: it moved.\n\n\
         **Fast** search of [code](x) for people.\n",
        "Fast search of code for people.",
    );
    document(
        "> [!NOTE]\n> It moved there.\n\nA tool for people.\n",
        "A tool for people.",
    );
    document(
        "---\ntitle: a b c\n---\nA tool for people.\n",
        "A tool for people.",
    );
    document("```\na b c\n```\n| a b | c |\n|---|---|\n| c | d |\n", "");
    document(
        "Tool\n====\n\n.. image:: a b c\n\nA ``tool`` for people.\n",
        "A tool for people.",
    );
    document(
        "= Tool for people\n:toc: left\n\nA tool for people.\n",
        "A tool for people.",
    );
    document(
        "<h1>Tool</h1>\n<p align=\"center\"><a href=b>Docs</a></p>\n<p>A tool for people.</p>\n\n- a b c\n",
        "A tool for people.",
    );
    document("<table><p>Sponsors of the tool</p></table>\n", "");
    document("- Fix the first one\n- Fix the second one\n", "");
    document(
        "See :ref:`other docs <other>` and :class:`~a.B`.\n",
        "See other docs and B.",
    );
    document("1 2 3\n\nYes\n", "");
    document("# 工具\n\n快速的代码搜索。\n", "快速的代码搜索。");
}

#[test]
fn the_first_sentence_ends_at_its_mark() {
    assert_eq!(
        first_sentence("Merges, e.g. two. Then more."),
        "Merges, e.g. two."
    );
    assert_eq!(first_sentence("Merges"), "Merges");
}
