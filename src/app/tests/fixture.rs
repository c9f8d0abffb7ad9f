//! Hand-made documents, hits and answers, and an app with them, for tests without a terminal.

use crate::app::{
    Activity, App, AppSettings, Cell, Effect, Event, IndexSettings, IndexStatus, Keymap,
    ModelState, Popup,
};
use crate::chunk::{Boundary, Chunk, ChunkId, ChunkTree, Kind, Role};
use crate::config::{GraphMode, Preset};
use crate::context::{OpenDocument, OpenStep};
use crate::corpus::{Document, Extraction, Head, SourcePath, Text};
use crate::protocol::{Reply, Request, Ticket, WatchMethod};
use crate::search::{Ancestor, Answer, Explanation, Hit, Query, VectorSearch};
use crate::syntax::{HighlightRole, Span};
use std::sync::Arc;
use std::time::Duration;

mod keys;
mod repository;
mod workers;

pub(crate) use keys::{every_key, parse};
pub(crate) use repository::{browsing, listing, related};
pub(crate) use workers::{checked, corrected, first_ticket, last_check, serve};

pub(crate) const MERGER: &str = include_str!("fixture/merger.rs.txt");
pub(crate) const POLICY: &str = include_str!("fixture/merge_policy.rs.txt");

/// A chunk of a test: depth, kind, role, name, first line, last line.
pub(crate) type Cut<'a> = (usize, Kind, Role, &'a str, u32, u32);

