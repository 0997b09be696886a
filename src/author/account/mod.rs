//! What happened in a turn, in a player's words: who went where and took whom, and what came of it.
//!
//! The steps of the turn say what the player did. Whatever else is different afterwards is found by comparing the
//! position with what the steps alone would have made of it, so that no rule can do anything in silence.

mod aftermath;

use super::words::{self, listed};
use crate::ir::{Arrival, Game, IdVec, PieceTypeId, SideId, SquareId};
use crate::notation::turn_text;
use crate::reference::explain::{Line, Stage};
use crate::state::{Choice, ClauseRef, MoveMade, Piece, Position, Step, Turn};

/// Tells a turn that led from one position to another, sentence by sentence.
///
/// `you` is the side of the person who is told, if it is one person's.
pub fn account(
    game: &Game,
    before: &Position,
    turn: &Turn,
    after: &Position,
    you: Option<SideId>,
) -> Vec<String> {
    let told = Told { game, you, mover: before.to_move };
    let mut scene = Scene::new(before);
    let mut sentences: Vec<String> = Vec::new();
    for part in parts(&turn.steps) {
        sentences.extend(told.part(&part, &mut scene));
    }
    if sentences.is_empty() {
        let who = told.side(told.mover);
        let verb = told.verb(told.mover, "pass", "passes");
        sentences.push(format!("{who} {verb}."));
    }
    told.aftermath(&scene, after, &mut sentences);
    sentences.into_iter().map(|sentence| words::capital(&sentence)).collect()
}

/// Tells the rule that asks for something to be chosen in a turn, once so much of its text is settled.
///
/// `turn` is any turn that begins so. Nothing is told where a move or a drop is asked for: everybody expects that.
pub fn asked(game: &Game, position: &Position, turn: &Turn, so_far: &str) -> Option<String> {
    let settled = so_far.strip_suffix(',').unwrap_or(so_far);
    let mut line = Line::begin(game, position);
    for (count, step) in turn.steps.iter().enumerate() {
        let Stage::Choice(statement, _) = line.advance() else { return None };
        let steps = turn.steps.get(..count)?.to_vec();
        let is_here = if settled.is_empty() {
            count == 0
        } else {
            count > 0 && turn_text(game, &Turn { steps }) == settled
        };
        if is_here && statement.kind.as_choose().is_some() {
            let label = step.label.and_then(|label| game.labels.get(label));
            let asks = &game.about.asks;
            let own = label.and_then(|label| asks.iter().find(|(name, _)| name == label));
            if let Some((_, text)) = own {
                return Some(text.clone());
            }
            let whole =
                game.turn.iter().find(|whole| whole.any(&|inner| std::ptr::eq(inner, statement)));
            return Some(words::statement(game, whole.unwrap_or(statement)));
        }
        line.take(statement, step.choice.clone());
    }
    None
}

/// Names a piece as a player does who is told about it: `your Pawn`, `Black's Pawn`.
pub fn piece_name(game: &Game, piece: Piece, you: Option<SideId>) -> String {
    Told { game, you, mover: SideId::FIRST }.piece(piece)
}

/// Who tells whom about what.
#[derive(Clone, Copy)]
struct Told<'g> {
    game: &'g Game,
    /// The side of whoever is told.
    you: Option<SideId>,
    /// The side that played.
    mover: SideId,
}

/// The board as far as the steps of a turn are told.
struct Scene<'p> {
    /// The position before the turn.
    before: &'p Position,
    /// What the steps alone have made of the board.
    pieces: IdVec<SquareId, Option<Piece>>,
    /// Where pieces went, in order.
    went: Vec<(SquareId, SquareId)>,
    /// The pieces that were taken, each with its square.
    taken: Vec<(SquareId, Piece)>,
    /// What was dropped or chosen from a hand.
    from_hand: Vec<(SideId, PieceTypeId)>,
}

impl<'p> Scene<'p> {
    fn new(before: &'p Position) -> Self {
        Self {
            before,
            pieces: before.pieces.clone(),
            went: Vec::new(),
            taken: Vec::new(),
            from_hand: Vec::new(),
        }
    }
}

/// The steps that make up one part of a turn's text: a label's, and what is chosen after it.
fn parts(steps: &[Step]) -> Vec<Vec<&Step>> {
    let mut parts: Vec<Vec<&Step>> = Vec::new();
    for step in steps {
        let alone = matches!(step.choice, Choice::Move(_) | Choice::Drop { .. });
        match parts.last_mut() {
            Some(part) if !alone && step.label.is_none() && !is_alone(part) => part.push(step),
            _ => parts.push(vec![step]),
        }
    }
    parts
}

fn is_alone(part: &[&Step]) -> bool {
    let choice = part.last().map(|step| &step.choice);
    matches!(choice, Some(Choice::Move(_) | Choice::Drop { .. }))
}

