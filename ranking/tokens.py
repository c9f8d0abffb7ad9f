#!/usr/bin/env python3
"""Measures the tokens that an agent reads before it has seen the right code, and its recall at a token budget.

  tokens.py --binary PATH --set NAME QUERIES CORPORA DIR [--set …] [--picture FILE.svg]

Three ways to read are compared, each in its own order until the budget is spent:

  smriti-tui search  hits of `search --json --max-tokens N`: a line with path and lines, then the text
  rg -n -C 10        matching lines with ten lines around them, files with more distinct keywords first
  rg, whole files    the same files in the same order, read from the first line to the last

Keywords are the words of the query with three letters or more, without stop words, matched without regard to case. A
target is found when one of its lines was read, or any line of its file if it names no lines. Tokens are counted with
the bundled tokenizer for all three. QUERIES, CORPORA and DIR are those of train.py. Needs `rg` and PyPI's tokenizers.

With --agent TOKENS, a scripted agent (agent.py) calls the tools of `smriti-tui mcp` instead, each with at most so many
tokens. --only NAME,… measures fewer corpora, and --every N each Nth query.
"""
import argparse, collections, functools, json, os, pathlib, re, statistics, subprocess, tempfile
from tokenizers import Tokenizer
import agent

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUDGETS = [500, 1000, 2000, 4000]
LONGEST = 32_000    # tokens after which a reader gives up; a query without the right lines counts as this many
CONTEXT = 10
STOP = set("a an and are as at be by can do does for from has have how if in into is it its not of on or that the their "
           "then this to use used uses using what when where which who why will with".split())
TOKENIZER = Tokenizer.from_file(str(ROOT / "assets/model/tokenizer.json"))
TOKENIZER.no_truncation()
READERS = ["smriti-tui search", "rg -n -C 10", "rg, whole files"]
COLORS = ["#2f6fde", "#d97706", "#7c7c7c"]


@functools.lru_cache(maxsize=1 << 17)
def tokens(line):
    return len(TOKENIZER.encode(line, add_special_tokens=False).ids)


def same_path(found, target):
    return found == target or found.endswith("/" + target) or target.endswith("/" + found)


class Reading:
    """Counts tokens line by line, and notes at how many each target was first seen."""

    def __init__(self, targets):
        self.spent, self.targets, self.seen = 0, targets, [None] * len(targets)

    def heading(self, text):
        self.spent += tokens(text)

    def line(self, path, number, text):
        self.spent += tokens(text)
        for at, target in enumerate(self.targets):
            if self.seen[at] is None and same_path(path, target["path"]):
                first = target.get("start_line", 1)
                if first <= number <= target.get("end_line", 1 << 40):
                    self.seen[at] = self.spent

    def done(self):
        return self.spent >= LONGEST or all(seen is not None for seen in self.seen)


def read_search(answer, targets):
    reading = Reading(targets)
    for hit in answer["hits"]:
        reading.heading(f"{hit['path']}:{hit['start_line']}-{hit['end_line']} {hit.get('name', '')}")
        for at, text in enumerate((hit.get("text") or "").split("\n") if hit.get("text") else []):
            reading.line(hit["path"], hit["text_line"] + at, text)
        for field, value in hit.items():
            if field.endswith("_context") and value:
                reading.heading(value if isinstance(value, str) else json.dumps(value))
    return reading


def matches(root, keywords):
    """Files with matches, those with more distinct keywords first; each with its matching lines."""
    command = ["rg", "--json", "-i", "-F", *(part for word in keywords for part in ("-e", word)), "."]
    found, words = collections.defaultdict(list), collections.defaultdict(set)
    for row in subprocess.run(command, cwd=root, capture_output=True, text=True, errors="replace").stdout.split("\n")[:-1]:
        event = json.loads(row)
        if event["type"] == "match" and "text" in event["data"]["path"]:
            path = event["data"]["path"]["text"].removeprefix("./")
            found[path].append(event["data"]["line_number"])
            words[path] |= {hit["match"]["text"].lower() for hit in event["data"]["submatches"] if "text" in hit["match"]}
    return sorted(found.items(), key=lambda item: (-len(words[item[0]]), item[0]))


@functools.lru_cache(maxsize=4096)
def lines_of(path):
    return pathlib.Path(path).read_text(errors="replace").split("\n")


def read_matches(root, files, targets):
    reading = Reading(targets)
    for path, numbers in files:
        if reading.done():
            break
        lines = lines_of(str(root / path))
        shown = sorted({n for number in numbers for n in range(number - CONTEXT, number + CONTEXT + 1) if 1 <= n <= len(lines)})
        for number in shown:
            reading.line(path, number, f"{path}:{number}:{lines[number - 1]}")
            if reading.spent >= LONGEST:
                break
    return reading


def read_files(root, files, targets):
    reading = Reading(targets)
    for path, _ in files:
        if reading.done():
            break
        reading.heading(path)
        for number, text in enumerate(lines_of(str(root / path)), 1):
            reading.line(path, number, text)
            if reading.spent >= LONGEST:
                break
    return reading


