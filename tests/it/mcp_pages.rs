//! Answers of `smriti-tui mcp` for readers with a budget: what was sent, what is left out, and pages.

use crate::fixture::{PROGRAM, Repository};
use crate::mcp::Server;
use serde_json::{Value, json};

/// The pages of an answer, up to the last one.
fn pages(server: &mut Server, tool: &str, arguments: &Value) -> Vec<String> {
    let mut pages: Vec<String> = Vec::new();
    loop {
        let mut arguments = arguments.clone();
        arguments["page"] = json!(pages.len() + 1);
        let (page, is_error) = server.call(tool, &arguments);
        assert!(!is_error && pages.len() < 100, "{tool} {arguments}: {page}");
        let is_last = left_out(&page).is_none();
        pages.push(page);
        if is_last {
            return pages;
        }
    }
}

/// The names on the line about what a page leaves out.
fn left_out(page: &str) -> Option<Vec<&str>> {
    let line = page
        .lines()
        .find_map(|line| line.strip_prefix("left_out: "))?;
    let (names, _) = line.split_once(" more: ")?.1.rsplit_once(" (page ")?;
    Some(names.split("; ").collect())
}

/// Lines of rows, without those of the page.
fn rows(page: &str) -> Vec<&str> {
    let is_row = |line: &&str| {
        let of_page = ["fresh: ", "left_out: ", "── ", "also: "];
        !line.is_empty() && !of_page.iter().any(|start| line.starts_with(start))
    };
    page.lines().filter(is_row).collect()
}

/// A class with methods that a number of functions call, each in a file of its own.
fn repository_of_callers(callers: usize) -> Repository {
    let repository = Repository::of(&[]);
    let helpers: String = (0..20)
        .map(|nth| format!("\n    def helper_{nth}(self):\n        return {nth}\n"))
        .collect();
    let ring = format!("class Ring:\n    def rotate(self):\n        return 1\n{helpers}");
    repository.write("core/ring.py", ring);
    for nth in 0..callers {
        let text = format!(
            "from core.ring import Ring\n\n\ndef caller_{nth}():\n    return Ring().rotate() + {nth}\n"
        );
        repository.write(&format!("app/caller_{nth:02}.py"), text);
    }
    repository
}

#[test]
fn code_that_was_sent_is_named_until_it_is_requested_again() {
    let repository = repository_of_callers(1);
    let mut server = Server::start(&repository);
    let search = json!({"query": "sym:caller_0"});
    let code = "return Ring().rotate() + 0";
    let first = server.call_when_indexed("search", &search);
    assert!(first.contains(code), "{first}");
    let named = "app/caller_00.py:4-5 function caller_0";
    let (second, _) = server.call("search", &search);
    assert!(second.contains(named) && !second.contains(code), "{second}");
    let (read, _) = server.call("read_symbol", &json!({"symbol": "caller_0"}));
    assert!(
        read.contains("app/caller_00.py:4-5: function caller_0") && !read.contains(code),
        "{read}"
    );
    let again = json!({"symbol": "caller_0", "again": true});
    let (again, _) = server.call("read_symbol", &again);
    assert!(again.contains(code), "{again}");
    let (again, _) = server.call("search", &json!({"query": "sym:caller_0", "again": true}));
    assert!(again.contains(code), "{again}");
    let mut other = Server::start(&repository);
    let found = other.call_when_indexed("search", &search);
    assert!(found.contains(code), "{found}");
}

#[test]
fn code_is_sent_anew_after_its_file_changed() {
    let repository = repository_of_callers(1);
    let mut server = Server::start(&repository);
    let read = json!({"symbol": "caller_0"});
    let code = "return Ring().rotate() + 0";
    assert!(
        server
            .call_when_indexed("read_symbol", &read)
            .contains(code)
    );
    assert!(
        !server
            .call_when_indexed("read_symbol", &read)
            .contains(code)
    );
    let path = repository.path("app/caller_00.py");
    let text = std::fs::read_to_string(&path).unwrap();
    repository.write("app/caller_00.py", text + "\n\ndef added():\n    pass\n");
    let page = server.call_when_indexed("read_symbol", &read);
    assert!(page.contains(code), "{page}");
    assert!(
        !server
            .call_when_indexed("read_symbol", &read)
            .contains(code)
    );
}

