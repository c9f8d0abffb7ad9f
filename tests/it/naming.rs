//! Queries that are names.

use crate::fixture::{Repository, check_first};
use smriti_tui::search::Mode;
use std::fmt::Write as _;

/// Neither retriever finds the struct: other texts mention its name more often.
#[test]
fn declaration_ranks_above_other_uses_of_its_name() {
    let fields: String = (0..200).fold(String::new(), |mut text, at| {
        writeln!(text, "    unsigned long long counter_of_things_{at};").unwrap();
        text
    });
    let declared = format!("struct pane {{\n{fields}}};\n");
    let uses = |file: usize| {
        (0..30).fold(String::new(), |mut text, at| {
            writeln!(text, "/* Lays out what stands in cell {at}. */\nvoid\nlayout_pane_{file}_{at}(struct pane *pane)\n{{\n\tresize_cell(pane, {at});\n}}\n").unwrap();
            text
        })
    };
    let texts: Vec<(String, String)> = (0..10)
        .map(|file| (format!("layout_{file}.c"), uses(file)))
        .collect();
    let mut files: Vec<(&str, &str)> = texts
        .iter()
        .map(|(path, text)| (&**path, &**text))
        .collect();
    files.push(("all.h", &declared));
    let repository = Repository::of(&files);
    repository.index();
    for query in ["pane", "struct pane"] {
        for mode in [Mode::Hybrid, Mode::Keywords] {
            check_first(&repository, query, mode, "all.h pane#1");
        }
    }
}

#[test]
fn a_called_name_after_an_at_sign_is_a_filter() {
    let text = "struct stat { int size; void (*grow)(struct stat *); };\n\n\
        int stat(const char *name) {\n    return name[0];\n}\n\n\
        int main(void) {\n    struct stat s;\n    return stat(\"a\");\n}\n";
    let repository = Repository::of(&[("stat.c", text)]);
    repository.index();
    let symbols = repository.search("@stat()", Mode::Hybrid);
    assert_eq!(symbols.hits.len(), 2);
}

/// The prototype is in a leaf that contains the name more often.
#[test]
fn function_ranks_above_its_prototype() {
    let table = "static int pane_find(struct pane *);\n\nconst struct entry pane_find_entry = {\n\t.name = \"pane-find\",\n\t.usage = \"pane-find\",\n\t.exec = pane_find\n};\n\n";
    let steps: String = (0..60).fold(String::new(), |mut text, at| {
        writeln!(text, "\tif (step_{at}(pane))\n\t\treturn {at};").unwrap();
        text
    });
    let function =
        format!("static int\npane_find(struct pane *pane)\n{{\n{steps}\treturn -1;\n}}\n");
    let repository = Repository::of(&[("find.c", &format!("{table}{function}"))]);
    repository.index();
    for mode in [Mode::Hybrid, Mode::Keywords] {
        check_first(&repository, "pane_find", mode, "find.c pane_find#1");
    }
}

/// The path of the first file has more words of the query than the path of the class.
#[test]
fn member_of_an_owner_ranks_above_its_namesake_in_a_directory_of_that_name() {
    let repository = Repository::of(&[
        (
            "celery/start.py",
            "class Blueprint:\n    def start(self, parent):\n        parent.start(self.start)\n",
        ),
        (
            "celery/start/step.py",
            "def start(parent):\n    return parent.start()\n",
        ),
        (
            "lib/base.py",
            "class Celery:\n    def start(self, argv=None):\n        return run(argv)\n",
        ),
    ]);
    repository.index();
    for query in ["Celery.start", "Celery::start()"] {
        for mode in [Mode::Hybrid, Mode::Keywords] {
            check_first(&repository, query, mode, "lib/base.py start");
        }
    }
}

