//! Contract of a graph: the inputs it takes and the meaning of its output.
//!
//! Principal type: [`ModelInputs`]. Invariant: every vector given to a caller has unit length or is zero.
//!
//! [`OnnxModel`](super::model::OnnxModel) runs every batch through it.

use crate::embed::error::Cause;
use ort::session::{Session, SessionInputValue};
use ort::value::{DynValue, Tensor, TensorElementType};

const IDS: &str = "input_ids";
const MASK: &str = "attention_mask";
const TYPES: &str = "token_type_ids";

/// Outputs with vectors, best first; a graph with neither is read by its first output.
const OUTPUTS: [&str; 2] = ["sentence_embedding", "last_hidden_state"];

type NamedInput = (&'static str, SessionInputValue<'static>);

/// Inputs that the graph declares: tokens in order, and a mask over the padding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ModelInputs {
    /// True if the graph also takes the (constant) type of each token.
    token_types: bool,
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
            [MASK, IDS] => Ok(Self { token_types: false }),
            [MASK, IDS, TYPES] => Ok(Self { token_types: true }),
            _ => Err(format!(
                "its graph takes the inputs {}; a sentence-transformer takes {IDS}, {MASK} and \
                 optionally {TYPES}",
                inputs.join(", ")
            )
            .into()),
        }
    }

    /// Runs a batch and passes each row's vector, of unit length, to `sink`. No row may be empty: the
    /// mean over no tokens is not a number.
    pub(super) fn run(
        self,
        session: &mut Session,
        pooling: Pooling,
        batch: &[&[i64]],
        mut sink: impl FnMut(usize, &[f32]),
    ) -> Result<(), Cause> {
        let lengths: Vec<usize> = batch.iter().map(|ids| ids.len()).collect();
        let width = lengths.iter().copied().max().unwrap_or(0);
        let output = output_name(session)?;
        let inputs = self.inputs(batch, width)?;
        let outputs = session.run(inputs)?;
        let value = outputs
            .get(&output)
            .ok_or_else(|| format!("the graph returned no output {output}"))?;
        pool(value, pooling, &lengths, width, &mut sink)
    }

    fn inputs(self, batch: &[&[i64]], width: usize) -> Result<Vec<NamedInput>, ort::Error> {
        // Padding has the id 0 and the mask 0.
        let input = |name, value: fn(i64) -> i64| -> Result<NamedInput, ort::Error> {
            let rows = batch.iter().map(|ids| ids.iter().map(|id| value(*id)));
            let values = padded(rows, width, batch.len() * width);
            Ok((
                name,
                Tensor::from_array(([batch.len(), width], values))?.into(),
            ))
        };
        let mut inputs = vec![input(IDS, |id| id)?, input(MASK, |_| 1)?];
        if self.token_types {
            inputs.push(input(TYPES, |_| 0)?);
        }
        Ok(inputs)
    }
}

/// Concatenates rows, each padded with zeros to `width`.
fn padded(
    rows: impl Iterator<Item = impl Iterator<Item = i64>>,
    width: usize,
    size: usize,
) -> Vec<i64> {
    let mut values = Vec::with_capacity(size);
    for (done, row) in rows.enumerate() {
        values.extend(row);
        values.resize((done + 1) * width, 0);
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
    if let Some(number) = value.dtype().tensor_type()
        && number != TensorElementType::Float32
    {
        return Err(format!(
            "its output has the type {number}; export it with f32 outputs (its weights may be of any type)"
        )
        .into());
    }
    let (shape, values) = value.try_extract_tensor::<f32>()?;
    let axes: Vec<usize> = shape.iter().map(|axis| *axis as usize).collect();
    let (tokens, dimension) = match axes.as_slice() {
        [rows, dimension] if *rows == lengths.len() => (1, *dimension),
        [rows, tokens, dimension] if *rows == lengths.len() && *tokens == width => {
            (width, *dimension)
        }
        _ => {
            return Err(format!(
                "its output has the shape {shape}, which is not a batch of vectors"
            )
            .into());
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
    let squares: f32 = vector.iter().map(|component| component * component).sum();
    let norm = squares.sqrt();
    if !norm.is_finite() {
        return Err("its vectors contain values that are not finite numbers".into());
    }
    let factor = if norm > 1e-6 { norm.recip() } else { 0.0 };
    for component in vector {
        *component *= factor;
    }
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
        check(&[IDS, MASK], Ok(ModelInputs { token_types: false }));
        check(&[IDS, MASK, TYPES], Ok(ModelInputs { token_types: true }));
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
