//! Explains in words which moves must be played to find out whether they are legal, and why.

use crate::compile::effects::{Effects, EffectsOf};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::legality::Legality;
use crate::compile::program::move_effects::EffectTable;
use crate::compile::program::{Program, SideRules, event_index};
use crate::ir::{Event, Game, SideId};
use crate::state::ClauseRef;

/// The ways and drops of a side whose legality must be verified by playing them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Explained {
    /// How many ways must be verified for all destinations.
    pub(crate) tried: usize,
    /// The ways that must be verified for some destinations, each with a reason.
    pub(crate) ways: Vec<(ClauseRef, String)>,
    /// The same for drops, by the number of the type.
    pub(crate) drops: Vec<(usize, String)>,
}

impl Explained {
    /// Finds the reasons.
    pub(crate) fn of<B: Bitboard>(game: &Game, program: &Program<B>, own: SideId) -> Self {
        let mut found = Self::default();
        let Some(legality) = &program.facts.legality[own] else { return found };
        let rules = program.rules(own);
        let cause = Cause { game, rules, legality, effects: EffectsOf::new(program, own) };
        for (number, way) in rules.ways.iter().enumerate() {
            let Ok(number) = u16::try_from(number) else { continue };
            let table = |&(_, kind): &_| rules.move_effects.moves_of(number, kind);
            let mut tables = way.landings.iter().map(table);
            let must = |table: Option<&EffectTable<B>>| {
                table.is_none_or(|table| is_none(&table.attack_preserving))
            };
            found.tried += usize::from(tables.clone().all(must));
            let known = |table: Option<&EffectTable<B>>| {
                table.is_some_and(|table| {
                    table.attack_preserving == table.known && !is_none(&table.known)
                })
            };
            if !tables.all(known) {
                found.ways.push((way.source, cause.of_way(number)));
            }
        }
        for (kind, table) in rules.move_effects.drops.iter().enumerate() {
            if table.as_ref().is_none_or(|table| table.attack_preserving != table.known) {
                found.drops.push((kind, cause.of_events(&[Event::Dropped, Event::TurnEnds])));
            }
        }
        found
    }
}

fn is_none<B: Bitboard>(sets: &[B]) -> bool {
    sets.iter().all(|set| set.is_empty())
}

/// Finds out why moves must be verified.
struct Cause<'a, B> {
    game: &'a Game,
    rules: &'a SideRules<B>,
    legality: &'a Legality<B>,
    effects: EffectsOf<'a, B>,
}

impl<B: Bitboard> Cause<'_, B> {
    fn of_way(&self, number: u16) -> String {
        let way = &self.rules.ways[usize::from(number)];
        let then = self.effects.block(&way.then);
        let plain = self.rules.is_plain(number);
        if then.asks {
            "something is chosen after it".to_owned()
        } else if then.refuses {
            "what it does then may refuse the turn".to_owned()
        } else if self.legality.interferes(&then) {
            "what it does then may change attacks".to_owned()
        } else if !plain && self.legality.royal.is_some() {
            "it changes more than the squares it leaves and enters".to_owned()
        } else {
            self.of_events(&[Event::Moved, Event::TurnEnds])
        }
    }

    /// Names the events that may interfere with attack tables.
    fn of_events(&self, events: &[Event]) -> String {
        let acts = |effects: &Effects| effects.asks || self.legality.interferes(effects);
        let names = events.iter().flat_map(|event| {
            let sources = self.game.triggers.iter().filter(move |source| source.event == *event);
            let triggers = &self.rules.triggers[event_index(*event)];
            let acting =
                sources.zip(triggers).filter(|(_, trigger)| acts(&self.effects.trigger(trigger)));
            acting.map(|(source, _)| format!("`{}`", source.name))
        });
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        names.dedup();
        match names.as_slice() {
            [] => "what it does is not known in advance".to_owned(),
            [only] => format!("event {only} may act"),
            _ => format!("events {} may act", names.join(", ")),
        }
    }
}
