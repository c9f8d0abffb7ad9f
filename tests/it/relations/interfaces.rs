//! Methods of interfaces that types satisfy without naming them, and of types from outside the repository.

use super::*;

#[track_caller]
fn callers(files: &[(&str, &str)], path: &str, name: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, name, expected);
}

const GO: [(&str, &str); 4] = [
    ("go.mod", "module example.org/app\n\ngo 1.23\n"),
    (
        "store/store.go",
        "package store\n\ntype Reader interface {\n\tLoad(key string) string\n}\n\n\
         type Store interface {\n\tReader\n\tSave(key, value string)\n}\n",
    ),
    (
        "disk/disk.go",
        "package disk\n\ntype base struct{}\n\nfunc (b *base) Save(key, value string) {}\n\n\
         type Disk struct {\n\tbase\n\tdir string\n}\n\n\
         func (d *Disk) Load(key string) string { return key }\n\n\
         type Half struct{}\n\nfunc (h *Half) Load(key string) string { return key }\n",
    ),
    (
        "app/run.go",
        "package app\n\nimport (\n\t\"net/http\"\n\n\t\"example.org/app/store\"\n)\n\n\
         func Copy(s store.Store) {\n\ts.Save(\"a\", s.Load(\"b\"))\n}\n\n\
         func Show(r store.Reader) string {\n\treturn r.Load(\"c\")\n}\n\n\
         func Ask(c *http.KV) {\n\tc.Load(\"d\")\n}\n",
    ),
];

#[test]
fn a_method_called_through_an_interface_is_called_in_every_type_that_satisfies_it() {
    let check = |name, expected: &[&str]| callers(&GO, "disk/disk.go", name, expected);
    let shown = "likely app/run.go:14 Show";
    check("Disk.Load", &["likely app/run.go:10 Copy", shown]);
    // Without a method `Save`, it is no `Store`.
    check("Half.Load", &[shown]);
    // A method that an embedding type satisfies the interface with.
    check("base.Save", &["likely app/run.go:10 Copy"]);
    // A type from outside may satisfy it, too.
    let expected = [
        "certain app/run.go:14 Show",
        "likely app/run.go:10 Copy",
        "possible app/run.go:18 Ask",
    ];
    callers(&GO, "store/store.go", "Reader.Load", &expected);
}

#[test]
fn callees_of_a_call_through_an_interface_are_its_implementations() {
    let expected = [
        "certain store/store.go:4 Reader.Load",
        "likely disk/disk.go:12 Disk.Load",
        "likely disk/disk.go:16 Half.Load",
    ];
    check(&GO, RelationKind::Callees, "app/run.go", "Show", &expected);
}

#[test]
fn classes_satisfy_interfaces_and_protocols_that_they_do_not_name() {
    let script = [
        (
            "src/types.ts",
            "export interface Weigher {\n  weigh(id: number): number;\n  label(): string;\n}\n",
        ),
        (
            "src/scale.ts",
            "export class Scale {\n  weigh(id: number): number { return id; }\n\n  label(): string { return 's'; }\n}\n\n\
             export class Half {\n  weigh(id: number): number { return id; }\n}\n",
        ),
        (
            "src/run.ts",
            "import { Weigher } from './types';\n\nexport function total(w: Weigher): number {\n  return w.weigh(3);\n}\n",
        ),
    ];
    let expected = ["likely src/run.ts:4 total"];
    callers(&script, "src/scale.ts", "Scale.weigh", &expected);
    callers(&script, "src/scale.ts", "Half.weigh", &[]);
    let python = [
        (
            "weights.py",
            "from typing import Protocol\n\n\nclass Weigher(Protocol):\n    def weigh(self, id: int) -> int: ...\n\n    \
             def label(self) -> str: ...\n",
        ),
        (
            "scale.py",
            "class Scale:\n    def weigh(self, id):\n        return id\n\n    def label(self):\n        return 's'\n\n\n\
             class Half:\n    def weigh(self, id):\n        return id\n",
        ),
        (
            "run.py",
            "from weights import Weigher\n\n\ndef total(w: Weigher) -> int:\n    return w.weigh(3)\n",
        ),
    ];
    let expected = ["likely run.py:5 total"];
    callers(&python, "scale.py", "Scale.weigh", &expected);
    callers(&python, "scale.py", "Half.weigh", &[]);
}

