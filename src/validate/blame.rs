//! Which fact is to blame where an engine differs from its general path.

use crate::compile::{Fact, FactSet};

/// Returns the facts to blame for a difference that an engine with some facts shows; `differs` tells whether one with others
/// shows it, if that can be found out.
///
/// A fact is suspect if the difference is gone without it alone. If several are, some only use what another knows: the one
/// that differs when it is used alone is the wrong one; where none or several do, all are named. If no single one is, those
/// that differ when they are used alone are to blame, provided that the difference is gone without them. Else nothing is
/// returned.
pub(super) fn to_blame(used: FactSet, differs: impl Fn(FactSet) -> Option<bool>) -> FactSet {
    let healing = among(used, |fact| differs(used.without(fact)) == Some(false));
    let alone = |suspects| among(suspects, |fact| differs(FactSet::NONE.with(fact)) == Some(true));
    match healing.len() {
        0 => {
            let wrong = alone(used);
            let is_cured = !wrong.is_empty() && differs(used.without_all(wrong)) == Some(false);
            if is_cured { wrong } else { FactSet::NONE }
        }
        1 => healing,
        _ => {
            let wrong = alone(healing);
            if wrong.len() == 1 { wrong } else { healing }
        }
    }
}

/// Returns those facts of a set for which something is so.
fn among(facts: FactSet, is_so: impl Fn(Fact) -> bool) -> FactSet {
    let found = Fact::ALL.into_iter().filter(|&fact| facts.has(fact) && is_so(fact));
    found.fold(FactSet::NONE, FactSet::with)
}

#[cfg(test)]
mod tests {
    use super::to_blame;
    use crate::compile::{Fact, FactSet};

    fn blamed(used: FactSet, differs: impl Fn(FactSet) -> bool) -> String {
        to_blame(used, |set| Some(differs(set))).to_string()
    }

    #[test]
    fn a_wrong_fact_is_named_whatever_comes_before_it() {
        for fact in Fact::ALL {
            assert_eq!(blamed(FactSet::ALL, |set| set.has(fact)), fact.name());
        }
    }

    #[test]
    fn a_fact_by_which_a_wrong_one_is_used_is_not_to_blame() {
        // Attacks are wrong, which shows if anything beyond them is in use: legality asks for them, and the others do not.
        let by_itself = |set: FactSet| set == FactSet::NONE.with(Fact::Attacks);
        let differs =
            |set: FactSet| set.has(Fact::Attacks) && (set.has(Fact::Legality) || by_itself(set));
        assert_eq!(blamed(FactSet::ALL, differs), "attacks");
        // The other way round, it is the later one.
        let by_itself = |set: FactSet| set == FactSet::NONE.with(Fact::Steps);
        let differs =
            |set: FactSet| set.has(Fact::Steps) && (set.has(Fact::Walks) || by_itself(set));
        assert_eq!(blamed(FactSet::ALL, differs), "steps");
    }

    #[test]
    fn all_are_named_that_are_wrong_only_together() {
        let differs = |set: FactSet| set.has(Fact::Effects) && set.has(Fact::Texts);
        assert_eq!(blamed(FactSet::ALL, differs), "effects,texts");
    }

    #[test]
    fn all_are_named_that_are_wrong_each_by_itself() {
        let differs = |set: FactSet| set.has(Fact::Effects) || set.has(Fact::Texts);
        assert_eq!(blamed(FactSet::ALL, differs), "effects,texts");
    }

    #[test]
    fn none_is_named_where_no_single_one_helps_or_is_wrong_alone() {
        let pair = |set: FactSet, [one, other]: [Fact; 2]| set.has(one) && set.has(other);
        let differs = |set: FactSet| {
            pair(set, [Fact::Walks, Fact::Fills]) || pair(set, [Fact::Steps, Fact::Texts])
        };
        assert_eq!(blamed(FactSet::ALL, differs), "none");
    }

    #[test]
    fn what_cannot_be_found_out_excuses_nobody() {
        let differs = |set: FactSet| set.has(Fact::Texts).then_some(true);
        assert_eq!(to_blame(FactSet::ALL, differs), FactSet::NONE);
    }

    #[test]
    fn only_facts_in_use_are_asked_for() {
        let used = FactSet::NONE.with(Fact::Endings);
        assert_eq!(blamed(used, |set| set.has(Fact::Endings)), "endings");
        assert_eq!(blamed(FactSet::NONE, |_| true), "none");
    }
}
