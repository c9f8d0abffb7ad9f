//! Tests of models against reference vectors, on both backends.

mod sentence;

use super::*;
use std::ffi::OsStr;
use std::process::Command;

const REFERENCE: &str = include_str!("../../tests/fixtures/model/reference.jsonl");

/// Environment variable with the library for a test that runs in its own process.
const LIBRARY: &str = "SMRITI_TEST_LIBRARY";

/// Encodes a length-delimited field of a protocol buffer.
pub(super) fn field(number: u64, bytes: &[u8]) -> Vec<u8> {
    let mut field = varint(number << 3 | 2);
    field.extend(varint(bytes.len() as u64));
    field.extend(bytes);
    field
}

fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// Encodes a tensor of one float whose data is in this file.
pub(super) fn external_tensor(file: &str) -> Vec<u8> {
    let numbers = [varint(1 << 3), varint(1), varint(2 << 3), varint(1)];
    let entry = |key: &str, value: &str| {
        let entry = [field(1, key.as_bytes()), field(2, value.as_bytes())];
        field(13, &entry.concat())
    };
    let external = [varint(14 << 3), varint(1)];
    [
        numbers.concat(),
        field(8, b"unused"),
        entry("location", file),
        entry("offset", "0"),
        entry("length", "4"),
        external.concat(),
    ]
    .concat()
}

/// Bytes that add a tensor to a preceding graph: repeated fields are merged.
pub(super) fn with_external_tensor(file: &str) -> Vec<u8> {
    field(7, &field(5, &external_tensor(file)))
}

#[derive(Deserialize)]
struct Reference {
    text: String,
    ids: Vec<i64>,
    weights: Vec<f32>,
    vector: Vec<f32>,
}

fn reference() -> Vec<Reference> {
    REFERENCE
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Vectors before quantization, of all texts in one run of the graph.
fn vectors(model: &Model, texts: &[&str]) -> Vec<Vec<f32>> {
    let mut vectors = vec![vec![0.0; model.dimension()]; texts.len()];
    let (rows, _) = model.runner.tokens(texts).unwrap();
    if rows.is_empty() {
        return vectors;
    }
    let tokens: Vec<&Tokens> = rows.iter().map(|(_, tokens)| tokens).collect();
    let mut sink = |row: usize, vector: &[f32]| vectors[rows[row].0] = vector.to_vec();
    let run = |session: &mut Session| model.runner.batch(session, &tokens, &mut sink);
    model.runner.sessions.with(run).unwrap();
    vectors
}

#[track_caller]
fn check_close(found: &[f32], expected: &[f32], tolerance: f32, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{what}: {found} for {expected}"
        );
    }
}

#[test]
fn the_bundled_model_is_recognized_by_its_id() {
    let id = Model::bundled(&Backend::PureRust).unwrap().id().0.clone();
    let check = |id: &str, expected: bool| {
        assert_eq!(Model::is_bundled(&ModelId(id.to_owned())), expected, "{id}");
    };
    check(&id, true);
    check(&format!("{id}/more"), false);
    check(&id.replace(BUNDLED_NAME, "other"), false);
    check(&id[..id.len() - 1], false);
    check("none", false);
    check("", false);
}

/// Checks the reference's vectors, alone and in a batch.
fn check_reference(model: &Model) {
    let reference = reference();
    assert!(reference.len() > 5);
    let texts: Vec<&str> = reference.iter().map(|it| it.text.as_str()).collect();
    for (one, batched) in reference.iter().zip(vectors(model, &texts)) {
        check_close(&batched, &one.vector, 1e-3, &one.text);
        check_close(
            &vectors(model, &[&one.text])[0],
            &one.vector,
            1e-3,
            &one.text,
        );
    }
}

#[test]
fn tokens_are_the_references() {
    let model = Model::bundled(&Backend::PureRust).unwrap();
    for one in reference() {
        let tokens = model.runner.tokenizer.tokens(&one.text).unwrap();
        assert_eq!(tokens.ids, one.ids, "{}", one.text);
        check_close(&tokens.weights, &one.weights, 1e-5, &one.text);
    }
}

#[test]
fn vectors_are_the_references_on_the_pure_rust_backend() {
    check_reference(&Model::bundled(&Backend::PureRust).unwrap());
}

/// Runs an ignored test in a separate process, because ort keeps one backend per process.
#[track_caller]
fn check_alone(test: &str, library: &OsStr) {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", test])
        .env(LIBRARY, library)
        .output()
        .unwrap();
    let output_text = String::from_utf8_lossy(&output.stdout);
    // A name that matches no test also exits with success.
    assert!(
        output.status.success() && output_text.contains("1 passed"),
        "{output_text}"
    );
}

fn requested_library() -> Backend {
    let library = std::env::var_os(LIBRARY).expect("a parent test names the library");
    Backend::OnnxRuntime(library.into())
}

