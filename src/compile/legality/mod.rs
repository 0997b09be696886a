//! Which rules forbid turns because royal pieces are attacked, and what has to stay as it is for attack tables that were
//! read before a move to hold after it.

use crate::compile::effects::{Effects, EffectsOf, Reads};
use crate::compile::program::attacks::{Attacks, ForwardAttacks};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::locations::{Loc, Locs};
use crate::compile::program::simplify::conjuncts;
use crate::compile::program::{
    Cond, Kind, Program, Set, SideRules, Trig, Who, dependence, event_index, simplify,
};
use crate::ir::{Event, Game, slots};

/// The rules that forbid turns, as far as they are about royal pieces.
struct Protection<B> {
    royal: Set<B>,
    certain: bool,
    needed: bool,
    sights: Vec<Set<B>>,
}

impl<B: Bitboard> Legality<B> {
    /// Finds out what can be known of a side's turns.
    ///
    /// # Errors
    /// Why nothing is: the rules that forbid turns are not of that kind.
    pub(crate) fn of(
        game: &Game,
        program: &Program<B>,
        attacks: Option<&Attacks<B>>,
        own: usize,
        groups: usize,
    ) -> Result<Self, String> {
        let mut found = Self {
            royal: None,
            royal_boards: None,
            certain: true,
            needed: false,
            attacks: None,
            forward_attacks: None,
            sights: Vec::new(),
            assumes: Locs::default(),
            asked: Locs::default(),
            guards: Locs::default(),
            guarded: Vec::new(),
            victims: Vec::new(),
        };
        if !program.sides[own].forbids.is_empty() {
            let mut attacks = attacks.cloned();
            let protection = protection(game, program, (own, groups), &mut attacks)?;
            let attacks = attacks.ok_or(NO_ATTACKS)?;
            // A move may change what is found before it is made.
            if !attacks.unless_by_numbers {
                return Err(
                    "what may come before the other side's move depends on the board".to_owned()
                );
            }
            if !attacks.settled {
                return Err("who has a power depends on other squares".to_owned());
            }
            let reads = Reads::new(program, own);
            found.asked = asked(&reads, &attacks, &protection);
            found.assumes = found.asked.clone();
            found.assumes.add(&powers(program, 1 - own));
            for other in &attacks.others {
                other.guards.iter().for_each(|board| found.guards.insert(Loc::Board(*board)));
            }
            found.forward_attacks = Some(ForwardAttacks::of(&attacks));
            found.attacks = Some(attacks);
            found.royal_boards = boards_of(&protection.royal);
            found.royal = Some(protection.royal);
            (found.certain, found.needed) = (protection.certain, protection.needed);
            found.sights = protection.sights;
        }
        found.guard_captures(program, own);
        Ok(found)
    }

    /// Finds the triggers of captures that attack tables do not survive, and by whose capture they may act.
    fn guard_captures(&mut self, program: &Program<B>, own: usize) {
        let effects = EffectsOf::new(program, own);
        let triggers = &program.sides[own].triggers[event_index(Event::Captured)];
        let written = effects.event(Event::Captured).writes;
        for trigger in triggers {
            let guarded = self.interferes(&effects.trigger(trigger));
            if guarded {
                self.victims.push(victims(program, &effects, trigger, &written));
            }
            self.guarded.push(guarded);
        }
    }

    /// Tells whether tables read before something is done may be wrong afterwards, or the turn may be refused.
    pub(crate) fn interferes(&self, effects: &Effects) -> bool {
        let writes = &effects.writes;
        effects.refuses
            || self.royal.is_some() && (writes.has_pieces() || writes.meets(&self.assumes))
    }
}

const NO_ATTACKS: &str = "what the other side attacks is not told from tables";

