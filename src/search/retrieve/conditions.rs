//! Index conditions of filters.

use crate::chunk::Kind;
use crate::index::{Clause, Column, Condition, IndexError};
use crate::search::context::SearchContext;
use crate::search::query::{Field, Filter, Purpose, QualifiedName};

/// Index conditions of the filters; `symbol_filter` applies the others.
pub(in crate::search) fn filters(context: &SearchContext<'_>) -> Result<Vec<Clause>, IndexError> {
    let mut clauses = Vec::new();
    let mut required: Vec<(Field, Vec<Condition>)> = Vec::new();
    for filter in &context.query.filters {
        let Some(condition) = condition(context, filter)? else {
            continue;
        };
        if filter.negated {
            clauses.push(Clause::Not(condition));
            continue;
        }
        let mut earlier = required.iter_mut();
        match earlier.find(|(field, _)| *field == filter.field && field.has_alternatives()) {
            Some((_, alternatives)) => alternatives.push(condition),
            None => required.push((filter.field, vec![condition])),
        }
    }
    for (_, alternatives) in required {
        clauses.push(Clause::AnyOf(alternatives));
    }
    Ok(clauses)
}

/// The index condition of a filter; none if the index cannot decide.
fn condition(
    context: &SearchContext<'_>,
    filter: &Filter,
) -> Result<Option<Condition>, IndexError> {
    let value = filter.value.clone();
    Ok(Some(match filter.field {
        Field::Language => Condition::Value(Column::Language, value.to_lowercase()),
        Field::Path => Condition::Path(value),
        Field::Kind => {
            let kind = Kind::named(&value).map_or(value, |kind| kind.name().to_owned());
            Condition::Value(Column::Kind, kind)
        }
        Field::Symbol => {
            let name = QualifiedName::parse(&value);
            if filter.negated && name.is_more_than_terms() {
                return Ok(None);
            }
            return Ok(name.condition());
        }
        Field::Heading => Condition::Heading(value),
        Field::In => purpose_condition(context, &value)?,
    }))
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
        Some(known) => Condition::Value(Column::Purpose, known.name().to_owned()),
        None => Condition::Value(Column::Purpose, value.to_owned()),
    })
}
