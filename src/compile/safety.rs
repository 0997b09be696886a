//! Which moves cannot change who attacks a royal piece but by the squares they leave and enter.
//!
//! A move is *local* if nothing but its piece, and one it captures where it ends, changes on the board, and nothing
//! is chosen after it. Of a local move it can be told from attack tables whether a rule against being attacked forbids it.

use super::aims::Aims;
use super::attack::Attacks;
use super::bits::Bits;
use super::fold::Made;
use super::layout::Layout;
use super::program::{Cond, Eff, Kind, Program, Set, SideRules, Stmt, Target, Trig, Who};
use super::statement::conjuncts;
use super::{captures_there, uses};
use crate::ir::{
    Arrival, Event, Game, Id, LandingKind, Statement, StatementKind, Trigger, Truth, footprint,
    slots,
};
use crate::state::ClauseRef;

use super::program::event_index;

/// What is known of the moves of one side.
#[derive(Clone, Debug)]
pub struct Safety<B> {
    /// What may not be attacked after a turn; `None` where no rule forbids a turn.
    pub royal: Option<Set<B>>,
    /// Two boards of the state that have in common what that is, if it is that.
    pub royal_boards: Option<[usize; 2]>,
    /// Whether that it is attacked is all that the rule asks for.
    pub certain: bool,
    /// Whether another rule asks for at least one such piece after a turn.
    pub needed: bool,
    /// The attacks of the other side, and what else the royal pieces may not see.
    pub attacks: Option<Attacks<B>>,
    /// The same attacks, told from where the attackers stand.
    pub aims: Option<Aims<B>>,
    /// What they may not see: sets of squares, as their own side sees them.
    pub sights: Vec<Set<B>>,
    /// For each way, what is known of its moves.
    pub ways: Vec<Locality<B>>,
    /// The same for drops of each type.
    pub drops: Vec<Locality<B>>,
    /// Victims whose capture does more: a condition, and the squares.
    pub victims: Vec<(Cond<B>, Set<B>)>,
    /// What a move may not change besides the squares it leaves and enters, if attacks are to be told from those.
    pub touchy: Touchy,
}

/// Parts of a state that matter for attacks besides what stands where.
#[derive(Clone, Debug, Default)]
pub struct Touchy {
    /// Boards of variables.
    pub boards: Vec<usize>,
    /// Numbers of variables.
    pub numbers: Vec<usize>,
    /// The hands.
    pub hands: bool,
}

impl Touchy {
    /// Returns the parts of a state that are among those read.
    pub fn of(game: &Game, layout: &Layout, sensitive: &footprint::Facets) -> Self {
        let mut touchy = Self { hands: sensitive.hands, ..Self::default() };
        for (id, variable) in game.variables.enumerate() {
            if sensitive.has_variable(id) {
                let place = layout.variable(id);
                let places = if place.is_board { &mut touchy.boards } else { &mut touchy.numbers };
                places.extend(place.index..=place.index + usize::from(variable.per_side));
            }
        }
        touchy
    }
}

/// What is known of the moves of one way.
#[derive(Clone, Debug)]
pub struct Locality<B> {
    /// The destinations for which a move is not local.
    pub exact: B,
    /// For each destination, the royal squares for which tables do not tell attacks afterwards; empty where there are none.
    pub unsure: Vec<B>,
    /// Why moves to some destinations, or to all, are not local.
    pub whys: Vec<String>,
}

impl<B: Bits> Locality<B> {
    /// Tells whether tables do not tell attacks on royal squares after a move.
    #[inline]
    pub fn is_unsure(&self, to: u8, royals: B) -> bool {
        self.unsure.get(usize::from(to)).is_some_and(|squares| squares.meets(royals))
    }
}

