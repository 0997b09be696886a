//! A turn as a row of what is written, in the order in which it is written.

use super::Legal;
use crate::ir::{Arrival, Game, LabelId, PieceTypeId, SquareId};
use crate::state::{Choice, MoveMade, Piece, Position, Step};

/// What stands in a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Element {
    /// That text.
    Sign(String),
    /// The label of a part, which may be left out by those who write in a hurry.
    Label(String),
    /// What separates two parts.
    Comma,
    /// A move.
    Move(Moved),
    /// A drop.
    Drop(PieceTypeId, SquareId),
    /// A square.
    Square(SquareId),
    /// The square that a piece has left and that is closed now: nobody chose it, so it need not be read.
    Closed(SquareId),
    /// A piece type, where nothing becomes it.
    Type(PieceTypeId),
    /// What the piece becomes that has moved, and whether that was chosen.
    Becomes(PieceTypeId, bool),
    /// It could have become something, and does not.
    Stays,
    /// A piece in hand.
    Held(PieceTypeId),
    /// A number.
    Number(i32),
    /// Nothing at all; with the square of the only royal piece, which stays where it is.
    Pass(Option<(PieceTypeId, SquareId)>),
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Moved {
    /// Where it begins.
    pub(super) from: SquareId,
    /// Where it ends.
    pub(super) to: SquareId,
    /// The squares on the way that are part of its name.
    pub(super) via: Vec<SquareId>,
    /// Which piece, if that is known.
    pub(super) kind: Option<PieceTypeId>,
    /// Whether it captures.
    pub(super) captures: bool,
    /// Whether it changes places with another piece.
    pub(super) swaps: bool,
    /// The other piece: what it captures last, or changes places with.
    pub(super) other: Option<PieceTypeId>,
    /// What stands for the whole move.
    pub(super) sign: Option<String>,
    /// Where another own piece stood that went along with a royal one, as when castling.
    pub(super) partner: Option<SquareId>,
}

/// A turn as a row of elements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Elements {
    pub(super) list: Vec<Element>,
}

impl Elements {
    /// Iterates over the moves.
    pub(super) fn moves(&self) -> impl Iterator<Item = &Moved> {
        self.list.iter().filter_map(|element| match element {
            Element::Move(moved) => Some(moved),
            _ => None,
        })
    }
}

/// Returns what is written of a turn.
pub(super) fn elements(game: &Game, before: &Position, legal: Legal<'_>) -> Elements {
    elements_after(game, before, legal, 0)
}

/// Returns what is written of a turn behind so many of its steps.
pub(super) fn elements_after(
    game: &Game,
    before: &Position,
    legal: Legal<'_>,
    settled: usize,
) -> Elements {
    let board = Board { before, changed: Vec::new() };
    let mut parts = Parts { game, board, after: legal.after, done: Vec::new() };
    for (number, step) in legal.turn.steps.iter().enumerate() {
        if number == settled {
            parts.done.clear();
        }
        parts.step(step);
    }
    let changed = became(game, before, legal);
    let mut parts = parts.done;
    placed(before, legal, &mut parts);
    if let (Some((to, kind)), Some(last)) = (changed, parts.last_mut())
        && let Some(place) = last.after_move(to)
    {
        last.list.insert(place, Element::Becomes(kind, false));
    }
    let mut list = Vec::new();
    join(game, &parts, &mut list);
    if let Some(square) = closed(before, legal, &list) {
        list.extend([Element::Comma, Element::Closed(square)]);
    }
    if list.is_empty() {
        list.push(Element::Pass(only_royal(game, before)));
    }
    Elements { list }
}

/// A turn that is a square alone, on which a piece stands afterwards, is a drop of that piece.
fn placed(before: &Position, legal: Legal<'_>, parts: &mut [Part]) {
    let [Part { label: None, list }] = parts else { return };
    let [Element::Square(square)] = list[..] else { return };
    let own = |piece: &Piece| piece.owner == Some(before.to_move);
    if let (None, Some(piece)) = (before.piece(square), legal.after.piece(square))
        && own(&piece)
    {
        *list = vec![Element::Drop(piece.kind, square)];
    }
}

