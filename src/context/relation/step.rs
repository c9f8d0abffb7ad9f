//! Steps between declarations: which use one, and which it uses.
//!
//! Principal types: [`Declaration`], and [`Step`] from one that uses to one that is used. Searches over several
//! steps make them with one [`Codebase`], which reads each document once.

use super::codebase::{Codebase, Report};
use super::relations::{Certainty, Lookup, Relation};
use super::target::Target;
use crate::chunk::{Chunk, ChunkId, ChunkTree, Kind, Symbol};
use crate::context::around;
use crate::corpus::SourcePath;
use crate::syntax::Reference;
use std::collections::HashSet;

/// A declaration, or a name in a run of definitions.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Its document.
    pub path: SourcePath,
    /// 1-based line of its name.
    pub line: u32,
    /// The name, if it is one of several that the chunk defines.
    pub symbol: Option<String>,
    /// Id of the chunk, the parent of its pieces.
    pub id: ChunkId,
    /// Kind of that chunk.
    pub kind: Kind,
    /// Names from the file down, its own last.
    pub names: Vec<String>,
    /// 1-based first and last line of the chunk, inclusive.
    pub lines: (u32, u32),
}

/// What tells declarations apart: the chunk, and the name in a run of definitions.
pub type DeclarationKey = (ChunkId, String);

/// A use of a declaration by another one.
#[derive(Clone, Debug)]
pub struct Step {
    /// The declaration that uses the other one.
    pub user: Declaration,
    /// The use: its location and its certainty. Its chunk is the declaration, not a piece of it.
    pub by: Relation,
}

impl Declaration {
    /// Returns the declaration that a chunk is a part of, or the definition in it that a symbol selects. In a run of
    /// definitions, a line selects the last one that begins up to there.
    pub fn of(tree: &ChunkTree, chunk: usize, symbol: Option<&Symbol>) -> Option<Self> {
        let chunk = tree.chunks.get(around::target(tree, chunk))?;
        let selected = match symbol {
            Some(Symbol::OnLine(line)) if chunk.kind == Kind::Items => {
                let mut names = tree.names_defined(chunk);
                names.retain(|(_, at)| at <= line);
                names.into_iter().max_by_key(|(_, at)| *at)
            }
            Some(symbol) => symbol.select(tree, chunk).into_iter().next(),
            None => None,
        };
        let mut names = chunk.names.clone();
        if let Some((name, _)) = selected {
            if chunk.kind == Kind::Items {
                names.pop();
            }
            names.push(name.to_owned());
        }
        Some(Self {
            path: tree.path().clone(),
            line: selected.map_or(chunk.name_at.0, |(_, line)| line),
            symbol: selected.map(|(name, _)| name.to_owned()),
            id: chunk.id,
            kind: chunk.kind,
            names,
            lines: chunk.lines,
        })
    }

    /// Returns a declaration of the index, the end of a relation to what is used.
    pub fn of_relation(relation: &Relation) -> Self {
        let is_own = relation.kind != Kind::Items && relation.names.last() == Some(&relation.name);
        let mut names = relation.names.clone();
        if !is_own {
            if relation.kind == Kind::Items {
                names.pop();
            }
            names.push(relation.name.clone());
        }
        Self {
            path: relation.path.clone(),
            line: relation.at.0,
            symbol: (!is_own).then(|| relation.name.clone()),
            id: relation.id,
            kind: relation.kind,
            names,
            lines: relation.lines,
        }
    }

    /// Returns a relation of one of its leaves as a relation of itself.
    fn end_of(&self, relation: Relation) -> Relation {
        Relation {
            id: self.id,
            kind: self.kind,
            names: self.names.clone(),
            lines: self.lines,
            ..relation
        }
    }

    /// Returns what tells it apart from others.
    pub fn key(&self) -> DeclarationKey {
        (self.id, self.symbol.clone().unwrap_or_default())
    }

    fn symbol(&self) -> Option<Symbol> {
        self.symbol.clone().map(Symbol::Named)
    }

    /// Returns true if a document still declares it. A run of definitions stays when one of its names goes.
    fn is_in(&self, tree: &ChunkTree) -> bool {
        let symbol = self.symbol();
        self.chunk(tree)
            .is_some_and(|chunk| symbol.is_none_or(|symbol| !symbol.select(tree, chunk).is_empty()))
    }

    /// Returns its chunk in the current document; none if it is gone.
    pub fn chunk<'t>(&self, tree: &'t ChunkTree) -> Option<&'t Chunk> {
        tree.chunks.iter().find(|chunk| chunk.id == self.id)
    }
}