impl<B: Bits> Safety<B> {
    /// Finds out what can be known of a side's moves.
    ///
    /// # Errors
    /// Why nothing is: the rules that forbid turns are not of that kind.
    pub fn of(
        game: &Game,
        program: &Program<B>,
        attacks: Option<&Attacks<B>>,
        own: usize,
        groups: usize,
    ) -> Result<Self, String> {
        const NO_ATTACKS: &str = "what the other side attacks is not told from tables";
        let rules = &program.sides[own];
        let (mut sights, mut seen_by, mut needed) = (Vec::new(), Vec::new(), false);
        let mut attacks = attacks.cloned();
        let (royal, certain) = if rules.forbids.is_empty() {
            attacks = None;
            (None, true)
        } else {
            let rest = &mut attacks;
            let (royal, certain) = royal_set(game, program, own)?;
            for (rule, source) in rules.forbids.iter().zip(&game.forbids) {
                let name = &source.name;
                let known = attacked_set(program, &rule.condition, own).as_ref() == Some(&royal);
                if rule.condition == none_left(&royal) {
                    needed = true;
                } else if !known {
                    let (walk, seen) = sight(rules, &rule.condition, &royal, own)
                        .ok_or_else(|| format!("`{name}` is about something else than attacks"))?;
                    let attacks = rest.as_mut().ok_or(NO_ATTACKS)?;
                    if attacks.groups.len() >= groups {
                        return Err(format!(
                            "there is no room for `{name}` in the tables of attacks"
                        ));
                    }
                    attacks
                        .add_sight(program, walk, sights.len())
                        .ok_or_else(|| format!("there are no tables for the way in `{name}`"))?;
                    sights.push(seen);
                    seen_by.push(&source.condition);
                }
            }
            rest.as_ref().ok_or(NO_ATTACKS)?;
            (Some(royal), certain)
        };
        if let Some(attacks) = attacks.as_ref().filter(|_| royal.is_some()) {
            // A move may change what is found before it is made.
            if !attacks.unless_by_numbers {
                return Err(
                    "what may come before the other side's move depends on the board".to_owned()
                );
            }
            if !attacks.settled {
                return Err("who has a power depends on other squares".to_owned());
            }
        }
        // Where nothing is forbidden, a turn is legal whatever it does.
        let sensitive =
            if royal.is_some() { sensitive(game, &seen_by) } else { footprint::Facets::NONE };
        let mut found = Self {
            royal_boards: royal.as_ref().and_then(boards_of),
            royal,
            certain,
            needed,
            attacks,
            aims: None,
            sights,
            ways: Vec::new(),
            drops: Vec::new(),
            victims: Vec::new(),
            touchy: Touchy::of(game, &program.layout, &sensitive),
        };
        let matter = matter(game, rules, &sensitive);
        let free = found.royal.is_none();
        let attacks = found.attacks.take();
        let known = attacks.as_ref();
        let analysis =
            Analysis { game, program, rules, attacks: known, own, sensitive, matter, free };
        for (number, _) in rules.ways.iter().enumerate() {
            found.ways.push(analysis.way(number));
        }
        for kind in 0..game.types.len() {
            let drop = analysis.drop(kind, found.royal.as_ref());
            found.drops.push(drop);
        }
        found.victims = analysis.victims();
        found.aims = attacks.as_ref().map(Aims::of);
        found.attacks = attacks;
        Ok(found)
    }
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
fn none_left<B: Bits>(set: &Set<B>) -> Cond<B> {
    Cond::Not(Box::new(Cond::Exists(Box::new(set.clone()))))
}

/// Returns the royal pieces that one of the rules protects, and whether that they are attacked is all it asks for; if
/// there is no such rule, or more than one, that.
fn royal_set<B: Bits>(
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
fn sight<'a, B: Bits>(
    rules: &'a SideRules<B>,
    condition: &Cond<B>,
    royal: &Set<B>,
    own: usize,
) -> Option<(&'a super::program::Walking<B>, Set<B>)> {
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
    if !enemies || !others.iter().all(uses::is_local) {
        return None;
    }
    let route = parts.1[usize::from(*side)];
    Some((&rules.routes[route].tree, super::lower::intersection(others)))
}

/// Returns the set that a condition says is attacked by the other side, if it cannot hold otherwise.
fn attacked_set<B: Bits>(program: &Program<B>, condition: &Cond<B>, own: usize) -> Option<Set<B>> {
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
        _ => false,
    }
}

/// Tells whether a condition holds wherever the set is attacked.
fn is_certain<B: Bits>(condition: &Cond<B>, set: &Set<B>, own: usize) -> bool {
    let enemy = Who::Side(u8::try_from(1 - own).unwrap_or(0));
    conjuncts(condition.clone()).iter().all(|part| match part {
        Cond::Attacked(other, by) => **other == *set && *by == enemy,
        Cond::Exists(other) => **other == *set,
        _ => false,
    })
}

/// Tells whether a set holds only pieces of a side.
pub fn is_own<B>(set: &Set<B>, own: usize) -> bool {
    match set {
        Set::Board(board) => *board == own,
        Set::All(sets) => sets.iter().any(|set| is_own(set, own)),
        Set::Union(sets) => sets.iter().all(|set| is_own(set, own)),
        Set::Except(pair) => is_own(&pair.0, own),
        _ => false,
    }
}

