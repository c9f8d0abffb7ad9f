//! Circles of imports between files. A file that imports from its own `mod.rs` is in a circle with it.

use super::modules::Modules;
use std::collections::{BTreeMap, BTreeSet};

type Graph = BTreeMap<String, BTreeSet<String>>;

/// The strongly connected components with at least two nodes.
fn circles(graph: &Graph) -> Vec<Vec<&str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> = graph
        .keys()
        .map(|start| (start.as_str(), reachable(graph, start)))
        .collect();
    let mut circles = Vec::new();
    let mut seen = BTreeSet::new();
    for (start, ends) in &reached {
        let is_back = |end: &&&str| reached.get(**end).is_some_and(|ends| ends.contains(start));
        let circle: Vec<&str> = ends.iter().filter(is_back).copied().collect();
        if circle.len() > 1 && seen.insert(circle.clone()) {
            circles.push(circle);
        }
    }
    circles
}

/// The nodes that are reached over at least one edge.
fn reachable<'a>(graph: &'a Graph, start: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut next = vec![start];
    while let Some(node) = next.pop() {
        for target in graph.get(node).into_iter().flatten() {
            if reached.insert(target.as_str()) {
                next.push(target);
            }
        }
    }
    reached
}

#[test]
fn few_files_import_each_other_in_circles() {
    const LIMIT: usize = 6;
    let modules = Modules::of_the_program();
    let mut graph = Graph::new();
    for import in modules.imports() {
        let targets = graph.entry(import.from.to_owned()).or_default();
        targets.insert(import.module);
    }
    let circles = circles(&graph);
    let listed: Vec<String> = circles.iter().map(|circle| circle.join(", ")).collect();
    let listed = listed.join("\n");
    println!("{} circles:\n{listed}", circles.len());
    assert!(
        circles.len() <= LIMIT,
        "more than {LIMIT} circles:\n{listed}"
    );
}

#[test]
fn circles_are_found() {
    let edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e")];
    let mut graph = Graph::new();
    for (from, to) in edges {
        let targets = graph.entry(from.to_owned()).or_default();
        targets.insert(to.to_owned());
    }
    assert_eq!(circles(&graph), [["a", "b", "c"]]);
    assert!(circles(&Graph::new()).is_empty());
}