impl Codebase<'_> {
    /// Returns true if the working tree has the document.
    pub fn is_current(&mut self, path: &SourcePath) -> bool {
        self.sources.tree(path, self.cancel).is_ok()
    }

    /// Returns the uses of a declaration by others, the most certain first, and the number of leaves in documents
    /// that were not read. The uses in a document are reported as soon as it is judged.
    pub fn users(&mut self, used: &Declaration, report: Report<'_>) -> Lookup<(Vec<Step>, usize)> {
        let current = self.tree(&used.path);
        let current = current.filter(|tree| used.is_in(tree));
        let Some(tree) = current.or_else(|| self.earlier.get(&used.path).cloned()) else {
            return Ok((Vec::new(), 0));
        };
        let Some(chunk) = used.chunk(&tree) else {
            return Ok((Vec::new(), 0));
        };
        let mut relations = self.users_of(&tree, chunk, used.symbol().as_ref(), report)?;
        let unread = relations.total - relations.found.len();
        relations
            .found
            .extend(self.callers_of_values(&tree, chunk)?);
        Ok((self.steps_to(used, relations.found), unread))
    }

    /// Returns the likely users of a method by which the values of a type are called: those of the type.
    fn callers_of_values(&mut self, tree: &ChunkTree, method: &Chunk) -> Lookup<Vec<Relation>> {
        let operator = tree.row().call_operator;
        let parent = method.parent.and_then(|parent| tree.chunks.get(parent));
        let Some(of_type) = parent else {
            return Ok(Vec::new());
        };
        if operator.is_empty() || method.name != operator {
            return Ok(Vec::new());
        }
        let mut found = self.users_of(tree, of_type, None, &mut |_, _| ())?.found;
        for relation in &mut found {
            relation.certainty = relation.certainty.max(Certainty::Likely);
        }
        Ok(found)
    }

    /// Returns the uses by others among the relations of a declaration, the first of each user.
    pub fn steps_to(&mut self, used: &Declaration, relations: Vec<Relation>) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut seen = HashSet::from([used.key()]);
        for by in relations {
            let line = Symbol::OnLine(by.at.0);
            // A deleted document uses nothing any more.
            if let Ok(tree) = self.sources.tree(&by.path, self.cancel)
                && let at = tree.chunks.iter().position(|chunk| chunk.id == by.id)
                && let Some(user) = at.and_then(|chunk| Declaration::of(&tree, chunk, Some(&line)))
                && seen.insert(user.key())
            {
                let by = user.end_of(by);
                steps.push(Step { user, by });
            }
        }
        steps
    }

    /// Returns the declarations whose names a declaration uses, or only those that it calls, with the certainty that
    /// they are meant; the most certain first.
    pub fn used_by(
        &mut self,
        user: &Declaration,
        only_called: bool,
    ) -> Lookup<Vec<(Declaration, Certainty)>> {
        let Some(tree) = self.tree(&user.path) else {
            return Ok(Vec::new());
        };
        let Some(chunk) = user.chunk(&tree) else {
            return Ok(Vec::new());
        };
        // A type uses what its fields and constructors use; its methods are declarations of their own.
        let is_own = |reference: &&Reference| {
            let leaf = tree.leaf_at(reference.bytes.start as usize);
            let kind = leaf.map_or(Kind::File, |leaf| tree.whole(leaf).kind);
            !chunk.kind.is_type() || !kind.has_code() || kind == Kind::Constructor
        };
        let references = tree.references_of(chunk).iter().filter(is_own);
        let wanted = references.filter(|reference| reference.is_called || !only_called);
        let relations = self.referred(&tree, chunk, wanted)?.found;
        let mut seen = HashSet::from([user.key()]);
        let used = relations
            .iter()
            .map(|relation| (Declaration::of_relation(relation), relation.certainty));
        Ok(used.filter(|(used, _)| seen.insert(used.key())).collect())
    }

    /// Returns the most certain use of a declaration in another one.
    pub fn use_between(&mut self, user: &Declaration, used: &Declaration) -> Lookup<Option<Step>> {
        let (Some(tree), Some(view)) = (self.tree(&used.path), self.view(&user.path)?) else {
            return Ok(None);
        };
        let (Some(target), Some(around)) = (used.chunk(&tree), user.chunk(&view.tree)) else {
            return Ok(None);
        };
        let targets = Target::of(&tree, target, used.symbol().as_ref());
        let mut names = targets.iter().map(|target| target.name.clone()).collect();
        let mut uses = self.using(&view, &targets, &tree, target, &mut names)?;
        let (first, last) = around.lines;
        uses.retain(|relation| (first..=last).contains(&relation.at.0));
        let best = uses.into_iter().min_by_key(|relation| relation.certainty);
        Ok(best.map(|by| Step {
            by: user.end_of(by),
            user: user.clone(),
        }))
    }
}
