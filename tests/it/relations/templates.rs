//! Callers in templates: code between marks, values of attributes, components.

use super::*;

#[track_caller]
fn check_callers(files: &[(&str, &str)], path: &str, name: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, name, expected);
}

#[test]
fn a_component_of_vue_calls_in_its_template() {
    let weigh = "export function weigh(g: number): string {\n  return `${g} g`;\n}\n\n\
                 export function twice(g: number) {\n  return g * 2;\n}\n\n\
                 export function pick(g: number) {\n  return g;\n}\n";
    let card = "<script setup lang=\"ts\">\nimport { pick, twice, weigh } from './weigh'\n\
                const label = weigh(3)\n</script>\n\n<template>\n  \
                <p :title=\"label\" @click=\"pick(1)\">a < b: {{ twice(grams) }} in all</p>\n  \
                <p v-if=\"twice(2) > 3\">{{ 'no call: weigh' }}</p>\n</template>\n";
    let files = [("src/weigh.ts", weigh), ("src/Card.vue", card)];
    let check = |name, expected: &[&str]| check_callers(&files, "src/weigh.ts", name, expected);
    check("weigh", &["certain src/Card.vue:3 label"]);
    check("twice", &["certain src/Card.vue:7 "]);
    check("pick", &["certain src/Card.vue:7 "]);
}

#[test]
fn markup_in_elixir_calls_components_and_functions() {
    let core = "defmodule DepotWeb.Core do\n  use Phoenix.Component\n\n  def badge(assigns) do\n    \
                ~H\"\"\"\n    <span class=\"badge\">{@text}</span>\n    \"\"\"\n  end\n\n  \
                def unit(g), do: \"#{g} g\"\nend\n";
    let page = "defmodule DepotWeb.Page do\n  use Phoenix.Component\n  import DepotWeb.Core\n\n  \
                def show(assigns) do\n    ~H\"\"\"\n    <.badge text=\"new\" />\n    \
                <p>{DepotWeb.Core.unit(@grams)}</p>\n    \"\"\"\n  end\nend\n";
    let files = [("lib/core.ex", core), ("lib/page.ex", page)];
    let check = |name, expected: &[&str]| check_callers(&files, "lib/core.ex", name, expected);
    check(
        "DepotWeb.Core.badge",
        &["certain lib/page.ex:7 DepotWeb.Page.show"],
    );
    check(
        "DepotWeb.Core.unit",
        &["certain lib/page.ex:8 DepotWeb.Page.show"],
    );
}

#[test]
fn a_razor_page_calls_static_methods() {
    let mass = "namespace Depot;\npublic static class Mass\n{\n    public static string InKilos(int g)\n    {\n        \
                return (g / 1000.0).ToString();\n    }\n}\n";
    let page = "@page\n@using Depot\n<p>@Mass.InKilos(1500). It is.</p>\n\
                @code {\n  private string Label()\n  {\n    return Mass.InKilos(2);\n  }\n}\n";
    let files = [("Pages/Mass.cs", mass), ("Pages/Index.cshtml", page)];
    let expected = [
        "certain Pages/Index.cshtml:3 ",
        "certain Pages/Index.cshtml:7 Label",
    ];
    check_callers(&files, "Pages/Mass.cs", "Mass.InKilos", &expected);
}

#[test]
fn a_blade_template_calls_static_methods() {
    let mass = "<?php\nclass Heft {\n    public static function inTons(int $g): string { return ($g / 1e6) . ' t'; }\n}\n";
    let views = [
        (
            "attribute",
            "<x-card :size=\"Heft::inTons(2)\">a</x-card>\n",
        ),
        ("comment", "{{-- Heft::inTons(3) --}} Heft::inTons(3)\n"),
        ("directive", "@include('a', ['b' => Heft::inTons(4)])\n"),
        ("expression", "{{ Heft::inTons($parcel->grams) }}\n"),
        ("statement", "@if (Heft::inTons(1) > 2)\n@endif\n"),
    ];
    let views = views.map(|(name, text)| (format!("views/{name}.blade.php"), text));
    let views = views.iter().map(|(path, text)| (path.as_str(), *text));
    let files: Vec<_> = views.chain([("views/Heft.php", mass)]).collect();
    let expected = [
        "certain views/attribute.blade.php:1 <x-card :size=\"Heft::inTons(2)\">a</x-card>",
        "certain views/directive.blade.php:1 @include('a', ['b' => Heft::inTons(4)])",
        "certain views/expression.blade.php:1 {{ Heft::inTons($parcel->grams) }}",
        "certain views/statement.blade.php:1 @if (Heft::inTons(1) > 2)",
    ];
    check_callers(&files, "views/Heft.php", "Heft.inTons", &expected);
}

#[test]
fn templates_of_ruby_and_python_call_helpers() {
    let helper = "module ParcelsHelper\n  def heavy_label(p)\n    p.grams.to_s\n  end\nend\n";
    let view =
        "<% items.each do |p| -%>\n<li><%= heavy_label(p) %></li>\n<%# heavy_label %>\n<% end %>\n";
    let files = [("views/helper.rb", helper), ("views/list.html.erb", view)];
    let expected = ["possible views/list.html.erb:2 <% items.each do |p| -%>"];
    check_callers(
        &files,
        "views/helper.rb",
        "ParcelsHelper.heavy_label",
        &expected,
    );
    let helper = "def heavy_label(p):\n    return p.grams\n";
    let view = "{% extends 'a.html' %}\n{% if heavy_label(p) == 1 %}<b>{{ heavy_label(p)|upper }}</b>{% endif %}\n";
    let files = [("app/helper.py", helper), ("app/list.html", view)];
    let expected = ["possible app/list.html:2 {% extends 'a.html' %}"];
    check_callers(&files, "app/helper.py", "heavy_label", &expected);
}

#[test]
fn a_template_of_javascript_may_call_any_function() {
    let module = "export function weigh(g) {\n  return g;\n}\n";
    let view = "<% if (weigh(1)) { %><b>a</b><% } %>\n";
    let files = [("src/weigh.js", module), ("views/a.ejs", view)];
    let expected = ["possible views/a.ejs:1 <% if (weigh(1)) { %><b>a</b><% } %>"];
    check_callers(&files, "src/weigh.js", "weigh", &expected);
}

#[test]
fn labels_of_bazel_lead_to_their_files() {
    let rule = "def lib(name):\n    native.cc_library(name = name)\n";
    let build = "load(\"//tools:rules.bzl\", \"lib\")\n\nlib(name = \"x\")\n";
    let near = "load(\":rules.bzl\", own = \"lib\")\n\nown(name = \"y\")\n";
    let files = [
        ("tools/rules.bzl", rule),
        ("a/BUILD.bazel", build),
        ("tools/BUILD", near),
    ];
    let expected = ["certain tools/BUILD:3 y", "certain a/BUILD.bazel:3 x"];
    check_callers(&files, "tools/rules.bzl", "lib", &expected);
}