/// Requires libonnxruntime 1.24 or newer in ORT_DYLIB_PATH.
#[test]
#[ignore = "needs ORT_DYLIB_PATH"]
fn vectors_are_the_references_on_onnx_runtime() {
    let library = std::env::var_os("ORT_DYLIB_PATH").expect("ORT_DYLIB_PATH names a library");
    check_alone("embed::tests::on_onnx_runtime", &library);
}

#[test]
#[ignore = "run by vectors_are_the_references_on_onnx_runtime, in a separate process"]
fn on_onnx_runtime() {
    check_reference(&Model::bundled(&requested_library()).unwrap());
}

#[test]
fn a_library_that_does_not_load_is_refused_by_name() {
    check_alone(
        "embed::tests::on_no_library",
        "/nowhere/libonnxruntime.so".as_ref(),
    );
}

#[test]
#[ignore = "run by a_library_that_does_not_load_is_refused_by_name, in a separate process"]
fn on_no_library() {
    let error = Model::bundled(&requested_library()).err().unwrap();
    assert!(matches!(error, EmbedError::Library { .. }), "{error}");
    assert!(error.to_string().contains("/nowhere/libonnxruntime.so"));
    // Another backend can still be chosen.
    check_reference(&Model::bundled(&Backend::PureRust).unwrap());
}

#[test]
fn a_text_without_tokens_has_a_zero_vector() {
    let model = Model::bundled(&Backend::PureRust).unwrap();
    let embeddings = model.embed(&["", " \n\t", "{}();", "→ ü"]).unwrap();
    assert_eq!(embeddings.len(), 4);
    for embedding in embeddings {
        assert!(embedding.0.iter().all(|component| *component == 0));
    }
}

#[test]
fn vectors_are_independent_of_order_and_batch() {
    let model = Model::bundled(&Backend::PureRust).unwrap();
    // More than a window, of varying length, including texts without tokens.
    let texts: Vec<String> = (0..WINDOW + 300)
        .map(|i| format!("value{i} ").repeat(i % 40))
        .collect();
    let together = model.embed(&texts).unwrap();
    assert_eq!(together.len(), texts.len());
    for i in [0, 1, 39, 40, 777, WINDOW - 1, WINDOW, WINDOW + 299] {
        let alone = model.embed(&texts[i..=i]).unwrap();
        for (a, b) in together[i].0.iter().zip(&alone[0].0) {
            // Sums over padding may round differently.
            assert!((i16::from(*a) - i16::from(*b)).abs() <= 1, "text {i}");
        }
    }
    assert!(model.embed::<&str>(&[]).unwrap().is_empty());
}

#[test]
fn threads_share_a_model() {
    let model = Model::bundled(&Backend::PureRust).unwrap();
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
    let model = Model::bundled(&Backend::PureRust).unwrap();
    let parts: Vec<&str> = model.id().0.split('/').collect();
    let [name, dimension, hash] = parts[..] else {
        panic!("{parts:?}");
    };
    assert_eq!(name, BUNDLED_NAME);
    assert_eq!(dimension, model.dimension().to_string());
    assert_eq!(hash.len(), 16);
}

#[test]
fn a_folder_with_the_bundled_files_has_the_bundled_vectors() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("model.onnx"), BUNDLED_GRAPH).unwrap();
    std::fs::write(folder.path().join("tokenizer.json"), BUNDLED_TOKENIZER).unwrap();
    let model = Model::folder(folder.path(), &Backend::PureRust).unwrap();
    check_reference(&model);
}

#[track_caller]
fn check_refused(files: &[(&str, &[u8])], part: &str) {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    match Model::folder(folder.path(), &Backend::PureRust) {
        Ok(_) => panic!("loaded, though {part}"),
        Err(error) => assert!(error.to_string().contains(part), "{error}"),
    }
}

#[test]
fn an_unusable_folder_is_refused_with_the_reason() {
    check_refused(&[], "model.onnx");
    check_refused(&[("model.onnx", b"x")], "tokenizer.json");
    check_refused(
        &[("model.onnx", BUNDLED_GRAPH), ("tokenizer.json", b"{}")],
        "cannot read its tokenizer.json",
    );
    check_refused(
        &[
            ("model.onnx", b"not a graph"),
            ("tokenizer.json", BUNDLED_TOKENIZER),
        ],
        "not an ONNX graph",
    );
    check_refused(
        &[("model.onnx", b""), ("tokenizer.json", BUNDLED_TOKENIZER)],
        "cannot load its model.onnx",
    );
    check_refused(
        &[("model.onnx", b""), ("tokenizer.json", BUNDLED_TOKENIZER)],
        "name its library in ORT_DYLIB_PATH",
    );
}

#[test]
fn another_backend_is_refused_in_the_same_process() {
    let _model = Model::bundled(&Backend::PureRust).unwrap();
    let other = Backend::OnnxRuntime("/nowhere/libonnxruntime.so".into());
    let error = Model::bundled(&other).err().unwrap();
    assert!(matches!(error, EmbedError::BackendChosen { .. }), "{error}");
    assert!(
        error
            .to_string()
            .contains("already uses the built-in backend")
    );
}