/// Returns the square that the only move of a turn has left, if something of neither side stands there now.
fn closed(before: &Position, legal: Legal<'_>, list: &[Element]) -> Option<SquareId> {
    let mut moves = list.iter().filter_map(|element| match element {
        Element::Move(moved) => Some(moved),
        _ => None,
    });
    let (Some(moved), None) = (moves.next(), moves.next()) else { return None };
    if list.contains(&Element::Square(moved.from)) {
        return None;
    }
    let is_closed = before.piece(moved.from).is_some_and(|piece| piece.owner.is_some())
        && legal.after.piece(moved.from).is_some_and(|piece| piece.owner.is_none());
    is_closed.then_some(moved.from)
}

/// Returns the royal piece of the side to move, if it has one only.
pub(crate) fn only_royal(game: &Game, position: &Position) -> Option<(PieceTypeId, SquareId)> {
    let royal = game.royal_types();
    let own = position.owned_by(position.to_move);
    let mut found = own.iter().filter_map(|square| {
        let kind = position.piece(square)?.kind;
        royal.contains(kind).then_some((kind, square))
    });
    let only = found.next()?;
    found.next().is_none().then_some(only)
}

/// Returns what a piece has become by the last move of a turn without that this was chosen, and where it stands.
fn became(game: &Game, before: &Position, legal: Legal<'_>) -> Option<(SquareId, PieceTypeId)> {
    let moved = |step: &Step| match &step.choice {
        Choice::Move(made) => Some(made.clone()),
        _ => None,
    };
    let (place, made) = legal
        .turn
        .steps
        .iter()
        .enumerate()
        .filter_map(|(place, step)| Some((place, moved(step)?)))
        .next_back()?;
    let chosen = legal
        .turn
        .steps
        .get(place + 1..)?
        .iter()
        .any(|step| matches!(step.choice, Choice::Type(_)));
    let after = legal.after.piece(made.to)?;
    let kind = before.piece(made.from).map(|piece| piece.kind)?;
    let own = before.piece(made.from).and_then(|piece| piece.owner);
    let only = legal.turn.steps.iter().filter(|step| moved(step).is_some()).count() == 1;
    let arrives = made.clause.clause(game).is_none_or(|clause| clause.arrival == Arrival::Moves);
    let changes =
        only && arrives && !chosen && !made.swaps && after.kind != kind && after.owner == own;
    changes.then_some((made.to, after.kind))
}

/// A part of a turn: what begins with a label, a move or a drop.
#[derive(Clone, Debug, Default)]
struct Part {
    label: Option<LabelId>,
    list: Vec<Element>,
}

impl Part {
    /// Returns the place behind the move to a square.
    fn after_move(&self, to: SquareId) -> Option<usize> {
        let is_it = |element: &Element| matches!(element, Element::Move(moved) if moved.to == to);
        self.list.iter().position(is_it).map(|place| place + 1)
    }
}

struct Parts<'a> {
    game: &'a Game,
    board: Board<'a>,
    after: &'a Position,
    done: Vec<Part>,
}