#[test]
fn code_within_code_that_was_sent_is_named() {
    let repository = repository_of_callers(1);
    let mut server = Server::start(&repository);
    let class = json!({"symbol": "core/ring.py:1-63", "expand": ["none"]});
    let page = server.call_when_indexed("read_symbol", &class);
    assert!(page.contains("helper_19"), "{page}");
    let method = json!({"query": "sym:Ring.helper_7", "limit": 1});
    let (page, _) = server.call("search", &method);
    assert!(
        page.contains("core/ring.py:26-27 method Ring.helper_7"),
        "{page}"
    );
    // It is short enough to repeat.
    assert!(page.contains("return 7"), "{page}");
    let neighbors = json!({"symbol": "Ring.helper_7", "expand": ["neighbors=10"]});
    let (page, _) = server.call("read_symbol", &neighbors);
    assert!(
        !page.contains("return 6") && page.contains("again: true"),
        "{page}"
    );
}

#[test]
fn code_that_was_cut_was_not_sent() {
    let repository = repository_of_callers(1);
    let mut server = Server::start(&repository);
    let class = |max_tokens: usize| json!({"symbol": "core/ring.py:1-63", "expand": ["none"], "max_tokens": max_tokens});
    let cut = server.call_when_indexed("read_symbol", &class(150));
    let line = cut.lines().last().unwrap();
    let next = line.split_once("lines: ").unwrap().1;
    let (next, _) = next.split_once(" (`read_symbol` reads them)").unwrap();
    let (rest, _) = server.call("read_symbol", &json!({"symbol": next, "expand": ["none"]}));
    let code = |page: &str| -> String {
        let lines = page
            .lines()
            .filter(|line| line.starts_with([' ', 'c']) && !line.contains("ring.py"));
        lines.map(|line| format!("{line}\n")).collect()
    };
    let ring = std::fs::read_to_string(repository.path("core/ring.py")).unwrap();
    let whole = ring.replace("\n\n", "\n");
    assert_eq!(code(&cut) + &code(&rest), whole, "{cut}\n{rest}");
    let (page, _) = server.call("read_symbol", &class(4_000));
    assert!(
        page.contains("helper_0(") && page.contains("helper_19("),
        "{page}"
    );
}

#[test]
fn pages_of_a_search_have_every_result_once() {
    let repository = repository_of_callers(25);
    let mut server = Server::start(&repository);
    server.call_when_indexed("status", &json!({}));
    for max_tokens in [150, 4_000] {
        let arguments = json!({"query": "kind:function", "limit": 4, "max_tokens": max_tokens});
        let pages = pages(&mut server, "search", &arguments);
        let mut found = Vec::new();
        for (number, page) in pages.iter().enumerate() {
            let numbered = |line: &&str| line.contains(" function caller_");
            let results: Vec<&str> = page
                .lines()
                .filter(|line| !line.starts_with("left_out"))
                .filter(numbered)
                .filter_map(|line| line.split_once(". "))
                .map(|(_, result)| result.split(" [").next().unwrap())
                .collect();
            assert!(!results.is_empty() && results.len() <= 4, "{page}");
            if let Some(before) = number.checked_sub(1) {
                let names = left_out(&pages[before]).unwrap();
                assert_eq!(names.first(), results.first(), "{page}");
            }
            let first = format!("\n{}. ", found.len() + 1);
            assert!(page.contains(&first), "{page}");
            found.extend(results);
        }
        let all = found.len();
        found.sort_unstable();
        found.dedup();
        assert_eq!((all, found.len()), (25, 25));
        let beyond =
            json!({"query": "kind:function", "limit": 4, "max_tokens": max_tokens, "page": 99});
        let (beyond, is_error) = server.call("search", &beyond);
        let last = format!("page 99: beyond the end; the last page is {}", pages.len());
        assert!(!is_error && beyond.contains(&last), "{beyond}");
    }
    let arguments = json!({"query": "\"def caller_\"", "limit": 4});
    let pages = pages(&mut server, "search", &arguments);
    let totals = "4 of 25 chunks with 25 matching lines in 25 files";
    let with_totals = pages.iter().map(|page| page.contains(totals));
    let first: Vec<bool> = (0..pages.len()).map(|page| page == 0).collect();
    assert_eq!(with_totals.collect::<Vec<bool>>(), first);
}

