//! Following what rules do after a step, with all that is known in advance decided.

use super::draft::{Draft, Ended, Known, unknown};
use super::drafting::Drafting;
use super::{Deed, Op};
use crate::compile::any_within;
use crate::compile::bits::Bits;
use crate::compile::fold::Made;
use crate::compile::program::{
    Among, Choosing, Cond, Eff, Num, Set, Stmt, Target, Trig, event_index,
};
use crate::ir::{Arithmetic, Event, slots};

/// The most ways in which the choices after one step may be made.
const MAX_ALTERNATIVES: usize = 64;

impl<B: Bits> Drafting<'_, B> {
    /// Follows what comes after a move or drop to the end of the turn, or as far as it is known.
    pub fn completed(
        &self,
        deed: &Deed<B>,
        drafts: Vec<Draft<B>>,
        event: Option<usize>,
    ) -> Option<Vec<(Deed<B>, bool)>> {
        if !self.program.facts.short[usize::from(self.own)] {
            return None;
        }
        // Events are told where the piece stands by then.
        if event == Some(event_index(Event::Moved)) && drafts.iter().any(|draft| draft.disturbed) {
            return None;
        }
        let drafts = match event {
            Some(event) => self.triggers(&self.rules.triggers[event], drafts)?,
            None => drafts,
        };
        let part = |draft: &Draft<B>| {
            let after = draft.ops.clone();
            (Deed { after, partial: true, ..deed.clone() }, false)
        };
        let known_partly = self.may_go_on() && !drafts.iter().any(Draft::may_end);
        let partly = known_partly.then(|| drafts.iter().map(part).collect());
        self.concluded(deed, drafts).or(partly)
    }

    /// Follows what is left of the turn.
    fn concluded(&self, deed: &Deed<B>, drafts: Vec<Draft<B>>) -> Option<Vec<(Deed<B>, bool)>> {
        let mut drafts = self.block(self.suffix, drafts)?;
        let mut done = Vec::new();
        for draft in &mut drafts {
            let after = std::mem::take(&mut draft.ops);
            let ends = &self.rules.triggers[event_index(Event::TurnEnds)];
            draft.ended = Ended::No;
            for end in self.triggers(ends, vec![draft.clone()])? {
                let preferred = self.preferred(&end);
                let gentle = (end.gentle || self.is_free()) && !end.refusable;
                let (mut after, mut ends, along) = (after.clone(), end.ops, end.along);
                if goes_on(&deed.captured) && goes_on(&after) {
                    // One list is faster than two, and no end of the game comes between them.
                    ends.splice(..0, after.drain(..));
                }
                let told = Deed { after, ends, preferred, along, ..deed.clone() };
                done.push((told, gentle));
            }
        }
        (done.len() <= MAX_ALTERNATIVES).then_some(done)
    }

    /// Returns which preferences a turn satisfies, if that is known.
    pub fn preferred(&self, draft: &Draft<B>) -> Option<u64> {
        let mut preferred = 0;
        for (index, rule) in self.rules.preferences.iter().enumerate() {
            let holds = draft.judge(&self.program.layout, &rule.condition)?;
            preferred |= u64::from(holds).checked_shl(u32::try_from(index).ok()?)?;
        }
        Some(preferred)
    }

    /// Returns what a capture does, one of perhaps several; the victim is not known yet.
    pub fn captured(&self, draft: &mut Draft<B>, several: bool) -> Option<Vec<Op<B>>> {
        if several {
            // Another capture may have been told before.
            draft.numbers.clear();
            draft.empties.clear();
        }
        let triggers = &self.rules.triggers[event_index(Event::Captured)];
        let drafts = self.triggers(triggers, vec![Draft { gentle: true, ..draft.clone() }])?;
        let [told] = drafts.as_slice() else { return None };
        draft.made = told.made;
        draft.refusable |= told.refusable;
        draft.disturbed |= told.disturbed;
        draft.ended = told.ended;
        draft.numbers.retain(|number| told.numbers.contains(number));
        draft.empties.retain(|board| told.empties.contains(board));
        Some(told.ops.clone())
    }

    pub fn triggers(&self, triggers: &[Trig<B>], drafts: Vec<Draft<B>>) -> Option<Vec<Draft<B>>> {
        let mut drafts = drafts;
        for trigger in triggers {
            drafts = each(drafts, |draft| {
                self.conditional(&trigger.condition, &trigger.body, &[], draft)
            })?;
        }
        Some(drafts)
    }

    pub fn block(&self, body: &[Stmt<B>], drafts: Vec<Draft<B>>) -> Option<Vec<Draft<B>>> {
        let mut drafts = drafts;
        for statement in body {
            drafts = each(drafts, |draft| self.statement(statement, draft))?;
        }
        Some(drafts)
    }

    pub fn conditional(
        &self,
        condition: &Cond<B>,
        then: &[Stmt<B>],
        otherwise: &[Stmt<B>],
        mut draft: Draft<B>,
    ) -> Option<Vec<Draft<B>>> {
        match draft.judge(&self.program.layout, condition) {
            Some(true) => self.block(then, vec![draft]),
            Some(false) => self.block(otherwise, vec![draft]),
            None => {
                let (then, otherwise) =
                    (self.branch(then, &draft)?, self.branch(otherwise, &draft)?);
                // Both may differ from what was before, and from each other.
                let before = std::mem::replace(&mut draft, then.clone());
                draft.join(&otherwise);
                draft.ops = before.ops;
                draft.types = before.types;
                if !(then.ops.is_empty() && otherwise.ops.is_empty()) {
                    draft.ops.push(Op::If(condition.clone(), then.ops, otherwise.ops));
                }
                Some(vec![draft])
            }
        }
    }

    /// Follows statements that may be done or not; nothing may be chosen in them.
    pub fn branch(&self, body: &[Stmt<B>], draft: &Draft<B>) -> Option<Draft<B>> {
        let begun = Draft { ops: Vec::new(), ..draft.clone() };
        let followed = self.block(body, vec![begun.clone()])?;
        match followed.as_slice() {
            [] => Some(Draft { ops: vec![Op::Refuse], refusable: true, ..begun }),
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    /// Follows a statement; what comes after the end of the game, if that has come, is not done.
    pub fn statement(&self, statement: &Stmt<B>, draft: Draft<B>) -> Option<Vec<Draft<B>>> {
        if !draft.may_end() {
            return self.done(statement, draft);
        }
        let before = draft.clone();
        let mut followed = self.done(statement, draft)?;
        for draft in &mut followed {
            draft.join(&before);
        }
        Some(followed)
    }

    /// Follows a statement that is done.
    fn done(&self, statement: &Stmt<B>, mut draft: Draft<B>) -> Option<Vec<Draft<B>>> {
        match statement {
            Stmt::Move { .. } | Stmt::Drop { .. } | Stmt::Repeat(..) => return None,
            // Where the game may be over before, it is not known whether anything is chosen.
            Stmt::Choose(_) | Stmt::Either { .. } if draft.ended != Ended::No => return None,
            Stmt::Choose(choose) => return self.choose(choose, draft),
            Stmt::Either { ways, .. } => {
                let mut all = Vec::new();
                for (_, body) in ways {
                    all.extend(self.block(body, vec![draft.clone()])?);
                }
                return Some(all);
            }
            Stmt::If(condition, then, otherwise) => {
                return self.conditional(condition, then, otherwise, draft);
            }
            Stmt::ForEach(slot, over, body) => {
                if body.iter().any(loops) {
                    return None;
                }
                // What the body does may have been done before it is done again.
                let begun = Draft {
                    made: unknown(draft.made),
                    numbers: Vec::new(),
                    empties: Vec::new(),
                    ..draft.clone()
                };
                let inner = self.branch(body, &begun)?;
                draft.join(&inner);
                draft.numbers.clear();
                draft.empties.clear();
                draft.ops.push(Op::ForEach(*slot, over.clone(), inner.ops));
            }
            Stmt::Effect(effect) => self.effect(effect, &mut draft)?,
            Stmt::Refuse if draft.ended == Ended::No => draft.refused = true,
            Stmt::Refuse => {
                draft.refusable = true;
                draft.ops.push(Op::Refuse);
            }
            Stmt::End(verdict, reason) => {
                // A side that does not exist cannot win: the game goes on.
                draft.ended = Ended::Perhaps;
                draft.ops.push(Op::End(*verdict, *reason));
            }
            Stmt::Next(who) => draft.ops.push(Op::Next(*who)),
        }
        Some(vec![draft])
    }

    pub fn choose(&self, choose: &Choosing<B>, draft: Draft<B>) -> Option<Vec<Draft<B>>> {
        let Among::Types(kinds) = &choose.among else { return None };
        let mut among: Vec<u16> = Vec::new();
        for kind in kinds {
            match draft.kind(kind) {
                Known::Perhaps => return None,
                Known::Type(kind) if !among.contains(&kind) => among.push(kind),
                Known::Type(_) | Known::Nothing => {}
            }
        }
        if among.is_empty() {
            return match &choose.otherwise {
                Some(otherwise) => self.block(otherwise, vec![draft]),
                None => Some(Vec::new()),
            };
        }
        let mut all = Vec::new();
        for kind in among {
            let mut chosen = draft.clone();
            chosen.types.retain(|(slot, _)| *slot != choose.slot);
            chosen.types.push((choose.slot, kind));
            chosen.ops.push(Op::Bind(choose.slot, kind));
            all.extend(self.block(&choose.then, vec![chosen])?);
        }
        if choose.optional {
            let mut nothing = draft;
            nothing.types.retain(|(slot, _)| *slot != choose.slot);
            nothing.ops.push(Op::Forget(choose.slot));
            all.push(nothing);
        }
        Some(all)
    }

    pub fn effect(&self, effect: &Eff<B>, draft: &mut Draft<B>) -> Option<()> {
        let op = match effect {
            Eff::Capture(set) => {
                draft.gentle = false;
                draft.made.stands = false;
                draft.disturbed = true;
                draft.made.captures = None;
                let told = self.captured_by_effect(draft)?;
                Op::Capture(set.clone(), told)
            }
            Eff::SetSquares(Target::At(_), _)
            | Eff::SetNumber(Target::At(_), ..)
            | Eff::SetTruth(Target::At(_), _) => self.setting(effect, draft),
            Eff::Hand(..) => {
                draft.gentle &= !self.safety.is_some_and(|safety| safety.touchy.hands);
                Op::Do(effect.clone())
            }
            // Another piece goes elsewhere, and to an empty square only.
            Eff::Relocate(from, to)
                if from.fixed().is_some_and(|from| !from.has(draft.made.to))
                    && !draft.made.nothing
                    && draft.made.stands =>
            {
                let places = (one(from), one(to));
                // Of drops and choices it is not told what goes along.
                let alone = draft.along.is_none() && draft.made.way.is_some();
                let known = |to| to != draft.made.to && alone;
                match places {
                    (Some(from), Some(to)) if known(to) => draft.along = Some((from, to)),
                    _ => draft.gentle = false,
                }
                Op::Do(effect.clone())
            }
            Eff::Become(Set::Slot(slot), kind) if *slot == slots::TO.0 && draft.made.stands => {
                self.change(effect, draft.kind(kind), draft);
                return Some(());
            }
            Eff::Remove(Set::Slot(slot)) | Eff::RemoveChosen(slot)
                if draft.chosen == Some(*slot) && !draft.left =>
            {
                draft.left = true;
                Op::Do(effect.clone())
            }
            Eff::Give(token, Set::Slot(slot)) if draft.chosen == Some(*slot) && !draft.left => {
                draft.tokens.push(*token);
                draft.numbers.clear();
                Op::Do(effect.clone())
            }
            Eff::SetLevel(token, _) if draft.made.nothing => {
                draft.tokens.push(*token);
                draft.numbers.clear();
                Op::Do(effect.clone())
            }
            // New pieces come to empty squares only.
            Eff::Place(..) => {
                draft.gentle = false;
                Op::Do(effect.clone())
            }
            Eff::SetSquares(Target::Of(..), _)
            | Eff::SetNumber(Target::Of(..), ..)
            | Eff::SetTruth(Target::Of(..), _)
            | Eff::Give(..)
            | Eff::TakeAway(_)
            | Eff::SetLevel(..)
            | Eff::Mark(..) => {
                draft.gentle = false;
                draft.numbers.clear();
                draft.empties.clear();
                Op::Do(effect.clone())
            }
            _ => {
                draft.gentle = false;
                draft.made.stands = false;
                draft.disturbed = true;
                Op::Do(effect.clone())
            }
        };
        draft.ops.push(op);
        Some(())
    }

    /// A variable gets a value.
    fn setting(&self, effect: &Eff<B>, draft: &mut Draft<B>) -> Op<B> {
        match effect {
            Eff::SetSquares(Target::At(board), set) => {
                draft.gentle &= !self.is_touchy_board(*board);
                let short = step(*board, set).or_else(|| shrink(*board, set));
                let op = match (short, set.fixed()) {
                    (Some(op), _) => op,
                    (None, Some(squares)) => Op::SetBoard(*board, squares),
                    (None, None) => Op::Do(effect.clone()),
                };
                match op {
                    Op::SetBoard(board, squares) if squares.is_empty() => draft.empties.push(board),
                    Op::Clear { .. } | Op::Keep(..) => {}
                    _ => draft.empties.retain(|other| other != board),
                }
                // What ways of capturing may become possible is known of moves and drops only.
                draft.gentle &= !draft.made.nothing || can_only_shrink(&op);
                op
            }
            Eff::SetNumber(Target::At(index), number, range) => {
                draft.gentle &= !self.is_touchy_number(*index);
                let before = draft.numbers.iter().find(|(other, _)| other == index);
                let (least, most) = before.map_or(*range, |(_, known)| *known);
                draft.numbers.retain(|(other, _)| other != index);
                let within = |value: i32| value.clamp(range.0, range.1);
                match number {
                    Num::Fixed(value) => {
                        let value = within(*value);
                        draft.numbers.push((*index, (value, value)));
                        Op::SetNumber(*index, value)
                    }
                    Num::Arithmetic(Arithmetic::Add, pair) => match (&pair.0, &pair.1) {
                        (Num::Value(other), Num::Fixed(by)) if other == index => {
                            let grown = [least, most].map(|end| within(end.saturating_add(*by)));
                            draft.numbers.push((*index, (grown[0], grown[1])));
                            Op::Add(*index, *by, *range)
                        }
                        _ => Op::Do(effect.clone()),
                    },
                    _ => Op::Do(effect.clone()),
                }
            }
            Eff::SetTruth(Target::At(index), _) => {
                draft.numbers.retain(|(other, _)| other != index);
                draft.gentle &= !self.is_touchy_number(*index);
                Op::Do(effect.clone())
            }
            _ => Op::Do(effect.clone()),
        }
    }

    /// Returns what the captures that an effect brings about do; they must not bring about more of them.
    pub fn captured_by_effect(&self, draft: &mut Draft<B>) -> Option<Vec<Op<B>>> {
        let triggers = &self.rules.triggers[event_index(Event::Captured)];
        let captures = |statement: &Stmt<B>| {
            any_within(statement, &|inner| matches!(inner, Stmt::Effect(Eff::Capture(_))))
        };
        if triggers.iter().any(|trigger| trigger.body.iter().any(captures)) {
            return None;
        }
        draft.numbers.clear();
        draft.empties.clear();
        let begun = Draft { ops: Vec::new(), made: unknown(draft.made), ..draft.clone() };
        let told = self.triggers(triggers, vec![begun])?;
        let [told] = told.as_slice() else { return None };
        draft.ended = draft.ended.max(told.ended);
        draft.refusable |= told.refusable;
        draft.numbers.clear();
        draft.empties.clear();
        Some(told.ops.clone())
    }

    /// What has moved becomes another type.
    pub fn change(&self, effect: &Eff<B>, kind: Known, draft: &mut Draft<B>) {
        let before = draft.made;
        match kind {
            Known::Nothing => {}
            Known::Type(kind) => {
                draft.made.kind = Some(usize::from(kind));
                draft.ops.push(Op::Recode(kind));
                draft.gentle &= self.is_common(&before) && self.is_common(&draft.made);
            }
            Known::Perhaps => {
                draft.made.kind = None;
                draft.ops.push(Op::Do(effect.clone()));
                draft.gentle = false;
            }
        }
    }

    /// Tells whether what has moved is known not to be royal.
    pub fn is_common(&self, made: &Made) -> bool {
        let royal = self.safety.and_then(|safety| safety.royal.as_ref());
        royal.is_none_or(|royal| made.is_in(&self.program.layout, royal) == Some(false))
    }

    pub fn is_touchy_board(&self, board: usize) -> bool {
        self.safety.is_none_or(|safety| safety.touchy.boards.contains(&board))
    }

    pub fn is_touchy_number(&self, number: usize) -> bool {
        self.safety.is_none_or(|safety| safety.touchy.numbers.contains(&number))
    }
}

/// Returns the square of a set that always has that one member.
fn one<B: Bits>(set: &Set<B>) -> Option<u8> {
    let square = set.fixed()?;
    (square.count() == 1).then(|| square.lowest())
}

/// Returns an operation that sets a board to one square, told from where a move ended, if that is what it means.
fn step<B>(board: usize, set: &Set<B>) -> Option<Op<B>> {
    match set {
        Set::Stepped(table, of) => match **of {
            Set::Slot(slot) if slot == slots::TO.0 => Some(Op::SetStep(board, *table)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns an operation that makes a board smaller, if that is what setting it to the set means.
fn shrink<B: Bits>(board: usize, set: &Set<B>) -> Option<Op<B>> {
    match set {
        Set::Except(pair) if pair.0 == Set::Board(board) => {
            let mut gone = (false, false, B::EMPTY);
            clears(&pair.1, &mut gone).then_some(Op::Clear {
                board,
                left: gone.0,
                entered: gone.1,
                others: gone.2,
            })
        }
        Set::All(sets) => match sets.as_slice() {
            [Set::Board(first), Set::Board(second)] if *first == board => {
                Some(Op::Keep(board, *second))
            }
            [Set::Board(first), Set::Board(second)] if *second == board => {
                Some(Op::Keep(board, *first))
            }
            _ => None,
        },
        _ => None,
    }
}

fn clears<B: Bits>(set: &Set<B>, gone: &mut (bool, bool, B)) -> bool {
    match set {
        Set::Slot(slot) if *slot == slots::FROM.0 => gone.0 = true,
        Set::Slot(slot) if *slot == slots::TO.0 => gone.1 = true,
        Set::Fixed(squares) => gone.2 |= *squares,
        Set::Union(sets) => return sets.iter().all(|set| clears(set, gone)),
        _ => return false,
    }
    true
}

/// Tells whether an operation on a board takes squares away only.
fn can_only_shrink<B: Bits>(op: &Op<B>) -> bool {
    match op {
        Op::Clear { .. } | Op::Keep(..) => true,
        Op::SetBoard(_, squares) => squares.is_empty(),
        _ => false,
    }
}

fn loops<B>(statement: &Stmt<B>) -> bool {
    any_within(statement, &|inner| matches!(inner, Stmt::ForEach(..)))
}

/// Follows each of several drafts; those that are refused are left out.
fn each<B>(
    drafts: Vec<Draft<B>>,
    follow: impl Fn(Draft<B>) -> Option<Vec<Draft<B>>>,
) -> Option<Vec<Draft<B>>> {
    let mut followed = Vec::with_capacity(drafts.len());
    for draft in drafts {
        followed.extend(follow(draft)?.into_iter().filter(|draft| !draft.refused));
    }
    (followed.len() <= MAX_ALTERNATIVES).then_some(followed)
}

/// Tells whether no operation can end the game, so that all of them are done.
fn goes_on<B>(ops: &[Op<B>]) -> bool {
    let may_end =
        |op: &Op<B>| matches!(op, Op::If(..) | Op::ForEach(..) | Op::Capture(..) | Op::End(..));
    !ops.iter().any(may_end)
}
