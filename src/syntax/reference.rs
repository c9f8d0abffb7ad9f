//! References to names, as written.
//!
//! Principal types: [`Reference`] and [`Binding`]. Contract: nothing is resolved here; `context::relation` finds
//! the declarations that they mean.

use std::ops::Range;

/// A reference to a name. Its ranges are bytes of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    /// The name.
    pub bytes: Range<u32>,
    /// The name directly before it: `Foo` of `Foo::new`, `self` of `self.len`. Empty if there is none, or a
    /// longer expression, like `open()` of `open().read`.
    pub qualifier: Range<u32>,
    /// True for a member of the expression before it: `a.f`, `A::f`, `open().f`.
    pub is_member: bool,
    /// True for a call: `f(…)`, `a.f(…)`, `f!(…)`.
    pub is_called: bool,
    /// True for a key in a literal of a type, which is the qualifier: `weight` of `Crate { weight: 1 }`. Without a
    /// qualifier, the type is not stated.
    pub is_key: bool,
}

/// A parameter or local variable, and the part of the text in which it is visible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    /// The name.
    pub name: Range<u32>,
    /// The function, loop or other node with a body around it.
    pub scope: Range<u32>,
}

/// Returns true if a text ends before the classes of an element: `<p class="`, `<p className={"`.
pub fn ends_with_class(before: &str) -> bool {
    let attribute = before.strip_suffix(['"', '\'']);
    let attribute = attribute.map(|it| it.strip_suffix('{').unwrap_or(it));
    // `:class="look"` of Vue is code.
    attribute.is_some_and(|it| {
        (it.ends_with("class=") && !it.ends_with(":class=")) || it.ends_with("className=")
    })
}
