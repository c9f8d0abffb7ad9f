//! Resolution of a reference: the certainty with which a name in the source means a declaration.
//!
//! Principal function: [`judge()`]. Invariant: nothing is type-checked. The evidence is what a reader
//! sees at a glance: the qualifier before the name, `self` within the type, the imports of the
//! document, declared types of variables, and nearby mentions of the type.
//!
//! | reference | file | evidence |
//! | --- | --- | --- |
//! | any | `judge` | the word before the name, the call after it; calls one of the next |
//! | `merge(…)` | `scope` | local variables, imports, enclosing types, the directory or package |
//! | a type | `namespace` | the namespaces around it, imported namespaces |
//! | `self.merge(…)`, `super().merge(…)` | `own` | the enclosing type and its bases |
//! | a function in a function | `nested` | its scope, or its name alone |
//! | a member of a component | `component` | its template, and its other objects |
//! | `self.merge(…)` in a base | `dispatch` | whether the members of one name override each other |
//! | `merge(…)` in `with(merger) { … }` | `lambda` | the type of the receiver |
//! | `a::b::merge(…)` | `qualified` | the path, which is read as an import |
//! | `Merger::new(…)`, `report.build(…)` | `qualified` | the origin of the imported qualifier |
//! | `two.Box.open(…)` | `namesake` | the path of one of several types of a name |
//! | `Crate { weight: 1 }`, `const { load } = store` | `key` | the type before the key, or that of the value |
//! | `super().merge(…)` in a type in a function | `local_type` | the bases on the line of the type |
//! | `super(…)`, `this(…)` | `construction` | the bases of the enclosing type, the type that a statement names |
//! | `: part_(3)` of C++ | `construction` | the type that the field is declared with |
//! | `for s in shapes { s.area() }` | `element` | the type of the elements of the container |
//! | one of several functions of a name | `overload`, `argument` | the number and types of arguments |
//! | a name that a macro imports, or `declare global` | `ambient` | the imports of the macro's module |
//! | a method or the static one of its name | `twin` | the type or value before it |
//! | `merger.merge(…)`, `open().merge(…)` | `value` | the declared type of the value, or mentions of the owner |

mod ambient;
mod argument;
mod component;
mod construction;
mod dispatch;
mod element;
mod judge;
mod key;
mod lambda;
mod local_type;
mod namesake;
mod namespace;
mod nested;
mod overload;
mod own;
mod parameters;
mod platform;
mod qualified;
mod scope;
mod twin;
mod value;

pub(super) use judge::{judge, names_type};
pub(super) use key::words;
pub(super) use parameters::parameters;