impl Parts<'_> {
    fn step(&mut self, step: &Step) {
        match &step.choice {
            Choice::Nothing => {
                let declines = self.done.last().is_some_and(|part| {
                    part.label.is_none() && matches!(part.list.last(), Some(Element::Move(_)))
                });
                if declines && step.label.is_none() {
                    self.add(None, Element::Stays);
                }
            }
            Choice::Alternative(_) => {
                if step.label.is_some() {
                    self.begin(step.label);
                }
            }
            Choice::Move(made) => {
                self.begin(step.label);
                let moved = self.moved(made);
                self.add(None, Element::Move(moved));
            }
            Choice::Drop { kind, to, .. } => {
                self.begin(step.label);
                self.board.changed.push((*to, Some(*kind)));
                self.add(None, Element::Drop(*kind, *to));
            }
            Choice::Square(square) => self.add(step.label, Element::Square(*square)),
            Choice::Hand(_, kind) => self.add(step.label, Element::Held(*kind)),
            Choice::Type(kind) => self.kind(step.label, *kind),
            Choice::Number(number) => self.add(step.label, Element::Number(*number)),
        }
    }

    /// A type that is chosen right behind a move is what the piece becomes; behind a drop, what comes onto the board.
    fn kind(&mut self, label: Option<LabelId>, kind: PieceTypeId) {
        let dropped = self.done.last_mut().and_then(|part| part.list.last_mut());
        if let (Some(Element::Drop(dropped, to)), None) = (dropped, label) {
            *dropped = kind;
            self.board.changed.push((*to, Some(kind)));
            return;
        }
        let last = self.done.last().and_then(|part| part.list.last());
        let element = match last {
            Some(Element::Move(moved)) if label.is_none() => {
                self.board.changed.push((moved.to, Some(kind)));
                Element::Becomes(kind, true)
            }
            _ => Element::Type(kind),
        };
        self.add(label, element);
    }

    fn begin(&mut self, label: Option<LabelId>) {
        self.done.push(Part { label, list: Vec::new() });
    }

    fn add(&mut self, label: Option<LabelId>, element: Element) {
        if label.is_some() || self.done.is_empty() {
            self.begin(label);
        }
        if let Some(part) = self.done.last_mut() {
            part.list.push(element);
        }
    }

    fn moved(&mut self, made: &MoveMade) -> Moved {
        let own = match made.clause {
            crate::state::ClauseRef::Own(kind, _) => Some(kind),
            crate::state::ClauseRef::Power(..) => None,
        };
        let kind = self.board.kind(made.from).or(own);
        let clause = made.clause.clause(self.game);
        let name = clause.and_then(|clause| clause.name.as_deref());
        let sign = name.and_then(|name| self.game.writing.way(name)).map(str::to_owned);
        let other = if made.swaps { Some(made.to) } else { made.takes.last().copied() };
        let other = other.and_then(|square| self.board.kind(square));
        let partner = self.partner(made);
        self.board.make(made, kind, clause.is_none_or(|clause| clause.arrival == Arrival::Moves));
        Moved {
            from: made.from,
            to: made.to,
            via: made.via.clone(),
            kind,
            captures: !made.takes.is_empty(),
            swaps: made.swaps,
            other,
            sign,
            partner,
        }
    }

    /// Returns where another own piece stood that a move of a royal one moves along.
    fn partner(&self, made: &MoveMade) -> Option<SquareId> {
        let (before, after) = (self.board.before, self.after);
        let royal = before.piece(made.from).filter(|piece| self.game.types[piece.kind].royal)?;
        if !made.takes.is_empty() || made.swaps {
            return None;
        }
        let own = royal.owner?;
        let leaves = |square: &SquareId| {
            *square != made.from && after.piece(*square) != before.piece(*square)
        };
        let left = before.owned_by(own).iter().find(leaves)?;
        let kind = before.piece(left)?.kind;
        let is_kind = |position: &Position, square| {
            position.piece(square).is_some_and(|piece| piece.kind == kind)
        };
        let arrives = |square| is_kind(after, square) && !is_kind(before, square);
        after.owned_by(own).iter().any(arrives).then_some(left)
    }
}

/// What stands where inside a turn, as far as moves and drops tell it.
struct Board<'a> {
    before: &'a Position,
    changed: Vec<(SquareId, Option<PieceTypeId>)>,
}

impl Board<'_> {
    fn kind(&self, square: SquareId) -> Option<PieceTypeId> {
        let changed = self.changed.iter().rev().find(|(other, _)| *other == square);
        let stood = || self.before.pieces.get(square).copied().flatten().map(|piece| piece.kind);
        changed.map_or_else(stood, |(_, kind)| *kind)
    }

    fn make(&mut self, made: &MoveMade, kind: Option<PieceTypeId>, arrives: bool) {
        let other = self.kind(made.to);
        for square in &made.takes {
            self.changed.push((*square, None));
        }
        if arrives {
            self.changed.push((made.from, if made.swaps { other } else { None }));
            self.changed.push((made.to, kind));
        }
    }
}

