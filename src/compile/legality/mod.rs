//! Legality analysis: which rules forbid turns because royal pieces are attacked, and what must not be written for attack
//! tables that were read before a move to hold after it.

use crate::compile::effects::{Effects, EffectsOf, Reads};
use crate::compile::program::attacks::{Attacks, ForwardAttacks};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::legality::Legality;
use crate::compile::program::locations::{Loc, Locs};
use crate::compile::program::membership::is_own;
use crate::compile::program::simplify::conjuncts;
use crate::compile::program::{
    Cond, Kind, Program, Set, SideRules, Trig, Who, dependence, event_index, simplify,
};
use crate::ir::{Event, Game, SideId, slots};

impl<B: Bitboard> Legality<B> {
    /// Analyses the rules that forbid turns of a side.
    ///
    /// # Errors
    /// Why nothing is known: the rules are of another kind.
    pub(crate) fn of(
        game: &Game,
        program: &Program<B>,
        attacks: Option<&Attacks<B>>,
        own: SideId,
        groups: usize,
    ) -> Result<Self, String> {
        let mut found = Self { certain: true, ..Self::default() };
        if !program.rules(own).forbids.is_empty() {
            found.attacks = attacks.cloned();
            let royal = found.protect(game, program, own, groups)?;
            let attacks = found.attacks.as_ref().ok_or(NO_ATTACKS)?;
            // A move may change conditions that are evaluated before it.
            if !attacks.pre_move_choices_by_numbers {
                return Err(
                    "what may come before the other side's move depends on the board".to_owned()
                );
            }
            if !attacks.settled {
                return Err("who has a power depends on other squares".to_owned());
            }
            // What attackers and royal pieces depend on besides the pieces on the board and the bearers of tokens.
            let (reads, mut asked) = (Reads::new(program, own), attacks.reads.clone());
            found.sights.iter().chain([&royal]).for_each(|set| asked.add(&reads.set(set)));
            found.asked = asked.beside_pieces();
            found.assumes = found.asked.clone();
            for power in &program.rules(own.opponent()).powers {
                let square = program.layout.token(power.token);
                found.assumes.add(&Locs::of(&[Loc::Number(square), Loc::Number(square + 1)]));
            }
            for other in &attacks.others {
                other.guards.iter().for_each(|board| found.guards.insert(Loc::Board(*board)));
            }
            found.forward_attacks = Some(ForwardAttacks::of(attacks));
            if let Set::All(sets) = &royal
                && let [Set::Board(one), Set::Board(other)] = sets.as_slice()
            {
                found.royal_boards = Some((*one, *other));
            }
            found.royal = Some(royal);
        }
        found.guard_captures(program, own);
        Ok(found)
    }

    /// Finds what the rules that forbid turns protect, and adds forbidden lines of sight to the attack tables; returns the royal
    /// pieces.
    fn protect(
        &mut self,
        game: &Game,
        program: &Program<B>,
        own: SideId,
        groups: usize,
    ) -> Result<Set<B>, String> {
        let rules = program.rules(own);
        let mut protecting =
            rules.forbids.iter().zip(&game.forbids).filter_map(|(rule, source)| {
                let set = attacked_set(program, &rule.condition, own)?;
                Some((set, &rule.condition, &source.name))
            });
        let Some((royal, condition, name)) = protecting.next() else {
            let names: Vec<_> =
                game.forbids.iter().map(|rule| format!("`{}`", rule.name)).collect();
            return Err(format!("no attack on own pieces is what {} forbids", names.join(" or ")));
        };
        // The tables support one such rule.
        if let Some((.., other)) = protecting.next() {
            return Err(format!("both `{name}` and `{other}` are about attacks"));
        }
        self.certain = attack_suffices(condition, &royal, own);
        let none_left = Cond::Not(Box::new(Cond::Exists(Box::new(royal.clone()))));
        for (rule, source) in rules.forbids.iter().zip(&game.forbids) {
            let name = &source.name;
            let known = attacked_set(program, &rule.condition, own).as_ref() == Some(&royal);
            if rule.condition == none_left {
                self.needed = true;
            } else if !known {
                let (walk, seen) = sight(rules, &rule.condition, &royal, own)
                    .ok_or_else(|| format!("`{name}` is about something else than attacks"))?;
                let attacks = self.attacks.as_mut().ok_or(NO_ATTACKS)?;
                if attacks.groups.len() >= groups {
                    return Err(format!("there is no room for `{name}` in the tables of attacks"));
                }
                attacks
                    .add_line_of_sight(program, walk, self.sights.len())
                    .ok_or_else(|| format!("there are no tables for the way in `{name}`"))?;
                self.sights.push(seen);
            }
        }
        Ok(royal)
    }

