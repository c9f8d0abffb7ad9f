//! Errors for people.

/// An error and its causes. A cause that an error above it repeats, as libraries do, is omitted.
pub(crate) fn error_sentence(error: &anyhow::Error) -> String {
    let mut sentence = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if sentence.is_empty() {
            sentence = cause;
        } else if !sentence.contains(&cause) {
            sentence.push_str(": ");
            sentence.push_str(&cause);
        }
    }
    sentence
}

/// Error for a panic, which may be due to a damaged file: a verified file of an index is trusted for a day
/// while its length and times stay the same.
pub(crate) fn fault() -> anyhow::Error {
    anyhow::anyhow!(
        "an internal error; `smriti-tui index` verifies the index and rebuilds damaged parts; \
         report the error if it persists"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;
    use std::io;

    #[test]
    fn a_repeated_cause_is_omitted() {
        let cause = || io::Error::other("disk full");
        let repeated = anyhow::Error::new(cause()).context("cannot write x: disk full");
        assert_eq!(error_sentence(&repeated), "cannot write x: disk full");
        let error = Err::<(), _>(cause()).context("cannot write x");
        assert_eq!(
            error_sentence(&error.unwrap_err()),
            "cannot write x: disk full"
        );
    }
}
