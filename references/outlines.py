#!/usr/bin/env python3
"""Flags files whose declarations are missing in `outline --json`.

    outlines.py SMRITI_TUI DIRECTORY LANGUAGE [--sample N]

Declarations are lines that match a pattern of the language, with comments and strings blanked. One inside of a function, by
indentation, does not count: it is local. Every flagged file has to be read, because a pattern also finds code that is quoted
or generated. Printed: each flagged file with the missing names, then the number of files, declarations, flagged files and names.
"""
import argparse
import json
import pathlib
import random
import re
import subprocess

C_COMMENTS = r'/\*.*?(?:\*/|\Z)|//[^\n]*'
STRINGS = r'"""(?:.*?)"""+|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\''
NAME = r"(?P<name>[^\W\d]\w*)"
WORDS = r"(?:(?:[a-z]+|@[\w.]+(?:\([^()\n]*\))?|\[[^\]\n]*\])\s+)*"

# Extensions; comments and strings; patterns of types; patterns of functions.
LANGUAGES = {
    "kotlin": ("kt kts", f"{C_COMMENTS}|{STRINGS}",
               [rf"^(\s*){WORDS}(?:class|interface|object|typealias)[ \t]+{NAME}"],
               [rf"^(\s*){WORDS}fun[ \t]+(?:<[^\n=]*?>[ \t]*)?(?:[\w<>?,. *()@]+\.)?{NAME}[ \t]*\("]),
    "cpp": ("cc cpp cxx h hh hpp hxx ipp inl", f'{C_COMMENTS}|R"(\\w*)\\(.*?\\)\\w*"|{STRINGS}',
            [rf"^(\s*)(?:export\s+)?(?:template\s*<[^\n]*>\s*)?(?:class|struct|enum class)\s+(?:[A-Z_0-9]+(?:\([^()\n]*\))?\s+|\[\[[^\]\n]*\]\]\s*)*(?:\w+(?:<[^\n{{}};]*>)?::)*{NAME}(?:\s*<[^\n{{}};]*>)?(?:\s+final)?\s*(?::[^:][^;(){{}}=]*)?\{{(?!\w)"],
            [rf"^()(?!typedef|requires)(?:[\w:<>,*&]+\s+)+[*&]*(?:\w+::)*(?!\w*(?:decltype|requires|_ENUM)\b){NAME}\([^;{{}}]*\)(?:\s*(?:const|noexcept|override|final))*\s*\{{"]),
    "swift": ("swift", f"{C_COMMENTS}|#*{STRINGS}",
              [rf"^(\s*)(?!.*\bimport\s){WORDS}(?:class|struct|enum|protocol|actor)\s+(?!func|var|let|subscript|override){NAME}"],
              [rf"^(\s*){WORDS}func\s+{NAME}\s*[<(]"]),
    "csharp": ("cs", f'{C_COMMENTS}|@"(?:[^"]|"")*"|{STRINGS}',
               [rf"^(\s*){WORDS}(?:class|struct|interface|enum|record)\s+{NAME}"],
               [rf"^(\s*)(?:(?:public|private|protected|internal|static|async|override|virtual|sealed|partial|new|extern|unsafe)\s+)+(?!class|struct|interface|enum|record|delegate|event|const|operator|explicit|implicit|get|set)[\w<>\[\],.? ()]+?\s+{NAME}\s*(?:<[^<>()\n]*>)?\("]),
    "sql": ("sql pgsql ddl", r"/\*.*?\*/|--[^\n]*|(\$\w*\$).*?\1|'(?:[^']|'')*'",
            [rf"(?i)^(\s*)create\s+(?:or\s+(?:replace|alter)\s+)?(?:(?:global|local|temp|temporary|unlogged|external|materialized|definer\s*=\s*\S+)\s+)*(?:table|view|type)\s+(?:if\s+not\s+exists\s+)?(?:[\w\"`\[\]]+\.)*[\"`\[]?{NAME}"],
            [rf"(?i)^(\s*)create\s+(?:or\s+(?:replace|alter)\s+)?(?:(?:temp|temporary|definer\s*=\s*\S+)\s+)*(?:function|proc|procedure|trigger)\s+(?:if\s+not\s+exists\s+)?(?:[\w\"`\[\]]+\.)*[\"`\[]?{NAME}"]),
    "graphql": ("graphql gql graphqls", r'"""(?:.*?)"""|#[^\n]*|"(?:[^"\\\n]|\\.)*"',
                [rf"^(\s*)(?:extend\s+)?(?:type|interface|input|enum|union|scalar)[ \t]+{NAME}\s*(?:[@{{=]|implements\b|$)",
                 rf"^()(?:directive\s+@|(?:query|mutation|subscription|fragment)\s+){NAME}"], []),
    "rust": ("rs", r'/\*.*?\*/|//[^\n]*|r(#*)".*?"\1|"(?:[^"\\]|\\.)*"|\'(?:[^\'\\\n]|\\.)\'',
             [rf"^(\s*)(?:pub(?:\([^()]*\))?\s+)?(?:unsafe\s+)?(?:struct|enum|trait|union|mod)\s+{NAME}"],
             [rf"^(\s*)(?:pub(?:\([^()]*\))?\s+)?(?:(?:const|async|unsafe|extern(?:\s*\"[^\"]*\")?)\s+)*fn\s+{NAME}"]),
    "go": ("go", f"`[^`]*`|{C_COMMENTS}|{STRINGS}",
           [rf"^()type\s+{NAME}\s"], [rf"^()func\s+(?:\([^()\n]*\)\s*)?{NAME}\s*[\[(]"]),
    "java": ("java", f"{C_COMMENTS}|{STRINGS}",
             [rf"^(\s*){WORDS}(?:class|interface|enum|record|@interface)\s+{NAME}"],
             [rf"^(\s*)(?:(?:public|private|protected|static|final|abstract|synchronized|default)\s+)+(?!class|interface|enum|record|new|return)(?:<[^\n]*?>\s+)?[\w<>\[\],.? ]+\s+{NAME}\s*\([^;]*?\{{"]),
    "typescript": ("ts tsx mts cts", f"`[^`]*`|{C_COMMENTS}|{STRINGS}",
                   [rf"^(\s*)(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:class|interface|enum|type)\s+{NAME}(?:\s*[<={{]|\s+(?:extends|implements)\s)"],
                   [rf"^(\s*)(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:async\s+)?function\s*\*?\s*{NAME}\s*[<(]"]),
    "javascript": ("js jsx mjs cjs", f"`[^`]*`|{C_COMMENTS}|{STRINGS}",
                   [rf"^(\s*)(?:export\s+)?(?:default\s+)?class\s+{NAME}"],
                   [rf"^(\s*)(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*{NAME}\s*[<(]"]),
    "python": ("py pyi", r'"""(?:.*?)"""|\'\'\'(?:.*?)\'\'\'|#[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'',
               [rf"^(\s*)class\s+{NAME}", rf"^(\s*)type\s+{NAME}\s*[=\[]"], [rf"^(\s*)(?:async\s+)?def\s+{NAME}"]),
    "php": ("php", f"{C_COMMENTS}|#[^\\[\n][^\n]*|{STRINGS}",
            [rf"^(\s*)(?:(?:abstract|final|readonly)\s+)*(?:class|interface|trait|enum)\s+{NAME}"],
            [rf"^(\s*)(?:(?:public|private|protected|static|abstract|final)\s+)*function\s+&?{NAME}\s*\("]),
    "ruby": ("rb rake", r"^=begin.*?^=end|<<[~-]?['\"]?(\w+)['\"]?.*?^\s*\1$|#[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'",
             [rf"^(\s*)(?:class|module)\s+(?:\w+::)*{NAME}"], [rf"^(\s*)(?:private\s+)?def\s+(?:self\.(?!self))?(?!self\.){NAME}"]),
    "scala": ("scala sc", f"{C_COMMENTS}|{STRINGS}",
              [rf"^(\s*){WORDS}(?:class|object|trait|enum)\s+{NAME}"], [rf"^(\s*){WORDS}def\s+{NAME}"]),
    "zig": ("zig", r"//[^\n]*|\\\\[^\n]*|\"(?:[^\"\\\n]|\\.)*\"", [], [rf"^(\s*)(?:pub\s+)?(?:export\s+)?(?:inline\s+)?fn\s+{NAME}"]),
    "c": ("c h", f"{C_COMMENTS}|^[ \t]*#(?:[^\n]*\\\\\n)*[^\n]*|{STRINGS}",
          [rf"^()(?:typedef\s+)?(?:struct|enum|union)\s+{NAME}\s*\{{"],
          [rf"^()(?!else|return|typedef|extern \")(?:[\w*]+\s+)+\**{NAME}\s*\((?:[^;{{}}()]|\([^()]*\))*\)\s*\{{"]),
    "dart": ("dart", f"{C_COMMENTS}|'''.*?'''|{STRINGS}",
             [rf"^(\s*)(?:[a-z]+\s+)*(?:class|mixin|enum|extension type|typedef)\s+(?:const\s+)?(?!class|on\b){NAME}"],
             [rf"^(\s*)(?!return|else|await|yield|new|const|final|var|case|throw|assert)(?:(?:static|external|override)\s+)*[\w<>?,. ]*[>?\w]\s+(?!if|for|while|switch|catch){NAME}\s*(?:<[^<>()]*>)?\((?:[^(){{}};]|\([^()]*\))*\)\s*(?:async\*?|sync\*)?\s*(?:\{{|=>)"]),
    "elixir": ("ex exs", r'"""(?:.*?)"""|#[^\n]*|"(?:[^"\\\n]|\\.)*"',
               [rf"^(\s*)(?:defmodule|defprotocol)\s+(?:\w+\.)*{NAME}(?=\s+do)"],
               [rf"^(\s*)def(?:p|macro|macrop|guard|guardp)?\s+(?!unquote){NAME}"]),
    "haskell": ("hs", r'\{-.*?-\}|--[^\n]*|"(?:[^"\\\n]|\\.)*"',
                [rf"^()(?:data|newtype)\s+(?!family|instance)(?:\([^()]*\)\s*=>\s*)?{NAME}"],
                [rf"^()(?!type|data|import|module|pattern|default|foreign){NAME}\s*::"]),
    "lua": ("lua", r"--\[(=*)\[.*?\]\1\]|\[(=*)\[.*?\]\2\]|--[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'",
            [], [rf"^(\s*)(?:local\s+)?function\s+(?:\w+[.:])*{NAME}\s*\("]),
    "bash": ("sh bash", r"<<-?\s*['\"]?(\w+)['\"]?.*?^\s*\1$|(?:^|\s)#[^\n]*|\"(?:[^\"\\]|\\.)*\"|'[^']*'",
             [], [rf"^(\s*){NAME}\s*\(\)\s*[{{(]", rf"^(\s*)function\s+{NAME}\s*(?:\(\))?\s*\{{"]),
    "terraform": ("tf", r'/\*.*?\*/|#[^\n]*|//[^\n]*|"(?:[^"\\\n]|\\.)*"', [], []),
    "ocaml": ("ml mli", r'\(\*.*?\*\)|\{\|.*?\|\}|"(?:[^"\\]|\\.)*"',
              [rf"^(\s*)module\s+(?:rec\s+|type\s+)?{NAME}\s*[:(=][^\n]*\b(?:struct|sig)\b"],
              [rf"^()let\s+(?:rec\s+)?{NAME}\s+[~?\w(:=]", rf"^()(?:val|external)\s+{NAME}\s*:"]),
    "r": ("R r", r"#[^\n]*|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'", [], [rf"^(){NAME}\s*(?:<-|=)\s*function\s*\("]),
    "julia": ("jl", r'#=.*?=#|#[^\n]*|"""(?:.*?)"""|"(?:[^"\\\n]|\\.)*"',
              [rf"^(\s*)(?:@\w+\s+)?(?:mutable\s+)?struct\s+{NAME}"], [rf"^(\s*)(?:@\w+\s+)*function\s+(?:\w+\.)*{NAME}\s*[({{]"]),
    "erlang": ("erl hrl", r'%[^\n]*|"(?:[^"\\]|\\.)*"', [rf"^()-record\(\s*{NAME}"], [rf"^(){NAME}\([^\n]*\)\s*(?:when[^\n]*)?->"]),
    "solidity": ("sol", f"{C_COMMENTS}|{STRINGS}",
                 [rf"^(\s*)(?:abstract\s+)?(?:contract|interface|library|struct|enum)\s+{NAME}\s*(?:\{{|is\b)"],
                 [rf"^(\s*)(?:function|modifier)\s+{NAME}\s*[({{]"]),
    "powershell": ("ps1 psm1", r"<#.*?#>|#[^\n]*|@(['\"])\s*\n.*?^\1@|\"(?:[^\"`\n]|`.)*\"|'[^'\n]*'",
                   [rf"(?i)^(\s*)(?:class|enum)\s+{NAME}\s*[:{{]"], [rf"(?i)^(\s*)function\s+(?:\w+[-:])*{NAME}\s*[({{]"]),
    "groovy": ("groovy", f"{C_COMMENTS}|'''.*?'''|{STRINGS}",
               [rf"^(\s*){WORDS}(?:class|interface|trait|enum)\s+{NAME}[^\n]*\{{"],
               [rf"^(\s*)(?:(?:public|private|protected|static|final)\s+)*(?:def|void|boolean|int|String)\s+{NAME}\s*\([^;()]*\)\s*\{{"]),
    "clojure": ("clj cljs cljc bb", r';[^\n]*|"(?:[^"\\]|\\.)*"',
                [rf"^()\((?:defprotocol|defrecord|deftype|definterface)\s+(?:\^\S+\s+)*{NAME}"],
                [rf"^()\((?:defn-?|defmacro|defmulti|defonce|def)\s+(?:\^(?:\{{[^{{}}]*\}}|\S+)\s+)*{NAME}"]),
    "objc": ("m mm", f"{C_COMMENTS}|{STRINGS}",
             [rf"^()@(?:interface|implementation|protocol)\s+{NAME}[^;\n]*$"],
             [rf"^()[-+]\s*\([^()\n]*(?:\([^()\n]*\))?[^()\n]*\)\s*{NAME}\s*[:{{\n]"]),
    "protobuf": ("proto", f"{C_COMMENTS}|{STRINGS}",
                 [rf"^(\s*)(?:message|enum|service)\s+{NAME}\s*\{{"], [rf"^(\s*)rpc\s+{NAME}\s*\("]),
}