#[test]
fn a_page_may_be_the_first_request_and_a_page_may_be_repeated() {
    let repository = repository_of_callers(25);
    let mut server = Server::start(&repository);
    server.call_when_indexed("status", &json!({}));
    let page = |number: usize| json!({"query": "kind:function", "limit": 10, "page": number, "again": true});
    let (third, _) = server.call("search", &page(3));
    assert!(
        third.contains("\n21. ") && third.contains("\n25. "),
        "{third}"
    );
    let (second, _) = server.call("search", &page(2));
    assert!(
        second.contains("\n11. ") && second.contains("\n20. "),
        "{second}"
    );
    assert_eq!(server.call("search", &page(3)).0, third);
}

#[test]
fn pages_of_a_list_are_the_whole_list() {
    let repository = repository_of_callers(40);
    let mut server = Server::start(&repository);
    server.call_when_indexed("status", &json!({}));
    for (tool, arguments) in [
        ("references", json!({"symbol": "Ring.rotate"})),
        ("references", json!({"symbol": "core/ring.py"})),
        ("references", json!({"symbol": "core"})),
        ("outline", json!({"path": "."})),
        ("outline", json!({"path": "core/ring.py"})),
        ("impact", json!({"target": "Ring.rotate"})),
        ("map", json!({"path": "app"})),
        ("similar", json!({"symbol": "caller_3", "limit": 5})),
    ] {
        let mut arguments = arguments;
        let is_search = tool == "similar";
        arguments["max_tokens"] = json!(if is_search { 4_000 } else { 30_000 });
        if is_search {
            arguments["limit"] = json!(100);
        }
        let (whole, _) = server.call(tool, &arguments);
        arguments["max_tokens"] = json!(250);
        arguments["limit"] = json!(5);
        if !is_search {
            arguments.as_object_mut().unwrap().remove("limit");
        }
        let pages = pages(&mut server, tool, &arguments);
        assert!(pages.len() > 1, "{tool} {arguments}: {whole}");
        let key = |line: &str| -> Option<String> {
            let is_result = line
                .split_once(". ")
                .is_some_and(|(number, _)| number.parse::<usize>().is_ok());
            if is_search {
                is_result.then(|| line.split_once(". ").unwrap().1.to_owned())
            } else {
                Some(line.to_owned())
            }
        };
        let mut expected: Vec<String> = rows(&whole).into_iter().filter_map(key).collect();
        let above: Vec<&str> = match tool {
            // These begin every page.
            "references" => rows(&whole).into_iter().take(1).collect(),
            _ => Vec::new(),
        };
        let mut found: Vec<String> = above.iter().map(|line| (*line).to_owned()).collect();
        for (page, next) in pages.iter().zip(pages.iter().skip(1)) {
            let names = left_out(page).unwrap();
            let first = names
                .first()
                .map_or("", |name| name.split('…').next().unwrap());
            let line = first.split_once(' ').map_or(first, |(_, name)| name);
            assert!(next.contains(line), "{tool}: {first:?} begins\n{next}");
        }
        for page in &pages {
            // A heading of an outline has no indent and no length.
            let is_heading =
                |line: &str| tool == "outline" && !line.starts_with(' ') && !line.contains("  ");
            let rows = rows(page)
                .into_iter()
                .filter(|line| !above.contains(line) && !is_heading(line));
            found.extend(rows.filter_map(key));
        }
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{tool} {arguments}");
    }
}

