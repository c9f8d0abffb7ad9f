//! Closed lists of named values.
//!
//! [`named`] defines an enum whose names in queries, JSON and code cannot diverge.

/// Defines an enum whose variants have names, with `ALL`, the variants in order, and `name`.
macro_rules! named {
    ($(#[$meta:meta])* pub enum $type:ident {
        $($(#[$about:meta])* $variant:ident = $name:expr,)+
    }) => {
        $(#[$meta])*
        pub enum $type {
            $($(#[$about])* $variant,)+
        }

        impl $type {
            /// All variants, in the order of the documentation.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name in queries and JSON.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}

pub(crate) use named;
