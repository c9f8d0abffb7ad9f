//! The queries of a search, from the arguments or from standard input.

use super::formats::OutputFormat;
use super::search_options::{SearchOptions, unmarked};
use crate::search::{Query, Switches};
use anyhow::{Context, Result, ensure};
use std::io::{self, BufRead, Read};

/// Maximum length in bytes of a line of standard input.
pub(super) const MAX_LINE: u64 = 1_000_000;

/// Calls `answer` with each query: the one of the arguments, or the lines of standard input.
pub(super) fn each_query(
    options: &SearchOptions,
    mut answer: impl FnMut(&str) -> Result<()>,
) -> Result<()> {
    if !options.is_batch() {
        let query = typed(options);
        ensure!(!query.trim().is_empty(), "the query is empty");
        ensure!(
            options.query[0] != "-" || options.fixed_strings,
            "`-` reads queries from standard input, and takes no other words"
        );
        return answer(&query);
    }
    let mut input = io::stdin().lock();
    while let Some(line) = next_line(&mut input)? {
        // In JSON, a blank line has an object too: one per line.
        if options.format() == OutputFormat::Json || !line.trim().is_empty() {
            answer(line.trim_end_matches(['\r', '\n']))?;
        }
    }
    Ok(())
}

/// The words of the query as one text.
pub(super) fn typed(options: &SearchOptions) -> String {
    let words: Vec<&str> = options
        .query
        .iter()
        .map(|word| unmarked(word).trim_start())
        .collect();
    words.join(" ")
}

/// Reads a query, typed or from standard input, as the options say.
pub(super) fn read_query(options: &SearchOptions, text: &str) -> Query {
    let mut query = parse_query(options, text);
    if text.len() as u64 > MAX_LINE {
        query.error = Some("a line of the input exceeds 1 MB".to_owned());
    }
    query
}

fn parse_query(options: &SearchOptions, text: &str) -> Query {
    let switches = options.switches();
    if let [first, rest @ ..] = options.query.as_slice()
        && options.fixed_strings
    {
        let exact = if options.query == ["-"] {
            text
        } else {
            unmarked(first)
        };
        let filters: Vec<&str> = rest.iter().map(|word| unmarked(word)).collect();
        return Query::exactly(exact, &filters.join(" "), switches);
    }
    let mut query = Query {
        is_typing: false,
        ..Query::parse_with(text, options.mode, switches)
    };
    if switches != Switches::default() && !query.reads_text() {
        let why = "-i, -s, -w and -U apply to phrases and patterns only; quote the words, or use --mode regex";
        query.hint.get_or_insert_with(|| why.to_owned());
    }
    query
}

/// The next line of standard input with its end; none after the last one. The end of a long line is cut.
pub(super) fn next_line(input: &mut impl BufRead) -> Result<Option<String>> {
    let mut line = Vec::new();
    let mut start = input.by_ref().take(MAX_LINE + 1);
    let length = start.read_until(b'\n', &mut line);
    let length = length.context("cannot read standard input")? as u64;
    if length > MAX_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok((length > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_batch_has_a_maximum_length() {
        let longest = "a".repeat(999_999);
        let mut input: &[u8] = &[longest.as_bytes(), b"\n\r\nb"].concat();
        let first = format!("{longest}\n");
        for expected in [Some(&*first), Some("\r\n"), Some("b"), None] {
            assert_eq!(next_line(&mut input).unwrap().as_deref(), expected);
        }
        let mut input: &[u8] = &[&b"a".repeat(3_000_000)[..], b"\nb"].concat();
        let long = next_line(&mut input).unwrap().unwrap();
        assert_eq!(long.len(), 1_000_001);
        assert_eq!(next_line(&mut input).unwrap().as_deref(), Some("b"));
    }
}
