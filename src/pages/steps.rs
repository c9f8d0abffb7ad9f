//! Answers over several steps, for people and agents.

use super::context::reference;
use super::style::Style;
use super::text::safe;
use crate::answers::{DeclarationObject, ImpactObject, PathObject};
use crate::app::counted;
use std::fmt::Write;
use std::path::Path;

/// Maximum number of declarations of one distance that are listed one by one; then they are grouped by file.
const MAX_LISTED: usize = 50;

// Writing to a string does not fail.

/// The paths between two declarations: the output of `path`.
pub(crate) fn path_between(object: &PathObject, style: &Style) -> String {
    let root = Path::new(&object.root);
    let mut page = String::new();
    for path in &object.paths {
        let steps = counted(path.steps.len(), "step", "steps");
        let _ = writeln!(page, "── {steps}, {}", path.certainty);
        for step in &path.steps {
            page.push_str(&reference(root, step, style));
        }
        page.push_str(&declaration(root, &path.end, style));
        page.push('\n');
    }
    if object.paths.is_empty() {
        let (reached, reaching) = (object.reached, object.reaching);
        let _ = writeln!(
            page,
            "no path is known: the start reaches {reached} declarations, the end is reached from {reaching}"
        );
        if !object.unused.is_empty() {
            page.push_str(
                "Where the way to the end breaks off, since nothing is known to use them:\n",
            );
        }
        for end in &object.unused {
            page.push_str(&declaration(root, end, style));
        }
    }
    if !object.complete {
        page.push_str("(not all declarations were looked up: a limit was reached)\n");
    }
    page
}

/// The impact of a change: the output of `impact`.
pub(crate) fn impact(object: &ImpactObject, style: &Style) -> String {
    let root = Path::new(&object.root);
    let mut page = String::new();
    let tests = object
        .affected
        .iter()
        .filter(|one| one.role.purpose == "tests");
    let _ = writeln!(
        page,
        "a change of {} reaches {}, {} of them in tests",
        declarations(object.changed.len()),
        declarations(object.affected.len()),
        tests.count(),
    );
    for (distance, affected) in object.levels() {
        let steps = counted(distance, "step", "steps");
        let _ = writeln!(page, "\n── {steps} ({})", affected.len());
        if affected.len() <= MAX_LISTED {
            for one in affected {
                page.push_str(&reference(root, &one.step, style));
            }
            continue;
        }
        for file in affected.chunk_by(|one, other| one.step.chunk.path == other.step.chunk.path) {
            let Some(first) = file.first() else { continue };
            let location = style.location(root, &first.step.chunk.path, "");
            let _ = writeln!(
                page,
                "{location} {}  {}",
                declarations(file.len()),
                first.reached
            );
        }
    }
    for limit in impact_limits(object) {
        let _ = writeln!(page, "({limit})");
    }
    page
}

/// Sentences about what an impact did not look up.
pub(crate) fn impact_limits(object: &ImpactObject) -> Vec<String> {
    let mut limits = Vec::new();
    if object.at_depth > 0 {
        limits.push(format!(
            "the users of {}, at the maximum number of steps, were not looked up; a depth of 0 is any number",
            declarations(object.at_depth)
        ));
    }
    if object.unfollowed > 0 {
        limits.push(format!(
            "the users of {} were not looked up: imports, statements without a name, code that cannot be read, \
             or a limit was reached",
            declarations(object.unfollowed)
        ));
    }
    if object.unread > 0 {
        let uses = counted(object.unread, "use", "uses");
        limits.push(format!(
            "{uses} more of a name are in files that were not read"
        ));
    }
    limits
}

fn declarations(number: usize) -> String {
    counted(number, "declaration", "declarations")
}

fn declaration(root: &Path, declaration: &DeclarationObject, style: &Style) -> String {
    let line = format!(":{}:", declaration.line);
    let location = style.location(root, &declaration.path, &line);
    format!(
        "{location} {} {}\n",
        declaration.kind,
        safe(&declaration.qualified_name)
    )
}
