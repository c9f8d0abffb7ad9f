//! What is to be exported, as the exporter takes it, and what came of it.

use crate::app::{self, Destination, Form, Mark, Written};
use crate::workers::{ExportRequest, Exportable, Exported, Marked};

/// The marks in this form. `Err` is a sentence for people.
pub(super) fn asked(
    form: Form,
    to: Destination,
    asked: String,
    marks: Vec<Mark>,
) -> Result<ExportRequest, String> {
    let file = match to {
        Destination::Clipboard => None,
        Destination::File => {
            let directory = std::env::current_dir().map_err(|error| {
                format!("export: there is no directory to write to ({error}); choose the clipboard")
            })?;
            Some((directory, form.extension()))
        }
    };
    Ok(ExportRequest {
        marked: marks.into_iter().map(marked).collect(),
        form: Box::new(move |places| {
            let places: Vec<app::Exported> = places.into_iter().map(exported).collect();
            form.text(&asked, &places)
        }),
        file,
    })
}

/// What came of it, as it happens to the app.
pub(super) fn told(exported: Exported) -> Written {
    match exported {
        Exported::Text(text, places) => Written::Text(text, places),
        Exported::File(name, places) => Written::File(name, places),
    }
}

fn marked(mark: Mark) -> Marked {
    Marked {
        path: mark.path,
        id: mark.id,
        hash: mark.hash,
        line: mark.line,
        kind: mark.kind,
        names: mark.names,
        is_directory: mark.is_directory,
    }
}

fn exported(place: Exportable) -> app::Exported {
    let Marked {
        path,
        line,
        kind,
        names,
        ..
    } = place.marked;
    app::Exported {
        path,
        line,
        column: place.column,
        lines: place.lines,
        kind,
        names,
        language: place.language,
        code: place.code,
        title: place.title,
    }
}