/// Returns what the rules that forbid turns protect, and adds to the attacks what royal pieces may not see.
fn protection<B: Bitboard>(
    game: &Game,
    program: &Program<B>,
    (own, groups): (usize, usize),
    attacks: &mut Option<Attacks<B>>,
) -> Result<Protection<B>, String> {
    let rules = &program.sides[own];
    let (royal, certain) = royal_set(game, program, own)?;
    let mut found = Protection { royal, certain, needed: false, sights: Vec::new() };
    for (rule, source) in rules.forbids.iter().zip(&game.forbids) {
        let name = &source.name;
        let known = attacked_set(program, &rule.condition, own).as_ref() == Some(&found.royal);
        if rule.condition == none_left(&found.royal) {
            found.needed = true;
        } else if !known {
            let (walk, seen) = sight(rules, &rule.condition, &found.royal, own)
                .ok_or_else(|| format!("`{name}` is about something else than attacks"))?;
            let attacks = attacks.as_mut().ok_or(NO_ATTACKS)?;
            if attacks.groups.len() >= groups {
                return Err(format!("there is no room for `{name}` in the tables of attacks"));
            }
            attacks
                .add_sight(program, walk, found.sights.len())
                .ok_or_else(|| format!("there are no tables for the way in `{name}`"))?;
            found.sights.push(seen);
        }
    }
    Ok(found)
}

/// Returns what decides who attacks and who is royal, besides which pieces stand where and who bears which token.
fn asked<B: Bitboard>(
    reads: &Reads<'_, B>,
    attacks: &Attacks<B>,
    protection: &Protection<B>,
) -> Locs {
    let mut asked = attacks.reads.clone();
    asked.add(&reads.set(&protection.royal));
    for sight in &protection.sights {
        asked.add(&reads.set(sight));
    }
    asked.beside_pieces()
}

/// Returns where the tokens are that give a side powers, and their levels.
fn powers<B: Bitboard>(program: &Program<B>, side: usize) -> Locs {
    let mut locs = Locs::default();
    for power in &program.sides[side].powers {
        let square = program.layout.token(power.token);
        locs.add(&Locs::of(&[Loc::Number(square), Loc::Number(square + 1)]));
    }
    locs
}

/// Returns when a trigger of a capture may act, and where the victim is then, as far as that can be told before the move.
fn victims<B: Bitboard>(
    program: &Program<B>,
    effects: &EffectsOf<'_, B>,
    trigger: &Trig<B>,
    written: &Locs,
) -> (Cond<B>, Set<B>) {
    let pieces = Locs::pieces(&program.layout);
    let (mut conditions, mut squares) = (Vec::new(), Vec::new());
    for part in conjuncts(trigger.condition.clone()) {
        // A victim is judged as it was; what else is asked must not have changed since.
        let reads = effects.reads.condition(&part);
        match part {
            Cond::Is(slot, set)
                if slot == slots::VICTIM.0
                    && dependence::is_local(&set)
                    && !effects.reads.set(&set).without(&pieces).meets(written) =>
            {
                squares.push(*set);
            }
            part if is_of_variables(program, &part) && !reads.meets(written) => {
                conditions.push(part);
            }
            _ => {}
        }
    }
    squares.push(Set::Fixed(program.all));
    (simplify::all(conditions), simplify::intersection(squares))
}

/// Tells whether a condition looks at nothing but variables that are numbers.
fn is_of_variables<B: Bitboard>(program: &Program<B>, condition: &Cond<B>) -> bool {
    dependence::is_of_such_numbers(condition, &|index| index < program.layout.tokens)
}

/// Returns the two boards of which a set is what they have in common, if it is.
fn boards_of<B>(set: &Set<B>) -> Option<[usize; 2]> {
    let Set::All(sets) = set else { return None };
    match sets.as_slice() {
        [Set::Board(one), Set::Board(other)] => Some([*one, *other]),
        _ => None,
    }
}

/// Returns the condition that a set has no members.
fn none_left<B: Bitboard>(set: &Set<B>) -> Cond<B> {
    Cond::Not(Box::new(Cond::Exists(Box::new(set.clone()))))
}