/// Returns what must not change in a local move besides the squares it leaves and enters: what decides about attacks, and
/// what rules read that say what royal pieces may not see.
fn sensitive(game: &Game, sights: &[&Truth]) -> footprint::Facets {
    let mut facets = footprint::Facets::BOARD;
    facets.add_all(&read_before_moves(game));
    for condition in sights {
        facets.add_all(&read_by(game, condition));
    }
    facets.play = true;
    facets.mover = false;
    facets.turn_so_far = false;
    facets
}

/// Returns what is read to find out who has which powers, and what comes before the move of a turn.
pub fn read_before_moves(game: &Game) -> footprint::Facets {
    let mut facets = read_of_powers(game);
    let turn = game.threat.as_ref().unwrap_or(&game.turn);
    let is_if = |statement: &&Statement| matches!(statement.kind, StatementKind::If { .. });
    for statement in turn.iter().take_while(is_if) {
        facets.add_all(&footprint::of_statement(game, statement).reads);
    }
    facets
}

/// Returns what is read to find out who has which powers.
pub fn read_of_powers(game: &Game) -> footprint::Facets {
    let mut facets = footprint::Facets::NONE;
    for token in game.tokens.ids() {
        facets.add_level(token);
        facets.add_token(token);
    }
    for token in &game.tokens {
        for power in &token.powers {
            facets.add_all(&footprint::of_squares(game, &power.bearer).reads);
        }
    }
    facets
}

fn read_by(game: &Game, condition: &Truth) -> footprint::Facets {
    footprint::of_truth(game, condition).reads
}

struct Analysis<'a, B> {
    game: &'a Game,
    program: &'a Program<B>,
    rules: &'a SideRules<B>,
    attacks: Option<&'a Attacks<B>>,
    own: usize,
    sensitive: footprint::Facets,
    /// For each trigger of each event, whether it does what a local move may not bring about.
    matter: [Vec<bool>; 5],
    /// Whether no turn is forbidden.
    free: bool,
}

/// Tells of each trigger whether it does what a local move may not bring about.
fn matter<B>(game: &Game, rules: &SideRules<B>, sensitive: &footprint::Facets) -> [Vec<bool>; 5] {
    let events =
        [Event::Captured, Event::Moved, Event::Dropped, Event::TurnBegins, Event::TurnEnds];
    events.map(|event| {
        let sources = game.triggers.iter().filter(|source| source.event == event);
        let triggers = &rules.triggers[event_index(event)];
        let matters = sources.zip(triggers).map(|(source, trigger)| {
            !trigger.plain
                || trigger.body.iter().any(|statement| decides(rules, statement))
                || footprint::of_trigger(game, source).writes.meets(sensitive)
        });
        matters.collect()
    })
}

