//! Time from the start of the server for agents to its answers.

use crate::corpus::Corpus;
use crate::home::Home;
use crate::report::Table;
use crate::samples::{Samples, show};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

/// A query with results in most codebases.
const QUERY: &str = "how are errors reported";

/// A running server. Dropping it ends the process.
struct Server {
    started: Instant,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    requests: u64,
}

/// Times since the start of a server.
struct Times {
    /// The first reply to a search, whatever it has.
    reply: Duration,
    /// The first reply with results.
    results: Duration,
    /// The first reply from all files, with all vectors.
    complete: Duration,
}

impl Server {
    fn start(home: &Home) -> Result<Self> {
        let mut command = home.command(&["mcp", "."]);
        let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let started = Instant::now();
        let mut process = streams.stderr(Stdio::null()).spawn()?;
        let mut server = Self {
            started,
            input: process.stdin.take().context("its input")?,
            output: BufReader::new(process.stdout.take().context("its output")?),
            process,
            requests: 0,
        };
        let client = json!({"name": "table", "version": "1"});
        server.request(
            "initialize",
            &json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}),
        )?;
        let notification = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        writeln!(server.input, "{notification}")?;
        Ok(server)
    }

    fn request(&mut self, method: &str, parameters: &Value) -> Result<Value> {
        self.requests += 1;
        let id = self.requests;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters});
        writeln!(self.input, "{request}")?;
        loop {
            let mut line = String::new();
            ensure!(self.output.read_line(&mut line)? > 0, "the server ended");
            let reply: Value = serde_json::from_str(&line)?;
            if reply["id"] == id {
                return Ok(reply);
            }
        }
    }

    /// Searches, and returns the text of the answer.
    fn search(&mut self) -> Result<String> {
        let call = json!({"name": "search", "arguments": {"query": QUERY, "again": true}});
        let reply = self.request("tools/call", &call)?;
        let text = reply["result"]["content"][0]["text"].as_str();
        Ok(text.with_context(|| reply.to_string())?.to_owned())
    }

    fn times(mut self) -> Result<Times> {
        let (mut reply, mut results) = (None, None);
        loop {
            let answer = self.search()?;
            let now = self.started.elapsed();
            let first_reply = *reply.get_or_insert(now);
            if results.is_none() && answer.contains("\n1. ") {
                results = Some(now);
            }
            if answer.starts_with("fresh: yes\n") {
                return Ok(Times {
                    reply: first_reply,
                    results: results.context("no results")?,
                    complete: now,
                });
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Starts the server `runs` times without an index, each time followed by a start with the new index.
pub(crate) fn measure(corpus: &Corpus, runs: usize, table: &mut Table) -> Result<()> {
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        let home = Home::new(corpus.path())?;
        cold.push(Server::start(&home)?.times()?);
        warm.push(Server::start(&home)?.times()?);
    }
    for (start, times) in [("cold", &cold), ("warm", &warm)] {
        let median = |time: fn(&Times) -> Duration| {
            show(times.iter().map(time).collect::<Samples>().median())
        };
        table.fact(
            &format!("server for agents, {start}: first reply, first results, complete answer"),
            [
                median(|it| it.reply),
                median(|it| it.results),
                median(|it| it.complete),
            ]
            .join(", "),
        );
    }
    Ok(())
}