/// Returns the royal pieces that one of the rules protects, and whether that they are attacked is all it asks for; if
/// there is no such rule, or more than one, that.
fn royal_set<B: Bitboard>(
    game: &Game,
    program: &Program<B>,
    own: usize,
) -> Result<(Set<B>, bool), String> {
    let rules = program.sides[own].forbids.iter().zip(&game.forbids);
    let mut protecting = rules.filter_map(|(rule, source)| {
        let set = attacked_set(program, &rule.condition, own)?;
        Some((set, &rule.condition, &source.name))
    });
    let Some((set, condition, name)) = protecting.next() else {
        let names: Vec<_> = game.forbids.iter().map(|rule| format!("`{}`", rule.name)).collect();
        return Err(format!("no attack on own pieces is what {} forbids", names.join(" or ")));
    };
    let certain = is_certain(condition, &set, own);
    // Two rules about attacks are more than the tables tell.
    match protecting.next() {
        Some((.., other)) => Err(format!("both `{name}` and `{other}` are about attacks")),
        None => Ok((set, certain)),
    }
}

/// Returns the walk by which the royal pieces may not see certain pieces, and those pieces, if that is what a condition
/// says.
fn sight<'a, B: Bitboard>(
    rules: &'a SideRules<B>,
    condition: &Cond<B>,
    royal: &Set<B>,
    own: usize,
) -> Option<(&'a crate::compile::program::Walking<B>, Set<B>)> {
    let Cond::Exists(set) = condition else { return None };
    let Set::All(sets) = &**set else { return None };
    let own = Who::Side(u8::try_from(own).unwrap_or(0));
    let is_reach =
        |set: &Set<B>| matches!(set, Set::Reach(parts, who) if parts.0 == *royal && *who == own);
    let reach = sets.iter().find(|set| is_reach(set))?;
    let Set::Reach(parts, Who::Side(side)) = reach else { return None };
    let others: Vec<Set<B>> = sets.iter().filter(|set| *set != reach).cloned().collect();
    // What a side sees of its own changes with its moves.
    let own = usize::from(matches!(own, Who::Side(1)));
    let enemies = others.iter().any(|set| is_own(set, 1 - own));
    if !enemies || !others.iter().all(dependence::is_local) {
        return None;
    }
    let route = parts.1[usize::from(*side)];
    Some((&rules.routes[route].tree, simplify::intersection(others)))
}

/// Returns the set that a condition says is attacked by the other side, if it cannot hold otherwise.
fn attacked_set<B: Bitboard>(
    program: &Program<B>,
    condition: &Cond<B>,
    own: usize,
) -> Option<Set<B>> {
    let enemy = Who::Side(u8::try_from(1 - own).unwrap_or(0));
    conjuncts(condition.clone()).into_iter().find_map(|part| match part {
        Cond::Attacked(set, by)
            if by == enemy && goes_along(program, &set) && is_own(&set, own) =>
        {
            Some(*set)
        }
        _ => None,
    })
}

/// Tells whether a piece that is in the set stays in it wherever it goes.
fn goes_along<B>(program: &Program<B>, set: &Set<B>) -> bool {
    let layout = &program.layout;
    match set {
        Set::Board(board) => *board < layout.marks + layout.mark_count,
        Set::Types(_) | Set::OfType(Kind::Fixed(_)) => true,
        Set::Union(sets) | Set::All(sets) => sets.iter().all(|set| goes_along(program, set)),
        Set::Except(pair) => goes_along(program, &pair.0) && goes_along(program, &pair.1),
        Set::Fixed(_)
        | Set::Empty
        | Set::Occupied
        | Set::OfType(Kind::OfSlot(_) | Kind::Mapped(..) | Kind::At(_))
        | Set::OwnedBy(_)
        | Set::ViewOf(..)
        | Set::Bearing(_)
        | Set::Slot(_)
        | Set::Variable(..)
        | Set::Stepped(..)
        | Set::Reach(..)
        | Set::Passed(..)
        | Set::First(_)
        | Set::Last(_) => false,
    }
}

/// Tells whether a condition holds wherever the set is attacked.
fn is_certain<B: Bitboard>(condition: &Cond<B>, set: &Set<B>, own: usize) -> bool {
    let enemy = Who::Side(u8::try_from(1 - own).unwrap_or(0));
    conjuncts(condition.clone()).iter().all(|part| match part {
        Cond::Attacked(other, by) => **other == *set && *by == enemy,
        Cond::Exists(other) => **other == *set,
        _ => false,
    })
}

// Until `play` names the folder of the data.
pub(crate) use crate::compile::program::legality::Legality;

// Until `play` names the folder of the data.
pub(crate) use crate::compile::program::membership::is_own;
