//! Turns that are asked about as people write them: `Bb5`, `O-O`, `P@e4`. They are answered by the squares that they can mean.

use super::Asked;
use super::answer::{Answer, Kind};
use super::refusal::{refused, targets};
use super::rule::Rule;
use crate::diag::suggest;
use crate::ir::{Clause, PieceTypeId, SquareId};
use crate::notation::{Sought, sought, turn_text, type_symbol};
use crate::reference::pseudo_turns;
use crate::state::Choice;

/// The most pieces of which it is said where each can go.
const MAX_PIECES: usize = 4;
/// The most destinations that are tried to find out why a way of moving with a sign of its own cannot be made.
const MAX_TRIES: usize = 200;

impl Asked<'_> {
    /// Says why what is written so cannot be played; nothing if it is not written so.
    pub(super) fn typed(&self, text: &str) -> Option<Answer> {
        let begun = text.rfind(',').map_or(0, |at| at + 1);
        let (before, part) = text.split_at(begun);
        let (game, position) = (self.game(), self.session.position());
        let first = part.chars().next().map_or(0, char::len_utf8);
        // Capitals that nobody needs are no reason to say nothing.
        let lowered = || format!("{}{}", &part[..first], part[first..].to_lowercase());
        let found = sought(game, position, part).or_else(|| sought(game, position, &lowered()));
        match found? {
            Sought::Drop(kind, to) => {
                let (kind, to) = (type_symbol(game, kind), game.board.name(to));
                Some(self.refusal(&format!("{before}{kind}@{to}")))
            }
            // The square of one's own piece begins a turn.
            Sought::Move { to, .. }
                if game.board.name(to) == part
                    && position.piece(to).is_some_and(|it| it.owner == Some(position.to_move)) =>
            {
                None
            }
            Sought::Move { kinds, from, to, .. } if from.is_empty() => {
                Some(self.none_there(&kinds, to))
            }
            Sought::Move { from, to, becomes, .. } => {
                let becomes = becomes.map(|kind| type_symbol(game, kind)).unwrap_or_default();
                let texts = from.iter().map(|from| {
                    let squares = [*from, to].map(|square| game.board.name(square));
                    format!("{before}{}{becomes}", squares.join("-"))
                });
                let texts: Vec<String> = texts.collect();
                let legal =
                    texts.iter().filter_map(|text| self.session.find(&self.legal, text).ok());
                let legal = legal.filter_map(|number| self.legal.get(number));
                let legal: Vec<String> = legal.map(|legal| turn_text(game, &legal.turn)).collect();
                if !legal.is_empty() {
                    return Some(self.can_mean(&legal));
                }
                let answers = texts.iter().map(|text| self.refusal(text)).collect();
                Some(self.nearest(&from, to, answers))
            }
            Sought::Sign(names) => self.by_sign(before, &names),
        }
    }

    /// Says which legal turns a text can mean.
    pub(super) fn can_mean(&self, turns: &[String]) -> Answer {
        let message = format!("it can mean {}", suggest::joined(turns, "or"));
        refused(Kind::Ambiguous, message, Rule::of_turn(self.game()))
    }

    /// Says that there is no such piece to move.
    fn none_there(&self, kinds: &[PieceTypeId], to: SquareId) -> Answer {
        let voice = self.voice();
        let names: Vec<String> = kinds.iter().map(|kind| voice.kind(*kind)).collect();
        let names = suggest::joined(&names, "or");
        let to = self.game().board.name(to);
        let side = self.game().side_name(voice.you());
        let message = format!("there is no {names} of {side} there that could go to {to}");
        refused(Kind::NoPiece, message, Rule::of_turn(self.game()))
            .plainly(format!("you have no {names} there that could go to {to}"))
    }

    /// Returns the answer of the piece that comes nearest to what is wanted; of pieces that all go elsewhere, where they go.
    fn nearest(&self, from: &[SquareId], to: SquareId, answers: Vec<Answer>) -> Answer {
        let (game, voice, position) = (self.game(), self.voice(), self.session.position());
        let is_elsewhere = answers.iter().all(|answer| answer.kind == Kind::NoSuchWay);
        let best = answers.into_iter().rev().max_by_key(|answer| nearness(answer.kind));
        let Some(mut best) = best else { return self.refusal("") };
        if !is_elsewhere || from.len() < 2 {
            return best;
        }
        let mut kinds: Vec<PieceTypeId> =
            from.iter().filter_map(|at| position.piece(*at)).map(|piece| piece.kind).collect();
        kinds.dedup();
        let names: Vec<String> =
            kinds.iter().map(|kind| crate::author::words::plural(&voice.kind(*kind))).collect();
        let names = suggest::joined(&names, "or");
        let (to, side) = (game.board.name(to), game.side_name(voice.you()));
        let places: Vec<&str> = from.iter().map(|at| game.board.name(*at)).collect();
        let places = suggest::joined(&places, "and");
        best.message = format!("none of {side}'s {names} can go to {to}: they are on {places}");
        let mut told = format!("none of your {names} can go to {to}");
        if from.len() <= MAX_PIECES {
            let each: Vec<String> = from
                .iter()
                .map(|at| {
                    let targets = targets(self.legal.iter(), *at);
                    let square = game.board.name(*at);
                    if targets.is_empty() {
                        format!("the one on {square} cannot move")
                    } else {
                        format!("the one on {square} can go to {}", voice.squares(targets, "or"))
                    }
                })
                .collect();
            told = format!("{told}: {}", each.join(", "));
        }
        best.plain = told;
        best
    }

    /// Says why a way of moving that has a sign of its own, such as `O-O`, cannot be made.
    fn by_sign(&self, before: &str, names: &[String]) -> Option<Answer> {
        let (game, position) = (self.game(), self.session.position());
        let asked = Asked { by_name: true, legal: self.legal.clone(), ..*self };
        let is_way =
            |clause: &Clause| clause.name.as_ref().is_some_and(|name| names.contains(name));
        let pieces = position.squares_where(|piece| {
            piece.owner == Some(position.to_move)
                && game.types[piece.kind].clauses.iter().any(is_way)
        });
        let tries =
            pieces.iter().flat_map(|from| game.board.squares.ids().map(move |to| (from, to)));
        let answers = tries.take(MAX_TRIES).map(|(from, to)| {
            let squares = [from, to].map(|square| game.board.name(square));
            asked.refusal(&format!("{before}{}", squares.join("-")))
        });
        let by_it = |answer: &Answer| names.iter().any(|name| answer.rule.name.ends_with(name));
        let answers: Vec<Answer> = answers.filter(by_it).collect();
        let best = answers.into_iter().rev().max_by_key(|answer| nearness(answer.kind));
        if best.is_some() {
            return best;
        }
        // Every condition of the way holds, but the turn is forbidden.
        let played = pseudo_turns(game, position, self.session.allowance()).ok()?;
        let found = played.iter().map(|(legal, _)| &legal.turn).find(|turn| {
            turn.steps.iter().any(|step| match &step.choice {
                Choice::Move(made) => made.clause.clause(game).is_some_and(is_way),
                _ => false,
            })
        });
        if let Some(turn) = found {
            return Some(self.refusal(&turn_text(game, turn)));
        }
        let name = names.first()?.replace('-', " ");
        let message = format!("{name} is not possible now");
        Some(refused(Kind::NoSuchWay, message, Rule::of_turn(game)))
    }
}

/// Returns how near to a legal turn one is that is refused so: the greater the nearer.
fn nearness(kind: Kind) -> u8 {
    match kind {
        Kind::Forbidden | Kind::Outranked => 9,
        Kind::Refused | Kind::WrongType => 8,
        Kind::Condition | Kind::Unwanted => 7,
        Kind::Landing => 6,
        Kind::Blocked => 5,
        Kind::Withheld => 4,
        Kind::OtherSide | Kind::NotYours => 3,
        Kind::NoSuchWay => 1,
        _ => 0,
    }
}