#[test]
fn exact_case_ranks_first() {
    let files = [
        ("a.py", "class Custom:\n    size = 1\n"),
        ("b.py", "def custom(custom):\n    return custom\n"),
        ("c.py", "def _custom(custom):\n    return custom\n"),
    ];
    let repository = Repository::of(&files);
    repository.index();
    for (query, expected) in [
        ("Custom", "a.py Custom"),
        ("custom", "b.py custom"),
        ("_custom", "c.py _custom"),
    ] {
        check_first(&repository, query, Mode::Hybrid, expected);
    }
}

/// More declarations of the name than candidates, all with the same words.
#[test]
fn operators_match_exactly() {
    let equality = |nth: usize| {
        format!(
            "bool operator==(const S{nth}& one, const S{nth}& other) {{\n    return one.count == other.count;\n}}\n\n"
        )
    };
    let before: String = (0..120).map(equality).collect();
    let shift =
        "Bits operator>>(const Bits& one, int count) {\n    return Bits(one.count + count);\n}\n\n";
    let behind: String = (120..240).map(equality).collect();
    let text = format!("{before}{shift}{behind}");
    let repository = Repository::of(&[("bits.cpp", &text)]);
    repository.index();
    for mode in [Mode::Hybrid, Mode::Keywords] {
        check_first(&repository, "operator>>", mode, "bits.cpp operator>>");
    }
}

#[test]
fn names_with_signs_match_and_rank_first() {
    let repository = Repository::of(&[
        (
            "a.py",
            "class Pool:\n    def init_pool(self):\n        return 1\n\n    def get_all(self):\n        return 2\n",
        ),
        (
            "b.py",
            "class Session:\n    def __init__(self):\n        self.x = 1\n\n    def get(self):\n        return 3\n",
        ),
    ]);
    repository.index();
    let check = |query: &str, expected: &[&str]| {
        let answer = repository.search(query, Mode::Hybrid);
        let names: Vec<&str> = answer.hits.iter().map(|it| &*it.record.name).collect();
        assert_eq!(names, expected, "{query}");
    };
    check("sym:__init__", &["__init__"]);
    check("sym:init", &["__init__", "init_pool"]);
    check("kind:method sym:init -sym:__init__", &["init_pool"]);
    check("sym:get", &["get", "get_all"]);
    check("sym:Session.get", &["get"]);
    check("sym:Pool::get", &["get_all"]);
    check("sym:Nowhere.get", &[]);
}

/// There are more headings with the name than candidates.
#[test]
fn symbol_filters_rank_exact_definitions_of_code_first() {
    let manual = |nth: usize| format!("# dict_find\n\nText {nth}.\n\n");
    let manual: String = (0..120).map(manual).collect();
    let find = |result: &str| format!("int dict_find(int key)\n{{\n\treturn {result};\n}}\n");
    let repository = Repository::of(&[
        ("docs/manual.md", &manual),
        ("src/a.h", "int dict_find(int key);\nint dict_size(void);\n"),
        ("src/b.c", &find("key")),
        ("test/find.c", &find("3")),
        ("vendor/find.c", &find("4")),
    ]);
    repository.index();
    let expected = ["src/b.c", "src/a.h", "test/find.c", "vendor/find.c"];
    for query in ["sym:dict_find", "@dict_find -kind:class"] {
        let hits = repository.search(query, Mode::Hybrid).hits;
        let paths: Vec<&str> = hits.iter().map(|hit| hit.record.path.as_str()).collect();
        assert_eq!(paths[..4], expected, "{query}");
        assert!(paths[4..].contains(&"docs/manual.md"), "{query}");
    }
}

#[test]
fn a_symbol_of_the_named_type_precedes_one_in_a_file_of_that_name() {
    let repository = Repository::of(&[
        (
            "group.go",
            "package web\n\ntype Routes interface {\n\tHandle(path string) Routes\n}\n\n\
             type Group struct {\n\tpath string\n}\n\n\
             func (group *Group) Handle(path string) Routes {\n\treturn group\n}\n",
        ),
        (
            "lib/view.js",
            "function View(name) {\n  this.name = name\n}\n\n\
             View.prototype.render = function render(options) {\n  return options\n}\n",
        ),
    ]);
    repository.index();
    let check = |query: &str, expected: &str| {
        let hits = repository.search(query, Mode::Hybrid).hits;
        let first = hits.first().map(|hit| hit.record.names.join(" "));
        assert_eq!(first.as_deref(), Some(expected), "{query}");
    };
    check("sym:Group.Handle", "group.go Group Handle");
    check("sym:Routes.Handle", "group.go Routes Handle");
    check("sym:View.prototype.render", "view.js View render");
}

