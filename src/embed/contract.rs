//! Contract of a graph: the inputs it takes and the meaning of its output.
//!
//! Principal type: [`ModelInputs`]. Invariant: every vector given to a caller has unit length or is zero.
//!
//! [`Pipeline`](super::Pipeline) runs every batch through it.

use super::error::Cause;
use super::tokens::Tokens;
use ort::session::{Session, SessionInputValue};
use ort::value::{DynValue, PrimitiveTensorElementType, Tensor};
use std::fmt::Debug;

const IDS: &str = "input_ids";
const WEIGHTS: &str = "token_weights";
const MASK: &str = "attention_mask";
const TYPES: &str = "token_type_ids";

/// Outputs with vectors, best first; a graph with neither is read by its first output.
const OUTPUTS: [&str; 2] = ["sentence_embedding", "last_hidden_state"];

type NamedInput = (&'static str, SessionInputValue<'static>);

/// Kind of model, determined by the inputs that the graph declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ModelInputs {
    /// Distinct tokens with weights, in any order.
    Bag,
    /// Tokens in order, with a mask over the padding.
    Sequence {
        /// True if the graph also takes the (constant) type of each token.
        token_types: bool,
    },
}

/// Reduction of token vectors to the vector of a text, for graphs that return token vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pooling {
    /// Mean over the text's tokens.
    Mean,
    /// Vector of the first token.
    First,
    /// Vector of the last token.
    Last,
    /// An unsupported reduction.
    Unknown,
}

impl ModelInputs {
    /// Determines the contract from the declared inputs.
    pub(super) fn of(inputs: &[&str]) -> Result<Self, Cause> {
        let mut sorted = inputs.to_vec();
        sorted.sort_unstable();
        match sorted.as_slice() {
            [IDS, WEIGHTS] => Ok(Self::Bag),
            [MASK, IDS] => Ok(Self::Sequence { token_types: false }),
            [MASK, IDS, TYPES] => Ok(Self::Sequence { token_types: true }),
            _ => Err(format!(
                "its graph takes the inputs {}; a sentence-transformer takes {IDS}, {MASK} and \
                 optionally {TYPES}",
                inputs.join(", ")
            )
            .into()),
        }
    }

    /// Maximum number of tokens per run of the graph, padding included. For a bag, the token vectors
    /// then fit in the cache (10.3 µs per text of 430 bytes; 12.6 µs with 2,048 tokens, 12.1 µs with
    /// 128). For a sequence, more tokens are not faster (all-MiniLM-L6-v2 on one thread: 37 texts of
    /// 15 tokens per second one by one, 73 from this limit on; no difference with 80 tokens per
    /// text), and a run cannot be interrupted.
    pub(super) fn batch_tokens(self) -> usize {
        match self {
            Self::Bag => 512,
            Self::Sequence { .. } => 256,
        }
    }

    /// Runs a batch and passes each row's vector, of unit length, to `sink`. No row may be empty: the
    /// mean over no tokens is not a number.
    pub(super) fn run(
        self,
        session: &mut Session,
        pooling: Pooling,
        batch: &[&Tokens],
        mut sink: impl FnMut(usize, &[f32]),
    ) -> Result<(), Cause> {
        let width = batch.iter().map(|row| row.ids.len()).max().unwrap_or(0);
        let output = output_name(session)?;
        let inputs = self.inputs(batch, width)?;
        let outputs = session.run(inputs)?;
        let value = outputs
            .get(&output)
            .ok_or_else(|| format!("the graph returned no output {output}"))?;
        let lengths: Vec<usize> = batch.iter().map(|row| row.ids.len()).collect();
        pool(value, pooling, &lengths, width, &mut sink)
    }

