//! Reading and walking a working tree.

mod read;
mod walk;