def answers(binary, root, queries):
    """For each budget, the answer to each query."""
    with tempfile.TemporaryDirectory() as data:
        env = dict(os.environ, **{f"XDG_{kind}_HOME": data for kind in ("DATA", "CACHE", "STATE", "CONFIG")})
        subprocess.run([binary, "index"], cwd=root, env=env, check=True, capture_output=True)
        text = "".join(query["query"] + "\n" for query in queries)
        for budget in [*BUDGETS, LONGEST]:
            command = [binary, "search", "--json", "--limit", "50", "--max-tokens", str(budget), "-"]
            out = subprocess.run(command, cwd=root, env=env, input=text, capture_output=True, text=True).stdout
            yield budget, [json.loads(line) for line in out.split("\n") if line.strip()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True, type=pathlib.Path)
    parser.add_argument("--set", required=True, nargs=4, action="append", metavar=("NAME", "QUERIES", "CORPORA", "DIR"))
    parser.add_argument("--picture", type=pathlib.Path)
    parser.add_argument("--agent", type=int, metavar="TOKENS")
    parser.add_argument("--only", type=lambda names: names.split(","))
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    tables = {}
    for name, queries, corpora, directory in options.set:
        by_corpus = collections.defaultdict(list)
        for row in map(json.loads, pathlib.Path(queries).read_text().splitlines()):
            by_corpus[row["corpus"]].append(row)
        first = {reader: [] for reader in READERS}
        outcomes, used = {mode: [] for mode in agent.MODES}, []
        recall = {reader: {budget: [] for budget in BUDGETS} for reader in READERS}
        for corpus in json.loads(pathlib.Path(corpora).read_text()):
            root, asked = pathlib.Path(directory) / corpus["name"] / corpus["root"], by_corpus[corpus["name"]]
            if options.only and corpus["name"] not in options.only:
                continue
            asked = asked[::options.every]
            if asked and root.is_dir() and options.agent:
                found = agent.measure(options.binary.resolve(), root, asked, options.agent, answer_tokens, same_path)
                for mode, rows in found.items():
                    outcomes[mode] += rows
                used.append(corpus["name"])
            elif asked and root.is_dir():
                measure(options.binary.resolve(), root, asked, first, recall)
        if options.agent:
            report_agent(name, outcomes, used)
        else:
            tables[name] = report(name, first, recall)
    if options.picture:
        options.picture.write_text(picture(tables))


def measure(binary, root, asked, first, recall):
    share = lambda seen, budget: sum(at is not None and at <= budget for at in seen) / len(seen)
    earliest = lambda seen: min((at for at in seen if at is not None), default=LONGEST)
    for budget, given in answers(binary, root, asked):
        for query, answer in zip(asked, given, strict=True):
            seen = read_search(answer, query["relevant"]).seen
            if budget == LONGEST:
                first[READERS[0]].append(earliest(seen))
            else:
                recall[READERS[0]][budget].append(share(seen, budget))
    for query in asked:
        words = dict.fromkeys(word for word in re.findall(r"\w+", query["query"].lower()) if len(word) > 2 and word not in STOP)
        files = matches(root, words) if words else []
        for reader, read in zip(READERS[1:], (read_matches, read_files)):
            seen = read(root, files, query["relevant"]).seen
            first[reader].append(earliest(seen))
            for budget in BUDGETS:
                recall[reader][budget].append(share(seen, budget))


def report(name, first, recall):
    print(f"\n{name}: {len(first[READERS[0]])} queries")
    print("| reader | tokens to the first right lines, median | " + " | ".join(f"recall at {b:,}" for b in BUDGETS) + " |")
    print("| --- | --- |" + " --- |" * len(BUDGETS))
    rows = {}
    for reader in READERS:
        median = statistics.median(first[reader])
        rows[reader] = [statistics.mean(recall[reader][budget]) for budget in BUDGETS]
        shown = f"{median:,.0f}" if median < LONGEST else f"more than {LONGEST:,}"
        print(f"| {reader} | {shown} | " + " | ".join(f"{value:.2f}" for value in rows[reader]) + " |")
    return rows


def answer_tokens(answer):
    return sum(tokens(line) for line in answer.split("\n"))


def report_agent(name, outcomes, used):
    print(f"\n{name}: {len(outcomes['all of it'])} queries of {', '.join(used)}")
    print("| agent | tokens to the right lines, median | mean | calls, mean | found |\n| --- | --- | --- | --- | --- |")
    for mode, rows in outcomes.items():
        spent, calls, found = zip(*rows)
        print(f"| {mode} | {statistics.median(spent):,.0f} | {statistics.mean(spent):,.0f} | {statistics.mean(calls):.2f} | "
              f"{statistics.mean(found):.3f} |")


def picture(tables):
    """Recall over tokens read, one panel for each set."""
    width, height, left, top = 360, 220, 46, 34
    body = []
    for panel, (name, rows) in enumerate(tables.items()):
        x0 = panel * (width + 60) + left
        body.append(f'<text x="{x0}" y="20" font-weight="bold">{name}: recall by tokens read</text>')
        for tick in range(0, 11, 2):
            y = top + height - tick / 10 * height
            body.append(f'<path d="M{x0} {y}h{width}" stroke="#8884"/><text x="{x0 - 8}" y="{y + 4}" text-anchor="end">{tick / 10:.1f}</text>')
        place = lambda at, value: (x0 + at * width / (len(BUDGETS) - 1), top + height - value * height)
        for at, budget in enumerate(BUDGETS):
            body.append(f'<text x="{place(at, 0)[0]}" y="{top + height + 18}" text-anchor="middle">{budget:,}</text>')
        for (reader, values), color in zip(rows.items(), COLORS):
            points = [place(at, value) for at, value in enumerate(values)]
            body.append(f'<polyline fill="none" stroke="{color}" stroke-width="2" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>')
            body.append(f'<text x="{points[-1][0] - 4:.1f}" y="{points[-1][1] - 7:.1f}" text-anchor="end" fill="{color}">{reader}</text>')
    size = len(tables) * (width + 60) + 20, top + height + 34
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" font-family="sans-serif" font-size="12" fill="#777">'
            + "".join(body) + "</svg>\n")


main()
