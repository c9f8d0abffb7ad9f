//! The name of a type, and the declaration that it means.
//!
//! Principal type: [`TypeName`].

use crate::corpus::SourcePath;

/// The name of a type, as a declaration states it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct TypeName {
    /// Without its qualifier, unless that is a package outside of the repository.
    pub(super) name: String,
    /// The declaration, if there are several of the name.
    pub(super) home: Option<Home>,
    /// True for the type before a method whose result is not known: `Factory` of `Factory.build()`.
    pub(super) is_factory: bool,
    /// The type of the elements of a container, and true for the values of a map.
    pub(super) element: Option<(Box<TypeName>, bool)>,
    /// True if the qualifier before it is not known.
    pub(super) is_unclear: bool,
}

/// The declaration of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Home {
    pub(super) path: SourcePath,
    /// Its package, the namespaces and types around it, and its name.
    pub(super) scope: Vec<String>,
}

impl TypeName {
    /// A type of any declaration with the name.
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }
}
