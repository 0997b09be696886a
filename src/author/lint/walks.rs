//! How long it takes to go all ways of a walk.

use crate::ir::{Composed, Limit, Walk};

/// Walks with more ways than this are not tried again and again.
const MAX_WAYS: u64 = 5000;
/// As often a repetition without a limit is taken to go round.
const UNLIMITED: u32 = 16;
/// Walks nested deeper than this are taken to be long.
const MAX_DEPTH: u8 = 32;

/// Tells whether there are few ways of going a walk.
pub(super) fn is_short(walk: &Walk) -> bool {
    ways(walk, MAX_DEPTH) <= MAX_WAYS
}

fn ways(walk: &Walk, depth: u8) -> u64 {
    let Some(depth) = depth.checked_sub(1) else { return u64::MAX };
    let parts = || walk.parts().iter().map(|part| ways(part, depth));
    match walk.composed() {
        Composed::Single => walk.as_jump().map_or(1, |_| 256),
        Composed::InOrder(_) => parts().fold(1, u64::saturating_mul),
        Composed::OneOf(_) => parts().fold(0, u64::saturating_add),
        Composed::Again(body, _, max) => {
            let times = match max {
                Limit::Times(times) => u32::from(*times),
                Limit::Unlimited
                | Limit::Half
                | Limit::Count(_)
                | Limit::Exactly(_)
                | Limit::AtLeast(_) => UNLIMITED,
            };
            ways(body, depth).saturating_pow(times).saturating_add(u64::from(times))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_short;
    use crate::ir::{DirectionId, Limit, Walk};

    fn repeated(body: Walk, max: Limit) -> Walk {
        Walk::repeat(body, 0, max)
    }

    #[test]
    fn riders_are_short_and_wanderers_long() {
        let step = || Walk::step(DirectionId(0));
        let any = || Walk::either((0..8).map(|_| step()).collect());
        assert!(is_short(&repeated(step(), Limit::Unlimited)));
        assert!(is_short(&repeated(any(), Limit::Times(4))));
        assert!(!is_short(&repeated(any(), Limit::Times(5))));
        assert!(!is_short(&repeated(any(), Limit::Unlimited)));
        assert!(is_short(&Walk::either((0..8).map(|_| repeated(step(), Limit::Half)).collect())));
    }
}
