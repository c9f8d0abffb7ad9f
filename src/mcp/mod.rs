//! The server for agents: the Model Context Protocol over standard input and output.
//!
//! Principal entry: [`serve()`]. Invariant: tools only read, they read only files of one repository, which is opened
//! once, and standard output carries only the protocol. The index follows the working tree while the server runs:
//! this process indexes, or follows the one that does.

mod arguments;
mod connection;
mod freshness;
mod input;
mod outline;
mod page;
mod references;
mod repositories;
mod results;
mod schema;
mod server;
mod steps;
mod tools;

pub(crate) use server::serve;
