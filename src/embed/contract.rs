//! What a graph declares: which inputs it is fed and what its output means.

use super::tokens::Tokens;
use ort::session::{RunOptions, Session, SessionInputValue};
use ort::value::{DynValue, PrimitiveTensorElementType, Tensor};
use std::fmt::Debug;

const IDS: &str = "input_ids";
const WEIGHTS: &str = "token_weights";
const MASK: &str = "attention_mask";
const TYPES: &str = "token_type_ids";

/// The outputs that hold vectors, the best first; where a graph has neither, its first output.
const OUTPUTS: [&str; 2] = ["sentence_embedding", "last_hidden_state"];

type Input = (&'static str, SessionInputValue<'static>);

/// How a graph is fed, told by the inputs it declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Contract {
    /// Distinct tokens and their weights; order says nothing.
    Bag,
    /// Tokens in order, with a mask over the padding.
    Sequence {
        /// Whether the graph also wants the (constant) type of each token.
        token_types: bool,
    },
}

/// How a graph's vectors of tokens become the vector of their text, where the graph leaves that to
/// its caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pooling {
    /// The mean over the text's tokens.
    Mean,
    /// The vector of the first token, which stands for the text.
    First,
    /// The vector of the last token, which has seen all others.
    Last,
    /// Some other way.
    Unknown,
}

impl Contract {
    /// The contract of a graph that declares these inputs.
    pub(super) fn of(inputs: &[&str]) -> Result<Self, String> {
        let mut sorted = inputs.to_vec();
        sorted.sort_unstable();
        match sorted.as_slice() {
            [IDS, WEIGHTS] => Ok(Self::Bag),
            [MASK, IDS] => Ok(Self::Sequence { token_types: false }),
            [MASK, IDS, TYPES] => Ok(Self::Sequence { token_types: true }),
            _ => Err(format!(
                "its graph wants the inputs {}; a sentence-transformer has {IDS}, {MASK} and \
                 optionally {TYPES}",
                inputs.join(", ")
            )),
        }
    }

    /// Tokens that a run of the graph takes, padding included. The vectors of a bag's tokens stay in
    /// the cache (10.3 µs for a text of 430 bytes; with 2,048 tokens 12.6 µs, with 128 12.1 µs).
    /// Attention gains nothing by more tokens than this (all-MiniLM-L6-v2 on one thread:
    /// 37 texts of 15 tokens a second one by one, 73 from here on; at 80 tokens there is no
    /// difference), and a run cannot be interrupted everywhere.
    pub(super) fn batch_tokens(self) -> usize {
        match self {
            Self::Bag => 512,
            Self::Sequence { .. } => 256,
        }
    }

    /// Runs a batch and gives each row's vector, of unit length, to `sink`. No row may be empty:
    /// the mean over no token is not a number. `options` can end it early.
    pub(super) fn run(
        self,
        session: &mut Session,
        options: Option<&RunOptions>,
        pooling: Pooling,
        batch: &[&Tokens],
        mut sink: impl FnMut(usize, &[f32]),
    ) -> Result<(), String> {
        let width = batch.iter().map(|row| row.ids.len()).max().unwrap_or(0);
        let output = output_name(session)?;
        let inputs = self
            .inputs(batch, width)
            .map_err(|error| error.to_string())?;
        let outputs = match options {
            Some(options) => session.run_with_options(inputs, options),
            None => session.run(inputs),
        }
        .map_err(|error| error.to_string())?;
        let value = outputs
            .get(&output)
            .ok_or_else(|| format!("the graph gave no {output}"))?;
        let lengths: Vec<usize> = batch.iter().map(|row| row.ids.len()).collect();
        pool(value, pooling, &lengths, width, &mut sink)
    }

    fn inputs(self, batch: &[&Tokens], width: usize) -> Result<Vec<Input>, ort::Error> {
        let mut inputs = vec![input(IDS, batch, width, |row| row.ids.iter().copied())?];
        match self {
            Self::Bag => {
                let weights = input(WEIGHTS, batch, width, |row| row.weights.iter().copied());
                inputs.push(weights?);
            }
            Self::Sequence { token_types } => {
                inputs.push(input(MASK, batch, width, |row| {
                    row.ids.iter().map(|_| 1i64)
                })?);
                if token_types {
                    inputs.push(input(TYPES, batch, width, |_| std::iter::empty::<i64>())?);
                }
            }
        }
        Ok(inputs)
    }
}

