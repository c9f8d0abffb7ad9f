//! The result of one check.
//!
//! Principal type: [`Check`].

use crate::pages::error_sentence;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;

/// Verdict of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Severity {
    /// As it should be.
    Good,
    /// Worth knowing; everything works.
    Note,
    /// It keeps something from working.
    Problem,
}

/// Outcome of a check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(super) struct Check {
    pub(super) state: Severity,
    /// Finding, as one sentence.
    pub(super) message: String,
    /// Advice; null if there is nothing to do.
    pub(super) advice: Option<String>,
}

impl Check {
    fn new(state: Severity, message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self {
            state,
            message: message.into(),
            advice: Some(advice.into()).filter(|advice| !advice.is_empty()),
        }
    }

    pub(super) fn good(message: impl Into<String>) -> Self {
        Self::new(Severity::Good, message, "")
    }

    pub(super) fn note(message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(Severity::Note, message, advice)
    }

    pub(super) fn problem(message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(Severity::Problem, message, advice)
    }

    /// An error whose advice follows its last semicolon.
    pub(super) fn error(error: &anyhow::Error) -> Self {
        let error = error_sentence(error);
        let (message, advice) = error.rsplit_once("; ").unwrap_or((&error, ""));
        Self::problem(message, advice)
    }
}
