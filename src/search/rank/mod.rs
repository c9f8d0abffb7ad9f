//! Ranking: a linear score for each file, then one for each chunk.
//!
//! Both have weights for each kind of query, with vectors and without, mixed by the properties of the query's text. The weights of the file
//! score maximize the likelihood of the right files under a softmax over the
//! files with candidates (the listwise loss of Cao and others, "Learning to Rank: From Pairwise
//! Approach to Listwise Approach", 2007); the weights of the chunk score are fitted in the same way over
//! chunks, with the file score as one of the signals. Invariant: the explanation lists every signal,
//! and their sum is the score.
//!
//! Principal type: [`Signals`], the unweighted values; [`rank()`] applies the [`weights`], and
//! `ranking/train.py` fits them.

mod chunk;
mod confidence;
mod file;
mod kind_directions;
mod kinds;
mod order;
mod ranked;
mod scored;
mod similarity;
mod weights;

pub(super) use confidence::are_weak;
pub use order::Signals;
pub(super) use order::{rank, signals};