impl Told<'_> {
    /// Names a side as the subject of a sentence.
    fn side(self, side: SideId) -> String {
        if self.you == Some(side) { "you".to_owned() } else { self.game.side_name(side).to_owned() }
    }

    /// Returns the form of a verb that goes with a side.
    fn verb<'v>(self, side: SideId, yours: &'v str, theirs: &'v str) -> &'v str {
        if self.you == Some(side) { yours } else { theirs }
    }

    /// Says whose something is: `your`, `Black's`.
    fn whose(self, side: SideId) -> String {
        if self.you == Some(side) {
            "your".to_owned()
        } else {
            format!("{}'s", self.game.side_name(side))
        }
    }

    fn kind(self, kind: PieceTypeId) -> String {
        self.game.types.get(kind).map_or("piece", |info| info.name.as_str()).to_owned()
    }

    /// Names a piece with its owner.
    fn piece(self, piece: Piece) -> String {
        match piece.owner {
            Some(side) => format!("{} {}", self.whose(side), self.kind(piece.kind)),
            None => format!("the neutral {}", self.kind(piece.kind)),
        }
    }

    fn square(self, square: SquareId) -> String {
        self.game.board.name(square).to_owned()
    }

    fn piece_on(self, piece: Option<Piece>, square: SquareId) -> String {
        let square = self.square(square);
        piece.map_or_else(|| square.clone(), |piece| format!("{} on {square}", self.piece(piece)))
    }

    /// Tells one part of a turn.
    fn part(self, part: &[&Step], scene: &mut Scene<'_>) -> Option<String> {
        match part {
            [Step { choice: Choice::Move(made), .. }] => Some(self.made(made, scene)),
            [Step { choice: Choice::Drop { hand, kind, to }, .. }] => {
                scene.pieces[*to] = Some(Piece::new(*kind, Some(*hand)));
                scene.from_hand.push((*hand, *kind));
                let (who, drops) = (self.side(*hand), self.verb(*hand, "drop", "drops"));
                let (kind, square) = (self.kind(*kind), self.square(*to));
                Some(format!("{who} {drops} {} on {square}.", words::with_article(&kind)))
            }
            choices => self.chosen(choices, scene),
        }
    }

    /// Tells what is chosen that is no move.
    fn chosen(self, choices: &[&Step], scene: &mut Scene<'_>) -> Option<String> {
        let label = choices.first().and_then(|step| step.label);
        let label = label.and_then(|label| self.game.labels.get(label));
        let mut told: Vec<String> = Vec::new();
        for step in choices {
            match &step.choice {
                Choice::Square(square) => told.push(self.piece_on(scene.pieces[*square], *square)),
                Choice::Hand(side, kind) => {
                    scene.from_hand.push((*side, *kind));
                    told.push(format!("a {} in {} hand", self.kind(*kind), self.whose(*side)));
                }
                Choice::Number(number) => told.push(number.to_string()),
                // What a piece becomes is seen afterwards.
                Choice::Type(kind) if label.is_some() => told.push(self.kind(*kind)),
                _ => {}
            }
        }
        let by = choices.first().map_or(self.mover, |step| step.by);
        let who = self.side(by);
        let verb = self.verb(by, "choose", "chooses");
        match (label, told.is_empty()) {
            (Some(label), true) => {
                Some(format!("{who} {} “{label}”.", self.verb(by, "play", "plays")))
            }
            (Some(label), false) => {
                Some(format!("“{label}”: {who} {verb} {}.", listed(&told, "and")))
            }
            (None, true) => None,
            (None, false) => Some(format!("{who} {verb} {}.", listed(&told, "and"))),
        }
    }

    /// Tells a move on the board.
    fn made(self, made: &MoveMade, scene: &mut Scene<'_>) -> String {
        let piece = scene.pieces[made.from];
        let other = scene.pieces[made.to];
        let (from, to) = (self.piece_on(piece, made.from), self.square(made.to));
        let stays = self.stays(made.clause);
        let taken: Vec<(SquareId, Piece)> = made
            .takes
            .iter()
            .filter_map(|square| Some((*square, scene.pieces[*square]?)))
            .collect();
        let victims: Vec<String> =
            taken.iter().map(|(square, piece)| self.piece_on(Some(*piece), *square)).collect();
        let by = match made.clause {
            ClauseRef::Power(token, ..) => {
                let name = self.game.tokens.get(token).map_or("token", |token| &token.name);
                format!(" by the power of {name}")
            }
            ClauseRef::Own(..) => String::new(),
        };
        let text = match (made.swaps, stays, made.takes.as_slice()) {
            (true, ..) => format!("{from} changes places with {}", self.piece_on(other, made.to)),
            (_, true, []) => format!("{from} stays where it is"),
            (_, true, _) => {
                format!("{from} takes {} from where it stands", listed(&victims, "and"))
            }
            (_, _, []) => format!("{from} goes to {to}"),
            (_, _, [only]) if *only == made.to => {
                format!("{from} takes {}", listed(&victims, "and"))
            }
            _ => format!("{from} goes to {to} and takes {}", listed(&victims, "and")),
        };
        for (square, _) in &taken {
            scene.pieces[*square] = None;
        }
        scene.taken.extend(taken);
        if made.swaps {
            (scene.pieces[made.from], scene.pieces[made.to]) = (other, piece);
        } else if !stays {
            scene.pieces[made.from] = None;
            scene.pieces[made.to] = piece;
        }
        scene.went.push((made.from, if stays { made.from } else { made.to }));
        format!("{text}{by}.")
    }

    fn stays(self, clause: ClauseRef) -> bool {
        clause.clause(self.game).is_some_and(|clause| clause.arrival == Arrival::Stays)
    }
}
