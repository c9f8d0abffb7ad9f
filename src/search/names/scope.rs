//! Scopes of a name: `Session` of `Session.request`.

use crate::index::Record;
use crate::index::terms::name_term;
use crate::search::query::QualifiedName;

/// Likelihood of a scope whose name differs in case or in separators of words.
const OTHER_SPELLING: f32 = 0.8;
/// Likelihood of a scope that only a directory or the file is named after.
const DIRECTORY: f32 = 0.8;

impl QualifiedName {
    /// The name without its scopes, normalized by [`name_term`].
    pub(crate) fn term(&self) -> String {
        name_term(&self.last)
    }

    /// Likelihood that the scopes enclose a leaf, 0 to 1: the likelihood of the least likely scope. Directories
    /// and the file are scopes, too.
    pub(crate) fn within(&self, record: &Record) -> f32 {
        let mut least = 1.0f32;
        for scope in &self.scopes {
            let mut likelihood = 0.0f32;
            for name in &record.names {
                likelihood = likelihood.max(fit(scope, name));
            }
            for directory in record
                .path
                .directory()
                .split('/')
                .chain([record.path.stem()])
            {
                likelihood = likelihood.max(DIRECTORY * fit(scope, directory));
            }
            least = least.min(likelihood);
        }
        least
    }
}

/// Likelihood that a typed scope means a name, 0 to 1.
fn fit(scope: &str, name: &str) -> f32 {
    if name == scope {
        1.0
    } else if name_term(name) == name_term(scope) {
        OTHER_SPELLING
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(typed: &str, expected: f32) {
        let names = ["base.py", "Celery", "Task", "start"];
        let record = Record {
            names: names.map(str::to_owned).to_vec(),
            ..Record::of_file(&crate::corpus::SourcePath::new("celery/app/base.py"))
        };
        let typed = QualifiedName::parse(typed);
        assert_eq!(typed.within(&record), expected, "{typed:?}");
    }

    #[test]
    fn an_owner_as_typed_precedes_other_case_and_directories() {
        check("start", 1.0);
        check("Celery.start", 1.0);
        check("Celery::Task#start", 1.0);
        check("task.start", 0.8);
        check("app.start", 0.8);
        check("base.Task.start", 0.8);
        check("Base.start", 0.8 * 0.8);
        check("Base.task.start", 0.8 * 0.8);
        check("Worker.start", 0.0);
        check("Worker.Task.start", 0.0);
    }
}
