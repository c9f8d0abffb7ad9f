"""Reads the background index of clangd, one file a translation unit or header; see README.md."""
import pathlib
import shlex
import struct
import sys
import urllib.parse
import zlib

from lsp import Server

TYPES = {6, 7, 8, 11}  # kinds of symbols: enum, struct, class, union
ALIAS, CONSTRUCTOR = 12, 23
DEFINITION, REFERENCE, SPELLED = 2, 4, 8  # bits of a reference
OVERRIDDEN = 1  # relation


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def is_empty(self):
        return self.at >= len(self.data)

    def take(self, count):
        self.at += count
        return self.data[self.at - count:self.at]

    def byte(self):
        return self.take(1)[0]

    def number(self):
        value = shift = 0
        while (byte := self.byte()) >= 128:
            value |= (byte & 127) << shift
            shift += 7
        return value | byte << shift

    def location(self, strings):
        """File, line and column of the start."""
        path, line, column = strings[self.number()], self.number(), self.number()
        self.number(), self.number()  # the end
        return path, line + 1, column + 1


def chunks(data):
    """The named parts of a RIFF file."""
    at = 12
    while at + 8 <= len(data):
        name, length = data[at:at + 4].decode(), struct.unpack("<I", data[at + 4:at + 8])[0]
        yield name, data[at + 8:at + 8 + length]
        at += 8 + length + length % 2


def strings_of(data):
    size = struct.unpack("<I", data[:4])[0]
    text = zlib.decompress(data[4:]) if size else data[4:]
    return [it.decode(errors="replace") for it in text.split(b"\0")]


def symbols_of(data, strings):
    """Id, kind, qualified name, arguments of a specialization, and the files of the definition, if it is known, and the declaration."""
    reader = Reader(data)
    while not reader.is_empty():
        symbol, kind, _ = reader.take(8), reader.byte(), reader.byte()
        name, scope, arguments = (strings[reader.number()] for _ in range(3))
        definition, declaration = (reader.location(strings)[0] for _ in range(2))
        reader.number(), reader.byte()
        for _ in range(5):
            reader.number()
        for _ in range(2 * reader.number()):
            reader.number()
        yield symbol, kind, scope + name, arguments, definition, declaration


def references_of(data, strings):
    reader = Reader(data)
    while not reader.is_empty():
        symbol = reader.take(8)
        for _ in range(reader.number()):
            bits, place = reader.byte(), reader.location(strings)
            reader.take(8)
            yield symbol, bits, place


def read(directory, root):
    """References (symbol, bits, place) and pairs of overridden and overriding members."""
    symbols, references, pairs = {}, set(), set()
    for path in sorted(directory.glob("*.idx")):
        parts = dict(chunks(path.read_bytes()))
        strings = strings_of(parts["stri"])
        for symbol, *rest in symbols_of(parts.get("symb", b""), strings):
            if rest[3] or symbol not in symbols:  # more is known where it is defined
                symbols[symbol] = rest
        references |= set(references_of(parts.get("refs", b""), strings))
        relations = parts.get("rela", b"")
        pairs |= {(relations[at:at + 8], relations[at + 9:at + 17]) for at in range(0, len(relations), 17)
                  if relations[at + 8] == OVERRIDDEN}
    type_of = types(symbols)

    def text(symbol):
        return f"{symbols[symbol][1] if symbol in symbols else ''} {symbol.hex()}"

    base = f"{root.as_uri()}/"
    found = [(text(type_of.get(symbol, symbol)), bits, (urllib.parse.unquote(path[len(base):]), line, column))
             for symbol, bits, (path, line, column) in references if path.startswith(base)]
    return found, [(text(one), text(other)) for one, other in pairs]


def types(symbols):
    """The type of a constructor, a specialization, a declaration without a definition, and a `typedef` with the type's own name."""
    defined = {}
    for symbol, (kind, name, arguments, definition, _) in symbols.items():
        if kind in TYPES and definition and not arguments:
            defined[name] = defined[name, definition] = symbol
    found = {}
    for symbol, (kind, name, arguments, definition, declaration) in symbols.items():
        if kind == CONSTRUCTOR:
            name = name.rpartition("::")[0]
        if kind in (ALIAS, CONSTRUCTOR) or kind in TYPES and (arguments or not definition):
            found[symbol] = defined.get((name, definition), defined.get((name, declaration), defined.get(name, symbol)))
    return found


def main():
    """clangd.py REPOSITORY FILE COMMAND…: has clangd index a repository, which it does once a file is open."""
    root, path, *command = sys.argv[1:]
    server = Server(shlex.join(command), pathlib.Path(root).resolve())
    server.document(path)
    server.settle()
    server.process.kill()


if __name__ == "__main__":
    main()