#[test]
fn an_outline_names_every_file_before_any_member() {
    let repository = Repository::of(&[]);
    for nth in 0..20 {
        let methods: String = (0..30)
            .map(|method| format!("    def method_{method}(self):\n        pass\n\n"))
            .collect();
        repository.write(
            &format!("f{nth:02}.py"),
            format!("class C{nth}:\n{methods}"),
        );
    }
    let mut server = Server::start(&repository);
    let (page, _) = server.call("outline", &json!({"path": ".", "max_tokens": 1_000}));
    assert!(
        page.contains("\nf00.py") && page.contains("\nf19.py"),
        "{page}"
    );
    let (shown, more) = page.split_once("left_out: ").unwrap();
    assert!(
        shown.contains("class C19") && !shown.contains("method_1"),
        "{page}"
    );
    assert!(more.starts_with("600 more: f00.py:2 "), "{page}");
    let (names, _) = server.call("outline", &json!({"path": ".", "max_tokens": 450}));
    let (shown, _) = names.split_once("left_out: ").unwrap();
    assert!(
        shown.contains("\nf19.py") && !shown.contains("class"),
        "{names}"
    );
    let (whole, _) = server.call("outline", &json!({"path": ".", "max_tokens": 50_000}));
    assert!(whole.contains("method_29"), "{whole}");
}

#[test]
fn pages_of_an_outline_name_every_file_before_any_member() {
    let repository = Repository::of(&[]);
    for nth in 0..60 {
        let text = format!("class C{nth}:\n    def method_{nth}(self):\n        pass\n");
        repository.write(&format!("f{nth:02}.py"), text);
    }
    let mut server = Server::start(&repository);
    let arguments = json!({"path": ".", "max_tokens": 300});
    let pages = pages(&mut server, "outline", &arguments).concat();
    let last_file = pages.find("\nf59.py  python").unwrap();
    let first_class = pages.find(" class C0:\n").unwrap();
    let last_class = pages.find(" class C59:\n").unwrap();
    let first_method = pages.find(" def method_0(self)").unwrap();
    assert!(
        last_file < first_class && last_class < first_method,
        "{pages}"
    );
}

#[test]
fn what_does_not_fit_is_named() {
    let repository = repository_of_callers(30);
    let mut server = Server::start(&repository);
    server.call_when_indexed("status", &json!({}));
    let search = json!({"query": "kind:function", "limit": 5});
    let (page, _) = server.call("search", &search);
    let names = left_out(&page).unwrap();
    assert_eq!(names.len(), 3, "{page}");
    assert!(
        names[0].starts_with("app/caller_") && names[0].contains(".py:4-5 function caller_"),
        "{page}"
    );
    let nothing = json!({"query": "kind:function", "max_tokens": 1});
    let (nothing, _) = server.call("search", &nothing);
    assert!(
        nothing.contains("(nothing fits; raise max_tokens)"),
        "{nothing}"
    );
}

#[test]
fn references_of_a_directory_are_the_files_that_import_it_and_those_it_imports() {
    let repository = repository_of_callers(2);
    repository.write(
        "core/store.py",
        "from base.disk import write\n\n\ndef keep():\n    write()\n",
    );
    repository.write(
        "base/disk.py",
        "class Base:\n    pass\n\n\ndef write():\n    pass\n",
    );
    let mut server = Server::start(&repository);
    server.call_when_indexed("status", &json!({}));
    let check = |server: &mut Server, symbol: &str, expected: &str| {
        let (page, is_error) = server.call("references", &json!({"symbol": symbol}));
        assert!(!is_error && page.contains(expected), "{symbol}: {page}");
    };
    let core = "core/: 2 files\n\n── used by (2 files)\napp/caller_00.py:1: core/ring.py\napp/caller_01.py:1: core/ring.py\n\n\
                ── uses (1 file)\nbase/disk.py: core/store.py:1\n";
    check(&mut server, "core", core);
    check(&mut server, "core/", core);
    check(
        &mut server,
        "base",
        "── used by (1 file)\ncore/store.py:1: base/disk.py\n\n── uses (0 files)\n",
    );
    check(&mut server, ".", "── used by (0 files)");
    // A declaration goes before a directory with its name.
    repository.write("keep/empty.py", "");
    check(&mut server, "keep", "core/store.py:4-5: keep");
}

