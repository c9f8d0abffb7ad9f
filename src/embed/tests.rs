//! Tests of the bundled model against reference vectors.

use super::model::{Model, ModelId, TABLE_BATCH};
use super::table::{self, TokenTable};
use crate::corpus::Cancel;
use serde::Deserialize;

const REFERENCE: &str = include_str!("../../tests/fixtures/model/reference.jsonl");

#[derive(Deserialize)]
struct Reference {
    text: String,
    ids: Vec<u32>,
    weights: Vec<f32>,
    vector: Vec<f32>,
    /// The vector of the tokens as those of a query.
    query: Vec<f32>,
}

fn reference() -> Vec<Reference> {
    REFERENCE
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[track_caller]
pub(super) fn check_close(found: &[f32], expected: &[f32], tolerance: f32, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{what}: {found} for {expected}"
        );
    }
}

#[test]
fn tokens_and_vectors_are_the_references() {
    let table = TokenTable::bundled().unwrap();
    let reference = reference();
    assert!(reference.len() > 5);
    for one in reference {
        let tokens = table.tokens(&one.text);
        let (ids, weights): (Vec<u32>, Vec<f32>) = tokens.iter().copied().unzip();
        assert_eq!(ids, one.ids, "{}", one.text);
        check_close(&weights, &one.weights, 1e-5, &one.text);
        check_close(&table.vector(&tokens), &one.vector, 1e-3, &one.text);
        check_close(&table.query_vector(&tokens), &one.query, 1e-3, &one.text);
    }
}

#[test]
fn the_bundled_model_is_recognized_by_its_id() {
    let id = Model::bundled().unwrap().id().0.clone();
    let check = |id: &str, expected: bool| {
        assert_eq!(Model::is_bundled(&ModelId(id.to_owned())), expected, "{id}");
    };
    check(&id, true);
    check(&format!("{id}/more"), false);
    check(&id.replace(table::NAME, "other"), false);
    check(&id[..id.len() - 1], false);
    check("none", false);
    check("", false);
}

#[test]
fn a_text_without_tokens_has_a_zero_vector() {
    let model = Model::bundled().unwrap();
    let embeddings = model.embed(&["", " \n\t", "{}();", "→ ü"]).unwrap();
    assert_eq!(embeddings.len(), 4);
    for embedding in embeddings {
        assert!(embedding.0.iter().all(|component| *component == 0));
    }
}

#[test]
fn vectors_are_independent_of_order_and_batch() {
    let model = Model::bundled().unwrap();
    // More than a batch, of varying length, including texts without tokens.
    let texts: Vec<String> = (0..TABLE_BATCH + 300)
        .map(|i| format!("value{i} ").repeat(i % 40))
        .collect();
    let together = model.embed(&texts).unwrap();
    assert_eq!(together.len(), texts.len());
    for (text, together) in texts.iter().zip(together) {
        assert_eq!(model.embed(&[text]).unwrap(), [together]);
    }
    assert!(model.embed::<&str>(&[]).unwrap().is_empty());
}

#[test]
fn cancelling_ends_embedding_between_batches() {
    let model = Model::bundled().unwrap();
    let texts = vec!["merge the segments of an index"; 5 * TABLE_BATCH];
    let (cancel, mut rows) = (Cancel::new(), 0);
    let embedded = model.embed_until(&cancel, &texts, |batch| {
        rows += batch.len();
        cancel.cancel();
    });
    embedded.unwrap();
    assert_eq!(rows, TABLE_BATCH);
}

#[test]
fn threads_share_a_model() {
    let model = Model::bundled().unwrap();
    let texts = ["fn parse(input: &str)", "class Parser", "open a socket"];
    let expected = model.embed(&texts).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| assert_eq!(model.embed(&texts).unwrap(), expected));
        }
    });
}

#[test]
fn the_id_consists_of_name_dimension_and_hash() {
    let model = Model::bundled().unwrap();
    let parts: Vec<&str> = model.id().0.split('/').collect();
    let [name, dimension, hash] = parts[..] else {
        panic!("{parts:?}");
    };
    assert_eq!(name, table::NAME);
    assert_eq!(dimension, model.dimension().to_string());
    assert_eq!(hash.len(), 16);
}
