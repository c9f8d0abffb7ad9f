//! When an endpoint counts as down.

use super::error::{AskError, Fault};

/// Requests in a row that the server let fail, retries included, before it counts as down.
const SERVER_FAILURES: u32 = 3;

/// Requests in a row that failed by themselves (refused for their content, answered with
/// nonsense) before it counts as of no use. More: a small model may fail three times by chance.
const REQUEST_FAILURES: u32 = 8;

/// What the last requests came to.
#[derive(Debug, Default)]
pub(super) struct Health {
    by_server: u32,
    by_request: u32,
}

impl Health {
    /// A request brought a summary.
    pub(super) fn answered(&mut self) {
        *self = Self::default();
    }

    /// A request failed for good; says why the endpoint is down, if that makes it so.
    pub(super) fn failed(&mut self, error: &AskError) -> Option<String> {
        match error.fault() {
            Fault::Configuration => Some(error.to_string()),
            Fault::Server => {
                self.by_server += 1;
                let is_down = self.by_server >= SERVER_FAILURES;
                is_down.then(|| format!("{} requests in a row failed: {error}", self.by_server))
            }
            Fault::Request => {
                // It answered, so it is there.
                self.by_server = 0;
                self.by_request += 1;
                let is_down = self.by_request >= REQUEST_FAILURES;
                is_down.then(|| {
                    format!(
                        "{} requests in a row brought no summary: {error}",
                        self.by_request
                    )
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::answer::Nonsense;
    use super::*;

    fn status(status: u16) -> AskError {
        AskError::Refused {
            place: "x.org".to_owned(),
            status,
            message: String::new(),
        }
    }

    /// After how many such failures the endpoint is down.
    fn check(error: AskError, expected: usize) {
        let mut health = Health::default();
        let down = (1..20).find(|_| health.failed(&error).is_some());
        assert_eq!(down, Some(expected), "{error}");
    }

    #[test]
    fn the_fault_decides_how_many_failures_are_enough() {
        check(status(401), 1);
        check(status(404), 1);
        check(status(500), 3);
        check(status(429), 3);
        check(status(400), 8);
        check(AskError::Nonsense(Nonsense::Empty), 8);
    }

    #[test]
    fn only_failures_in_a_row_count() {
        let mut health = Health::default();
        for _ in 0..5 {
            assert_eq!(health.failed(&status(500)), None);
            assert_eq!(health.failed(&status(500)), None);
            health.answered();
        }
        assert_eq!(health.failed(&status(500)), None);
        assert_eq!(health.failed(&status(500)), None);
        assert_eq!(health.failed(&status(400)), None);
        assert_eq!(health.failed(&status(500)), None);
    }
}