    fn inputs(self, batch: &[&Tokens], width: usize) -> Result<Vec<NamedInput>, ort::Error> {
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

/// Creates an input from rows, padded with zeros: id 0 with weight or mask 0.
fn input<'t, T, I>(
    name: &'static str,
    batch: &[&'t Tokens],
    width: usize,
    row: impl Fn(&'t Tokens) -> I,
) -> Result<NamedInput, ort::Error>
where
    T: PrimitiveTensorElementType + Clone + Default + Debug + 'static,
    I: Iterator<Item = T>,
{
    let shape = [batch.len(), width];
    let rows = batch.iter().map(|tokens| row(tokens));
    let tensor = Tensor::from_array((shape, padded(rows, width, batch.len() * width)))?;
    Ok((name, tensor.into()))
}

/// Concatenates rows, each padded with zeros to `width`.
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

fn output_name(session: &Session) -> Result<String, Cause> {
    let declared = session.outputs();
    OUTPUTS
        .iter()
        .find_map(|name| declared.iter().find(|output| output.name() == *name))
        .or_else(|| declared.first())
        .map(|output| output.name().to_owned())
        .ok_or_else(|| "its graph has no output".into())
}

/// Passes the vector of each row to `sink`. Output with two axes is already pooled; with three axes, it is
/// pooled here over the row's own tokens.
fn pool(
    value: &DynValue,
    pooling: Pooling,
    lengths: &[usize],
    width: usize,
    sink: &mut impl FnMut(usize, &[f32]),
) -> Result<(), Cause> {
    let declared = value.dtype().tensor_shape();
    if declared.is_none_or(|shape| shape.iter().any(|axis| *axis <= 0)) {
        // Checked first: ort must not extract a tensor without components.
        return Err("its vectors have no components".into());
    }
    let (shape, values) = value.try_extract_tensor::<f32>()?;
    let axes: Vec<usize> = shape.iter().map(|axis| *axis as usize).collect();
    let (tokens, dimension) = match axes.as_slice() {
        [rows, dimension] if *rows == lengths.len() => (1, *dimension),
        [rows, tokens, dimension] if *rows == lengths.len() && *tokens == width => {
            (width, *dimension)
        }
        _ => {
            let what = format!("its output has the shape {shape}, which is not a batch of vectors");
            return Err(what.into());
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
                    "its 1_Pooling/config.json declares an unsupported pooling; supported are the \
                            mean, the first and the last token; export the model with the output \
                            sentence_embedding"
                        .into(),
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
fn normalize(vector: &mut [f32]) -> Result<(), Cause> {
    let norm = vector.iter().map(|it| it * it).sum::<f32>().sqrt();
    if !norm.is_finite() {
        return Err("its vectors contain values that are not finite numbers".into());
    }
    let factor = if norm > 1e-6 { norm.recip() } else { 0.0 };
    vector.iter_mut().for_each(|it| *it *= factor);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(inputs: &[&str], expected: Result<ModelInputs, &str>) {
        match (ModelInputs::of(inputs), expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (Err(found), Err(part)) => assert!(found.to_string().contains(part), "{found}"),
            (found, expected) => panic!("{found:?}, not {expected:?}"),
        }
    }

    #[test]
    fn the_inputs_determine_the_contract() {
        check(&[IDS, WEIGHTS], Ok(ModelInputs::Bag));
        check(
            &[IDS, MASK],
            Ok(ModelInputs::Sequence { token_types: false }),
        );
        check(
            &[IDS, MASK, TYPES],
            Ok(ModelInputs::Sequence { token_types: true }),
        );
        check(&["pixel_values"], Err("takes the inputs pixel_values"));
        check(&[], Err("a sentence-transformer takes input_ids"));
    }

    #[test]
    fn rows_are_padded_to_one_width() {
        let rows = [vec![1, 2, 3], vec![4]];
        let found = padded(rows.iter().map(|row| row.iter().copied()), 3, 6);
        assert_eq!(found, [1, 2, 3, 4, 0, 0]);
    }

    #[test]
    fn a_tiny_vector_becomes_zero_and_a_non_finite_one_is_refused() {
        let mut vector = [3.0, 4.0];
        normalize(&mut vector).unwrap();
        assert_eq!(vector, [0.6, 0.8]);
        let mut vector = [1e-9, 0.0];
        normalize(&mut vector).unwrap();
        assert_eq!(vector, [0.0, 0.0]);
        assert!(normalize(&mut [f32::NAN, 0.0]).is_err());
    }
}
