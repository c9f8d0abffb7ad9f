//! How long to wait before a request is sent again. Steps without jitter: a run has a handful of
//! requests open, and the same failures give the same waits.

use std::time::{Duration, SystemTime};

/// The first step; each further one is twice as long.
const FIRST: Duration = Duration::from_millis(500);

/// The longest step of our own.
const LONGEST: Duration = Duration::from_secs(30);

/// The longest wait a server may ask for.
const LONGEST_ASKED: Duration = Duration::from_secs(60);

/// The wait after so many failures of a request, at least one; what the server asked for counts
/// for more.
pub(super) fn wait(failures: u32, asked: Option<Duration>) -> Duration {
    match asked {
        Some(asked) => asked.clamp(FIRST, LONGEST_ASKED),
        None => {
            let doublings = failures.saturating_sub(1).min(16);
            FIRST.saturating_mul(1 << doublings).min(LONGEST)
        }
    }
}

/// What a `Retry-After` header asks for, in seconds or as a date (RFC 9110 §10.2.3). A date means
/// something relative to the server's own clock, its `Date` header; without one, to ours.
pub(super) fn retry_after(
    value: &str,
    date: Option<&str>,
    received: SystemTime,
) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let until = httpdate::parse_http_date(value).ok()?;
    let now = date
        .and_then(|date| httpdate::parse_http_date(date).ok())
        .unwrap_or(received);
    Some(until.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_double_up_to_a_bound() {
        let steps = |failures| wait(failures, None).as_millis();
        assert_eq!(
            [1, 2, 3, 4, 6, 7, 8].map(steps),
            [500, 1000, 2000, 4000, 16000, 30000, 30000]
        );
        assert_eq!(steps(u32::MAX), 30000);
    }

    #[test]
    fn what_the_server_asks_for_is_bounded() {
        let check = |asked, expected| {
            let waited = wait(5, Some(Duration::from_secs(asked)));
            assert_eq!(waited.as_millis(), expected, "{asked} s");
        };
        check(0, 500);
        check(3, 3000);
        check(u64::MAX, 60_000);
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let received = httpdate::parse_http_date("Sun, 06 Nov 1994 08:49:30 GMT").unwrap();
        let check = |value: &str, date: Option<&str>, expected: Option<u64>| {
            let asked = retry_after(value, date, received);
            assert_eq!(
                asked,
                expected.map(Duration::from_secs),
                "{value:?}, {date:?}"
            );
        };
        check(" 7 ", None, Some(7));
        check("99999999999999999999999", None, Some(u64::MAX));
        check("Sun, 06 Nov 1994 08:49:37 GMT", None, Some(7));
        // The server's clock runs an hour before ours.
        check(
            "Sun, 06 Nov 1994 09:49:37 GMT",
            Some("Sun, 06 Nov 1994 09:49:35 GMT"),
            Some(2),
        );
        check("Sun, 06 Nov 1994 08:49:37 GMT", Some("today"), Some(7));
        check("Sat, 06 Nov 1993 08:49:37 GMT", None, Some(0));
        check("soon", None, None);
        check("-1", None, None);
        check("", None, None);
    }
}