/// A document cut by hand. Its first cut is the file, at depth 0.
pub(crate) fn document(path: &str, text: &str, cuts: &[Cut<'_>]) -> OpenDocument {
    let mut starts = vec![0];
    starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
    let byte = |line: u32| starts.get(line as usize).copied().unwrap_or(text.len());
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut above: Vec<usize> = Vec::new();
    for (index, &(depth, kind, role, name, first, last)) in cuts.iter().enumerate() {
        above.truncate(depth);
        let parent = above.last().copied();
        let mut names = parent
            .map(|p: usize| chunks[p].names.clone())
            .unwrap_or_default();
        names.push(name.to_owned());
        let bytes = byte(first - 1)..byte(last);
        let named = text[bytes.clone()]
            .lines()
            .position(|line| !line.trim_start().starts_with("//") && line.contains(name));
        let name_line = first + named.unwrap_or(0) as u32;
        let opened = text[byte(name_line - 1)..bytes.end.max(byte(name_line - 1))].find('{');
        let signature = byte(name_line - 1)..byte(name_line - 1) + opened.unwrap_or(0);
        let id = match kind {
            Kind::File => Hit::of_file(&SourcePath::new(path)).record.id,
            _ => ChunkId(fnv(format!("{path}{names:?}{role:?}").as_bytes())),
        };
        chunks.push(Chunk {
            id,
            kind,
            role,
            boundary: Boundary::Structural,
            node_type: "",
            name: name.to_owned(),
            names,
            hash: fnv(text[bytes.clone()].as_bytes()),
            text_end: bytes.end,
            bytes,
            lines: (first, last),
            declared_lines: (first, last),
            long_items: Vec::new(),
            name_at: (name_line, 1),
            docs: 0..0,
            signature: if kind == Kind::File { 0..0 } else { signature },
            bases: Vec::new(),
            definitions: Vec::new(),
            nested: Vec::new(),
            heading_levels: Vec::new(),
            page: 0,
            language: None,
            parent,
            children: Vec::new(),
            silent: false,
        });
        if let Some(parent) = parent {
            chunks[parent].children.push(index);
        }
        above.push(index);
    }
    let document = Document::new(SourcePath::new(path), Text::from(text));
    let tree = ChunkTree {
        document,
        chunks,
        ..ChunkTree::default()
    };
    let mut document = OpenDocument::new(Arc::new(tree), OpenStep::Whole);
    document.spans = keywords(text);
    document
}

/// Comments and a few keywords, so that something is highlighted.
fn keywords(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let (mut at, mut comment_end) = (0, 0);
    for word in text.split_inclusive([' ', '\n', '(', ')', '{']) {
        let trimmed = word.trim_end_matches([' ', '\n', '(', ')', '{']);
        let role = match trimmed {
            "pub" | "fn" | "let" | "for" | "in" | "impl" | "struct" | "use" | "mut" | "self" => {
                Some(HighlightRole::Keyword)
            }
            "///" | "//" | "//!" => Some(HighlightRole::Comment),
            _ if trimmed.starts_with(char::is_uppercase) => Some(HighlightRole::Type),
            _ => None,
        };
        if let Some(role) = role
            && at >= comment_end
        {
            let mut end = at + trimmed.len();
            if role == HighlightRole::Comment {
                end = text[at..].find('\n').map_or(text.len(), |line| at + line);
                comment_end = end;
            }
            let bytes = at as u32..end as u32;
            spans.push(Span { bytes, role });
        }
        at += word.len();
    }
    spans
}

/// The hit of a leaf of a document.
pub(crate) fn hit(
    document: &OpenDocument,
    leaf: usize,
    score: f32,
    mut explanation: Explanation,
) -> Hit {
    explanation.confidence = Some(score.clamp(0.0, 1.0));
    let tree = &document.tree;
    let chunk = &tree.chunks[leaf];
    let mut ancestors = Vec::new();
    let mut above = chunk.parent;
    while let Some(parent) = above {
        let parent = &tree.chunks[parent];
        ancestors.insert(
            0,
            Ancestor {
                id: parent.id,
                kind: parent.kind,
                name: parent.name.clone(),
                line: parent.name_at.0,
                summary: String::new(),
                lead: String::new(),
                written_by: String::new(),
            },
        );
        above = parent.parent;
    }
    let begins = tree.text(chunk);
    let lead = match (chunk.kind, chunk.role) {
        (Kind::Section, Role::Body) => begins.trim(),
        _ => "",
    };
    // By serde, because this module knows records only as part of a hit.
    let record = serde_json::json!({
        "path": tree.path(), "kind": chunk.kind, "role": chunk.role,
        "name": chunk.name, "names": chunk.names, "language": "rust", "lines": [1, 0],
        "heading_levels": [], "page": chunk.page, "bytes": [0, 0],
        "name_at": chunk.name_at,
        "parent": null, "definitions": [], "nested": [],
        "summary": "", "lead": lead, "written_by": "", "imports": [], "bases": [],
    });
    let mut hit = Hit {
        record: serde_json::from_value(record).expect("a record"),
        whole: None,
        ancestors,
        explanation,
        locations: Vec::new(),
        deleted: None,
    };
    // Columns of the index are not serialized, and the ends of ranges are stored as lengths.
    hit.record.id = chunk.id;
    hit.record.lines = chunk.lines;
    hit.record.bytes = (chunk.bytes.start as u32, chunk.bytes.end as u32);
    hit.record.hash = chunk.hash;
    hit
}

pub(crate) fn ranks(keyword: Option<u32>, vector: Option<u32>) -> Explanation {
    Explanation {
        keyword_rank: keyword,
        vector_rank: vector,
        ..Explanation::default()
    }
}

pub(crate) fn answer(query: &Query, hits: Vec<Hit>) -> Arc<Answer> {
    Arc::new(Answer {
        query: query.clone(),
        hits,
        complete: 1.0,
        took: Duration::from_micros(3_100),
        vectors: VectorSearch::Exact,
        ..Answer::default()
    })
}

/// `src/indexer/merger.rs`, with the chunks that the chunker makes of it.
pub(crate) fn merger() -> OpenDocument {
    use Kind::{File, Function, Impl, Imports, Method, Struct};
    use Role::{Body, Header, Parent};
    document(
        "src/indexer/merger.rs",
        MERGER,
        &[
            (0, File, Parent, "merger.rs", 1, 52),
            (1, Imports, Body, "", 1, 5),
            (1, Struct, Body, "IndexMerger", 6, 12),
            (1, Function, Body, "estimate_total_num_tokens", 13, 17),
            (1, Impl, Parent, "IndexMerger", 18, 52),
            (2, Impl, Header, "IndexMerger", 18, 18),
            (2, Method, Body, "open", 19, 25),
            (2, Method, Body, "write_postings", 26, 36),
            (2, Method, Body, "write", 37, 52),
        ],
    )
}

/// `src/indexer/merge_policy.rs`: two functions.
pub(crate) fn policy() -> OpenDocument {
    use Kind::{File, Function};
    use Role::{Body, Parent};
    document(
        "src/indexer/merge_policy.rs",
        POLICY,
        &[
            (0, File, Parent, "merge_policy.rs", 1, 11),
            (1, Function, Body, "compute_merge_candidates", 1, 6),
            (1, Function, Body, "no_merge", 7, 11),
        ],
    )
}

/// Every document of the fixture.
fn documents() -> [OpenDocument; 3] {
    [merger(), policy(), guide()]
}

/// Results of `how are segments merged`: two methods and a function of one file, two functions of
/// another.
pub(crate) fn hits() -> Vec<Hit> {
    let (merger, policy) = (merger(), policy());
    vec![
        hit(&merger, 8, 0.92, ranks(Some(1), Some(2))),
        hit(&merger, 7, 0.61, ranks(Some(3), Some(1))),
        hit(&policy, 1, 0.44, ranks(None, Some(3))),
        hit(&merger, 3, 0.27, ranks(Some(7), None)),
        hit(&policy, 2, 0.11, ranks(Some(9), Some(30))),
    ]
}

/// Results of `kind:module`: a directory, and a method of a file with a summary.
pub(crate) fn overview() -> Vec<Hit> {
    let merger = merger();
    let mut directory = hit(&merger, 0, 0.9, ranks(Some(1), None));
    let record = serde_json::json!({
        "path": "src/indexer", "kind": "Module", "role": "Parent", "name": "indexer",
        "names": ["indexer"], "heading_levels": [], "page": 0, "language": null, "lines": [1, 1],
        "bytes": [0, 0], "name_at": [1, 1], "parent": null, "hash": [7, 0, 0, 0, 0, 0, 0, 0],
        "definitions": [], "nested": [], "written_by": "", "imports": [], "bases": [],
        "summary": "src/indexer/ — Writes and merges the segments of an index, and says which of \
            them are to be merged next. Files: merger.rs (IndexMerger); merge_policy.rs (no_merge).",
        "lead": "Writes and merges the segments of an index.",
    });
    directory.record = serde_json::from_value(record).expect("a record");
    directory.record.id = crate::chunk::ChunkId(7);
    let mut method = hit(&merger, 8, 0.8, ranks(Some(2), None));
    method.ancestors[0].summary =
        "src/indexer/merger.rs — Rust, 52 lines. Merges segments into one.".into();
    method.ancestors[0].lead = "Merges segments into one.".into();
    vec![directory, method]
}

/// A guide with pages, one paragraph to a line.
pub(crate) fn guide() -> OpenDocument {
    use Kind::{File, Section};
    use Role::{Body, Header, Parent};
    let path = "docs/guide.pdf";
    let text = "Guide\n\n\u{c}A segment is never changed once it is written: what is deleted is only marked, \
                and goes when segments are merged into one. Merging takes place in the background.\n";
    let text = Document::extracted(SourcePath::new(path), text, Extraction::Pdf);
    let mut guide = document(
        path,
        &text.text.slice(0..text.text.len()),
        &[
            (0, File, Parent, "guide.pdf", 1, 3),
            (1, Section, Parent, "Guide", 1, 3),
            (2, Section, Header, "Guide", 1, 2),
            (2, Section, Body, "Guide", 3, 3),
        ],
    );
    let tree = Arc::make_mut(&mut guide.tree);
    tree.format = Some(crate::chunk::Format::Pdf);
    tree.chunks[3].page = 2;
    tree.document = text;
    guide
}

/// An app before its first event.
pub(crate) fn blank() -> App {
    with_keys(Preset::Default)
}

/// An app before its first event, with the keys of a preset.
pub(crate) fn with_keys(preset: Preset) -> App {
    App::new(options(preset, &["terminal", "night", "day", "nord"]))
}

/// An app before its first event, with these themes.
pub(crate) fn with_themes(themes: &[&str]) -> App {
    App::new(options(Preset::Default, themes))
}

fn options(preset: Preset, themes: &[&str]) -> AppSettings {
    AppSettings {
        root_name: "tantivy".into(),
        head: Head {
            branch: Some("main".into()),
            commit: None,
        },
        limit: 50,
        capture_mouse: true,
        keys: Keymap::from_parts(&preset.rows(), &[]).expect("a keymap"),
        themes: themes.iter().map(|name| (*name).to_owned()).collect(),
        theme: "night".into(),
        index: IndexSettings {
            folder: "/home/ada/.cache/smriti-tui/tantivy-1f".to_owned(),
            config: "/home/ada/.config/smriti-tui/config.toml".to_owned(),
            graph: GraphMode::Auto,
            backend: "the built-in backend".to_owned(),
        },
        fresh: false,
        picks: false,
    }
}

/// An app that does not restore the last position.
pub(crate) fn fresh_app(width: u16, height: u16) -> App {
    let mut app = app(width, height);
    app.options.fresh = true;
    app
}

/// An app with a complete index.
pub(crate) fn app(width: u16, height: u16) -> App {
    let mut app = blank();
    app.update(Event::Resize(width, height));
    app.update(Event::Index(fresh()));
    app
}

pub(crate) fn fresh() -> IndexStatus {
    IndexStatus {
        stage: Activity::UpToDate,
        model: ModelState::Ready,
        files: (350, 350),
        leaves: 20_310,
        vectors: 20_310,
        skipped: 0,
        ignored: None,
        generation: 3,
        head: None,
        watching: WatchMethod::Off,
        walked: 0,
        graph: None,
        works: Vec::new(),
        notice: None,
    }
}

/// Presses keys, written as they are typed, with `<tab>`, `<c-a>`, `<a-m>` between; performs searches and
/// opens from the fixture at once, and returns all other effects except those of the session.
pub(crate) fn drive(app: &mut App, keys: &str) -> Vec<Effect> {
    without_changes(drive_all(app, keys))
}

/// The same, including the effects of the session.
pub(crate) fn drive_all(app: &mut App, keys: &str) -> Vec<Effect> {
    let mut others = Vec::new();
    for key in parse(keys) {
        let effects = app.update(Event::Key(key));
        others.extend(run_all(app, effects));
    }
    others
}

fn without_changes(mut effects: Vec<Effect>) -> Vec<Effect> {
    effects.retain(|effect| !matches!(effect, Effect::SaveSession(_)));
    effects
}

/// Pastes a query and answers it with hits. Returns the effects of the answer.
pub(crate) fn search_finds(app: &mut App, text: &str, hits: Vec<Hit>) -> Vec<Effect> {
    let effects = app.update(Event::Paste(text.to_owned()));
    let search = effects.into_iter().find_map(|effect| match effect {
        Effect::Send(ticket, Request::Search(search)) => Some((ticket, search.query)),
        _ => None,
    });
    let (ticket, query) = search.expect("a search");
    // As if the repository had more results than these.
    let has_more = hits.len() >= app.search.limit;
    let mut answer = answer(&query, hits);
    Arc::make_mut(&mut answer).has_more = has_more;
    let reply = Reply::Answered(Ok(answer));
    app.update(Event::Reply(ticket, reply))
}

/// The text of the notice; empty without one.
pub(crate) fn notice(app: &App) -> &str {
    let notice = app.screen.notice.as_ref();
    notice.map_or("", |notice| &notice.text)
}

/// The ticket of the first request of a kind.
pub(crate) fn ticket_of(effects: &[Effect], is_it: impl Fn(&Request) -> bool) -> Option<Ticket> {
    effects.iter().find_map(|effect| match effect {
        Effect::Send(ticket, request) if is_it(request) => Some(*ticket),
        _ => None,
    })
}

/// Presses keys without workers; the effects are lost.
pub(crate) fn press(app: &mut App, keys: &str) {
    for key in parse(keys) {
        app.update(Event::Key(key));
    }
}

/// Answers effects from the fixture until only effects that leave the app remain.
pub(crate) fn run_until_idle(app: &mut App, effects: Vec<Effect>) -> Vec<Effect> {
    without_changes(run_all(app, effects))
}

fn run_all(app: &mut App, effects: Vec<Effect>) -> Vec<Effect> {
    let mut waiting = effects;
    let mut others = Vec::new();
    while !waiting.is_empty() {
        let mut next = Vec::new();
        for effect in waiting {
            match serve(app, effect) {
                Ok(effects) => next.extend(effects),
                Err(other) => others.push(*other),
            }
        }
        waiting = next;
    }
    others
}

/// The open list.
pub(crate) fn picker(app: &App) -> &Popup {
    app.screen.popup.as_ref().expect("a list to choose from")
}

fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The values of a row, separated by spaces.
pub(crate) fn plain(row: &[Cell]) -> String {
    let texts = row.iter().map(|cell| match cell {
        Cell::Label(_, text) | Cell::Field(_, text) => text.as_str(),
        Cell::Text(part) => match part.text.as_str() {
            "✓ " => "done",
            "▸ " => "runs",
            blank @ ("  " | "    ") => &">>"[..blank.len() / 2],
            text => text,
        },
    });
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(" ")
}
