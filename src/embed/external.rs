//! Files with weights outside of a graph's own file, called external data by ONNX.
//!
//! [`locations()`] reads the graph without loading it; [`weights`](super::weights) hashes these files with
//! it.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::Path;
use tract_onnx::Onnx;
use tract_onnx::pb::{GraphProto, NodeProto, TensorProto};
use tract_onnx::prelude::Framework;

/// Returns the locations of external tensors, relative to the graph's folder.
///
/// # Errors
/// `InvalidData` if the file is not a graph; otherwise the error of opening it.
pub(super) fn locations(graph: &Path) -> io::Result<BTreeSet<String>> {
    File::open(graph)?;
    let model = Onnx::default().proto_model_for_path(graph);
    let model = model.map_err(|_| {
        io::Error::new(
            io::ErrorKind::InvalidData,
            "it is not an ONNX graph, or it is damaged",
        )
    })?;
    let mut found = BTreeSet::new();
    if let Some(graph) = &model.graph {
        of_graph(graph, &mut found);
    }
    for function in &model.functions {
        of_nodes(&function.node, &mut found);
    }
    Ok(found)
}

fn of_graph(graph: &GraphProto, found: &mut BTreeSet<String>) {
    of_tensors(&graph.initializer, found);
    for sparse in &graph.sparse_initializer {
        of_tensors(sparse.values.iter().chain(&sparse.indices), found);
    }
    of_nodes(&graph.node, found);
}

fn of_nodes(nodes: &[NodeProto], found: &mut BTreeSet<String>) {
    for attribute in nodes.iter().flat_map(|node| &node.attribute) {
        of_tensors(attribute.t.iter().chain(&attribute.tensors), found);
        for graph in attribute.g.iter().chain(&attribute.graphs) {
            of_graph(graph, found);
        }
    }
}

fn of_tensors<'t>(
    tensors: impl IntoIterator<Item = &'t TensorProto>,
    found: &mut BTreeSet<String>,
) {
    let entries = tensors.into_iter().flat_map(|it| &it.external_data);
    let locations = entries.filter(|entry| entry.key == "location");
    found.extend(locations.map(|entry| entry.value.clone()));
}

#[cfg(test)]
mod tests {
    use super::super::tests::{external_tensor, field, with_external_tensor};
    use super::*;
    use std::fs;

    fn found(graph: &[u8]) -> io::Result<Vec<String>> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), graph).unwrap();
        locations(file.path()).map(Vec::from_iter)
    }

    /// Nests fields, the outermost first, around a tensor.
    fn nested(path: &[u64], file: &str) -> Vec<u8> {
        let inward = path.iter().rev();
        inward.fold(external_tensor(file), |inner, number| {
            field(*number, &inner)
        })
    }

    #[track_caller]
    fn check(graph: &[u8], expected: &[&str]) {
        assert_eq!(found(graph).unwrap(), expected);
    }

    #[test]
    fn tensors_are_found_at_every_depth() {
        let paths: [&[u64]; 8] = [
            &[7, 5],
            &[7, 15, 1],
            &[7, 15, 2],
            &[7, 1, 5, 5],
            &[7, 1, 5, 10],
            &[7, 1, 5, 6, 5],
            &[7, 1, 5, 11, 1, 5, 5],
            &[25, 7, 5, 5],
        ];
        for path in paths {
            check(&nested(path, "weights.bin"), &["weights.bin"]);
        }
        check(&nested(&[8, 5], "weights.bin"), &[]);
    }

    #[test]
    fn each_file_is_listed_once_in_alphabetical_order() {
        let tensors = ["b.bin", "a.bin", "b.bin"].map(with_external_tensor);
        check(&tensors.concat(), &["a.bin", "b.bin"]);
        let tiny = include_bytes!("../../tests/fixtures/model/tiny/model.onnx");
        check(tiny, &[]);
        check(&[&tiny[..], &with_external_tensor("w")].concat(), &["w"]);
    }

    #[test]
    fn other_files_are_refused() {
        let graph = with_external_tensor("weights.bin");
        for bytes in [&graph[..graph.len() - 1], b"not a graph", &[0xff; 20]] {
            let error = found(bytes).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        }
    }
}