#[test]
fn references_of_a_file_are_outside_of_it() {
    let repository = repository_of_callers(1);
    repository.write(
        "core/store.py",
        "from base.disk import write\n\n\ndef keep():\n    write()\n    own()\n\n\ndef own():\n    pass\n",
    );
    repository.write("base/disk.py", "def write():\n    pass\n");
    repository.write(
        "app/main.py",
        "import core.store\n\n\ndef run():\n    core.store.keep()\n",
    );
    let mut server = Server::start(&repository);
    server.call_when_indexed("status", &json!({}));
    let (page, _) = server.call("references", &json!({"symbol": "core/store.py"}));
    assert!(page.starts_with("fresh: yes\ncore/store.py: "), "{page}");
    for row in [
        "app/main.py:1: ",
        "app/main.py:5: function run",
        "base/disk.py:1: function write",
    ] {
        assert!(page.contains(row), "{row}: {page}");
    }
    assert_eq!(page.matches("core/store.py").count(), 1, "{page}");
}

#[test]
fn tools_are_described_in_few_tokens() {
    let repository = Repository::of(&PROGRAM);
    let mut server = Server::start(&repository);
    let tools = server.request("tools/list", &json!({}))["result"]["tools"].clone();
    let tools = tools.as_array().unwrap();
    assert!(tools.len() <= 9);
    let tokens = tools.iter().map(|tool| {
        let described = json!({
            "name": tool["name"],
            "description": tool["description"],
            "parameters": tool["inputSchema"],
        });
        smriti_tui::answers::token_count(&described.to_string())
    });
    let tokens: usize = tokens.sum();
    assert!(tokens <= 1_800, "{tokens}");
}

#[test]
fn of_a_long_function_the_best_part_is_sent_with_its_lines() {
    let table = |nth| format!("    import_table(\"table_{nth}\")\n");
    let tables: String = (0..150).map(table).collect();
    let long = format!("def import_everything():\n{tables}    refresh_the_statistics()\n");
    let repository = Repository::of(&[("a.py", &long)]);
    let mut server = Server::start(&repository);
    let page = server.call_when_indexed("search", &json!({"query": "refresh statistics"}));
    let heading = page
        .lines()
        .find(|line| line.starts_with("1. a.py:1-152 function import_everything ["));
    let part = heading
        .and_then(|line| line.split_once(", its lines "))
        .expect(&page)
        .1;
    assert!(part.ends_with("-152:"), "{page}");
    assert!(
        page.contains("refresh_the_statistics()") && !page.contains("\"table_0\""),
        "{page}"
    );
}

#[test]
fn a_result_fits_its_token_budget() {
    let repository = Repository::of(&PROGRAM);
    let mut server = Server::start(&repository);
    let arguments = json!({"query": "segment", "max_tokens": 4_000});
    let whole = server.call_when_indexed("search", &arguments);
    let (cut, _) = server.call(
        "search",
        &json!({"query": "segment", "max_tokens": 160, "again": true}),
    );
    assert!(cut.len() < 600 && cut.len() < whole.len(), "{cut}");
    assert!(cut.contains("(read the rest with `read_symbol`)"), "{cut}");
}

#[test]
fn text_in_any_script_fits_the_budget() {
    let lines = "缓存在写入时会先检查容量，如果超过上限就删除最旧的条目。\n".repeat(300);
    let russian = "Кэш проверяет размер перед записью и удаляет старые записи. ".repeat(300);
    let repository = Repository::of(&[
        ("zh.md", &format!("# t\n\n{lines}")),
        ("ru.md", &format!("# t\n\n{russian}\n")),
        ("rules.txt", &"|-----|-----------------|\n".repeat(300)),
    ]);
    let mut server = Server::start(&repository);
    // Tokens of o200k: 21 a line, 15 a sentence, 5 a row.
    for (symbol, text, tokens, note) in [
        ("zh.md:1-303", "缓存", 21, "lines: zh.md:"),
        (
            "ru.md:1-3",
            "Кэш",
            15,
            "left_out: cut within a line; 1 lines: ru.md:3-3",
        ),
        (
            "rules.txt:1-300",
            "|-----------------|",
            5,
            "lines: rules.txt:",
        ),
    ] {
        let arguments = json!({"symbol": symbol, "expand": ["none"], "max_tokens": 400});
        let (cut, _) = server.call("read_symbol", &arguments);
        let shown = cut.matches(text).count() * tokens;
        assert!((200..=400).contains(&shown), "{shown}: {cut}");
        assert!(cut.contains(note), "{cut}");
    }
}

