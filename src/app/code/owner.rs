//! From a hit to what holds it: in place where it lies in that, and to where the type is declared
//! that it belongs to by its name alone, as a method of Go does, which may be another file.

use super::sections::Link;
use super::{Code, Showing};
use crate::context::{Relation, Relations, around};

/// Places that are named where one of several may be meant.
const NAMED: usize = 3;

/// What became of going to the type that a hit belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Departure {
    /// It is gone to; a sentence for people.
    Gone(String),
    /// It is not, and why; a sentence for people.
    Stayed(String),
}

impl Code {
    /// Shows what holds the hit, or hides it again. The type of what lies in none is asked for.
    pub(super) fn go_to_parent(&mut self) {
        match self.names_owner() && !self.width.parent {
            true => {
                self.seeks_owner = true;
                self.sections.ask_again();
            }
            false => self.toggle_parent(),
        }
    }

    /// Shows the head of what the hit is in, or hides it again.
    pub(super) fn toggle_parent(&mut self) {
        let before = self.shape();
        self.width.parent = !self.width.parent;
        self.rebuild();
        // Nothing that would show later, where nobody asks for it any more.
        self.width.parent ^= self.shape() == before;
    }

    /// Whether the hit belongs to a type that it does not lie in.
    fn names_owner(&self) -> bool {
        let (Showing::Page(page, Some(leaf)), Some(subject)) = (&self.showing, &self.subject)
        else {
            return false;
        };
        let about = subject.focus(page, *leaf);
        !around::owner_elsewhere(&page.document().tree, about).is_empty()
    }

    /// Whether the type of the hit was asked for and is not found yet.
    pub(super) fn seeks_owner(&self) -> bool {
        self.seeks_owner
    }

    /// Goes to the type of the hit if it is known which one that is. None where nobody wants to go
    /// there any more.
    pub(crate) fn depart(&mut self, owners: Result<&Relations, String>) -> Option<Departure> {
        if !std::mem::take(&mut self.seeks_owner) {
            return None;
        }
        let owners = match owners {
            Ok(owners) => owners,
            Err(why) => return Some(Departure::Stayed(why)),
        };
        Some(match owners.found.as_slice() {
            [] => {
                self.toggle_parent();
                let name = owners.unresolved.first().map_or("", String::as_str);
                Departure::Stayed(format!("the index knows no type {name} in this language"))
            }
            [owner] if owners.total == 1 => {
                let says = format!("{} is declared in {}", owner.name, place(owner));
                match self.jump_to(Link::of(owner)) {
                    true => Departure::Gone(says),
                    false => Departure::Stayed(says),
                }
            }
            several => Departure::Stayed(which(several, owners.total)),
        })
    }
}

/// That one of several types may be meant, none of them rather than another.
fn which(several: &[Relation], total: usize) -> String {
    let name = several.first().map_or("", |owner| &owner.name);
    let named: Vec<String> = several.iter().take(NAMED).map(place).collect();
    let more = match total.saturating_sub(named.len()) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named = named.join(", ");
    format!("{total} types are called {name}, none nearer than another: {named}{more}")
}

fn place(owner: &Relation) -> String {
    format!("{}:{}", owner.path, owner.at.0)
}
