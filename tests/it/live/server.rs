//! A call of the server for agents follows every change before it, though most calls scan nothing.

use crate::fixture::{PROGRAM, Repository};
use crate::mcp::Server;
use serde_json::json;

#[test]
fn every_change_before_a_call_is_in_its_answer() {
    let repository = Repository::of(&PROGRAM);
    repository.write("edited.py", "def edited():\n    pass\n");
    let mut server = Server::start(&repository);
    server.call_when_indexed("search", &json!({"query": "edited"}));
    let mut check = |text: &str, expected: bool| {
        let query = format!("\"{text}\"");
        // A busy machine may answer before the change is read, and says so.
        let mut found = String::new();
        while !found.starts_with("fresh: yes") {
            (found, _) = server.call("search", &json!({"query": query, "again": true}));
        }
        assert_eq!(found.contains("\n1. "), expected, "{text}: {found}");
    };
    for nth in 10..30 {
        // As long as before, in place.
        repository.write("edited.py", format!("def edit{nth}():\n    pass\n"));
        check(&format!("edit{nth}"), true);
        check(&format!("edit{}", nth - 1), false);
        check("in_a_new_directory", false);
        let path = format!("new{nth}/deeper/file.py");
        repository.write(&path, "def in_a_new_directory():\n    pass\n");
        check("in_a_new_directory", true);
        std::fs::remove_dir_all(repository.path(&format!("new{nth}"))).unwrap();
    }
}
