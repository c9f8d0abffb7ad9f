//! Nothing opens a network socket without configuration.

use super::ground::{Ground, SMALL, binary, finish};
use std::process::Command;

#[test]
fn no_command_opens_a_network_socket() {
    if Command::new("strace").arg("-V").output().is_err() {
        eprintln!("SKIPPED no_command_opens_a_network_socket: strace is not installed");
        return;
    }
    let ground = Ground::new(&SMALL[..1]);
    let commands: [&[&str]; 8] = [
        &["index"],
        &["search", "how are bookmarks saved"],
        &["similar", "src/session/mod.rs:20"],
        &["context", "src/session/mod.rs:20"],
        &["chunks", "--json"],
        &["status", "--summaries"],
        &["doctor"],
        &["mcp"],
    ];
    for arguments in commands {
        let log = ground.path().join("calls");
        let mut command = Command::new("strace");
        command
            .args(["-f", "-qq", "-e", "trace=%network", "-o"])
            .arg(&log);
        command.arg(binary()).args(arguments);
        ground.prepare(&mut command, &ground.home());
        let ran = finish(command, "");
        if ran.err.contains("ptrace") && ran.err.contains("Operation not permitted") {
            eprintln!(
                "SKIPPED no_command_opens_a_network_socket: {}",
                ran.err.trim()
            );
            return;
        }
        let ran = ran.sound(arguments[0]).unwrap();
        assert!(
            ran.code.is_some_and(|code| code <= 2),
            "{arguments:?}: {}",
            ran.err
        );
        let calls = std::fs::read_to_string(&log).unwrap();
        let network = calls.lines().find(|line| {
            ["AF_INET", "AF_NETLINK", "AF_PACKET", "sin_port"]
                .iter()
                .any(|it| line.contains(it))
        });
        assert_eq!(network, None, "{arguments:?}");
    }
}