impl<B: Bits> Analysis<'_, B> {
    fn way(&self, number: usize) -> Locality<B> {
        let way = &self.rules.ways[number];
        let clause = way.source.clause(self.game);
        let then = clause.map(|clause| clause.then.as_slice()).unwrap_or_default();
        let then_matters = then.iter().any(|statement| {
            footprint::of_statement(self.game, statement).writes.meets(&self.sensitive)
        });
        let captures_there_only = way.tabled && way.taking.is_none();
        let stands = captures_there_only && way.arrival == Arrival::Moves;
        let displaces_one =
            stands && way.landings.iter().all(|(_, kind)| *kind != LandingKind::Swap);
        let why = if !way.plain {
            Some("something is chosen after it")
        } else if !displaces_one && !self.free {
            Some("it changes more than the squares it leaves and enters")
        } else if !captures_there_only && self.matter[event_index(Event::Captured)].contains(&true)
        {
            Some("what it captures elsewhere may do more")
        } else if then_matters {
            Some("what it does then may change attacks")
        } else if way.then.iter().any(|statement| decides(self.rules, statement)) {
            Some("what it does then may refuse the turn or end the game")
        } else {
            None
        };
        let kind = match way.source {
            ClauseRef::Own(kind, _) => Some(kind.index()),
            ClauseRef::Power(..) => None,
        };
        let made = |to| Made { stands, ..Made::moved(number, kind, self.side(), to) };
        let found = self.locality(made, Event::Moved, captures_there(way), &way.then);
        match why {
            Some(why) => Locality { unsure: found.unsure, ..self.never_local(why) },
            None => found,
        }
    }

    fn drop(&self, kind: usize, royal: Option<&Set<B>>) -> Locality<B> {
        let made = |to| Made::dropped(Some(kind), self.side(), to);
        // A royal piece that comes onto the board may be attacked there.
        let is_royal =
            royal.is_some_and(|set| made(0).is_in(&self.program.layout, set) != Some(false));
        if is_royal {
            return self.never_local("a royal piece comes onto the board");
        }
        self.locality(made, Event::Dropped, false, &[])
    }

    fn never_local(&self, why: &str) -> Locality<B> {
        Locality { exact: self.program.all, unsure: Vec::new(), whys: vec![why.to_owned()] }
    }

    /// Returns the events after a step that may act where it is made so, and do what a local move may not bring about.
    fn acting(&self, event: Event, made: &Made) -> Vec<&str> {
        let sources = self.game.triggers.iter().filter(|source| source.event == event);
        let triggers = self.rules.triggers[event_index(event)].iter();
        let matter = &self.matter[event_index(event)];
        let acting = sources.zip(triggers).zip(matter).filter(|((_, trigger), matters)| {
            **matters && made.judge(&self.program.layout, &trigger.condition) != Some(false)
        });
        acting.map(|((source, _), _)| source.name.as_str()).collect()
    }

    fn side(&self) -> u8 {
        u8::try_from(self.own).unwrap_or(0)
    }

    fn locality(
        &self,
        made: impl Fn(u8) -> Made,
        event: Event,
        captures: bool,
        then: &[Stmt<B>],
    ) -> Locality<B> {
        let mut found = Locality { exact: B::EMPTY, unsure: Vec::new(), whys: Vec::new() };
        let mut acting: Vec<&str> = Vec::new();
        let mut unsure = vec![B::EMPTY; self.program.squares];
        for to in self.program.all.members() {
            let made = made(to);
            let mut names = self.acting(event, &made);
            names.extend(self.acting(Event::TurnEnds, &made));
            if !names.is_empty() {
                found.exact |= B::one(to);
            }
            acting.extend(names);
            unsure[usize::from(to)] = self.unsure(&made, event, captures, then);
        }
        if unsure.iter().any(|royals| royals.any()) {
            found.unsure = unsure;
        }
        acting.sort_unstable();
        acting.dedup();
        found.whys = acting.into_iter().map(|name| format!("event `{name}` may act")).collect();
        found
    }

    /// Returns the victims whose capture does what a local move may not bring about, as can be told before the move.
    fn victims(&self) -> Vec<(Cond<B>, Set<B>)> {
        let captured = event_index(Event::Captured);
        let sources = self.game.triggers.iter().filter(|source| source.event == Event::Captured);
        let triggers = self.rules.triggers[captured].iter().zip(sources);
        let mut victims = Vec::new();
        for ((trigger, source), _) in
            triggers.zip(&self.matter[captured]).filter(|(_, matters)| **matters)
        {
            let read = read_by(self.game, &source.condition);
            let written = self.written_by_moves(source);
            let changes = |id| read.has_variable(id) && written.has_variable(id);
            let changes = self.game.variables.ids().any(changes);
            let (mut conditions, mut squares) = (Vec::new(), Vec::new());
            for part in conjuncts(trigger.condition.clone()) {
                match part {
                    _ if changes => {}
                    Cond::Is(slot, set) if slot == slots::VICTIM.0 && uses::is_local(&set) => {
                        squares.push(*set);
                    }
                    part if self.is_of_variables(&part) => conditions.push(part),
                    _ => {}
                }
            }
            squares.push(Set::Fixed(self.program.all));
            victims.push((super::lower::all(conditions), super::lower::intersection(squares)));
        }
        victims
    }

    /// Tells whether a condition looks at nothing but variables that are numbers.
    fn is_of_variables(&self, condition: &Cond<B>) -> bool {
        uses::is_of_such_numbers(condition, &|index| index < self.program.layout.tokens)
    }

    /// Returns what may be changed by what moves do, and by the events of moves, drops and captures but a certain one: that
    /// does nothing unless its condition holds already.
    fn written_by_moves(&self, but: &Trigger) -> footprint::Facets {
        let mut written = footprint::Facets::NONE;
        let soon = [Event::Captured, Event::Moved, Event::Dropped];
        for trigger in self.game.triggers.iter().filter(|trigger| soon.contains(&trigger.event)) {
            if !std::ptr::eq(trigger, but) {
                written.add_all(&footprint::of_trigger(self.game, trigger).writes);
            }
        }
        for statement in self.game.clauses().flat_map(|clause| &clause.then) {
            written.add_all(&footprint::of_statement(self.game, statement).writes);
        }
        written
    }

    /// Returns the royal squares for which ways that tables do not tell could matter after a move.
    fn unsure(&self, made: &Made, event: Event, captures: bool, then: &[Stmt<B>]) -> B {
        let Some(attacks) = self.attacks else { return B::EMPTY };
        let enemy = &self.program.sides[1 - self.own];
        let mut royals = B::EMPTY;
        for other in &attacks.others {
            let taking = &enemy.ways[usize::from(other.way)].taking;
            let mut possible = self.program.all;
            for &guard in &other.guards {
                let Some(value) = self.value_after(made, event, captures, then, guard) else {
                    continue;
                };
                // All ends are on one of the boards; of the others it is only known that they must not be empty.
                let is_end = other.victims.as_ref().is_some_and(|(board, _)| *board == guard);
                if value.is_empty() || is_end {
                    possible &= self.victims_of(value, taking.as_ref());
                }
            }
            royals |= possible;
        }
        royals
    }

    /// Returns the squares on which a way captures whose destinations are known.
    fn victims_of(&self, ends: B, taking: Option<&Set<B>>) -> B {
        let Some(taking) = taking else { return ends };
        let mut victims = ends;
        for to in ends.members() {
            let made = Made::dropped(None, 0, to);
            match made.squares(&self.program.steps, taking) {
                Some(taken) => victims |= taken,
                None => return self.program.all,
            }
        }
        victims
    }

    /// Returns what a board of the state holds after a move and the end of its turn, if that can be told.
    fn value_after(
        &self,
        made: &Made,
        event: Event,
        captures: bool,
        then: &[Stmt<B>],
        board: usize,
    ) -> Option<B> {
        let mut value = None;
        if captures
            && self.rules.triggers[event_index(Event::Captured)]
                .iter()
                .any(|trigger| trigger.body.iter().any(|statement| sets(statement, board)))
        {
            return None;
        }
        self.follow(made, then, board, &mut value)?;
        for event in [event, Event::TurnEnds] {
            for trigger in &self.rules.triggers[event_index(event)] {
                match made.judge(&self.program.layout, &trigger.condition) {
                    Some(true) => self.follow(made, &trigger.body, board, &mut value)?,
                    None if trigger.body.iter().any(|statement| sets(statement, board)) => {
                        return None;
                    }
                    Some(false) | None => {}
                }
            }
        }
        value
    }

    /// Follows statements that are done for certain; `None` if the value is lost sight of.
    fn follow(
        &self,
        made: &Made,
        body: &[Stmt<B>],
        board: usize,
        value: &mut Option<B>,
    ) -> Option<()> {
        for statement in body {
            match statement {
                Stmt::Effect(Eff::SetSquares(Target::At(index), set)) if *index == board => {
                    *value = Some(made.squares(&self.program.steps, set)?);
                }
                other if sets(other, board) => return None,
                _ => {}
            }
        }
        Some(())
    }
}

/// Tells whether a statement may set a board of the state.
fn sets<B>(statement: &Stmt<B>, board: usize) -> bool {
    super::any_within(statement, &|inner| match inner {
        Stmt::Effect(Eff::SetSquares(Target::At(index), _)) => *index == board,
        Stmt::Effect(Eff::SetSquares(Target::Of(first, _), _)) => {
            board == *first || board == *first + 1
        }
        _ => false,
    })
}

/// Tells whether a statement, or a capture that it brings about, may end the game, refuse the turn or ask for a choice.
fn decides<B>(rules: &SideRules<B>, statement: &Stmt<B>) -> bool {
    let told = &rules.triggers[event_index(Event::Captured)];
    let asks = |trigger: &Trig<B>| !trigger.plain || trigger.body.iter().any(ends_or_refuses);
    ends_or_refuses(statement) || super::captures(statement) && told.iter().any(asks)
}

fn ends_or_refuses<B>(statement: &Stmt<B>) -> bool {
    super::any_within(statement, &|inner| {
        matches!(inner, Stmt::End(..) | Stmt::Refuse | Stmt::Next(_))
    })
}
