//! Relations of chunks across the repository: callers, callees, imports.
//!
//! Principal types: [`RelationKind`] and [`Relations`]. Invariant: every relation has a [`Certainty`], and
//! nothing is type-checked.
//!
//! A lookup takes the candidates by name from the index, reads their documents in the working tree, and judges
//! each reference with [`judge()`](resolver::judge()). [`RelationKind::find()`] is the entry. Each request has its
//! own [`Codebase`], and most steps are methods of it. Callers, for example, pass through
//! `kind` → `target` → `callers` → `codebase` → `resolver`, which asks `receiver`, `origin` and `declared`.
//!
//! | step | file | from → to |
//! | --- | --- | --- |
//! | dispatch | `kind` | a kind of relation and a chunk → [`Relations`] |
//! | candidates of callers | `callers` | a chunk → the documents that mention its names |
//! | candidates of callees | `callees` | the references in a chunk → the declarations of their names |
//! | unread code | `unread` | names → templates and other files that mention them and are not parsed |
//! | name at a position | `named` | a position → the declarations that its name means, and their users |
//! | implementations | `implementations` | an interface or a method of it → what implements it |
//! | imports of a part | `imports` | imports in or used by a part → declarations and documents |
//! | owner | `owner` | a member outside its type → the nearest declarations of the type |
//! | target | `target` | a chunk or a record → names, each with its owner |
//! | joined names | `pasted` | a call of a macro of C → the names that it makes with `##` |
//! | receiver | `receiver` | a reference → the names before it: `this`, `ctx`, `logger` |
//! | judgment | `resolver` | a reference and a target → a certainty, or none |
//! | types of variables | `types`, `declared` | a variable or field → the type that its declaration states |
//! | types of one name | `home`, `type_name` | the path of a type → the declaration that it means, of several |
//! | other languages | `accessor` | a member → its names in another language: `getSize()` of `size` |
//! | types of calls | `call` | a call → the types that the signatures of its functions state |
//! | interfaces | `interface` | a type → the interfaces that it satisfies without naming them |
//! | origin | `origin` | an imported name → the declaration, through exports and re-exports |
//! | initializers | `initializer` | a type of C++ → the fields that a constructor initializes |
//! | hidden namespaces | `macro_namespace` | a document of C++ → the namespaces that a macro opens in it |
//! | renamed members | `member_alias` | a document → the variables that name a member of a module |
//! | paths of files | `mentioned` | a file → scripts, templates and settings that name it by its path |
//! | modules | `modules` | an import → the documents that it may mean, with the names of build files |
//! | several steps | `step` | a declaration → the declarations that use it, or that it uses |
//! | imports of a file | `edges` | the imports that the index stores → files |
//! | lookups | `codebase` | records of a name, the tree of a path, the bases of a type; cached |

mod accessor;
mod call;
mod callees;
mod callers;
mod codebase;
mod declared;
mod earlier;
mod edges;
mod home;
mod implementations;
mod imports;
mod initializer;
mod interface;
mod kind;
mod loaded;
mod macro_namespace;
mod member_alias;
mod mentioned;
mod modules;
mod named;
mod origin;
mod owner;
mod pasted;
mod receiver;
mod relations;
mod resolver;
mod step;
mod target;
mod type_name;
mod type_text;
mod types;
mod unread;

pub use codebase::Codebase;
pub use earlier::EarlierDocuments;
pub use kind::{Direction, RelationKind};
pub use relations::{Certainty, Relation, Relations};
pub use step::{Declaration, DeclarationKey, Step};