def blank(text, pattern):
    """The text with spaces for comments and strings."""
    return re.sub(pattern, lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.S | re.M)


def declared(text, language):
    """Names and lines of the declarations that are not in a function, by indentation."""
    _, hidden, types, functions = LANGUAGES[language]
    code = blank(text, hidden)
    found = []
    for patterns, is_function in ((types, False), (functions, True)):
        for pattern in patterns:
            for match in re.finditer(pattern, code, re.M):
                indent = len(match[1].rsplit("\n")[-1].expandtabs(4))
                found.append((match.start("name"), indent, is_function, match["name"]))
    around, names = [], []
    for at, indent, is_function, name in sorted(found):
        while around and around[-1][0] >= indent:
            around.pop()
        if not any(inside for _, inside in around):
            names.append((name, code.count("\n", 0, at) + 1))
        around.append((indent, is_function))
    return names


def outlined(program, root):
    """The names in the outline of each file, with their first and last lines."""
    answer = subprocess.run([program, "outline", "--json", "."], cwd=root, capture_output=True, text=True, check=True)
    files = {}
    for file in json.loads(answer.stdout)["files"]:
        found, waiting = [], list(file["children"])
        while waiting:
            node = waiting.pop()
            found += [(name, node["start_line"], node["end_line"]) for name in re.findall(r"\w+", node["name"] or "")]
            waiting += node["children"]
        files[file["path"]] = found
    return files


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program", type=pathlib.Path)
    arguments.add_argument("directory", type=pathlib.Path)
    arguments.add_argument("language", choices=LANGUAGES)
    arguments.add_argument("--sample", type=int, default=500)
    options = arguments.parse_args()
    root = options.directory.resolve()
    endings = {f".{ending}" for ending in LANGUAGES[options.language][0].split()}
    paths = sorted(path for path in root.rglob("*") if path.suffix in endings and path.is_file() and not path.is_symlink())
    random.Random(1).shuffle(paths)
    paths, count, flagged, lost = paths[:options.sample], 0, 0, 0
    outlines = outlined(options.program.resolve(), root)
    for path in sorted(paths):
        text = path.read_text(errors="replace")
        names = declared(text, options.language)
        count += len(names)
        known = outlines.get(str(path.relative_to(root)), [])
        missing = [f"{name}:{line}" for name, line in names if not any(name == other and first <= line <= last for other, first, last in known)]
        if missing:
            flagged, lost = flagged + 1, lost + len(missing)
            print(f"{path.relative_to(root)}: {' '.join(missing[:12])}{' …' if len(missing) > 12 else ''}")
    print(f"{len(paths)} files, {count} declarations, {flagged} flagged files with {lost} names")


if __name__ == "__main__":
    main()
