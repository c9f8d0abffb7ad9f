//! Index conditions of filters.

use crate::chunk::Kind;
use crate::index::{Clause, Condition, IndexError};
use crate::search::context::SearchContext;
use crate::search::query::{Field, Purpose, QualifiedName};

/// Index conditions of the filters; [`name_filter`] applies the others.
pub(in crate::search) fn filters(context: &SearchContext<'_>) -> Result<Vec<Clause>, IndexError> {
    let mut clauses = Vec::new();
    for filter in &context.query.filters {
        let value = filter.value.clone();
        let condition = match filter.field {
            Field::Language => Condition::Language(value.to_lowercase()),
            Field::Path => Condition::Path(value),
            Field::Kind => {
                Condition::Kind(Kind::named(&value).map_or(value, |kind| kind.name().to_owned()))
            }
            Field::Symbol => {
                let named = QualifiedName::parse(&value);
                // Terms alone would exclude too much.
                let is_excess = filter.negated && named.is_more_than_terms();
                let Some(condition) = named.condition().filter(|_| !is_excess) else {
                    continue;
                };
                condition
            }
            Field::Heading => Condition::Heading(value),
            Field::In => purpose_condition(context, &value)?,
        };
        clauses.push(Clause {
            condition,
            negated: filter.negated,
        });
    }
    Ok(clauses)
}

/// Index condition of `in:` with a value; for an unknown value, a condition that no chunk meets.
pub(in crate::search) fn purpose_condition(
    context: &SearchContext<'_>,
    value: &str,
) -> Result<Condition, IndexError> {
    let (snapshot, reader) = (context.snapshot, context.reader);
    Ok(match Purpose::named(value) {
        Some(Purpose::Changed) => {
            let (generation, paths) = (snapshot.generation().0, snapshot.paths()?);
            let changed = reader.changed_files(generation, paths, context.cancel);
            // If they are unknown, a search fails, and counts are 0.
            let mut changed: Vec<_> = changed.iter().flat_map(|it| it.iter().cloned()).collect();
            changed.sort_unstable();
            Condition::Files(changed)
        }
        Some(known) => Condition::Purpose(known.name().to_owned()),
        None => Condition::Purpose(value.to_owned()),
    })
}