/// An input of rows that are made equally long by zeros: id 0 with weight or mask 0.
fn input<'t, T, I>(
    name: &'static str,
    batch: &[&'t Tokens],
    width: usize,
    row: impl Fn(&'t Tokens) -> I,
) -> Result<Input, ort::Error>
where
    T: PrimitiveTensorElementType + Clone + Default + Debug + 'static,
    I: Iterator<Item = T>,
{
    let shape = [batch.len(), width];
    let rows = batch.iter().map(|tokens| row(tokens));
    let tensor = Tensor::from_array((shape, padded(rows, width, batch.len() * width)))?;
    Ok((name, tensor.into()))
}

/// Rows one after the other, each filled up with zeros.
fn padded<T: Default + Clone>(
    rows: impl Iterator<Item = impl Iterator<Item = T>>,
    width: usize,
    size: usize,
) -> Vec<T> {
    let mut values = Vec::with_capacity(size);
    for (done, row) in rows.enumerate() {
        values.extend(row);
        values.resize((done + 1) * width, T::default());
    }
    values
}

fn output_name(session: &Session) -> Result<String, String> {
    let declared = session.outputs();
    OUTPUTS
        .iter()
        .find_map(|name| declared.iter().find(|output| output.name() == *name))
        .or_else(|| declared.first())
        .map(|output| output.name().to_owned())
        .ok_or_else(|| "its graph has no output".to_owned())
}

/// Gives `sink` the vector of each row: as it is where the graph pools (two axes), else pooled over
/// the row's own tokens (three axes).
fn pool(
    value: &DynValue,
    pooling: Pooling,
    lengths: &[usize],
    width: usize,
    sink: &mut impl FnMut(usize, &[f32]),
) -> Result<(), String> {
    let declared = value.dtype().tensor_shape();
    if declared.is_none_or(|shape| shape.iter().any(|axis| *axis <= 0)) {
        // ort must not be asked for the components of what has none.
        return Err("its vectors have no components".to_owned());
    }
    let (shape, values) = value
        .try_extract_tensor::<f32>()
        .map_err(|error| error.to_string())?;
    let axes: Vec<usize> = shape.iter().map(|axis| *axis as usize).collect();
    let (tokens, dimension) = match axes.as_slice() {
        [rows, dimension] if *rows == lengths.len() => (1, *dimension),
        [rows, tokens, dimension] if *rows == lengths.len() && *tokens == width => {
            (width, *dimension)
        }
        _ => {
            return Err(format!(
                "its output has the shape {shape}, which holds no vectors"
            ));
        }
    };
    let mut vector = vec![0.0; dimension];
    let rows = values.chunks_exact(tokens * dimension).zip(lengths);
    for (row, (matrix, length)) in rows.enumerate() {
        vector.fill(0.0);
        let own = match (axes.len(), pooling) {
            (2, _) => 0..1,
            (_, Pooling::Mean) => 0..*length,
            (_, Pooling::First) => 0..1,
            (_, Pooling::Last) => length.saturating_sub(1)..*length,
            (_, Pooling::Unknown) => {
                return Err(
                    "its 1_Pooling/config.json asks for another way than the mean, the \
                            first or the last token; export it with the output \
                            sentence_embedding"
                        .to_owned(),
                );
            }
        };
        let own_tokens = matrix
            .chunks_exact(dimension)
            .skip(own.start)
            .take(own.len());
        for token in own_tokens {
            for (sum, component) in vector.iter_mut().zip(token) {
                *sum += component;
            }
        }
        normalize(&mut vector)?;
        sink(row, &vector);
    }
    Ok(())
}

/// Scales to unit length. A vector too short to have a direction becomes zeros.
fn normalize(vector: &mut [f32]) -> Result<(), String> {
    let norm = vector.iter().map(|it| it * it).sum::<f32>().sqrt();
    if !norm.is_finite() {
        return Err("its vectors hold values that are not numbers".to_owned());
    }
    let factor = if norm > 1e-6 { norm.recip() } else { 0.0 };
    vector.iter_mut().for_each(|it| *it *= factor);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(inputs: &[&str], expected: Result<Contract, &str>) {
        match (Contract::of(inputs), expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (Err(found), Err(part)) => assert!(found.contains(part), "{found}"),
            (found, expected) => panic!("{found:?}, not {expected:?}"),
        }
    }

    #[test]
    fn the_inputs_tell_the_contract() {
        check(&[IDS, WEIGHTS], Ok(Contract::Bag));
        check(&[IDS, MASK], Ok(Contract::Sequence { token_types: false }));
        check(
            &[IDS, MASK, TYPES],
            Ok(Contract::Sequence { token_types: true }),
        );
        check(&["pixel_values"], Err("wants the inputs pixel_values"));
        check(&[], Err("a sentence-transformer has input_ids"));
    }

    #[test]
    fn rows_are_padded_to_one_width() {
        let rows = [vec![1, 2, 3], vec![4]];
        let found = padded(rows.iter().map(|row| row.iter().copied()), 3, 6);
        assert_eq!(found, [1, 2, 3, 4, 0, 0]);
    }

    #[test]
    fn a_short_vector_has_no_direction_and_a_wild_one_is_refused() {
        let mut vector = [3.0, 4.0];
        normalize(&mut vector).unwrap();
        assert_eq!(vector, [0.6, 0.8]);
        let mut vector = [1e-9, 0.0];
        normalize(&mut vector).unwrap();
        assert_eq!(vector, [0.0, 0.0]);
        assert!(normalize(&mut [f32::NAN, 0.0]).is_err());
    }
}
