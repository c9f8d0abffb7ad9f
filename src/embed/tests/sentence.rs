//! Sentence-transformers from folders: a tiny one on the pure-Rust backend, a real one where it is.

use super::*;
use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// A transformer of one layer, made by the script beside it.
fn tiny() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/model/tiny")
}

fn load(folder: &Path) -> Model {
    Model::folder(folder, &Backend::PureRust).unwrap()
}

/// A copy of the tiny model with these files changed or added.
fn changed(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["model.onnx", "tokenizer.json", "config.json"] {
        fs::copy(tiny().join(name), folder.path().join(name)).unwrap();
    }
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Texts of very different lengths, so that most are padded in a batch.
const TEXTS: [&str; 5] = [
    "merge segments",
    "fn merge_segments(older: &Segment, newer: &Segment) -> Segment",
    "x",
    "the user's session has a token, and the session is new or it is not one the writer has a \
     record of in the document directory",
    "count lines",
];

/// Alone or in company, a text has the same vector of unit length.
fn check_company(model: &Model, tolerance: f32) {
    let together = vectors(model, &TEXTS);
    for (text, together) in TEXTS.iter().zip(together) {
        let alone = &vectors(model, &[text])[0];
        check_close(&together, alone, tolerance, text);
        assert!((cosine(alone, alone) - 1.0).abs() < 1e-5, "{text}");
    }
}

/// Each text is nearer to its neighbour than to every other text.
fn check_neighbours(model: &Model, pairs: &[[&str; 2]]) {
    let texts: Vec<&str> = pairs.as_flattened().to_vec();
    let vectors = vectors(model, &texts);
    for at in 0..texts.len() {
        let near = cosine(&vectors[at], &vectors[at ^ 1]);
        for stranger in (0..texts.len()).filter(|it| it / 2 != at / 2) {
            let far = cosine(&vectors[at], &vectors[stranger]);
            assert!(
                near > far,
                "{:?} is {near} from its neighbour and {far} from {:?}",
                texts[at],
                texts[stranger]
            );
        }
    }
}

#[test]
fn company_and_padding_do_not_change_a_vector() {
    let model = load(&tiny());
    assert_eq!(model.dimension(), 24);
    check_company(&model, 1e-5);
}

#[test]
fn texts_that_share_words_are_near() {
    check_neighbours(
        &load(&tiny()),
        &[
            ["merge two segments", "segments that merge"],
            ["the user of a session", "session of the user"],
            ["count the lines of a file", "file lines count"],
        ],
    );
}

#[test]
fn weights_in_another_file_are_part_of_the_model() {
    let folder = changed(&[]);
    let graph = folder.path().join("model.onnx");
    let whole = [
        fs::read(&graph).unwrap(),
        with_external_tensor("weights.bin"),
    ]
    .concat();
    fs::write(graph, whole).unwrap();
    let with = |weights: &[u8]| {
        fs::write(folder.path().join("weights.bin"), weights).unwrap();
        load(folder.path()).id().clone()
    };
    let (ones, twos) = (with(&[1; 4]), with(&[2; 4]));
    assert_ne!(ones, twos);
    assert_eq!(with(&[1; 4]), ones);
    fs::remove_file(folder.path().join("weights.bin")).unwrap();
    let missing = Model::folder(folder.path(), &Backend::PureRust).err();
    let said = missing.unwrap().to_string();
    assert!(said.contains("weights.bin"), "{said}");
}

#[test]
fn a_text_is_cut_at_what_the_model_bears() {
    let model = load(&tiny());
    // Its graph has 128 positions and fails beyond them.
    let long = "merge ".repeat(1_000);
    let same = format!("{long} session");
    let found = vectors(&model, &[&long, &same]);
    assert_eq!(found[0], found[1]);
    let shorter = changed(&[("sentence_bert_config.json", r#"{"max_seq_length": 16}"#)]);
    let shorter = load(shorter.path());
    let (rows, _) = shorter.runner.tokens(&[&long]).unwrap();
    assert_eq!(rows[0].1.ids.len(), 16);
    assert_ne!(shorter.id(), model.id());
}

#[test]
fn the_vector_of_a_text_is_pooled_as_the_folder_says() {
    let pooled = |flags: &str| {
        let folder = changed(&[("1_Pooling/config.json", flags)]);
        let model = load(folder.path());
        check_company(&model, 1e-5);
        (
            vectors(&model, &["merge segments"]).remove(0),
            model.id().clone(),
        )
    };
    let mean = pooled(r#"{"pooling_mode_mean_tokens": true}"#);
    let first = pooled(r#"{"pooling_mode_cls_token": true}"#);
    let last = pooled(r#"{"pooling_mode_lasttoken": true}"#);
    assert_eq!(vectors(&load(&tiny()), &["merge segments"])[0], mean.0);
    assert!(cosine(&mean.0, &first.0) < 0.9 && cosine(&first.0, &last.0) < 0.9);
    assert_eq!(HashSet::from([mean.1, first.1, last.1]).len(), 3);
}

#[test]
fn the_id_is_the_folders_name_its_dimension_and_its_files() {
    let model = load(&tiny());
    assert!(model.id().0.starts_with("tiny/24/"), "{:?}", model.id());
    assert_eq!(load(&tiny().join("../tiny/.")).id(), model.id());
    let other = changed(&[]);
    assert_ne!(load(other.path()).id(), model.id());
}

#[track_caller]
fn check_refused(folder: &Path, part: &str) {
    match Model::folder(folder, &Backend::PureRust) {
        Ok(_) => panic!("loaded, though {part}"),
        Err(error) => assert!(error.to_string().contains(part), "{error}"),
    }
}

#[track_caller]
fn check_graph_refused(graph: &str, part: &str) {
    let folder = changed(&[]);
    fs::copy(tiny().join(graph), folder.path().join("model.onnx")).unwrap();
    check_refused(folder.path(), part);
}

#[test]
fn a_graph_that_cannot_be_used_says_why() {
    check_graph_refused(
        "other-inputs.onnx",
        "its graph wants the inputs pixel_values",
    );
    check_graph_refused("one-text.onnx", "cannot embed two texts at once");
    check_graph_refused(
        "unknown-operator.onnx",
        "name its library in ORT_DYLIB_PATH",
    );
}

#[test]
fn a_tokenizer_of_another_model_says_so() {
    let tokenizer = fs::read_to_string(tiny().join("tokenizer.json")).unwrap();
    let more = tokenizer.replace("\"[SEP]\": 3,", "\"[SEP]\": 3, \"extra\": 5000,");
    assert_ne!(more, tokenizer);
    let folder = changed(&[("tokenizer.json", &more)]);
    check_refused(folder.path(), "does not know the token 5000");
}

#[test]
fn without_a_declared_length_the_pure_rust_backend_is_not_tried() {
    let folder = changed(&[]);
    fs::remove_file(folder.path().join("config.json")).unwrap();
    check_refused(folder.path(), "it needs the config.json");
}

#[test]
fn another_pooling_is_refused() {
    let folder = changed(&[(
        "1_Pooling/config.json",
        r#"{"pooling_mode_max_tokens": true}"#,
    )]);
    check_refused(
        folder.path(),
        "its 1_Pooling/config.json asks for another way",
    );
}

#[test]
fn a_folder_that_is_not_there_says_so() {
    check_refused("/nowhere/at/all".as_ref(), "cannot read /nowhere/at/all");
}

#[test]
fn an_interrupt_ends_embedding_between_batches() {
    let model = load(&tiny());
    let texts = vec!["merge the segments of an index"; 500];
    let (interrupt, mut rows) = (Interrupt::new(), 0);
    let embedded = model.embed_until(&interrupt, &texts, |batch| {
        rows += batch.len();
        interrupt.ask();
    });
    embedded.unwrap();
    assert!((1..100).contains(&rows), "{rows}");
    model
        .embed_until(&interrupt, &texts, |_| panic!("it was asked to end"))
        .unwrap();
}

/// Needs all-MiniLM-L6-v2 (`model.onnx`, `tokenizer.json` and its `.json` files) in the folder that
/// SMRITI_MINILM names, and a libonnxruntime of 1.24 or newer in ORT_DYLIB_PATH.
#[test]
#[ignore = "needs SMRITI_MINILM and ORT_DYLIB_PATH"]
fn minilm_is_a_sentence_transformer() {
    let library = std::env::var_os("ORT_DYLIB_PATH").expect("ORT_DYLIB_PATH names a library");
    check_alone("embed::tests::sentence::minilm", &library);
}

fn minilm_folder() -> PathBuf {
    std::env::var_os("SMRITI_MINILM")
        .expect("SMRITI_MINILM names a folder")
        .into()
}

#[test]
#[ignore = "run by minilm_is_a_sentence_transformer, in a process of its own"]
fn minilm() {
    let model = Model::folder(&minilm_folder(), &named_library()).unwrap();
    assert_eq!(model.dimension(), 384);
    check_company(&model, 1e-3);
    check_neighbours(
        &model,
        &[
            [
                "how are segments merged",
                "combine two index segments into a larger one",
            ],
            [
                "the user's password is wrong",
                "login failed: bad credentials",
            ],
            [
                "fn read_file(path: &Path) -> io::Result<String>",
                "load text from disk",
            ],
            ["the cat sits on the mat", "a kitten rests on a rug"],
        ],
    );
    let (rows, _) = model.runner.tokens(&["merge ".repeat(2_000)]).unwrap();
    assert_eq!(
        rows[0].1.ids.len(),
        256,
        "as sentence_bert_config.json says"
    );
    check_quantized(&model);
    tell_speed(&model);
    check_interrupted_run(model);
}

/// Prints texts a second of one thread, beside the bundled model's on the same backend: pieces of
/// this crate's code.
fn tell_speed(model: &Model) {
    let code = include_str!("../mod.rs");
    let texts: Vec<&str> = code.split("\n\n").collect();
    let per_second = |model: &Model, rounds: usize| {
        let started = std::time::Instant::now();
        for _ in 0..rounds {
            model.embed(&texts).unwrap();
        }
        (rounds * texts.len()) as f64 / started.elapsed().as_secs_f64()
    };
    let bundled = Model::bundled(&named_library()).unwrap();
    println!(
        "{} texts: {:.1}/s, bundled {:.0}/s",
        texts.len(),
        per_second(model, 1),
        per_second(&bundled, 100)
    );
}

/// Cosines of int8 vectors are those of the vectors themselves.
fn check_quantized(model: &Model) {
    let exact = vectors(model, &TEXTS);
    let rows = model.embed(&TEXTS).unwrap();
    let scale = Embedding::scale(model.dimension());
    for (a, row_a) in exact.iter().zip(&rows) {
        for (b, row_b) in exact.iter().zip(&rows) {
            let pairs = row_a.0.iter().zip(&row_b.0);
            let dot: i32 = pairs.map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
            let found = dot as f32 / (scale * scale);
            assert!(
                (found - cosine(a, b)).abs() < 0.01,
                "{found} {}",
                cosine(a, b)
            );
        }
    }
}

/// A run of the graph over one long text ends before it is done.
fn check_interrupted_run(model: Model) {
    let model = Arc::new(model);
    let interrupt = Arc::new(Interrupt::new());
    let text = "segments are merged when there is garbage ".repeat(200);
    let texts = vec![text; 64];
    let (started, begins) = std::sync::mpsc::channel();
    let embedding = {
        let (model, interrupt) = (Arc::clone(&model), Arc::clone(&interrupt));
        std::thread::spawn(move || {
            let mut batches = 0;
            let done = model.embed_until(&interrupt, &texts, |_| {
                batches += 1;
                started.send(()).unwrap();
            });
            done.map(|()| batches)
        })
    };
    begins.recv().unwrap();
    interrupt.ask();
    let batches = embedding.join().unwrap().unwrap();
    // Without an end within, the run that was going on would have come back too.
    assert_eq!(batches, 1);
}
