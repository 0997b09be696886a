//! The directions of a walk: those in which it sets out, and those in which it arrives.

use crate::ir::{Composed, DirectionId, Walk};

/// The most directions of one way.
const MAX_COURSES: usize = 64;

/// A walk in one direction, or in one for each of its legs.
#[derive(Clone)]
pub(crate) struct Course {
    /// The walk.
    pub walk: Walk,
    /// The direction of its first step, if it makes one.
    pub first: Option<DirectionId>,
    /// The direction of its last step.
    pub last: Option<DirectionId>,
}

impl Course {
    /// Goes on with another walk.
    fn then(&self, next: &Self) -> Self {
        let mut parts = self.walk.in_order().to_vec();
        parts.push(next.walk.clone());
        let (first, last) = (self.first.or(next.first), next.last.or(self.last));
        Self { walk: Walk::Sequence(parts), first, last }
    }
}

/// Takes a walk apart into walks that set out and arrive in one direction each; `None` if there are too many.
pub(crate) fn courses(walk: &Walk) -> Option<Vec<Course>> {
    let whole = |step| vec![Course { walk: walk.clone(), first: step, last: step }];
    let courses = match walk.composed() {
        Composed::Single => whole(walk.as_step()),
        Composed::OneOf(walks) => {
            let mut all = Vec::new();
            for walk in walks {
                all.extend(courses(walk)?);
            }
            all
        }
        Composed::InOrder(walks) => {
            let mut all =
                vec![Course { walk: Walk::Sequence(Vec::new()), first: None, last: None }];
            for walk in walks {
                let next = courses(walk)?;
                if all.len().saturating_mul(next.len()) > MAX_COURSES {
                    return None;
                }
                all = all
                    .iter()
                    .flat_map(|course| next.iter().map(|next| course.then(next)))
                    .collect();
            }
            all
        }
        Composed::Again(body, min, max) => match courses(body)?.as_slice() {
            // In each round it may go elsewhere.
            [] | [_, _, ..] => whole(None),
            [only] => {
                let walk = Walk::repeat(only.walk.clone(), min, max.clone());
                vec![Course { walk, first: only.first, last: only.last }]
            }
        },
    };
    (courses.len() <= MAX_COURSES).then_some(courses)
}