/// Puts the parts of a turn one behind the other.
fn join(game: &Game, parts: &[Part], into: &mut Vec<Element>) {
    let Some((part, rest)) = parts.split_first() else { return };
    let label = part.label.and_then(|label| game.labels.get(label));
    let Some(label) = label else {
        unlabelled(&part.list, into);
        separate(game, rest, into);
        return;
    };
    let Some((sign, more)) = game.writing.label(label) else {
        let sign = if part.list.is_empty() { label.clone() } else { format!("{label}:") };
        into.push(Element::Label(sign));
        chosen(&part.list, into);
        separate(game, rest, into);
        return;
    };
    let sign = if more.is_empty() { sign.to_owned() } else { format!("{sign}{more}:") };
    let sign = if sign.contains("{chosen}") { sign } else { format!("{sign}{{chosen}}") };
    let takes_move = sign.contains("{move}") && !rest.is_empty();
    let mut left = sign.as_str();
    while !left.is_empty() {
        if let Some(after) = left.strip_prefix("{chosen}") {
            let wrapped = rest.first().filter(|_| takes_move);
            chosen(&shortened(&part.list, wrapped), into);
            left = after;
        } else if let Some(after) = left.strip_prefix("{move}") {
            if let Some(wrapped) = rest.first().filter(|_| takes_move) {
                join(game, std::slice::from_ref(wrapped), into);
            }
            left = after;
        } else {
            let end = left.get(1..).and_then(|rest| rest.find('{')).map_or(left.len(), |at| at + 1);
            into.push(Element::Sign(left[..end].to_owned()));
            left = &left[end..];
        }
    }
    separate(game, if takes_move { &rest[1..] } else { rest }, into);
}

fn separate(game: &Game, rest: &[Part], into: &mut Vec<Element>) {
    let is_empty = |part: &Part| part.label.is_none() && part.list.is_empty();
    if rest.iter().all(is_empty) {
        return;
    }
    if !into.is_empty() {
        into.push(Element::Comma);
    }
    join(game, rest, into);
}

/// Leaves out the square where the move begins that is written in the same part.
fn shortened(list: &[Element], wrapped: Option<&Part>) -> Vec<Element> {
    let begins = wrapped.and_then(|part| part.list.first()).and_then(|element| match element {
        Element::Move(moved) if moved.sign.is_none() => Some(moved.from),
        _ => None,
    });
    let is_it =
        |element: &&Element| !matches!(element, Element::Square(square) if Some(*square) == begins);
    list.iter().filter(is_it).cloned().collect()
}

/// What is chosen behind a label: squares are joined by `-`.
fn chosen(list: &[Element], into: &mut Vec<Element>) {
    for (number, element) in list.iter().enumerate() {
        let after_square = number > 0 && matches!(list[number - 1], Element::Square(_));
        if after_square && matches!(element, Element::Square(_)) {
            into.push(Element::Sign("-".to_owned()));
        }
        into.push(element.clone());
    }
}

/// What is chosen behind a move: squares stand behind commas.
fn unlabelled(list: &[Element], into: &mut Vec<Element>) {
    for (number, element) in list.iter().enumerate() {
        if number > 0 && matches!(element, Element::Square(_)) {
            into.push(Element::Comma);
        }
        into.push(element.clone());
    }
}

/// Tells whether a turn has a move between two squares.
pub(super) fn is_move(legal: &Legal<'_>, from: SquareId, to: SquareId) -> bool {
    let is_it = |step: &Step| matches!(&step.choice, Choice::Move(made) if (made.from, made.to) == (from, to));
    legal.turn.steps.iter().any(is_it)
}