/// Checks the callers of a method of `Store` that types from outside the repository have, too.
#[track_caller]
fn check_outside(files: &[(&str, &str)], path: &str, method: &str, expected: &str) {
    callers(files, path, &format!("Store.{method}"), &[expected]);
}

#[test]
fn a_value_of_an_outside_type_has_no_method_of_the_repository() {
    let go = [(
        "a.go",
        "package a\n\nimport \"database/sql\"\n\ntype Store struct{}\n\nfunc (s *Store) Exec(q string) {}\n\n\
         type Repo struct {\n\tdb *sql.DB\n\town *Store\n}\n\n\
         func (r *Repo) Drop() {\n\tr.db.Exec(\"a\")\n}\n\nfunc (r *Repo) Keep() {\n\tr.own.Exec(\"a\")\n}\n",
    )];
    check_outside(&go, "a.go", "Exec", "certain a.go:19 Repo.Keep");
    let cpp = [
        (
            "store.h",
            "class Store {\n public:\n  int size() { return n; }\n\n  int n;\n};\n",
        ),
        (
            "main.cpp",
            "#include <vector>\n#include \"store.h\"\n\nclass Holder {\n  std::vector<int> rows_;\n  Store own_;\n\n public:\n  \
             int count() { return rows_.size(); }\n\n  int mine() { return own_.size(); }\n};\n",
        ),
    ];
    check_outside(&cpp, "store.h", "size", "certain main.cpp:11 Holder.mine");
    let rust = [
        ("Cargo.toml", "[package]\nname = \"a\"\n"),
        ("src/lib.rs", "mod run;\nmod store;\n"),
        (
            "src/store.rs",
            "pub struct Store;\n\nimpl Store {\n    pub fn fetch(&self) -> u8 {\n        1\n    }\n}\n",
        ),
        (
            "src/run.rs",
            "use crate::store::Store;\n\npub struct Repo {\n    other: reqwest::Client,\n    store: Store,\n}\n\n\
             impl Repo {\n    pub fn more(&self) -> u8 {\n        self.other.fetch()\n    }\n\n    \
             pub fn own(&self) -> u8 {\n        self.store.fetch()\n    }\n}\n",
        ),
    ];
    check_outside(
        &rust,
        "src/store.rs",
        "fetch",
        "certain src/run.rs:14 Repo.own",
    );
    let php = [(
        "a.php",
        "<?php\n\nclass Store\n{\n    public function exec($q) { return $q; }\n}\n\n\
         class Run\n{\n    private \\PDO $db;\n    private Store $store;\n\n    \
         public function drop() { $this->db->exec(1); }\n\n    public function own() { $this->store->exec(1); }\n}\n",
    )];
    check_outside(&php, "a.php", "exec", "certain a.php:15 Run.own");
}

#[test]
fn the_result_of_a_function_has_the_type_that_its_signature_states() {
    let go = [(
        "a.go",
        "package a\n\ntype Mux struct{}\n\nfunc NewMux() *Mux { return &Mux{} }\n\nfunc (m *Mux) Get(p string) {}\n\n\
         type Cache struct{}\n\nfunc (c *Cache) Get(p string) {}\n\n\
         func Run(it any) {\n\tr := NewMux()\n\tr.Get(\"a\")\n\tc, _ := it.(*Cache)\n\tc.Get(\"a\")\n}\n",
    )];
    callers(&go, "a.go", "Mux.Get", &["likely a.go:15 Run"]);
    callers(&go, "a.go", "Cache.Get", &["certain a.go:17 Run"]);
    let rust = [(
        "src/lib.rs",
        "pub struct Walk;\n\nimpl Walk {\n    pub fn new() -> Self {\n        Self\n    }\n\n    pub fn build(self) -> Found {\n        Found\n    }\n}\n\n\
         pub struct Found;\n\nimpl Found {\n    pub fn build(self) -> u8 {\n        1\n    }\n}\n\n\
         fn opts() -> Walk {\n    Walk::new()\n}\n\npub fn direct() {\n    Walk::new().build();\n}\n\n\
         pub fn called() {\n    opts().build();\n}\n",
    )];
    let expected = ["likely src/lib.rs:26 direct", "likely src/lib.rs:30 called"];
    callers(&rust, "src/lib.rs", "Walk.build", &expected);
    callers(&rust, "src/lib.rs", "Found.build", &[]);
}