#[test]
fn a_field_of_the_whole_name_precedes_one_of_its_first_words() {
    let text = "struct server {\n    struct backlog *repl_backlog;\n    long long repl_backlog_size;\n};\n";
    let repository = Repository::of(&[("server.h", text)]);
    repository.index();
    let answer = repository.search("repl-backlog-size", Mode::Hybrid);
    assert_eq!(answer.hits[0].explanation.located_at, Some((3, 1)));
}

#[test]
fn a_compound_token_ranks_first_where_it_is_written_unless_it_is_declared_or_a_path() {
    let repository = Repository::of(&[
        (
            "src/poll.py",
            "def poll_at_most(interval):\n    max_interval_ms = interval.ms\n    return poll(max_interval_ms, interval.max)\n",
        ),
        (
            "src/keys.py",
            "def define(keys):\n    keys.add('fetch.bytes', 'Bytes of a request.')\n    \
             keys.add('max.poll.interval.ms', 'Time until it is late.')\n    return keys\n",
        ),
        (
            "src/session.py",
            "class Session:\n    def get(self):\n        return 1\n",
        ),
        (
            "src/use.py",
            "def run():\n    return Session.get(Session.get(1))\n",
        ),
        (
            "docs/notes.md",
            "# Notes\n\nThe file src/session.py, again src/session.py.\n",
        ),
    ]);
    repository.index();
    let token = "max.poll.interval.ms";
    check_first(&repository, token, Mode::Hybrid, "src/keys.py define");
    for (query, expected) in [
        (token, "src/keys.py define"),
        ("Session.get", "src/session.py get"),
        ("src/session.py", "src/session.py get"),
    ] {
        check_first(&repository, query, Mode::Keywords, expected);
    }
}

/// Operators alone have no terms; one of the methods is long enough to be split.
#[test]
fn names_of_signs_alone_are_found() {
    let long: String = (0..400)
        .map(|nth| format!("    step_{nth}(other)\n"))
        .collect();
    let ruby = format!(
        "class Version\n  def <=>(other)\n    0\n  end\n\n  def [](at)\n    at\n  end\n\n  def []=(at, it)\n    it\n  end\n\n  def other\n    1\n  end\n\n  def ===(other)\n{long}  end\nend\n"
    );
    let spaced = "struct P {\n  int v;\n  bool operator == (const P& o) const { return v == o.v; }\n  P operator+(int by) const { return P{v + by}; }\n};\n";
    let repository = Repository::of(&[("version.rb", &ruby), ("p.cpp", spaced)]);
    repository.index();
    let check = |query: &str, expected: &[&str]| {
        let answer = repository.search(query, Mode::Hybrid);
        let hits = answer.hits.iter();
        let names = hits.map(|it| it.record.name.split('#').next().expect("a name"));
        let mut names: Vec<&str> = names.collect();
        names.dedup();
        assert_eq!(names, expected, "{query}");
    };
    check("sym:<=>", &["<=>"]);
    check("sym:Version#<=>", &["<=>"]);
    check("sym:P#<=>", &[]);
    check("sym:[]", &["[]", "[]="]);
    check("sym:[] -sym:[]=", &["[]"]);
    check("sym:+", &["operator+"]);
    check("sym:operator==", &["operator =="]);
    check("sym:==", &["operator ==", "==="]);
    check("kind:method path:rb -sym:=", &["[]", "other"]);
    check("sym:-@", &[]);
    check("sym:.", &[]);
    check(&format!("sym:{}", "x".repeat(130)), &[]);
}