#[test]
fn complete_code_without_its_context_has_no_rest_to_read() {
    let others = (0..100).map(|n| format!("    def another_method_{n}(self):\n        pass\n\n"));
    let others: String = others.collect();
    let ring = format!("class Ring:\n    def rotate(self):\n        return 1\n\n{others}");
    let repository = Repository::of(&[("ring.py", &ring)]);
    let mut server = Server::start(&repository);
    let arguments = json!({"query": "sym:rotate", "limit": 1, "max_tokens": 200});
    let found = server.call_when_indexed("search", &arguments);
    assert!(found.ends_with("        return 1\n"), "{found}");
}

#[test]
fn results_that_do_not_exist_or_do_not_fit_are_reported() {
    let repository = Repository::of(&PROGRAM);
    let mut server = Server::start(&repository);
    let nothing = json!({"query": "sym:nobody_has_this_name"});
    let nothing = server.call_when_indexed("search", &nothing);
    assert!(nothing.contains("no results"), "{nothing}");
    let small = json!({"query": "segment", "limit": 3, "max_tokens": 1});
    let (small, _) = server.call("search", &small);
    assert!(
        small.contains("(nothing fits; raise max_tokens)"),
        "{small}"
    );
}

#[test]
fn a_name_means_the_type_before_its_constructor() {
    let java = "package app;\nclass Bad extends Error { Bad(String m) { super(m); } }\n\
                class Use {\n  void a() { try { b(); } catch (Bad e) { } }\n}\n";
    let repository = Repository::of(&[("A.java", java)]);
    let mut server = Server::start(&repository);
    let page = server.call_when_indexed("references", &json!({"symbol": "Bad"}));
    assert!(page.contains("A.java:2-2: Bad\n"), "{page}");
    assert!(page.contains("A.java:4"), "{page}");
}

#[test]
fn declarations_of_a_name_beyond_those_that_are_read_are_told() {
    let repository = Repository::of(&[]);
    for number in 0..110 {
        repository.write(&format!("m{number:03}.py"), "def setup():\n    return 1\n");
    }
    repository.write(
        "use.py",
        "import m000\n\ndef use():\n    return m000.setup()\n",
    );
    let mut server = Server::start(&repository);
    let path = json!({"from": "use", "to": "setup"});
    let page = server.call_when_indexed("path", &path);
    assert!(
        page.contains("setup: 10 more declarations of this name"),
        "{page}"
    );
    let (page, _) = server.call("references", &json!({"symbol": "setup"}));
    assert!(page.contains("and 89 more"), "{page}");
}

#[test]
fn a_line_that_is_no_message_is_answered_with_the_reason() {
    let repository = Repository::of(&PROGRAM);
    let mut server = Server::start(&repository);
    let long = "x".repeat(17 << 20);
    for (line, code) in [
        ("{\"jsonrpc\": ", -32700),
        (
            r#"{"jsonrpc":"2.0","id":6,"method":"ping","params":[]}"#,
            -32602,
        ),
        ("[]", -32600),
        (long.as_str(), -32700),
    ] {
        let reply = server.reply_to(&format!("\n{line}"));
        assert_eq!(reply["error"]["code"], code, "{reply}");
        assert!(reply["error"]["message"].is_string(), "{reply}");
    }
    // Half a pair of surrogates, as in a text that was cut in the middle of an emoji.
    let call = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search","arguments":{"query":"\ud800 a"}}}"#;
    let reply = server.reply_to(call);
    assert_eq!(reply["id"], 7, "{reply}");
    assert!(reply["result"].is_object(), "{reply}");
}