    /// Finds the triggers of captures that invalidate attack tables, and the captures that may fire them.
    fn guard_captures(&mut self, program: &Program<B>, own: SideId) {
        let effects = EffectsOf::new(program, own);
        let triggers = &program.rules(own).triggers[event_index(Event::Captured)];
        let written = effects.event(Event::Captured).writes;
        for trigger in triggers {
            let guarded = self.interferes(&effects.trigger(trigger));
            if guarded {
                self.victims.push(victims(program, &effects, trigger, &written));
            }
            self.guarded.push(guarded);
        }
    }

    /// Tells whether effects may invalidate tables that were read before, or refuse the turn.
    pub(crate) fn interferes(&self, effects: &Effects) -> bool {
        let writes = &effects.writes;
        effects.refuses
            || self.royal.is_some() && (writes.has_pieces() || writes.meets(&self.assumes))
    }
}

const NO_ATTACKS: &str = "what the other side attacks is not told from tables";

/// Returns when a trigger of a capture may fire and where the victim is then, in terms that can be evaluated before the
/// move.
fn victims<B: Bitboard>(
    program: &Program<B>,
    effects: &EffectsOf<'_, B>,
    trigger: &Trig<B>,
    written: &Locs,
) -> (Cond<B>, Set<B>) {
    let pieces = Locs::pieces(&program.layout);
    let (mut conditions, mut squares) = (Vec::new(), Vec::new());
    for part in conjuncts(trigger.condition.clone()) {
        // The victim is evaluated as it was; nothing else that is read may have changed since.
        let reads = effects.reads.condition(&part);
        if let Cond::Is(slot, set) = part {
            let unchanged = || !effects.reads.set(&set).without(&pieces).meets(written);
            if slot == slots::VICTIM && dependence::is_local(&set) && unchanged() {
                squares.push(*set);
            }
        } else if dependence::is_of_variables(&part, &program.layout) && !reads.meets(written) {
            conditions.push(part);
        }
    }
    squares.push(Set::Fixed(program.all));
    (simplify::all(conditions), simplify::intersection(squares))
}

/// Returns the walk of the line of sight that a condition forbids the royal pieces, and the pieces at its end.
fn sight<'a, B: Bitboard>(
    rules: &'a SideRules<B>,
    condition: &Cond<B>,
    royal: &Set<B>,
    own: SideId,
) -> Option<(&'a crate::compile::program::Walking<B>, Set<B>)> {
    let Cond::Exists(set) = condition else { return None };
    let Set::All(sets) = &**set else { return None };
    let is_reach = |set: &Set<B>| matches!(set, Set::Reach(parts, who) if parts.0 == *royal && *who == Who::Side(own));
    let reach = sets.iter().find(|set| is_reach(set))?;
    let Set::Reach(parts, Who::Side(side)) = reach else { return None };
    let others: Vec<Set<B>> = sets.iter().filter(|set| *set != reach).cloned().collect();
    // Lines of sight to own pieces would change with each move.
    let enemies = others.iter().any(|set| is_own(set, own.opponent()));
    if !enemies || !others.iter().all(dependence::is_local) {
        return None;
    }
    let route = parts.1[*side];
    Some((&rules.routes[route].tree, simplify::intersection(others)))
}

/// Returns the set that must be attacked by the other side for a condition to hold.
fn attacked_set<B: Bitboard>(
    program: &Program<B>,
    condition: &Cond<B>,
    own: SideId,
) -> Option<Set<B>> {
    let enemy = Who::Side(own.opponent());
    conjuncts(condition.clone()).into_iter().find_map(|part| {
        let Cond::Attacked(set, by) = part else { return None };
        let fits = by == enemy && follows_pieces(program, &set) && is_own(&set, own);
        fits.then_some(*set)
    })
}

/// Tells whether a piece in the set stays in it when it moves.
fn follows_pieces<B>(program: &Program<B>, set: &Set<B>) -> bool {
    let layout = &program.layout;
    match set {
        Set::Board(board) => *board < layout.marks + layout.mark_count,
        Set::Types(_) | Set::OfType(Kind::Fixed(_)) => true,
        Set::Union(sets) | Set::All(sets) => sets.iter().all(|set| follows_pieces(program, set)),
        Set::Except(pair) => follows_pieces(program, &pair.0) && follows_pieces(program, &pair.1),
        _ => false,
    }
}

/// Tells whether a condition holds whenever the set is attacked.
fn attack_suffices<B: Bitboard>(condition: &Cond<B>, set: &Set<B>, own: SideId) -> bool {
    let enemy = Who::Side(own.opponent());
    conjuncts(condition.clone()).iter().all(|part| match part {
        Cond::Attacked(other, by) => **other == *set && *by == enemy,
        Cond::Exists(other) => **other == *set,
        _ => false,
    })
}
