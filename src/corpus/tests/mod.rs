//! Reading and walking a working tree.

mod listing;
mod read;
mod relisting;
mod walk;
