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
        let path = &record.path;
        let likelihood = |scope: &String| {
            let term = name_term(scope);
            let fit = |name: &str| match name == scope {
                true => 1.0,
                false if name_term(name) == term => OTHER_SPELLING,
                false => 0.0,
            };
            let directories = path.directory().split('/').chain([path.stem()]);
            let directories = directories.map(|it| DIRECTORY * fit(it));
            let names = record.names.iter().map(|it| fit(it));
            names.chain(directories).fold(0.0, f32::max)
        };
        self.scopes.iter().map(likelihood).fold(1.0, f32::min)
    }
}
