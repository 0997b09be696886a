//! Pieces and their ways of moving.

use super::expression::{Level, amount, at, call, closed, names, set, whole};
use super::{Printer, quoted};
use crate::syntax::ast::{
    ClauseItem, Gait, Leg, LegLimit, Modifier, ModifierKind, Pattern, PatternKind, PieceItem,
    PieceMember, PieceMemberKind, Verb,
};
use crate::syntax::parser;

impl Printer {
    pub(super) fn piece(&mut self, piece: &PieceItem) {
        match &piece.instead_of {
            Some(old) => self.put(&format!("{} with {}", old.text, piece.name.text)),
            None => self.put(&format!("piece {}", piece.name.text)),
        }
        for symbol in &piece.symbols {
            self.put(&format!(" {}", quoted(symbol)));
        }
        self.put(" ");
        self.piece_members(&piece.members);
    }

    pub(super) fn piece_members(&mut self, members: &[PieceMember]) {
        self.braces(members, |this, member| {
            match &member.kind {
                PieceMemberKind::Royal => this.put("royal"),
                PieceMemberKind::Picture(signs) => {
                    let signs: Vec<String> = signs.iter().map(quoted).collect();
                    this.put(&format!("picture {}", signs.join(" ")));
                }
                PieceMemberKind::Value(value) => {
                    this.put(&format!("value {}", at(value, Level::Sum)));
                }
                PieceMemberKind::Clause(clause) => this.clause(clause),
                PieceMemberKind::ReplaceClause(clause) => {
                    this.put("replace ");
                    this.clause(clause);
                }
                PieceMemberKind::RemoveClause(name) => this.put(&format!("remove {}", name.text)),
                PieceMemberKind::DropsOn(on) => this.put(&format!("drops on {}", set(on))),
                PieceMemberKind::Call { name, define, arguments } => {
                    let name = name.as_ref().map(|name| format!("{}: ", name.text));
                    this.put(&format!("{}{}", name.unwrap_or_default(), call(define, arguments)));
                }
                PieceMemberKind::Property(name, value) => {
                    this.put(&format!("{} = {}", name.text, whole(value)));
                }
            }
            this.end_line();
        });
    }

    pub(super) fn clause(&mut self, clause: &ClauseItem) {
        if let Some(name) = &clause.name {
            self.put(&format!("{}: ", name.text));
        }
        self.put(match clause.verb {
            Verb::Moves => "moves ",
            Verb::Captures => "captures ",
            Verb::Swaps => "swaps ",
        });
        let last = clause.patterns.len().saturating_sub(1);
        let texts: Vec<String> = clause
            .patterns
            .iter()
            .enumerate()
            .map(|(at, way)| pattern(way, at == last && before_of(clause.modifiers.first())))
            .collect();
        self.put(&texts.join(", "));
        for (at, modifier) in clause.modifiers.iter().enumerate() {
            if clause.modifiers.len() > 2 {
                self.end_line();
                self.put("    ");
            } else {
                self.put(" ");
            }
            self.modifier(modifier, before_of(clause.modifiers.get(at + 1)));
        }
    }

    fn modifier(&mut self, modifier: &Modifier, close: bool) {
        let sets = if close { closed } else { set };
        let truths = if close { closed } else { whole };
        let text = match &modifier.kind {
            ModifierKind::Of(what) => format!("of {}", sets(what)),
            ModifierKind::With(what) => format!("with {}", sets(what)),
            ModifierKind::WithoutCapturing => "without capturing".to_owned(),
            ModifierKind::WithoutMoving => "without moving".to_owned(),
            ModifierKind::From(from) => format!("from {}", sets(from)),
            ModifierKind::To(to) => format!("to {}", sets(to)),
            ModifierKind::Taking(what) => format!("taking {}", sets(what)),
            ModifierKind::For(side) => format!("for {}", side.text),
            ModifierKind::When(truth) => format!("when {}", truths(truth)),
            ModifierKind::Then(block) => {
                self.put("then ");
                self.block(block);
                return;
            }
        };
        self.put(&text);
    }
}

/// Tells whether what follows begins with `of`, which would run into an open name before it.
fn before_of(next: Option<&Modifier>) -> bool {
    next.is_some_and(|modifier| matches!(modifier.kind, ModifierKind::Of(_)))
}

/// Prints a way over the board; `close` keeps its end from running into an `of`.
pub(super) fn pattern(way: &Pattern, close: bool) -> String {
    match &way.kind {
        PatternKind::Betza(text) if parser::is_betza(text) => text.clone(),
        PatternKind::Betza(text) => format!("\"{text}\""),
        PatternKind::As(name) => format!("as {}", name.text),
        PatternKind::AsTypes(set) if close => format!("as types of {}", closed(set)),
        PatternKind::AsTypes(set) => format!("as types of {}", at(set, Level::Combination)),
        PatternKind::Anywhere => "anywhere".to_owned(),
        PatternKind::Legs(legs) => {
            let texts: Vec<String> = legs.iter().map(|one| leg(one, close)).collect();
            texts.join(" then ")
        }
    }
}

fn leg(leg: &Leg, close: bool) -> String {
    let (amounts, sets) =
        if close { (closed as fn(_) -> _, closed as fn(_) -> _) } else { (amount as _, set as _) };
    let mut words = vec![match &leg.gait {
        Gait::Step => "step".to_owned(),
        Gait::Slide => "slide".to_owned(),
        Gait::LeapTo(offset) => format!("leap to {}", numbers(offset)),
        Gait::Leap(offset) => format!("leap {}", numbers(offset)),
        Gait::Ride(offset) => format!("ride {}", numbers(offset)),
    }];
    if !leg.ways.is_empty() {
        words.push(names(&leg.ways, " "));
    }
    words.extend(leg.relation.as_ref().map(|relation| relation.text.clone()));
    words.extend(leg.limit.as_ref().map(|limit| match limit {
        LegLimit::Exactly(number) => format!("exactly {}", amounts(number)),
        LegLimit::UpTo(number) => format!("up to {}", amounts(number)),
        LegLimit::AtLeast(number) => format!("at least {}", amounts(number)),
        LegLimit::Half => "half way".to_owned(),
    }));
    words.extend(leg.over.as_ref().map(|over| format!("over {}", sets(over))));
    words.extend(leg.onto.as_ref().map(|onto| format!("onto {}", sets(onto))));
    if leg.taking {
        words.push("taking".to_owned());
    }
    if leg.via {
        words.push("via".to_owned());
    }
    words.join(" ")
}

/// Prints `(1,2)`.
pub(super) fn numbers(numbers: &[i64]) -> String {
    let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
    format!("({})", texts.join(","))
}
